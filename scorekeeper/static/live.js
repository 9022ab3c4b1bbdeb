// Keeps an open page of a night up to date: the server answers once something was booked, or after half a minute.
import { isPreferred, leaveNight } from "./device.js";
import { all, announce, ask, fill, on, one, parse, refill, shut } from "./dom.js";
import { timeOfDay } from "./moments.js";
import { morph } from "./morph.js";

// In milliseconds, from one answer to the next question.
const WHILE_VISIBLE = 1200; // where the server, or a proxy before it, does not wait
const WHILE_HIDDEN = 60_000;
const AFTER_FAILURE = 500;
const PATIENCE = 3000;
const LONG_PATIENCE = 32_000; // the server waits for 28 seconds
const AT_ONCE = 1000; // who answers sooner that nothing has changed did not wait

export const main = one("main");
export const strip = one("#strip");

const seen = strip.dataset; // the state of the page, and the strip's texts
const side = one("#side");
const asOf = one(".as-of", strip);
const entering = one(".who", strip);
const news = one(".news", strip);

let since = seen.seq;
let tag; // of the last answer
let lastAnswer = new Date();
let failures = 0;
let isOut = false; // this phone has no access, or a proxy says so while the server starts
let isEnded = false; // and it will have none again
let isAsking = false;
let waiting = null; // the request that waits for a change
let isServerWaiting = true; // whether the server has waited, or was not asked to yet
let timer;

export const entryForm = () => one("form[data-preview]");

const showConnection = () => {
  const isLost = failures > 1;
  strip.classList.toggle("lost", isLost || isOut);
  const time = timeOfDay(lastAnswer, isLost ? { second: "2-digit" } : {});
  let text = seen.asOf;
  if (isLost) text = seen.lost;
  if (isOut) text = seen.out;
  asOf.textContent = fill(text, { time });
  if (isLost || isOut) entering.textContent = "";
};

const renewPage = async () => {
  const answer = await ask(location.href, PATIENCE);
  if (!answer.ok) throw new Error();
  const fresh = parse(await answer.text());
  const now = one("#now");
  const top = now?.getBoundingClientRect().top;
  const end = one(".sheet-wrap")?.getBoundingClientRect().bottom;
  morph(main, one("main", fresh));
  seen.names = one("#strip", fresh).dataset.names;
  // If the newest row was visible it stays visible, with the standings above it.
  if (top > 0 && top < Math.min(end, innerHeight)) now.scrollIntoView({ block: "nearest" });
  announce("renewed");
};

// A result is shown large for some seconds, and can be undone as long. Then the phone that booked it goes on to the next
// deal, unless somebody has touched it meanwhile.
let isTouched = false;
for (const kind of ["pointerdown", "keydown", "wheel", "touchmove"]) on(kind, () => { isTouched = true; });
const removeResult = (result) => {
  if (!result.isConnected) return;
  result.remove();
  const { next } = result.dataset;
  if (next && !isTouched && !document.hidden && !isPreferred("stay")) location.assign(`${next}#next`);
};
const removeResultInTime = () => {
  for (const result of all("[data-seconds]")) setTimeout(() => removeResult(result), result.dataset.seconds * 1000);
};
on("renewed", removeResultInTime);
removeResultInTime();

// A form that is being filled in is not replaced: the strip shows the news.
const showNews = (state) => {
  one("span", news).textContent = state.news.join(" · ");
  news.hidden = !state.news.length;
  const next = one("a", news);
  if (!next) return;
  const fields = entryForm()?.elements;
  next.hidden = !(fields?.kind.value === "booked" && state.number > fields.number.value);
  next.textContent = fill(seen.next, state);
};

const takeState = async (state) => {
  if (state.seq !== Number(seen.seq) || state.head !== seen.head || state.role !== seen.role) {
    if (main.dataset.live) {
      await renewPage();
      since = state.seq;
    } else {
      showNews(state);
    }
    seen.seq = state.seq;
    seen.head = state.head;
    seen.role = state.role;
    announce("changed");
  }
  entering.textContent = state.entering.join(" · ");
};

// What is still to be sent is sent with the next answer, so that one comes soon.
const mayWait = () => tag && !failures && !isOut && !document.hidden && !one(".outbox:not([hidden])", strip);

const fetchState = async () => {
  const address = `${seen.now}?since=${since}`;
  const options = { headers: tag ? { "If-None-Match": tag } : {} };
  if (!mayWait()) return ask(address, PATIENCE, options);
  const begun = Date.now();
  waiting = new AbortController();
  try {
    const answer = await ask(`${address}&wait`, LONG_PATIENCE, options, waiting);
    isServerWaiting = answer.status !== 304 || Date.now() - begun > AT_ONCE;
    return answer;
  } finally {
    waiting = null;
  }
};

const askForState = async () => {
  const answer = await fetchState();
  const isKnown = answer.ok || answer.status === 304;
  const isRefused = answer.status > 400 && answer.status < 411;
  if (!isKnown && !isRefused) throw new Error();
  if (isOut && isKnown) location.replace(location.pathname + location.search); // Firefox reloads shut fields as shut
  isOut = isRefused;
  if (isOut) announce("changed", "out");
  if (isOut) shut(main);
  const state = answer.ok ? await answer.json() : null;
  isEnded = answer.status === 410;
  if (isEnded) {
    leaveNight(seen.slug);
    refill(main, strip);
    side?.remove();
  }
  if (state) {
    await takeState(state);
    tag = answer.headers.get("ETag");
  }
  if (!isOut) lastAnswer = new Date();
  failures = 0;
  showConnection();
  if (!isOut) announce("night", state);
};

const pause = () => {
  if (isOut) return WHILE_HIDDEN;
  if (failures === 1) return AFTER_FAILURE;
  if (document.hidden) return WHILE_HIDDEN;
  return (failures || !isServerWaiting ? WHILE_VISIBLE : 0) + Math.random() * 200;
};

const keepUp = async () => {
  clearTimeout(timer);
  if (isAsking || isEnded) return;
  isAsking = true;
  try {
    await askForState();
  } catch {
    failures++;
  }
  isAsking = false;
  showConnection();
  timer = setTimeout(keepUp, pause());
};

// A request that waits may be lost where the phone slept or changed networks.
const askAnew = () => {
  if (waiting) waiting.abort();
  else keepUp();
};
on("visibilitychange", () => {
  if (!document.hidden) askAnew();
});
on("online", askAnew, window);
on("offline", askAnew, window);
on("unanswered", askAnew);
keepUp();

// Where there is room, the sheet is shown beside the form.
let headBeside;
const showSheetBeside = async () => {
  if (!side.offsetWidth || headBeside === seen.head) return;
  headBeside = seen.head;
  try {
    const answer = await ask(side.dataset.of, PATIENCE);
    const sheet = parse(await answer.text());
    refill(side, ...all(".sheet-wrap", sheet));
    side.scrollTop = side.scrollHeight;
  } catch {
    headBeside = null;
  }
};
if (side) on("night", showSheetBeside);
