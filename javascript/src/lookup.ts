/** What lies on the table, by names: everything, or what one viewer may know. */

import { type About, listed, UnknownName, unknownPlayer } from "./errors.js";
import type { State } from "./layout.js";
import type { AnyGame, GameTypes } from "./typed.js";
import type { Card, GameValue, Values } from "./values.js";
import { type Viewer, zonesSeen } from "./view.js";

/** The value of each owner: `{"A and C": 4, "B and D": 7}`. */
export type Owned<T = GameValue> = Record<string, T>;

/** What one owner of a variable has. */
type OneOf<T> = T extends Owned<infer V> ? V : T;

/** The table as a viewer sees it.  The cards that the viewer does not see are `??`. */
export class View<G extends GameTypes = AnyGame> {
  private readonly cardsOf = new Map<string, number[]>();

  constructor(
    private readonly of: Values,
    private readonly state: State,
    readonly viewer: Viewer,
  ) {
    for (const { zone, owner, cards } of zonesSeen(state, viewer))
      this.cardsOf.set(`${zone} ${owner}`, cards);
  }

  /** The player whose view it is; null for a spectator, and for somebody who sees everything. */
  get player(): string | null {
    return typeof this.viewer === "number" ? this.of.words.player(this.viewer) : null;
  }

  /** The cards in a zone (of a player or a team): of a pile the bottom card first, of a hand in the deck's order. */
  cards(zone: G["zones"], owner?: string): Card[] {
    const { zones } = this.state.story;
    const number = found(zones, zone);
    if (number < 0) throw this.unknown(zone, "E1045", "not a place for cards in", zones);
    return this.held(number, this.owner(zones[number]!, owner));
  }

  private held(zone: number, owner: number): Card[] {
    return this.of.some(this.cardsOf.get(`${zone} ${owner}`) ?? []);
  }

  /** Every zone by its title: `{"hand of A": [J♠, …], "stock": [??, …]}`. */
  get zones(): Record<string, Card[]> {
    return Object.fromEntries(
      zonesSeen(this.state, this.viewer).map(({ zone, owner, cards }) => [
        this.of.words.where(zone, owner),
        this.of.some(cards),
      ]),
    );
  }

  /**
   * The value of a variable.  If each player or team has one, the result is an object by owner, or the value of one
   * `owner`.
   */
  value<N extends keyof G["variables"] & string>(name: N): G["variables"][N];
  value<N extends keyof G["variables"] & string>(name: N, owner: string): OneOf<G["variables"][N]>;
  value(name: string, owner?: string): unknown {
    const { variables } = this.state.story;
    const info = variables[found(variables, name)];
    if (!info) throw this.unknown(name, "E1066", "nothing that a script can expect of", variables);
    const held = (at: number) => {
      const slot = info.slot + Math.max(at, 0);
      return this.of.value(
        info.type,
        info.type.kind === "set" ? this.state.set(slot) : this.state.number(slot),
      );
    };
    if (info.owner === null || owner !== undefined) return held(this.owner(info, owner));
    const owners = Array.from({ length: info.count }, (_, at) => at);
    return Object.fromEntries(owners.map((at) => [this.of.words.owner(info.owner, at), held(at)]));
  }

  private unknown(
    name: string,
    code: About["code"],
    said: string,
    all: readonly { name: string }[],
  ): UnknownName {
    const help = listed(
      "there are",
      all.map((one) => one.name),
    );
    return new UnknownName(`\`${name}\` is ${said} ${this.state.story.title}`, { code, help });
  }

  /** The number of an owner, given by its name or, for a team, by the name of one of its players. */
  private owner(
    info: { name: string; owner: "player" | "team" | null; count: number },
    owner?: string,
  ): number {
    const { words } = this.of;
    if (info.owner === null) {
      if (owner === undefined) return -1;
      throw new UnknownName(`\`${info.name}\` belongs to nobody in particular`, {
        code: "E1048",
        help: `write \`${info.name}\` alone`,
      });
    }
    const names = Array.from({ length: info.count }, (_, at) => words.owner(info.owner, at));
    if (owner === undefined)
      throw new UnknownName(`each ${info.owner} has a \`${info.name}\` of its own`, {
        code: "E1048",
        help: `write \`${info.name} of ${names[0]}\``,
      });
    const at = names.indexOf(owner);
    if (at >= 0) return at;
    const seat = words.seats.indexOf(owner);
    const team = words.story.teams.findIndex((members) => members.includes(seat));
    if (team < 0) throw unknownPlayer(owner, names);
    return team;
  }
}

function found(all: readonly { name: string }[], name: string): number {
  const wanted = name.replaceAll(" ", "_");
  return all.findIndex((one) => one.name === wanted);
}
