// What every script needs: finding, making and filling elements, and asking the server.

export const one = (selector, root = document) => root.querySelector(selector);

export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// `early` catches events that do not bubble.
export const on = (kind, act, root = document, early = false) => root.addEventListener(kind, act, early);

// Scripts communicate by events of the document: "renewed", "changed", "night", "unanswered", "reachable", "left".
export const announce = (kind, detail) => document.dispatchEvent(new CustomEvent(kind, { detail }));

// Gives up after so many milliseconds, or when `control` ends it. A page that is asked for like this is compressed.
export const ask = (url, patience, { headers, ...options } = {}, control = new AbortController()) => {
  const timer = setTimeout(() => control.abort(), patience);
  const asked = fetch(url, { ...options, headers: { ...headers, "X-Renew": "page" }, signal: control.signal });
  return asked.finally(() => clearTimeout(timer));
};

export const parse = (text) => new DOMParser().parseFromString(text, "text/html");

// Texts come from the server, with {names} where values go.
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Those outside of others; newer browsers select them by :not(.other *).
export const outside = (selector, elements) => elements.filter((element) => !element.closest(selector));

// What `replaceChildren` does in newer browsers.
export const refill = (place, ...children) => {
  place.textContent = "";
  place.append(...children);
};

// What `checkVisibility` says in newer browsers. In some, what is folded has a place, though nobody sees it.
export const isShown = (element) =>
  element.getClientRects().length > 0 && !element.closest("details:not([open]) > :not(summary)");

// Nothing can be entered any more; newer browsers have `inert` for it.
export const shut = (place) => {
  for (const field of all("input, select, textarea, button", place)) field.disabled = true;
};

export const make = (tag, fields, ...children) => {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...children);
  return made;
};

export const makeButton = (textContent, onclick) => make("button", { type: "button", textContent, onclick });

// Scrolls to an element, or to the beginning of a long one: into what is free between the strip and the bar.
export const reveal = (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  const strip = one("#strip");
  const bars = all(".bar, .result").filter((bar) => !bar.contains(element)).map((bar) => bar.getBoundingClientRect());
  const ceiling = 8 + (strip ? Math.max(0, strip.getBoundingClientRect().bottom) : 0);
  const floor = Math.min(innerHeight, ...bars.filter(({ height }) => height).map((bar) => bar.top)) - 8;
  if (bottom > floor) scrollBy(0, Math.min(bottom - floor, top - ceiling));
  else if (top < ceiling) scrollBy(0, top - ceiling);
};

export const csrfToken = () => one("[name=csrf_token]").value;

export const flipSign = (text) => (/^[-−]/.test(text) ? text.slice(1) : "−" + text);

// The button that sent a form: Safari tells it since iOS 15.4. Enter presses the first one.
let pressed = null;
on("click", ({ target }) => { pressed = target.closest("button, [type=submit]"); }, document, true);
export const submitterOf = ({ target, submitter }) => submitter || (pressed && pressed.form === target ? pressed : null);
