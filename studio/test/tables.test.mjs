/** The pages of `hoyle serve`, with a document and a server in their place. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Element, install } from "./document.mjs";
import { installed, settle } from "./fakes.mjs";
import { scripts } from "./loading.mjs";

const { served, kept } = installed();
const heard = new Map();
const intervals = [];
globalThis.addEventListener = (kind, act) => heard.set(kind, act);
globalThis.setInterval = (act) => intervals.push(act);
globalThis.history = { replaceState: (_state, _title, address) => { location.hash = address; } };
let reloads = 0;
let sockets = [];
globalThis.WebSocket = class {
  readyState = 1;
  sent = [];
  constructor(address) {
    this.address = address;
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
};
/** The value of a field: what was set, or the first option that is selected. */
Object.defineProperty(Element.prototype, "value", {
  configurable: true,
  get() {
    const options = this.tagName === "select" ? this.children : [];
    return this.given ?? (options.find((one) => one.hasAttribute("selected")) ?? options[0])?.value;
  },
  set(value) { this.given = value; },
});
let page = install("page");
const own = ["dom", "wire", "lobby", "telling", "room"].map((name) => `../../../server/page/${name}`);
const { Lobby, Room } = await scripts(["cards", "table", "asking", "play", "settlement", ...own], "Lobby, Room");

beforeEach(() => {
  page = install("page");
  kept.clear();
  served.clear();
  sockets = [];
  reloads = 0;
  Object.assign(location, { hash: "", protocol: "http:", host: "cards.example", origin: "http://cards.example", search: "", href: "" });
  location.reload = () => { reloads += 1; };
});

const zone = (owner, whose, cards) => ({ zone: 0, name: "hand", kind: "hand", owner, whose, ordered: false, count: cards.length, cards, new: [], by: cards.map(() => -1) });
const seats = ["Ann", "Bob"];

/** What Ann, or whoever has another chair, is sent. */
function table(question, turn, since, more = {}) {
  const { scene = {}, asked = null, view = true, ...rest } = more;
  const drawn = {
    seats, teams: [], deal: 1, trick_of_deal: 0, turn, over: null, viewer: "0", roles: [], facts: [], badges: [], trick: null, last_trick: null, calls: [], scores: [],
    settlement: null, zones: [zone(0, "Ann", ["2♠", "K♦"]), zone(1, "Bob", [null, null])], since, ...scene,
  };
  return {
    type: "table", number: question, title: "Game", phase: "playing", question, game: 1, you: 0, seat: 0, turn,
    chairs: seats.map((name, seat) => ({ name, program: null, came: true, here: true, seat })), left: [], proposal: null, remarks: [], stopped: null,
    may: { take_back: true, chat: "free", clock: [0, 0] }, view: view ? { scene: drawn, question: asked } : null, ...rest,
  };
}

const passes = (player) => ({ item: "made", player, label: "pass", draws: [], note: "" });
const asked = { prompt: "Pass or bid.", options: [{ number: 0, label: "pass", cards: [] }, { number: 1, label: "bid", cards: [] }], alternatives: [], picks: null, more: 0, incidents: [] };

/** A page of a table; `hear` gives it a message. */
function room(secret = "own") {
  location.hash = secret && `#${secret}`;
  const made = Room.open("t1");
  const hear = (message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });
  return { made, hear, root: page.getElementById("page") };
}

const reported = (root) => root.querySelector(".log").children.map((one) => one.textContent);
const button = (root, text) => root.querySelectorAll("button").find((one) => one.textContent === text);

test("what happened is written once, however often a message repeats it", () => {
  const { hear, root } = room();
  hear(table(1, 1, [{ item: "heading", title: "deal" }]));
  hear(table(2, 1, [{ item: "heading", title: "deal" }, passes("Bob")]));
  hear(table(2, 1, [{ item: "heading", title: "deal" }, passes("Bob")], { remarks: [{ number: 9, chair: 1, text: "Hello!" }] }));
  hear(table(3, 0, [{ item: "heading", title: "deal" }, passes("Bob"), passes("Bob")], { asked }));
  assert.deepEqual(reported(root), ["deal", "Bob: pass", "Bob: pass"]);
  hear(table(4, 0, [passes("Ann")], { asked })); // Ann passed, and is asked again
  hear(table(5, 1, [passes("Ann")])); // and once more
  hear(table(6, 0, [passes("Ann"), passes("Bob")], { asked }));
  assert.deepEqual(reported(root).slice(3), ["Ann: pass", "Ann: pass", "Bob: pass"]);
  hear(table(5, 1, [])); // that was taken back
  hear(table(6, 0, [passes("Cyd")], { asked }));
  assert.deepEqual(reported(root).slice(6), ["Cyd: pass"]);
});

test("whoever watches sees what is new in each message", () => {
  const { hear, root } = room("");
  for (const question of [1, 2]) hear(table(question, 1, [passes("Bob")], { you: -1, seat: -1 }));
  assert.equal(root.querySelector(".people p").textContent, "You are watching.");
  assert.deepEqual(reported(root), ["Bob: pass", "Bob: pass"]);
});

test("each line of what happened is a sentence", () => {
  const { hear, root } = room();
  const columns = ["bid", "points"];
  hear(table(1, 1, [
    { item: "dealt", zone: "hand", rows: [["Ann", ["2♠", "K♦"]], ["Bob", ["??", "??"]], ["", ["??"]]] },
    { item: "made", player: "Bob", label: "draw", draws: ["??"], note: "" },
    { item: "tricktable", plays: [["Ann", "2♠"]], winner: null },
    { item: "tricktable", plays: [], winner: "Bob" },
    { item: "handed", cards: ["??", "??"], to: "hand of Bob" },
    { item: "revealed", cards: ["2♠"], to: "everyone" },
    { item: "gained", owner: "Bob", name: "points", before: 1, now: -1, why: [["a rule", "x:1"]] },
    { item: "scores", columns, rows: [["Ann", [[0, 2], [3, 3]]], ["Bob", [[0, 0], [3, -40]]]], why: [] },
    { item: "won", winners: ["Ann"] },
  ]));
  assert.deepEqual(reported(root), [
    "Ann: 2♠ K♦; Bob: 2 cards; hand: 1 card", "Bob: draw, draws 1 card", "Ann 2♠", "Bob takes the trick", "2 cards to hand of Bob", "2♠ shown to everyone",
    "Bob: points −1 (−2)", "a rule", "Ann: bid 2 (+2), points 3; Bob: bid 0, points −40 (−43)", "won by Ann",
  ]);
});

test("what a deal came to stays until the person goes on, and does not come back", () => {
  const { hear, root } = room();
  const entries = [{ owner: "player", of: 0, whose: "Ann", name: "points", before: 0, now: 3 }];
  const scene = { settlement: { deal: 1, deal_over: true, lines: [], entries, reasons: [], named: [], laid_open: [] } };
  const panels = () => root.querySelectorAll(".settlement").length;
  hear(table(1, 1, [], { scene }));
  assert.equal(panels(), 1);
  assert.equal(document.activeElement.textContent, "Continue");
  hear(table(2, 1, [passes("Bob")], { scene }));
  assert.equal(panels(), 1);
  button(root, "Continue").focus();
  hear(table(2, 0, [passes("Bob")], { scene, asked, remarks: [{ number: 9, chair: 1, text: "Hello!" }] }));
  assert.equal(document.activeElement.textContent, "Continue");
  button(root, "Continue").click();
  assert.equal(panels(), 0);
  hear(table(3, 0, [passes("Bob"), passes("Bob")], { scene, asked }));
  assert.equal(panels(), 0);
  hear(table(4, 1, [], { scene: { settlement: { ...scene.settlement, deal: 2 } } }));
  assert.equal(panels(), 1);
});

test("what is typed, folded or looked at stays when a message comes", () => {
  const { hear, root } = room();
  hear(table(1, 1, []));
  const text = root.querySelector(".talk input");
  const details = root.querySelector(".ending");
  button(root, "Pause").focus();
  hear(table(2, 1, [passes("Bob")], { remarks: [{ number: 3, chair: 1, text: "Hello!" }] }));
  assert.equal(root.querySelector(".talk input"), text);
  assert.equal(root.querySelector(".ending"), details);
  assert.equal(document.activeElement.textContent, "Pause");
  assert.equal(root.querySelector(".remarks").textContent, "Bob Hello!");
  hear(table(2, 1, [passes("Bob")], { phase: "paused" }));
  assert.deepEqual(root.querySelector(".acts").children.map((one) => one.textContent), ["Take back", "Go on"]);
});

test("whoever has only a keyboard is where the choice is", () => {
  const { hear, root } = room();
  hear(table(1, 0, [], { asked }));
  assert.equal(document.activeElement.textContent, "pass");
  page.body.send("keydown", { key: "2" });
  assert.deepEqual([sockets[0].sent.at(-1).type, sockets[0].sent.at(-1).option], ["choose", 1]);
  document.activeElement = page.body;
  hear(table(2, 1, []));
  assert.equal(document.activeElement, page.body);
  root.querySelector(".talk input").focus();
  hear(table(3, 0, [], { asked }));
  assert.equal(document.activeElement, root.querySelector(".talk input"));
});

test("an arrow leads to where one chooses", () => {
  const { hear, root } = room();
  const press = (key) => {
    page.body.send("keydown", { key });
    return document.activeElement.textContent;
  };
  hear(table(1, 1, []));
  button(root, "Pause").focus();
  assert.equal(press("ArrowDown"), "Pause"); // nobody asks: the page scrolls
  const both = { ...asked, options: [{ number: 0, label: "play 2♠", cards: ["2♠"] }, asked.options[1]] };
  hear(table(2, 0, [], { asked: both }));
  assert.equal(document.activeElement.textContent, "Pause");
  assert.match(press("ArrowUp"), /2 of spades/);
  assert.equal(press("ArrowDown"), "bid");
  assert.match(press("ArrowUp"), /2 of spades/);
});

const aloud = (root) => root.querySelector(".aloud").children.map((one) => one.textContent);

test("what is new is read aloud once", () => {
  const { hear, root } = room();
  const hello = { number: 9, chair: 1, text: "Hello!" };
  const proposal = { number: 10, chair: 1, what: "take back", agreed: [1] };
  hear(table(1, 1, [], { remarks: [{ number: 3, chair: 0, text: "from before" }] }));
  hear(table(2, 1, [{ item: "made", player: "Bob", label: "play 2♠", draws: [], note: "" }], { remarks: [hello] }));
  hear(table(2, 1, [], { remarks: [hello], proposal }));
  hear(table(2, 1, [], { remarks: [hello, { ...hello, number: 11 }], proposal }));
  hear(table(2, 1, [], { remarks: [hello, { ...hello, number: 11 }] }));
  const said = ["Bob: play 2 of spades", "Bob: Hello!", "Bob would like to take back the last choice.", "Bob: Hello!", "Nothing is proposed any more."];
  assert.deepEqual(aloud(root), said);
});

test("something is said only when the button is pressed", () => {
  const { hear, root } = room();
  hear(table(1, 1, []));
  const [phrase] = root.querySelectorAll(".talk select");
  const sent = () => sockets[0].sent.filter((one) => one.type === "say");
  phrase.value = "3";
  phrase.send("change");
  assert.deepEqual(sent(), []);
  phrase.parent.send("submit");
  assert.deepEqual(sent(), [{ type: "say", phrase: 3 }]);
  const own = root.querySelector(".talk input");
  own.value = " Well, well. ";
  own.parent.send("submit");
  assert.deepEqual([sent().at(-1), own.value], [{ type: "say", text: "Well, well." }, ""]);
});

test("whoever proposed something may withdraw it", () => {
  const { hear, root } = room();
  hear(table(1, 1, [], { proposal: { number: 10, chair: 1, what: "stop", agreed: [0, 1] } }));
  assert.equal(button(root, "Withdraw"), undefined);
  hear(table(1, 1, [], { proposal: { number: 11, chair: 0, what: "stop", agreed: [0] } }));
  button(root, "Withdraw").click();
  assert.deepEqual(sockets[0].sent.at(-1), { type: "agree", proposal: 11, agree: false });
});

test("the last trick is shown on demand", () => {
  const { hear, root } = room();
  hear(table(1, 1, [], { scene: { last_trick: { leader: 0, winner: 1, plays: [{ seat: 0, card: "2♠" }, { seat: 1, card: "A♠" }] } } }));
  button(root, "Last trick").click();
  assert.match(root.querySelector(".last-trick-box").textContent, /Ann.*led.*Bob.*took it/);
  page.body.send("keydown", { key: "l" });
  assert.equal(root.querySelector(".last-trick-box"), null);
});

const waiting = (more = {}) => table(0, -1, [], {
  phase: "waiting", view: false, game: 0, seat: -1, chairs: seats.map((name, seat) => ({ name, program: null, came: false, here: false, seat })), ...more,
});

test("the page says for whom the game waits", () => {
  const { hear, root } = room();
  const chairs = [{ name: "Ann", program: null, came: true, here: true, seat: 0 }, { name: "B", program: null, came: false, here: false, seat: 1 }];
  hear(waiting({ chairs }));
  assert.equal(root.querySelector(".state").textContent, "waiting for B");
  assert.deepEqual(root.querySelectorAll(".people li").map((one) => one.textContent), ["Ann (you)", "B (not here yet)"]);
});

test("anybody may sit down at a table that is listed, and only there", () => {
  const { hear, root } = room("");
  hear(waiting({ you: -1 }));
  assert.equal(root.querySelector(".sit"), null);
  hear(waiting({ you: -1, may: { take_back: true, chat: "off", clock: [0, 0], sit: true } }));
  root.querySelector(".sit input").value = "Zoe";
  const chairs = waiting().chairs.map((one, at) => ({ ...one, came: at === 0 }));
  hear(waiting({ you: -1, may: { take_back: true, chat: "off", clock: [0, 0], sit: true }, chairs })); // somebody was first
  root.querySelector(".sit").send("submit");
  assert.deepEqual(sockets[0].sent.at(-1), { type: "sit", name: "Zoe", chair: 1 });
});

test("a name that is refused is asked for again", () => {
  kept.set("hoyle:sit:t1", JSON.stringify("<b>"));
  const { hear, root } = room();
  hear(waiting());
  assert.deepEqual(sockets[0].sent.at(-1), { type: "sit", secret: "own", name: "<b>", chair: 0 });
  assert.equal(root.querySelector(".sit"), null);
  hear({ type: "refused", code: "S38", sentence: "A name has letters." });
  assert.equal(root.querySelectorAll(".sit").length, 1);
  assert.equal(root.querySelector(".problem").textContent, "A name has letters.");
  hear({ type: "seated", secret: "own", chair: 0 });
  assert.equal(root.querySelector(".problem").textContent, "");
});

test("an invitation that is opened where the table is open already is followed", () => {
  room("");
  heard.get("hashchange")();
  assert.equal(reloads, 1);
});

/** The first page, with two games whose descriptions come when they are let. */
async function lobby() {
  const games = ["four", "two"].map((name) => ({ name, about: name, of: null }));
  served.set("GET /api/games", { games, variants: [], players: [{ name: "think", about: "thinks", of: null }] });
  served.set("GET /api/tables", []);
  const about = { four: { seats: 4, names: [], options: [] }, two: { seats: 2, names: [], options: [] } };
  const asked = [];
  const answers = [];
  const { fetch } = globalThis;
  globalThis.fetch = (path, options) => {
    if (options.method !== "POST") return fetch(path, options);
    const body = JSON.parse(options.body);
    asked.push([path, body]);
    return new Promise((go) => {
      const made = path === "/api/about" ? about[body.game] : { table: "t1", chairs: ["s0", "s1"] };
      answers.push((ok = true) => go({ ok, json: async () => (ok ? made : { refused: { code: "S20", sentence: "No." } }) }));
    });
  };
  const done = Lobby.open();
  await settle();
  return { root: page.getElementById("page"), asked, answers, done, end: () => { globalThis.fetch = fetch; } };
}

test("a table is opened for the chairs of its game, however late they are known", async () => {
  const { root, asked, answers, done, end } = await lobby();
  answers[0]();
  await done;
  assert.equal(root.querySelectorAll(".chairs select").length, 3);
  const game = root.querySelector("select");
  game.value = "two";
  game.send("change");
  root.querySelector(".new").send("submit");
  await settle();
  assert.equal(asked.length, 2); // it waits for the description
  answers[1]();
  await settle();
  assert.deepEqual([asked[2][0], asked[2][1].game, asked[2][1].chairs.length], ["/api/tables", "two", 2]);
  const open = root.querySelector("button[type]");
  assert.equal(open.disabled, true);
  heard.get("pageshow")();
  assert.equal(open.disabled, false);
  end();
});

test("a game that cannot be described opens no table, and the page says why", async () => {
  const { root, asked, answers, done, end } = await lobby();
  answers[0](false);
  await done;
  root.querySelector(".new").send("submit");
  await settle();
  assert.equal(asked.length, 1);
  assert.equal(root.querySelector(".problem").textContent, "No.");
  assert.equal(root.querySelector("button[type]").disabled, false);
  end();
});
