// The script of all pages. They work without it.
import { all, csrfToken, flipSign, make, makeButton, on, one, reveal } from "./dom.js";
import "./device.js";
import "./moments.js";

const html = document.documentElement;
html.classList.add("js");

// Where a script fails, the page works on as without scripts, and the server's log says which one it was.
let failed = false;
const admitFailure = ({ filename, lineno, reason }) => {
  for (const form of all("form[data-preview]")) {
    form.classList.remove("typing");
    for (const button of all("#actions button", form)) button.disabled = false; // what only a script enables
    for (const input of all(".number input", form)) input.inputMode = "";
  }
  if (failed) return;
  failed = true;
  const place = /(\/static\/\w+\/\w+\.js):(\d+)/.exec(reason && reason.stack) || [];
  const told = { page: location.pathname, script: filename || place[1], line: lineno || Number(place[2]) };
  const headers = { "Content-Type": "application/json", "X-CSRFToken": csrfToken() };
  fetch("/script-error", { method: "POST", headers, body: JSON.stringify(told), keepalive: true }).catch(() => {});
};
on("error", admitFailure, window);
on("unhandledrejection", admitFailure, window);

// What is opened or gets the focus is not left under what sticks to the edges.
let tapped;
on("click", ({ target }) => {
  const summary = target.closest("summary");
  tapped = summary && summary.parentNode;
});
on("toggle", ({ target }) => { if (target.open && target === tapped) reveal(target); }, document, true);
on("focusin", ({ target }) => {
  const isField = target.matches("textarea, select, input") && !target.matches("[type=radio], [type=checkbox], .number input");
  if (isField) requestAnimationFrame(() => reveal(target));
});

// Phone keyboards have no minus.
for (const input of all(".amounts input")) {
  input.before(makeButton("±", () => {
    input.value = flipSign(input.value);
    input.focus();
  }));
}

// An edited change must be shown again.
on("input", ({ target }) => {
  if (target.name === "note") return;
  for (const confirm of all("[value=confirm]")) confirm.disabled = true;
});

// A tapped row stays under the finger; the name of the window outlives the page.
const topOf = (row) => row?.getBoundingClientRect().top;
requestAnimationFrame(() => {
  if (window.name) scrollBy(0, topOf(one("li:target")) - window.name);
  window.name = "";
});

// A form is sent once, with the moment when it was filled in, and the time zone of the phone where that is asked for.
on("submit", ({ target }) => {
  if (!target.matches("[data-once], .save, .removal")) return;
  const { made, zone } = target.elements;
  if (made) made.value = new Date().toISOString();
  if (zone && zone.type === "hidden") zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  window.name = topOf(target.closest("li"));
  // Later, as the pressed button is sent along.
  setTimeout(() => {
    const waiting = target.closest("[data-one-at-a-time]") ?? target;
    for (const button of all("button:not([type=button])", waiting)) button.disabled = true;
  });
}, document, true);

// Pages in the back/forward cache are outdated.
on("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
}, window);

// The back button never sends a form again; a reload does if it could not be stored.
const forgetSending = () => history.replaceState(null, "", html.dataset.sent);
if ("again" in html.dataset) on("click", forgetSending);
else if ("sent" in html.dataset) forgetSending();

// The answer to a form has the address of the page with the form: a link to a place there has to load it.
on("click", (event) => {
  const link = event.target.closest("a[href*='#']");
  if (!("sent" in html.dataset) || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const isElsewhere = link.href.split("#")[0] !== location.href.split("#")[0];
  if (isElsewhere || document.getElementById(link.hash.slice(1))) return;
  event.preventDefault();
  history.replaceState(null, "", link.href);
  location.reload();
});

// A tap on an earlier name fills the next free seat.
for (const chip of all("[data-names] button")) {
  chip.hidden = false;
  chip.onclick = () => {
    const free = all(".seat input:not([type=radio])").find((seat) => !seat.value);
    if (!free) return;
    free.value = chip.textContent;
    chip.hidden = true;
  };
}

// Two ticked names send their form: they change places.
on("change", ({ target }) => {
  const form = target.closest("[data-pair]");
  const isPair = form && all(`[name="${form.dataset.pair}"]:checked`, form).length === 2;
  if (isPair) one(`button[value="${form.dataset.pair}"]`, form).click();
});

// Buttons for functions of the browser: <button data-do="print">.
const textToShare = (button) => button.value || one("[data-share]").textContent;
const copyText = (button) => {
  // The clipboard's own interface is missing on plain http.
  const box = make("textarea", { value: textToShare(button), className: "hidden" });
  button.after(box);
  box.select();
  if (document.execCommand("copy")) button.textContent = button.dataset.done;
  box.remove();
  button.focus();
};
const share = (button) => navigator.share({ text: textToShare(button) }).catch(() => {});
// Messengers take no SVG: the picture is drawn as a PNG, and shared or, where files cannot be shared, stored.
const drawPicture = (address) => new Promise((resolve, reject) => {
  const image = new Image();
  image.onerror = reject;
  image.onload = () => {
    const canvas = make("canvas", { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0);
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject()), "image/png");
  };
  image.src = address;
});
const storeFile = (file) => {
  const link = make("a", { href: URL.createObjectURL(file), download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};
const sendPicture = async (button) => {
  const blob = await drawPicture(button.value).catch(() => null);
  if (!blob) return location.assign(button.value);
  const file = new File([blob], button.dataset.name, { type: blob.type });
  if (!navigator.canShare || !navigator.canShare({ files: [file] })) return storeFile(file);
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (error.name !== "AbortError") storeFile(file); // else somebody closed the sheet of the phone
  }
};
const ACTS = {
  print: () => print(),
  fullscreen: () => html.requestFullscreen(),
  turn: () => html.classList.toggle("turned"),
  share,
  copy: copyText,
  send: navigator.share ? share : copyText,
  picture: sendPicture,
};
const offerActs = () => {
  const isMissing = { share: !navigator.share, fullscreen: !document.fullscreenEnabled };
  for (const button of all("[data-do]")) button.hidden = Boolean(isMissing[button.dataset.do]);
};
on("renewed", offerActs);
on("click", ({ target }) => {
  const button = target.closest("[data-do]");
  ACTS[button?.dataset.do]?.(button);
});
offerActs();

// Without a server the last sheet is shown, if the browser has service workers: on https and localhost.
const worker = navigator.serviceWorker;
const TEN_MINUTES = 600_000; // the copy is needed where the page is not on the screen any more
let copying = 0;
let isOut = false;
const renewCopy = async () => {
  clearTimeout(copying);
  copying = 0;
  const { active } = await worker.ready;
  const { copy, head } = (one("#strip") || document.body).dataset;
  active.postMessage(copy && !isOut ? new URL(`${copy}?${head}`, location).href : "");
};
if (worker) {
  worker.register(document.body.dataset.worker).catch(() => {});
  renewCopy();
  on("changed", ({ detail }) => {
    isOut = detail === "out";
    if (isOut) renewCopy(); // which deletes it
    else copying = copying || setTimeout(renewCopy, TEN_MINUTES);
  });
  on("visibilitychange", () => {
    if (document.hidden && copying) renewCopy();
  });
}

// A rule number opens its rule in place.
on("click", async (event) => {
  const link = event.target.closest("a.rule");
  if (!link || event.ctrlKey || event.metaKey || one(link.hash)) return;
  event.preventDefault();
  const place = link.closest("th, td, p, li, .field, dl > div");
  const wasOpen = link.getAttribute("aria-expanded");
  one(".rule-text", place)?.remove();
  for (const other of all("[aria-expanded]", place)) other.removeAttribute("aria-expanded");
  if (wasOpen) return;
  // A single rule has its own address beside that of all rules.
  const address = new URL(link.hash.slice(1), link.href);
  address.search = link.search;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return location.assign(link.href);
  place.append(make("div", { className: "rule-text", innerHTML: await answer.text() }));
  link.setAttribute("aria-expanded", "true");
});

// The search on a rule page; without JavaScript the server does it.
const search = one(".search");
if (search) {
  const field = search.elements.q;
  const filter = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const law of all(".law")) {
      const text = law.textContent.toLowerCase();
      law.hidden = !words.every((word) => text.includes(word));
    }
    one(".book").classList.toggle("searching", words.some(Boolean));
  };
  on("input", filter, search);
  on("submit", (event) => {
    // Rules that the server has left out need a new request.
    const wasAsked = new URLSearchParams(location.search).get("q");
    if (!wasAsked) event.preventDefault();
  }, search);
  on("hashchange", () => {
    if (!one(".law:target[hidden]")) return;
    field.value = "";
    filter();
    location.replace(location.hash); // now the rule can be scrolled to
  }, window);
}
