/* Entries wait here until the server has them, and go out until they are answered: the server books an id once. What it
   cannot book stays until somebody decides. */
import { AHEAD, OUTBOX, isPreferred, load, quietly, store } from "./device.js";
import { all, announce, ask, csrfToken, fill, make, makeButton, on, one, outside, parse, refill, shut, submitterOf } from "./dom.js";
import { dressEntry, nameDeal } from "./entry.js";
import { main, strip } from "./live.js";
import { isBegun } from "./morph.js";

const PATIENCE = 8000;
const words = strip.dataset; // and addresses
const { sheet } = words;
const ahead = AHEAD + sheet;
const keep = (entries) => store(OUTBOX, entries);
const waiting = () => load(OUTBOX, []);
const drop = (id) => keep(waiting().filter((entry) => entry.id !== id));
const lost = () => strip.classList.contains("lost") || !navigator.onLine;
// An entry is stored with the players' keys; their names are those of the page.
const isKey = (part) => /^p\d+$/.test(part);
const named = (entry) => {
  const names = entry.sheet === sheet ? JSON.parse(words.names) : {};
  const texts = entry.said.map((part) => isKey(part) ? names[part] : part).filter(Boolean).join(", ");
  return fill(words.deal, entry) + (texts && ` (${texts})`);
};

// Why the server refused an entry: the error on its page, or the heading of a conflict. Names are stored as keys.
const reasonOn = (page) => {
  const text = ((one("main[data-live] .error", page) || one("main[data-live] h1", page) || {}).textContent || "").trim();
  return Object.entries(JSON.parse(words.names)).reduce((sum, [key, name]) => sum.split(name).join(`{${key}}`), text);
};
const reasonOf = ({ why, sheet: of }) => (why && of === sheet ? `. ${fill(why, JSON.parse(words.names))}` : "");

// Whether this page shows its form or its conflict.
const isHere = ({ id }) => one(`[data-decides="${id}"], form[data-preview] [name=request][value="${id}"]`);
let full; // no form is left for the next deal
const show = () => {
  const entries = waiting().filter((entry) => !entry.stuck || !isHere(entry)), stuck = entries.find((entry) => entry.stuck), place = one(".outbox", strip);
  refill(place);
  place.hidden = !entries.length;
  if (!entries.length) return;
  const text = stuck ? fill(words.stuck, { entry: named(stuck) }) + reasonOf(stuck)
    : fill(words.waiting, { entries: entries.map(named).join(", ") }) + (full ? ". " + words.enough : "");
  place.append(make("b", { className: "badge" }, entries.length), make("span", {}, text));
  if (!stuck) return;
  const look = makeButton(words.decide, () => lost() || again(stuck));
  place.append(make("span", { className: "acts" }, look, makeButton(words.discard, () => { drop(stuck.id); send(); })));
};
// The server shows the errors of an entry, or the conflict with the booked one.
const decide = (entry) => {
  const fields = [...new URLSearchParams(entry.body), ["csrf_token", csrfToken()]];
  const form = make("form", { method: "post", action: entry.url, hidden: true }, ...fields.map(([name, value]) => make("input", { name, value })));
  document.body.append(form);
  form.submit();
};

const deliver = async () => {
  for (let [entry] = waiting(); entry && !entry.stuck; [entry] = waiting()) {
    const body = new URLSearchParams(entry.body);
    body.set("csrf_token", csrfToken());
    const answer = await ask(entry.url, PATIENCE, { method: "POST", headers: { Accept: "application/json" }, body }).catch(() => null);
    if (!answer || answer.status >= 500) return;
    if (answer.ok && answer.status !== 201) return; // not from the server, but the login page of a Wi-Fi
    if (answer.ok) drop(entry.id);
    else {
      const why = reasonOn(parse(await answer.text()));
      keep(waiting().map((other) => other.id === entry.id ? { ...other, stuck: true, why } : other));
    }
  }
};
// The refusal may have come from a proxy.
const again = async ({ id, sheet, number }) => {
  keep(waiting().map((other) => other.id === id ? { ...other, stuck: false } : other));
  await send();
  const mine = waiting().find((other) => other.id === id);
  if (mine?.stuck) decide(mine);
  else if (!mine) location.assign(`${sheet}#deal-${number}`);
};
let sending;
const send = () => {
  sending = sending || deliver().finally(() => { sending = null; show(); });
  return sending;
};

// The forms of the next deals. They contain names, so outdated ones are deleted at once.
const prepare = async ({ head, ahead: plan }) => {
  const { forms: old = {} } = load(ahead, {}), forms = {}, keepForms = () => store(ahead, { head, plan, forms });
  for (const [, key] of plan) if (key in old) forms[key] = old[key];
  if (Object.keys(old).length) keepForms();
  for (const [number, key] of plan) {
    if (key in forms) continue;
    const answer = await ask(fill(words.ahead, { number }), PATIENCE);
    if (answer.status !== 200) return;
    const form = one("form.entry", parse(await answer.text()));
    one(".pad", form)?.remove();
    form.elements.csrf_token.setAttribute("value", "");
    forms[key] = form.outerHTML;
  }
  if (head === words.head) keepForms(); // else the night has changed meanwhile
};
let opened; // while the server was away
const formOf = (number) => {
  const { plan = [], forms = {} } = load(ahead, {});
  return forms[plan.find(([known]) => known === number)?.[1]];
};
const open = (number) => {
  const html = formOf(number);
  if (!html) return false;
  const form = one("form", parse(html)), { elements } = form;
  one("h1", form).textContent = fill(words.deal, { number });
  elements.number.value = number;
  elements.csrf_token.value = csrfToken();
  elements.request.value = fresh();
  nameDeal(form);
  form.action = words.enter;
  refill(main, strip, form);
  main.dataset.live = "";
  opened = form;
  dressEntry(form);
  scrollTo(0, 0);
  return true;
};
const fresh = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
const following = () => {
  const last = waiting().filter((entry) => entry.sheet === sheet).pop();
  if (last) return last.number + (last.action === "booked");
  return load(ahead, {}).plan?.[0]?.[0];
};

const textsOf = (form) => outside(".pad", all("#asked input:checked, .number [inputmode]", form))
  .map(({ value, labels: [chip] }) => (chip?.matches(".chip") && !isKey(value) ? chip.textContent : value).trim()).filter(Boolean);
on("submit", async (event) => {
  const form = event.target, button = submitterOf(event), action = button?.value;
  if (form.dataset.preview !== words.preview || !["booked", "called"].includes(action)) return;
  const fields = new FormData(form); // with the moment when it was filled in
  fields.set(button.name, action);
  fields.delete("csrf_token");
  const number = Number(fields.get("number")), id = fields.get("request"), others = waiting(), place = others.findIndex((other) => other.id === id);
  others[place < 0 ? others.length : place] = { id, number, action, url: words.enter, sheet, said: textsOf(form), body: String(new URLSearchParams(fields)) };
  try {
    keep(others);
  } catch {
    return; // storage is full: send it as a normal form
  }
  event.preventDefault();
  show();
  if (!lost()) await send();
  const mine = waiting().find((other) => other.id === id);
  if (!mine?.stuck && isPreferred("vibrate")) navigator.vibrate?.(60);
  if (!mine) location.replace(`${sheet}#deal-${number}`);
  else if (mine.stuck) decide(mine);
  else if (action === "called") { // the result of the same deal comes later
    form.elements.based_on.value++;
    form.elements.request.value = fresh();
    form.dispatchEvent(new Event("input"));
  } else if (!open(number + 1)) {
    shut(form);
    full = true;
    show();
  }
});
on("click", async (event) => {
  const key = event.target.closest("a, button"), choice = key?.closest("[data-decides]");
  if (choice) drop(choice.dataset.decides);
  if (key?.pathname !== words.enter || event.ctrlKey || event.metaKey || event.shiftKey || !formOf(following())) return;
  event.preventDefault();
  // Check the server first, so that the browser shows no error page.
  const there = !lost() && await ask(words.now, 1500, { method: "HEAD" }).then(({ status }) => status < 500, () => false);
  if (there || !open(following())) location.assign(key.href);
});
on("night", async ({ detail }) => {
  if (detail) prepare(detail).catch(() => {});
  if (waiting().length) await send();
  announce("reachable");
  if ((full || opened && !isBegun(opened)) && !waiting().length) location.assign(sheet);
});
// A page on which nothing is left to decide takes the entry away.
for (const { dataset } of all("[data-settled]")) drop(dataset.decides);
on("left", show);
on("renewed", show);
// Earlier versions stored names.
quietly(() => keep(waiting().map((entry) => Array.isArray(entry.said) ? entry : { ...entry, said: [] })));
show();
