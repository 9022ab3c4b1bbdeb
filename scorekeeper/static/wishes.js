// Preferences of this phone: keep the screen on, vibrate when a deal is booked, stay on the sheet then.
import { isWished, storeWish } from "./device.js";
import { all, on, one } from "./dom.js";

const buttons = all("[data-wish]");
const help = one("#dark"); // how to keep the screen on without a wake lock
let lock = null;

const requestLock = async () => {
  if (!isWished("wakeLock") || document.hidden) return null;
  return (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
};

const grantWishes = async () => {
  await lock?.release();
  lock = await requestLock();
  if (help) help.hidden = Boolean(navigator.wakeLock) && !(isWished("wakeLock") && !lock);
  for (const button of buttons) {
    const { wish } = button.dataset;
    button.hidden = wish !== "stay" && !navigator[wish];
    button.setAttribute("aria-pressed", Boolean(isWished(wish) && (lock || wish !== "wakeLock")));
    button.onclick = () => {
      storeWish(wish, !isWished(wish));
      grantWishes();
    };
  }
};

if (help || one(".sheet")) {
  on("visibilitychange", grantWishes);
  grantWishes();
}
