/* The counting pad: adds up a pile of Tarock cards in exact thirds, by card, by class or in packets of three, and with
   it the cards apart that count for the same side. It fills a field of the entry; the server judges what is entered. */
"use strict";
for (const pad of document.querySelectorAll(".pad")) {
  const find = (selector) => [...pad.querySelectorAll(selector)];
  const form = pad.closest("form"), words = pad.dataset;
  const pack = find("[data-worth]").reduce((sum, card) => sum + Number(card.dataset.worth), 0);
  const size = find("[data-worth]").length;
  const empty = () => ({ cards: new Set(), singles: [0, 0, 0, 0, 0], packets: [], way: "cards" });
  /* The chips name the piles: one a side, and one of the cards apart that count with it. */
  const chips = () => find("[name=pad-side]"), named = (key) => chips().find((input) => input.value === key);
  const sides = () => chips().filter((input) => !input.dataset.of).map((input) => input.value);
  const piles = {}, pileOf = (key) => (piles[key] ??= empty());
  let chosen = chips()[0].value, filling = false;
  const side = () => named(chosen).dataset.of || chosen;

  const spoken = (thirds) => ((thirds < 3 && thirds % 3 ? "" : Math.floor(thirds / 3)) + ["", "⅓", "⅔"][thirds % 3]);
  const add = (...counts) => counts.reduce((sum, one) => ({ cards: sum.cards + one.cards, thirds: sum.thirds + one.thirds }), { cards: 0, thirds: 0 });
  const tappedCards = (pile) => find("[data-worth]").filter((card) => pile.cards.has(card.value));
  /* Whatever way it was counted in; another way shows and adds to it, and loses nothing. */
  const count = (pile) => add(
    ...tappedCards(pile).map((card) => ({ cards: 1, thirds: Number(card.dataset.worth) })),
    ...pile.singles.map((number, place) => ({ cards: number, thirds: number * (3 * place + 1) })),
    ...pile.packets.map((worth) => ({ cards: 3, thirds: 3 * worth })),
  );
  const chip = (side) => chips().find((input) => input.dataset.of === side);
  const other = (side) => sides().find((one) => one !== side) || "";
  /* The cards apart of a side: how many the contract gives it, and what they count, as far as they were tapped. */
  const tapped = (side) => ({ size: Number(chip(side)?.dataset.cards || 0), ...count(chip(side) ? pileOf(chip(side).value) : empty()) });
  const apart = (side) => {
    const mine = tapped(side), theirs = tapped(other(side));
    if (mine.cards === mine.size) return { ...mine, known: true };
    /* All else is counted: what is left is the part of this side. */
    const rest = add(count(pileOf(side)), count(pileOf(other(side))), theirs);
    const counted = [side, other(side)].every((one) => count(pileOf(one)).cards) && theirs.cards === theirs.size;
    if (!mine.cards && counted && size - rest.cards === mine.size) return { size: mine.size, cards: mine.size, thirds: pack - rest.thirds, known: true };
    return { ...mine, known: false };
  };
  const whole = (side) => (apart(side).known ? add(count(pileOf(side)), apart(side)) : count(pileOf(side)));
  const say = (mine, theirs) => {
    if (!mine.cards || !theirs.cards) return "";
    const cards = size - mine.cards - theirs.cards, thirds = pack - mine.thirds - theirs.thirds;
    return !cards && !thirds ? words.right
      : cards > 0 ? words.few.replace("{cards}", cards) : cards < 0 ? words.many.replace("{cards}", -cards)
      : words.wrong.replace("{points}", (thirds < 0 ? "−" : "") + spoken(Math.abs(thirds)));
  };
  const show = () => {
    const now = side(), pile = pileOf(chosen), mine = count(pile), part = apart(now);
    const total = words.total.replace("{cards}", mine.cards).replace("{points}", spoken(mine.thirds));
    const all = part.size && part.known && count(pileOf(now)).cards ? words.all.replace("{points}", spoken(whole(now).thirds)) : "";
    pad.querySelector(".total").textContent = [total, all].filter(Boolean).join(", ");
    const wrong = part.cards && part.cards !== part.size ? words.part.replace("{cards}", part.cards).replace("{all}", part.size) : "";
    const check = pad.querySelector(".check"), said = wrong || say(whole(now), whole(other(now)));
    check.textContent = said;
    check.classList.toggle("minus", Boolean(said) && said !== words.right);
    pad.querySelector(".missing").textContent = part.size && !part.known && !part.cards ? chip(now).dataset.missing : "";
    for (const card of find("[data-worth]")) {
      card.setAttribute("aria-pressed", pile.cards.has(card.value));
      card.disabled = Object.values(piles).some((one) => one !== pile && one.cards.has(card.value));
    }
    for (const { dataset: { single }, lastChild } of find("[data-single]")) {
      lastChild.textContent = pile.singles[single - 1] + tappedCards(pile).filter((card) => card.dataset.worth === String(3 * single - 2)).length || "";
    }
    pad.querySelector(".laid").textContent = pile.packets.join(" + ");
    for (const way of find("[name=pad-way]")) way.checked = way.value === pile.way;
    const held = { packets: pile.packets.length, "classes packets": pile.singles.some(Number) };
    for (const part of find("[data-way]")) part.hidden = !held[part.dataset.way] && !part.dataset.way.split(" ").includes(pile.way);
    pad.querySelector("[data-pad=use]").disabled = !count(pileOf(now)).cards;
  };
  /* The count was put together from a pile and its cards apart; typed over, it is a count of its own again. */
  const tell = (side, ...parts) => form.querySelectorAll(`[data-apart="${side}"]`).forEach((input, place) => { input.value = parts[place]; });
  const use = (side) => {
    const field = form.elements[side], part = apart(side);
    if (!field) return;
    for (const one of sides()) tell(one, "", "");
    if (part.size && part.known) tell(side, spoken(count(pileOf(side)).thirds) || "0", spoken(part.thirds) || "0");
    field.value = spoken(whole(side).thirds) || "0";
    pad.open = false;
    filling = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    filling = false;
  };
  pad.addEventListener("change", (event) => {
    if (event.target.name === "pad-side") {
      const way = pileOf(chosen).way;
      chosen = event.target.value;
      if (!count(pileOf(chosen)).cards) pileOf(chosen).way = way;
    }
    if (event.target.name === "pad-way") pileOf(chosen).way = event.target.value;
    event.stopPropagation();
    show();
  });
  pad.addEventListener("input", (event) => event.stopPropagation());
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    const pile = pileOf(chosen);
    if (key.dataset.worth) pile.cards.delete(key.value) || pile.cards.add(key.value);
    if (key.dataset.single) pile.singles[key.dataset.single - 1] += 1;
    if (key.dataset.packet) pile.packets.push(Number(key.dataset.packet));
    if (key.dataset.pad === "back") pile.packets.pop();
    if (key.dataset.pad === "clear") piles[chosen] = { ...empty(), way: pile.way };
    if (key.dataset.pad === "use") use(side());
    show();
  });
  const forget = () => { if (!filling) for (const one of sides()) tell(one, "", ""); };
  form.addEventListener("input", (event) => { if (event.target.matches("[data-thirds]")) forget(); });
  form.addEventListener("click", (event) => { if (event.target.closest(".keypad")) forget(); });
  /* The server has answered: the contract may have changed, and with it which cards apart count for whom. */
  pad.addEventListener("refresh", (event) => {
    const before = chips().filter((input) => input.dataset.of);
    pad.querySelector(".sides").innerHTML = event.detail.querySelector(".sides").innerHTML;
    if (!named(chosen)) chosen = chips()[0].value;
    named(chosen).checked = true;
    for (const { value } of before) if (!named(value) || count(pileOf(value)).cards > Number(named(value).dataset.cards)) delete piles[value];
    show();
  });
  show();
}
