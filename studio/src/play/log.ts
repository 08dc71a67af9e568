/** The log beside the table, with a line for each event, and the score sheet. */

import { keyOf, type Line, textOf, type Viewer } from "hoyle";
import { Cards } from "hoyle-viewer";
import { announce, h } from "../lib/dom.js";
import { T } from "../texts.js";
import type { Session } from "./session.js";

/** Whose view the log shows, and the name by which it speaks to the person who reads it. */
export interface Reader {
  viewer: Viewer;
  you: string | null;
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
    for (const line of session?.storyOf(reader.viewer).lines.flat() ?? [])
      this.append(session as Session, line, reader);
    this.toEnd();
    this.scores(session);
  }

  /**
   * Adds the events after a choice.  `quietly` (for games without pauses): nothing is announced, and the log does not
   * scroll.
   */
  add(session: Session, reader: Reader, quietly: boolean): void {
    const lines = session.storyOf(reader.viewer).lines.at(-1) ?? [];
    const said = lines.map((line) => this.append(session, line, reader));
    if (quietly) return;
    this.toEnd();
    this.scores(session);
    announce(said.map((text) => Cards.spoken(text)).join(". "));
  }

  /** Scrolls to the last line. */
  toEnd(): void {
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** Draws the score sheet: a row for each finished deal. */
  scores(session: Session | null): void {
    if (!session) return;
    const { words } = session;
    const columns = [...words.story.variables.entries()].flatMap(([number, { decides, owner, count }]) =>
      decides && owner !== null
        ? Array.from({ length: count }, (_, of) => ({ key: keyOf(number, of), name: words.owner(owner, of) }))
        : [],
    );
    const head = [T.deal, ...columns.map(({ name }) => name)].map((text) => h("th", { scope: "col" }, text));
    const rows = session
      .storyOf("spectator")
      .sheet.map((numbers, at) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, String(at + 1)),
          ...columns.map(({ key }) => h("td", null, String(numbers.get(key) ?? 0).replace("-", "−"))),
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

  private append(session: Session, line: Line, { you }: Reader): string {
    const text = textOf(line, session.words, you);
    this.lines.append(h(line.item === "heading" ? "h3" : "p", { class: line.item }, Cards.coloured(text)));
    return text;
  }
}
