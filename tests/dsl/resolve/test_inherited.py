"""Further changes by variants: whole declarations, parts that disappear together with a removed one, and questions to
the author.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import LoadedGame, load
from hoyle.dsl.source.span import Source
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.printer.declarations import print_declaration

BASE = """\
game "Base"
source rules "rules.txt"
players 4
deck 9 10 J Q K A
option bonus: 0..3 = 2 "points for playing at all"
option pace = slow "how fast it goes"
    slow  "one deal"
    quick "two deals"
    rapid "three deals"
option stakes: 1 or 2 = 1 "what a trick is worth"
require bonus > 0 or pace = slow "something must happen"
preset "generous"
    set bonus to 3
    set pace to rapid
preset "rapid"
    set pace to rapid
zones
    stock: face down
    spare: face down
    hand of each player: private
remember
    dealer: player
    level, step: 0..4 "how high"
    points of each player: number
define worth(p: player) means "what a hand counts"
    p.points > 9 -> 2
    otherwise    -> p.points
table allowed(c: card): yes or no
    c.rank = A  -> no
    c.rank != A -> yes
main
    set dealer to a random player
    repeat 2 times
        deal_hand
        score
        pay
    game over, won by the player with highest points
phase deal_hand "everybody gets five cards"
    gather every card into stock
    shuffle stock
    deal 5 from stock to hand of each player
phase pay "a bonus is paid"
    for p in players
        p chooses
            "take it" if bonus > 0 and pace != rapid
                add worth(p) to p.points
            "lay {c}" for c in p.hand where allowed(c)
                move c to spare
    set level, step to stakes
table score
    level = step and dealer.points > 1 -> add bonus to dealer.points
    otherwise                          -> nothing
incident "slip" during pay
    subtract 1 from dealer.points
after deal_hand: every p in players has size of p.hand = 5
after pay: level = step
after pay: level <= 2
always lowest points > 0 - 100
ruling "The bonus is paid at once." about option bonus
ruling "Slow is usual." about option pace
ruling "Everybody is dealt five cards." about phase deal_hand
ruling "Nobody may look at the spare cards."
"""


@pytest.fixture
def laid(tmp_path: Path):
    """Return a function that loads a variant of BASE with these changes."""

    def call(changes: str) -> LoadedGame:
        (tmp_path / "base.hoyle").write_text(BASE, encoding="utf-8")
        path = tmp_path / "v.hoyle"
        path.write_text(f'variant "V" of base\n{changes}', encoding="utf-8")
        return load(path)

    return call


def lines(loaded: LoadedGame) -> list[str]:
    """Every line of the resulting game."""
    assert loaded.game is not None, [str(d) for d in loaded.diagnostics]
    return [" ".join(line.text.split()) for d in loaded.game.tree.declarations for line in print_declaration(d)]


def codes(loaded: LoadedGame) -> list[str]:
    return [d.code for d in loaded.diagnostics]


def rulings(loaded: LoadedGame) -> list[str]:
    assert loaded.game is not None
    return [d.text for d in loaded.game.tree.declarations if isinstance(d, n.Ruling)]


def test_the_base_has_no_errors(laid) -> None:
    assert codes(laid("")) == []


@pytest.mark.parametrize(
    ("change", "gone", "there"),
    [
        (
            "replace after deal_hand: size of spare = 0\n",
            "after deal_hand: every p",
            "after deal_hand: size of spare = 0",
        ),
        ("remove after deal_hand\n", "after deal_hand: every p", ""),
        ("remove after pay: level <= 2\n", "after pay: level <= 2", "after pay: level = step"),
        ("replace always lowest points > 0 - 50\n", "always lowest points > 0 - 100", "always lowest points > 0 - 50"),
        ("remove always lowest points > 0 - 100\n", "always", ""),
        ("remove require bonus > 0 or pace = slow\n", "require", ""),
        ('replace require bonus > 1 "more"\n', "require bonus > 0", 'require bonus > 1 "more"'),
        ('remove preset "generous"\n', 'preset "generous"', 'preset "rapid"'),
        ('replace preset "generous"\n    set bonus to 1\n', "set bonus to 3", "set bonus to 1"),
        ('replace source rules "other.txt"\n', 'source rules "rules.txt"', 'source rules "other.txt"'),
        ('remove ruling "Nobody may"\n', 'ruling "Nobody may', ""),
        ('describe bonus "a gift"\n', "points for playing", 'option bonus: 0..3 = 2 "a gift"'),
        ('describe spare "set aside"\n', "", 'spare: face down "set aside"'),
        ('describe level "the height"\n', "how high", 'level, step: 0..4 "the height"'),
        ("replace zones\n    spare: face up\n", "spare: face down", "spare: face up"),
        ("replace remember\n    level: 0..7\n", "", 'level: 0..7 "how high"'),
        ("change the option bonus\n    allow 0..9\n", "0..3", 'option bonus: 0..9 = 2 "points for playing at all"'),
        ('change the option pace\n    add value lazy "no deal"\n', "", 'lazy "no deal"'),
        ('change the option pace\n    describe value slow "a deal"\n', "one deal", 'slow "a deal"'),
        ("change the option pace\n    remove value quick\n", "quick", 'rapid "three deals"'),
        (
            "change the option stakes\n    add value 3\n",
            "",
            'option stakes: 1 or 2 or 3 = 1 "what a trick is worth"',
        ),
        ('change the incident "slip"\n    add at the end\n        set level to 0\n', "", "set level to 0"),
        ("change worth\n    replace the row otherwise\n        otherwise -> 7\n", "-> p.points", "otherwise -> 7"),
        ("change worth\n    add before the row otherwise\n        p = dealer -> level\n", "", "p = dealer -> level"),
        (
            "change allowed\n    replace the row c.rank = A\n        c.rank = A -> level = 2\n",
            "",
            "c.rank = A -> level = 2",
        ),
        ('remove incident "slip"\n', "incident", ""),
    ],
)
def test_every_kind_of_declaration_can_be_changed(laid, change: str, gone: str, there: str) -> None:
    loaded = laid(change)
    said = lines(loaded)
    assert not gone or not any(line.startswith(gone) or gone in line for line in said)
    assert not there or there in said
    assert [c for c in codes(loaded) if c != "W0914"] == []


@pytest.mark.parametrize(
    ("change", "code", "help"),
    [
        (
            "replace after pay: level = 1\n",
            "E0916",
            "write one of\nremove after pay: level = step\nremove after pay: level <= 2",
        ),
        ("remove after pay\n", "E0916", "write one of\nremove after pay: level = step\nremove after pay: level <= 2"),
        (
            "remove after pay: level = 3\n",
            "E0916",
            "write one of\nremove after pay: level = step\nremove after pay: level <= 2",
        ),
        ('remove preset "genrous"\n', "E0902", "did you mean `generous`?"),
        ('keep ruling "Slow is not."\n', "E0902", None),
        ('describe bonsu "a gift"\n', "E0902", "did you mean `bonus`?"),
        ("remove zone spar\n", "E0902", "did you mean `spare`?"),
        ("change the option pace\n    add value slow\n", "E0917", "`describe value` says it in other words"),
        ("change the option pace\n    remove value quikc\n", "E0918", "did you mean `quick`?"),
        ("change the option pace\n    remove value slow\n", "E0919", "write first\nset pace to quick"),
        ("change score\n    add rows\n        level = 9 -> 4\n", "E0910", None),
        ("change allowed\n    add rows\n        level = 9 -> add 1 to dealer.points\n", "E0910", None),
    ],
)
def test_changes_without_a_meaning_are_errors(laid, change: str, code: str, help: str | None) -> None:
    (found,) = (d for d in laid(change).diagnostics if d.severity == "error")
    assert found.code == code
    assert help is None or found.help == help


def test_parts_that_serve_only_a_removed_option_are_removed_with_it(laid) -> None:
    """These are its settings in presets, presets that become empty, its `require`, and the ruling about it."""
    loaded = laid(
        'remove option pace\nchange pay\n    replace the choice "take it"\n        "take it" if bonus > 0\n'
        "            add worth(p) to p.points\n"
    )
    said = lines(loaded)
    assert codes(loaded) == []
    assert not any("pace" in line or "rapid" in line or line.startswith("require") for line in said)
    assert 'preset "generous"' in said
    assert rulings(loaded) == [
        "The bonus is paid at once.", "Everybody is dealt five cards.", "Nobody may look at the spare cards.",
    ]  # fmt: skip


def test_one_message_lists_what_needs_a_removed_option(laid) -> None:
    (found,) = laid("remove option bonus\n").diagnostics
    assert found.code == "E0913"
    assert found.span.text == "remove option bonus"
    assert found.message == "2 lines below still need `option bonus`, which is taken away"
    assert found.help is not None
    assert found.help.split("\n") == [
        "change these lines too:",
        "change pay",
        '    replace the choice "take it"',
        "change score",
        "    replace the row level = step and dealer.points > 1",
    ]


def test_one_message_lists_what_needs_a_removed_table_and_phase(laid) -> None:
    (table,) = laid("remove table allowed\n").diagnostics
    assert (table.code, table.span.text) == ("E0913", "remove table allowed")
    (phase,) = laid("remove phase deal_hand\n").diagnostics
    assert phase.help == "change these lines too:\nchange main\n    remove the line deal_hand"


def test_a_removed_value_that_the_rules_still_use_is_an_error(laid) -> None:
    (found,) = (
        d for d in laid("change the option pace\n    remove value rapid\n").diagnostics if d.severity == "error"
    )
    assert (found.code, found.span.text) == ("E0913", "remove value rapid")


def test_a_ruling_about_a_changed_part_is_dropped_with_a_warning(laid) -> None:
    loaded = laid("change deal_hand\n    replace the line deal 5 from stock to hand of each player\n"
                  "        deal 4 from stock to hand of each player\nremove after deal_hand\n"
                  'describe deal_hand "everybody gets four cards"\n')  # fmt: skip
    (asked,) = loaded.diagnostics
    assert (asked.code, asked.span.line) == ("W0914", 2)
    assert asked.help == (
        'if it is still true, write\nkeep ruling "Everybody is dealt five cards."\notherwise\n'
        'remove ruling "Everybody is dealt five cards."'
    )
    assert "Everybody is dealt five cards." not in rulings(loaded)


def test_a_ruling_is_kept_on_request(laid) -> None:
    change = "change deal_hand\n    add at the start\n        nothing\n"
    assert "Everybody is dealt five cards." not in rulings(laid(change))
    kept = laid(change + 'keep ruling "Everybody"\n')
    assert codes(kept) == []
    assert "Everybody is dealt five cards." in rulings(kept)


def test_setting_an_option_gives_no_warning(laid) -> None:
    assert codes(laid("set bonus to 1\nset pace to quick\n")) == []


def test_an_inherited_description_of_a_replaced_part_gives_a_warning(laid) -> None:
    body = "gather every card into stock\n    shuffle stock\n    deal 5 from stock to hand of each player"
    same = f'replace phase deal_hand{{}}\n    {body}\nkeep ruling "Everybody"\n'
    (found,) = laid(same.format("")).diagnostics
    assert (found.code, found.span.line) == ("W0915", 2)
    assert codes(laid(same.format(' "five cards each"'))) == []


def test_a_changed_number_that_a_description_mentions_gives_a_warning(laid) -> None:
    change = "change deal_hand\n    replace the line deal 5 from stock to hand of each player\n"
    change += '        deal {} from stock to hand of each player\nkeep ruling "Everybody"\nremove after deal_hand\n'
    (found,) = laid(change.format(4)).diagnostics
    assert (found.code, found.span.line) == ("W0931", 3)
    assert found.help == 'write: describe deal_hand "everybody gets four cards"'
    assert codes(laid(change.format(4) + 'describe deal_hand "everybody gets five cards"\n')) == []
    assert codes(laid(change.format(5))) == []


def test_a_number_no_longer_handed_to_a_phase_whose_description_mentions_it_gives_a_warning() -> None:
    change = (
        'variant "Three" of hearts\nchange main\n    replace the line for places in {{1, 3, 2, 0}} until highest points >= '
        "target\n        for places in {{1, {}2, 0}} until highest points >= target\n            shuffle every card into "
        "stock\n            deal hand_size from stock to hand of each player\n            if places > 0: "
        "pass_cards(places)\n            play_hand\n            for p in players: score(p, total penalty of p.won)\n"
    )
    (found,) = load(Source("v.hoyle", change.format(""))).diagnostics
    assert (found.code, found.span.line, found.help) == ("W0931", 3, 'write: describe pass_cards "…"')
    assert load(Source("v.hoyle", change.format("3, "))).diagnostics == ()
    anew = change.format("") + 'describe pass_cards "one place to the left, or two"\n'
    assert load(Source("v.hoyle", anew)).diagnostics == ()


def test_a_removed_option_can_become_a_remembered_variable(laid) -> None:
    """The lines that read the name now read the variable."""
    assert codes(laid("remove option bonus\nadd remember\n    bonus: number\n")) == ["W0304"], (
        "only that nothing sets it"
    )


def test_a_message_about_setting_a_define_contains_the_right_line() -> None:
    """If the size of a hand has a name, authors try `set hand_size to 10` first."""
    (found,) = load(Source("v.hoyle", 'variant "Ten cards" of whist\nset hand_size to 10\n')).diagnostics
    assert (found.code, found.help) == ("E0320", "`hand_size` is a define: write `replace define hand_size means 10`")


def test_a_define_with_a_parameter_gets_no_such_line(laid) -> None:
    (found,) = laid("set worth to 3\n").diagnostics
    assert (found.code, found.help) == ("E0320", "there are `bonus`, `pace`, `stakes`")


def test_a_number_in_letters_is_written_in_digits(laid) -> None:
    (found,) = laid("set bonus to three\n").diagnostics
    assert (found.code, found.help) == ("E0419", "write `3`")
    (found,) = laid("set pace to three\n").diagnostics
    assert (found.code, found.help) != ("E0419", "write `3`")
