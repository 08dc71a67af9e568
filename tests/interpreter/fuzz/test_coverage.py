"""The coverage of random games: which rules fired, including those used only by expressions, and which never did."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hoyle.dsl.loading import RULESETS, load, rulesets
from hoyle.dsl.source.span import Source
from hoyle.interpreter.batch.modules import ModuleSimulation
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.engine import Dice, Engine
from hoyle.interpreter.fuzz import settings
from hoyle.interpreter.fuzz.coverage import live_rules, universe
from hoyle.interpreter.fuzz.report import FuzzReport
from hoyle.interpreter.fuzz.settings import plan
from hoyle.interpreter.lowering import lower

# In this game no player reaches 90 points, and no rule reads the weight of a suit.
WORTHS = """
values worth of each card
    A: 5
    otherwise: 1
values weight of each suit
    hearts: 2
    otherwise: 1
define price means
    target > 4 -> 2
    otherwise  -> 1
define rich(p: player) means p.points > 90
define heavy(s: suit) means s.weight = 2
define lucky(p: player, c: card) means
    rich(p)             -> heavy(c.suit)
    p.points in 50..90  -> no
    otherwise           -> c.worth < 9
after bid: no p in players has rich(p)
"""


@pytest.fixture
def text(pinch) -> str:
    return (
        pinch.replace('"bid"\n', '"bid" if any c in p.hand has lucky(p, c)\n')
        .replace("add 1 to bidder.points", "add price to bidder.points")
        .replace("ranking\n", "ranking\n    hearts: A K Q J 10 9 8 7\n")
    ) + WORTHS


def never(found) -> dict[str, set[str]]:
    """The rules that never fired, by kind."""
    shown: dict[str, set[str]] = {}
    for one in FuzzReport(found.game, found.work, found.sums, found.sums.games).data()["never"]:
        shown.setdefault(one["kind"], set()).add(one["text"])
    return shown


def test_rules_used_only_by_expressions_are_covered(text, fuzz) -> None:
    found = fuzz(text, 12, options={"target": 5, "deep": False}, players=3)
    silent = never(found)
    assert silent.pop("option value") == {"deep = yes", "pay = 0", "pay = 2"}
    assert silent.pop("row") >= {"rich(p) -> heavy(c.suit)", "p.points in 50..90 -> no", "otherwise -> 1"}
    assert silent.pop("define") == {"heavy"}
    assert silent.pop("values row") == {"hearts: 2", "otherwise: 1"}
    assert "ranking row" not in silent
    assert "check" not in silent


def test_rows_that_the_options_exclude_are_not_covered(text, fuzz) -> None:
    def rows(target: int) -> set[str]:
        return never(fuzz(text, 3, options={"target": target}, players=3))["row"]

    assert "target > 4 -> 2" in rows(4) - rows(5)
    assert "otherwise -> 1" in rows(5) - rows(4)


def test_an_unused_row_of_the_ranking_is_reported(pinch, fuzz) -> None:
    text = (
        pinch.replace("ranking\n", "ranking\n    trump: A K Q J 10 9 8 7\n")
        .replace("remember\n", "remember\n    trump: suit or none\n")
        .replace(
            "    set bidder to none\n", "    set bidder to none\n    if highest points > 90: set trump to hearts\n"
        )
    )
    assert never(fuzz(text, 6, options={"target": 3}))["ranking row"] == {"trump: A K Q J 10 9 8 7"}


def test_an_untested_invariant_is_reported(pinch, fuzz) -> None:
    text = pinch + "phase rest\n    set bidder to none\nafter rest: bidder is none\n"
    text = text.replace("        score\n", "        score\n        if highest points > 90: rest\n")
    silent = never(fuzz(text, 6, options={"target": 3}))
    assert silent["check"] == {"after rest: bidder is none"}
    assert silent["phase"] == {"rest"}


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_a_program_with_coverage_plays_the_same(name) -> None:
    game = load(name).game
    plain, noted = (Engine(lower(game, noted=which)) for which in (False, True))
    assert plain.program.slots == noted.program.slots
    assert len(plain.program.blocks) == len(noted.program.blocks)
    dice = Dice(5)
    one, other = plain.start(seed=5), noted.start(seed=5)
    for _ in range(120):
        assert one == other
        question = plain.question(one)
        if question is None:
            break
        options = list(question.options())
        assert options == list(noted.question(other).options())
        choice = options[dice.below(len(options))].choice
        one, other = plain.apply(one, choice), noted.apply(other, choice)


@pytest.mark.parametrize("name", ["texas_euchre", "hearts", "two_packs_for_five"])
def test_a_module_with_coverage_plays_the_same(name) -> None:
    pytest.importorskip("wasmtime")
    program = lower(load(name).game, noted=True)
    sums = ModuleSimulation(program, ("random",) * program.players, 3).runner().run(0, 5).sums
    plain = Simulation(program, ("random",) * program.players, 3).runner().run(0, 5).sums
    assert sums.digest() == plain.digest()


def test_a_report_lowers_nothing(fuzz, pinch, monkeypatch) -> None:
    """The games may have been played by workers, and whoever pressed Ctrl-C waits for the report."""
    made = fuzz(pinch, games=2)
    programs = plan(made.game, {}, vary=True)
    monkeypatch.setattr(settings, "lower", lambda *given, **named: pytest.fail("lowered"))
    data = FuzzReport(made.game, replace(made.work, programs=programs), made.sums, 2).data()
    assert len(data["settings"]) == 2
    assert data["settings"][0]["options"] == made.work.programs.settings[0].words()
    assert {rule["possible"] for rule in data["never"]} == {True, False}
    assert made.sums.live == live_rules(made.work.programs[0]) | live_rules(made.work.programs[1])


def test_statements_without_a_counter_are_not_reported_as_unused() -> None:
    game = load("adding_ninety_nine").game
    assert game is not None
    texts = {rule.text for rule in universe(game)}
    assert "set turned to not turned" in texts
    assert "play the other way round" not in texts


def test_rows_of_a_constant_define_count_as_covered() -> None:
    text = (RULESETS / "whist.hoyle").read_text(encoding="utf-8")
    rows = ("dealer = dealer.left -> 1", "dealer = dealer.right -> 1", "otherwise -> 1")
    text = text.replace("\nmain\n", "\ndefine one means\n" + "".join(f"    {row}\n" for row in rows) + "\nmain\n", 1)
    text = text.replace("add t.tricks - book to t.points", "add one * (t.tricks - book) to t.points")
    assert "add one" in text
    game = load(Source("one", text)).game
    assert game is not None
    program = lower(game, noted=True)
    settled = [program.places[place].text for kind, place in program.settled if kind == "row"]
    assert sorted(settled) == sorted(rows)


COMPARED = """
game "Compared"
language 1
players 2
deck A K Q J of reds blues
zones
    stock: face down
    hand of each player: private
remember
    points of each player: number
ranking
    reds: A K Q J
    any suit: A K Q J
define tried(p: player) means {tried}
main
    gather every card into stock
    shuffle stock
    deal 4 from stock to hand of each player
    for p in players where tried(p)
        add 1 to p.points
    game over, won by the player with highest points, otherwise shared
"""


@pytest.mark.parametrize(
    ("tried", "unused"),
    [
        ("any c in p.hand has c.suit = reds", {"reds: A K Q J", "any suit: A K Q J"}),
        ("any c in p.hand has any d in p.hand has c beats d", set()),
        ("every c in p.hand has c is not a trump", set()),
        ("(the highest c in p.hand by the ranking) is not none", set()),
        ("any c in p.hand has every d in p.hand has d follows c", set()),
    ],
)
def test_whatever_compares_cards_uses_rows_of_the_ranking(fuzz, tried, unused) -> None:
    """A game without tricks uses them too."""
    assert never(fuzz(COMPARED.format(tried=tried), 6)).get("ranking row", set()) == unused
