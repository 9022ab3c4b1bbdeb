// Changes an element into another one, only where they differ: scroll position, focus and typed text stay.
import { on } from "./dom.js";

// A form with input stays unchanged.
const begun = new WeakSet();
on("input", ({ target }) => begun.add(target.form || target));

export const isBegun = (form) => begun.has(form);

const morphAttributes = (old, fresh) => {
  for (const { name } of [...old.attributes]) {
    const isOurs = name === "open"; // the reader opens and closes details
    if (!fresh.hasAttribute(name) && !isOurs) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
};

const childWithId = (parent, id) => id && [...parent.children].find((child) => child.id === id);

const morphChildren = (old, fresh) => {
  for (const child of [...old.children]) {
    if (child.id && !childWithId(fresh, child.id)) child.remove();
  }
  let place = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const isAlike = place && !place.id && !next.id && place.nodeName === next.nodeName;
    const match = childWithId(old, next.id) || (isAlike ? place : null);
    if (match && match === place) place = place.nextSibling;
    else old.insertBefore(match || next, place);
    if (match) morph(match, next);
    else if (next.tagName === "TR") next.classList.add("new");
  }
  while (place) {
    const surplus = place;
    place = place.nextSibling;
    surplus.remove();
  }
};

export const morph = (old, fresh) => {
  if (old.isEqualNode(fresh) || isBegun(old) || old.dataset?.keep === "") return;
  if ("data" in old) {
    old.data = fresh.data;
    return;
  }
  morphAttributes(old, fresh);
  morphChildren(old, fresh);
};
