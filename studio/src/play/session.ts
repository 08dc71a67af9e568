/** A game being played: its steps, the lines of their events, undo, and the data needed to resume it. */

import type { State } from "hoyle-viewer";
import { Remote } from "../lib/rpc.js";
import { T } from "../texts.js";
import type { Option, Snapshot } from "../work/module.js";
import type { Description } from "./description.js";
import { Position } from "./position.js";
import { type Brought, decides, scores, table } from "./view.js";
import { title, Words } from "./words.js";

/** An event as a line beside the table.  `kind` is a class in the style sheet. */
export interface Line {
  kind: "made" | "trick" | "named" | "deal" | "won" | "scores";
  text: string;
  deal: number;
}

/** The state of a game between two choices. */
export interface Step {
  snapshot: Snapshot;
  position: Position;
  brought: Brought;
  deal: number;
  lines: Line[];
  /** The scores at the end of each finished deal, by number and owner. */
  sheet: number[][][];
  /** A trick that this choice completed and that was taken at once. */
  complete: { zone: number; cards: number[]; by: Map<number, number> } | null;
  /** The cards that each player has seen since the deal. */
  seen: Set<number>[];
  /** The player who made the last choice, and the number of its option. */
  actor: number;
  chosen: number;
}

/** The stored data of a game, from which it can be resumed. */
export interface SavedGame {
  game: string;
  fingerprint: string;
  seed: string;
  choices: number[];
  seats: string[];
}

export class Session {
  readonly steps: Step[] = [];

  private constructor(
    readonly words: Words,
    readonly description: Description,
    private readonly remote: Remote,
    readonly seed: bigint,
  ) {}

  /** Starts a new game and runs it to its first question.  With `state`, continues from that state. */
  static async begin(
    binary: ArrayBuffer,
    description: Description,
    seats: string[],
    seed: bigint,
    state?: Uint8Array,
  ): Promise<Session> {
    const remote = new Remote(new URL("module.js", import.meta.url).href);
    await remote.call("open", [binary, description], LIMIT);
    const session = new Session(new Words(description, seats), description, remote, seed);
    const snapshot = state
      ? await remote.call<Snapshot>("look", [state], LIMIT)
      : await remote.call<Snapshot>("start", [seed], LIMIT);
    session.steps.push(session.step(snapshot, null, -1));
    return session;
  }

  end(): void {
    this.remote.end();
  }

  get now(): Step {
    const last = this.steps.at(-1);
    if (!last) throw new Error("the game has not begun");
    return last;
  }

  /** Makes a choice, given by the number of an option of the open question. */
  async take(number: number): Promise<Step> {
    const before = this.now;
    const snapshot = await this.remote.call<Snapshot>("take", [before.snapshot.state, number], LIMIT);
    const made = this.step(snapshot, before, number);
    this.steps.push(made);
    return made;
  }

  /** Takes back choices until a player with `mine` must choose again.  Returns false if there is no such question. */
  undo(mine: (player: number) => boolean): boolean {
    let at = this.steps.length - 2;
    while (at >= 0 && !this.asks(this.steps[at], mine)) at--;
    if (at < 0) return false;
    this.steps.length = at + 1;
    return true;
  }

  private asks(step: Step | undefined, mine: (player: number) => boolean): boolean {
    return step !== undefined && step.snapshot.options.length > 1 && mine(step.position.player);
  }

  /** The data to store. */
  kept(game: string, seats: string[]): SavedGame {
    const choices = this.steps.slice(1).map((step) => step.chosen);
    return { game, fingerprint: this.description.fingerprint, seed: String(this.seed), choices, seats };
  }

  /** The table in a player's view. */
  table(step: Step, viewer: number, everything: boolean): State {
    return table(this.words, step.position, viewer, everything, step.brought, step.deal);
  }

  /** The table with the complete trick, before it was taken; null if the choice completed no trick. */
  complete(step: Step, before: Step, viewer: number, everything: boolean): State | null {
    if (!step.complete) return null;
    const state = this.table(before, viewer, everything);
    const { zone, cards, by } = step.complete;
    const zones = this.description.legend.zones;
    let number = zones.slice(0, zone).reduce((sum, one) => sum + one.count, 0);
    state.zones[number] = cards.map((card) => this.words.card(card));
    state.by[number] = cards.map((card) => by.get(card) ?? -1);
    number = 0;
    const played = cards.at(-1) ?? -1;
    zones.forEach((info, at) => {
      for (let owner = 0; owner < info.count; owner++, number++) {
        if (at === zone || !before.position.cards(info, owner).includes(played)) continue;
        const list = state.zones[number] ?? [];
        const shown = list.indexOf(this.words.card(played));
        list.splice(shown < 0 ? list.indexOf("??") : shown, 1);
      }
    });
    state.turn = -1;
    return state;
  }

  // -------------------------------------------------------------------------------------------------- events as lines

  private step(snapshot: Snapshot, before: Step | null, chosen: number): Step {
    const position = new Position(this.description, snapshot.state);
    const actor = before ? before.position.player : -1;
    const option = before?.snapshot.options[chosen];
    const complete = before && option ? this.completed(before, position, option, actor) : null;
    const dealt = !before || this.inHands(position) > this.inHands(before.position);
    const deal = (before?.deal ?? 0) + (dealt ? 1 : 0);
    const made: Step = {
      snapshot,
      position,
      brought: this.brought(before, position, actor),
      deal,
      lines: [],
      sheet: before ? [...before.sheet] : [],
      complete,
      seen: this.seen(position, dealt || !before ? null : before, complete),
      actor,
      chosen,
    };
    const say = (kind: Line["kind"], text: string, at = deal) => made.lines.push({ kind, text, deal: at });
    const last = before?.deal ?? deal;
    if (complete) {
      const taker = this.taker(complete.cards, position);
      say("trick", taker ? T.takesTrick(taker) : T.trickDone, last);
    }
    if (before && (dealt || position.result)) {
      const now = this.scores(position);
      made.sheet.push(now);
      const changed = this.changes(this.scores(before.position), now);
      if (changed) say("scores", changed, last);
    }
    if (dealt) say("deal", T.dealt(deal));
    for (const one of this.description.legend.variables) {
      if (one.owner !== null || !["player", "team", "suit", "rank", "card", "word"].includes(one.type.kind))
        continue;
      const [was, is] = [before?.position.number(one.slot) ?? -1, position.number(one.slot)];
      if (is !== was && is >= 0) say("named", `${title(one.name)}: ${this.words.value(one.type, is)}`);
    }
    const { result } = position;
    if (result) {
      const names = result.winners.map((owner) => this.words.owner(result.owner, owner));
      say("won", result.cut ? T.cut : names.length ? T.won(names) : T.draw);
    }
    return made;
  }

  /** The line of a choice in a player's view.  Cards that moved to a zone the player does not see are `??`. */
  madeLine(step: Step, before: Step, viewer: number, everything: boolean): Line | null {
    const option = before.snapshot.options[step.chosen];
    if (!option) return null;
    const question = before.position.question;
    const player = before.position.player;
    const name = this.words.player(player);
    const own = everything || viewer === player;
    const text =
      !own && this.description.legend.questions[question]?.secret
        ? T.secret
        : this.words.label(question, option, own ? undefined : this.visible(step, before, viewer));
    return { kind: "made", text: T.chose(name, text), deal: before.deal };
  }

  private visible(step: Step, before: Step, viewer: number): (card: number) => boolean {
    const seen = new Set<number>();
    for (const position of [before.position, step.position]) {
      for (const zone of this.description.legend.zones) {
        for (let owner = 0; owner < zone.count; owner++) {
          for (const card of position.seen(zone, owner, viewer)) seen.add(card);
        }
      }
    }
    for (const card of step.complete?.cards ?? []) seen.add(card);
    return (card) => seen.has(card);
  }

  /** The cards that each player has seen since the deal: those visible now and those seen before. */
  private seen(position: Position, before: Step | null, complete: Step["complete"]): Set<number>[] {
    return Array.from({ length: this.description.players }, (_, player) => {
      const found = new Set<number>(before?.seen[player]);
      for (const zone of this.description.legend.zones) {
        for (let owner = 0; owner < zone.count; owner++) {
          for (const card of position.seen(zone, owner, player)) if (card >= 0) found.add(card);
        }
      }
      for (const card of complete?.cards ?? []) found.add(card);
      return found;
    });
  }

  /** The option that a thinking player chooses now. */
  think(milliseconds: number): Promise<number> {
    const { snapshot, seen, position } = this.now;
    const cards = [...(seen[position.player] ?? [])];
    return this.remote.call<number>("think", [snapshot.state, cards, milliseconds], LIMIT);
  }

  private inHands(position: Position): number {
    const hands = this.description.legend.zones.filter((zone) => zone.visibility === "private");
    let fewest = Number.POSITIVE_INFINITY;
    for (const zone of hands) {
      for (let owner = 0; owner < zone.count; owner++)
        fewest = Math.min(fewest, position.cards(zone, owner).length);
    }
    return Number.isFinite(fewest) ? fewest : 0;
  }

  /** The trick that a choice completed, if it was taken at once. */
  private completed(before: Step, position: Position, option: Option, actor: number): Step["complete"] {
    const question = before.position.question;
    const zone = this.description.legend.questions[question]?.trick ?? -1;
    const info = this.description.legend.zones[zone];
    const [card] = this.words.named(question, option);
    if (!info || card === undefined) return null;
    const lay = before.position.cards(info, 0);
    if (position.cards(info, 0).length > lay.length) return null;
    const by = new Map(before.brought.get(zone));
    return { zone, cards: [...lay, card], by: by.set(card, actor) };
  }

  /** The owner of the cards of a trick, if they belong to one; otherwise an empty string. */
  private taker(cards: number[], position: Position): string {
    for (const zone of this.description.legend.zones) {
      if (zone.owner === null) continue;
      for (let owner = 0; owner < zone.count; owner++) {
        const there = position.cards(zone, owner);
        if (cards.every((card) => there.includes(card))) return this.words.owner(zone.owner, owner);
      }
    }
    return "";
  }

  private brought(before: Step | null, position: Position, actor: number): Brought {
    const found: Brought = new Map();
    for (const { trick } of this.description.legend.questions) {
      const info = this.description.legend.zones[trick];
      if (!info) continue;
      const was = before?.brought.get(trick);
      const now = position.cards(info, 0);
      found.set(trick, new Map(now.map((card) => [card, was?.get(card) ?? actor])));
    }
    return found;
  }

  /** The numbers that decide the game, for each owner. */
  scores(position: Position): number[][] {
    return this.decisive.map((one) =>
      Array.from({ length: one.count }, (_, owner) => position.number(one.slot + owner)),
    );
  }

  get decisive() {
    return scores(this.description).filter((one) => decides(this.description, one));
  }

  private changes(before: number[][], now: number[][]): string {
    const found = this.decisive.flatMap((one, i) =>
      (now[i] ?? []).map((value, owner) => {
        const change = value - (before[i]?.[owner] ?? 0);
        const sign = change > 0 ? ` (+${change})` : change < 0 ? ` (−${-change})` : "";
        return `${this.words.owner(one.owner, owner)} ${String(value).replace("-", "−")}${sign}`;
      }),
    );
    return found.join(", ");
  }
}

/** Milliseconds that a module may take for one answer before it is ended. */
const LIMIT = 30_000;
