"""The errors of the TypeScript package have the codes and the sentences of Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.dsl.loading import load
from hoyle.interpreter.game import errors
from hoyle.interpreter.lowering import lower

ELSEWHERE = {
    "E1033": "options: a module has its options already",
    "E1040": "cards in fixed deals: the package fixes no deals",
    "E1068": "phases: nothing of the package takes one",
}
OTHER_HELP = {"no such variable": "Python has zones and defines under the same brackets"}


def requests(seed: int) -> dict[str, Callable[[], object]]:
    """The requests of `wrong` in `javascript/test/answer.ts`, in Python."""
    game = hoyle.open("whist", seed=seed)
    saved = game.to_json()
    following = game.seats[(game.seats.index(game.turn) + 1) % 4]
    card = game.cards("hand", following)[0]

    def resumed(**change: Any) -> Callable[[], object]:
        return lambda: hoyle.from_json({**saved, **change})

    def state(**change: Any) -> Callable[[], object]:
        return resumed(state={**saved["state"], **change})

    def end() -> None:
        while not game.over:
            game.choose(0)
        game.choose(0)

    return {
        "no such zone": lambda: game.cards("nowhere"),
        "a zone without its owner": lambda: game.cards("hand"),
        "a zone of nobody": lambda: game.cards("hand", "Z"),
        "an owner of what is shared": lambda: game.cards("stock", "A"),
        "no such variable": lambda: game["nothing"],
        "a variable of nobody": lambda: game["points", "Z"],
        "an owner of a shared variable": lambda: game["dealer", "A"],
        "the view of nobody": lambda: game.view("Z"),
        "no choice": lambda: game.choose("fly to the moon"),
        "a card of another player": lambda: game.choose(f"play {card}"),
        "no such number": lambda: game.choose(99),
        "no such incident": lambda: game.declare("earthquake"),
        "too many taken back": lambda: game.undo(4),
        "a wrong seed": lambda: game.again(-1),
        "too few players": resumed(players=["A"]),
        "no saved game": resumed(game=7),
        "the state of another game": state(program={**saved["state"]["program"], "fingerprint": "0"}),
        "a state that is cut": state(slots=saved["state"]["slots"][1:]),
        "the end": end,
    }


def said(request: Callable[[], object]) -> dict[str, object]:
    """What Python says about a wrong request."""
    with pytest.raises(ValueError, match=r"\w") as found:
        request()
    error = found.value
    if not isinstance(error, hoyle.GameError):  # a mistake of the program, without a code
        return {"kind": "GameError", "code": "", "sentence": str(error), "help": "", "reasons": []}
    kind, help = type(error).__name__, error.diagnostics[0].help or ""
    return {"kind": kind, "code": error.code, "sentence": error.message, "help": help, "reasons": list(error.reasons)}


def test_errors_are_those_of_python(node, compiled) -> None:
    game = load("whist").game
    assert game is not None
    found = node.ask("wrong", **compiled(game, lower(game)), seed=3)
    wanted = {name: said(request) for name, request in requests(3).items()}
    for name in OTHER_HELP:
        assert found[name].pop("help")
        assert wanted[name].pop("help")
    assert found == wanted
    codes = {one["code"] for one in wanted.values()} - {""}
    folder = Path(errors.__file__).parent
    named = {code for file in folder.glob("*.py") for code in re.findall(r"\bE1\d{3}\b", file.read_text("utf-8"))}
    assert named == codes | set(ELSEWHERE)
