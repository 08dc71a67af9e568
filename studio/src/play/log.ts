/** The log beside the table, with a line for each event, and the score sheet. */

import { Cards } from "hoyle-viewer";
import { announce, h } from "../lib/dom.js";
import { T } from "../texts.js";
import type { Line, Session, Step } from "./session.js";

/** Whose view the log shows: a seat (-1: a spectator), or all hands. */
export interface Reader {
  viewer: number;
  everything: boolean;
}

export class GameLog {
  readonly lines = h("div", {
    class: "scroll",
    tabindex: 0,
    role: "region",
    "aria-label": T.whatHappened,
  });
  readonly sheet = h("div", { class: "sheet" });

  /** Removes all lines until the log is written again. */
  clear(): void {
    this.lines.replaceChildren();
  }

  /** Writes the whole log again. */
  write(session: Session | null, reader: Reader): void {
    this.clear();
    session?.steps.forEach((step, at) => {
      for (const line of linesOf(session, step, session.steps[at - 1], reader)) this.append(line);
    });
    this.toEnd();
    this.scores(session);
  }

  /**
   * Adds the events after a choice.  `quietly` (for games without pauses): nothing is announced, and the log does not
   * scroll.
   */
  add(session: Session, step: Step, before: Step, reader: Reader, quietly: boolean): void {
    const lines = linesOf(session, step, before, reader);
    for (const line of lines) this.append(line);
    if (quietly) return;
    this.toEnd();
    this.scores(session);
    announce(lines.map((line) => Cards.spoken(line.text)).join(". "));
  }

  /** Scrolls to the last line. */
  toEnd(): void {
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** Draws the score sheet: a row for each finished deal. */
  scores(session: Session | null): void {
    if (!session) return;
    const columns = session.decisive.flatMap((one) =>
      Array.from({ length: one.count }, (_, owner) => session.words.owner(one.owner, owner)),
    );
    const head = [T.deal, ...columns].map((text) => h("th", { scope: "col" }, text));
    const rows = session.now.sheet.map((row, at) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, String(at + 1)),
        ...row.flat().map((n) => h("td", null, String(n).replace("-", "−"))),
      ),
    );
    this.sheet.replaceChildren(
      h(
        "table",
        { class: "score-table" },
        h("thead", null, h("tr", null, ...head)),
        h("tbody", null, ...rows),
      ),
    );
  }

  private append(line: Line): void {
    this.lines.append(h(line.kind === "deal" ? "h3" : "p", { class: line.kind }, Cards.coloured(line.text)));
  }
}

/** The lines of the events after a choice.  The choice itself comes first. */
function linesOf(session: Session, step: Step, before: Step | undefined, reader: Reader): Line[] {
  const made = before && session.madeLine(step, before, reader.viewer, reader.everything);
  return made ? [made, ...step.lines] : step.lines;
}
