"""A recorded game that is left, resumed and undone at any point equals the game played without interruption."""

from __future__ import annotations

import tempfile
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import RULESETS
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation.files import read_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.resuming import ResumedGame, resume
from hoyle.interpreter.record.session import GameSession
from hoyle.interpreter.replay.events import Ended
from hoyle.interpreter.replay.replayer import Replay

NAMES = sorted(path.stem for path in RULESETS.rglob("*.hoyle"))
RULES = Rulesets()


def step(session: GameSession) -> bool:
    """Make one choice.

    It depends only on the seed and the number of choices before it.  Return False at the end of the game.
    """
    question = session.question
    if question is None:
        return False
    choices = list(islice(question.choices(), 200))
    session.choose(choices[Dice(session.seed, len(session.answered)).below(len(choices))])
    return True


def play(session: GameSession, choices: int) -> None:
    while len(session.answered) < choices and step(session):
        pass


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=2)
@given(data=st.data())
def test_a_game_can_be_resumed_and_undone_at_any_point(name: str, data) -> None:
    seed, choices = data.draw(st.integers(0, 2**31)), data.draw(st.integers(1, 80))
    cuts = data.draw(st.lists(st.integers(0, 80), min_size=1, max_size=3))
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = Path(folder, "whole.play"), Path(folder, "parts.play")
        for path in (whole, parts):
            session = GameSession(RULES.open(name), seed)
            session.begin()
            session.record(path, name)
            if path is whole:
                play(session, choices)
                straight = session
        for cut in cuts:
            play(session, min(cut, choices))
            undone = data.draw(st.integers(0, len(session.answered)))
            if undone < len(session.answered):
                session.undo(undone)
            assert session.file is not None
            session.file.close()
            found = resume(parts, "parts.play", RULES)
            assert isinstance(found, ResumedGame), found
            assert not found.torn
            assert len(found.session.answered) == len(session.answered)
            assert found.session.state == session.state, "the cards still to come as well"
            assert list(found.session.records) == list(session.records)
            session = found.session
        play(session, choices)
        assert parts.read_bytes() == whole.read_bytes()
        assert session.state == straight.state
        for one in (session, straight):
            assert one.file is not None
            one.file.close()
        script, problems = read_script(whole)
        assert script is not None, problems
        end = list(Replay(script.games[0], RULES.for_script(script.games[0])))[-1]
        assert isinstance(end, Ended)
        assert end.drawn == 0
