"""What a row or a statement did, in sentences that explain a score."""

from __future__ import annotations

import pytest

from hoyle.dsl.checked import Assign, CheckedGame
from hoyle.dsl.loading import load
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.traversal import within
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wording.outcomes import Outcomes

RULES = """game "Counting"
language 1
players 2
deck 2 3 4 5
zones
    stock: face down
remember
    points of each player: number
    turns of each player: 0..9
main
    for p in players
        p chooses
            "one"
                judge(p)
            "two"
                add 1 to p.turns
    for p in players where p.turns > 0
        add 2 to p.points
    if size of stock < 3: add 3 to points of each player
    otherwise: add 4 to points of each player
    game over, won by the player with highest points, otherwise shared
table judge(p: player)
    p.turns = 0 -> add 5 to p.points
    p.turns = 1 -> nothing
    otherwise   -> subtract 1 from p.points
"""


@pytest.fixture(scope="module")
def game() -> CheckedGame:
    found = load(Source("counting.hoyle", RULES)).game
    assert found is not None
    return found


def _sentence(game: CheckedGame, line: str) -> str:
    """The sentence for the row or the innermost statement that is written in a line."""
    number = RULES.splitlines().index(next(one for one in RULES.splitlines() if line in one)) + 1
    places: list[Span] = [row.span for phase in game.phases for row in phase.rows]
    places += [st.span for phase in (game.main, *game.phases) for st in within(phase.body)]
    place = min((span for span in places if span.line == number and line in span.text), key=lambda span: len(span.text))
    return Outcomes(game, lower(game)).sentence(place)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("p.turns = 0 -> add 5 to p.points", "the player has no turns: the player gains 5 points"),
        ("p.turns = 1 -> nothing", "the player has one turn: nothing happens"),
        ("otherwise   -> subtract 1 from p.points", "in all other cases: the player loses 1 point"),
    ],
)
def test_a_row_is_its_condition_and_what_it_does(game: CheckedGame, line: str, sentence: str) -> None:
    assert _sentence(game, line) == sentence


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("add 2 to p.points", "the player has at least one turn: the player gains 2 points"),
        ("add 3 to points of each player", "there are fewer than three cards in the stock: each player gains 3 points"),
        ("add 4 to points of each player", "there are at least three cards in the stock: each player gains 4 points"),
    ],
)
def test_a_statement_is_described_with_the_conditions_around_it(game: CheckedGame, line: str, sentence: str) -> None:
    assert _sentence(game, line) == sentence


def test_a_statement_that_decides_nothing_has_no_sentence(game: CheckedGame) -> None:
    assert _sentence(game, "add 1 to p.turns") == ""


@pytest.mark.parametrize(
    ("name", "line", "sentence"),
    [
        (
            "texas_holdem",
            "subtract sum from p.chips",
            "the player loses as many chips as the smaller of the debt and the player's chips",
        ),
        (
            "pinochle",
            "add (number of c in trick where c.rank in {A, 10, K}) to leader.team.counted",
            "add the number of cards of the trick that are aces, 10s or kings to the amount counted of the leader's team",
        ),
        ("pinochle", "add 1 to leader.team.counted", "add 1 to the amount counted of the leader's team"),
        ("buck_euchre", "add 1 to leader.tricks", ""),
    ],
)
def test_a_bare_statement_that_scores_or_counts_towards_a_score_has_a_sentence(
    name: str, line: str, sentence: str
) -> None:
    game = load(name).game
    assert game is not None
    (span,) = {st.span for phase in game.phases for st in within(phase.body) if st.span.text == line}
    assert Outcomes(game, lower(game)).sentence(span) == sentence


def test_each_of_several_statements_that_count_one_says_for_what() -> None:
    """High, low, jack and game in Pitch; the tricks, which are counted in one place, need no words."""
    found = load("pitch").game
    assert found is not None
    outcomes = Outcomes(found, lower(found, {}))
    earned = next(phase for phase in found.phases if phase.name == "earn_points")
    said = [outcomes.sentence(st.span) for st in within(earned.body) if isinstance(st, Assign)]
    assert len(said) == len(set(said)) == 4
    assert "the team has taken the jack of trumps: add 1 to the team's amount earned" in said


@pytest.mark.parametrize(
    ("name", "line", "change", "sentence"),
    [
        ("slovenian_tarok", "add deal_value to p.points", 1, "the player gains as many points as the deal value"),
        ("slovenian_tarok", "add deal_value to p.points", -1, "add the deal value to the player's points"),
        (
            "french_tarot",
            "subtract worth from points of each player except p",
            1,
            "for each other player: take the worth from that player's points",
        ),
        (
            "schafkopf",
            "add (n if helper is not none otherwise 3 * n) to p.points",
            -1,
            "add to the player's points the number if there is a helper, otherwise three times the number",
        ),
    ],
)
def test_nobody_gains_a_negative_amount(name: str, line: str, change: int, sentence: str) -> None:
    game = load(name).game
    assert game is not None
    span = next(st.span for phase in game.phases for st in within(phase.body) if st.span.text == line)
    assert Outcomes(game, lower(game)).sentence(span, change).endswith(sentence)
