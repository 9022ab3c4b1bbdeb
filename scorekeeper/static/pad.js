/* The counting pad: adds up a pile of Tarock cards in exact thirds, by card, by class or in packets of three.
   It fills a field of the entry; the server judges what is entered. */
"use strict";
for (const pad of document.querySelectorAll(".pad")) {
  const find = (selector) => [...pad.querySelectorAll(selector)];
  const pack = find("[data-worth]").reduce((sum, card) => sum + Number(card.dataset.worth), 0);
  const size = find("[data-worth]").length;
  const piles = { points: { cards: new Set(), singles: [0, 0, 0, 0, 0], packets: [] }, defender_points: { cards: new Set(), singles: [0, 0, 0, 0, 0], packets: [] } };
  let side = "points", way = "cards";
  const words = pad.dataset;

  const spoken = (thirds) => (thirds < 3 && thirds % 3 ? "" : Math.floor(thirds / 3)) + ["", "⅓", "⅔"][thirds % 3];
  const count = (pile) => {
    if (way === "cards") {
      const chosen = find("[data-worth]").filter((card) => pile.cards.has(card.value));
      return { cards: chosen.length, thirds: chosen.reduce((sum, card) => sum + Number(card.dataset.worth), 0) };
    }
    const singles = pile.singles.reduce((sum, number, place) => ({ cards: sum.cards + number, thirds: sum.thirds + number * (3 * (place + 1) - 2) }), { cards: 0, thirds: 0 });
    const packets = way === "packets" ? pile.packets : [];
    return { cards: singles.cards + 3 * packets.length, thirds: singles.thirds + 3 * packets.reduce((sum, value) => sum + value, 0) };
  };
  const show = () => {
    const pile = piles[side], other = piles[side === "points" ? "defender_points" : "points"];
    const mine = count(pile), theirs = count(other);
    pad.querySelector(".total").textContent = words.total.replace("{cards}", mine.cards).replace("{points}", spoken(mine.thirds));
    const check = pad.querySelector(".check");
    check.textContent = "";
    if (mine.cards && theirs.cards) {
      const cards = size - mine.cards - theirs.cards, thirds = pack - mine.thirds - theirs.thirds;
      check.textContent = !cards && !thirds ? words.right
        : cards > 0 ? words.few.replace("{cards}", cards) : cards < 0 ? words.many.replace("{cards}", -cards)
        : words.wrong.replace("{points}", (thirds < 0 ? "−" : "") + spoken(Math.abs(thirds)));
      check.classList.toggle("minus", Boolean(cards || thirds));
    }
    for (const card of find("[data-worth]")) {
      card.setAttribute("aria-pressed", pile.cards.has(card.value));
      card.disabled = other.cards.has(card.value);
    }
    for (const key of find("[data-single]")) key.querySelector("b").textContent = pile.singles[key.dataset.single - 1] || "";
    pad.querySelector(".laid").textContent = pile.packets.join(" + ");
    for (const part of find("[data-way]")) part.hidden = !part.dataset.way.split(" ").includes(way);
  };
  pad.addEventListener("change", (event) => {
    if (event.target.name === "pad-side") side = event.target.value;
    if (event.target.name === "pad-way") way = event.target.value;
    event.stopPropagation();
    show();
  });
  pad.addEventListener("input", (event) => event.stopPropagation());
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    const pile = piles[side];
    if (key.dataset.worth) pile.cards.delete(key.value) || pile.cards.add(key.value);
    if (key.dataset.single) pile.singles[key.dataset.single - 1] += 1;
    if (key.dataset.packet) pile.packets.push(Number(key.dataset.packet));
    if (key.dataset.pad === "back") pile.packets.pop();
    if (key.dataset.pad === "clear") piles[side] = { cards: new Set(), singles: [0, 0, 0, 0, 0], packets: [] };
    if (key.dataset.pad === "use") {
      const field = pad.closest("form").elements[side];
      field.value = spoken(count(pile).thirds) || "0";
      pad.open = false;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    show();
  });
  show();
}
