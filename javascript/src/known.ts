/**
 * Which cards somebody who follows a game knows: those that lie where they are seen, and those that are known where they
 * lie, because they were shown there or seen on their way there, as long as every move out of that place is seen, or is
 * certain without being seen.  It is followed from the records alone; whatever tells of a game asks it before a card is
 * named.  Python's is `interpreter/story/known_cards.py`, which says more.
 */

import type { Story } from "./description.js";
import type { State } from "./layout.js";
import type { GameRecord, RecordOf, Where } from "./records.js";
import { sees, UNSEEN, type Viewer } from "./view.js";

export class KnownCards {
  /** The zone of each card. */
  readonly lies = new Map<number, Where>();
  /** The cards that the viewer knows where it does not see them; for somebody who sees everything: those that were shown
   * to everybody and not shuffled since. */
  readonly recalled = new Set<number>();
  /** The cards of which nobody knows where in their pile they lie. */
  private readonly mixed = new Set<number>();
  /** The cards that were last shown to the viewer, if nothing was chosen or moved since. */
  private presented = new Set<number>();
  /** The cards that moved last, if the viewer did not see which, and those that it does not know any more since. */
  private doubted: { moved: readonly number[]; forgotten: readonly number[] } = { moved: [], forgotten: [] };

  constructor(
    private readonly story: Story,
    readonly viewer: Viewer,
  ) {
    for (const where of everyZone(story)) {
      for (const card of story.zones[where[0]]!.initial[Math.max(where[1], 0)]!) this.lies.set(card, where);
    }
  }

  /** Takes everything from a state, for a game that begins in the middle. */
  layOut(state: State): void {
    const { known, zones } = this.story;
    this.mixed.clear();
    for (const where of everyZone(this.story)) {
      const { slot, bag } = zones[where[0]]!;
      const at = Math.max(where[1], 0);
      const cards = state.cards(slot + at);
      for (const card of cards) this.lies.set(card, where);
      if (bag < 0) continue;
      for (const card of cards.slice(state.number(bag + 2 * at), state.number(bag + 2 * at + 1)))
        this.mixed.add(card);
    }
    if (known >= 0 && typeof this.viewer === "number")
      for (const card of state.set(known + this.viewer)) this.recalled.add(card);
  }

  /** Notes what a record changes. */
  follow(record: GameRecord): void {
    switch (record.record) {
      case "moved":
        this.move(record);
        break;
      case "shown": {
        const mine = typeof this.viewer === "number" && (record.to?.includes(this.viewer) ?? false);
        if (record.to !== null && !mine) break;
        this.show(record.cards);
        break;
      }
      case "chosen":
        this.presented.clear();
        this.doubted = { moved: [], forgotten: [] };
        break;
      case "shuffled":
        this.mix(this.lying(record.pile));
        break;
      case "tucked":
        if (record.at < 0) this.mix(record.cards);
        break;
      case "drawn":
        if (record.end && this.mixed.has(record.value)) this.draw(record.value);
        break;
    }
  }

  private show(cards: readonly number[]): void {
    const { moved, forgotten } = this.doubted;
    this.presented = new Set(cards);
    this.doubted = { moved: [], forgotten: [] };
    for (const card of cards) this.recalled.add(card);
    if (moved.length === cards.length && moved.every((card) => this.presented.has(card)))
      for (const card of forgotten) this.recalled.add(card);
  }

  private mix(cards: readonly number[]): void {
    this.presented.clear();
    this.doubted = { moved: [], forgotten: [] };
    for (const card of cards) {
      this.recalled.delete(card);
      this.mixed.add(card);
    }
  }

  /** A card of unknown position lies at an end from now on.  Of those that are known with it, it may be any. */
  private draw(card: number): void {
    if (this.recalled.has(card))
      for (const other of this.lying(this.lies.get(card)!))
        if (this.mixed.has(other)) this.recalled.delete(other);
    this.mixed.delete(card);
  }

  private move(record: RecordOf<"moved">): void {
    const { cards, source, target } = record;
    const all = this.lying(source).length === cards.length;
    this.doubted = { moved: [], forgotten: [] };
    if (this.viewer !== "all") {
      if (!this.watched(record)) {
        const confused = this.confused(record);
        this.doubted = { moved: cards, forgotten: confused.filter((card) => this.recalled.has(card)) };
        for (const card of confused) this.recalled.delete(card);
      } else if (this.turnedOver(source, target)) for (const card of cards) this.recalled.delete(card);
      else for (const card of cards) this.recalled.add(card);
    }
    for (const card of cards) {
      this.presented.delete(card);
      this.lies.set(card, target);
      if (!all) this.mixed.delete(card);
      else if (!this.story.zones[source[0]]!.ordered) this.mixed.add(card);
    }
    if (all && this.viewer !== "all" && this.lying(target).length === this.lies.size) this.recalled.clear();
  }

  /** Whether the viewer sees which cards move. */
  private watched({ cards, source, target }: RecordOf<"moved">): boolean {
    if (this.sees(source) || this.sees(target)) return true;
    const presented = this.lying(source).filter((card) => this.presented.has(card));
    return presented.length === cards.length && cards.every((card) => this.presented.has(card));
  }

  private turnedOver(source: Where, target: Where): boolean {
    const { open, seats } = this.story.zones[target[0]]!;
    return this.story.zones[source[0]]!.open && !open && !seats.some((some) => some.length);
  }

  /** The cards of a place out of which some move unseen, of which a viewer does not know whether they move. */
  private confused({ cards, source }: RecordOf<"moved">): number[] {
    const there = this.lying(source);
    if (there.length === cards.length) return [];
    if (!this.story.zones[source[0]]!.ordered) return there;
    return cards.some((card) => this.mixed.has(card)) ? there.filter((card) => this.mixed.has(card)) : [];
  }

  /** The cards that lie in a zone. */
  private lying([zone, owner]: Where): number[] {
    const found: number[] = [];
    for (const [card, where] of this.lies) if (where[0] === zone && where[1] === owner) found.push(card);
    return found;
  }

  /** Whether the viewer sees the faces of the cards in a zone. */
  sees([zone, owner]: Where): boolean {
    return sees(this.story.zones[zone]!, owner, this.viewer);
  }

  /** Whether the viewer knows which card this is, wherever it lies. */
  knows(card: number): boolean {
    return this.recalled.has(card) || this.sees(this.lies.get(card)!);
  }

  /**
   * Those of some cards that lie where the viewer sees them.  Of a card that somebody else names, the viewer knows no
   * more before it moves: a card that is known in a hand need not be the one that is laid away.
   */
  seen(cards: readonly number[]): number[] {
    return cards.filter((card) => this.sees(this.lies.get(card)!));
  }

  /** Cards as the viewer knows them: `UNSEEN` for each that it does not know. */
  known(cards: readonly number[]): number[] {
    return cards.map((card) => (this.knows(card) ? card : UNSEEN));
  }

  /** The cards of a move as the viewer knows them, before it is followed: `UNSEEN` for each that it does not know. */
  moved(record: RecordOf<"moved">): number[] {
    if (this.watched(record)) return [...record.cards];
    const confused = new Set(this.confused(record));
    return record.cards.map((card) => (this.recalled.has(card) && !confused.has(card) ? card : UNSEEN));
  }
}

/** Every zone of every owner. */
export function everyZone(story: Story): Where[] {
  return story.zones.flatMap(({ owner, count }, zone) =>
    Array.from({ length: count }, (_, at): Where => [zone, owner === null ? -1 : at]),
  );
}
