"""The card count of a phase or loop is cached.  With and without the cache the checker finds the same."""

from __future__ import annotations

import pytest

from hoyle.dsl.checks.cards import counting, dealing
from hoyle.dsl.loading import load
from hoyle.dsl.resolve.context import ResolveContext
from hoyle.dsl.source.span import Source

TOO_MANY = """\
game "Too many"
language 1
players 2..3
deck 2 3 4 5 6 7 8 9 10 J Q K A
option each: 10..26 = 11 "cards dealt"
option rounds: 1..2 = 1 "deals of a round"
zones
    stock: face down
    pile: face up
    hand of each player: private
remember
    points of each player: number
main
    repeat until highest points >= 3
        gather every card into stock
        shuffle stock
        repeat rounds times
            hand_out(each)
            if highest points > 1
                hand_out(2)
            otherwise
                deal 1 from stock to pile
        add 1 to points of each player
    game over, won by the player with highest points, otherwise shared
phase hand_out(count: 1..30)
    deal count from stock to hand of each player
    for p in players
        p chooses
            "keep"
            "show" if p.points > 0
                move top 2 of stock to pile
"""


def counted(game, once, monkeypatch):
    """Return all diagnostics, and the remaining steps for each combination of options."""
    left = []
    run = counting.CountingRun.run

    def noted(self):
        run(self)
        left.append((self.left, self.settings.left, self.cards.fine, self.cards.failed))

    with monkeypatch.context() as patch:
        patch.setattr(counting.CountingRun, "run", noted)
        if not once:
            patch.setattr(counting.CountingRun, "_once", lambda self, what, zones, names, go: go())
        ctx = ResolveContext()
        dealing.deal_fits(game, ctx)
    return ctx.diagnostics, left


@pytest.mark.parametrize("name", ["hearts", "crazy_eights", "pinochle"])
def test_the_cache_does_not_change_the_count_of_a_ruleset(name, monkeypatch):
    game = load(name).game
    assert counted(game, True, monkeypatch) == counted(game, False, monkeypatch)


@pytest.mark.parametrize(("most", "found"), [(dealing.MOST_STEPS, {"E0507"}), (700, {"E0507"}), (100, set())])
def test_the_cache_does_not_change_what_is_found(most, found, monkeypatch):
    """Also when the limit on the number of steps stops the count."""
    monkeypatch.setattr("hoyle.dsl.loading.CHECKS", ())
    game = load(Source("many.hoyle", TOO_MANY)).game
    assert game is not None
    monkeypatch.setattr(dealing, "MOST_STEPS", most)
    once, again = counted(game, True, monkeypatch), counted(game, False, monkeypatch)
    assert once == again
    assert {one.code for one in once[0]} == found
