/** What of a game at a table is given beforehand. */

import type { SharedDeal } from "./deals.js";

/**
 * The start of a game that continues one played elsewhere: a state of the module, the names of the players, and a first
 * card.
 */
export interface Beginning {
  state: Uint8Array;
  seats: string[];
  card?: string | undefined;
  /** Called after each choice with the numbers of all choices so far, and what they are. */
  made?: ((choices: number[], labels: string[]) => void) | undefined;
}

/** Where the game goes on, the deal that a link names, and the weights of the player `learned`. */
export interface Given {
  weights?: Uint8Array | null | undefined;
  from?: Beginning | undefined;
  deal?: SharedDeal | null | undefined;
}
