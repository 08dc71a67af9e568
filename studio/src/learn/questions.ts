/** The questions of a lesson, and those a script asks by itself: find the card that was played. */

import type { Animation, Changes, State, Caption } from "hoyle-viewer";

/** A question about a game that was written down. */
export interface Question {
  chapter: string;
  animation: Animation;
  /** The picture in which the answer was given; the one before it is shown. */
  at: number;
  /** Whose hand is seen: who answers. */
  seat: number;
  ask: string;
  /** What can be said; nothing where a card of the hand is to be found. */
  choices: string[];
  right: string[];
  why: string;
}

/** A lesson as it is written (rulesets/lessons). */
export interface Lesson {
  title: string;
  about: string;
  chapters: {
    title: string;
    questions: {
      script: string;
      game: number;
      /** The line of the choice in the transcript: `B: play 9♥`. */
      at: string;
      ask: string;
      why: string;
      right?: string[];
      choices?: string[];
    }[];
  }[];
}

export type Shown = State & { captions: Caption[] };
const NOTHING: State = { zones: {}, by: {}, scores: {}, badges: {}, facts: [], turn: -1, deal: 0, trick: 0 };

/** The whole state of each picture, from what each changes. */
export function states(animation: Animation): Shown[] {
  let state: Shown = { ...NOTHING, captions: [] };
  return animation.pictures.map((changes: Changes) => {
    const parts = (key: "zones" | "by" | "scores" | "badges") => ({ ...state[key], ...changes[key] });
    state = {
      ...state,
      ...changes,
      zones: parts("zones"),
      by: parts("by"),
      scores: parts("scores"),
      badges: parts("badges"),
    } as Shown;
    return state;
  });
}

/** Who chose what in a picture. */
function made(captions: Caption[]): { who: string; what: string } | null {
  const found = captions.find(([kind]) => kind === "made");
  return found ? { who: String(found[1]), what: String(found[2]) } : null;
}

/** The cards in the hand of a seat. */
function hand(animation: Animation, state: State | undefined, seat: number): string[] {
  return animation.zones.flatMap((zone, at) =>
    zone.kind === "hand" && zone.seat === seat ? (state?.zones[at] ?? []) : [],
  );
}

/** The table before a question, with the hands of others face down. */
export function before(question: Question): State {
  const { animation, at, seat } = question;
  const state = states(animation)[at - 1] ?? NOTHING;
  const zones = { ...state.zones };
  animation.zones.forEach((zone, number) => {
    if (zone.kind === "hand" && zone.seat !== seat) zones[number] = (zones[number] ?? []).map(() => "??");
  });
  return { ...state, zones };
}

/** The questions of a lesson; an error if one is about something that is not in its script. */
export async function questions(
  lesson: Lesson,
  animations: (script: string) => Promise<Animation[]>,
): Promise<Question[]> {
  const found: Question[] = [];
  for (const chapter of lesson.chapters) {
    for (const one of chapter.questions) {
      const animation = (await animations(one.script))[one.game];
      const at = animation?.pictures.findIndex(({ captions }) => {
        const choice = made(captions);
        return choice !== null && `${choice.who}: ${choice.what}` === one.at;
      });
      if (!animation || at === undefined || at < 1) throw new Error(`${one.script}: ${one.at}`);
      const [who = "", what = ""] = one.at.split(": ");
      const seat = animation.seats.indexOf(who);
      const played = hand(animation, states(animation)[at - 1], seat).filter((card) =>
        what.split(" ").includes(card),
      );
      found.push({
        chapter: chapter.title,
        animation,
        at,
        seat,
        ask: one.ask,
        choices: one.choices ?? [],
        right: one.right ?? played,
        why: one.why,
      });
    }
  }
  return found;
}

/** What a game asks by itself: each card that was chosen from a hand of several. */
export function findTheCard(
  animation: Animation,
  ask: (who: string) => string,
  why: (line: string) => string,
): Question[] {
  const shown = states(animation);
  return animation.pictures.flatMap(({ captions }, at) => {
    const choice = made(captions);
    const seat = animation.seats.indexOf(choice?.who ?? "");
    const cards = hand(animation, shown[at - 1], seat);
    const played = cards.filter((card) => choice?.what.split(" ").includes(card));
    if (!choice || played.length !== 1 || new Set(cards).size < 2) return [];
    return [
      {
        chapter: animation.title,
        animation,
        at,
        seat,
        ask: ask(choice.who),
        choices: [],
        right: played,
        why: why(`${choice.who}: ${choice.what}`),
      },
    ];
  });
}
