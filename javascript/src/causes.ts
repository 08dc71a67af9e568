/**
 * Which rule made a change: the row of a table that was being executed, even if the row called other phases; otherwise
 * the statement itself.  Python's is `interpreter/story/causes.py`.
 */

import type { Story } from "./description.js";
import type { GameRecord } from "./records.js";

/** Follows which rows of tables are being carried out.  Rows and statements are numbers in `story.places`. */
export class CauseFinder {
  /** The rows that may still be running, each with the depth of the phase that evaluated the table. */
  private rows: { place: number; depth: number }[] = [];
  private depth = 0;

  constructor(private readonly story: Story) {}

  /** An independent copy. */
  copy(): CauseFinder {
    const other = new CauseFinder(this.story);
    other.rows = [...this.rows];
    other.depth = this.depth;
    return other;
  }

  /** Processes one record. */
  take(record: GameRecord): void {
    switch (record.record) {
      case "row_fired":
        this.rows.push({ place: record.place, depth: this.depth });
        break;
      case "phase_began": {
        const { depth } = this;
        const calls = (place: number) => this.story.places[place]?.phases.includes(record.phase) ?? false;
        if (this.rows.length) this.rows = this.rows.filter((row) => row.depth < depth || calls(row.place));
        this.depth++;
        break;
      }
      case "phase_ended":
        this.depth--;
        if (this.rows.length) this.rows = this.rows.filter((row) => row.depth <= this.depth);
        break;
    }
  }

  /** The running row to which a statement belongs; otherwise the statement itself. */
  of(place: number): number {
    const here = this.story.places[place];
    for (let at = this.rows.length - 1; at >= 0; at--) {
      const { place: row, depth } = this.rows[at]!;
      const there = this.story.places[row];
      if (depth < this.depth) return row;
      if (here && there && there.file === here.file && there.from <= here.from && here.to <= there.to)
        return row;
    }
    return place;
  }
}
