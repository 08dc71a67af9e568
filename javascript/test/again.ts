/** Copies, takes back, saves and resumes a game, and lets a player think in each: node again.js MODULE DESCRIPTION */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Description, type Game, GameError, IllegalChoice, Rules } from "../src/index.js";

const [module = "", description = ""] = process.argv.slice(2);
const described = JSON.parse(readFileSync(description, "utf-8")) as Description;
const rules = await Rules.open(readFileSync(module), described);
const game = rules.start({ seed: 5 });
for (let number = 0; number < 20 && !game.over; number++) game.choose((7 * number) % game.choices.length);

const choices = (of: Game) => of.choices.map(String);
const everything = (of: Game) => JSON.stringify([of, of.lines("A"), of.records, choices(of)]);
const before = everything(game);

// Games share an instance of the module, and do not disturb each other.
const copy = game.copy();
let made = 0;
while (made < 5 && !copy.over) {
  copy.choose(0);
  made++;
}
assert.equal(everything(game), before);
copy.undo(made);
assert.equal(everything(copy), before);

// A resumed game goes on alike, and its players think, though they have not seen the deal.
const resumed = rules.resume(JSON.parse(JSON.stringify(game)));
assert.equal(JSON.stringify(resumed), JSON.stringify(game));
assert.deepEqual(choices(resumed), choices(game));
for (let number = 0; number < 10 && !resumed.over; number++) {
  const choice = await resumed.ask("think:quick");
  assert.ok(resumed.legal(choice));
  game.choose(choice.number);
  resumed.choose(choice.label);
  assert.equal(JSON.stringify(resumed), JSON.stringify(game));
}

// Bad input is refused, and changes nothing.
const at = everything(resumed);
for (const choice of ["no such choice", -1, 1e6]) assert.throws(() => resumed.choose(choice), IllegalChoice);
assert.throws(() => resumed.undo(1000), GameError);
assert.throws(() => resumed.view("nobody"), GameError);
assert.throws(() => rules.start({ seed: -1 }), GameError);
const saved = JSON.parse(JSON.stringify(resumed));
for (const damaged of [
  null,
  {},
  { ...saved, state: {} },
  { ...saved, state: { ...saved.state, slots: [] } },
]) {
  assert.throws(() => rules.resume(damaged), GameError);
}
await assert.rejects(Rules.open(new Uint8Array([1, 2, 3]), described), GameError);
assert.equal(everything(resumed), at);
