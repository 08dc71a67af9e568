/**
 * What the replay page draws, element by element, as the files in `drawn` have it.
 */

import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Element, install } from "./document.mjs";
import { same } from "./golden.mjs";
import { scripts } from "./loading.mjs";

const ids = ["table", "transcript", "graph", "live", "question"];
install(...ids);
const { Cards, Table, Settlement, Asking, Playing, Frames, Transcript, Graph, Replay, Guess } = await scripts(
  ["cards", "table", "settlement", "asking", "play", "frames", "transcript", "graph", "guess", "show"],
  "Cards, Table, Settlement, Asking, Playing, Frames, Transcript, Graph, Replay, Guess",
);
let page;
beforeEach(() => {
  page = install(...ids);
});
const byId = (id) => page.getElementById(id);

test("cards", () => {
  same("cards", ...["A♠", "10♦", "7♥", "K♣", "Joker", "??", "K.coins", "3.cups", "X"].map((card) => Cards.draw(card)));
  same("small_cards", ...["A♠", "10♦", "K.coins", "Jo", "X"].map((card) => Cards.draw(card, true)));
});

test("cards in a text", () => {
  assert.equal(Cards.spoken("B: play 10♦, then ?? and T♥"), "B: play 10 of diamonds, then a hidden card and ten of hearts");
  const parts = Cards.coloured("B: play 10♦, then K♠.");
  assert.equal(parts.textContent, "B: play 10♦, then K♠.");
  assert.deepEqual(parts.children.map((one) => [one.className, one.textContent]), [["diamonds", "10♦"], ["spades", "K♠"]]);
  assert.deepEqual(Cards.parse("K.coins"), { rank: "K", suit: "coins", name: "king of coins" });
  assert.deepEqual(Cards.parse(".x"), { rank: ".x", suit: "", name: ".x" });
});

const zone = (name, kind, owner, whose, cards, more = {}) => ({
  zone: 0, name, kind, owner, whose, ordered: false, count: cards.length, cards, new: [], by: cards.map(() => -1), ...more,
});
const SEATS = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay"];

/** A table of some players in the middle of a trick. */
function scene(players, more = {}) {
  const seats = SEATS.slice(0, players);
  return {
    seats, teams: [], deal: 2, trick_of_deal: 3, turn: 1, over: null, viewer: "all",
    roles: [{ name: "dealer", seats: [2] }, { name: "maker", seats: [0, 1] }],
    facts: [{ name: "trump", value: "hearts" }, { name: "bid", value: "4", text: "bid 4" }, { name: "x", value: "1", text: "doubled twice" }],
    badges: [{ seat: 1, name: "passed" }, { seat: 0, name: "bid", value: 3 }, { seat: 2, name: "said", value: 1, text: "no trump" }],
    trick: { leader: 2, winning: 1, plays: [{ seat: 2 % players, card: "9♥" }, { seat: 0, card: "K♥" }, { seat: 1, card: null }].slice(0, players) },
    last_trick: null,
    calls: [],
    scores: [
      { owner: "player", owners: seats, columns: [
        { name: "points", decides: true, values: seats.map((_, at) => at - 1) },
        { name: "tricks", decides: false, values: seats.map((_, at) => (at === 1 ? 2 : 0)) },
        { name: "nothing", decides: false, values: seats.map(() => 0) },
      ] },
      { owner: "team", owners: ["Ann and Cyd", "Bob and Dan"], columns: [
        { name: "game", decides: true, values: [5, -2] }, { name: "none", decides: false, values: [0, 0] },
      ] },
    ],
    settlement: null,
    zones: [
      zone("hand", "hand", 0, "Ann", ["2♠", "K♦", "10♣", "A♠", "3♣", "7♦"], { new: [1] }),
      zone("hand", "hand", 1, "Bob", [], { count: 5 }),
      zone("down", "open", 1, "Bob", ["4♠", "5♠", "6♠"], { ordered: true }),
      zone("melds", "open", 0, "Ann", ["4♠", "4♥", null, "5♥", null, null]),
      zone("won", "pile", 0, "Ann and Cyd", [], { count: 1 }),
      zone("stock", "pile", -1, "", [null, null, "5♦"], { ordered: true, new: [2] }),
      zone("discard", "open", -1, "", ["2♥", "3♥", "4♥", "5♥", "6♥", "7♥", "8♥", "9♥", "10♥"], { ordered: true }),
      zone("layout", "open", -1, "", ["2♣", "2♦", "Joker"], { by: [0, 0, 1] }),
      zone("empty", "open", -1, "", []),
    ],
    ...more,
  };
}

function board(width, height, below = 0) {
  const root = byId("table");
  Object.assign(root, { clientWidth: width, clientHeight: height, scrollWidth: 0, scrollHeight: 0 });
  root.replaceChildren();
  return [new Table.Board(root, below), root];
}

test("a large table, from two seats", () => {
  const [large, root] = board(1000, 700);
  large.show(scene(4));
  same("table_of_four", root);
  large.sit(3, true);
  large.show(scene(4), { taker: 0 });
  same("table_of_four_turned", root);
  assert.equal(large.outgrown, false);
  root.clientWidth = 900;
  assert.equal(large.outgrown, true);
});

test("a name over a card has its number apart, which is not cut", () => {
  const [large, root] = board(1000, 700);
  large.show(scene(4, { seats: ["Player 1", "Ann 2nd", "3", "Cyd"] }));
  const parts = root.querySelectorAll(".named-cards .who").map((one) => one.children.map((part) => `${part.className}: ${part.textContent}`));
  assert.deepEqual(parts, [["begin: Player", "ending:  1"], [], ["begin: Ann 2nd"]]);
});

test("small tables", () => {
  const [small, root] = board(400, 600, 1);
  small.show(scene(3));
  same("table_of_three", root);
  const [low, other] = board(360, 400);
  low.show(scene(6, { trick: null, zones: [
    zone("trick", "trick", -1, "", ["9♠", null], { by: [4, -1] }),
    zone("hand", "hand", 0, "Ann", Array.from({ length: 16 }, (_, at) => `${(at % 9) + 2}${"♠♥"[at % 2]}`)),
    zone("board", "open", -1, "", Array.from({ length: 14 }, (_, at) => `${(at % 9) + 2}♣`), { last: 3, by: Array(14).fill(2) }),
    zone("stock", "pile", -1, "", ["6♥", null, "7♥", null], { ordered: true }),
    zone("rest", "open", -1, "", Array.from({ length: 13 }, (_, at) => `${(at % 9) + 2}♦`)),
  ] }));
  same("table_of_six", other);
});

test("a table without room has smaller cards", () => {
  const [full, root] = board(1000, 700);
  Object.defineProperty(root, "scrollHeight", { configurable: true, get: () => 700 * (full.factor > 0.8 ? 1.1 : 1) });
  full.show(scene(2));
  assert.ok(full.factor <= 0.8 && full.factor > 0.7, String(full.factor));
  Object.defineProperty(root, "scrollHeight", { configurable: true, get: () => 7000 });
  const [never] = [full];
  never.show(scene(2, { deal: 3 }));
  assert.ok(never.factor <= 0.45);
  assert.ok(!root.classList.contains("tiny"));
  root.clientWidth = 400;
  never.show(scene(2, { deal: 3 }));
  assert.ok(root.classList.contains("tiny"));
  Object.defineProperty(root, "scrollHeight", { configurable: true, writable: true, value: 0 });
});

test("what lies over the table stays when it is drawn again", () => {
  const [one, root] = board(1000, 700);
  const over = Table.make("section", "settlement");
  root.append(Table.make("p", "old"), over);
  one.show(scene(2));
  assert.equal(root.children.at(-1), over);
  assert.equal(root.querySelector(".old"), null);
});

test("cards move to where they lie now", () => {
  const [one, root] = board(1000, 700);
  one.show(scene(2));
  const moved = [];
  globalThis.matchMedia = () => ({ matches: false });
  Element.prototype.animate = function (frames, { duration }) {
    moved.push([this.dataset.card, frames[0].translate, duration]);
  };
  let left = 0;
  Element.prototype.getBoundingClientRect = () => ({ left: (left += 1), top: 2 * left, width: 10, height: 20 });
  one.show(scene(2), { moving: true });
  delete Element.prototype.animate;
  Element.prototype.getBoundingClientRect = () => ({ left: 0, top: 0, width: 0, height: 0 });
  assert.ok(moved.length >= 10);
  assert.ok(moved.every(([, , duration]) => duration === 260));
  const places = moved.map(([, from]) => from.match(/^(-?\d+)px (-?\d+)px$/).slice(1).map(Number));
  assert.ok(places.every(([x, y]) => y === 2 * x && Math.abs(x) + Math.abs(y) >= 3), JSON.stringify(places));
  assert.ok(root.querySelectorAll("[data-card]").length >= moved.length);
});

test("the calls", () => {
  const calls = [{ seat: 1, text: "bid 1 hearts" }, { seat: 2, text: "pass" }, { seat: 0, text: "show 4♠" }, { seat: -1, text: "pass" }];
  const [one, root] = board(360, 700);
  const few = { zones: [], scores: [], facts: [], roles: [], badges: [], trick: null };
  one.show(scene(3, { ...few, calls, trick_of_deal: 0 }));
  same("calls_of_an_auction", root.querySelector(".middle"));
  assert.equal(root.querySelector("ol.called").tabIndex, undefined); // there is room for all
  assert.equal(root.querySelector("details"), null);

  one.show(scene(3, { ...few, calls }));
  same("calls_in_play", root.querySelector(".middle"));
  const folded = () => root.querySelector("details.calls");
  assert.ok(!folded().open);
  folded().open = true;
  Object.assign(folded().querySelector("ol"), { scrollHeight: 300, clientHeight: 100 });
  folded().send("toggle");
  assert.deepEqual([folded().querySelector("ol").tabIndex, folded().querySelector("ol").scrollTop], [0, 300]);
  folded().querySelector("summary").focus();
  one.show(scene(3, { ...few, calls })); // the next card of this deal
  assert.ok(folded().open);
  assert.equal(document.activeElement, folded().querySelector("summary"));
  one.show(scene(3, { ...few, calls, deal: 3 }));
  assert.ok(!folded().open);
  one.show(scene(3, { ...few }));
  assert.equal(root.querySelector(".called"), null);
});

test("the last trick", () => {
  const last = { leader: 1, winner: 3, plays: [{ seat: 1, card: "4♦" }, { seat: 2, card: null }, { seat: 3, card: "9♦" }] };
  same("last_trick", Table.lastTrick(scene(4, { last_trick: last })));
  assert.equal(Table.lastTrick(scene(4)), null);
  assert.equal(Table.lastTrick(scene(4, { last_trick: { plays: [] } })), null);
  assert.deepEqual([0, 1, 2].map((seat) => Table.said(scene(4), seat)), [["maker", "bid: 3"], ["maker", "passed"], ["dealer", "no trump"]]);
  assert.deepEqual([3, 0, -2].map(Table.change), ["+3", "0", "−2"]);
  assert.deepEqual([Table.count(1), Table.count(2, " left")], ["1 card", "2 cards left"]);
});

const settled = {
  deal: 2, deal_over: true,
  lines: [
    { item: "gained", owner: "Ann", name: "points", before: 5, now: 3, why: [["a penalty", "x:4"]] },
    { item: "scores", why: [["the rest", "x:9"]] }, { item: "revealed", to: "Bob", cards: ["2♣"] }, { item: "made" },
  ],
  entries: [
    { whose: "Ann", name: "points", before: 0, now: 3 }, { whose: "Bob", name: "points", before: 4, now: 1 },
    { whose: "Ann", name: "game", before: 0, now: 1 },
  ],
  reasons: [
    { name: "points", why: "a pair of 2♣", at: "x:1", cites: [], changes: [{ whose: "Ann", by: [2, 1] }, { whose: "Bob", by: [-3] }], cards: [["2♣", "2♥"]] },
    { name: "game", why: "most points", at: "", cites: [], changes: [{ whose: "Ann", by: [1] }], cards: [] },
  ],
  named: [{ name: "best", whose: "Ann", value: "a pair" }],
  laid_open: [{ zone: "hand", whose: "Ann", cards: ["2♣", "2♥", null] }, { zone: null, whose: "Bob", cards: ["3♠"] }, { zone: "deck", whose: "", cards: [] }],
};

test("settlements", () => {
  const panel = Settlement.panel(scene(2, { settlement: settled }), "Ann");
  same("settlement", panel);
  panel.querySelector("button.cards-of-part").click();
  assert.deepEqual(panel.querySelectorAll("[data-laid]").map((one) => one.classList.contains("pointed")), [true, true, false]);
  const short = { ...settled, entries: [], reasons: [], laid_open: [], named: [], deal_over: false };
  same("settlement_within_a_deal", Settlement.panel(scene(2, { settlement: short })));
  const empty = Settlement.panel(scene(2, { settlement: { ...short, lines: [], deal_over: true }, scores: [], over: { names: ["Ann", "Bob"] } }), "Ann");
  same("settlement_of_nothing", empty);
  assert.equal(Settlement.panel(scene(2)), null);
  const drawn = Settlement.panel(scene(2, { settlement: settled, over: { names: [] } }), "Ann");
  assert.equal(drawn.querySelector(".result").textContent, "Nobody wins.");
});

const animation = {
  title: "An evening", viewer: -1, seats: ["Ann", "Bob"], sides: ["Ann", "Bob"], end: ["The end.", "Really."],
  frames: [
    { captions: [{ kind: "heading", text: "the bidding" }], scene: scene(2, { deal: 0, trick_of_deal: 0, zones: scene(2).zones }) },
    { captions: [{ kind: "made", text: "Ann: play 9♥", player: "Ann", label: "play 9♥", why: [["because", "x:3"]] }], scene: { deal: 1, trick_of_deal: 1 } },
    { captions: [
      { kind: "made", text: "Bob: play 2♦", player: "Bob", label: "play 2♦" },
      { kind: "side", title: "another card", text: "", lines: [
        { text: "Bob: play 3♦", depth: 0, scene: { turn: 0 } }, { text: "a remark", depth: 1 },
        { text: "Ann: play 4♦", depth: 1, scene: { turn: 1 } }, { text: "Bob: play 5♦", depth: 0, scene: { turn: 0 } }] },
    ], scene: { trick_of_deal: 1 } },
    { captions: [{ kind: "tricktable", text: "Ann takes the trick" }], scene: { trick_of_deal: 1, last_trick: { leader: 0, winner: 0, plays: [] } } },
    { captions: [{ kind: "made", text: "Ann: play K♣", player: "Ann", label: "play K♣" }], scene: { trick_of_deal: 2 } },
    { captions: [{ kind: "scores", text: "points", columns: ["points"], rows: [["Ann", [[0, 2]]], ["Bob", [[1, 1]]]], why: [["a trick", "x:7"]] }], scene: { deal: 2, trick_of_deal: 1, settlement: settled } },
  ],
  judged: [
    { at: 1, made: 1, player: "Ann", side: 0, outlook: 2.25, options: [["play K♣", "+3"], ["play 9♥", "+2"]], mistake: true, cost: "costs 1" },
    { at: 2, made: 0, player: "Bob", side: 1, outlook: -1.5, options: [["play 2♦", "+1"], ["play 3♦", "0"]], known: ["+2", "−1"] },
    { at: 4, made: 0, player: "Ann", side: 0, outlook: -4, options: [["play K♣", "+1"]], mistake: false },
  ],
};

function show(hooks) {
  const root = byId("table");
  Object.assign(root, { clientWidth: 1000, clientHeight: 700 });
  const parts = { table: root, transcript: byId("transcript"), graph: byId("graph"), live: byId("live") };
  return new Replay.Show(parts, animation, (at) => `#${at + 1}`, hooks);
}

test("a replay: transcript, graph, steps and side lines", () => {
  const moved = [];
  const replay = show({ moved: ({ where }) => moved.push(where) });
  same("transcript", byId("transcript"));
  replay.go(0);
  same("graph", byId("graph"));
  for (const step of ["on", "on", "side", "on", "back", "back", "side", "leave", "trick-on", "trick-back", "deal-on", "deal-back", "first", "deal-on", "last", "on", "back"])
    replay.move(step);
  same("steps", ...moved);
  assert.equal(byId("live").textContent, "Ann: play king of clubs");
  assert.equal(byId("transcript").querySelectorAll("[aria-current]").length, 1);
  assert.ok(byId("table").querySelector(".settlement") === null);
  replay.move("last");
  assert.ok(byId("table").querySelector(".settlement"));
  assert.equal(replay.enter(), false);
  byId("transcript").querySelector("button[aria-pressed]").click();
  assert.equal(replay.where, "what if · Bob: play 3♦");
  assert.equal(replay.at, 2);
  assert.deepEqual(replay.here, []);
  replay.along(1);
  assert.equal(replay.where, "what if · Bob: play 5♦");
  replay.along(1);
  assert.equal(replay.where, "what if · Bob: play 5♦");
  replay.along(-1);
  replay.along(-1);
  assert.equal(replay.where, "3 of 6 · deal 1 · trick 1");
  replay.sit(1, true);
  assert.equal(byId("table").querySelector(".side.bottom .seat").dataset.seat, "1");
});

test("a mistake in the graph leads to its step", () => {
  const replay = show({});
  replay.go(0);
  const [link] = byId("graph").querySelectorAll("a");
  assert.equal(link.getAttribute("href"), "#2");
  assert.equal(link.send("click", { ctrlKey: true }).prevented, false);
  assert.equal(replay.at, 0);
  assert.equal(link.send("click").prevented, true);
  assert.equal(replay.at, 1);
});

test("lines of more than two sides, and a game without judgements", () => {
  const root = byId("graph");
  root.clientWidth = 500;
  const three = { ...animation, sides: ["Ann", "Bob", "Cyd"], judged: animation.judged.slice(0, 2) };
  const mark = Graph.show(root, three, String, () => {});
  mark(2);
  same("graph_of_three", root);
  Graph.show(root, { ...animation, judged: [] }, String, () => {});
  assert.equal(root.hidden, true);
});

test("a step leads elsewhere if a hook says so", () => {
  const replay = show({ before: (_, to) => (to === 4 ? 2 : to) });
  replay.go(4);
  assert.equal(replay.at, 2);
  const item = replay.items[1];
  item.send("click", { target: item });
  assert.equal(replay.at, 1);
});

test("find the card", () => {
  const root = byId("question");
  const quiz = new Guess.Quiz(root, { judged: [{ at: 0, made: 0 }, { at: 3, made: -1 }, ...animation.judged] });
  assert.equal(quiz.judged.length, 3);
  assert.equal(root.hidden, true);
  const one = quiz.between(0, 1);
  assert.equal(one.at, 1);
  assert.equal(quiz.between(1, 1), undefined);
  let steps = 0;
  quiz.ask(one, () => steps++);
  same("question", root);
  root.querySelectorAll("button")[1].click();
  same("answered", root);
  root.querySelector("button").click();
  assert.equal(steps, 1);
  assert.equal(quiz.between(0, 2).at, 2);
});

test("keys of a replay", () => {
  const press = (key, target = new Element("div"), more = {}) => Replay.stepOf({ key, target, ...more }, scroller);
  const scroller = new Element("div");
  assert.deepEqual(
    ["ArrowRight", "ArrowLeft", " ", "n", "b", "Home", "End", "v", "V", "Escape", "PageDown", "PageUp", "t", "T", "d", "D", "x"].map((key) => press(key)),
    ["on", "back", "on", "on", "back", "first", "last", "side", "side", "leave", "deal-on", "deal-back", "trick-on", "trick-back", "deal-on", "deal-back", undefined],
  );
  for (const held of ["ctrlKey", "altKey", "metaKey"]) assert.equal(press("n", new Element("div"), { [held]: true }), undefined);
  assert.equal(press("n", new Element("input")), undefined);
  assert.equal(press(" ", new Element("button")), undefined);
  assert.equal(press("n", new Element("button")), "on");
  assert.equal(press("Home", scroller), undefined);
  assert.equal(press("t", scroller), "trick-on");
});

test("the cards of a hand are buttons", () => {
  const [, root] = board(1000, 700);
  const playing = new Playing.PlayBoard(root, 0);
  const used = [];
  const hand = { picked: ["K♦"], legal: (card) => card.endsWith("♠"), use: (...what) => used.push(what) };
  playing.show(scene(2), { hand });
  same("hand", root.querySelector(".large"));
  assert.deepEqual(playing.held, ["A♠", "2♠", "K♦", "7♦", "10♣", "3♣"]);
  assert.equal(playing.more, true);
  const { cards } = playing;
  cards[0].click();
  cards[2].click();
  assert.deepEqual(used, [["A♠", false], ["K♦", true]]);
  const steps = ["ArrowRight", "ArrowLeft", "ArrowLeft", "Home", "End", "x"].map((key) => {
    const at = Math.max(0, cards.indexOf(page.activeElement));
    const { prevented } = cards[at].send("keydown", { key });
    return [cards.indexOf(page.activeElement), prevented];
  });
  assert.deepEqual(steps, [[1, true], [0, true], [5, true], [0, true], [5, true], [5, false]]);
  assert.deepEqual(cards.map(({ tabIndex }) => tabIndex), [-1, -1, -1, -1, -1, 0]);
  playing.focus("7♦#1");
  assert.equal(cards.indexOf(page.activeElement), 3);
  playing.focus("9♥#1");
  assert.equal(cards.indexOf(page.activeElement), 0);
});

test("a card is dragged out of the hand", () => {
  const [, root] = board(1000, 700);
  const playing = new Playing.PlayBoard(root, 0);
  const used = [];
  playing.show(scene(2), { hand: { picked: [], legal: () => true, use: (...what) => used.push(what) } });
  const [card] = playing.cards;
  card.closest(".seat").getBoundingClientRect = () => ({ top: 500 });
  const drag = (...moves) => {
    card.send("pointerdown", { button: 0, pointerId: 1, clientX: 10, clientY: 600 });
    for (const [kind, clientY, pointerId = 1] of moves) page.body.send(kind, { clientX: 10, clientY, pointerId });
  };
  drag(["pointermove", 592], ["pointerup", 400]); // too little to be a drag
  assert.deepEqual(used, []);
  drag(["pointermove", 400, 2], ["pointermove", 450]);
  assert.equal(card.style.translate, "0px -150px");
  assert.ok(card.classList.contains("dragged"));
  page.body.send("pointerup", { clientX: 10, clientY: 550, pointerId: 1 }); // back in the hand
  assert.deepEqual(used, []);
  assert.equal(card.style.translate, "");
  drag(["pointermove", 450], ["pointercancel", 400]);
  drag(["pointermove", 450], ["pointerup", 499]);
  assert.deepEqual(used, [["A♠", false]]);
  page.body.send("pointermove", { clientX: 10, clientY: 0, pointerId: 1 });
  assert.equal(card.style.translate, "");
});

test("the buttons of a question", () => {
  const made = [];
  const texts = {
    choose: "Choose", none: "None", more: (n) => `${n} more`,
    typed: (digits, label) => `${digits}: ${label}?`, untyped: (digits) => `no ${digits}`,
  };
  const offers = new Asking.Offers(texts, (_, number) => made.push(number), () => made.push("cleared"));
  const choices = new Asking.Choices([
    { number: 0, label: "play 9♥", cards: ["9♥"] }, { number: 1, label: "play 2♦", cards: ["2♦"] },
    { number: 2, label: "pass", cards: [] }, { number: 3, label: "lay 9♥ 8♥", cards: ["9♥", "8♥"] },
  ]);
  offers.show(choices, ["9♥", "8♥"]);
  same("offers", offers.element);
  const [, pass] = offers.buttons;
  assert.deepEqual([pass.dataset.key, pass.getAttribute("aria-keyshortcuts")], ["2", "2"]);
  offers.key({ key: "2" });
  assert.deepEqual(made, [2]);
  choices.pick("9♥", false);
  offers.show(choices, ["9♥", "8♥"]);
  same("offers_with_a_card", offers.element);
  offers.buttons.at(-1).click();
  assert.deepEqual([made, choices.picked], [[2, "cleared"], []]);
  const many = new Asking.Choices(Array.from({ length: 42 }, (_, number) => ({ number, label: `bid ${number}`, cards: [] })));
  offers.show(many, []);
  assert.equal(offers.buttons.length, 40);
  assert.equal(offers.element.textContent.endsWith("2 more"), true);
  page.activeElement = offers.buttons[0];
  const at = (key) => [offers.element.send("keydown", { key }).stopped, offers.buttons.indexOf(page.activeElement)];
  assert.deepEqual([at("ArrowLeft"), at("ArrowRight"), at("ArrowRight"), at("x")], [[true, 39], [true, 0], [true, 1], [false, 1]]);
  offers.show(many, []);
  assert.equal(offers.buttons.indexOf(page.activeElement), 1);
  offers.clear();
  assert.equal(offers.element.dataset.asked, undefined);
  assert.equal(offers.buttons.length, 0);
  const button = new Element("button");
  offers.only(button);
  assert.equal(page.activeElement, button);
  assert.equal(choices.ofCards, true);
  assert.equal(many.ofCards, false);
  assert.equal(many.several, null);
});

test("captions and judgements without anything more", () => {
  const [words] = Transcript.caption({ kind: "named", text: "dealer: Ann" }, () => []);
  assert.equal(words.written(), 'p class="named"\n "dealer: Ann"');
  const plain = Transcript.judgement({ options: [["pass", "0"]] });
  assert.equal(plain.classList.contains("costly"), false);
  assert.equal(plain.querySelector("summary").textContent, "What each was worth");
  assert.equal(Transcript.sideLine({ lines: [] }, () => {}).querySelector("summary").textContent, "What if");
  assert.deepEqual(Frames.hand(Frames.all(animation)[1], 0), scene(2).zones[0].cards);
});

/** The buttons of some options, with a function that presses keys and hands back what was chosen and what is shown. */
function typing(...labels) {
  const made = [];
  const texts = { more: () => "", typed: (digits, label) => `${digits}: ${label}?`, untyped: (digits) => `no ${digits}` };
  const offers = new Asking.Offers(texts, (_, number) => { made.push(labels[number]); offers.clear(); }, () => {});
  const choices = new Asking.Choices(labels.map((label, number) => ({ number, label, cards: [] })));
  offers.show(choices, []);
  const press = (...keys) => {
    const used = keys.map((key) => offers.key({ key, timeStamp: 1000 }));
    return [made.splice(0), offers.typing.textContent, used.at(-1)];
  };
  return { offers, choices, press };
}

const BIDS = ["nil", ...Array.from({ length: 13 }, (_, at) => `bid ${at + 1}`)];

test("digits type the number that an option has", () => {
  assert.deepEqual(typing(...BIDS).press("3"), [["bid 3"], "", true]);
  const { offers, choices, press } = typing(...BIDS);
  assert.deepEqual(offers.buttons.map((one) => one.dataset.key), BIDS.map(() => undefined));
  assert.deepEqual(offers.buttons.map((one) => one.getAttribute("aria-keyshortcuts")), [null, null, "2", "3", "4", "5", "6", "7", "8", "9", null, null, null, null]);
  assert.deepEqual(press("Enter"), [[], "", false]); // it presses the button with the focus
  assert.deepEqual(press("1"), [[], "1: bid 1?", true]);
  offers.show(choices, []); // something else happened at the table
  assert.deepEqual(press("3"), [[], "13: bid 13?", true]);
  assert.deepEqual(press("5"), [[], "no 135", true]);
  assert.deepEqual(press("Enter"), [[], "no 135", true]);
  assert.deepEqual(press("Backspace"), [[], "13: bid 13?", true]);
  assert.deepEqual(press("ArrowRight"), [[], "", false]);
  assert.deepEqual(press("1", "Escape"), [[], "", true]);
  assert.deepEqual(press("1", "2", "Enter"), [["bid 12"], "", true]);
  assert.equal(offers.key({ key: "Enter", timeStamp: 1200 }), true); // too soon to be meant for what is asked next
  assert.equal(offers.key({ key: "Enter", timeStamp: 1900 }), false);
  assert.equal(offers.key({ key: "3", timeStamp: 1900 }), false);
  const quick = typing(...BIDS);
  quick.press("3");
  assert.equal(quick.offers.key({ key: "Tab", timeStamp: 1100 }), false);
  assert.equal(quick.offers.key({ key: "Enter", timeStamp: 1200 }), false); // it is for what Tab has led to
});

test("digits type the place of an option where numbers would not do", () => {
  const keys = ({ offers }) => offers.buttons.map((one) => one.dataset.key);
  for (const labels of [["pass", "order up"], ["bid 1 clubs", "bid 1 hearts"], ["bid 2♠", "pass"], ["owe -3", "owe 4"], ["swap 2 for 3", "pass"]]) {
    assert.deepEqual(keys(typing(...labels)), ["1", "2"]);
    assert.deepEqual(typing(...labels).press("2"), [[labels[1]], "", true]);
  }
  const ten = "abcdefghij".split("");
  assert.deepEqual(typing(...ten).press("3"), [[], "3: c?", true]);
  assert.deepEqual(typing(...ten).press("3", "Enter"), [["c"], "", true]);
  assert.deepEqual(typing(...ten).press("1", "0"), [[], "10: j?", true]);
  assert.deepEqual(typing("bid 0", "bid 20", "bid 30").press("2"), [[], "2 …", true]);
  const { offers, press } = typing("pass", "order up");
  assert.equal(offers.key({ key: "1", repeat: true }), true); // a key held down since the question before
  assert.deepEqual(press("4"), [[], "no 4", true]);
});

test("what is typed is the same on pages and in terminals", () => {
  const cases = JSON.parse(readFileSync(new URL("../../tests/interpreter/story/typed.json", import.meta.url), "utf-8"));
  for (const { options, cards, typed } of cases) {
    const { keys } = Asking.typedFor(options.map((label, at) => ({ label, cards: cards?.[at] ?? [] })));
    assert.deepEqual(keys, typed.map((one) => String(one ?? "")), options.join());
  }
});

test("the focus stays on its button while the same is asked", () => {
  const { offers, choices } = typing(...BIDS);
  page.activeElement = offers.buttons[5];
  offers.show(choices, []);
  assert.equal(page.activeElement, offers.buttons[5]);
  offers.show(new Asking.Choices([...choices.offers]), []);
  assert.equal(page.activeElement, offers.buttons[0]);
});
