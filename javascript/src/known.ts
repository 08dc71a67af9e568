/**
 * Which cards somebody who follows a game knows: those that lie where they are seen, and those that were shown and not
 * shuffled since.  It is followed from the records alone; whatever tells of a game asks it before a card is named.
 * Python's is `interpreter/story/known_cards.py`.
 */

import type { Story } from "./description.js";
import type { State } from "./layout.js";
import type { GameRecord, Where } from "./records.js";
import { sees, UNSEEN, type Viewer } from "./view.js";

export class KnownCards {
  /** The zone of each card. */
  readonly lies = new Map<number, Where>();
  /** The cards that were shown to the viewer and not shuffled since. */
  readonly shown = new Set<number>();

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
    for (const where of everyZone(this.story)) {
      for (const card of state.cards(zones[where[0]]!.slot + Math.max(where[1], 0)))
        this.lies.set(card, where);
    }
    if (known >= 0 && typeof this.viewer === "number")
      for (const card of state.set(known + this.viewer)) this.shown.add(card);
  }

  /** Notes what a record changes. */
  follow(record: GameRecord): void {
    switch (record.record) {
      case "moved":
        for (const card of record.cards) this.lies.set(card, record.target);
        break;
      case "shown": {
        const mine = typeof this.viewer === "number" && (record.to?.includes(this.viewer) ?? false);
        if (record.to === null || mine) for (const card of record.cards) this.shown.add(card);
        break;
      }
      case "shuffled":
        for (const card of this.shown)
          if (String(this.lies.get(card)) === String(record.pile)) this.shown.delete(card);
        break;
      case "tucked":
        if (record.at < 0) for (const card of record.cards) this.shown.delete(card);
        break;
    }
  }

  /** Whether the viewer sees the faces of the cards in a zone. */
  sees([zone, owner]: Where): boolean {
    return sees(this.story.zones[zone]!, owner, this.viewer);
  }

  /** Whether the viewer knows which card this is, wherever it lies. */
  knows(card: number): boolean {
    return this.viewer === "all" || this.shown.has(card) || this.sees(this.lies.get(card)!);
  }

  /** Cards as the viewer knows them: `UNSEEN` for each that it does not know. */
  known(cards: readonly number[]): number[] {
    return cards.map((card) => (this.knows(card) ? card : UNSEEN));
  }
}

/** Every zone of every owner. */
export function everyZone(story: Story): Where[] {
  return story.zones.flatMap(({ owner, count }, zone) =>
    Array.from({ length: count }, (_, at): Where => [zone, owner === null ? -1 : at]),
  );
}
