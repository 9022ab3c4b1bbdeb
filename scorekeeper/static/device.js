// The storage of this phone. Data of a night is under keys with the night's address, and in the outbox.
import { all, announce, one } from "./dom.js";

export const OUTBOX = "scorekeeper outbox";
export const AHEAD = "scorekeeper ahead ";

// Some browsers store nothing and throw an exception.
export const quietly = (act) => {
  try {
    return act();
  } catch {
    return null;
  }
};

export const load = (key, otherwise) => quietly(() => JSON.parse(localStorage.getItem(key))) || otherwise;

export const store = (key, value) => localStorage.setItem(key, JSON.stringify(value));

export const forget = (fits) => quietly(() => {
  for (const key of Object.keys(localStorage).filter(fits)) localStorage.removeItem(key);
});

// Preferences of this browser: "wakeLock", "vibrate", "stay".
export const isPreferred = (preference) => load(`scorekeeper ${preference}`, false);

export const storePreference = (preference, preferred) => quietly(() => store(`scorekeeper ${preference}`, preferred));

// Deletes the data of a night without access any more.
export const leaveNight = (slug) => {
  forget((key) => key.split(/\W+/).includes(slug));
  const entries = load(OUTBOX, []);
  const others = entries.filter(({ sheet }) => !sheet.endsWith(`/${slug}`));
  if (others.length < entries.length) store(OUTBOX, others);
  announce("left");
};

for (const { dataset } of all("[data-left]")) leaveNight(dataset.left);

// Deletes the stored forms of nights that have changed or are not accessible any more.
if (one("[data-nights]")) {
  const heads = Object.fromEntries(all("[data-night]").map(({ pathname, dataset }) => [AHEAD + pathname, dataset.night]));
  forget((key) => key.startsWith(AHEAD) && (load(key, {}).head || 0) !== heads[key]);
}
