/**
 * A game as one viewer may follow it: its lines, and everything that a scene shows, record by record.
 *
 * A deal begins when all cards lie together and the first of them is dealt; what is set from then on, or since the phase
 * that ended before, belongs to it.  Python's is `interpreter/story/story.py`.
 */

import { Calls } from "./calls.js";
import type { State } from "./layout.js";
import { type Key, keyOf } from "./keys.js";
import type { Line } from "./lines.js";
import type { Written } from "./instance.js";
import { type GameRecord, movedOn, type RecordOf, type Where } from "./records.js";
import { type Scene, sceneOf } from "./scene.js";
import { type LaidOpen, laidOpen, ScoreAccount, type Settlement } from "./settlement.js";
import { Tabletop } from "./tabletop.js";
import { Transcript } from "./transcript.js";
import type { Viewer } from "./view.js";
import { equal, NONE, type Value, type Words } from "./words.js";

/** What led to a question (or to the end), and the state there. */
export interface StoryStep {
  readonly state: State;
  readonly records: readonly GameRecord[];
  /** What is written on the table there; the module says it (`Instance.written`). */
  readonly written?: readonly Written[];
}

/** A trick: who led, each play with its card (-1: not known to the viewer), and who took it (-1: nobody yet). */
export interface TrickSoFar {
  readonly leader: number;
  readonly plays: readonly { player: number; card: number; where: Where }[];
  readonly winner: number;
}

/** The lines of which a settlement consists. */
const SETTLING: ReadonlySet<Line["item"]> = new Set(["gained", "scores", "revealed", "won"]);

export class ViewerStory {
  /** The lines of each step. */
  readonly lines: Line[][] = [];
  /** The scenes of the last step that show a complete trick, just before it was taken. */
  tricks: Scene[] = [];
  /** The values of variables at the end of each finished deal. */
  readonly sheet: ReadonlyMap<Key, Value>[] = [];
  readonly table: Tabletop;
  /** How many records were followed. */
  count = 0;
  /** Counted from 1; 0 before the first. */
  deal = 0;
  trickOfDeal = 0;
  /** How many records were followed when the viewer, or anybody if it has no seat, last chose. */
  looked = 0;
  /** When the current deal began: what was set before is not of this deal. */
  begun = 0;
  /** The numbers that are counted from 0 in each deal, and hold what they came to in the last. */
  readonly stale = new Set<number>();
  /** The owned numbers of which one was not 0 at some time. */
  readonly scored = new Set<number>();
  /** When each card came where it lies. */
  readonly arrived = new Map<number, number>();
  /** When each variable was last set, also to begin anew. */
  readonly renewed = new Map<number, number>();
  trick: TrickSoFar | null = null;
  lastTrick: TrickSoFar | null = null;
  /** What players have called in this deal. */
  readonly calls: Calls;
  /** The last settlement, with the number of records that were followed when it was complete. */
  settlement: { count: number; settlement: Settlement } | null = null;
  over: RecordOf<"game_over"> | null = null;
  /** At the end of the game, whom shared variables named before they moved on for a deal that does not come. */
  movedOn: ReadonlyMap<number, number> = new Map();
  /** What is written on the table; between two questions, what was written there at the last. */
  written: readonly Written[] = [];

  private readonly transcript: Transcript;
  private readonly account: ScoreAccount;
  /** The words that the rules have given to players and teams since the last question. */
  private named = new Map<Key, Value>();
  private readonly steps: StoryStep[] = [];
  /** The lines so far, each with the number of records that were followed when it was complete. */
  private readonly told: { count: number; line: Line }[] = [];
  /** When each variable of each owner was last set by something other than the phase it belongs to. */
  private readonly setWhen = new Map<Key, number>();
  /** The values of variables when the current deal began. */
  private valuesBefore: ReadonlyMap<Key, Value>;
  /** The numbers set in this deal: whether they were first set to 0, and when one was set for the last time. */
  private readonly counted = new Map<number, { zero: boolean; last: number }>();
  /** The numbers that were set back to 0 from what they held, in the phase of `main` that goes on. */
  private readonly emptying = new Set<number>();
  /** When such a phase was over, for the numbers that it left empty, like a pot that somebody has won. */
  private readonly emptied = new Map<number, number>();
  /** What the deal came to that has just ended; its lines are not complete yet. */
  private ended: Settlement | null = null;
  /** Whether something was settled and the cards still lie as they did then. */
  private unlaid = false;
  /** The cards that lay open when something was settled in this deal for the last time. */
  private laid: LaidOpen = [];
  /** Whether cards were shown since the last question. */
  private shown = false;
  /** How many records were followed, and how many lines there were, at the last question. */
  private asked = { count: 0, lines: 0 };
  /** Whether all cards lie together, so that the next card dealt begins a deal. */
  private gathered = true;
  /** Whether all cards came together in a phase that goes on: the deal is over when that phase is. */
  private together = false;
  private depth = 0;
  private phaseEnded = 0;
  /** When somebody last chose; who, and the cards of the choice. */
  private chosen: { at: number; player: number; cards: ReadonlySet<number> } = {
    at: 0,
    player: -1,
    cards: new Set(),
  };

  constructor(
    readonly words: Words,
    readonly viewer: Viewer,
  ) {
    this.calls = new Calls(words.story.limits);
    this.transcript = new Transcript(words, viewer);
    this.table = new Tabletop(words.story, viewer);
    this.account = new ScoreAccount(words, this.table);
    this.valuesBefore = new Map(this.table.values);
  }

  /** Whether everything said so far is the beginning of these steps. */
  fits(steps: readonly StoryStep[]): boolean {
    const { length } = this.steps;
    return length <= steps.length && (!length || this.steps[length - 1] === steps[length - 1]);
  }

  /** Goes on with the steps that are new.  `begun`: whether the first has records from the beginning of the game. */
  follow(steps: readonly StoryStep[], begun: boolean): this {
    for (const step of steps.slice(this.steps.length)) {
      if (!this.steps.length && !begun) this.layOut(step.state);
      this.tricks = [];
      for (const record of step.records) this.take(record);
      this.pause();
      this.steps.push(step);
      this.written = step.written ?? [];
      this.movedOn = movedOn(this.words.story, step.records);
    }
    return this;
  }

  /**
   * The table now.  `since`: how many records the viewer has seen before (`count` of then), by default those before its
   * last choice; what was settled before is not shown again.
   */
  scene(since?: number): Scene {
    return sceneOf(this, this.steps.at(-1)?.state ?? null, since);
  }

  /** The lines that were complete only after so many records. */
  linesAfter(since: number): Line[] {
    let at = this.told.length;
    while (at && this.told[at - 1]!.count > since) at--;
    return this.told.slice(at).map(({ line }) => line);
  }

  /** When a variable was last set; -1: never. */
  setAt(variable: number, owner: number): number {
    return this.setWhen.get(keyOf(variable, owner)) ?? -1;
  }

  /** A number when the deal began. */
  before = (variable: number, owner: number): number => Number(this.valuesBefore.get(keyOf(variable, owner)));

  /** Begins in the middle of a game, at a state without records that lead to it. */
  private layOut(state: State): void {
    this.transcript.beginAt(state);
    this.table.layOut(state);
    this.valuesBefore = new Map(this.table.values);
    for (const key of this.table.values.keys()) this.setWhen.set(key, 0);
    this.words.story.variables.forEach(({ owner, type, count }, variable) => {
      const owners = owner !== null && type.kind === "number" ? count : 0;
      for (let one = 0; one < owners; one++)
        if (Number(this.table.values.get(keyOf(variable, one)))) this.scored.add(variable);
    });
    this.gathered = false;
    this.deal = 1;
  }

  private tell(lines: readonly Line[], count: number): void {
    for (const line of lines) this.told.push({ count, line });
  }

  /** Follows one record. */
  private take(record: GameRecord): void {
    if (record.record === "trick_taken") this.tricks.push(sceneOf(this, null));
    this.tell(this.transcript.read([record]), this.count + 1);
    this.note(record);
    this.table.apply(record);
    this.count++;
  }

  private pause(): void {
    this.tell(this.transcript.pause(), this.count);
    this.lines.push(this.told.slice(this.asked.lines).map(({ line }) => line));
    this.settle();
    this.ended = null;
    this.named = new Map();
    this.shown = false;
    this.asked = { count: this.count, lines: this.told.length };
  }

  /** Keeps what a deal that has ended came to, or what was settled within it since the last question. */
  private settle(): void {
    const { account, asked, count, table } = this;
    const lines = this.told.slice(asked.lines).map(({ line }) => line);
    const { named } = this;
    if (!this.ended && this.deal && this.over) this.ended = this.dealEnded();
    if (this.ended) {
      this.settlement = { count, settlement: { ...this.ended, lines: settling(lines, true), named } };
    } else if (account.settles(asked.count)) {
      const settlement = {
        deal: this.deal,
        dealOver: false,
        entries: account.entries(table.values, asked.count, false),
        laidOpen: this.shown ? laidOpen(table) : [],
        lines: settling(lines, false),
        named,
      };
      this.settlement = { count, settlement };
    }
  }

  private dealEnded(): Settlement {
    this.layOpen();
    this.sheet.push(new Map(this.table.values));
    const entries = this.account.entries(this.table.values);
    return { deal: this.deal, dealOver: true, entries, laidOpen: this.laid, lines: [], named: new Map() };
  }

  private layOpen(): void {
    if (!this.unlaid) return;
    this.unlaid = false;
    this.laid = laidOpen(this.table);
  }

  /** Notes what a record means for scenes, before the table changes. */
  private note(record: GameRecord): void {
    if (this.account.take(record, this.count)) this.unlaid = true;
    switch (record.record) {
      case "chosen":
        this.unlaid = false;
        this.chosen = {
          at: this.count,
          player: record.player,
          cards: new Set(this.words.named(record.ask, record)),
        };
        if (typeof this.viewer !== "number" || record.player === this.viewer) this.looked = this.count;
        if (this.words.story.questions[record.ask]!.calling)
          this.calls.call(record.player, this.words.label(record.ask, record), record.ask);
        else this.calls.end();
        break;
      case "moved":
        this.move(record);
        break;
      case "assigned":
        if (record.before && !record.value && !this.stale.has(record.variable))
          this.emptying.add(record.variable);
        this.set(record);
        break;
      case "set_again":
        this.set(record);
        break;
      case "shown":
        this.shown = this.unlaid = true;
        break;
      case "trick_began":
        this.trick = { leader: record.leader, plays: [], winner: -1 };
        this.trickOfDeal++;
        break;
      case "trick_taken": {
        const { leader, plays } = this.trick ?? { leader: -1, plays: [] };
        const own = plays.filter(({ where }) => equal(where, record.trick));
        this.trick = null;
        this.lastTrick = { leader, plays: own, winner: record.player };
        break;
      }
      case "phase_began":
        this.depth++;
        if (this.depth === 2) {
          this.empty();
          this.setUp();
        }
        break;
      case "phase_ended":
        this.depth--;
        if (this.depth === 1) {
          this.empty();
          this.phaseEnded = this.count;
          this.endTogether();
        }
        break;
      case "shuffled":
        this.endTogether();
        break;
      case "game_over":
        this.over = record;
        this.trick = null;
        break;
    }
  }

  /** A variable was set. */
  private set(record: RecordOf<"assigned"> | RecordOf<"set_again">): void {
    const { variable, owner, value } = record;
    const info = this.words.story.variables[variable]!;
    this.renewed.set(variable, this.count);
    if (record.place !== info.place) {
      this.setWhen.set(keyOf(variable, owner), this.count);
      if (owner >= 0 && info.type.kind === "word" && info.looked_for && value !== NONE)
        this.named.set(keyOf(variable, owner), value);
    }
    if (info.type.kind !== "number") return;
    this.stale.delete(variable);
    const { zero } = this.counted.get(variable) ?? { zero: value === 0 };
    this.counted.set(variable, { zero, last: this.count });
    if (info.owner !== null && value) this.scored.add(variable);
  }

  private move(record: RecordOf<"moved">): void {
    const { cards, source, target, dealt } = record;
    for (const card of cards) this.arrived.set(card, this.count);
    this.calls.moved(this.seatOf(source), this.seatOf(target), cards.length < this.table.size(source));
    if (dealt) {
      this.endTogether();
      if (this.gathered) this.beginDeal();
      return;
    }
    this.layOpen();
    const { table, trick, chosen } = this;
    const together = table.size(target) + cards.length === this.words.story.cards.length;
    if (together && this.words.story.zones[target[0]]!.deals) {
      const { gathered } = this.words.story;
      if (this.depth < 2 || this.phaseEnded > chosen.at || gathered.includes(record.place)) this.gather();
      // The cards of the last trick, say: what the phase does with the points still belongs to the deal.
      else this.together = true;
    }
    if (!trick) return;
    if (trick.plays.some(({ where }) => equal(where, source))) {
      this.trick = null; // no player takes this trick
    } else if (cards.length === 1 && target[1] < 0 && chosen.cards.has(cards[0]!)) {
      // Its owner plays a card, even if somebody else chose it.
      const owned = this.words.story.zones[source[0]]!.owner === "player";
      const play = {
        player: owned ? source[1] : chosen.player,
        card: table.known.moved(record)[0]!,
        where: target,
      };
      this.trick = { ...trick, plays: [...trick.plays, play] };
    }
  }

  /** A phase of `main` is over: note the numbers that are empty now. */
  private empty(): void {
    for (const variable of this.emptying) {
      const { owner: kind, count } = this.words.story.variables[variable]!;
      const owners = kind === null ? [-1] : Array.from({ length: count }, (_, owner) => owner);
      if (owners.every((owner) => !this.table.value(variable, owner))) this.emptied.set(variable, this.count);
    }
    this.emptying.clear();
  }

  private endTogether(): void {
    if (!this.together) return;
    this.together = false;
    this.gather();
  }

  /** The seat in front of which a zone lies; -1: none. */
  private seatOf([zone, owner]: Where): number {
    return this.words.story.zones[zone]!.owner === "player" ? owner : -1;
  }

  /**
   * All cards lie together: the deal is over.  Scores that change from now on belong to the next; what was set since the
   * phase before ended belongs to it already.
   */
  private gather(): void {
    const played = !this.gathered;
    this.gathered = true;
    this.begun = this.phaseEnded > this.chosen.at ? this.phaseEnded : this.count;
    if (played) this.ended = this.dealEnded();
    this.account.begin();
    this.valuesBefore = new Map(this.table.values);
    this.laid = [];
    for (const [variable, { zero, last }] of [...this.counted]) {
      // What it holds was put there for this deal.
      const filled = (this.emptied.get(variable) ?? -1) > this.chosen.at;
      if (filled) this.counted.set(variable, { zero: false, last });
      if (last >= this.begun) continue;
      this.counted.delete(variable);
      if (zero && !filled) this.stale.add(variable);
    }
  }

  /** What was set before the first deal (everybody's chips) is no change by it. */
  private setUp(): void {
    if (this.deal || this.chosen.player >= 0) return;
    this.account.begin();
    this.valuesBefore = new Map(this.table.values);
  }

  /** The first card of a deal is dealt. */
  private beginDeal(): void {
    if (this.depth === 1) this.setUp();
    this.gathered = false;
    this.deal++;
    this.trickOfDeal = 0;
    this.trick = this.lastTrick = null;
    this.calls.begin();
  }
}

/**
 * The lines that settle something; of a whole deal up to the next: the cards dealt, and what was paid before them in the
 * phase that deals.
 */
function settling(lines: readonly Line[], whole: boolean): Line[] {
  let found: Line[] = [];
  let opened: number | undefined;
  for (const line of lines) {
    if (whole && line.item === "dealt") {
      found = found.slice(0, opened);
      if (found.length) break;
    }
    if (line.item === "heading") opened = found.length;
    else if (line.item !== "gained") opened = undefined;
    if (SETTLING.has(line.item)) found.push(line);
  }
  return found;
}
