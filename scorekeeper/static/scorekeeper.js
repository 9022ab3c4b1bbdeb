// Pages work without it, and the server computes everything.
"use strict";
const html = document.documentElement;
html.classList.add("js");
const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const on = (kind, act, root = document, early) => root.addEventListener(kind, act, early);
const tell = (kind, detail) => document.dispatchEvent(new CustomEvent(kind, { detail }));
const ask = (url, patience, more) => fetch(url, { ...more, signal: AbortSignal.timeout(patience) });
const parse = (text) => new DOMParser().parseFromString(text, "text/html");
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const make = (tag, fields, ...inside) => {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...inside);
  return made;
};
const token = () => one("[name=csrf_token]").value;
const makeKey = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

// What this phone keeps of a night stands under keys that hold its address, and in the box. Some browsers keep nothing.
const BOX = "scorekeeper outbox", AHEAD = "scorekeeper ahead ";
const quietly = (act) => { try { return act(); } catch { return null; } };
const load = (name, none) => quietly(() => JSON.parse(localStorage.getItem(name))) || JSON.parse(none);
const store = (name, value) => localStorage.setItem(name, JSON.stringify(value));
const forget = (fits) => quietly(() => Object.keys(localStorage).filter(fits).forEach((key) => localStorage.removeItem(key)));
// Wishes of this browser.
const wished = (name) => load(`scorekeeper ${name}`, "false");
// A night that may not be seen any more leaves nothing here.
const leaveNight = (slug) => {
  forget((key) => key.split(/\W+/).includes(slug));
  const waiting = load(BOX, "[]"), stay = waiting.filter(({ sheet }) => !sheet.endsWith(`/${slug}`));
  if (stay.length < waiting.length) store(BOX, stay);
  tell("left");
};
for (const { dataset } of all("[data-left]")) leaveNight(dataset.left);
// Of nights that moved on or are not mine any more, no form stays.
if (one("[data-nights]")) {
  const heads = Object.fromEntries(all("[data-night]").map(({ pathname, dataset }) => [AHEAD + pathname, dataset.night]));
  forget((key) => key.startsWith(AHEAD) && (load(key, "{}").head || 0) !== heads[key]);
}

const flip = (text) => /^[-−]/.test(text) ? text.slice(1) : "−" + text;

// Phone keyboards hide the minus.
for (const input of all(".amounts input")) input.before(makeKey("±", () => { input.value = flip(input.value); input.focus(); }));

// An edited change must be shown again.
on("input", ({ target: { name } }) => {
  for (const confirm of all("[value=confirm]")) confirm.disabled ||= name !== "note";
});

// A tapped row stays under the finger; `name` outlives the page.
const topOf = (row) => row?.getBoundingClientRect().top;
requestAnimationFrame(() => {
  if (name) scrollBy(0, topOf(one("li:target")) - name);
  name = "";
});
// When it was filled in, and only once.
on("submit", ({ target }) => {
  if (!target.matches("[data-once], .save, .removal")) return;
  const { made } = target.elements;
  if (made) made.value = new Date().toISOString();
  name = topOf(target.closest("li"));
  setTimeout(() => { for (const button of all("button:not([type=button])", target)) button.disabled = true; });
}, document, true);
on("pageshow", ({ persisted }) => persisted && location.reload(), window);
// Back never sends a form again; loading the page again does where it could not be stored.
const unsend = () => history.replaceState(null, "", html.dataset.sent);
if ("again" in html.dataset) on("click", unsend);
else if ("sent" in html.dataset) unsend();

// An earlier name takes the next free seat.
for (const chip of all("[data-names] button")) {
  chip.hidden = false;
  chip.onclick = () => {
    const free = all(".seat input:not([type=radio])").find((seat) => !seat.value);
    if (free) [free.value, chip.hidden] = [chip.textContent, true];
  };
}

const shared = (act) => act.value || one("[data-share]").textContent;
const ACTS = {
  print: () => print(),
  turn: () => html.classList.toggle("turned"),
  share: (act) => navigator.share({ text: shared(act) }).catch(() => {}),
  copy: (act) => { // as it also works on plain http
    const box = make("textarea", { value: shared(act), className: "hidden" });
    act.after(box);
    box.select();
    if (document.execCommand("copy")) act.textContent = act.dataset.done;
    box.remove();
    act.focus();
  },
};
const offerActs = () => { for (const act of all("[data-do]")) act.hidden = act.dataset.do === "share" && !navigator.share; };
on("renewed", offerActs);
on("click", ({ target }) => { const act = target.closest("[data-do]"); ACTS[act?.dataset.do]?.(act); });
offerActs();

// A rule number opens its rule in place.
on("click", async (event) => {
  const link = event.target.closest("a.rule");
  if (!link || event.ctrlKey || event.metaKey || one(link.hash)) return;
  event.preventDefault();
  const spot = link.closest("th, td, p, li, .field, dl > div"), open = link.ariaExpanded;
  one(".told", spot)?.remove();
  for (const other of all("[aria-expanded]", spot)) other.ariaExpanded = null;
  if (open) return;
  const answer = await fetch(link.href.replace(/sheet(.*)#(.*)/, "$2$1")).catch(() => null);
  if (!answer?.ok) return location.assign(link.href);
  spot.append(make("div", { className: "told", innerHTML: await answer.text() }));
  link.ariaExpanded = "true";
});

// The search on a rule page; without JavaScript the server does it.
const search = one(".search");
if (search) {
  const field = search.elements.q;
  const filter = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const law of all(".law")) law.hidden = !words.every((word) => law.textContent.toLowerCase().includes(word));
    one(".book").classList.toggle("searching", words.some(Boolean));
  };
  on("input", filter, search);
  // What the server has left out can only come back from there.
  on("submit", (event) => { if (!/[?&]q=./.test(location.search)) event.preventDefault(); }, search);
  on("hashchange", () => { if (one(".law:target[hidden]")) { field.value = ""; filter(); location.replace(location.hash); } }, window);
}
