/** How a thinker writes what was seen, samples, searches and reads: with a module that only notes what it is asked. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Budget, Description } from "../src/description.js";
import { Fault, GameError } from "../src/errors.js";
import type { Instance } from "../src/instance.js";
import type { State } from "../src/layout.js";
import { CARD, PICKED_CARD, type SeenDeal, type SeenDraw, type SeenStep } from "../src/search/seen.js";
import { Thinker } from "../src/search/thinker.js";

const NUMBERS = [
  ...["SEAT", "STEP_COUNT", "DRAW_COUNT", "EPOCH_COUNT", "LAST_ASK", "LAST_HASH", "OPTION_COUNT"],
  ...[
    "ABSENT_COUNT",
    "LONGEST",
    "BONUS",
    "WORLD_COUNT",
    "TRUST",
    "MATCH",
    "PLAY_COUNT",
    "BY_MODEL",
    "SOLVED",
  ],
];
const AREAS = ["BASE", "STEPS_AT", "DRAWS", "PLAYS", "ARMS", "MATCH_SUMS", "WORLDS", "WEIGHTS"];
const at = Object.fromEntries([
  ...NUMBERS.map((name, number) => [name, 8 * number]),
  ...AREAS.map((name, number) => [name, 1000 * (number + 1)]),
]) as Record<string, number>;
const inOrder = (...names: string[]) => Object.fromEntries(names.map((name, i) => [name, 4 * i]));
const DRAW = inOrder("value", "known", "kind", "owner", "epoch", "step", "zone");
const PLAY = inOrder("card", "player", "step", "zone");
const STEP = { ask: 0, player: 4, alternative: 8, secret: 12, hash: 16, counts: 24, option: 32 };
const ARM = { total: 0, squares: 8, playouts: 16, option: 20, tried: 24 };
const CARD_TYPE = { kind: "card" };
const SIZE = 32;
const RNG_AT = 8;

const description = (deck: number[], search: object | undefined = undefined) =>
  ({
    deck,
    story: {
      questions: [
        {
          trick: -1,
          alternatives: [
            { names: [{ type: CARD_TYPE }, { type: { kind: "number" } }] },
            { names: [{ type: { kind: "set", element: CARD_TYPE } }] },
          ],
        },
        { trick: 0, alternatives: [] },
      ],
    },
    question: {
      asks: [{ alternatives: [{ names: [{ words: 1 }, { words: 2 }] }, { names: [{ words: 1 }] }] }],
    },
    state: { address: 500, size: SIZE, slots: [{ address: 500 }, { address: 500 + RNG_AT }] },
    search,
  }) as unknown as Description;
const SEARCH = {
  lessons: { count: 3, rate: 100, choices: 50, seed: 7 },
  learned: 5,
  scale: 4,
  bonus: 11,
  solved_worlds: 3,
  near_trials: 8,
  at_once: { choices: 50_000, each_millisecond: 200, replays: 5_000, first_replays: 16 },
  longer_by_net: 4,
  fewest_solved: 5,
  step_size: 64,
  most: { steps: 4, draws: 5, epochs: 3, names: 2, worlds: 6, arms: 4 },
  at,
  structs: {
    DRAW: { size: 28, fields: DRAW },
    PLAY: { size: 16, fields: PLAY },
    STEP: { size: 64, fields: STEP },
    ARM: { size: 32, fields: ARM },
  },
};
const BUDGET: Budget = {
  worlds: 5,
  playouts: 20,
  milliseconds: null,
  chains: 2,
  steps: 3,
  replays: 12_000,
  longest: 99,
  nodes: 0,
  trust: 3,
  match: 2,
  each: 4,
  learned: 0,
  net: 0,
};

/** A module that notes its calls.  `answers`: what its functions return, in turn; the last again and again. */
class Noted {
  readonly calls: unknown[][] = [];
  readonly memory = new Uint8Array(9000);
  readonly view = new DataView(this.memory.buffer);
  readonly module = {};
  resident: unknown = "a game";
  readonly description: Description;
  readonly exports: Record<string, (...given: (number | bigint)[]) => number | undefined>;

  constructor(
    answers: Record<string, (number | Error)[]> = {},
    deck: number[] = [0, 1, 2, 3, 4, 5],
    search: object = SEARCH,
  ) {
    this.description = description(deck, search);
    const names = [
      "train",
      "worlds_begin",
      "worlds",
      "search_begin",
      "search_again",
      "search",
      "exact",
      "record",
    ];
    this.exports = Object.fromEntries(
      [...names, "view_hash"].map((name) => [
        name,
        (...values: (number | bigint)[]) => {
          this.calls.push([name, ...values.map(Number)]);
          const left = answers[name] ?? [Number(name === "search_begin")];
          const given = left.length > 1 ? left.shift() : left[0];
          if (given instanceof Error) throw given;
          return given;
        },
      ]),
    );
  }

  guarded<T>(run: () => T): T {
    this.calls.push(["guarded"]);
    return run();
  }

  put(state: unknown): void {
    this.calls.push(["put", state]);
  }

  bytes(address: number, size: number): Uint8Array {
    return this.memory.slice(address, address + size);
  }

  write(address: number, bytes: Uint8Array): void {
    this.memory.set(bytes, address);
  }

  number(name: string): number {
    return Number(this.view.getBigInt64(at[name]!, true));
  }

  rows(name: string, fields: Record<string, number>, size: number, count: number): number[][] {
    return Array.from({ length: count }, (_, row) =>
      Object.values(fields).map((field) => this.view.getInt32(at[name]! + size * row + field, true)),
    );
  }

  /** The calls but those of learning and recording, which come with every thought. */
  get asked(): unknown[][] {
    return this.calls.filter(([name]) => !["train", "record", "guarded"].includes(name as string));
  }

  thinker(): Thinker {
    return new Thinker(this as unknown as Instance);
  }

  arm(number: number, total: number, squares: number, playouts: number, option: number, tried = 1): void {
    const here = at["ARMS"]! + 32 * number;
    this.view.setBigInt64(here + ARM.total, BigInt(total), true);
    this.view.setBigInt64(here + ARM.squares, BigInt(squares), true);
    this.view.setInt32(here + ARM.playouts, playouts, true);
    this.view.setInt32(here + ARM.option, option, true);
    this.view.setInt32(here + ARM.tried, tried, true);
  }
}

const step = (change: Partial<SeenStep> = {}): SeenStep => ({
  ask: 0,
  player: 1,
  alternative: 0,
  values: [3, 9],
  hidden: [-1, -1],
  hash: 5n,
  ...change,
});
const draw = (change: Partial<SeenDraw> = {}): SeenDraw => ({
  kind: CARD,
  value: 2,
  owner: 1,
  epoch: 0,
  step: 1,
  zone: 4,
  ...change,
});
const base = { bytes: Uint8Array.from({ length: SIZE }, (_, i) => i + 1) } as unknown as State;
const deal = (change: Partial<SeenDeal> = {}): SeenDeal => ({
  seat: 0,
  base,
  steps: [],
  draws: [],
  ask: 0,
  hash: 2n ** 64n - 3n,
  epochs: 2,
  absent: [],
  onlyView: false,
  sightings: [],
  ...change,
});

test("a module that cannot think", () => {
  assert.throws(
    () =>
      new Thinker(
        new Noted({}, [0], undefined as unknown as object) &&
          ({ description: description([0]) } as unknown as Instance),
      ),
    GameError,
  );
});

test("a module learns once for all its instances", () => {
  const one = new Noted();
  one.memory.set([1, 2, 3, 4, 5, 6], at["WEIGHTS"]);
  const thinker = one.thinker();
  thinker.learn();
  const trained = [
    [50, 7, 100],
    [50, 7, 66],
    [50, 7, 33],
  ].flatMap((given) => [["guarded"], ["train", ...given]]);
  assert.deepEqual(one.calls, trained);
  assert.equal(one.number("BY_MODEL"), 1);
  thinker.learn();
  assert.equal(one.calls.length, 6, "it has learned");
  const other = new Noted();
  Object.assign(other, { module: one.module });
  other.thinker().learn();
  assert.deepEqual(other.calls, []);
  assert.deepEqual([...other.bytes(at["WEIGHTS"]!, 6)], [1, 2, 3, 4, 5, 0]);
  assert.equal(other.number("BY_MODEL"), 1);
  Object.assign(one, { exports: { ...one.exports } });
  one.memory.fill(0);
  thinker.learn();
  assert.deepEqual(
    [...one.bytes(at["WEIGHTS"]!, 6)],
    [1, 2, 3, 4, 5, 0],
    "a new instance takes the weights over",
  );
  assert.equal(one.calls.length, 6);
});

test("the hash of what a seat sees", () => {
  const one = new Noted({ view_hash: [77] });
  assert.equal(one.thinker().hash(base, 3), 77);
  assert.deepEqual(one.calls, [
    ["put", base],
    ["view_hash", 3],
  ]);
  assert.equal(one.resident, null);
});

test("what was seen is written as the module reads it", () => {
  const one = new Noted();
  const seen = deal({
    seat: 2,
    steps: [
      step(),
      step({ alternative: 1, values: [[1, 4]], hidden: [2], player: 2, hash: 2n ** 63n }),
      step({ alternative: -1, values: [], hidden: [] }),
      step({ ask: -1, alternative: 1, values: [], hidden: [], player: 3 }),
    ],
    draws: [draw(), draw({ kind: PICKED_CARD, value: -1, owner: -1, epoch: 1, step: 3, zone: -1 })],
    absent: [
      [1, 5],
      [0, 3],
    ],
    sightings: [
      { card: 5, zone: 2, step: 1 },
      { card: 0, zone: 6, step: 0 },
    ],
  });
  const { best, values, worlds } = one.thinker().think(seen, 5, BUDGET, 13n);
  assert.deepEqual([best, values, worlds], [3, [], 0], "nothing was found: chance chooses");
  assert.deepEqual(one.calls[0], ["record", 0]);
  assert.deepEqual(one.calls.at(-1), ["record", 1]);
  assert.equal(one.resident, null);
  assert.deepEqual(
    NUMBERS.map((name) => one.number(name)),
    [2, 4, 2, 2, 0, -3, 5, 2, 99, 11, 0, 3, 2, 5, 1, 0],
  );
  const begun = [...base.bytes].map((byte, i) => (i >= RNG_AT && i < RNG_AT + 8 ? 0 : byte));
  assert.deepEqual([...one.bytes(at["BASE"]!, SIZE)], begun, "nobody knows what comes");
  assert.equal(base.bytes[RNG_AT], RNG_AT + 1, "the state itself stays");
  assert.deepEqual(one.rows("DRAWS", DRAW, 28, 5), [
    [2, 1, CARD, 1, 0, 1, 5],
    [0, 0, PICKED_CARD, -1, 1, 3, 0],
    [5, 1, CARD, -1, 1, 0, 0],
    [3, 1, CARD, -1, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0],
  ]);
  assert.deepEqual(one.rows("PLAYS", PLAY, 16, 6), [
    [0, -1, 0, 7],
    [3, 1, 0, 0],
    [5, -1, 1, 3],
    [1, 2, 1, 0],
    [4, 2, 1, 0],
    [0, 0, 0, 0],
  ]);
  const { ask, player, alternative, secret } = STEP;
  const ints = { ask, player, alternative, secret, first: STEP.counts, second: STEP.counts + 4 };
  assert.deepEqual(one.rows("STEPS_AT", ints, 64, 4), [
    [0, 1, 0, 0, -1, -1],
    [0, 2, 1, 1, 2, -1],
    [0, 1, -1, 1, -1, -1],
    [-1, 3, 1, 0, -1, -1],
  ]);
  const long = (number: number, field: number) =>
    one.view.getBigInt64(at["STEPS_AT"]! + 64 * number + field, true);
  assert.deepEqual(
    [0, 1, 2, 3].map((number) => long(number, STEP.hash)),
    [5n, -(2n ** 63n), 5n, 5n],
  );
  assert.deepEqual(
    [0, 8, 16, 24].map((more) => long(0, STEP.option + more)),
    [0n, 3n, 9n, 0n],
  );
  assert.deepEqual(
    [0, 8].map((more) => long(1, STEP.option + more)),
    [1n, 18n],
  );
  assert.deepEqual(
    [2, 3].map((number) => long(number, STEP.option)),
    [-1n, 1n],
  );
});

test("a deal that nobody saw, or that is too long, is not written", () => {
  const steps = (count: number) => Array.from({ length: count }, () => step());
  const draws = (count: number) => Array.from({ length: count }, () => draw());
  const absent: [number, number][] = [[0, 1]];
  for (const [change, written] of [
    [{}, true],
    [{ onlyView: true }, false],
    [{ steps: steps(4) }, true],
    [{ steps: steps(5) }, false],
    [{ draws: draws(5) }, true],
    [{ draws: draws(5), absent }, false],
    [{ draws: draws(4), absent }, true],
    [{ epochs: 3 }, true],
    [{ epochs: 4 }, false],
    [{ steps: [step({ hidden: [-1, -1, -1] })] }, false],
  ] as [Partial<SeenDeal>, boolean][]) {
    const one = new Noted();
    one.thinker().think(deal(change), 3, BUDGET, 1n);
    assert.equal(
      one.asked.some(([name]) => name === "worlds_begin"),
      written,
      JSON.stringify(Object.keys(change)),
    );
  }
});

test("so many plays are written as there is room for", () => {
  const one = new Noted();
  const sightings = Array.from({ length: 12 }, (_, card) => ({ card, zone: card, step: 12 - card }));
  one.thinker().think(deal({ sightings }), 3, BUDGET, 1n);
  assert.equal(one.number("PLAY_COUNT"), 9);
  assert.deepEqual(
    one.rows("PLAYS", PLAY, 16, 10).map(([card]) => card),
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 0],
  );
});

test("worlds are sampled as hard as they are to find", () => {
  const unseen = (count: number) => Array.from({ length: count }, () => draw({ value: -1 }));
  const secret = step({ alternative: -1, values: [], hidden: [] });
  const own = step({ player: 0 });
  // worlds in all, worlds of a chain, steps, replays
  for (const [change, options, budget, expected] of [
    [{}, 3, {}, [1, 1, 6, 5000]],
    [{ draws: unseen(1) }, 3, {}, [5, 3, 6, 5000]],
    [{ draws: unseen(3) }, 3, {}, [5, 3, 9, 5000]],
    [{ draws: unseen(5) }, 3, {}, [5, 3, 15, 5000]],
    [{ draws: unseen(5), steps: [step(), step()] }, 3, {}, [5, 3, 12, 5000]],
    [
      { draws: unseen(5), steps: [own, own, step({ ask: -1, values: [], hidden: [] })] },
      3,
      {},
      [5, 3, 15, 5000],
    ],
    [{ steps: [secret] }, 3, {}, [5, 3, 6, 5000]],
    [{ steps: [secret, secret] }, 3, {}, [5, 3, 12, 5000]],
    [{ draws: [draw(), draw({ kind: PICKED_CARD, value: -1 })] }, 3, {}, [1, 1, 6, 5000]],
    [{ draws: unseen(5) }, 3, { steps: 60 }, [5, 3, 200, 5000]],
    [{ draws: unseen(5) }, 600, { steps: 60 }, [5, 3, 100, 5000]],
    [{ draws: unseen(5) }, 511, { steps: 60 }, [5, 3, 200, 5000]],
    [{ draws: unseen(5) }, 3, { worlds: 9, chains: 4 }, [6, 2, 15, 5000]],
    [{ draws: unseen(5) }, 3, { replays: 40 }, [5, 3, 15, 40]],
  ] as [Partial<SeenDeal>, number, Partial<Budget>, number[]][]) {
    const one = new Noted({ worlds: [0] });
    one.thinker().think(deal(change), options, { ...BUDGET, ...budget }, 21n);
    assert.deepEqual(
      one.asked.slice(0, 2),
      [
        ["worlds_begin", 21],
        ["worlds", ...expected],
      ],
      JSON.stringify(expected),
    );
    const again = one.asked.filter(([name]) => name === "worlds").length;
    assert.equal(again, Math.ceil((budget.replays ?? 12_000) / 5000));
  }
});

test("no more is sampled than is needed, and no longer than for half of the time", () => {
  const draws = [draw({ value: -1 })];
  const enough = new Noted({ worlds: [2, 4, 5], search: [1] });
  assert.equal(enough.thinker().think(deal({ draws }), 3, BUDGET, 1n).worlds, 5);
  assert.equal(enough.asked.filter(([name]) => name === "worlds").length, 3);
  const { now } = performance;
  for (const [milliseconds, worlds, searches] of [
    [100, [16, 32, 64, 128, 256], 5],
    [50, [16, 32, 64], 2],
  ] as [number, number[], number][]) {
    let time = 0;
    performance.now = () => (time += 10);
    const one = new Noted({ worlds: [1], search: [0] });
    one.thinker().think(deal({ draws }), 3, { ...BUDGET, milliseconds }, 1n);
    performance.now = now;
    assert.deepEqual(
      one.asked.filter(([name]) => name === "worlds").map((call) => call[4]),
      worlds,
    );
    assert.deepEqual(
      one.asked.filter(([name]) => name === "search"),
      Array.from({ length: searches }, () => ["search", 200 * milliseconds]),
    );
  }
});

test("how much is searched between two looks at the clock", () => {
  for (const [milliseconds, atOnce] of [
    [1, 1000],
    [5, 1000],
    [6, 1200],
    [250, 50_000],
    [300, 50_000],
    [null, 50_000],
  ] as const) {
    const one = new Noted({ worlds: [1], search: [1] });
    one.thinker().think(deal(), 3, { ...BUDGET, milliseconds }, 9n);
    assert.deepEqual(one.asked.slice(-2), [
      ["search_begin", 20, 9],
      ["search", atOnce],
    ]);
  }
  for (const [options, playouts] of [
    [3, 20],
    [5, 24],
    [9, 24],
  ] as const) {
    const one = new Noted({ worlds: [1], search: [1] });
    one.thinker().think(deal(), options, { ...BUDGET, each: 6 }, 9n);
    assert.deepEqual(one.asked.at(-2), ["search_begin", playouts, 9]);
  }
});

test("imagined worlds are as good as sampled ones, but nothing is exact in them", () => {
  const one = new Noted({ search_begin: [1], search: [1] });
  one.arm(0, 8, 64, 1, 2);
  let made = 0;
  const imagine = () => ({ bytes: new Uint8Array(SIZE).fill(++made) }) as unknown as State;
  const thought = one
    .thinker()
    .think(deal({ onlyView: true, ask: 1 }), 3, { ...BUDGET, nodes: 100 }, 1n, imagine);
  assert.deepEqual([thought.worlds, thought.best, made], [5, 2, 5]);
  assert.equal(one.number("WORLD_COUNT"), 5);
  const first = Array.from({ length: 6 }, (_, world) => one.memory[at["WORLDS"]! + SIZE * world]);
  assert.deepEqual(first, [1, 2, 3, 4, 5, 0]);
  assert.deepEqual(one.asked, [
    ["search_begin", 20, 1],
    ["search", 50_000],
  ]);
  const many = new Noted({ search: [1] });
  assert.equal(
    many.thinker().think(deal({ onlyView: true }), 3, { ...BUDGET, worlds: 9 }, 1n, imagine).worlds,
    6,
  );
  const found = new Noted({ worlds: [1], search: [1] });
  const other = found.thinker();
  other.think(deal(), 3, BUDGET, 1n, imagine);
  assert.equal(made, 11, "nothing more is imagined");
  other.think(deal({ onlyView: true }), 3, BUDGET, 1n);
});

test("what goes on where the rules break down in an imagined game", () => {
  const fault = new Fault("division", "", "");
  const think = (answers: Record<string, (number | Error)[]>, change: Partial<Budget> = {}) => {
    const one = new Noted({ worlds: [7], search_begin: [1], search: [1], ...answers });
    one.arm(0, 8, 64, 1, 2);
    const { worlds } = one.thinker().think(deal({ ask: 1 }), 3, { ...BUDGET, ...change }, 1n);
    return [
      worlds,
      one.calls.map(([name]) => name).filter((name) => name !== "guarded" && name !== "record"),
    ];
  };
  const before = ["train", "train", "train", "worlds_begin", "worlds", "search_begin"];
  assert.deepEqual(think({}), [7, [...before, "search"]]);
  assert.deepEqual(think({ train: [0, fault, fault, 0] }), [7, ["train", "train", ...before, "search"]]);
  const sampled = ["train", "train", "train", "worlds_begin", "worlds", "worlds", "search_begin", "search"];
  assert.deepEqual(think({ worlds: [fault, 7] }), [7, sampled]);
  const near = Array.from({ length: 8 }, () => fault);
  const begun = near.map(() => "search_begin");
  assert.deepEqual(think({ search_begin: [...near, 1] }), [7, [...before, ...begun, "search"]]);
  assert.throws(() => think({ search_begin: [...near, fault, 1] }), Fault);
  assert.deepEqual(think({ search: [fault, fault, 1] }), [7, [...before, "search", "search", "search"]]);
  assert.deepEqual(think({ exact: [1, fault] }, { nodes: 90 }), [
    7,
    [...before, "exact", "exact", "search_again", "search"],
  ]);
  assert.throws(() => think({ search: [new Error("something else")] }), /something else/);
});

test("worlds are solved as long as there are positions left", () => {
  const solve = (worlds: number, exact: number[], used: number, nodes = 100) => {
    const one = new Noted({ worlds: [worlds], exact, search_begin: [1], search: [1] });
    one.view.setBigInt64(at["SOLVED"]!, BigInt(used), true);
    one.arm(0, 0, 0, 1, 0);
    const draws = [draw({ value: -1 })];
    const budget = { ...BUDGET, nodes, worlds: 6 };
    const thought = one.thinker().think(deal({ ask: 1, draws }), 3, budget, 1n);
    const solved = one.asked.filter(([name]) => name === "exact").map((call) => call[2]);
    return [thought.worlds, solved, one.asked.some(([name]) => name === "search")];
  };
  assert.deepEqual(solve(6, [1], 10), [6, [20, 20, 20, 20, 20, 50], false]);
  assert.deepEqual(solve(6, [1], 20), [5, [20, 20, 20, 20, 20], false]);
  assert.deepEqual(solve(6, [1, 1, 1, 1, 1, 0], 10), [5, [20, 20, 20, 20, 20, 50], false]);
  assert.deepEqual(solve(6, [1, 1, 0], 10), [6, [20, 20, 20], true]);
  assert.deepEqual(solve(6, [1, 1, 1, 1, 0], 10), [6, [20, 20, 20, 20, 20], true]);
  assert.deepEqual(solve(6, [1], 10, 4), [6, [], true], "not one position for each");
  const plain = new Noted({ worlds: [6], search: [1] });
  plain.thinker().think(deal({ ask: 0 }), 3, { ...BUDGET, nodes: 100 }, 1n);
  assert.ok(!plain.asked.some(([name]) => name === "exact"), "no trick is played");
  const again = new Noted({ worlds: [6], exact: [0], search: [1] });
  again.thinker().think(deal({ ask: 1 }), 3, { ...BUDGET, nodes: 100 }, 1n);
  assert.deepEqual(again.asked.slice(2), [
    ["search_begin", 20, 1],
    ["exact", 0, 20],
    ["search_again", 20],
    ["search", 50_000],
  ]);
  const { now } = performance;
  let time = 0;
  performance.now = () => (time += 10);
  const late = new Noted({ worlds: [6], exact: [1], search_begin: [1] });
  late.arm(0, 0, 0, 1, 0);
  const timed = { ...BUDGET, nodes: 100, milliseconds: 25 };
  assert.equal(late.thinker().think(deal({ ask: 1 }), 3, timed, 1n).worlds, 2);
  performance.now = now;
});

test("options are read best first", () => {
  const one = new Noted({ worlds: [1], search_begin: [4], search: [1] });
  one.arm(0, 80, 900, 10, 3);
  one.arm(1, 40, 400, 20, 1);
  one.arm(2, 900, 90_000, 30, 0, 0);
  one.arm(3, 0, 0, 0, 2);
  const { best, values, worlds } = one.thinker().think(deal(), 4, BUDGET, 1n);
  assert.deepEqual([best, worlds], [3, 1]);
  assert.deepEqual(values, [
    { option: 3, value: 2, error: Math.sqrt((900 / 10 - 64) / 9) / 4, playouts: 10 },
    { option: 1, value: 0.5, error: Math.sqrt((400 / 20 - 4) / 19) / 4, playouts: 20 },
    { option: 2, value: 0, error: 0, playouts: 0 },
    { option: 0, value: 7.5, error: Math.sqrt((90_000 / 30 - 900) / 29) / 4, playouts: 30 },
  ]);
  one.arm(0, 10, 10, 20, 3);
  one.arm(1, 40, 1, 1, 1);
  const again = one.thinker().think(deal(), 4, BUDGET, 1n).values;
  assert.deepEqual(again.slice(0, 2), [
    { option: 1, value: 10, error: 0, playouts: 1 },
    { option: 3, value: 0.125, error: Math.sqrt((10 / 20 - 0.25) / 19) / 4, playouts: 20 },
  ]);
});

test("what was learned counts as so many playouts", () => {
  const budget = { ...BUDGET, learned: 3 };
  const expected = [1, -0.5, 2.3, 7];
  const one = new Noted({ worlds: [1], search_begin: [2], search: [1] });
  one.arm(0, 1, 1, 1, 2);
  one.arm(1, 1, 1, 1, 1);
  const { values } = one.thinker().think(deal(), 4, budget, 1n, undefined, expected);
  const [first, second] = [28, -6]; // 3 * 4 * 2.3 and 3 * 4 * -0.5
  assert.deepEqual(
    values.map(({ option, value, playouts }) => [option, value, playouts]),
    [
      [2, first / 12, 0],
      [1, second / 12, 0],
    ],
  );
  const long = (address: number) => Number(one.view.getBigInt64(address, true));
  assert.deepEqual(
    [0, 32].map((arm) => long(at["ARMS"]! + arm + ARM.squares)),
    [261, 12],
  );
  assert.deepEqual(
    [0, 8].map((arm) => long(at["MATCH_SUMS"]! + arm)),
    [first, second],
  );
  const without = new Noted({ worlds: [1], search_begin: [1], search: [1] });
  without.arm(0, 4, 4, 1, 2);
  assert.equal(without.thinker().think(deal(), 4, BUDGET, 1n, undefined, expected).values[0]!.playouts, 1);
});

test("what was learned decides between options that are solved alike", () => {
  const order = (expected: number[] | null, learned: number) => {
    const one = new Noted({ worlds: [5], exact: [1], search_begin: [3] });
    for (const number of [0, 1, 2]) one.arm(number, 4 * number, 16, 5, number);
    const budget = { ...BUDGET, nodes: 100, learned };
    const seen = deal({ ask: 1, draws: [draw({ value: -1 })] });
    const { values } = one.thinker().think(seen, 3, budget, 1n, undefined, expected);
    assert.ok(values.every(({ playouts }) => playouts === 5));
    return values.map(({ option }) => option);
  };
  assert.deepEqual(order(null, 4), [2, 1, 0]);
  assert.deepEqual(order([9, 0, 0], 0), [2, 1, 0], "it does not count");
  // The values are 0, 0.2 and 0.4; with learned 2, what is expected counts 3 * 2 / 5 times.
  assert.deepEqual(order([0, 0.2, 0], 2), [1, 2, 0]);
  assert.deepEqual(order([0, 0.15, 0], 2), [2, 1, 0]);
  assert.deepEqual(order([1, 0, 0], 2), [0, 2, 1]);
});

test("identical cards are told apart by the order in which they were met", () => {
  // Cards 0 and 3 are alike, and 1, 4 and 5.
  const deck = [0, 1, 2, 0, 1, 1];
  const play = (player: number, card: number) => step({ player, values: [card, 0] });
  const written = (change: Partial<SeenDeal>) => {
    const one = new Noted({}, deck);
    one.thinker().think(deal(change), 3, BUDGET, 1n);
    return one.rows("PLAYS", PLAY, 16, one.number("PLAY_COUNT")).map(([card]) => card);
  };
  assert.deepEqual(written({ steps: [play(1, 1), play(2, 1), play(1, 1), play(1, 1)] }), [1, 4, 5, 1]);
  assert.deepEqual(
    written({ steps: [play(1, 0), play(0, 0), play(1, 0)] }),
    [0, 0, 3],
    "the seat's own are known",
  );
  assert.deepEqual(written({ steps: [play(1, 1)], draws: [draw({ value: 4 }), draw({ value: 2 })] }), [4]);
  const other = draw({ value: 4, kind: PICKED_CARD });
  assert.deepEqual(written({ steps: [play(1, 1)], draws: [other, draw({ value: -1 })] }), [1]);
  assert.deepEqual(
    written({ epochs: 3, steps: [play(1, 1), play(1, 1)] }),
    [1, 1],
    "after several shuffles all may be",
  );
  const steps = [play(1, 1), play(2, 2)];
  assert.deepEqual(
    written({ steps, sightings: [{ card: 1, zone: 3, step: 1 }] }),
    [1, 1, 2],
    "it was named just before",
  );
  assert.deepEqual(written({ steps, sightings: [{ card: 1, zone: 3, step: 2 }] }), [1, 2, 4]);
});
