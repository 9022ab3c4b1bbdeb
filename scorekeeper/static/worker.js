// Shows the last sheet, read-only, while the server is away.
const LAST_SHEET = "last sheet"; // the page and its styles
const findPage = async (cache) => (await cache.keys()).find(({ url }) => !url.endsWith(".css"));

// Stores the sheet at this address, which changes with it, or renews the stored one; without access it is deleted.
const renew = async (address) => {
  const stored = await findPage(await caches.open(LAST_SHEET));
  const wanted = address || stored?.url;
  if (!wanted || address === stored?.url) return;
  const answer = await fetch(wanted, { redirect: "manual", headers: { "X-Renew": "page" } }).catch(() => null);
  if (!answer || answer.status >= 500) return;
  await caches.delete(LAST_SHEET);
  if (!answer.ok) return;
  const cache = await caches.open(LAST_SHEET);
  const [style] = (await answer.clone().text()).match(/[^"]+\.css/);
  await cache.add(style);
  await cache.put(wanted, answer);
};

const showStored = async () => {
  const cache = await caches.open(LAST_SHEET);
  const stored = await findPage(cache);
  return stored ? cache.match(stored, { ignoreVary: true }) : Response.error();
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
let last; // one after another, so that an earlier request does not restore a deleted sheet
addEventListener("message", (event) => {
  last = Promise.resolve(last).then(() => renew(event.data)).catch(() => {});
  event.waitUntil(last);
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(showStored));
  if (request.destination === "style") event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreVary: true })));
});
