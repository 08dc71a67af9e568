/** Values and choices in words, as Python writes them (`interpreter/text/format.py`): `J♠`, `A and C`, `no trump`. */

import type { Story, ValueType } from "./description.js";

/** Stands for a card that must not be known. */
export const HIDDEN = "??";
/** The value of a name that holds nothing. */
export const NONE = -1;

/** A value of a game as a number; a set is the list of its elements, ascending. */
export type Value = number | readonly number[];

/** A choice: the number of its alternative, and the value of each of its names. */
export interface Option {
  readonly alternative: number;
  readonly values: readonly Value[];
}

/** The name of a seat without a player's name: `A` for seat 0. */
export function seatLetter(seat: number): string {
  return seat < 26 ? String.fromCharCode(65 + seat) : `P${seat + 1}`;
}

/** Whether the values of a type are sets of cards. */
export function holdsCards(type: ValueType): boolean {
  return type.kind === "set" && (!type.element || type.element.kind === "card");
}

/** Whether two values are the same. */
export function equal(a: Value, b: Value): boolean {
  if (typeof a === "number" || typeof b === "number") return a === b;
  return a.length === b.length && a.every((one, i) => one === b[i]);
}

/** Words for the values of one game, with the names of its seats. */
export class Words {
  readonly seats: readonly string[];

  constructor(
    readonly story: Story,
    seats?: readonly string[],
  ) {
    this.seats = seats ?? Array.from({ length: story.players }, (_, seat) => seatLetter(seat));
  }

  card(card: number): string {
    return this.story.cards[card] ?? HIDDEN;
  }

  cards(cards: readonly number[]): string {
    return cards.map((card) => this.card(card)).join(" ") || "nothing";
  }

  player(player: number): string {
    return this.seats[player] ?? "none";
  }

  /** A team by its players: `A and C`. */
  team(team: number): string {
    return team < 0 ? "none" : this.together(this.story.teams[team] ?? []);
  }

  together(players: readonly number[]): string {
    return players.map((player) => this.player(player)).join(" and ") || "nobody";
  }

  /** The owner of a zone or variable: a player, a team, or nothing for a shared one. */
  owner(kind: "player" | "team" | null, owner: number): string {
    if (kind === null || owner < 0) return "";
    return kind === "team" ? this.team(owner) : this.player(owner);
  }

  /** A zone with its owner: `hand of A`, `stock`. */
  where(zone: number, owner: number): string {
    const info = this.story.zones[zone]!;
    const name = this.owner(info.owner, owner);
    return name ? `${info.name} of ${name}` : info.name;
  }

  /** An incident: `misdeal`, `revoke by B`. */
  incident(number: number): string {
    const { title, player } = this.story.incidents[number]!;
    return player < 0 ? title : `${title} by ${this.player(player)}`;
  }

  /** A value of a type.  `seen`: whether a card may be shown; the others are written `??`. */
  value(type: ValueType, value: Value, seen?: (card: number) => boolean): string {
    if (typeof value !== "number") return this.set(type, value, seen);
    if (type.kind === "number") return String(value);
    if (value === NONE) return "none";
    switch (type.kind) {
      case "card":
        return seen && !seen(value) ? HIDDEN : this.card(value);
      case "player":
        return this.player(value);
      case "team":
        return this.team(value);
      default:
        return type.names?.[value] ?? String(value);
    }
  }

  private set(type: ValueType, value: readonly number[], seen?: (card: number) => boolean): string {
    if (holdsCards(type)) {
      const known = seen ? value.filter(seen) : value;
      return this.cards([...known, ...Array<number>(value.length - known.length).fill(-1)]);
    }
    if (type.element!.kind === "player") return this.together(value);
    return value.map((one) => this.value(type.element!, one)).join(" ") || "nothing";
  }

  private alternative(question: number, alternative: number) {
    return this.story.questions[question]!.alternatives[alternative]!;
  }

  /** The label of a choice: `bid 4 no trump alone`. */
  label(question: number, { alternative, values }: Option, seen?: (card: number) => boolean): string {
    const { texts, holes, names } = this.alternative(question, alternative);
    return holes.reduce(
      (text, hole, i) => text + this.value(names[hole]!.type, values[hole]!, seen) + texts[i + 1]!,
      texts[0]!,
    );
  }

  /** The label with its placeholders: `bid {n} {strain}`. */
  kind(question: number, alternative: number): string {
    const { texts, holes, names } = this.alternative(question, alternative);
    return holes.reduce((text, hole, i) => `${text}{${names[hole]!.name}}${texts[i + 1]!}`, texts[0]!);
  }

  /** The cards that a choice names. */
  named(question: number, { alternative, values }: Option): number[] {
    return this.alternative(question, alternative).names.flatMap(({ type }, i) => {
      const value = values[i]!;
      if (typeof value === "number") return type.kind === "card" && value !== NONE ? [value] : [];
      return holdsCards(type) ? [...value] : [];
    });
  }
}
