/** The questions of a lesson, and the questions generated from any script: find the card that was played. */

import type { Animation, Changes, State, Caption } from "hoyle-viewer";

/** A question about a scripted game. */
export interface Question {
  chapter: string;
  animation: Animation;
  /** The index of the picture in which the choice was made.  The page shows the picture before it. */
  at: number;
  /** The seat that answers.  Only its hand is visible. */
  seat: number;
  ask: string;
  /** The possible answers; empty if the answer is a card of the hand. */
  choices: string[];
  right: string[];
  why: string;
}

/** A lesson as its file describes it (rulesets/lessons). */
export interface Lesson {
  title: string;
  about: string;
  chapters: {
    title: string;
    questions: {
      script: string;
      game: number;
      /** The line of the choice in the transcript, such as `B: play 9♥`. */
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

/** Computes the whole state of each picture from the changes in each picture. */
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

/** Returns the player and the choice made in a picture, or null. */
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

/** The table before a question, with the other hands face down. */
export function before(question: Question): State {
  const { animation, at, seat } = question;
  const state = states(animation)[at - 1] ?? NOTHING;
  const zones = { ...state.zones };
  animation.zones.forEach((zone, number) => {
    if (zone.kind === "hand" && zone.seat !== seat) zones[number] = (zones[number] ?? []).map(() => "??");
  });
  return { ...state, zones };
}

/** Loads the questions of a lesson.  Throws an error if a question does not fit its script. */
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

/** The questions generated from a game: one for each card chosen from a hand of several. */
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
