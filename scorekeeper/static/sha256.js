// SHA-256 of a text as hexadecimal (FIPS 180-4): over plain http a browser has no crypto.subtle.
const sha256 = (() => {
  const primes = [], fraction = (root) => root % 1 * 2 ** 32 | 0, turn = (x, by) => x >>> by | x << 32 - by;
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
  const stir = (state, w) => {
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + ROUNDS[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    return [a, b, c, d, e, f, g, h].map((x, i) => x + state[i] | 0);
  };
  return (text) => {
    const bytes = new TextEncoder().encode(text), padded = new Uint8Array((bytes.length + 72 >> 6) * 64);
    const view = new DataView(padded.buffer), w = new Int32Array(64);
    padded.set(bytes);
    padded[bytes.length] = 128;
    view.setUint32(padded.length - 4, bytes.length * 8);
    let state = START;
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(at + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10);
      }
      state = stir(state, w);
    }
    return state.map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
  };
})();
