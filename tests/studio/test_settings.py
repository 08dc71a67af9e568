"""Settings before a game: presets, players, options and variants.  The page rewrites the rules at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoyle.cli.pages.studio.switches import switches
from hoyle.dsl.loading import load, rulesets
from hoyle.interpreter.lowering import SettingsError, settle

from .conftest import ASKED, Page

SAMPLE = ("newberry_euchre", "belote", "oh_hell", "adding_ninety_nine", "bid_24_cards")
SET = """
const field = document.getElementById(arguments[0]);
field.value = arguments[1];
field.dispatchEvent(new Event('change'));
"""


@pytest.mark.parametrize("name", SAMPLE)
def test_every_switch_shows_the_value_that_the_rules_use(name: str) -> None:
    game = load(name).game
    assert game is not None
    found = switches(game, {})
    for option in found["options"]:
        values = [one["value"] for one in option["values"]]
        assert option["value"] == option["default"]
        assert option["value"] in values or not values
        for value in values:
            changed = switches(game, {option["name"]: value})
            assert next(one for one in changed["options"] if one["name"] == option["name"])["value"] == value
    for preset in found["presets"]:
        settled = settle(game, preset["settings"])
        assert dict(settled.values) == dict(settle(game, preset=preset["title"]).values)
    for players in found["players"]["counts"]:
        assert switches(game, {}, players)["players"]["here"] == players
    with pytest.raises(SettingsError):
        switches(game, {}, 99)


def test_a_flag_with_value_no_is_shown_as_no(tmp_path: Path) -> None:
    text = (
        rulesets()["whist"].read_text("utf-8").replace("option target", "option plain: yes or no = no\noption target")
    )
    (tmp_path / "flag.hoyle").write_text(text, encoding="utf-8")
    game = load(tmp_path / "flag.hoyle").game
    assert game is not None
    (plain,) = [one for one in switches(game, {})["options"] if one["name"] == "plain"]
    assert (plain["value"], [one["value"] for one in plain["values"]]) == ("no", ["yes", "no"])


def set_(page: Page, field: str, value: str) -> None:
    page.browser.execute_script(SET, field, value)


def test_players_and_options_are_chosen_before_a_game_starts(within: Any) -> None:
    page = within("#/play/oh_hell")
    page.js("document.querySelector('details.settings').open = true")
    page.wait("document.getElementById('players')")
    seats = "document.querySelectorAll('.play-screen .seat').length"
    before = page.wait(seats)
    set_(page, "players", "3")
    page.wait("document.getElementById('players').value === '3'")
    page.js("document.getElementById('play-with').click()")
    page.wait("location.hash === '#/play/oh_hell/players=3'")
    page.wait(f"{seats} === 3")
    assert before != 3
    page.wait("document.querySelector('.offers button.offer')").click()
    page.wait("document.querySelector('.page').dataset.kept")
    page.js("document.querySelector('details.settings').open = true")
    page.wait("document.getElementById('players')?.value === '3'")


def test_a_preset_sets_its_options_and_a_variant_opens_another_table(within: Any) -> None:
    page = within("#/play/newberry_euchre")
    page.js("document.querySelector('details.settings').open = true")
    page.wait("document.getElementById('preset')")
    assert page.js("document.getElementById('preset').selectedOptions[0].textContent") == "as the rules have it"
    set_(page, "preset", "1")
    page.wait("document.getElementById('option-lone_make').value === '2'")
    set_(page, "option-target", "5")
    page.wait("document.getElementById('preset').selectedOptions[0].textContent === 'settings of your own'")
    page.wait("document.getElementById('variant')")
    set_(page, "variant", "benny")
    page.wait("document.querySelector('h1')?.textContent.includes('Benny')")
    page.wait(ASKED + " || document.querySelector('.offers button')")


def test_incompatible_settings_give_a_message(within: Any) -> None:
    page = within("#/play/whist/target=99&nothing=%3Cb%3E")
    assert "cannot be `99`" in page.wait("document.querySelector('.failed')?.textContent")


def test_a_switch_rewrites_the_rules_and_applies_at_the_table(within: Any) -> None:
    page = within("#/write/oh_hell")
    page.wait("document.querySelector('.page').dataset.done")
    set_(page, "players", "3")
    page.wait("document.querySelector('.page').dataset.done > 1")
    assert page.js("document.getElementById('play-this').getAttribute('href')") == "#/play/oh_hell/players=3"
    set_(page, "players", "4")
    page.wait("document.getElementById('players').value === '4'")
