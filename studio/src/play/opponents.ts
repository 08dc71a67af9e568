/** The computer players at a table. */

import { weights } from "../catalogue.js";
import { TooLate } from "../lib/rpc.js";
import { T } from "../texts.js";
import type { Settings } from "../write/settings.js";
import type { Session } from "./session.js";

/**
 * The kinds of players: a person; one that plays as it has learned; one that thinks in the module of the game; and one
 * that chooses at random.
 */
export type Seat = "person" | "learned" | "thinking" | "chance";
export const SEATS: Seat[] = ["person", "learned", "thinking", "chance"];
/** The player of `hoyle play` that thinks: with the same seed, it makes the same choices. */
export const THINKING = "think:quick";

/**
 * The weights with which the player `learned` plays some rules: those of the shipped game that they are, or that they
 * were made from; null if there are none.
 */
export async function weightsFor(name: string, text: string, origin?: string): Promise<Uint8Array | null> {
  const base = /^\s*variant\b.*?\bof\s+([\w-]+)/m.exec(text)?.[1];
  for (const one of [name, base, origin]) {
    const found = one ? await weights(one) : null;
    if (found) return found;
  }
  return null;
}

/** The game that is played, and its settings. */
export interface Played {
  name: string;
  players: number;
  settings: Settings;
}

/** What of a session computer players need. */
export type Asking = Pick<Session, "now" | "player" | "steps" | "words" | "ask">;

/** The computer players of a table.  One that has thought for too long chooses by chance, once. */
export class Opponents {
  /** At how many steps a player had thought for too long. */
  private late = -1;

  /** What the page says while a computer player chooses. */
  said({ steps, words, player }: Asking): string {
    return (this.late === steps.length ? T.hurried : T.waiting)(words.player(player));
  }

  /**
   * The choice of a player: the number of an option; null if it has thought for too long: its worker was ended, and the
   * game must begin again where it is.
   */
  async choice(kind: Seat | undefined, session: Asking): Promise<number | null> {
    try {
      return await chosenBy(this.late === session.steps.length ? "chance" : kind, session);
    } catch (error) {
      if (!(error instanceof TooLate)) throw error;
      this.late = session.steps.length;
      return null;
    }
  }
}

/** The choice of a computer player: the number of an option. */
function chosenBy(kind: Seat | undefined, session: Asking): number | Promise<number> {
  const count = session.now.options.length;
  if (count < 2) return 0;
  if (kind === "chance") return Math.floor(Math.random() * count);
  return session.ask(kind === "learned" ? "learned" : THINKING);
}
