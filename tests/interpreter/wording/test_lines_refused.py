"""Conditions of rules, one by one, as the condition of an answer: the sentence that is said when it does not hold, with
the facts that explain it; and what a line under such a condition does.

The lines are those of `tests/dsl/lines`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.traversal import within
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wording.outcomes import Outcomes
from hoyle.interpreter.wording.refusals import Refusals

from ...dsl.small_lines import SOME, Entry, entries
from ...golden import same_as_file

GOLDEN = Path(__file__).with_name("golden") / "lines"
CONDITION = re.compile(r"> if (.+): set level to 1")
NUMBER = re.compile(r"> set level to (.+)")
TRIED = [(name, part) for name, part in SOME if name in ("conditions", "numbers")]


def conditions(name: str, part: int) -> Iterator[tuple[str, Entry]]:
    """The conditions of some lines, with the line that each comes from."""
    _, lines = entries(name, part)
    for entry in lines:
        found = (CONDITION if name == "conditions" else NUMBER).fullmatch(entry.written)
        if found is not None:
            yield found[1] if name == "conditions" else f"({found[1]}) > 3", entry


def game_with(entry: Entry, *lines: str) -> CheckedGame | None:
    """The game with these lines in its phase; None if something is wrong with them."""
    return replace(entry, written="\n".join(f"> {line}" for line in lines)).resolved(checked=True).game


def refusals(game: CheckedGame) -> Iterator[str]:
    program = lower(game)
    said = Refusals(game, program)
    ask = next(number for number, one in enumerate(program.asks) if one.alternatives[0].texts[0].startswith("well"))
    for index in range(2):
        for text in said.texts(ask, index):
            facts = "; ".join(f"{one.words}{' (own)' if one.mine else ''}" for one in text.facts)
            yield f"    {text.kind} {text.another}: {text.you} / {text.one} [{facts}]"


def outcomes(game: CheckedGame) -> Iterator[str]:
    said = Outcomes(game, lower(game))
    phase = next(one for one in game.phases if one.name == "tried")
    for st in within(phase.body):
        sentences = dict.fromkeys(said.sentence(st.span, change) for change in (0, 1, -1))
        yield from (f"    {st.span.text.splitlines()[0]} -> {sentence}" for sentence in sentences if sentence)


@pytest.mark.parametrize(("name", "part"), TRIED)
def test_what_is_said_where_a_condition_does_not_hold(name: str, part: int) -> None:
    found: list[str] = []
    for condition, entry in conditions(name, part):
        game = game_with(
            entry, "p chooses", f'    "well" if {condition}', "        nothing",
            f'    "go on {{x}}" for x in 1..3 where {condition} or x > short', "        nothing", '    "no"',
        )  # fmt: skip
        if game is None:
            continue
        found += [condition, *refusals(game)]
        played = game_with(
            entry,
            f"if {condition}: add 2 to p.points",
            f"for q in players where q != p and ({condition}): add 1 to q.points",
        )
        if played is not None:
            found += outcomes(played)
    same_as_file(GOLDEN / f"{name}_{part}.txt", "".join(f"{line}\n" for line in found))
