/** The computer players at a table. */

import type { Settings } from "../write/settings.js";
import type { Session } from "./session.js";

/** The kinds of players: a person; one that thinks in the module of the game; and one that chooses at random. */
export type Seat = "person" | "thinking" | "chance";
export const SEATS: Seat[] = ["person", "thinking", "chance"];
/** The player of `hoyle play` that thinks: with the same seed, it makes the same choices. */
export const THINKING = "think:quick";

/** The game that is played, and its settings. */
export interface Played {
  name: string;
  players: number;
  settings: Settings;
}

/** The choice of a computer player: the number of an option. */
export function chosenBy(kind: Seat | undefined, session: Session): number | Promise<number> {
  const count = session.now.options.length;
  if (count < 2) return 0;
  return kind === "chance" ? Math.floor(Math.random() * count) : session.ask(THINKING);
}
