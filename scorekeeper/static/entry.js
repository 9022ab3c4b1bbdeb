// The form of a deal: its questions and outcomes are updated while it is filled in.
import { all, announce, ask, fill, flipSign, isShown, on, one, outside, parse } from "./dom.js";
import { morph } from "./morph.js";
import { dressPad } from "./pad.js";
import { dressRows } from "./rows.js";

// Without a server the button only names its deal, or the missing answer.
export const nameDeal = (form, text = form.dataset.book) => {
  const key = one(".book", form);
  if (key && text) key.textContent = fill(text, { number: form.elements.number.value });
};

// An entry form: Save is disabled until the server has checked the answers.
export const dressEntry = (form) => {
  const draft = one("#draft", form);
  let pad = one(".pad", draft), timer = 0, old = 0, latest = 0, away, active, touched, waiting; // keys typed before the questions are known

  const allow = (may) => all("#actions [name=action]", form).forEach((button) => { button.disabled = !may(button); });
  const pick = (input) => {
    if (input && input !== active) requestAnimationFrame(() => input.scrollIntoView({ block: "nearest" }));
    active = input;
    for (const other of all(".number input", draft)) other.classList.toggle("active", other === input);
    form.classList.toggle("typing", Boolean(input) && !one(".pad[open]", form));
    for (const key of all(".keypad .sign", form)) key.hidden = !input?.matches("[data-signed]");
  };
  const numbers = () => all(".number input", draft).filter(isShown);
  const isDigit = ({ dataset }) => dataset.total > 0 && dataset.total < 10;
  // Our keypad opens with the result, or on a tapped number.
  const dress = () => {
    const fields = numbers(), due = one("#asked[data-due]", draft) && !one("[value=confirm]", form);
    allow(({ dataset }) => "ready" in dataset || one("[data-late]", draft)); // Save shows both
    for (const input of fields) input.inputMode = "none";
    const stays = fields.includes(active) && (due || active.value || document.activeElement === active);
    pick(stays ? active : due && (fields.find((input) => input.value) || fields[0]));
    showKeys();
    all(".chosen-rows", draft).forEach(dressRows);
  };
  // Scrolls the missing answer above the bar, and keeps the question after the last touched one in view.
  const showNext = () => {
    const places = all("#asked [id^=q-]:not(.rows)", form).filter(isShown);
    form.style.setProperty("--bar", one(".bar", form).offsetHeight + "px");
    // A long question stays in place while it is being answered.
    const missing = places.find(({ id }) => id !== touched && id === "q-" + one("#asked", form).dataset.waits);
    const at = places.findIndex(({ id }) => id === touched), next = missing && at >= 0 && places[at + 1];
    for (const place of [missing, next, one(".active", form)]) place && place.scrollIntoView({ block: "nearest" });
  };
  const refresh = async () => {
    const turn = ++latest, body = new URLSearchParams(new FormData(form));
    clearTimeout(old);
    old = setTimeout(() => { if (one(".book[data-ready]", form)) nameDeal(form); }, 300); // what it says is of earlier answers
    const answer = await ask(form.dataset.preview, 4000, { method: "POST", body }).catch(() => null);
    away = !answer || answer.status >= 500;
    if (turn === latest) clearTimeout(old);
    if (away) {
      announce("unanswered");
      // The questions of a result may depend on the call.
      const said = one("[data-stage=result] :checked, .alone :checked", draft) || numbers().some((input) => input.value);
      allow(({ value }) => said || value === "called" && one("#asked :checked", form));
      nameDeal(form, form.dataset[said ? "book" : "away"]);
      return release();
    }
    const text = await answer.text();
    if (turn !== latest || !answer.ok && answer.status !== 409) return;
    const fresh = parse(text), counted = one(".pad", fresh);
    for (const part of fresh.body.children) {
      const old = one("#" + part.id, form);
      morph(old, part);
      for (const input of outside(".pad", all("input", old))) [input.checked, input.value] = [input.defaultChecked, input.defaultValue];
    }
    if (pad && counted) {
      one(".pad", draft).replaceWith(pad);
      pad.dispatchEvent(new CustomEvent("refresh", { detail: counted }));
    } else if (counted) {
      pad = one(".pad", draft);
      dressPad(pad);
    }
    dress();
    showNext();
    release();
  };
  const later = (wait) => {
    latest++; // ignore answers that are still on their way
    waiting = waiting || [];
    clearTimeout(timer);
    timer = setTimeout(refresh, wait);
  };
  const type = (key) => {
    const fields = numbers();
    let input = active || fields[0];
    if (!input) return;
    if (key === "⌫" && !input.value && isDigit(input)) input = fields[fields.indexOf(input) - 1] || input;
    pick(input);
    const { value } = input;
    input.value = key === "⌫" ? value.slice(0, -1)
      : key === "±" ? flipSign(value)
      : key === "⅓⅔" ? value.replace(/[⅓⅔]?$/, (end) => ({ "": "⅓", "⅓": "⅔", "⅔": "" })[end])
      : value.replace(/\D/g, "").length < 3 ? (value === "0" ? "" : value) + key : value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    // After a single digit the next player is active.
    if (/\d/.test(key) && isDigit(input)) pick(all(".number input", input.closest("fieldset")).find((next) => !next.value) || input);
  };
  on("reachable", () => { if (away) later(0); });
  on("toggle", dress, form, true);
  on("focusin", ({ target }) => { if (target.closest(".number")) pick(target); }, form);
  on("input", ({ target }) => {
    touched = target.closest("[id^=q-]")?.id;
    // "Everybody passed" excludes all other answers.
    if (target.matches(".alone :checked")) {
      for (const other of outside(".alone", all(".choice :checked", draft))) other.checked = false;
      for (const other of numbers()) other.value = "";
    } else if (target.matches('[data-stage=call] [type=radio]')) {
      for (const other of all(".alone :checked", draft)) other.checked = false;
    }
    const other = form.elements[target.dataset.complement];
    if (other) other.value = other.placeholder = "";
    later(target.type === "text" ? 80 : 0);
  }, form);
  // A second tap on a chosen chip clears it.
  let again;
  on("pointerdown", ({ target }) => { again = target.checked && target.type === "radio" && target; }, form);
  on("click", ({ target }) => {
    if (target.closest(".keypad button")) type(target.textContent);
    if (target !== again) return;
    again = target.checked = false;
    later(0);
  }, form);

  // By keyboard: letters pick, arrows move, digits go to the active number, Enter only books.
  const chips = () => outside(".pad", all("#asked .chip input:enabled", form)).filter(isShown);
  const letterOf = (chip) => ((chip.getAttribute("aria-label") || chip.parentNode.textContent).match(/\p{L}/u) || [""])[0].toUpperCase();
  // Of several chips with the same letter in a question only the first shows it: pressed again, it goes on.
  const showKeys = () => {
    const seen = new Set();
    for (const chip of chips()) {
      const place = chip.closest("[id^=q-]"), key = letterOf(chip), known = (place ? place.id : "") + key;
      chip.parentNode.dataset.key = seen.has(known) ? "" : key;
      seen.add(known);
    }
  };
  const pickLetter = (letter, from) => {
    const places = chips(), at = Math.max(0, places.indexOf(from) + Boolean(from.checked));
    const groupOf = (chip) => chip.closest(".choice, .pile");
    const fits = [...places.slice(at), ...places.slice(0, at)].filter((chip) => letterOf(chip) === letter);
    const near = fits.find((chip) => chip !== from && groupOf(from)?.contains(chip));
    const open = fits.find((chip) => !one(":checked", groupOf(chip))), same = letterOf(from) === letter && near;
    const found = same || open || !waiting && (near || fits[0]);
    if (!found) return waiting?.push(letter);
    found.focus();
    found.click();
    found.closest(".piles .pile")?.nextElementSibling?.querySelector("input")?.focus();
  };
  const strike = (key) => {
    if (waiting && (waiting.length || !/\p{L}/u.test(key) && !numbers().length)) waiting.push(key);
    else if (key === "Enter") one(".book:enabled", form)?.click();
    else if (/\p{L}/u.test(key)) pickLetter(key.toUpperCase(), document.activeElement);
    else if (all(".keypad button", form).some(({ textContent }) => textContent === key)) type(key);
  };
  const release = () => {
    const struck = waiting || [];
    waiting = null;
    struck.forEach(strike);
  };
  on("keydown", (event) => {
    const { key, target } = event, number = target.matches(".number input");
    if (!form.isConnected || one("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Enter" && target.matches(".pad input")) event.preventDefault();
    if (target.matches("select, textarea, .pad *") || target.matches("input") && !target.closest(".chip, .number")) return;
    form.dataset.keys = "";
    const sign = { Backspace: "⌫", "-": "±", ",": "⅓⅔", ".": "⅓⅔" }[key] || key;
    if (key === "Enter") {
      if (!one(".book", form) || target.matches("a, button, summary")) return;
      strike(key);
    } else if (/^[\p{L}\d⌫±]$|⅔/u.test(sign)) {
      if (number && !isDigit(target) && /^[\d⌫±]/.test(sign)) return;
      strike(sign);
    } else if (/^Arrow/.test(key) && !number) {
      const places = chips(), at = places.indexOf(target), step = /Right|Down/.test(key) ? 1 : -1;
      places[at < 0 ? 0 : (at + step + places.length) % places.length]?.focus();
    } else return;
    event.preventDefault();
  });
  dress();
  // Something may have been tapped before this script was there.
  if (all("input", draft).some((input) => input.checked !== input.defaultChecked || input.value !== input.defaultValue)) later(0);
};
for (const form of all("form[data-preview]")) dressEntry(form);
