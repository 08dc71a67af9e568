"""Completion: words according to the grammar, names according to their type."""

from __future__ import annotations

import pytest

from .conftest import SMALL, Client


def offered(client: Client, text: str) -> set[str]:
    """The labels offered at the `|` in a text."""
    at = text.index("|")
    uri = client.open("a.hoyle", text.replace("|", ""))
    position = {"line": text.count("\n", 0, at), "character": at - text.rfind("\n", 0, at) - 1}
    found = client.ask("textDocument/completion", textDocument={"uri": uri}, position=position)
    for one in found["items"]:
        start, end = one["textEdit"]["range"]["start"], one["textEdit"]["range"]["end"]
        assert start["line"] == end["line"] == position["line"]
        assert start["character"] <= position["character"] == end["character"]
    return {one["label"] for one in found["items"]}


def in_phase(line: str) -> str:
    return SMALL + f"phase other(q: player)\n    let held be q.hand\n    {line}\n"


@pytest.mark.parametrize(
    ("line", "there", "absent"),
    [
        ("shuffle |", {"stock"}, {"dealer", "turn", "q", "repeat"}),
        ("move held to q.|", {"hand"}, {"points", "left", "stock"}),
        ("set dealer to dealer.|", {"left", "points", "hand"}, {"stock", "dealer"}),
        ("add 1 to |", {"points of each player"}, {"turn"}),
        ("tu|", {"turn"}, {"dealer"}),
        ("let |", set(), {"dealer", "stock", "turn"}),
        ("start |", {"turn", "other"}, {"dealer", "stock"}),
        ("if quick = |", {"yes", "no"}, {"repeat", "shuffle"}),
        ("if size of |", {"held", "stock"}, {"gather"}),
        ("gather |", {"every"}, {"stock"}),
        ("show held to |", {"everyone", "q", "dealer"}, {"shuffle"}),
        ("|", {"repeat", "for", "turn", "shuffle"}, {"option", "zones"}),
        ("# |", set(), {"repeat"}),
        ('q chooses\n        "take {|}" for x in held', {"x"}, {"q"}),
        ("nothing # allow |", {"W0301"}, {"E0301"}),
    ],
)
def test_only_fitting_words_and_names_are_offered(client: Client, line: str, there: set[str], absent: set[str]) -> None:
    found = offered(client, in_phase(line))
    assert there <= found
    assert not absent & found


def test_at_the_start_of_a_line_declarations_are_offered(client: Client) -> None:
    found = offered(client, SMALL + "|")
    assert {"option", "zones", "phase", "ranking"} <= found
    assert "shuffle" not in found


def test_after_a_colon_types_are_offered(client: Client) -> None:
    found = offered(client, SMALL + "remember\n    led: |\n")
    assert {"suit", "player", "number", "cards"} <= found
    assert "dealer" not in found


def test_a_variant_is_offered_the_lines_of_its_base(client: Client) -> None:
    client.open("small.hoyle", SMALL)
    text = 'variant "V" of small\nchange turn\n    remove the choice |\n'
    assert {'"pass"', '"show {c}"'} <= offered(client, text)
    assert "shuffle stock" in offered(client, 'variant "V" of small\nchange main\n    remove the line |\n')
    assert "small" in offered(client, 'variant "V" of |\n')


def test_the_values_of_an_option_are_offered(client: Client) -> None:
    text = SMALL + 'option pays = makers\n    makers "they pay"\n    others\nphase other\n    if pays = |\n'
    assert {"makers", "others"} <= offered(client, text)


def test_a_keyword_comes_with_its_explanation(client: Client) -> None:
    resolved = client.ask("completionItem/resolve", label="gather", kind=14)
    assert "gather every card into" in resolved["documentation"]["value"]


def test_an_unfinished_line_above_does_not_matter(client: Client) -> None:
    assert "stock" in offered(client, in_phase("set dealer\n    shuffle |"))


WRITTEN = SMALL + 'written on the table\n    "bid {|}" beside p in players if quick\n'


def test_in_the_braces_of_a_line_on_the_table_values_are_offered(client: Client) -> None:
    found = offered(client, WRITTEN)
    assert {"p", "dealer", "stock", "quick"} <= found
    assert not {"points", "hand", "turn"} & found
    assert {"points", "hand"} <= offered(client, WRITTEN.replace("{|}", "{p.|}"))
    assert "dealer" not in offered(client, WRITTEN.replace("{|}", "{p.|}"))
    assert offered(client, WRITTEN.replace("{|}", "{dealer} |")) == set()


BASE = SMALL + (
    'option late = may_fold "what the last may do"\n    may_fold "fold"\n    must_call "call"\n'
    'option target: 5..9 = 7 "points that win"\n'
    'preset "short"\n    set target to 5\n'
    "values worth of each card\n    A: 2\n    otherwise: 0\n"
    "table pay(q: player)\n    quick -> add 1 to q.points\n    otherwise -> nothing\n"
    "define low means 3\n"
    "define high means\n    quick -> 5\n    otherwise -> 6\n"
    'ruling "The ace is high."\n'
    "always highest points < 1000\n"
    'require target > 5 or not quick "too short"\n'
)
"""A base with a part of each kind that the lines of a variant name."""


@pytest.mark.parametrize(
    ("lines", "there", "absent"),
    [
        ("set |", {"quick", "late", "target"}, {"turn", "pay", "low", "dealer"}),
        ("set ta|", {"target"}, {"quick", "late"}),
        ("set late to |", {"may_fold", "must_call"}, {"yes", "no", "none", "quick"}),
        ("set late to may_fold|", {"may_fold"}, {"must_call"}),
        ("set quick to |", {"yes", "no"}, {"none", "may_fold"}),
        ("set target to |", {"5", "6", "7", "8", "9"}, {"yes", "4", "10"}),
        ('preset "long"\n    set |', {"quick", "late", "target"}, {"turn", "low"}),
        ('replace preset "short"\n    set late to |', {"may_fold", "must_call"}, {"yes"}),
        (
            "change |",
            {"turn", "pay", "high", "main", "the", "the values worth", "the option late"},
            {"low", "late", "worth", "stock"},
        ),
        ("change the |", {"values", "option", "values worth", "option late"}, {"turn", "late"}),
        ("change the option |", {"quick", "late", "target"}, {"turn", "worth"}),
        ("change the values |", {"worth"}, {"late", "turn"}),
        ("change the option late\n    remove value |", {"may_fold", "must_call"}, {"late"}),
        (
            "remove |",
            {"option", "option late", "phase turn", "define low", "zone hand", "remembered dealer", 'preset "short"'},
            {"late", "turn", "shuffle"},
        ),
        ("remove option |", {"quick", "late", "target"}, {"turn", "low"}),
        ("remove |", {"always highest points < 1000", "require target > 5 or not quick"}, {"highest points < 1000"}),
        ("remove always |", {"highest points < 1000"}, {"target > 5 or not quick"}),
        ("remove require |", {"target > 5 or not quick"}, {"highest points < 1000"}),
        ("remove ruling |", {'"The ace is high."'}, {'"short"'}),
        ("replace |", {"option late", "phase turn", "values worth", "ranking", "table pay"}, {"turn", "late"}),
        ("replace phase |", {"turn"}, {"pay", "late"}),
        ("replace zones\n    |", {"stock", "hand"}, {"dealer"}),
        ("describe |", {"turn", "late", "stock", "dealer"}, {"shuffle"}),
        ("keep ruling |", {'"The ace is high."'}, set()),
        ("add option |", set(), {"late", "quick"}),
    ],
)
@pytest.mark.parametrize("below", ["", "\nset quick to yes\n", "\nadd rows\n    quick -> nothing\n"])
def test_a_variant_is_offered_the_names_and_values_of_its_base(
    client: Client, lines: str, there: set[str], absent: set[str], below: str
) -> None:
    client.open("base.hoyle", BASE)
    found = offered(client, f'variant "V" of base\n\n{lines}\n{below}')
    assert there <= found
    assert not absent & found


def test_the_values_of_an_option_come_in_the_order_written_with_what_they_mean(client: Client) -> None:
    client.open("base.hoyle", BASE)
    text = 'variant "V" of base\nset late to \n'
    uri = client.open("a.hoyle", text)
    found = client.ask("textDocument/completion", textDocument={"uri": uri}, position={"line": 1, "character": 12})
    items = sorted(found["items"], key=lambda one: one["sortText"])
    assert [(one["label"], one["documentation"]) for one in items] == [("may_fold", "fold"), ("must_call", "call")]
