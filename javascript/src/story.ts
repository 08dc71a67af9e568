/** A game as one viewer hears it: follows the steps of a game and keeps what was said of each. */

import { everyZone } from "./known.js";
import type { State } from "./layout.js";
import type { Key } from "./ledger.js";
import type { Line } from "./lines.js";
import type { GameRecord } from "./records.js";
import { Tabletop } from "./tabletop.js";
import { Transcript } from "./transcript.js";
import type { Viewer } from "./view.js";
import type { Value, Words } from "./words.js";

/** What led to a question (or to the end), and the state there. */
export interface StoryStep {
  readonly state: State;
  readonly records: readonly GameRecord[];
}

/** The table after a step, as a viewer sees it. */
export interface Picture {
  /** The cards of every zone of every owner, by zone and owner (`String([zone, owner])`); -1 for unseen ones. */
  zones: Map<string, number[]>;
  /** For shared zones: the players who put the cards there, -1 for none. */
  by: Map<string, number[]>;
  values: Map<Key, Value>;
  /** Counted from 1; 0 before the first. */
  deal: number;
}

export class ViewerStory {
  /** The lines of each step. */
  readonly lines: Line[][] = [];
  /** The table now. */
  now: Picture;
  /** The tables with a complete trick, before it was taken, in the last step. */
  complete: Picture[] = [];
  /** The numbers that decide the game at the end of each finished deal, by variable and owner. */
  readonly sheet: Map<Key, Value>[] = [];
  private readonly transcript: Transcript;
  private readonly table: Tabletop;
  private readonly steps: StoryStep[] = [];
  private deal = 0;
  /** Whether all cards lie together, so that the next card dealt begins a deal. */
  private gathered = true;

  constructor(words: Words, viewer: Viewer) {
    this.transcript = new Transcript(words, viewer);
    this.table = new Tabletop(words.story, viewer);
    this.now = this.picture();
  }

  /** Whether everything said so far is the beginning of these steps. */
  fits(steps: readonly StoryStep[]): boolean {
    const { length } = this.steps;
    return length <= steps.length && (!length || this.steps[length - 1] === steps[length - 1]);
  }

  /** Goes on with the steps that are new.  `begun`: whether the first has records from the beginning of the game. */
  follow(steps: readonly StoryStep[], begun: boolean): this {
    for (const step of steps.slice(this.steps.length)) {
      if (!this.steps.length && !begun) this.layOut(step.state);
      this.complete = [];
      for (const record of step.records) this.apply(record);
      const read = this.transcript.read(step.records);
      this.lines.push([...read, ...this.transcript.pause(step.state.question >= 0)]);
      this.steps.push(step);
      this.now = this.picture();
    }
    return this;
  }

  private layOut(state: State): void {
    this.transcript.beginAt(state);
    this.table.layOut(state);
    this.gathered = false;
  }

  private apply(record: GameRecord): void {
    if (record.record === "trick_taken") this.complete.push(this.picture());
    if (record.record === "moved" && record.dealt && this.gathered) {
      this.settle();
      this.deal++;
      this.gathered = false;
    }
    if (record.record === "game_over") this.settle();
    this.table.apply(record);
    if (record.record === "moved" && !record.dealt) this.gathered ||= this.table.gathered(record.target);
  }

  /** Writes down how a deal ended. */
  private settle(): void {
    if (this.deal) this.sheet.push(new Map(this.table.values));
  }

  private picture(): Picture {
    const { table } = this;
    const places = everyZone(table.story);
    const shared = places.filter(([, owner]) => owner < 0);
    return {
      zones: new Map(places.map((where) => [String(where), table.cards(where)])),
      by: new Map(shared.map((where) => [String(where), table.bringers(where)])),
      values: new Map(table.values),
      deal: this.deal,
    };
  }
}
