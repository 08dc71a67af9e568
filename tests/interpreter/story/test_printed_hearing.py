"""What each seat hears of small games: complete lists of records, with and without choices in secret, from the start, from
a state, and from a deal on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest

from hoyle.interpreter.program import Program
from hoyle.interpreter.records import AnyRecord, Choice, Shuffled, Where
from hoyle.interpreter.story.heard import DealHeard

from ...golden import same_as_file
from .playing import game
from .test_small_games_seen import program_of

PRINTED = Path(__file__).with_name("printed")


def short(record: AnyRecord) -> str:
    """A record in one line, without its place in the rules."""
    values = (getattr(record, one.name) for one in fields(record) if one.name != "span")
    return f"{type(record).__name__} " + " ".join(map(plainly, values))


def plainly(value: object) -> str:
    if isinstance(value, Where):
        return f"{value.zone}/{value.owner}"
    if isinstance(value, Choice):
        return f"{value.alternative}:{','.join(map(str, value.values))}"
    return "-" if value is None else str(value).replace(" ", "")


def differences(lists: Sequence[Sequence[str]]) -> list[str]:
    """Lists of lines of one length side by side: each line with who hears it otherwise."""
    if len({*map(len, lists)}) != 1:
        return [f"{number}: {line}" for number, some in enumerate(lists) for line in some]
    found: list[str] = []
    for said in zip(*lists, strict=True):
        seats: dict[str, list[int]] = {}
        for number, one in enumerate(said):
            seats.setdefault(one, []).append(number)
        found.append(
            " | ".join(f"{''.join(map(str, who))} {one}" if len(seats) > 1 else one for one, who in seats.items())
        )
    return found


def heard(program: Program, seed: int, most: int) -> list[str]:
    """What is heard in a game, after each choice what is new."""
    whole, lines = DealHeard(program), list[str]()
    known: list[list[str]] = [[] for _ in range(program.players)]
    for records, _ in game(program, Random(seed), most):
        for record in records:
            whole.hear(record)
        lines.append("--")
        for secret in (True, False):
            now = [[*map(short, whole.heard_by(seat, secret=secret))] for seat in range(program.players)]
            new = [
                [one for at, one in enumerate(some) if at >= len(old) or one != old[at]]
                for some, old in zip(now, known, strict=True)
            ]
            lines += differences(new)
            known = now
    return lines


@pytest.mark.parametrize(
    ("name", "most"), [("shown", 24), ("piles", 24), ("choices", 14), ("tricks", 10), ("turns", 16), ("wide", 6)]
)
def test_what_each_seat_hears(name: str, most: int) -> None:
    same_as_file(PRINTED / f"heard_{name}.txt", "".join(f"{line}\n" for line in heard(program_of(name), 3, most)))


@pytest.mark.parametrize("name", ["shown", "choices", "tricks"])
def test_who_hears_from_a_state_on_hears_no_more(name: str) -> None:
    """With a copy, it is the same; from a deal on, all cards are unknown."""
    program = program_of(name)
    steps = [*game(program, Random(2), 12)]
    for at in (0, 1, len(steps) // 2):
        later, copied = DealHeard(program, steps[at][1].values), DealHeard(program)
        for records, _ in steps[: at + 1]:
            for record in records:
                copied.hear(record)
        copied = copied.__deepcopy__(None)
        for records, _ in steps[at + 1 :]:
            for record in records:
                later.hear(record)
                copied.hear(record)
        for seat in range(program.players):
            whole = DealHeard(program)
            for records, _ in steps:
                for record in records:
                    whole.hear(record)
            everything = whole.heard_by(seat, secret=False)
            assert copied.heard_by(seat, secret=False) == everything
            since = [*map(short, later.heard_by(seat, secret=False))]
            assert len(since) <= len(everything)
            known = {line.split(" ")[0] for line in map(short, everything)}
            assert {line.split(" ")[0] for line in since} <= known
    fresh = DealHeard(program)
    fresh.hear(steps[0][0][0])
    pile = Where(0, -1)
    fresh.deal_begins(Shuffled(pile))
    assert [replace(one) for one in fresh.heard_by(0, secret=False)] == [*fresh.records]
