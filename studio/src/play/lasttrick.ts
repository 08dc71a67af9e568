/** The last trick, shown over the table on demand. */

import type { Scene } from "hoyle";
import { Cards, Table } from "hoyle-viewer";
import { announce, h } from "../lib/dom.js";
import { T } from "../texts.js";

export class LastTrick {
  readonly button: HTMLButtonElement;

  /** `scene`: the table now. */
  constructor(
    private readonly felt: HTMLElement,
    private readonly scene: () => Scene | undefined,
  ) {
    this.button = h(
      "button",
      { type: "button", id: "last-trick", "aria-expanded": "false", onclick: () => this.toggle() },
      T.lastTrick,
    );
  }

  /** Whether it is shown. */
  get open(): boolean {
    return this.felt.querySelector(".last-trick-box") !== null;
  }

  /** The table was drawn: the trick is not shown any more. */
  drawn(scene: Scene): void {
    this.button.toggleAttribute("disabled", !scene.last_trick?.plays.length);
    this.button.setAttribute("aria-expanded", "false");
    this.felt.querySelector(".last-trick-box")?.remove();
  }

  /** Shows it, or puts it away. */
  toggle(): void {
    const open = this.felt.querySelector(".last-trick-box");
    open?.remove();
    const scene = this.scene();
    const picture = scene && !open ? Table.lastTrick(scene) : null;
    this.button.setAttribute("aria-expanded", String(picture !== null));
    if (!picture) return;
    const close = h("button", { type: "button", onclick: () => this.toggle() }, T.close);
    const box = h("section", { class: "settlement last-trick-box", "aria-label": T.lastTrick });
    box.append(h("h2", null, T.lastTrick), picture, h("div", { class: "go-on" }, close));
    this.felt.append(box);
    announce(Cards.spoken(T.lastTrickWas(scene as Scene)));
  }
}
