/** The keys of a table. */

import type { PlayBoard } from "hoyle-viewer";

/** What the keys do, and where the focus can go. */
export interface Keyboard {
  undo(): void;
  hint(): void;
  lastTrick: { readonly open: boolean; toggle(): void };
  offers: { key(event: KeyboardEvent): boolean; readonly buttons: HTMLElement[] };
  felt: HTMLElement;
  board(): PlayBoard | null;
}

/** A listener for key presses anywhere on the page. */
export function keysOf(table: Keyboard): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (table.offers.key(event)) return event.preventDefault();
    if (key === "u") table.undo();
    else if (key === "h") table.hint();
    else if (key === "l") table.lastTrick.toggle();
    else if (key === "escape" && table.lastTrick.open) table.lastTrick.toggle();
    else if (event.key.startsWith("Arrow") && !target.matches(".called")) arrow(table, event.key);
    else return;
    event.preventDefault();
  };
}

/** An arrow key outside the hand and the buttons leads to the hand; up and down go between both. */
function arrow(table: Keyboard, key: string): void {
  const [first] = table.offers.buttons;
  const board = table.board();
  const inHand = table.felt.contains(document.activeElement);
  const button = table.felt.querySelector<HTMLElement>("#continue");
  if (button) button.focus({ preventScroll: true });
  else if (board?.cards.length && (!inHand || key === "ArrowUp")) board.focus();
  else first?.focus();
}
