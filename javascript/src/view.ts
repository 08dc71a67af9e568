/**
 * Who sees what, as `interpreter/story/view.py`.  This is the one place of this package that decides it.
 *
 * A viewer sees the faces of the cards in the zones whose `seats` it is one of, and single cards that were shown to it
 * and not shuffled since.  Everybody sees how many cards lie in each zone, and every variable.
 */

import type { StoryZone } from "./description.js";
import type { State } from "./layout.js";

/** A card that is not seen. */
export const UNSEEN = -1;

/** Who looks: a seat, a spectator, who sees what lies face up, or somebody who sees everything. */
export type Viewer = number | "spectator" | "all";

/** Whether a viewer sees the faces of the cards in a zone.  `owner` is -1 for a shared zone. */
export function sees(zone: StoryZone, owner: number, viewer: Viewer): boolean {
  if (viewer === "all" || zone.open) return true;
  return typeof viewer === "number" && (zone.seats[Math.max(owner, 0)]?.includes(viewer) ?? false);
}

/** A zone as a viewer sees it: its cards in order (bottom first), `UNSEEN` for each that is not known. */
export interface SeenZone {
  zone: number;
  /** -1 for a shared zone. */
  owner: number;
  cards: number[];
}

/** Every zone of every owner, as a viewer sees it. */
export function zonesSeen(state: State, viewer: Viewer): SeenZone[] {
  const { zones, known } = state.story;
  const shown = new Set(known >= 0 && typeof viewer === "number" ? state.set(known + viewer) : []);
  return zones.flatMap((info, zone) =>
    Array.from({ length: info.count }, (_, at) => {
      const cards = state.cards(info.slot + at);
      const owner = info.owner === null ? -1 : at;
      return {
        zone,
        owner,
        cards: sees(info, owner, viewer) ? cards : knownOf(state, info, at, cards, shown),
      };
    }),
  );
}

/** The cards of a zone of which only the `shown` ones are known.  Where the order is unknown, these come first. */
function knownOf(state: State, zone: StoryZone, at: number, cards: number[], shown: Set<number>): number[] {
  const seen = cards.map((card) => (shown.has(card) ? card : UNSEEN));
  if (!shown.size) return seen;
  let [low, high] = [0, seen.length];
  if (zone.ordered)
    [low, high] =
      zone.bag < 0 ? [0, 0] : [state.number(zone.bag + 2 * at), state.number(zone.bag + 2 * at + 1)];
  const loose = seen.slice(low, high);
  const first = loose.filter((card) => card !== UNSEEN);
  return [...seen.slice(0, low), ...first, ...loose.filter((card) => card === UNSEEN), ...seen.slice(high)];
}
