/**
 * The calls: what players have said in turn without cards, such as the bids of an auction or the bets of a round.
 *
 * A call answers a question that everybody hears and that offers no cards.  A run of calls ends where a player answers
 * any other question, after a call that brings its player cards, and before an answer that takes some cards of its player
 * away, but not all.  It counts if it has at least three calls of at least two seats, and stays until a seat is asked
 * again what it has answered there.  Python's is `interpreter/story/calls.py`, which says why.
 */

import type { Story } from "./description.js";

export interface Call {
  readonly seat: number;
  readonly text: string;
}

/** A call with the question that it answers. */
interface Answered extends Call {
  readonly question: number;
}

/** The calls of one deal. */
export class Calls {
  /** The latest run that counts and is over. */
  private counted: readonly Answered[] = [];
  private run: readonly Answered[] = [];
  /** Whether the last answer is a call, and what it does with cards is still to be seen. */
  private waiting = false;

  constructor(private readonly limits: Story["limits"]) {}

  /** The calls of the latest run that counts.  `seat` and `asked`: who is asked now, and which question. */
  latest(seat = -1, asked = -1): Call[] {
    return this.lasting(seat, asked).map((call) => ({ seat: call.seat, text: call.text }));
  }

  /** Cards are dealt for a new deal. */
  begin(): void {
    this.counted = this.run = [];
    this.waiting = false;
  }

  /** A player made a call. */
  call(seat: number, text: string, question: number): void {
    if (!this.counts()) this.counted = this.lasting(seat, question);
    this.run = [...this.run, { seat, text, question }];
    this.waiting = true;
  }

  /** A player answered another question. */
  end(): void {
    this.counted = this.lasting();
    this.run = [];
    this.waiting = false;
  }

  /**
   * Cards moved.  `source` and `target`: the seats in front of which they lay and lie now; -1: none.  `some`: whether
   * others stay where they lay.
   */
  moved(source: number, target: number, some: boolean): void {
    if (!this.waiting) return;
    const { seat } = this.run.at(-1)!;
    if (source === seat && some) {
      this.run = this.run.slice(0, -1);
      this.end();
    } else if (target === seat) {
      this.end();
    }
  }

  private lasting(seat = -1, asked = -1): readonly Answered[] {
    if (this.counts()) return this.run;
    return this.counted.some((call) => call.seat === seat && call.question === asked) ? [] : this.counted;
  }

  private counts(): boolean {
    const seats = new Set(this.run.map(({ seat }) => seat));
    return this.run.length >= this.limits.calls && seats.size >= this.limits.callers;
  }
}
