/** The page of the editor, with panels that show the rulebook, statistics and differences of the rules. */

import { catalogue } from "../catalogue.js";
import { asked, confirmed, offerLink } from "../lib/dialog.js";
import { h, notice, replace } from "../lib/dom.js";
import { editing, isProblem, working } from "../lib/python.js";
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
import { friendsAddress, offersFriends } from "../write/friends.js";
import { Panels } from "../write/panels.js";
import { written } from "../write/settings.js";

/** Milliseconds after the last key until all panels are computed again. */
const PAUSE = 250;
const FIRST = "untitled";

export const write: Page = async (root, name, rest) => {
  if (name === "shared") return opened(root, rest);
  const found = name ? await read(name) : null;
  if (name && !found) throw new Error(T.noGame(name));
  const text = found?.text ?? (await catalogue()).start;
  const page = new WritePage(root, found ? name : await free(FIRST), text, found);
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
  private timer = 0;
  private unkept = false;
  private ended = false;
  private readonly state = h("p", { class: "state", role: "status" });
  private readonly panels = new Panels({
    file: () => ({ name: this.name, text: this.now }),
    weights: (text) => weightsFor(this.mine ? "" : this.name, text, this.origin).catch(() => null),
    editor: () => this.editor,
    chosen: () => this.aim(),
    say: (said) => this.say(said),
    advise: (...parts) => replace(this.advice, ...parts),
    done: (round) => {
      this.root.dataset.done = String(round);
    },
  });
  private readonly heading = h("h1", null, "");
  private readonly advice = h("div", { class: "advice", role: "status" });
  private own: HTMLElement[] = [];
  private readonly chooser = h("select", { id: "file", "aria-label": T.file });

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
      () => this.others().then(() => this.panels.refresh()),
      (error) => this.say(T.failed(String(error.message))),
    );
  }

  /** Closes the page when what was typed last is kept, too: the next page shows it. */
  async end(): Promise<void> {
    const kept = this.flush();
    removeEventListener("pagehide", this.flush);
    this.ended = true;
    this.panels.end();
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
      button(T.saveFile, "save-file", () => download(`${this.name}.hoyle`, this.now)),
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
    this.root.append(
      this.heading,
      tools,
      this.state,
      this.advice,
      h("div", { class: "write-area" }, this.panels.element),
    );
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
    this.panels.offer(games, found ?? this.name);
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
    const title = titleOf(this.now) ?? this.name;
    const name = await free(`my_${this.name}`);
    await this.begin(name, T.houseStart(title.replace(/["\\]/g, "").slice(0, 60), this.name));
  }

  /** Opens a file from disk.  A file of the same name with other contents is not overwritten. */
  private async openFile(name: string, text: string): Promise<void> {
    const there = await read(name).catch(() => null); // a shipped game, which no file of this name replaces
    if (there?.own && there.text === text) location.hash = `#/write/${encodeURIComponent(name)}`;
    else {
      const other = await free(name);
      if (other !== name) notice(T.openedAs(other));
      await this.begin(other, text);
    }
  }

  /** Opens the page where a table with these rules and settings is opened for friends. */
  private async withFriends(): Promise<void> {
    const text = this.now;
    const rules = { name: this.name, text, ...this.panels.settings };
    const base = /^\s*variant\b.*?\bof\s+([\w-]+)/m.exec(text)?.[1];
    const title = titleOf(text) ?? this.name;
    try {
      let wanted = { ...rules, title };
      if (base && (await own()).includes(base)) {
        // A server does not have this file's base, so the rules go there as one file.
        const found = await working.ask<{ text: string }>("settled", rules);
        if (isProblem(found)) return this.panels.problem(found);
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
    await this.begin(await free(given), this.now, this.origin);
  }

  private async rename(): Promise<void> {
    const given = await asked(T.newName, this.name, T.renameFile);
    if (given === null || cleaned(given) === this.name) return;
    const name = await free(given);
    const old = this.name;
    clearTimeout(this.timer);
    this.timer = 0;
    if ((await keep(name, this.now, null, this.found?.origin)) === null) return this.say(T.notKept);
    await forget(old);
    location.hash = `#/write/${encodeURIComponent(name)}`;
  }

  /** Deletes the file.  It can be taken back until the page is left. */
  private async remove(): Promise<void> {
    if (!(await confirmed(T.deleteSure(this.name), T.deleteFile))) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const { name } = this;
    const file: OwnFile = { text: this.now, changed: 0, origin: this.found?.origin };
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
    const part = await pack({ name: this.name, text: this.now });
    await offerLink(new URL(`#/write/shared/${part}`, location.href).href);
  }

  // ------------------------------------------------------------------------------------------------------- live

  private changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.pause(), PAUSE);
  }

  private async pause(): Promise<void> {
    await this.flush();
    this.panels.refresh();
  }

  /** The text as it now is. */
  private get now(): string {
    return this.editor?.text ?? this.text;
  }

  /** The rules of which the file is a copy. */
  private get origin(): string | undefined {
    return this.found?.origin ?? (this.shipped ? this.name : undefined);
  }

  /** Keeps what is in the editor.  A shipped game is not changed: a copy is kept beside it. */
  private async store(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = 0;
    const text = this.now;
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

  /** Updates the link to the table, so that it plays these rules with these settings. */
  private aim(): void {
    const address = ["#/play", encodeURIComponent(this.name), written(this.panels.settings)]
      .filter(Boolean)
      .join("/");
    this.root.querySelector("#play-this")?.setAttribute("href", address);
  }
}
