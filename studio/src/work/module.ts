/** The worker that runs a module: one game at a time in its own memory.  The page ends it if it takes too long. */

import type { Description } from "../play/description.js";
import { serve, WorkerError } from "../lib/rpc.js";
import { Thinker } from "./think.js";

interface Exports {
  memory: WebAssembly.Memory;
  start(seed: bigint, index: bigint): void;
  options(skip: bigint): number;
  take(number: number): void;
  step(number: number): number;
  resume(): void;
  games(how: number, seed: bigint, first: bigint, count: bigint, budget: bigint): bigint;
}

/** An option: the number of its alternative, then the value of each name; a set is the list of its elements. */
export type Option = (number | number[])[];

/** A game at a question, or at its end.  At the end there are no options. */
export interface Snapshot {
  state: Uint8Array;
  options: Option[];
}

let exports: Exports;
let description: Description;
let thinker: Thinker | null = null;

async function open(binary: BufferSource, described: Description): Promise<void> {
  const module = await WebAssembly.compile(binary);
  if (WebAssembly.Module.imports(module).length) throw new WorkerError("a module of a game imports nothing");
  const instance = await WebAssembly.instantiate(module, {});
  exports = instance.exports as unknown as Exports;
  description = described;
}

/** Calls the module.  A fault of the rules becomes an error with its kind and place. */
function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const view = new DataView(exports.memory.buffer);
    const kind = view.getUint32(description.fault.address, true);
    const place = view.getUint32(description.fault.address + 4, true);
    const name = description.fault.kinds[kind];
    if (name === undefined) throw error;
    const message = Number(view.getBigInt64(description.fault.address + 8, true));
    const text = name === "failed" ? (description.fault.messages[message] ?? name) : name;
    throw new WorkerError(text, { fault: name, place: description.fault.places[place] ?? "" });
  }
}

function elements(view: DataView, address: number, words: number): number[] {
  const found: number[] = [];
  for (let word = 0; word < words; word++) {
    let bits = view.getBigUint64(address + 8 * word, true);
    for (let at = 64 * word; bits; at++, bits >>= 1n) if (bits & 1n) found.push(at);
  }
  return found;
}

function options(): Option[] {
  const { address, size, asks } = description.question;
  const pc = new DataView(exports.memory.buffer).getBigInt64(description.state.slots[0]?.address ?? 0, true);
  const ask = Number(~pc);
  if (pc >= 0n || ask >= asks.length) return [];
  const count = guarded(() => exports.options(0n));
  const view = new DataView(exports.memory.buffer);
  const found: Option[] = [];
  for (let number = 0; number < count; number++) {
    let at = address + number * size;
    const alternative = Number(view.getBigInt64(at, true));
    at += 8;
    const option: Option = [alternative];
    const types = description.legend.questions[ask]?.alternatives[alternative]?.types ?? [];
    asks[ask]?.alternatives[alternative]?.names.forEach((name, i) => {
      const mask = types[i]?.kind === "set";
      option.push(mask ? elements(view, at, name.words) : Number(view.getBigInt64(at, true)));
      at += 8 * name.words;
    });
    found.push(option);
  }
  return found;
}

function snapshot(): Snapshot {
  const { address, size } = description.state;
  const made = options();
  return { state: new Uint8Array(exports.memory.buffer, address, size).slice(), options: made };
}

function start(seed: bigint): Snapshot {
  guarded(() => exports.start(seed, 0n));
  return snapshot();
}

/** Restores a state and answers its question with one of the options. */
function take(state: Uint8Array, number: number): Snapshot {
  put(state);
  if (options()[number] === undefined) throw new WorkerError("there is no such option");
  guarded(() => exports.take(number));
  return snapshot();
}

function put(state: Uint8Array): void {
  new Uint8Array(exports.memory.buffer, description.state.address, description.state.size).set(state);
}

function look(state: Uint8Array): Snapshot {
  put(state);
  return snapshot();
}

/** The option that a thinking player chooses.  `seen`: the cards that it has seen since the deal. */
function think(state: Uint8Array, seen: number[], milliseconds: number): number {
  thinker ??= new Thinker(exports, description);
  return thinker.best(state, seen, milliseconds).number;
}

const ADDED = 1;
/** Flags for watched games: each has its own deals, and is written to the log. */
const LOGGED = 2;
const BUDGET = 200_000n;

/** Assembles the text of a module to bytes. */
async function assemble(text: string): Promise<ArrayBuffer> {
  const { default: load } = await import("wabt");
  const made = (await load()).parseWat("game.wat", text, {
    exceptions: true,
    simd: true,
    bulk_memory: true,
    sign_extension: true,
    mutable_globals: true,
    multi_value: true,
  });
  try {
    return new Uint8Array(made.toBinary({}).buffer).buffer;
  } finally {
    made.destroy();
  }
}

/** The results of random games for `Desk.report`.  Bytes are written as hexadecimal digits. */
export interface Counted {
  tallies: string;
  log: string;
  early: number[][];
  milliseconds: number;
}

/**
 * Plays whole games at random.  Returns the counters, the log, and the changes of the counters by each of the first
 * games.
 */
function simulate(
  seed: bigint,
  count: number,
  early: number,
  counts: [number, number],
  deals: number,
): Counted {
  const begun = performance.now();
  const log: Uint8Array[] = [];
  new Uint8Array(exports.memory.buffer, description.tallies.address, description.tallies.size).fill(0);
  const play = (first: number, many: number) => {
    let done = 0n;
    while (done < BigInt(many)) {
      done += guarded(() => exports.games(ADDED, seed, BigInt(first) + done, BigInt(many) - done, BUDGET));
      const view = new DataView(exports.memory.buffer);
      const used = Number(view.getBigInt64(description.log.used, true));
      if (used) log.push(new Uint8Array(exports.memory.buffer, description.log.address, used).slice());
      view.setBigInt64(description.log.used, 0n, true);
    }
  };
  const counters = () => {
    const view = new DataView(exports.memory.buffer);
    const found = Array.from({ length: counts[1] }, (_, i) =>
      Number(view.getBigInt64(counts[0] + 8 * i, true)),
    );
    return [...found, Number(view.getBigInt64(deals, true))];
  };
  const added: number[][] = [];
  let before = counters();
  const first = Math.min(early, count);
  for (let game = 0; game < first; game++) {
    play(game, 1);
    const now = counters();
    added.push(now.map((value, i) => value - (before[i] ?? 0)));
    before = now;
  }
  play(first, count - first);
  const tallies = new Uint8Array(
    exports.memory.buffer,
    description.tallies.address,
    description.tallies.size,
  );
  return {
    tallies: hex([tallies]),
    log: hex(log),
    early: added,
    milliseconds: performance.now() - begun,
  };
}

/** Plays whole games at random and returns their results, for `Desk.compare`. */
function playLogged(seed: bigint, count: number): string {
  const log: Uint8Array[] = [];
  let done = 0n;
  while (done < BigInt(count)) {
    done += guarded(() => exports.games(LOGGED, seed, done, BigInt(count) - done, BUDGET));
    const view = new DataView(exports.memory.buffer);
    const used = Number(view.getBigInt64(description.log.used, true));
    if (used) log.push(new Uint8Array(exports.memory.buffer, description.log.address, used).slice());
    view.setBigInt64(description.log.used, 0n, true);
  }
  return hex(log);
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function hex(parts: Uint8Array[]): string {
  return parts.map((part) => Array.from(part, (byte) => DIGITS[byte]).join("")).join("");
}

serve({ open, start, take, look, think, assemble, simulate, playLogged });
