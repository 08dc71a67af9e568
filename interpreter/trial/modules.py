"""Many more games of one program, inside a module: by chance, and by a player that learns while it plays.

Players of chance rarely come to the ends of games in which one must know how to win: they do not knock, do not bid, and
go round in circles.  A net that plays against itself does so after a few thousand choices (`learning/`), and the games
that it learns from are games of the rules as well.  Compiling the module takes longer than all these games.

How many choices are made depends on how many options a choice has, because each of them is looked at; never on time.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..faults import Fault
from ..learning.nets import FIRST, NetMachine
from ..program import Program
from ..search.sides import watch_of
from ..wasm import CompiledModule, Module, Uncompilable
from ..wasm.tallies import ADDED
from .unfired import FiredRules

OPTIONS = 35_000
"""How many options are looked at in each of the three parts: by chance, learning, and by the net."""
FEWEST, MOST = 400, 7_000
"""The fewest and the most choices in each part."""
BY_CHANCE = 10
"""So many times as many choices are made by chance, which is quickest, in as many calls."""
NOTED, ENOUGH = 30, 4_000
"""If it is noted what never came up, there are up to so many calls by chance, until so many games have been played.  A
check then takes up to 1.4 times as long (Canasta); 4,000 games of a game with a thousand choices would take a minute.
"""
RATE = 0.0005
TRIED = (0.5, 0.15)
"""The share of choices by chance in the first and in the second half of what is learned."""
_WHOLE = 65_536
_ANY = 1_000_000
"""More games than are played."""


@dataclass(frozen=True)
class ModuleFault:
    """A fault of the rules.  `game`: the number of the game, if it was one of players of chance."""

    fault: Fault
    game: int | None


def choices_for(options_per_choice: float) -> int:
    """How many choices are made in each part, from the mean number of options at a choice."""
    return max(FEWEST, min(MOST, int(OPTIONS / max(1.0, options_per_choice))))


def first_fault(program: Program, choices: int, seed: int, fired: FiredRules | None = None) -> ModuleFault | None:
    """The first fault in so many choices of players of each kind; None if there is none, or no module can be made.

    `fired` gets what came up in the games of both, but those that the net learns from."""
    try:
        code = CompiledModule(Module(program, watch_of(program), learning=True), quickly=True)
    except (Uncompilable, ImportError):  # Hoyle plays without wasmtime, too
        return None
    machine = NetMachine(code)
    try:
        played = 0
        for number in range(BY_CHANCE if fired is None else NOTED):
            if number >= BY_CHANCE and played >= ENOUGH:
                break
            played += machine.call("games", ADDED, seed, played, _ANY, choices)
    except Fault as fault:
        return ModuleFault(fault, machine.word(code.module.tallies.game))
    if fired is not None:
        fired.add_module(machine)
    try:
        machine.call("l_begin_net", 1)
        machine.call("l_count_whole", 0)
        for tried in TRIED:
            machine.call("l_train", choices // 2, seed, RATE, int(_WHOLE * tried))
        machine.clear()
        machine.seat((FIRST,) * program.players)
        machine.call("games", ADDED, seed, 0, _ANY, choices)
    except Fault as fault:
        return ModuleFault(fault, None)
    if fired is not None:
        fired.add_module(machine)
    return None
