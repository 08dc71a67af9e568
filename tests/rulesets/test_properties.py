"""What holds for every ruleset, at every setting, however it is played."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.records import Declared, Moved
from hoyle.interpreter.words import bits

GAMES = settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
LOOKED_AT = 40
"""Decisions of a game that are looked at closely; the game is played on to its end all the same."""


def drawn_setting(data, tables, ruleset):
    """Any options that go together, and any number of players."""
    game = tables.game(ruleset)
    options = {}
    for option in game.options:
        values = [value for name, value in tables.settings(ruleset) if name == option.name]
        value = data.draw(st.sampled_from(values), label=option.name)
        if data.draw(st.booleans(), label="set it"):
            options[option.name] = value
    low, high, _ = game.players
    players = data.draw(st.integers(low, high), label="players")
    assume(tables.allowed(ruleset, options, players))
    return options, players


def everywhere(match):
    """Every card as often as it lies somewhere."""
    found = []
    for zone in match.program.zones:
        for slot in range(zone.base, zone.base + zone.count):
            content = match.state.values[slot]
            found += content if isinstance(content, tuple) else bits(content)
    return sorted(found)


def test_it_is_checked_without_errors_or_warnings(ruleset):
    loaded = load(ruleset)
    assert loaded.game is not None
    assert list(map(str, loaded.diagnostics)) == []


@given(data=st.data())
@GAMES
def test_games_come_to_an_end_with_every_card_in_one_place(data, ruleset, tables, strategies):
    options, players = drawn_setting(data, tables, ruleset)
    match = tables.match(ruleset, options, players, seed=data.draw(st.integers(0, 2**32), label="seed"))
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)), label="strategy")]
    dice = Dice(data.draw(st.integers(0, 99), label="dice"))
    deck = list(range(len(match.program.deck)))
    looked_at = 0
    while (question := match.question) is not None:
        assert everywhere(match) == deck
        if looked_at < LOOKED_AT:
            looked_at += 1
            labels = []
            for option, _ in zip(question.options(), range(300), strict=False):
                assert question.legal(option.choice)
                assert question.label(option.choice) == option.label
                labels.append(option.label)
            assert labels, f"nothing to choose at {question.span}"
            assert len(set(labels)) == len(labels)
            if question.incidents and dice.below(20) == 0:
                match.declare(match.program.incidents[question.incidents[0]].title)
                continue
        match.take(strategy(question, dice))
        if len(match.records) > 60_000:
            return
    result = match.result()
    assert not result.cut
    assert len(result.standings) == (players if result.owner == "player" else len(match.program.teams))


@given(data=st.data())
@GAMES
def test_a_game_goes_on_the_same_from_a_saved_state(data, ruleset, tables, strategies):
    options, players = drawn_setting(data, tables, ruleset)
    seed, at = data.draw(st.integers(0, 2**32), label="seed"), data.draw(st.integers(0, 120), label="saved at")
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)), label="strategy")]
    match, dice = tables.match(ruleset, options, players, seed=seed), Dice(seed)
    match.to_end(strategy, dice, at)
    engine = match.engine
    text = json.dumps(engine.to_json(match.state))
    again = engine.from_json(json.loads(text))
    assert again == match.state
    assert hash(again) == hash(match.state)
    assert json.dumps(engine.to_json(again)) == text
    there = len(match.records)
    one, two = Dice(at), Dice(at)
    first = match.to_end(strategy, one, 40)
    second = tables.match(ruleset, options, players, seed=seed)
    second.state, second.records = again, []
    second.to_end(strategy, two, 40)
    assert second.state == first.state
    assert second.records == first.records[there:]


@given(data=st.data())
@GAMES
def test_the_same_choices_make_the_same_game_and_leave_the_state_before_alone(data, ruleset, tables, strategies):
    options, players = drawn_setting(data, tables, ruleset)
    seed = data.draw(st.integers(0, 2**32), label="seed")
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)), label="strategy")]
    match, dice, choices = tables.match(ruleset, options, players, seed=seed), Dice(seed), []
    for _ in range(80):
        question = match.question
        if question is None:
            break
        before, copy = match.state, match.state.copy()
        choice = strategy(question, dice)
        choices.append(choice)
        match.take(choice)
        assert before == copy
        assert match.engine.apply(before, choice) == match.state, "nobody listening makes no difference"
    other = tables.match(ruleset, options, players, seed=seed)
    for choice in choices:
        other.take(choice)
    assert other.records == match.records
    assert other.state == match.state


def shuffled_out_of_sight(match, player, dice):
    """The state with all cards a player does not see dealt anew to where unseen cards lie."""
    program, values = match.program, list(match.state.values)
    seen = {(z.where.zone, max(z.where.owner, 0)): set(z.cards) for z in match.engine.view(match.state, player).zones}
    hidden = [
        (zone, owner, card)
        for (zone, owner), cards in seen.items()
        for card in cards_in(values[program.zones[zone].base + owner])
        if card not in cards
    ]
    left = [card for _, _, card in hidden]
    swap = {card: left.pop(dice.below(len(left))) for _, _, card in hidden}
    for zone, info in enumerate(program.zones):
        for owner in range(info.count):
            slot = info.base + owner
            kept = [card if card in seen[zone, owner] else swap[card] for card in cards_in(values[slot])]
            if info.bag >= 0:  # what lies in no known order is kept ascending
                low, high = values[info.bag + 2 * owner], values[info.bag + 2 * owner + 1]
                kept[low:high] = sorted(kept[low:high])
            values[slot] = tuple(kept) if info.ordered else sum(1 << card for card in kept)
    return type(match.state)(values)


def cards_in(content):
    """The cards of a zone."""
    return content if isinstance(content, tuple) else bits(content)


@given(data=st.data())
@GAMES
def test_what_a_player_may_do_hangs_on_nothing_he_does_not_see(data, ruleset, tables, strategies):
    options, players = drawn_setting(data, tables, ruleset)
    seed = data.draw(st.integers(0, 2**32), label="seed")
    strategy = strategies[data.draw(st.sampled_from(sorted(strategies)), label="strategy")]
    match, dice = tables.match(ruleset, options, players, seed=seed), Dice(seed)
    for _ in range(60):
        question = match.question
        if question is None:
            break
        other = match.engine.question(shuffled_out_of_sight(match, question.player, dice))
        offered = [[o.label for o, _ in zip(q.options(), range(300), strict=False)] for q in (question, other)]
        assert offered[0] == offered[1]
        match.take(strategy(question, dice))


def test_every_value_of_every_option_is_played_to_the_end(ruleset, tables, strategies):
    low, high, _ = tables.game(ruleset).players
    settings_of = [({name: value}, None) for name, value in tables.settings(ruleset)]
    settings_of += [({}, players) for players in range(low, high + 1)]
    ended = 0
    for number, (options, players) in enumerate(settings_of):
        if not tables.allowed(ruleset, options, players):
            continue
        engine, dice = tables.engine(ruleset, options, players), Dice(number)
        state = engine.start(seed=number)
        for _ in range(2_000):
            question = engine.question(state)
            if question is None:
                ended += 1
                break
            state = engine.apply(state, strategies["anything"](question, dice))
    assert ended > len(settings_of) // 2, "the longest games go on for more than 2,000 choices, most do not"


@pytest.mark.parametrize("which", range(3))
def test_presets_can_be_played(ruleset, tables, strategies, which):
    game = tables.game(ruleset)
    for _, preset in game.presets:
        options = {option.name: tables.written(option, value) for option, value in preset}
        tables.match(ruleset, options, seed=which).to_end(strategies["anything"], Dice(which), 1000)


def test_what_records_say_is_what_happens_to_the_cards(ruleset, tables, strategies):
    match = tables.match(ruleset, seed=5)
    lies = {}
    for number, zone in enumerate(match.program.zones):
        for owner in range(zone.count):
            content = match.program.initial[zone.base + owner]
            for card in content if isinstance(content, tuple) else bits(content):
                lies[card] = (number, owner if zone.owner else -1)
    seen = 0
    for step in range(150):
        for record in match.records[seen:]:
            if isinstance(record, Moved):
                for card in record.cards:
                    assert lies[card] == tuple(record.source)
                    lies[card] = tuple(record.target)
            assert not isinstance(record, Declared)
        seen = len(match.records)
        for number, zone in enumerate(match.program.zones):
            for owner in range(zone.count):
                content = match.state.values[zone.base + owner]
                for card in content if isinstance(content, tuple) else bits(content):
                    assert lies[card] == (number, owner if zone.owner else -1)
        question = match.question
        if question is None:
            break
        match.take(strategies["anything"](question, Dice(step)))
