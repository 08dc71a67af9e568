/**
 * The table on the page.  It uses the drawing code of the replay page; the cards of the player's own hand are buttons.
 */

import { type Animation, Cards, type State, Table } from "hoyle-viewer";
import { h } from "../lib/dom.js";

/** What a player can do with a card of his hand. */
export interface Hand {
  legal(card: string): boolean;
  picked: string[];
  /** Called when a card was tapped, dropped on the table or chosen by key. */
  use(card: string, picked: boolean): void;
}

export class PlayBoard {
  private readonly board;
  private shown: State | null = null;
  private hand: Hand | null = null;
  private readonly resized = () => {
    if (this.shown) this.show(this.shown, this.hand, false);
  };

  constructor(
    readonly root: HTMLElement,
    animation: Animation,
  ) {
    this.board = new Table.Board(root, animation);
    addEventListener("resize", this.resized);
  }

  end(): void {
    removeEventListener("resize", this.resized);
  }

  /** Draws the table.  With `hand`, the owner of that hand may choose. */
  show(state: State, hand: Hand | null, moving: boolean): void {
    const focused = this.root.contains(document.activeElement);
    this.shown = state;
    this.hand = hand;
    this.board.show(state, moving);
    if (hand) this.buttons(hand);
    if (focused && hand) this.focus();
  }

  /** The card buttons of the hand. */
  get cards(): HTMLButtonElement[] {
    return [...this.root.querySelectorAll<HTMLButtonElement>("button.pick")];
  }

  /** Whether another card of the hand can be picked. */
  get more(): boolean {
    return this.cards.some((card) => card.matches(".legal:not(.picked)"));
  }

  /** Moves the focus to the first card that can be played. */
  focus(): void {
    const { cards } = this;
    (cards.find((card) => card.classList.contains("legal")) ?? cards[0])?.focus();
  }

  private buttons(hand: Hand): void {
    const left = [...hand.picked];
    let first = true;
    for (const item of this.root.querySelectorAll<HTMLElement>(".large li[data-card]")) {
      const card = item.dataset.card?.replace(/#\d+$/, "") ?? "";
      const at = left.indexOf(card);
      const picked = at >= 0;
      if (picked) left.splice(at, 1);
      const legal = picked || hand.legal(card);
      const button = h("button", {
        type: "button",
        class: `pick${legal ? " legal" : " illegal"}${picked ? " picked" : ""}`,
        "aria-pressed": String(picked),
        "aria-disabled": legal ? null : "true",
        tabindex: first ? 0 : -1,
      });
      first = false;
      const picture = item.firstElementChild;
      if (picture) {
        picture.setAttribute("aria-hidden", "true");
        button.append(picture, h("span", { class: "unseen" }, Cards.parse(card).name));
      }
      item.append(button);
      this.act(button, card, picked, hand);
    }
  }

  private act(button: HTMLButtonElement, card: string, picked: boolean, hand: Hand): void {
    let dragged = false;
    button.addEventListener("click", () => {
      if (!dragged) hand.use(card, picked);
      dragged = false;
    });
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const { cards } = this;
      const next = cards[(cards.indexOf(button) + step + cards.length) % cards.length];
      for (const one of cards) one.tabIndex = one === next ? 0 : -1;
      next?.focus();
      event.preventDefault();
    });
    button.addEventListener("pointerdown", (down) => {
      if (down.button !== 0) return;
      // The listener is on the page, not on the card: a fast pointer leaves the card before its first move event.
      const move = (event: PointerEvent) => {
        if (event.pointerId !== down.pointerId) return;
        const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
        if (!dragged && Math.hypot(x, y) < 12) return;
        dragged = true;
        button.classList.add("dragged");
        button.style.translate = `${x}px ${y}px`;
      };
      const up = (event: PointerEvent) => {
        if (event.pointerId !== down.pointerId) return;
        document.removeEventListener("pointermove", move);
        document.removeEventListener("pointerup", up);
        document.removeEventListener("pointercancel", up);
        button.classList.remove("dragged");
        button.style.translate = "";
        const seat = button.closest(".seat")?.getBoundingClientRect();
        const out = event.type === "pointerup" && dragged && seat !== undefined && event.clientY < seat.top;
        if (out) hand.use(card, picked);
        if (dragged)
          setTimeout(() => {
            dragged = false;
          });
      };
      document.addEventListener("pointermove", move);
      document.addEventListener("pointerup", up);
      document.addEventListener("pointercancel", up);
    });
  }
}
