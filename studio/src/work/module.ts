/** The worker that runs a module: one game in its own memory.  The page ends it if it takes too long. */

import {
  type Asked,
  compile,
  type Description,
  Fault,
  type Game,
  type GameRecord,
  Instance,
  type Lesson,
  Lessons,
  netOf,
  type Option,
  readWeights,
  Rules,
  State,
  type Written,
} from "hoyle";
import { serve, WorkerError } from "../lib/rpc.js";
import { assemble } from "./assembling.js";

/** A game at a question, or at its end, and what led to it.  At the end there are no options. */
export interface Snapshot {
  state: Uint8Array;
  records: GameRecord[];
  options: Option[];
  written: Written[];
}

let rules: Rules;
let game: Game;

async function open(binary: BufferSource, description: Description, seats?: string[]): Promise<void> {
  rules = await Rules.open(binary, description, seats && { seats });
}

/** Gives the player `learned` its weights.  Returns which share of what it sees was learned. */
function learn(weights: Uint8Array): Promise<number> {
  return rules.learn(weights);
}

/** An error of the rules becomes one that reaches the page with its place. */
async function guarded<T>(run: () => T): Promise<Awaited<T>> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new WorkerError(error.reason, { place: error.place });
  }
}

function snapshot(): Snapshot {
  return {
    state: game.state.bytes,
    records: [...game.latest],
    options: [...game.options],
    written: writtenNow(),
  };
}

/** What is written on the table; nothing where a line stops with an error of the rules. */
function writtenNow(): Written[] {
  try {
    return [...game.written];
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

function start(seed: bigint): Promise<Snapshot> {
  return guarded(() => {
    game = rules.start({ seed });
    return snapshot();
  });
}

/** Continues from a state. */
function at(state: Uint8Array): Promise<Snapshot> {
  return guarded(() => {
    game = rules.at(new State(rules.description, state));
    return snapshot();
  });
}

function take(number: number): Promise<Snapshot> {
  return guarded(() => {
    game.choose(number);
    return snapshot();
  });
}

function undo(choices: number): void {
  game.undo(choices);
}

/** The open question as data; `picked`: the cards picked so far, as text. */
function asked(picked: string[]): Asked {
  return game.asked(picked);
}

/** Why cards of the player who is asked are no choice, in a sentence; empty if they are one. */
function refusal(cards: string[]): string {
  return game.refusal(cards);
}

/** The choice of a player that is a program. */
function ask(player: string): Promise<number> {
  return guarded(async () => (await game.ask(player)).number);
}

// --------------------------------------------------------------------------------------------------------- many games

const ADDED = 1;
/** Flags for watched games: each has its own deals, and is written to the log. */
const LOGGED = 2;
const BUDGET = 200_000n;

let instance: Instance;

/** The least share of what players see that must have been learned; with less, they choose by chance. */
const FEWEST_SHARED = 0.5;

/**
 * Opens a module for `simulate` and `playLogged`.  With weights, players that have learned play its games; returns whether
 * they know these rules well enough.
 */
async function count(
  binary: BufferSource,
  description: Description,
  weights: Uint8Array | null,
): Promise<boolean> {
  instance = await Instance.of(await compile(binary, description));
  instance.exports.record?.(0);
  const { net, players } = description;
  if (!weights || !net) return false;
  const { content, share } = netOf(await readWeights(weights), net);
  if (share < FEWEST_SHARED) return false;
  const { NETS: nets = 0, PLAYERS: seats = 0 } = net.at;
  instance.write(nets, content);
  instance.write(seats, new Uint8Array(players).fill(1));
  return true;
}

/** The results of games for `Desk.report`.  Bytes are written as hexadecimal digits. */
export interface Counted {
  /** How many games were played: fewer than asked if they took too long. */
  games: number;
  tallies: string;
  log: string;
  early: number[][];
  milliseconds: number;
}

/** Plays games `first` to `first + many - 1` until a time is over, and adds what was logged to `log`.  Returns how many. */
function played(
  how: number,
  seed: bigint,
  first: number,
  many: number,
  log: Uint8Array[],
  until: number,
): number {
  const { exports, view, description } = instance;
  let done = 0n;
  while (done < BigInt(many) && (performance.now() < until || !done)) {
    done += instance.guarded(() =>
      exports.games(how, seed, BigInt(first) + done, BigInt(many) - done, BUDGET),
    );
    const used = Number(view.getBigInt64(description.log.used, true));
    if (used) log.push(instance.bytes(description.log.address, used));
    view.setBigInt64(description.log.used, 0n, true);
  }
  return Number(done);
}

/**
 * Plays whole games, for `most` milliseconds.  Returns the counters, the log, and the changes of the counters by each of the
 * first games.
 */
function simulate(
  seed: bigint,
  many: number,
  early: number,
  counts: [number, number],
  deals: number,
  most: number,
): Promise<Counted> {
  return guarded(() => {
    const begun = performance.now();
    const until = begun + most;
    const log: Uint8Array[] = [];
    const { view } = instance;
    const { address, size } = instance.description.tallies;
    instance.write(address, new Uint8Array(size));
    const counters = () => {
      const found = Array.from({ length: counts[1] }, (_, i) =>
        Number(view.getBigInt64(counts[0] + 8 * i, true)),
      );
      return [...found, Number(view.getBigInt64(deals, true))];
    };
    const added: number[][] = [];
    let before = counters();
    const first = Math.min(early, many);
    let games = 0;
    while (games < first && (performance.now() < until || !games)) {
      played(ADDED, seed, games++, 1, log, Number.POSITIVE_INFINITY);
      const now = counters();
      added.push(now.map((value, i) => value - (before[i] ?? 0)));
      before = now;
    }
    // What a game was given up in the middle of is not counted: its choices are few beside the others.
    if (games === first) games += played(ADDED, seed, first, many - first, log, until);
    const tallies = hex([instance.bytes(address, size)]);
    return { games, tallies, log: hex(log), early: added, milliseconds: performance.now() - begun };
  });
}

/** Plays whole games, for `most` milliseconds, and returns how many ended and their results, for `Desk.compare`. */
function playLogged(seed: bigint, many: number, most: number): Promise<{ games: number; log: string }> {
  return guarded(() => {
    const log: Uint8Array[] = [];
    const games = played(LOGGED, seed, 0, many, log, performance.now() + most);
    return { games, log: hex(log) };
  });
}

// ------------------------------------------------------------------------------------------------------------ lessons

let lessons: Lessons;

/** Begins a lesson of the player `learned`, which goes on from `weights` if there are any. */
async function lesson(
  binary: BufferSource,
  description: Description,
  weights: Uint8Array | null,
  how: Lesson,
): Promise<{ share: number; choices: number }> {
  const begun = weights && (await readWeights(weights));
  const own = await Instance.of(await compile(binary, description));
  return guarded(async () => {
    lessons = await Lessons.begin(own, { ...how, weights: begun });
    return { share: lessons.share, choices: lessons.choices };
  });
}

/** Goes on with the lesson for some milliseconds. */
function lessonGoesOn(milliseconds: number): Promise<{ share: number; choices: number }> {
  return guarded(async () => {
    const until = performance.now() + milliseconds;
    while ((await lessons.next()) && performance.now() < until);
    return { share: lessons.share, choices: lessons.choices };
  });
}

/** The weights that came of the lesson. */
function lessonLearned(): Promise<Uint8Array> {
  return lessons.weights();
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function hex(parts: Uint8Array[]): string {
  return parts.map((part) => Array.from(part, (byte) => DIGITS[byte]).join("")).join("");
}

serve({
  ...{ open, learn, start, at, take, undo, asked, refusal, ask },
  ...{ assemble, count, simulate, playLogged, lesson, lessonGoesOn, lessonLearned },
});
