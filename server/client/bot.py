"""A program that chooses at a table elsewhere, from what its seat is sent and nothing else."""

from __future__ import annotations

import secrets
from typing import Any

from ...interpreter.engine import Dice
from ...interpreter.players.player import Decision, Player
from ...interpreter.players.registry import maker, plays_from_afar
from ...interpreter.program import Program
from ...interpreter.records import Choice
from ...interpreter.search.seen import SeenDeal, SeenDraw, SeenStep, Sighting
from ...interpreter.story.view import View
from ..cores.games import rules_in
from ..cores.opening import lowered

Json = dict[str, Any]


class UnfitPlayer(ValueError):
    """A player that needs more than a server sends."""


class RemotePlayer:
    """Chooses by the name of a player: `random`, or one that thinks from what a seat has seen (`think`, …)."""

    def __init__(self, name: str) -> None:
        """Raises `UnknownPlayer`, and `UnfitPlayer` for a player that looks at states."""
        self.name = name
        self.make = maker(name)
        if not plays_from_afar(name):
            raise self._unfit()
        self.random = name == "random"
        self._made: tuple[str, Program, Player] | None = None

    def _unfit(self) -> UnfitPlayer:
        return UnfitPlayer(f"`{self.name}` looks at more than a server sends; seat it as a program of the server")

    def option(self, message: Json) -> int:
        """The number of an option, of a question for which only a list is needed."""
        return secrets.choice(message["view"]["question"]["options"])["number"]

    def choose(self, seen: Json) -> int:
        """The number of the option for what a server says that the seat has seen.  Raises `UnfitPlayer`."""
        rules = rules_in(seen["rules"])
        _, program = lowered(rules)
        key = f"{seen['rules']} {seen['seat']}"
        if self._made is None or self._made[0] != key:
            self._made = key, program, self.make(program, seen["seat"])
            if not self._made[2].remembers:
                raise self._unfit()
        player = self._made[2]
        player.begin()
        deal = _deal(seen["deal"])
        ask = program.asks[int(seen["ask"])]
        options = tuple(Choice(one[0], tuple(one[1:])) for one in seen["options"])
        if len(options) == 1:
            return 0
        view = View(seen["seat"], (), (), seen["seat"])
        decision = Decision(
            seen["seat"], view, seen["ask"], ask.alternatives, options, Dice(secrets.randbits(62)), _seen=lambda: deal
        )
        return options.index(player.choose(decision))


def _deal(data: Json) -> SeenDeal:
    """What a seat has seen, from JSON data."""
    base: list[int | tuple[int, ...]] = [one if isinstance(one, int) else tuple(map(int, one)) for one in data["base"]]
    steps = tuple(
        SeenStep(one["ask"], one["player"], one["alternative"], tuple(one["values"]), tuple(one["hidden"]), one["hash"])
        for one in data["steps"]
    )
    return SeenDeal(
        data["seat"], base, steps, tuple(SeenDraw(**one) for one in data["draws"]), data["ask"], data["hash"],
        data["epochs"], tuple((one[0], one[1]) for one in data["absent"]), data["only_view"],
        tuple(Sighting(**one) for one in data["sightings"]),
    )  # fmt: skip
