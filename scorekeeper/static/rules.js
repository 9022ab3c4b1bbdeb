/* The search on a rule page; without JavaScript the server does it. */
"use strict";
if (document.querySelector(".search")) {
  const search = document.querySelector(".search"), nothing = document.getElementById("nothing");
  const filter = () => {
    const words = search.elements.q.value.toLowerCase().split(/\s+/);
    for (const law of all(".law")) {
      const text = law.textContent.toLowerCase();
      law.hidden = !words.every((word) => text.includes(word));
    }
    for (const chapter of all(".chapter")) chapter.hidden = !chapter.querySelector(".law:not([hidden])");
    document.querySelector(".book").classList.toggle("searching", words.some(Boolean));
    nothing.hidden = Boolean(document.querySelector(".law:not([hidden])"));
  };
  search.addEventListener("input", filter);
  /* What the server has left out can only come back from there. */
  if (!new URLSearchParams(location.search).get("q")) search.addEventListener("submit", (event) => { event.preventDefault(); filter(); });
  addEventListener("hashchange", () => { if (document.querySelector(".law:target[hidden]")) { search.elements.q.value = ""; filter(); location.replace(location.hash); } });
}
