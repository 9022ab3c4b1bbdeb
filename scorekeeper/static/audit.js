/* Recording cards without a page load for each tap: the address holds the record, the server judges it. */
"use strict";
(() => {
  const home = location.pathname, memory = "cards " + home;
  const form = () => document.querySelector("#tap");
  const address = () => new URLSearchParams([...new FormData(form())].filter(([name]) => name !== "by"));
  const begun = () => Boolean(form()) && [...address().keys()].some((name) => name !== "at");
  const keep = () => begun() && quietly(() => localStorage.setItem(memory, address()));
  const kept = () => quietly(() => localStorage.getItem(memory));

  /* One tap after the other, each on what the one before led to. */
  let last = Promise.resolve();
  const tap = async (which, name, value) => {
    const fields = new FormData(document.querySelector(which));
    if (name) fields.append(name, value);
    const link = home + "?" + new URLSearchParams(fields);
    let text;
    try {
      const answer = await fetch(link);
      if (!answer.ok && answer.status !== 422) throw answer;
      text = await answer.text();
    } catch {
      location.assign(link); /* the browser says what is wrong */
      return;
    }
    const focused = document.activeElement?.value;
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("#audit");
    document.querySelector("#audit").replaceWith(fresh);
    history.replaceState(null, "", home + "?" + address());
    keep();
    const again = focused && [...fresh.querySelectorAll("button")].find((button) => button.value === focused && !button.disabled);
    if (again) again.focus({ preventScroll: true });
  };
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.target.matches("form.taps")) {
      event.preventDefault();
      const which = "#" + event.target.id;
      last = last.then(() => tap(which, button && button.name, button && button.value));
      if (which === "#replace") last = last.then(() => scrollTo({ top: 0 }));
    } else if (event.target.matches("form.save, form.removal")) {
      event.target.elements.made.value = new Date().toISOString();
      forget((key) => key === memory);
      setTimeout(() => { for (const one of event.target.querySelectorAll("button")) one.disabled = true; });
    }
  });

  if (begun()) keep();
  else if (form() && !location.search && kept()) location.replace(home + "?" + kept());
})();
