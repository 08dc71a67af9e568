"""What is said of seven small games, which have every construct of the language between them: why choices are not legal,
and what rows and statements do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest

from hoyle.dsl.traversal import within
from hoyle.interpreter.engine import Dice, Engine, Question
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.opening.opened import OpenedGame
from hoyle.interpreter.records import Choice
from hoyle.interpreter.text.parse import Words
from hoyle.interpreter.wording.outcomes import Outcomes
from hoyle.interpreter.wording.reasons import Reasons
from hoyle.interpreter.wording.refusals import Refusals

from ...golden import same_as_file
from ...small_constructs import ALL_CONSTRUCTS, construct_game

GOLDEN = Path(__file__).with_name("golden")
ASKING = ("choices", "tricks", "flow", "wide", "alike", "turns")
"""The games in which something is asked that can be refused."""


@pytest.mark.parametrize("name", ASKING)
def test_why_each_kind_of_choice_may_be_refused(name: str) -> None:
    game = construct_game(name)
    program = lower(game)
    refusals, found = Refusals(game, program), list[str]()
    for number, ask in enumerate(program.asks):
        for index, one in enumerate(ask.alternatives):
            found.append(f"{'…'.join(one.texts)}")
            for text in refusals.texts(number, index):
                facts = "".join(
                    f", {fact.words} {fact.variable} {fact.mine} {fact.zone} {fact.top}" for fact in text.facts
                )
                found.append(f"    {text.kind}: {text.you} / {text.one} ({text.another}{facts})")
    same_as_file(GOLDEN / f"{name}_refusals.txt", "".join(f"{line}\n" for line in found))


@pytest.mark.parametrize("name", ALL_CONSTRUCTS)
def test_what_each_row_and_each_statement_does(name: str) -> None:
    game = construct_game(name)
    outcomes = Outcomes(game, lower(game))
    places = [row.span for phase in game.phases for row in phase.rows]
    places += [st.span for phase in (game.main, *game.phases) for st in within(phase.body)]
    found: list[str] = []
    for span in sorted(dict.fromkeys(places), key=lambda span: (span.start, -span.end)):
        said = [outcomes.sentence(span, change) for change in (0, 1, -1)]
        if any(said):
            found.append(f"{span.line}: {span.text.splitlines()[0]}")
            found += [f"    {sentence}" for sentence in dict.fromkeys(said)]
    same_as_file(GOLDEN / f"{name}_outcomes.txt", "".join(f"{line}\n" for line in found))


@pytest.mark.parametrize("name", ASKING)
def test_why_a_choice_is_refused_in_a_position(name: str) -> None:
    game = construct_game(name)
    program = lower(game)
    engine, dice, found = Engine(program), Dice(5), list[str]()
    one = OpenedGame.lowered(game, program)
    state = engine.start(seed=5)
    for _ in range(12):
        question = engine.question(state)
        if question is None:
            break
        found += said_of(question, one.reasons, one.words)
        choices = list(islice(question.choices(), 200))
        state = engine.apply(state, choices[dice.below(len(choices))])
    same_as_file(GOLDEN / f"{name}_reasons.txt", "".join(f"{line}\n" for line in dict.fromkeys(found)))


def said_of(question: Question, reasons: Reasons, words: Words) -> Iterator[str]:
    """Some of the choices that are not legal at a question, with every reason against each."""
    for index, one in enumerate(question.alternatives):
        seats = range(words.program.players)
        by_kind = {"card": range(0, 60, 7), "set": range(0, 60, 7), "player": seats, "suit": range(2)}
        ranges = [by_kind.get(bound.type.kind, range(4)) for bound in one.bound]
        for values in islice(product(*ranges), 12):
            choice = Choice(index, values)
            if question.legal(choice) or not all(value < len(words.program.deck) for value in values):
                continue
            yield f"{words.player(question.player)}: {words.label(one, values)}"
            yield from (f"    {span.line} {text}" for span, text in reasons.against(question, choice, words))
