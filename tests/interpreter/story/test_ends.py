"""A card that chance draws at an end of a pile of unknown order lies at that end of the table, and one that is picked out
of the pile lies where it lay.
"""

from __future__ import annotations

from random import Random

import pytest

from hoyle.interpreter.lowering import lower
from hoyle.interpreter.records import AnyRecord, Drawn, Moved, Shuffled, Tucked, Where
from hoyle.interpreter.story.known_cards import KnownCards
from hoyle.interpreter.story.scene import scene
from hoyle.interpreter.story.story import Story
from hoyle.interpreter.story.tabletop import Tabletop
from hoyle.interpreter.story.view import UNSEEN
from hoyle.interpreter.text.parse import Words

from ...small_piles import small_piles
from ...small_rules import game_of
from .playing import game

STOCK, SECOND, OPEN, LEFT = Where(0, -1), Where(1, -1), Where(2, -1), Where(3, 0)
DECK = tuple(range(12))


def table(*records: AnyRecord) -> Tabletop:
    """The table for somebody who sees everything, after all cards were shuffled and these records."""
    made = Tabletop(small_piles())
    for record in (Moved(tuple(made.zones[STOCK]), STOCK, OPEN), Moved(DECK, OPEN, STOCK), Shuffled(STOCK), *records):
        made.apply(record)
    return made


def looked_at(card: int, end: str) -> Drawn:
    assert end in ("top", "bottom")
    return Drawn("card", "stock", card, end=end)


def unknown(count: int) -> list[int]:
    return [UNSEEN] * count


def test_a_card_that_is_looked_at_lies_at_its_end_of_the_pile() -> None:
    assert table(looked_at(5, "top")).zones[STOCK] == [*unknown(11), 5]
    assert table(looked_at(5, "bottom")).zones[STOCK] == [5, *unknown(11)]
    both = (looked_at(5, "bottom"), looked_at(6, "top"), looked_at(7, "bottom"), looked_at(8, "top"))
    assert table(*both).zones[STOCK] == [5, 7, *unknown(8), 8, 6]
    assert table(*both).loose[STOCK] == {0, 1, 2, 3, 4, 9, 10, 11}
    last = [looked_at(card, "bottom") for card in DECK]
    assert table(*last).zones[STOCK] == list(DECK)


def test_a_card_that_is_picked_out_of_a_pile_lies_where_it_lay() -> None:
    picked = table(Drawn("card", "noted", 5))
    assert (picked.zones[STOCK], picked.loose[STOCK]) == (unknown(12), set(DECK))
    taken = table(Drawn("card", "", 5), Moved((5,), STOCK, LEFT))
    assert (taken.zones[STOCK], taken.loose[STOCK]) == (unknown(11), {*DECK} - {5})


def test_a_pile_whose_bottom_was_seen_is_cut_shuffled_and_drawn_from() -> None:
    under = looked_at(5, "bottom")
    drawn = (under, Moved((5,), STOCK, OPEN))
    assert table(*drawn).zones[STOCK] == unknown(11)
    cut = (under, looked_at(1, "top"), looked_at(2, "top"), Tucked((2, 1), STOCK, 0))
    assert table(*cut).zones[STOCK] == [2, 1, 5, *unknown(9)]
    mixed = table(*cut, Shuffled(STOCK))
    assert (mixed.zones[STOCK], mixed.loose[STOCK]) == (unknown(12), set(DECK))
    middle = (under, looked_at(1, "top"), Tucked((1,), STOCK, -1))
    assert table(*middle).zones[STOCK] == [5, *unknown(11)]
    assert table(*middle).loose[STOCK] == {*DECK} - {5}


def test_an_unknown_order_moves_with_the_whole_pile_and_ends_where_the_deck_is_gathered() -> None:
    pile = (looked_at(5, "bottom"), looked_at(1, "top"))
    cards = (5, 0, 2, 3, 4, 6, 7, 8, 9, 10, 11, 1)
    moved = table(*pile, Moved(cards, STOCK, SECOND))
    assert (moved.zones[STOCK], moved.zones[SECOND]) == ([], [5, *unknown(10), 1])
    assert (moved.loose[STOCK], moved.loose[SECOND]) == (set(), {0, 2, 3, 4, 6, 7, 8, 9, 10, 11})
    onto = table(*pile, Moved((1,), STOCK, SECOND), Moved(cards[:-1], STOCK, SECOND))
    assert onto.zones[SECOND] == [1, *cards[:-1]], "on other cards they lie in the order that is told"
    place = next(place for place in small_piles().places if place.text == "gather every card into second")
    gathered = table(
        *pile, Moved((1,), STOCK, LEFT), Moved(cards[:-1], STOCK, SECOND), Moved((1,), LEFT, SECOND, span=place)
    )
    assert gathered.zones[SECOND] == list(DECK)
    assert not gathered.loose.get(SECOND)


def test_cards_stay_mixed_with_one_that_is_picked_and_not_with_one_at_an_end() -> None:
    def recalled(*records: AnyRecord) -> int:
        known = KnownCards(small_piles(), 0)
        known.put_together(STOCK)
        known.recalled = 0b110000  # two cards of the pile were shown, nobody knows where they lie
        for record in records:
            known.follow(record)
        return known.recalled

    dealt = Moved((0,), STOCK, Where(3, 1), dealt=True)
    assert recalled() == recalled(Drawn("card", "noted", 4)) == 0b110000
    assert recalled(dealt) == recalled(Drawn("card", "noted", 4), dealt) == 0
    for end in ("top", "bottom"):
        assert recalled(looked_at(4, end)) == 0, "of the two it may be either"
        assert recalled(looked_at(0, end)) == recalled(looked_at(0, end), dealt) == 0b110000


@pytest.mark.parametrize("seed", range(8))
def test_the_table_has_every_card_where_the_engine_has_it(seed: int) -> None:
    """What is told to somebody who sees everything, step by step: the same cards in the same order, and the same part of
    each pile of unknown order.
    """
    program = small_piles()
    followed = Tabletop(program)
    for records, state in game(program, Random(seed)):
        for record in records:
            followed.apply(record)
        for where, content in followed.zones.items():
            info, owner = program.zones[where.zone], max(where.owner, 0)
            cards = state.values[info.base + owner]
            if not isinstance(cards, tuple):
                continue
            low, high = (state.values[info.bag + 2 * owner + i] for i in (0, 1)) if info.bag >= 0 else (0, 0)
            assert isinstance(low, int)
            assert isinstance(high, int)
            assert content == [*cards[:low], *unknown(high - low), *cards[high:]], info.name
            assert followed.loose.get(where, set()) == set(cards[low:high]), info.name


TRUMP = """\
game "Trump"
language 1
players 2
deck 2 3 4 5 of clubs
zones
    stock: face down
    turned: face up
    hand of each player: private
remember
    points of each player: number
main
    shuffle every card into stock
    show bottom of stock to everyone
    for p in players
        p chooses
            "draw"
                deal 1 from stock to p.hand
    for p in players
        p chooses
            "turn"
                move bottom of stock to turned
    move turned to stock
    for p in players
        p chooses
            "cut"
                cut stock
    shuffle stock
    game over, won by the player with highest points, otherwise shared
"""


@pytest.mark.parametrize("viewer", [None, -1, 0])
def test_everybody_sees_the_card_that_was_shown_at_the_bottom_there_until_it_is_drawn(viewer: int | None) -> None:
    program = lower(game_of(TRUMP))
    story = Story(Words(program), viewer)
    seen = list[tuple[int, list[str | None]]]()
    for records, state in game(program, Random(3)):
        story.tell(records)
        stock = next(zone for zone in scene(story, state.values)["zones"] if zone["name"] == "stock")
        seen.append((stock["count"], stock["cards"]))
    trump = story.words.card(1)
    known = [["2♣", trump], [trump, "2♣"], []] if viewer is None else [[], [], []]
    assert [count for count, _ in seen] == [4, 3, 2, 1, 2, 2, 2]
    assert [cards for _, cards in seen] == [[trump, None, None, None], [trump, None, None], [trump, None], [], *known]
