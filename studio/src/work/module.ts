/** The worker that plays a module: one game at a time, in a memory of its own, ended if it takes too long. */

import type { Description } from "../play/description.js";
import { serve, WorkerError } from "../lib/rpc.js";

interface Exports {
  memory: WebAssembly.Memory;
  start(seed: bigint, index: bigint): void;
  options(skip: bigint): number;
  take(number: number): void;
  resume(): void;
  games(how: number, seed: bigint, first: bigint, count: bigint, budget: bigint): bigint;
}

/** One option: the number of its alternative, then the value of each name; a set is the list of its elements. */
export type Option = (number | number[])[];

/** A game at a question, or at its end (then there are no options). */
export interface Snapshot {
  state: Uint8Array;
  options: Option[];
}

let exports: Exports;
let told: Description;

async function open(binary: BufferSource, description: Description): Promise<void> {
  const module = await WebAssembly.compile(binary);
  if (WebAssembly.Module.imports(module).length) throw new WorkerError("a module of a game imports nothing");
  const instance = await WebAssembly.instantiate(module, {});
  exports = instance.exports as unknown as Exports;
  told = description;
}

/** Calls into the module; a fault of the rules becomes an error that says which and where. */
function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const view = new DataView(exports.memory.buffer);
    const kind = view.getUint32(told.fault.address, true);
    const place = view.getUint32(told.fault.address + 4, true);
    const name = told.fault.kinds[kind];
    if (name === undefined) throw error;
    const message = Number(view.getBigInt64(told.fault.address + 8, true));
    const text = name === "failed" ? (told.fault.messages[message] ?? name) : name;
    throw new WorkerError(text, { fault: name, place: told.fault.places[place] ?? "" });
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
  const { address, size, asks } = told.question;
  const pc = new DataView(exports.memory.buffer).getBigInt64(told.state.slots[0]?.address ?? 0, true);
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
    const types = told.legend.questions[ask]?.alternatives[alternative]?.types ?? [];
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
  const { address, size } = told.state;
  const made = options();
  return { state: new Uint8Array(exports.memory.buffer, address, size).slice(), options: made };
}

function start(seed: bigint): Snapshot {
  guarded(() => exports.start(seed, 0n));
  return snapshot();
}

/** Puts a state back, and answers with one of its options. */
function take(state: Uint8Array, number: number): Snapshot {
  put(state);
  if (options()[number] === undefined) throw new WorkerError("there is no such option");
  guarded(() => exports.take(number));
  return snapshot();
}

function put(state: Uint8Array): void {
  new Uint8Array(exports.memory.buffer, told.state.address, told.state.size).set(state);
}

function look(state: Uint8Array): Snapshot {
  put(state);
  return snapshot();
}

const ADDED = 1;
const BUDGET = 200_000n;

/** Plays whole games by chance: the counters and the log's entries, for whoever reads them (`batch/modules.py`). */
function games(seed: bigint, count: number): { tallies: Uint8Array; log: Uint8Array[]; done: number } {
  const log: Uint8Array[] = [];
  const memory = () => exports.memory.buffer;
  new Uint8Array(memory(), told.tallies.address, told.tallies.size).fill(0);
  let done = 0n;
  while (done < BigInt(count)) {
    done += guarded(() => exports.games(ADDED, seed, done, BigInt(count) - done, BUDGET));
    const view = new DataView(memory());
    const used = Number(view.getBigInt64(told.log.used, true));
    if (used) log.push(new Uint8Array(memory(), told.log.address, used).slice());
    view.setBigInt64(told.log.used, 0n, true);
  }
  const tallies = new Uint8Array(memory(), told.tallies.address, told.tallies.size).slice();
  return { tallies, log, done: Number(done) };
}

serve({ open, start, take, look, games });
