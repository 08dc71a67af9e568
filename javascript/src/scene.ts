/**
 * The scene: the table as a seat, a spectator or everybody sees it now, as plain data (schemas/scene.schema.json).
 * Python's is `interpreter/story/scene.py`.
 */

import type { Call } from "./calls.js";
import type { StoryVariable, ValueType } from "./description.js";
import type { State } from "./layout.js";
import type { Line } from "./lines.js";
import type { Where } from "./records.js";
import { settlementScene } from "./settlement.js";
import type { TrickSoFar, ViewerStory } from "./story.js";
import { NONE, type Value } from "./words.js";

export const SCENE_VERSION = 4;

/** A card in words; null if the viewer does not know it. */
export type SceneCard = string | null;

export interface SceneZone {
  zone: number;
  name: string;
  /** -1 for a shared zone. */
  owner: number;
  /** The owner in words; empty for a shared zone. */
  whose: string;
  /** How it is drawn; `pile`: face down. */
  kind: "hand" | "open" | "pile" | "trick";
  ordered: boolean;
  count: number;
  /** Bottom first, or in the order in which they came; empty if the viewer knows none of them. */
  cards: SceneCard[];
  /** Which of the cards came here since the viewer last looked. */
  new?: number[];
  /** In a shared zone: who put each card there. */
  by?: number[];
  /** In an open shared zone: how many of the cards, the last ones, were put there together. */
  last?: number;
}

export interface SceneFact {
  name: string;
  value: string;
  kind: string;
  text: string;
}

export interface SceneBadge {
  seat: number;
  name: string;
  value?: string;
  text: string;
}

export interface ScenePlay {
  seat: number;
  card: SceneCard;
}

export interface SceneScores {
  owner: "player" | "team";
  owners: string[];
  columns: { name: string; decides: boolean; values: number[]; gained: number[] }[];
}

/** A line of a settlement: what a rule says, whose number it changed and how, and the cards counted each time. */
export interface SettlementReason {
  name: string;
  why: string;
  at: string;
  cites: readonly string[];
  changes: { whose: string; by: number[] }[];
  cards: string[][];
}

export interface SettlementScene {
  deal: number;
  deal_over: boolean;
  lines: Line[];
  entries: {
    owner: "player" | "team";
    of: number;
    whose: string;
    name: string;
    before: number;
    now: number;
  }[];
  reasons: SettlementReason[];
  named: { name: string; whose: string; value: string }[];
  laid_open: { zone: string; whose: string; cards: string[] }[];
}

export interface Scene {
  scene: typeof SCENE_VERSION;
  viewer: number | "spectator" | "all";
  title: string;
  seats: string[];
  teams: number[][];
  /** From 1; 0 before the first. */
  deal: number;
  trick_of_deal: number;
  /** The seat that is asked; -1: none. */
  turn: number;
  over: { owner: "player" | "team"; winners: number[]; names: string[] } | null;
  zones: SceneZone[];
  roles: { name: string; seats: number[]; text: string }[];
  facts: SceneFact[];
  badges: SceneBadge[];
  trick: { leader: number; plays: ScenePlay[]; winning: number } | null;
  last_trick: { leader: number; plays: ScenePlay[]; winner: number } | null;
  /** What was said in turn without cards, as in an auction, oldest first; it stays while the hand is played. */
  calls: Call[];
  scores: SceneScores[];
  since: Line[];
  settlement: SettlementScene | null;
}

/** A variable that holds something now, and its owner (-1 for none). */
interface Held {
  info: StoryVariable;
  owner: number;
  value: Value;
}

/**
 * The table now.  `state`: that of the question or of the end; null between two questions.  `since`: how many records
 * the viewer has seen before; by default those before its last choice.
 */
export function sceneOf(story: ViewerStory, state: State | null, since = story.looked): Scene {
  const { words, over, lastTrick, settlement } = story;
  return {
    scene: SCENE_VERSION,
    viewer: story.viewer,
    title: words.story.title,
    seats: [...words.seats],
    teams: words.story.teams,
    deal: story.deal,
    trick_of_deal: story.trickOfDeal,
    turn: state ? state.player : -1,
    over: over && {
      owner: over.owner,
      winners: [...over.winners],
      names: over.winners.map((one) => words.owner(over.owner, one)),
    },
    zones: story.table.places.map((where) => zoneOf(story, where, since)),
    ...(words.story.written.length ? writtenOn(story) : remembered(story)),
    trick: trickOf(story, state),
    last_trick: lastTrick && {
      leader: lastTrick.leader,
      plays: playsOf(story, lastTrick),
      winner: lastTrick.winner,
    },
    calls:
      state && state.question >= 0 ? story.calls.latest(state.player, state.question) : story.calls.latest(),
    scores: (["team", "player"] as const).flatMap((owner) => scoresOf(story, owner)),
    since: story.linesAfter(since),
    settlement: settlement && settlement.count > since ? settlementScene(words, settlement.settlement) : null,
  };
}

// ----------------------------------------------------------------------------------------------------------- zones

/** A zone.  On the table, open cards lie as they came. */
function zoneOf(story: ViewerStory, where: Where, since: number): SceneZone {
  const { words, table } = story;
  const [zone, owner] = where;
  const { title, owner: kind, ordered, open, seats } = words.story.zones[zone]!;
  const came = (card: number) => story.arrived.get(card) ?? -1;
  let cards = table.cards(where);
  if (kind === null && open && !ordered)
    cards = [...cards].sort((a, b) => Number(a < 0) - Number(b < 0) || came(a) - came(b));
  const found: SceneZone = {
    zone,
    name: title,
    owner,
    whose: words.owner(kind, owner),
    kind: table.tricks.has(zone)
      ? "trick"
      : open
        ? "open"
        : seats.some((some) => some.length)
          ? "hand"
          : "pile",
    ordered,
    count: cards.length,
    cards: [],
  };
  if (cards.every((card) => card < 0)) return found;
  found.cards = cards.map((card) => (card >= 0 ? words.card(card) : null));
  found.new = [];
  cards.forEach((card, at) => {
    if (card >= 0 && came(card) >= since) found.new!.push(at);
  });
  if (kind === null) {
    found.by = cards.map((card) => table.brought.get(card) ?? -1);
    if (open && found.by.at(-1)! >= 0) {
      const last = came(cards.at(-1)!);
      found.last = cards.length - 1 - cards.findLastIndex((card) => came(card) !== last);
    }
  }
  return found;
}

// ------------------------------------------------------------------------------------------------------------ values

/**
 * The variables that hold something and belong to this deal, by owner: one that was set in it, or one that is carried
 * from deal to deal and was set before.
 */
function heldIn(story: ViewerStory): Held[] {
  const found: Held[] = [];
  story.words.story.variables.forEach((info, variable) => {
    const carried = info.carried && !story.stale.has(variable);
    for (let owner = info.owner === null ? -1 : 0; owner < (info.owner === null ? 0 : info.count); owner++) {
      const at = story.setAt(variable, owner);
      if (at < 0 || (at < story.begun && !carried)) continue;
      const value = story.movedOn.get(variable) ?? story.table.value(variable, owner);
      if (holds(info, value)) found.push({ info, owner, value });
    }
  });
  return found;
}

/** Whether a value is something: not none, not 0, not no, not an empty set; and not the number at the start. */
function holds({ type, initial, tells }: StoryVariable, value: Value): boolean {
  if (typeof value !== "number") return value.length > 0;
  if (type.kind === "number") return value !== 0 && value !== initial[0];
  return tells ? value !== NONE : value !== 0;
}

/** Whether a value of a type names players. */
function namesPlayers({ kind, element }: ValueType): boolean {
  return kind === "player" || element?.kind === "player";
}

/** A value in words; cards that the viewer does not know are not named. */
function worded(story: ViewerStory, type: ValueType, value: Value): string {
  return story.words.value(type, value, (card) => story.table.known.knows(card));
}

/** What is remembered, where the author does not say what is written on the table. */
function remembered(story: ViewerStory): Pick<Scene, "roles" | "facts" | "badges"> {
  const held = heldIn(story);
  const shared = held.filter(({ owner }) => owner < 0);
  return { roles: rolesOf(shared), facts: factsOf(story, shared), badges: badgesOf(story, held) };
}

/** Who is what: shared values that name players. */
function rolesOf(shared: readonly Held[]): Scene["roles"] {
  return shared
    .filter(({ info }) => namesPlayers(info.type))
    .map(({ info, value }) => ({
      name: info.title,
      seats: typeof value === "number" ? [value] : [...value],
      text: info.title,
    }));
}

/** What is announced: shared values that do not name players, those that name something first, counters last. */
function factsOf(story: ViewerStory, shared: readonly Held[]): SceneFact[] {
  const facts = shared.filter(({ info }) => !namesPlayers(info.type));
  const rank = ({ info }: Held) => (info.tells ? 0 : 2) + (info.carried ? 1 : 0);
  facts.sort((a, b) => rank(a) - rank(b));
  return facts.map(({ info, value }) => {
    const said = worded(story, info.type, value);
    const { kind } = info.type;
    const text = kind === "flag" ? info.title : `${info.title} ${said}`;
    return { name: info.title, value: said, kind, text };
  });
}

/** What a seat is and has said; what a team has said is a badge of each of its seats. */
function badgesOf(story: ViewerStory, held: readonly Held[]): SceneBadge[] {
  return held.flatMap(({ info, owner, value }) => {
    const { kind } = info.type;
    if (owner < 0 || kind === "number" || (kind === "set" && !namesPlayers(info.type))) return [];
    const seats = info.owner === "team" ? story.words.story.teams[owner]! : [owner];
    const name = info.title;
    if (kind === "flag") return seats.map((seat) => ({ seat, name, text: name }));
    const said = worded(story, info.type, value);
    return seats.map((seat) => ({ seat, name, value: said, text: `${name} ${said}` }));
  });
}

/** What the author says is written on the table, in place of roles and values: as facts, badges of seats. */
function writtenOn(story: ViewerStory): Pick<Scene, "roles" | "facts" | "badges"> {
  const facts: SceneFact[] = [];
  const badges: SceneBadge[] = [];
  const { written, teams } = story.words.story;
  for (const { line, owner, values } of story.written) {
    const { owner: kind, texts, types, within } = written[line]!;
    // What it tells is of the last deal.
    if (within.some((one) => (story.renewed.get(one) ?? story.begun) < story.begun)) continue;
    const text = types.reduce(
      (said, type, i) => said + worded(story, type, values[i]!) + texts[i + 1]!,
      texts[0]!,
    );
    if (kind === null) facts.push({ name: "", value: text, kind: "written", text });
    else
      for (const seat of kind === "team" ? teams[owner]! : [owner]) badges.push({ seat, name: text, text });
  }
  return { roles: [], facts, badges };
}

/**
 * The numbers of players or of teams, what decides first; none if there are none yet.  Where the author says what is
 * written on the table, these are the scores and what is counted towards them.
 */
function scoresOf(story: ViewerStory, kind: "player" | "team"): SceneScores[] {
  const { words, table, before, scored, stale } = story;
  const { written, variables } = words.story;
  const numbers: { variable: number; info: StoryVariable }[] = [];
  for (const variable of scored) {
    const info = variables[variable]!;
    if (info.owner !== kind || stale.has(variable)) continue;
    if (!written.length || info.decides || info.feeds) numbers.push({ variable, info });
  }
  if (!numbers.length) return [];
  numbers.sort((a, b) => a.variable - b.variable);
  numbers.sort((a, b) => Number(b.info.decides) - Number(a.info.decides));
  const owners = Array.from({ length: numbers[0]!.info.count }, (_, owner) => owner);
  return [
    {
      owner: kind,
      owners: owners.map((owner) => words.owner(kind, owner)),
      columns: numbers.map(({ variable, info }) => {
        const values = owners.map((owner) => Number(table.value(variable, owner)));
        return {
          name: info.title,
          decides: info.decides,
          values,
          gained: values.map((value, owner) => value - before(variable, owner)),
        };
      }),
    },
  ];
}

// ------------------------------------------------------------------------------------------------------------ tricks

function playsOf(story: ViewerStory, trick: TrickSoFar): ScenePlay[] {
  return trick.plays.map(({ player, card }) => ({
    seat: player,
    card: card >= 0 ? story.words.card(card) : null,
  }));
}

/** The trick that is being played, with the number of the winning play so far (-1: none). */
function trickOf(story: ViewerStory, state: State | null): Scene["trick"] {
  const { trick, words } = story;
  if (!trick) return null;
  const leads = leading(words.story.questions, state);
  let winning = -1;
  if (state && leads && state.number(leads.power) >= 0) {
    const best = state.number(leads.best);
    winning = trick.plays.findIndex(({ player }) => player === best);
  }
  return { leader: trick.leader, plays: playsOf(story, trick), winning };
}

type Asked = ViewerStory["words"]["story"]["questions"];

/**
 * The slots of the power and the player of the winning card.  They do not depend on what is asked: whether a card, or
 * before it something that only who lacks a suit is asked, must not be told.  If a game has several kinds of tricks, they
 * are those of the question.
 */
function leading(questions: Asked, state: State | null): Asked[number]["leads"] {
  const kinds = new Map(
    questions.flatMap(({ leads }) => (leads ? [[`${leads.power} ${leads.best}`, leads] as const] : [])),
  );
  if (kinds.size === 1) return [...kinds.values()][0]!;
  return (state && questions[state.question]?.leads) ?? null;
}
