// The receiver's account is stored only on this phone: typed once, and cleared by a button.
import { on, one } from "./dom.js";

const NAME = "bank account";

const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(NAME)) || {};
  } catch {
    return {};
  }
};

const dress = () => {
  const form = one("[data-bank]");
  if (!form) return;
  const { iban, holder } = form.elements;
  const known = stored();
  iban.value ||= known.iban || "";
  holder.value ||= known.holder || "";
  const clear = one("[data-bank-clear]", form);
  if (clear) clear.hidden = !known.iban;
};

on("submit", ({ target }) => {
  if (!target.matches("[data-bank]")) return;
  const { iban, holder } = target.elements;
  try {
    localStorage.setItem(NAME, JSON.stringify({ iban: iban.value, holder: holder.value }));
  } catch {
    // Without storage it is typed each time.
  }
});

on("click", ({ target }) => {
  if (!target.closest("[data-bank-clear]")) return;
  localStorage.removeItem(NAME);
  const { iban, holder } = one("[data-bank]").elements;
  iban.value = "";
  holder.value = "";
  dress();
});

on("renewed", dress);
dress();
