/** Reads a state of a game: the cards, the variables, the player to move and the result. */

import { ACTOR, CUT, type Description, OVER, PC, type Zone } from "./description.js";

/** A card that is not visible. */
export const UNSEEN = -1;

/** The result of a game: the winning players or teams (none for a draw), or that it was cut at the length limit. */
export interface Result {
  owner: "player" | "team";
  winners: number[];
  cut: boolean;
}

export class Position {
  private readonly view: DataView;

  constructor(
    readonly description: Description,
    readonly state: Uint8Array,
  ) {
    this.view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  }

  private at(slot: number): number {
    return (this.description.state.slots[slot]?.address ?? 0) - this.description.state.address;
  }

  /** The number in a slot. */
  number(slot: number): number {
    return Number(this.view.getBigInt64(this.at(slot), true));
  }

  /** The elements of the set in a slot, in ascending order. */
  set(slot: number): number[] {
    const found: number[] = [];
    const words = this.description.state.slots[slot]?.words ?? 1;
    for (let word = 0; word < words; word++) {
      let bits = this.view.getBigUint64(this.at(slot) + 8 * word, true);
      for (let at = 64 * word; bits; at++, bits >>= 1n) if (bits & 1n) found.push(at);
    }
    return found;
  }

  /** The cards of a zone: those of a pile from the bottom up, all others in ascending order. */
  cards(zone: Zone, owner: number): number[] {
    const slot = zone.slot + owner;
    if (this.description.state.slots[slot]?.kind !== "pile") return this.set(slot);
    const at = this.at(slot);
    const count = this.view.getUint32(at, true);
    return Array.from({ length: count }, (_, i) => this.view.getUint16(at + 8 + 2 * i, true));
  }

  /** The number of the open question, or -1. */
  get question(): number {
    const pc = this.number(PC);
    return pc < 0 && pc > OVER ? ~pc : -1;
  }

  /** The player who must choose, or -1. */
  get player(): number {
    return this.question < 0 ? -1 : this.number(ACTOR);
  }

  /** Whether a player (-1: a spectator) sees the cards in a zone. */
  sees(zone: Zone, owner: number, player: number): boolean {
    if (zone.visibility !== "private") return zone.visibility === "face up";
    if (zone.owner === "player") return player === owner;
    return zone.owner === "team" && (this.description.legend.teams[owner]?.includes(player) ?? false);
  }

  /** The cards of a zone in a player's view, or with `everything` as a spectator of all hands sees them. */
  seen(zone: Zone, owner: number, player: number, everything = false): number[] {
    const cards = this.cards(zone, owner);
    if (this.sees(zone, owner, player)) return cards;
    if (everything && zone.visibility === "private") return cards;
    const known =
      this.description.legend.known >= 0 && player >= 0
        ? this.set(this.description.legend.known + player)
        : [];
    const found = cards.map((card) => (known.includes(card) ? card : UNSEEN));
    const hidden = (card: number) => (card === UNSEEN ? 1 : 0);
    if (!zone.ordered) return found.sort((a, b) => hidden(a) - hidden(b));
    if (zone.bag < 0) return found;
    const [low, high] = [this.number(zone.bag + 2 * owner), this.number(zone.bag + 2 * owner + 1)];
    const loose = found.slice(low, high).sort((a, b) => hidden(a) - hidden(b));
    return [...found.slice(0, low), ...loose, ...found.slice(high)];
  }

  /** The result; null while the game continues. */
  get result(): Result | null {
    const pc = this.number(PC);
    if (pc > OVER) return null;
    const ending = this.description.legend.endings[OVER - pc];
    if (pc === CUT || !ending) return { owner: "player", winners: [], cut: true };
    const count = ending.owner === "player" ? this.description.players : this.description.legend.teams.length;
    const rank = (owner: number) =>
      ending.criteria.map(({ slot, highest }) => (highest ? -1 : 1) * this.number(slot + owner));
    const compare = (a: number[], b: number[]) => {
      const at = a.findIndex((value, i) => value !== b[i]);
      return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
    };
    const ranks = Array.from({ length: count }, (_, owner) => rank(owner));
    const best = [...ranks].sort(compare)[0] ?? [];
    const winners = ranks.flatMap((one, owner) => (compare(one, best) === 0 ? [owner] : []));
    return {
      owner: ending.owner,
      winners: winners.length > 1 && ending.tie === "draw" ? [] : winners,
      cut: false,
    };
  }
}
