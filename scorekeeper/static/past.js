/* This phone keeps the last entry of the night's journal that it saw. If the server tells another past later, it says so. */
"use strict";
{
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const keep = (key, head) => {
    try {
      localStorage.setItem(key, JSON.stringify(head));
    } catch { /* a browser that keeps nothing compares nothing */ }
  };
  const warn = (foot, key, saw, stands) => {
    if (document.getElementById("alarm")) return;
    const alarm = foot.querySelector(".alarm").cloneNode(true); /* outside of what live updates replace */
    const fill = { seq: saw.seq, saw: saw.words, stands: stands.words || "–" };
    for (const text of alarm.querySelectorAll("p")) {
      text.textContent = text.textContent.replace(/\{(\w+)\}/g, (_, name) => fill[name]);
    }
    alarm.id = "alarm";
    alarm.hidden = false;
    alarm.querySelector("button").addEventListener("click", () => {
      localStorage.removeItem(key);
      alarm.remove();
      compare();
    });
    document.querySelector("main").before(alarm);
  };
  const compare = async () => {
    const foot = document.getElementById("foot");
    if (!foot) return;
    const { past, night, seq, hash, words } = foot.dataset, key = `past ${night}`;
    const saw = read(key), here = { seq: Number(seq), hash, words };
    let stands = here;
    if (saw && saw.seq !== here.seq) {
      const answer = await fetch(`${past}?seq=${saw.seq}`).catch(() => null);
      if (!answer || !answer.ok) return; /* it will be asked again */
      stands = await answer.json();
    }
    if (saw && saw.hash !== stands.hash) warn(foot, key, saw, stands);
    else if (!saw || saw.seq < here.seq) keep(key, here);
  };
  document.addEventListener("renewed", compare);
  compare();
}
