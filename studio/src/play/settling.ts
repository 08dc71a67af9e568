/** The pause after a deal, or after something was settled in it: what it came to, until the person goes on. */

import type { Scene } from "hoyle";
import { Settlement } from "hoyle-viewer";
import { announce, h } from "../lib/dom.js";
import { T } from "../texts.js";

/** How the game goes on after a settlement. */
export const CONTINUES = ["button", "timer", "instant"] as const;
export type Continue = (typeof CONTINUES)[number];
/** How one settlement stands: until a button is pressed, or for so many milliseconds at most. */
export type Stands = "button" | number;
/** Milliseconds that the settlement of a deal stands if the game goes on by itself. */
const STANDS = 6000;
/** Milliseconds that what was settled within a deal stands at most: a pot, a meld, a trick with points. */
const BRIEF = 2600;

/**
 * How what was settled stands on the table; null if the game goes on at once.  Within a deal nobody need press a
 * button, and there is no pause at all where the others choose at once.
 */
export function standsBy(
  scene: Scene,
  goesOn: Continue,
  { instant, watching }: { instant: boolean; watching: boolean },
): Stands | null {
  if (!scene.settlement || goesOn === "instant") return null;
  if (scene.settlement.deal_over === false) return instant ? null : BRIEF;
  return goesOn === "timer" || watching ? STANDS : "button";
}

/**
 * Shows what was settled on the table.  Resolves when the person goes on, or the time is over; `stopped` is called
 * with a function that ends the pause.  `you`: the name of the seat of the reader.
 */
export function settled(
  felt: HTMLElement,
  scene: Scene,
  you: string | null,
  how: Stands,
  stopped: (end: () => void) => void,
): Promise<void> {
  const panel = Settlement.panel(scene, you);
  if (!panel) return Promise.resolve();
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
    if (how !== "button") timer = setTimeout(done, how);
    if (document.activeElement === document.body || felt.contains(document.activeElement) || how === "button")
      go.focus({ preventScroll: true });
  });
}

/** A settlement as one text for a screen reader. */
function said(panel: HTMLElement): string {
  const parts = panel.querySelectorAll("h2, .entry, .parts li, .why, .result");
  return [...parts].map((one) => one.textContent?.trim()).join(". ");
}
