/** The record of a deal, and what each seat has seen of it: of records and states made by hand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Story } from "../src/description.js";
import type { State } from "../src/layout.js";
import type { GameRecord } from "../src/records.js";
import { History } from "../src/search/history.js";
import { CARD, PICKED_CARD, PICKED_PLAYER, UNKNOWN_CARD } from "../src/search/seen.js";

const ACTOR = 3;
const [STOCK, HAND, PILE, HEAP] = [0, 1, 2, 3];
const KNOWN = 30;
const zone = (slot: number, more: object = {}) => ({
  owner: null,
  count: 1,
  slot,
  bag: -1,
  ordered: true,
  open: false,
  seats: [[]],
  ...more,
});
const alternatives = [
  { names: [{ type: { kind: "card" } }] },
  { names: [{ type: { kind: "set", element: { kind: "card" } } }, { type: { kind: "number" } }] },
  { names: [] },
];
/** Three players; a stock and a heap of which the order may be unknown, hands, an open pile; question 1 is secret. */
const story = {
  players: 3,
  known: KNOWN,
  zones: [
    zone(5, { bag: 20 }),
    zone(6, { owner: "player", count: 3, ordered: false, seats: [[0], [1], [2]] }),
    zone(9, { open: true }),
    zone(10, { bag: 22 }),
  ],
  questions: [
    { secret: false, alternatives },
    { secret: true, alternatives },
  ],
} as unknown as Story;
const places = { stock: 0, hands: [1, 2, 3], pile: 4, heap: 5 };
const HANDS = [0, 1, 2].map((owner): [number, number] => [HAND, owner]);
const [stock, pile, heap] = [STOCK, PILE, HEAP].map((number): [number, number] => [number, -1]) as [
  [number, number],
  [number, number],
  [number, number],
];

/** A state: who is to choose, the open question, what lies where, in which part of a pile the order is unknown. */
interface Made {
  actor?: number;
  question?: number;
  lies?: Record<number, number[]>;
  numbers?: Record<number, number>;
  known?: number[][];
}
const made = ({ actor = 0, question = 0, lies = {}, numbers = {}, known = [] }: Made = {}) =>
  ({
    question,
    number: (slot: number) => (slot === ACTOR ? actor : (numbers[slot] ?? 0)),
    cards: (slot: number) => lies[slot] ?? [],
    set: (slot: number) => known[slot - KNOWN] ?? [],
    toString: () => `${actor} ${question}`,
  }) as unknown as State;

const CARDS = [0, 1, 2, 3, 4, 5, 6, 7];
const shuffledStock = { lies: { 5: CARDS }, numbers: { 20: 0, 21: 8 } };
const history = (begins: Made = shuffledStock, deck: number[] = CARDS, middle = false) => {
  const hash = (state: State, seat: number) => BigInt(10 * state.number(ACTOR) + seat);
  const unbegun = made(middle ? {} : begins);
  return new History({ story, deck, unbegun, hash }, middle ? made(begins) : undefined);
};
const record = (what: object) => what as GameRecord;
const moved = (cards: number[], source: [number, number], target: [number, number], dealt = false) =>
  record({ record: "moved", cards, source, target, dealt });
const chosen = (ask: number, alternative: number, values: unknown[] = []) =>
  record({ record: "chosen", ask, alternative, values });
const shown = (cards: number[], to: number[] | null = null) => record({ record: "shown", cards, to });
const drawn = (what: string, value: number, end: string | null = null) =>
  record({ record: "drawn", what, value, end });
const shuffle = (where: [number, number]) => record({ record: "shuffled", pile: where });
const tell = (one: History, ...records: GameRecord[]) => {
  for (const each of records) one.hear(each);
  return one;
};
const draws = (one: History, seat: number) =>
  one
    .seenBy(seat)
    .draws.map(({ kind, value, owner, epoch, step, zone }) => [kind, value, owner, epoch, step, zone]);
const steps = (one: History, seat: number) =>
  one.seenBy(seat).steps.map(({ alternative, values, hidden }) => [alternative, values, hidden]);
const sightings = (one: History, seat: number) =>
  one.seenBy(seat).sightings.map(({ card, zone, step }) => [card, zone, step]);

test("who sees a card that is dealt", () => {
  const one = tell(history(), shuffle(stock));
  tell(
    one,
    moved([2], stock, HANDS[0]!, true),
    moved([5], stock, HANDS[1]!, true),
    moved([7], stock, pile, true),
  );
  one.asked(made({ actor: 1 }));
  const [hidden, seen] = [
    (zone: number, owner: number) => [CARD, -1, owner, 1, 0, zone],
    (card: number, zone: number, owner: number) => [CARD, card, owner, 1, 0, zone],
  ];
  const [first, second] = places.hands as [number, number];
  assert.deepEqual(draws(one, 0), [seen(2, first, 0), hidden(second, 1), seen(7, places.pile, -1)]);
  assert.deepEqual(draws(one, 1), [hidden(first, 0), seen(5, second, 1), seen(7, places.pile, -1)]);
  assert.deepEqual(draws(one, 2), [hidden(first, 0), hidden(second, 1), seen(7, places.pile, -1)]);
  const deal = one.seenBy(2);
  assert.deepEqual([deal.seat, deal.ask, deal.hash, deal.epochs, deal.onlyView], [2, 0, 12n, 2, false]);
  assert.deepEqual([deal.steps, deal.absent], [[], []]);
});

test("a shuffle of all cards begins a deal, with the choice before it", () => {
  const one = history();
  const [before, between] = [made({ actor: 2 }), made({ actor: 1 })];
  tell(one, shuffle(stock), moved([3], stock, pile, true));
  one.asked(before);
  tell(one, chosen(0, 2), moved([3], pile, stock), drawn("player", 1), shuffle(stock));
  assert.equal(one.seenBy(0).base, before);
  assert.deepEqual([...one.deal], [], "it ended the deal before");
  assert.deepEqual(
    draws(one, 0),
    [[PICKED_PLAYER, 1, -1, 0, 1, -1]],
    "what was drawn since belongs to the new deal",
  );
  assert.equal(one.seenBy(0).epochs, 2);
  assert.deepEqual(one.seenBy(0).absent, []);
  tell(one, moved([6], stock, HANDS[0]!, true));
  one.asked(between);
  tell(one, chosen(0, 0, [6]));
  assert.deepEqual(
    one.deal.map(({ state, ask, alternative, values }) => [state, ask, alternative, values]),
    [[between, 0, 0, [6]]],
  );
  assert.deepEqual(
    one.seenBy(0).steps.map(({ player, hash }) => [player, hash]),
    [
      [2, 20n],
      [1, 10n],
    ],
  );
});

test("a shuffle of some cards tells which cards are not drawn afterwards", () => {
  const lies = { 5: [0, 1, 2, 3], 6: [4], 7: [5], 9: [6], 10: [7] };
  const one = tell(history({ lies, numbers: { 21: 4 } }), shown([5], [2]), shuffle(stock));
  assert.equal(one.seenBy(0).epochs, 2);
  assert.deepEqual(one.seenBy(0).absent, [
    [1, 4],
    [1, 6],
  ]);
  assert.deepEqual(one.seenBy(1).absent, [
    [1, 5],
    [1, 6],
  ]);
  assert.deepEqual(one.seenBy(2).absent, [
    [1, 5],
    [1, 6],
  ]);
  tell(one, moved([5], HANDS[1]!, heap), shuffle(heap), shuffle(stock));
  assert.equal(one.seenBy(0).epochs, 4);
  assert.deepEqual(
    one.seenBy(2).absent,
    [
      [1, 5],
      [1, 6],
      [2, 6],
      [3, 6],
    ],
    "what was shown is not known any more",
  );
});

test("cards that leave a pile unseen are not drawn from it", () => {
  const one = tell(history(), shuffle(stock), moved([1], stock, heap), moved([2], stock, HANDS[1]!));
  assert.deepEqual(one.seenBy(0).absent, []);
  assert.deepEqual(one.seenBy(1).absent, [[1, 2]]);
  assert.deepEqual(draws(one, 0), []);
  tell(one, moved([0, 3, 4, 5, 6], stock, HANDS[0]!, true));
  assert.deepEqual(one.seenBy(0).absent, []);
  tell(one, moved([7], stock, HANDS[2]!, true), moved([1], heap, HANDS[2]!, true));
  assert.deepEqual(draws(one, 2).slice(-2), [
    [CARD, 7, 2, 1, 0, 3],
    [CARD, 1, 2, 1, 0, 3],
  ]);
  const last = tell(
    history({ lies: { 5: [0, 1], 6: [2, 3, 4, 5, 6, 7] }, numbers: { 21: 2 } }),
    moved([0, 1], stock, pile),
  );
  assert.deepEqual(last.seenBy(2).absent, [
    [0, 0],
    [0, 1],
  ]);
});

test("where only cards lie that were not drawn, none is drawn", () => {
  const lies = { 5: [0, 1], 6: [2], 9: [3, 4] };
  const one = history({ lies, numbers: { 21: 2 } });
  tell(one, moved([0], stock, HANDS[1]!), moved([2], HANDS[0]!, HANDS[2]!));
  assert.deepEqual(one.seenBy(1).absent, [[0, 0]]);
  assert.deepEqual([one.seenBy(0).absent, one.seenBy(2).absent], [[], []]);
  tell(one, moved([1], stock, HANDS[2]!, true));
  assert.deepEqual(one.seenBy(2).absent, []);
  const other = tell(
    history({ lies, numbers: { 21: 2 } }),
    moved([0, 1], stock, HANDS[1]!),
    moved([0], HANDS[1]!, stock),
  );
  tell(other, moved([0], stock, pile, true));
  assert.deepEqual(other.seenBy(2).absent, [[0, 0]]);
});

/** Whether a card that came to the heap in some way is one that may be drawn from it. */
const loose = (...before: GameRecord[]) => {
  const lies = { 5: [0, 1, 2], 9: [3], 10: [4, 5, 6], 6: [7] };
  const one = tell(history({ lies, numbers: { 20: 1, 21: 3, 22: 1, 23: 2 } }), ...before);
  const drawnBefore = draws(one, 0).length;
  tell(one, moved([2], heap, pile, true));
  return draws(one, 0).length > drawnBefore;
};

test("cards of which the place is known are not drawn", () => {
  const drawable = (card: number, from: [number, number]) => {
    const lies = { 5: [0, 1, 2], 9: [3], 10: [4, 5, 6], 6: [7] };
    const one = history({ lies, numbers: { 20: 1, 21: 3, 22: 1, 23: 2 } });
    return draws(tell(one, moved([card], from, pile, true)), 0).length === 1;
  };
  assert.deepEqual(
    [0, 1, 2].map((card) => drawable(card, stock)),
    [false, true, true],
  );
  assert.deepEqual(
    [4, 5, 6].map((card) => drawable(card, heap)),
    [false, true, false],
  );
  assert.deepEqual([drawable(3, pile), drawable(7, HANDS[0]!)], [false, false]);
  assert.ok(loose(moved([2], stock, heap)), "it was moved unseen from pile to pile");
  assert.ok(!loose(moved([2], stock, heap, true)), "it was drawn already");
  assert.ok(!loose(moved([2], stock, HANDS[1]!), moved([2], HANDS[1]!, heap)), "it lay in a hand");
  assert.ok(loose(moved([2], stock, HANDS[1]!), moved([2], HANDS[1]!, heap), shuffle(heap)));
  assert.ok(
    loose(moved([2], stock, heap, true), record({ record: "tucked", cards: [2], pile: heap, at: -1 })),
  );
  assert.ok(
    !loose(moved([2], stock, heap, true), record({ record: "tucked", cards: [2], pile: heap, at: 0 })),
  );
});

test("what chance picks", () => {
  const lies = { 5: [0, 1, 2], 6: [3, 4], 9: [5] };
  const one = history({ lies, numbers: { 20: 1, 21: 3 } });
  tell(one, chosen(0, 2), drawn("player", 2), drawn("value", 9), drawn("card", 4), drawn("card", 1, "top"));
  const [player, value] = [
    [PICKED_PLAYER, 2, -1, 0, 1, -1],
    [PICKED_PLAYER, 9, -1, 0, 1, -1],
  ];
  const nothing = [
    [PICKED_CARD, -1, -1, 0, 1, -1],
    [CARD, -1, -1, 0, 1, -1],
  ];
  assert.deepEqual(draws(one, 0), [player, value, ...nothing], "nobody has seen the cards yet");
  tell(one, shown([4], [1]), moved([1], stock, HANDS[2]!));
  assert.deepEqual(draws(one, 1).slice(2), [
    [PICKED_CARD, 4, -1, 0, 1, -1],
    [CARD, -1, 2, 0, 1, 3],
  ]);
  assert.deepEqual(draws(one, 2).slice(2), [
    [PICKED_CARD, -1, -1, 0, 1, -1],
    [CARD, 1, 2, 0, 1, 3],
  ]);
  tell(one, drawn("card", 0, "top"));
  assert.equal(draws(one, 0).at(-1)![0], PICKED_CARD, "where it lies was known");
  tell(one, chosen(0, 2), shown([4]));
  assert.deepEqual(
    draws(one, 2)[2],
    [PICKED_CARD, -1, -1, 0, 1, -1],
    "it is shown because of another choice",
  );
  tell(one, drawn("card", 5));
  assert.deepEqual(draws(one, 0).at(-1), [PICKED_CARD, -1, -1, 0, 2, -1]);
  const open = tell(history({ lies: { 10: [1, 2] }, numbers: { 23: 2 } }), drawn("card", 1, "bottom"));
  assert.deepEqual(draws(open, 1), [[CARD, -1, -1, 0, 0, -1]]);
});

test("what others see of a choice", () => {
  const state = (
    actor: number,
    known: number[][] = [],
    lies: object = { 6: [0, 1, 2], 7: [3, 4, 5], 9: [6] },
  ) => made({ actor, lies: lies as Record<number, number[]>, known });
  const one = history({ lies: { 6: [0, 1, 2], 7: [3, 4, 5], 9: [6] } });
  one.asked(state(0));
  tell(one, chosen(0, 0, [1]), moved([1], HANDS[0]!, HANDS[2]!));
  one.asked(state(1, [[4]]));
  tell(one, chosen(0, 1, [[3, 4], 7]), moved([3], HANDS[1]!, heap));
  one.asked(state(1));
  tell(one, chosen(0, 0, [6]));
  one.asked(state(1));
  tell(one, chosen(0, 0, [-1]), record({ record: "declared", incident: 4 }));
  assert.deepEqual(steps(one, 0), [
    [0, [1], [-1]],
    [1, [[4], 7], [2, -1]],
    [0, [6], [-1]],
    [0, [-1], [-1]],
    [4, [], []],
  ]);
  assert.deepEqual(steps(one, 1)[0], [0, [UNKNOWN_CARD], [0]]);
  assert.deepEqual(steps(one, 1)[1], [1, [[3, 4], 7], [-1, -1]], "its own choice");
  assert.deepEqual(steps(one, 2).slice(0, 2), [
    [0, [1], [-1]],
    [1, [[], 7], [2, -1]],
  ]);
  assert.deepEqual(
    one.seenBy(2).steps.map(({ ask }) => ask),
    [0, 0, 0, 0, -1],
  );
});

test("secret choices are secret until all have chosen", () => {
  const lies = { 6: [0, 1], 7: [2, 3], 8: [4, 5] };
  const one = history({ lies });
  const state = (actor: number, question = 1) => made({ actor, question, lies });
  one.asked(state(0, 0));
  tell(one, chosen(0, 2));
  one.asked(state(0));
  tell(one, chosen(1, 0, [0]));
  one.asked(state(1));
  tell(one, chosen(1, 1, [[2, 3], 1]));
  one.asked(state(2));
  const secret = [-1, [], []];
  assert.deepEqual(steps(one, 2), [[2, [], []], secret, secret]);
  assert.deepEqual(steps(one, 0), [[2, [], []], [0, [0], [-1]], secret]);
  tell(one, chosen(1, 0, [4]), moved([0], HANDS[0]!, pile), moved([2], HANDS[1]!, HANDS[2]!));
  one.asked(state(0, 0));
  assert.deepEqual(steps(one, 2).slice(1), [
    [0, [0], [-1]],
    [1, [[2], 1], [2, -1]],
    [0, [4], [-1]],
  ]);
  assert.deepEqual(steps(one, 1).slice(1), [
    [0, [0], [-1]],
    [1, [[2, 3], 1], [-1, -1]],
    [0, [UNKNOWN_CARD], [0]],
  ]);
  tell(one, shown([0, 3, 4], [0]), moved([0], pile, HANDS[1]!));
  assert.deepEqual(steps(one, 0).slice(2), [
    [1, [[3], 1], [2, -1]],
    [0, [4], [-1]],
  ]);
});

test("an empty zone that one choice fills shows what it named", () => {
  const lies = { 6: [0, 1, 2, 3], 7: [4, 5], 9: [6, 7] };
  const filled = (named: number[], ...cards: number[][]) => {
    const one = history({ lies });
    one.asked(made({ lies }));
    tell(one, chosen(0, 1, [named, 5]), ...cards.map((some) => moved(some, HANDS[0]!, heap)));
    one.asked(made({ actor: 1, lies: { ...lies, 6: [] } }));
    tell(one, chosen(0, 2), shown([cards[0]![0]!], [2]));
    return steps(one, 2)[0]![1];
  };
  assert.deepEqual(filled([0, 1], [0, 1]), [[0], 5]);
  assert.deepEqual(filled([0, 1], [0, 2]), [[], 5], "other cards");
  assert.deepEqual(filled([0, 1], [0]), [[], 5], "not all of them");
  assert.deepEqual(filled([0], [0, 1]), [[], 5], "more than these");
  assert.deepEqual(filled([0, 1], [0], [1]), [[], 5], "one after the other");
  assert.deepEqual(filled([0, 1], [0, 1], [2, 3]), [[], 5], "others were put on them");
  const one = history({ lies });
  tell(
    one,
    chosen(0, 1, [[0, 1], 0]),
    moved([0, 1], HANDS[0]!, heap),
    shuffle(heap),
    chosen(0, 2),
    shown([0], [2]),
  );
  assert.deepEqual(steps(history({ lies }), 2), []);
  assert.deepEqual(one.seenBy(2).steps[0]!.player, 0);
});

test("cards seen where cards had been dealt unseen", () => {
  const one = tell(
    history(),
    shuffle(stock),
    moved([0, 1], stock, HANDS[1]!, true),
    moved([2], stock, HANDS[0]!, true),
  );
  one.asked(made({ actor: 1 }));
  tell(one, chosen(0, 0, [1]), moved([1], HANDS[1]!, pile), shown([0], [2]));
  tell(one, chosen(0, 2), drawn("card", 0), shown([0], [0]));
  assert.deepEqual(sightings(one, 1), [], "its own cards");
  assert.deepEqual(sightings(one, 0), [
    [1, 2, 1],
    [0, 2, 2],
    [0, 2, 2],
  ]);
  assert.deepEqual(sightings(one, 2), [
    [1, 2, 1],
    [0, 2, 1],
  ]);
  tell(one, moved([2], HANDS[0]!, pile));
  assert.deepEqual(sightings(one, 2).at(-1), [2, 1, 2]);
  assert.deepEqual(sightings(one, 0).length, 3);
});

test("identical cards cannot be told apart", () => {
  // Cards 0, 1 and 2 have one face, 3 and 4 another.
  const deck = [0, 0, 0, 1, 1, 2, 3, 4];
  const one = tell(history(shuffledStock, deck), shuffle(stock));
  tell(one, moved([2], stock, HANDS[0]!, true), moved([1], stock, HANDS[1]!, true));
  tell(one, moved([4], stock, pile, true), moved([0], stock, pile, true), moved([6], stock, heap));
  const values = (seat: number) => draws(one, seat).map(([, value]) => value);
  assert.deepEqual(values(0), [0, -1, 3, 1], "of those that a seat saw, the first has the first number");
  assert.deepEqual(values(1), [-1, 0, 3, 1]);
  assert.deepEqual(values(2), [-1, -1, 3, 0]);
  one.asked(made({ actor: 0, lies: { 6: [1, 2, 4], 9: [] } }));
  tell(one, chosen(0, 0, [2]), chosen(0, 1, [[1, 2, 4], 5]), chosen(0, 0, [-1]), chosen(0, 2));
  const named = (seat: number) => one.seenBy(seat).steps.map((step) => step.values);
  assert.deepEqual(named(0), [[0], [[0, 1, 3], 5], [-1], []]);
  tell(one, moved([2], HANDS[0]!, pile));
  assert.deepEqual(named(2), [[UNKNOWN_CARD], [[], 5], [-1], []]);
  assert.deepEqual(sightings(one, 2), [[0, 1, 4]]);
  const other = history({ lies: { 5: [0, 1], 9: [2, 3, 4] }, numbers: { 21: 2 } }, deck);
  assert.deepEqual(tell(other, shuffle(stock)).seenBy(1).absent, [
    [1, 0],
    [1, 3],
    [1, 4],
  ]);
});

test("a game that begins in the middle shows only the view", () => {
  const begins = {
    lies: { 5: [0, 1, 2, 3], 6: [4, 5], 9: [6, 7] },
    numbers: { 21: 4 },
    known: [[], [4], []],
  };
  const one = history(begins, CARDS, true);
  one.asked(made({ actor: 1 }));
  assert.deepEqual([one.seenBy(0).onlyView, one.seenBy(0).epochs, one.deal.length], [true, 1, 0]);
  tell(one, shuffle(stock));
  assert.deepEqual(
    one.seenBy(1).absent,
    [
      [1, 4],
      [1, 6],
      [1, 7],
    ],
    "it was shown this card",
  );
  assert.deepEqual(one.seenBy(2).absent, [
    [1, 6],
    [1, 7],
  ]);
  assert.ok(one.seenBy(1).onlyView);
  tell(one, chosen(0, 2), moved([4, 5], HANDS[0]!, stock), moved([6, 7], pile, stock), shuffle(stock));
  assert.ok(!one.seenBy(1).onlyView, "the next deal is seen from its beginning");
});

test("only the cards that a secret choice names are waited for", () => {
  const lies = { 6: [0, 1], 7: [2, 3, 5], 9: [] };
  const seenOf = (...values: unknown[]) => {
    const one = history({ lies });
    one.asked(made({ question: 1, lies }));
    tell(one, chosen(1, values.length - 1, values));
    one.asked(made({ actor: 1, lies: {} }));
    tell(one, chosen(0, 2), shown([5], [2]), moved([5], HANDS[1]!, pile), moved([1], HANDS[0]!, pile));
    one.asked(made({ actor: 0, question: 0, lies: {} }));
    return one.seenBy(2).steps[0]!.values;
  };
  assert.deepEqual(seenOf([0, 1], 5), [[1], 5], "the number is no card");
  assert.deepEqual(seenOf([0, 5], 1), [[5], 1]);
  assert.deepEqual(seenOf(5), [5]);
  assert.deepEqual(seenOf(0), [UNKNOWN_CARD]);
  assert.deepEqual(seenOf(-1), [-1]);
});
