/**
 * Why a choice is not legal: the one reason that holds, in a sentence with the facts of the state.  The twin of
 * `interpreter/story/refused.py`.  The module says which condition fails, the description has its sentence.
 */

import { count, directedTo, phraseOf, type Receiver } from "./asked.js";
import { plain } from "./choices.js";
import type { RefusalForms, Story } from "./description.js";
import type { State } from "./layout.js";
import { holdsCards, NONE, type Option, type Value, type Words } from "./words.js";

/** Whom a sentence tells it: the player who chooses, or somebody else. */
export type Viewpoint = "you" | "one";

/** What the module's `refused` gives besides the number of a reason; `OUTSIDE` less the number of a name. */
export const LEGAL = -1;
export const NOW = -2;
export const OUTSIDE = -3;

type Refusal = Story["questions"][number]["alternatives"][number]["refusals"][number];

/** What a refusal is made from: the state at the question, its options, and what the module says. */
export interface Refusing {
  state: State;
  words: Words;
  options: readonly Option[];
  receiver: Receiver;
  /** Why an option is not legal, as the module's `refused`. */
  refused: (option: Option) => number;
}

/** Why an option is not legal, as a clause; empty if it is legal. */
export function reason(of: Refusing, option: Option, viewpoint: Viewpoint = "you"): string {
  const { state, words } = of;
  const code = of.refused(option);
  if (code === LEGAL) return "";
  const { refused } = words.story.sentences;
  const { hand, alternatives } = words.story.questions[state.question]!;
  const say = (forms: RefusalForms, gaps: Record<string, string> = {}) =>
    filled(forms[viewpoint], { who: words.player(state.player), ...gaps });
  const alternative = alternatives[option.alternative];
  if (!alternative || alternative.names.length !== option.values.length) return say(refused.now);
  if (hand >= 0 && words.story.zones[hand]!.owner === "player") {
    const own = state.cards(words.story.zones[hand]!.slot + holder(of));
    const missing = words.named(state.question, option).filter((card) => !own.includes(card));
    const { where } = words.story.zones[hand]!;
    const cards = words.cards(missing);
    if (missing.length)
      return held(of, viewpoint, where ? refused.elsewhere : refused.missing, { cards, where });
  }
  if (code <= OUTSIDE) return outside(of, option, OUTSIDE - code, say);
  const text = alternative.refusals[code];
  return code === NOW || !text ? say(refused.now) : ruled(of, option, text, viewpoint, say);
}

/**
 * The whole sentence, without its full stop: `You cannot play 9♠: you hold 4♦ and 8♦, and diamonds were led`; of a wrong
 * number of cards `You must pass three cards to B, and you picked one`.
 */
export function refusal(of: Refusing, option: Option, viewpoint: Viewpoint = "you"): string {
  const clause = reason(of, option, viewpoint);
  const { words, state } = of;
  const code = of.refused(option);
  // What must be done is said, so what cannot be done need not be.
  if (code <= OUTSIDE && miscounted(of, option, OUTSIDE - code))
    return clause[0]!.toUpperCase() + clause.slice(1);
  const gaps = { who: words.player(state.player), what: words.label(state.question, option), reason: clause };
  return clause && filled(words.story.sentences.refused.no[viewpoint], gaps);
}

/** Why the picked cards (as text) are no choice, as a sentence; empty if they are one, or if nothing can be said. */
export function refusalOfCards(of: Refusing, cards: readonly string[]): string {
  const found = meantBy(of, cards)
    .map((option) => ({ option, code: of.refused(option) }))
    .sort((a, b) => Number(a.code < 0) - Number(b.code < 0));
  if (!found.length || found.some(({ code }) => code === LEGAL)) return "";
  return refusal(of, found[0]!.option);
}

/** The options that name just these cards, legal or not; those of alternatives that can be chosen now come first. */
export function meantBy(of: Refusing, cards: readonly string[]): Option[] {
  const { state, words, options } = of;
  const { questions } = words.story;
  const groups = pickable(of);
  const numbers: number[] = [];
  for (const text of cards) {
    const like = [...words.story.cards.keys()].filter(
      (card) => words.card(card) === text && !numbers.includes(card),
    );
    const card = firstOf(like, groups);
    if (card === undefined) return [];
    numbers.push(card);
  }
  numbers.sort((a, b) => a - b);
  const open = new Set(options.map(({ alternative }) => alternative));
  const found = questions[state.question]!.alternatives.flatMap(({ names }, alternative): Option[] => {
    if (names.length !== 1) return [];
    const { type } = names[0]!;
    if (holdsCards(type)) return [{ alternative, values: [numbers] }];
    return type.kind === "card" && numbers.length === 1 ? [{ alternative, values: [numbers[0]!] }] : [];
  });
  return [
    ...found.filter(({ alternative }) => open.has(alternative)),
    ...found.filter(({ alternative }) => !open.has(alternative)),
  ];
}

/** A choice that is not legal: its label, and the reasons against it. */
export interface Against {
  label: string;
  reasons: readonly string[];
}

/** The choice that a text means, with the reason against it; null if it means nothing that the rules know. */
export function against(of: Refusing, text: string): Against | null {
  const found = [...readOf(of, text)];
  if (!found.length) return null;
  const said = found.map((option) => ({ option, clause: reason(of, option, "one") }));
  const { option, clause } = said.find((one) => one.clause) ?? said[0]!;
  return { label: of.words.label(of.state.question, option), reasons: clause ? [clause] : [] };
}

/** The options, legal or not, that a text may mean. */
function* readOf(of: Refusing, text: string): Generator<Option> {
  const { state, words } = of;
  const wanted = plain(text);
  for (const [alternative, { texts, holes, names }] of words.story.questions[
    state.question
  ]!.alternatives.entries()) {
    const [before, after] = [plain(texts[0]!), plain(texts[1] ?? "")];
    if (!names.length && wanted === before) yield { alternative, values: [] };
    if (holes.length !== 1 || names.length !== 1) continue;
    if (!wanted.startsWith(before) || !wanted.endsWith(after)) continue;
    const said = wanted.slice(before.length, after ? -after.length : undefined).trim();
    const value = meaning(of, names[0]!, said);
    if (value !== null) yield { alternative, values: [value] };
  }
}

/**
 * The cards among which one of identical cards is looked for: those of the zone from which a name picks, of the hand from
 * which is played, of all zones of the player.
 */
function pickable(of: Refusing, from = -1): (readonly number[])[] {
  const { state, words } = of;
  const { zones, questions } = words.story;
  const { hand } = questions[state.question]!;
  const cards = (zone: number, owner: number) => {
    const info = zones[zone];
    return info ? state.cards(info.slot + (info.owner === "player" ? owner : 0)) : [];
  };
  const own = zones.flatMap(({ owner }, zone) => (owner === "player" ? cards(zone, state.player) : []));
  return [cards(from, state.player), cards(hand, holder(of)), own];
}

/** The first of identical cards that is in one of the groups; otherwise the first. */
function firstOf(like: readonly number[], groups: readonly (readonly number[])[]): number | undefined {
  for (const group of groups) {
    const found = like.find((card) => group.includes(card));
    if (found !== undefined) return found;
  }
  return like[0];
}

type Name = Story["questions"][number]["alternatives"][number]["names"][number];

/** The value of a name that a text means; null if it means none. */
function meaning(of: Refusing, { type, from }: Name, text: string): Value | null {
  const { words } = of;
  if (type.kind === "card" || holdsCards(type)) {
    const groups = pickable(of, from);
    const cards: number[] = [];
    for (const one of text.split(" ").filter(Boolean)) {
      const like = [...words.story.cards.keys()].filter(
        (card) => plain(words.card(card)) === one && !cards.includes(card),
      );
      const card = firstOf(like, groups);
      if (card === undefined) return null;
      cards.push(card);
    }
    if (holdsCards(type)) return cards.length ? cards.sort((a, b) => a - b) : null;
    return cards.length === 1 ? cards[0]! : null;
  }
  if (type.kind === "number") return /^-?\d{1,9}$/.test(text) ? Number(text) : null;
  const seat = type.kind === "player" ? words.seats.findIndex((name) => plain(name) === text) : -1;
  const named = (type.names ?? []).findIndex((name) => plain(name) === text);
  return seat >= 0 ? seat : named >= 0 ? named : null;
}

type Say = (forms: RefusalForms, gaps?: Record<string, string>) => string;

function outside(
  { state, words, options, receiver }: Refusing,
  option: Option,
  name: number,
  say: Say,
): string {
  const { refused } = words.story.sentences;
  const sizes = sizesOffered({ state, words, options }, option);
  if (miscounted({ state, words, options }, option, name)) {
    const picked = words.named(state.question, option).length;
    const phrase = phraseOf(state, words, option.alternative, sizes);
    const what = directedTo(state, words, option.alternative, phrase, receiver);
    return say(refused.count, { what, count: count(picked, words) });
  }
  const { type, from } = nameOf({ state, words }, option, name);
  const zone = words.story.zones[from];
  const named = (value: Value) => (typeof value === "number" ? [value] : value);
  if (sizes.length && zone?.owner === "player") {
    const held = state.cards(zone.slot + state.player);
    const lacking = named(option.values[name]!).filter((card) => !held.includes(card));
    const mine = options
      .filter(({ alternative }) => alternative === option.alternative)
      .every(({ values }) => named(values[name]!).every((card) => held.includes(card)));
    const { where } = zone;
    const cards = words.cards(lacking);
    if (lacking.length && mine) return say(where ? refused.elsewhere : refused.missing, { cards, where });
  }
  return say(refused.outside, { value: words.value(type, option.values[name]!) });
}

/** The range of a name of an option. */
function nameOf({ state, words }: Pick<Refusing, "state" | "words">, option: Option, name: number): Name {
  return words.story.questions[state.question]!.alternatives[option.alternative]!.names[name]!;
}

type Offering = Pick<Refusing, "state" | "words" | "options">;

/** How many cards the legal options of the alternative of an option name. */
function sizesOffered({ state, words, options }: Offering, option: Option): number[] {
  return options
    .filter(({ alternative }) => alternative === option.alternative)
    .map((one) => words.named(state.question, one).length);
}

/** Whether an option is refused because it names fewer cards than all that are offered, or more. */
function miscounted(of: Offering, option: Option, name: number): boolean {
  const sizes = sizesOffered(of, option);
  if (!holdsCards(nameOf(of, option, name).type) || !sizes.length) return false;
  const picked = of.words.named(of.state.question, option).length;
  return picked < Math.min(...sizes) || picked > Math.max(...sizes);
}

function ruled(of: Refusing, option: Option, text: Refusal, viewpoint: Viewpoint, say: Say): string {
  const { state, words } = of;
  const { refused } = words.story.sentences;
  if (text.kind === "follow") return led(of, viewpoint);
  if (!text[viewpoint]) return say(refused.now);
  const { names } = words.story.questions[state.question]!.alternatives[option.alternative]!;
  const gaps = Object.fromEntries(names.map(({ type }, i) => [i, words.value(type, option.values[i]!)]));
  let said = filled(text[viewpoint], { who: words.player(state.player), ...gaps });
  if (text.another) said = say(refused.another, { reason: said });
  const facts = text.facts.map((fact) => told(of, fact)).filter(Boolean);
  return said + (facts.length ? ` (${facts.join(", ")})` : "");
}

/** `level is 4`; empty if there is nothing to say. */
function told({ state, words }: Refusing, fact: Refusal["facts"][number]): string {
  const { zones, variables } = words.story;
  if (fact.zone >= 0) {
    const cards = state.cards(zones[fact.zone]!.slot);
    const card = fact.top ? cards.at(-1) : cards[0];
    return card === undefined ? "" : `the ${fact.words} is ${words.card(card)}`;
  }
  const { type, slot } = variables[fact.variable]!;
  const at = slot + (fact.mine ? state.player : 0);
  if (type.kind === "card" || type.kind === "flag" || holdsCards(type)) return "";
  const value = type.kind === "set" ? state.set(at) : state.number(at);
  if (value === NONE && type.kind !== "number") return "";
  if (type.kind === "player" && value === state.player) return "";
  return `${fact.words} is ${words.value(type, value)}`;
}

/** The player from whose hand a card is played: the one who is asked, unless he plays for another one. */
function holder({ state, words }: Refusing): number {
  const { leads } = words.story.questions[state.question]!;
  return leads ? state.number(leads.holder) : state.player;
}

/** `you hold 4♦ and 8♦, and diamonds were led`: the cards that follow, and the suit of most cards of that group. */
function led(of: Refusing, viewpoint: Viewpoint): string {
  const { state, words } = of;
  const { refused } = words.story.sentences;
  const { leads, hand } = words.story.questions[state.question]!;
  const { deck, faces } = state.description;
  const following = leads && state.number(leads.power) >= NONE ? state.set(leads.following) : [];
  const own = state.cards(words.story.zones[hand]!.slot + holder(of));
  const cards = [...new Set(following.filter((card) => own.includes(card)).map((card) => words.card(card)))];
  const suits = new Map<string, number>();
  for (const card of following) {
    const { suit } = faces[deck[card]!]!;
    if (suit) suits.set(suit, (suits.get(suit) ?? 0) + 1);
  }
  const most = Math.max(0, ...suits.values());
  const suit = [...suits].find(([, number]) => number === most)?.[0];
  const last = cards.pop();
  if (last === undefined || suit === undefined) return held(of, viewpoint, refused.lead);
  const all = cards.length ? `${cards.join(", ")} and ${last}` : last;
  return held(of, viewpoint, refused.follow, { cards: all, suit });
}

/** A sentence about the hand from which a card is played, which may be that of another player (a dummy). */
function held(
  of: Refusing,
  viewpoint: Viewpoint,
  forms: RefusalForms,
  gaps: Record<string, string> = {},
): string {
  const form = holder(of) === of.state.player ? viewpoint : "one";
  return filled(forms[form], { who: of.words.player(holder(of)), ...gaps });
}

/** A template with its gaps filled. */
function filled(template: string, gaps: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap);
}
