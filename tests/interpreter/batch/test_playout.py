"""One game of a batch: it equals the game played step by step on the engine, and its counts are those of the records."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from hoyle.dsl.limits import MOST_OFFERED
from hoyle.dsl.loading import rulesets
from hoyle.interpreter.engine import Dice, Engine, Fault
from hoyle.interpreter.records import Assigned, Chosen, Moved, RowFired, TrickTaken

RULESETS = ("newberry_euchre", "bid_euchre", "noteuchre", "texas_euchre")


@pytest.mark.parametrize("name", RULESETS)
def test_a_playout_is_the_game_the_step_interface_plays(program, playout, name) -> None:
    rules = program(name)
    engine, played = Engine(rules), playout(rules, seed=4)
    for index in range(2):
        state = engine.start(seed=4, index=index)
        dice = [Dice(4, index, player) for player in range(rules.players)]
        while (question := engine.question(state)) is not None:
            choices = list(islice(question.choices(), MOST_OFFERED))
            n = dice[question.player].below(len(choices)) if len(choices) > 1 else 0
            state = engine.apply(state, choices[n])
        outcome = played.play(index)
        assert outcome.final == state.values
        result = engine.result(state)
        assert (outcome.winners, outcome.tie) == (result.winners, result.tie)


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("name", rulesets())
def test_random_games_are_the_same_at_once_and_step_by_step(program, playout, name, paired) -> None:
    """Compares whole games in compiled code with games that call `asked` at every choice: the outcome, the last state
    and all counts.
    """
    rules = program(name)
    at_once, step_by_step = playout(rules, seed=8, paired=paired), playout(rules, seed=8, paired=paired)
    for index in range(1 if paired else 2):
        assert at_once.play(index) == step_by_step.play(index, asked=lambda *_: None)
    assert at_once.chosen == step_by_step.chosen
    assert at_once.counts == step_by_step.counts
    assert paired or any(at_once.counts)


def test_a_fault_is_the_same_at_once_and_step_by_step(program, playout, small_text) -> None:
    """Counts up to the fault are the same, too."""
    rules = program(small_text.replace("        score\n", "        score\n        add 3 to dealer.team.tricks\n"))
    at_once, step_by_step = playout(rules), playout(rules)
    for index in range(3):
        with pytest.raises(Fault) as one:
            at_once.play(index)
        with pytest.raises(Fault) as other:
            step_by_step.play(index, asked=lambda *_: None)
        assert str(one.value) == str(other.value)
    assert at_once.counts == step_by_step.counts
    assert at_once.chosen == step_by_step.chosen


def test_a_game_depends_only_on_the_seed_and_its_number(program, playout) -> None:
    one, other = playout(program(), ("sound", "random"), 9), playout(program(), ("sound", "random"), 9)
    forth = [one.play(index).final for index in range(6)]
    back = [other.play(index).final for index in reversed(range(6))]
    assert forth == back[::-1]
    assert len({tuple(map(str, final)) for final in forth}) == 6


def test_a_deal_lasts_from_one_gathering_of_the_cards_to_the_next(program, playout) -> None:
    for index in range(5):
        outcome = playout(program()).play(index)
        assert sum(deal.decisions for deal in outcome.deals) == outcome.decisions
        assert all(deal.decisions == 21 and sum(deal.gains) == 1 for deal in outcome.deals)
        assert tuple(map(sum, zip(*(deal.gains for deal in outcome.deals), strict=True))) == outcome.scores
        assert [deal.dealer for deal in outcome.deals] == [(outcome.dealer + i) % 4 for i in range(len(outcome.deals))]


@pytest.mark.parametrize("name", RULESETS)
def test_counts_agree_with_the_records(program, playout, name) -> None:
    rules = program(name)
    played = playout(rules)
    for index in range(3):
        played.play(index)
    heard_of: Counter[str] = Counter()
    answers: Counter[tuple[int, int]] = Counter()

    def hear(record, _) -> None:
        if isinstance(record, RowFired | TrickTaken):
            heard_of[type(record).__name__] += 1
        if isinstance(record, RowFired):
            heard_of[str(record.span)] += 1
        if isinstance(record, Chosen):
            answers[record.ask, record.choice.alternative] += 1

    again = playout(rules)
    for index in range(3):
        again.play(index, hear)
    counted = Counter({(ask, option[0]): 0 for ask, tally in enumerate(played.chosen) for option in tally})
    for ask, tally in enumerate(played.chosen):
        for option, count in tally.items():
            counted[ask, option[0]] += count
    assert counted == answers
    rows = {str(span): count for span, count in zip(rules.places, played.counts, strict=True) if count}
    for place, count in heard_of.items():
        if ":" in place:
            assert rows[place] == count


def test_counting_changes_nothing(program, playout) -> None:
    rules = program("newberry_euchre")
    chance_state: list[object] = []
    plain = playout(rules).play(3)
    traced = playout(rules).play(3, lambda record, _: chance_state.append(record))
    assert plain == traced
    assert any(isinstance(r, Assigned) for r in chance_state)
    assert any(isinstance(r, Moved) for r in chance_state)


def test_paired_games_have_the_same_deals(program, playout) -> None:
    """Whatever happened before, deal k begins with the same hands under both sets of rules."""
    a, b = program("newberry_euchre"), program("newberry_euchre", lone_make=2, stick_the_dealer="must_call")

    def deals(rules) -> list[tuple[int, ...]]:
        found: list[list[tuple[int, ...]]] = []

        def hear(record, _) -> None:
            if isinstance(record, Moved) and record.dealt:
                if len(record.cards) == 5 or not found or len(found[-1]) == 8:
                    found.append([])
                found[-1].append(record.cards)

        playout(rules, paired=True, seed=2).play(5, hear)
        return [tuple(card for cards in deal for card in cards) for deal in found]

    under_a, under_b = deals(a), deals(b)
    both = min(len(under_a), len(under_b))
    assert both > 5
    assert under_a[:both] == under_b[:both]
    assert len(set(under_a)) == len(under_a)
