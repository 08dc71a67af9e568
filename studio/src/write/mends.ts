/**
 * Mends: edits of the language server that remove a mistake.  Its message offers each as a button, and Ctrl+. makes the
 * likeliest for the mistake at the cursor, or else in its line.  F8 goes to the next mistake and says it, with its mends.
 */

import { type Diagnostic, forEachDiagnostic, linter, nextDiagnostic } from "@codemirror/lint";
import { LSPPlugin } from "@codemirror/lsp-client";
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { CodeAction, TextEdit } from "vscode-languageserver-protocol";
import { announce, h, notice } from "../lib/dom.js";
import { T } from "../texts.js";

/** Milliseconds after which a mistake is announced, even if its mends are not known yet. */
const SOON = 1_000;

/** An edit that removes the mistake with this message. */
interface Mend {
  title: string;
  message: string;
  make(): void;
}

/** The mends for the mistakes in a part of the text, the likeliest first. */
async function mendsAt(view: EditorView, from: number, to: number): Promise<Mend[]> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return [];
  plugin.client.sync();
  const { doc } = view.state;
  const found = await plugin.client.request<object, CodeAction[] | null>("textDocument/codeAction", {
    textDocument: { uri: plugin.uri },
    range: { start: plugin.toPosition(from), end: plugin.toPosition(to) },
    context: { diagnostics: [] },
  });
  return (found ?? [])
    .filter((one) => one.kind === "quickfix")
    .sort((a, b) => Number(b.isPreferred ?? false) - Number(a.isPreferred ?? false))
    .map(({ title, edit, diagnostics }) => ({
      title,
      message: String(diagnostics?.[0]?.message ?? ""),
      make: () => {
        if (!view.state.doc.eq(doc)) return notice(T.mendTooLate);
        make(view, plugin, edit?.changes?.[plugin.uri] ?? []);
        announce(T.mended(title));
      },
    }));
}

function make(view: EditorView, plugin: LSPPlugin, edits: readonly TextEdit[]): void {
  const changes = edits.map(({ range, newText }) => ({
    from: plugin.fromPosition(range.start),
    to: plugin.fromPosition(range.end),
    insert: newText,
  }));
  view.dispatch({ changes, userEvent: "input.mend", scrollIntoView: true });
  view.focus();
}

/** The message of a mistake, with its mends as soon as they are known. */
function offered(view: EditorView, { from, to, message }: Diagnostic): HTMLElement {
  const offers = h("span", { class: "mends" });
  mendsAt(view, from, to).then(
    (found) => {
      for (const one of found.filter((mend) => mend.message === message))
        offers.append(h("button", { type: "button", onclick: one.make }, one.title));
    },
    () => {}, // the server was stopped: it underlines nothing any more
  );
  return h("span", null, message, offers);
}

/** The likeliest mend for the mistake at the cursor; if there is none, for one in the line of the cursor. */
async function mendNear(view: EditorView): Promise<Mend | undefined> {
  const { from, to, head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  const [here] = await mendsAt(view, from, to);
  return here ?? (await mendsAt(view, line.from, line.to))[0];
}

function mendHere(view: EditorView): boolean {
  mendNear(view).then(
    (found) => (found ? found.make() : notice(T.noMend)),
    () => notice(T.noMend),
  );
  return true;
}

/** The mistakes that the selection marks. */
function marked(view: EditorView): Diagnostic[] {
  const found: Diagnostic[] = [];
  const { from, to } = view.state.selection.main;
  forEachDiagnostic(view.state, (one, begin, end) => {
    if (begin <= from && end >= to) found.push(one);
  });
  return found;
}

/**
 * Goes to the next mistake, which is shown beside the cursor, and announces it: its line, its message, and what would
 * mend it.
 */
function goToNext(view: EditorView): boolean {
  nextDiagnostic(view); // goes nowhere where the only mistake is marked already: it is announced once more
  const found = marked(view);
  if (!found.length) announce(T.noMistake);
  const { state } = view;
  const { from, to } = state.selection.main;
  const { number } = state.doc.lineAt(from);
  const say = (offers: readonly Mend[]): void => {
    if (!found.length || !view.state.selection.eq(state.selection)) return;
    const messages = found.map((one) => one.message);
    const titles = offers.filter((one) => messages.includes(one.message)).map((one) => one.title);
    announce(T.mistakeAt(number, messages, titles));
  };
  const late = setTimeout(() => say([]), SOON);
  mendsAt(view, from, to)
    .catch(() => []) // the server was stopped
    .then((offers) => {
      clearTimeout(late);
      say(offers);
    });
  return true;
}

const shown = (found: readonly Diagnostic[]): Diagnostic[] =>
  found.map((one) => ({ ...one, renderMessage: (view) => offered(view, one) }));

export const mends: Extension = [
  linter(null, { tooltipFilter: shown }),
  keymap.of([
    { key: "Mod-.", run: mendHere, preventDefault: true },
    { key: "F8", run: goToNext, preventDefault: true },
  ]),
];
