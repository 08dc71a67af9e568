/** The types of a game: what `hoyle compile --types` writes, and what is known without it. */

import type { Owned } from "./lookup.js";
import type { GameValue } from "./values.js";

/** What the types of a game say. */
export interface GameTypes {
  /** The kinds of choices, each with the values of its names. */
  choices: { kind: string; values: Record<string, GameValue> };
  variables: object;
  zones: string;
}

/** A game of which nothing is known beforehand. */
export interface AnyGame extends GameTypes {
  variables: Record<string, GameValue | Owned>;
}
