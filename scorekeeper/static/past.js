// This phone keeps the last entry that it saw, hashes what came after, and says where that does not come out.
{
  const get = (url) => fetch(url).then((answer) => answer.ok ? answer.text() : null, () => null);
  const warn = (foot, key, saw, stands) => {
    const alarm = one(".alarm", foot).cloneNode(true); // outside of what live updates replace
    const told = { seq: saw.seq, saw: saw.words, stands: stands.hash !== saw.hash && stands.words || "–" };
    for (const text of all("p", alarm)) text.textContent = fill(text.textContent, told);
    alarm.id = "alarm";
    alarm.hidden = false;
    one("button", alarm).onclick = () => {
      localStorage.removeItem(key);
      alarm.remove();
      compare();
    };
    main.before(alarm);
  };
  // Whether the entry `to` follows from `from`; null where it cannot be asked.
  const follows = async (chain, from, to) => {
    let { seq, hash } = from;
    while (seq < to.seq) {
      const texts = await get(`${chain}?after=${seq}`);
      if (texts === null) return null;
      for (const text of texts.split("\n").slice(0, to.seq - seq)) {
        seq++;
        if (!text.startsWith(`["${hash}",${seq},`)) return false;
        hash = sha256(text);
      }
    }
    return hash === to.hash;
  };
  let busy;
  const compare = async () => {
    const foot = one("#foot");
    if (!foot || busy || one("#alarm")) return;
    busy = true;
    const { past, chain, night, seq, hash, words } = foot.dataset, key = `past ${night}`;
    const here = { seq: Number(seq), hash, words }, saw = load(key, "null") || here, older = here.seq < saw.seq;
    const same = await (older ? follows(chain, here, saw) : follows(chain, saw, here));
    if (same && !older) quietly(() => store(key, here));
    if (same === false) warn(foot, key, saw, JSON.parse(await get(`${past}?seq=${saw.seq}`)) || {});
    busy = false;
    if (same && one("#foot").dataset.hash !== hash) compare();
  };
  on("renewed", compare);
  compare();
}
