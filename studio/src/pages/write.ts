/** The page of the editor, with panels that show the rulebook, statistics and differences of the rules. */

import { catalogue } from "../catalogue.js";
import { asked, confirmed, offerLink } from "../lib/dialog.js";
import { announce, h, notice } from "../lib/dom.js";
import { editing, isProblem, type Problem, working } from "../lib/python.js";
import { whyBroken } from "../lib/rpc.js";
import { pack, unpack } from "../lib/share.js";
import type { Page } from "../main.js";
import { weightsFor } from "../play/opponents.js";
import { T } from "../texts.js";
import { Editor } from "../write/editor.js";
import {
  ChangedElsewhere,
  cleaned,
  download,
  forget,
  free,
  keep,
  type OwnFile,
  own,
  read,
  titleOf,
} from "../write/files.js";
import { anythingLearned, LessonPanel, learnedHere, type Lesson } from "../write/learning.js";
import { showComparison } from "../write/comparing.js";
import { friendsAddress, offersFriends } from "../write/friends.js";
import { type Differences, differenceElements, fired, reportElements } from "../write/findings.js";
import { type Rulebook, rulebook } from "../write/prose.js";
import { built, type Report, type Rules, report } from "../write/results.js";
import { SettingsPanel, type Switches, USUAL, written } from "../write/settings.js";
import { Sources } from "../write/sources.js";
import { Tabs } from "../write/tabs.js";

/** Milliseconds after the last key until all panels are computed again. */
const PAUSE = 250;
/** Number of games for the statistics. */
const GAMES = { chance: 10_000, learned: 1_000 };
const FIRST = "untitled";

export const write: Page = async (root, name, rest) => {
  if (name === "shared") return opened(root, rest);
  const found = name ? await read(name) : null;
  const text = found?.text ?? (await catalogue()).start;
  const page = new WritePage(root, found ? name : await free(name || FIRST), text, found);
  await page.open();
  return () => page.end();
};

/** Opens a file contained in a link. */
async function opened(root: HTMLElement, part: string): Promise<() => Promise<void>> {
  let file: { name: string; text: string };
  try {
    file = await unpack(part);
  } catch {
    throw new Error(T.brokenLink);
  }
  const page = new WritePage(root, await free(file.name), file.text, null);
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
  private readonly lesson = new LessonPanel(() => this.refresh());
  private readonly report = h("div", { class: "found" });
  private readonly does = h("div", { class: "does", id: "panel-does" }, this.lesson.root, this.report);
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
  private readonly heading = h("h1", null, "");
  private own: HTMLElement[] = [];
  private readonly chooser = h("select", { id: "file", "aria-label": T.file });
  private readonly base = h("select", { id: "base", "aria-label": T.comparedWith });

  /** Whether the file is the user's own, and is kept under this name. */
  private mine: boolean;
  private readonly shipped: boolean;
  /** When this window last saw or made a change of the file. */
  private known: number | null;
  /** What is being kept. */
  private keeping: Promise<unknown> = Promise.resolve();
  private readonly flush = () => {
    if (this.timer) this.keeping = this.store();
    return this.keeping;
  };

  constructor(
    private readonly root: HTMLElement,
    private name: string,
    private readonly text: string,
    private readonly found: Awaited<ReturnType<typeof read>>,
  ) {
    this.mine = found?.own ?? false;
    this.shipped = found !== null && !found.own;
    this.known = found?.changed ?? null;
  }

  async open(): Promise<void> {
    this.called();
    this.layout();
    await this.choices();
    const place = h("div", { class: "editor", id: "editor" });
    this.root.querySelector(".write-area")?.prepend(place);
    this.editor = new Editor(place, this.name, this.text, () => this.changed());
    addEventListener("pagehide", this.flush);
    this.say(T.pythonLoading);
    editing.ready().then(
      () => this.others().then(() => this.refresh()),
      (error) => this.say(T.failed(String(error.message))),
    );
  }

  /** Closes the page when what was typed last is kept, too: the next page shows it. */
  async end(): Promise<void> {
    const kept = this.flush();
    removeEventListener("pagehide", this.flush);
    this.ended = true;
    this.round++;
    this.lesson.stop();
    clearTimeout(this.timer);
    this.editor?.end();
    await kept.catch(() => notice(T.notKept));
  }

  /** Gives Python the other files of the user, of which this one may be a variant. */
  private async others(): Promise<void> {
    for (const name of await own()) {
      const file = name === this.name ? null : await read(name);
      const given = { name, text: file?.text ?? "" };
      if (file) await Promise.all([editing.ask("file", given), working.ask("file", given)]);
    }
  }

  /** Shows the name of the file. */
  private called(): void {
    document.title = `${this.name} · ${T.name}`;
    this.heading.textContent =
      this.shipped && !this.mine ? T.writeShipped(this.name) : T.writeTitle(this.name);
    for (const one of this.own) one.hidden = !this.mine;
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
      await this.openFile(cleaned(file.name), await file.text());
      picker.value = "";
    });
    const tools = h(
      "div",
      { class: "tools" },
      this.chooser,
      button(T.newFile, "new-file", () => this.create()),
      button(T.houseRules, "house-rules", () => this.house()),
      button(T.openFile, "open-file", () => picker.click()),
      picker,
      button(T.saveCopyAs, "save-as", () => this.saveAs()),
      button(T.saveFile, "save-file", () => download(`${this.name}.hoyle`, this.editor?.text ?? this.text)),
      button(T.shareLink, "share", () => this.shared()),
      h(
        "a",
        {
          class: "button",
          id: "play-this",
          href: `#/play/${encodeURIComponent(this.name)}`,
          onclick: (event: Event) => this.play(event),
        },
        T.playThis,
      ),
    );
    offersFriends().then((offered) => {
      if (offered)
        tools
          .querySelector("#play-this")
          ?.after(button(T.friends, "play-with-friends", () => this.withFriends()));
    });
    const remove = button(T.deleteFile, "delete-file", () => this.remove());
    const rename = button(T.renameFile, "rename-file", () => this.rename());
    this.own = [rename, remove];
    for (const one of this.own) one.hidden = !this.mine;
    tools.append(rename, remove);
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
    this.root.append(this.heading, tools, this.state, h("div", { class: "write-area" }, beside));
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
    const all = [...new Set([...(this.shipped ? [] : [this.name]), ...files])];
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
    const found = /^\s*variant\b.*?\bof\s+([\w-]+)/m.exec(this.text)?.[1] ?? this.found?.origin;
    for (const one of games)
      this.base.append(
        h("option", { value: one.name, selected: one.name === (found ?? this.name) }, one.title),
      );
  }

  /** Shows the state of the file.  A message that the file cannot be stored stays until it can. */
  private say(text: string): void {
    this.state.textContent = this.unkept && text !== T.notKept ? `${text} ${T.notKept}` : text;
  }

  /** Keeps a text under a name and opens it. */
  private async begin(name: string, text: string, origin?: string): Promise<void> {
    if ((await keep(name, text, null, origin)) === null) return this.say(T.notKept);
    location.hash = `#/write/${encodeURIComponent(name)}`;
  }

  private async create(): Promise<void> {
    await this.begin(await free(FIRST), (await catalogue()).start);
  }

  /** Begins a variant of these rules. */
  private async house(): Promise<void> {
    const title = titleOf(this.editor?.text ?? this.text) ?? this.name;
    const name = await free(`my_${this.name}`);
    await this.begin(name, T.houseStart(title.replace(/["\\]/g, "").slice(0, 60), this.name));
  }

  /** Opens a file from disk.  A file of the same name with other contents is not overwritten. */
  private async openFile(name: string, text: string): Promise<void> {
    const there = await read(name);
    if (there?.own && there.text === text) location.hash = `#/write/${encodeURIComponent(name)}`;
    else {
      const other = await free(name);
      if (other !== name) notice(T.openedAs(other));
      await this.begin(other, text);
    }
  }

  /** Opens the page where a table with these rules and settings is opened for friends. */
  private async withFriends(): Promise<void> {
    const text = this.editor?.text ?? this.text;
    const rules = { name: this.name, text, ...this.settings };
    const base = /^\s*variant\b.*?\bof\s+([\w-]+)/m.exec(text)?.[1];
    const title = titleOf(text) ?? this.name;
    try {
      let wanted = { ...rules, title };
      if (base && (await own()).includes(base)) {
        // A server does not have this file's base, so the rules go there as one file.
        const found = await working.ask<{ text: string }>("settled", rules);
        if (isProblem(found)) return this.problem(found);
        wanted = { name: this.name, title, text: found.text, options: {}, players: null };
      }
      const shipped = this.shipped && !this.mine;
      const address = await friendsAddress(shipped ? { ...wanted, text: null } : wanted);
      if (!window.open(address, "_blank")) await offerLink(address);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  private async saveAs(): Promise<void> {
    const given = await asked(T.nameOfCopy, await free(`my_${this.name}`), T.saveCopyAs);
    if (given === null) return;
    this.flush();
    await this.begin(await free(given), this.editor?.text ?? this.text, this.origin);
  }

  private async rename(): Promise<void> {
    const given = await asked(T.newName, this.name, T.renameFile);
    if (given === null || cleaned(given) === this.name) return;
    const name = await free(given);
    const old = this.name;
    clearTimeout(this.timer);
    this.timer = 0;
    if ((await keep(name, this.editor?.text ?? this.text, null, this.found?.origin)) === null)
      return this.say(T.notKept);
    await forget(old);
    location.hash = `#/write/${encodeURIComponent(name)}`;
  }

  /** Deletes the file.  It can be taken back until the page is left. */
  private async remove(): Promise<void> {
    if (!(await confirmed(T.deleteSure(this.name), T.deleteFile))) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const { name } = this;
    const file: OwnFile = { text: this.editor?.text ?? this.text, changed: 0, origin: this.found?.origin };
    await forget(name);
    notice(T.deleted(name), T.takeBack, async () => {
      await keep(name, file.text, null, file.origin);
      location.hash = `#/write/${encodeURIComponent(name)}`;
    });
    location.hash = "#/";
  }

  /** What was typed last is kept first; it may only then be a file of its own, which is played. */
  private async play(event: Event): Promise<void> {
    if (!this.timer) return;
    event.preventDefault();
    const link = event.currentTarget as HTMLAnchorElement;
    await this.store();
    location.hash = link.hash;
  }

  private async shared(): Promise<void> {
    const part = await pack({ name: this.name, text: this.editor?.text ?? this.text });
    await offerLink(new URL(`#/write/shared/${part}`, location.href).href);
  }

  // ------------------------------------------------------------------------------------------------------- live

  private changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pause(), PAUSE);
  }

  private async pause(): Promise<void> {
    await this.flush();
    this.refresh();
  }

  /** The rules of which the file is a copy. */
  private get origin(): string | undefined {
    return this.found?.origin ?? (this.shipped ? this.name : undefined);
  }

  /** Keeps what is in the editor.  A shipped game is not changed: a copy is kept beside it. */
  private async store(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = 0;
    const text = this.editor?.text ?? this.text;
    if (!this.mine && text === this.text && this.found !== null) return;
    const { origin } = this;
    if (!this.mine) await this.copied();
    try {
      const changed = await keep(this.name, text, this.known, origin);
      this.unkept = changed === null;
      this.known = changed ?? this.known;
    } catch (error) {
      if (!(error instanceof ChangedElsewhere)) throw error;
      // Another window has changed the file: neither is lost.
      this.known = null;
      await this.copied();
      this.known = await keep(this.name, text, null, origin);
      this.unkept = this.known === null;
      notice(T.changedElsewhere(this.name));
    }
    if (this.unkept) this.say(T.notKept);
  }

  /** From now on the text in the editor is a file of its own. */
  private async copied(): Promise<void> {
    const clash = this.mine || this.shipped;
    if (clash) this.name = await free(this.name.startsWith("my_") ? this.name : `my_${this.name}`);
    this.mine = true;
    if (this.ended) return;
    if (clash) {
      history.replaceState(null, "", `#/write/${encodeURIComponent(this.name)}`);
      if (this.shipped) notice(T.nowYours(this.name));
    }
    const item = h("option", { value: this.name, selected: true }, this.name);
    this.chooser.querySelector("optgroup")?.append(item);
    this.chooser.value = this.name;
    this.called();
    this.aim();
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
      const weights = await this.weights(rules.text);
      if (gone()) return;
      const building = built(rules, false, weights !== null || (await anythingLearned()));
      // Python writes the rulebook while other workers assemble the module and play in it.
      const book = working.ask<Rulebook>("rulebook", rules).then((found) => {
        if (!isProblem(found) && !gone())
          this.says.querySelector(".book")?.replaceChildren(...rulebook(found));
      });
      let kept: Lesson | null = null;
      const [made] = await Promise.all([
        building.then(async (module) => {
          if (gone() || isProblem(module)) return module;
          kept = await learnedHere(module.description);
          const found = await report(module, kept?.weights ?? weights, GAMES, gone);
          if (!found || gone()) return module;
          if (isProblem(found)) this.report.replaceChildren(h("p", null, found.problem));
          else this.showReport(found.report, found.milliseconds);
          return module;
        }),
        book,
      ]);
      if (gone()) return;
      await this.sources.show(rules, gone);
      if (gone()) return;
      if (isProblem(made)) return this.problem(made);
      await this.lesson.show(made, () => built(rules, false, true), weights, kept);
      const base = this.base.value;
      const changed = { name: rules.name, text: rules.text, base };
      const differences = await working.ask<Differences>("diff", changed);
      if (gone()) return;
      if (!isProblem(differences))
        this.changes.querySelector(".differences")?.replaceChildren(differenceElements(differences));
      const title = this.base.selectedOptions[0]?.textContent ?? base;
      const place = this.changes.querySelector(".paired");
      const compared = { made, rules, weights, lesson: kept, base, title };
      if (place) this.pending = () => showComparison(place, compared, gone);
      this.compare();
    } catch (error) {
      if (gone()) return;
      const data = (error as { data?: unknown }).data;
      this.say(data ? whyBroken(error) : T.failed(error instanceof Error ? error.message : String(error)));
    }
  }

  /** What players have learned of these rules, or of those that they were made from. */
  private async weights(text: string): Promise<Uint8Array | null> {
    return weightsFor(this.mine ? "" : this.name, text, this.origin).catch(() => null);
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
    this.report.replaceChildren(...reportElements(found, milliseconds, (line) => this.editor?.go(line)));
    this.editor?.fired(fired(found));
    const learned = found.players.includes("learned");
    announce(T.gamesPlayed(found.games, Math.round(milliseconds), learned));
    this.root.dataset.done = String(this.round);
  }
}
