"""A whole deal of a game in a real browser with keys alone: arrows, Enter and digits, from the gallery to the settlement.

By default a sample of the games is played; `HOYLE_SWEEPS=all` plays a deal of each (64 took 3 minutes on two busy cores).
All are played in one page.  The others choose by chance and at once, and the person by chance, too; but each choice is
made with real key presses, and it is held that the focus is where the keys should have brought it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS, rulesets

from .conftest import Page, clean

Keys = pytest.importorskip("selenium.webdriver.common.keys", reason="selenium is not installed").Keys

GAMES = sorted(name for name, path in rulesets().items() if path.parent == RULESETS)
PLAYED = (
    GAMES if os.environ.get("HOYLE_SWEEPS") == "all" else ["contract_bridge", "cribbage", "oh_hell", "texas_holdem"]
)
MOST_CHOICES = 1_500
"""The most choices of the person in a deal: games in which cards are drawn can be long if all choose by chance."""
NAMED = {
    "Enter": Keys.ENTER,
    "ArrowRight": Keys.ARROW_RIGHT,
    "ArrowLeft": Keys.ARROW_LEFT,
    "ArrowUp": Keys.ARROW_UP,
    "ArrowDown": Keys.ARROW_DOWN,
}

PLAYER = """
window.player = {
  astray: [], settled: false, seed: 7,
  chance(most) {
    this.seed = (Math.imul(this.seed, 1103515245) + 12345) & 0x7fffffff;
    return (this.seed >>> 8) % most;
  },
  haste() {
    this.settled = false;
    this.astray = [];
    const set = (id, value) => {
      const field = document.getElementById(id);
      field.value = value;
      field.dispatchEvent(new Event('change'));
    };
    set('speed', 'instant');
    for (const seat of document.querySelectorAll('.seats select')) if (seat.value !== 'person') set(seat.id, 'chance');
  },
  /** Resolves to the keys to press next; null at the end of the deal. */
  async keys() {
    for (let end = performance.now() + 60_000; performance.now() < end;) {
      const found = this.look();
      if (found !== undefined) return found;
      await new Promise(done => setTimeout(done, 4));
    }
    throw new Error('nothing to choose: ' + document.body.innerText.slice(0, 500));
  },
  look() {
    const said = document.querySelector('.status').textContent;
    if (/break down/.test(said)) throw new Error(said);
    const go = document.getElementById('continue');
    if (go) {
      this.settled = !go.closest('.brief');
      this.target = go;
      return document.activeElement === go ? ['Enter'] : ['ArrowDown', 'Enter'];
    }
    if (this.settled || /^The game (is over|was cut)/.test(said)) return null;
    if (!document.querySelector('.offers[data-asked]')) return undefined;
    const all = [...document.querySelectorAll('button.pick')];
    const cards = all.filter(one => one.matches('.legal:not(.picked)'));
    const buttons = [...document.querySelectorAll('.offers button.offer')];
    if (!cards.length && !buttons.length) return undefined;
    const picked = all.some(one => one.matches('.picked'));
    const active = document.activeElement;
    if (buttons.length && (!cards.length || this.chance(10) < (picked ? 9 : 3))) {
      const at = this.chance(buttons.length);
      this.target = null;
      const {key} = buttons[at].dataset;
      if (key) return buttons.length < 10 ? [key] : [...key, 'Enter'];
      this.target = buttons[at];
      const among = [...document.querySelectorAll('.offers button')];
      const from = Math.max(0, among.indexOf(active));
      const way = from === 0 && active !== buttons[0] ? ['ArrowDown'] : [];
      return [...way, ...new Array(Math.abs(at - from)).fill(at > from ? 'ArrowRight' : 'ArrowLeft'), 'Enter'];
    }
    this.target = cards[this.chance(cards.length)];
    const way = all.includes(active) ? [] : ['ArrowUp'];
    const from = all.includes(active) ? all.indexOf(active) : all.findIndex(one => one.matches('.legal'));
    const to = all.indexOf(this.target);
    return [...way, ...new Array(Math.abs(to - from)).fill(to > from ? 'ArrowRight' : 'ArrowLeft'), 'Enter'];
  },
};
document.addEventListener('keydown', event => {
  // The table may have been drawn again meanwhile: then the focus must be on the same card.
  const said = one => (one.querySelector('.unseen') ?? one).textContent || one.tagName, {target} = window.player;
  if (event.key !== 'Enter' || !target || said(document.activeElement) === said(target)) return;
  window.player.astray.push(`${said(document.activeElement)} instead of ${said(target)}`);
}, true);
"""
NEXT = """
const done = arguments[0];
player.keys().then(keys => done([keys, player.astray]), error => done([String(error), []]));
"""


@pytest.fixture
def page(studio: Any, browser: Any) -> Iterator[Page]:
    """One page for all games, as long as the browser is the same."""
    with clean(browser):
        if not browser.execute_script("return window.player !== undefined"):
            browser.get("about:blank")
            browser.get(studio.address)
            browser.execute_script(PLAYER)
        yield Page(browser)


@pytest.mark.parametrize("name", PLAYED)
def test_a_deal_is_played_with_keys_alone(page: Page, name: str) -> None:
    page.js("void (location.hash = '#/')")
    page.wait(f"document.getElementById('play-{name}')")
    page.js(f"document.getElementById('play-{name}').focus()")
    page.keys(Keys.ENTER)
    page.wait("document.querySelector('.offers button, .offers[data-asked], #continue')")
    page.js("player.haste()")
    for _ in range(MOST_CHOICES):
        keys, astray = page.run(NEXT)
        assert not isinstance(keys, str), keys
        assert astray == [], "the focus was elsewhere when Enter was pressed"
        if keys is None:
            return
        page.keys(*(NAMED.get(key, key) for key in keys))
    raise AssertionError(f"no deal ended after {MOST_CHOICES} choices")
