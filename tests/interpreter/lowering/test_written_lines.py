"""The lines that are written on the table for what a variant remembers besides, one by one: what they say, and when."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl import checked as c
from hoyle.dsl.loading import load
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.lowering.written import _line_of

from ...small_rules import game_of, small_rules

REMEMBERED = """\
    n: number
    small: 0..3
    level: 2..8
    last_hit: yes or no
    trump: suit or none
    lead: player or none
    side: team or none
    high: rank or none
    called: face or none
    seen: card or none
    held: cards
    marks of each player: number
    went_out of each player: yes or no
    wish of each player: suit or none
    contract of each team: strain or none
"""
TEXT = small_rules(players="4, partners opposite", head="kind strain: suit or no_trump").replace(
    "remember\n", "remember\n" + REMEMBERED
)


def shown(e: object) -> str:
    """An expression of a line: names, numbers, and what is done with them."""
    match e:
        case c.Op(op, args):
            return f"{op}({', '.join(map(shown, args))})"
        case c.VariableRef(variable, owner):
            return variable.name if owner is None else f"{variable.name} of {shown(owner)}"
        case c.LocalRef(local):
            return local.name
        case c.Lit(value):
            return str(value)
        case None:
            return "-"
        case _:
            raise AssertionError(e)


def test_what_is_written_of_each_kind_of_variable() -> None:
    found: dict[str, str] = {}
    for variable in game_of(TEXT).variables:
        for line in _line_of(variable):
            holes = ", ".join(map(shown, line.holes))
            beside = (
                f" beside {line.owner.name} in {shown(line.owners)} if {shown(line.where)}"
                if line.owner is not None
                else ""
            )
            found[variable.name] = f"{list(line.texts)} {holes} if {shown(line.condition)}{beside}"
    assert found == {
        "n": "['n ', ''] n if !=(n, 0)",
        "small": "['small ', ''] small if !=(small, 0)",
        "level": "['level ', ''] level if and(!=(level, 0), !=(level, 2))",
        "last_hit": "['last hit']  if last_hit",
        "trump": "['trump ', ''] trump if !=(trump, -1)",
        "lead": "['lead ', ''] lead if !=(lead, -1)",
        "side": "['side ', ''] side if !=(side, -1)",
        "called": "['called ', ''] called if !=(called, -1)",
        "high": "['high ', ''] high if !=(high, -1)",
        "went_out": "['went out']  if - beside p in players() if went_out of p",
        "wish": "['wish ', ''] wish of p if - beside p in players() if !=(wish of p, -1)",
        "contract": "['contract ', ''] contract of p if - beside p in teams() if !=(contract of p, -1)",
    }


def test_a_variant_writes_what_no_line_of_the_game_reads(tmp_path: Path) -> None:
    """What the game itself remembers has no line besides its own."""
    lines = 'written on the table\n    "best {deals}"\n'
    base = small_rules(defines="    deals: number\n    hidden: number", tables=lines)
    (tmp_path / "small.hoyle").write_text(base, "utf-8")
    added = "add remember\n    level: 2..8\n    marked of each player: yes or no\n    bare: cards\n"
    for name, text, texts in (
        ("small", base, ["best …"]),
        ("more", f'variant "More" of small\n{added}', ["best …", "level …", "marked"]),
        ("none", base.replace(lines, ""), []),
    ):
        path = tmp_path / f"{name}.hoyle"
        path.write_text(text, "utf-8")
        loaded = load(path)
        assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
        assert ["…".join(line.texts) for line in lower(loaded.game).written] == texts
