/**
 * Reads and writes files of weights of the player `learned`, and makes the net of a module from one.  Python's is
 * `interpreter/learning/weights.py`, whose docstring describes the file.  Nothing in a file is executed.
 */

import type { Description } from "../description.js";
import { unusable } from "../errors.js";
import { fitting } from "./fitting.js";

type Net = NonNullable<Description["net"]>;

/** Weights: `rows`, numbers for each feature, block by block; `rest`, the other layers. */
export interface Weights {
  /** The title of the game they were learned for. */
  title: string;
  /** What the rules mean that they were learned for. */
  fingerprint: string;
  ruleset: string;
  options: Record<string, string | number | boolean>;
  players: number;
  /** The hashes of the parts of the rules. */
  parts: Record<string, string>;
  /** The usual gain in a deal, in points. */
  scale: number;
  /** From how many choices was learned, and for how many seconds, in all. */
  choices: number;
  seconds: number;
  /** From how many choices that was learned of other rules which it began with. */
  begun: number;
  seed: number;
  hidden: number;
  second: number;
  /** How many times as much as usual who thinks counts the net: for a card played to a trick, and for all else. */
  counted: [number, number];
  blocks: { key: string; size: number }[];
  rows: Float32Array;
  rest: Float32Array;
}

const MARK = "HOYLENET";
const VERSION = 2;
const HEAD_AT = 44;
const MOST_BYTES = 150_000;
const MOST_FEATURES = 6_000;
const MOST = 1e6;
/** The most that `counted` can be. */
const MOST_COUNTED = 1_000;
/** The largest multiple of its scale that a number of a row can be. */
const STEPS = 31;
/** How many bits after the first a scale has. */
const PRECISE = 6;

/** Reads a file of weights.  Throws `GameError` with one sentence if it is damaged, foreign or of another version. */
export async function readWeights(content: Uint8Array): Promise<Weights> {
  if (content.length > MOST_BYTES || String.fromCharCode(...content.slice(0, 8)) !== MARK)
    throw unusable("this is no file of weights");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content.slice(40)));
  if (digest.some((byte, i) => byte !== content[8 + i]))
    throw unusable("the file of weights is damaged: its checksum is wrong");
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const { head, begin } = headOf(content, view);
  const { hidden, second, blocks } = head;
  const features = blocks.reduce((sum, { size }) => sum + size, 0);
  const [rows, between] = unpacked(view, begin, features, hidden);
  const [inner, at] = unpacked(view, between, hidden, second);
  const left = (content.length - at) / 4;
  if (!Number.isInteger(left))
    throw unusable("the file of weights is damaged: it has another length than it says");
  const outer = Array.from({ length: left }, (_, i) => view.getFloat32(at + 4 * i, true));
  const rest = Float32Array.of(...inner, ...outer);
  if (![rows, rest].every((numbers) => numbers.every((one) => Math.abs(one) < MOST)))
    throw unusable("the file of weights is damaged: it contains impossible numbers");
  return { ...head, rows, rest };
}

/** Rows of numbers that begin at a place of a file, and where they end. */
function unpacked(view: DataView, begin: number, count: number, size: number): [Float32Array, number] {
  const rows = new Float32Array(count * size);
  let at = begin;
  for (let row = 0; row < count; row++) {
    if (at + 4 > view.byteLength) throw unusable("the file of weights is damaged: it ends too early");
    const scale = view.getFloat32(at, true);
    at += 4;
    if (!scale) continue;
    if (at + size > view.byteLength) throw unusable("the file of weights is damaged: it ends too early");
    for (let i = 0; i < size; i++) rows[row * size + i] = view.getInt8(at + i) * scale;
    at += size;
  }
  return [rows, at];
}

function headOf(
  content: Uint8Array,
  view: DataView,
): { head: Omit<Weights, "rows" | "rest">; begin: number } {
  const begin = HEAD_AT + view.getUint32(40, true);
  if (begin > content.length) throw unusable("the file of weights is damaged: it ends too early");
  let head: Partial<Record<string, unknown>>;
  try {
    head = JSON.parse(new TextDecoder().decode(content.slice(HEAD_AT, begin))) as typeof head;
  } catch {
    throw unusable("the file of weights is damaged: its head cannot be read");
  }
  if (head?.version !== VERSION) throw unusable("the file of weights was made by another version of Hoyle");
  const { hidden, second } = head;
  const blocks = (Array.isArray(head.blocks) ? head.blocks : []).map((block: unknown) => {
    const [key, size] = Array.isArray(block) ? (block as unknown[]) : [];
    return { key: String(key), size: Number(size) };
  });
  const features = blocks.reduce((sum, { size }) => sum + size, 0);
  const whole = (one: unknown): one is number => Number.isInteger(one) && (one as number) > 0;
  if (!whole(hidden) || !whole(second) || !blocks.length || !blocks.every(({ size }) => whole(size)))
    throw unusable("the file of weights is damaged: its blocks are impossible");
  if (features > MOST_FEATURES || hidden > 1_000 || second > 1_000)
    throw unusable("the file of weights is damaged: its blocks are impossible");
  const [title, fingerprint, ruleset] = [head.title, head.fingerprint, head.ruleset].map(String);
  const [players, scale, choices, seconds, seed] = [
    ...[head.players, head.scale, head.choices, head.seconds, head.seed],
  ].map(Number);
  const begun = Number(head.begun ?? 0);
  if (![players, scale, choices, seconds, seed, begun].every(Number.isFinite))
    throw unusable("the file of weights is damaged: its head cannot be read");
  const counted = head.counted ?? [1, 1];
  if (!isCounted(counted)) throw unusable("the file of weights is damaged: its head cannot be read");
  const found = {
    ...{ title: title!, fingerprint: fingerprint!, ruleset: ruleset!, players: players!, scale: scale! },
    ...{ choices: choices!, seconds: seconds!, seed: seed!, hidden, second, blocks, counted, begun },
    options: { ...(head.options as Weights["options"]) },
    parts: { ...(head.parts as Weights["parts"]) },
  };
  return { head: found, begin };
}

function isCounted(given: unknown): given is Weights["counted"] {
  const fits = (one: unknown) =>
    Number.isInteger(one) && (one as number) >= 0 && (one as number) <= MOST_COUNTED;
  return Array.isArray(given) && given.length === 2 && given.every(fits);
}

/** The file of some weights. */
export async function writeWeights({ rows, rest, blocks, ...about }: Weights): Promise<Uint8Array> {
  const fields = { ...about, version: VERSION, blocks: blocks.map(({ key, size }) => [key, size]) };
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const head = new TextEncoder().encode(JSON.stringify(Object.fromEntries(sorted)));
  const { hidden, second } = about;
  const inner = hidden * second;
  const others = [packed(rest.slice(0, inner), second), bytes(rest.slice(inner))];
  const room = [head, ...others].reduce((left, { length }) => left - length, MOST_BYTES - HEAD_AT);
  const body = [head, packed(largest(rows, hidden, room), hidden), ...others];
  const content = new Uint8Array(HEAD_AT + body.reduce((sum, { length }) => sum + length, 0));
  content.set(new TextEncoder().encode(MARK));
  new DataView(content.buffer).setUint32(40, head.length, true);
  let at = HEAD_AT;
  for (const part of body) {
    content.set(part, at);
    at += part.length;
  }
  content.set(new Uint8Array(await crypto.subtle.digest("SHA-256", content.slice(40))), 8);
  return content;
}

/** The rows, of which those with the smallest numbers are 0 if there is not enough room for all in a file. */
function largest(numbers: Float32Array, size: number, room: number): Float32Array {
  const most = Array.from({ length: numbers.length / size }, (_, row) =>
    numbers.subarray(row * size, (row + 1) * size).reduce((max, one) => Math.max(max, Math.abs(one)), 0),
  );
  const fit = Math.floor(Math.max(0, room - 4 * most.length) / size);
  if (most.filter(Boolean).length <= fit) return numbers;
  const kept = numbers.slice();
  const order = most.map((_, row) => row).sort((a, b) => most[b]! - most[a]!);
  for (const row of order.slice(fit)) kept.fill(0, row * size, (row + 1) * size);
  return kept;
}

/** Rows of numbers as a file has them: a scale each and, unless it is 0, the numbers as multiples of it. */
function packed(numbers: Float32Array, size: number): Uint8Array {
  const made: Uint8Array[] = [];
  for (let at = 0; at < numbers.length; at += size) {
    const row = numbers.subarray(at, at + size);
    const scale = Math.fround(rounded(row.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / STEPS));
    made.push(bytes(Float32Array.of(scale)));
    if (!scale) continue;
    const steps = Int8Array.from(row, (one) => Math.max(-STEPS, Math.min(STEPS, toEven(one / scale))));
    made.push(new Uint8Array(steps.buffer));
  }
  const content = new Uint8Array(made.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of made) {
    content.set(part, at);
    at += part.length;
  }
  return content;
}

/** The nearest number of few bits. */
function rounded(scale: number): number {
  const unit = 2 ** (Math.floor(Math.log2(scale)) - PRECISE);
  return scale && toEven(scale / unit) * unit;
}

function bytes(numbers: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length));
  numbers.forEach((one, i) => view.setFloat32(4 * i, one, true));
  return new Uint8Array(view.buffer);
}

/** Rounds to the nearest whole number, a half to the even one, as Python does. */
export function toEven(number: number): number {
  const below = Math.floor(number);
  if (number - below !== 0.5) return Math.round(number);
  return below % 2 ? below + 1 : below;
}

/**
 * The net of a module: the blocks that fit are taken over, rows of others are 0.  `share`: which share of the features was
 * taken over.  Throws `GameError` if the layers have other sizes.
 */
export function netOf(weights: Weights, net: Net): { content: Uint8Array; share: number } {
  const { hidden, second, rows, rest } = weights;
  const features = net.blocks.reduce((sum, { size }) => sum + size, 0);
  if (hidden !== net.hidden || second !== net.second || 4 * (features * hidden + rest.length) !== net.size)
    throw unusable("the file of weights was made by another version of Hoyle");
  const begins: number[] = [];
  let begin = 0;
  for (const { size } of weights.blocks) {
    begins.push(begin);
    begin += size;
  }
  const content = new DataView(new ArrayBuffer(net.size));
  const places = fitting(weights.blocks, net.blocks);
  /** A number of some rows on average. */
  const mean = (from: number, count: number, number: number) => {
    let sum = 0;
    for (let row = 0; row < count; row++) sum += rows[(from + row) * hidden + number]!;
    return sum / count;
  };
  let [at, found] = [0, 0];
  for (const [block, { size }] of net.blocks.entries()) {
    const from = begins[places[block]!];
    if (from !== undefined) {
      const count = weights.blocks[places[block]!]!.size;
      for (let i = 0; i < size * hidden; i++)
        content.setFloat32(
          at + 4 * i,
          count === size ? rows[from * hidden + i]! : mean(from, count, i % hidden),
          true,
        );
      found += size;
    }
    at += 4 * size * hidden;
  }
  rest.forEach((one, i) => content.setFloat32(at + 4 * i, one, true));
  return { content: new Uint8Array(content.buffer), share: found / features };
}

/** The parts of rules that have an effect on play: all but the checks. */
function playedParts(parts: Record<string, string>, { checks }: Net): string {
  return entries(Object.fromEntries(Object.entries(parts).filter(([name]) => name !== checks)));
}

function entries(all: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/** Whether weights were learned for these rules and this number of players, perhaps with other options. */
function madeFrom(weights: Weights, { players }: Description, net: Net): boolean {
  return weights.players === players && playedParts(weights.parts, net) === playedParts(net.parts, net);
}

/** Whether weights were learned for exactly these rules, options and players; checks have no effect on play. */
export function madeFor(weights: Weights, description: Description, net: Net): boolean {
  return madeFrom(weights, description, net) && entries(weights.options) === entries(description.options);
}

/** Weights with which a lesson begins: lessons about other rules, or with other players, are counted apart. */
export function about(weights: Weights, description: Description, net: Net): Weights {
  if (madeFrom(weights, description, net)) return weights;
  return { ...weights, choices: 0, seconds: 0, begun: weights.choices + weights.begun };
}
