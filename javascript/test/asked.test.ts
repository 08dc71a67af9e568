/** What a question says of itself, and why something is no choice, of small data. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { amount, asked, count } from "../src/asked.js";
import type { Story, StoryType } from "../src/description.js";
import type { State } from "../src/layout.js";
import { against, LEGAL, meantBy, NOW, OUTSIDE, reason, refusal, refusalOfCards } from "../src/refused.js";
import { type Option, type Value, Words } from "../src/words.js";

const CARD: StoryType = { kind: "card" } as StoryType;
const CARDS = { kind: "set", element: CARD } as StoryType;
const RANKS = ["2", "3", "4", "5", "6"];
const SUITS = ["♣", "♦", "♥"];
/** Each card is of rank `number % 5` and of suit `number / 5`; the last is like the first. */
const cards = [...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)), "2♣"];

const alternative = (texts: string[], ...types: StoryType[]) => ({
  texts,
  holes: types.map((_, hole) => hole),
  names: types.map((type, name) => ({ name: `n${name}`, type, from: -1 })),
  refusals: [],
  to: -1,
});
const zone = (name: string, slot: number, owner: "player" | null) => ({ title: name, name, slot, owner });
const story = {
  players: 3,
  teams: [],
  cards,
  zones: [zone("pile", 0, null), zone("hand", 1, "player")],
  variables: [
    { type: { kind: "number" }, slot: 10 },
    { type: { kind: "player" }, slot: 11 },
    { type: { kind: "card" }, slot: 10 },
    { type: { kind: "suit", names: ["clubs", "hearts"] }, slot: 13 },
  ],
  incidents: [],
  questions: [
    {
      secret: false,
      hand: -1,
      leads: null,
      alternatives: [
        alternative(["lay ", ""], CARDS),
        alternative(["trump ", " now"], { kind: "suit", names: ["clubs", "hearts"] } as StoryType),
        alternative(["ask ", ""], { kind: "player" } as StoryType),
        alternative(["bid ", ""], { kind: "number" } as StoryType),
        alternative(["play ", ""], CARD),
        alternative(["pass"]),
      ],
    },
  ],
  limits: { sets: 8, options: 60, phrases: 4, or_more: 6 },
  sentences: {
    numerals: "no one two three four five six seven eight nine ten eleven twelve thirteen".split(" "),
    refused: Object.fromEntries(
      ["now", "missing", "count", "outside", "another", "no", "lead", "follow"].map((name) => [
        name,
        {
          you: `${name} you {cards}{value}{what}{count}{reason}`,
          one: `${name} {who} {cards}{value}{reason}`,
        },
      ]),
    ),
  },
} as unknown as Story;
const words = new Words(story, ["Ann", "Bob", "Cyd"]);
const held: Record<number, number[]> = { 0: [4, 3], 1: [0, 1, 2], 2: [5, 6], 3: [7] };
const values: Record<number, number> = { 10: 7, 11: 2, 12: 8, 13: -1 };
const state = (player = 0) =>
  ({
    question: 0,
    player,
    cards: (slot: number) => held[slot] ?? [],
    number: (slot: number) => values[slot]!,
    set: () => [],
    description: {
      deck: [...Array(15).keys(), 0],
      faces: SUITS.flatMap((suit) => RANKS.map((rank) => ({ rank, suit }))),
      legend: { ranks: RANKS, suits: SUITS },
    },
  }) as unknown as State;
const option = (number: number, ...bound: Value[]): Option => ({ alternative: number, values: bound });
const nobody = () => -1;

test("of many sets of cards the most sensible are listed", () => {
  const sets = [
    [0, 6, 12, 3],
    [0, 6, 12],
    [0, 6],
    [0, 2],
    [0, 2, 4],
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 5],
    [0, 5, 10],
  ];
  const options = [...sets, [0]].map((set) => option(0, set));
  const found = asked(state(), words, options, nobody);
  assert.deepEqual(
    found.options.map(({ cards: some }) => some.join(" ")),
    ["2♣", "2♣ 2♦ 2♥", "2♣ 2♦", "2♣ 3♣ 4♣ 5♣", "2♣ 3♣ 4♣", "2♣ 4♣ 6♣", "2♣ 4♣", "2♣ 3♦"],
  );
  assert.deepEqual([found.count, found.more, found.prompt], [10, 2, "Lay one to four cards."]);
  assert.deepEqual(found.picks, {
    picked: [],
    cards: ["2♣", "3♦", "4♥", "5♣", "4♣", "6♣", "3♣", "2♦", "2♥"],
    ready: [],
  });
  const picked = asked(state(), words, options, nobody, ["2♣", "4♣"]);
  assert.deepEqual(
    picked.options.map(({ number }) => number),
    [3, 4, 5, 6],
  );
  assert.deepEqual(picked.picks, { picked: ["2♣", "4♣"], cards: ["6♣", "3♣", "5♣"], ready: [3] });
  assert.deepEqual(
    asked(state(), words, options.slice(0, 8), nobody).options.map(({ number }) => number),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
});

test("numbers of cards in words", () => {
  assert.deepEqual(
    [count(0, words), count(1, words), count(13, words), count(14, words)],
    ["no", "one", "thirteen", "14"],
  );
  assert.deepEqual(
    [
      amount(1, 1, words),
      amount(3, 3, words),
      amount(0, 1, words),
      amount(0, 2, words),
      amount(2, 3, words),
      amount(2, 4, words),
    ],
    ["a card", "three cards", "up to one card", "up to two cards", "two or three cards", "two to four cards"],
  );
  assert.deepEqual(
    [amount(1, 6, words), amount(1, 5, words), amount(2, 6, words)],
    ["one or more cards", "one to five cards", "two to six cards"],
  );
});

test("a prompt of several answers", () => {
  const prompt = (...options: Option[]) => asked(state(), words, options, nobody).prompt;
  assert.equal(prompt(option(5)), "Pass.");
  assert.equal(
    prompt(option(4, 0), option(4, 1), option(5), option(2, 1), option(2, 2)),
    "Play a card, pass or ask a player.",
  );
  assert.equal(
    prompt(option(1, 0), option(1, 1), option(3, 1), option(3, 2), option(4, 0), option(5), option(0, [1])),
    "Trump, bid, play, pass or lay.",
  );
});

/** The parts of a refusal, where the module refuses all alternatives for one reason. */
const refusing = (code: number, ...options: Option[]) => ({
  state: state(),
  words,
  options,
  receiver: nobody,
  refused: () => code,
});

test("a text that is no choice means something", () => {
  const of = refusing(NOW);
  const said = (text: string) => against(of, text)?.label ?? null;
  assert.deepEqual(
    ["trump hearts now", "Trump  CLUBS now", "trump hearts", "trump spades now", "trump now"].map(said),
    ["trump hearts now", "trump clubs now", null, null, null],
  );
  assert.deepEqual(["ask cyd", "ask Ann", "ask Dan"].map(said), ["ask Cyd", "ask Ann", null]);
  assert.deepEqual(["bid 12", "bid -3", "bid 1.5", "bid 1234567890", "bid", "bid 123456789"].map(said), [
    "bid 12",
    "bid -3",
    null,
    null,
    null,
    "bid 123456789",
  ]);
  assert.deepEqual(
    ["play 3♦", "play 3♦ 2♣", "lay 3♦ 2♣", "lay 2♣ 2♣", "lay 2♣ 2♣ 2♣", "lay", "pass", "passing"].map(said),
    ["play 3♦", null, "lay 2♣ 3♦", "lay 2♣ 2♣", null, null, "pass", null],
  );
  assert.deepEqual(against(of, "pass"), { label: "pass", reasons: ["now Ann {cards}{value}{reason}"] });
  assert.deepEqual(against(refusing(LEGAL), "pass"), { label: "pass", reasons: [] });
});

test("what picked cards mean", () => {
  const of = refusing(NOW, option(4, 1));
  assert.deepEqual(meantBy(of, ["3♣"]), [option(4, 1), option(0, [1])]);
  assert.deepEqual(meantBy(of, ["3♣", "2♣"]), [option(0, [0, 1])]);
  assert.deepEqual(meantBy(of, ["2♣", "2♣"]), [option(0, [0, 15])]);
  assert.deepEqual(meantBy(of, ["9♣"]), []);
  assert.equal(refusalOfCards(of, ["9♣"]), "");
  assert.equal(refusalOfCards(refusing(LEGAL), ["3♣"]), "");
  assert.equal(
    refusalOfCards(of, ["3♣"]),
    "no you {cards}{value}play 3♣{count}now you {cards}{value}{what}{count}{reason}",
  );
});

test("why an option is outside of what can be chosen", () => {
  const of = refusing(OUTSIDE, option(0, [1, 2]), option(0, [0, 1, 2]));
  assert.equal(reason(of, option(0, [1])), "count you {cards}{value}lay two or three cardsone{reason}");
  assert.equal(refusal(of, option(0, [1])), "Count you {cards}{value}lay two or three cardsone{reason}");
  assert.equal(
    reason(of, option(0, [0, 1, 2, 5])),
    "count you {cards}{value}lay two or three cardsfour{reason}",
  );
  assert.equal(reason(of, option(0, [5, 6])), "outside you {cards}2♦ 3♦{what}{count}{reason}");
  assert.equal(reason(of, option(3, 9), "one"), "outside Ann {cards}9{reason}");
  assert.equal(reason(of, option(9)), "now you {cards}{value}{what}{count}{reason}");
  assert.equal(reason(of, option(3)), "now you {cards}{value}{what}{count}{reason}");
  assert.equal(reason(refusing(LEGAL), option(5)), "");
});
