/** The questions of a lesson, and the questions generated from any script: find the card that was played. */

import type { Scene } from "hoyle";
import { type Animation, type Frame, Frames } from "hoyle-viewer";

/** A question about a scripted game. */
export interface Question {
  chapter: string;
  /** The table before the choice, with only the hand of the seat that answers. */
  before: Scene;
  /** The table after the choice, with all that is known. */
  after: Frame;
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

/** Loads the questions of a lesson.  Throws an error if a question does not fit its script. */
export async function questions(
  lesson: Lesson,
  animations: (script: string) => Promise<Animation[]>,
): Promise<Question[]> {
  const found: Question[] = [];
  for (const chapter of lesson.chapters) {
    for (const one of chapter.questions) {
      const animation = (await animations(one.script))[one.game];
      const frames = animation ? Frames.all(animation) : [];
      const at = frames.findIndex((frame) => {
        const choice = Frames.made(frame);
        return choice !== null && `${choice.who}: ${choice.what}` === one.at;
      });
      const [before, after] = [frames[at - 1], frames[at]];
      if (!animation || !before || !after) throw new Error(`${one.script}: ${one.at}`);
      const [who = "", what = ""] = one.at.split(": ");
      const seat = animation.seats.indexOf(who);
      const words = what.split(" ");
      found.push({
        chapter: chapter.title,
        before: Frames.covered(before.scene, seat),
        after,
        seat,
        ask: one.ask,
        choices: one.choices ?? [],
        right: one.right ?? Frames.hand(before, seat).filter((card) => words.includes(card)),
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
  const frames = Frames.all(animation);
  return frames.flatMap((after, at) => {
    const before = frames[at - 1];
    const choice = Frames.made(after);
    const seat = animation.seats.indexOf(choice?.who ?? "");
    if (!before || !choice || seat < 0) return [];
    const cards = Frames.hand(before, seat);
    const words = choice.what.split(" ");
    const right = cards.filter((card) => words.includes(card));
    if (right.length !== 1 || new Set(cards).size < 2) return [];
    return [
      {
        chapter: animation.title,
        before: Frames.covered(before.scene, seat),
        after,
        seat,
        ask: ask(choice.who),
        choices: [],
        right,
        why: why(`${choice.who}: ${choice.what}`),
      },
    ];
  });
}
