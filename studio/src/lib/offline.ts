/** Keeps the whole page in the browser after the first visit to an exported site.  A local server opts out. */

export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const list = await fetch(new URL("files.json", document.baseURI));
    const { offline } = (await list.json()) as { offline: boolean };
    if (!offline) return;
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener("message", (event) => {
      if (event.data === "kept") document.documentElement.dataset.offline = "kept";
    });
    await serviceWorker.register(new URL("offline.js", document.baseURI));
    const { active } = await serviceWorker.ready;
    active?.postMessage("keep");
  } catch {
    // without the service worker the page needs its server, like any other page
  }
}
