/**
 * The player `learned` in a module: what a seat remembers of the deal, and what a net expects of each option.  Python's is
 * `interpreter/players/learned.py`; the same weights give the same choices.
 */

import type { Description } from "../description.js";
import { Fault, unfit } from "../errors.js";
import type { Instance } from "../instance.js";
import type { Dice } from "../dice.js";
import type { State } from "../layout.js";
import type { DealStep } from "../search/history.js";
import { ACTOR, writeValue } from "../layout.js";
import { madeFor, netOf, type Weights } from "./weights.js";

/** In so many steps a player can be unsure. */
const FINE = 65_536;

/** What the module exports beside what every module does. */
interface RatingExports {
  l_forgotten(): void;
  l_asked(): void;
  l_recall(): void;
  l_values(net: number): number;
  l_repeats(): number;
}

type Net = NonNullable<Description["net"]>;

/** A question that was rated: the value of each option, and how many of the last questions of the seat were the same. */
interface Asked {
  values: Float32Array;
  repeats: number;
}

export class Rater {
  private readonly net: Net;
  private readonly content: Uint8Array;
  /** Which share of what the player sees under these rules it has learned. */
  readonly share: number;
  /** Whether it has learned exactly these rules, with these options and players. */
  readonly exact: boolean;
  private readonly inTricks: number;
  private readonly elsewhere: number;
  /** The points that a unit of the net stands for. */
  private readonly unit: number;
  private taught: RatingExports | null = null;

  constructor(
    private readonly instance: Instance,
    weights: Weights,
  ) {
    const { net } = instance.description;
    if (!net) throw unfit("this module has no net: it was compiled without --learned");
    this.net = net;
    ({ content: this.content, share: this.share } = netOf(weights, net));
    this.exact = madeFor(weights, instance.description, net);
    [this.inTricks, this.elsewhere] = weights.counted;
    this.unit = weights.scale * (instance.description.search?.bonus || 1);
  }

  private get exports(): RatingExports {
    return this.instance.exports as unknown as RatingExports;
  }

  private address(name: string): number {
    return this.net.at[name]!;
  }

  /**
   * What the net expects of each option of the open question: what the side of the player gains from then on in the deal,
   * in units of the usual gain.  `steps`: the choices of the deal; the module remembers of them what the seat may know.  `position`: a
   * state that looks the same to the seat.  Null if the rules break down there.  The instance holds no game afterwards.
   */
  values(seat: number, steps: readonly DealStep[], position: State): Float32Array | null {
    return this.asked(seat, steps, position)?.values ?? null;
  }

  /** The same, and how many of the last questions of the seat in the deal were the same. */
  private asked(seat: number, steps: readonly DealStep[], position: State): Asked | null {
    try {
      return this.rated(seat, steps, position);
    } catch (error) {
      if (error instanceof Fault) return null;
      throw error;
    }
  }

  private rated(seat: number, steps: readonly DealStep[], position: State): Asked {
    const { instance, exports } = this;
    instance.resident = null;
    if (this.taught !== exports) {
      instance.write(this.address("NETS"), this.content);
      this.taught = exports;
    }
    return instance.guarded(() => {
      exports.l_forgotten();
      for (const { state, ask, alternative, values } of steps) {
        if (ask < 0) continue;
        instance.put(state);
        if (state.number(ACTOR) === seat) exports.l_asked();
        this.write(ask, alternative, values);
        exports.l_recall();
      }
      const { cards } = this.net;
      for (let player = 0; player < instance.description.players; player++)
        if (player !== seat) instance.write(this.address("OWN") + cards * player, new Uint8Array(cards));
      instance.put(position);
      const count = exports.l_values(1);
      const at = this.address("VALUES");
      const values = Float32Array.from({ length: count }, (_, i) =>
        instance.view.getFloat32(at + 4 * i, true),
      );
      return { values, repeats: exports.l_repeats() };
    });
  }

  /** How many times as much as usual who thinks counts what is expected at a question. */
  counted(ask: number): number {
    return this.instance.description.story.questions[ask]!.trick < 0 ? this.elsewhere : this.inTricks;
  }

  /** Whether who thinks lets playouts go on by the net at a question.  `wanted`: what `net` of a budget says. */
  playsOut(ask: number, wanted: number): boolean {
    const { questions } = this.instance.description.story;
    const bidding = questions[ask]!.trick < 0 && questions.some(({ trick }) => trick >= 0);
    return wanted > 1 || (wanted === 1 && bidding);
  }

  /** The points that are expected of each option; null if the rules break down in the position. */
  expected(seat: number, steps: readonly DealStep[], position: State): number[] | null {
    const values = this.values(seat, steps, position);
    return values && Array.from(values, (value) => this.unit * value);
  }

  /**
   * The number of the option of which most is expected; of equal ones the first; -1 if the rules break down there.  A player who mixes its choices is unsure
   * of each value: a number is added by the dice.  Another who was asked the same before takes a later one.
   */
  best(seat: number, steps: readonly DealStep[], position: State, dice: Dice): number {
    const asked = this.asked(seat, steps, position);
    if (!asked) return -1;
    const { values, repeats } = asked;
    const { mixing } = this;
    if (mixing) values.forEach((value, i) => (values[i] = value + Math.fround(mixing * (dice(FINE) / FINE))));
    return afterBest(values, mixing ? 0 : repeats);
  }

  /** By how much the player is unsure of each value. */
  private get mixing(): number {
    const view = new DataView(this.content.buffer, this.content.byteOffset);
    return view.getFloat32(this.address("MIXING") - this.address("NETS"), true);
  }

  /** Writes a choice where the first option is stored. */
  private write(ask: number, alternative: number, values: DealStep["values"]): void {
    const { view, description } = this.instance;
    let at = description.question.address;
    view.setBigInt64(at, BigInt(alternative), true);
    at += 8;
    const { names } = description.question.asks[ask]!.alternatives[alternative]!;
    values.forEach((value, i) => {
      const { words } = names[i]!;
      writeValue(view, at, words, value);
      at += 8 * words;
    });
  }
}

/**
 * The number of the option that comes so many places after that of which most is expected; after the last one, the best
 * comes again.  Of equal ones the first comes first.
 */
function afterBest(values: Float32Array, places: number): number {
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!);
  return order[places % order.length]!;
}
