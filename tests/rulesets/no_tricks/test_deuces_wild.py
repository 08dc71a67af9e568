"""Five-card draw with wild twos, compared with a search over every card that they can stand for."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def _worth(hand: list[str]) -> tuple[int, list[int]]:
    """The kind of the best hand, and the ranks that decide between two hands of this kind."""
    natural = [RANKS.index(card[:-1]) for card in hand if card[:-1] != "2"]
    suits = {card[-1] for card in hand if card[:-1] != "2"}
    found: list[tuple[int, list[int]]] = []
    for more in combinations_with_replacement(range(13), 5 - len(natural)):
        ranks = sorted([*natural, *more], reverse=True)
        groups = sorted(((ranks.count(r), r) for r in {*ranks}), reverse=True)
        order = [r for _, r in groups]
        alike = [count for count, _ in groups]
        row = len(alike) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
        high = [3 if ranks == [12, 3, 2, 1, 0] else ranks[0]]
        if alike == [5]:
            found.append((9, order))
        elif row and len(suits) == 1:
            found.append((8, high))
        elif alike[0] == 4:
            found.append((7, order))
        elif alike == [3, 2]:
            found.append((6, order))
        elif row:
            found.append((4, high))
        else:
            found.append(({3: 3, 2: 3 - len(alike) + 2, 1: 0}[alike[0]] if alike[0] != 2 else 5 - len(alike), order))
    if len(suits) == 1:
        found.append((5, sorted(natural, reverse=True)))
    return max(found)


@pytest.mark.parametrize("seed", range(3))
def test_the_better_hand_wins(tables, fixed, seed: int) -> None:
    dice = random.Random(seed)
    kinds: set[int] = set()
    for _ in range(25):
        suits = "♥" if dice.random() < 0.4 else "♥♠♦♣"
        near = dice.choice([RANKS, RANKS[:6], RANKS[-6:]])
        pack = [f"{rank}{suit}" for rank in near for suit in suits]
        first = dice.sample([f"2{suit}" for suit in "♥♠♦♣"], dice.choice([0, 1, 1, 2, 3]))
        first += dice.sample([c for c in pack if c not in first], 5 - len(first))
        second = dice.sample([f"{r}{s}" for r in near for s in "♥♠♦♣" if f"{r}{s}" not in first], 5)
        chance = fixed({("hand", 0): " ".join(first), ("hand", 1): " ".join(second)}, {"dealer": 1})
        match = tables.match("deuces_wild", {"hands": 1}, 2, chance=chance)
        match.say("check", "check", "stand pat", "stand pat", "check", "check")
        one, other = _worth(first), _worth(second)
        kinds |= {one[0], other[0]}
        if one[0] == other[0] == 5:
            size = max(len(one[1]), len(other[1]))  # natural cards decide, as bit masks
            one, other = ((w[0], [*w[1], *[-1] * (size - len(w[1]))]) for w in (one, other))
        expected = [20, 20] if one == other else [21, 19] if one > other else [19, 21]
        assert match.values("chips") == expected, (first, second, one, other)
    assert len(kinds) > 5
