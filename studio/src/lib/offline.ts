/** Keeps the whole page in the browser once it was loaded, where it is a site (a local server says it is none). */

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
    // without it the page needs its server, as any page does
  }
}
