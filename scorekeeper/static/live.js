// Keeps an open page up to date without losing place, focus or what is typed.
"use strict";

// Make `old` look like `fresh`, touching only what differs. A form that was begun stays.
const begun = new WeakSet();
on("input", ({ target }) => begun.add(target.form || target));
const morph = (old, fresh) => {
  if (old.isEqualNode(fresh) || begun.has(old) || old.dataset?.keep === "") return;
  if ("data" in old) return void (old.data = fresh.data);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value);
  const inside = (node, id) => id && [...node.children].find((child) => child.id === id);
  for (const child of [...old.children]) if (child.id && !inside(fresh, child.id)) child.remove();
  let spot = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const named = inside(old, next.id);
    const fits = named || spot && !spot.id && !next.id && spot.nodeName === next.nodeName && spot;
    if (fits && fits === spot) spot = spot.nextSibling;
    else old.insertBefore(fits || next, spot);
    if (fits) morph(fits, next);
    else if (next.tagName === "TR") next.className += " new";
  }
  while (spot) {
    const gone = spot;
    spot = spot.nextSibling;
    gone.remove();
  }
};

const main = one("main"), strip = one("#strip");
{
  const VISIBLE = 1200, HIDDEN = 20_000, AGAIN = 500, PATIENCE = 3000, BEAT = 4000, RESTING = 60_000;
  const side = one("#side"), seen = strip.dataset, form = () => one("form[data-preview]");
  const asOf = one(".as-of", strip), who = one(".who", strip), news = one(".news", strip);
  let since = seen.seq, tag, good = new Date(), failures = 0, timer, asking, out = false;

  const show = () => {
    const lost = failures > 1;
    strip.classList.toggle("lost", lost || out);
    const time = good.toLocaleTimeString(html.lang, { hour: "2-digit", minute: "2-digit", ...lost && { second: "2-digit" } });
    asOf.textContent = fill(out ? seen.out : lost ? seen.lost : seen.asOf, { time });
    if (lost || out) who.textContent = "";
  };

  const renew = async () => {
    const answer = await ask(location.href, PATIENCE);
    if (!answer.ok) throw new Error();
    const fresh = parse(await answer.text()), now = one("#now"), spot = now?.getBoundingClientRect();
    morph(main, one("main", fresh));
    seen.names = one("#strip", fresh).dataset.names;
    if (spot?.top > 0 && spot.top < innerHeight) now.scrollIntoView({ block: "nearest" }); // the newest row, and the standings above it
    tell("renewed");
  };

  // A booking can be taken back for some seconds.
  const offer = () => { for (const undo of all("[data-seconds]")) setTimeout(() => undo.remove(), undo.dataset.seconds * 1000); };
  on("renewed", offer);
  offer();

  const take = async (state) => {
    if (state.seq !== Number(seen.seq) || state.head !== seen.head || state.role !== seen.role) {
      if (main.dataset.live) {
        await renew();
        since = state.seq;
      } else {
        one("span", news).textContent = state.news.join(" · ");
        news.hidden = !state.news.length;
        const next = one("a", news), entry = form()?.elements;
        const behind = entry?.kind.value === "booked" && state.number > entry.number.value;
        if (next) [next.hidden, next.textContent] = [!behind, fill(seen.next, state)];
      }
      for (const key of ["seq", "head", "role"]) seen[key] = state[key];
    }
    who.textContent = state.entering.join(" · ");
  };
  const keepUp = async () => {
    clearTimeout(timer);
    if (asking || out) return;
    asking = true;
    try {
      const answer = await ask(`${seen.now}?since=${since}`, PATIENCE, { headers: tag ? { "If-None-Match": tag } : {} });
      out = answer.status > 400 && answer.status < 411;
      main.inert = out;
      if (!out && !answer.ok && answer.status !== 304) throw new Error();
      const state = answer.ok ? await answer.json() : null;
      if (answer.status === 410) {
        leaveNight(seen.now.split("/").at(-2));
        main.replaceChildren(strip);
        side?.remove();
      }
      if (state) {
        await take(state);
        tag = answer.headers.get("ETag");
      }
      if (!out) good = new Date();
      failures = 0;
      show();
      if (!out) tell("night", state);
    } catch {
      failures++;
    }
    asking = false;
    show();
    timer = setTimeout(keepUp, failures === 1 ? AGAIN : document.hidden ? HIDDEN : VISIBLE + Math.random() * 200);
  };
  on("visibilitychange", () => { if (!document.hidden) keepUp(); });
  on("online", keepUp, window);
  on("offline", keepUp, window);
  keepUp();

  // Where there is room, the sheet stands beside.
  let beside;
  if (side) on("night", () => {
    if (!side.offsetWidth || beside === seen.head) return;
    beside = seen.head;
    ask(side.dataset.of, PATIENCE).then((answer) => answer.text()).then((text) => {
      side.replaceChildren(...all(".sheet-wrap", parse(text)));
      side.scrollTop = 1e6;
    }).catch(() => { beside = 0; });
  });

  // Others see who is entering which deal.
  if (form() && seen.entering) {
    let touched = Date.now();
    const said = (number) => new URLSearchParams({ csrf_token: token(), number });
    const beat = () => {
      if (!form() || document.hidden || Date.now() - touched > RESTING) return;
      fetch(seen.entering, { method: "POST", body: said(form().elements.number.value) }).catch(() => {});
    };
    for (const kind of ["input", "click"]) on(kind, () => { touched = Date.now(); });
    on("pagehide", () => navigator.sendBeacon(seen.entering, said(0)), window);
    setInterval(beat, BEAT);
    beat();
  }

  // What somebody wishes here: keep the screen on, shake when a deal is booked.
  const wishes = all("[data-wish]"), help = one("#dark");
  let lock;
  const grant = async () => {
    await lock?.release();
    lock = wished("wakeLock") && !document.hidden ? await navigator.wakeLock?.request("screen").catch(() => null) : null;
    help.hidden = navigator.wakeLock && !(wished("wakeLock") && !lock);
    for (const key of wishes) {
      const { wish } = key.dataset;
      key.hidden = !navigator[wish];
      key.ariaPressed = Boolean(wished(wish) && (lock || wish !== "wakeLock"));
      key.onclick = () => {
        quietly(() => store(`scorekeeper ${wish}`, !wished(wish)));
        grant();
      };
    }
  };
  if (help) {
    on("visibilitychange", grant);
    grant();
  }
}
