// SHA-256 of a text as hexadecimal (FIPS 180-4): over plain http a browser has no crypto.subtle.

const firstPrimes = (count) => {
  const primes = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return primes;
};

const PRIMES = firstPrimes(64);
const fractionBits = (root) => ((root % 1) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));

const rotate = (word, by) => (word >>> by) | (word << (32 - by));

const compress = (state, words) => {
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < 64; round++) {
    const sumOfE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = h + sumOfE + choice + ROUNDS[round] + words[round];
    const sumOfA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = sumOfA + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
};

const expandBlock = (view, start, words) => {
  for (let place = 0; place < 16; place++) words[place] = view.getInt32(start + 4 * place);
  for (let place = 16; place < 64; place++) {
    const x = words[place - 15];
    const y = words[place - 2];
    const sumOfX = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const sumOfY = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    words[place] = words[place - 16] + words[place - 7] + sumOfX + sumOfY;
  }
};

export const sha256 = (text) => {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) * 64);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const words = new Int32Array(64);
  let state = START;
  for (let start = 0; start < padded.length; start += 64) {
    expandBlock(view, start, words);
    state = compress(state, words);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};
