// This phone stores the last entry that it saw, hashes the following ones, and warns if the hashes differ.
import { load, quietly, store } from "./device.js";
import { all, fill, on, one } from "./dom.js";
import { main } from "./live.js";
import { sha256 } from "./sha256.js";

const fetchText = async (url) => {
  try {
    const answer = await fetch(url);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
};

// Whether the entry `to`, whose text may be known, follows from `from`; null if it cannot be fetched.
const follows = async (chain, from, to, last) => {
  let { seq, hash } = from;
  while (seq < to.seq) {
    const isLast = last && seq + 1 === to.seq;
    const page = isLast ? last : await fetchText(`${chain}?after=${seq}`);
    if (page === null) return null;
    for (const text of page.split("\n").slice(0, to.seq - seq)) {
      seq++;
      if (!text.startsWith(`["${hash}",${seq},`)) return false;
      hash = sha256(text);
    }
  }
  return hash === to.hash;
};

const warn = (foot, key, saw, current) => {
  const alarm = one(".alarm", foot).cloneNode(true); // outside the parts that live updates replace
  const values = {
    seq: saw.seq,
    saw: saw.words,
    stands: (current.hash !== saw.hash && current.words) || "–",
  };
  for (const text of all("p", alarm)) text.textContent = fill(text.textContent, values);
  alarm.id = "alarm";
  alarm.hidden = false;
  one("button", alarm).onclick = () => {
    localStorage.removeItem(key);
    alarm.remove();
    compare();
  };
  main.before(alarm);
};

let isComparing = false;
const compare = async () => {
  const foot = one("#foot");
  if (!foot || isComparing || one("#alarm")) return;
  isComparing = true;
  const { past, chain, last, night, hash, words } = foot.dataset;
  const key = `past ${night}`;
  const here = { seq: Number(foot.dataset.seq), hash, words };
  const saw = load(key, here);
  const isOlder = here.seq < saw.seq;
  const agrees = isOlder ? await follows(chain, here, saw) : await follows(chain, saw, here, last);
  if (agrees && !isOlder) quietly(() => store(key, here));
  if (agrees === false) warn(foot, key, saw, JSON.parse(await fetchText(`${past}?seq=${saw.seq}`)) || {});
  isComparing = false;
  if (agrees && one("#foot").dataset.hash !== hash) compare(); // the page has changed meanwhile
};

on("renewed", compare);
compare();
