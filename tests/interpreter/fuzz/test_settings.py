"""The settings that fuzz tries: the defaults first, then settings in which every two values occur together."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.fuzz.settings import MOST_SETTINGS, plan, values_of
from hoyle.interpreter.lowering import SettingsError, settle


def test_the_defaults_come_first_and_no_setting_twice(fuzz) -> None:
    programs = fuzz(games=0).work.programs
    assert programs[0].options == {"target": 5, "pay": 1, "deep": False}
    assert programs[0].players == 3
    keys = [(tuple(p.options.items()), p.players) for p in programs]
    assert len(set(keys)) == len(keys) <= MOST_SETTINGS


def test_every_two_values_occur_together(fuzz) -> None:
    found = fuzz(games=0)
    values = {o.name: values_of(o) for o in found.game.options}
    rows = [{**p.options, "players": p.players} for p in found.work.programs]
    domains = {"target": values["target"], "pay": values["pay"], "deep": (False, True), "players": (2, 3, 4)}
    for a, b in combinations(domains, 2):
        for x, y in product(domains[a], domains[b]):
            assert any(row[a] == x and row[b] == y for row in rows), (a, x, b, y)


def test_presets_are_among_the_settings(fuzz) -> None:
    assert any(p.options == {"target": 9, "pay": 1, "deep": False} for p in fuzz(games=0).work.programs)


def test_given_options_players_and_presets_are_kept_in_all_settings(pinch, fuzz) -> None:
    game = fuzz(games=0).game
    assert len(plan(game, {"pay": 2}, vary=False, players=2)) == 1
    varied = plan(game, {"pay": 2}, vary=True, players=2)
    assert {p.options["pay"] for p in varied} == {2}
    assert {p.players for p in varied} == {2}
    assert {p.options["deep"] for p in varied} == {False, True}
    assert {p.options["target"] for p in plan(game, {}, vary=True, preset="long")} == {9}


def test_invalid_settings_are_refused(fuzz) -> None:
    with pytest.raises(SettingsError, match="pay"):
        plan(fuzz(games=0).game, {"pay": 7}, vary=True)


def test_incompatible_options_are_left_out(pinch, fuzz) -> None:
    text = pinch.replace('preset "long"', 'require not deep or pay != 2 "too deep"\npreset "long"')
    programs = fuzz(text, 0).work.programs
    assert programs
    assert not any(p.options["deep"] and p.options["pay"] == 2 for p in programs)


@pytest.mark.parametrize("name", sorted(rulesets()))
def test_every_ruleset_has_a_plan(name) -> None:
    game = load(name).game
    assert game is not None
    programs = plan(game, {}, vary=True, most=8)
    assert programs[0].options == settle(game).words()
