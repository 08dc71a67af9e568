"""Reporting a game event by event, and the first difference between two games."""

from __future__ import annotations

from hoyle.interpreter.batch.divergence import AFTER, BEFORE, EventLister, divergence, divergences
from hoyle.interpreter.batch.pairing import PairedGames


def test_every_event_of_a_game_is_reported_with_its_rule(program, playout, small_text) -> None:
    events = list(EventLister(playout(program(), seed=3)).tell(0))
    texts = [event.text for event in events]
    assert texts[:2] == ["chance: dealer A", "cards are shuffled"]
    assert sum(text.endswith("from stock to hand of B") for text in texts) == texts.count("cards are shuffled")
    first = texts.index("B can `trump …` (4 ways)")
    assert texts[first + 1].startswith("B: trump ")
    assert texts[first + 2].startswith("trump from ")
    assert texts[-1] in ("game over, won by A and C", "game over, won by B and D")
    assert "points of A and C from 0 to 1" in texts
    lines = small_text.splitlines()
    for event in events:
        name, line, text = event.rule
        assert name == "test"
        assert lines[line - 1].strip() == text
    assert {event.text: event.offers for event in events}["B can `trump …` (4 ways)"][0][:2] == (4, "trump …")
    # A second report starts from the beginning.
    teller = EventLister(playout(program(), seed=3))
    assert list(teller.tell(1)) != (again := list(teller.tell(0)))
    assert again == events


def test_equal_games_have_no_difference(program) -> None:
    work = PairedGames(program(), program(), ("random",) * 4, 3)
    assert list(divergences(work, [0, 1])) == [None, None]


def test_the_first_difference_is_shown_with_the_events_around_it(program, small_text) -> None:
    work = PairedGames(program(), program(worth=2), ("random",) * 4, 3)
    (found,) = divergences(work, [4])
    assert found is not None
    assert (found.index, found.deal) == (4, 1)
    a, b = (list(EventLister(one).tell(4)) for one in work.playouts())
    at = next(i for i, (one, other) in enumerate(zip(a, b, strict=False)) if one.text != other.text)
    assert (found.a, found.b) == (tuple(a[at : at + AFTER]), tuple(b[at : at + AFTER]))
    assert found.before == tuple(event.text for event in a[:at] if not event.offers)[-BEFORE:]
    assert {rule[2] for rule in found.rules} <= {line.strip() for line in small_text.splitlines()}


def test_another_player_asked_is_a_difference_only_at_the_choice(program, small_text) -> None:
    """Both games offer the same answers, but to different players.  The rule reported is that of the answer."""
    other = program(small_text.replace("    dealer.left chooses", "    dealer chooses"))
    work = PairedGames(program(), other, ("random",) * 4, 3)
    found = divergence((EventLister(work.playouts()[0]), EventLister(work.playouts()[1])), 0)
    assert found is not None
    assert found.a[0].text.startswith("B: trump ")
    assert found.b[0].text.startswith("A: trump ")
    assert [rule[2] for rule in found.rules] == ['"trump {s}" for s in suits']
