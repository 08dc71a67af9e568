/** The parts of the package that no comparison with Python reaches: refusals, names, damaged data, copies, undo. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dice } from "../src/dice.js";
import { joinedNames } from "../src/ledger.js";
import { sentence } from "../src/sentences.js";
import { equal, seatLetter } from "../src/words.js";

test("sentences agree with whom they are about", () => {
  const takes = { you: "You take the trick", one: "{who} takes the trick", several: "{who} take the trick" };
  assert.equal(sentence(takes, ["You"], "You"), "You take the trick");
  assert.equal(sentence(takes, ["You"], null), "You takes the trick");
  assert.equal(sentence(takes, ["Ben"], "You"), "Ben takes the trick");
  assert.equal(sentence(takes, ["Ben", "Dan"], "You"), "Ben and Dan take the trick");
});

test("names of teams are separated by commas only", () => {
  assert.equal(joinedNames(["A"]), "A");
  assert.equal(joinedNames(["A", "B"]), "A and B");
  assert.equal(joinedNames(["A", "B", "C"]), "A, B and C");
  assert.equal(joinedNames(["A and C", "B and D"]), "A and C, B and D");
});

test("dice are those of Python", () => {
  const numbers = [dice(7n, 1, 0)(2 ** 32), dice(5n, 3, 2)(2 ** 32), dice(2n ** 62n + 5n, 100, 3)(2 ** 32)];
  assert.deepEqual(numbers, [2739232224, 2875963935, 2870029657]);
});

test("seats have letters, then numbers", () => {
  assert.deepEqual([0, 25, 26].map(seatLetter), ["A", "Z", "P27"]);
});

test("a number is never a set", () => {
  assert.ok(equal([1, 2], [1, 2]));
  assert.ok(!equal(1, [0]));
  assert.ok(!equal([1], [1, 2]));
});
