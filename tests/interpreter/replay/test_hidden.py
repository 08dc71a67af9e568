"""Choices with unknown cards (`??`): the replay takes a legal choice with which the rest of the script is possible."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.json_form import write_json
from hoyle.interpreter.notation.writer import write_text
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.replay.events import Acted, Ended
from hoyle.interpreter.replay.replayer import Replay

from ..conftest import Replayed, Wrong

RULES = Rulesets()
ROUND = """hoyle play 1
game newberry_euchre
players A, B, C, D

first dealer C
hand D: 9♥ A♣ J♦ 9♠ A♦
hand A: Q♦ A♠ Q♠ 10♥ 9♦
hand B: K♦ K♥ J♠ Q♣ K♣
hand C: A♥ 10♦ Q♥ 9♣ J♣
deal turned: 10♠
D: order up
"""
TRICK = "D: play 9♠\nA: play A♠\nB: play J♠\nC: play 10♠\n"


def made(events: list[object], text: str) -> list[str]:
    """The labels of the choices in a line."""
    return [
        e.label for e in events if isinstance(e, Acted) and isinstance(e.step, m.Answer) and e.step.text.text == text
    ]


def test_an_unknown_discard_keeps_the_cards_played_later(replayed: Replayed) -> None:
    for seed in range(12):
        text = ROUND.replace("players", f"seed {seed}\nplayers")
        events = replayed(text + "C: discard ??\n" + TRICK + "B: play Q♣\nC: play J♣\n")
        assert isinstance(events[-1], Ended)
        (label,) = made(events, "discard ??")
        assert label in {"discard A♥", "discard 10♦", "discard Q♥", "discard 9♣"}
        assert events[-1].drawn == 1


def test_every_possible_card_is_taken_for_some_seed(replayed: Replayed) -> None:
    found = {
        made(replayed(ROUND.replace("players", f"seed {seed}\nplayers") + "C: discard ??\n"), "discard ??")[0]
        for seed in range(60)
    }
    assert len(found) == 6


def test_choices_are_tried_until_the_script_can_continue(replayed: Replayed) -> None:
    expected = "C: discard ??\nexpect hand of C: A♥ 10♦ Q♥ J♣ 10♠\n"
    for seed in range(8):
        events = replayed(ROUND.replace("players", f"seed {seed}\nplayers") + expected)
        assert made(events, "discard ??") == ["discard 9♣"]


def test_an_impossible_continuation_is_reported_with_the_choice_taken(wrong: Wrong) -> None:
    found = wrong(ROUND + "C: discard ??\nD: play 9♠\nA: play ??\nB: play J♠\nC: play 10♠\nexpect trick won by A\n")
    assert found.code == "E1065"
    notes = [text for _, text in found.notes]
    assert [re.sub("[^ ]+`$", "X`", text) for text in notes[-2:]] == ["taken to be `discard X`", "taken to be `play X`"]


@pytest.mark.parametrize("text", ["dump ??", "discard ?? ??", "discard 2♣ ??", "??"])
def test_texts_that_match_no_choice(wrong: Wrong, text: str) -> None:
    found = wrong(ROUND + f"C: {text}\n")
    assert found.code == "E1051"
    assert found.help is not None
    assert "discard 9♣" in found.help


def test_unknown_cards_in_tricks_sets_and_expectations(replayed: Replayed) -> None:
    events = replayed(
        ROUND + "expect legal C: discard ??\nexpect illegal C: play ??\nC: discard 9♣\ntrick: D ??, A A♠, B J♠, C 10♠\n"
    )
    assert isinstance(events[-1], Ended)
    texas = "hoyle play 1\ngame texas_euchre\nplayers A, B, C, D\nfirst dealer A\nhand B: 2♣ 10♦ 10♠ J♥ A♣\nB: lay ??\n"
    (label,) = made(replayed(texas), "lay ??")
    assert label in {f"lay {card}" for card in ("2♣", "10♦", "10♠", "J♥", "A♣")}


def test_a_side_line_does_not_change_the_choice_taken(replayed: Replayed) -> None:
    for seed in range(5):
        text = ROUND.replace("players", f"seed {seed}\nplayers")
        side = "what if\n  C: discard ??\n  D: play ??\n"
        plain = made(replayed(text + "C: discard ??\nD: play 9♠\nA: play ??\n"), "play ??")
        assert made(replayed(text + side + "C: discard ??\nD: play 9♠\nA: play ??\n"), "play ??")[-1:] == plain


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_recorded_deal_with_one_unknown_card_can_be_replayed(data: st.DataObject) -> None:
    table = RULES.open(data.draw(st.sampled_from(("newberry_euchre", "whist", "hearts"))))
    engine, dice = table.engine, Dice(data.draw(st.integers(0, 2**32)))
    recorder = Recorder(engine, table.words)
    state = engine.start(seed=dice.below(1 << 30), listener=recorder.hear)
    steps = recorder.steps()
    while (question := engine.question(state)) is not None:
        choices = list(question.choices())
        state = engine.apply(state, choices[dice.below(len(choices))], listener=recorder.hear)
        new = recorder.steps()
        steps += new[:1]
        if len(new) > 1:  # the deal is over
            break
    game = replace(heading(engine.program, table.words, "whist"), steps=tuple(steps))
    named = [at for at, step in enumerate(steps) if isinstance(step, m.Answer) and re.search("[♠♥♦♣]", step.text.text)]
    at = data.draw(st.sampled_from(named))
    step = steps[at]
    assert isinstance(step, m.Answer)
    hidden = replace(step, text=m.SpannedText(re.sub(r"\S+[♠♥♦♣]", "??", step.text.text)))
    game = replace(game, ruleset=m.SpannedText(engine.program.ruleset), steps=(*steps[:at], hidden, *steps[at + 1 :]))
    assert isinstance(Replay(game, table).checked(), Ended)
    for text in (write_text(m.Script((game,))), write_json(m.Script((game,)))):
        script, _ = parse_script(text)
        assert script is not None
        assert script.games == (game,)
