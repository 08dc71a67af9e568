/** The options of an open question beside the cards of a hand: which card takes part in which option. */

import type { Step } from "./session.js";
import type { Words } from "./words.js";

/** One option: its number, its label, and the cards it names as they are written. */
export interface Offer {
  number: number;
  label: string;
  cards: string[];
}

/** What one may choose now, and which cards were picked for it so far. */
export class Choices {
  readonly offers: Offer[];
  /** The cards picked, as they are written. */
  picked: string[] = [];
  /** Whether a choice was made: nothing more can be chosen then. */
  made = false;

  constructor(words: Words, step: Step) {
    const question = step.position.question;
    this.offers = step.snapshot.options.map((option, number) => ({
      number,
      label: words.label(question, option),
      cards: words.named(question, option).map((card) => words.card(card)),
    }));
  }

  /** The options that name all cards picked. */
  get open(): Offer[] {
    return this.offers.filter((offer) => within(this.picked, offer.cards));
  }

  /** The options that name the cards picked and no others: one of them can be made now. */
  get ready(): Offer[] {
    return this.open.filter((offer) => offer.cards.length === this.picked.length);
  }

  /** Whether a card can be picked besides those that are. */
  legal(card: string): boolean {
    const wanted = [...this.picked, card];
    return this.offers.some((offer) => within(wanted, offer.cards));
  }

  /** Whether some option names cards. */
  get ofCards(): boolean {
    return this.offers.some((offer) => offer.cards.length);
  }

  /** Whether some option names several cards. */
  get ofSeveral(): boolean {
    return this.offers.some((offer) => offer.cards.length > 1);
  }

  /** Picks a card, or puts it back.  The number of the option if that was all there is to choose; else -1. */
  pick(card: string, again: boolean): number {
    if (again) {
      this.picked.splice(this.picked.indexOf(card), 1);
      return -1;
    }
    this.picked.push(card);
    const [only, another] = this.open;
    return only && !another && only.cards.length === this.picked.length ? only.number : -1;
  }
}

/** Whether each card of the one list is in the other, as often. */
function within(cards: string[], all: string[]): boolean {
  const left = [...all];
  return cards.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
