// Shows the others which deal this phone is entering.
import { csrfToken, on } from "./dom.js";
import { entryForm, strip } from "./live.js";

const EVERY = 4000; // milliseconds
const RESTING = 60_000; // after so long without a touch nothing is sent

const address = strip.dataset.entering;

if (entryForm() && address) {
  let lastTouch = location.hash === "#next" ? 0 : Date.now(); // which opened by itself
  const bodyFor = (number) => new URLSearchParams({ csrf_token: csrfToken(), number });
  const sendNumber = () => {
    const form = entryForm();
    if (!form || document.hidden || Date.now() - lastTouch > RESTING) return;
    fetch(address, { method: "POST", body: bodyFor(form.elements.number.value) }).catch(() => {});
  };
  const noteTouch = () => {
    lastTouch = Date.now();
  };
  on("input", noteTouch);
  on("click", noteTouch);
  on("pagehide", () => navigator.sendBeacon(address, bodyFor(0)), window);
  setInterval(sendNumber, EVERY);
  sendNumber();
}
