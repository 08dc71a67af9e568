/**
 * A question as plain data: who is asked, what, and how the answers are picked.  The twin of
 * `interpreter/story/asked.py`, whose form is `schemas/asked.schema.json`.
 */

import type { State } from "./layout.js";
import { holdsCards, type Option, type Words } from "./words.js";

/** A kind of choice that can be made now. */
export interface AskedAlternative {
  alternative: number;
  /** What it does: `strike with`. */
  verb: string;
  /** What it does and with how many cards: `pass three cards to B`. */
  phrase: string;
  cards: "none" | "one" | "several";
  /** The fewest and the most cards of an option. */
  least: number;
  most: number;
  /** The other player to whom the cards go; -1: none. */
  to: number;
  count: number;
}

/** One option. */
export interface AskedOption {
  /** Its number among all options of the question. */
  number: number;
  label: string;
  cards: string[];
  alternative: number;
}

/** A question as it is put to a player. */
export interface Asked {
  asked: 1;
  seat: number;
  name: string;
  secret: boolean;
  /** `Pass three cards to B.` */
  prompt: string;
  alternatives: AskedAlternative[];
  count: number;
  /** The options that contain the picked cards; of many sets of cards only the most sensible ones. */
  options: AskedOption[];
  more: number;
  /** The cards that can be picked besides, and the options that name just the picked ones; null: no cards are picked. */
  picks: { picked: string[]; cards: string[]; ready: number[] } | null;
  incidents: { number: number; title: string }[];
}

/** What else a question is known by: the owner of the zone to which the cards of an alternative go (-1: not known). */
export type Receiver = (alternative: number) => number;

/** A question as data.  `picked`: the cards that the player has picked, as text. */
export function asked(
  state: State,
  words: Words,
  options: readonly Option[],
  receiver: Receiver,
  picked: readonly string[] = [],
  incidents: readonly number[] = [],
): Asked {
  const { question, player } = state;
  const all = options.map((option, number) => ({
    number,
    label: words.label(question, option),
    cards: words.named(question, option).map((card) => words.card(card)),
    alternative: option.alternative,
  }));
  const numbers = [...new Set(all.map(({ alternative }) => alternative))];
  const alternatives = numbers.map((number) =>
    described(
      state,
      words,
      number,
      all.filter(({ alternative }) => alternative === number),
      receiver,
    ),
  );
  const open = all.filter(({ cards }) => within(picked, cards));
  const listed = [...listedOf(state, words, alternatives, open, options)];
  return {
    asked: 1,
    seat: player,
    name: words.player(player),
    secret: words.story.questions[question]!.secret,
    prompt: promptOf(alternatives, words.story.limits.phrases),
    alternatives,
    count: all.length,
    options: listed,
    more: open.length - listed.length,
    picks: all.some(({ cards }) => cards.length) ? picksOf(open, picked, words.story.limits.options) : null,
    incidents: incidents.map((number) => ({ number, title: words.incident(number) })),
  };
}

function described(
  state: State,
  words: Words,
  number: number,
  options: readonly AskedOption[],
  receiver: Receiver,
): AskedAlternative {
  const { texts, names } = words.story.questions[state.question]!.alternatives[number]!;
  const sizes = options.map(({ cards }) => cards.length);
  const phrase = options.length === 1 ? options[0]!.label : phraseOf(state, words, number, sizes);
  const directed = directedTo(state, words, number, phrase, receiver);
  const most = Math.max(...sizes);
  return {
    alternative: number,
    verb: texts[0]!.trim() || moving(state, words, number),
    phrase: directed.trim() || moving(state, words, number),
    cards: names.some(({ type }) => holdsCards(type)) ? "several" : most ? "one" : "none",
    least: Math.min(...sizes),
    most,
    to: receiverOf(state, words, number, receiver),
    count: options.length,
  };
}

function receiverOf(state: State, words: Words, number: number, receiver: Receiver): number {
  const { to } = words.story.questions[state.question]!.alternatives[number]!;
  if (to < 0 || words.story.zones[to]!.owner !== "player") return -1;
  const owner = receiver(number);
  return owner === state.player ? -1 : owner;
}

/** A phrase, with the player to whom the cards go: `pass three cards to B`. */
export function directedTo(
  state: State,
  words: Words,
  number: number,
  phrase: string,
  receiver: Receiver,
): string {
  const to = receiverOf(state, words, number, receiver);
  return to < 0 || phrase.includes(words.player(to)) ? phrase : `${phrase} to ${words.player(to)}`;
}

/** What an alternative does whose text is only a card: `move to discard pile`. */
function moving(state: State, words: Words, number: number): string {
  const { to } = words.story.questions[state.question]!.alternatives[number]!;
  return to < 0 ? "choose" : `move to ${words.story.zones[to]!.title}`;
}

/** The text of an alternative with a word for each blank: `pass three cards`, `ask a player for a rank`. */
export function phraseOf(state: State, words: Words, number: number, sizes: readonly number[]): string {
  const { texts, holes, names } = words.story.questions[state.question]!.alternatives[number]!;
  const several = names.filter(({ type }) => holdsCards(type) || type.kind === "card").length;
  const blank = (hole: number): string => {
    const { type } = names[hole]!;
    if (holdsCards(type))
      return several === 1 ? amount(Math.min(...sizes), Math.max(...sizes), words) : "cards";
    return a(type.kind === "word" ? (type.name ?? "").replaceAll("_", " ") || "word" : type.kind);
  };
  const parts = [texts[0]!];
  holes.forEach((hole, at) => {
    if (at && !texts[at]!.trim()) parts.push("and ");
    parts.push(blank(hole), texts[at + 1]!);
  });
  return parts.join("").trim();
}

function a(noun: string): string {
  return `${"aeiou".includes(noun.charAt(0)) ? "an" : "a"} ${noun}`;
}

/** A number in words, if it is small. */
export function count(number: number, { story }: Words): string {
  return story.sentences.numerals[number] ?? String(number);
}

/** How many cards: `three cards`, `two or three cards`, `up to five cards`, `one or more cards`. */
export function amount(least: number, most: number, words: Words): string {
  if (least === most) return most === 1 ? a("card") : `${count(most, words)} cards`;
  if (!least) return `up to ${count(most, words)} card${most > 1 ? "s" : ""}`;
  if (least === 1 && most >= words.story.limits.or_more) return "one or more cards";
  return `${count(least, words)} ${most === least + 1 ? "or" : "to"} ${count(most, words)} cards`;
}

function promptOf(alternatives: readonly AskedAlternative[], most: number): string {
  let phrases = [...new Set(alternatives.map(({ phrase }) => phrase))];
  if (phrases.length > most) phrases = [...new Set(alternatives.map(({ verb }) => verb))];
  const last = phrases.pop() ?? "";
  const said = phrases.length ? `${phrases.join(", ")} or ${last}` : last;
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** The options that are shown: all of a kind, or of many sets of cards the most sensible ones. */
function* listedOf(
  state: State,
  words: Words,
  alternatives: readonly AskedAlternative[],
  options: readonly AskedOption[],
  choices: readonly Option[],
): Generator<AskedOption> {
  const { deck, faces, legend } = state.description;
  const { limits } = words.story;
  const ranks = new Map(legend.ranks.map((rank, number) => [rank, number]));
  for (const { alternative, cards } of alternatives) {
    const own = options.filter((option) => option.alternative === alternative);
    if (cards !== "several") yield* own.slice(0, limits.options);
    else if (own.length <= limits.sets) yield* own;
    else {
      const placed = own.map((option) => {
        const held = words.named(state.question, choices[option.number]!).map((card) => faces[deck[card]!]!);
        return {
          option,
          place: sense(held.map(({ rank, suit }) => ({ rank: ranks.get(rank) ?? -1, suit }))),
        };
      });
      placed.sort((x, y) => x.place[0] - y.place[0] || x.place[1] - y.place[1]);
      yield* placed.slice(0, limits.sets).map(({ option }) => option);
    }
  }
}

/**
 * The place of a set of cards among others: single cards first, then cards of one rank, then runs of a suit, then others
 * of a suit; of these the larger sets first.
 */
function sense(cards: readonly { rank: number; suit: string }[]): [number, number] {
  const size = cards.length;
  if (size < 2) return [0, -size];
  const ranks = new Set(cards.map(({ rank }) => rank));
  if (ranks.size === 1) return [1, -size];
  if (new Set(cards.map(({ suit }) => suit)).size === 1)
    return [ranks.size === size && Math.max(...ranks) - Math.min(...ranks) === size - 1 ? 2 : 3, -size];
  return [4, size];
}

function picksOf(options: readonly AskedOption[], picked: readonly string[], most: number): Asked["picks"] {
  const left = new Set<string>();
  for (const { cards } of options) {
    const rest = [...cards];
    for (const card of picked) if (rest.includes(card)) rest.splice(rest.indexOf(card), 1);
    for (const card of cards) if (rest.includes(card)) left.add(card);
  }
  const ready = options.filter(({ cards }) => cards.length === picked.length).map(({ number }) => number);
  return { picked: [...picked], cards: [...left], ready: ready.slice(0, most) };
}

/** Whether each card is among others, at least as often. */
function within(cards: readonly string[], of: readonly string[]): boolean {
  const left = [...of];
  return cards.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
