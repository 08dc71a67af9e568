"""Properties of every ruleset, at every setting and with every way to play."""

from __future__ import annotations

import itertools
import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.dsl.loading import load
from hoyle.interpreter.engine import Dice
from hoyle.interpreter.fuzz.strategies import STRATEGIES
from hoyle.testing import assert_sound_game, programs, seeds

GAMES = settings(max_examples=2, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
LOOKED_AT = 100
"""The number of choices in a game after which the checks stop."""


def test_a_ruleset_has_no_errors_or_warnings(ruleset):
    loaded = load(ruleset)
    assert loaded.game is not None
    assert list(map(str, loaded.diagnostics)) == []


@given(data=st.data(), seed=seeds(), strategy=st.sampled_from(sorted(set(STRATEGIES))))
@GAMES
def test_games_are_sound_at_any_setting(data, seed, strategy, ruleset):
    program = data.draw(programs(ruleset), label="setting")
    assert_sound_game(program, seed, strategy=strategy, length=LOOKED_AT)


def test_a_game_ends_with_a_result_for_every_player_or_team(ruleset, tables, strategies):
    """The fewest players and the most; with HOYLE_SLOW_TESTS all numbers between."""
    low, high, _ = tables.game(ruleset).players
    allowed = [players for players in range(low, high + 1) if tables.allowed(ruleset, {}, players)]  # `players 2 or 4`
    for players in allowed if "HOYLE_SLOW_TESTS" in os.environ else sorted({allowed[0], allowed[-1]}):
        strategy = strategies["any kind" if players % 2 else "anything"]
        match = tables.match(ruleset, None, players, seed=players).to_end(strategy, Dice(players))
        result = match.result()
        assert not result.cut
        assert len(result.standings) == (players if result.owner == "player" else len(match.program.teams))


def test_every_value_of_every_option_and_every_number_of_players_can_be_played(ruleset, tables, strategies):
    """Each value is played with one number of players, in turn; with HOYLE_SLOW_TESTS with all numbers.

    The first game has all defaults, which are not played again for each option.
    """
    game = tables.game(ruleset)
    low, high, _ = game.players
    defaults = {option.name: tables.written(option, option.default) for option in game.options}
    values = [{}, *({name: value} for name, value in tables.settings(ruleset) if value != defaults[name])]
    together = list(itertools.product(values, range(low, high + 1)))
    if "HOYLE_SLOW_TESTS" not in os.environ:
        by = [players for players in range(low, high + 1) if tables.allowed(ruleset, {}, players)]
        together = list(zip(values, itertools.cycle(by), strict=False))
        together += [({}, players) for players in by[1:]]
    unfinished = []
    for number, (options, players) in enumerate(together):
        if not tables.allowed(ruleset, options, players):
            continue
        engine, dice = tables.engine(ruleset, options, players), Dice(number)
        state = engine.start(seed=number)
        for _ in range(6_000):
            question = engine.question(state)
            if question is None:
                break
            state = engine.apply(state, strategies["anything"](question, dice))
        else:
            unfinished.append((options, players))
    assert len(unfinished) <= 1, f"where points are lost a game may go on and on, but not these: {unfinished}"


def test_presets_can_be_played(ruleset, tables, strategies):
    for seed, (_, preset) in enumerate(tables.game(ruleset).presets):
        options = {option.name: tables.written(option, value) for option, value in preset}
        match = tables.match(ruleset, options, seed=seed).to_end(strategies["anything"], Dice(seed), 1000)
        for option, value in preset:
            assert match.program.options[option.name] == tables.written(option, value)
