/* The counting pad: adds up a pile of Tarock cards in exact thirds, by card, by class or in packets of three, and with
   it the talon cards that count for the same side. It fills a field of the entry; the server judges what is entered. */
"use strict";
for (const pad of document.querySelectorAll(".pad")) {
  const find = (selector) => [...pad.querySelectorAll(selector)];
  const form = pad.closest("form"), words = pad.dataset;
  const pack = find("[data-worth]").reduce((sum, card) => sum + Number(card.dataset.worth), 0);
  const size = find("[data-worth]").length;
  const sides = ["points", "defender_points"], piles = {};
  const empty = () => ({ cards: new Set(), singles: [0, 0, 0, 0, 0], packets: [], way: "cards" });
  for (const side of sides) Object.assign(piles, { [side]: empty(), [`${side}.talon`]: empty() });
  let chosen = "points", filling = false;

  const spoken = (thirds) => ((thirds < 3 && thirds % 3 ? "" : Math.floor(thirds / 3)) + ["", "⅓", "⅔"][thirds % 3]);
  const add = (...counts) => counts.reduce((sum, one) => ({ cards: sum.cards + one.cards, thirds: sum.thirds + one.thirds }), { cards: 0, thirds: 0 });
  const tappedCards = (pile) => find("[data-worth]").filter((card) => pile.cards.has(card.value));
  /* Whatever way it was counted in; another way shows and adds to it, and loses nothing. */
  const count = (pile) => add(
    ...tappedCards(pile).map((card) => ({ cards: 1, thirds: Number(card.dataset.worth) })),
    ...pile.singles.map((number, place) => ({ cards: number, thirds: number * (3 * place + 1) })),
    ...pile.packets.map((worth) => ({ cards: 3, thirds: 3 * worth })),
  );
  const chip = (side) => find("[name=pad-side]").find((input) => input.value === `${side}.talon`);
  const other = (side) => sides.find((one) => one !== side);
  /* The talon cards of a side: how many the contract gives it, and what they count, as far as they were tapped. */
  const tapped = (side) => ({ size: Number(chip(side) ? chip(side).dataset.cards : 0), ...count(piles[`${side}.talon`]) });
  const talon = (side) => {
    const mine = tapped(side), theirs = tapped(other(side));
    if (mine.cards === mine.size) return { ...mine, known: true };
    /* Both piles and the rest of the talon are counted: what is left is the part of this side. */
    const rest = add(count(piles[side]), count(piles[other(side)]), theirs);
    const counted = sides.every((one) => count(piles[one]).cards) && theirs.cards === theirs.size;
    if (!mine.cards && counted && size - rest.cards === mine.size) return { size: mine.size, cards: mine.size, thirds: pack - rest.thirds, known: true };
    return { ...mine, known: false };
  };
  const whole = (side) => (talon(side).known ? add(count(piles[side]), talon(side)) : count(piles[side]));
  const say = (mine, theirs) => {
    if (!mine.cards || !theirs.cards) return "";
    const cards = size - mine.cards - theirs.cards, thirds = pack - mine.thirds - theirs.thirds;
    return !cards && !thirds ? words.right
      : cards > 0 ? words.few.replace("{cards}", cards) : cards < 0 ? words.many.replace("{cards}", -cards)
      : words.wrong.replace("{points}", (thirds < 0 ? "−" : "") + spoken(Math.abs(thirds)));
  };
  const show = () => {
    const side = chosen.split(".")[0], pile = piles[chosen], mine = count(pile), part = talon(side);
    const total = words.total.replace("{cards}", mine.cards).replace("{points}", spoken(mine.thirds));
    const all = part.size && part.known && count(piles[side]).cards ? words.all.replace("{points}", spoken(whole(side).thirds)) : "";
    pad.querySelector(".total").textContent = [total, all].filter(Boolean).join(", ");
    const wrong = part.cards && part.cards !== part.size ? words.part.replace("{cards}", part.cards).replace("{all}", part.size) : "";
    const check = pad.querySelector(".check"), said = wrong || say(whole(side), whole(other(side)));
    check.textContent = said;
    check.classList.toggle("minus", Boolean(said) && said !== words.right);
    pad.querySelector(".missing").textContent = part.size && !part.known && !part.cards ? chip(side).dataset.missing : "";
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
    pad.querySelector("[data-pad=use]").disabled = !count(piles[side]).cards;
  };
  /* The count was put together from a pile and its part of the talon; typed over, it is a count of its own again. */
  const tell = (side, pile, part) => {
    const inputs = ["pile", "talon"].map((name) => form.elements[`${side}.${name}`]);
    if (inputs.every(Boolean)) [inputs[0].value, inputs[1].value] = [pile, part];
  };
  const use = (side) => {
    const field = form.elements[side], part = talon(side);
    if (!field) return;
    for (const one of sides) tell(one, "", "");
    if (part.size && part.known) tell(side, spoken(count(piles[side]).thirds) || "0", spoken(part.thirds) || "0");
    field.value = spoken(whole(side).thirds) || "0";
    pad.open = false;
    filling = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    filling = false;
  };
  pad.addEventListener("change", (event) => {
    if (event.target.name === "pad-side") {
      const way = piles[chosen].way;
      chosen = event.target.value;
      if (!count(piles[chosen]).cards) piles[chosen].way = way;
    }
    if (event.target.name === "pad-way") piles[chosen].way = event.target.value;
    event.stopPropagation();
    show();
  });
  pad.addEventListener("input", (event) => event.stopPropagation());
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    const pile = piles[chosen];
    if (key.dataset.worth) pile.cards.delete(key.value) || pile.cards.add(key.value);
    if (key.dataset.single) pile.singles[key.dataset.single - 1] += 1;
    if (key.dataset.packet) pile.packets.push(Number(key.dataset.packet));
    if (key.dataset.pad === "back") pile.packets.pop();
    if (key.dataset.pad === "clear") piles[chosen] = { ...empty(), way: pile.way };
    if (key.dataset.pad === "use") use(chosen.split(".")[0]);
    show();
  });
  const forget = () => { if (!filling) for (const side of sides) tell(side, "", ""); };
  form.addEventListener("input", (event) => { if (event.target.matches("[data-thirds]")) forget(); });
  form.addEventListener("click", (event) => { if (event.target.closest(".keypad")) forget(); });
  /* The server has answered: the contract may have changed, and with it which talon cards count for whom. */
  pad.addEventListener("refresh", (event) => {
    pad.querySelector(".sides").innerHTML = event.detail.querySelector(".sides").innerHTML;
    const again = find("[name=pad-side]").find((input) => input.value === chosen);
    if (!again) chosen = "points";
    for (const input of find("[name=pad-side]")) {
      input.checked = input.value === chosen;
      if (input.value.endsWith(".talon") && count(piles[input.value]).cards > Number(input.dataset.cards)) piles[input.value] = empty();
    }
    for (const side of sides) if (!chip(side)) piles[`${side}.talon`] = empty();
    show();
  });
  show();
}
