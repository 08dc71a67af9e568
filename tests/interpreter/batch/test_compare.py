"""Two sets of rules on the same deals: the differences, the first one of a game, and the summary sentence."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.batch.course import CountedPairs, MeasureCalculator, of_scores
from hoyle.interpreter.batch.divergence import Divergence, Event, blamed, divergences
from hoyle.interpreter.batch.measures import Measures
from hoyle.interpreter.batch.modules import ModuleComparisonRunner, ModulePairedGames
from hoyle.interpreter.batch.paired_logs import PairedLogs
from hoyle.interpreter.batch.pairing import EXAMPLES, NotComparable, PairedGames, PairSums, add_chosen, comparable
from hoyle.interpreter.batch.playout import DealResult, Outcome
from hoyle.interpreter.batch.pool import finish, run
from hoyle.interpreter.batch.statistics import mean
from hoyle.interpreter.batch.sums import Cross
from hoyle.interpreter.batch.verdict import OptionDifference, Verdict, share
from hoyle.interpreter.lowering import lower
from hoyle.interpreter.wasm.paired import LARGEST
from hoyle.interpreter.wasm.tallies import CHOSEN, DEAL, OUTCOME, parts_of_others


def compared(a, b, games=60, players=("random",) * 4, changes=(), most=EXAMPLES):
    work = PairedGames(a, b, players, 1)
    verdict = Verdict(work, finish(run(work, games, workers=1)).sums, games, changes)
    assert list(verdict.look(most)) == [*range(1, min(most, len(verdict.sums.examples)) + 1)]
    return verdict


NUMBERS = st.integers(-40, 40)


@st.composite
def played_games(draw: st.DrawFn, sides: int, *, scored: bool) -> Outcome:
    """A finished game, of deals of any number."""
    gains = draw(st.lists(st.tuples(*[NUMBERS] * sides), max_size=5)) if scored else []
    begun = draw(st.tuples(*[NUMBERS] * sides))
    scores = tuple(score + sum(deal[i] for deal in gains) for i, score in enumerate(begun)) if scored else ()
    winners = tuple(draw(st.sets(st.integers(0, sides - 1), max_size=sides)))
    out = st.integers(0, (1 << sides) - 1)
    deals = tuple(DealResult(draw(st.integers(-1, 3)), deal, 4, draw(out)) for deal in gains)
    return Outcome(winners, len(winners) > 1, not winners, scores, draw(st.integers(0, 99)), 0, deals, [])


def course_by_hand(game: Outcome, sign: int) -> CountedPairs:
    """What `of_scores` counts, from its definition, deal by deal."""
    if not game.scores or not game.deals:
        return {}
    tables = [
        [sign * (score - sum(deal.gains[side] for deal in game.deals[at:])) for side, score in enumerate(game.scores)]
        for at in range(1, len(game.deals) + 1)
    ]
    best = [[side for side, score in enumerate(table) if score == max(table)] for table in tables]
    alone = [one[0] for one in best if len(one) == 1]
    counted = {"lead_changes": (sum(alone[i] != alone[i + 1] for i in range(len(alone) - 1)), len(tables) - 1)}
    if len(game.winners) == 1:
        (winner,) = game.winners
        behind = [max(table) - table[winner] for table in tables]
        since = len(tables)
        while since and best[since - 1] == [winner]:
            since -= 1
        counted["drama"] = len([lag for lag in behind[:-1] if lag]), len(tables) - 1
        counted["decided"] = min(since + 1, len(tables)), len(tables)
        counted["comeback"] = max(behind), 1
    return counted


def added_by_hand(
    sums: PairSums, index: int, a: Outcome, b: Outcome, counted: tuple[CountedPairs, CountedPairs]
) -> None:
    """Add one more game, side by side and deal by deal."""
    sums.games += 1
    changed = a.winners != b.winners
    sums.otherwise += changed
    both = min(len(a.deals), len(b.deals))
    differing = sum(one.gains != other.gains for one, other in zip(a.deals, b.deals, strict=False))
    sums.deals += both
    sums.deals_otherwise += differing
    for side in range(sums.sides):
        sums.wins[side].add(side in a.winners, side in b.winners)
        if a.scores:
            xa, xb = (sum(deal.gains[side] for deal in played.deals) for played in (a, b))
            sums.scores[side].add(xa, len(a.deals), xb, len(b.deals))
    sums.length.add(len(a.deals), a.decisions, len(b.deals), b.decisions)
    key = (a.winners, b.winners)
    sums.results[key] = sums.results.get(key, 0) + 1
    if (changed or differing) and len(sums.examples) < EXAMPLES:
        sums.examples.append(index)
    for name in {**counted[0], **counted[1]}:
        sums.measures.setdefault(name, Cross(4)).add(*counted[0].get(name, (0, 0)), *counted[1].get(name, (0, 0)))


@given(st.data(), st.integers(2, 4), st.booleans(), st.sampled_from((1, -1)))
@settings(max_examples=60, deadline=None)
def test_many_games_are_added_up_as_one_by_one(data: st.DataObject, sides: int, scored: bool, sign: int) -> None:
    one = played_games(sides, scored=scored)
    pairs = data.draw(st.lists(st.tuples(one, one) | one.map(lambda game: (game, game)), max_size=6))
    counted = [(of_scores(a, sign), of_scores(b, sign)) for a, b in pairs]
    assert counted == [(course_by_hand(a, sign), course_by_hand(b, sign)) for a, b in pairs]
    slow, fast = PairSums.of(sides), PairSums.of(sides)
    for index, ((a, b), measured) in enumerate(zip(pairs, counted, strict=True), 7):
        added_by_hand(slow, index, a, b, measured)
    cut = data.draw(st.integers(0, len(pairs)))
    fast.add_games(7, pairs[:cut], counted[:cut])
    fast.add_games(7 + cut, pairs[cut:], counted[cut:])
    assert fast == slow
    assert fast.digest() == slow.digest()


def test_rules_do_not_differ_from_themselves(program) -> None:
    verdict = compared(program(), program())
    data = verdict.data()
    assert data["winner_changes"]["value"] == data["deal_changes"]["value"] == 0
    assert "changed nothing in 60 games" in verdict.sentence()
    assert data["example"] is None
    assert data["rules"] == []


def test_a_changed_scoring_rule_is_found_as_the_cause(program, small_text) -> None:
    change = OptionDifference("worth", "points for a deal", ("1", "one point"), ("2", "two points"))
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


def test_an_event_that_only_comes_later_in_the_other_game_is_no_cause() -> None:
    more, next_, last = (Event(text, ("test", line, text)) for line, text in enumerate(("more", "next", "last"), 1))
    assert blamed((more, next_), (next_, last)) == blamed((next_, last), (more, next_)) == (more.rule,)
    assert blamed((more, last), (next_, last)) == (more.rule, next_.rule)
    assert blamed((more,), ()) == (more.rule,)


def test_an_answer_offered_by_only_one_game_is_found(program, small_text) -> None:
    verdict = compared(program(), program(shows=True), most=12)
    (rule,) = verdict.data()["rules"]
    assert rule["text"] == '"declare hearts" if shows'
    assert "`declare hearts`" in verdict.data()["example"]["b"][0]["text"]


def test_pairing_saves_games(program) -> None:
    """For a small change of the rules, the paired difference has a narrower interval than the difference between
    independent deals.
    """
    verdict = compared(program("newberry_euchre"), program("newberry_euchre", lone_make=2), 40, most=4)
    pairing: Any = verdict.data()["pairing"]
    assert min(saved for saved in pairing if saved) > 3
    assert 0 < verdict.sums.deals_otherwise < 0.3 * verdict.sums.deals
    assert "alone -> add lone_make to makers.points" in verdict.data()["rules"][0]["text"]


def won(verdict, *results: tuple[tuple[int, ...], tuple[int, ...], int]) -> str:
    """The summary sentence for games with these results: the winners under A, the winners under B, and the number of
    games.
    """
    sums = PairSums.of(2)
    for a, b, count in results:
        for _ in range(count):
            sums.wins[0].add(0 in a, 0 in b)
            sums.wins[1].add(1 in a, 1 in b)
        sums.results[a, b] = count
        sums.games, sums.otherwise = sums.games + count, sums.otherwise + count * (a != b)
    sums.deals, sums.deals_otherwise = 10 * sums.games, sums.otherwise
    return Verdict(verdict.work, sums, sums.games, verdict.changes, presets=verdict.presets).sentence()


def test_the_sentence_names_the_favoured_side_only_if_it_is_certain(program) -> None:
    verdict = compared(program(), program(worth=2), 2)
    same = ((0,), (0,), 450), ((1,), (1,), 450)
    said = won(verdict, *same, ((0,), (1,), 80), ((1,), (0,), 20))
    assert said.endswith(" B and D win 6.0 more of 100 games; A and C win 6.0 fewer of 100 games.")
    # Two standard deviations are not enough, because several sides are compared.
    assert "No side is surely better off" in won(verdict, *same, ((0,), (1,), 60), ((1,), (0,), 40))
    # Three are needed.  A difference of 29 in the games that changed has 2.94 standard deviations, one of 31 has 3.14.
    assert "No side is surely better off" in won(verdict, *same, ((0,), (1,), 64), ((1,), (0,), 35))
    assert "B and D win 3.1 more" in won(verdict, *same, ((0,), (1,), 65), ((1,), (0,), 34))


def test_games_without_a_winner_are_mentioned(program) -> None:
    verdict = compared(program(), program(worth=2), 2)
    said = won(verdict, ((0,), (0,), 400), ((1,), (1,), 400), ((0,), (), 100), ((1,), (), 100))
    assert "20 more of 100 games have no winner" in said


def test_the_sentence_lists_only_actual_differences(program) -> None:
    target = compared(program(first_to=5), program(first_to=3), 60)
    assert ", but no deal is scored otherwise." in target.sentence()
    verdict = compared(program(), program(worth=2), 2)
    sums = PairSums.of(2)
    sums.games, sums.deals, sums.deals_otherwise = 100, 1000, 20
    assert Verdict(verdict.work, sums, 100).sentence() == (
        "The second set of rules changes what is scored in 2.0 % of deals, but in none of 100 games who wins: it does "
        "in fewer than 3.7 % of games."
    )


def test_several_changes_are_listed_or_named_by_their_preset(program) -> None:
    changes = (
        OptionDifference("worth", "points for a deal", ("1", "one point"), ("2", "two points")),
        OptionDifference("first_to", "points that win the game", ("5", ""), ("3", "")),
    )
    verdict = compared(program(), program(worth=2, first_to=3), 5, changes=changes)
    assert verdict.sentence().startswith(
        "Points for a deal: “two points” instead of “one point”; points that win the game: 3 instead of 5. Together "
        "this changes who wins in"
    )
    verdict.presets = ("", "short")
    assert verdict.sentence().startswith("Playing “short” instead of the usual options changes who wins in")


def test_the_end_of_a_game_has_a_line(program, small_text) -> None:
    data = compared(program(first_to=5), program(first_to=3), 20).data()
    line = next(i for i, text in enumerate(small_text.splitlines(), 1) if "game over" in text)
    assert line in {rule["line"] for rule in data["rules"]}
    assert all(rule["text"] for rule in data["rules"])


def test_a_game_cut_at_the_length_limit_blames_no_rule(program) -> None:
    verdict = compared(program(), program(worth=2), 2)
    cut, other = Event("game over, won by nobody", ("<nowhere>", 1, "")), Event("cards are shuffled", ("test", 9, "s"))
    verdict.found = [Divergence(0, 1, (), (cut,), (other,), blamed((cut,), (other,)))]
    data = verdict.data()
    assert data["example"]["a"] == [{"text": "game over, won by nobody"}]
    assert [rule["line"] for rule in data["rules"]] == [9]


def test_games_with_other_seats_or_sides_are_refused(program) -> None:
    with pytest.raises(NotComparable, match="not won by the same sides"):
        comparable(program("newberry_euchre"), program("texas_euchre"))


def test_what_is_said_of_games_that_cannot_be_compared(program, small_text) -> None:
    teams = program(small_text)
    other_teams = replace(teams, title="Other", teams=((0, 1), (2, 3)))
    alone = program(small_text.replace("players 4, partners opposite", "players 4").replace("each team", "each player")
                    .replace("winner.team", "winner").replace("t.opponents.points", "t.left.points")
                    .replace("dealer.team", "dealer").replace("the team with", "the player with"))  # fmt: skip
    fewer = replace(alone, title="Fewer", players=3)
    singly = "`simulate` shows what happens under each of them"
    for a, b in (
        (teams, teams),
        (alone, alone),
        (teams, replace(teams, title="x")),
        (alone, replace(alone, teams=((0, 1),))),
    ):
        comparable(a, b)
    for a, b in ((teams, other_teams), (teams, alone), (alone, teams)):
        with pytest.raises(NotComparable) as error:
            comparable(a, b)
        assert str(error.value) == f"E1095: `{a.title}` and `{b.title}` are not won by the same sides; {singly}"
    with pytest.raises(NotComparable) as error:
        comparable(alone, fewer)
    assert str(error.value) == (
        f"E1095: `Small` is played by 4 and `Fewer` by 3, so the same deals cannot be played under both; {singly}"
    )
    with pytest.raises(NotComparable) as error:
        comparable(alone, fewer, {5, 2})
    assert str(error.value) == "E1095: `Small` is played by 4 and `Fewer` by 3; name a number of seats for both: 2 or 5"


def test_different_rulesets_can_be_compared(program, small_text) -> None:
    other = (
        small_text.replace('"Small"', '"Other"')
        .replace("t.tricks >= 3", "t.tricks >= 2")
        .replace("t.tricks < 3", "t.tricks < 2")
    )
    verdict = compared(program(), program(other), 40, most=4)
    assert verdict.sentence().startswith("Playing Other instead of Small changes who wins in")
    assert len(list(divergences(verdict.work, [10_000, 10_001]))) == 2


def test_shares_are_rounded_for_people() -> None:
    assert [share(x) for x in (0.5, 0.018, 0.0004, 0)] == ["50 %", "1.8 %", "0.04 %", "0 %"]


def test_measures_of_both_sides_are_compared(program) -> None:
    """The measures are those of the games under each set of rules, and a module computes the same."""
    verdict = compared(program(first_to=3), program(first_to=12), 40)
    data: dict[str, Any] = dict(verdict.data())
    for playout, side in zip(verdict.work.playouts(), "ab", strict=True):
        measures = Measures()
        for index in range(40):
            measures.add(playout.play(index), 1)
        for name, estimate in measures.estimates().items():
            assert data["measures"][name][side]["value"] == pytest.approx(estimate.value, abs=1e-6), name
    work = verdict.work
    inside = ModulePairedGames(work.a, work.b, work.players, work.seed).runner().run(0, 40).sums
    assert inside == verdict.sums
    assert any(one.startswith("A game takes ") for one in data["measured"])
    assert any(one.startswith("At worst the winner was ") for one in data["measured"])
    assert data["measured"][-1].startswith("No sure difference (of three standard deviations) can be seen in ")
    # With too few games, or without a difference, nothing is reported.
    assert compared(program(first_to=3), program(first_to=12), 20).data()["measured"] == []
    assert compared(program(), program(), 40).data()["measured"] == []


@pytest.mark.parametrize("first_to", [(1, 12), (12, 1)])
def test_a_measure_that_one_side_does_not_have_is_not_compared(program, first_to: tuple[int, int]) -> None:
    """A game to one point has one deal, in which no lead can change."""
    verdict = compared(*(program(first_to=one) for one in first_to), games=40)
    changes = verdict.sums.measures["lead_changes"].sums
    assert sorted((changes[1] > 0, changes[3] > 0)) == [False, True]
    assert "lead_changes" not in verdict.data()["measures"]
    assert "first_dealer" in verdict.data()["measures"]
    assert not any("the lead changes" in one.lower() for one in verdict.measured())


def test_the_advantage_of_dealing_is_counted_by_deals(program) -> None:
    """Three deals of two sides, dealt by A, B and A."""
    rules = program()
    gains = ((2, 0), (0, 3), (1, 0))
    deals = tuple(DealResult(dealer, one, 1) for dealer, one in zip((0, 1, 2), gains, strict=True))
    measured = MeasureCalculator(rules).of(Outcome((0,), False, False, (3, 3), 3, 0, deals, []))
    assert measured["dealer"] == (2 + 3 + 1, 3)
    assert measured["first_dealer"] == (1, 1)
    assert MeasureCalculator(rules).of(Outcome((1,), False, False, (3, 3), 3, 0, deals, []))["first_dealer"] == (0, 1)


def test_thinking_players_add_measures_of_the_choices(program) -> None:
    who = ("think:worlds=1:playouts=6:nodes=0",) * 4
    work = PairedGames(program(), program(worth=2), who, 1)
    part = work.runner().run(0, 1)
    measured = Verdict(work, part.sums, 1).data()["measures"]
    assert {"spread", "clear"} <= set(measured)
    # The digest is the same as without measures.
    a, b = work.playouts()
    sums = PairSums.of(a.sides)
    sums.add_games(0, [(a.play(0), b.play(0))])
    assert part.sums.digest() == sums.digest()


def test_the_difference_in_length_is_paired_by_games(program) -> None:
    """The interval is that of the differences per game: 2, 0 and 1 deals; 9, 3 and 3 choices."""
    verdict = compared(program(), program(worth=2), 2)
    sums = PairSums.of(2)
    for a, b in (((3, 10), (5, 19)), ((4, 12), (4, 15)), ((2, 9), (3, 12))):
        sums.games += 1
        sums.length.add(*a, *b)
    found = Verdict(verdict.work, sums, 3).data()["length"]
    for name, differences, means in (("deals", (2, 0, 1), (3, 4)), ("decisions", (9, 3, 3), (31 / 3, 46 / 3))):
        differing = Cross(1)
        for one in differences:
            differing.add(one)
        assert found[name]["difference"] == mean(differing, 0).data()
        assert (found[name]["a"]["value"], found[name]["b"]["value"]) == pytest.approx(means, abs=1e-6)


def test_a_cooperative_game_has_no_advantage_of_dealing(program) -> None:
    course = MeasureCalculator(program())
    course.parts = 0
    measured = course.of(Outcome((0,), False, False, (3, 3), 3, 0, (DealResult(0, (3, 3), 3),), []))
    assert not measured.keys() & {"dealer", "first_dealer"}


def logged(game: Outcome, index: int, choices: list[int]) -> list[int]:
    """What a module writes into its log about a game; `choices` are entries about something else, in between."""
    words: list[int] = []
    for deal in game.deals:
        entries = (
            (DEAL, (deal.dealer, deal.decisions, deal.out, *deal.gains)),
            *((CHOSEN, (0, one)) for one in choices),
        )
        for kind, values in entries:
            words += kind | len(values) << 8, *values
    won = sum(1 << side for side in game.winners)
    values = (index, won, int(game.tie), int(game.cut), game.decisions, game.dealer, *game.scores)
    return [*words, OUTCOME | len(values) << 8, *values]


def content(words: list[int]) -> bytes:
    return array("q", words).tobytes()


@given(st.data(), st.integers(2, 4), st.booleans(), st.sampled_from((1, -1)), st.sampled_from((1, 1 << 22)))
@settings(max_examples=80, deadline=None)
def test_logs_are_added_up_as_the_games_in_them(
    data: st.DataObject, sides: int, scored: bool, sign: int, times: int
) -> None:
    """In a module, with the sums of Python; numbers that are too large for it are not added up."""
    courses = MeasureCalculator.__new__(MeasureCalculator), MeasureCalculator.__new__(MeasureCalculator)
    for course in courses:
        course.sign, course.parts = sign, parts_of_others(sides)
        course.side_of = {player: player % sides for player in range(4)}
    game = played_games(sides, scored=scored)
    pairs = data.draw(st.lists(st.tuples(game, game) | game.map(lambda one: (one, one)), max_size=6))
    dealers = st.integers(-1, 3)
    pairs = [(replace(a, dealer=data.draw(dealers)), replace(b, dealer=data.draw(dealers))) for a, b in pairs]
    if pairs and times > 1:
        a, b = pairs[-1]
        pairs[-1] = a, replace(b, decisions=b.decisions * times)
    choices = data.draw(st.lists(st.integers(0, 9), max_size=1))
    in_a, in_b = (
        content([word for index, pair in enumerate(pairs, 5) for word in logged(pair[which], index, choices)])
        for which in (0, 1)
    )
    slow, adder = PairSums.of(sides), PairedLogs(courses)
    slow.add_games(5, pairs, [(courses[0].of(a), courses[1].of(b)) for a, b in pairs])
    too_large = any(one.decisions > LARGEST for pair in pairs for one in pair)
    for _ in range(2):  # nothing is left of the games before
        fast = PairSums.of(sides)
        assert adder.add(fast, 5, (in_a, in_b), len(pairs), sides if scored else 0) is not too_large
        if too_large:
            assert fast == PairSums.of(sides)
            return
        assert fast == slow
        assert fast.digest() == slow.digest()
        assert adder.others == bool(choices and any(one.deals for pair in pairs for one in pair))


@pytest.mark.parametrize("names", [("random",) * 4, ("random", "learned", "random", "learned")])
def test_a_comparison_in_modules_has_the_sums_of_games_in_python(names: tuple[str, ...], monkeypatch) -> None:
    game = load("newberry_euchre").game
    assert game is not None
    work = ModulePairedGames(lower(game, {}), lower(game, {"target": 5}), names, 3)
    runner = work.runner()
    assert isinstance(runner, ModuleComparisonRunner)
    fast = runner.run(10, 40)
    monkeypatch.setattr(runner.adder, "add", lambda *_: False)
    slow = runner.run(10, 40)
    assert (fast.sums, fast.count) == (slow.sums, slow.count)


def test_no_rule_is_blamed_for_what_a_player_chose_otherwise() -> None:
    one, other = ("rules", 1, "the first line"), ("rules", 2, "the second line")
    for first, second, blames in (
        (0, 0, ()),
        (2, 2, ()),
        (0, 1, (one, other)),
        (-1, -1, (one, other)),
        (0, -1, (one, other)),
    ):
        a, b = Event("plays this", one, chooser=first), Event("plays that", other, chooser=second)
        assert blamed((a,), (b,)) == blames


def test_answers_are_counted_by_kind_and_with_their_numbers() -> None:
    """Bids of 0 may become more and bids of 1 fewer, while there are as many bids as before."""
    game = load(RULESETS / "spades.hoyle").game
    assert game is not None
    program = lower(game)
    (ask,) = [number for number, one in enumerate(program.asks) if one.alternatives[0].texts == ("nil",)]
    tally: list[dict[tuple[int, ...], int]] = [{} for _ in program.asks]
    tally[ask] = {(0,): 5, (1, 3): 2, (1, 4): 7}
    sums = PairSums.of(2)
    add_chosen(sums, 0, program, tally)
    add_chosen(sums, 1, program, tally)
    tally[ask] = {(1, 4): 1}
    add_chosen(sums, 1, program, tally)
    assert sums.chosen == {"nil": [5, 5], "bid …": [9, 10], "bid 3": [2, 2], "bid 4": [7, 8]}
