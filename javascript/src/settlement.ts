/**
 * What a settlement consists of: how scores, and the numbers that are counted towards them, have changed, and by which
 * rules.  The account of a deal is kept until the next begins.  Python's is `interpreter/story/settlement.py`.
 */

import { CauseFinder } from "./causes.js";
import { type Key, keyOf, ofKey } from "./keys.js";
import type { Line } from "./lines.js";
import type { GameRecord, Where } from "./records.js";
import type { SettlementScene } from "./scene.js";
import type { Tabletop } from "./tabletop.js";
import type { Value, Words } from "./words.js";

/** A change of a number; `at`: the number of the record; `cause`: its place; `cards`: those counted and known. */
interface SettlementPart {
  at: number;
  change: number;
  cause: number;
  cards: readonly number[];
}

/** A number of a player or a team, before and now, with the changes between. */
interface SettlementEntry {
  variable: number;
  of: number;
  before: number;
  now: number;
  parts: SettlementPart[];
}

/** What a deal came to, or what was settled within it. */
export interface Settlement {
  deal: number;
  dealOver: boolean;
  entries: SettlementEntry[];
  laidOpen: LaidOpen;
  lines: Line[];
}

export type LaidOpen = { where: Where; cards: number[] }[];

/** The changes of scores and of what is counted towards them, in one deal. */
export class ScoreAccount {
  private readonly causes: CauseFinder;
  private parts = new Map<Key, SettlementPart[]>();
  /** Numbers that began anew and did not change since: what they came to was settled. */
  private anew = new Map<Key, SettlementPart>();
  private counted: readonly number[] = [];

  constructor(
    private readonly words: Words,
    private readonly table: Tabletop,
  ) {
    this.causes = new CauseFinder(words.story);
  }

  /** Processes a record, the `count`-th from 0.  Whether it changes a score, or what is counted towards one. */
  take(record: GameRecord, count: number): boolean {
    this.causes.take(record);
    switch (record.record) {
      case "cards_counted":
        this.counted = record.cards.filter((card) => this.table.known.knows(card));
        return false;
      case "row_fired":
      case "phase_began":
        return false; // what they do counts the cards
      case "assigned": {
        const { variable, owner, before, value } = record;
        const cards = this.counted;
        this.counted = [];
        const { decides, feeds, carried, place } = this.words.story.variables[variable]!;
        if (!decides && !feeds) return false;
        const key = keyOf(variable, owner);
        const cause = this.causes.of(record.place);
        const since = carried ? Number(before) : 0; // a number that is always computed anew has no past
        const part = { at: count, change: Number(value) - since, cause, cards };
        const setBack = carried && !decides && !Number(value) && this.words.story.places[record.place]?.sets;
        if (setBack || record.place === place) {
          if (this.parts.has(key)) this.anew.set(key, part);
          return false;
        }
        const settled = this.anew.get(key);
        if (settled) this.add(key, settled);
        this.anew.delete(key);
        this.add(key, part);
        return true;
      }
      default:
        this.counted = [];
        return false;
    }
  }

  private add(key: Key, part: SettlementPart): void {
    const parts = this.parts.get(key) ?? [];
    this.parts.set(key, parts);
    const last = parts.at(-1);
    if (last && last.cause === part.cause && !last.cards.length && !part.cards.length)
      parts[parts.length - 1] = { ...last, change: last.change + part.change };
    else parts.push(part);
  }

  /**
   * Whether the records from number `since` on settled something within a deal: a score has risen, or cards were counted
   * towards one.  Where numbers only fall, players pay into a pot.
   */
  settles(since: number): boolean {
    return [...this.parts].some(([key, parts]) => {
      const { decides } = this.words.story.variables[ofKey(key)[0]]!;
      return parts.some(
        ({ at, change, cards }) => at >= since && change > 0 && (decides || cards.length > 0),
      );
    });
  }

  /** Begins a new deal. */
  begin(): void {
    this.parts = new Map();
    this.anew = new Map();
  }

  /**
   * The numbers that the records from number `since` on changed, by variable and owner.  `whole`: with all owners of such
   * a number, also those whose number did not change.
   */
  entries(values: ReadonlyMap<Key, Value>, since = 0, whole = true): SettlementEntry[] {
    const fresh = new Map<Key, SettlementPart[]>();
    for (const [key, parts] of this.parts) {
      const found = parts.filter(({ at }) => at >= since);
      if (found.length) fresh.set(key, found);
    }
    let keys = [...fresh.keys()].map(ofKey);
    if (whole) {
      keys = [...new Set(keys.map(([variable]) => variable))].flatMap((variable) =>
        Array.from({ length: this.words.story.variables[variable]!.count }, (_, owner): [number, number] => [
          variable,
          owner,
        ]),
      );
    }
    keys.sort(([a, x], [b, y]) => a - b || x - y);
    return keys.map(([variable, of]) => {
      const key = keyOf(variable, of);
      const parts = fresh.get(key) ?? [];
      const now = Number(values.get(key)) - (this.anew.get(key)?.change ?? 0);
      return { variable, of, before: now - parts.reduce((sum, { change }) => sum + change, 0), now, parts };
    });
  }
}

/**
 * The cards that lie before the viewer: in hands and in the open, those that it knows; of other cards those that were
 * shown to everybody.
 */
export function laidOpen(table: Tabletop): LaidOpen {
  const found: LaidOpen = [];
  for (const where of table.places) {
    const { open, seats } = table.story.zones[where[0]]!;
    const hidden = !open && !seats.some((some) => some.length);
    const shown = table.known.viewer === "all" && hidden;
    const all = table.cards(where);
    const cards = all.filter((card) => card >= 0 && (!shown || table.known.shown.has(card)));
    if (cards.length && !(hidden && cards.length < all.length)) found.push({ where, cards });
  }
  return found;
}

/** A settlement as plain data, for a scene. */
export function settlementScene(words: Words, made: Settlement): SettlementScene {
  const { variables, zones, places } = words.story;
  return {
    deal: made.deal,
    deal_over: made.dealOver,
    lines: made.lines,
    entries: made.entries.map(({ variable, of, before, now, parts }) => {
      const { owner, title } = variables[variable]!;
      return {
        owner: owner!,
        of,
        whose: words.owner(owner, of),
        name: title,
        before,
        now,
        parts: parts.map(({ change, cause, cards }) => {
          const place = places[cause];
          return {
            change,
            why: place?.says ?? "",
            at: place?.at ?? "",
            cites: place?.cites ?? [],
            cards: cards.map((card) => words.card(card)),
          };
        }),
      };
    }),
    laid_open: made.laidOpen.map(({ where, cards }) => ({
      zone: zones[where[0]]!.title,
      whose: words.owner(zones[where[0]]!.owner, where[1]),
      cards: cards.map((card) => words.card(card)),
    })),
  };
}
