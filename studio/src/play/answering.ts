/** A person's choice at a table: the cards and buttons with which it is made, and why a card is none. */

import { Asking, type Choices, type Hand, type PlayBoard } from "hoyle-viewer";
import { T } from "../texts.js";
import { refusal } from "./refusals.js";
import type { Session } from "./session.js";

/** The table at which is chosen. */
export interface AskingTable {
  readonly felt: HTMLElement;
  board(): PlayBoard | null;
  session(): Session | null;
  say(text: string): void;
  /** Draws the table with these choices. */
  draw(moving: boolean, choices: Choices): void;
  /** A choice was made: the number of an option. */
  chosen(number: number): void;
}

export class Answering {
  readonly offers = new Asking.Offers(
    { choose: T.choose, none: T.clearCards, more: T.more, typed: T.typed, untyped: T.untyped },
    (choices, number) => this.choose(choices, number),
    (choices) => this.picked(choices),
  );
  /** The sentence that asks the open question. */
  private prompt = "";

  constructor(private readonly table: AskingTable) {}

  /** Asks a person.  `turn`: whose turn it is, in words, if several people share the device. */
  ask(choices: Choices, prompt: string, turn: string): void {
    this.prompt = prompt;
    this.table.say(turn + prompt);
    // What is asked takes its room first: the table is drawn into the rest.
    this.table.draw(true, choices);
    this.show(choices);
  }

  /** The hand of the table, if cards are chosen: which can be, and what happens when one is touched. */
  hand(choices: Choices | null): Hand | null {
    if (!choices?.ofCards) return null;
    return {
      legal: (card) => choices.legal(card),
      picked: choices.picked,
      use: (card, picked) => this.use(choices, card, picked),
    };
  }

  /** Handles a tap on a card of the hand: picks it, puts it back, or shows why it cannot be chosen. */
  use(choices: Choices, card: string, picked: boolean): void {
    if (choices.made) return;
    if (!picked && !choices.legal(card)) {
      this.refuse([...choices.picked, card]);
      return;
    }
    const number = choices.pick(card, picked);
    if (number >= 0) this.choose(choices, number);
    else this.picked(choices);
  }

  private show(choices: Choices): void {
    this.offers.show(choices, this.table.board()?.held ?? []);
    this.focus(choices);
  }

  /** Moves the focus to the first possible choice, unless it is on something else of the page. */
  private focus(choices: Choices): void {
    const { activeElement: active } = document;
    const { felt } = this.table;
    const board = this.table.board();
    const free = !active || active === document.body || active.id === "page" || felt.contains(active);
    if (!free && !this.offers.element.contains(active)) return;
    const ready = choices.picked.length > 0 && !board?.more;
    if (choices.ofCards && board?.cards.length && !ready) {
      if (!felt.contains(active)) board.focus();
    } else this.offers.buttons[0]?.focus({ preventScroll: true });
  }

  /** Shows why a card cannot be chosen. */
  private async refuse(cards: readonly string[]): Promise<void> {
    const session = this.table.session();
    const said = session && (await refusal(session, cards));
    if (said && this.table.session() === session) this.table.say(said);
  }

  private picked(choices: Choices): void {
    this.table.draw(false, choices);
    const cards = choices.picked.join(" ");
    this.table.say(cards ? T.chosenCards(cards, choices.picked.length, choices.several) : this.prompt);
    this.show(choices);
  }

  private choose(choices: Choices, number: number): void {
    if (choices.made) return;
    choices.made = true;
    this.offers.clear();
    this.table.chosen(number);
  }
}
