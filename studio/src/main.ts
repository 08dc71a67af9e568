/** The studio: shows the page that the address names, inside a common frame. */

import { byId, h } from "./lib/dom.js";
import { keepOffline } from "./lib/offline.js";
import { gallery } from "./pages/gallery.js";
import { find, learn } from "./pages/learn.js";
import { play } from "./pages/play.js";
import { replay } from "./pages/replay.js";
import { T } from "./texts.js";

/** Closes a page; done when everything of it is kept. */
type Leave = () => void | Promise<void>;

/** Shows a page inside the element.  Returns a function that closes the page. */
export type Page = (root: HTMLElement, name: string, rest: string) => Promise<Leave>;

const PAGES: Record<string, Page> = {
  "": gallery,
  play,
  watch: (root, name, rest) => play(root, name, rest, true),
  replay,
  learn,
  find,
  write: async (...parts) => (await import("./pages/write.js")).write(...parts),
};

let leave: Leave = () => {};
let visits = 0;

async function open(): Promise<void> {
  const visit = ++visits;
  const [kind = "", name = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  const page = PAGES[kind];
  const left = leave();
  leave = () => {};
  await left;
  if (visit !== visits) return;
  const root = h("div", { class: `page ${kind || "gallery"}` });
  byId("page").replaceChildren(root);
  mark(kind);
  try {
    if (!page) throw new Error(T.notFound);
    const close = await page(root, decode(name), rest.join("/"));
    if (visit === visits) leave = close;
    else close();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (visit === visits) root.replaceChildren(h("p", { class: "failed", role: "alert" }, T.failed(why)));
  }
  if (visits > 1 && visit === visits) byId("page").focus();
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return "";
  }
}

/** Marks the link of the current page in the navigation. */
function mark(kind: string): void {
  const parts: [string, string, string[]][] = [
    ["#/", T.gallery, ["", "play", "watch", "replay", "learn", "find"]],
    ["#/write", T.write, ["write"]],
  ];
  const links = parts.map(([href, text, kinds]) =>
    h("a", { href, "aria-current": kinds.includes(kind) ? "page" : null }, text),
  );
  byId("parts").replaceChildren(...links);
}

addEventListener("hashchange", open);
open().then(() => setTimeout(keepOffline, 1000));
