/** The page of a scripted game, shown step by step. */

import { type Animation, Cards, Replay, type Show } from "hoyle-viewer";
import { confirmed, offerLink, asked } from "../lib/dialog.js";
import { byId, h } from "../lib/dom.js";
import { isProblem } from "../lib/python.js";
import { pack } from "../lib/share.js";
import type { Page } from "../main.js";
import { GameTable } from "../play/table.js";
import { T } from "../texts.js";
import { download } from "../write/files.js";
import { judged, positioned, varied } from "../write/results.js";
import {
  dropCopy,
  found,
  keepCopy,
  OWN,
  scriptOpener,
  SHARED,
  type ShownScript,
  titleOfScript,
  type WrongLine,
} from "./scripts.js";

export const replay: Page = async (root, name, rest) => {
  root.append(h("p", { role: "status" }, T.loading));
  const at = name === SHARED ? rest.split("/")[1] : rest;
  const script = await found(name, rest);
  const { animations, problems } = script.shown;
  root.replaceChildren();
  if (!animations.length) {
    if (!problems.length) throw new Error(T.notFound);
    const title = titleOfScript(name);
    document.title = `${title} · ${T.name}`;
    root.append(h("h1", null, title), h("p", null, T.noReplay));
  }
  if (problems.length) root.append(h("ul", { class: "failed", role: "alert" }, ...problems.map(wrongLine)));
  if (!animations.length) {
    root.append(h("p", null, ...scriptOpener()));
    return () => {};
  }
  const page = new ReplayPage(root, script.name, script.shown);
  page.open(at ?? "");
  return () => page.end();
};

function wrongLine({ message, quoted }: WrongLine): HTMLElement {
  return h("li", null, message, quoted && h("pre", null, quoted));
}

/** The place in a script that an address names: the game and the step, both from 0. */
export function placeOf(part: string): [game: number, at: number] {
  const [, game, step] = /^(?:(\d{1,6})\.)?(\d{1,6})$/.exec(part) ?? [];
  if (step === undefined) return [0, 0];
  // An address with one number is of an older page: it counted from 0.
  return game === undefined
    ? [0, Number(step)]
    : [Math.max(0, Number(game) - 1), Math.max(0, Number(step) - 1)];
}

class ReplayPage {
  private number = 0;
  private table: GameTable | null = null;
  private show: Show | null = null;
  private ended = false;
  private timer = 0;
  private readonly animations: Animation[];
  private readonly felt = h("section", { class: "table", "aria-label": T.table });
  private readonly scroller = h("div", {
    class: "scroll",
    id: "transcript",
    tabindex: 0,
    role: "region",
    "aria-label": T.transcript,
  });
  private readonly graph = h("section", { class: "graph", hidden: true });
  private readonly said = h("p", { role: "status", class: "status" });
  private readonly where = h("span", { class: "where" });
  private readonly slider = h("input", { type: "range", id: "slider", min: 1, "aria-label": T.position });
  private readonly side = h(
    "button",
    { type: "button", id: "side", hidden: true, onclick: () => this.show?.move("side") },
    T.sideLine,
  );
  private readonly chooser = h("select", { id: "games", "aria-label": T.play });
  private readonly key = (event: KeyboardEvent) => this.pressed(event);

  constructor(
    private readonly root: HTMLElement,
    private readonly name: string,
    private readonly script: ShownScript,
  ) {
    this.animations = [...script.animations];
    root.classList.add("play");
    this.chooser.append(
      ...this.animations.map((animation, i) => h("option", { value: i }, `${i + 1}: ${animation.title}`)),
    );
    this.chooser.addEventListener("change", () => this.load(Number(this.chooser.value), 0));
    this.slider.addEventListener("input", () => this.show?.go(Number(this.slider.value) - 1));
    this.layOut();
    document.addEventListener("keydown", this.key);
  }

  private layOut(): void {
    const button = (text: string, id: string, go: () => void, label?: string) =>
      h("button", { type: "button", id, onclick: go, "aria-label": label, title: label }, text);
    const move = (how: string) => () => this.show?.move(how);
    const { copy } = this.script;
    const script = [
      button(T.shareStep, "share-step", () => this.share()),
      button(T.saveCopy, "save-copy", () => download(`${this.name}.play`, this.script.text)),
      copy ? button(T.dropCopy, "drop-copy", () => this.drop()) : null,
    ];
    this.root.append(
      h(
        "header",
        { class: "play-head" },
        h("a", { href: "#/", class: "crumbs" }, T.allGames),
        h("h1", null, this.animations[0]?.title ?? ""),
        this.animations.length > 1 ? this.chooser : null,
        this.where,
        copy ? h("span", { class: "soft" }, T.withYours) : null,
      ),
      h(
        "div",
        { class: "play-screen" },
        this.felt,
        h(
          "section",
          { class: "asking-panel", "aria-label": T.position },
          this.said,
          h(
            "div",
            { class: "tools" },
            button("|◀", "first", move("first"), T.first),
            button("◀", "back", move("back"), T.back),
            button("▶", "next", move("on"), T.next),
            button("▶▶", "trick", move("trick-on"), T.trickOn),
            button("▶|", "last", move("last"), T.last),
            this.side,
            this.slider,
            h(
              "details",
              { class: "more", open: true },
              h("summary", null, T.more_),
              h(
                "div",
                { class: "more-tools" },
                button(T.playOn, "play-on", () => this.playOn()),
                button(T.judge, "judge", () => this.judge()),
                button(T.findCards, "find-cards", () => {
                  location.hash = `#/find/${this.name}/${this.number}`;
                }),
                ...script,
              ),
            ),
          ),
          this.graph,
        ),
        h("aside", { class: "beside-table" }, h("h2", null, T.transcript), this.scroller),
      ),
    );
  }

  open(part: string): void {
    const [number, at] = placeOf(part);
    this.load(Math.min(number, this.animations.length - 1), at);
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.table?.end();
    this.show?.end();
    document.removeEventListener("keydown", this.key);
  }

  private load(number: number, at: number): void {
    const animation = this.animations[number];
    if (!animation) return;
    this.show?.end();
    this.number = number;
    this.chooser.value = String(number);
    document.title = `${animation.title} · ${T.name}`;
    const parts = { table: this.felt, transcript: this.scroller, graph: this.graph, live: byId("live") };
    this.show = new Replay.Show(parts, animation, (to) => this.address(to), {
      drawn: (show) => this.whatIf(show),
      moved: (show) => this.moved(show),
    });
    this.slider.max = String(this.show.frames.length);
    this.show.go(at, { quiet: true });
  }

  private address(at: number): string {
    return `#/replay/${this.name}/${this.number + 1}.${at + 1}`;
  }

  private moved(show: Show): void {
    this.slider.value = String(show.at + 1);
    this.slider.setAttribute("aria-valuetext", show.where.replaceAll(" · ", ", "));
    this.where.textContent = show.where;
    const count = show.here.length;
    const gone = !count && !show.inside;
    if (gone && document.activeElement === this.side) this.root.querySelector<HTMLElement>("#next")?.focus();
    this.side.hidden = gone;
    this.side.setAttribute("aria-pressed", String(show.inside !== null));
    this.said.textContent = count ? T.sideHere(count) : "";
    clearTimeout(this.timer);
    // A browser allows only so many changes of the address in a time.
    this.timer = setTimeout(() => {
      if (!this.ended && !this.table) history.replaceState(null, "", this.address(show.at));
    }, 250);
  }

  /** The cards of the player who chooses are buttons that continue the game with another choice. */
  private whatIf(show: Show): void {
    if (show.inside) return;
    for (const item of this.felt.querySelectorAll<HTMLElement>(".seat.turn li[data-card]")) {
      const card = item.dataset.card?.replace(/#\d+$/, "") ?? "";
      const picture = item.firstElementChild;
      if (!picture) continue;
      const label = T.whatIf(Cards.parse(card).name);
      const button = h("button", { type: "button", class: "what-if", title: label });
      button.addEventListener("click", () => this.playOn(card));
      picture.setAttribute("aria-hidden", "true");
      button.append(picture, h("span", { class: "unseen" }, label));
      item.append(button);
    }
  }

  /** Runs something that takes time and may fail; what it says is shown.  Returns null if the page was left. */
  private async during<R>(said: string, work: () => Promise<R>): Promise<R | null> {
    this.said.textContent = said;
    try {
      const result = await work();
      if (this.ended || this.table) return null;
      this.said.textContent = isProblem(result) ? result.problem : "";
      return isProblem(result) ? null : result;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!this.ended && !this.table) this.said.textContent = T.failed(why);
      return null;
    }
  }

  /** Continues the game from the frame shown, on the page of a table, with the given card or freely. */
  private async playOn(card?: string): Promise<void> {
    const { root, number } = this;
    const at = this.show?.at ?? 0;
    const made = await this.during(T.compiling, () => positioned(this.script.text, number, at));
    if (!made || isProblem(made)) return;
    this.end();
    root.replaceChildren();
    const state = Uint8Array.from(made.state.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
    let choices: number[] = [];
    const from = {
      state,
      seats: made.seats,
      card,
      made: (numbers: number[]) => {
        choices = numbers;
      },
    };
    const said = h("span", { role: "status" });
    const keep = h(
      "button",
      { type: "button", id: "keep-line", onclick: () => this.keepLine(at, choices, said) },
      T.keepLine,
    );
    const bar = h(
      "p",
      { class: "replay-bar" },
      h("a", { href: this.address(at), id: "back-to-replay" }, T.backToReplay),
      keep,
      said,
    );
    this.table = new GameTable(root, OWN, made.binary, made.description, false, undefined, { from });
    this.ended = false;
    await this.table.open();
    root.querySelector(".play-head")?.after(bar);
    // The button that was pressed is gone; a table that asks has the focus already.
    if (!root.contains(document.activeElement)) byId("page").focus();
  }

  /** Writes the choices made at the table into the script as a side line. */
  private async keepLine(at: number, choices: number[], said: HTMLElement): Promise<void> {
    const text = await asked(T.lineTitle, "", T.keepLine);
    if (text === null || this.ended) return;
    const [title = "", comment = ""] = text.split("|").map((one) => one.trim());
    said.textContent = T.writingScript;
    const made = await varied(this.script.text, this.number, at, { choices, title, comment });
    if (isProblem(made)) {
      said.textContent = made.problem;
      return;
    }
    const ok = await keepCopy(this.name, made.text);
    if (!ok) {
      said.textContent = T.notKept;
      download(`${this.name}.play`, made.text);
      return;
    }
    said.textContent = T.lineKept;
    const to = this.address(at);
    if (location.hash === to) dispatchEvent(new Event("hashchange"));
    else location.hash = to;
  }

  /** Shows the cost of each choice: a graph, and a line at every mistake. */
  private async judge(): Promise<void> {
    const { number } = this;
    const made = await this.during(T.judging, () => judged(this.script.text, number));
    if (!made || isProblem(made) || number !== this.number) return;
    this.animations[number] = made;
    this.load(number, this.show?.at ?? 0);
  }

  /** Offers a link to this step.  The link of a script that is not shipped as it is contains the script. */
  private async share(): Promise<void> {
    const at = this.show?.at ?? 0;
    const shipped = this.name !== OWN && !this.script.copy;
    const place = `${this.number + 1}.${at + 1}`;
    const packed = shipped ? "" : await pack({ name: this.name, text: this.script.text });
    const address = shipped ? this.address(at) : `#/replay/${SHARED}/${packed}/${place}`;
    await offerLink(new URL(address, location.href).href);
  }

  private async drop(): Promise<void> {
    if (!(await confirmed(T.dropCopySure, T.dropCopy))) return;
    await dropCopy(this.name);
    dispatchEvent(new Event("hashchange"));
  }

  private pressed(event: KeyboardEvent): void {
    if (this.table || document.querySelector("dialog[open]")) return;
    const step = Replay.stepOf(event, this.scroller);
    if (!step) return;
    this.show?.move(step);
    event.preventDefault();
  }
}
