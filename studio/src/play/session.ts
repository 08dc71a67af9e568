/** A game being played: its steps in the worker that runs the module, and what each viewer hears of them. */

import {
  type Asked,
  type Description,
  type Option,
  type Result,
  resultOf,
  State,
  ViewerStory,
  type StoryStep,
  type Viewer,
  Words,
} from "hoyle";
import { Remote } from "../lib/rpc.js";
import type { Snapshot } from "../work/module.js";

/** The state of a game between two choices, and what led to it. */
export interface Step extends StoryStep {
  /** The options of the open question; empty at the end. */
  options: Option[];
  /** The number of the choice that led here; -1 at the start. */
  chosen: number;
}

/** The stored data of a game, from which it can be resumed. */
export interface SavedGame {
  game: string;
  fingerprint: string;
  seed: string;
  choices: number[];
  seats: string[];
}

/** A worker that is started while the files of a game are still on their way. */
let spare: Remote | null = null;

function started(): Remote {
  return new Remote(new URL("module.js", import.meta.url).href);
}

/** Starts a worker for the next game. */
export function warm(): void {
  spare ??= started();
}

export class Session {
  readonly steps: Step[] = [];
  private readonly stories = new Map<Viewer, ViewerStory>();

  private constructor(
    readonly words: Words,
    readonly description: Description,
    private readonly remote: Remote,
    readonly seed: bigint,
    /** Whether the game was played from its beginning. */
    private readonly begun: boolean,
  ) {}

  /** Starts a new game and runs it to its first question.  With `state`, continues from that state. */
  static async begin(
    binary: ArrayBuffer,
    description: Description,
    seats: string[],
    seed: bigint,
    state?: Uint8Array,
  ): Promise<Session> {
    const remote = spare?.alive ? spare : started();
    spare = null;
    await remote.call("open", [binary, description, seats], LIMIT);
    const words = new Words(description.story, seats);
    const session = new Session(words, description, remote, seed, state === undefined);
    const snapshot = await remote.call<Snapshot>(state ? "at" : "start", [state ?? seed], LIMIT);
    session.arrive(snapshot, -1);
    return session;
  }

  end(): void {
    this.remote.end();
  }

  get now(): Step {
    const last = this.steps.at(-1);
    if (!last) throw new Error("the game has not begun");
    return last;
  }

  /** The seat that must choose; -1 at the end. */
  get player(): number {
    return this.now.state.player;
  }

  get result(): Result | null {
    return resultOf(this.now.state);
  }

  private arrive({ state, ...rest }: Snapshot, chosen: number): Step {
    const step = { state: new State(this.description, state), ...rest, chosen };
    this.steps.push(step);
    return step;
  }

  /** Makes a choice, given by the number of an option of the open question. */
  async take(number: number): Promise<Step> {
    return this.arrive(await this.remote.call<Snapshot>("take", [number], LIMIT), number);
  }

  /** The steps at which a person had a choice.  `mine`: whether a person has this seat. */
  asked(mine: (player: number) => boolean): number[] {
    return [...this.steps.keys()].filter((at) => {
      const step = this.steps[at];
      return step !== undefined && step.options.length > 1 && mine(step.state.player);
    });
  }

  /** Takes back choices until a person must choose again.  Returns false if there is no such question. */
  async undo(mine: (player: number) => boolean): Promise<boolean> {
    const at = this.asked(mine).findLast((one) => one < this.steps.length - 1);
    if (at === undefined) return false;
    const back = this.steps.length - 1 - at;
    this.steps.length = at + 1;
    await this.remote.call("undo", [back], LIMIT);
    return true;
  }

  /** The data to store. */
  kept(game: string, seats: string[]): SavedGame {
    const choices = this.steps.slice(1).map((step) => step.chosen);
    return { game, fingerprint: this.description.fingerprint, seed: String(this.seed), choices, seats };
  }

  /** The choices made so far, each as `player: label`. */
  labels(): string[] {
    return this.steps.slice(1).map(({ chosen }, at) => {
      const before = this.steps[at];
      const option = before?.options[chosen];
      if (!before || !option) return "";
      return `${this.words.player(before.state.player)}: ${this.words.label(before.state.question, option)}`;
    });
  }

  /** What a viewer knows of the game so far. */
  storyOf(viewer: Viewer): ViewerStory {
    const known = this.stories.get(viewer);
    const story = known?.fits(this.steps) ? known : new ViewerStory(this.words, viewer);
    this.stories.set(viewer, story);
    return story.follow(this.steps, this.begun);
  }

  /** The open question as data; `picked`: the cards picked so far, as text. */
  question(picked: readonly string[] = []): Promise<Asked> {
    return this.remote.call<Asked>("asked", [picked], LIMIT);
  }

  /** Why cards of the player who is asked are no choice, in a sentence; empty if they are one. */
  refusal(cards: readonly string[]): Promise<string> {
    return this.remote.call<string>("refusal", [cards], LIMIT);
  }

  /** Gives the player `learned` its weights.  Returns whether it knows these rules well enough to play. */
  async learn(weights: Uint8Array | null): Promise<boolean> {
    if (!weights || !this.description.net) return false;
    return (await this.remote.call<number>("learn", [weights], LIMIT)) >= FEWEST_SHARED;
  }

  /** The choice of a player that is a program: the number of an option. */
  ask(player: string): Promise<number> {
    return this.remote.call<number>("ask", [player], THINKING_LIMIT);
  }
}

/** The least share of what a player sees that must have been learned; with less, the others think. */
const FEWEST_SHARED = 0.5;
/** Milliseconds that a module may take for one answer before it is ended. */
const LIMIT = 30_000;
/** Milliseconds that a player may think: longer, because a slow machine with other things to do is no fault of the rules. */
const THINKING_LIMIT = 60_000;
