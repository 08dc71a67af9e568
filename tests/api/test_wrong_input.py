"""Wrong input of every kind gives a `GameError` with a code that `hoyle explain` knows and a sentence, and can be
pickled, so that it arrives from a worker process as it was raised.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle import envs
from hoyle.dsl.codes.table import CODES
from hoyle.interpreter.learning.weights import weights_in

RULES = "newberry_euchre"
SCRIPT = "hoyle play 1\ngame kuhn_poker\n\n"
BROKEN = 'game "X"\nlanguage 1\nplayers 2\nnonsense\n'


def game() -> hoyle.Game:
    return hoyle.open("kuhn_poker", seed=1)


def over() -> hoyle.Game:
    one = game()
    while not one.over:
        one.choose(0)
    return one


def env() -> Any:
    made = envs.aec("kuhn_poker")
    made.reset(seed=1)
    return made


WRONG: dict[str, Callable[[], object]] = {
    "no such rules": lambda: hoyle.open("nonsense"),
    "no such file": lambda: hoyle.open("nowhere/none.hoyle"),
    "rules with mistakes": lambda: hoyle.open(BROKEN),
    "no such variant": lambda: hoyle.open(RULES, variants="nonsense"),
    "no such preset": lambda: hoyle.open(RULES, preset="nonsense"),
    "no such option": lambda: hoyle.open(RULES, options={"nonsense": 1}),
    "an option out of range": lambda: hoyle.open(RULES, options={"target": -1}),
    "options that are no mapping": lambda: hoyle.open(RULES, options="target=7"),  # type: ignore[arg-type]
    "an option with a list": lambda: hoyle.open(RULES, options={"target": [7]}),  # type: ignore[dict-item]
    "too few players": lambda: hoyle.open(RULES, players=1),
    "two of one name": lambda: hoyle.open(RULES, players=["A", "B", "A", "C"]),
    "an empty name": lambda: hoyle.open(RULES, players=["A", "B", "", "C"]),
    "a name alone": lambda: hoyle.open(RULES, players="ABCD"),
    "no such executor": lambda: hoyle.open(RULES, executor="java"),  # type: ignore[arg-type]
    "a seed below 0": lambda: hoyle.open(RULES, seed=-1),
    "a seed that is a text": lambda: hoyle.open(RULES, seed="x"),  # type: ignore[arg-type]
    "a deal that is no mapping": lambda: hoyle.open(RULES, deal=["A♠"]),  # type: ignore[arg-type]
    "a deal of nobody": lambda: hoyle.open(RULES, deal={"hand Z": "A♠"}),
    "a deal of no card": lambda: hoyle.open(RULES, deal={"hand A": "15♠"}),
    "a deal with a card twice": lambda: hoyle.open(RULES, deal={"hand A": "A♠ A♠"}),
    "too much undone": lambda: game().undo(),
    "undo of a text": lambda: game().undo("x"),  # type: ignore[arg-type]
    "an illegal choice": lambda: game().choose("fly"),
    "a choice after the end": lambda: over().choose(0),
    "a player asked after the end": lambda: over().ask("random"),
    "a player that there is not": lambda: game().ask("nonsense"),
    "a way to think that there is not": lambda: game().ask("think:nonsense"),
    "no such zone": lambda: game().cards("nowhere"),
    "no such variable": lambda: game()["nothing"],
    "the view of nobody": lambda: game().view("Z"),
    "no such incident": lambda: game().declare("earthquake"),
    "a listener that is none": lambda: game().listen(1),  # type: ignore[arg-type]
    "a state of other rules": lambda: hoyle.rules("whist").at(game().state),
    "the script of a game from JSON": lambda: hoyle.from_json(game().to_json()).to_script(),
    "no saved game": lambda: hoyle.from_json({}),
    "a saved game that is a list": lambda: hoyle.from_json([]),  # type: ignore[arg-type]
    "simulate with nobody": lambda: hoyle.simulate(RULES, games=1, players=()),
    "simulate with a stranger": lambda: hoyle.simulate(RULES, games=1, players="nonsense"),
    "simulate with numbers": lambda: hoyle.simulate(RULES, games=1, players=[1]),  # type: ignore[list-item]
    "simulate too many": lambda: hoyle.simulate(RULES, games=1, players=["random"] * 5),
    "simulate a number": lambda: hoyle.simulate(7, games=1),  # type: ignore[arg-type]
    "simulate with too few workers": lambda: hoyle.simulate(RULES, games=1, workers=-1, engine="python"),
    "simulate no games": lambda: hoyle.simulate(RULES, games=0),
    "simulate by no engine": lambda: hoyle.simulate(RULES, games=1, engine="java"),  # type: ignore[arg-type]
    "simulate into a file": lambda: hoyle.simulate(RULES, games=1, record=Path(__file__)),
    "compare rules for others": lambda: hoyle.compare("whist", "gin_rummy", games=1),
    "compare strangers": lambda: hoyle.compare_players(RULES, "nonsense", "random", games=1),
    "tune to no aim": lambda: hoyle.tune(RULES, {"target": [5, 7]}, "nonsense", games=1),
    "tune one value": lambda: hoyle.tune(RULES, {"target": [5]}, "balance", games=1),
    "solve nothing": lambda: hoyle.solve(""),
    "solve too late": lambda: hoyle.solve(SCRIPT, at=99),
    "analyse without a budget": lambda: hoyle.analyse(SCRIPT, budget="nonsense"),
    "analyse a number": lambda: hoyle.analyse(7),  # type: ignore[arg-type]
    "convert a file that there is not": lambda: hoyle.convert(Path("nowhere.play"), "json"),
    "convert a folder": lambda: hoyle.convert(Path(__file__).parent, "json"),
    "count nothing": hoyle.stats,
    "convert to nothing": lambda: hoyle.convert(SCRIPT, "nonsense"),  # type: ignore[arg-type]
    "list nothing": lambda: hoyle.list("nonsense"),  # type: ignore[arg-type]
    "a document that there is not": lambda: hoyle.trace(RULES, sources={"nonsense": __file__}),
    "show nobody": lambda: hoyle.show(game(), viewer="Z"),
    "weights that are none": lambda: weights_in(b"nonsense"),
    "an environment of nothing": lambda: envs.aec("nonsense"),
    "an opponent at no seat": lambda: envs.aec(RULES, opponents={"Z": "random"}),
    "an opponent who is not": lambda: envs.gym(RULES, opponents="nonsense"),
    "opponents everywhere": lambda: envs.aec("kuhn_poker", opponents={"A": "random", "B": "random"}),
    "no such picture": lambda: envs.aec(RULES, render_mode="film"),
    "no such rewards": lambda: envs.aec(RULES, rewards="money"),  # type: ignore[arg-type]
    "no such history": lambda: envs.aec(RULES, history=["nonsense"]),
    "an action that is none": lambda: env().step(10_000),
    "no games side by side": lambda: envs.vector("kuhn_poker", 0),
    "no such bounds": lambda: envs.openspiel("kuhn_poker", bounds="nonsense"),
}


@pytest.mark.parametrize("request_", WRONG.values(), ids=WRONG)
def test_wrong_input_is_refused_with_a_code_and_a_sentence(request_: Callable[[], object]) -> None:
    with pytest.raises(hoyle.GameError) as found:
        request_()
    error = found.value
    assert error.code in CODES
    assert error.sentence == error.message
    assert 5 < len(error.sentence) < 1000
    assert "\n" not in error.sentence
    assert str(error).startswith(f"{error.code}: {error.sentence}")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (again.code, str(again)) == (error.code, str(error))


LONG = "x" * 300


@pytest.mark.parametrize("name", [LONG, f"{LONG}.hoyle", f"folder/{LONG}.hoyle"])
def test_a_name_that_no_file_can_have_is_a_ruleset_or_file_that_there_is_not(name: str) -> None:
    """The operating system refuses to look for it: "file name too long"."""
    codes = ("E0905", "E0103", "E1030")
    assert hoyle.load(name).diagnostics[0].code in codes
    assert hoyle.load("whist", [name]).diagnostics[0].code in codes
    assert hoyle.check(name).diagnostics[0].code in codes
    calls: tuple[Callable[[], object], ...] = (
        lambda: hoyle.simulate(name), lambda: hoyle.diff("whist", name), lambda: hoyle.rulebook(name),
        lambda: hoyle.open(name), lambda: hoyle.open("whist", variants=name), lambda: hoyle.trace(name),
    )  # fmt: skip
    for call in calls:
        with pytest.raises(hoyle.RulesError) as refused:
            call()
        assert refused.value.code in codes
