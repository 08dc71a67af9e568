/**
 * A player that thinks: it tries each choice in many worlds and takes the one with the best result.
 *
 * A world is a state in which every card that the player has not seen is dealt again to the places of unseen cards.  So
 * nothing depends on hidden information.  In each world the rest of the deal is played at random inside the module,
 * once for each choice.  The result is the change of the score of the player's own side, compared with that of the
 * others.
 */

import { ACTOR, type Description, PC, type Zone } from "../play/description.js";

/** The parts of a module that thinking uses. */
export interface Engine {
  memory: WebAssembly.Memory;
  options(skip: bigint): number;
  step(number: number): number;
}

const RNG = 1;
const MOST_TRIED = 48;
const MOST_PLIES = 400;
const WIN = 1000;

interface Place {
  address: number;
  pile: boolean;
  words: number;
  cards: number[];
  /** Whether each card is dealt again. */
  loose: boolean[];
  /** The range of a pile with unknown order.  The state stores its cards in ascending order. */
  low: number;
  high: number;
}

export class Thinker {
  private view: DataView;

  constructor(
    private readonly engine: Engine,
    private readonly description: Description,
  ) {
    this.view = new DataView(engine.memory.buffer);
  }

  /** Returns the best option of the open question after the given time.  `seen`: the cards that the player has seen. */
  best(state: Uint8Array, seen: number[], milliseconds: number): { number: number; worlds: number } {
    const { address, size } = this.description.state;
    const memory = new Uint8Array(this.engine.memory.buffer);
    const end = performance.now() + milliseconds;
    memory.set(state, address);
    const count = this.engine.options(0n);
    const seat = this.number(ACTOR);
    if (count < 2) return { number: 0, worlds: 0 };
    const tried = sample(count, MOST_TRIED);
    const places = this.places(seat, new Set(seen));
    const before = this.scores(seat);
    const sums = tried.map(() => 0);
    let worlds = 0;
    while (worlds === 0 || performance.now() < end) {
      memory.set(state, address);
      this.redeal(places);
      const world = memory.slice(address, address + size);
      const values: number[] = [];
      for (const number of tried) {
        memory.set(world, address);
        values.push(this.play(number, count, seat, before));
      }
      if (!values.some(Number.isNaN))
        values.forEach((value, i) => {
          sums[i] = (sums[i] ?? 0) + value;
        });
      worlds++;
      if (worlds > 5000) break;
    }
    const most = Math.max(...sums);
    const found = tried.filter((_, i) => sums[i] === most);
    return { number: found[Math.floor(Math.random() * found.length)] ?? 0, worlds };
  }

  /** The result of a choice if the rest of the deal is played at random; NaN if the choice is illegal in this world. */
  private play(number: number, count: number, seat: number, before: number): number {
    try {
      if (this.engine.options(0n) !== count) return Number.NaN;
      let left = this.engine.step(number);
      let held = this.held();
      for (let plies = 0; left > 0 && plies < MOST_PLIES; plies++) {
        left = this.engine.step(Math.floor(Math.random() * left));
        const now = this.held();
        if (now >= held + this.description.players) break;
        held = now;
      }
      const gained = this.scores(seat) - before;
      return this.number(PC) < -1_000_000 ? gained + (this.won(seat) ? WIN : -WIN) : gained;
    } catch {
      return Number.NaN;
    }
  }

  private number(slot: number): number {
    return Number(this.view.getBigInt64(this.description.state.slots[slot]?.address ?? 0, true));
  }

  private zones(): [Zone, number][] {
    return this.description.legend.zones.flatMap((zone) =>
      Array.from({ length: zone.count }, (_, owner) => [zone, owner] as [Zone, number]),
    );
  }

  /** The number of cards in all hands. */
  private held(): number {
    let held = 0;
    for (const [zone, owner] of this.zones()) {
      if (zone.visibility !== "private") continue;
      const slot = this.description.state.slots[zone.slot + owner];
      if (!slot) continue;
      if (slot.kind === "pile") held += this.view.getUint32(slot.address, true);
      else
        for (let word = 0; word < 2 * (slot.words ?? 1); word++)
          held += ones(this.view.getUint32(slot.address + 4 * word, true));
    }
    return held;
  }

  /** The score of a player's side minus the mean of the others.  A higher value is better. */
  private scores(seat: number): number {
    const ending = this.description.legend.endings[0];
    const first = ending?.criteria[0];
    if (!ending || !first) return 0;
    const owners =
      ending.owner === "player" ? this.description.players : this.description.legend.teams.length;
    const own = this.side(ending.owner, seat);
    let others = 0;
    for (let owner = 0; owner < owners; owner++) if (owner !== own) others += this.number(first.slot + owner);
    const value = this.number(first.slot + own) - others / Math.max(1, owners - 1);
    return first.highest ? value : -value;
  }

  private won(seat: number): boolean {
    return this.scores(seat) > 0;
  }

  private side(owner: "player" | "team", seat: number): number {
    return owner === "player"
      ? seat
      : this.description.legend.teams.findIndex((players) => players.includes(seat));
  }

  // ----------------------------------------------------------------------------------------------------------- worlds

  /** The places of the cards that the player does not see. */
  private places(seat: number, seen: Set<number>): Place[] {
    const found: Place[] = [];
    const { known, teams } = this.description.legend;
    const shown = known >= 0 ? new Set(this.mask(known + seat)) : new Set<number>();
    for (const [zone, owner] of this.zones()) {
      const own =
        zone.owner === "player" ? owner === seat : zone.owner === "team" && teams[owner]?.includes(seat);
      if (zone.visibility === "face up" || (zone.visibility === "private" && own)) continue;
      const slot = this.description.state.slots[zone.slot + owner];
      if (!slot) continue;
      const pile = slot.kind === "pile";
      const cards = pile ? this.pile(slot.address) : this.mask(zone.slot + owner);
      const loose = cards.map((card) => !seen.has(card) && !shown.has(card));
      const [low, high] =
        zone.bag < 0 ? [0, 0] : [this.number(zone.bag + 2 * owner), this.number(zone.bag + 2 * owner + 1)];
      if (loose.some(Boolean))
        found.push({ address: slot.address, pile, words: slot.words ?? 1, cards, loose, low, high });
    }
    return found;
  }

  private pile(address: number): number[] {
    const count = this.view.getUint32(address, true);
    return Array.from({ length: count }, (_, i) => this.view.getUint16(address + 8 + 2 * i, true));
  }

  private mask(slot: number): number[] {
    const place = this.description.state.slots[slot];
    const found: number[] = [];
    for (let word = 0; place && word < (place.words ?? 1); word++) {
      let bits = this.view.getBigUint64(place.address + 8 * word, true);
      for (let at = 64 * word; bits; at++, bits >>= 1n) if (bits & 1n) found.push(at);
    }
    return found;
  }

  /** Deals the unseen cards again to their possible places, and changes the state of the random generator. */
  private redeal(places: Place[]): void {
    const pool = places.flatMap((place) => place.cards.filter((_, i) => place.loose[i]));
    for (let i = pool.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [pool[i], pool[j]] = [pool[j] as number, pool[i] as number];
    }
    for (const place of places) {
      const cards = place.cards.map((card, i) => (place.loose[i] ? (pool.pop() ?? card) : card));
      if (place.pile) {
        const ordered = cards.slice(place.low, place.high).sort((a, b) => a - b);
        cards.splice(place.low, ordered.length, ...ordered);
        cards.forEach((card, i) => {
          this.view.setUint16(place.address + 8 + 2 * i, card, true);
        });
        continue;
      }
      const words = new Array<bigint>(place.words).fill(0n);
      for (const card of cards) words[card >> 6] = (words[card >> 6] ?? 0n) | (1n << BigInt(card & 63));
      words.forEach((word, i) => {
        this.view.setBigUint64(place.address + 8 * i, word, true);
      });
    }
    const rng = this.description.state.slots[RNG]?.address ?? 0;
    this.view.setUint32(rng, Math.floor(Math.random() * 2 ** 32), true);
    this.view.setUint32(rng + 4, Math.floor(Math.random() * 2 ** 32), true);
  }
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** A random sample of the first `count` numbers; all of them if they are few. */
function sample(count: number, most: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  for (let i = 0; count > most && i < most; i++) {
    const j = i + Math.floor(Math.random() * (count - i));
    [all[i], all[j]] = [all[j] as number, all[i] as number];
  }
  return all.slice(0, most);
}
