/** The buttons for the options of a person. */

import { Cards } from "hoyle-viewer";
import { h } from "../lib/dom.js";
import { T } from "../texts.js";
import type { PlayBoard } from "./board.js";
import type { Choices } from "./choices.js";

const MOST_BUTTONS = 40;

/** The sentence that asks a person to choose. */
export function prompt(choices: Choices): string {
  if (choices.ofSeveral) return T.severalCards;
  return choices.offers.every((one) => one.cards.length) ? T.cardsChoose : `${T.choose}:`;
}

export class Offers {
  readonly element = h("div", { class: "offers", role: "group", "aria-label": T.choose });

  constructor(
    /** Called with the number of the option whose button was pressed. */
    private readonly choose: (choices: Choices, number: number) => void,
    /** Called when the picked cards are put back. */
    private readonly cleared: (choices: Choices) => void,
  ) {}

  /** Removes all buttons. */
  clear(): void {
    this.element.replaceChildren();
  }

  /** Shows a single button and focuses it. */
  only(button: HTMLButtonElement): void {
    this.element.replaceChildren(button);
    button.focus();
  }

  /** Shows a button for each option, up to a limit. */
  show(choices: Choices, board: PlayBoard | null): void {
    const focused = this.element.contains(document.activeElement);
    // An option may contain cards that are not in the hand.  It is shown when no other card of the hand can be picked.
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

  /** Presses the button with this number, counted from 1. */
  press(number: number): void {
    this.element.querySelectorAll<HTMLButtonElement>("button.offer")[number - 1]?.click();
  }
}
