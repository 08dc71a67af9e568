/** The table in the form of the drawing code of the replay page, made from what a viewer knows. */

import { everyZone, keyOf, type Picture, type Value, type Words } from "hoyle";
import type { Animation, State } from "hoyle-viewer";

/** The numbers of the variables that each player or team has a number of. */
function scored({ story }: Words): number[] {
  return [...story.variables.keys()].filter((number) => {
    const one = story.variables[number];
    return one !== undefined && one.owner !== null && one.type.kind === "number";
  });
}

/** The data that does not change during a game. */
export function animation(words: Words, viewer: number): Animation {
  const { story } = words;
  const tricks = new Set(story.questions.map((question) => question.trick));
  const variable = (number: number) => story.variables[number] as (typeof story.variables)[number];
  return {
    title: story.title,
    game: story.title,
    viewer,
    seats: [...words.seats],
    zones: everyZone(story).map(([zone, owner]) => {
      const info = story.zones[zone] as (typeof story.zones)[number];
      const kept = info.seats.some((seats) => seats.length) ? "hand" : "pile";
      return {
        name: info.title,
        seat: info.owner === "player" ? owner : -1,
        of: words.owner(info.owner, owner),
        kind: tricks.has(zone) ? "trick" : info.open ? "open" : kept,
        heap: !info.ordered,
      };
    }),
    scores: scored(words).map((number) => {
      const { title, owner, count, decides } = variable(number);
      return [title, Array.from({ length: count }, (_, of) => words.owner(owner, of)), decides];
    }),
    pictures: [],
    end: [],
  };
}

/** A picture of the table.  `turn`: the seat that must choose. */
export function drawn(words: Words, picture: Picture, turn: number): State {
  const { story } = words;
  const places = everyZone(story).map(String);
  const value = (number: number, owner: number) => picture.values.get(keyOf(number, owner)) ?? -1;
  const number = (one: Value) => (typeof one === "number" ? one : 0);
  return {
    zones: Object.fromEntries(
      places.map((where, at) => [at, (picture.zones.get(where) ?? []).map((card) => words.card(card))]),
    ),
    by: Object.fromEntries(
      places.flatMap((where, at) => {
        const by = picture.by.get(where);
        return by ? [[at, by]] : [];
      }),
    ),
    scores: Object.fromEntries(
      scored(words).map((variable, at) => {
        const count = story.variables[variable]?.count ?? 0;
        return [at, Array.from({ length: count }, (_, owner) => number(value(variable, owner)))];
      }),
    ),
    badges: Object.fromEntries(words.seats.map((_, seat) => [seat, badges(words, picture, seat)])),
    facts: [...story.variables.entries()].flatMap(([at, one]) => {
      const held = value(at, -1);
      const shown = one.owner === null && one.tells && one.type.kind !== "player" && held !== -1;
      return shown ? [[one.title, words.value(one.type, held)] as [string, string]] : [];
    }),
    turn,
    deal: picture.deal,
    trick: 0,
  };
}

/** The badges of a seat: roles and answers such as `dealer`, `maker`, `passed`, `bid: hearts`. */
function badges(words: Words, picture: Picture, seat: number): string[] {
  return words.story.variables.flatMap((one, number) => {
    const held = picture.values.get(keyOf(number, one.owner === "player" ? seat : -1)) ?? -1;
    const { kind, element } = one.type;
    if (one.owner === null) {
      const named =
        kind === "player"
          ? held === seat
          : element?.kind === "player" && typeof held !== "number" && held.includes(seat);
      return named ? [one.title] : [];
    }
    if (one.owner !== "player") return [];
    if (kind === "flag") return held === 1 ? [one.title] : [];
    return one.tells && held !== -1 ? [`${one.title}: ${words.value(one.type, held)}`] : [];
  });
}
