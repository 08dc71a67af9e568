/** The modules of the page that need no browser but a document, a worker and a store, which are put in their place. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, mock, test } from "node:test";
import { Element, install } from "./document.mjs";
import { FakeWorker, installed, settle } from "./fakes.mjs";
import { same } from "./golden.mjs";
import { page as bundled } from "./loading.mjs";

const IDS = ["live", "notice", "page"];
install(...IDS);
const { served, kept, store } = installed();
const AT = "http://localhost/page/";
const P = await bundled(
  ["play/deals", "play/settling", "play/saving", "play/asked", "play/refusals", "play/pace", "play/opponents", "play/seating",
    "play/ending", "play/keeping", "play/keyboard", "play/lasttrick", "play/log", "play/layout", "play/controls", "play/answering",
    "play/session", "lib/dom", "lib/rpc", "lib/share", "lib/store", "lib/python", "write/settings",
    "write/files", "write/charts", "write/tabs", "write/prose", "write/findings", "write/friends", "learn/questions", "catalogue", "work/languageserver",
    "pages/scripts", "texts"]
    .map((name, at) => `export * as m${at}_${name.replace("/", "_")} from "./${name}.js";`)
    .concat('export * as hoyle from "hoyle";', 'export * as dialog from "./lib/dialog.js";', 'export * as preferences from "./lib/preferences.js";')
    .join("\n"),
);
const all = {};
for (const [name, module] of Object.entries(P)) if (/^m\d/.test(name)) Object.assign(all, module);
const { T } = all;
let document;
beforeEach(() => {
  document = install(...IDS);
  store.full = false;
  for (const table of store.tables.values()) table.clear();
  FakeWorker.answers = {};
  kept.clear();
});
const element = (tag = "div") => new Element(tag);
// -------------------------------------------------------------------------------------------------------------- play

test("names and parts of deals", () => {
  assert.equal(all.dealName(35n + 36n), "1z");
  assert.equal(all.dealPart(all.USUAL, { seed: 71n, choices: [] }), "%7Edeal=1z");
  assert.equal(all.dealPart({ options: { b: "2", a: "1" }, players: 3 }, { seed: 1n, choices: [40, 2] }), "a=1&b=2&players=3&%7Edeal=1&%7Emade=14.2");
  for (let n = 0; n < 20; n++) assert.ok(all.newSeed() < 2n ** 40n);
  assert.deepEqual(all.readPart("~deal=zzzzzzzzzzzz").deal.seed, BigInt.asUintN(62, 36n ** 12n - 1n));
  assert.equal(all.readPart("~deal=zzzzzzzzzzzzz").deal, null);
  assert.equal(all.readPart(`~deal=1&~made=${"z".repeat(11)}.2`).deal, null);
  assert.equal(all.readPart(`~deal=1&~made=${"0.".repeat(9_999)}00`).deal.choices.length, 10_000);
});

test("how long what was settled stands", () => {
  const by = (deal_over, goesOn, instant, watching) => all.standsBy({ settlement: deal_over === null ? null : { deal_over } }, goesOn, { instant, watching });
  assert.equal(by(null, "button", false, false), null);
  assert.equal(by(true, "instant", false, false), null);
  assert.equal(by(false, "button", true, false), null);
  assert.equal(by(false, "button", false, true), 2600);
  assert.deepEqual([by(true, "timer", false, false), by(true, "button", true, true), by(true, "button", true, false)], [6000, 6000, "button"]);
});

const settlement = { deal: 1, deal_over: true, lines: [], entries: [{ whose: "Ann", name: "points", before: 0, now: 2 }], reasons: [], named: [], laid_open: [] };
const SCENE = { seats: ["Ann", "Bob"], settlement, scores: [], over: null };

test("a settlement is shown until the person goes on", async (t) => {
  const felt = element();
  felt.append(Object.assign(element("section"), { className: "settlement" }));
  document.body.append(felt);
  const ended = [];
  const first = all.settled(felt, SCENE, "Ann", "button", (end) => ended.push(end)).then(() => "over");
  assert.equal(felt.children.length, 1);
  assert.equal(document.getElementById("live").textContent, "Deal 1 is settled. Ann points 2 (+2)");
  assert.equal(document.activeElement.getAttribute("id"), "continue");
  felt.querySelector("button").click();
  assert.equal(await first, "over");
  assert.equal(felt.children.length, 0);
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const other = element("input");
  document.body.append(other);
  document.activeElement = other;
  let over = false;
  all.settled(felt, SCENE, null, 100, () => {}).then(() => (over = true));
  assert.equal(document.activeElement, other);
  mock.timers.tick(99);
  await settle();
  assert.equal(over, false);
  mock.timers.tick(1);
  await settle();
  assert.equal(over, true);
  const third = all.settled(felt, SCENE, null, "button", (end) => ended.push(end));
  ended.at(-1)();
  await third;
  await all.settled(felt, { ...SCENE, settlement: null }, null, "button", () => assert.fail("nothing is shown"));
});

const SEATS = ["Ann", "Bob"];
const story = (more = {}) => ({
  players: 2, teams: [], cards: ["2♠", "3♠", "4♥"], zones: [], incidents: [], title: "A game",
  variables: [{ decides: true, owner: "player", count: 2 }, { decides: false, owner: "player", count: 2 }, { decides: true, owner: null, count: 1 }],
  questions: [{ alternatives: [
    { texts: ["play ", ""], holes: [0], names: [{ name: "c", type: { kind: "card" } }] },
    { texts: ["pass"], holes: [], names: [] },
  ] }],
  sentences: { won: { you: "You win", one: "{who} wins", several: "{who} win" }, nobody: "Nobody wins" },
  ...more,
});
const words = () => new P.hoyle.Words(story(), SEATS);
const step = (player, options, chosen, more = {}) => ({ state: { player, question: 0, ...more }, options, chosen });
const PLAY = (card) => ({ alternative: 0, values: [card] });
const PASS = { alternative: 1, values: [] };

/** A session with these steps, without a module. */
function session(steps, more = {}) {
  const made = Object.create(all.Session.prototype);
  const remote = new all.Remote("module.js");
  return Object.assign(made, { steps, words: words(), description: { fingerprint: "f", net: {} }, remote, seed: 7n, begun: true, stories: new Map(), ...more });
}

test("options of a question", () => {
  const choices = all.choicesOf(words(), step(0, [PLAY(2), PASS], -1));
  assert.deepEqual(choices.offers, [{ number: 0, label: "play 4♥", cards: ["4♥"] }, { number: 1, label: "pass", cards: [] }]);
});

test("why cards are no choice", async () => {
  const first = step(0, [], -1);
  const at = { now: first, refusal: async () => "You hold 4♥" };
  assert.equal(await all.refusal(at, ["2♠"]), "You hold 4♥.");
  assert.equal(await all.refusal({ now: first, refusal: async () => "" }, ["2♠", "3♠"]), "2♠ 3♠ cannot be chosen now.");
  const gone = { now: first, refusal: async () => { gone.now = step(1, [], 0); return "x"; } };
  assert.equal(await all.refusal(gone, []), null);
});

test("a session: what was asked, taken back, kept and said", async () => {
  const steps = [step(0, [PLAY(0), PLAY(1)], -1), step(1, [PLAY(2), PASS], 1), step(0, [PASS], 1), step(0, [PLAY(0), PASS], 0)];
  const one = session(steps);
  assert.equal(one.player, 0);
  assert.deepEqual(one.asked((player) => player === 0), [0, 3]);
  assert.deepEqual(one.labels(), ["Ann: play 3♠", "Bob: pass", "Ann: pass"]);
  assert.deepEqual(one.kept("x", ["person"]), { game: "x", fingerprint: "f", seed: "7", choices: [1, 1, 0], seats: ["person"] });
  FakeWorker.answers = { undo: () => {}, learn: (weights) => weights[0] / 10, ask: () => 1, refusal: () => "why", asked: (picked) => picked };
  assert.equal(await one.learn(new Uint8Array([5])), true);
  assert.equal(await one.learn(new Uint8Array([4])), false);
  assert.equal(await one.learn(null), false);
  assert.equal(await session(steps, { description: {} }).learn(new Uint8Array([9])), false);
  assert.equal(await one.ask("learned"), 1);
  assert.deepEqual([await one.refusal(["2♠"]), await one.question(["2♠"]), await one.question()], ["why", ["2♠"], []]);
  assert.equal(await one.undo((player) => player === 0), true);
  assert.deepEqual([one.steps.length, FakeWorker.made.at(-2).calls.at(-1)], [1, ["undo", 3]]);
  assert.equal(await one.undo((player) => player === 0), false);
  one.end();
  assert.equal(one.remote.alive, false);
  assert.throws(() => session([]).now, /has not begun/);
});

test("the pace of a table", async (t) => {
  kept.set("hoyle-speed", "fast");
  const pace = new all.Pace();
  assert.deepEqual([pace.speed, pace.goesOn, pace.instant], ["fast", "button", false]);
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  let over = 0;
  pace.pause(0.5).then(() => over++);
  mock.timers.tick(149);
  await settle();
  assert.equal(over, 0);
  mock.timers.tick(1);
  await settle();
  assert.equal(over, 1);
  pace.pause(1).then(() => over++);
  pace.wake();
  await settle();
  assert.equal(over, 2);
  pace.speed = "instant";
  pace.goesOn = "timer";
  assert.deepEqual([pace.instant, kept.get("hoyle-speed"), kept.get("hoyle-continue"), pace.goesOn], [true, "instant", "timer", "timer"]);
  pace.pause(1).then(() => over++);
  await settle();
  assert.equal(over, 2);
  mock.timers.tick(1);
  await settle();
  assert.equal(over, 3);
  assert.deepEqual(all.PAUSES, { medium: 800, slow: 1600, fast: 300, instant: 0 });
});

test("which player chooses for a seat", async () => {
  const asked = [];
  const at = (count) => ({ steps: [1], player: 1, now: { options: Array(count) }, words: words(), ask: async (kind) => asked.push(kind) });
  const opponents = new all.Opponents();
  assert.equal(await opponents.choice("learned", at(1)), 0);
  await opponents.choice("learned", at(2));
  await opponents.choice("thinking", at(2));
  await opponents.choice(undefined, at(2));
  assert.deepEqual(asked, ["learned", "think:quick", "think:quick"]);
  const { random } = Math;
  Math.random = () => 0.99;
  assert.equal(await opponents.choice("chance", at(3)), 2);
  Math.random = random;
  const broken = { ...at(2), ask: async () => { throw new Error("broken"); } };
  await assert.rejects(opponents.choice("thinking", broken), /broken/);
});

const entry = (name, base, learned, more = {}) => ({ name, base, learned, title: name.toUpperCase(), ...more });
const CATALOGUE = { games: [entry("whist", null, "whist"), entry("long_whist", "whist", "whist"), entry("other", null, null)] };
served.set(`${AT}catalogue.json`, CATALOGUE);

test("the files of the games", async () => {
  served.set(`${AT}games/whist.weights`, new Uint8Array([1, 2]).buffer);
  served.set(`${AT}games/whist.wasm`, new Uint8Array([3]).buffer);
  served.set(`${AT}games/whist.json`, { title: "Whist" });
  served.set(`${AT}settings/whist.json`, { options: [] });
  served.set(`${AT}rules/whist.hoyle`, 'game "Whist"');
  served.set(`${AT}lessons/first.json`, { title: "First" });
  served.set(`${AT}scripts/evening.play`, "hoyle play 1");
  served.set(`${AT}scripts/evening.json`, [1]);
  assert.deepEqual([...(await all.weights("whist"))], [1, 2]);
  assert.deepEqual([...(await all.weights("long_whist"))], [1, 2]);
  assert.equal(await all.weights("other"), null);
  assert.deepEqual((await all.game("whist")).description, { title: "Whist" });
  assert.deepEqual(await all.switches("whist"), { options: [] });
  assert.equal((await all.lesson("first")).title, "First");
  assert.deepEqual(await all.script("evening"), { text: "hoyle play 1", animations: [1] });
  await assert.rejects(all.rules("none"), /rules\/none.hoyle is not there/);
  await assert.rejects(async () => all.rules("../x"), /no name of a game/);
  assert.deepEqual([...(await all.weightsFor("whist", ""))], [1, 2]);
  assert.deepEqual([...(await all.weightsFor("mine", '\nvariant "x" of whist\n'))], [1, 2]);
  assert.deepEqual([...(await all.weightsFor("mine", "variant", "whist"))], [1, 2]);
  assert.equal(await all.weightsFor("mine", "game", "other"), null);
});

test("who sits at a table", () => {
  const seating = new all.Seating(3, 1, "learned");
  assert.deepEqual([seating.seats, seating.alone, seating.below], [["learned", "person", "learned"], true, 0]);
  seating.begin();
  assert.deepEqual([seating.viewer, seating.below, seating.names()], [1, 1, ["Player 1", "You", "Player 3"]]);
  assert.deepEqual(seating.reader, { viewer: 1, you: "You" });
  assert.deepEqual(seating.names(["X"]), ["X", "You", "Player 3"]);
  assert.deepEqual(seating.replace("learned", "thinking"), [0, 2]);
  assert.deepEqual(seating.seats, ["thinking", "person", "thinking"]);
  seating.resume(["person", "person", "chance"]);
  seating.begin();
  assert.deepEqual([seating.alone, seating.viewer, seating.reader], [false, -1, { viewer: "spectator", you: null }]);
  assert.deepEqual(seating.names(), ["Player 1", "Player 2", "Player 3"]);
  const watched = new all.Seating(2, -1, "chance");
  assert.deepEqual(watched.reader, { viewer: "all", you: null });
  assert.equal(seating.person(0), true);
});

test("how a game ended", () => {
  const ended = (lines, cut = false) => ({ result: { cut }, words: words(), storyOf: () => ({ lines }) });
  assert.equal(all.outcomeOf(ended([], true), { viewer: 0, you: null }), T.cut);
  assert.equal(all.outcomeOf(ended([[{ item: "won", winners: ["Ann"] }], []]), { viewer: 0, you: "Ann" }), "You win.");
  assert.equal(all.outcomeOf(ended([[{ item: "won", winners: [] }]]), { viewer: 0, you: null }), "Nobody wins.");
  assert.equal(all.outcomeOf(ended([[]]), { viewer: 0, you: null }), T.over);
});

test("a game is kept by its settings, and its deal if the address has one", async () => {
  const played = { name: "whist", players: 2, settings: { options: { target: "5" }, players: null } };
  const description = { fingerprint: "new", former_fingerprint: "old" };
  const plain = new all.Keeping(played, description, null);
  assert.equal(await plain.stored(["person"]), undefined);
  const made = session([step(0, [PASS], -1), step(1, [PASS], 0)], { description: { fingerprint: "new" } });
  assert.equal(await plain.keep(made, ["person", "chance"]), true);
  assert.deepEqual([...store.tables.get("games").keys()], ["whist/target=5"]);
  assert.deepEqual((await plain.stored([])).choices, [0]);
  assert.equal(await new all.Keeping(played, { fingerprint: "x", former_fingerprint: "y" }, null).stored([]), undefined);
  assert.deepEqual((await new all.Keeping(played, { fingerprint: "x", former_fingerprint: "new" }, null).stored([])).seed, "7");
  const dealt = new all.Keeping(played, description, { seed: 9n, choices: [1, 2] });
  assert.deepEqual(await dealt.stored(["person"]), { game: "whist", fingerprint: "new", seed: "9", choices: [1, 2], seats: ["person"] });
  await dealt.keep(made, []);
  assert.ok(store.tables.get("games").has("whist/target=5&%7Edeal=9"));
  store.full = true;
  assert.equal(await plain.keep(made, []), false);
});

test("a game is saved as a script", async () => {
  const said = [];
  const saved = [];
  Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL() {} });
  Element.prototype.click = function () {
    if (this.download) saved.push(this.download);
    else this.send("click");
  };
  const played = { name: "whist", players: 2, settings: { options: { a: "1" }, players: null } };
  const made = session([step(0, [PASS], -1), step(1, [PASS], 0)]);
  const asked = [];
  FakeWorker.answers = { open: () => [], call: (name, args) => { asked.push([name, args]); return { text: "hoyle play 1" }; } };
  await all.saveScript(made, played, ["person"], (text) => said.push(text));
  assert.deepEqual([said, saved], [[T.writingScript, T.scriptSaved("whist.play")], ["whist.play"]]);
  assert.deepEqual(asked, [["script", { name: "whist", text: 'game "Whist"', options: { a: "1" }, players: 2, seed: "7", choices: [0], own: false }]]);
  FakeWorker.answers.call = () => ({ problem: "it cannot be" });
  await all.saveScript(made, played, [], (text) => said.push(text));
  assert.equal(said.at(-1), "it cannot be");
  await all.saveScript(made, { ...played, name: "nowhere" }, [], (text) => said.push(text));
  assert.equal(said.length, 4);
  assert.equal(saved.length, 1);
});

test("keys of a table", () => {
  const done = [];
  const felt = element();
  const offer = element("button");
  document.body.append(felt, offer);
  let cards = [];
  const table = {
    undo: () => done.push("undo"), hint: () => done.push("hint"), felt,
    lastTrick: { open: false, toggle: () => done.push("trick") },
    offers: { key: (event) => event.key === "3" && done.push(3) > 0, buttons: [offer] },
    board: () => ({ cards, focus: () => done.push("hand") }),
  };
  const press = (key, more = {}) => {
    const event = { key, target: document.body, prevented: false, preventDefault: () => { event.prevented = true; }, ...more };
    all.keysOf(table)(event);
    return event.prevented;
  };
  assert.deepEqual(["U", "h", "l", "3"].map((key) => press(key)), [true, true, true, true]);
  assert.deepEqual(done.splice(0), ["undo", "hint", "trick", 3]);
  assert.deepEqual([press("x"), press("u", { ctrlKey: true }), press("u", { target: element("input") })], [false, false, false]);
  press("Escape");
  assert.deepEqual(done, []);
  table.lastTrick.open = true;
  press("Escape");
  assert.deepEqual(done.splice(0), ["trick"]);
  press("ArrowLeft");
  assert.equal(document.activeElement, offer);
  cards = [1];
  press("ArrowLeft");
  document.activeElement = felt;
  press("ArrowUp");
  press("ArrowDown");
  assert.deepEqual(done.splice(0), ["hand", "hand"]);
  assert.equal(document.activeElement, offer);
  const go = element("button");
  go.setAttribute("id", "continue");
  felt.append(go);
  press("ArrowLeft");
  assert.equal(document.activeElement, go);
  const dialog = element("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  assert.equal(press("u"), false);
});

test("the last trick over the table", () => {
  const felt = element();
  let scene = { seats: SEATS, last_trick: { winner: 1, plays: [{ seat: 0, card: "2♠" }, { seat: 1, card: null }] } };
  const last = new all.LastTrick(felt, () => scene);
  last.drawn(scene);
  assert.deepEqual([last.button.hasAttribute("disabled"), last.open], [false, false]);
  last.button.click();
  assert.deepEqual([last.open, last.button.getAttribute("aria-expanded")], [true, "true"]);
  same("last_trick_box", felt);
  assert.equal(document.getElementById("live").textContent, "Ann 2 of spades, Bob a hidden card; taken by Bob");
  felt.querySelectorAll("button").at(-1).click();
  assert.deepEqual([last.open, last.button.getAttribute("aria-expanded")], [false, "false"]);
  last.toggle();
  scene = { seats: SEATS, last_trick: null };
  last.drawn(scene);
  assert.deepEqual([last.button.hasAttribute("disabled"), last.open], [true, false]);
  last.toggle();
  assert.equal(last.open, false);
  assert.equal(T.lastTrickWas(scene), "");
});

test("the log of a game and its score sheet", () => {
  const lines = [[{ item: "heading", title: "bidding" }], [{ item: "named", name: "trump", value: "none" }, { item: "happened", title: "x" }]];
  const sheet = [new Map([["0 0", 3], ["0 1", -2]]), new Map([["0 0", 5]])];
  const described = story({ sentences: { happened: "An incident: {what}" } });
  const made = { words: new P.hoyle.Words(described, SEATS), storyOf: (viewer) => ({ lines, sheet: viewer === "spectator" ? sheet : [] }) };
  const log = new all.GameLog();
  log.lines.scrollHeight = 300;
  log.write(made, { viewer: 0, you: "Ann" });
  same("log", log.lines, log.sheet);
  assert.equal(log.lines.scrollTop, 300);
  log.lines.scrollTop = 0;
  log.add(made, { viewer: 0, you: null }, true);
  assert.deepEqual([log.lines.children.length, log.lines.scrollTop, document.getElementById("live").textContent], [5, 0, ""]);
  log.add(made, { viewer: 0, you: null }, false);
  assert.equal(document.getElementById("live").textContent, "trump: none. An incident: x");
  log.clear();
  assert.equal(log.lines.children.length, 0);
  log.write(null, { viewer: 0, you: null });
});

test("the parts of the page of a table", () => {
  const done = [];
  const acts = Object.fromEntries(["newGame", "undo", "hint", "lastTrick", "again", "shareDeal", "sharePosition", "save"].map((name) => [name, () => done.push(name)]));
  const part = (id) => all.h("div", { id });
  const parts = Object.fromEntries(["felt", "status", "offers", "lines", "sheet", "deal", "undo", "lastTrick"].map((name) => [name, part(name)]));
  const [here, elsewhere] = [element(), element()];
  all.layOut(here, { title: "Whist", ...parts }, acts, [part("settings"), null], [part("seat")], false);
  for (const one of here.querySelectorAll("button")) one.click();
  same("play_page", here);
  assert.deepEqual(done, ["newGame", "hint", "again", "shareDeal", "sharePosition", "save"]);
  all.layOut(elsewhere, { title: "Whist", ...parts }, acts, [], [], true);
  assert.deepEqual(elsewhere.querySelectorAll("button").map((one) => one.getAttribute("id")), ["new", "hint"]);
});

test("the controls of a table", async () => {
  const changed = [];
  const fields = [
    all.speedList("fast", (speed) => changed.push(speed)),
    all.continueList("timer", (how) => changed.push(how)),
    ...all.seatLists(["person", "chance"], (seat, kind) => changed.push([seat, kind])),
  ];
  same("controls", ...fields);
  for (const field of fields) {
    const list = field.querySelector("select");
    list.value = "chosen";
    list.send("change");
  }
  assert.deepEqual(changed, ["chosen", "chosen", [0, "chosen"], [1, "chosen"]]);
  const felt = element();
  let lift;
  const drawn = all.curtainDrawn(felt, "Bob", (end) => { lift = end; });
  same("curtain", felt);
  assert.equal(document.activeElement.getAttribute("id"), "ready");
  document.activeElement.click();
  assert.equal(await drawn, true);
  const again = all.curtainDrawn(felt, "Bob", (end) => { lift = end; });
  lift();
  assert.equal(await again, false);
  assert.equal(felt.children.length, 0);
});

test("a person answers with cards and buttons", async () => {
  const done = [];
  const felt = element();
  document.body.append(felt);
  const at = { refusal: async (cards) => `no ${cards.join()}` };
  at.now = step(0, [], -1);
  const board = { held: ["2♠", "3♠", "4♥"], more: false, cards: [1], focus: () => done.push("focus") };
  const answering = new all.Answering({
    felt, board: () => board, session: () => at, say: (text) => done.push(text),
    draw: (moving, choices) => done.push([moving, choices.picked.length]), chosen: (number) => done.push(number),
  });
  const choices = all.choicesOf(new P.hoyle.Words(story({ questions: [{ alternatives: [
    { texts: ["lay ", ""], holes: [0], names: [{ name: "s", type: { kind: "set", element: { kind: "card" } } }] }, { texts: ["pass"], holes: [], names: [] },
  ] }] })), step(0, [{ alternative: 0, values: [[0, 1]] }, { alternative: 0, values: [[0, 1, 2]] }, PASS], -1));
  answering.ask(choices, "Lay cards.", "Ann: ");
  assert.deepEqual(done.splice(0), ["Ann: Lay cards.", [true, 0], "focus"]);
  const hand = answering.hand(choices);
  assert.deepEqual([hand.legal("2♠"), hand.legal("9♠"), hand.picked], [true, false, []]);
  assert.equal(answering.hand(null), null);
  hand.use("9♠", false);
  await settle();
  assert.deepEqual(done.splice(0), ["no 9♠."]);
  hand.use("2♠", false);
  assert.deepEqual(done.splice(0), [[false, 1], T.chosenCards("2♠", 1, [2, 3])]);
  assert.equal(document.activeElement, answering.offers.buttons[0]);
  hand.use("2♠", true);
  assert.equal(done.splice(0)[1], "Lay cards.");
  hand.use("2♠", false);
  hand.use("3♠", false);
  hand.use("4♥", false);
  assert.deepEqual([done.splice(0).at(-1), choices.made, answering.offers.buttons.length], [1, true, 0]);
  hand.use("2♠", true);
  assert.deepEqual(done, []);
  const other = element("input");
  document.body.append(other);
  document.activeElement = other;
  answering.ask(all.choicesOf(words(), step(0, [PASS, PLAY(0)], -1)), "Go.", "");
  assert.equal(document.activeElement, other);
  const plain = all.choicesOf(words(), step(0, [PASS, PASS], -1));
  assert.equal(answering.hand(plain), null);
  document.activeElement = document.body;
  answering.ask(plain, "Go.", "");
  assert.equal(document.activeElement, answering.offers.buttons[0]);
  answering.offers.buttons[1].click();
  assert.equal(done.at(-1), 1);
});

// --------------------------------------------------------------------------------------------------------------- lib

test("elements, announcements and notes", (t) => {
  let pressed = 0;
  const made = all.h("button", { id: "a", disabled: true, hidden: false, title: null, value: 0, onclick: () => pressed++ }, "one", null, all.h("b"), false);
  assert.equal(made.written(), 'button id="a" disabled="" value="0"\n "one"\n b');
  made.click();
  assert.equal(pressed, 1);
  assert.equal(all.svg("line", { x1: 3 }, "t").written(), 'line x1="3"\n "t"');
  assert.throws(() => all.byId("nothing"), /no element nothing/);
  all.announce("Hello");
  assert.equal(document.getElementById("live").textContent, "Hello");
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const box = document.getElementById("notice");
  all.notice("Gone.");
  assert.deepEqual([box.hidden, box.textContent], [false, "Gone."]);
  mock.timers.tick(7_999);
  assert.equal(box.hidden, false);
  mock.timers.tick(1);
  assert.equal(box.hidden, true);
  let back = 0;
  all.notice("Gone.", "Take back", () => back++);
  mock.timers.tick(8_000);
  assert.equal(box.hidden, false);
  all.byId("notice-act").click();
  assert.deepEqual([box.hidden, back, box.textContent], [true, 1, "Gone. Take back"]);
  all.notice("Gone.", "Take back", () => back++);
  mock.timers.tick(20_000);
  assert.equal(box.hidden, true);
});

test("calls into a worker", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.after(() => mock.timers.reset());
  const events = [];
  const remote = new all.Remote("x.js", (...event) => events.push(event));
  const worker = FakeWorker.made.at(-1);
  assert.deepEqual([worker.url, worker.options], ["x.js", { type: "module" }]);
  FakeWorker.answers = { add: (a, b) => a + b, fail: () => { throw new Error("wrong"); } };
  assert.equal(await remote.call("add", [1, 2], 100), 3);
  await assert.rejects(remote.call("fail"), (error) => error instanceof all.WorkerError && error.message === "wrong" && error.data.place === "x:3");
  worker.onmessage({ data: { event: "loaded", value: 5 } });
  assert.deepEqual(events, [["loaded", 5]]);
  mock.timers.tick(1000);
  assert.equal(remote.alive, true);
  const never = remote.call("wait", [], 2000);
  mock.timers.tick(2000);
  await assert.rejects(never, (error) => error instanceof all.TooLate && error.message === T.tooLate(2));
  assert.deepEqual([remote.alive, worker.ended], [false, true]);
  await assert.rejects(remote.call("add", [1, 2]), /was ended/);
  const other = new all.Remote("y.js");
  const waiting = other.call("wait");
  let prevented = 0;
  FakeWorker.made.at(-1).onerror({ message: "", preventDefault: () => prevented++ });
  await assert.rejects(waiting, /the worker failed/);
  assert.equal(prevented, 1);
  assert.equal(all.whyBroken(new all.TooLate(3)), T.tooLate(3));
  assert.equal(all.whyBroken(new all.WorkerError("division by 0", { place: "a:2" })), T.rulesFail("division by 0", "a:2"));
  assert.equal(all.whyBroken(new Error("odd")), T.rulesFail("odd", ""));
  assert.equal(all.whyBroken("text"), T.rulesFail("text", ""));
});

test("a worker answers its calls one after the other", async (t) => {
  const sent = [];
  globalThis.self = { postMessage: (message) => sent.push(message) };
  t.after(() => delete globalThis.self);
  all.serve({ slow: async (n) => { await Promise.resolve(); return n; }, bad: () => { throw new all.WorkerError("no", 7); }, odd: () => { throw 5; } });
  for (const [id, name] of [[1, "slow"], [2, "bad"], [3, "odd"], [4, "none"]]) self.onmessage({ data: { id, name, args: [id] } });
  await settle();
  assert.deepEqual(sent, [{ id: 1, value: 1 }, { id: 2, error: { message: "no", data: 7 } }, { id: 3, error: { message: "5", data: undefined } }, { id: 4, value: undefined }]);
  all.notify("step", 3);
  assert.deepEqual(sent.at(-1), { event: "step", value: 3 });
});

test("a file goes into a link and comes back", async () => {
  const file = { name: "a/b", text: "ü♠?>~".repeat(50) };
  const part = await all.pack(file);
  assert.match(part, /^[\w-]+$/);
  assert.deepEqual(await all.unpack(part), file);
  assert.deepEqual((await all.unpack(await all.pack({ ...file, text: "x".repeat(199_900) }))).text.length, 199_900);
  await assert.rejects(all.pack({ ...file, text: "x".repeat(200_001) }).then(all.unpack), /holds too much/);
  for (const wrong of [{ name: "x" }, { text: "x" }, { name: 1, text: "x" }]) await assert.rejects(all.pack(wrong).then(all.unpack), /holds no file/);
});

test("a site stores the page itself before games, and these before the rest", async () => {
  const heard = new Map();
  const stored = [];
  const cache = { match: async (address) => (address.endsWith("main.js") ? {} : undefined), add: async ({ url }) => stored.push(url), put: async (address) => stored.push(address) };
  const before = Object.fromEntries(["self", "caches", "fetch", "Request", "Response"].map((name) => [name, globalThis[name]]));
  const files = { "games/a.wasm": 1, "main.js": 1, "pyodide/b": 1, "python/c": 1, "games/d.json": 1, "style.css": 1 };
  Object.assign(globalThis, {
    self: { location: { href: "http://site/offline.js" }, addEventListener: (kind, act) => heard.set(kind, act) },
    caches: { open: async () => cache, keys: async () => [] },
    fetch: async () => ({ ok: true, json: async () => ({ build: "b1", files }) }),
    Request: class { constructor(url) { this.url = url; } },
    Response: class {},
  });
  try {
    await bundled("work/offline.ts");
    let done;
    const said = [];
    heard.get("message")({ waitUntil: (all) => { done = all; }, source: { postMessage: (text) => said.push(text) } });
    await done;
    assert.deepEqual(said, ["kept"]);
    const names = ["", "style.css", "games/a.wasm", "games/d.json", "pyodide/b", "python/c", "files.json"];
    assert.deepEqual(stored, names.map((name) => `http://site/${name}`));
  } finally {
    Object.assign(globalThis, before);
  }
});

test("preferences", () => {
  const { preferred, prefer } = P.preferences;
  assert.equal(preferred("x", ["a", "b"]), "a");
  prefer("x", "b");
  assert.equal(preferred("x", ["a", "b"]), "b");
  prefer("x", "c");
  assert.equal(preferred("x", ["a", "b"]), "a");
});

test("the store of the browser", async () => {
  assert.equal(await all.get("files", "a"), undefined);
  assert.equal(await all.put("files", "a", 1), true);
  assert.equal(await all.get("files", "a"), 1);
  assert.equal(await all.exchange("files", "a", (old) => old + 1), "kept");
  assert.equal(await all.exchange("files", "a", () => undefined), "refused");
  assert.deepEqual([await all.get("files", "a"), await all.keys("files")], [2, ["a"]]);
  store.full = true;
  assert.deepEqual([await all.put("files", "b", 1), await all.exchange("files", "a", () => 9)], [false, "full"]);
  store.full = false;
  await all.remove("files", "a");
  assert.deepEqual(await all.keys("files"), []);
});

test("dialogs", async () => {
  const { confirmed, asked, offerLink } = P.dialog;
  const pressed = (id) => document.getElementById(id).click();
  const yes = confirmed("Sure?", "Yes");
  assert.equal(document.activeElement.getAttribute("id"), "refuse");
  same("confirmed", document.body.querySelector("dialog"));
  pressed("confirm");
  assert.equal(await yes, true);
  assert.equal(document.body.querySelector("dialog"), null);
  const no = confirmed("Sure?", "Yes", "No");
  pressed("refuse");
  assert.equal(await no, false);
  const name = asked("Name?", "x", "Save");
  const dialog = document.body.querySelector("dialog");
  same("asked", dialog);
  dialog.querySelector("input").value = "y";
  assert.equal(dialog.send("keydown").stopped, true);
  dialog.close("yes");
  assert.equal(await name, "y");
  const none = asked("Name?", "x", "Save");
  document.body.querySelector("button").click();
  assert.equal(await none, null);
  const copied = [];
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { clipboard: { writeText: async (text) => copied.push(text) } } });
  await offerLink("http://x/#y");
  assert.deepEqual(copied, ["http://x/#y"]);
  same("link", document.body.querySelector("dialog"));
  document.body.querySelector("button").click();
  assert.equal(document.body.querySelector("dialog"), null);
  for (const [SERVED, host] of [[true, "127.0.0.1:8137"], [true, "[::1]:9"], [false, "localhost"]]) {
    globalThis.SERVED = SERVED;
    await offerLink(`http://${host}/x/#y`);
    const text = document.body.querySelector("dialog .soft").textContent;
    assert.equal(text, T.linkHere(SERVED));
    assert.deepEqual([/only on this machine/.test(text), /started anew/.test(text)], [true, SERVED]);
    document.body.querySelector("button").click();
  }
  delete globalThis.SERVED;
});

// ------------------------------------------------------------------------------------------------------------- write

const option = (name, value, more = {}) => ({ name, value, default: "1", description: null, condition: null, values: [], least: 0, most: 9, ...more });
const SWITCHES = {
  title: "Whist", players: { counts: [2, 4], default: 4, here: 2 },
  presets: [{ title: "long_game", settings: { target: "9" } }],
  options: [option("target", "9"), option("draws", "1", { description: "how many draws", condition: "target = 9", values: [{ value: "1", text: "one" }, { value: "2", text: "two" }] })],
};

test("settings in an address and on the page", () => {
  assert.equal(all.written({ options: { b: "x y", a: "1" }, players: 2 }), "a=1&b=x+y&players=2");
  assert.equal(all.written(all.USUAL), "");
  assert.deepEqual(all.settingsOf("a=1&players=12"), { options: { a: "1" }, players: 12 });
  for (const wrong of ["players=", "players=x", "players=1234"]) assert.equal(all.settingsOf(wrong).players, null);
  const changed = [];
  const panel = new all.SettingsPanel((settings) => changed.push(settings));
  panel.show(SWITCHES);
  same("settings", panel.element);
  const change = (id, value) => {
    const field = panel.element.querySelector(`#${id}`);
    field.value = value;
    field.send("change");
    return changed.at(-1);
  };
  assert.deepEqual(change("preset", "0"), { options: {}, players: 2 });
  assert.deepEqual(change("preset", "1"), { options: { target: "9" }, players: 2 });
  assert.deepEqual(change("preset", "-1"), { options: { target: "9" }, players: 2 });
  assert.deepEqual(change("players", "4"), { options: { target: "9" }, players: null });
  assert.deepEqual(change("option-draws", "2"), { options: { target: "9", draws: "2" }, players: 2 });
  panel.show({ ...SWITCHES, options: [option("target", "5")] });
  assert.equal(panel.element.querySelector("#preset").children.at(-1).textContent, T.ownSettings);
  document.activeElement = panel.element.querySelector("#players");
  panel.show(SWITCHES);
  assert.ok(document.activeElement === panel.element.querySelector("#players"));
  panel.show({ title: "x", players: { counts: [2], default: 2, here: 2 }, presets: [], options: [] });
  assert.equal(panel.element.textContent, T.noOptions);
});

test("files of one's own", async () => {
  assert.deepEqual(["my rules!", "x.hoyle", "x.play", "", "ü-1_ß", "a".repeat(70)].map(all.cleaned), ["my_rules_", "x", "x", "untitled", "ü-1_ß", "a".repeat(60)]);
  assert.equal(await all.free("whist"), "whist_2");
  const first = await all.keep("mine", "one", null, "whist");
  assert.ok(first >= Date.now() - 5_000);
  assert.deepEqual(await all.read("mine"), { text: "one", own: true, changed: first, origin: "whist" });
  assert.deepEqual([await all.own(), await all.isOwn("mine"), await all.isOwn("other")], [["mine"], true, false]);
  const second = await all.keep("mine", "two", first);
  assert.ok(second > first);
  assert.equal((await all.read("mine")).origin, "whist");
  await assert.rejects(all.keep("mine", "three", first), all.ChangedElsewhere);
  assert.ok((await all.keep("mine", "two", first)) > first);
  assert.equal(await all.free("mine"), "mine_2");
  const { changed: last } = await all.read("mine");
  store.full = true;
  assert.equal(await all.keep("mine", "four", last), null);
  store.full = false;
  await all.forget("mine");
  assert.equal(await all.read("mine"), null);
  assert.deepEqual(await all.read("whist"), { text: 'game "Whist"', own: false, changed: null });
  assert.deepEqual(['# x\nvariant "A b" of c', 'game "', "game x"].map(all.titleOf), ["A b", null, null]);
});

const estimate = (value, low, high) => ({ value, low, high });

test("what many games have shown", () => {
  same("bars", all.share("Ann", estimate(0.5, 0.25, 0.775)), all.mean("points", estimate(-1.5, -2, 0.25)));
  const answers = (many) => Array.from({ length: many }, (_, at) => ({ label: `a${at}`, count: at, share: estimate(at / 100, 0, 1) }));
  const found = {
    games: 1_200, players: ["learned"], sides: [{ name: "Ann", wins: estimate(0.5, 0.4, 0.6), per_deal: estimate(2, 1, 3) }, { name: "Bob", wins: estimate(0.4, 0.3, 0.5) }],
    ties: estimate(0.1, 0, 0.2), cut: estimate(0, 0, 0), limit: 70_000, length: { deals: estimate(3, 2, 4), decisions: estimate(40, 30, 50) },
    questions: [
      { phase: "play_hand", text: "play", answers: answers(9) }, { phase: "", text: "bid", answers: answers(2) },
      { phase: "", text: "few", answers: answers(1) }, { phase: "", text: "many", answers: answers(61) },
    ],
    never: [{ line: 9, text: "add 1" }, { line: 3, text: "of the base", file: "base.hoyle" }, { line: 10, text: "here", file: "mine.hoyle" }],
    rules: [{ line: 4, count: 9, per_deal: estimate(9, 0, 0), file: "base.hoyle" }, { line: 3, count: 4, per_deal: estimate(123.4, 0, 0) }, { line: 3, count: 1, per_deal: estimate(1, 0, 0) }, { line: 4, count: 2, per_deal: estimate(0.123, 0, 0) }, { line: 5, count: 0, per_deal: estimate(0, 0, 0) }, { line: 5, count: 3, per_deal: estimate(100, 0, 0) }],
  };
  const lines = [];
  const elements = all.reportElements(found, "mine", 1234.6, (line) => lines.push(line));
  same("report", ...elements);
  elements.find((one) => one.tagName === "ul").querySelector("button").click();
  assert.deepEqual(lines, [9]);
  const plain = all.reportElements({ ...found, players: ["random"], never: [], questions: [], cut: estimate(0.5, 0, 1), ties: estimate(0, 0, 0) }, "mine", 1, () => {});
  assert.deepEqual(plain.map((one) => one.tagName), ["h2", "div", "div", "div", "table"]);
  assert.ok(plain.some((one) => one.textContent.includes("cut at the limit of 70,000 choices")));
  assert.deepEqual(all.fired(found, "mine"), [
    { line: 3, text: "123", never: false }, { line: 4, text: "0.12", never: false }, { line: 5, text: "100", never: false }, { line: 9, text: T.neverShort, never: true }, { line: 10, text: T.neverShort, never: true },
  ]);
  const paired = { sentence: "As before.", sides: [{ name: "Ann", wins: { a: estimate(0.5, 0.4, 0.6), b: estimate(0.6, 0.5, 0.7) } }] };
  same("paired", ...all.pairedElements(paired, "Whist"), ...all.pairedElements(paired, "Whist", "People"));
  same("differences", all.differenceElements({ from: "Whist", changes: [{ how: "in effect", sentence: "One.", steps: [] }, { how: "changed", sentence: "Two.", steps: [[" ", 0, "If so:"], ["-", 1, "One."], ["+", 1, "Two."]] }] }), all.differenceElements({ from: "Whist", changes: [] }));
});

test("tabs", () => {
  const shown = [];
  const tabs = new all.Tabs([1, 2, 3].map((n) => ({ id: `t${n}`, text: `Tab ${n}`, panel: element() })), "Parts", (id) => shown.push(id));
  const [one, two, three] = tabs.list.children;
  same("tabs", tabs.list, ...tabs.tabs.map(({ panel }) => panel));
  two.click();
  assert.deepEqual([tabs.now, shown], ["t2", ["t2"]]);
  two.send("keydown", { key: "ArrowRight" });
  three.send("keydown", { key: "ArrowRight" });
  one.send("keydown", { key: "ArrowLeft" });
  three.send("keydown", { key: "x" });
  assert.deepEqual([tabs.now, shown, document.activeElement], ["t3", ["t2", "t3", "t1", "t3"], three]);
  assert.deepEqual(tabs.tabs.map(({ panel }) => panel.hidden), [true, true, false]);
});

test("a rulebook", () => {
  const line = [["Deal ", ""], ["five", "strong"], [" cards", "link"]];
  const blocks = [
    { kind: "paragraph", line }, { kind: "list", ordered: true, items: [{ line, blocks: [{ kind: "list", ordered: false, items: [] }] }] },
    { kind: "table", head: [line], rows: [[line], [line]] },
  ];
  const deep = (depth) => ({ title: `S${depth}`, blocks: depth > 4 ? [] : blocks.slice(0, 1), sections: depth > 4 ? [] : [deep(depth + 1)] });
  same("rulebook", ...all.rulebook({ title: "Whist", lead: blocks, sections: [deep(1)] }));
});

test("rules for friends go into an address", async () => {
  assert.equal(await all.offersFriends(), false);
  served.set(`${AT}files.json`, { friends: true });
  assert.equal(await all.offersFriends(), true);
  served.set(`${AT}files.json`, { friends: 1 });
  assert.equal(await all.offersFriends(), false);
  const wanted = { name: "x", title: "X", text: "game", options: {} };
  await assert.rejects(all.friendsAddress(wanted), /^Error: no POST .*friends$/);
  served.set(`POST ${AT}friends`, { address: "http://localhost:1/" });
  const address = await all.friendsAddress(wanted);
  assert.ok(address.startsWith("http://localhost:1/#rules="));
  assert.deepEqual(await all.unpack(address.split("=")[1]), { name: "x", text: "game" });
});

// ------------------------------------------------------------------------------------------------- lessons and scripts

const zone = (owner, cards) => ({ zone: 0, name: "hand", kind: "hand", owner, whose: SEATS[owner], ordered: false, count: cards.length, cards });
const ANIMATION = {
  title: "An evening", seats: SEATS,
  frames: [
    { captions: [], scene: { seats: SEATS, zones: { 0: zone(0, ["2♠", "3♠"]), 1: zone(1, ["4♥", "4♥"]) } } },
    { captions: [{ kind: "made", text: "", player: "Ann", label: "play 3♠" }], scene: { zones: { 0: { cards: ["2♠"], count: 1 } } } },
    { captions: [{ kind: "made", text: "", player: "Bob", label: "play 4♥" }], scene: {} },
    { captions: [{ kind: "made", text: "", player: "Ann", label: "play 2♠" }], scene: {} },
    { captions: [{ kind: "made", text: "", player: "Nobody", label: "play 2♠" }], scene: {} },
  ],
};

test("questions of a lesson and of any script", async () => {
  const found = all.findTheCard(ANIMATION, (who) => `Which did ${who} play?`, (line) => `${line}.`);
  assert.deepEqual(found.map(({ seat, ask, right, why, choices, chapter }) => [seat, ask, right, why, choices, chapter]), [
    [0, "Which did Ann play?", ["3♠"], "Ann: play 3♠.", [], "An evening"],
  ]);
  assert.deepEqual(found[0].before.zones.map(({ cards }) => cards), [["2♠", "3♠"], []]);
  const one = { script: "s", game: 0, at: "Ann: play 3♠", ask: "?", why: "!" };
  const lesson = (...questions) => ({ title: "L", about: "", chapters: [{ title: "First", questions }] });
  const load = async () => [ANIMATION];
  const [first, second] = await all.questions(lesson(one, { ...one, at: "Bob: play 4♥", right: ["x"], choices: ["x", "y"] }), load);
  assert.deepEqual([first.right, first.choices, first.seat, first.chapter, first.ask, first.why], [["3♠"], [], 0, "First", "?", "!"]);
  assert.deepEqual([second.right, second.choices, second.seat], [["x"], ["x", "y"], 1]);
  await assert.rejects(all.questions(lesson({ ...one, at: "Ann: pass" }), load), { message: "s: Ann: pass" });
  await assert.rejects(all.questions(lesson({ ...one, game: 1 }), load), { message: "s: Ann: play 3♠" });
});

test("everything of the questions about a game", async () => {
  const made = (player, label) => [{ kind: "phase", text: "now" }, { kind: "made", text: "", player, label }];
  const now = (first, second) => ({ zones: { 0: { cards: first }, 1: { cards: second } } });
  const game = {
    title: "Many choices", seats: SEATS,
    frames: [
      { captions: made("Ann", "play 2♠"), scene: { seats: SEATS, zones: { 0: zone(0, ["2♠", "3♠", "4♠"]), 1: zone(1, ["4♥", "5♥"]), 2: { ...zone(-1, ["9♣"]), kind: "pile" } } } },
      { captions: made("Ann", "play 2♠"), scene: now(["3♠", "4♠"], ["4♥", "5♥"]) },
      { captions: made("Bob", "play 5♥ on 9♣"), scene: now(["3♠", "4♠"], ["4♥"]) },
      { captions: [], scene: now(["3♠", "4♠", "6♠"], ["4♥", "4♥"]) },
      { captions: made("Bob", "play 4♥"), scene: now(["3♠", "4♠", "6♠"], ["4♥"]) },
      { captions: made("Ann", "lay 3♠ 6♠"), scene: now(["4♠"], ["4♥", "7♥"]) },
      { captions: made("Bob", "bid 7"), scene: now(["4♠"], ["4♥", "7♥"]) },
      { captions: made("Cyd", "play 4♠"), scene: now(["4♠"], ["4♥", "7♥"]) },
      { captions: made("Ann", "play 4♠"), scene: now([], ["4♥", "7♥"]) },
      { captions: made("Bob", "play 7♥"), scene: now([], ["4♥"]) },
    ],
  };
  const found = all.findTheCard(game, (who) => `What did ${who} play?`, (line) => `It was ${line}.`);
  const one = (at, more = {}) => ({ script: "s", game: 1, at, ask: `${at}?`, why: `${at}!`, ...more });
  const lesson = { title: "L", about: "", chapters: [
    { title: "One", questions: [one("Bob: play 5♥ on 9♣"), one("Ann: lay 3♠ 6♠")] },
    { title: "Two", questions: [one("Bob: bid 7", { choices: ["bid 7", "pass"], right: ["bid 7"] }), one("Ann: play 2♠", { script: "t", game: 0 })] },
  ] };
  const load = async (script) => (script === "s" ? [ANIMATION, game] : [game]);
  const cards = ({ zones }) => zones.map((one) => one.cards.join(" ")).join(" / ");
  const written = (some) => some.map(({ chapter, seat, ask, before, after, right, choices, why }) => [
    `${chapter}, seat ${seat}: ${ask}`, `before: ${cards(before)}`, `after: ${cards(after.scene)}`, `right: ${right} of ${choices}`, why,
  ].join("\n")).join("\n\n");
  same("questions_of_games", written(found), "", written(await all.questions(lesson, load)));
});

test("the script of an address", async () => {
  const asked = [];
  FakeWorker.answers = { open: () => [], call: (_, { text }) => { asked.push(text); return { animations: [text], problems: [{ line: 2, message: "odd", help: "" }, { line: 4, message: "wrong", help: "mend" }] }; } };
  const shown = await all.shownScript("one\r\n  two");
  assert.deepEqual(shown, { text: "one\r\n  two", animations: ["one\r\n  two"], problems: [{ message: T.wrongAt(2, "odd"), quoted: "two" }, { message: T.wrongAt(4, "wrong — mend"), quoted: "" }], copy: false });
  assert.deepEqual((await all.found("evening", "")).shown, { text: "hoyle play 1", animations: [1], problems: [], copy: false });
  await assert.rejects(all.found("own", ""), { message: T.noScript });
  await all.openScript("two");
  assert.equal(location.hash, "#/replay/own");
  await all.openScript("two");
  assert.equal(location.hash, "#/replay/own/1.1");
  asked.length = 0;
  assert.equal((await all.found("own", "")).shown.copy, false);
  await all.found("own", "");
  assert.deepEqual(asked, ["two"]);
  assert.equal(await all.keepCopy("evening", "three"), true);
  assert.equal((await all.found("evening", "")).shown.copy, true);
  assert.deepEqual(await all.animationsOf("evening"), ["three"]);
  await all.dropCopy("evening");
  assert.equal((await all.found("evening", "")).shown.copy, false);
  const link = await all.pack({ name: "x", text: "four" });
  assert.deepEqual([(await all.found("shared", `${link}/1.2`)).name, asked.at(-1)], ["own", "four"]);
  await assert.rejects(all.found("shared", "%%"), { message: T.brokenLink });
  FakeWorker.answers.call = () => ({ problem: "no" });
  assert.deepEqual(await all.shownScript("x", true), { text: "x", animations: [], problems: [{ message: "no", quoted: "" }], copy: true });
});

test("texts agree with the numbers in them", () => {
  assert.deepEqual([T.players(1), T.players(2), T.cards(1), T.cards(0)], ["1 player", "2 players", "1 card", "0 cards"]);
  assert.deepEqual([T.seat(0), T.sideHere(1), T.sideHere(2)], ["Player 1", "A side line begins here.", "2 side lines begin here."]);
  assert.deepEqual(
    [T.chosenCards("2♠", 1, null), T.chosenCards("2♠", 1, [3, 3]), T.chosenCards("2♠", 1, [2, 3]), T.chosenCards("2♠ 3♠", 2, [1, 2])],
    ["Chosen: 2♠", "Chosen: 2♠ (1 of 3)", "Chosen: 2♠ (1 of at most 3)", "Chosen: 2♠ 3♠"],
  );
  assert.deepEqual([T.rulesFail("x", ""), T.rulesFail("x", "a:1")], ["The rules break down here: x", "The rules break down here: x (a:1)"]);
  assert.deepEqual([T.notAccounted(1), T.errors(2)], ["1 line is not accounted for", "2 errors: see the lines marked."]);
  assert.deepEqual([T.learn(1600), T.learnOn(2400)], ["Learn these rules (2 seconds)", "Learn on (2 seconds)"]);
  assert.equal(T.gamesPlayed(1200, 5, true), "1,200 games of players who have learned the game, in 5 ms");
  assert.equal(T.gamesPlayed(1, 5, false), "1 games by chance, in 5 ms");
  assert.deepEqual([T.learned(1, 1), T.answerIs(["a", "b"])], ["1 of 1 question right at once.", "The answer: a or b."]);
  assert.deepEqual([T.dealCalled("x"), T.step(1, 3), T.line(4)], ["Deal x", "1 of 3", "line 4"]);
});

// -------------------------------------------------------------------------------------------------------------- work

test("a message that arrives while the server says that nothing is left is answered", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const inbox = [], answered = [], held = [];
  let rests = 0;
  const desk = {
    receive: async (message) => void inbox.push(message),
    /** Answers when it is let go; what it says is settled before. */
    work: () => {
      const message = inbox.shift();
      if (message !== undefined) answered.push(message);
      return new Promise((go) => held.push(() => go(message !== undefined)));
    },
    rest: async () => void rests++,
  };
  const passing = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    mock.timers.tick(1);
  };
  const go = async () => {
    await passing();
    held.shift()();
    await passing();
  };
  const server = new all.LanguageServer(desk);
  await server.take("one");
  await go();
  assert.deepEqual([answered, inbox], [["one"], []]);
  await passing();
  const late = server.take("two"); // work has said that nothing is left, and its answer is on the way
  await late;
  await go();
  await go();
  assert.deepEqual([answered, inbox], [["one", "two"], []]);
  await go();
  assert.equal(rests, 0);
  mock.timers.tick(60);
  await passing();
  assert.equal(rests, 1);
  mock.timers.reset();
});

// ----------------------------------------------------------------------------------------------- what was learned

test("blocks of features that were learned fit those of other rules, as in Python", async () => {
  const { fitting } = await bundled('export { fitting } from "../../javascript/src/learned/fitting.ts";');
  const blocks = (written) =>
    written.map((one) => ({ key: one.slice(0, one.lastIndexOf(" ")), size: Number(one.slice(one.lastIndexOf(" "))) }));
  const cases = JSON.parse(readFileSync(new URL("../../tests/interpreter/learning/fitting.json", import.meta.url), "utf-8"));
  for (const { why, known, wanted, found } of cases) assert.deepEqual(fitting(blocks(known), blocks(wanted)), found, why);
});
