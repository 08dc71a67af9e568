/** The page of the editor, with panels that show the rulebook, statistics and differences of the rules. */

import { catalogue } from "../catalogue.js";
import { announce, h } from "../lib/dom.js";
import { editing, isProblem, type Problem, working } from "../lib/python.js";
import { whyBroken } from "../lib/rpc.js";
import { pack, unpack } from "../lib/share.js";
import type { Page } from "../main.js";
import { T } from "../texts.js";
import { Editor } from "../write/editor.js";
import { cleaned, download, forget, keep, own, read } from "../write/files.js";
import {
  type Differences,
  differenceElements,
  fired,
  pairedElements,
  reportElements,
} from "../write/findings.js";
import { type Rulebook, rulebook } from "../write/prose.js";
import { type Built, built, paired, type Report, type Rules, report } from "../write/results.js";
import { SettingsPanel, type Switches, USUAL, written } from "../write/settings.js";
import { Sources } from "../write/sources.js";
import { Tabs } from "../write/tabs.js";

/** Milliseconds after the last key until all panels are computed again. */
const PAUSE = 250;
/** Number of games for the statistics. */
const GAMES = 10_000;
/** Number of games played under both rules for a comparison. */
const PAIRS = 1_000;
const FIRST = "untitled";
const START = `# A game of your own.
game "My game"
language 1

players 4
deck 2 3 4 5 6 7 8 9 10 J Q K A
`;

export const write: Page = async (root, name, rest) => {
  if (name === "shared") return opened(root, rest);
  const found = name ? await read(name) : null;
  const page = new WritePage(root, name || FIRST, found?.text ?? START, found?.own ?? false);
  await page.open();
  return () => page.end();
};

/** Opens a file contained in a link. */
async function opened(root: HTMLElement, part: string): Promise<() => void> {
  let file: { name: string; text: string };
  try {
    file = await unpack(part);
  } catch {
    throw new Error(T.brokenLink);
  }
  const taken = new Set([...(await own()), ...(await catalogue()).games.map((one) => one.name)]);
  let name = cleaned(file.name);
  for (let n = 2; taken.has(name); n++) name = cleaned(`${file.name}_${n}`);
  const page = new WritePage(root, name, file.text, false);
  await page.open();
  return () => page.end();
}

class WritePage {
  private editor: Editor | null = null;
  private settings = USUAL;
  private round = 0;
  private timer = 0;
  private unkept = false;
  private ended = false;
  /** The comparison to run when its panel is shown. */
  private pending: (() => Promise<void>) | null = null;
  private readonly state = h("p", { class: "state", role: "status" });
  private readonly says = h("div", { class: "says", id: "panel-says" });
  private readonly does = h("div", { class: "does", id: "panel-does" });
  private readonly changes = h("div", { class: "changes", id: "panel-changes" });
  private readonly sources = new Sources(
    (line) => this.editor?.go(line),
    () => this.refresh(),
  );
  private readonly tabs = new Tabs(
    [
      { id: "says", text: T.says, panel: this.says },
      { id: "does", text: T.does, panel: this.does },
      { id: "changes", text: T.changes, panel: this.changes },
      { id: "sources", text: T.sources, panel: this.sources.panel },
    ],
    T.beside,
    () => this.compare(),
  );
  private readonly switches = new SettingsPanel((settings) => {
    this.settings = settings;
    this.aim();
    this.refresh();
  });
  private readonly chooser = h("select", { id: "file", "aria-label": T.file });
  private readonly base = h("select", { id: "base", "aria-label": T.comparedWith });

  constructor(
    private readonly root: HTMLElement,
    private readonly name: string,
    private readonly text: string,
    private readonly mine: boolean,
  ) {}

  async open(): Promise<void> {
    document.title = `${this.name} · ${T.name}`;
    this.layout();
    await this.choices();
    const place = h("div", { class: "editor", id: "editor" });
    this.root.querySelector(".write-area")?.prepend(place);
    this.editor = new Editor(place, this.name, this.text, () => this.changed());
    this.say(T.pythonLoading);
    editing.ready().then(
      () => this.refresh(),
      (error) => this.say(T.failed(String(error.message))),
    );
  }

  end(): void {
    this.ended = true;
    this.round++;
    clearTimeout(this.timer);
    this.editor?.end();
  }

  private layout(): void {
    const button = (text: string, id: string, act: () => void) =>
      h("button", { type: "button", id, onclick: act }, text);
    const picker = h("input", {
      type: "file",
      accept: ".hoyle,text/plain",
      class: "unseen",
      tabindex: -1,
      "aria-label": T.openFile,
    });
    picker.addEventListener("change", async () => {
      const [file] = picker.files ?? [];
      if (!file) return;
      const name = cleaned(file.name);
      if (await keep(name, await file.text())) location.hash = `#/write/${encodeURIComponent(name)}`;
      else this.say(T.notKept);
    });
    const tools = h(
      "div",
      { class: "tools" },
      this.chooser,
      button(T.newFile, "new-file", () => this.create()),
      button(T.openFile, "open-file", () => picker.click()),
      picker,
      button(T.saveFile, "save-file", () => download(`${this.name}.hoyle`, this.editor?.text ?? this.text)),
      button(T.shareLink, "share", () => this.shared()),
      h(
        "a",
        { class: "button", id: "play-this", href: `#/play/${encodeURIComponent(this.name)}` },
        T.playThis,
      ),
    );
    if (this.mine) tools.append(button(T.deleteFile, "delete-file", () => this.remove()));
    this.says.append(
      h("details", { class: "options" }, h("summary", null, T.settings), this.switches.element),
      h("div", { class: "book" }),
    );
    this.changes.append(
      h("label", null, `${T.comparedWith} `, this.base),
      h("div", { class: "differences" }),
      h("div", { class: "paired", role: "status" }),
    );
    this.base.addEventListener("change", () => this.refresh());
    const beside = h(
      "aside",
      { class: "beside-editor" },
      this.tabs.list,
      this.says,
      this.does,
      this.changes,
      this.sources.panel,
    );
    this.root.append(
      h("h1", null, T.writeTitle(this.name)),
      tools,
      this.state,
      h("div", { class: "write-area" }, beside),
    );
  }

  /** Plays the rules and the rules to compare with, as soon as the panel is shown. */
  private compare(): void {
    if (this.tabs.now !== "changes" || !this.pending) return;
    const compare = this.pending;
    this.pending = null;
    compare();
  }

  /** Fills the lists of files to open and of games to compare with. */
  private async choices(): Promise<void> {
    const [{ games }, files] = await Promise.all([catalogue(), own()]);
    const all = [...new Set([this.name, ...files])];
    const group = (label: string, names: [string, string][]) => {
      const made = h("optgroup", { label });
      for (const [value, text] of names)
        made.append(h("option", { value, selected: value === this.name }, text));
      return made;
    };
    const shipped = new Set(games.map((one) => one.name));
    this.chooser.append(
      group(
        T.ownFiles,
        all.filter((name) => files.includes(name) || !shipped.has(name)).map((name) => [name, name]),
      ),
      group(
        T.shipped,
        games.filter((one) => !files.includes(one.name)).map((one) => [one.name, one.title]),
      ),
    );
    this.chooser.value = this.name;
    this.chooser.addEventListener("change", () => {
      location.hash = `#/write/${encodeURIComponent(this.chooser.value)}`;
    });
    const found = /^\s*variant\b.*?\bof\s+([\w-]+)/m.exec(this.text)?.[1];
    for (const one of games)
      this.base.append(
        h("option", { value: one.name, selected: one.name === (found ?? this.name) }, one.title),
      );
  }

  /** Shows the state of the file.  A message that the file cannot be stored stays until it can. */
  private say(text: string): void {
    this.state.textContent = this.unkept && text !== T.notKept ? `${text} ${T.notKept}` : text;
  }

  private async create(): Promise<void> {
    const taken = new Set(await own());
    let name = FIRST;
    for (let n = 2; taken.has(name); n++) name = `${FIRST}_${n}`;
    if (await keep(name, START)) location.hash = `#/write/${name}`;
    else this.say(T.notKept);
  }

  private async remove(): Promise<void> {
    await forget(this.name);
    location.hash = "#/write";
  }

  private async shared(): Promise<void> {
    const part = await pack({ name: this.name, text: this.editor?.text ?? this.text });
    const address = new URL(`#/write/shared/${part}`, location.href).href;
    const field = h("input", {
      type: "text",
      id: "link",
      readonly: true,
      value: address,
      "aria-label": T.shareLink,
    });
    this.state.replaceChildren(`${T.linkIs} `, field);
    field.select();
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      // the link is selected, so that the user can copy it
    }
  }

  // ------------------------------------------------------------------------------------------------------- live

  private changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pause(), PAUSE);
  }

  private async pause(): Promise<void> {
    const text = this.editor?.text ?? "";
    this.unkept = !(await keep(this.name, text));
    if (this.unkept) this.say(T.notKept);
    this.refresh();
  }

  /** Computes all panels again. */
  private async refresh(): Promise<void> {
    const round = ++this.round;
    this.pending = null;
    const rules: Rules = { name: this.name, text: this.editor?.text ?? this.text, ...this.settings };
    const gone = () => this.ended || round !== this.round;
    try {
      const about = await working.ask<Switches>("about", rules);
      if (gone()) return;
      if (isProblem(about)) return this.problem(about);
      this.say(T.rulesHold);
      this.switches.show(about);
      const building = built(rules);
      // Python writes the rulebook while other workers assemble the module and play in it.
      const book = working.ask<Rulebook>("rulebook", rules).then((found) => {
        if (!isProblem(found) && !gone())
          this.says.querySelector(".book")?.replaceChildren(...rulebook(found));
      });
      const [made] = await Promise.all([
        building.then(async (module) => {
          if (gone() || isProblem(module)) return module;
          const found = await report(module, GAMES, gone);
          if (!found || gone()) return module;
          if (isProblem(found)) this.does.replaceChildren(h("p", null, found.problem));
          else this.showReport(found.report, found.milliseconds);
          return module;
        }),
        book,
      ]);
      if (gone()) return;
      await this.sources.show(rules, gone);
      if (gone()) return;
      if (isProblem(made)) return this.problem(made);
      const base = this.base.value;
      const changed = { name: rules.name, text: rules.text, base };
      const differences = await working.ask<Differences>("diff", changed);
      if (gone()) return;
      if (!isProblem(differences))
        this.changes.querySelector(".differences")?.replaceChildren(differenceElements(differences));
      this.pending = () => this.showPaired(made, rules, base, gone);
      this.compare();
    } catch (error) {
      if (gone()) return;
      const data = (error as { data?: unknown }).data;
      this.say(data ? whyBroken(error) : T.failed(error instanceof Error ? error.message : String(error)));
    }
  }

  private problem(problem: Problem): void {
    this.say(problem.errors ? T.errors(problem.errors) : problem.problem);
    this.root.dataset.done = String(this.round);
  }

  /** Updates the link to the table, so that it plays these rules with these settings. */
  private aim(): void {
    const address = ["#/play", encodeURIComponent(this.name), written(this.settings)]
      .filter(Boolean)
      .join("/");
    this.root.querySelector("#play-this")?.setAttribute("href", address);
  }

  private showReport(found: Report, milliseconds: number): void {
    this.does.replaceChildren(...reportElements(found, milliseconds, (line) => this.editor?.go(line)));
    this.editor?.fired(fired(found));
    announce(T.gamesPlayed(found.games, Math.round(milliseconds)));
    this.root.dataset.done = String(this.round);
  }

  /** Shows the effect of the changes: the same deals under both rules. */
  private async showPaired(made: Built, rules: Rules, base: string, gone: () => boolean): Promise<void> {
    const place = this.changes.querySelector(".paired");
    place?.replaceChildren(h("p", null, T.comparing(PAIRS)));
    try {
      const found = await paired(made, rules, base, PAIRS, gone);
      if (!found || gone()) return;
      if (isProblem(found)) place?.replaceChildren(h("p", { class: "soft" }, found.problem));
      else place?.replaceChildren(...pairedElements(found, base, this.name));
    } catch (error) {
      if (!gone())
        place?.replaceChildren(
          h("p", null, T.failed(error instanceof Error ? error.message : String(error))),
        );
    }
  }
}
