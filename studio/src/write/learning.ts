/**
 * Learning rules in this browser: a lesson in a worker, what came of it, kept by what the rules mean, and the panel that
 * begins, shows and ends a lesson.
 */

import { type Description, readWeights } from "hoyle";
import { announce, h, replace } from "../lib/dom.js";
import { isProblem, type Problem } from "../lib/python.js";
import { Remote } from "../lib/rpc.js";
import { get, keys, put, remove } from "../lib/store.js";
import { T } from "../texts.js";
import type { Playable } from "./results.js";

/** For how many milliseconds a lesson goes on. */
export const LESSON = 20_000;
/** The milliseconds between two looks at how far a lesson is. */
const LOOK = 300;
/** A step of a lesson that takes longer ends it: the rules hold the module. */
const LIMIT = 60_000;
/** The most lessons that are kept; then the oldest goes. */
const MOST_KEPT = 40;

/** What was learned: a file of weights, and from how many choices. */
export interface Lesson {
  weights: Uint8Array;
  choices: number;
  /** When it was learned: milliseconds since 1970. */
  at: number;
}

/** How far a lesson is: how much of it is over, from 0 to 1, and from how many choices was learned. */
export interface LessonSoFar {
  share: number;
  choices: number;
}

type Identity = Pick<Description, "fingerprint" | "options" | "players">;

function key({ fingerprint, options, players }: Identity): string {
  return JSON.stringify([fingerprint, players, Object.entries(options).sort()]);
}

/** What was learned of rules in this browser; null if nothing was. */
export async function learnedHere(description: Description): Promise<Lesson | null> {
  return (await get<Lesson>("learned", key(description))) ?? null;
}

/** What was learned of rules in this browser as a measure for others, from so many choices. */
export async function learnedBeside(description: Description, choices: number): Promise<Lesson | null> {
  return (await get<Lesson>("learned", `${choices} ${key(description)}`)) ?? null;
}

/** Whether any rules were learned in this browser. */
export async function anythingLearned(): Promise<boolean> {
  return (await keys("learned")).length > 0;
}

/** Keeps what was learned; `choices`: as a measure for other rules, which were learned from so many. */
export async function keepLesson(description: Description, lesson: Lesson, choices?: number): Promise<void> {
  const name = choices === undefined ? key(description) : `${choices} ${key(description)}`;
  const all = await keys("learned");
  if (all.length >= MOST_KEPT && !all.includes(name)) {
    const found = await Promise.all(
      all.map(async (one) => ({ one, at: (await get<Lesson>("learned", one))?.at ?? 0 })),
    );
    found.sort((a, b) => a.at - b.at);
    for (const { one } of found.slice(0, 1)) await remove("learned", one);
  }
  await put("learned", name, lesson);
}

/**
 * Learns rules, from what is known of them or of those that they were made from.  `how`: for so many milliseconds, or from
 * so many choices.  Ends early, with what was learned, when `stopped` says so.
 */
export async function learn(
  { binary, description }: Playable,
  begun: Uint8Array | null,
  how: { milliseconds?: number; choices?: number },
  show: (now: LessonSoFar) => void,
  stopped: () => boolean,
): Promise<Lesson> {
  const worker = new Remote(new URL("module.js", import.meta.url).href);
  try {
    let now = await worker.call<LessonSoFar>("lesson", [binary, description, begun, how], LIMIT);
    while (now.share < 1 && !stopped()) {
      now = await worker.call<LessonSoFar>("lessonGoesOn", [LOOK], LIMIT);
      show(now);
    }
    const weights = await worker.call<Uint8Array>("lessonLearned", [], LIMIT);
    return { weights, choices: now.choices, at: Date.now() };
  } finally {
    worker.end();
  }
}

/** Begins, shows and ends lessons. */
export class LessonPanel {
  readonly root = h("section", { class: "lesson", "aria-label": T.lesson });
  private running = false;
  private stopped = false;
  /** What begins a lesson. */
  private begin: HTMLElement | null = null;

  /** `learned`: called when something was learned. */
  constructor(private readonly learned: () => void) {}

  /** Says what is known of rules.  `begun`: what is known of the game that they are, or were made from; `build`: makes a module that gives lessons. */
  async show(
    made: Playable,
    build: () => Promise<Playable | Problem>,
    begun: Uint8Array | null,
    kept: Lesson | null,
  ): Promise<void> {
    if (this.running) return;
    const exact = begun !== null && key(await readWeights(begun)) === key(made.description);
    const about = kept
      ? T.learnedFrom(kept.choices)
      : exact
        ? T.learnedAlready
        : begun
          ? T.learnedOthers
          : T.learnedNothing;
    const teachable = made.description.net?.lessons ? async () => made : build;
    const button = h(
      "button",
      { type: "button", id: "learn-rules", onclick: () => this.run(teachable, kept?.weights ?? begun) },
      kept ? T.learnOn(LESSON) : T.learn(LESSON),
    );
    this.begin = button;
    replace(this.root, h("p", { class: "soft" }, about), button);
  }

  /** Shows a lesson that goes on for another panel, in `place`. */
  static progress(text: string): { root: HTMLElement; show: (now: LessonSoFar) => void } {
    const bar = h("progress", { max: "1", value: "0", "aria-label": text });
    const count = h("span", { class: "soft" });
    const show = ({ share, choices }: LessonSoFar) => {
      bar.value = share;
      count.textContent = T.choicesLearned(choices);
    };
    return { root: h("p", { class: "lesson-now" }, `${text} `, bar, " ", count), show };
  }

  /** Ends a lesson that goes on; what was learned is kept. */
  stop(): void {
    this.stopped = true;
  }

  private async run(build: () => Promise<Playable | Problem>, begun: Uint8Array | null): Promise<void> {
    this.running = true;
    this.stopped = false;
    const { root, show } = LessonPanel.progress(T.learning);
    const end = h(
      "button",
      { type: "button", id: "stop-learning", onclick: () => this.stop() },
      T.stopLearning,
    );
    this.root.replaceChildren(root, end);
    end.focus();
    try {
      const made = await build();
      if (isProblem(made)) throw new Error(made.problem);
      const lesson = await learn(made, begun, { milliseconds: LESSON }, show, () => this.stopped);
      await keepLesson(made.description, lesson);
      announce(T.learnedFrom(lesson.choices));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      replace(this.root, h("p", { role: "alert" }, T.failed(why)), ...(this.begin ? [this.begin] : []));
      return;
    } finally {
      this.running = false;
    }
    this.learned();
  }
}
