// Recording cards without a page load for each tap: the record is in the address, and the server audits it.
import { forget, quietly } from "./device.js";
import { all, on, one, parse, submitterOf } from "./dom.js";

const home = location.pathname;
const memory = "cards " + home;
const form = () => one("#tap");
const address = () => new URLSearchParams([...new FormData(form())].filter(([name]) => name !== "by"));
const isBegun = () => form() && [...address().keys()].some((name) => name !== "at");
const keep = () => quietly(() => localStorage.setItem(memory, address()));
const stored = quietly(() => localStorage.getItem(memory));

// Taps run one after another, each on the result of the previous one.
let last = Promise.resolve();
const tap = async (which, button) => {
  const fields = new FormData(one(which));
  if (button?.name) fields.append(button.name, button.value);
  const link = home + "?" + new URLSearchParams(fields);
  const answer = await fetch(link).catch(() => null);
  const text = answer?.ok || answer?.status === 422 ? await answer.text().catch(() => "") : "";
  if (!text) return location.assign(link); // the browser shows the error
  const focused = document.activeElement?.value;
  const fresh = one("#audit", parse(text));
  one("#audit").replaceWith(fresh);
  history.replaceState(null, "", home + "?" + address());
  if (isBegun()) keep();
  if (focused) all("button:enabled", fresh).find(({ value }) => value === focused)?.focus({ preventScroll: true });
};
on("submit", (event) => {
  const { target } = event, submitter = submitterOf(event);
  const which = "#" + target.id;
  if (target.matches(".taps")) {
    event.preventDefault();
    last = last.then(() => tap(which, submitter));
    if (["go", "begin"].includes(submitter?.name)) last = last.then(() => scrollTo(0, 0));
  } else if (target.matches(".save, .removal")) forget((key) => key === memory);
});

if (isBegun()) keep();
else if (form() && !location.search && stored) location.replace(home + "?" + stored);
