// Convenience on top of pages that work without it. Nothing here computes a score: the server does.
"use strict";
document.documentElement.classList.add("js");
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
const makeKey = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

// Make `old` look like `fresh`, touching only what differs. A form that was begun stays.
const begun = new WeakSet();
on("input", ({ target }) => begun.add(target.form || target));
const morph = (old, fresh) => {
  if (old.isEqualNode(fresh) || begun.has(old) || old.dataset?.keep === "") return;
  if ("data" in old) return void (old.data = fresh.data);
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.tagName === "DETAILS")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  const inside = (node, id) => id && [...node.children].find((child) => child.id === id);
  for (const child of [...old.children]) if (child.id && !inside(fresh, child.id)) child.remove();
  let spot = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const named = inside(old, next.id);
    const fits = named || spot && !spot.id && !next.id && spot.nodeName === next.nodeName && spot;
    if (fits && fits === spot) spot = spot.nextSibling;
    else old.insertBefore(fits || next, spot);
    if (fits) morph(fits, next);
    else if (next.tagName === "TR") next.className += " new";
  }
  while (spot) {
    const gone = spot;
    spot = spot.nextSibling;
    gone.remove();
  }
};

// What this phone keeps of a night stands under keys that hold its address, and in the box. Some browsers keep nothing.
const BOX = "scorekeeper outbox", AHEAD = "scorekeeper ahead ";
const quietly = (act) => { try { return act(); } catch { return null; } };
const load = (name, none) => quietly(() => JSON.parse(localStorage.getItem(name))) || JSON.parse(none);
const store = (name, value) => localStorage.setItem(name, JSON.stringify(value));
const forget = (fits) => quietly(() => Object.keys(localStorage).filter(fits).forEach((key) => localStorage.removeItem(key)));
// What somebody wishes from this phone has the browser's own name.
const wished = (name) => load(`scorekeeper ${name}`, "false");
// A night that this phone may not see any more leaves nothing here.
const leaveNight = (slug) => {
  forget((key) => key.split(/\W+/).includes(slug));
  const waiting = load(BOX, "[]"), stay = waiting.filter(({ sheet }) => !sheet.endsWith(`/${slug}`));
  if (stay.length < waiting.length) store(BOX, stay);
  tell("left");
};
for (const { dataset } of all("[data-left]")) leaveNight(dataset.left);
// My nights: of those that moved on or are not mine any more, no form stays.
if (one("[data-nights]")) {
  const heads = Object.fromEntries(all("[data-night]").map(({ pathname, dataset }) => [AHEAD + pathname, dataset.night]));
  forget((key) => key.startsWith(AHEAD) && (load(key, "{}").head || 0) !== heads[key]);
}

const flip = (text) => /^[-−]/.test(text) ? text.slice(1) : "−" + text;

// While the server is away the button names the deal, not what that would pay.
const nameDeal = (form) => {
  const key = one(".book", form);
  if (key) key.textContent = fill(form.dataset.book, { number: form.elements.number.value });
};

// An entry form: the server says what fits and what it would pay; Save is shut until then.
const dressEntry = (form) => {
  const draft = one("#draft", form), pad = one(".pad", draft);
  let timer = 0, latest = 0, active = null;

  const allow = (may) => all("#actions [name=action]", form).forEach((button) => { button.disabled = !may(button); });
  const pick = (input) => {
    active = input;
    for (const other of all(".number input", draft)) other.classList.toggle("active", other === input);
  };
  const numbers = () => all(".number input", draft).filter((input) => input.checkVisibility());
  const isDigit = ({ dataset }) => dataset.total > 0 && dataset.total < 10;
  // Our own keypad opens with the result or a tap on a number.
  const dress = () => {
    const fields = numbers(), due = one("#asked[data-due]", draft);
    allow(({ dataset }) => "ready" in dataset || one("[data-late]", draft)); // where somebody else was first, Save shows both
    for (const input of fields) input.inputMode = "none"; // a phone's keyboard would cover the Save button
    pick(fields.includes(active) ? active : due && (fields.find((input) => input.value) || fields[0]) || null);
    for (const chip of chips()) chip.parentNode.dataset.key = letterOf(chip);
  };
  const refresh = async () => {
    const turn = ++latest, body = new URLSearchParams(new FormData(form));
    const answer = await ask(form.dataset.preview, 4000, { method: "POST", body }).catch(() => null);
    if (!answer || answer.status >= 500) { // what is entered is kept, and the server will judge it when it is back
      const said = one("#asked :checked", form) || numbers().some((input) => input.value);
      allow(() => said);
      return said && nameDeal(form);
    }
    const text = await answer.text();
    if (turn !== latest || !answer.ok && answer.status !== 409) return;
    const fresh = parse(text), counted = one(".pad", fresh);
    for (const part of [...fresh.body.children]) {
      const old = one("#" + part.id, form);
      morph(old, part);
      for (const input of all("input:not(.pad *)", old)) [input.checked, input.value] = [input.defaultChecked, input.defaultValue];
    }
    if (pad && counted) { // it keeps what was counted so far
      one(".pad", draft).replaceWith(pad);
      pad.dispatchEvent(new CustomEvent("refresh", { detail: counted }));
    }
    dress();
  };
  const later = (wait) => {
    latest += 1; // an answer on its way knows nothing of this, and must not wipe it out
    clearTimeout(timer);
    timer = setTimeout(refresh, wait);
  };
  const type = (key) => {
    const fields = numbers();
    let input = active || fields[0];
    if (!input) return;
    if (key === "⌫" && !input.value && isDigit(input)) input = fields[fields.indexOf(input) - 1] || input;
    pick(input);
    input.scrollIntoView({ block: "nearest" });
    if (key === "⌫") input.value = input.value.slice(0, -1);
    else if (key === "±") input.value = flip(input.value);
    else if (key === "⅓⅔") input.value = input.value.replace(/[⅓⅔]?$/, (end) => ({ "": "⅓", "⅓": "⅔", "⅔": "" })[end]);
    else if (input.value.replace(/\D/g, "").length < 3) input.value = (input.value === "0" ? "" : input.value) + key;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    // Where one digit is all that fits, it leads on to the next player.
    if (/\d/.test(key) && isDigit(input)) pick(all(".number input", input.closest("fieldset")).find((next) => !next.value) || input);
  };
  on("toggle", dress, form, true);
  on("focusin", ({ target }) => { if (target.closest(".number")) pick(target); }, form);
  on("input", ({ target }) => {
    // Who says that nobody played says nothing else.
    if (target.matches(".alone :checked")) {
      for (const other of all(".choice :checked:not(.alone *)", draft)) other.checked = false;
      for (const other of numbers()) other.value = "";
    } else if (target.matches('[data-stage="call"] [type=radio]')) {
      for (const other of all(".alone :checked", draft)) other.checked = false;
    }
    const other = form.elements[target.dataset.complement];
    if (other) other.value = other.placeholder = ""; // the server says what is left for it
    later(target.type === "text" ? 80 : 0);
  }, form);
  // A second tap on a chosen chip takes the choice back.
  let again = null;
  on("pointerdown", ({ target }) => { again = target.checked && target.type === "radio" && target; }, form);
  on("click", ({ target }) => {
    if (target.closest(".keypad button")) type(target.textContent);
    if (target !== again) return;
    again = target.checked = false;
    later(0);
  }, form);

  // By keyboard: letters pick, arrows move, digits go to the active number, Enter only books.
  const chips = () => all("#asked .chip input:enabled:not(.pad *)", form).filter((chip) => chip.checkVisibility());
  const letterOf = (chip) => ((chip.ariaLabel || chip.parentNode.textContent).match(/\p{L}/u) || [""])[0].toUpperCase();
  const pickLetter = (letter, from) => {
    const places = chips(), at = Math.max(0, places.indexOf(from) + Boolean(from.checked)), group = from.closest(".choice, .pile");
    const fits = [...places.slice(at), ...places.slice(0, at)].filter((chip) => letterOf(chip) === letter);
    const found = fits.find((chip) => group?.contains(chip)) || fits[0];
    found?.focus();
    found?.click();
    found?.closest(".piles .pile")?.nextElementSibling?.querySelector("input")?.focus();
  };
  on("keydown", (event) => {
    const { key, target } = event, number = target.matches(".number input");
    if (!form.isConnected || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("select, textarea, .pad *, input:not(.chip *, .number *)")) return;
    const sign = { Backspace: "⌫", "-": "±", ",": "⅓⅔", ".": "⅓⅔" }[key] || key;
    if (key === "Enter") {
      const book = one(".book", form);
      if (!book || target.matches("a, button, summary")) return;
      if (!book.disabled) book.click();
    } else if (all(".keypad button", form).some(({ textContent }) => textContent === sign)) {
      if (number && !isDigit(target) && sign !== "⅓⅔") return;
      type(sign);
    } else if (/^Arrow/.test(key) && !number) {
      const places = chips(), at = places.indexOf(target), step = /Right|Down/.test(key) ? 1 : -1;
      places.at(at < 0 ? 0 : (at + step) % places.length)?.focus();
    } else if (/^\p{L}$/u.test(key)) pickLetter(key.toUpperCase(), target);
    else return;
    event.preventDefault();
  });
  dress();
};
for (const form of all("form[data-preview]")) dressEntry(form);
on("entry", (event) => dressEntry(event.detail));

// A ± key where a number can be negative: phone keyboards hide the minus.
for (const input of all(".amounts input")) input.before(makeKey("±", () => { input.value = flip(input.value); input.focus(); }));

// What a change would do must be shown again once the form is edited.
on("input", ({ target: { form, name } }) => {
  const confirm = form && one("[value=confirm]", form);
  if (confirm && name !== "note") confirm.disabled = true;
});

// When it was filled in, and only once.
on("submit", ({ target }) => {
  if (!target.matches("[data-once], .save, .removal")) return;
  if (target.elements.made) target.elements.made.value = new Date().toISOString();
  setTimeout(() => { for (const button of all("button:not([type=button])", target)) button.disabled = true; });
}, document, true);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

// Names of earlier nights: a tap takes the next free seat.
for (const chip of all("[data-names] button")) {
  chip.hidden = false;
  chip.onclick = () => {
    const free = all(".seat input:not([type=radio])").find((seat) => !seat.value);
    if (free) [free.value, chip.hidden] = [chip.textContent, true];
  };
}

// What only a browser with JavaScript can do, also after live updates.
const shared = (act) => act.value || one("[data-share]").textContent;
const ACTS = {
  print: () => print(),
  turn: () => document.documentElement.classList.toggle("turned"),
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

// A rule number opens its rule where it stands, and shuts it again.
on("click", async (event) => {
  const link = event.target.closest("a.rule");
  if (!link || event.ctrlKey || event.metaKey || document.getElementById(link.hash.slice(1))) return;
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
