/**
 * Teaches the player `learned` some rules: games of the player against itself, in the module.  Python's is
 * `interpreter/learning/lessons.py`, which learns in several threads; with a number of choices and one worker, the same
 * weights come of it in both.
 */

import type { Description } from "../description.js";
import { Fault, unfit } from "../errors.js";
import type { Instance } from "../instance.js";
import { about, netOf, toEven, type Weights, writeWeights } from "./weights.js";

type Net = NonNullable<Description["net"]>;
type Plan = NonNullable<Net["lessons"]>;

/** What the module exports beside what every module does. */
interface LessonExports {
  l_begin_net(seed: bigint): void;
  l_count_whole(whole: number): void;
  l_end_after(longest: bigint): void;
  l_be_unsure(mixing: number): void;
  l_train(choices: bigint, seed: bigint, rate: number, tried: number): void;
}

export interface Lesson {
  /** For how long it learns. */
  milliseconds?: number;
  /** Instead of a time: from how many choices. */
  choices?: number;
  seed?: number;
  /** What it knows already: of these rules, or of those that they were made from. */
  weights?: Weights | null;
}

/** The longest time, in milliseconds, for which the module is not left. */
const LONG_STEP = 200;
const SHORT_STEP = 50;
const MOST_STEP = 1_000_000;

export class Lessons {
  /** How many choices were learned from. */
  choices = 0;
  /** How much of the lesson is over, from 0 to 1. */
  share = 0;
  /** How many games the rules could not play. */
  faults = 0;
  private spent = 0;
  private step = 2_000;
  private whole = false;
  private length = 0;
  private longest = 0;
  private readonly net: Net;
  private readonly plan: Plan;
  private readonly seed: number;
  private readonly begun: Weights | null;

  private constructor(
    private readonly instance: Instance,
    private readonly how: Lesson,
  ) {
    const { net } = instance.description;
    if (!net?.lessons) throw unfit("this module gives no lessons");
    this.net = net;
    this.plan = net.lessons;
    this.seed = how.seed ?? 1;
    this.begun = how.weights ? about(how.weights, instance.description, net) : null;
  }

  /** Begins a lesson in an instance, which must not be used for anything else.  Throws `Fault` if hardly a game can be played. */
  static async begin(instance: Instance, how: Lesson): Promise<Lessons> {
    const made = new Lessons(instance, how);
    await made.begin();
    return made;
  }

  /** Learns for a moment.  Returns false when the lesson is over. */
  async next(): Promise<boolean> {
    if (this.share >= 1) return false;
    const { plan, how } = this;
    const [rate, tried] = [this.rate, this.tried];
    if (how.choices) {
      const count = Math.max(plan.fewest, Math.floor(how.choices / plan.slices));
      await this.learn(count, rate, tried);
      this.choices += count;
      this.share = Math.min(1, this.choices / how.choices);
    } else {
      const before = performance.now();
      await this.learn(this.step, rate, tried);
      const took = performance.now() - before;
      this.choices += this.step;
      this.spent += took;
      this.share = how.milliseconds ? Math.min(1, this.spent / how.milliseconds) : 1;
      if (took < SHORT_STEP) this.step = Math.min(MOST_STEP, 2 * this.step);
      else if (took > LONG_STEP) this.step = Math.max(50, Math.floor(this.step / 2));
    }
    return this.share < 1;
  }

  /** A file of weights: what was learned so far. */
  async weights(): Promise<Uint8Array> {
    const { instance, net, plan, begun, seed } = this;
    const { hidden, blocks, at, parts } = net;
    const features = blocks.reduce((sum, { size }) => sum + size, 0);
    const numbers = new Float32Array(instance.bytes(at.NETS!, net.size).buffer);
    const rows = numbers.slice(0, features * hidden);
    if (!begun) {
      // A row that never was on is as it was drawn at first, which says nothing.
      const measures = new Float32Array(instance.bytes(at.MEASURES!, 4 * features).buffer);
      const fresh = Math.fround(plan.fresh);
      measures.forEach((measure, i) => {
        if (measure === fresh) rows.fill(0, i * hidden, (i + 1) * hidden);
      });
    }
    const { title, ruleset, fingerprint, options, players } = instance.description;
    return writeWeights({
      ...{ title, ruleset, fingerprint, options, players, parts, seed },
      ...{ hidden, second: net.second, blocks, counted: begun?.counted ?? [1, 1], begun: begun?.begun ?? 0 },
      scale: instance.view.getFloat32(at.SCALE!, true),
      choices: this.choices + (begun?.choices ?? 0),
      seconds: Math.round(this.spent / 100) / 10 + (begun?.seconds ?? 0),
      rows,
      rest: numbers.slice(features * hidden),
    });
  }

  private get exports(): LessonExports {
    return this.instance.exports as unknown as LessonExports;
  }

  private get rate(): number {
    const { plan, begun, share } = this;
    return plan.rate * (begun ? plan.gentle : 1) * Math.max(plan.least_rate, 1 - share);
  }

  private get tried(): number {
    const { plan, begun, share, whole, choices, length } = this;
    const few = whole || choices < plan.first_deals * length;
    if (!begun && share < (few ? plan.whole_at_first : plan.at_first)) return plan.tried_at_first;
    return plan.tried_at_least + plan.tried * (1 - share) * (begun ? plan.gentle : 1);
  }

  private async begin(): Promise<void> {
    const { instance, net, plan, begun } = this;
    const { NETS, SQUARE, SCALE, DEALS } = net.at;
    instance.resident = null;
    this.exports.l_begin_net(BigInt(this.seed));
    const looks = [];
    for (const whole of [0, 1]) {
      this.exports.l_count_whole(whole);
      await this.learn(plan.first_look, 0, 1, BigInt(this.seed));
      const deals = Number(instance.view.getBigInt64(DEALS!, true));
      looks.push({
        square: instance.view.getFloat32(SQUARE!, true),
        length: plan.first_look / Math.max(1, deals),
      });
    }
    this.whole = looks[0]!.square < plan.little * looks[1]!.square;
    this.length = looks[Number(this.whole)]!.length;
    this.longest = Math.max(plan.longest, toEven(plan.long * this.length));
    this.settle();
    if (!begun) return;
    instance.write(NETS!, netOf(begun, net).content);
    instance.view.setFloat32(SQUARE!, begun.scale ** 2, true);
    instance.view.setFloat32(SCALE!, begun.scale, true);
    instance.view.setBigInt64(DEALS!, BigInt(plan.deals_before), true);
  }

  private settle(): void {
    this.exports.l_count_whole(Number(this.whole));
    this.exports.l_end_after(BigInt(this.longest));
    this.exports.l_be_unsure(this.plan.unsure);
  }

  /** Learns from so many choices. */
  private async learn(
    choices: number,
    rate: number,
    tried: number,
    seed = 1_000n * BigInt(this.seed),
  ): Promise<void> {
    const { instance, net, plan } = this;
    const features = net.blocks.reduce((sum, { size }) => sum + size, 0);
    const kept = instance.bytes(net.at.NETS!, net.size);
    const measures = instance.bytes(net.at.MEASURES!, 4 * (features + net.hidden + 3));
    const dealt = seed + 100_000n * BigInt(this.faults);
    try {
      instance.guarded(() => this.exports.l_train(BigInt(choices), dealt, rate, Math.floor(65_536 * tried)));
    } catch (error) {
      // The rules fail in this game; the others may be played.
      if (!(error instanceof Fault) || ++this.faults > plan.most_faults) throw error;
      await instance.renew();
      instance.write(net.at.NETS!, kept);
      instance.write(net.at.MEASURES!, measures);
      this.settle();
    }
  }
}
