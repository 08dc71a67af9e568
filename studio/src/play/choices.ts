/** The options of an open question in terms of the cards in the hand: which card belongs to which option. */

import type { Words } from "hoyle";
import type { Step } from "./session.js";

/** An option: its number, its label, and the cards in it as text. */
export interface Offer {
  number: number;
  label: string;
  cards: string[];
}

/** The options of a question, and the cards picked for them so far. */
export class Choices {
  readonly offers: Offer[];
  /** The picked cards as text. */
  picked: string[] = [];
  /** Whether a choice was made.  After that nothing can be picked. */
  made = false;

  constructor(words: Words, step: Step) {
    const { question } = step.state;
    this.offers = step.options.map((option, number) => ({
      number,
      label: words.label(question, option),
      cards: words.named(question, option).map((card) => words.card(card)),
    }));
  }

  /** The options that contain all picked cards. */
  get open(): Offer[] {
    return this.offers.filter((offer) => within(this.picked, offer.cards));
  }

  /** The options that contain exactly the picked cards: the player can choose one of them now. */
  get ready(): Offer[] {
    return this.open.filter((offer) => offer.cards.length === this.picked.length);
  }

  /** Whether another card can be picked. */
  legal(card: string): boolean {
    const wanted = [...this.picked, card];
    return this.offers.some((offer) => within(wanted, offer.cards));
  }

  /** Whether some option contains cards. */
  get ofCards(): boolean {
    return this.offers.some((offer) => offer.cards.length);
  }

  /** Whether some option contains several cards. */
  get ofSeveral(): boolean {
    return this.offers.some((offer) => offer.cards.length > 1);
  }

  /** Picks a card or puts it back.  Returns the number of the option if it is the only possible one, otherwise -1. */
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

/** Whether each card of the first list is in the second one, at least as often. */
function within(cards: string[], all: string[]): boolean {
  const left = [...all];
  return cards.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
