/** The editor for rule files: CodeMirror with Hoyle's language server. */

import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  renameKeymap,
  serverCompletion,
  serverDiagnostics,
  signatureHelp,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { editing } from "../lib/python.js";
import { T } from "../texts.js";
import { mends } from "./mends.js";

/** How often the rules of a line fired per deal, and whether they never did. */
export interface Fired {
  line: number;
  text: string;
  never: boolean;
}

/**
 * Highlights comments, strings, citations, numbers and words.  The language server provides the meaning of the words.
 */
const language = StreamLanguage.define({
  token(stream) {
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\[[^\]]*\]/)) return "meta";
    if (stream.match(/^\d+/)) return "number";
    if (stream.sol() && stream.match(/^[a-z]+/)) return "keyword";
    if (stream.match(/^(?:->|[=<>!]=?|\.\.)/)) return "operator";
    if (stream.match(/^[\p{L}_][\p{L}\d_]*/u)) return "variableName";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--text-clubs)" },
  { tag: tags.meta, color: "var(--soft)" },
  { tag: tags.number, color: "var(--text-diamonds)" },
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
]);

const setFired = StateEffect.define<Fired[]>();

class FiredMarker extends GutterMarker {
  constructor(readonly fired: Fired) {
    super();
  }

  override eq(other: FiredMarker): boolean {
    return other.fired.text === this.fired.text && other.fired.never === this.fired.never;
  }

  override toDOM(): Node {
    const mark = document.createElement("span");
    mark.className = this.fired.never ? "never" : "fired";
    mark.textContent = this.fired.text;
    return mark;
  }
}

const firedLines = StateField.define<Map<number, Fired>>({
  create: () => new Map(),
  update(found, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setFired)) return new Map(effect.value.map((one) => [one.line, one]));
    }
    return transaction.docChanged ? new Map() : found;
  },
});

const neverLine = Decoration.line({ class: "never-line" });

const neverLines = EditorView.decorations.compute([firedLines], (state): DecorationSet => {
  const builder = new RangeSetBuilder<Decoration>();
  const found = [...state.field(firedLines).values()].filter(
    (one) => one.never && one.line <= state.doc.lines,
  );
  for (const one of found.sort((a, b) => a.line - b.line)) {
    const { from } = state.doc.line(one.line);
    builder.add(from, from, neverLine);
  }
  return builder.finish();
});

const firedGutter = gutter({
  class: "fired-gutter",
  lineMarker(view, line) {
    const found = view.state.field(firedLines).get(view.state.doc.lineAt(line.from).number);
    return found ? new FiredMarker(found) : null;
  },
  lineMarkerChange: (update) => update.startState.field(firedLines) !== update.state.field(firedLines),
});

const ALLOWED = new Set([
  "P",
  "CODE",
  "PRE",
  "UL",
  "OL",
  "LI",
  "STRONG",
  "EM",
  "BR",
  "HR",
  "H1",
  "H2",
  "H3",
  "H4",
]);

/** Removes everything from the HTML of a tooltip except plain text elements without attributes. */
export function plainElements(html: string): string {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const clean = (node: Element): void => {
    for (const child of [...node.children]) {
      clean(child);
      if (!ALLOWED.has(child.tagName)) {
        child.replaceWith(document.createTextNode(child.textContent ?? ""));
        continue;
      }
      for (const { name } of [...child.attributes]) child.removeAttribute(name);
    }
  };
  clean(parsed.body);
  return parsed.body.innerHTML;
}

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "14px", backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--panel)",
    color: "var(--soft)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--mark) 40%, transparent)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--text-diamonds) 30%, transparent) !important",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    maxWidth: "40rem",
  },
  ".cm-tooltip code, .cm-tooltip pre": { whiteSpace: "pre-wrap" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--panel)",
  },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-panel button, .cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--page)",
    color: "var(--ink)",
  },
  ".cm-textfield": { backgroundColor: "var(--page)", color: "var(--ink)" },
  ".cm-lsp-documentation": { padding: ".2rem .6rem" },
  ".mends button": { margin: "0 0 0 .6rem", font: "inherit", cursor: "pointer" },
  ".fired-gutter": { minWidth: "3.4rem", textAlign: "right", fontSize: "11px", padding: "0 .3rem" },
  ".fired-gutter .never": { color: "var(--never)", fontWeight: "700" },
  ".never-line": { backgroundColor: "color-mix(in srgb, var(--never) 14%, transparent)" },
});

let client: LSPClient | null = null;

/**
 * The client of the language server, shared by all editors.  If the server was restarted, a new client replaces the old
 * one.
 */
function connected(): LSPClient {
  if (client && editing.begun) return client;
  client?.disconnect();
  client = new LSPClient({
    rootUri: "file:///files",
    sanitizeHTML: plainElements,
    extensions: [
      serverDiagnostics(),
      serverCompletion(),
      hoverTooltips(),
      signatureHelp(),
      keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
    ],
    timeout: 300_000,
  });
  client.connect(editing.server);
  return client;
}

/** An editor in an element.  Its file has a name, so that a variant finds its base. */
export class Editor {
  readonly view: EditorView;

  constructor(host: HTMLElement, name: string, text: string, changed: (text: string) => void) {
    const root = host.attachShadow({ mode: "open" });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          firedLines,
          firedGutter,
          neverLines,
          history(),
          drawSelection(),
          highlightSpecialChars(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          closeBrackets(),
          autocompletion(),
          lintGutter(),
          mends,
          language,
          syntaxHighlighting(colours),
          theme,
          EditorView.contentAttributes.of({ "aria-label": T.editor }),
          keymap.of([
            ...defaultKeymap,
            ...historyKeymap,
            ...searchKeymap,
            ...completionKeymap,
            ...lintKeymap,
            indentWithTab,
          ]),
          connected().plugin(`file:///files/${name}.hoyle`, "hoyle"),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows beside each line how often it fired. */
  fired(found: Fired[]): void {
    this.view.dispatch({ effects: setFired.of(found) });
  }

  /** Adds lines at the end of the text, below an empty line, and goes there, or to the first gap (`…`) in them. */
  append(lines: readonly string[]): void {
    const { doc } = this.view.state;
    const from = doc.toString().trimEnd().length;
    const insert = `\n\n${lines.join("\n")}\n`;
    const gap = insert.indexOf("…");
    this.view.dispatch({
      changes: { from, to: doc.length, insert },
      selection: gap < 0 ? { anchor: from + 2 } : { anchor: from + gap, head: from + gap + 1 },
      userEvent: "input.mend",
      scrollIntoView: true,
    });
    this.view.focus();
  }

  /** Moves the cursor to a line. */
  go(line: number): void {
    const at = this.view.state.doc.line(Math.max(1, Math.min(line, this.view.state.doc.lines)));
    this.view.dispatch({ selection: { anchor: at.from }, scrollIntoView: true });
    this.view.focus();
  }

  end(): void {
    this.view.destroy();
  }
}
