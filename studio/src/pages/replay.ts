/** The page of a scripted game, shown step by step. */

import { type Animation, Cards, Graph, type State, Table, type Caption } from "hoyle-viewer";
import { script } from "../catalogue.js";
import { announce, h } from "../lib/dom.js";
import { isProblem, working } from "../lib/python.js";
import { states } from "../learn/questions.js";
import type { Page } from "../main.js";
import { T } from "../texts.js";
import { judged, positioned } from "../write/results.js";
import { GameTable } from "../play/table.js";

/** The name in the address of a script that was opened from disk. */
export const OWN = "own";
let opened: { text: string; animations: Animation[]; problems: string[] } | null = null;

interface Shown {
  animations: Animation[];
  problems: { line: number; message: string; help: string }[];
}

/** The games of the script that was opened from disk; empty if none was opened. */
export const openedAnimations = (): Animation[] => opened?.animations ?? [];

/** Opens a script from disk. */
export async function openScript(text: string): Promise<void> {
  const found = await working.ask<Shown>("animation", { text });
  if (isProblem(found)) opened = { text, animations: [], problems: [found.problem] };
  else {
    const problems = found.problems.map((one) =>
      T.wrongAt(one.line, [one.message, one.help].filter(Boolean).join(" — ")),
    );
    opened = { text, animations: found.animations, problems };
  }
  if (location.hash === `#/replay/${OWN}`) location.hash = `#/replay/${OWN}/0`;
  else location.hash = `#/replay/${OWN}`;
}

export const replay: Page = async (root, name, at) => {
  const shipped = name === OWN ? null : await script(name);
  if (!shipped && !opened) throw new Error(T.noScript);
  const animations = shipped?.animations ?? opened?.animations ?? [];
  const problems = shipped ? [] : (opened?.problems ?? []);
  if (problems.length)
    root.append(h("ul", { class: "failed", role: "alert" }, ...problems.map((one) => h("li", null, one))));
  if (!animations.length) {
    if (!problems.length) throw new Error(T.notFound);
    return () => {};
  }
  const show = new Replay(root, name, animations, shipped?.text ?? opened?.text ?? "");
  show.open(Math.max(0, Number(at) || 0));
  return () => show.end();
};

/** Returns a caption as a line of the transcript. */
export function line(caption: Caption): string {
  const [kind, ...rest] = caption;
  const text = (at: number) => String(rest[at] ?? "");
  const list = (at: number) => (rest[at] ?? []) as string[];
  switch (kind) {
    case "named":
      return `${text(0)}: ${text(1)}`;
    case "dealt":
      return `${T.dealtTo(text(0))} ${(rest[1] as [string, string | number][]).map(([who, cards]) => `${who} ${cards}`.trim()).join(", ")}`;
    case "made":
      return `${text(0)}: ${text(1)}${list(2).length ? `, ${T.draws} ${list(2).join(" ")}` : ""}${text(3) ? ` (${text(3)})` : ""}`;
    case "trick":
      return T.takesTrick(text(0));
    case "handed":
    case "revealed":
      return T.cardsTo(list(0).join(" "), text(1));
    case "won":
      return list(0).length ? T.won(list(0)) : T.draw;
    case "scores":
      return (rest[1] as [string, [number, number][]][])
        .map(
          ([who, pairs]) =>
            `${who} ${pairs.map(([, now], i) => `${list(0)[i]} ${Table.signed(now)}`).join(", ")}`,
        )
        .join("; ");
    default:
      return text(0);
  }
}

class Replay {
  private number = 0;
  private table: GameTable | null = null;
  private states: (State & { captions: Caption[] })[] = [];
  private board: { show(state: State, moving: boolean): void } | null = null;
  private at = -1;
  private readonly felt = h("section", { class: "table", "aria-label": T.table });
  private readonly log = h("ol", { class: "captions" });
  private readonly scroller = h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": T.transcript },
    this.log,
  );
  private ended = false;
  private readonly graph = h("section", { class: "graph", hidden: true });
  private mark: (at: number) => void = () => {};
  private readonly said = h("p", { role: "status" });
  private readonly where = h("span", { class: "where" });
  private readonly slider = h("input", { type: "range", id: "slider", min: 1, "aria-label": T.position });
  private readonly key = (event: KeyboardEvent) => this.pressed(event);
  private readonly resized = () => {
    const state = this.states[this.at];
    if (state) this.draw(state, false);
  };

  constructor(
    private readonly root: HTMLElement,
    private readonly name: string,
    private readonly animations: Animation[],
    private readonly text: string,
  ) {
    const button = (text: string, id: string, go: () => void) =>
      h("button", { type: "button", id, onclick: go }, text);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value) - 1));
    const chooser = h("select", {
      id: "games",
      "aria-label": T.play,
      onchange: () => {
        this.load(Number(chooser.value));
        this.go(0);
      },
    });
    chooser.append(
      ...animations.map((animation, i) => h("option", { value: i }, `${i + 1}: ${animation.title}`)),
    );
    const title = h("h1", null, animations[0]?.title ?? "");
    root.append(
      h("p", { class: "crumbs" }, h("a", { href: "#/" }, T.allGames)),
      title,
      h("p", null, ...(animations.length > 1 ? [chooser, " "] : []), this.where),
      h(
        "div",
        { class: "play-area" },
        this.felt,
        h("aside", { class: "beside-table" }, h("h2", null, T.transcript), this.scroller),
      ),
      h(
        "div",
        { class: "tools" },
        button(T.first, "first", () => this.go(0)),
        button(T.back, "back", () => this.go(this.at - 1)),
        button(T.next, "next", () => this.go(this.at + 1)),
        button(T.last, "last", () => this.go(this.states.length - 1)),
        this.slider,
        button(T.playOn, "play-on", () => this.playOn()),
        button(T.judge, "judge", () => this.judge()),
        button(T.findCards, "find-cards", () => {
          location.hash = `#/find/${this.name}/${this.number}`;
        }),
      ),
      this.said,
      this.graph,
    );
    this.graph.addEventListener("click", (event) => {
      const address = (event.target as Element).closest("a")?.getAttribute("href");
      if (!address) return;
      event.preventDefault();
      this.go(Number(address.slice(1)));
    });
    addEventListener("resize", this.resized);
    document.addEventListener("keydown", this.key);
  }

  /**
   * Draws a step.  The cards of the player who chooses there are buttons that continue the game with another choice.
   */
  private draw(state: State, moving: boolean): void {
    this.board?.show(state, moving);
    for (const item of this.felt.querySelectorAll<HTMLElement>(".seat.turn li[data-card]")) {
      const card = item.dataset.card?.replace(/#\d+$/, "") ?? "";
      const picture = item.firstElementChild;
      if (!picture) continue;
      const label = T.whatIf(Cards.parse(card).name);
      const button = h("button", { type: "button", class: "what-if", title: label, "aria-label": label });
      button.addEventListener("click", () => this.playOn(card));
      picture.setAttribute("aria-hidden", "true");
      button.append(picture);
      item.append(button);
    }
  }

  /** Continues the game from the current picture on the page of a table, with the given card or freely. */
  private async playOn(card?: string): Promise<void> {
    const { root } = this;
    this.said.textContent = T.compiling;
    try {
      const found = await positioned(this.text, this.number, this.at);
      if (this.ended) return;
      if (isProblem(found)) {
        this.said.textContent = found.problem;
        return;
      }
      this.end();
      this.ended = false;
      root.replaceChildren();
      root.classList.add("play");
      const state = Uint8Array.from(found.state.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
      this.table = new GameTable(root, OWN, found.binary, found.description, false, {
        state,
        seats: found.seats,
        card,
      });
      await this.table.open();
    } catch (error) {
      this.said.textContent = T.failed(error instanceof Error ? error.message : String(error));
    }
  }

  /** Shows the cost of each choice: a graph, and a line at every mistake. */
  private async judge(): Promise<void> {
    const number = this.number;
    this.said.textContent = T.judging;
    try {
      const found = await judged(this.text, number);
      if (this.ended || this.table || number !== this.number) return;
      this.said.textContent = isProblem(found) ? found.problem : "";
      if (isProblem(found)) return;
      this.animations[number] = found;
      const at = this.at;
      this.load(number);
      this.go(at, false);
    } catch (error) {
      if (!this.ended)
        this.said.textContent = T.failed(error instanceof Error ? error.message : String(error));
    }
  }

  end(): void {
    this.ended = true;
    this.table?.end();
    removeEventListener("resize", this.resized);
    document.removeEventListener("keydown", this.key);
  }

  open(at: number): void {
    this.load(0);
    this.go(at, false);
  }

  private load(number: number): void {
    const animation = this.animations[number];
    if (!animation) return;
    this.number = number;
    document.title = `${animation.title} · ${T.name}`;
    this.states = states(animation);
    this.at = -1;
    this.board = new Table.Board(this.felt, animation);
    this.slider.max = String(this.states.length);
    this.mark = Graph.show(this.graph, animation, (at) => `#${at}`);
    const mistakes = new Map(animation.judged?.filter((one) => one.mistake).map((one) => [one.at, one.cost]));
    this.log.replaceChildren(
      ...this.states.map((state, i) => {
        const lines = state.captions.map((caption) =>
          h("p", { class: caption[0] }, Cards.coloured(line(caption))),
        );
        const cost = mistakes.get(i);
        if (cost) lines.push(h("p", { class: "costly" }, Cards.coloured(cost)));
        return h("li", { onclick: () => this.go(i) }, h("span", { class: "step" }, String(i + 1)), ...lines);
      }),
    );
  }

  private go(number: number, say = true): void {
    const at = Math.max(0, Math.min(this.states.length - 1, number));
    const state = this.states[at];
    if (!state || at === this.at) return;
    this.draw(state, Math.abs(at - this.at) === 1);
    this.log.children[this.at]?.removeAttribute("aria-current");
    this.at = at;
    const item = this.log.children[at] as HTMLElement | undefined;
    item?.setAttribute("aria-current", "step");
    if (item)
      this.scroller.scrollTop = item.offsetTop - this.scroller.offsetTop - this.scroller.clientHeight / 2;
    this.mark(at);
    this.slider.value = String(at + 1);
    this.where.textContent = T.step(at + 1, this.states.length);
    if (say) announce(Cards.spoken(state.captions.map(line).join(". ")));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.target as HTMLElement).matches("input, select, textarea")) return;
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.states.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    this.go(to);
    event.preventDefault();
  }
}
