/** What changed rules do: the same deals under both, among people who go on as before and people who have learned them. */

import { h } from "../lib/dom.js";
import { isProblem } from "../lib/python.js";
import { T } from "../texts.js";
import { pairedElements } from "./findings.js";
import { keepLesson, learn, learnedBeside, type Lesson, LessonPanel, type LessonSoFar } from "./learning.js";
import { comparedWith, type Playable, paired, type Rules } from "./results.js";

/** Number of games played under both rules. */
const PAIRS = 1_000;

export interface Compared {
  made: Playable;
  rules: Rules;
  /** What is known of the game that the rules are, or were made from. */
  weights: Uint8Array | null;
  /** What was learned of the rules in this browser. */
  lesson: Lesson | null;
  /** The rules compared with, and their title. */
  base: string;
  title: string;
}

/** Shows in `place` what the changes do; gives up when `gone` says so. */
export async function showComparison(place: Element, compared: Compared, gone: () => boolean): Promise<void> {
  place.replaceChildren(h("p", null, T.comparing(PAIRS)));
  try {
    await shown(place, compared, gone);
  } catch (error) {
    if (gone()) return;
    place.replaceChildren(h("p", null, T.failed(error instanceof Error ? error.message : String(error))));
  }
}

async function shown(place: Element, compared: Compared, gone: () => boolean): Promise<void> {
  const { made, rules, weights, lesson, base, title } = compared;
  const say = (text: string) => h("p", { class: "soft" }, text);
  const other = await comparedWith(base, weights !== null || lesson !== null);
  if (gone()) return;
  if (isProblem(other)) return place.replaceChildren(say(other.problem));
  const before = await paired(other, made, rules, [weights, weights], base, PAIRS, gone);
  if (!before || gone()) return;
  if (isProblem(before)) return place.replaceChildren(say(before.problem));
  const first = pairedElements(before, title, lesson ? T.goOnAsBefore : "");
  place.replaceChildren(...first);
  if (!lesson) return;
  const { root, show } = LessonPanel.progress(T.learningBase(title));
  place.append(root);
  const learned = await learnedAlike(other, weights, lesson, show, gone);
  if (gone()) return;
  const after = await paired(other, made, rules, [learned.weights, lesson.weights], base, PAIRS, gone);
  if (!after || gone()) return;
  const second = isProblem(after)
    ? [say(after.problem)]
    : [...pairedElements(after, title, T.haveLearned), say(T.lessonsDiffer)];
  place.replaceChildren(h("h2", null, T.compared), ...first, ...second);
}

/** What comes of a lesson under the rules compared with, from as many choices as under the others. */
async function learnedAlike(
  other: Playable,
  weights: Uint8Array | null,
  { choices }: Lesson,
  show: (now: LessonSoFar) => void,
  gone: () => boolean,
): Promise<Lesson> {
  const known = await learnedBeside(other.description, choices);
  if (known) return known;
  const learned = await learn(other, weights, { choices }, show, gone);
  if (!gone()) await keepLesson(other.description, learned, choices);
  return learned;
}
