// The search on a rule page; without JavaScript the server does it.
if (one(".search")) {
  const search = one(".search"), field = search.elements.q;
  const filter = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const law of all(".law")) law.hidden = !words.every((word) => law.textContent.toLowerCase().includes(word));
    one(".book").classList.toggle("searching", words.some(Boolean));
  };
  on("input", filter, search);
  // What the server has left out can only come back from there.
  on("submit", (event) => { if (!/[?&]q=./.test(location.search)) event.preventDefault(); }, search);
  addEventListener("hashchange", () => { if (one(".law:target[hidden]")) { field.value = ""; filter(); location.replace(location.hash); } });
}
