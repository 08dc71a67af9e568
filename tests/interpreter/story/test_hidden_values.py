"""What is remembered while cards are hidden tells nothing of them: the same choice, made at a table at which other cards
are hidden, sets the same values.

A step is left out if its viewer sees other cards there, if the next question is another one, and if it ends a deal:
what a hand has brought is counted then, whether the rules have it laid open or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

import pytest

from hoyle.dsl.loading import rulesets
from hoyle.interpreter.engine import Engine, State
from hoyle.interpreter.faults import Fault
from hoyle.interpreter.fuzz.exchange import hidden_cards
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.program import ACTOR, PC, Program
from hoyle.interpreter.records import AnyRecord, Assigned, Chosen, GameOver, Moved, Shuffled, Tucked
from hoyle.interpreter.story.chosen import named_cards

from .playing import hear
from .test_exchange import exchanged_state, seen_in

SAID = {
    "clabber": {"announced", "best_height", "best_side"},
    "jass": {"announced", "best_height", "best_side"},
    "piquet": {"for_point", "for_sequences", "for_sets", "counted", "bonus", "good"},
}
"""What players say of their hands by the rules: the worth of what they announce and declare."""
CHOICES = 60
GAMES = 2


def kept_in_variables(program: Program, state: State) -> int:
    """The mask of the cards that variables hold."""
    found = 0
    for info in program.variables:
        for value in state.values[info.base : info.base + info.count]:
            if info.type.kind == "card" and isinstance(value, int) and value >= 0:
                found |= 1 << value
            elif info.type.kind == "set" and isinstance(value, int):
                found |= value
    return found


def another_deal(program: Program, state: State, viewer: int, seen: int, random: Random) -> State:
    """The state with the cards that a viewer has never seen exchanged among themselves."""
    seen |= kept_in_variables(program, state)
    hidden = [card for card in hidden_cards(program, state.values, viewer) if not seen >> card & 1]
    others = random.sample(hidden, len(hidden))
    to = {card: card for card in range(len(program.deck))} | dict(zip(hidden, others, strict=True))
    return exchanged_state(program, state, to)


def noticed(program: Program, viewer: int, records: list[AnyRecord]) -> list[tuple[object, int]]:
    """What a viewer sees of a step besides the values that are set: what happens, and the cards that it sees."""
    return [
        (happened(record), seen_in(program, viewer, record)) for record in records if not isinstance(record, Assigned)
    ]


def happened(record: AnyRecord) -> object:
    """What happens, without the cards."""
    match record:
        case Chosen() | GameOver():
            return record
        case Moved(cards, source, target):
            return len(cards), source, target
        case Tucked(cards, pile, at):
            return len(cards), pile, at
        case _:
            return type(record)


def revealing(program: Program, random: Random) -> Iterator[str]:
    """The variables of which a value set in a random game depends on cards that some viewer has not seen."""
    engine, heard = Engine(program), list[AnyRecord]()
    state = engine.start(seed=random.randrange(1 << 30), listener=partial(hear, heard))
    seen = dict.fromkeys(range(-1, program.players), 0)
    for _ in range(CHOICES):
        for viewer in seen:
            for record in heard:
                seen[viewer] = 0 if isinstance(record, Shuffled) else seen[viewer] | seen_in(program, viewer, record)
        question = engine.question(state)
        if question is None:
            return
        choice, heard = random.choice(list(islice(question.choices(), 200))), list[AnyRecord]()
        after = engine.apply(state, choice, listener=partial(hear, heard))
        if any(isinstance(one, Assigned) for one in heard) and not any(
            isinstance(one, Shuffled | GameOver) for one in heard
        ):
            for viewer in (-1, random.randrange(program.players)):
                other = another_deal(program, state, viewer, seen[viewer] | named_cards(program, heard[0]), random)
                yield from differing(engine, (heard, after), other, viewer)
        state = after


def differing(engine: Engine, step: tuple[list[AnyRecord], State], other: State, viewer: int) -> Iterator[str]:
    """The variables that the choice of a step sets differently at the other table, if the viewer sees nothing else."""
    program, (heard, after) = engine.program, step
    chosen, records = heard[0], list[AnyRecord]()
    assert isinstance(chosen, Chosen)
    try:
        question = engine.question(other)
        if question is None or not question.legal(chosen.choice):
            return
        then = engine.apply(other, chosen.choice, listener=partial(hear, records))
    except Fault:  # the other deal cannot come about by what was chosen before
        return
    asked = [(one.values[PC], one.values[ACTOR]) for one in (after, then)]
    if asked[0] != asked[1] or noticed(program, viewer, heard) != noticed(program, viewer, records):
        return
    one, two = (
        {(record.variable, record.owner, record.value) for record in step if isinstance(record, Assigned)}
        for step in (heard, records)
    )
    yield from (program.variables[variable].name for variable, _, _ in one ^ two)


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_a_value_that_is_set_tells_nothing_of_hidden_cards(name, any_program):
    random = Random(name)
    found = {one for _ in range(GAMES) for one in revealing(any_program(name, random), random)}
    assert found <= SAID.get(name, set())


def test_a_value_that_counts_hidden_cards_is_found(tmp_path):
    (tmp_path / "early.hoyle").write_text(
        'variant "Matadors told at once" of skat\n\nchange name_contract\n    add at the end\n'
        "        set matadors to matadors_of(p)\n",
        encoding="utf-8",
    )
    program = Rulesets().open(str(tmp_path / "early.hoyle")).engine.program
    assert any("matadors" in revealing(program, Random(seed)) for seed in range(20))
