/** The values of a game as JavaScript values: cards are `Card`, all others plain strings, numbers and booleans. */

import type { Description, ValueType } from "./description.js";
import { HIDDEN, holdsCards, NONE, type Value, type Words } from "./words.js";

/** A card.  Two cards of the same face (of two packs) have the same text and different numbers. */
export class Card {
  constructor(
    /** What a person reads: `J♠`; `??` for a card that is not seen. */
    readonly text: string,
    /** `J`; `joker`; empty for a card that is not seen. */
    readonly rank: string,
    /** `spades`; empty for a joker and for a card that is not seen. */
    readonly suit: string,
    /** The number of the card in the deck, from 0; -1 for a card that is not seen. */
    readonly number: number,
  ) {}

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** A number, yes or no, a word (a suit, a rank, a seat, a team …), a card, null, or several of these. */
export type GameValue = number | boolean | string | null | Card | readonly GameValue[];

/** Converts the numbers of one game. */
export class Values {
  private readonly cards: readonly Card[];
  private readonly unseen = new Card(HIDDEN, "", "", -1);

  constructor(
    readonly words: Words,
    { deck, faces }: Description,
  ) {
    this.cards = deck.map((face, number) => {
      const { rank, suit } = faces[face]!;
      return new Card(words.card(number), rank, suit, number);
    });
  }

  card(number: number): Card {
    return this.cards[number] ?? this.unseen;
  }

  some(cards: readonly number[]): Card[] {
    return cards.map((card) => this.card(card));
  }

  value(type: ValueType, value: Value): GameValue {
    if (typeof value !== "number") {
      if (holdsCards(type)) return this.some(value);
      return value.map((one) => this.value(type.element!, one));
    }
    if (type.kind === "number") return value;
    if (value === NONE) return null;
    if (type.kind === "flag") return Boolean(value);
    if (type.kind === "card") return this.card(value);
    return this.words.value(type, value);
  }
}
