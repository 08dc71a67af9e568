/** What one seat has seen of a deal: everything that the code that thinks for the seat gets.  `history.ts` makes it. */

import type { State } from "../layout.js";
import type { Value } from "../words.js";

/** Kinds of draws: a card from a pile, a random card of a set, a random player. */
export const CARD = 0;
export const PICKED_CARD = 1;
export const PICKED_PLAYER = 2;

/** A single card that a choice names and the seat has not seen. */
export const UNKNOWN_CARD = -2;

/**
 * A choice as a seat knows it.  `alternative` is -1 if the whole choice is unknown; `ask` is -1 for an incident, whose
 * number is then `alternative`.
 */
export interface SeenStep {
  ask: number;
  player: number;
  alternative: number;
  /** A single card that the seat has not seen is `UNKNOWN_CARD`; of a set of cards, only those it knows are included. */
  values: Value[];
  /** For each value: -1 if it is known, 0 for an unknown card, the number of cards for a set not completely known. */
  hidden: number[];
  /** The hash of what the seat saw when the choice was made. */
  hash: bigint;
}

/** A draw as a seat knows it. */
export interface SeenDraw {
  kind: number;
  /** -1 if the seat did not see it. */
  value: number;
  /** The owner of the zone to which the card went, or -1. */
  owner: number;
  epoch: number;
  step: number;
  /** The number of the owner's zone, or -1. */
  zone: number;
}

/** A card that a seat saw leaving a zone, or lying there when it was shown, after so many choices. */
export interface Sighting {
  card: number;
  zone: number;
  step: number;
}

/** What a seat has seen of a deal: enough to think about the open question, and nothing else. */
export interface SeenDeal {
  seat: number;
  /** The state in which the deal began. */
  base: State;
  steps: SeenStep[];
  draws: SeenDraw[];
  ask: number;
  /** The hash of the seat's view of the open question. */
  hash: bigint;
  epochs: number;
  /** Cards that the seat knows were not drawn in an epoch. */
  absent: [epoch: number, card: number][];
  /** Whether no seat saw the cards being dealt, so that only the view of the open question is known. */
  onlyView: boolean;
  /** When and where the seat saw a card in a zone to which cards had been dealt unseen. */
  sightings: Sighting[];
}
