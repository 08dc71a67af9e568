"""Which rules scripts reach: counted by replaying them, held against what the games themselves counted."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from hoyle.dsl.loading import load
from hoyle.interpreter.fuzz.coverage import Coverage, universe
from hoyle.interpreter.fuzz.ground import Ground
from hoyle.interpreter.fuzz.scripted import CoveredRule, ScriptCoverage
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.opening.rulesets import Rulesets
from hoyle.interpreter.records import Assigned, Chosen, PhaseBegan
from hoyle.interpreter.replay.events import Acted, Began
from hoyle.interpreter.replay.replayer import Replay

ROOT = Path(__file__).resolve().parents[3]
GAMES = ROOT / "rulesets" / "games"


TWO = """\
game "Two"
language 1
players 2
deck 2 3
option pays: 1..2 = 1            "what the game pays"
    1 "a point"
    2 "two points"
zones
    stock: face down
remember
    starter: player
    points of each player: number
main
    gather every card into stock
    shuffle stock
    set starter to a random player
    starter chooses
        "take one"
            settle(1)
        "take two"
            settle(2)
    game over, won by the player with highest points, otherwise shared

table settle(n: 1..2)            "what is paid"
    n = 1 -> add pays to starter.points
    n = 2 -> add 2 to starter.points
"""


def covered(*texts: str, folder: Path = GAMES) -> ScriptCoverage:
    found, rulesets = ScriptCoverage(), Rulesets()
    for text in texts:
        script, problems = parse_script(text)
        assert script is not None, problems
        for game in script.games:
            found.add(game, rulesets.for_script(game, folder))
    return found


def by_kind(rules: list[CoveredRule]) -> Counter[str]:
    found: Counter[str] = Counter()
    for rule in rules:
        found[rule.kind] += rule.times
    return found


@pytest.mark.parametrize("path", random.Random(11).sample(sorted(GAMES.glob("*.play")), 12), ids=lambda path: path.stem)
def test_what_fired_is_what_the_records_of_the_game_say(path: Path) -> None:
    """The answers, phases and changes of variables, counted from the records of an ordinary replay."""
    text = path.read_text(encoding="utf-8")
    found = covered(text)
    script, _ = parse_script(text)
    assert script is not None
    answers: Counter[int] = Counter()
    lines: Counter[tuple[str, int]] = Counter()
    phases = choices = 0
    for game in script.games:
        opened = Rulesets().for_script(game, GAMES)
        program = opened.engine.program
        for event in Replay(game, opened):
            for record in event.records if isinstance(event, Began | Acted) else ():
                match record:
                    case Chosen() if program.asks[record.ask].trick is None:
                        choices += 1
                        place = program.asks[record.ask].alternatives[record.choice.alternative].place
                        answers[program.places[place].line] += 1
                    case PhaseBegan():
                        phases += 1
                    case Assigned(span=span) if span.text.startswith(("set ", "add ", "subtract ")):
                        lines[span.source.name, span.line] += 1
                    case _:
                        pass
    assert by_kind(found.rules)["choice"] == choices
    counted: Counter[int] = Counter()
    for rule in found.rules:
        if rule.kind == "choice":
            counted[rule.line] += rule.times
    assert +counted == answers
    reached = {(Path(rule.file).name, rule.line) for rule in found.rules if rule.times}
    assert {(Path(name).name, line) for name, line in lines} <= reached


def test_a_row_that_no_script_reaches_is_named(tmp_path: Path) -> None:
    rules = tmp_path / "two.hoyle"
    rules.write_text(TWO, encoding="utf-8")
    if load(rules).game is None:
        pytest.fail("\n".join(map(str, load(rules).diagnostics)))
    found = covered("hoyle play 1\n\ngame ./two.hoyle\nfirst starter A\nA: take one\n", folder=tmp_path)
    never = {(rule.kind, rule.text) for rule in found.rules if not rule.times}
    assert never == {
        ("choice", '"take two"'), ("row", "n = 2 -> add 2 to starter.points"),
        ("statement", "add 2 to starter.points"), ("option value", "pays = 2"),
    }  # fmt: skip
    both = ScriptCoverage()
    for one in (
        found,
        covered("hoyle play 1\n\ngame ./two.hoyle\noption pays 2\nfirst starter A\nA: take two\n", folder=tmp_path),
    ):
        both.merge(one.data())
    assert [rule for rule in both.rules if not rule.times] == []
    assert (both.games, found.games) == (2, 1)


def test_games_that_count_by_themselves_say_the_same() -> None:
    """A game played by the engine that counts, and its script replayed."""
    from dataclasses import replace

    from hoyle.interpreter.engine import Dice
    from hoyle.interpreter.notation import model as m
    from hoyle.interpreter.notation.writer import write_text
    from hoyle.interpreter.record.recorder import Recorder, heading
    from hoyle.interpreter.text.parse import Words

    for name in ("newberry_euchre", "crazy_eights", "cribbage", "kuhn_poker"):
        game = load(name).game
        assert game is not None
        ground = Ground(lower(game, noted=True))
        counting, words = Coverage(ground), Words(ground.program)
        recorder, dice = Recorder(ground.engine, words), Dice(5, 1, 0)
        records: list[object] = []

        def hear(record, slots, records=records, recorder=recorder) -> None:
            records.append(record)
            recorder.hear(record, slots)

        state = ground.engine.start(seed=3, listener=hear)
        for _ in range(300):
            question = ground.engine.question(state)
            if question is None:
                break
            options = list(islice(question.choices(), 40))
            state = ground.engine.apply(state, options[dice.below(len(options))], listener=hear)
        else:
            continue
        counting.take(records)
        counting.ended(state)
        played = counting.harvest()
        head = replace(heading(ground.program, words, name), seed=3, steps=tuple(recorder.steps()))
        again = {
            (rule.kind, Path(rule.file).name, rule.start): rule.times
            for rule in covered(write_text(m.Script((head,)))).rules
            if rule.times and rule.kind != "option value"
        }
        known = {rule.key for rule in universe(game)}
        mine = {(key[0], Path(key[1]).name, key[2]): times for key, times in played.items() if key in known}
        kinds = {"choice", "phase", "row", "statement", "trick", "ending", "incident"}
        assert len(mine) > 10
        assert {key: n for key, n in again.items() if key[0] in kinds} == {
            key: n for key, n in mine.items() if key[0] in kinds
        }, name
