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

/** A choice of an animation, with the hand it was made from and the cards of this hand that it names. */
interface Made {
  line: string;
  who: string;
  hand: string[];
  right: string[];
  question: Pick<Question, "before" | "after" | "seat">;
}

/** Loads the questions of a lesson.  Throws an error if a question does not fit its script. */
export async function questions(
  lesson: Lesson,
  animations: (script: string) => Promise<Animation[]>,
): Promise<Question[]> {
  const found: Question[] = [];
  for (const { title: chapter, questions: asked } of lesson.chapters) {
    for (const { script, game, at, ask, why, choices = [], right } of asked) {
      const made = choicesOf((await animations(script))[game]).find(({ line }) => line === at);
      if (!made) throw new Error(`${script}: ${at}`);
      found.push({ ...made.question, chapter, ask, why, choices, right: right ?? made.right });
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
  const chapter = animation.title;
  return choicesOf(animation)
    .filter(({ hand, right }) => right.length === 1 && new Set(hand).size > 1)
    .map(({ question, who, line, right }) => ({
      ...question,
      ...{ chapter, ask: ask(who), why: why(line), choices: [], right },
    }));
}

function choicesOf(animation: Animation | undefined): Made[] {
  if (!animation) return [];
  const frames = Frames.all(animation);
  return frames.flatMap((after, at) => {
    const [before, choice] = [frames[at - 1], Frames.made(after)];
    if (!before || !choice) return [];
    const { who, what } = choice;
    const seat = animation.seats.indexOf(who);
    const hand = Frames.hand(before, seat);
    const words = what.split(" ");
    return {
      ...{ line: `${who}: ${what}`, who, hand, right: hand.filter((card) => words.includes(card)) },
      question: { before: Frames.covered(before.scene, seat), after, seat },
    };
  });
}
