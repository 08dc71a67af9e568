"""Games at the table of the studio: played to the end with clicks and keys, left and continued."""

from __future__ import annotations

import os
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS, rulesets

from .conftest import ASKED

# Chooses as a person would: clicks offers until the game is over or the given number of choices is made.
PLAY = """
const [most, done] = arguments;
const choose = () => {
  if (!document.querySelector('.offers[data-asked]')) return null;  // nobody is asked: cards may be of before
  const offers = [...document.querySelectorAll('.offers button.offer')];
  const cards = [...document.querySelectorAll('button.pick.legal:not(.picked)')];
  if (offers.length && (!cards.length || Math.random() < .3)) return offers[Math.floor(Math.random() * offers.length)];
  return cards.length ? cards[Math.floor(Math.random() * cards.length)] : null;
};
const text = () => document.querySelector('.status')?.textContent ?? '';
(async () => {
  while (!document.querySelector('.status')) await new Promise(wait => setTimeout(wait, 5));  // the table is being made
  let made = 0, last = performance.now();
  for (const seat of document.querySelectorAll('.seats select')) {
    if (seat.value === 'person') continue;
    seat.value = 'chance';
    seat.dispatchEvent(new Event('change'));
  }
  const speed = document.getElementById('speed');
  speed.value = 'instant';
  speed.dispatchEvent(new Event('change'));
  const goesOn = document.getElementById('continue-by');
  goesOn.value = 'instant';
  goesOn.dispatchEvent(new Event('change'));
  while (made < most && !/The game (is over|was cut)/.test(text()) && !/break down/.test(text())) {
    const one = choose();
    if (one) { one.click(); made++; last = performance.now(); }
    else if (performance.now() - last > 240_000) break;
    await new Promise(wait => setTimeout(wait, one ? 0 : 5));
  }
  done([made, text()]);
})();
"""


EVERY = sorted(name for name, path in rulesets().items() if path.parent == RULESETS)
SLOW = "HOYLE_SLOW_TESTS" in os.environ
SWEEP = SLOW or os.environ.get("HOYLE_SWEEPS") == "all"
MOST = 20_000 if SLOW else 60
"""The most choices that a test makes by clicks: a whole game takes some seconds in a browser.

With HOYLE_SLOW_TESTS=1 there is no limit.  HOYLE_SWEEPS=all plays the beginning of every game.
"""
GAMES = EVERY if SWEEP else ["crazy_eights", "noteuchre", "skat"]
VARIANTS = sorted(set(rulesets()) - set(EVERY))[:: 1 if SWEEP else 24]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_every_ruleset_is_played_with_clicks(at: Any, name: str) -> None:
    made, said = at(f"#/play/{name}").run(PLAY, MOST)
    assert made > 0  # a game may end after one card and one bet
    assert said.startswith("The game is over") or made == MOST, said


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_can_be_played(at: Any, name: str) -> None:
    made, said = at(f"#/play/{name}").run(PLAY, 12)
    assert made == 12 or said.startswith("The game is over"), said


CHANGED_WHEN_ASKED = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  post.call(this, message, ...rest);
  if (message.name !== 'asked') return;
  Worker.prototype.postMessage = post;
  const seat = [...document.querySelectorAll('.seats select')].at(-1);
  seat.value = 'chance';
  seat.dispatchEvent(new Event('change'));
};
location.hash = '#/play/whist';
"""


def test_a_player_changes_while_the_first_question_is_on_its_way(at: Any) -> None:
    page = at("#/")
    page.wait("document.querySelector('a[href*=\"play\"]')")
    page.browser.execute_script(CHANGED_WHEN_ASKED)
    page.wait(ASKED)  # the page does not say that the game cannot be opened
    assert page.js("[...document.querySelectorAll('.seats select')].at(-1).value") == "chance"


def test_a_game_continues_after_a_reload(at: Any) -> None:
    page = at("#/play/whist")
    page.run(PLAY, 5)
    page.wait(ASKED)
    hand = "[...document.querySelectorAll('button.pick')].map(one => one.querySelector('.unseen').textContent)"
    before = page.js(hand)
    page.wait("document.querySelector('.page').dataset.kept")
    page.browser.refresh()
    page.wait(ASKED)
    assert page.js(hand) == before


def test_undo_takes_back_a_choice(at: Any) -> None:
    page = at("#/play/whist")
    page.run(PLAY, 2)
    page.wait(ASKED)
    count = "document.querySelectorAll('button.pick').length"
    free = "document.querySelectorAll('button.pick.legal').length > 1"
    held = before = page.js(count)
    while before != held - 1 or not page.js(free):  # a card that must be played is played and taken back by itself
        assert before > 1
        held = before
        page.run(PLAY, 1)
        page.wait(f"{ASKED} && {free}")
        before = page.js(count)
    page.keys("u")
    page.wait(f"{count} === {before + 1}")


def touch_an_illegal_card(page: Any) -> None:
    """Play whist until some card in the hand is illegal, and click that card."""
    illegal = "document.querySelector('.offers[data-asked]') && document.querySelector('button.pick.illegal')"
    for _ in range(60):
        page.wait(ASKED)
        if page.js(f"!!({illegal})"):
            break
        page.run(PLAY, 1)
    page.js(f"({illegal}).click()")


def test_a_click_on_an_illegal_card_names_the_rule_against_it(at: Any) -> None:
    page = at("#/play/whist")
    touch_an_illegal_card(page)
    page.wait("/You cannot play .* were led/.test(document.querySelector('.status').textContent)")


def test_the_computer_plays_and_gives_hints(at: Any) -> None:
    page = at("#/play/oh_hell")
    page.wait("document.querySelector('.offers button.offer')")
    page.keys("h")
    hint = page.wait("/^Hint: (.*)/.exec(document.querySelector('.status').textContent)?.[1]")
    assert hint in page.js("[...document.querySelectorAll('button.offer')].map(one => one.textContent)")


def test_several_people_share_a_device_behind_a_curtain(at: Any) -> None:
    page = at("#/play/whist")
    for seat in (1, 2, 3):
        page.js(f"document.getElementById('seat-{seat}').value = 'person'")
        page.js(f"document.getElementById('seat-{seat}').dispatchEvent(new Event('change'))")
    page.wait("document.getElementById('ready')")
    # Programs may have played before the seats were taken: in a new game nobody but people has.
    deal = page.js("document.querySelector('.deal-name').textContent")
    page.js("document.getElementById('new').click()")
    page.js("document.getElementById('confirm')?.click()")  # asked if a program has played at a seat by then
    page.wait("document.querySelector('.deal-name').textContent !== arguments[0]".replace("arguments[0]", repr(deal)))
    page.wait("document.getElementById('ready')")
    for _ in range(2):
        assert page.js("document.querySelectorAll('.play-screen svg.card').length") == 0
        assert page.js("document.querySelector('.scroll').textContent") == ""
        page.js("document.getElementById('ready').click()")
        page.wait(ASKED)
        page.wait("document.querySelectorAll('button.pick').length === 13")
        page.js("document.querySelector('button.pick.legal').click()")
        page.wait("document.getElementById('ready')")


def test_a_table_of_computer_players_shows_all_hands(at: Any) -> None:
    page = at("#/watch/whist")
    page.wait("document.querySelectorAll('.made').length > 2")
    assert page.js("document.querySelectorAll('.seat [aria-label=\"a card face down\"]').length") == 0
