"""`a random card` and `a random player` in a rule file: a script may name them, and a recorded game does."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_form import write_json
from hoyle.interpreter.notation.writer import write_text
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.replay.events import Acted, Began, Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

RULES = """game "Thieves"
language 1
players 3
deck 7 8 9 10 J Q K A

zones
    stock: face down
    heap: face up
    hand of each player: private

remember
    dealer: player
    marked: card
    lost of each player: number

main
    set dealer to a random player
    gather every card into stock
    shuffle stock
    deal 4 from stock to hand of each player from dealer.left
    set marked to a random card of dealer.hand
    repeat 4 times
        for p in players from dealer.left
            p chooses
                "steal from {q}" for q in players except p where q.hand is not empty
                    move a random card of q.hand to p.hand
                    add 1 to q.lost
                "throw away" if p.hand is not empty
                    move a random card of p.hand to heap
                    let q be a random player
                    add 1 to q.lost
                "sit"
    game over, won by the player with lowest lost, otherwise shared
"""
HEAD = """hoyle play 1
game ./thieves.hoyle
players A, B, C

first dealer A
hand A: 7♣ 8♣ 9♣ 10♣
hand B: 7♦ 8♦ 9♦ 10♦
hand C: 7♥ 8♥ 9♥ 10♥
first marked 9♣
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "thieves.hoyle").write_text(RULES, encoding="utf-8")
    return folder


def ended(text: str, folder: Path) -> Ended | Diagnostic:
    """The end of a script.  The full and the quick replay must agree."""
    script, problems = parse_script(text)
    assert script is not None, problems
    rulesets = Rulesets()
    table = rulesets.for_script(script.games[0], folder)
    last = list(Replay(script.games[0], table))[-1]
    quick = Replay(script.games[0], table).checked()
    assert type(quick) is type(last)
    if isinstance(last, Failed):
        assert isinstance(quick, Failed)
        assert quick.diagnostic == last.diagnostic
        return last.diagnostic
    assert isinstance(last, Ended)
    assert quick == last
    return last


def test_random_cards_and_players_are_those_of_the_script(folder: Path) -> None:
    text = HEAD + (
        "expect marked: 9♣\nB: steal from C\nrandom: 8♥\nexpect hand of B: 7♦ 8♦ 9♦ 10♦ 8♥\n"
        "C: throw away\nrandom: 10♥\nrandom: A\nexpect heap: 10♥\nexpect lost: A 1, B 0, C 1\n"
    )
    end = ended(text, folder)
    assert isinstance(end, Ended)
    assert (end.drawn, end.expectations) == (0, 4)


def test_open_picks_are_drawn_at_random(folder: Path) -> None:
    end = ended(HEAD + "C: sit\n".replace("C", "B") + "C: steal from B\nrandom: ??\nA: throw away\n", folder)
    assert isinstance(end, Ended)
    assert end.drawn == 3


@pytest.mark.parametrize(
    ("lines", "code", "at"),
    [
        ("B: steal from C\nrandom: 8♣\n", "E1046", "8♣"),
        ("B: steal from C\nrandom: 1♣\n", "E1040", "1♣"),
        ("B: throw away\nrandom: 7♦\nrandom: Dan\n", "E1035", "Dan"),
        ("B: sit\nrandom: 7♦\nC: sit\n", "E1047", "7♦"),
        ("B: steal from C\nfirst marked 8♥\nC: sit\n", "E1047", "marked"),
    ],
)
def test_impossible_picks(folder: Path, lines: str, code: str, at: str) -> None:
    found = ended(HEAD + lines, folder)
    assert isinstance(found, Diagnostic)
    assert (found.code, found.span.text) == (code, at)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_recorded_games_name_all_random_picks(seed: int, folder: Path) -> None:
    rulesets = Rulesets()
    table = rulesets.open(str(folder / "thieves.hoyle"))
    engine, dice, recorder, everything = table.engine, Dice(seed), Recorder(table.engine, table.words), []

    def hear(record, slots) -> None:  # type: ignore[no-untyped-def]
        everything.append(record)
        recorder.hear(record, slots)

    state = engine.start(seed=seed, listener=hear)
    steps = recorder.steps()
    while (question := engine.question(state)) is not None:
        choices = list(question.choices())
        state = engine.apply(state, choices[dice.below(len(choices))], listener=hear)
        steps += recorder.steps()
    game = heading(engine.program, table.words, "./thieves.hoyle", seed=seed + 1)
    script = m.Script((m.ScriptedGame(ruleset=game.ruleset, players=game.players, seed=seed + 1, steps=tuple(steps)),))
    for text in (write_text(script), write_json(script)):
        again, problems = parse_script(text)
        assert again == script, problems
        events = list(Replay(script.games[0], rulesets.for_script(script.games[0], folder)))
        assert isinstance(events[-1], Ended)
        assert events[-1].drawn == 0
        assert [record for e in events if isinstance(e, Began | Acted) for record in e.records] == everything
