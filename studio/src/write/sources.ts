/** The sources of rules: documents opened or dropped here, each line with the rules that cite it. */

import { announce, h, replace } from "../lib/dom.js";
import { isProblem, working } from "../lib/python.js";
import { T } from "../texts.js";
import type { Rules } from "./results.js";

interface Cited {
  text: string;
  line: number;
  own: boolean;
  file: string;
}

interface Trace {
  documents: { name: string; file: string }[];
  accounts: {
    name: string;
    open: number;
    lines: { number: number; text: string; state: "rule" | "no rule" | "blank" | "open"; rules: number[] }[];
  }[];
  rules: Cited[];
  sourceless: Cited[];
}

export class Sources {
  readonly panel = h("div", { class: "sources", id: "panel-sources" });
  /** The texts of documents, by their names in the rules. */
  private readonly texts: Record<string, string> = {};
  private known: Trace["documents"] = [];
  private readonly said = h("p", { role: "status" });
  private readonly shown = h("div");

  constructor(
    private readonly go: (line: number) => void,
    private readonly changed: () => void,
  ) {
    this.panel.append(h("p", { class: "soft" }, T.sourcesAbout), this.said, this.shown);
    this.panel.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.panel.classList.add("over");
    });
    this.panel.addEventListener("dragleave", () => this.panel.classList.remove("over"));
    this.panel.addEventListener("drop", (event) => {
      event.preventDefault();
      this.panel.classList.remove("over");
      const [file] = event.dataTransfer?.files ?? [];
      if (file) this.take(file, this.named(file.name));
    });
  }

  /**
   * The document that a file belongs to: the one with its name, otherwise the only one, otherwise the first without a
   * text.
   */
  private named(file: string): string | undefined {
    const same = this.known.find((one) => one.file === file);
    const missing = this.known.find((one) => this.texts[one.name] === undefined);
    return (same ?? missing ?? this.known[0])?.name;
  }

  private async take(file: File, name: string | undefined): Promise<void> {
    if (name === undefined) {
      this.said.textContent = T.unknownDocument(file.name);
      return;
    }
    this.texts[name] = await file.text();
    this.changed();
  }

  /** Shows the sources of the rules. */
  async show(rules: Rules, gone: () => boolean): Promise<void> {
    const asked = { name: rules.name, text: rules.text, documents: this.texts };
    const found = await working.ask<Trace>("trace", asked);
    if (gone()) return;
    if (isProblem(found)) {
      this.said.textContent = found.problem;
      return;
    }
    this.known = found.documents;
    const open = found.accounts.reduce((sum, one) => sum + one.open, 0);
    this.said.textContent = found.documents.length
      ? found.accounts.length
        ? T.notAccounted(open)
        : ""
      : T.noSources;
    if (found.accounts.length && !this.panel.hidden) announce(T.notAccounted(open));
    const pickers = found.documents.map((one) => this.picker(one.name, one.file));
    const accounts = found.accounts.flatMap((account) => [
      h("h2", null, account.name),
      h(
        "ol",
        null,
        ...account.lines
          .filter((line) => line.state !== "blank")
          .map((line) =>
            h(
              "li",
              { class: line.state },
              h("span", { class: "step" }, String(line.number)),
              line.text,
              line.state === "open" && h("strong", null, ` (${T.notAccountedShort})`),
              line.state === "no rule" && h("span", { class: "soft" }, ` (${T.noRule})`),
              ...line.rules.map((at) => this.cited(found.rules[at])),
            ),
          ),
      ),
    ]);
    const rest = found.sourceless.map((one) => h("li", null, this.cited(one)));
    replace(
      this.shown,
      h("div", { class: "tools" }, ...pickers),
      ...accounts,
      ...(rest.length && found.documents.length ? [h("h2", null, T.sourceless), h("ol", null, ...rest)] : []),
    );
  }

  private picker(name: string, file: string): HTMLElement {
    const label = T.openDocument(name, file);
    const picker = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": label });
    picker.dataset.document = name;
    picker.addEventListener("change", () => {
      const [chosen] = picker.files ?? [];
      if (chosen) this.take(chosen, name);
    });
    const id = `open-document-${name}`;
    const button = h("button", { type: "button", id, onclick: () => picker.click() }, label);
    return h("span", null, button, picker);
  }

  /** A rule as a button.  The button jumps to the line of the rule if it is in the edited file. */
  private cited(rule: Cited | undefined): HTMLElement {
    if (!rule) return h("span");
    const where = rule.own ? T.line(rule.line) : `${rule.file}:${rule.line}`;
    const place = rule.own
      ? h("button", { type: "button", class: "line-link", onclick: () => this.go(rule.line) }, where)
      : h("span", { class: "soft" }, where);
    return h("span", { class: "cites" }, place, " ", h("code", null, rule.text));
  }
}
