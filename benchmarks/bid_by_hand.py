"""Random play of Bid Euchre, written by hand with whole numbers and tables: about the best that Python can do.

The rules are those of rulesets/bid_euchre.hoyle with its options as they are.  Faces are 4 * suit + rank, ranks
J Q K A, two of each; a hand is two masks of faces: those it has, and those it has twice.  As everywhere in hoyle,
identical cards are one option.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

SISTER = (3, 2, 1, 0)
NO_TRUMP = 4
BITS = tuple(tuple(i for i in range(16) if mask >> i & 1) for mask in range(1 << 16))


def _group(face: int, trump: int) -> int:
    return trump if trump < 4 and face == 4 * SISTER[trump] else face // 4


def _power(face: int, trump: int, led: int) -> int:
    if trump < 4:
        if face == 4 * trump:
            return 30
        if face == 4 * SISTER[trump]:
            return 29
        if face // 4 == trump:
            return 20 + face % 4
    return 1 + face % 4 if face // 4 == led else 0


GROUP = tuple(tuple(_group(face, trump) for face in range(16)) for trump in range(5))
FOLLOW = tuple(
    tuple(sum(1 << face for face in range(16) if GROUP[trump][face] == led) for led in range(4)) for trump in range(5)
)
POWER = tuple(tuple(tuple(_power(f, trump, led) for f in range(16)) for led in range(4)) for trump in range(5))


def play_game(dice: Random) -> tuple[int, int, int, tuple[int, int]]:
    """Play a game.  Returns the number of choices, the number of deals, the winning team (-1: a draw), and the
    points.
    """
    draw, deck = dice.random, [face for face in range(16) for _ in range(2)]
    points = [0, 0]
    dealer = int(draw() * 4)
    choices = deals = 0
    for _ in range(8):
        level, bidder, trump, alone = 0, -1, NO_TRUMP, False
        have, twice = [0, 0, 0, 0], [0, 0, 0, 0]
        for _ in range(10):
            deals += 1
            for i in range(31):
                j = i + int(draw() * (32 - i))
                deck[i], deck[j] = deck[j], deck[i]
            for player in range(4):
                one = two = 0
                for face in deck[8 * player : 8 * player + 8]:
                    bit = 1 << face
                    two |= one & bit
                    one |= bit
                have[player], twice[player] = one, two
            for step in (1, 2, 3, 4):
                choices += 1
                bids = 5 * (8 - level)
                choice = int(draw() * (1 + 2 * bids))
                if choice:
                    choice -= 1
                    alone = choice >= bids
                    if alone:
                        choice -= bids
                    level += 1 + choice // 5
                    trump, bidder = choice % 5, (dealer + step) % 4
                    if level == 8:
                        break
            if bidder >= 0:
                break
        if bidder >= 0:
            if alone:
                choices += 2
                _exchange(draw, have, twice, bidder)
            choices += _play_deal(draw, have, twice, dealer, bidder, level, trump, alone, points)
        dealer = (dealer + 1) % 4
    winner = -1 if points[0] == points[1] else int(points[1] > points[0])
    return choices, deals, winner, (points[0], points[1])


def _pair(draw, one: int, two: int) -> tuple[int, int]:
    """Two different cards of a hand; all pairs have the same probability."""
    pairs = [(a, b) for a, b in combinations_with_replacement(BITS[one], 2) if a != b or two >> a & 1]
    return pairs[int(draw() * len(pairs))]


def _exchange(draw, have: list[int], twice: list[int], bidder: int) -> None:
    given = _pair(draw, have[bidder], twice[bidder])
    partner = (bidder + 2) % 4
    passed = _pair(draw, have[partner], twice[partner])
    for face in given:
        if twice[bidder] >> face & 1:
            twice[bidder] ^= 1 << face
        else:
            have[bidder] ^= 1 << face
    for face in passed:
        bit = 1 << face
        twice[bidder] |= have[bidder] & bit
        have[bidder] |= bit


def _play_deal(
    draw, have: list[int], twice: list[int], dealer: int, bidder: int, level: int, trump: int, alone: bool,
    points: list[int],
) -> int:  # fmt: skip
    out = (bidder + 2) % 4 if alone else -1
    leader = (dealer + 1) % 4
    group, follow, power = GROUP[trump], FOLLOW[trump], POWER[trump]
    tricks = [0, 0]
    for _ in range(8):
        best = -1
        for step in (0, 1, 2, 3):
            player = (leader + step) % 4
            if player == out:
                continue
            hand = have[player]
            if best < 0:
                options = BITS[hand]
                face = options[int(draw() * len(options))] if len(options) > 1 else options[0]
                led = group[face]
                mask, table = follow[led], power[led]
                best, winner = table[face], player
            else:
                options = BITS[hand & mask or hand]
                face = options[int(draw() * len(options))] if len(options) > 1 else options[0]
                if table[face] > best:
                    best, winner = table[face], player
            bit = 1 << face
            if twice[player] & bit:
                twice[player] ^= bit
            else:
                have[player] = hand ^ bit
        tricks[winner % 2] += 1
        leader = winner
    side = bidder % 2
    points[1 - side] += tricks[1 - side]
    points[side] += tricks[side] if tricks[side] >= level else -level
    return 32 if out < 0 else 24
