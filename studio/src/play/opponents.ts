/** Who sits at a table beside people: players that are programs. */

import { isProblem, working } from "../lib/python.js";
import { T } from "../texts.js";
import { read } from "../write/files.js";
import type { Settings } from "../write/settings.js";
import type { Session, Step } from "./session.js";

/** Who may sit on a seat: a person, or the computer: thinking with what was loaded already, thinking as in
 * `hoyle play` (which needs Python), or choosing by chance. */
export type Seat = "person" | "thinking" | "searching" | "chance";
export const SEATS: Seat[] = ["person", "thinking", "searching", "chance"];
/** Who searches plays as this player of `hoyle play` does. */
const QUICK = "think:quick";
/** Milliseconds a thinking player takes for a choice. */
const THINKING = 250;

/** Which game the programs play, and by which settings. */
export interface Played {
  name: string;
  players: number;
  settings: Settings;
}

export class Opponents {
  /** What Python calls the module that thinks, once it does. */
  private thinker = "";

  constructor(
    private readonly played: Played,
    private readonly seats: Seat[],
    /** Shows a message to people. */
    private readonly say: (text: string) => void,
    /** Is given the milliseconds each choice of a searching player took. */
    private readonly took: (milliseconds: number) => void,
  ) {}

  /** What a player that is a program chooses now: the number of an option. */
  choose(session: Session, step: Step): number | Promise<number> {
    const kind = this.seats[step.position.player];
    const count = step.snapshot.options.length;
    if (kind === "searching" && count > 1) return this.searched(session);
    const chance = kind === "chance" || count < 2;
    return chance ? Math.floor(Math.random() * count) : session.think(THINKING);
  }

  /** The choice of `think:quick`: the same as in `hoyle play` for the same seed. */
  private async searched(session: Session): Promise<number> {
    const { seed, choices } = session.kept(this.played.name, this.seats);
    if (!this.thinker) this.thinker = await this.load();
    const begun = performance.now();
    const asked = { key: this.thinker, seed, choices, kind: QUICK };
    const found = await working.ask<{ number: number }>("think", asked);
    if (isProblem(found)) {
      this.thinker = "";
      throw new Error(found.problem);
    }
    this.took(Math.round(performance.now() - begun));
    return found.number;
  }

  /** Lets Python make the module that thinks; what it calls it. */
  private async load(): Promise<string> {
    this.say(T.searchLoading);
    const { searching } = await import("../write/results.js");
    const { name, players, settings } = this.played;
    const file = await read(name);
    const found = await searching({ name, text: file?.text ?? "", options: settings.options, players });
    if (isProblem(found)) throw new Error(found.problem);
    return found;
  }
}
