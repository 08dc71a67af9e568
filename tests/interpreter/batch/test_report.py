"""The report of a simulation, compared with sums over the games themselves."""

from __future__ import annotations

from collections import Counter
from statistics import mean as average
from typing import Any

import pytest

from hoyle.cli.formats.simulation import place_in_rules
from hoyle.dsl.loading import load
from hoyle.interpreter.batch.playout import DealResult, Outcome
from hoyle.interpreter.batch.report import SimulationReport, rules
from hoyle.interpreter.batch.sums import GameSums
from hoyle.interpreter.batch.work import Simulation
from hoyle.interpreter.lowering import lower

GAMES = 25
OWN = """variant "Own" of base

change score
    replace the row t.tricks < 3
        t.tricks < 3 -> add 2 to t.points
"""


@pytest.fixture(scope="module")
def work(program) -> Simulation:
    return Simulation(program(), ("random",) * 4, 3)


@pytest.fixture(scope="module")
def games(work) -> list[Outcome]:
    playout = work.playout()
    return [playout.play(index) for index in range(GAMES)]


@pytest.fixture(scope="module")
def data(work) -> dict[str, Any]:
    return SimulationReport(work, work.runner().run(0, GAMES).sums, 2 * GAMES).data()


def test_rules_in_several_files_are_named_with_their_file(tmp_path, program, small_text) -> None:
    assert {rule.file for rule in rules(program())} == {None}
    (tmp_path / "base.hoyle").write_text(small_text, "utf-8")
    (tmp_path / "own.hoyle").write_text(OWN, "utf-8")
    game = load(tmp_path / "own.hoyle").game
    assert game is not None
    work = Simulation(lower(game), ("random",) * 4, 1)
    data = SimulationReport(work, work.runner().run(0, 2).sums, 2).data()
    found = [(one["file"], one["line"], one["text"]) for one in data["rules"] if one["kind"] == "row"]
    base = small_text.split("\n").index("    t.tricks >= 3 -> add worth to t.points") + 1
    assert found == [
        ("base.hoyle", base, "t.tricks >= 3 -> add worth to t.points"),
        ("own.hoyle", 5, "t.tricks < 3 -> add 2 to t.points"),
    ]
    assert [(one["file"], one["kind"], one["text"]) for one in data["never"]] == [
        ("base.hoyle", "statement", "set trump to hearts"),
        ("base.hoyle", "answer", "declare hearts"),
    ]
    assert next(place_in_rules(one) for one in data["never"]) == f"base.hoyle:{data['never'][0]['line']}"
    assert place_in_rules({"line": 4}) == "line 4"


def counted(values: Any) -> list[list[int]]:
    """Return a histogram in the form of the report."""
    return [[value, count] for value, count in sorted(Counter(values).items())]


def test_the_report_names_the_game_and_its_settings(data, work) -> None:
    assert (data["games"], data["asked"], data["complete"]) == (GAMES, 2 * GAMES, False)
    assert (data["title"], data["seed"], data["players"]) == ("Small", 3, ["random"] * 4)
    whole = SimulationReport(work, work.runner().run(0, 2).sums, 2).data()
    assert whole["complete"] is True
    assert "measures" not in whole


def test_each_side_has_its_wins_and_scores(data, games) -> None:
    assert [side["name"] for side in data["sides"]] == ["A and C", "B and D"]
    assert [side["seats"] for side in data["sides"]] == [["A", "C"], ["B", "D"]]
    for side, shown in enumerate(data["sides"]):
        assert shown["wins"]["value"] == pytest.approx(average(side in game.winners for game in games))
        assert shown["shared"]["value"] == 0
        gained = [deal.gains[side] for game in games for deal in game.deals]
        assert shown["score_change"]["value"] == pytest.approx(sum(gained) / GAMES)
        assert shown["per_deal"]["value"] == pytest.approx(average(gained), abs=1e-6)
        assert shown["final"] == counted(game.scores[side] for game in games)
        assert shown["gains"] == counted(gained)
        assert shown["score_change"]["low"] < shown["score_change"]["value"] < shown["score_change"]["high"]


def test_wins_by_distance_from_the_dealer(data, games, work) -> None:
    found, every = data["dealer"], work.program.sides
    assert found["name"] == "dealer"
    for step, seat in enumerate(found["seats"]):
        assert seat["left_of_dealer"] == step
        won = [any((game.dealer + step) % 4 in every[side] for side in game.winners) for game in games]
        assert seat["wins"]["value"] == pytest.approx(average(won))
    own = [deal.gains[deal.dealer % 2] for game in games for deal in game.deals]
    others = [deal.gains[1 - deal.dealer % 2] for game in games for deal in game.deals]
    assert found["per_deal"]["value"] == pytest.approx(average(own), abs=1e-6)
    assert found["others_per_deal"]["value"] == pytest.approx(average(others), abs=1e-6)


def test_lengths_of_games(data, games) -> None:
    found = data["length"]
    deals, decisions = [len(game.deals) for game in games], [game.decisions for game in games]
    assert found["deals"]["value"] == pytest.approx(average(deals))
    assert found["decisions"]["value"] == pytest.approx(average(decisions))
    assert found["decisions_per_deal"]["value"] == pytest.approx(sum(decisions) / sum(deals))
    assert found["deal_counts"] == counted(deals)
    assert found["decision_counts"] == counted(int(f"{number:.1e}"[0] + f"{number:e}"[2] + "0") for number in decisions)


def test_questions_and_the_frequency_of_their_answers(data, games) -> None:
    trump, play = data["questions"]
    deals = sum(len(game.deals) for game in games)
    assert (trump["text"], trump["phase"], trump["asked"]) == ("dealer.left chooses", "name_trump", deals)
    assert [one["label"] for one in trump["answers"]] == [
        "trump clubs", "trump diamonds", "trump hearts", "trump spades",
    ]  # fmt: skip
    assert sum(one["count"] for one in trump["answers"]) == deals
    assert sum(one["share"]["value"] for one in trump["answers"]) == pytest.approx(1, abs=1e-5)
    assert (play["phase"], play["asked"]) == ("play_hands", 20 * deals)
    assert [(one["label"], one["count"]) for one in play["answers"]] == [("play …", 20 * deals)]


def test_rules_are_listed_by_kind_with_their_counts(data, games) -> None:
    deals = sum(len(game.deals) for game in games)
    found = {(rule["kind"], rule["text"].split(" to ")[0]): rule["count"] for rule in data["rules"]}
    trick = "play trick from hand"
    for kind, text, count in (
        ("phase", "main", GAMES), ("phase", "deal_hands", deals), ("phase", "play_hands", deals),
        ("statement", "shuffle stock", deals), ("trick", trick, 5 * deals), ("statement", trick, 5 * deals),
        ("statement", "add 1", 5 * deals),
    ):  # fmt: skip
        assert found[kind, text] == count, (kind, text)
    rows = [rule["count"] for rule in data["rules"] if rule["kind"] == "row"]
    assert len(rows) == 2
    assert sum(rows) == deals
    assert {rule["kind"] for rule in data["rules"]} == {"phase", "trick", "statement", "row"}


def test_rules_that_never_fired_are_listed_once(data, work) -> None:
    assert [(one["kind"], one["text"]) for one in data["never"]] == [
        ("statement", "set trump to hearts"),
        ("answer", "declare hearts"),
    ]
    nothing = SimulationReport(work, GameSums.over(work.program), 0).data()
    silent = [(one["kind"], one["line"]) for one in nothing["never"]]
    rows = [rule.line for rule in rules(work.program) if rule.kind == "row"]
    for line in rows:  # the statement of a row is not listed in addition
        assert [kind for kind, at in silent if at == line] == ["row"]
    assert len([kind for kind, _ in silent if kind == "answer"]) == 3
    assert nothing["questions"] == []
    assert nothing["dealer"] is None


def test_a_shared_win_counts_for_each_winner(work) -> None:
    """Two games of one deal each: the first is a tie and is cut at the length limit, the second is won by the second
    side.
    """
    sums, every = GameSums.over(work.program), work.program.sides
    tie = Outcome((0, 1), True, True, (3, 3), 4, 1, (DealResult(1, (3, 3), 4),), [])
    won = Outcome((1,), False, False, (1, 4), 150, 2, (DealResult(2, (1, 4), 150),), [])
    sums.add(0, tie, every)
    sums.add(1, won, every)
    assert (sums.games, sums.ties, sums.cut, sums.decisions, sums.deals, sums.dealt) == (2, 1, 1, 154, 2, 2)
    assert (sums.wins, sums.shared) == ([1, 2], [1, 1])
    # All four win the first game.  B and D, to the left and the right of the dealer C, win the second.
    assert sums.from_dealer == [1, 2, 1, 2]
    assert (sums.dealer_gain.games, sums.dealer_gain.sums) == (2, [3 + 1, 3 + 4, 2])
    assert (sums.final, sums.gains) == ([{3: 1, 1: 1}, {3: 1, 4: 1}], [{3: 1, 1: 1}, {3: 1, 4: 1}])
    assert (sums.lengths, sums.deal_count) == ({4: 1, 150: 1}, {1: 2})
    assert [cross.sums for cross in sums.score] == [[4, 2], [7, 2]]
    shown = SimulationReport(work, sums, 2).data()
    assert (shown["ties"]["value"], shown["cut"]["value"]) == (0.5, 0.5)
    assert [side["shared"]["value"] for side in shown["sides"]] == [0.5, 0.5]
    nobody = GameSums.over(work.program)
    nobody.add(0, Outcome((0,), False, False, (1, 0), 4, -1, (DealResult(-1, (1, 0), 4),), []), every)
    assert (nobody.dealt, nobody.from_dealer, nobody.dealer_gain.games) == (0, [0] * 4, 0)


def test_sums_are_merged_field_by_field(work) -> None:
    whole, first, rest = (work.runner().run(*part).sums for part in ((0, 6), (0, 2), (2, 4)))
    first.merge(rest)
    assert first == whole
    assert first.digest() == whole.digest() != rest.digest()
