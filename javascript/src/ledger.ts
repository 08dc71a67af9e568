/**
 * Explains why numbers changed: each change of a number that decides who wins, with the rule that made it (`causes.ts`).
 * Python's is `interpreter/story/ledger.py`.
 */

import { CauseFinder } from "./causes.js";
import type { Story } from "./description.js";
import { type Key, keyOf, ofKey } from "./keys.js";
import type { Reason } from "./lines.js";
import type { GameRecord, RecordOf } from "./records.js";
import type { Words } from "./words.js";

/** Changes of numbers by variable and owner. */
type Gains = Map<Key, number>;

export class Ledger {
  private readonly story: Story;
  /** The rows and statements that changed numbers since numbers were shown, and what each changed. */
  private causes = new Map<number, Gains>();
  /** The deciding numbers that changed since the last choice: the value before, and the change by each cause. */
  private fresh = new Map<Key, { before: number; causes: Map<number, number> }>();
  private finder: CauseFinder;

  constructor(private readonly words: Words) {
    this.story = words.story;
    this.finder = new CauseFinder(words.story);
  }

  /** An independent copy. */
  copy(): Ledger {
    const other = new Ledger(this.words);
    other.causes = new Map([...this.causes].map(([place, gains]) => [place, new Map(gains)]));
    other.fresh = new Map(
      [...this.fresh].map(([key, { before, causes }]) => [key, { before, causes: new Map(causes) }]),
    );
    other.finder = this.finder.copy();
    return other;
  }

  /** Processes one record. */
  take(record: GameRecord): void {
    this.finder.take(record);
    if (record.record === "row_fired" && !this.causes.has(record.place))
      this.causes.set(record.place, new Map());
    if (record.record === "assigned") this.assigned(record);
  }

  private assigned({ place, variable, owner, before, value }: RecordOf<"assigned">): void {
    const info = this.story.variables[variable]!;
    if (!info.decides || typeof before !== "number" || typeof value !== "number" || before === value) return;
    const key = keyOf(variable, owner);
    const cause = this.finder.of(place);
    const gains = this.causes.get(cause) ?? new Map<Key, number>();
    this.causes.set(cause, gains.set(key, (gains.get(key) ?? 0) + value - before));
    const fresh = this.fresh.get(key) ?? { before, causes: new Map<number, number>() };
    fresh.causes.set(cause, (fresh.causes.get(cause) ?? 0) + value - before);
    this.fresh.set(key, fresh);
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
      const changes = [...gains].filter(([, change]) => change);
      const [text, at] = this.sentence(place, direction(changes.map(([, change]) => change)));
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
      const said = [...causes]
        .filter(([, change]) => change)
        .map(([place, change]) => this.sentence(place, change));
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
  private sentence(place: number, change: number): Reason {
    const found = this.story.places[place];
    return [saysOf(found, change), found?.at ?? ""];
  }
}

/** What a place says of a change of a number. */
export function saysOf(place: Story["places"][number] | undefined, change: number): string {
  if (!place) return "";
  const { contrary } = place;
  return contrary && change && change > 0 === contrary.rises ? contrary.says : place.says;
}

/** 1 if all numbers rise, -1 if all fall, otherwise 0. */
function direction(changes: readonly number[]): number {
  if (!changes.length) return 0;
  return Math.min(...changes) > 0 ? 1 : Math.max(...changes) < 0 ? -1 : 0;
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
