"""What can be in any play after each of many lines, and how each line is written when its options are settled.

The lines and what is known after them lie in `known_lines/` (UPDATE_GOLDEN=1 writes them anew): each line is tried
alone in a small game, and what follows it there is the range of every variable that it changes.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.dsl.loading import load
from hoyle.dsl.settle import possible as ps
from hoyle.dsl.settle.abstract_run import PossibleValues
from hoyle.dsl.settle.assumptions import _part
from hoyle.dsl.settle.folding import FoldingContext
from hoyle.dsl.settle.settled import settled_text
from hoyle.dsl.source.span import Source
from hoyle.interpreter.lowering import settle

from ...golden import same_as_file

GAME = """\
game "Small"
language 1
players 3
deck 2 3 4 5 6 7
kind mood: calm or merry or wild
option goal: 3..8 = 5
option open: yes or no = no
option temper = calm
    calm
    merry
zones
    stock: face down
    heap: face up
    never: face up
    hand of each player: private
remember
    level: number
    wide: number
    short: 0..9
    turns: number
    seen: yes or no
    caller: player or none
    feel: mood
    out: players
    best: card or none
    points of each player: number
values worth of each card
    2: 5
    3..4: 1
    otherwise: 0
define twice(n: number) means 2 * n
define small(n: number) means n < 3
define richest means every p in players where p.points = highest points
main
    gather every card into stock
    shuffle stock
    deal 1 from stock to hand of each player
    repeat 3 times
        add 1 to turns
        {line}
        for p in players
            p chooses
                "play {c}" for c in p.hand
                    move c to heap
                    act(p, 2)
                "pass"
    game over, won by the player with highest points, otherwise shared
phase act(p: player, by: number)
    if by > 3: set seen to yes
    add by to p.points
    add level + wide + short + turns to p.points
    if caller is not none or out is not empty or feel = wild or best is not none or seen: add 1 to p.points
"""
VALUES = """
4 | 2 + 3 * 4 | -7 | goal | goal - 1 | goal * 2 | 17 / goal | 17 mod 5 | 2 * goal / 3 | turns mod 4 | twice(3) | twice(goal)
size of heap | size of stock | size of never | number of players
twice(turns mod 3) | highest points | lowest points | total points | 3 if open otherwise 7 | 3 if seen otherwise 7
3 if goal > 2 otherwise 9 | 3 if turns > 1 otherwise 9 | size of out | number of c in heap where c.rank = 3
(lowest c.worth for c in heap) | (total c.worth for c in heap) | (highest c.worth for c in heap)
number of p in players where p.points > 2 | number of p in out where p.points > 2 | number of n in 1..9 where n > goal
level | 5 - level | level * level | size of richest | size of (players except out)
"""
CONDITIONS = """
yes | no | open | not open | seen | not seen | goal = 5 | goal > 8 | goal >= 3 | turns = 2 | turns > 0 | turns < 1
level = 0 | level > 95 | level < -30 | wide = 0 | wide >= 0 | heap is empty | never is empty | never is not empty
caller is none | caller is not none | caller is none and level = 0 | level = 0 or seen | not (level = 0 and seen)
temper = calm | temper = merry | feel = calm | feel = wild | any p in players has p.points > 0
every p in players has p.points >= 0 | any p in out has p.points > 3 | every p in out has p.points > 3
small(goal) | small(turns) | small(2) | any n in 3..2 has n > 0 | every n in 3..2 has n > 0 | any c in never has c.rank = 3
best is none | out is empty | level in 1..5 | turns in 1..5 | goal in 1..2 | level = 3 and level = 4
"""
STATEMENTS = """
for p in players: set caller to p | set caller to none | set feel to wild | set out to players | set out to out except players
set best to top of stock | set seen to open | set seen to not seen | set feel to merry if open otherwise calm
add 2 to level | add -2 to level | subtract 3 from level | add turns to wide | subtract turns from wide | add 100 to level
for n in 2..3: set level to n + 1 | for n in 3..2: set level to 8 | for n in 5..2: set wide to n
for p in out: set level to 8 | for p in players: add 1 to p.points | for c in heap: set level to 7
for c in never: set level to 7 | repeat 2 times: add 1 to level | repeat 0 times: set level to 9
repeat until level > 3: add 1 to level | repeat goal times: add 1 to wide | for p in players: act(p, 4) | for p in players: act(p, goal)
if level > 3: set level to 30 otherwise set level to 2 | for p in players: add goal to points of each player
let n be goal + 1 | add 3 to short | set short to goal | subtract 4 from short | move heap to never | set points of each player to 3 | set caller to a random player
"""


def parts(text: str) -> list[str]:
    return [one.strip() for one in text.replace("\n", " | ").split(" | ") if one.strip()]


def known_after(line: str) -> list[str]:
    """What is known of the variables, and how the line is written with its options settled; or what is wrong with it."""
    if line.startswith("let "):
        line += "\n        set level to n"
    elif line.startswith(("if ", "for ", "repeat ")):
        head, _, body = line.partition(": ")
        body, _, other = body.partition(" otherwise set")
        line = f"{head}\n            {body}" + (f"\n        otherwise\n            set{other}" if other else "")
    loaded = load(Source("small.hoyle", GAME.replace("{line}", line)), advice=False)
    if loaded.game is None:
        return sorted(f"  {one.code} {one.message}" for one in loaded.diagnostics if one.severity == "error")
    values = PossibleValues(loaded.game)
    usual = ("turns", "points")
    known = [
        f"{one.name} {found.low}..{found.high}{'' if found.some else ' nothing'}{' or none' if found.none else ''}"
        for one, found in values.known.items()
        if one.name not in usual and found != ps.first_value(one)
    ]
    zones = " ".join(sorted(zone.name for zone in values.filled if zone.name == "never"))
    written: list[str] = []
    optional = any(name in line for name in ("goal", "open", "temper"))
    for options in ({}, {"open": "yes", "goal": "3"})[: 1 + optional]:
        chosen = settle(loaded.game, options)
        text = settled_text(loaded.game, FoldingContext(dict(chosen.values), chosen.players))
        after = text.partition("add 1 to turns\n")[2].partition("        for p in players\n            p chooses")[0]
        written.append("  = " + "; ".join(part.strip() for part in after.splitlines()))
    return ["  " + "; ".join([*known, *([f"in {zones}"] if zones else [])]), *dict.fromkeys(written)]


LINES = [
    *(f"set level to {one}" for one in parts(VALUES)),
    *(f"if {one}: set level to 50" for one in parts(CONDITIONS)),
    *parts(STATEMENTS),
]
TOGETHER = 4
"""How many lines one test tries."""


@pytest.mark.parametrize("first", range(0, len(LINES), TOGETHER))
def test_what_is_known_after_a_line_and_how_it_is_written_when_options_are_settled(first: int) -> None:
    out = [text for line in LINES[first : first + TOGETHER] for text in (line, *known_after(line))]
    same_as_file(Path(__file__).with_name("known_lines") / f"{first // TOGETHER}.txt", "\n".join(out) + "\n")


@st.composite
def some_values(draw: st.DrawFn) -> ps.Possible:
    low, high = sorted(draw(st.tuples(st.integers(-6, 6), st.integers(-6, 6))))
    kind = draw(st.sampled_from(["some", "either", "none"]))
    return ps.NOTHING if kind == "none" else ps.Possible(low, high, True, kind == "either")


def concrete(one: ps.Possible) -> set[int | None]:
    """The values themselves."""
    return {*(range(one.low, one.high + 1) if one.some else ()), *([None] if one.none else [])}


@given(some_values(), some_values())
def test_two_possible_values_together_are_the_least_range_that_has_both(one: ps.Possible, other: ps.Possible) -> None:
    both = concrete(one) | concrete(other)
    numbers = [value for value in both if value is not None]
    joined = concrete(one.join(other))
    assert {value for value in joined if value is None} == both & {None}
    if numbers:
        assert joined - {None} == {*range(min(numbers), max(numbers) + 1)}
    else:
        assert joined == both


@given(some_values(), some_values())
def test_values_are_equal_always_never_or_perhaps(one: ps.Possible, other: ps.Possible) -> None:
    outcomes = {a == b for a in concrete(one) for b in concrete(other)}
    said = ps.equal(one, other, numbered=True)
    assert said is None or outcomes == {said}
    if not one.none and not other.none:
        assert said is (None if len(outcomes) == 2 else outcomes.pop())
    assert ps.equal(one, other, numbered=False) in (None, said)


@given(some_values(), st.integers(-8, 8), st.integers(-8, 8))
def test_a_part_of_a_range_is_what_lies_in_it(one: ps.Possible, low: int, high: int) -> None:
    part = concrete(one.within(low, high)) - {None}
    kept = {value for value in concrete(one) - {None} if value is not None and low <= value <= high}
    assert part == (kept or concrete(one) - {None})
    assert one.only == (one.low if len(concrete(one)) == 1 and one.some else None)
    assert ps.elements(low, high) == ps.Possible(max(0, low), high, high > 0)


BLOCKS = """\
if level > 3
    set short to 4
otherwise
    set short to 2
====
set level to 5
if level > 3
    set level to level + 1
    set wide to level
====
add turns to level
if level > 3 and level < 9
    set wide to level
otherwise if level > 20
    set wide to 100
otherwise
    set wide to level - 1
====
add turns to level
if level = 3 or level > 5
    set short to smaller(level, 9)
====
add turns to wide
if not (wide < 4 or wide > 7)
    set level to wide
    add 3 to wide
    set short to smaller(wide, 9)
====
add turns to wide
if wide != 1 and wide != 90
    set level to wide
if wide >= 3
    add 1 to wide
    set level to wide
====
if seen
    set level to 3
    set seen to no
    if seen
        set level to 99
otherwise
    if not seen: set level to 5
====
for p in players where level > 3
    set wide to level
    subtract 1 from level
====
add turns to level
for p in players where level > 3 until level < 0
    set wide to level
    set level to 1
    set short to level
====
for n in 1..3 where n > 1 and level < 5
    add n to level
====
repeat 2 times
    if level < 3
        add 1 to level
        set short to level
====
repeat goal - 3 times
    set level to 6
====
repeat 0 times
    set level to 6
====
repeat at most 2 times until level > 3
    add 2 to level
otherwise
    set wide to 7
    set short to smaller(level, 9)
====
caller chooses
    "a" if level > 3
        set wide to level
    "b {n}" for n in 1..4 where n > 2 and turns > 0
        set wide to n
        add n to level
    "c {n}" for n in 3..2
        set wide to 50
    "d" if turns < 0
        set wide to 60
    "e {p}" for p in out
        set caller to p
====
in secret together
    for p in players
        p chooses
            "a" if level < 3
                add 1 to level
            "b"
                set short to 3
====
let n be turns + 1
if n > 2
    set level to n
otherwise
    set wide to n
====
let n be turns
set n to 3
set level to n
====
set level to 3
act(caller, level)
set wide to level
====
set level to 3
if level = 3
    set caller to first p in players
    if caller is not none
        set wide to 4
====
if best is not none
    move best to never
    set level to size of never
====
move top of stock to never
for c in never
    set level to 7
====
if heap is empty
    set level to 1
otherwise
    set level to size of heap
====
set out to players
if out is empty: set level to 1
if out is not empty: set wide to size of out
====
set feel to wild
if feel = wild: set level to 3
if feel != wild: set level to 4
if feel in {calm, wild}: set wide to 2
====
set level to (3 if seen otherwise 7) + (1 if open otherwise 2)
if level in 4..5: set wide to level
if level in 10..20: set short to 1
====
set level to larger(turns, 3) - smaller(turns, 2)
set wide to level * level
set short to smaller(larger(wide, 2), 8)
====
set points of each player to 3
add 1 to points of each player except caller
set level to highest points
set wide to lowest points
====
if any p in players has p.points > 3
    set level to 1
otherwise
    set level to highest points
====
if every p in players has p.points < 3
    set level to total points
====
start act again
====
set out to every p in players where no
if out is empty: set level to 1
if out is not empty: set wide to 2
====
set out to every p in players where p.points > 0
if out is empty: set level to 1
if out is not empty: set wide to 2
====
set caller to first p in players where no
if caller is none: set level to 1
if caller is not none: set wide to 2
====
set caller to the p in players where no
set level to total p.points for p in players where no
set wide to number of p in players where yes
set short to highest n for n in 3..2
====
if any p in players where no has p.points > 0: set level to 1
if every p in out has p.points > 0: set level to 2
if no p in out has p.points > 0: set wide to 2
"""


def test_what_is_known_after_blocks() -> None:
    out: list[str] = []
    for block in BLOCKS.split("====\n"):
        lines = block.rstrip("\n").splitlines()
        out += [*lines, *known_after("\n        ".join(["nothing", *lines]))]
    same_as_file(Path(__file__).with_name("known_lines") / "blocks.txt", "\n".join(out) + "\n")


@given(st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), some_values(), some_values())
def test_what_a_comparison_leaves_of_a_range(op: str, one: ps.Possible, other: ps.Possible) -> None:
    holds = {
        "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
        "=": lambda a, b: a == b, "!=": lambda a, b: a != b,
    }[op]  # fmt: skip
    mine, others = range(one.low, one.high + 1), range(other.low, other.high + 1)
    part = _part(one, op, other)
    kept = [a for a in mine if any(holds(a, b) for b in others) or (op == "!=" and other.none)]
    assert (part.some, part.none) == (one.some, one.none)
    if kept:
        assert (part.low, part.high) == (min(kept), max(kept))
    else:
        assert part.low > part.high
