// The search in house rules: only those with all its words are shown.
import { all, fill, on, one } from "./dom.js";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const dressSearch = (search) => {
  const typed = one("input", search);
  const folded = one("details", search.parentElement);
  const rules = all(".field", search.parentElement).filter((rule) => rule !== search);
  let wasOpen = false; // before anything was searched

  const filter = () => {
    const words = plain(typed.value).split(/\s+/).filter(Boolean);
    for (const rule of rules) rule.hidden = !words.every((word) => plain(rule.textContent).includes(word));
    const found = rules.filter((rule) => !rule.hidden).length;
    if (folded) folded.open = words.length > 0 || wasOpen;
    one("[role=status]", search).textContent = words.length ? fill(search.dataset.found, { n: found, all: rules.length }) : "";
  };
  const noteFold = () => {
    if (!typed.value) wasOpen = folded.open;
  };
  const offer = () => {
    search.hidden = false;
  };
  // Enter would send the whole form.
  const keepForm = (event) => {
    if (event.key === "Enter") event.preventDefault();
  };
  on("input", filter, search);
  on("keydown", keepForm, search);
  on("renewed", offer);
  if (folded) on("toggle", noteFold, folded);
  offer();
};
for (const search of all("[data-found]")) dressSearch(search);
