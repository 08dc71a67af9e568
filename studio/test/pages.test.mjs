/** The pages of the studio and the panels of the editor, with a document, a worker and a store in their place. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Element, install } from "./document.mjs";
import { FakeWorker, installed, settle } from "./fakes.mjs";
import { same } from "./golden.mjs";
import { page } from "./loading.mjs";

const IDS = ["live", "notice", "page"];
let document = install(...IDS);
const { served, store } = installed();
const AT = "http://localhost/page/";
const names = [
  "pages/gallery", "pages/replay", "pages/scripts", "write/sources", "write/learning", "write/results", "write/panels",
  "write/comparing", "write/files", "play/choosing", "lib/python", "lib/rpc", "texts", "catalogue",
];
const all = await page(
  [...names.map((name) => `export * from "./${name}.js";`), 'export { find, learn as lessonPage } from "./pages/learn.js";'].join("\n"),
);
const { T } = all;
let calls;
beforeEach(() => {
  document = install(...IDS);
  store.full = false;
  for (const table of store.tables.values()) table.clear();
  calls = [];
  FakeWorker.answers = { open: () => [] };
  location.hash = "";
});
const element = (tag = "div") => new Element(tag);
const buttons = (root) => root.querySelectorAll("button");
const press = (root, id) => root.querySelector(`#${id}`).click();
/** Answers calls of Python by their names. */
function python(answers) {
  FakeWorker.answers.call = (name, args) => {
    calls.push([name, args]);
    return answers[name] instanceof Function ? answers[name](args) : answers[name];
  };
}

const game = (name, more = {}) => ({ name, title: name.toUpperCase(), about: `About ${name}.`, variant: false, base: null, players: 4, cards: 52, learned: false, ...more });
served.set(`${AT}catalogue.json`, {
  games: [game("whist"), game("solo", { variant: true, base: "whist", players: 1, cards: 1 }), game("other")],
  lessons: [{ name: "first", title: "First", about: "tricks" }],
  scripts: [{ name: "evening", title: "Evening", game: "Whist" }],
});

test("the gallery", async () => {
  const root = element();
  await all.keep("mine", 'game "My game"', null, "whist");
  await all.keep("plain", "nothing", null);
  await all.gallery(root, "", "");
  same("gallery", root);
  const picker = root.querySelector("[type=file]");
  let opened = 0;
  picker.click = () => opened++;
  press(root, "open-script");
  assert.equal(opened, 1);
  picker.send("change");
  assert.equal(root.querySelector("#open-script").textContent, T.openScript);
  picker.files = [{ name: "evening.play", text: async () => "hoyle play 1" }];
  picker.send("change");
  await settle();
  assert.equal(location.hash, "#/replay/own");
  assert.equal(store.tables.get("scripts").get("own"), "hoyle play 1");
  picker.files = [{ text: async () => { throw new Error("it is locked"); } }];
  picker.send("change");
  await settle();
  assert.equal(root.querySelector("#open-script").textContent, T.failed("it is locked"));
});

test("a game is found by its words", async () => {
  const root = element();
  await all.gallery(root, "", "");
  const find = root.querySelector("#find");
  const found = (text) => {
    find.value = text;
    find.send("input");
    const shown = root.querySelectorAll("h2, li").filter((one) => !one.hidden && !one.parent.hidden);
    return [shown.map((one) => one.children[0]?.textContent ?? one.textContent), root.querySelector(".find .soft").textContent];
  };
  const [everything, said] = found(" ");
  assert.equal(said, "");
  assert.deepEqual(everything.slice(0, 3), [T.shipped, "OTHER", "WHIST"]); // by title
  assert.deepEqual(found("Whîst 4 PLAYERS"), [[T.shipped, "WHIST"], `1 of ${everything.length - 4}`]);
  assert.deepEqual(found("no such")[0], []);
  assert.deepEqual(found("")[0], everything);
});

const SEATS = ["Ann", "Bob"];
const zone = (owner, cards) => ({ zone: 0, name: "hand", kind: "hand", owner, whose: SEATS[owner], ordered: false, count: cards.length, cards });
const SCENE = {
  seats: SEATS, teams: [], deal: 1, trick_of_deal: 1, turn: 0, over: null, roles: [], facts: [], badges: [], scores: [], trick: null,
  last_trick: null, calls: [], settlement: null, zones: { 0: zone(0, ["2♠", "3♠"]), 1: zone(1, ["4♥", "5♥"]) },
};
const ANIMATION = {
  title: "An evening", seats: SEATS, sides: SEATS, viewer: -1, end: [],
  frames: [
    { captions: [], scene: SCENE },
    { captions: [{ kind: "made", text: "Ann: play 3♠", player: "Ann", label: "play 3♠" }], scene: { turn: 1, zones: { 0: { cards: ["2♠"], count: 1 } } } },
    { captions: [{ kind: "made", text: "Bob: play 4♥", player: "Bob", label: "play 4♥" }], scene: { trick_of_deal: 2, zones: { 1: { cards: ["5♥"], count: 1 } } } },
  ],
};
const QUESTION = { script: "evening", game: 0, at: "Ann: play 3♠", ask: "Which card?", why: "It wins." };
served.set(`${AT}scripts/evening.play`, "hoyle play 1");
served.set(`${AT}scripts/evening.json`, [ANIMATION, { ...ANIMATION, title: "Another" }]);
served.set(`${AT}lessons/first.json`, {
  title: "First", chapters: [{ title: "Tricks", questions: [QUESTION, { ...QUESTION, ask: "Who?", choices: ["Ann", "Bob"], right: ["Bob"] }] }],
});

test("a lesson", async () => {
  const root = element();
  const end = await all.lessonPage(root, "first", "");
  const said = () => root.querySelector(".status").textContent;
  assert.equal(globalThis.document.title, "First · Hoyle studio");
  assert.equal(root.querySelector(".where").textContent, "1 of 2");
  assert.deepEqual([root.querySelector("h2").textContent, root.querySelector(".asking").textContent, said()], ["Tricks", "Which card?", ""]);
  const card = (text) => root.querySelectorAll("button.pick").find((one) => one.closest("[data-card]").dataset.card === text);
  card("2♠#1").click();
  assert.equal(said(), "Not 2♠. Try again.");
  card("3♠#1").click();
  assert.equal(said(), "3♠ is right. It wins.");
  assert.equal(document.activeElement.textContent, T.nextQuestion);
  press(root, "next-question");
  assert.deepEqual(root.querySelectorAll(".offers button").map((one) => one.textContent), ["Ann", "Bob", T.showAnswer]);
  assert.equal(document.activeElement.textContent, "Ann");
  assert.equal(root.querySelectorAll("button.pick").length, 0);
  root.querySelectorAll("button.offer")[1].click();
  assert.equal(said(), "Bob is right. It wins.");
  assert.equal(document.activeElement.textContent, T.toTheEnd);
  press(root, "next-question");
  assert.deepEqual([said(), root.querySelector(".where").textContent, root.querySelector("h2").textContent], ["1 of 2 questions right at once.", "", ""]);
  root.querySelector(".offers button").click();
  press(root, "answer");
  assert.equal(said(), "The answer: 3♠. It wins.");
  press(root, "next-question");
  press(root, "answer");
  press(root, "next-question");
  assert.equal(said(), "0 of 2 questions right at once.");
  end();
});

test("find the card in a script", async () => {
  const root = element();
  await all.find(root, "evening", "1");
  assert.equal(root.querySelector("h1").textContent, "Another");
  await all.find(element(), "evening", "x");
  await assert.rejects(all.find(root, "evening", "2"), { message: T.noScript });
  served.set(`${AT}scripts/empty.play`, "");
  served.set(`${AT}scripts/empty.json`, [{ ...ANIMATION, frames: [] }]);
  await assert.rejects(all.find(root, "empty", "0"), { message: T.noQuestions });
});

test("the place that an address names", () => {
  assert.deepEqual(["", "x", "5", "2.7", "0.0", "1.2.3", "1234567"].map(all.placeOf), [[0, 0], [0, 0], [0, 5], [1, 6], [0, 0], [0, 0], [0, 0]]);
});

test("a replay page", async () => {
  const root = element();
  document.body.append(root);
  globalThis.history = { replaceState: (_, __, address) => calls.push(["address", address]) };
  const end = await all.replay(root, "evening", "1.2");
  assert.equal(root.querySelector("h1").textContent, "An evening");
  assert.equal(root.querySelector(".where").textContent.startsWith("2 of 3"), true);
  press(root, "next");
  assert.equal(root.querySelector(".where").textContent, "3 of 3 · deal 1 · trick 2");
  press(root, "first");
  press(root, "trick");
  assert.equal(root.querySelector(".where").textContent, "3 of 3 · deal 1 · trick 2");
  press(root, "back");
  press(root, "last");
  assert.equal(root.querySelector("#games").children.length, 2);
  const slider = root.querySelector("#slider");
  slider.value = "2";
  slider.send("input");
  assert.equal(root.querySelector(".where").textContent, "2 of 3 · deal 1 · trick 1");
  assert.equal(root.querySelector("#drop-copy"), null);
  press(root, "find-cards");
  assert.equal(location.hash, "#/find/evening/0");
  end();
  const wrong = element();
  python({ animation: { animations: [], problems: [{ line: 1, message: "odd", help: "" }] } });
  await all.keepCopy("own", "x");
  await all.replay(wrong, "own", "");
  const failed = wrong.querySelector(".failed");
  assert.deepEqual([failed.textContent, failed.querySelector("pre").textContent], ["Line 1: oddx", "x"]);
  assert.deepEqual([wrong.querySelector("h1").textContent, wrong.querySelector("#open-script").textContent], ["evening.play", T.openScript]); // the file that the gallery opened
  const picker = wrong.querySelector("[type=file]");
  picker.files = [{ name: "mended.play", text: async () => "y" }];
  picker.send("change");
  await settle();
  wrong.replaceChildren();
  await all.replay(wrong, "own", "");
  assert.deepEqual([wrong.querySelector("h1").textContent, wrong.querySelector("pre").textContent], ["mended.play", "y"]);
  assert.deepEqual([all.titleOfScript("evening"), all.titleOfScript("shared")], ["evening.play", T.ownScript]);
});

const rules = { name: "mine", text: "game", options: {} };

test("the sources of rules", async () => {
  const went = [];
  let changed = 0;
  const sources = new all.Sources((line) => went.push(line), () => changed++);
  const own = { text: "add 1", line: 7, own: true, file: "" };
  const other = { text: "add 2", line: 3, own: false, file: "base.hoyle" };
  const trace = {
    documents: [{ name: "club", file: "club.txt" }, { name: "law", file: "law.txt" }],
    accounts: [
      { name: "club", open: 2, lines: [
        { number: 1, text: "one", state: "rule", rules: [0, 1, 9] }, { number: 2, text: "", state: "blank", rules: [] },
        { number: 3, text: "three", state: "open", rules: [] }, { number: 4, text: "four", state: "no rule", rules: [] } ] },
      { name: "law", open: 1, lines: [] },
    ],
    rules: [own, other], sourceless: [other],
  };
  python({ trace });
  await sources.show(rules, () => false);
  same("sources", sources.panel);
  assert.equal(document.getElementById("live").textContent, T.notAccounted(3));
  sources.panel.querySelector("button.line-link").click();
  assert.deepEqual(went, [7]);
  const file = (name, text) => ({ name, text: async () => text });
  sources.panel.send("dragover");
  assert.ok(sources.panel.classList.contains("over"));
  sources.panel.send("dragleave");
  assert.ok(!sources.panel.classList.contains("over"));
  const drop = async (...files) => {
    sources.panel.send("drop", { dataTransfer: { files } });
    await settle();
  };
  await drop(file("law.txt", "the law"));
  await drop(file("any.txt", "the club"));
  await drop();
  sources.panel.querySelectorAll("button").find((one) => one.id === "open-document-law").focus();
  await sources.show(rules, () => false);
  assert.deepEqual([document.activeElement.id, sources.panel.contains(document.activeElement)], ["open-document-law", true]);
  assert.deepEqual([calls.at(-1)[1].documents, changed], [{ law: "the law", club: "the club" }, 2]);
  const picker = sources.panel.querySelectorAll("input")[1];
  picker.files = [file("x", "picked")];
  picker.send("change");
  await settle();
  await sources.show(rules, () => true);
  assert.equal(calls.at(-1)[1].documents.law, "picked");
  python({ trace: { ...trace, documents: [], accounts: [] } });
  sources.panel.hidden = true;
  document.getElementById("live").textContent = "";
  await sources.show(rules, () => false);
  assert.deepEqual([sources.panel.querySelector("p[role=status]").textContent, sources.panel.querySelectorAll("h2").length], [T.noSources, 0]);
  await drop(file("lost.txt", ""));
  assert.equal(sources.panel.querySelector("p[role=status]").textContent, T.unknownDocument("lost.txt"));
  python({ trace: { problem: "no" } });
  await sources.show(rules, () => false);
  assert.equal(sources.panel.querySelector("p[role=status]").textContent, "no");
});

const described = (fingerprint, more = {}) => ({ fingerprint, options: { b: 1, a: 2 }, players: 2, ...more });

test("what was learned is kept, the newest of many", async () => {
  const lesson = (at) => ({ weights: new Uint8Array([at]), choices: 10 * at, at });
  assert.equal(await all.anythingLearned(), false);
  for (let n = 0; n < 40; n++) await all.keepLesson(described(`f${n}`), lesson(n === 3 ? 0 : n + 1));
  assert.equal(await all.anythingLearned(), true);
  assert.deepEqual((await all.learnedHere({ ...described("f5"), options: { a: 2, b: 1 } })).choices, 60);
  assert.equal(await all.learnedHere(described("f5", { players: 3 })), null);
  await all.keepLesson(described("f5"), lesson(70));
  assert.equal(store.tables.get("learned").size, 40);
  await all.keepLesson(described("new"), lesson(80), 500);
  assert.equal(store.tables.get("learned").size, 40);
  assert.equal(await all.learnedHere(described("f3")), null);
  assert.equal((await all.learnedBeside(described("new"), 500)).at, 80);
  assert.equal(await all.learnedBeside(described("new"), 501), null);
  assert.equal(await all.learnedHere(described("new")), null);
});

/** Lessons that are over after so many looks. */
function lessons(looks) {
  let share = 0;
  Object.assign(FakeWorker.answers, {
    lesson: (...args) => { calls.push(args); return { share: 0, choices: 0 }; },
    lessonGoesOn: (ms) => { calls.push(ms); share += 1 / looks; return { share, choices: Math.round(share * 100) }; },
    lessonLearned: () => new Uint8Array([7]),
  });
}

test("a lesson in a worker", async () => {
  lessons(2);
  const seen = [];
  const made = { binary: "b", description: described("x") };
  const panel = new all.LessonPanel(() => seen.push("learned"));
  await panel.show({ ...made, description: described("x", { net: { lessons: true } }) }, async () => assert.fail("it can teach"), null, null);
  assert.deepEqual([panel.root.querySelector("p").textContent, buttons(panel.root)[0].textContent], [T.learnedNothing, T.learn(20_000)]);
  press(panel.root, "learn-rules");
  assert.equal(document.activeElement.textContent, T.stopLearning);
  await panel.show(made, async () => made, null, null); // nothing happens while a lesson goes on
  await settle(200);
  assert.deepEqual([seen, (await all.learnedHere(described("x"))).choices], [["learned"], 100]);
  assert.equal(document.activeElement.id, "stop-learning");
  assert.deepEqual(calls, [["b", described("x", { net: { lessons: true } }), null, { milliseconds: 20_000 }], 300, 300]);
  assert.equal(document.getElementById("live").textContent, T.learnedFrom(100));
  const kept = await all.learnedHere(described("x"));
  await panel.show(made, async () => ({ problem: "it cannot teach" }), null, kept);
  assert.deepEqual([panel.root.querySelector("p").textContent, buttons(panel.root)[0].textContent], [T.learnedFrom(100), T.learnOn(20_000)]);
  assert.equal(document.activeElement, buttons(panel.root)[0]); // the focus is not lost with the button that had it
  press(panel.root, "learn-rules");
  await settle();
  assert.equal(panel.root.textContent, T.failed("it cannot teach") + T.learnOn(20_000));
  assert.equal(document.activeElement, buttons(panel.root)[0]);
  lessons(1_000);
  await panel.show(made, async () => made, null, null);
  press(panel.root, "learn-rules");
  await settle(4);
  press(panel.root, "stop-learning");
  await settle(200);
  assert.equal(seen.length, 2);
  const { root, show } = all.LessonPanel.progress("Now");
  show({ share: 0.5, choices: 1234 });
  assert.deepEqual([root.textContent, root.querySelector("progress").value], ["Now  1,234 choices", 0.5]);
});

const compiled = { key: "k", wat: "(module)", description: described("made"), early: 1, counts: [2, 3], deals: 4 };
const assemble = (text) => `bytes of ${text}`;

test("modules that Python compiles and many games in them", async () => {
  FakeWorker.answers.assemble = assemble;
  python({ compile: compiled, position: { ...compiled, state: "s", seats: SEATS }, vary: { text: "longer" }, judging: { key: "j", wat: "(search)" }, judge: ANIMATION, report: { games: 5 }, compare: { sentence: "same" } });
  FakeWorker.answers.search = (...args) => calls.push(["search", ...args]);
  const { wat: _, ...rest } = compiled;
  const made = await all.built(rules);
  assert.deepEqual(made, { ...rest, binary: "bytes of (module)" });
  assert.deepEqual(calls.at(-1), ["compile", { ...rules, playing: false, learned: false }]);
  assert.equal((await all.positioned("t", 1, 2)).state, "s");
  assert.deepEqual(await all.varied("t", 1, 2, { choices: [3], title: "a", comment: "b" }), { text: "longer" });
  assert.deepEqual(calls.at(-1)[1], { text: "t", game: 1, frame: 2, choices: [3], title: "a", comment: "b" });
  assert.equal((await all.judged("t", 1)).title, "An evening");
  assert.ok(calls.some(([name, key, binary]) => name === "search" && key === "j" && binary === "bytes of (search)"));
  let able = true;
  Object.assign(FakeWorker.answers, {
    count: (...args) => { calls.push(["count", ...args]); return able; },
    simulate: (...args) => { calls.push(["simulate", ...args]); return { milliseconds: 9, games: 5, tallies: "00" }; },
  });
  const many = { chance: 100, learned: 10 };
  assert.deepEqual(await all.report(made, null, many, () => false), { report: { games: 5 }, milliseconds: 9 });
  assert.deepEqual(calls.at(-2), ["simulate", 1n, 10, 1, [2, 3], 4, 8_000]);
  assert.deepEqual(calls.at(-1), ["report", { key: "k", seed: 1, player: "learned", games: 5, tallies: "00" }]);
  able = false;
  await all.report(made, null, many, () => false);
  assert.deepEqual([calls.at(-2)[2], calls.at(-1)[1].player], [100, "random"]);
  assert.equal(await all.report(made, null, many, () => true), null);
  assert.equal(FakeWorker.made.at(-1).ended, true);
  // the same deals under both
  const knows = { base: true, mine: false };
  Object.assign(FakeWorker.answers, {
    count: (binary, _, weights) => { calls.push(["count", binary, weights]); return weights !== null && knows[binary]; },
    playLogged: (seed, games, most) => { calls.push(["played", seed, games, most]); return { games: games - FakeWorker.made.length % 2, log: "l" }; },
  });
  const both = [{ binary: "base" }, { binary: "mine" }];
  assert.deepEqual(await all.paired(...both, rules, ["w", "w"], "whist", 50, () => false), { sentence: "same" });
  assert.deepEqual(calls.filter(([name]) => name === "count").slice(-4), [["count", "base", "w"], ["count", "mine", "w"], ["count", "base", null], ["count", "mine", null]]);
  assert.deepEqual(calls.at(-2), ["played", 1n, 50, 8_000]);
  assert.deepEqual([calls.at(-1)[1].player, calls.at(-1)[1].base, calls.at(-1)[1].logs], ["random", "whist", ["l", "l"]]);
  knows.mine = true;
  await all.paired(...both, rules, ["w", "w"], "whist", 50, () => false);
  assert.equal(calls.at(-1)[1].player, "learned");
  assert.equal(await all.paired(...both, rules, [null, null], "whist", 50, () => true), null);
  python({ compile: { problem: "no" }, judging: { problem: "no" }, position: { problem: "no" } });
  for (const found of [await all.built(rules), await all.judged("t", 0), await all.positioned("t", 0, 0)]) assert.deepEqual(found, { problem: "no" });
});

test("rules that break down: what stopped them, and the lines that mend it", async () => {
  const about = { title: "Mine", players: { counts: [4], default: 4, here: 4 }, presets: [], options: [] };
  const stop = { message: "points grow by 5", line: 5, advice: "if this is meant, change the check:", lines: ["remove a", "after b"] };
  const found = [stop, { message: "elsewhere", line: 0, advice: "", lines: ["x …"] }];
  python({ about, compile: compiled, rulebook: { title: "Mine", lead: [], sections: [] }, trace: { documents: [], accounts: [], rules: [], sourceless: [] }, diff: { from: "Whist", changes: [] }, tried: { found } });
  Object.assign(FakeWorker.answers, { assemble, count: () => false, simulate: () => { throw new Error("this must hold"); } });
  const [said, lines, added, margins, rounds] = [[], [], [], [], []];
  let advised = null;
  const panels = new all.Panels({
    file: () => ({ name: "mine", text: "variant" }), weights: async () => null, chosen() {}, say: (text) => said.push(text),
    editor: () => ({ go: (line) => lines.push(line), append: (more) => added.push(more), fired: (all) => margins.push(all) }),
    advise: (...parts) => { advised = parts; }, done: (round) => rounds.push(round),
  });
  await panels.refresh();
  assert.deepEqual(said, [T.rulesHold, T.rulesFail("this must hold", "x:3"), "points grow by 5 elsewhere"]);
  assert.deepEqual(calls.at(-1), ["tried", { name: "mine", text: "variant" }]);
  assert.deepEqual(advised.map((one) => [one.tagName, one.textContent]), [
    ["button", T.line(5)], ["p", "If this is meant, change the check:"], ["pre", "remove a\nafter b"], ["button", T.addLines],
    ["pre", "x …"], ["button", T.addGaps],
  ]);
  advised[0].click();
  advised[3].click();
  assert.deepEqual([lines, added, margins, rounds], [[5], [["remove a", "after b"]], [[]], [1]]);
  const shown = (selector) => panels.element.querySelector(selector).textContent;
  assert.equal(shown(".found"), T.rulesFail("this must hold", "x:3"));
  assert.equal(shown(".differences"), T.noDifference("Whist"));
  assert.equal(panels.element.querySelector(".before").hidden, true);
  python({ about: { problem: "mistakes", errors: 2 } });
  await panels.refresh();
  assert.deepEqual([said.at(-1), advised, panels.element.querySelector(".before").hidden], [T.errors(2), [], false]);
});

test("what changes of rules do", async () => {
  const estimate = { value: 0.5, low: 0.4, high: 0.6 };
  const answer = { sentence: "They win as often.", sides: [{ name: "Ann", wins: { a: estimate, b: estimate } }] };
  FakeWorker.answers.assemble = assemble;
  Object.assign(FakeWorker.answers, { count: () => true, playLogged: () => ({ games: 3, log: "l" }) });
  lessons(1);
  python({ compile: compiled, compare: answer });
  served.set(`${AT}games/whist.wasm`, "module");
  served.set(`${AT}games/whist.json`, described("whist"));
  served.set(`${AT}rules/whist.hoyle`, "game");
  const place = element();
  const compared = { made: { binary: "mine", description: described("mine") }, rules, weights: null, lesson: null, base: "whist", title: "Whist" };
  await all.showComparison(place, compared, () => false);
  assert.deepEqual(place.querySelectorAll("h2").map((one) => one.textContent), [T.compared]);
  assert.equal(place.querySelectorAll(".bar-row").length, 2);
  await all.showComparison(place, { ...compared, lesson: { weights: new Uint8Array([1]), choices: 100, at: 1 } }, () => false);
  same("comparison", place);
  assert.equal((await all.learnedBeside(described("made"), 100)).choices, 100);
  python({ compile: { problem: "no" }, compare: answer });
  await all.showComparison(place, { ...compared, weights: new Uint8Array([1]) }, () => false);
  assert.equal(place.textContent, "no");
  await all.showComparison(place, { ...compared, base: "nowhere" }, () => false);
  assert.equal(place.textContent, T.failed("there is no game “nowhere”"));
  python({ compare: { problem: "never" } });
  await all.showComparison(place, compared, () => false);
  assert.equal(place.textContent, "never");
  await all.showComparison(place, compared, () => true);
  assert.equal(place.textContent, T.comparing(1_000));
});

test("rules that nobody knows, and a studio that was stopped", async (t) => {
  assert.equal(await all.read("nowhere"), null);
  served.set(`${AT}rules/solo.hoyle`, "variant");
  assert.equal((await all.read("solo")).text, "variant");
  // Where `hoyle studio` serves the page, it has another address when it is started again.
  const serving = globalThis.fetch;
  t.after(() => { Object.assign(globalThis, { SERVED: undefined, fetch: serving }); });
  const missing = "rules/other.hoyle is not there";
  served.delete(`${AT}rules/other.hoyle`);
  served.set(`${AT}files.json`, {});
  const why = async (SERVED, fetch) => {
    Object.assign(globalThis, { SERVED, fetch });
    const [error] = await Promise.all([all.read("other").then(() => null, ({ message }) => message)]);
    const remote = new all.Remote("module.js").call("wait");
    FakeWorker.made.at(-1).onerror({ message: "", preventDefault() {} });
    return [error, (await remote.then(() => null, (found) => found)).message];
  };
  assert.deepEqual(await why(true, serving), [missing, T.workerFailed]);
  served.delete(`${AT}files.json`);
  assert.deepEqual(await why(false, serving), [missing, T.workerFailed]);
  assert.deepEqual(await why(true, serving), [T.stopped, T.stopped]);
  const unreachable = async () => { throw new TypeError("Failed to fetch"); };
  assert.deepEqual(await why(true, unreachable), [T.stopped, T.stopped]);
  assert.deepEqual(await why(false, unreachable), ["Failed to fetch", T.workerFailed]);
  assert.equal(T.failed(T.stopped), T.stopped);
  assert.equal(all.whyBroken(new Error(T.stopped)), T.stopped);
});

test("the rules of a table can be chosen", async () => {
  served.set(`${AT}settings/whist.json`, {
    title: "Whist", players: { counts: [2, 4], default: 4, here: 4 }, presets: [],
    options: [{ name: "target", value: "1", default: "1", description: null, condition: null, values: [], least: 0, most: 9 }],
  });
  const panel = all.choosing("whist", { options: { target: "3" }, players: null }, false);
  panel.send("toggle");
  await settle();
  assert.equal(panel.querySelector("#option-target").getAttribute("value"), "3");
  assert.equal(panel.querySelector("#players option[selected]").textContent, "4");
  assert.deepEqual(panel.querySelector("#variant").children.map((one) => [one.textContent, one.hasAttribute("selected")]), [["WHIST", true], ["SOLO", false]]);
  const field = panel.querySelector("#players");
  field.value = "2";
  field.send("change");
  press(panel, "play-with");
  assert.equal(location.hash, "#/play/whist/target=3&players=2");
  let again = 0;
  globalThis.dispatchEvent = () => again++;
  press(panel, "play-with");
  assert.equal(again, 1);
  const variant = panel.querySelector("#variant");
  variant.value = "solo";
  variant.send("change");
  assert.equal(location.hash, "#/play/solo");
  served.set(`${AT}rules/other.hoyle`, "game");
  const watched = all.choosing("other", { options: {}, players: null }, true);
  press(watched, "play-with");
  assert.equal(location.hash, "#/watch/other");
  watched.send("toggle");
  await settle();
  assert.equal(watched.querySelector("p[role=status]").textContent, T.failed("settings/other.json is not there"));
  await all.keep("mine", "game", null);
  python({ about: { problem: "wrong" } });
  const own = all.choosing("mine", { options: {}, players: null }, false);
  own.send("toggle");
  await settle();
  assert.equal(own.querySelector("p[role=status]").textContent, T.failed("wrong"));
});
