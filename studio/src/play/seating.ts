/** Who sits at a table, and who looks at it. */

import { T } from "../texts.js";
import type { Reader } from "./log.js";
import type { Seat } from "./opponents.js";

const NOBODY = -1;

export class Seating {
  readonly seats: Seat[];
  /** The person who looks at the table; -1: nobody does. */
  viewer = NOBODY;

  /** `first`: the seat of the person; -1: nobody plays.  `others`: who plays the other seats. */
  constructor(players: number, first: number, others: Seat) {
    this.seats = Array.from({ length: players }, (_, seat) => (seat === first ? "person" : others));
  }

  person(seat: number): boolean {
    return this.seats[seat] === "person";
  }

  /** Whether only one person plays. */
  get alone(): boolean {
    return this.seats.filter((kind) => kind === "person").length === 1;
  }

  /** The seat at the bottom of the table. */
  get below(): number {
    return Math.max(0, this.viewer);
  }

  /** Who sits as in a game that was kept. */
  resume(kinds: readonly string[]): void {
    kinds.forEach((kind, seat) => {
      this.seats[seat] = kind as Seat;
    });
  }

  /** At the start of a game a person who plays alone looks at the table; of several nobody has taken the device. */
  begin(): void {
    this.viewer = this.alone ? this.seats.indexOf("person") : NOBODY;
  }

  /** Replaces all players of one kind by another.  Returns their seats. */
  replace(kind: Seat, by: Seat): number[] {
    const found = this.seats.flatMap((one, seat) => (one === kind ? [seat] : []));
    for (const seat of found) this.seats[seat] = by;
    return found;
  }

  /** The name of each player. */
  names(given: readonly string[] = []): string[] {
    return this.seats.map(
      (_, seat) => given[seat] ?? (this.person(seat) && this.alone ? T.you : T.seat(seat)),
    );
  }

  /** Who reads the table.  If no person plays, all hands are visible. */
  get reader(): Reader {
    const viewer = this.viewer === NOBODY ? "spectator" : this.viewer;
    return { viewer: this.seats.includes("person") ? viewer : "all", you: this.alone ? T.you : null };
  }
}
