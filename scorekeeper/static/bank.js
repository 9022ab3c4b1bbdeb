// The receiver's account is stored only on this phone: typed once, and cleared by a button.
import { load, quietly, store } from "./device.js";
import { on, one } from "./dom.js";

const NAME = "bank account";
const FIELDS = ["iban", "holder", "town"];

const fields = (form) => [...form.elements].filter(({ id }) => FIELDS.includes(id));

const dress = () => {
  const form = one("[data-bank]");
  if (!form) return;
  const known = load(NAME, {});
  for (const field of fields(form)) field.value = field.value || known[field.name] || "";
  const clear = one("[data-bank-clear]", form);
  if (clear) clear.hidden = !known.iban;
};

on("submit", ({ target }) => {
  if (!target.matches("[data-bank]")) return;
  const typed = Object.fromEntries(fields(target).map(({ name, value }) => [name, value]));
  quietly(() => store(NAME, { ...load(NAME, {}), ...typed })); // else it is typed each time
});

on("click", ({ target }) => {
  if (!target.closest("[data-bank-clear]")) return;
  localStorage.removeItem(NAME);
  for (const field of fields(one("[data-bank]"))) field.value = "";
  dress();
});

on("renewed", dress);
dress();
