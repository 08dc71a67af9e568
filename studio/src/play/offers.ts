/** The buttons of what a person can choose now. */

import { Cards } from "hoyle-viewer";
import { h } from "../lib/dom.js";
import { T } from "../texts.js";
import type { PlayBoard } from "./board.js";
import type { Choices } from "./choices.js";

const MOST_BUTTONS = 40;

/** What a person is asked for, in a sentence. */
export function prompt(choices: Choices): string {
  if (choices.ofSeveral) return T.severalCards;
  return choices.offers.every((one) => one.cards.length) ? T.cardsChoose : `${T.choose}:`;
}

export class Offers {
  readonly element = h("div", { class: "offers", role: "group", "aria-label": T.choose });

  constructor(
    /** Is given the number of the option whose button was pressed. */
    private readonly choose: (choices: Choices, number: number) => void,
    /** Is called when the cards that were picked are put back. */
    private readonly cleared: (choices: Choices) => void,
  ) {}

  /** Nothing can be chosen. */
  clear(): void {
    this.element.replaceChildren();
  }

  /** One button alone, which is focused. */
  only(button: HTMLButtonElement): void {
    this.element.replaceChildren(button);
    button.focus();
  }

  /** Shows a button for each option, as far as there is room for them. */
  show(choices: Choices, board: PlayBoard | null): void {
    const focused = this.element.contains(document.activeElement);
    // An option may name cards that do not lie in the hand: it is offered once nothing more can be picked there.
    const done = choices.picked.length > 0 && !board?.more;
    const shown = done || choices.open.length <= MOST_BUTTONS ? choices.open : choices.ready;
    const buttons = shown.slice(0, done ? undefined : MOST_BUTTONS).map((offer) =>
      h(
        "button",
        {
          type: "button",
          class: "offer",
          "data-offer": offer.number,
          onclick: () => this.choose(choices, offer.number),
        },
        Cards.coloured(offer.label),
      ),
    );
    const rest = choices.open.length - buttons.length;
    const parts: HTMLElement[] = [...buttons];
    if (choices.picked.length) {
      const clear = () => {
        choices.picked = [];
        this.cleared(choices);
      };
      parts.push(h("button", { type: "button", class: "quiet", onclick: clear }, T.clearCards));
    } else if (rest > 0) parts.push(h("p", { class: "soft" }, T.more(rest)));
    this.element.replaceChildren(...parts);
    if (focused || document.activeElement === document.body) {
      if (choices.ofCards && board?.cards.length) board.focus();
      else buttons[0]?.focus();
    }
  }

  /** Presses the button of a number, counted from 1. */
  press(number: number): void {
    this.element.querySelectorAll<HTMLButtonElement>("button.offer")[number - 1]?.click();
  }
}
