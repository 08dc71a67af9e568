"""Facts of chance at all places: after expectations, after deals, and cards that a script leaves to the next deal."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from hoyle.interpreter.engine import Dice
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.writer import write_text
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.record.recorder import Recorder, heading
from hoyle.interpreter.records import Assigned, Moved, PhaseBegan, Shuffled, Where
from hoyle.interpreter.replay.events import Acted, Ended, Failed
from hoyle.interpreter.replay.replayer import Replay
from hoyle.interpreter.replay.run import next_deal

from ..conftest import Replayed, Wrong

EXHAUSTED = """hoyle play 1
game texas_euchre
players A, B, C, D, E
first dealer E
hand A: K♣ K♦ K♥ K♠ Q♣ Q♦
hand B: 10♣ 10♦ 2♣ 2♦ 2♥ 2♠
hand C: 5♣ 5♦ 3♣ 3♦ 3♥ 3♠
hand D: A♣ A♦ A♥ A♠ J♣ J♦
hand E: J♥ J♠ Q♥ Q♠ 9♣ 9♦
A: lay K♣ K♦ K♥ K♠ Q♣ Q♦
B: lay 10♣ 10♦
C: lay 5♣ 5♦
D: lay A♣ A♦ A♥ A♠ J♣ J♦
E: lay J♥ J♠ Q♥ Q♠ 9♣ 9♦
A: let the stock run out
expect points: A 76, B 20, C 10, D 78, E 64
"""

BOTTOM = """game "Bottom"
language 1
players 2
deck 7 8 9
zones
    stock: face down
    hand of each player: private
    out: face up
remember
    points of each player: number
main
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player
    show bottom of stock to everyone
    for p in players
        p chooses
            "play {c}" for c in p.hand
                move c to out
                add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""


def checked(text: str) -> Ended | Failed:
    """The end of a script according to the quick replay."""
    script, problems = parse_script(text, "test.play")
    assert script is not None, problems
    return Replay(script.games[0], Rulesets().for_script(script.games[0])).checked()


def test_both_replays_compare_a_fact_after_an_expectation_with_the_deal(wrong: Wrong) -> None:
    text = EXHAUSTED + "hand B: 5♣ 5♣ 5♣ 2♦ 2♥ 2♠\nhand C: 10♣ 10♦\nexpect dealer: A\n"
    found = checked(text)
    assert isinstance(found, Failed)
    assert found.diagnostic.code == wrong(text).code == "E1041"


def test_both_replays_deal_the_cards_of_a_fact_after_an_expectation(replayed: Replayed) -> None:
    text = EXHAUSTED + "hand B: 5♣ 5♦ 2♣ 2♦ 2♥ 2♠\nB: lay 5♣ 5♦\n"
    assert isinstance(checked(text), Ended)
    assert isinstance(replayed(text)[-1], Ended)


def test_a_recorded_game_names_a_card_that_was_looked_at_after_the_deal(tmp_path: Path) -> None:
    (tmp_path / "bottom.hoyle").write_text(BOTTOM, encoding="utf-8")
    for seed in range(20):
        table = Rulesets().open(str(tmp_path / "bottom.hoyle"))
        recorder, dice = Recorder(table.engine, table.words), Dice(seed)
        state = table.engine.start(seed=seed, listener=recorder.hear)
        steps = recorder.steps()
        assert [type(step) for step in steps] == [m.DealtCards, m.DealtCards, m.Pile]
        while (question := table.engine.question(state)) is not None:
            choices = list(question.choices())
            state = table.engine.apply(state, choices[dice.below(len(choices))], listener=recorder.hear)
            steps += recorder.steps()
        head = heading(table.engine.program, table.words, str(tmp_path / "bottom.hoyle"))
        script, problems = parse_script(
            write_text(m.Script((m.ScriptedGame(**{**_fields(head), "steps": tuple(steps)}),)))
        )
        assert script is not None, problems
        *_, last = Replay(script.games[0], table)
        assert isinstance(last, Ended), last
        assert last.drawn == 0


def _fields(game: m.ScriptedGame) -> dict[str, object]:
    return {field.name: getattr(game, field.name) for field in fields(game)}


def test_the_deal_after_the_last_choice_does_not_belong_to_the_script(replayed: Replayed) -> None:
    events = replayed(EXHAUSTED)
    last = next(event for event in reversed(events) if isinstance(event, Acted))
    assert 0 < last.next_deal < len(last.records)
    assert last.scripted == last.records[: last.next_deal]
    assert isinstance(events[-1], Ended)
    assert events[-1] == checked(EXHAUSTED)
    named = replayed(EXHAUSTED + "hand B: 5♣ 5♦ 2♣ 2♦ 2♥ 2♠\n")
    assert next(event for event in reversed(named) if isinstance(event, Acted)).next_deal == -1


PLAYED_OUT = """game "Played out"
language 1
players 2
deck 7 8 9
zones
    stock: face down
    hand of each player: private
    out: face up
remember
    points of each player: number
main
    repeat 3 times
        one_deal
    game over, won by the player with highest points, otherwise shared
phase one_deal
    gather every card into stock
    shuffle stock
    deal 2 from stock to hand of each player
    repeat 2 times
        for p in players
            p chooses
                "play {c}" for c in p.hand
                    move c to out
                    add 1 to p.points
"""


def test_the_deal_after_forced_last_choices_does_not_belong_to_the_script(replayed: Replayed, tmp_path: Path) -> None:
    """No line of the script plays the last cards, but an expectation needs them."""
    (tmp_path / "played_out.hoyle").write_text(PLAYED_OUT, encoding="utf-8")
    head = "hoyle play 1\ngame played_out.hoyle\nhand A: 7♣ 8♣\nhand B: 7♦ 8♦\nA: play 7♣\nB: play 7♦\n"
    for more in ("", "A: play 8♣\n", "A: play 8♣\nB: play 8♦\n"):
        events = replayed(f"{head}{more}expect points: A 2, B 2\n", tmp_path)
        *others, last = [event for event in events if isinstance(event, Acted)]
        assert (last.label, len(others)) == ("play 8♦", 3)
        assert 0 < last.next_deal < len(last.records)
        assert all(event.next_deal < 0 for event in others)
        end = events[-1]
        assert isinstance(end, Ended)
        assert (end.drawn, end.next_deal) == (0, 4)
    named = replayed(f"{head}A: play 8♣\nB: play 8♦\nexpect points: A 2, B 2\nhand A: 7♥ 8♥\n", tmp_path)
    assert all(event.next_deal < 0 for event in named if isinstance(event, Acted))


def test_the_next_deal_begins_with_the_last_phase_before_its_shuffle() -> None:
    score, stock = Assigned(0, -1, 0, 1), Where(0, -1)
    gather, shuffle = Moved((3,), Where(1, 0), stock), Shuffled(stock)
    phases = [PhaseBegan(number) for number in range(2)]
    assert next_deal([score, phases[0], score, phases[1], gather, shuffle, gather]) == 3
    assert next_deal([gather, shuffle, shuffle]) == 0
    assert next_deal([gather, score]) == -1


def test_only_a_choice_that_exists_can_be_expected_to_be_illegal(replayed: Replayed, wrong: Wrong) -> None:
    head = EXHAUSTED.split("A: lay", maxsplit=1)[0]
    assert isinstance(replayed(head + "expect illegal A: lay 10♣\nexpect illegal B: throw down\n")[-1], Ended)
    assert wrong(head + "expect illegal A: thrown down\n").code == "E1051"
    assert wrong(head + "expect illegal A: lay K♣\n").code == "E1064"


def test_a_player_plays_only_once_to_a_trick(wrong: Wrong) -> None:
    text = "hoyle play 1\ngame whist\nplayers A, B, C, D\nfirst dealer A\n"
    found = wrong(text + "trick: B J♥, C 7♥, D 9♥, A 4♥, B 5♥, won by B\n")
    assert (found.code, found.span.text) == ("E1056", "5♥")


def test_two_lines_game_are_a_mistake(tmp_path: Path) -> None:
    from hoyle.interpreter.notation.files import games

    text = "hoyle play 1\ngame whist\n\n# once more\ngame whist\nplayers A, B, C, D\nfirst dealer A\n"
    (tmp_path / "twice.play").write_text(text, encoding="utf-8")
    for places in (True, False):
        found = [one for one in games(tmp_path / "twice.play", places=places) if not isinstance(one, m.ScriptedGame)]
        assert [[problem.code for problem in problems] for problems in found] == [["E1008"]]
    script, problems = parse_script(text)
    assert script is None
    assert [problem.code for problem in problems] == ["E1008"]
