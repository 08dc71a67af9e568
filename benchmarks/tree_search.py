"""A player that searches a tree over what is hidden (ISMCTS), to measure it against `think`, which does not.

    python benchmarks/strength.py newberry_euchre tree think:nodes=0 --seconds 60

In `tree` every player maximises its own value (max-n); `paranoid` assumes that all others play together against the
seat.  Worlds, playouts, the cheap model and budgets (`tree:quick`) are those of `think`.  The search is `tree.wat`,
which is added to every module that is compiled after this file is imported.  Identical cards are distinguished in the
tree.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from hoyle.interpreter.players import Decision, Maker, Player
from hoyle.interpreter.players.think import budget_of, thinker_of
from hoyle.interpreter.program import Program
from hoyle.interpreter.records import Choice
from hoyle.interpreter.search.seen import SeenDeal
from hoyle.interpreter.search.thinker import Budget, Thinker, Thought, ThoughtRequest
from hoyle.interpreter.wasm.search.writer import TABLE_BITS, SearchFunctions
from hoyle.interpreter.wasm.writing.questions import stored_values

EXPLORE = 500
"""How strongly rarely tried options are preferred, in thousandths of the root mean square of the gain in a deal."""
TEXT = Path(__file__).with_name("tree.wat")

_plain = SearchFunctions.functions


def _functions(self: SearchFunctions) -> str:
    """The functions of a module that thinks, and those of the tree."""
    assert TABLE_BITS >= 15
    layout = self.layout
    cases: list[str] = []
    for number, ask in enumerate(layout.program.asks):
        for i, alternative in enumerate(ask.alternatives):
            words = 1 + sum(value.words for value in stored_values(layout, alternative))
            asked = f"(i32.eq (local.get $ask) (i32.const {number}))"
            alike = f"(i64.eq (i64.load (local.get $o)) (i64.const {i}))"
            found = f"(call $t_words (local.get $o) (i32.const {words}) (local.get $node))"
            cases.append(f"(if (i32.and {asked} {alike}) (then (return {found})))")
    key = "(func $t_key (param $ask i32) (param $o i32) (param $node i64) (result i64)\n"
    text = TEXT.read_text(encoding="utf-8")
    sides = 8 * max(1, len(self.watch.sides))
    for name, value in (self.at | {"SCORES_SIZE": sides}).items():
        text = text.replace(f"@{name}@", str(value))
    return "\n".join((_plain(self), key, *cases, "(i64.const 1))", text))


SearchFunctions.functions = _functions


class TreeThinker(Thinker):
    """Thinks by a tree search, with the instance of another thinker."""

    def __init__(self, other: Thinker, *, paranoid: bool) -> None:
        super().__init__(other.program, other.machine)
        self.paranoid = paranoid

    def _search(self, seen: SeenDeal, worlds: int, replays: int, request: ThoughtRequest) -> Thought:
        del seen
        playouts, seed = request.budget.playouts, request.seed
        arms = self.machine.call("search_begin", playouts, seed)
        self.machine.call("tree", playouts, seed, EXPLORE, int(self.paranoid))
        return self._read(arms, worlds, replays)


class TreePlayer(Player):
    """Plays one seat by tree search."""

    remembers: ClassVar[bool] = True

    def __init__(self, program: Program, budget: Budget, *, paranoid: bool) -> None:
        other = thinker_of(program)
        assert other is not None
        self.thinker = TreeThinker(other, paranoid=paranoid)
        self.budget = budget

    def choose(self, decision: Decision) -> Choice:
        """Choose the option that was taken most often at the root."""
        number, seen = decision.dice.below(1 << 32), decision.seen()
        assert seen is not None
        thought = self.thinker.think(seen, len(decision.options), self.budget, number)
        return decision.options[thought.best]


def tree(name: str) -> Maker:
    """Return the function that makes players of a name: `tree` or `paranoid`, and the budget after a colon."""
    kind, _, text = name.partition(":")
    budget = replace(budget_of(text), match=0, nodes=0)
    return lambda program, _seat: TreePlayer(program, budget, paranoid=kind == "paranoid")
