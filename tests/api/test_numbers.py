"""Every number that a public function takes is looked at, in one way and before anything is done."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hoyle
from hoyle import envs
from hoyle.interpreter import arguments

RULES = "newberry_euchre"

ELSEWHERE = {
    "hoyle.open", "hoyle.rules",  # `players` is read by them, the seed by `Game.begun`
    "hoyle.why",  # a number of the engine
    "budget", "bounds",  # words or numbers
}  # fmt: skip
NUMBER = re.compile(r"\b(int|float)\b(?! \| slice)")
WRONG = (-1, True, 2.5, "3", None, float("nan"), [1])
"""None of these is one of the numbers; below, what each of them is allowed for."""
REQUIRED: dict[str, tuple[Any, ...]] = {
    "compare_players": (RULES, "random", "random"), "tune": (RULES, {"target": [5, 7]}, "balance"),
    "compare_settings": (RULES, [{}, {}]), "vector": (RULES, 1), "bot": (None, 0, "random"),
    "Encoding": (None,), "Actions": (None,),
}  # fmt: skip


def public() -> dict[str, Callable[..., Any]]:
    """Every public function, and what makes the public classes of environments."""
    found = {
        f"{module.__name__}.{name}": getattr(module, name)
        for module, names in ((hoyle, (*hoyle.__all__, "open", "list")), (envs, envs.__all__))
        for name in names
    }
    made = {name: one for name, one in found.items() if inspect.isfunction(one)}
    made |= {f"hoyle.envs.{one.__name__}": one.__init__ for one in (envs.Actions, envs.Encoding)}
    return made


FUNCTIONS = public()
PARAMETERS = [
    (name, parameter.name)
    for name, function in FUNCTIONS.items()
    for parameter in inspect.signature(function).parameters.values()
    if NUMBER.search(str(parameter.annotation).partition("Callable")[0])
    if not {name, parameter.name} & ELSEWHERE
]


def test_every_number_has_its_place_in_the_table() -> None:
    assert {parameter for _, parameter in PARAMETERS} | {"width"} == set(arguments.NUMBERS)
    assert len(PARAMETERS) > 50


def called(name: str, parameter: str, value: object) -> None:
    function, short = FUNCTIONS[name], name.rpartition(".")[2]
    given = inspect.signature(function).bind_partial(*REQUIRED.get(short, ("whist",)))
    if short in ("Actions", "Encoding"):
        given = inspect.signature(function).bind_partial(None, *REQUIRED[short])
    given.arguments[parameter] = value
    function(*given.args, **given.kwargs)


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
@pytest.mark.parametrize("value", WRONG, ids=str)
def test_what_is_no_such_number_is_refused_at_once(name: str, parameter: str, value: object) -> None:
    number = arguments.NUMBERS[parameter]
    said = inspect.signature(FUNCTIONS[name]).parameters[parameter]
    if value is None and "None" in str(said.annotation):
        return
    if value == -1 and parameter in ("seats", "players", "seat"):
        return  # how many there are the rules say
    if value == 2.5 and parameter in ("minutes", "seconds"):
        return
    if isinstance(value, str | list) and "str" in str(said.annotation).replace("PlayerNames", "str"):
        return  # names
    with pytest.raises(hoyle.GameError) as refused:
        called(name, parameter, value)
    error = refused.value
    assert error.code == ("E1095" if number.error is hoyle.CannotPlay else "E1092")
    assert isinstance(error, hoyle.CannotPlay) == (error.code == "E1095")
    if parameter == "seed":
        assert error.message == "a seed is a whole number from 0 to 2^63 - 1"
    else:
        assert error.message.startswith(number.what)


@pytest.mark.parametrize(("name", "parameter"), [one for one in PARAMETERS if one[1] == "seed"])
@pytest.mark.parametrize("seed", [2**63, 2**64 + 5, np.int64(-1)], ids=str)
def test_a_seed_beyond_the_last_one_is_refused(name: str, parameter: str, seed: int) -> None:
    with pytest.raises(hoyle.GameError, match="E1092: a seed is a whole number from 0 to"):
        called(name, parameter, seed)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: hoyle.simulate(RULES, games=0), "E1095: a number of games is 1 or more, not 0"),
        (lambda: hoyle.compare(RULES, games=0), "E1095: a number of games is 1 or more, not 0"),
        (lambda: hoyle.compare_settings(RULES, [{}, {}], games=0), "E1095: a number of games is 1 or more, not 0"),
        (lambda: hoyle.compare_players(RULES, "random", "random", games=0), "E1095: .* 1 or more, not 0"),
        (lambda: hoyle.tune(RULES, {"target": [5, 7]}, "balance", games=1), "E1095: .* 2 or more, not 1"),
        (lambda: hoyle.fuzz(RULES, games=0), "E1095: a number of games is 1 or more, not 0"),
        (lambda: hoyle.fuzz(RULES, length=-5), "E1095: the length of a game is 1 or more, not -5"),
        (lambda: hoyle.train(RULES, choices=-1), r"E1095: .* is 0 \(for as many as there is time for\) or more, not -1"),
        (lambda: hoyle.train(RULES, minutes=0), "E1095: a time in minutes is 0.001 or more, not 0"),
        (lambda: hoyle.simulate(RULES, workers=-1), r"E1095: the number of workers is 0 \(for all cores\) or more"),
        (lambda: hoyle.rulebook(RULES).text(0), "E1092: the width of a text is 1 or more, not 0"),
        (lambda: hoyle.solve("nowhere.play", at=0), "E1092: the number of a choice is 1 or more, not 0"),
        (lambda: hoyle.compare_settings(RULES, []), "E1095: at least two settings are needed"),
        (lambda: hoyle.compare_settings(RULES, [{}]), "E1095: at least two settings are needed"),
        (lambda: hoyle.open(RULES, players=True), "E1092: players are a number or several names, not True alone"),
        (lambda: hoyle.rules(RULES).start(1, index=-1), "E1092: an index is a whole number from 0"),
        (lambda: hoyle.rules(RULES).start(True), "E1092: a seed is a whole number"),
    ],
)  # fmt: skip
def test_numbers_that_were_taken(call: Callable[[], object], said: str) -> None:
    with pytest.raises(hoyle.GameError, match=said):
        call()


@pytest.mark.parametrize("make", ["aec", "gym", "parallel"])
def test_the_seed_of_an_environment(make: str) -> None:
    env = getattr(envs, make)(RULES)
    for seed in (-1, 2**63, True, "x", 1.0):
        with pytest.raises(hoyle.GameError, match="E1092: a seed is a whole number from 0"):
            env.reset(seed=seed)
    env.reset(seed=np.int64(7))


def test_numbers_of_numpy_are_numbers() -> None:
    given: Any = {"games": np.int64(5), "seed": np.int64(7), "players": "random"}
    for engine in ("python", "wasm"):
        found = hoyle.simulate(RULES, engine=engine, **given)  # type: ignore[request]
        assert found.to_json() == hoyle.simulate(RULES, games=5, seed=7, players="random", engine=engine).to_json()
        assert type(found.seed) is int
    assert hoyle.open(RULES, seed=np.int64(7)).state == hoyle.open(RULES, seed=7).state  # type: ignore[request]
    assert len(hoyle.open(RULES, players=np.int64(4)).seats) == 4  # type: ignore[request]


def test_the_last_seed_is_one_everywhere() -> None:
    last = 2**63 - 1
    for engine in ("python", "wasm"):
        assert hoyle.simulate(RULES, games=3, players="random", seed=last, engine=engine).seed == last
    assert hoyle.fuzz(RULES, games=2, seed=last).seed == last
    assert hoyle.compare_players(RULES, "random", "random", games=1, seed=last).seed == last
    env = envs.vector(RULES, 2, seed=last)
    env.step(env.by_chance(np.random.default_rng(1)))


def test_a_function_keeps_its_signature_and_its_errors() -> None:
    assert list(inspect.signature(hoyle.fuzz).parameters)[:2] == ["rules", "games"]
    with pytest.raises(TypeError, match="fuzz"):
        hoyle.fuzz()  # type: ignore[request]
    with pytest.raises(TypeError, match="game"):
        hoyle.fuzz(RULES, game=3)  # type: ignore[request]
