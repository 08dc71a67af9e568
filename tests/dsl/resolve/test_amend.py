"""Variants that change single lines: the results, impossible changes, and conflicts between two variants."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import LoadedGame, load
from hoyle.dsl.syntax.printer.declarations import print_declaration

BASE = """\
game "Base"
players 4
deck 9 10 J Q K A
zones
    stock: face down
    turned: face up
    hand of each player: private
remember
    dealer: player
    points of each player: number
main
    set dealer to a random player
    repeat 2 times
        deal_hand
        for p in players from dealer.left: ask(p)
        score
        set dealer to dealer.left
    game over, won by the player with highest points
phase deal_hand
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
phase ask(p: player)
    if p.points > 1: add 1 to dealer.points
    p chooses
        "pass"
        "lay {c}" for c in p.hand
            move c to turned
    in secret together
        dealer chooses
            "hide {c}" for c in dealer.hand
                move c to turned
        p chooses
            "show"
incident "slip" during ask
    nothing
values worth of each card "what a card counts"
    Q K: 3
    A: 5
    otherwise: 0
ranking
    spades: A K Q J 10 9
    any other suit: A K Q J 10 9
table score
    let n be size of turned
    n < 3      -> add 1 to dealer.points
    n in 3..5  -> add 2 to dealer.points
    otherwise  -> nothing
"""


@pytest.fixture
def laid(tmp_path: Path):
    """Return a function that applies variants with these changes to BASE, one after the other, and loads the result."""

    def call(*changes: str) -> LoadedGame:
        base = tmp_path / "base.hoyle"
        base.write_text(BASE, encoding="utf-8")
        paths: list[Path] = []
        for number, change in enumerate(changes):
            path = tmp_path / f"v{number}.hoyle"
            path.write_text(f'variant "V{number}" of base\n{change}', encoding="utf-8")
            paths.append(path)
        return load(base, paths)

    return call


def part(loaded: LoadedGame, head: str) -> list[str]:
    """The lines of the declaration that starts with `head`."""
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    parts = [[line.render() for line in print_declaration(d)] for d in loaded.game.tree.declarations]
    return next(lines for lines in parts if lines[0].startswith(head))


def said(loaded: LoadedGame) -> list[tuple[str, str, str]]:
    return [(d.code, d.span.text, d.message) for d in loaded.diagnostics]


def test_lines_are_inserted_before_and_after_a_line_and_replaced(laid) -> None:
    loaded = laid(
        "change main\n"
        "    add before the line deal_hand\n"
        "        set points of each player to 0\n"
        "    add after the line score\n"
        "        add 1 to dealer.points\n"
        "        show turned to everyone\n"
        "    replace the line set dealer to dealer.left\n"
        "        set dealer to dealer.right\n"
    )
    assert part(loaded, "main")[3:10] == [
        "        set points of each player to 0",
        "        deal_hand",
        "        for p in players from dealer.left: ask(p)",
        "        score",
        "        add 1 to dealer.points",
        "        show turned to everyone",
        "        set dealer to dealer.right",
    ]


def test_statements_are_added_at_the_start_and_the_end_of_a_phase(laid) -> None:
    loaded = laid(
        "change deal_hand\n    add at the start\n        nothing\n    add at the end\n"
        "        move top of stock to turned\n    remove the line shuffle stock\n"
    )
    assert part(loaded, "phase deal_hand") == [
        "phase deal_hand",
        "    nothing",
        "    gather every card into stock",
        "    deal 5 from stock to hand of each player",
        "    move top of stock to turned",
    ]


def test_choices_are_added_replaced_and_removed(laid) -> None:
    loaded = laid(
        "change ask\n"
        '    replace the choice "pass"\n'
        '        "pass" if p != dealer\n'
        '    add after the choice "lay {c}"\n'
        '        "lay two"\n'
        "            move top 2 of p.hand to turned\n"
        '        "lay nothing"\n'
        '    remove the choice "lay nothing"\n'
    )
    lines = part(loaded, "phase ask")
    assert lines[3:8] == [
        '        "pass" if p != dealer',
        '        "lay {c}" for c in p.hand',
        "            move c to turned",
        '        "lay two"',
        "            move top 2 of p.hand to turned",
    ]


def test_rows_of_a_table_are_added_replaced_and_removed(laid) -> None:
    loaded = laid(
        "change score\n"
        "    replace the row n in 3..5\n"
        "        n = 3 -> add 2 to dealer.points\n"
        "    add rows\n"
        "        n in 4..5 -> add 3 to dealer.points\n"
        "    replace the row otherwise\n"
        "        n > 5 -> nothing\n"
    )
    assert [line.split("->")[0].strip() for line in part(loaded, "table score")[2:]] == [
        "n < 3",
        "n = 3",
        "n > 5",
        "n in 4..5",
    ]


def test_a_statement_with_a_block_is_named_by_its_heading(laid) -> None:
    for head in ("if p.points > 1", "if p.points > 1: add 1 to dealer.points"):
        loaded = laid(f"change ask\n    replace the line {head}\n        add 1 to p.points\n")
        assert part(loaded, "phase ask")[1] == "    add 1 to p.points"
    loaded = laid("change main\n    remove the line for p in players from dealer.left: ask(p)\n")
    assert "        for p in players from dealer.left: ask(p)" not in part(loaded, "main")
    loaded = laid("change ask\n    remove the line add 1 to dealer.points\n")
    assert part(loaded, "phase ask")[1] == "    if p.points > 1: nothing"


def test_new_lines_have_the_citation_of_the_change(laid) -> None:
    loaded = laid(
        'source house "house.txt"\nchange deal_hand  [3]\n    add at the end  [4]\n        nothing\n        nothing  [5]\n'
        "    add at the start\n        nothing\n"
    )
    assert [line.split()[-1] for line in part(loaded, "phase deal_hand") if "nothing" in line] == ["[3]", "[4]", "[5]"]


def test_rows_of_values_and_of_the_ranking_are_changed(laid) -> None:
    """The text before the colon identifies such a row.  The order of rows matters."""
    change = """\
change the values worth                                                 [7]
    replace the row Q K
        Q: 2
        K: 4
    add before the row A
        A of spades: 9                                                  [8]
    remove the row A
    add at the start
        J: 1
change the ranking
    replace the row spades
        hearts: J A K Q 10 9
    add at the end
        equal cards: last played wins
    replace the row any other suit
        any other suit: A K Q J 10 9
    add after the row equal cards
        equal cards: last played wins
    remove the row equal cards
"""
    loaded = laid(change)
    assert said(loaded) == [("E0912", "equal cards", "2 rows of `ranking` are `equal cards`")]
    change = change[: change.index("    add after the row equal")]
    loaded = laid(change)
    assert part(loaded, "values") == [
        'values worth of each card        "what a card counts"',
        "    J: 1                                                                [7]",
        "    Q: 2                                                                [7]",
        "    K: 4                                                                [7]",
        "    A of spades: 9                                                      [8]",
        "    otherwise: 0",
    ]
    assert part(loaded, "ranking") == [
        "ranking",
        "    hearts: J A K Q 10 9",
        "    any other suit: A K Q J 10 9",
        "    equal cards: last played wins",
    ]


def test_a_define_of_one_line_is_named_only_if_it_is_meant(laid) -> None:
    change = "\n    add rows\n        otherwise -> 4\n"
    below = "add define lowest_hand means 3\nadd define high means\n    size of turned > 1 -> 4\n    otherwise -> 5\n"

    def advice(name: str) -> str | None:
        return next(one.help for one in laid(below, f"change {name}{change}").diagnostics if one.code == "E0902")

    assert advice("lowest_hnd") == "did you mean `lowest_hand`?"
    assert advice("hihg") == "did you mean `high`?"
    assert advice("zzz") == "there are `deal_hand`, `ask`, `score`, `high`, `main`"


def test_a_replaced_declaration_keeps_its_description(laid) -> None:
    loaded = laid("replace values worth of each card\n    otherwise: 1\n")
    assert part(loaded, "values")[0] == 'values worth of each card        "what a card counts"'
    loaded = laid('replace values worth of each card "points"\n    otherwise: 1\n')
    assert part(loaded, "values")[0] == 'values worth of each card        "points"'


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            "change the values worht\n    remove the row A\n",
            ("E0902", "worht", "the game below has no `values worht`"),
        ),
        (
            "change the values worth\n    remove the row K Q\n",
            ("E0909", "K Q", "no row of `worth` is `K Q`"),
        ),
        (
            "change the ranking\n    remove the row clubs\n",
            ("E0909", "clubs", "no row of `ranking` is `clubs`"),
        ),
        (
            "change worth\n    add at the end\n        nothing\n",
            ("E0902", "worth", "the game below has no `phase worth`"),
        ),
        ("change asks\n    add at the end\n        nothing\n", ("E0902", "asks", "the game below has no `phase asks`")),
        (
            'change ask\n    remove the choice "lay"\n',
            ("E0909", '"lay"', 'no choice of `ask` is `"lay"`'),
        ),
        (
            "change main\n    remove the line shuffle stock\n",
            ("E0909", "shuffle stock", "no line of `main` is `shuffle stock`"),
        ),
        (
            "change main\n    remove the row otherwise\n",
            ("E0909", "otherwise", "no row of `main` is `otherwise`"),
        ),
        (
            "change score\n    remove the line nothing\n",
            ("E0910", "nothing", "`score` is a table, which has rows"),
        ),
        (
            "change ask\n    add rows\n        otherwise -> nothing\n",
            ("E0910", "otherwise -> nothing", "`ask` is not a table and has no rows"),
        ),
        (
            'change ask\n    remove the choice "show"\n',
            ("E0911", '"show"', "this is the only choice, and nothing would be left"),
        ),
        (
            "change ask\n    add before the line dealer chooses\n        nothing\n",
            ("E0910", "dealer chooses", "`in secret together` is only for lines like `p chooses`"),
        ),
        (
            "change ask\n    remove the line p chooses\n",
            ("E0912", "p chooses", "2 lines of `ask` are `p chooses`"),
        ),
    ],
)
def test_impossible_changes_are_errors(laid, change: str, found: tuple[str, str, str]) -> None:
    assert said(laid(change)) == [found]


def test_an_unknown_line_gets_a_suggestion_and_an_ambiguous_one_a_list(laid) -> None:
    (near,) = laid("change deal_hand\n    remove the line shuffle stack\n").diagnostics
    assert near.help == "did you mean `shuffle stock`?"
    (twice,) = laid("change ask\n    remove the line p chooses\n").diagnostics
    assert [(span.text, note) for span, note in twice.notes] == [("p chooses", "here"), ("p chooses", "here")]


PASS = 'change ask\n    replace the choice "pass"\n        "pass" if p != dealer\n'
BESIDE = 'change ask\n    add after the choice "pass"\n        "knock"\n'
LAY = 'change ask\n    remove the choice "lay {c}"\n'
QUEENS = "change the values worth\n    replace the row Q K\n        Q K: 4\n"
WHOLE = 'replace phase ask(p: player)\n    p chooses\n        "stay"\n        "go"\n'


@pytest.mark.parametrize(
    ("one", "other", "conflict"),
    [
        (PASS, PASS, True),
        (PASS, BESIDE, True),
        (BESIDE, BESIDE.replace("knock", "call"), False),
        (PASS, LAY, False),
        (BESIDE, LAY, False),
        (WHOLE, LAY, True),
        (BESIDE, WHOLE, True),
        ("change ask\n    add at the end\n        nothing\n", LAY, False),
        ('remove incident "slip"\n', 'change the incident "slip"\n    add at the end\n        nothing\n', True),
        (QUEENS, QUEENS, True),
        (QUEENS, "change the values worth\n    remove the row A\n", False),
        (QUEENS, "remove values worth\n", True),
        ("replace ranking\n    any suit: A K Q J 10 9\n", "change the ranking\n    remove the row spades\n", True),
    ],
)
def test_two_variants_that_change_one_phase(laid, one: str, other: str, conflict: bool) -> None:
    """A conflict is reported with both places.  New lines beside the same line follow the order of the variants."""
    loaded = laid(one, other)
    assert [d.code for d in loaded.diagnostics] == ["E0906"] * conflict
    if conflict:
        (found,) = loaded.diagnostics
        assert found.span.source.name.endswith("v1.hoyle")
        assert [span.source.name.endswith("v0.hoyle") for span, _ in found.notes] == [True]


@pytest.mark.parametrize(("variants", "found"), [(20, []), (21, ["E0931"])])
def test_the_length_of_a_chain_of_variants_is_limited(tmp_path: Path, variants: int, found: list[str]) -> None:
    (tmp_path / "v0.hoyle").write_text(BASE, encoding="utf-8")
    for i in range(1, variants + 1):
        change = f"change deal_hand\n    add at the end\n        add {i} to points of each player\n"
        (tmp_path / f"v{i}.hoyle").write_text(f'variant "V{i}" of v{i - 1}\n{change}', encoding="utf-8")
    assert [d.code for d in load(tmp_path / f"v{variants}.hoyle").diagnostics if d.severity == "error"] == found
