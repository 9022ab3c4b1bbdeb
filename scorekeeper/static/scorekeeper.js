/* Convenience on top of pages that work without it. Nothing here computes a score: the server does. */
"use strict";
document.documentElement.classList.add("js");
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const ask = (url, patience, more) => fetch(url, { ...more, signal: AbortSignal.timeout(patience) });
const make = (tag, fields, ...inside) => {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...inside);
  return made;
};
const makeKey = (textContent, act) => {
  const key = make("button", { type: "button", textContent });
  key.addEventListener("click", act);
  return key;
};

/* What this phone keeps of a night stands under keys that hold its address, and in the box of what waits to be sent.
   Some browsers keep nothing, and are as if nothing had been kept. */
const BOX = "scorekeeper outbox", AHEAD = "scorekeeper ahead ";
const quietly = (act) => { try { return act(); } catch { return null; } };
const load = (name, none) => quietly(() => JSON.parse(localStorage.getItem(name))) || JSON.parse(none);
const store = (name, value) => localStorage.setItem(name, JSON.stringify(value));
const forget = (fits) => quietly(() => { for (const key of Object.keys(localStorage)) if (fits(key)) localStorage.removeItem(key); });
/* A night that this phone may not see any more leaves nothing here; other nights keep what waits for them. */
const leaveNight = (slug) => {
  forget((key) => key.split(/\W+/).includes(slug));
  const waiting = load(BOX, "[]"), stay = waiting.filter(({ sheet }) => !sheet.endsWith(`/${slug}`));
  if (stay.length < waiting.length) store(BOX, stay);
  document.dispatchEvent(new Event("left"));
};
/* The forms for deals to come hold names: those go that do not fit the night as it is now. */
const keepForms = (sheet, { head, ahead }) => {
  const { forms = {} } = load(AHEAD + sheet, "{}"), fit = ahead.filter(([, key]) => key in forms);
  if (!fit.length) forget((key) => key === AHEAD + sheet);
  else quietly(() => store(AHEAD + sheet, { head, plan: ahead, forms: Object.fromEntries(fit.map(([, key]) => [key, forms[key]])) }));
};
for (const { dataset } of all("[data-left]")) leaveNight(dataset.left);
/* My nights: of those that moved on since, and of those that are not mine any more, no form stays. */
for (const list of all("[data-nights]")) {
  const heads = new Map(all("[data-night]", list).map(({ pathname, dataset }) => [AHEAD + pathname, dataset.night]));
  forget((key) => key.startsWith(AHEAD) && (!heads.has(key) || load(key, "{}").head !== heads.get(key)));
}

const flip = (text) => /^[-−]/.test(text) ? text.slice(1) : "−" + text;

/* As long as the server is away the button says which deal it books, not what that would pay. */
const nameDeal = (form) => {
  const key = form.querySelector(".book");
  if (key && form.dataset.book) key.textContent = form.dataset.book.replace("{number}", form.elements.number.value);
};

/* An entry form: ask the server what fits and what it would pay, and keep Save shut until it says so. */
const dressEntry = (form) => {
  const draft = form.querySelector("#draft");
  let timer = 0, latest = 0, active = null;

  const allow = (may) => { for (const button of all("#actions button", form)) button.disabled = !may(button); };
  const pick = (input) => {
    active = input;
    for (const other of all(".number input", form)) other.classList.toggle("active", other === input);
  };
  const numbers = () => all(".number input", draft).filter((input) => input.checkVisibility());
  const complement = (input) => {
    const other = input.dataset.complement && form.elements[input.dataset.complement];
    if (!other) return;
    const [, whole, third] = input.value.match(/^(?=.)(\d*)([⅓⅔]?)$/) || [];
    const rest = 3 * input.dataset.whole - 3 * whole - ["", "⅓", "⅔"].indexOf(third); /* NaN for what is no count */
    other.value = rest >= 0 ? `${rest % 3 && rest < 3 ? "" : Math.floor(rest / 3)}${["", "⅓", "⅔"][rest % 3]}` : "";
  };
  const refresh = async () => {
    const turn = ++latest, name = active && active.name;
    const body = new URLSearchParams(new FormData(form));
    const answer = await ask(form.dataset.preview, 4000, { method: "POST", body }).catch(() => null);
    if (!answer || answer.status >= 500) { /* what is entered is kept, and the server will judge it when it is back */
      const begun = form.querySelector("#asked :checked") || numbers().some((input) => input.value);
      allow(() => begun);
      if (begun) nameDeal(form);
      return;
    }
    if (turn !== latest || !answer.ok && answer.status !== 409) return;
    const text = await answer.text();
    if (turn !== latest) return;
    if (answer.status === 409) { /* somebody else was first: what was typed stays, and Save shows both */
      draft.querySelector("#live").innerHTML = text;
      allow(() => true);
      return;
    }
    const { name: focused, value } = document.activeElement || {};
    const pad = draft.querySelector(".pad"); /* it keeps what was counted so far */
    draft.innerHTML = text;
    const seats = draft.querySelector("template"); /* who deals may have changed who plays */
    if (seats) for (const part of [...seats.content.children]) form.querySelector(`#${part.id}`).replaceWith(part);
    const fresh = draft.querySelector(".pad");
    if (pad && fresh) {
      const next = fresh.nextSibling, spot = fresh.parentNode;
      fresh.remove(); /* first, or its chosen radios would turn those of the old one off */
      spot.insertBefore(pad, next);
      pad.dispatchEvent(new CustomEvent("refresh", { detail: fresh }));
    }
    dress();
    if (name && form.elements[name]) pick(form.elements[name]);
    if (focused) {
      const again = all(`[name="${focused}"]`, form).find((input) => input.type === "text" || input.value === value);
      if (again) again.focus({ preventScroll: true });
    }
  };
  const later = (wait) => {
    latest += 1; /* an answer on its way knows nothing of this, and must not wipe it out */
    clearTimeout(timer);
    timer = setTimeout(refresh, wait);
  };
  const type = (key) => {
    const fields = numbers(), digit = (input) => input.dataset.total > 0 && input.dataset.total < 10;
    let input = active || fields[0];
    if (!input) return;
    if (key === "⌫" && !input.value && digit(input)) input = fields[fields.indexOf(input) - 1] || input;
    pick(input);
    input.scrollIntoView({ block: "nearest" });
    if (key === "⌫") input.value = input.value.slice(0, -1);
    else if (key === "±") input.value = flip(input.value);
    else if (key === "⅓⅔") input.value = input.value.replace(/[⅓⅔]?$/, (end) => ({ "": "⅓", "⅓": "⅔", "⅔": "" })[end]);
    else if (input.value.replace(/\D/g, "").length < 3) input.value = (input.value === "0" ? "" : input.value) + key;
    complement(input);
    /* Where one digit is all that fits, it leads on to the next player. */
    if (/\d/.test(key) && digit(input)) pick(fields.find((next) => next.name.split(".")[0] === input.name.split(".")[0] && !next.value) || input);
    const confirm = form.querySelector("button[value=confirm]");
    if (confirm) confirm.disabled = true;
    later(60);
  };
  /* Our own keypad: a phone's keyboard would cover the Save button. */
  const dress = () => {
    allow(({ dataset }) => "ready" in dataset);
    dressFields();
    for (const old of all(".keypad", form)) old.remove();
    if (!numbers().length) return;
    const extra = all("[data-thirds]", form).length ? ["⅓⅔"] : all("[data-signed]", form).length ? ["±"] : [];
    const keys = [..."1234567890", ...extra, "⌫"].map((key) => makeKey(key, () => type(key)));
    keys.at(-1).className = "back";
    form.querySelector(".bar").prepend(make("div", { className: "keypad" }, ...keys));
  };
  const dressFields = () => {
    const fields = numbers();
    if (!fields.length) return;
    if (matchMedia("(pointer: coarse)").matches) for (const input of fields) input.inputMode = "none";
    if (!draft.contains(active)) pick(fields.find((input) => input.value) || fields[0]);
  };
  form.addEventListener("toggle", dress, true);
  form.addEventListener("focusin", (event) => { if (event.target.closest(".number")) pick(event.target); });
  form.addEventListener("input", (event) => {
    const input = event.target;
    if (input.closest(".chip.alone") && input.checked) {
      for (const other of all(".choice input", draft)) if (other !== input && !other.closest(".chip.alone")) other.checked = false;
      for (const other of numbers()) other.value = "";
    } else if (input.type === "radio" && draft.contains(input) && input.closest('[data-stage="call"]')) {
      for (const other of all(".chip.alone input", draft)) other.checked = false;
    }
    if (input.dataset.complement) complement(input);
    later(input.type === "text" ? 150 : 0);
  });
  /* A seating that nobody touched is not sent: the rotation decides when the deal is booked. */
  form.addEventListener("formdata", ({ formData }) => {
    if (!formData.get("dealer")) formData.delete("dealer");
    if (!formData.get("shown") || formData.getAll("playing").join(" ") !== formData.get("shown")) return;
    formData.delete("playing");
    formData.delete("shown");
  });
  /* A second tap on a chosen chip takes the choice back. */
  form.addEventListener("pointerdown", (event) => {
    const input = event.target.closest(".chip")?.querySelector("input[type=radio]:checked");
    if (input) input.dataset.again = "";
  });
  form.addEventListener("click", (event) => {
    if (!("again" in event.target.dataset)) return;
    delete event.target.dataset.again;
    event.target.checked = false;
    later(0);
  });
  dress();
};
for (const form of all("form[data-preview]")) dressEntry(form);
document.addEventListener("entry", (event) => dressEntry(event.detail));

/* A ± key where a number can be negative: phone keyboards hide the minus. */
for (const input of all(".amounts input[data-signed]")) {
  input.before(makeKey("±", () => {
    input.value = flip(input.value);
    input.focus();
  }));
}

/* What a change would do was shown for what stood in the form then: edited, it must be shown again. */
for (const confirm of all("button[value=confirm]")) {
  confirm.form.addEventListener("input", (event) => { if (event.target.name !== "note") confirm.disabled = true; });
}

/* When it was filled in, and only once. */
for (const form of all("form[data-once]")) {
  form.addEventListener("submit", () => {
    if (form.elements.made) form.elements.made.value = new Date().toISOString();
    setTimeout(() => { for (const button of all("button:not([type=button])", form)) button.disabled = true; });
  });
}
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

/* Names of earlier nights: a tap takes the next free seat. */
for (const chips of all("[data-names]")) {
  const seats = all(".seat input:not([type=radio])");
  for (const chip of all("button", chips)) {
    chip.hidden = false;
    chip.addEventListener("click", () => {
      const free = seats.find((seat) => !seat.value);
      if (!free) return;
      free.value = chip.textContent;
      free.dispatchEvent(new Event("input", { bubbles: true }));
      chip.hidden = true;
    });
  }
}
/* One empty seat more than are taken. */
const seats = all(".seat");
const openSeats = () => {
  const taken = seats.filter((seat) => seat.querySelector("input").value).length;
  seats.forEach((seat, place) => seat.classList.toggle("shown", place <= taken));
};
for (const seat of seats) seat.addEventListener("input", openSeats);
openSeats();

/* What only a browser with JavaScript can do, also after live updates have put the page anew. */
const offerActs = () => {
  for (const act of all("[data-do]")) act.hidden = act.dataset.do === "share" && !navigator.share;
};
document.addEventListener("renewed", offerActs);
document.addEventListener("click", (event) => {
  const act = event.target.closest("[data-do]");
  if (act && act.dataset.do === "print") print();
  if (act && act.dataset.do === "share") navigator.share({ text: document.querySelector("[data-share]").textContent }).catch(() => {});
});
offerActs();

/* A rule number opens its rule where it stands, and shuts it again. On the rule page the link leads to it. */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.rule"), number = link && link.hash.slice(1);
  if (!link || event.ctrlKey || event.metaKey || document.getElementById(number)) return;
  event.preventDefault();
  const spot = link.closest("th, td, p, li, .field, dl > div"), open = spot.querySelector(".told");
  if (open) open.remove();
  for (const other of all("a.rule[aria-expanded]", spot)) other.removeAttribute("aria-expanded");
  if (open && open.dataset.rule === number) return;
  const answer = await fetch(link.href.replace(/sheet(.*)#(.*)/, "$2$1")).catch(() => null);
  if (!answer || !answer.ok) return location.assign(link.href);
  const box = document.createElement("div");
  box.className = "told";
  box.dataset.rule = number;
  box.innerHTML = await answer.text();
  spot.append(box);
  link.setAttribute("aria-expanded", "true");
});
