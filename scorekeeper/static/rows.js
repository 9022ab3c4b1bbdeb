// Rows such as bonuses: a button for each, a dialog that asks who and how, and the chosen ones as tags.
import { all, fill, make, makeButton, on, one } from "./dom.js";

const nameOf = (select) => select.closest("label").firstChild.textContent.trim();

const titleOf = (select) => one("legend", select.closest("fieldset")).textContent;

const set = (select, value) => {
  select.value = value;
  select.dispatchEvent(new Event("input", { bubbles: true }));
};

const radio = (name, value, text, checked) => make("label", { className: "chip" },
  make("input", { type: "radio", name, value, checked }), make("span", { textContent: text }));

const group = (label, radios) => make("fieldset", { className: "choice" },
  make("legend", { textContent: label }), make("div", { className: "chips" }, ...radios));

// Whoever plays the deal is the likeliest.
const likeliest = (selects, asking) => {
  const player = one(`[name="${asking}"]:checked`);
  return selects.find(({ dataset }) => dataset.player === player?.value);
};

const askFor = (selects, { who, how, cancel, asking }) => {
  const first = likeliest(selects, asking);
  const players = selects.map((select, place) => radio("who", place, nameOf(select), select === first));
  const ways = [...selects[0].options].slice(1).map(({ value, text }) => radio("how", value, text, false));
  const dialog = make("dialog", { className: "row-dialog" },
    make("h2", { textContent: titleOf(selects[0]) }),
    group(who, players), group(how, ways), makeButton(cancel, () => dialog.close()));
  on("input", () => {
    const player = one("[name=who]:checked", dialog), way = one("[name=how]:checked", dialog);
    if (!player || !way) return;
    dialog.close();
    set(selects[player.value], way.value);
  }, dialog);
  on("close", () => dialog.remove(), dialog);
  document.body.append(dialog);
  dialog.showModal();
};

const tagFor = (select, { remove }) => {
  const way = select.selectedOptions[0].text;
  const tag = makeButton(`${titleOf(select)} · ${nameOf(select)}: ${way}`, () => set(select, ""));
  tag.className = "tag";
  tag.ariaLabel = fill(remove, { row: tag.textContent });
  return tag;
};

// The pull-downs stay in the form, where the server reads them.
export const dressRows = (place) => {
  const rows = place.nextElementSibling, texts = place.dataset;
  const choices = all("fieldset", rows).map((row) => all("select", row));
  const chosen = choices.flat().filter(({ value }) => value);
  const buttons = choices.map((selects) => makeButton(titleOf(selects[0]), () => askFor(selects, texts)));
  place.replaceChildren(
    make("span", { className: "label", textContent: texts.label }),
    make("div", { className: "tags" }, ...chosen.map((select) => tagFor(select, texts))),
    make("div", { className: "chips" }, ...buttons));
  place.hidden = false;
  rows.hidden = true;
};
