/**
 * How a state lies in memory: reads slots as numbers, sets and piles, and writes a state as the JSON data that
 * `hoyle.from_json` reads.
 */

import type { Description, Story } from "./description.js";
import { unreadable, wrong } from "./errors.js";

/** The slots that every state begins with: `state.slots` of the description names them. */
export const PC = 0;
export const RNG = 1;
export const STEPS = 2;
export const ACTOR = 3;
export const DECISIONS = 4;

/** `PC` of a game that is over: `OVER` less the number of the ending, or `CUT` at the length limit. */
export const OVER = -(2 ** 20);
export const CUT = 2 * OVER;

/** The elements of a set of so many 64-bit words, ascending. */
export function elements(view: DataView, at: number, words: number): number[] {
  const found: number[] = [];
  for (let word = 0; word < words; word++) {
    for (let half = 0; half < 2; half++) {
      let bits = view.getUint32(at + 8 * word + 4 * half, true);
      for (let element = 64 * word + 32 * half; bits; element++, bits >>>= 1) {
        if (bits & 1) found.push(element);
      }
    }
  }
  return found;
}

/** The number of so many 64-bit words, lowest first, in two's complement. */
export function integer(view: DataView, at: number, words: number): bigint {
  let found = view.getBigInt64(at + 8 * (words - 1), true);
  for (let word = words - 2; word >= 0; word--)
    found = (found << 64n) | view.getBigUint64(at + 8 * word, true);
  return found;
}

/** A state of a game: the bytes that lie at `state.address`. */
export class State {
  readonly story: Story;
  private readonly view: DataView;

  constructor(
    readonly description: Description,
    readonly bytes: Uint8Array,
  ) {
    this.story = description.story;
    if (bytes.length !== description.state.size) throw wrong("this is not a state of this game");
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  private at(slot: number): number {
    return this.description.state.slots[slot]!.address - this.description.state.address;
  }

  private words(slot: number): number {
    return this.description.state.slots[slot]!.words ?? 1;
  }

  /** The number in a slot.  Beyond 2^53 its last digits are lost; no score of a card game comes near. */
  number(slot: number): number {
    const at = this.at(slot);
    return Number(
      this.words(slot) === 1 ? this.view.getBigInt64(at, true) : integer(this.view, at, this.words(slot)),
    );
  }

  /** The elements of the set in a slot, ascending. */
  set(slot: number): number[] {
    return elements(this.view, this.at(slot), this.words(slot));
  }

  /** The cards in a slot of a zone: of a pile the bottom card first, of any other zone ascending. */
  cards(slot: number): number[] {
    if (this.description.state.slots[slot]!.kind !== "pile") return this.set(slot);
    const at = this.at(slot);
    return Array.from({ length: this.view.getUint32(at, true) }, (_, i) =>
      this.view.getUint16(at + 8 + 2 * i, true),
    );
  }

  /** Replaces the card, or the set of cards, in a slot by others. */
  replaceCards(slot: number, several: boolean, swap: ReadonlyMap<number, number>): void {
    if (!several) {
      const card = this.number(slot);
      put(this.view, this.at(slot), this.words(slot), BigInt(swap.get(card) ?? card));
    } else {
      const cards = this.set(slot).map((card) => swap.get(card) ?? card);
      put(this.view, this.at(slot), this.words(slot), maskOf(cards));
    }
  }

  /** The number of the open question; -1 if the game is over. */
  get question(): number {
    const pc = this.number(PC);
    return pc > OVER ? ~pc : -1;
  }

  /** The seat that must choose; -1 if the game is over. */
  get player(): number {
    return this.question < 0 ? -1 : this.number(ACTOR);
  }

  /** The slots as JSON data: numbers (as text in base 16 beyond 53 bits), and lists of cards. */
  toSlots(): (number | string | number[])[] {
    const zones = zoneSlots(this.description);
    return this.description.state.slots.map((_, slot) => {
      if (zones.has(slot)) return this.cards(slot);
      const exact = integer(this.view, this.at(slot), this.words(slot));
      const value = slot === RNG ? BigInt.asUintN(64, exact) : exact;
      const size = value < 0n ? -value : value;
      return size < 1n << 53n ? Number(value) : `${value < 0n ? "-" : ""}0x${size.toString(16)}`;
    });
  }

  /** The state in such data.  Throws `GameError` if it is none. */
  static fromSlots(description: Description, slots: unknown): State {
    const { size, address, slots: places } = description.state;
    if (!Array.isArray(slots) || slots.length !== places.length)
      throw unreadable("this state has the wrong number of slots");
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    const zones = zoneSlots(description);
    const lying = new Set<number>();
    places.forEach((place, slot) => {
      const at = place.address - address;
      const value: unknown = slots[slot];
      if (!zones.has(slot)) return put(view, at, place.words ?? 1, exactly(value));
      if (!Array.isArray(value)) throw unreadable("a zone of this state is not a list of cards");
      for (const card of value as unknown[]) {
        if (!Number.isInteger(card) || (card as number) < 0 || (card as number) >= description.cards.length)
          throw unreadable("a zone of this state is not a list of cards");
        if (lying.has(card as number)) throw unreadable("a card lies in two places in this state");
        lying.add(card as number);
      }
      const cards = value as number[];
      if (place.kind === "pile") {
        view.setUint32(at, cards.length, true);
        cards.forEach((card, i) => view.setUint16(at + 8 + 2 * i, card, true));
      } else put(view, at, place.words ?? 1, maskOf(cards));
    });
    if (lying.size !== description.cards.length) throw unreadable("a card is missing in this state");
    return new State(description, bytes);
  }
}

/** The slots that hold cards. */
function zoneSlots(description: Description): Set<number> {
  return new Set(
    description.story.zones.flatMap((zone) => Array.from({ length: zone.count }, (_, i) => zone.slot + i)),
  );
}

/** The elements of a set as the bits of a number. */
export function maskOf(elements: readonly number[]): bigint {
  return elements.reduce((mask, element) => mask | (1n << BigInt(element)), 0n);
}

/** Writes a number, or a set of numbers, in so many 64-bit words, lowest first. */
export function writeValue(
  view: DataView,
  at: number,
  words: number,
  value: number | readonly number[],
): void {
  const whole = typeof value === "number" ? BigInt(value) : maskOf(value);
  for (let word = 0; word < words; word++)
    view.setBigUint64(at + 8 * word, BigInt.asUintN(64, whole >> BigInt(64 * word)), true);
}

function exactly(value: unknown): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  const found = typeof value === "string" && value.length < 500 ? /^(-?)(0x[0-9a-f]+)$/.exec(value) : null;
  if (!found) throw unreadable("a slot of this state is not a number");
  return found[1] ? -BigInt(found[2]!) : BigInt(found[2]!);
}

function put(view: DataView, at: number, words: number, value: bigint): void {
  const size = BigInt(64 * words);
  if (BigInt.asIntN(Number(size), value) !== value && BigInt.asUintN(Number(size), value) !== value)
    throw unreadable("a number of this state is too large for its slot");
  for (let word = 0; word < words; word++) {
    view.setBigUint64(at + 8 * word, BigInt.asUintN(64, value >> BigInt(64 * word)), true);
  }
}
