/**
 * Thinks about a question in the module: takes what a seat has seen and a budget, returns the values of all options.
 * Python's is `interpreter/search/thinker.py`; the same seed and budget give the same values.
 *
 * Rules that break down in a game that is only imagined say nothing of the game that is played: a playout that stops so
 * counts as what it was worth so far, and a world is left out.
 */

import type { Budget, Description, SearchLayout } from "../description.js";
import { Fault, unfit } from "../errors.js";
import type { Instance } from "../instance.js";
import { RNG, type State, writeValue } from "../layout.js";
import { holdsCards } from "../words.js";
import { CARD, type SeenDeal, type SeenStep } from "./seen.js";

/** What the module exports beside what every module does. */
interface SearchExports {
  train(choices: bigint, seed: bigint, rate: bigint): void;
  worlds_begin(seed: bigint): void;
  worlds(count: number, each: number, steps: number, tries: number): number;
  search_begin(playouts: number, seed: bigint): number;
  /** Only where the module can rate options by a net. */
  search_by_net?(on: number): void;
  search_again(playouts: number): void;
  search(choices: bigint): number;
  exact(world: number, limit: bigint): number;
  view_hash(seat: number): bigint;
}

/** The value of an option: the mean gain of the seat's side until the deal ends, and its standard error. */
export interface ValuedOption {
  option: number;
  value: number;
  error: number;
  /** With how many playouts it was measured; 0: it was not tried. */
  playouts: number;
}

/** The number of the best option, and all options, best first. */
export interface Thought {
  best: number;
  values: ValuedOption[];
  /** How many worlds agreed with what was seen.  If it is 0, nothing was measured. */
  worlds: number;
}

/** The weights that a module has learned; they are the same for all its instances. */
const learned = new WeakMap<WebAssembly.Module, Uint8Array>();

export class Thinker {
  readonly description: Description;
  private readonly layout: SearchLayout;
  private readonly distinct: boolean;
  private taught: SearchExports | null = null;

  constructor(private readonly instance: Instance) {
    this.description = instance.description;
    const { search, deck } = this.description;
    if (!search) throw unfit("this module cannot think: it was compiled without --thinking");
    this.layout = search;
    this.distinct = new Set(deck).size === deck.length;
  }

  private get exports(): SearchExports {
    return this.instance.exports as unknown as SearchExports;
  }

  private address(name: string): number {
    return this.layout.at[name]!;
  }

  private put(name: string, value: number | bigint): void {
    this.instance.view.setBigInt64(this.address(name), BigInt.asIntN(64, BigInt(value)), true);
  }

  /** Trains the cheap model of a player in games against itself.  The result is the same in every run. */
  learn(): void {
    if (this.taught === this.exports) return;
    const { lessons, learned: size } = this.layout;
    let weights = learned.get(this.instance.module);
    if (!weights) {
      for (let part = 0; part < lessons.count; part++) {
        const rate = Math.floor((lessons.rate * (lessons.count - part)) / lessons.count);
        this.goingOn(() => this.exports.train(BigInt(lessons.choices), BigInt(lessons.seed), BigInt(rate)));
      }
      weights = this.instance.bytes(this.address("WEIGHTS"), size);
      learned.set(this.instance.module, weights);
    }
    this.instance.write(this.address("WEIGHTS"), weights);
    this.put("BY_MODEL", 1);
    this.taught = this.exports;
  }

  /** Calls the module; undefined if the rules break down in an imagined game. */
  private imagining<T>(run: () => T): T | undefined {
    try {
      return this.instance.guarded(run);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  /** Calls a function of the module that plays many imagined games: if it stops in one, it goes on with the next. */
  private goingOn<T>(run: () => T): T {
    for (;;) {
      const found = this.imagining(() => [run()] as const);
      if (found) return found[0];
    }
  }

  /** Begins to compare the options in the worlds that are stored; returns how many are compared. */
  private begin(playouts: number, seed: bigint): number {
    for (let trial = 0; trial < this.layout.near_trials; trial++) {
      const arms = this.imagining(() => this.exports.search_begin(playouts, seed));
      if (arms !== undefined) return arms;
    }
    return this.exports.search_begin(playouts, seed);
  }

  /** The hash of what a seat sees of a state. */
  hash(state: State, seat: number): bigint {
    this.instance.resident = null;
    this.instance.put(state);
    return this.exports.view_hash(seat);
  }

  /**
   * Estimates the value of each option of the open question, as far as the seat can know it.  `imagine` makes a state
   * that looks the same to the seat, for when no world is found that agrees with everything that happened.  `expected`:
   * what somebody who has learned the game expects of each option, in points; it counts as `budget.learned` says.
   * `byNet`: playouts go on by the net that is in the module, which remembers the deal; otherwise, by the cheap model.  The
   * instance holds no game afterwards.  Throws `Fault` if not even the options can be found in an imagined state; the
   * instance must then be renewed.
   */
  think(
    seen: SeenDeal,
    options: number,
    budget: Budget,
    seed: bigint,
    imagine?: () => State,
    expected?: readonly number[] | null,
    byNet = false,
  ): Thought {
    const { instance } = this;
    instance.resident = null;
    instance.exports.record?.(0);
    this.learn();
    const end =
      budget.milliseconds === null ? Number.POSITIVE_INFINITY : performance.now() + budget.milliseconds;
    const run = () => {
      this.writeHead(seen, options, budget);
      let worlds = this.write(seen) ? this.sample(seen, budget, seed, end) : 0;
      const imagined = !worlds && imagine !== undefined;
      if (!worlds && imagine) worlds = this.putWorlds(imagine, budget.worlds);
      if (!worlds) return { best: Number(seed % BigInt(options)), values: [], worlds };
      // What is exact in states that contradict what happened is worth nothing.
      const work = imagined ? { ...budget, nodes: 0 } : budget;
      this.exports.search_by_net?.(Number(byNet));
      const longer = byNet ? this.layout.longer_by_net : 1;
      return this.search(seen, options, worlds, work, seed, end, (work.learned && expected) || null, longer);
    };
    const found = instance.guarded(run);
    instance.exports.record?.(1);
    return found;
  }

  private search(
    seen: SeenDeal,
    options: number,
    worlds: number,
    budget: Budget,
    seed: bigint,
    end: number,
    expected: readonly number[] | null,
    longer: number,
  ): Thought {
    const most = Math.max(budget.playouts, budget.each * Math.min(options, this.layout.most.arms));
    const playouts = Math.ceil(most / longer);
    const arms = this.begin(playouts, seed);
    if (budget.nodes && this.description.story.questions[seen.ask]!.trick >= 0) {
      const solved = this.exact(worlds, budget, end);
      if (solved) return this.read(arms, solved, expected, this.layout.solved_worlds * budget.learned);
      this.exports.search_again(playouts);
    }
    if (expected) this.beginWith(expected, arms, budget.learned);
    const { milliseconds } = budget;
    const { choices, each_millisecond } = this.layout.at_once;
    const atOnce =
      milliseconds === null ? choices : Math.max(1_000, Math.min(choices, each_millisecond * milliseconds));
    while (!this.imagining(() => this.exports.search(BigInt(atOnce)))) if (performance.now() >= end) break;
    const thought = this.read(arms, worlds);
    if (expected) for (const one of thought.values) one.playouts -= budget.learned;
    return thought;
  }

  /** Lets every option begin with so many playouts as bring what is expected of it. */
  private beginWith(expected: readonly number[], arms: number, weight: number): void {
    const { layout } = this;
    const { view } = this.instance;
    const { size, fields } = this.struct("ARM");
    for (let number = 0; number < arms; number++) {
      const at = this.address("ARMS") + size * number;
      const option = view.getInt32(at + fields["option"]!, true);
      const total = BigInt(Math.floor(weight * layout.scale * expected[option]! + 0.5));
      const squares = (total * total) / BigInt(weight);
      view.setBigInt64(at + fields["total"]!, total, true);
      view.setBigInt64(at + fields["squares"]!, squares, true);
      view.setInt32(at + fields["playouts"]!, weight, true);
      view.setBigInt64(this.address("MATCH_SUMS") + 8 * number, total, true);
    }
  }

  /**
   * Solves worlds exactly, as many as the budget of positions allows.  Returns 0 if these are too few, or if the rules
   * break down in one.
   */
  private exact(worlds: number, { nodes }: Budget, end: number): number {
    const fewest = this.layout.fewest_solved;
    let used = 0;
    for (let world = 0; world < worlds; world++) {
      const left = world >= fewest ? nodes - used : Math.floor(nodes / fewest);
      const solved = left > 0 ? this.imagining(() => this.exports.exact(world, BigInt(left))) : 0;
      if (solved === undefined) return 0;
      if (!solved) return world >= fewest ? world : 0;
      used += Number(this.instance.view.getBigInt64(this.address("SOLVED"), true));
      if (performance.now() >= end) return world + 1;
    }
    return worlds;
  }

  /** Samples worlds that agree with what was seen.  Returns how many there are. */
  private sample(seen: SeenDeal, budget: Budget, seed: bigint, end: number): number {
    this.exports.worlds_begin(seed);
    const unseen = seen.draws.filter(({ kind, value }) => kind === CARD && value < 0).length;
    const hidden = seen.steps.filter((step) => isHidden(step)).length;
    const played = seen.steps.filter(({ player, ask }) => player !== seen.seat && ask >= 0).length;
    const free = Math.max(unseen - played, Math.min(unseen, 4));
    const options = Number(this.instance.view.getBigInt64(this.address("OPTION_COUNT"), true));
    const many = Math.max(1, Math.floor(options / 256)); // then steps take long
    const steps = Math.max(6, Math.floor(Math.min(200, budget.steps * (free + 2 * hidden)) / many));
    const count = unseen || hidden ? Math.min(budget.worlds, this.layout.most.worlds) : 1;
    const each = Math.ceil(count / budget.chains);
    let [found, replays] = [0, 0];
    const most = this.layout.at_once.replays;
    let atOnce = Number.isFinite(end) ? this.layout.at_once.first_replays : most;
    while (found < count && replays < budget.replays) {
      const tries = Math.min(atOnce, budget.replays);
      found = this.goingOn(() => this.exports.worlds(count, each, steps, tries));
      replays += atOnce;
      atOnce = Math.min(2 * atOnce, most);
      if (performance.now() >= end - (budget.milliseconds ?? 0) / 2) break;
    }
    return found;
  }

  /** What was found.  `expected` counts as so many of the worlds, if it was not among the playouts. */
  private read(arms: number, worlds: number, expected: readonly number[] | null = null, weight = 0): Thought {
    const { view } = this.instance;
    const { scale } = this.layout;
    const found = Array.from({ length: arms }, (_, i) => {
      const at = this.address("ARMS") + this.struct("ARM").size * i;
      const word = (field: string) => view.getInt32(at + this.struct("ARM").fields[field]!, true);
      const long = (field: string) => Number(view.getBigInt64(at + this.struct("ARM").fields[field]!, true));
      const [total, squares] = [long("total"), long("squares")];
      const [count, option, left] = [word("playouts"), word("option"), word("tried")];
      const mean = count ? total / count : 0;
      const spread = count ? Math.max(0, squares / count - mean * mean) / Math.max(1, count - 1) : 0;
      return {
        option,
        value: mean / scale,
        error: Math.sqrt(spread) / scale,
        playouts: count,
        alive: left !== 0,
        worth: mean / scale + (expected ? (weight / worlds) * expected[option]! : 0),
      };
    });
    // That one of those that are left had a playout more is chance: the time was up.
    const tried = ({ alive, playouts }: (typeof found)[number]) => (alive ? Math.min(playouts, 1) : playouts);
    found.sort((a, b) => Number(b.alive) - Number(a.alive) || tried(b) - tried(a) || b.worth - a.worth);
    return { best: found[0]!.option, values: found.map(({ alive: _, worth: __, ...one }) => one), worlds };
  }

  /** Stores worlds that the caller imagines; returns how many. */
  private putWorlds(imagine: () => State, count: number): number {
    const worlds = Math.min(count, this.layout.most.worlds);
    const { size } = this.description.state;
    for (let number = 0; number < worlds; number++)
      this.instance.write(this.address("WORLDS") + number * size, imagine().bytes);
    this.put("WORLD_COUNT", worlds);
    return worlds;
  }

  // -------------------------------------------------------------------------------------------------------- the record

  private writeHead(seen: SeenDeal, options: number, budget: Budget): void {
    const numbers = {
      SEAT: seen.seat,
      STEP_COUNT: seen.steps.length,
      DRAW_COUNT: seen.draws.length,
      EPOCH_COUNT: seen.epochs,
      LAST_ASK: seen.ask,
      LAST_HASH: seen.hash,
      OPTION_COUNT: options,
      ABSENT_COUNT: seen.absent.length,
      LONGEST: budget.longest,
      BONUS: this.layout.bonus,
      WORLD_COUNT: 0,
      TRUST: budget.trust,
      MATCH: budget.match,
    };
    for (const [name, value] of Object.entries(numbers)) this.put(name, value);
  }

  /** Writes what a seat has seen into the module.  Returns false if no seat saw the deal, or if it is too much. */
  private write(seen: SeenDeal): boolean {
    const { most } = this.layout;
    const tooMuch =
      seen.steps.length > most.steps ||
      seen.draws.length + seen.absent.length > most.draws ||
      seen.epochs > most.epochs ||
      seen.steps.some(({ hidden }) => hidden.length > most.names);
    if (seen.onlyView || tooMuch) return false;
    const base = seen.base.bytes.slice();
    const rng = this.description.state.slots[RNG]!.address - this.description.state.address;
    base.fill(0, rng, rng + 8);
    this.instance.write(this.address("BASE"), base);
    const named: Play[] = [];
    seen.steps.forEach((step, number) => this.writeStep(step, number, named));
    const draws = seen.draws.map(({ value, kind, owner, epoch, step, zone }) => ({
      ...{ kind, owner, epoch, step },
      value: Math.max(value, 0),
      known: Number(value >= 0),
      zone: zone + 1,
    }));
    const absent = seen.absent.map(([epoch, card]) => ({
      value: card,
      known: 1,
      kind: CARD,
      owner: -1,
      epoch,
    }));
    this.writeRows("DRAWS", "DRAW", [...draws, ...absent]);
    const sighted = seen.sightings.map(({ card, step, zone }): Play => [card, -1, step, zone + 1]);
    let plays = [...sighted, ...named].sort((a, b) => a[2] - b[2]).slice(0, most.steps + most.draws);
    if (!this.distinct && seen.epochs <= 2) plays = this.copies(seen, plays);
    const seenPlays = plays.map(([card, player, step, zone]) => ({ card, player, step, zone }));
    this.writeRows("PLAYS", "PLAY", seenPlays);
    this.put("PLAY_COUNT", plays.length);
    return true;
  }

  /** Writes structures of 32-bit fields in a row; a field that is left out is 0. */
  private writeRows(name: string, of: string, rows: readonly Record<string, number>[]): void {
    const { size, fields } = this.struct(of);
    const view = new DataView(new ArrayBuffer(size * rows.length));
    rows.forEach((row, i) => {
      for (const [field, value] of Object.entries(row)) view.setInt32(size * i + fields[field]!, value, true);
    });
    this.instance.write(this.address(name), new Uint8Array(view.buffer));
  }

  private struct(name: string): { size: number; fields: Record<string, number> } {
    return this.layout.structs[name]!;
  }

  /** A step in the form that the module reads.  The cards it names, if they were seen, are added to `plays`. */
  private writeStep(step: SeenStep, number: number, plays: Play[]): void {
    const bytes = new Uint8Array(this.layout.step_size);
    const view = new DataView(bytes.buffer);
    const { ask, player, alternative, hash, secret, counts, option } = this.struct("STEP")
      .fields as StepFields;
    view.setInt32(ask, step.ask, true);
    view.setInt32(player, step.player, true);
    view.setInt32(alternative, step.alternative, true);
    view.setBigInt64(hash, BigInt.asIntN(64, step.hash), true);
    view.setInt32(secret, Number(isHidden(step)), true);
    for (let i = 0; i < this.layout.most.names; i++)
      view.setInt32(counts + 4 * i, step.hidden[i] ?? -1, true);
    view.setBigInt64(option, BigInt(step.alternative), true);
    if (step.ask >= 0 && step.alternative >= 0) {
      const { names } = this.description.story.questions[step.ask]!.alternatives[step.alternative]!;
      const widths = this.description.question.asks[step.ask]!.alternatives[step.alternative]!.names;
      let at = option + 8;
      step.values.forEach((value, i) => {
        const { words } = widths[i]!;
        writeValue(view, at, words, value);
        at += 8 * words;
        const { type } = names[i]!;
        if (typeof value !== "number") {
          if (holdsCards(type)) plays.push(...value.map((card): Play => [card, step.player, number, 0]));
        } else if (type.kind === "card" && value >= 0) plays.push([value, step.player, number, 0]);
      });
    }
    this.instance.write(this.address("STEPS_AT") + number * this.layout.step_size, bytes);
  }

  /** The plays and sightings, with a different copy for each of identical cards; those the seat drew come first. */
  private copies(seen: SeenDeal, plays: Play[]): Play[] {
    const { deck } = this.description;
    const alike = new Map<number, number[]>();
    deck.forEach((face, card) => alike.set(face, [...(alike.get(face) ?? []), card]));
    const met = new Map<number, number>();
    const meet = (face: number) => met.set(face, (met.get(face) ?? 0) + 1);
    for (const { value, kind } of seen.draws) if (value >= 0 && kind === CARD) meet(deck[value]!);
    /** For each face, the number of choices after which it was last named. */
    const last = new Map<number, number>();
    return plays.map(([card, player, step, zone]): Play => {
      const face = deck[card]!;
      let copy = card;
      if (player !== seen.seat) {
        if (!zone || last.get(face) !== step - 1) meet(face);
        const all = alike.get(face)!;
        copy = all.at(((met.get(face) ?? 0) - 1) % all.length)!;
      }
      if (!zone) last.set(face, step);
      return [copy, player, step, zone];
    });
  }
}

type StepFields = Record<"ask" | "player" | "alternative" | "hash" | "secret" | "counts" | "option", number>;

/** A card that was named or seen: the card, the player (-1: it was seen), the step, and one more than its zone. */
type Play = [card: number, player: number, step: number, zone: number];

function isHidden({ alternative, hidden }: SeenStep): boolean {
  return alternative < 0 || hidden.some((one) => one >= 0);
}
