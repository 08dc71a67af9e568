"""`hoyle solve`: exact values and the best line of play, or the reason why there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hoyle.interpreter.engine import State
from hoyle.interpreter.search.exact import ValueBounds
from hoyle.interpreter.search.solve import Solution, Solver

Hoyle = Callable[..., Any]

ENDING = """hoyle play 1

game newberry_euchre
players A, B, C, D

position play_hand
  turn C
  dealer: D
  maker: A
  trump: hearts
  points: A and C 6, B and D 8
  tricks: A and C 2, B and D 1
  trick under way: B K♠
  hand: A 9♥ K♥, B J♥, C A♥ A♠, D 9♣ 10♣
"""


def test_the_json_report_fits_its_schema(hoyle: Hoyle, root: Path, here: Path) -> None:
    schema = json.loads((root / "schemas" / "solve.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    found: Any = None
    for arguments in ((), ("--at", "1")):
        text = ENDING + ("C: play A♠\n" if arguments else "")
        (here / "end.play").write_text(text, "utf-8")
        found = json.loads(hoyle("solve", "end.play", "--format", "json", *arguments).out)
        jsonschema.validate(found, schema)
        values = [one["value"] for one in found["options"]]
        assert values == sorted(values, reverse=True)
        assert found["line"][0] == {"player": found["player"], "choice": found["options"][0]["choice"]}
    for spoiled in ({**found, "more": 1}, {**found, "options": []}, {**found, "solve": 3}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(spoiled, schema)


def test_the_values_of_a_position(hoyle: Hoyle, here: Path) -> None:
    """Either C follows suit and takes the trick, or A trumps it.

    B holds the highest trump, the jack, and takes the last trick.
    """
    (here / "end.play").write_text(ENDING + "C: play A♠\n", "utf-8")
    found = json.loads(hoyle("solve", "end.play", "--format", "json").out)
    assert found["player"] == "D"
    assert [one["value"] for one in found["options"]] == [-1, -1]
    assert [one["player"] for one in found["line"][:2]] == ["D", "A"]
    done = hoyle("solve", "end.play", "--at", "1", "--ascii")
    assert done.code == 0
    assert "B chooses, all cards known:" in done.lines
    assert any(line.endswith("play KS") for line in done.lines)
    assert any(line.startswith("  A: play") for line in done.lines)


def test_games_that_cannot_be_solved_are_refused(hoyle: Hoyle, root: Path, here: Path) -> None:
    script = root / "rulesets" / "games" / "newberry_rulebook.play"
    (here / "begin.play").write_text("hoyle play 1\n\ngame whist\nplayers A, B, C, D\n", "utf-8")
    (here / "wrong.play").write_text("hoyle play 1\n\ngame whist\nplayers A, B, C, D\n\nA: fly\n", "utf-8")
    (here / "end.play").write_text(ENDING, "utf-8")
    for arguments, code, said in (
        ((script, "--at", "99999"), 1, "and not 99999"),
        (("begin.play", "--seconds", "0.05"), 1, "too much is left"),
        (("wrong.play",), 1, "E10"),
        (("nowhere.play",), 2, "nowhere.play"),
        (("end.play", "--at", "0"), 2, "--at"),
    ):
        done = hoyle("solve", *arguments)
        assert (done.code, said in done.out + done.err) == (code, True), done


def test_a_script_that_ends_with_its_deal_is_solved_in_that_deal(hoyle: Hoyle, root: Path, here: Path) -> None:
    """The deal that the rules begin after the last choice is not part of the script."""
    script = root / "rulesets" / "games" / "newberry_rulebook.play"
    found = json.loads(hoyle("solve", script, "--format", "json").out)
    named = json.loads(hoyle("solve", script, "--format", "json", "--at", str(found["choice"])).out)
    assert {**named, "choice": found["choice"], "nodes": 0} == {**found, "nodes": 0}
    assert "ends with its deal" in hoyle("solve", script).out
    cards = [one["choice"] for one in found["line"]]
    assert len(cards) == len(set(cards)) == 20  # every card of the deal, forced ones too


UNNAMED = ENDING.replace("hand: A 9♥ K♥, B J♥, C A♥ A♠, D 9♣ 10♣", "hand: C A♥ J♠").replace("B K♠", "B K♥")


def test_cards_that_are_not_named_are_drawn(hoyle: Hoyle, here: Path, root: Path) -> None:
    """A value is the mean of those that a solution of each draw has."""
    schema = json.loads((root / "schemas" / "solve.schema.json").read_text("utf-8"))
    (here / "end.play").write_text(UNNAMED, "utf-8")
    found = json.loads(hoyle("solve", "end.play", "--worlds", "4", "--format", "json").out)
    jsonschema.validate(found, schema)
    assert (found["worlds"], found["exact"], found["drawn"], found["line"]) == (4, False, True, [])
    single: dict[str, list[float]] = {}
    for seed in range(4):
        (here / "one.play").write_text(UNNAMED.replace("players", f"seed {seed}\nplayers"), "utf-8")
        for one in json.loads(hoyle("solve", "one.play", "--format", "json").out)["options"]:
            single.setdefault(one["choice"], []).append(one["value"])
    assert {one["choice"]: one["value"] for one in found["options"]} == {
        choice: pytest.approx(sum(values) / 4) for choice, values in single.items()
    }
    assert "means of 4 draws" in hoyle("solve", "end.play", "--worlds", "4").out
    assert "does not name every card" in hoyle("solve", "end.play").out
    (here / "named.play").write_text(ENDING, "utf-8")
    named = json.loads(hoyle("solve", "named.play", "--worlds", "4", "--format", "json").out)
    assert (named["worlds"], named["exact"], named["drawn"]) == (0, True, False)
    assert hoyle("solve", "end.play", "--deal", "--worlds", "4").code == 2


def test_bounds_are_given_if_the_time_is_too_short(hoyle: Hoyle, here: Path, root: Path) -> None:
    schema = json.loads((root / "schemas" / "solve.schema.json").read_text("utf-8"))
    (here / "begin.play").write_text("hoyle play 1\n\ngame whist\nplayers A, B, C, D\n", "utf-8")
    done = hoyle("solve", "begin.play", "--seconds", "0.05", "--format", "json")
    found = json.loads(done.out)
    jsonschema.validate(found, schema)
    assert done.code == 1
    assert (found["exact"], found["worlds"]) == (False, 0)
    assert all(one["low"] <= one["high"] for one in found["options"])
    assert "at most" in hoyle("solve", "begin.play", "--seconds", "0.05").out


def test_a_small_table_gives_the_same_answer(hoyle: Hoyle, root: Path) -> None:
    script = root / "rulesets" / "games" / "whist_short.play"
    found = [json.loads(hoyle("solve", script, "--memory", size, "--format", "json").out) for size in ("1", "256")]
    assert found[0]["options"] == found[1]["options"]


def test_whole_deals_are_solved_for_every_trump(hoyle: Hoyle, root: Path, here: Path) -> None:
    schema = json.loads((root / "schemas" / "deal_table.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    script = root / "rulesets" / "games" / "contract_bridge_two_deals.play"
    found = json.loads(hoyle("solve", str(script), "--deal", "--format", "json").out)
    jsonschema.validate(found, schema)
    rows = {row["ruling"]: row["tricks"] for row in found["deals"][0]["rows"]}
    assert list(rows) == ["clubs", "diamonds", "hearts", "spades", "no trump"]
    for tricks in rows.values():
        assert all(0 <= one <= 13 for one in tricks)
    (here / "deal.pbn").write_text(
        '[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]\n',
        "utf-8",
    )
    out = hoyle("solve", "deal.pbn", "--deal", "--jobs", "2").out
    assert "no trump" in out
    assert [line.split()[-4:] for line in out.splitlines() if line.startswith("  no trump")] == [["13", "0", "13", "0"]]


def test_whole_deals_that_cannot_be_solved_say_why(hoyle: Hoyle, root: Path) -> None:
    script = root / "rulesets" / "games" / "gin_rummy_undercut.play"
    for arguments, code, text in (
        ((script, "--deal"), 1, "no tricks are played"),
        (("nowhere.pbn", "--deal"), 2, "there is no file"),
        ((script, "--deal", "--at", "2"), 2, "--at names a choice"),
    ):
        found = hoyle("solve", *arguments)
        assert found.code == code
        assert text in found.out + found.err


@pytest.mark.parametrize("known", [True, False])
def test_after_ctrl_c_the_bounds_are_printed_or_it_is_said_that_there_are_none(
    hoyle: Hoyle, here: Path, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    whole = Solver.solve

    def stopped(self: Solver, state: State, **more: Any) -> Solution:
        if known:
            options = [one.option for one in whole(self, state, line=False).values]
            more["progress"](tuple(ValueBounds(option, -1.0, 2.0) for option in options))
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "solve", stopped)
    (here / "end.play").write_text(ENDING, "utf-8")
    done = hoyle("solve", "end.play", "--ascii")
    assert done.code == 130
    assert ("at least -1.00, at most +2.00 play AS" in done.out) == known
    assert ("nothing is known of the values yet" in done.err) != known


def test_the_deals_of_a_file_are_solved_on_all_cores(hoyle: Hoyle, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[int] = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers: int) -> None:
            used.append(workers)
            super().__init__(1)

    monkeypatch.setattr("hoyle.api.deal_tables.ProcessPoolExecutor", Pool)
    monkeypatch.setattr("hoyle.api.deal_tables.cores", lambda: 3)
    deal = '[Dealer "N"]\n[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]\n\n'
    (here / "deals.pbn").write_text(deal * 3, "utf-8")
    done = [hoyle("solve", "deals.pbn", "--deal", *more) for more in ((), ("--jobs", "2"))]
    assert used == [3, 2]
    assert done[0].out == done[1].out
    assert [line for line in done[0].out.splitlines() if line.endswith("deal 1")] == [
        f"Contract Bridge, game {n}, deal 1" for n in (1, 2, 3)
    ]
