"""Two rule sets side by side: what differs, where it begins, and in a sentence."""

from __future__ import annotations

import pytest

from hoyle.interpreter.batch.divergence import divergences
from hoyle.interpreter.batch.pairing import Comparison, NotComparable, comparable
from hoyle.interpreter.batch.pool import finish, run
from hoyle.interpreter.batch.verdict import Change, Verdict, share


def compared(a, b, games=60, players=("random",) * 4, changes=()):
    work = Comparison(a, b, players, 1)
    verdict = Verdict(work, finish(run(work, games, workers=1)).sums, games, changes)
    verdict.look()
    return verdict


def test_rules_against_themselves_differ_in_nothing(program) -> None:
    verdict = compared(program(), program())
    data = verdict.data()
    assert data["winner_changes"]["value"] == data["deal_changes"]["value"] == 0
    assert "changed nothing in 60 games" in verdict.sentence()
    assert data["example"] is None
    assert data["rules"] == []


def test_a_rule_of_scoring_is_found_to_make_the_difference(program, small_text) -> None:
    change = Change("worth", "points for a deal", ("1", "one point"), ("2", "two points"))
    verdict = compared(program(), program(worth=2), changes=(change,))
    data = verdict.data()
    line = next(i for i, text in enumerate(small_text.splitlines(), 1) if "t.tricks >= 3" in text)
    assert {rule["line"] for rule in data["rules"]} == {line, line + 1}
    assert sum(rule["games"] for rule in data["rules"]) == data["looked_at"] == 60
    assert data["deal_changes"]["value"] == 1.0
    example = data["example"]
    assert example["deal"] == 1
    assert (example["a"][0]["text"][-9:], example["b"][0]["text"][-9:]) == ("from 0 to 1"[-9:], "from 0 to 2"[-9:])
    assert verdict.sentence().startswith(
        "Points for a deal: “two points” instead of “one point”. This changes who wins in"
    )
    difference = data["sides"][0]["per_deal"]["difference"]
    assert difference["value"] == pytest.approx(data["sides"][0]["per_deal"]["a"]["value"], abs=0.1)
    assert data["length"]["deals"]["difference"]["high"] < 0


def test_an_answer_only_one_of_them_offers_is_found(program, small_text) -> None:
    verdict = compared(program(), program(shows=True))
    (rule,) = verdict.data()["rules"]
    assert rule["text"] == '"declare hearts" if shows'
    assert "`declare hearts`" in verdict.data()["example"]["b"][0]["text"]


def test_pairing_spares_games(program) -> None:
    """A rule that changes little: the paired difference is surer than that of different deals."""
    verdict = compared(program("newberry_euchre"), program("newberry_euchre", lone_make=2), 40)
    assert min(saved for saved in verdict.data()["pairing"] if saved) > 3
    assert 0 < verdict.sums.deals_otherwise < 0.3 * verdict.sums.deals
    assert "alone -> add lone_make to makers.points" in verdict.data()["rules"][0]["text"]


def test_whom_a_rule_helps_is_said_when_it_is_sure(program) -> None:
    verdict = compared(program(first_to=5), program(first_to=1), 150, ("sound", "random") * 2)
    assert "A and C win" in verdict.sentence()
    assert " less" in verdict.sentence()


def test_games_of_other_seats_or_sides_are_refused(program) -> None:
    with pytest.raises(NotComparable, match="not won by the same sides"):
        comparable(program("newberry_euchre"), program("texas_euchre"))


def test_different_rulesets_can_be_compared(program, small_text) -> None:
    other = (
        small_text.replace('"Small"', '"Other"')
        .replace("t.tricks >= 3", "t.tricks >= 2")
        .replace("t.tricks < 3", "t.tricks < 2")
    )
    verdict = compared(program(), program(other), 40)
    assert verdict.sentence().startswith("Playing Other instead of Small changes who wins in")
    assert divergences(verdict.work, [10_000]) is not None


def test_shares_are_said_as_people_say_them() -> None:
    assert [share(x) for x in (0.5, 0.018, 0.0004, 0)] == ["50 %", "1.8 %", "0.04 %", "0 %"]
