"""The errors of the TypeScript package have the codes and the sentences of Python."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.cli.main import run
from hoyle.interpreter import errors

ELSEWHERE = {
    "E1033": "options: a module has its options already",
    "E1040": "cards in fixed deals: the package fixes no deals",
    "E1095": "many games: the package plays one",
    "E1097": "games solved, judged or counted",
    "E1098": "games written to files: the package writes none",
    "E1068": "phases: nothing of the package takes one",
}
OTHER_HELP = {"no such variable": "Python has zones and defines under the same brackets"}
OF_PACKAGE = {
    "no weights": ("GameError", "E1096", "the player `learned` has no weights"),
    "a module cut off": ("GameError", "E1099", "this module is damaged"),
    "no module": ("GameError", "E1099", "this is no WebAssembly module"),
    "another description": ("GameError", "E1099", "the description of the module is damaged"),
    "no description": ("GameError", "E1099", "this is not the description of a module"),
    "missing parts": ("GameError", "E1099", "this module does not fit its description"),
    "no thinking": ("GameError", "E1099", "this module cannot think"),
    "damaged weights": ("GameError", "E1096", "this is no file of weights"),
}
"""Requests that Python has not, or answers for another reason: the class, the code, and how the sentence begins."""


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
        "no such player": lambda: game.ask("nonsense"),
        "too few seats": lambda: hoyle.open("whist", players=["A"]),
        "two of one name": lambda: hoyle.open("whist", players=["A", "B", "A", "C"]),
        "nobody of this name": lambda: hoyle.open("whist", players=["A", "B", " ", "C"]),
        "two names in other letters": lambda: hoyle.open("whist", players=["Straße", "B", "STRASSE", "C"]),
        "a name that is a number": lambda: hoyle.open("whist", players=["A", "B", "1 2", "C"]),
        "a name that means something": lambda: hoyle.open("whist", players=["A", "Nobody", "B", "C"]),
        "a name of two": lambda: hoyle.open("whist", players=["A and D", "B", "C", "E"]),
        "a name with blanks": lambda: hoyle.open("whist", players=[" A", "B", "C", "D"]),
        "a name that cannot be seen": lambda: hoyle.open("whist", players=["A", "B\u200b", "C", "D"]),
        "a name that is too long": lambda: hoyle.open("whist", players=["A", "B" * 41, "C", "D"]),
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
    with pytest.raises(hoyle.GameError) as found:
        request()
    error = found.value
    help = error.diagnostics[0].help or ""
    return {
        "kind": type(error).__name__, "code": error.code, "sentence": error.sentence, "help": help,
        "reasons": list(error.reasons),
    }  # fmt: skip


def test_errors_are_those_of_python(node, tmp_path: Path) -> None:
    module = tmp_path / "whist.wasm"
    assert run(["compile", "whist", "--records", "--output", str(module)]) == 0
    found = node.ask("wrong", module=str(module), description=str(module.with_suffix(".json")), seed=3)
    wanted = {name: said(request) for name, request in requests(3).items()}
    for name, (kind, code, sentence) in OF_PACKAGE.items():
        one = found.pop(name)
        assert (one["kind"], one["code"]) == (kind, code), name
        assert one["sentence"].startswith(sentence), name
    # the package has other players
    for one in (found, wanted):
        one["no such player"]["sentence"] = str(one["no such player"]["sentence"]).partition(";")[0]
    for name in OTHER_HELP:
        assert found[name].pop("help")
        assert wanted[name].pop("help")
    assert found == wanted
    codes = {one["code"] for one in wanted.values()}
    assert all(re.fullmatch(r"E1\d{3}", code) for code in codes)
    folder = Path(errors.__file__).parent / "game"
    named = {code for file in folder.glob("*.py") for code in re.findall(r"\bE1\d{3}\b", file.read_text("utf-8"))}
    named |= set(re.findall(r"\bE1\d{3}\b", Path(errors.__file__).read_text("utf-8")))
    assert named <= codes | set(ELSEWHERE)
