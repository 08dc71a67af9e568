/** The elements of the page of a table: head, table, question, tools, and what happened. */

import { h } from "../lib/dom.js";
import { T } from "../texts.js";

/** What the tools below a table do. */
export interface Acts {
  newGame(): void;
  undo(): void;
  hint(): void;
  lastTrick(): void;
  again(): void;
  shareDeal(): void;
  sharePosition(): void;
  save(): void;
}

export interface Parts {
  title: string;
  felt: HTMLElement;
  status: HTMLElement;
  offers: HTMLElement;
  lines: HTMLElement;
  sheet: HTMLElement;
  /** The name of the deal. */
  deal: HTMLElement;
  undo: HTMLElement;
  lastTrick: HTMLElement;
}

/**
 * Lays the page out.  `elsewhere`: the game goes on from a state of another, so it can be neither saved nor dealt again.
 * `settings`: the lists and panels that are folded away.
 */
export function layOut(
  root: HTMLElement,
  parts: Parts,
  acts: Acts,
  settings: (HTMLElement | null)[],
  seats: HTMLElement[],
  elsewhere: boolean,
): void {
  const button = (text: string, id: string, act: () => void) =>
    h("button", { type: "button", id, onclick: act }, text);
  const more = h(
    "details",
    { class: "more" },
    h("summary", null, T.more_),
    h(
      "div",
      { class: "more-tools" },
      elsewhere ? null : button(T.dealAgain, "again", acts.again),
      elsewhere ? null : button(T.shareDeal, "share-deal", acts.shareDeal),
      elsewhere ? null : button(T.sharePosition, "share-position", acts.sharePosition),
      elsewhere ? null : button(T.saveScript, "save-script", acts.save),
      ...settings,
      h("details", null, h("summary", null, T.seats), h("div", { class: "seats" }, ...seats)),
    ),
  );
  root.append(
    h(
      "header",
      { class: "play-head" },
      h("a", { href: "#/", class: "crumbs" }, T.allGames),
      h("h1", null, parts.title),
      parts.deal,
    ),
    h(
      "div",
      { class: "play-screen" },
      parts.felt,
      h(
        "section",
        { class: "asking-panel", "aria-label": T.choose },
        parts.status,
        parts.offers,
        h(
          "div",
          { class: "tools" },
          button(T.newGame, "new", acts.newGame),
          parts.undo,
          button(T.hint, "hint", acts.hint),
          parts.lastTrick,
          more,
        ),
      ),
      h(
        "aside",
        { class: "beside-table" },
        h("h2", null, T.whatHappened),
        parts.lines,
        h("details", { open: true }, h("summary", null, T.scoreSheet), parts.sheet),
        h("p", { class: "keys" }, T.keys),
      ),
    ),
  );
}
