/** The parts of the package that are functions of plain data: words, values, choices, sentences, causes, states. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CauseFinder } from "../src/causes.js";
import { Choice, meant, plain } from "../src/choices.js";
import type { Description, Story, StoryType } from "../src/description.js";
import { Fault, filled, GameError, IllegalChoice, listed, unknownPlayer } from "../src/errors.js";
import { keyOf, ofKey } from "../src/keys.js";
import { elements, integer, maskOf, OVER, State } from "../src/layout.js";
import { joinedNames, Ledger } from "../src/ledger.js";
import { View } from "../src/lookup.js";
import type { GameRecord } from "../src/records.js";
import { resultOf } from "../src/result.js";
import { textOf } from "../src/sentences.js";
import { Card, Values } from "../src/values.js";
import { sees, zonesSeen } from "../src/view.js";
import { equal, holdsCards, Words } from "../src/words.js";

const CARD = { kind: "card" } as const;
const NUMBER = { kind: "number" } as const;
const SUIT: StoryType = { kind: "suit", names: ["clubs", "hearts"] };
const CARDS = { kind: "set", element: CARD } as const;

const zone = (name: string, slot: number, more: object = {}) => ({
  name,
  owner: null,
  count: 1,
  slot,
  bag: -1,
  ordered: true,
  open: false,
  seats: [[]],
  initial: [[]],
  ...more,
});
const variable = (name: string, slot: number, type: object, more: object = {}) => ({
  name,
  owner: null,
  count: 1,
  slot,
  type,
  initial: [0],
  decides: false,
  feeds: false,
  place: -1,
  ...more,
});

/** As much of a description as these parts read: two players, four cards, three zones, four variables. */
const story = {
  title: "A game",
  players: 2,
  teams: [[0, 1]],
  cards: ["2♠", "3♠", "4♥", "2♠"],
  known: 5,
  zones: [
    zone("stock", 7, { count: 1 }),
    zone("hand", 8, { owner: "player", count: 2, ordered: false, seats: [[0], [1]] }),
    zone("pile", 10, { open: true }),
  ],
  variables: [
    variable("points", 11, NUMBER, { owner: "player", count: 2, decides: true }),
    variable("trump", 13, SUIT),
    variable("chosen", 14, CARDS),
    variable("won", 15, NUMBER, { owner: "team", decides: true }),
  ],
  incidents: [
    { title: "misdeal", player: -1 },
    { title: "revoke", player: 1 },
  ],
  questions: [
    {
      alternatives: [
        { texts: ["play ", ""], holes: [0], names: [{ name: "c", type: CARD }] },
        {
          texts: ["lay ", " on ", ""],
          holes: [1, 0],
          names: [
            { name: "n", type: NUMBER },
            { name: "s", type: CARDS },
          ],
        },
        { texts: ["pass"], holes: [], names: [] },
      ],
    },
  ],
  endings: [
    { owner: "player", criteria: [{ slot: 11, highest: true }], tie: "draw" },
    { owner: "player", criteria: [{ slot: 11, highest: false }], tie: "shared" },
  ],
  places: [],
  sentences: {
    draws: { you: "you draw {what}", one: "{who} draws {what}", several: "" },
    takes: { you: "You take it", one: "{who} takes it", several: "" },
    won: { you: "You win", one: "{who} wins", several: "{who} win" },
    nobody: "Nobody wins",
    handed: "{what} to {to}",
    shown: "{what} shown to {to}",
    happened: "Now: {what}",
  },
} as unknown as Story;
const words = new Words(story, ["Ann", "Bob"]);
const SLOTS = 16;
const WIDTH = 24;
const piles = new Set([7, 10]);
const description = {
  story,
  deck: [0, 1, 2, 0],
  faces: [
    { rank: "2", suit: "spades" },
    { rank: "3", suit: "spades" },
    { rank: "4", suit: "hearts" },
  ],
  cards: ["a", "b", "c", "d"],
  state: {
    address: 1000,
    size: SLOTS * WIDTH,
    slots: Array.from({ length: SLOTS }, (_, slot) => ({
      kind: piles.has(slot) ? "pile" : "number",
      address: 1000 + slot * WIDTH,
      ...(slot === 12 ? { words: 2 } : {}),
    })),
  },
} as unknown as Description;
/** The slots of a state: nobody's choice, cards 0 and 3 known to Bob, the zones, the variables. */
const slots = [-1, 5, 0, 1, 0, [], [], [2], [0], [1], [3], 7, -9, 1, 5, 0];
const numbers = slots.map((value, slot) => (slot === 5 ? 0 : slot === 6 ? 8 : value));
const made = (change: Record<number, unknown> = {}) =>
  State.fromSlots(
    description,
    numbers.map((value, slot) => (slot in change ? change[slot] : value)),
  );

test("values in words", () => {
  assert.deepEqual(
    [words.card(2), words.card(-1), words.cards([0, 2]), words.cards([])],
    ["4♥", "??", "2♠ 4♥", "nothing"],
  );
  assert.deepEqual(
    [words.player(1), words.player(-1), words.team(0), words.team(-1), words.together([])],
    ["Bob", "none", "Ann and Bob", "none", "nobody"],
  );
  assert.deepEqual(
    [words.owner(null, 0), words.owner("player", -1), words.owner("team", 0), words.owner("player", 0)],
    ["", "", "Ann and Bob", "Ann"],
  );
  assert.deepEqual(
    [words.where(1, 1), words.where(0, -1), words.incident(0), words.incident(1)],
    ["hand of Bob", "stock", "misdeal", "revoke by Bob"],
  );
  assert.deepEqual(
    [words.value(NUMBER, -1), words.value(SUIT, 1), words.value(SUIT, -1), words.value(SUIT, 9)],
    ["-1", "hearts", "none", "9"],
  );
  assert.deepEqual(
    [words.value({ kind: "player" }, 0), words.value({ kind: "team" }, 0), words.value(CARD, 1)],
    ["Ann", "Ann and Bob", "3♠"],
  );
  const seen = (card: number) => card === 1;
  assert.deepEqual([words.value(CARD, 1, seen), words.value(CARD, 0, seen)], ["3♠", "??"]);
  assert.equal(words.value(CARDS, [0, 1, 2], seen), "3♠ ?? ??");
  assert.equal(words.value({ kind: "set", element: { kind: "player" } }, [0, 1]), "Ann and Bob");
  assert.equal(words.value({ kind: "set", element: SUIT }, [0, 1]), "clubs hearts");
  assert.equal(words.value({ kind: "set", element: SUIT }, []), "nothing");
  assert.deepEqual(new Words(story).seats, ["A", "B"]);
  assert.deepEqual(
    [
      holdsCards({ kind: "set" }),
      holdsCards(CARDS),
      holdsCards(CARD),
      holdsCards({ kind: "set", element: SUIT }),
    ],
    [true, true, false, false],
  );
  assert.deepEqual(
    [equal(1, 1), equal([1], 1), equal([1, 2], [1, 3]), equal([], [])],
    [true, false, false, true],
  );
});

test("labels and kinds of choices", () => {
  const both = { alternative: 1, values: [3, [0, 2]] };
  assert.equal(words.label(0, both), "lay 2♠ 4♥ on 3");
  assert.equal(
    words.label(0, both, () => false),
    "lay ?? ?? on 3",
  );
  assert.equal(words.kind(0, 1), "lay {s} on {n}");
  assert.deepEqual(
    [
      words.named(0, both),
      words.named(0, { alternative: 0, values: [1] }),
      words.named(0, { alternative: 0, values: [-1] }),
    ],
    [[0, 2], [1], []],
  );
  assert.equal(words.label(0, { alternative: 2, values: [] }), "pass");
});

/** How many choices a message lists. */
const LIMITS = { labels: 12, labels_of_a_kind: 8 } as Story["limits"];
const values = new Values(words, description);
const choice = (number: number, alternative: number, ...some: (number | number[])[]) =>
  new Choice(values, 0, number, { alternative, values: some });

test("choices and what a text means among them", () => {
  const lay = choice(1, 1, 3, [0, 2]);
  assert.deepEqual(
    [`${lay}`, JSON.stringify(lay), lay.kind],
    ["lay 2♠ 4♥ on 3", '"lay 2♠ 4♥ on 3"', "lay {s} on {n}"],
  );
  assert.deepEqual(lay.values, { n: 3, s: [values.card(0), values.card(2)] });
  assert.deepEqual(lay.cards.map(String), ["2♠", "4♥"]);
  assert.equal(plain("  Play  J♠\ufe0e "), "play js");
  assert.equal(plain("♠♥♦♣"), "shdc");
  const some = [choice(0, 0, 0), lay, choice(2, 2)];
  assert.equal(meant(some, "PLAY 2s", "Ann", LIMITS), some[0]);
  const refused = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      assert.ok(error instanceof IllegalChoice);
      return [error.code, error.message, error.reasons];
    }
    return assert.fail("it was a choice");
  };
  assert.deepEqual(
    refused(() => meant(some, "fly", "Ann", LIMITS)),
    [
      "E1051",
      "`fly` is not one of the choices that Ann has; legal are: `play 2♠`, `lay 2♠ 4♥ on 3`, `pass`",
      [],
    ],
  );
  assert.deepEqual(
    refused(() => meant([some[2]!], "x", "Ann", LIMITS, () => ({ label: "x", reasons: ["no", "never"] }))),
    ["E1052", "Ann may not x now: no; legal is: `pass`", ["no", "never"]],
  );
  assert.deepEqual(
    refused(() => meant([], "x", "Ann", LIMITS))[1],
    "`x` is not one of the choices that Ann has; nothing is legal here",
  );
  const many = (count: number) => [
    ...Array.from({ length: count }, (_, at) => choice(at, 0, at % 3)),
    choice(count, 2),
  ];
  const help = (count: number) =>
    String(refused(() => meant(many(count), "x", "Ann", LIMITS))[1]).split("legal are: ")[1]!;
  assert.equal(help(11).split(", ").length, 12);
  assert.ok(help(12).endsWith("`play 3♠`, `pass` and 4 more"), help(12));
});

test("values for JavaScript", () => {
  assert.deepEqual(
    [
      values.value(NUMBER, -1),
      values.value(SUIT, -1),
      values.value({ kind: "flag" }, 1),
      values.value({ kind: "flag" }, 0),
    ],
    [-1, null, true, false],
  );
  assert.deepEqual(
    [values.value(SUIT, 0), values.value(CARD, 2), values.value(CARDS, [2])],
    ["clubs", values.card(2), [values.card(2)]],
  );
  assert.deepEqual(values.value({ kind: "set", element: SUIT }, [1]), ["hearts"]);
  assert.deepEqual({ ...values.card(2) }, { text: "4♥", rank: "4", suit: "hearts", number: 2 });
  assert.deepEqual({ ...values.card(-1) }, { text: "??", rank: "", suit: "", number: -1 });
  assert.equal(JSON.stringify([new Card("J♠", "J", "spades", 0)]), '["J♠"]');
});

test("keys, errors and names", () => {
  assert.deepEqual(ofKey(keyOf(3, -1)), [3, -1]);
  const many = Array.from({ length: 14 }, (_, at) => `z${at}`);
  assert.equal(listed("there are", []), "");
  assert.equal(listed("there are", ["a", "b"]), "there are `a`, `b`");
  assert.ok(listed("x", many).endsWith("`z11` and 2 more"));
  assert.ok(listed("x", many.slice(0, 12)).endsWith("`z11`"));
  const error = new GameError("it cannot be", {
    code: "E1001",
    help: "do more",
    reasons: ["why", "because"],
  });
  assert.equal(error.message, "it cannot be: why; do more");
  assert.deepEqual(
    [error.name, error.code, error.help, error.reasons.length],
    ["GameError", "E1001", "do more", 2],
  );
  assert.deepEqual(
    [new Fault("none", "there is none", "").message, new Fault("none", "there is none", "x:1").message],
    ["there is none", "x:1: there is none"],
  );
  assert.equal(unknownPlayer("Z", ["Ann"]).message, "`Z` is not one of the players; they are `Ann`");
  assert.equal(joinedNames(["A and B"]), "A and B");
});

test("what numbers a fault is about", () => {
  assert.equal(filled("{value} is outside {low}..{high}", [-3n, 0n, 25n]), "-3 is outside 0..25");
  assert.equal(filled("{rounds:,} rounds", [100_000n, 0n, 0n]), "100,000 rounds");
  assert.equal(filled("{:,} of {:,}", [1_000n, 20n]), "1,000 of 20");
  assert.equal(filled("division by 0", [7n]), "division by 0");
});

test("lines as sentences", () => {
  const says = (line: Parameters<typeof textOf>[0], you: string | null = null) => textOf(line, words, you);
  assert.equal(says({ item: "heading", title: "bidding" }), "bidding");
  assert.equal(says({ item: "named", name: "dealer", value: "Ann" }), "dealer: Ann");
  assert.equal(
    says({
      item: "dealt",
      zone: "hand",
      rows: [
        ["Ann", ["2♠", "??"]],
        ["", ["??", "??"]],
        ["Bob", ["??"]],
        ["Cyd", []],
      ],
    }),
    "Ann: 2♠ ??; hand: 2 cards; Bob: 1 card; Cyd: ",
  );
  assert.equal(says({ item: "made", player: "Ann", label: "pass", draws: [], note: "" }), "Ann: pass");
  assert.equal(
    says({ item: "made", player: "Ann", label: "draw", draws: ["??"], note: "" }, "Ann"),
    "Ann: draw, you draw 1 card",
  );
  assert.equal(
    says({ item: "made", player: "Ann", label: "draw", draws: ["2♠"], note: "" }, "Bob"),
    "Ann: draw, Ann draws 2♠",
  );
  assert.equal(
    says({
      item: "tricktable",
      plays: [
        ["Ann", "2♠"],
        ["Bob", "3♠"],
      ],
      winner: null,
    }),
    "Ann 2♠, Bob 3♠",
  );
  assert.equal(says({ item: "tricktable", plays: [], winner: "Bob" }, "Bob"), "You take it");
  assert.equal(says({ item: "handed", cards: ["2♠"], to: "hand of Bob" }, "Bob"), "2♠ to your hand");
  assert.equal(says({ item: "handed", cards: ["2♠"], to: "hand of Bob" }, "ob"), "2♠ to hand of Bob");
  assert.equal(says({ item: "revealed", cards: ["2♠", "3♠"], to: "Bob" }), "2♠ 3♠ shown to Bob");
  assert.equal(says({ item: "happened", title: "a misdeal" }), "Now: a misdeal");
  assert.equal(
    says({ item: "gained", owner: "Ann", name: "points", before: 5, now: -2, why: [] }),
    "Ann: points −2 (−7)",
  );
  assert.equal(
    says({
      item: "scores",
      columns: [],
      why: [],
      rows: [
        [
          "Ann",
          [
            [1, 3],
            [2, 2],
          ],
        ],
        ["Bob", [[0, -1]]],
      ],
    }),
    "Ann 3 (+2) 2, Bob −1 (−1)",
  );
  assert.equal(says({ item: "won", winners: ["Ann", "Bob"] }, "Ann"), "Ann and Bob win");
  assert.equal(says({ item: "won", winners: [] }), "Nobody wins");
});

test("which rule made a change", () => {
  const places = [
    { file: 0, from: 1, to: 9, phases: [4] },
    { file: 0, from: 3, to: 3, phases: [] },
    { file: 1, from: 3, to: 3, phases: [] },
    { file: 0, from: 10, to: 10, phases: [] },
  ];
  const finder = new CauseFinder({ places } as unknown as Story);
  const take = (of: CauseFinder, ...records: object[]) =>
    records.forEach((one) => of.take(one as GameRecord));
  assert.equal(finder.of(1), 1);
  take(finder, { record: "row_fired", place: 0 });
  assert.deepEqual([finder.of(1), finder.of(2), finder.of(3), finder.of(0)], [0, 2, 3, 0]);
  const copy = finder.copy();
  take(finder, { record: "phase_began", phase: 4 });
  assert.deepEqual([finder.of(3), copy.of(3)], [0, 3]);
  take(finder, { record: "phase_ended", phase: 4 });
  assert.equal(finder.of(1), 0);
  take(finder, { record: "phase_began", phase: 5 });
  assert.equal(finder.of(1), 1);
  take(finder, { record: "row_fired", place: 0 }, { record: "phase_ended", phase: 5 });
  assert.equal(finder.of(1), 1);
});

test("why numbers changed", () => {
  const ledger = new Ledger(
    new Words(
      {
        ...story,
        places: [{ file: 0, from: 1, to: 1, phases: [], text: "a", where: "x:1" }],
      } as unknown as Story,
      ["Ann", "Bob"],
    ),
  );
  const assigned = (variable: number, owner: number, before: number | number[], value: number | number[]) =>
    ledger.take({ record: "assigned", place: 0, variable, owner, before, value } as GameRecord);
  assigned(1, -1, 0, 1);
  assigned(0, 0, 3, 3);
  assert.equal(ledger.settled, false);
  assigned(0, 0, 3, 5);
  assert.equal(ledger.settled, true);
  const copy = ledger.copy();
  ledger.forget();
  assert.deepEqual([ledger.settled, copy.settled], [false, true]);
  ledger.take({ record: "row_fired", place: 0 } as GameRecord);
  assert.equal(ledger.settled, true);
});

test("numbers and sets in memory", () => {
  const view = new DataView(new ArrayBuffer(24));
  view.setBigUint64(0, (1n << 63n) | (1n << 33n) | 5n, true);
  view.setBigUint64(8, 1n, true);
  assert.deepEqual(elements(view, 0, 2), [0, 2, 33, 63, 64]);
  assert.deepEqual(elements(view, 0, 1), [0, 2, 33, 63]);
  assert.equal(integer(view, 0, 2), (1n << 64n) | (1n << 63n) | (1n << 33n) | 5n);
  assert.equal(integer(view, 0, 1), -(1n << 63n) + (1n << 33n) + 5n);
  assert.equal(maskOf([0, 2, 65]), (1n << 65n) | 5n);
  assert.equal(maskOf([]), 0n);
});

test("a state as data and back", () => {
  const state = made();
  assert.deepEqual([state.number(11), state.number(12), state.question, state.player], [7, -9, 0, 1]);
  assert.deepEqual([state.cards(7), state.cards(8), state.cards(10), state.set(14)], [[2], [0], [3], [0, 2]]);
  const back = state.toSlots();
  assert.deepEqual(back, numbers);
  assert.deepEqual(State.fromSlots(description, back).bytes, state.bytes);
  const large = made({ 11: "0x20000000000000", 12: "-0x20000000000000001", 1: "0xffffffffffffffff" });
  assert.deepEqual(
    [large.toSlots()[11], large.toSlots()[12], large.toSlots()[1]],
    ["0x20000000000000", "-0x20000000000000001", "0xffffffffffffffff"],
  );
  assert.equal(made({ 11: Number.MAX_SAFE_INTEGER }).toSlots()[11], Number.MAX_SAFE_INTEGER);
  const over = made({ 0: OVER });
  assert.deepEqual([over.question, over.player], [-1, -1]);
  const swap = new Map([
    [0, 2],
    [2, 0],
  ]);
  state.replaceCards(14, true, swap);
  state.replaceCards(13, false, new Map([[1, 3]]));
  state.replaceCards(11, false, swap);
  assert.deepEqual([state.set(14), state.number(13), state.number(11)], [[0, 2], 3, 7]);
});

test("what is no state", () => {
  const wrong = (run: () => unknown, text: RegExp) =>
    assert.throws(
      run,
      (error) => error instanceof GameError && error.code === "E1091" && text.test(error.sentence),
    );
  wrong(() => State.fromSlots(description, numbers.slice(1)), /number of slots/);
  wrong(() => State.fromSlots(description, "x"), /number of slots/);
  wrong(() => made({ 7: 3 }), /not a list of cards/);
  for (const card of [-1, 4, 1.5, "2"]) wrong(() => made({ 7: [card] }), /not a list of cards/);
  wrong(() => made({ 7: [2, 3] }), /two places/);
  wrong(() => made({ 7: [] }), /missing/);
  for (const value of [1.5, "12", "0x", "x0x1", null, 2 ** 53, `0x${"1".repeat(500)}`])
    wrong(() => made({ 11: value }), /not a number/);
  wrong(() => made({ 11: "0x10000000000000000" }), /too large/);
  wrong(() => made({ 11: "-0x8000000000000001" }), /too large/);
  assert.equal(made({ 11: "-0x8000000000000000" }).number(11), -(2 ** 63));
  assert.throws(() => new State(description, new Uint8Array(3)), { code: "E1092" });
});

test("who sees what", () => {
  const [stock, hand, pile] = story.zones as unknown as Parameters<typeof sees>[0][];
  assert.deepEqual(
    [sees(stock!, -1, 0), sees(stock!, -1, "all"), sees(pile!, -1, "spectator")],
    [false, true, true],
  );
  assert.deepEqual([sees(hand!, 1, 1), sees(hand!, 1, 0), sees(hand!, 1, "spectator")], [true, false, false]);
  const cards = (viewer: Parameters<typeof zonesSeen>[1], of = made()) =>
    zonesSeen(of, viewer).map((one) => one.cards);
  assert.deepEqual(cards(0), [[-1], [0], [-1], [3]]);
  assert.deepEqual(cards("all"), [[2], [0], [1], [3]]);
  assert.deepEqual(cards("spectator"), [[-1], [-1], [-1], [3]]);
  assert.deepEqual(
    zonesSeen(made(), 0).map(({ zone: of, owner }) => [of, owner]),
    [
      [0, -1],
      [1, 0],
      [1, 1],
      [2, -1],
    ],
  );
  // Bob was shown the cards 0 and 3.
  const shown = made({ 6: 0b1001, 8: [2, 0], 7: [1], 9: [], 10: [3] });
  assert.deepEqual(cards(1, shown), [[-1], [0, -1], [], [3]]);
  const ordered = made({ 6: 0b0001, 7: [1, 0], 8: [2], 9: [] });
  assert.deepEqual(cards(1, ordered)[0], [-1, 0]);
});

test("the table by names", () => {
  const view = new View(values, made(), 0);
  assert.equal(view.player, "Ann");
  assert.equal(new View(values, made(), "all").player, null);
  assert.deepEqual(Object.keys(view.zones), ["stock", "hand of Ann", "hand of Bob", "pile"]);
  assert.deepEqual(
    [view.cards("hand", "Ann"), view.cards("hand", "Bob"), view.cards("pile")].map((some) => some.join()),
    ["2♠", "??", "2♠"],
  );
  assert.deepEqual(view.value("points"), { Ann: 7, Bob: -9 });
  assert.deepEqual(
    [view.value("points", "Bob"), view.value("trump"), String(view.value("chosen"))],
    [-9, "hearts", "2♠,4♥"],
  );
  assert.deepEqual([view.value("won", "Ann"), view.value("won", "Bob")], [0, 0]);
  assert.equal(view.value("won", "Ann and Bob"), 0);
  const fails = (run: () => unknown, code: string, text: string) =>
    assert.throws(
      run,
      (error) => error instanceof GameError && error.code === code && error.message.includes(text),
    );
  fails(
    () => view.cards("nowhere"),
    "E1045",
    "`nowhere` is not a place for cards in A game; there are `stock`, `hand`, `pile`",
  );
  fails(() => view.cards("hand"), "E1048", "each player has a `hand` of its own; write `hand of Ann`");
  fails(() => view.cards("hand", "Zoe"), "E1035", "`Zoe` is not one of the players");
  fails(
    () => view.cards("stock", "Ann"),
    "E1048",
    "`stock` belongs to nobody in particular; write `stock` alone",
  );
  fails(() => view.value("luck"), "E1066", "nothing that a script can expect of A game; there are `points`");
  fails(() => view.value("trump", "Ann"), "E1048", "belongs to nobody");
});

test("how a game ended", () => {
  assert.equal(resultOf(made()), null);
  assert.deepEqual(resultOf(made({ 0: 2 * OVER })), {
    owner: "player",
    winners: [],
    tie: false,
    cut: true,
    standings: [],
  });
  assert.deepEqual(resultOf(made({ 0: OVER })), {
    owner: "player",
    winners: [0],
    tie: false,
    cut: false,
    standings: [
      [0, [7]],
      [1, [-9]],
    ],
  });
  assert.deepEqual(resultOf(made({ 0: OVER - 1 })), {
    owner: "player",
    winners: [1],
    tie: false,
    cut: false,
    standings: [
      [1, [-9]],
      [0, [7]],
    ],
  });
  assert.deepEqual(resultOf(made({ 0: OVER, 12: 7 })), {
    owner: "player",
    winners: [],
    tie: true,
    cut: false,
    standings: [
      [0, [7]],
      [1, [7]],
    ],
  });
  assert.deepEqual(resultOf(made({ 0: OVER - 1, 12: 7 }))?.winners, [0, 1]);
});
