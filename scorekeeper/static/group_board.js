// Keeps the board of an evening up to date without loading the page anew, and turns its pages.
import { ask, one, parse } from "./dom.js";
import { morph } from "./morph.js";

// In milliseconds.
const BETWEEN = 1500;
const A_PAGE = 10_000;
const PATIENCE = 4000;

const board = () => one(".evening-board");
let shown = location.href;
let turned = Date.now();

const renew = async () => {
  const isTime = Date.now() - turned >= A_PAGE;
  const address = isTime ? board().dataset.following : shown;
  const answer = await ask(address, PATIENCE);
  if (!answer.ok) return;
  const fresh = one(".evening-board", parse(await answer.text()));
  if (!fresh) return;
  if (isTime) {
    shown = address;
    turned = Date.now();
    board().replaceWith(fresh);
  } else {
    morph(board(), fresh);
  }
};

const keepRenewing = async () => {
  await renew().catch(() => {}); // without a server the page stays
  setTimeout(keepRenewing, BETWEEN);
};

setTimeout(keepRenewing, BETWEEN);
