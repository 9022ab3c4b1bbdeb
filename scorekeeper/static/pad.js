// The counting pad: a pile of cards in exact thirds or halves, with cards apart that belong to it; the server checks it.
import { all, fill, make, on, one } from "./dom.js";

// The cards of each suit in a row of their own, as the page names them.
const layCards = (area) => area.append(...area.dataset.cards.split(";").map((line) => {
  const [kind, ...cards] = line.split(",");
  return make("div", { className: "hand" }, ...cards.map((card) => {
    const [value, worth, textContent] = card.split(" "), key = make("button", { type: "button", value, textContent });
    key.className = `playing ${kind}`.trim();
    key.dataset.worth = worth;
    return key;
  }));
}));

export const dressPad = (pad) => {
  const find = (selector) => all(selector, pad), write = (selector, textContent) => Object.assign(one(selector, pad), { textContent });
  layCards(one("[data-cards]", pad));
  const form = pad.closest("form"), words = pad.dataset, keys = find("[data-worth]"), piles = {};
  const add = (...counts) => counts.reduce((a, b) => ({ cards: a.cards + b.cards, thirds: a.thirds + b.thirds }), { cards: 0, thirds: 0 });
  const worthOf = ({ dataset }) => ({ cards: 1, thirds: Number(dataset.worth) });
  const pack = add(...keys.map(worthOf));
  const empty = (way = "cards") => ({ taken: new Set(), singles: {}, packets: [], way });
  const sides = () => find("[name=pad-side]:not([data-of])").map(({ value }) => value);
  const chipOf = (name) => find("[name=pad-side]").find(({ value }) => value === name), partOf = (side) => one(`[data-of="${side}"]`, pad);
  const pileOf = (name) => {
    piles[name] = piles[name] || empty();
    return piles[name];
  };
  const tapped = (pile) => keys.filter((key) => pile.taken.has(key.value));
  // The sum of all ways of counting.
  const count = (name, pile = pileOf(name)) => add(
    ...tapped(pile).map(worthOf),
    ...Object.entries(pile.singles).map(([thirds, cards]) => ({ cards, thirds: cards * thirds })),
    ...pile.packets,
  );
  let [chosen] = sides();

  const unit = Number(words.parts), signs = unit === 2 ? ["", "½"] : ["", "⅓", "⅔"];
  const format = (thirds) => (thirds < unit && thirds % unit ? "" : Math.floor(thirds / unit)) + signs[thirds % unit];
  const other = (side) => sides().find((one) => one !== side);
  // The cards apart of a side: their number, and their count if known.
  const apart = (side) => {
    const sizeOf = (one) => Number(partOf(one)?.dataset.cards || 0), size = sizeOf(side), mine = count(partOf(side)?.value);
    if (mine.cards === size) return { ...mine, size, known: true };
    const theirs = count(partOf(other(side))?.value), rest = add(count(side), count(other(side)), theirs);
    const left = !mine.cards && sides().every((one) => count(one).cards) && theirs.cards === sizeOf(other(side)) && pack.cards - rest.cards === size;
    return left ? { cards: size, thirds: pack.thirds - rest.thirds, size, known: true } : { ...mine, size, known: false };
  };
  const whole = (side) => (apart(side).known ? add(count(side), apart(side)) : count(side));
  const judge = (mine, theirs) => {
    if (!mine.cards || !theirs.cards) return "";
    const cards = pack.cards - mine.cards - theirs.cards, thirds = pack.thirds - mine.thirds - theirs.thirds;
    return !cards && !thirds ? words.right
      : cards > 0 ? fill(words.few, { cards }) : cards < 0 ? fill(words.many, { cards: -cards })
      : fill(words.wrong, { points: (thirds < 0 ? "−" : "") + format(Math.abs(thirds)) });
  };
  const show = () => {
    const [side] = chosen.split("."), pile = pileOf(chosen), mine = count(chosen), part = apart(side), pointsOf = ({ thirds }) => ({ points: format(thirds) });
    const together = part.size && part.known && count(side).cards ? ", " + fill(partOf(side).dataset.all, pointsOf(whole(side))) : "";
    write(".total", fill(words.total, { ...mine, ...pointsOf(mine) }) + together);
    const verdict = part.cards && part.cards !== part.size ? fill(partOf(side).dataset.part, { cards: part.cards, all: part.size }) : judge(whole(side), whole(other(side)));
    write(".check", verdict).classList.toggle("minus", verdict && verdict !== words.right);
    write(".missing", part.known || part.cards ? "" : partOf(side).dataset.missing);
    for (const key of keys) {
      key.setAttribute("aria-pressed", pile.taken.has(key.value));
      key.disabled = Object.values(piles).some((one) => one !== pile && one.taken.has(key.value));
    }
    for (const { dataset: { single }, lastChild } of find("[data-single]")) {
      lastChild.textContent = (pile.singles[single] || 0) + tapped(pile).filter((key) => key.dataset.worth === single).length || "";
    }
    write(".laid", pile.packets.map(({ text }) => text).join(" + "));
    const kept = { packets: pile.packets.length, singles: Object.keys(pile.singles).length };
    for (const area of find("[data-way]")) area.hidden = !kept[area.dataset.kept] && !area.dataset.way.split(" ").includes(pile.way);
    one(`[value=${pile.way}]`, pad).checked = true;
    one("[data-pad=use]", pad).disabled = !count(side).cards;
  };
  // The parts of a count; a typed count has none.
  const note = (side, ...parts) => all(`[data-apart="${side}"]`, form).forEach((input, place) => { input.value = parts[place] || ""; });
  on("input", ({ target }) => { if (target.matches("[data-thirds]")) for (const side of sides()) note(side); }, form);
  const use = (side) => {
    const part = apart(side), field = form.elements[side];
    field.value = format(whole(side).thirds);
    pad.open = false;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (part.size && part.known) note(side, format(count(side).thirds), format(part.thirds));
  };
  on("change", ({ target: { name, value } }) => {
    if (name === "pad-side") {
      if (!count(value).cards) pileOf(value).way = pileOf(chosen).way;
      chosen = value;
    }
    if (name === "pad-way") pileOf(chosen).way = value;
    show();
  }, pad);
  on("input", (event) => event.stopPropagation(), pad);
  on("click", (event) => {
    const key = event.target.closest("button"), pile = pileOf(chosen);
    if (!key) return;
    const { worth, single, packet, pad: act } = key.dataset;
    if (worth) pile.taken.delete(key.value) || pile.taken.add(key.value);
    if (single) pile.singles[single] = (pile.singles[single] || 0) + 1;
    if (packet) pile.packets.push({ cards: Number(packet), thirds: Number(key.value), text: key.textContent });
    if (act === "back") pile.packets.pop();
    if (act === "clear") piles[chosen] = empty(pile.way);
    if (act === "use") use(chosen.split(".")[0]);
    show();
  }, pad);
  // Another contract may have other cards apart.
  on("refresh", (event) => {
    one(".sides", pad).replaceWith(one(".sides", event.detail));
    for (const name in piles) {
      if (name.includes(".") && count(name).cards > (chipOf(name)?.dataset.cards || 0)) delete piles[name];
    }
    if (!chipOf(chosen)) [chosen] = sides();
    chipOf(chosen).checked = true;
    show();
  }, pad);
  show();
};
for (const pad of all(".pad")) dressPad(pad);
