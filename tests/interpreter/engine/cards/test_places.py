"""Zones with places, in every executor, compared with lists kept in this file."""

from __future__ import annotations

import random

import pytest

from hoyle.interpreter.engine import Fault

ZONES = """
zones
    stock: face down
    row: 4 places, face up
    spot of each player: 3 places, face down
    hand of each player: private
"""
REMEMBER = "k: number\nseen of each player: number\nb: player\n"


def _number(dice: random.Random, places: int, k: int) -> tuple[str, int]:
    """An expression for a place, and its value while `k` is remembered."""
    constant = dice.randint(1, places)
    return dice.choice(
        [
            (str(constant), constant),
            (f"k mod {places} + 1", k % places + 1),
            (f"larger(1, smaller(k, {places}))", max(1, min(k, places))),
            (f"(lowest j for j in {constant}..{places})", constant),
        ]
    )


def _pile(dice: random.Random, k: int) -> tuple[str, tuple[str, int, int]]:
    """An expression for a place of the row or of a player, and its key in the lists of this file."""
    if dice.random() < 0.5:
        said, place = _number(dice, 4, k)
        return f"row({said})", ("row", -1, place)
    said, place = _number(dice, 3, k)
    who = dice.choice([0, 1])
    return f"{('b', 'b.left')[who]}.spot({said})", ("spot", who, place)


@pytest.mark.parametrize("seed", range(6))
def test_moving_cards_between_places(play, seed: int) -> None:
    dice = random.Random(seed)
    piles: dict[tuple[str, int, int], list[int]] = {("row", -1, n): [] for n in range(1, 5)}
    piles |= {("spot", who, n): [] for who in (0, 1) for n in (1, 2, 3)}
    stock, hand, k = list(range(52)), list[int](), 0
    lines: list[str] = []
    for _ in range(30):
        (said, one), (other, two), what = _pile(dice, k), _pile(dice, k), dice.randrange(7)
        if what == 0:
            k = dice.randint(0, 6)
            lines.append(f"set k to {k}")
        elif what == 1:
            count = dice.randint(1, 2)
            lines.append(f"deal {count} from stock to {said}")
            piles[one] += [stock.pop() for _ in range(count)]
        elif what == 2 and one != two:
            lines.append(f"move {said} to {other}")
            piles[two] += piles[one]
            piles[one] = []
        elif what == 3 and one != two and piles[one]:
            lines.append(f"move top of {said} to {other}")
            piles[two].append(piles[one].pop())
        elif what == 4 and piles[one]:
            lines.append(f"move bottom of {said} to b.hand")
            hand.append(piles[one].pop(0))
        elif what == 5:
            lines.append(f"move b.spot to bottom of {said}" if one[0] == "row" else f"move b.spot to {other}")
            target = one if one[0] == "row" else two
            if target[:2] != ("spot", 0):
                moved = [card for n in (1, 2, 3) for card in piles["spot", 0, n]]
                piles[target] = moved + piles[target] if one[0] == "row" else piles[target] + moved
                for n in (1, 2, 3):
                    piles["spot", 0, n] = []
            else:
                lines.pop()
        elif what == 6:
            lines.append(f"set seen of each player to 10 * size of {said} + size of row")
    lines += [
        "let ordered be size of (top 1 of b.spot(1)) + size of (top 1 of row(1))",
        'p chooses\n    "a"\n    "b"\n',
    ]
    table = play("\n".join(lines), zones=ZONES, remember=REMEMBER + "p: player\n", players="2")
    for (name, who, n), cards in piles.items():
        number = next(i for i, z in enumerate(table.program.zones) if z.name == f"{name}_{n}")
        info = table.program.zones[number]
        content = table.state.values[info.base + max(who, 0)]
        assert isinstance(content, tuple)
        assert list(content) == cards, (name, who, n, lines)
    assert len(table.zone("hand", 0).split()) == len(hand)


GOLF = """
phase turn_up(q: player, most: 1..3)
    q chooses
        "turn {n}" for n in 1..3 where q.spot(n) is not empty and n <= most
            move q.spot(n) to row(n + 1)
            add (total worth(c) for c in row(n + 1)) to q.seen
        "count {n}" for n in 1..4 where row(n) is not empty
            set q.seen to size of row(n)
define worth(c: card) means c.number
"""


@pytest.mark.parametrize("seed", range(3))
def test_a_chosen_place_is_passed_as_a_number(play, seed: int) -> None:
    main = """
shuffle stock
for n in 1..3: deal 1 from stock to spot(n) of each player
move top of stock to row(1)
for q around the table from b until no r in players has r.spot is not empty
    turn_up(q, 3)
"""
    table = play(main, more=GOLF, zones=ZONES, remember=REMEMBER, players="2", seed=seed)
    assert table.labels[:3] == ["turn 1", "turn 2", "turn 3"]
    table.choose("turn 2")
    assert table.size("spot_2", 0) == 0
    assert table.size("row_3") == 1
    assert table.seen("row_3", 1) == table.zone("row_3")
    assert table.seen("spot_1", 0, 0) == "?"
    table.random(seed)
    assert table.over


@pytest.mark.parametrize(
    "line",
    [
        "move top of stock to row(k)",
        "move row(k + 5) to b.hand",
        "set k to size of row(k)",
        "deal 1 from stock to spot(k - 1) of each player",
        "set score of each player to 1 if top of b.spot(k) in b.hand otherwise 2",
    ],
)
def test_a_place_that_does_not_exist_is_a_fault(play, line: str) -> None:
    with pytest.raises(Fault) as fault:
        play(line, zones=ZONES, remember=REMEMBER, players="2")
    assert "is outside 1.." in fault.value.message


def test_a_name_used_for_source_and_target_has_one_case_for_each_place(program, rules) -> None:
    """`move p.spot(n) to row(n)` is written with three cases, not nine."""
    more = 'phase q(p: player)\n    p chooses\n        "x {n}" for n in 1..3\n            move p.spot(n) to row(n)\n'
    made = program(rules("q(b)\n", more, zones=ZONES, remember=REMEMBER, players="2"))
    assert repr(made.blocks).count("MoveAll(") == 3
