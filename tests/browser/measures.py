"""What can be measured of a page in a browser: targets, overflow, numbers that are cut or lie on each other."""

import re

from axe_playwright_python.sync_playwright import Axe

LEAST = 48
# Every control that can be tapped and is smaller than LEAST, as text. A box counts with its label. A link that stands
# in a sentence keeps the height of its line, as WCAG 2.5.8 excepts it: larger, it would tear the sentence apart. A
# narrow cell of the sheet leads where the whole head of its row leads.
SMALL = """least => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter(e => e.type !== "hidden" && e.checkVisibility({visibilityProperty: true}))
  .filter(e => !(e.tagName === "A" && getComputedStyle(e).display === "inline" && [...e.parentElement.childNodes]
    .some(n => n.nodeType === 3 && n.textContent.trim())))
  .map(e => [e, [e, ...(e.matches("[type=radio], [type=checkbox]") && e.labels || [])]])
  .map(([e, parts]) => [e, parts.map(part => part.getBoundingClientRect())])
  .filter(([e, boxes]) => !boxes.some(box => box.width > least - .5 && box.height > least - .5))
  .filter(([e]) => !(e.closest(".sheet td") && e.closest("tr").querySelector("th a").offsetWidth > least - .5))
  .map(([e, boxes]) => `${e.tagName} ${e.name || ""} ${e.textContent.trim().slice(0, 30)} ` +
    boxes.map(box => `${Math.round(box.width)}x${Math.round(box.height)}`).join(" "))"""

# Every number of which not all can be read: broken over two lines, cut by the box in which it stands, out of the
# screen, or on top of another one. What can be scrolled into sight is none of these; what sticks to the edge of the
# screen lies over what scrolls under it.
BAD_NUMBERS = r"""() => {
  const NUMBER = /[+−]?(?:€|CHF)?[ \u00a0]?[\d.,⅓⅔]*\d[\d.,⅓⅔]*(?:\u00a0€)?/g;
  const found = [], boxes = [];
  const style = e => getComputedStyle(e);
  const sticks = e => e && (/sticky|fixed/.test(style(e).position) ? e : sticks(e.parentElement));
  const room = e => { /* where what stands in `e` can be seen, as far as nobody can scroll */
    let left = -1e6, right = 1e6;
    for (; e !== document.body; e = e.parentElement) {
      const way = style(e).overflowX, box = e.getBoundingClientRect();
      if (way === "auto" || way === "scroll") return [left, right];
      if (/^(TD|TH|BUTTON)$/.test(e.tagName) || way !== "visible" && style(e).display !== "inline")
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    }
    return [Math.max(left, 0), Math.min(right, innerWidth)];
  };
  const judge = (owner, number, rects) => {
    const [left, right] = room(owner), name = `${number} <${owner.tagName} ${owner.className}>`;
    if (new Set(rects.map(rect => Math.round(rect.top))).size > 1) found.push(`broken: ${name}`);
    for (const rect of rects) {
      if (rect.left < left - .6 || rect.right > right + .6)
        found.push(`cut: ${name} ${[rect.left, rect.right, left, right].map(Math.round).join(" ")}`);
      boxes.push({ name, rect, stuck: sticks(owner) });
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const owner = text.parentElement;
    if (!owner.checkVisibility({ visibilityProperty: true }) || style(owner).clipPath !== "none") continue;
    if (owner.closest(".hidden, noscript, select, svg, .link, script, template")) continue;
    for (const match of text.data.matchAll(NUMBER)) {
      const range = document.createRange();
      range.setStart(text, match.index);
      range.setEnd(text, match.index + match[0].length);
      judge(owner, match[0].trim(), [...range.getClientRects()].filter(rect => rect.width > .1));
    }
  }
  for (const field of document.querySelectorAll(".number input, .amounts input"))
    if (field.checkVisibility() && field.scrollWidth > field.clientWidth + 1) found.push(`cut: ${field.value}`);
  for (const [place, one] of boxes.entries()) for (const other of boxes.slice(place + 1)) {
    const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
    const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
    if (one.stuck === other.stuck && wide > 1 && high > Math.min(one.rect.height, other.rect.height) * .4)
      found.push(`on each other: ${one.name} ${other.name}`);
  }
  return found;
}"""
# How far the page is wider than the screen, and each thing that reaches out of it without being scrolled inside.
SIDEWAYS = """() => {
  const wide = document.documentElement.scrollWidth;
  if (wide <= innerWidth) return [];
  const scrolled = e => { for (e = e.parentElement; e; e = e.parentElement)
    if (getComputedStyle(e).overflowX !== "visible") return true; return false; };
  const out = [...document.querySelectorAll("main *, header *")].filter(e => e.checkVisibility()
    && e.getBoundingClientRect().right > innerWidth + .5 && !scrolled(e)).slice(-3);
  return [`${wide} wide: ` + out.map(e => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)}`).join("; ")];
}"""
# Every word that reaches out of the button, chip or cell on which it stands.
SPILLS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const box = text.parentElement.closest("button, .button, .chip, td, th, summary, legend, .tabs a");
    if (!text.textContent.trim() || !box || !text.parentElement.checkVisibility()) continue;
    if (text.parentElement.closest(".hidden, noscript, select")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const inner = range.getBoundingClientRect(), outer = box.getBoundingClientRect();
    const cut = getComputedStyle(text.parentElement).overflowX !== "visible";
    if (inner.width && !cut && (inner.right > outer.right + 1 || inner.left < outer.left - 1))
      found.push(`${box.tagName} ${text.textContent.trim()} ${Math.round(inner.width)}>${Math.round(outer.width)}`);
  }
  return found;
}"""

# Every name over a column that is cut, so that two may read the same, and every word and number too small to read.
UNREAD = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = new Set();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const owner = text.parentElement, size = parseFloat(getComputedStyle(owner).fontSize), cell = owner.closest("th");
    if (!text.data.trim() || !owner.checkVisibility() || owner.closest(".hidden, noscript, svg")) continue;
    if (size < 11) found.add(`${size}px: ${text.data.trim()}`);
    for (const box of cell ? [owner, cell] : []) if (getComputedStyle(box).overflowX === "hidden")
      if (box.scrollWidth > box.clientWidth) found.add(`cut: ${text.data}`);
  }
  return [...found];
}"""
# On how many lines each element stands.
LINES = """all => all.map((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
})"""
OPEN_ALL = "for (const more of document.querySelectorAll('details')) more.open = true"


def find_barriers(phone):
    """What shuts out a reader of the screen: the name of each serious finding of axe, and where it is."""
    found = Axe().run(phone, options={"resultTypes": ["violations"]}).response["violations"]
    return [(each["id"], each["nodes"][0]["html"][:100]) for each in found if each["impact"] in ("serious", "critical")]


def pages_of(pdf):
    """The number of pages of a PDF."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def enlarge(phone, percent):
    """Let the phone write as large as somebody set it up."""
    phone.evaluate("percent => { document.documentElement.style.fontSize = 1.0625 * percent + '%'; }", percent)


# All of these at once: each look at a page from outside costs as much as what it finds out.
PROBLEMS = f"""least => [
  ...({SIDEWAYS})().map(wide => `sideways: ${{wide}}`),
  ...({SMALL})(least).map(control => `small: ${{control}}`),
  ...({BAD_NUMBERS})().map(found => `number ${{found}}`),
  ...({SPILLS})().map(text => `spills: ${{text}}`),
  ...({UNREAD})().map(text => `unread ${{text}}`),
]"""


def problems(phone, width, percent):
    """Return what is wrong with the page on a screen of this width, with text of this size."""
    phone.set_viewport_size({"width": width, "height": 844})
    enlarge(phone, percent)
    return phone.evaluate(PROBLEMS, LEAST)
