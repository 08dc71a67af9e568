/**
 * The table while a game is followed record by record: where every card lies, who put it there, and the values of
 * variables.  `cards` decides what the viewer may know of it (`view.ts`); Python's is `interpreter/story/tabletop.py`.
 */

import type { Story } from "./description.js";
import { everyZone, KnownCards } from "./known.js";
import type { State } from "./layout.js";
import { type Key, keyOf } from "./keys.js";
import type { GameRecord, RecordOf, Where } from "./records.js";
import { UNSEEN, type Viewer } from "./view.js";
import type { Value } from "./words.js";

export class Tabletop {
  /** The cards of each zone, bottom first; `UNSEEN` in the part of a pile whose order is unknown. */
  readonly zones = new Map<string, number[]>();
  /** The cards whose pile is known, but not their position in it. */
  private readonly loose = new Map<string, Set<number>>();
  /** The player who put a card where it lies, if a player did. */
  readonly brought = new Map<number, number>();
  readonly known: KnownCards;
  /** Every zone of every owner. */
  readonly places: readonly Where[];
  /** The value of every variable. */
  readonly values = new Map<Key, Value>();
  /** The zones to which tricks are played. */
  readonly tricks: Set<number>;
  actor = -1;

  constructor(
    readonly story: Story,
    viewer: Viewer = "all",
  ) {
    this.known = new KnownCards(story, viewer);
    this.places = everyZone(story);
    this.tricks = new Set(story.questions.map(({ trick }) => trick).filter((trick) => trick >= 0));
    story.variables.forEach(({ owner, count, initial }, variable) => {
      for (let at = 0; at < count; at++)
        this.values.set(keyOf(variable, owner === null ? -1 : at), initial[at] ?? 0);
    });
    for (const where of this.places) {
      this.zones.set(String(where), [...(story.zones[where[0]]!.initial[Math.max(where[1], 0)] ?? [])]);
    }
  }

  /** Takes the table from a state, for a game that begins in the middle. */
  layOut(state: State): void {
    const { variables, zones } = this.story;
    variables.forEach(({ owner, count, slot, type }, variable) => {
      for (let at = 0; at < count; at++) {
        const value = type.kind === "set" ? state.set(slot + at) : state.number(slot + at);
        this.values.set(keyOf(variable, owner === null ? -1 : at), value);
      }
    });
    for (const where of this.places) {
      const { slot, bag } = zones[where[0]]!;
      const at = Math.max(where[1], 0);
      const cards = state.cards(slot + at);
      const [low, high] = bag < 0 ? [0, 0] : [state.number(bag + 2 * at), state.number(bag + 2 * at + 1)];
      if (low < high) this.loose.set(String(where), new Set(cards.slice(low, high)));
      this.zones.set(String(where), cards.fill(UNSEEN, low, Math.max(low, high)));
    }
    this.known.layOut(state);
  }

  /** Whether all cards lie in a zone. */
  gathered(where: Where): boolean {
    return this.zone(where).length === this.story.cards.length;
  }

  /** How many cards lie in a zone. */
  size(where: Where): number {
    return this.zone(where).length;
  }

  /** What a variable holds; `owner` is -1 for a shared one. */
  value(variable: number, owner: number): Value {
    return this.values.get(keyOf(variable, owner))!;
  }

  private zone(where: Where): number[] {
    return this.zones.get(String(where))!;
  }

  /** Applies a record. */
  apply(record: GameRecord): void {
    this.known.follow(record);
    switch (record.record) {
      case "moved":
        this.move(record);
        break;
      case "shuffled":
        this.shuffle(record.pile);
        break;
      case "tucked":
        this.tuck(record);
        break;
      case "assigned":
        this.values.set(keyOf(record.variable, record.owner), record.value);
        break;
      case "chosen":
        this.actor = record.player;
        break;
      case "trick_taken":
        this.tricks.add(record.trick[0]);
        break;
      case "drawn":
        if (record.end) this.settle(record.value, record.end);
        break;
    }
  }

  private move({ cards, source, target, dealt, place }: RecordOf<"moved">): void {
    const [from, to] = [this.zone(source), this.zone(target)];
    const { owner } = this.story.zones[source[0]]!;
    const whole = !dealt && !to.length && cards.length === from.length;
    const along = whole && this.story.zones[target[0]]!.bag >= 0; // the unknown order moves along
    const carried = along ? [...from] : [];
    const unknown = new Set(along ? this.loose.get(String(source)) : undefined);
    for (const card of cards) {
      this.settle(card, "top");
      from.splice(from.indexOf(card), 1);
      this.brought.delete(card);
      if (!dealt && target[1] < 0 && owner !== null)
        this.brought.set(card, owner === "player" ? source[1] : this.actor);
    }
    to.push(...cards);
    if (to.length === this.story.cards.length && this.story.gathered.includes(place)) {
      to.splice(0, to.length, ...this.story.cards.keys()); // it lies in the order of the deck
      this.loose.delete(String(target));
    } else if (unknown.size) {
      to.splice(0, to.length, ...carried);
      this.loose.set(String(target), unknown);
    }
  }

  /** Cards move from the top of a pile under others, or, if `at` is -1, among the cards of unknown order. */
  private tuck({ cards, pile, at }: RecordOf<"tucked">): void {
    const content = this.zone(pile);
    for (const card of cards) this.settle(card, "top");
    content.length -= cards.length;
    if (at >= 0) {
      content.splice(at, 0, ...cards);
      return;
    }
    content.splice(content.indexOf(UNSEEN), 0, ...cards.map(() => UNSEEN));
    const loose = this.looseIn(pile);
    for (const card of cards) loose.add(card);
  }

  private looseIn(pile: Where): Set<number> {
    const found = this.loose.get(String(pile)) ?? new Set<number>();
    this.loose.set(String(pile), found);
    return found;
  }

  /** A card of unknown position that was looked at or taken then lies on top of the others of its pile, or below them. */
  private settle(card: number, end: "top" | "bottom"): void {
    for (const [where, loose] of this.loose) {
      if (!loose.delete(card)) continue;
      const content = this.zones.get(where)!;
      content[end === "top" ? content.lastIndexOf(UNSEEN) : content.indexOf(UNSEEN)] = card;
    }
  }

  private shuffle(pile: Where): void {
    const loose = this.looseIn(pile);
    const content = this.zone(pile);
    for (const card of content) if (card !== UNSEEN) loose.add(card);
    content.fill(UNSEEN);
  }

  // ----------------------------------------------------------------------------------------------------- looking at it

  /** The cards of a zone as the viewer sees them, bottom first; those of a heap ascending, the unseen ones last. */
  cards([zone, owner]: Where): number[] {
    const open = this.known.sees([zone, owner]);
    const found = this.zone([zone, owner]).map((card) =>
      open || this.known.recalled.has(card) ? card : UNSEEN,
    );
    const hidden = (card: number) => (card < 0 ? 1 : 0);
    return this.story.zones[zone]!.ordered ? found : found.sort((a, b) => hidden(a) - hidden(b) || a - b);
  }
}
