"""Extreme rule files: long chains, exponential definitions and huge lists.

They give diagnostics or none, but never a traceback.

No test measures time.  Without limits in the checker, most of these files would never finish.
"""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import load
from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Source

HEAD = """\
game "Long"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
"""
MAIN = """\
main
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
"""
END = "    game over, won by the player with highest points\n"
LONG = 2000


def found(body: str, main: str = "    add 1 to points of each player\n") -> tuple[Diagnostic, ...]:
    return load(Source("long", HEAD + body + MAIN + main + END)).diagnostics


def codes(body: str, main: str = "    add 1 to points of each player\n") -> set[str]:
    return {d.code for d in found(body, main)} - {"W0436"}  # which is about whole games


def test_a_long_chain_of_defines() -> None:
    body = "".join(f"define d{i} means d{i + 1} + 1\n" for i in range(LONG)) + f"define d{LONG} means 1\n"
    assert codes(body, "    add d0 to points of each player\n") == {"E0117"}


def test_defines_that_double_in_size() -> None:
    body = "define d0 means number of players\n"
    body += "".join(f"define d{i} means d{i - 1} + d{i - 1}\n" for i in range(1, 45))
    main = "    if d44 > 3: add 1 to points of each player\n"
    assert codes(body, main) == {"E0118"}


def test_conditions_that_double_in_size() -> None:
    body = "remember\n    maker: player or none\n"
    body += "define f0(p: player) means maker is not none and maker.points > 2 and p = maker\n"
    body += "".join(f"define f{i}(p: player) means f{i - 1}(p) and f{i - 1}(p.left)\n" for i in range(1, 40))
    main = '    for p in players\n        p chooses\n            "take {c}" if f39(p) for c in p.hand\n'
    main += '                set maker to p\n            "pass"\n                add 1 to p.points\n'
    assert codes(body, main) == {"E0118"}


def test_a_cycle_of_defines() -> None:
    body = "".join(f"define d{i} means d{(i + 1) % LONG} + 1\n" for i in range(LONG))
    diagnostics = found(body, "    add d0 to points of each player\n")
    assert [d.code for d in diagnostics] == ["E0607"]


def test_a_long_chain_of_phases() -> None:
    body = "".join(
        f"phase f{i}\n    deal at most 1 from stock to hand of each player\n    f{i + 1}\n" for i in range(LONG)
    )
    body += f"phase f{LONG}\n    add 1 to points of each player\n"
    assert codes(body, "    f0\n") == {"E0117"}


def test_a_cycle_of_phases() -> None:
    body = "".join(f"phase f{i}\n    move top of stock to stock\n    f{(i + 1) % LONG}\n" for i in range(LONG))
    diagnostics = found(body, "    f0\n    add 1 to points of each player\n")
    assert [d.code for d in diagnostics if d.code != "E0516"] == ["E0607"]


@pytest.mark.parametrize("items", [", ".join(map(str, range(LONG))), ", ".join(["3"] * LONG)])
def test_a_long_set_of_numbers_is_accepted(items: str) -> None:
    main = f"    for p in players where p.points in {{{items}}}: add 1 to p.points\n"
    assert codes("", main) == set()


def test_a_long_set_of_players_is_accepted() -> None:
    items = ", ".join(["p.left"] * LONG)
    main = f"    for p in players where p in {{{items}}}: add 1 to p.points\n"
    assert codes("", main) == set()


def test_a_table_with_names_that_double_in_size() -> None:
    body = "table t(p: player)\n    let n0 be p.points\n"
    body += "".join(f"    let n{i} be n{i - 1} + n{i - 1}\n" for i in range(1, LONG))
    body += f"    n{LONG - 1} > 3 -> add 1 to p.points\n    n{LONG - 1} <= 3 -> nothing\n"
    assert codes(body, "    for p in players: t(p)\n") == {"E0118"}


def test_a_table_with_names_that_are_nested_alternatives() -> None:
    body = "table t(p: player)\n    let n0 be p.points\n"
    body += "".join(f"    let n{i} be n{i - 1} if p.points > {i} otherwise {i}\n" for i in range(1, LONG // 2))
    body += f"    n{LONG // 2 - 1} > 3 -> add 1 to p.points\n    n{LONG // 2 - 1} <= 3 -> nothing\n"
    assert codes(body, "    for p in players: t(p)\n") == {"E0118"}


def test_a_table_of_many_conditions() -> None:
    """Forty independent conditions have a trillion combinations.  Two rows need only two of the conditions."""
    asked = [f"(any c in p.hand has c.number = {i})" for i in range(40)]
    body = f"table t(p: player)\n    {' and '.join(asked)} -> add 1 to p.points\n    otherwise -> nothing\n"
    assert codes(body, "    for p in players: t(p)\n") <= {"W0423", "W0704"}


def test_very_many_options() -> None:
    body = "".join(f'option o{i}: 1..1000 = 1 "a number"\n' for i in range(30))
    amounts = " + ".join(f"o{i}" for i in range(30))
    main = f"    deal {amounts} from stock to hand of each player\n    add 1 to points of each player\n"
    assert codes(body, main) == {"E0507"}


def test_nested_loops() -> None:
    main = "".join(f"{'    ' * (i + 1)}repeat until highest points > {i}\n" for i in range(38))
    main += (
        "    " * 39
        + "deal at most 1 from stock to hand of each player\n"
        + "    " * 39
        + "add 1 to points of each player\n"
    )
    assert codes("", main) == set()
