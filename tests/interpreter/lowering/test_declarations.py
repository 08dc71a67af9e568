"""What declarations are lowered to, in one small game: the rows of `values`, sisters of suits, and incidents."""

from __future__ import annotations

from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source
from hoyle.interpreter.engine import Engine
from hoyle.interpreter.lowering import lower

GAME = """\
game "Small"
players 2
deck 2 3 4, 2 jokers
zones
    stock: face down
remember
    lead: player
    worths, sisters, calls: number
    points of each player: number
values worth of each card
    joker: 20
    otherwise: 1
main
    gather every card into stock
    set lead to a random player
    set worths to total worth of stock
    set sisters to number of s in suits where s.sister.color = s.color and s.sister != s
    first_round
    second_round
    add calls to lead.points
    game over, won by the player with highest points
phase first_round
    lead chooses
        "on"
            nothing
phase second_round
    lead chooses
        "go on"
            nothing
    lead chooses
        "end"
            nothing
incident "call" from first_round until the first choice of second_round
    add 1 to calls
incident "slip" during first_round
    add 10 to calls
"""


def started() -> Engine:
    game = load(Source("small", GAME)).game
    assert game is not None
    return Engine(lower(game))


def remembered(name: str) -> int:
    engine = started()
    number = next(i for i, variable in enumerate(engine.program.variables) if variable.name == name)
    return engine.value(engine.start(seed=1), number)


def test_a_row_for_jokers_matches_no_other_card() -> None:
    """Not even a card of the first rank."""
    assert remembered("worths") == 2 * 20 + 3 * 4


def test_every_suit_has_a_sister_of_its_colour() -> None:
    assert remembered("sisters") == 4


def test_an_incident_ends_with_the_first_choice_of_the_phase_it_names() -> None:
    """An incident `during` a phase ends with that phase."""
    engine = started()
    titles = [incident.title for incident in engine.program.incidents]
    state, found = engine.start(seed=1), list[set[str]]()
    while (question := engine.question(state)) is not None:
        found.append({titles[number] for number in question.incidents})
        state = engine.apply(state, next(question.choices()))
    assert found == [{"call", "slip"}, {"call"}, set()]
