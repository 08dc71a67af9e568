"""Cards that duties by the winning card treat alike have the same sign; masks by the numbers of cards."""

from __future__ import annotations

from itertools import combinations

from hoyle.interpreter.search.tricks.position import Renumbered, _signs

CARDS = [2, 5, 6, 8, 9]
"""Of two groups: three cards, and two."""
SEATS = (0, 1)


def group(card: int) -> int:
    return 0 if card < 7 else 1


def mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)


def duties(prefers: dict[tuple[int, int], list[int]]) -> dict[tuple[int, int, int, int], tuple[int, ...]]:
    """What each of two seats prefers while the other wins, by the group led and the card that wins."""
    found: dict[tuple[int, int, int, int], tuple[int, ...]] = {}
    for led in (0, 1):
        for best in CARDS:
            for seat in SEATS:
                cards = prefers.get((led, best), [])
                found[led, best, 1 - seat, seat] = (mask(cards),)
    return found


def alike(found: dict[tuple[int, int, int, int], tuple[int, ...]] | None) -> set[tuple[int, int]]:
    """The pairs of cards with the same sign."""
    signs = _signs(found, CARDS, group)
    return {(a, b) for (a, one), (b, other) in combinations(zip(CARDS, signs, strict=True), 2) if one == other}


SAME_GROUP = {(2, 5), (2, 6), (5, 6), (8, 9)}


def test_without_duties_by_the_winning_card_all_cards_have_one_sign() -> None:
    assert _signs(None, CARDS, group) == [None] * 5


def test_cards_that_must_beat_differ_by_their_order_alone() -> None:
    """Whoever can must beat: what is preferred are the cards of the group above the card that wins."""
    above = {
        (led, best): [card for card in CARDS if group(card) == group(best) and card > best]
        for led in (0, 1)
        for best in CARDS
    }
    assert alike(duties(above)) == SAME_GROUP
    below = {key: [card for card in CARDS if group(card) == group(key[1]) and card < key[1]] for key in above}
    assert alike(duties(below)) == SAME_GROUP
    assert alike(duties({})) == SAME_GROUP


def test_a_card_that_is_preferred_for_itself_has_a_sign_of_its_own() -> None:
    """The middle card of the first group is preferred whenever another one wins."""
    middle = {(led, best): [5] for led in (0, 1) for best in (2, 6)}
    assert alike(duties(middle)) == {(8, 9)}
    signs = _signs(duties(middle), CARDS, group)
    assert signs[:3] == [2, 5, 6]
    lowest = {(led, 6): [2] for led in (0, 1)}
    assert alike(duties(lowest)) == {(8, 9)}


def test_cards_are_alike_only_if_what_is_preferred_of_other_groups_is() -> None:
    trumps = {(0, best): [8, 9] for best in CARDS if best < 7}
    assert alike(duties(trumps)) == SAME_GROUP
    one_only = {(0, best): [8] for best in CARDS if best < 7}
    assert alike(duties(one_only)) == {(2, 5), (2, 6), (5, 6)}
    while_one_wins = {(0, 5): [8, 9]}
    assert alike(duties(while_one_wins)) == {(2, 6), (8, 9)}
    while_another_wins = {(1, 8): [2, 5, 6]}
    assert alike(duties(while_another_wins)) == {(2, 5), (2, 6), (5, 6)}
    of_one_seat = duties({}) | {(0, 5, 1, 0): (mask([8, 9]),)}
    assert alike(of_one_seat) == {(2, 6), (8, 9)}


def test_masks_by_the_numbers_of_cards() -> None:
    numbered = Renumbered({7: 0, 3: 1, 12: 2})
    assert [numbered[one] for one in (0, 1 << 7, 1 << 3, 1 << 12, 1 << 3 | 1 << 12, 1 << 4, (1 << 13) - 1)] == [
        0, 1, 2, 4, 6, 0, 7,
    ]  # fmt: skip
    assert len(numbered) == 7
    assert numbered[1 << 3] == 2
    assert len(numbered) == 7
