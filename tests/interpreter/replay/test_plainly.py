"""The quick replay says what the careful one says, of scripts that are right and of scripts that are wrong, and plays none
of them more often than it must.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import games, parse_script
from hoyle.interpreter.notation.writer import write_game, write_step, write_text
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.replay import replayer
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

RULES = Rulesets()
NAMES = ("newberry_euchre", "crazy_eights", "hearts", "gin_rummy", "kuhn_poker")
"""With bids and discards, with cards drawn at choices, without a bid, with forced choices, with a drawn dealer."""
MOST = 60
WAYS = ("text", "actor", "gone", "twice", "swapped", "card", "none")


@cache
def recorded(name: str, seed: int) -> m.ScriptedGame:
    """The script of a random game of at most `MOST` choices."""
    opened = RULES.open(name)
    engine, recorder, dice = opened.engine, Recorder(opened.engine, opened.words), Dice(seed)
    state = engine.start(seed=seed, listener=recorder.hear)
    steps = recorder.steps()
    for _ in range(MOST):
        question = engine.question(state)
        if question is None:
            break
        choices = list(question.choices())
        state = engine.apply(state, choices[dice.below(len(choices))], listener=recorder.hear)
        steps += recorder.steps()
    return replace(heading(engine.program, opened.words, name), steps=tuple(steps))


def damaged(game: m.ScriptedGame, way: str, at: int, other: int) -> m.ScriptedGame:
    """A script with one line that is wrong, or may be."""
    steps = list(game.steps)
    lines = [number for number, step in enumerate(steps) if isinstance(step, m.Answer | m.DealtCards)]
    here, there = lines[at % len(lines)], lines[other % len(lines)]
    step, one = steps[here], steps[there]
    match way, step, one:
        case "text", m.Answer(), m.Answer():
            steps[here] = replace(step, text=one.text)
        case "actor", m.Answer(), m.Answer():
            steps[here] = replace(step, actor=one.actor)
        case "card", m.DealtCards(), _:
            steps[here] = replace(step, cards=(*step.cards[1:], *step.cards[:1]) if other % 2 else step.cards[1:])
        case "gone", _, _:
            del steps[here]
        case "twice", _, _:
            steps.insert(there, step)
        case "swapped", _, _:
            steps[here], steps[there] = one, step
        case _:
            pass
    return replace(game, steps=tuple(steps))


def read(game: m.ScriptedGame) -> m.ScriptedGame | None:
    """The script as it is read from its text; None if it cannot be read."""
    script, _ = parse_script(write_text(m.Script((game,))))
    return None if script is None else script.games[0]


def careful(game: m.ScriptedGame) -> Ended | Failed:
    last = list(Replay(game, RULES.for_script(game)))[-1]
    assert isinstance(last, Ended | Failed)
    return last


@pytest.mark.parametrize("name", NAMES)
def test_both_replays_say_the_same(name: str) -> None:
    ends = set[str]()

    @settings(max_examples=20, deadline=None)
    @given(st.integers(0, 4), st.sampled_from(WAYS), st.integers(0, 300), st.integers(0, 300))
    def agree(seed: int, way: str, at: int, other: int) -> None:
        game = read(damaged(recorded(name, seed), way, at, other))
        if game is not None:
            found = careful(game)
            assert Replay(game, RULES.for_script(game)).checked() == found
            ends.add(type(found).__name__)

    agree()
    assert ends == {"Ended", "Failed"}


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bool, int]]:
    """Every run through a script: whether it was quiet, and how many of its choices were made quickly."""
    found: list[tuple[bool, int]] = []
    begin, choose = replayer._LineByLine.__init__, replayer.choose_plainly

    def begun(self, game, opened, guess=0, *, quiet=False) -> None:
        begin(self, game, opened, guess, quiet=quiet)
        found.append((quiet, 0))

    def chosen(run, number):
        then, made = choose(run, number)
        found[-1] = True, found[-1][1] + made
        return then, made

    monkeypatch.setattr(replayer._LineByLine, "__init__", begun)
    monkeypatch.setattr(replayer, "choose_plainly", chosen)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_right_script_is_played_once_and_nearly_all_of_it_quickly(name: str, runs: list[tuple[bool, int]]) -> None:
    game = read(recorded(name, 1))
    assert game is not None
    assert isinstance(Replay(game, RULES.for_script(game)).checked(), Ended)
    choices = sum(isinstance(step, m.Answer) for step in game.steps)
    assert [quiet for quiet, _ in runs] == [True]
    assert runs[0][1] >= 0.9 * choices - 2


@pytest.mark.parametrize("before", [0, 2])
def test_a_wrong_script_is_played_once_more(tmp_path: Path, before: int, runs: list[tuple[bool, int]]) -> None:
    """Also if it stands below others in a file and is read without its places, which are looked for then."""
    wrong = damaged(recorded("hearts", 1), "gone", 20, 0)
    lines = ["hoyle play 1"]
    for game in (*(recorded("hearts", 1),) * before, wrong):
        names = frozenset(one.casefold() for one in game.names)
        head = write_game(replace(game, steps=()))
        lines += ["", *head, "", *(line for step in game.steps for line in write_step(step, names))]
    file = tmp_path / "games.play"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    *_, game = games(file, "games.play", places=False)
    assert isinstance(game, m.ScriptedGame)
    assert (game.unplaced is not None) == bool(before)
    assert isinstance(Replay(game, RULES.for_script(game)).checked(), Failed)
    assert [quiet for quiet, _ in runs] == [True, False]
