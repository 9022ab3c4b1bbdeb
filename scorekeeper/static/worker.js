// Shows the sheet of the last night, to read only, while the server is away.
const LAST_SHEET = "last sheet";

// Keeps the sheet at this address, or the one that is kept, as it is now: one that may not be seen any more is dropped.
const renew = async (address) => {
  const [kept] = await (await caches.open(LAST_SHEET)).keys();
  const wanted = address || kept?.url;
  if (!wanted) return;
  const answer = await fetch(wanted, { redirect: "manual" }).catch(() => null);
  if (!answer || answer.status >= 500) return;
  await caches.delete(LAST_SHEET);
  if (answer.ok) await (await caches.open(LAST_SHEET)).put(wanted, answer);
};

const showKept = async () => {
  const cache = await caches.open(LAST_SHEET);
  const [kept] = await cache.keys();
  return kept ? cache.match(kept, { ignoreVary: true }) : Response.error();
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(renew(event.data)));
addEventListener("fetch", (event) => {
  const { method, mode } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(fetch(event.request).catch(showKept));
});
