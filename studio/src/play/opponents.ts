/** The computer players at a table. */

import { isProblem, working } from "../lib/python.js";
import { T } from "../texts.js";
import { read } from "../write/files.js";
import type { Settings } from "../write/settings.js";
import type { Session, Step } from "./session.js";

/**
 * The kinds of players: a person; a player that thinks in the module already loaded; one that searches as in `hoyle
 * play`, which needs Python; and one that chooses at random.
 */
export type Seat = "person" | "thinking" | "searching" | "chance";
export const SEATS: Seat[] = ["person", "thinking", "searching", "chance"];
/** The player of `hoyle play` that searches in the studio. */
const QUICK = "think:quick";
/** Milliseconds that a thinking player takes for a choice. */
const THINKING = 250;

/** The game that the computer players play, and its settings. */
export interface Played {
  name: string;
  players: number;
  settings: Settings;
}

export class Opponents {
  /** The key of the search module in Python; empty until it is loaded. */
  private thinker = "";

  constructor(
    private readonly played: Played,
    private readonly seats: Seat[],
    /** Shows a message. */
    private readonly say: (text: string) => void,
    /** Called with the milliseconds that a searching player took for a choice. */
    private readonly took: (milliseconds: number) => void,
  ) {}

  /** Returns the choice of a computer player: the number of an option. */
  choose(session: Session, step: Step): number | Promise<number> {
    const kind = this.seats[step.position.player];
    const count = step.snapshot.options.length;
    if (kind === "searching" && count > 1) return this.searched(session);
    const chance = kind === "chance" || count < 2;
    return chance ? Math.floor(Math.random() * count) : session.think(THINKING);
  }

  /** The choice of `think:quick`, the same as in `hoyle play` with the same seed. */
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

  /** Lets Python make the search module.  Returns its key. */
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
