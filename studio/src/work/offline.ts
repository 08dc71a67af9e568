/**
 * The service worker of an exported site.  It stores every file of this build, so that the page opens without a
 * network.
 */

interface Listing {
  build: string;
  files: Record<string, number>;
}

const worker = self as unknown as ServiceWorkerGlobalScope;
const base = new URL("./", worker.location.href).href;
const PREFIX = `hoyle ${base} `;
const LIST = `${base}files.json`;

async function listing(): Promise<Listing> {
  const answer = await fetch(LIST, { cache: "no-cache" });
  if (!answer.ok) throw new Error("no list of files");
  return answer.json() as Promise<Listing>;
}

/** The files in the order in which they are stored: first what the page itself is made of, then games, then the rest. */
function inOrder(files: readonly string[]): string[] {
  const rank = (path: string) => (path.includes("/") ? (path.startsWith("games/") ? 1 : 2) : 0);
  return [...files].sort((a, b) => rank(a) - rank(b));
}

/** Stores all files of a build.  Files that are already stored are not fetched again. */
async function fill(): Promise<void> {
  const { build, files } = await listing();
  const cache = await caches.open(PREFIX + build);
  for (const path of ["", ...inOrder(Object.keys(files))]) {
    const address = base + path;
    if (!(await cache.match(address))) await cache.add(new Request(address, { cache: "no-cache" }));
  }
  await cache.put(LIST, new Response(JSON.stringify({ build, files, offline: true })));
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== PREFIX + build) await caches.delete(name);
  }
}

async function answer(request: Request): Promise<Response> {
  const address = request.url.split(/[?#]/)[0] ?? "";
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    const found = await (await caches.open(name)).match(address);
    if (found) return found;
  }
  return fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => {
  event.waitUntil(
    fill().then(
      () => event.source?.postMessage("kept"),
      (error) => event.source?.postMessage(`not kept: ${error}`),
    ),
  );
});
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(base))
    event.respondWith(answer(event.request));
});
