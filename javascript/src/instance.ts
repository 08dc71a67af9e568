/** One instance of a module.  Several games may share it; it holds one state at a time. */

import type { Description } from "./description.js";
import { Fault, filled, unfit } from "./errors.js";
import { DECISIONS, elements, integer, OVER, PC, State, STEPS, writeValue } from "./layout.js";
import { decode, type GameRecord, movedOn } from "./records.js";
import { NOW } from "./refused.js";
import type { Option, Value } from "./words.js";

/** What a module exports. */
export interface Exports {
  memory: WebAssembly.Memory;
  start(seed: bigint, index: bigint): void;
  options(skip: bigint): number;
  take(number: number): void;
  written(): number;
  resume(): void;
  record?(on: number): void;
  refused?(): number;
  receiver?(alternative: number): number;
  games(how: number, seed: bigint, first: bigint, count: bigint, budget: bigint): bigint;
}

/** A compiled module with its description. */
export interface Compiled {
  module: WebAssembly.Module;
  description: Description;
}

/** The bytes of a module, or the module itself. */
export type Binary = BufferSource | WebAssembly.Module;

/** A line that is written on the table now. */
export interface Written {
  /** Its number in `story.written`. */
  line: number;
  /** The player or team beside whom it is written; -1: it is written on the table. */
  owner: number;
  values: Value[];
}

/** Compiles a module.  Throws `GameError` if it is not what `hoyle compile` writes, or does not fit its description. */
export async function compile(binary: Binary, description: Description): Promise<Compiled> {
  if (description?.module !== 2 || !description.story)
    throw unfit("this is not the description of a module of this version");
  await undamaged(binary, description);
  const module = binary instanceof WebAssembly.Module ? binary : await compiled(binary);
  if (WebAssembly.Module.imports(module).length) throw unfit("a module of a game imports nothing");
  const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
  const missing = Object.keys(description.exports).filter((name) => !exported.has(name));
  if (missing.length) throw unfit(`this module does not fit its description: it has no \`${missing[0]}\``);
  return { module, description };
}

/** Throws `GameError` if the description that `hoyle compile` wrote, or the module of which it has the hash, is another now.
 *
 * A description without a digest is not looked at.  (Pages without https have no `crypto.subtle`.) */
async function undamaged(binary: Binary, description: Description): Promise<void> {
  const { digest, ...rest } = description;
  if (digest === undefined || !globalThis.crypto?.subtle) return;
  if (digest !== (await hashOf(new TextEncoder().encode(JSON.stringify(rest)))))
    throw unfit("the description of the module is damaged: its digest is another");
  if (!(binary instanceof WebAssembly.Module) && description.sha256 !== (await hashOf(binary)))
    throw unfit("this module is damaged, or not the one that was described: its hash is another");
}

async function hashOf(bytes: BufferSource): Promise<string> {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function compiled(binary: BufferSource): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(binary);
  } catch (error) {
    throw unfit(`this is no WebAssembly module: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const NO_CHOICE = "no choice";

/** The number that `fault.kinds` gives a trap for which the module wrote down no reason: a bug. */
const BROKEN = "broken";

export class Instance {
  /** Who put the state there that is in the module now, and has its options written down; null: nobody. */
  resident: object | null = null;
  private memory!: DataView;
  private exported!: Exports;

  private constructor(
    readonly description: Description,
    readonly module: WebAssembly.Module,
  ) {}

  static async of({ module, description }: Compiled): Promise<Instance> {
    const made = new Instance(description, module);
    await made.renew();
    return made;
  }

  /** Begins anew, with a memory that nothing has failed in.  Games that use the instance put their state into it. */
  async renew(): Promise<void> {
    this.exported = (await WebAssembly.instantiate(this.module, {})).exports as unknown as Exports;
    this.memory = new DataView(this.exported.memory.buffer);
    if (this.memory.byteLength < 65_536 * this.description.memory.pages)
      throw unfit("this module does not fit its description");
    this.exported.record?.(1);
    this.resident = null;
  }

  get exports(): Exports {
    return this.exported;
  }

  /** The memory, which never grows or moves. */
  get view(): DataView {
    return this.memory;
  }

  /** Part of the memory; a copy. */
  bytes(address: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, size).slice();
  }

  /** Writes bytes into the memory. */
  write(address: number, bytes: Uint8Array): void {
    new Uint8Array(this.memory.buffer, address, bytes.length).set(bytes);
  }

  /** Calls the module.  An error of the rules becomes a `Fault`. */
  guarded<T>(run: () => T): T {
    const { address, kinds, texts, messages, places } = this.description.fault;
    this.memory.setUint32(address, kinds.indexOf(BROKEN), true);
    try {
      return run();
    } catch (error) {
      const number = this.memory.getUint32(address, true);
      const kind = kinds[number];
      if (kind === undefined || kind === BROKEN) throw error;
      const place = places[this.memory.getUint32(address + 4, true)] ?? "";
      const numbers = [0, 1, 2].map((i) => this.memory.getBigInt64(address + 8 + 8 * i, true));
      const text = kind === "failed" ? messages[Number(numbers[0])] : filled(texts[number] ?? "", numbers);
      throw new Fault(kind, text || kind, place);
    }
  }

  /** The error of the rules that nobody can choose anything at a question. */
  private nothing(place: string): Fault {
    const { kinds, texts } = this.description.fault;
    return new Fault(NO_CHOICE, texts[kinds.indexOf(NO_CHOICE)] || NO_CHOICE, place);
  }

  /** The state that is in the module now. */
  get state(): State {
    const { address, size } = this.description.state;
    return new State(this.description, this.bytes(address, size));
  }

  put(state: State): void {
    this.write(this.description.state.address, state.bytes);
  }

  /** Begins a new game and runs it to its first question. */
  start(seed: bigint, index: bigint): GameRecord[] {
    this.discard();
    this.guarded(() => this.exports.start(seed, index));
    return this.records();
  }

  /** Answers the open question with one of the options that were written down last. */
  take(number: number): GameRecord[] {
    this.discard();
    this.guarded(() => this.exports.take(number));
    return this.records();
  }

  /** The incidents that may be declared at the open question of a state. */
  static incidents(state: State): number[] {
    const { asks, incidents } = state.description.question;
    return (asks[state.question]?.incidents ?? []).filter((one) => state.number(incidents[one]!.window));
  }

  /** Declares an incident that may be declared at the open question, and runs on. */
  declare(incident: number): GameRecord[] {
    const { question, state } = this.description;
    const { back, body, place } = question.incidents[incident]!;
    const slot = (number: number) => state.slots[number]!.address;
    const { memory } = this;
    const ask = ~Number(memory.getBigInt64(slot(PC), true));
    memory.setBigInt64(slot(back), BigInt(question.asks[ask]!.block), true);
    memory.setBigInt64(slot(PC), BigInt(body), true);
    memory.setBigInt64(slot(DECISIONS), memory.getBigInt64(slot(DECISIONS), true) + 1n, true);
    memory.setBigInt64(slot(STEPS), 0n, true);
    this.discard();
    this.guarded(() => this.exports.resume());
    return [{ record: "declared", incident, place }, ...this.records()];
  }

  /**
   * The options of the open question; at most `question.most` are written down.  Throws `Fault` if there is none,
   * which is an error of the rules.
   */
  options(): Option[] {
    const { address, size, asks } = this.description.question;
    const pc = Number(this.memory.getBigInt64(this.description.state.slots[PC]!.address, true));
    if (pc <= OVER) return [];
    const ask = ~pc;
    const count = this.guarded(() => this.exports.options(0n));
    if (!count) throw this.nothing(asks[ask]!.place);
    const { alternatives } = this.description.story.questions[ask]!;
    return Array.from({ length: count }, (_, number) => {
      let at = address + number * size;
      const alternative = Number(this.memory.getBigInt64(at, true));
      at += 8;
      const values = asks[ask]!.alternatives[alternative]!.names.map(({ words }, i) => {
        const set = alternatives[alternative]!.names[i]!.type.kind === "set";
        const value = set ? elements(this.memory, at, words) : Number(integer(this.memory, at, words));
        at += 8 * words;
        return value;
      });
      return { alternative, values };
    });
  }

  /** The same as `written`, but nothing where a line stops with an error of the rules, which `hoyle check` reports. */
  writtenSafely(records: readonly GameRecord[]): Written[] {
    if (!this.description.story.written.length) return [];
    try {
      return this.written(records);
    } catch (error) {
      if (error instanceof Fault) return [];
      throw error;
    }
  }

  /**
   * What is written on the table, in the order of the rules.  `records`: what has led here; at the end of the game it is
   * written with the dealer of its last deal, who has moved on since.  Throws `Fault` for an error of the rules.
   */
  written(records: readonly GameRecord[]): Written[] {
    const { address, size, lines } = this.description.written;
    const { state, story } = this.description;
    const now = [...movedOn(story, records)].map(([variable, before]) => {
      const at = state.slots[story.variables[variable]!.slot]!.address;
      const value = this.memory.getBigInt64(at, true);
      this.memory.setBigInt64(at, BigInt(before), true);
      return { at, value };
    });
    let count: number;
    try {
      count = this.guarded(() => this.exports.written());
    } finally {
      for (const { at, value } of now) this.memory.setBigInt64(at, value, true);
    }
    return Array.from({ length: count }, (_, number) => {
      let at = address + number * size;
      const [line, owner] = [0, 8].map((offset) => Number(this.memory.getBigInt64(at + offset, true)));
      const { types } = this.description.story.written[line!]!;
      at += 16;
      const values = lines[line!]!.words.map((words, i) => {
        const set = types[i]!.kind === "set";
        const value = set ? elements(this.memory, at, words) : Number(integer(this.memory, at, words));
        at += 8 * words;
        return value;
      });
      return { line: line!, owner: owner!, values };
    });
  }

  /**
   * Why an option of the open question is not legal: the number of a reason, or one of the codes in `refused.ts`.  The
   * options that were written down are lost.
   */
  refused({ alternative, values }: Option): number {
    const { exports, memory, description } = this;
    if (!exports.refused) throw unfit("this module was compiled without records");
    const { address, asks } = description.question;
    const ask = ~Number(memory.getBigInt64(description.state.slots[PC]!.address, true));
    const names = asks[ask]?.alternatives[alternative]?.names;
    if (names?.length !== values.length) return NOW;
    this.resident = null;
    let at = address;
    memory.setBigInt64(at, BigInt(alternative), true);
    at += 8;
    names.forEach(({ words }, i) => {
      writeValue(memory, at, words, values[i]!);
      at += 8 * words;
    });
    try {
      return this.guarded(() => exports.refused!());
    } catch (error) {
      if (error instanceof Fault) return NOW;
      throw error;
    }
  }

  /** The owner of the zone to which the cards of an alternative of the open question go; -1 if it is not known. */
  receiver(alternative: number): number {
    const { exports } = this;
    return exports.receiver ? this.guarded(() => exports.receiver!(alternative)) : -1;
  }

  private records(): GameRecord[] {
    const { records } = this.description;
    return records ? decode(this.description, records, this.memory) : [];
  }

  /** Empties the stream of records: a call that failed may have left some. */
  private discard(): void {
    const { records } = this.description;
    if (!records) return;
    this.memory.setBigInt64(records.used, 0n, true);
    this.memory.setBigInt64(records.lost, 0n, true);
  }
}
