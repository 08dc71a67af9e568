/** The pause after a deal, or after something was settled in it: what it came to, until the person goes on. */

import type { Scene } from "hoyle";
import { Settlement } from "hoyle-viewer";
import { announce, h } from "../lib/dom.js";
import { T } from "../texts.js";

/** How the game goes on after a settlement. */
export const CONTINUES = ["button", "timer", "instant"] as const;
export type Continue = (typeof CONTINUES)[number];
/** Milliseconds that a settlement stands if the game goes on by itself. */
const STANDS = 6000;

/**
 * Shows what was settled on the table.  Resolves when the person goes on, or the time is over; `stopped` is called
 * with a function that ends the pause.
 */
export function settled(
  felt: HTMLElement,
  scene: Scene,
  how: Continue,
  stopped: (end: () => void) => void,
): Promise<void> {
  const panel = Settlement.panel(scene);
  if (!panel || how === "instant") return Promise.resolve();
  felt.querySelector(".settlement")?.remove();
  return new Promise((resolve) => {
    let timer = 0;
    const done = () => {
      clearTimeout(timer);
      panel.remove();
      resolve();
    };
    stopped(done);
    const go = h("button", { type: "button", class: "button", id: "continue", onclick: done }, T.goOn);
    panel.append(h("div", { class: "go-on" }, go));
    felt.append(panel);
    announce(said(panel));
    if (how === "timer") timer = setTimeout(done, STANDS);
    if (document.activeElement === document.body || felt.contains(document.activeElement) || how === "button")
      go.focus({ preventScroll: true });
  });
}

/** A settlement as one text for a screen reader. */
function said(panel: HTMLElement): string {
  const parts = panel.querySelectorAll("h2, .entry, .parts li, .why, .result");
  return [...parts].map((one) => one.textContent?.trim()).join(". ");
}
