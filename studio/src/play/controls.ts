/** The controls during a game: the speed, the pause after a deal, and the player on each seat. */

import { h } from "../lib/dom.js";
import { T } from "../texts.js";
import { SEATS, type Seat } from "./opponents.js";
import { CONTINUES, type Continue } from "./settling.js";

/** Milliseconds between two choices of computer players. */
export const PAUSES = { medium: 800, slow: 1600, fast: 300, instant: 0 };
export type Speed = keyof typeof PAUSES;
export const SPEEDS: [Speed, ...Speed[]] = ["medium", "slow", "fast", "instant"];

function list<T extends string>(
  id: string,
  label: string,
  values: readonly T[],
  names: Record<T, string>,
  now: T,
  changed: (value: T) => void,
): HTMLElement {
  const options = values.map((one) => h("option", { value: one, selected: one === now }, names[one]));
  const field = h("select", { id }, ...options);
  field.addEventListener("change", () => changed(field.value as T));
  return h("label", null, `${label} `, field);
}

/** A list of speeds. */
export function speedList(now: Speed, changed: (speed: Speed) => void): HTMLElement {
  const ordered: Speed[] = ["slow", "medium", "fast", "instant"];
  return list("speed", T.speed, ordered, T.speeds, now, changed);
}

/** A list of ways to go on after a settlement. */
export function continueList(now: Continue, changed: (how: Continue) => void): HTMLElement {
  return list("continue-by", T.afterDeal, CONTINUES, T.continues, now, changed);
}

/** A list of players for each seat. */
export function seatLists(seats: Seat[], changed: (seat: number, kind: Seat) => void): HTMLElement[] {
  return seats.map((kind, seat) =>
    list(`seat-${seat}`, T.seat(seat), SEATS, T.kinds, kind, (one) => changed(seat, one)),
  );
}

/**
 * Hides the table until the next person takes the device: resolves to true.  `stopped` is called with a function that
 * lifts the curtain before: then it resolves to false.
 */
export function curtainDrawn(
  felt: HTMLElement,
  name: string,
  stopped: (lift: () => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const ready = h(
      "button",
      { type: "button", class: "button", id: "ready", onclick: () => resolve(true) },
      T.curtainReady,
    );
    const curtain = h(
      "div",
      { class: "curtain" },
      h("p", null, T.curtain(name)),
      h("p", null, T.curtainAbout),
      ready,
    );
    stopped(() => {
      curtain.remove();
      resolve(false);
    });
    felt.replaceChildren(curtain);
    ready.focus();
  });
}
