/**
 * Explains why numbers changed: each change of a number that decides who wins, with the rule that made it.
 *
 * A change belongs to the row of a table that was being executed, even if the row called other phases; otherwise to the
 * statement itself.  Python's is `interpreter/story/ledger.py`.
 */

import type { Story } from "./description.js";
import type { Reason } from "./lines.js";
import type { GameRecord, RecordOf } from "./records.js";
import type { Words } from "./words.js";

/** A variable and its owner, as text: `3 1`. */
export type Key = `${number} ${number}`;

export function keyOf(variable: number, owner: number): Key {
  return `${variable} ${owner}`;
}

export function ofKey(key: Key): [variable: number, owner: number] {
  const [variable, owner] = key.split(" ");
  return [Number(variable), Number(owner)];
}

/** Changes of numbers by variable and owner. */
type Gains = Map<Key, number>;

export class Ledger {
  private readonly story: Story;
  /** The rows and statements that changed numbers since numbers were shown, and what each changed. */
  private causes = new Map<number, Gains>();
  /** The deciding numbers that changed since the last choice: the value before, and the change by each cause. */
  private fresh = new Map<Key, { before: number; causes: Map<number, number> }>();
  /** The rows that may still be in execution, each with the depth of the phase that evaluated the table. */
  private rows: { place: number; depth: number }[] = [];
  private depth = 0;

  constructor(private readonly words: Words) {
    this.story = words.story;
  }

  /** An independent copy. */
  copy(): Ledger {
    const other = new Ledger(this.words);
    other.causes = new Map([...this.causes].map(([place, gains]) => [place, new Map(gains)]));
    other.fresh = new Map(
      [...this.fresh].map(([key, { before, causes }]) => [key, { before, causes: new Map(causes) }]),
    );
    other.rows = [...this.rows];
    other.depth = this.depth;
    return other;
  }

  /** Processes one record. */
  take(record: GameRecord): void {
    switch (record.record) {
      case "row_fired":
        this.rows.push({ place: record.place, depth: this.depth });
        if (!this.causes.has(record.place)) this.causes.set(record.place, new Map());
        break;
      case "phase_began": {
        const { depth } = this;
        const calls = (place: number) => this.story.places[place]?.phases.includes(record.phase) ?? false;
        this.rows = this.rows.filter((row) => row.depth < depth || calls(row.place));
        this.depth++;
        break;
      }
      case "phase_ended":
        this.depth--;
        this.rows = this.rows.filter((row) => row.depth <= this.depth);
        break;
      case "assigned":
        this.assigned(record);
        break;
    }
  }

  private assigned({ place, variable, owner, before, value }: RecordOf<"assigned">): void {
    const info = this.story.variables[variable]!;
    if (!info.decides || typeof before !== "number" || typeof value !== "number" || before === value) return;
    const key = keyOf(variable, owner);
    const cause = this.cause(place);
    const gains = this.causes.get(cause) ?? new Map<Key, number>();
    this.causes.set(cause, gains.set(key, (gains.get(key) ?? 0) + value - before));
    const fresh = this.fresh.get(key) ?? { before, causes: new Map<number, number>() };
    fresh.causes.set(cause, (fresh.causes.get(cause) ?? 0) + value - before);
    this.fresh.set(key, fresh);
  }

  /** The row in execution to which a statement belongs; otherwise the statement itself. */
  private cause(place: number): number {
    const here = this.story.places[place];
    for (const { place: row, depth } of [...this.rows].reverse()) {
      const there = this.story.places[row];
      if (depth < this.depth) return row;
      if (here && there && there.file === here.file && there.from <= here.from && here.to <= there.to)
        return row;
    }
    return place;
  }

  /** Whether a row has applied or a deciding number has changed. */
  get settled(): boolean {
    return this.causes.size > 0;
  }

  /** Notes that the numbers were shown. */
  forget(): void {
    this.causes = new Map();
    this.fresh = new Map();
  }

  /** Why numbers changed: each cause once, `A +2, because the makers have …`. */
  reasons(): Reason[] {
    const counted = [...this.causes.values()].some((gains) => gains.size > 0);
    const said: Reason[] = [];
    for (const [place, gains] of this.causes) {
      if (!gains.size && counted) continue;
      const [text, at] = this.sentence(place);
      const changes = [...gains].filter(([, change]) => change);
      if (text) said.push([changes.length ? `${this.who(changes)}, because ${text}` : `because ${text}`, at]);
    }
    return once(said);
  }

  /** The deciding numbers that changed since the last choice, their values before, and the reasons; each only once. */
  gains(): { key: Key; before: number; why: Reason[] }[] {
    const { fresh } = this;
    this.fresh = new Map();
    return [...fresh].map(([key, { before, causes }]) => {
      for (const place of causes.keys()) this.causes.delete(place);
      const said = [...causes].filter(([, change]) => change).map(([place]) => this.sentence(place));
      return { key, before, why: once(said.filter(([text]) => text)) };
    });
  }

  /** `A and C +2, B -1`; with the names of the numbers if there are several. */
  private who(changes: [Key, number][]): string {
    const { variables } = this.story;
    const found = changes.map(([key, change]) => [...ofKey(key), change] as const);
    found.sort(([a, x], [b, y]) => a - b || x - y);
    const several = new Set(found.map(([variable]) => variable)).size > 1;
    const alike = new Map<string, string[]>();
    for (const [variable, owner, change] of found) {
      const { title, owner: kind } = variables[variable]!;
      const gain = `${several ? `${title} ` : ""}${change < 0 ? "" : "+"}${change}`;
      const same = `${variable} ${gain}`;
      alike.set(same, [...(alike.get(same) ?? []), this.words.owner(kind, owner)]);
    }
    return [...alike]
      .map(([same, owners]) => `${joinedNames(owners)} ${same.slice(same.indexOf(" ") + 1)}`)
      .join(", ");
  }

  /** What a row or a statement did, as a sentence, and its place. */
  private sentence(place: number): Reason {
    const found = this.story.places[place];
    return [found?.says ?? "", found?.at ?? ""];
  }
}

/** `A`, `A and B`, `A, B and C`.  Names that contain `and`, like those of teams, are separated by commas only. */
export function joinedNames(names: readonly string[]): string {
  if (names.length < 2 || names.some((name) => name.includes(" and "))) return names.join(", ");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function once(reasons: Reason[]): Reason[] {
  const found = new Map(reasons.map((reason) => [JSON.stringify(reason), reason]));
  return [...found.values()];
}
