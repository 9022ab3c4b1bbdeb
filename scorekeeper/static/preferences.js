// Preferences of this phone: keep the screen on, vibrate when a deal is booked, stay on the sheet then.
import { isPreferred, storePreference } from "./device.js";
import { all, on, one } from "./dom.js";

const buttons = all("[data-preference]");
const help = one("#dark"); // how to keep the screen on without a wake lock
let lock = null;

const requestLock = async () => {
  if (!isPreferred("wakeLock") || document.hidden) return null;
  return (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
};

const applyPreferences = async () => {
  await lock?.release();
  lock = await requestLock();
  if (help) help.hidden = Boolean(navigator.wakeLock) && !(isPreferred("wakeLock") && !lock);
  for (const button of buttons) {
    const { preference } = button.dataset;
    button.hidden = preference !== "stay" && !navigator[preference];
    button.setAttribute("aria-pressed", Boolean(isPreferred(preference) && (lock || preference !== "wakeLock")));
    button.onclick = () => {
      storePreference(preference, !isPreferred(preference));
      applyPreferences();
    };
  }
};

if (help || one(".sheet")) {
  on("visibilitychange", applyPreferences);
  applyPreferences();
}
