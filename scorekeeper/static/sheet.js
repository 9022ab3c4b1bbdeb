// The example deal of a sheet in the making follows what is typed.
import { ask, one, on, parse, refill } from "./dom.js";

const form = one("#sheet");
let latest = 0;

const renew = async () => {
  latest += 1;
  const mine = latest;
  const typed = new URLSearchParams(new FormData(form));
  const answer = await ask(`${form.action}?${typed}`, 5000);
  const example = one("#example", parse(await answer.text()));
  if (example && mine === latest) refill(one("#example"), ...example.childNodes);
};
if (form) on("change", () => renew().catch(() => {}), form);
