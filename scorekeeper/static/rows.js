// Rows such as bonuses: buttons, a dialog for player and outcome, and tags of the chosen ones.
import { all, fill, make, makeButton, on, one, refill } from "./dom.js";

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

// The player of the deal is the likeliest.
const likeliest = (selects, asking) => {
  const player = one(`[name="${asking}"]:checked`);
  return selects.find(({ dataset }) => dataset.player === player?.value);
};

// A dialog that closes once `choose` has taken an answer.
const openDialog = (title, cancel, choose, ...parts) => {
  const dialog = make("dialog", { className: "row-dialog" },
    make("h2", { textContent: title }), ...parts, makeButton(cancel, () => dialog.close()));
  on("input", () => { if (choose(dialog)) dialog.close(); }, dialog);
  on("close", () => dialog.remove(), dialog);
  document.body.append(dialog);
  dialog.showModal();
};

const wayIn = (dialog) => one("[name=how]:checked", dialog);

const radiosOf = (options) => options.map(({ value, text }) => radio("how", value, text, false));

// Contra is seldom said: its ways are folded, so that the others are seen at once.
const askFor = (selects, { who, how, contra, cancel, asking }) => {
  const first = likeliest(selects, asking);
  const players = selects.map((select, place) => radio("who", place, nameOf(select), select === first));
  const ways = [...selects[0].options].slice(1), rare = ways.filter(({ dataset }) => "contra" in dataset);
  const folded = make("details", { hidden: !rare.length },
    make("summary", { textContent: contra }), make("div", { className: "chips" }, ...radiosOf(rare)));
  openDialog(titleOf(selects[0]), cancel, (dialog) => {
    const player = one("[name=who]:checked", dialog), way = wayIn(dialog);
    if (!player || !way) return false;
    set(selects[player.value], way.value);
    return true;
  }, group(who, players), group(how, radiosOf(ways.filter((way) => !rare.includes(way)))), folded);
};

// An announcement was made or failed, and what was said stands above; undoing it is rarer.
const askEnd = (select, ends, row, { how, remove, cancel }) => {
  const said = `${select.selectedOptions[0].text}, `, ways = radiosOf([...select.options]
    .filter(({ value }) => ends.includes(value)).map(({ value, text }) => ({ value, text: text.replace(said, "") })));
  openDialog(row, cancel, (dialog) => {
    set(select, wayIn(dialog).value);
    return true;
  }, group(how, [...ways, radio("how", "", fill(remove, { row: titleOf(select) }), false)]));
};

const tagFor = (select, texts) => {
  const [{ text, dataset: { ends } }] = select.selectedOptions, row = `${titleOf(select)} · ${nameOf(select)}: ${text}`;
  const tag = makeButton(row, () => (ends ? askEnd(select, ends.split(" "), row, texts) : set(select, "")));
  tag.className = ends ? "tag waiting" : "tag";
  if (!ends) tag.setAttribute("aria-label", fill(texts.remove, { row }));
  return tag;
};

// The pull-downs stay in the form, where the server reads them.
export const dressRows = (place) => {
  if (!window.HTMLDialogElement) return; // then they are shown as without scripts
  const rows = place.nextElementSibling, texts = place.dataset;
  const choices = all("fieldset", rows).map((row) => all("select", row));
  const chosen = choices.flat().filter(({ value }) => value);
  const buttons = choices.map((selects) => makeButton(titleOf(selects[0]), () => askFor(selects, texts)));
  refill(place,
    make("span", { className: "label", textContent: texts.label }),
    make("div", { className: "tags" }, ...chosen.map((select) => tagFor(select, texts))),
    make("div", { className: "chips" }, ...buttons));
  place.hidden = false;
  rows.hidden = true;
};
