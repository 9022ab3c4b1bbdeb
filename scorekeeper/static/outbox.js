/* Entries wait on this phone until the server has them. Each goes out with the id that its page made for it, in order and
   again and again until it is answered; the server books it once. What it cannot book stays here until somebody decides. */
"use strict";
{
  const PATIENCE = 8000;
  const strip = document.getElementById("strip"), words = strip.dataset, main = document.querySelector("main");
  const sheet = words.now.replace(/\/now$/, ""), ahead = AHEAD + sheet;
  const keep = (entries) => store(BOX, entries);
  const waiting = () => load(BOX, "[]");
  const drop = (id) => keep(waiting().filter((entry) => entry.id !== id));
  const token = () => document.querySelector("[name=csrf_token]").value;
  const lost = () => strip.classList.contains("lost") || !navigator.onLine;
  /* An entry is kept with the players' keys; their names are those of the page, none of another night. */
  const isKey = (part) => /^p\d+$/.test(part);
  const named = (entry) => {
    const names = entry.sheet === sheet ? JSON.parse(words.names) : {};
    const said = entry.said.map((part) => isKey(part) ? names[part] : part).filter(Boolean).join(", ");
    return words.deal.replace("{number}", entry.number) + (said && ` (${said})`);
  };

  /* Whether this page is where it is mended or decided. */
  const isHere = ({ id }) => all("[data-decides]").some((place) => place.dataset.decides === id)
    || all("form[data-preview] [name=request]").some((field) => field.value === id);
  let full = false; /* no form is left for the deal to come */
  const show = () => {
    const entries = waiting().filter((entry) => !entry.stuck || !isHere(entry)), stuck = entries.find((entry) => entry.stuck), place = strip.querySelector(".outbox");
    place.replaceChildren();
    place.hidden = !entries.length;
    if (!entries.length) return;
    const text = stuck ? words.stuck.replace("{entry}", named(stuck))
      : words.waiting.replace("{entries}", entries.map(named).join(", ")) + (full ? ". " + words.enough : "");
    place.append(make("b", { className: "badge" }, entries.length), make("span", {}, text));
    if (stuck) {
      const discard = () => {
        drop(stuck.id);
        send();
      };
      const look = () => lost() || decide(stuck);
      place.append(make("span", { className: "acts" }, makeKey(words.decide, look), makeKey(words.discard, discard)));
    }
  };
  /* The server itself shows what is wrong with an entry, or beside what stands there. */
  const decide = (entry) => {
    const fields = [...new URLSearchParams(entry.body), ["csrf_token", token()]];
    const form = make("form", { method: "post", action: entry.url, hidden: true }, ...fields.map(([name, value]) => make("input", { name, value })));
    document.body.append(form);
    form.submit();
  };

  const deliver = async () => {
    for (let [entry] = waiting(); entry && !entry.stuck; [entry] = waiting()) {
      const body = new URLSearchParams(entry.body);
      body.set("csrf_token", token());
      let answer;
      try {
        answer = await ask(entry.url, PATIENCE, { method: "POST", body });
      } catch {
        return;
      }
      if (answer.status >= 500) return;
      const booked = answer.ok && answer.redirected && new URL(answer.url).pathname === entry.sheet;
      if (booked) drop(entry.id);
      else keep(waiting().map((other) => other.id === entry.id ? { ...other, stuck: true } : other));
    }
  };
  let sending = null;
  const send = () => {
    sending ||= deliver().finally(() => {
      sending = null;
      show();
    });
    return sending;
  };

  /* The forms of the deals to come, fetched while the server is there. */
  const prepare = async ({ head, ahead: plan }) => {
    const { forms = {} } = load(ahead, "{}");
    const next = {};
    for (const [number, key] of plan) {
      if (key in next) continue;
      if (!(key in forms)) {
        const answer = await ask(`${sheet}/ahead/${number}`, PATIENCE);
        if (answer.status !== 200) return;
        const form = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("form.entry");
        for (const pad of all(".pad", form)) pad.remove();
        form.elements.csrf_token.setAttribute("value", "");
        forms[key] = form.outerHTML;
      }
      next[key] = forms[key];
    }
    if (head === words.head) store(ahead, { head, plan, forms: next }); /* else the night went on meanwhile */
  };
  let began = true;
  const formOf = (number) => {
    const { plan = [], forms = {} } = load(ahead, "{}");
    return forms[(plan.find(([known]) => known === number) || [])[1]];
  };
  const open = (number) => {
    const html = formOf(number);
    if (!html) return false;
    const form = new DOMParser().parseFromString(html, "text/html").querySelector("form");
    form.querySelector("h1").textContent = words.deal.replace("{number}", number);
    form.elements.number.value = number;
    nameDeal(form);
    form.elements.csrf_token.value = token();
    form.elements.request.value = fresh();
    form.action = `${sheet}/enter`;
    for (const part of [...main.children]) if (part !== strip) part.remove();
    main.append(form);
    main.dataset.live = "";
    began = false;
    document.dispatchEvent(new CustomEvent("entry", { detail: form }));
    scrollTo(0, 0);
    return true;
  };
  const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const following = () => {
    const last = waiting().filter((entry) => entry.sheet === sheet).pop();
    if (last) return last.number + (last.action === "booked" ? 1 : 0);
    return (load(ahead, "{}").plan || [[0]])[0][0];
  };

  const said = (form) => all("#draft input:checked, #draft .number input", form)
    .filter((input, place, inputs) => !inputs.slice(0, place).some((other) => other.dataset.complement === input.name && other.value))
    .map((input) => input.closest(".chip") && !isKey(input.value) ? input.closest(".chip").textContent.trim() : input.value.trim())
    .filter(Boolean);
  document.addEventListener("submit", async (event) => {
    const form = event.target, action = event.submitter && event.submitter.value;
    if (!form.matches("form[data-preview]") || form.elements.kind.value !== "booked") return;
    if (action !== "booked" && action !== "called") return;
    const fields = new FormData(form);
    fields.set("action", action);
    fields.set("made", new Date().toISOString());
    fields.delete("csrf_token");
    const number = Number(fields.get("number")), id = fields.get("request");
    const entry = { id, number, action, url: `${sheet}/enter`, sheet, said: said(form), body: String(new URLSearchParams(fields)) };
    try {
      const others = waiting();
      keep(others.some((other) => other.id === id) ? others.map((other) => other.id === id ? entry : other) : [...others, entry]);
    } catch {
      return; /* there is no room on this phone: it goes out as any form does */
    }
    event.preventDefault();
    show();
    if (!lost()) await send();
    const mine = waiting().find((other) => other.id === id);
    if (!mine) location.assign(`${sheet}#deal-${number}`);
    else if (mine.stuck) decide(mine);
    else goOn(form, number, action);
  });
  const goOn = (form, number, action) => {
    if (action === "called") { /* the result of the same deal comes later */
      form.elements.based_on.value = Number(form.elements.based_on.value) + 1;
      form.elements.request.value = fresh();
      for (const key of all("#actions button[value=booked]", form)) key.disabled = false;
    } else if (!open(number + 1)) {
      main.querySelector("form.entry").inert = full = true;
      show();
    }
  };
  document.addEventListener("input", () => { began = true; });
  /* Whether the server is there, asked before the page is left: without it the browser would show a page of its own. */
  const there = async () => {
    try {
      return !lost() && (await ask(words.now, 1500, { method: "HEAD" })).status < 500;
    } catch {
      return false;
    }
  };
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a");
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (link && link.pathname === `${sheet}/enter` && !elsewhere && formOf(following())) {
      event.preventDefault();
      if (await there() || !open(following())) location.assign(link.href);
      return;
    }
    const choice = event.target.closest("[data-decides] a, [data-decides] button");
    if (choice) drop(choice.closest("[data-decides]").dataset.decides);
  });
  document.addEventListener("night", async ({ detail }) => {
    if (waiting().length) await send();
    if ((full || !began) && !waiting().length) location.assign(sheet);
    if (detail) prepare(detail).catch(() => {});
  });
  for (const event of ["left", "renewed"]) document.addEventListener(event, show);
  const old = waiting(); /* as earlier versions kept them: with names */
  if (old.some(({ said }) => !Array.isArray(said))) keep(old.map((entry) => Array.isArray(entry.said) ? entry : { ...entry, said: [] }));
  show();
}
