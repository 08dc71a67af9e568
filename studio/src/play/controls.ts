/** The controls during a game: the speed, and the player on each seat. */

import { h } from "../lib/dom.js";
import { T } from "../texts.js";
import { SEATS, type Seat } from "./opponents.js";

/** Milliseconds between two choices of computer players. */
export const PAUSES = { slow: 1600, medium: 800, fast: 300, instant: 0 };
export type Speed = keyof typeof PAUSES;

/** A list of speeds. */
export function speedList(now: Speed, changed: (speed: Speed) => void): HTMLElement {
  const speeds = (Object.keys(PAUSES) as Speed[]).map((speed) =>
    h("option", { value: speed, selected: speed === now }, T.speeds[speed]),
  );
  const list = h("select", { id: "speed" }, ...speeds);
  list.addEventListener("change", () => changed(list.value as Speed));
  return h("label", null, `${T.speed} `, list);
}

/** A list of players for each seat. */
export function seatLists(seats: Seat[], changed: (seat: number, kind: Seat) => void): HTMLElement[] {
  return seats.map((kind, seat) => {
    const options = SEATS.map((one) => h("option", { value: one, selected: one === kind }, T.kinds[one]));
    const list = h("select", { id: `seat-${seat}` }, ...options);
    list.addEventListener("change", () => changed(seat, list.value as Seat));
    return h("label", null, `${T.seat(seat)} `, list);
  });
}

/** The curtain, which hides the table until the next person takes the device, and its button. */
export function curtainOf(name: string, done: () => void): { curtain: HTMLElement; ready: HTMLElement } {
  const ready = h("button", { type: "button", class: "button", id: "ready", onclick: done }, T.curtainReady);
  const curtain = h(
    "div",
    { class: "curtain" },
    h("p", null, T.curtain(name)),
    h("p", null, T.curtainAbout),
    ready,
  );
  return { curtain, ready };
}
