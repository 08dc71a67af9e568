/** The page's own code under Node's test runner: what needs no browser.  `npm --prefix studio test` */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { page, scripts } from "./loading.mjs";

const { Asking, Frames, Graph } = await scripts(
  ["cards", "table", "asking", "frames", "graph"],
  "Asking, Frames, Graph",
);

/** As much of a document as a settlement is drawn with: elements are their texts. */
class Element {
  style = { setProperty() {} };
  dataset = {};
  children = [];
  append(...parts) {
    this.children.push(...parts.filter((one) => one !== ""));
  }
  setAttribute() {}
  addEventListener() {}
  get textContent() {
    return this.children.map((one) => (typeof one === "string" ? one : one.textContent)).join("");
  }
  set textContent(text) {
    this.children = [text];
  }
  all(kind) {
    const inner = this.children.filter((one) => one instanceof Element);
    return [...inner.filter(({ tag, className }) => tag === kind || className === kind), ...inner.flatMap((one) => one.all(kind))];
  }
}

test("a settlement draws each reason once, the cards that counted, what hands are called, and who has won", async () => {
  const element = (tag) => Object.assign(new Element(), { tag, className: "" });
  const document = { createElement: element, createElementNS: (_, tag) => element(tag), createDocumentFragment: () => element("") };
  globalThis.document = document;
  const { Settlement } = await scripts(["cards", "table", "settlement"], "Settlement");
  const entry = (whose, now) => ({ owner: "player", of: 0, whose, name: "points", before: 0, now });
  const settlement = {
    deal: 1,
    deal_over: true,
    lines: [],
    entries: [entry("You", 3), entry("B", 2)],
    reasons: [
      { name: "points", why: "a pair", at: "x:1", cites: [], changes: [{ whose: "You", by: [2] }, { whose: "B", by: [2] }], cards: [] },
      { name: "points", why: "a run", at: "x:2", cites: ["9"], changes: [{ whose: "You", by: [1] }], cards: [["2♣", "3♣"]] },
    ],
    named: [{ name: "best hand", whose: "You", value: "a flush" }, { name: "best hand", whose: "B", value: "one pair" }],
    laid_open: [{ zone: "hand", whose: "You", cards: ["2♣", "3♣", "K♦"] }],
  };
  const scene = { settlement, scores: [], over: { names: ["You"] } };
  const panel = Settlement.panel(scene, "You");
  assert.deepEqual(panel.all("li").slice(3).map((one) => one.textContent), ["You +2, B +2 a pair x:1", "You +1 a run 2♣ 3♣ 9, x:2"]);
  assert.equal(panel.all("counted").length, 2);
  assert.equal(panel.all("named")[0].textContent, "best hand: You a flush, B one pair");
  assert.equal(panel.all("result")[0].textContent, "You win.");
  assert.equal(Settlement.panel(scene).all("result")[0].textContent, "Won by You.");
  delete globalThis.document;
});

test("a deal and the choices made in it go into an address and come back", async () => {
  const { dealPart, readPart } = await page("play/deals.ts");
  for (const seed of [0n, 1n, 35n, 2n ** 40n - 1n, 2n ** 61n + 12345n]) {
    for (const choices of [[], [0], [3, 0, 35, 36, 1296]]) {
      const settings = { options: { target: "7", draws: "one" }, players: 3 };
      assert.deepEqual(readPart(dealPart(settings, { seed, choices })), { settings, deal: { seed, choices } });
    }
  }
});

test("an address of a stranger that is no deal is only settings", async () => {
  const { readPart } = await page("play/deals.ts");
  for (const part of ["", "target=7", "~deal=", "~deal=A", "~deal=12&~made=<b>", `~deal=1&~made=${"1.".repeat(20_000)}`, "~deal=1&~made=1..2"])
    assert.equal(readPart(part).deal, null, part);
  assert.deepEqual(readPart("target=7&~deal=<b>").settings, { options: { target: "7" }, players: null });
});

test("cards are picked until one option is left", () => {
  const choices = new Asking.Choices([
    { number: 0, label: "discard 3♦ 3♠", cards: ["3♦", "3♠"] },
    { number: 1, label: "discard 3♦ 4♦", cards: ["3♦", "4♦"] },
    { number: 2, label: "discard 3♦", cards: ["3♦"] },
    { number: 3, label: "pass", cards: [] },
  ]);
  assert.deepEqual(choices.several, [1, 2]);
  assert.equal(choices.legal("5♦"), false);
  assert.equal(choices.pick("3♦", false), -1);
  assert.deepEqual(choices.ready.map((one) => one.number), [2]);
  assert.equal(choices.pick("4♦", false), 1);
  assert.equal(choices.pick("4♦", true), -1);
  assert.deepEqual(choices.picked, ["3♦"]);
});

test("two packs: a card that is held twice can be picked twice", () => {
  const choices = new Asking.Choices([{ number: 0, label: "lay 7♣ 7♣", cards: ["7♣", "7♣"] }]);
  assert.equal(choices.pick("7♣", false), -1);
  assert.equal(choices.legal("7♣"), true);
  assert.equal(choices.pick("7♣", false), 0);
  assert.equal(choices.legal("7♣"), false);
});

const zone = (owner, cards, more = {}) => ({
  zone: 0, name: "hand", owner, whose: "AB"[owner] ?? "", kind: "hand", ordered: false, count: cards.length, cards, ...more,
});

test("the changes of frames add up to whole scenes", () => {
  const animation = {
    frames: [
      { captions: [], scene: { seats: ["A", "B"], deal: 1, zones: { 0: zone(0, ["3♦"]), 1: zone(1, ["4♦"], { new: [0] }) } } },
      { captions: [{ kind: "made", text: "A: play 3♦", player: "A", label: "play 3♦" }], scene: { zones: { 0: { count: 0, cards: [] }, 1: { new: null } } } },
    ],
  };
  const [first, second] = Frames.all(animation);
  assert.deepEqual(Frames.hand(first, 0), ["3♦"]);
  assert.deepEqual(Frames.hand(second, 0), []);
  assert.equal(second.scene.zones[0].name, "hand");
  assert.equal(second.scene.zones[1].new, null);
  assert.equal(second.scene.deal, 1);
  assert.deepEqual(Frames.made(second), { who: "A", what: "play 3♦" });
  assert.deepEqual(Frames.covered(first.scene, 0).zones.map(({ cards }) => cards), [["3♦"], []]);
});

test("who takes a trick is known at the frame where it is complete", () => {
  const taken = { captions: [{ kind: "tricktable", text: "B takes the trick" }], scene: { last_trick: { leader: 0, plays: [], winner: 1 } } };
  const played = { captions: [{ kind: "made", text: "B: play 4♦" }], scene: { seats: ["A", "B"], last_trick: null } };
  const after = { captions: [{ kind: "made", text: "B: play 5♦" }], scene: {} };
  assert.deepEqual(Frames.all({ frames: [played, taken, after] }).map(({ taker }) => taker), [1, 1, -1]);
});

test("the axis of the graph has round values within its range", () => {
  assert.deepEqual(Graph.ticks(-4, 16, 5), [0, 5, 10, 15]);
  for (const [low, high] of [[-3.2, 7.9], [0, 0], [-100, 3], [0, 0.04]]) {
    const ticks = Graph.ticks(low, high, 5);
    assert.ok(ticks.every((one) => one >= low - 1e-9 && one <= high + 1e-9));
    assert.ok(ticks.length >= 1 && ticks.length <= 8, `${low} ${high}: ${ticks}`);
  }
});

/** A worker that answers every call at once, but never says what a player who thinks chooses. */
class Thinker {
  static ended = 0;
  postMessage({ id, name }) {
    if (name !== "ask") queueMicrotask(() => this.onmessage({ data: { id, value: 0 } }));
  }
  terminate() {
    Thinker.ended += 1;
  }
}

test("a player that thinks for too long chooses by chance, once, and the page says so", async (t) => {
  globalThis.Worker = Thinker;
  t.after(() => delete globalThis.Worker);
  const { Opponents, Remote, Session, T } = await page(
    ["play/opponents", "lib/rpc", "play/session", "texts"].map((one) => `export * from "./${one}.js";`).join("\n"),
  );
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const remotes = [];
  /** The game after so many steps, with a worker of its own. */
  const at = (steps) => {
    remotes.push(new Remote("module.js"));
    return {
      steps: Array(steps), player: 1, now: { options: [0, 1, 2] }, words: { player: () => "Ann" },
      ask: (player) => Session.prototype.ask.call({ remote: remotes.at(-1) }, player),
    };
  };
  const opponents = new Opponents();
  const first = at(5);
  assert.equal(opponents.said(first), T.waiting("Ann"));
  let choice = "thinking";
  const thought = opponents.choice("thinking", first).then((number) => (choice = number));
  mock.timers.tick(59_999);
  await Promise.resolve();
  assert.equal(choice, "thinking");
  mock.timers.tick(1);
  assert.equal(await thought, null);
  assert.equal(remotes[0].alive, false);
  assert.equal(Thinker.ended, 1);

  const again = at(5); // the game goes on where it is, with a new worker
  assert.equal(opponents.said(again), T.hurried("Ann"));
  assert.match(T.hurried("Ann"), /thought for too long/);
  assert.ok([0, 1, 2].includes(await opponents.choice("thinking", again)));
  assert.equal(remotes[1].alive, true);

  const next = at(6); // the next time it may think again
  assert.equal(opponents.said(next), T.waiting("Ann"));
  opponents.choice("thinking", next).then((number) => (choice = number));
  await Promise.resolve();
  assert.notEqual(typeof choice, "number");
});
