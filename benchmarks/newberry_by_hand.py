"""Random play of Newberry Euchre, written by hand with whole numbers and tables: about the best that Python can do.

The rules are those of rulesets/newberry_euchre.hoyle with its options as they are.  Cards are 6 * suit + rank, ranks
9 10 J Q K A; suits clubs, diamonds, hearts, spades.  Hands are masks.
"""

from __future__ import annotations

from random import Random


class _Bits(dict[int, tuple[int, ...]]):
    """The elements of masks; each result is kept."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = self[mask] = tuple(i for i in range(24) if mask >> i & 1)
        return found


BITS = _Bits()
SISTER = (3, 2, 1, 0)
BIT = tuple(1 << card for card in range(24))
OTHER_SUITS = tuple(tuple(s for s in range(4) if s != t) for t in range(4))


def _suit(card: int, trump: int) -> int:
    """The suit to which a card belongs: the left bower belongs to the trumps."""
    return trump if card == 6 * SISTER[trump] + 2 else card // 6


def _power(card: int, trump: int, led: int) -> int:
    if card == 6 * trump + 2:
        return 30
    if card == 6 * SISTER[trump] + 2:
        return 29
    if card // 6 == trump:
        return 20 + card % 6
    return 1 + card % 6 if card // 6 == led else 0


SUIT = tuple(tuple(_suit(card, trump) for card in range(24)) for trump in range(4))
FOLLOW = tuple(
    tuple(sum(BIT[card] for card in range(24) if SUIT[trump][card] == led) for led in range(4)) for trump in range(4)
)
POWER = tuple(tuple(tuple(_power(c, trump, led) for c in range(24)) for led in range(4)) for trump in range(4))


def play_game(dice: Random) -> tuple[int, int, int, tuple[int, int]]:
    """Play a game.  Returns the number of choices, the number of hands, the winning team, and the points."""
    draw, deck = dice.random, list(range(24))
    points = [0, 0]
    dealer = int(draw() * 4)
    choices = hands = 0
    while points[0] < 10 and points[1] < 10:
        hands += 1
        for i in range(21):
            j = i + int(draw() * (24 - i))
            deck[i], deck[j] = deck[j], deck[i]
        held = [0, 0, 0, 0]
        for player in range(4):
            for card in deck[5 * player : 5 * player + 5]:
                held[player] |= BIT[card]
        upcard = deck[20]
        maker = trump = loner = -1
        for step in (1, 2, 3, 4):
            player = (dealer + step) % 4
            choices += 1
            choice = int(draw() * 3)
            if choice:
                maker, trump = player, upcard // 6
                if choice == 2:
                    loner = player
                if loner < 0 or (loner + 2) % 4 != dealer:
                    held[dealer] |= BIT[upcard]
                    choices += 1
                    held[dealer] ^= BIT[BITS[held[dealer]][int(draw() * 6)]]
                break
        else:
            suits = OTHER_SUITS[upcard // 6]
            for step in (1, 2, 3, 4):
                player = (dealer + step) % 4
                choices += 1
                choice = int(draw() * 7)
                if choice < 6:
                    maker, trump = player, suits[choice % 3]
                    if choice >= 3:
                        loner = player
                    break
                if step == 4:  # the dealer folds
                    points[1 - dealer % 2] += 1
        if maker >= 0:
            choices += _play_hand(draw, held, dealer, maker, loner, trump, points)
        dealer = (dealer + 1) % 4
    return choices, hands, 0 if points[0] >= 10 else 1, (points[0], points[1])


def _play_hand(draw, held, dealer: int, maker: int, loner: int, trump: int, points: list[int]) -> int:
    out = (loner + 2) % 4 if loner >= 0 else -1
    leader = (loner + 1) % 4 if loner >= 0 else (dealer + 1) % 4
    suit, follow, power = SUIT[trump], FOLLOW[trump], POWER[trump]
    tricks = [0, 0]
    for _ in range(5):
        best = -1
        for step in (0, 1, 2, 3):
            player = (leader + step) % 4
            if player == out:
                continue
            hand = held[player]
            if best < 0:
                options = BITS[hand]
                card = options[int(draw() * len(options))] if len(options) > 1 else options[0]
                led = suit[card]
                mask, table = follow[led], power[led]
                best, winner = table[card], player
            else:
                options = BITS[hand & mask or hand]
                card = options[int(draw() * len(options))] if len(options) > 1 else options[0]
                if table[card] > best:
                    best, winner = table[card], player
            held[player] = hand ^ BIT[card]
        tricks[winner % 2] += 1
        leader = winner
    side = maker % 2
    taken = tricks[side]
    if taken == 5:
        points[side] += 4 if loner >= 0 else 2
    elif taken >= 3:
        points[side] += 1
    elif taken == 0:
        points[1 - side] += 4
    elif loner >= 0:
        points[side] -= 2
    else:
        points[1 - side] += 2
    return 20 if out < 0 else 15
