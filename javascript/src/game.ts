/** A game that a program drives by names, as `hoyle.open` gives it in Python. */

import { type Asked, asked } from "./asked.js";
import type { Budget, Description } from "./description.js";
import { Choice, type ChoiceOf, meant } from "./choices.js";
import { dice, type Dice } from "./dice.js";
import {
  Fault,
  GameError,
  gameOver,
  IllegalChoice,
  listed,
  UnknownName,
  UnknownPlayer,
  unknownPlayer,
  unusable,
  wrong,
} from "./errors.js";
import { Instance, type Written } from "./instance.js";
import { DECISIONS, type State } from "./layout.js";
import type { Line } from "./lines.js";
import { View } from "./lookup.js";
import type { AnyGame, GameTypes } from "./typed.js";
import type { GameRecord } from "./records.js";
import { reason, against, refusalOfCards, type Refusing, type Viewpoint } from "./refused.js";
import { type Result, resultOf } from "./result.js";
import type { Rules } from "./rules.js";
import type { Scene } from "./scene.js";
import { History } from "./search/history.js";
import { imagined } from "./search/imagined.js";
import type { SeenDeal } from "./search/seen.js";
import type { Thought } from "./search/thinker.js";
import { ViewerStory } from "./story.js";
import type { Viewer } from "./view.js";
import type { Option } from "./words.js";

/** What led to a question, and the state there. */
interface Step {
  state: State;
  /** What happened since the question before. */
  records: readonly GameRecord[];
  /** The number of the choice that led here; -1 at the start, and for an incident. */
  chosen: number;
  options: Option[] | null;
  /** What is written on the table. */
  written: readonly Written[];
}

/** A game as JSON data: the form of `Game.to_json` in Python. */
export interface SavedGame {
  game: 1;
  ruleset: string;
  variants: string[];
  options: Record<string, string | number | boolean>;
  players: string[];
  seed: number;
  state: { state: 1; program: Identity; slots: (number | string | number[])[] };
}

/** What a saved state belongs to. */
export interface Identity {
  ruleset: string;
  fingerprint: string;
  options: Record<string, string | number | boolean>;
  players: number;
}

/** Called with what happened since the question before. */
export type Listener = (records: readonly GameRecord[]) => void;

export class Game<G extends GameTypes = AnyGame> {
  private steps: Step[] = [];
  private listeners: readonly Listener[] = [];
  private readonly stories = new Map<Viewer, ViewerStory>();
  /** Whether the game began in the middle, at a state. */
  private fromState = false;

  private constructor(
    /** What this game shares with other games of the same rules. */
    readonly rules: Rules<G>,
    private readonly instance: Instance,
    /** What the cards depend on: a seed, and the number of the game in a batch. */
    readonly seed: bigint,
    readonly index: bigint,
  ) {}

  /** Begins a new game; see `Rules.start`. */
  static begun<G extends GameTypes>(
    rules: Rules<G>,
    instance: Instance,
    seed: bigint,
    index: bigint,
  ): Game<G> {
    const game = new Game<G>(rules, instance, seed, index);
    instance.resident = null;
    game.arrive(instance.start(seed, index), -1);
    return game;
  }

  /** Takes up a game at a state. */
  static at<G extends GameTypes>(rules: Rules<G>, instance: Instance, state: State, seed = 0n): Game<G> {
    const game = new Game<G>(rules, instance, seed, 0n);
    game.fromState = true;
    game.steps.push({ state, records: [], written: [], chosen: -1, options: null });
    game.enter();
    game.now.written = instance.writtenSafely([]);
    return game;
  }

  private get now(): Step {
    return this.steps.at(-1)!;
  }

  private arrive(records: GameRecord[], chosen: number): void {
    const { instance } = this;
    const [state, written] = [instance.state, instance.writtenSafely(records)];
    this.steps.push({ state, records, written, chosen, options: instance.options() });
    this.instance.resident = this;
  }

  /** Puts this game into the instance, if another one is there. */
  private enter(): Option[] {
    const { now, instance } = this;
    if (instance.resident !== this || !now.options) {
      instance.resident = null;
      instance.put(now.state);
      now.options = instance.options();
      instance.resident = this;
    }
    return now.options;
  }

  // ---------------------------------------------------------------------------------------------------------- looking

  /** Whether the game has ended. */
  get over(): boolean {
    return this.now.state.question < 0;
  }

  /** The player who has to choose; null when the game is over. */
  get turn(): string | null {
    return this.over ? null : this.rules.words.player(this.seat);
  }

  /** The seat that has to choose; -1 when the game is over. */
  get seat(): number {
    return this.now.state.player;
  }

  /** The names of the players, clockwise. */
  get seats(): readonly string[] {
    return this.rules.words.seats;
  }

  /** The choices of the open question, at most 10,000; empty when the game is over. */
  get choices(): readonly ChoiceOf<G>[] {
    const { question } = this.now.state;
    return this.options.map(
      (option, number) => new Choice(this.rules.values, question, number, option) as ChoiceOf<G>,
    );
  }

  /** How many choices have been made, incidents included. */
  get number(): number {
    return this.now.state.number(DECISIONS);
  }

  /** The options of the open question in numbers; empty when the game is over. */
  get options(): readonly Option[] {
    return this.now.options ?? this.enter();
  }

  /**
   * The open question as plain data (schemas/asked.schema.json): the prompt, what each kind of choice does, and the
   * options that contain the picked cards.  `picked`: cards as text.  Throws `GameError` when the game is over.
   */
  asked(picked: readonly string[] = []): Asked {
    const { state, words, options, receiver } = this.refusing;
    return asked(state, words, options, receiver, picked, Instance.incidents(state));
  }

  /** The incidents that may be declared now instead of choosing: `misdeal`, `revoke by B`. */
  get incidents(): string[] {
    return Instance.incidents(this.state).map((one) => this.rules.words.incident(one));
  }

  /** Why cards of the player whose turn it is are no choice, in a sentence; empty if they are one. */
  refusal(cards: readonly string[]): string {
    return refusalOfCards(this.refusing, cards);
  }

  /** Why an option is not legal, as a clause; empty if it is legal. */
  reason(option: Option, viewpoint: Viewpoint = "you"): string {
    return reason(this.refusing, option, viewpoint);
  }

  private get refusing(): Refusing {
    if (this.over) throw gameOver();
    const { options, instance } = this;
    const inside = <T>(run: () => T): T => {
      this.enter();
      return run();
    };
    return {
      state: this.state,
      words: this.rules.words,
      options,
      receiver: (alternative) => inside(() => instance.receiver(alternative)),
      refused: (option) => inside(() => instance.refused(option)),
    };
  }

  /** What happened since the question before. */
  get latest(): readonly GameRecord[] {
    return this.now.records;
  }

  /** The state of the game, as it lies in the memory of the module. */
  get state(): State {
    return this.now.state;
  }

  /** Everything that lies on the table, hidden cards included. */
  get table(): View<G> {
    return new View<G>(this.rules.values, this.now.state, "all");
  }

  /** What a player may know; without a name, what a spectator may know. */
  view(player?: string | number): View<G> {
    return new View<G>(this.rules.values, this.now.state, this.viewer(player));
  }

  private viewer(player: string | number | undefined): Viewer {
    if (player === undefined || player === "spectator") return "spectator";
    const seat = typeof player === "number" ? player : this.seats.indexOf(player);
    if (this.seats[seat] === undefined) throw unknownPlayer(player, this.seats);
    return seat;
  }

  /** What is written on the table now, in numbers: `rules.description.story.written` has the words. */
  get written(): readonly Written[] {
    this.enter();
    return this.instance.written(this.now.records);
  }

  /** How the game ended, in numbers; null while it is being played. */
  get result(): Result | null {
    return resultOf(this.now.state);
  }

  /** The players who won; empty while the game is being played, and for a draw. */
  get winners(): string[] {
    const { result } = this;
    if (!result) return [];
    if (result.owner === "player") return result.winners.map((player) => this.seats[player]!);
    return result.winners.flatMap((team) =>
      this.rules.words.story.teams[team]!.map((player) => this.seats[player]!),
    );
  }

  /** The final ranking, best first, with the numbers that decided it; empty while the game is being played. */
  get standings(): [string, number[]][] {
    const { result } = this;
    return (result?.standings ?? []).map(([owner, numbers]) => [
      this.rules.words.owner(result!.owner, owner),
      numbers,
    ]);
  }

  /**
   * What happened, as a player (without a name: a spectator) may know it: the lines of a transcript, for each choice
   * since the game was opened, the first of them before any choice.
   */
  lines(player?: string | number): readonly (readonly Line[])[] {
    return this.storyOf(this.viewer(player)).lines;
  }

  /** The same for somebody who sees all cards. */
  get everything(): readonly (readonly Line[])[] {
    return this.storyOf("all").lines;
  }

  /** The table as a player (without a name: a spectator) sees it now.  `since`: see `ViewerStory.scene`. */
  scene(player?: string | number, since?: number): Scene {
    return this.storyOf(this.viewer(player)).scene(since);
  }

  /** The same for somebody who sees all cards. */
  get wholeScene(): Scene {
    return this.storyOf("all").scene();
  }

  private storyOf(viewer: Viewer): ViewerStory {
    const known = this.stories.get(viewer);
    const story = known?.fits(this.steps) ? known : new ViewerStory(this.rules.words, viewer);
    this.stories.set(viewer, story);
    return story.follow(this.steps, !this.fromState);
  }

  /** Everything that happened since the game was opened. */
  get records(): GameRecord[] {
    return this.steps.flatMap(({ records }) => records);
  }

  // ---------------------------------------------------------------------------------------------------------- playing

  /**
   * Makes a choice, given as an object of `choices`, as its label, or as its number from 0.  Throws `IllegalChoice` if
   * it cannot be made, `Fault` for an error of the rules.  After an error, the game is unchanged.
   */
  choose(choice: Choice | string | number): void {
    const number = this.numberOf(choice);
    this.enter();
    this.instance.resident = null;
    this.arrive(this.instance.take(number), number);
    for (const listener of this.listeners) listener(this.now.records);
  }

  /**
   * Declares an incident of the rules, something that happened at the table: `revoke by B`.  Throws `GameError` if there
   * is no such incident, or if it cannot happen now; `Fault` for an error of the rules.
   */
  declare(incident: string): void {
    const { words } = this.rules;
    const named = this.rules.description.story.incidents.map((_, number) => words.incident(number));
    const plain = (text: string) =>
      text
        .trim()
        .replaceAll(/[\s_]+/g, " ")
        .toLowerCase();
    const number = named.findIndex((one) => plain(one) === plain(incident));
    if (number < 0)
      throw new UnknownName(`\`${incident}\` is not an incident of ${this.rules.description.title}`, {
        code: "E1054",
        help: listed("there are", named),
      });
    if (!Instance.incidents(this.state).includes(number))
      throw new GameError(`\`${named[number]!}\` cannot happen now`, { code: "E1054" });
    this.enter();
    this.instance.resident = null;
    this.arrive(this.instance.declare(number), -1);
    for (const listener of this.listeners) listener(this.now.records);
  }

  private numberOf(choice: Choice | string | number): number {
    const { choices } = this;
    if (this.over) throw gameOver();
    if (typeof choice === "string")
      return meant(choices, choice, this.turn!, this.rules.words.story.limits, () =>
        against(this.refusing, choice),
      ).number;
    const found = typeof choice === "number" ? choices[choice] : choices[choice.number];
    const same =
      typeof choice === "number" || (choice.question === found?.question && choice.label === found.label);
    if (!found || !same)
      throw new IllegalChoice(`\`${String(choice)}\` is not one of the choices that ${this.turn!} has`, {
        code: "E1051",
        help: `there are ${choices.length}, numbered from 0`,
      });
    return found.number;
  }

  /** Whether a choice can be made now. */
  legal(choice: Choice | string | number): boolean {
    return this.why(choice) === null;
  }

  /** Why a choice cannot be made now: the error that `choose` would throw; null if it can be made. */
  why(choice: Choice | string | number): IllegalChoice | null {
    try {
      this.numberOf(choice);
      return null;
    } catch (error) {
      if (error instanceof IllegalChoice) return error;
      throw error;
    }
  }

  /** Takes back the last choices.  When play continues, the same cards come again. */
  undo(choices = 1): void {
    const most = this.steps.length - 1;
    if (!Number.isInteger(choices) || choices < 0 || choices > most)
      throw wrong(`${most} choices can be taken back, not ${choices}`);
    this.steps.length -= choices;
    if (choices && this.instance.resident === this) this.instance.resident = null;
  }

  /** An independent game in the same position, with the same history and no listener. */
  copy(): Game<G> {
    const other = new Game<G>(this.rules, this.instance, this.seed, this.index);
    other.fromState = this.fromState;
    other.steps = [...this.steps];
    return other;
  }

  /** Calls a function with the records of every choice from now on.  Calling the returned function ends this. */
  listen(listener: Listener): () => void {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((one) => one !== listener);
    };
  }

  // --------------------------------------------------------------------------------------------------------- thinking

  /**
   * What the player whose turn it is would choose after thinking: the values of all options.  `budget` is `quick`,
   * empty or `deep`, as in the players `think:quick`, `think` and `think:deep` of Python, or parts of a budget.  The
   * module must have been compiled with `--thinking`.
   */
  async think(
    budget: string | Partial<Budget> = "quick",
    seed?: number | bigint,
  ): Promise<Thought & { choice: ChoiceOf<G> }> {
    const whole = BigInt.asUintN(63, BigInt(seed ?? Math.floor(Math.random() * 2 ** 32)));
    return this.thought(budget, whole, dice(whole, 0, this.seat));
  }

  /** The same; `own` is thrown where a deal must be imagined. */
  private async thought(
    budget: string | Partial<Budget>,
    whole: bigint,
    own: Dice,
  ): Promise<Thought & { choice: ChoiceOf<G> }> {
    if (this.over) throw gameOver();
    const { choices, instance } = this;
    const thinker = this.rules.thinker;
    let known: number[] | null = null;
    try {
      const work = budgetOf(this.rules.description, budget);
      const { state } = this;
      const imagine = () => imagined(state, this.seat, own);
      const { rater } = this.rules;
      const history = this.history();
      known = rater?.exact && work.learned ? rater.expected(this.seat, history.deal, this.alike()) : null;
      const seen = history.seenBy(this.seat);
      const byNet = known !== null && rater!.playsOut(seen.ask, work.net);
      const weighed = known ? { ...work, learned: work.learned * rater!.counted(seen.ask) } : work;
      const thought = thinker.think(seen, choices.length, weighed, whole, imagine, known, byNet);
      return { ...thought, choice: choices[thought.best]! };
    } catch (error) {
      await instance.renew();
      if (!(error instanceof Fault)) throw error;
      // In an imagined state, what the rules demand may not hold.
      const best = known ? known.indexOf(Math.max(...known)) : Number(whole % BigInt(choices.length));
      return { best, values: [], worlds: 0, choice: choices[best]! };
    }
  }

  /**
   * The choice of a player that is a program: `random`, `learned` (for rules with weights), `think:quick`, `think` or
   * `think:deep`.  With the same seed it is the one that the same player makes in `hoyle play`, if that one has `kernel=0`:
   * the kernel that solves tricks is not part of this package.
   */
  async ask(player = "think:quick"): Promise<ChoiceOf<G>> {
    const { choices } = this;
    if (this.over) throw gameOver();
    if (choices.length === 1) return choices[0]!;
    const [name, ...budget] = player.split(":");
    const own = dice(this.seed, this.number + 1, this.seat);
    if (name === "random") return choices[own(choices.length)]!;
    if (player === "learned") return choices[await this.rated(own)]!;
    if (name !== "think")
      throw new UnknownPlayer(
        `there is no player \`${player}\`; there are random, learned, think, think:quick, think:deep`,
        { code: "E1093" },
      );
    return (await this.thought(budget.join(":"), BigInt(own(2 ** 32)), own)).choice;
  }

  /** The number of the option of which the net expects most. */
  private async rated(own: Dice): Promise<number> {
    const { rater } = this.rules;
    if (!rater) throw unusable("the player `learned` has no weights for these rules: see `Rules.learn`");
    try {
      const best = rater.best(this.seat, this.history().deal, this.alike(), own);
      return best < 0 ? own(this.choices.length) : best;
    } catch (error) {
      await this.instance.renew();
      throw error;
    }
  }

  /** A state that looks the same to whoever must choose; where the hidden cards lie makes no difference to a net. */
  private alike(): State {
    return imagined(this.state, this.seat, () => 0);
  }

  /** What a seat has seen of the current deal: all that thinking for the seat can use. */
  seenBy(seat: number): SeenDeal {
    return this.history().seenBy(seat);
  }

  private history(): History {
    const { rules } = this;
    const [first, ...others] = this.steps;
    const history = new History(rules.referee, this.fromState ? first!.state : undefined);
    for (const record of first!.records) history.hear(record);
    history.asked(first!.state);
    for (const { state, records } of others) {
      for (const record of records) history.hear(record);
      history.asked(state);
    }
    return history;
  }

  /** The numbers of the choices made since the game was opened; -1 for an incident. */
  get chosen(): number[] {
    return this.steps.slice(1).map(({ chosen }) => chosen);
  }

  /** The game as JSON data, from which `Rules.resume`, and `hoyle.from_json` in Python, continue. */
  toJSON(): SavedGame {
    const { description } = this.rules;
    return {
      game: 1,
      ruleset: description.ruleset,
      variants: description.variants,
      options: description.options,
      players: [...this.seats],
      seed: Number(this.seed),
      state: { state: 1, program: this.rules.identity, slots: this.now.state.toSlots() },
    };
  }
}

function budgetOf({ search }: Description, budget: string | Partial<Budget>): Budget {
  const named = search?.budgets[typeof budget === "string" ? budget : ""];
  if (!named)
    throw new UnknownPlayer(`there is no budget \`${String(budget)}\`; there are quick, deep`, {
      code: "E1093",
    });
  return typeof budget === "string" ? named : { ...named, ...budget };
}
