/**
 * What a settlement consists of: how scores, and the numbers that are counted towards them, have changed, and by which
 * rules.  The account of a deal is kept until the next begins.  Python's is `interpreter/story/settlement.py`.
 */

import { CauseFinder } from "./causes.js";
import { type Key, keyOf, ofKey } from "./keys.js";
import { saysOf } from "./ledger.js";
import type { Line } from "./lines.js";
import type { GameRecord, RecordOf, Where } from "./records.js";
import type { SettlementReason, SettlementScene } from "./scene.js";
import type { Tabletop } from "./tabletop.js";
import type { Value, Words } from "./words.js";

/**
 * A change of a number; `at`: the number of the record; `cause`: its place; `cards`: those counted, if all are known.
 */
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
  /** What the rules have called the players or teams meanwhile (the best hand). */
  named: Map<Key, Value>;
}

export type LaidOpen = { where: Where; cards: number[] }[];

/** The changes of scores and of what is counted towards them, in one deal. */
export class ScoreAccount {
  private readonly causes: CauseFinder;
  private parts = new Map<Key, SettlementPart[]>();
  /** Numbers that began anew and did not change since: what they came to was settled. */
  private anew = new Map<Key, SettlementPart>();
  private counted: readonly number[] = [];
  /** The statement that counted these cards: a change, or the call of a phase whose changes they explain. */
  private countedAt = -1;
  /** The variable that such a phase has changed first. */
  private countedFor: number | undefined;

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
        this.counted =
          record.cards.length <= this.words.story.limits.laid_open &&
          record.cards.every((card) => this.table.known.knows(card))
            ? record.cards
            : [];
        this.countedAt = record.place;
        this.countedFor = undefined;
        return false;
      case "row_fired":
      case "phase_began":
        return false; // what they do counts the cards
      case "set_again": // unless a phase changes the number of another player
        if (record.place === this.countedAt) this.counted = [];
        return false;
      case "assigned": {
        const { variable, owner, before, value } = record;
        const { decides, feeds, carried, place } = this.words.story.variables[variable]!;
        const cards = this.takeCounted(record, decides || feeds);
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

  /**
   * The cards that were counted for a change.  If they were counted for the call of a phase, they explain all its changes
   * of the same number: each player's, where one pays and the others are paid.
   */
  private takeCounted({ place, variable }: RecordOf<"assigned">, scored: boolean): readonly number[] {
    const cards = this.counted;
    if (place === this.countedAt) {
      this.counted = [];
      return cards;
    }
    if (!scored || (this.countedFor ?? variable) !== variable) return [];
    this.countedFor = variable;
    return cards;
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
 * The cards that a settlement shows the viewer: those that it knows, in hands and in the open.  A pile into which nobody
 * looks is shown only if the viewer knows all of it; one who sees all cards gets what was shown to everybody.
 */
export function laidOpen(table: Tabletop): LaidOpen {
  const found: LaidOpen = [];
  for (const where of table.places) {
    const { open, seats } = table.story.zones[where[0]]!;
    const hidden = !open && !seats.some((some) => some.length);
    const shown = table.known.viewer === "all" && hidden;
    const all = table.cards(where);
    const cards = all.filter((card) => card >= 0 && (!shown || table.known.recalled.has(card)));
    if (cards.length && !(hidden && cards.length < all.length)) found.push({ where, cards });
  }
  return found;
}

/** A settlement as plain data, for a scene: numbers that decide who wins come first. */
export function settlementScene(words: Words, made: Settlement): SettlementScene {
  const { variables, zones } = words.story;
  const decides = ({ variable }: SettlementEntry) => Number(variables[variable]!.decides);
  const entries = [...made.entries].sort((a, b) => decides(b) - decides(a));
  const numbers = [...new Set(entries.map(({ variable }) => variable))];
  return {
    deal: made.deal,
    deal_over: made.dealOver,
    lines: made.lines,
    entries: entries.map(({ variable, of, before, now }) => {
      const { owner, title } = variables[variable]!;
      return { owner: owner!, of, whose: words.owner(owner, of), name: title, before, now };
    }),
    reasons: numbers.flatMap((number) =>
      reasonsOf(
        words,
        entries.filter(({ variable }) => variable === number),
      ),
    ),
    named: [...made.named]
      .map(([key, value]) => [...ofKey(key), value] as const)
      .sort(([a, x], [b, y]) => a - b || x - y)
      .map(([variable, of, value]) => {
        const { owner, title, type } = variables[variable]!;
        return { name: title, whose: words.owner(owner, of), value: words.value(type, value) };
      }),
    laid_open: made.laidOpen
      .filter(({ cards }) => cards.length <= words.story.limits.laid_open)
      .map(({ where, cards }) => ({
        zone: zones[where[0]]!.title,
        whose: words.owner(zones[where[0]]!.owner, where[1]),
        cards: cards.map((card) => words.card(card)),
      })),
  };
}

/**
 * The lines that made one number of all owners what it is.  What several parts say alike is one line; parts that mark
 * cards are put together only if they follow each other, or if the same cards settle several players.
 */
function reasonsOf(words: Words, entries: readonly SettlementEntry[]): SettlementReason[] {
  const found: SettlementReason[] = [];
  for (const { variable, of, parts } of entries) {
    const { owner, title } = words.story.variables[variable]!;
    const whose = words.owner(owner, of);
    let last: SettlementReason | undefined;
    for (const { change, cause, cards } of parts) {
      const place = words.story.places[cause];
      const said = {
        name: title,
        why: saysOf(place, change),
        at: place?.at ?? "",
        cites: place?.cites ?? [],
      };
      if (parts.length === 1 && !said.why && !cards.length) continue; // the number itself tells the change
      const marked = cards.length ? [cards.map((card) => words.card(card))] : [];
      const alike = (one: SettlementReason) =>
        said.why === one.why &&
        said.at === one.at &&
        said.cites.join() === one.cites.join() &&
        ((one === last && one.changes.length === 1) ||
          (JSON.stringify(one.cards) === JSON.stringify(marked) && !(cards.length && one === last)));
      const same = said.why || cards.length ? found.find(alike) : undefined;
      last = same ?? { ...said, changes: [], cards: [] };
      if (!same) found.push(last);
      if (last.changes.at(-1)?.whose !== whose) last.changes.push({ whose, by: [] });
      last.changes.at(-1)!.by.push(change);
      if (last.changes.length === 1) last.cards.push(...marked);
    }
  }
  return found;
}
