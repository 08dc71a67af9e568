/** The table in the form of the drawing code of the replay page, made from a state of the game. */

import type { Animation, State } from "hoyle-viewer";
import type { Description, Variable } from "./description.js";
import type { Position } from "./position.js";
import { title, type Words } from "./words.js";

const TELLING = new Set(["player", "team", "suit", "rank", "card", "word"]);

/** The player of each card in the visible tricks: by zone, then by card. */
export type Brought = Map<number, Map<number, number>>;

interface Place {
  zone: number;
  owner: number;
}

function places(description: Description): Place[] {
  return description.legend.zones.flatMap((zone, number) =>
    Array.from({ length: zone.count }, (_, owner) => ({ zone: number, owner })),
  );
}

/** The numbers that each player or team has. */
export function scores(description: Description): Variable[] {
  return description.legend.variables.filter((one) => one.owner !== null && one.type.kind === "number");
}

/** Whether a number decides the game. */
export function decides(description: Description, variable: Variable): boolean {
  return description.legend.endings.some((ending) =>
    ending.criteria.some(({ slot }) => slot === variable.slot),
  );
}

/** The data that does not change during a game. */
export function animation(words: Words, viewer: number): Animation {
  const { description } = words;
  const kinds = { "face up": "open", private: "hand", "face down": "pile" } as const;
  const tricks = new Set(description.legend.questions.map((question) => question.trick));
  return {
    title: description.title,
    game: description.title,
    viewer,
    seats: words.seats,
    zones: places(description).map(({ zone, owner }) => {
      const info = description.legend.zones[zone];
      if (!info) throw new Error("no such zone");
      return {
        name: title(info.name),
        seat: info.owner === "player" ? owner : -1,
        of: words.owner(info.owner, owner),
        kind: tricks.has(zone) ? "trick" : kinds[info.visibility],
        heap: !info.ordered,
      };
    }),
    scores: scores(description).map((one) => [
      title(one.name),
      Array.from({ length: one.count }, (_, owner) => words.owner(one.owner, owner)),
      decides(description, one),
    ]),
    pictures: [],
    end: [],
  };
}

/** The table after a step in a player's view, or with `everything` with all hands visible. */
export function table(
  words: Words,
  position: Position,
  viewer: number,
  everything: boolean,
  brought: Brought,
  deal = 0,
): State {
  const { description } = words;
  const zones: Record<number, string[]> = {};
  const by: Record<number, number[]> = {};
  places(description).forEach(({ zone, owner }, number) => {
    const info = description.legend.zones[zone];
    if (!info) return;
    const cards = position.seen(info, owner, viewer, everything);
    zones[number] = cards.map((card) =>
      info.visibility === "face down" && !everything ? "??" : words.card(card),
    );
    const whose = brought.get(zone);
    if (whose) by[number] = cards.map((card) => whose.get(card) ?? -1);
  });
  const badges: Record<number, string[]> = {};
  for (let seat = 0; seat < description.players; seat++) badges[seat] = badgesOf(words, position, seat);
  return {
    zones,
    by,
    scores: Object.fromEntries(
      scores(description).map((one, i) => [
        i,
        Array.from({ length: one.count }, (_, o) => position.number(one.slot + o)),
      ]),
    ),
    badges,
    facts: description.legend.variables
      .filter((one) => one.owner === null && one.type.kind !== "player" && TELLING.has(one.type.kind))
      .filter((one) => position.number(one.slot) >= 0)
      .map((one) => [title(one.name), words.value(one.type, position.number(one.slot))]),
    turn: position.player,
    deal,
    trick: 0,
  };
}

/** The badges of a seat: roles and answers such as `dealer`, `maker`, `passed`, `bid: hearts`. */
function badgesOf(words: Words, position: Position, seat: number): string[] {
  const found: string[] = [];
  for (const one of words.description.legend.variables) {
    const slot = one.slot + (one.owner === "player" ? seat : 0);
    const name = title(one.name);
    const { kind, element } = one.type;
    if (one.owner === null && kind === "player") {
      if (position.number(slot) === seat) found.push(name);
    } else if (one.owner === null && kind === "set" && element === "player") {
      if (position.set(slot).includes(seat)) found.push(name);
    } else if (one.owner === "player" && kind === "flag") {
      if (position.number(slot) === 1) found.push(name);
    } else if (one.owner === "player" && TELLING.has(kind) && position.number(slot) >= 0) {
      found.push(`${name}: ${words.value(one.type, position.number(slot))}`);
    }
  }
  return found;
}
