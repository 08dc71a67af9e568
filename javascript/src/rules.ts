/** The rules of a game with fixed options and players, ready to be played. */

import type { Description } from "./description.js";
import { RulesError, unreadable, wrong } from "./errors.js";
import { Game, type Identity, type SavedGame } from "./game.js";
import { type Binary, compile, Instance } from "./instance.js";
import { State } from "./layout.js";
import type { Referee } from "./search/history.js";
import { checkNames } from "./names.js";
import { Rater } from "./learned/rater.js";
import { readWeights } from "./learned/weights.js";
import { Thinker } from "./search/thinker.js";
import type { AnyGame, GameTypes } from "./typed.js";
import { Values } from "./values.js";
import { Words } from "./words.js";

export interface Opening {
  /** The names of the players, clockwise; A, B, C … if they are not given. */
  seats?: readonly string[];
  /** A file of weights, for the player `learned`; the module must have been compiled with `--learned`. */
  weights?: Uint8Array;
}

export interface Beginning {
  /** What the cards depend on: a whole number from 0 to 2^63 - 1; without it, a random one. */
  seed?: number | bigint;
  /** The number of the game in a batch; game `index` depends on the seed and the index alone. */
  index?: number | bigint;
}

export class Rules<G extends GameTypes = AnyGame> {
  readonly words: Words;
  readonly values: Values;
  private thinking: Thinker | null = null;
  private rating: Rater | null = null;

  private constructor(
    readonly description: Description,
    private readonly instance: Instance,
    seats: readonly string[] | undefined,
  ) {
    const { players } = description;
    if (seats && seats.length !== players)
      throw new RulesError(`\`${description.title}\` is for ${players} players, not ${seats.length}`, {
        code: "E1034",
      });
    if (seats) checkNames(seats);
    this.words = new Words(description.story, seats && [...seats]);
    this.values = new Values(this.words, description);
  }

  /** Opens what `hoyle compile` has written: a module and its description.  Throws `GameError`. */
  static async open<G extends GameTypes = AnyGame>(
    binary: Binary,
    description: Description,
    { seats, weights }: Opening = {},
  ): Promise<Rules<G>> {
    const rules = new Rules<G>(description, await Instance.of(await compile(binary, description)), seats);
    if (weights) await rules.learn(weights);
    return rules;
  }

  /**
   * Gives the player `learned` its weights.  Returns which share of what it sees under these rules was learned: 1 for the
   * rules that the weights were made for.  Throws `GameError` with one sentence if they cannot be used.
   */
  async learn(weights: Uint8Array): Promise<number> {
    this.rating = new Rater(this.instance, await readWeights(weights));
    return this.rating.share;
  }

  /** Rates options by what was learned; null without weights. */
  get rater(): Rater | null {
    return this.rating;
  }

  /** The title of the game. */
  get title(): string {
    return this.description.title;
  }

  /** Every option with its value. */
  get options(): Record<string, string | number | boolean> {
    return this.description.options;
  }

  /** The players of each team; empty in a game without teams. */
  get teams(): string[][] {
    return this.description.story.teams.map((team) => team.map((player) => this.words.player(player)));
  }

  get identity(): Identity {
    const { ruleset, fingerprint, options, players } = this.description;
    return { ruleset, fingerprint, options, players };
  }

  /** Thinks in the module; made when it is first needed. */
  get thinker(): Thinker {
    this.thinking ??= new Thinker(this.instance);
    return this.thinking;
  }

  get referee(): Referee {
    const { story, deck, search } = this.description;
    const { thinker } = this;
    const bytes = search!.unbegun.match(/../g)!.map((digits) => Number.parseInt(digits, 16));
    const unbegun = new State(this.description, Uint8Array.from(bytes));
    return { story, deck, unbegun, hash: (state, seat) => thinker.hash(state, seat) };
  }

  /** Begins a new game and runs it to its first question.  Throws `Fault` for an error of the rules. */
  start({ seed, index = 0 }: Beginning = {}): Game<G> {
    const whole = seed ?? crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
    return Game.begun(this, this.instance, natural(whole, "a seed"), natural(index, "an index"));
  }

  /** Continues a game from `Game.toJSON`, or from `Game.to_json` of Python.  Throws `GameError`. */
  resume(saved: unknown): Game<G> {
    const { game, players, seed, state } = (saved ?? {}) as Partial<SavedGame>;
    if (game !== 1 || state?.state !== 1) throw unreadable("it is of another version");
    const { former_fingerprint: fingerprint } = this.description;
    const mine = [this.identity, { ...this.identity, fingerprint }].map(canonical);
    if (!mine.includes(canonical(state.program)))
      throw unreadable("this state belongs to another game, or to other options");
    let rules: Rules<G> = this;
    if (!sameNames(players, this.words.seats)) {
      const names = Array.isArray(players) ? players.map(String) : undefined;
      rules = new Rules<G>(this.description, this.instance, names);
      rules.rating = this.rating;
    }
    return rules.at(State.fromSlots(this.description, state.slots), BigInt(seed ?? 0));
  }

  /** Continues from a state. */
  at(state: State, seed = 0n): Game<G> {
    return Game.at(this, this.instance, state, seed);
  }
}

/** Opens what `hoyle compile` has written, and begins a game: `await open(module, description, {seed: 7})`. */
export async function open<G extends GameTypes = AnyGame>(
  binary: Binary,
  description: Description,
  how: Opening & Beginning = {},
): Promise<Game<G>> {
  return (await Rules.open<G>(binary, description, how)).start(how);
}

function natural(number: number | bigint, what: string): bigint {
  const found = typeof number === "bigint" || Number.isSafeInteger(number) ? BigInt(number) : -1n;
  if (found < 0n || found >= 1n << 63n) throw wrong(`${what} is a whole number from 0 to 2^63 - 1`);
  return found;
}

function sameNames(players: unknown, seats: readonly string[]): boolean {
  return (
    Array.isArray(players) && players.length === seats.length && seats.every((name, i) => players[i] === name)
  );
}

/** Data as text, with the keys of objects in order. */
function canonical(data: unknown): string {
  return JSON.stringify(data, (_, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
