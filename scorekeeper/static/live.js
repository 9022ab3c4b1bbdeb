/* Keeps an open page of a night up to date. It asks the server all the time whether anything happened, puts what changed
   in place without losing place, focus or what somebody is typing, and says since when there is no connection. */
"use strict";
{
  const VISIBLE = 1200, HIDDEN = 20_000, AGAIN = 500, PATIENCE = 3000, BEAT = 4000, RESTING = 60_000;
  const main = document.querySelector("main"), strip = document.getElementById("strip");
  const asOf = strip.querySelector(".as-of"), who = strip.querySelector(".who"), news = strip.querySelector(".news");
  const form = () => document.querySelector("form[data-preview]"), seen = strip.dataset;
  let since = seen.seq, tag = "", good = new Date(), failures = 0, timer = 0, asking = false, out = false;

  const clock = (moment, more) => moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", ...more });
  const show = () => {
    const lost = failures > 1;
    strip.classList.toggle("lost", lost || out);
    asOf.textContent = out ? seen.out
      : lost ? seen.lost.replace("{time}", clock(good, { second: "2-digit" })) : seen.asOf.replace("{time}", clock(good));
    if (lost || out) who.textContent = "";
  };

  /* Make `old` look like `fresh`, touching only what differs. A form in which somebody has begun to fill something in
     stays as it is. */
  const begun = new WeakSet();
  main.addEventListener("input", (event) => begun.add(event.target.form));
  const morph = (old, fresh) => {
    if (old.isEqualNode(fresh) || begun.has(old) || old.dataset && "keep" in old.dataset) return;
    if (old.nodeType === Node.TEXT_NODE) {
      old.data = fresh.data;
      return;
    }
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !(name === "open" && old.tagName === "DETAILS")) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const stay = new Set([...fresh.children].map((child) => child.id));
    for (const child of [...old.children]) if (child.id && !stay.has(child.id)) child.remove();
    let spot = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      const named = next.id && [...old.children].find((child) => child.id === next.id);
      const fits = named || spot && !spot.id && !next.id && spot.nodeName === next.nodeName && spot;
      if (!fits) {
        old.insertBefore(next, spot);
        if (next.tagName === "TR") next.classList.add("new");
        continue;
      }
      if (fits === spot) spot = spot.nextSibling;
      else old.insertBefore(fits, spot);
      morph(fits, next);
    }
    while (spot) {
      const after = spot.nextSibling;
      spot.remove();
      spot = after;
    }
  };
  const renew = async () => {
    const answer = await ask(location.href, 4000);
    if (!answer.ok) throw new Error(answer.statusText);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = document.getElementById("now"), spot = now && now.getBoundingClientRect();
    morph(main, fresh.querySelector("main"));
    seen.names = fresh.getElementById("strip").dataset.names;
    if (spot && spot.top > 0 && spot.top < innerHeight) now.scrollIntoView({ block: "nearest" }); /* the newest row, and the standings above it */
    document.dispatchEvent(new Event("renewed"));
  };

  /* What was booked is offered to be taken back for some seconds. */
  const offered = new WeakSet();
  const offer = () => {
    for (const undo of all("[data-seconds]")) {
      if (offered.has(undo)) continue;
      offered.add(undo);
      setTimeout(() => undo.remove(), undo.dataset.seconds * 1000);
    }
  };
  document.addEventListener("renewed", offer);
  offer();

  const take = async (state) => {
    if (state.seq !== Number(seen.seq) || state.head !== seen.head || state.role !== seen.role) {
      if (main.dataset.live) {
        await renew();
        since = state.seq;
      } else {
        news.querySelector("span").textContent = state.news.join(" · ");
        news.hidden = !state.news.length;
        const next = news.querySelector("a");
        const entry = form() && form().elements;
        const behind = entry && entry.kind.value === "booked" && state.number > Number(entry.number.value);
        if (next) next.hidden = !behind;
        if (behind) next.textContent = seen.next.replace("{number}", state.number);
      }
      Object.assign(seen, { seq: state.seq, head: state.head, role: state.role });
    }
    who.textContent = state.entering.join(" · ");
  };
  const keepUp = async () => {
    clearTimeout(timer);
    if (asking || out) return;
    asking = true;
    try {
      const headers = tag ? { "If-None-Match": tag } : {};
      const answer = await ask(`${seen.now}?since=${since}`, PATIENCE, { headers });
      out = [401, 403, 404, 410].includes(answer.status);
      main.inert = out;
      if (!out && !answer.ok && answer.status !== 304) throw new Error(answer.statusText);
      const state = answer.ok ? await answer.json() : null;
      if (answer.status === 410) {
        leaveNight(seen.now.split("/").at(-2));
        for (const part of [...main.children]) if (part !== strip) part.remove();
      }
      if (state) {
        keepForms(seen.now.replace(/\/now$/, ""), state);
        await take(state);
        tag = answer.headers.get("ETag");
      }
      if (!out) good = new Date();
      failures = 0;
      show();
      if (!out) document.dispatchEvent(new CustomEvent("night", { detail: state }));
    } catch {
      failures += 1;
    }
    asking = false;
    show();
    timer = setTimeout(keepUp, failures === 1 ? AGAIN : document.hidden ? HIDDEN : VISIBLE + Math.random() * 200);
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) keepUp(); });
  addEventListener("online", keepUp);
  addEventListener("offline", keepUp);
  keepUp();

  /* Others see who is entering which deal, as long as somebody does. */
  if (form() && seen.entering) {
    let touched = Date.now();
    const said = (number) => new URLSearchParams({ csrf_token: document.querySelector("[name=csrf_token]").value, number });
    const beat = () => {
      if (!form() || document.hidden || Date.now() - touched > RESTING) return;
      fetch(seen.entering, { method: "POST", body: said(form().elements.number.value) }).catch(() => {});
    };
    for (const kind of ["input", "click"]) main.addEventListener(kind, () => { touched = Date.now(); });
    addEventListener("pagehide", () => navigator.sendBeacon(seen.entering, said(0)));
    setInterval(beat, BEAT);
    beat();
  }

  /* The screen of a phone that shows the sheet can stay on, where the browser lets a page ask for it. */
  const wake = document.getElementById("wake");
  if (wake) {
    const WISH = "scorekeeper wake", key = wake.querySelector("button"), help = wake.querySelector("p");
    let lock = null;
    const wished = () => quietly(() => localStorage.getItem(WISH)) === "on";
    const hold = async () => {
      if (lock && !lock.released) await lock.release();
      lock = wished() && !document.hidden ? await navigator.wakeLock.request("screen").catch(() => null) : null;
      key.setAttribute("aria-pressed", Boolean(lock));
      help.hidden = Boolean(lock) || !wished();
    };
    wake.hidden = false;
    key.hidden = !navigator.wakeLock;
    if (navigator.wakeLock) {
      key.addEventListener("click", () => {
        quietly(() => localStorage.setItem(WISH, wished() ? "off" : "on"));
        hold();
      });
      document.addEventListener("visibilitychange", hold);
      hold();
    }
  }
}
