/** A rulebook as elements of the page.  All its strings are inserted as text. */

import { h } from "../lib/dom.js";

type Line = [string, string][];

export type Block =
  | { kind: "paragraph"; line: Line }
  | { kind: "list"; ordered: boolean; items: { line: Line; blocks: Block[] }[] }
  | { kind: "table"; head: Line[]; rows: Line[][] };

export interface Section {
  title: string;
  key: string;
  blocks: Block[];
  sections: Section[];
}

export interface Rulebook {
  title: string;
  lead: Block[];
  sections: Section[];
}

export function rulebook(book: Rulebook): HTMLElement[] {
  return [h("h2", null, book.title), ...book.lead.map(block), ...book.sections.map((one) => section(one, 3))];
}

function section(one: Section, depth: number): HTMLElement {
  const tag = `h${Math.min(depth, 6)}` as "h3";
  const inner = one.sections.map((each) => section(each, depth + 1));
  return h("section", null, h(tag, null, one.title), ...one.blocks.map(block), ...inner);
}

function block(one: Block): HTMLElement {
  switch (one.kind) {
    case "paragraph":
      return h("p", null, ...line(one.line));
    case "list": {
      const items = one.items.map((item) => h("li", null, ...line(item.line), ...item.blocks.map(block)));
      return one.ordered ? h("ol", null, ...items) : h("ul", null, ...items);
    }
    case "table": {
      const head = one.head.map((cell) => h("th", { scope: "col" }, ...line(cell)));
      const rows = one.rows.map((row) => h("tr", null, ...row.map((cell) => h("td", null, ...line(cell)))));
      return h("table", null, h("thead", null, h("tr", null, ...head)), h("tbody", null, ...rows));
    }
  }
}

function line(runs: Line): (Node | string)[] {
  return runs.map(([text, style]) => (style === "" || style === "link" ? text : h("strong", null, text)));
}
