"""Cards moved to the bottom or into the middle of a pile, in every executor, compared with lists kept in this file."""

from __future__ import annotations

import random

import pytest

from hoyle.interpreter.records import Tucked

ZONES = """
zones
    stock: face down
    heap: face up
    other: face down
    hand of each player: private
"""
MOVES = (
    "move top of stock to bottom of other",
    "move top of other to bottom of other",
    "move top 3 of stock to bottom of other",
    "move bottom of stock to the middle of other",
    "move top of other to the middle of other",
    "move top 2 of stock to other",
    "move (the c in stock where c = 7 of hearts) to the middle of heap",
    "move bottom 2 of other to bottom of heap",
    "move other to bottom of heap",
    "move heap to the middle of other",
    "move other to the middle of stock",
    "move heap to bottom of stock",
)


def _pile(table, name: str) -> list[int]:
    info = next(z for z in table.program.zones if z.name == name)
    content = table.state.values[info.base]
    assert isinstance(content, tuple)
    return list(content)


def _source(move: str) -> str:
    return move.removeprefix("move ").partition(" to ")[0].split()[-1]


def _done(piles: dict[str, list[int]], move: str, sevens: int) -> None:
    """The same move on plain lists, bottom first."""
    shorter = move.replace("(the c in stock where c = 7 of hearts)", "seven").removeprefix("move ")
    what, _, target = shorter.partition(" to ")
    words = what.split()
    if what == "seven":
        source = next(name for name in piles if sevens in piles[name])
        taken = [sevens]
    else:
        source, end = words[-1], words[0]
        count = int(words[1]) if len(words) == 4 else 1
        content = piles[source]
        count = min(count, len(content))
        taken = content[:] if len(words) == 1 else content[: -count - 1 : -1] if end == "top" else content[:count]
    before = [*piles[source]]
    piles[source] = [card for card in before if card not in taken]
    into = piles[target.split()[-1]]
    at = {"bottom": 0, "the": len(into) // 2}.get(target.split()[0], len(into))
    into[at:at] = taken  # moved from the top one by one


@pytest.mark.parametrize("seed", range(6))
def test_moving_cards_under_and_between_others(play, seed: int) -> None:
    dice = random.Random(seed)
    moves = ["move top 5 of stock to other", "move top 4 of stock to heap", "move top 2 of heap to bottom of heap"]
    seven = False
    for _ in range(12):
        move = dice.choice(MOVES)
        if "7 of" in move and seven:
            continue
        seven = seven or "7 of" in move
        moves.append(move)
    lines = [f"if {'7 of hearts in stock' if 'the c' in m else f'size of {_source(m)} > 3'}: {m}\n" for m in moves]
    table = play("".join(lines) + 'p chooses\n    "a"\n    "b"\n', zones=ZONES, remember="p: player\n")
    piles = {"stock": list(range(52)), "other": [], "heap": []}
    sevens = next(c for c in range(52) if table.card(c) == "7h")
    for m in moves:
        if (sevens in piles["stock"]) if "the c" in m else len(piles[_source(m)]) > 3:
            _done(piles, m, sevens)
    for name, content in piles.items():
        assert _pile(table, name) == content, (name, moves)


@pytest.mark.parametrize("seed", range(4))
def test_moving_cards_under_a_shuffled_pile(play, seed: int) -> None:
    main = """
shuffle stock
move top 3 of stock to heap
move heap to bottom of stock
move bottom of stock to the middle of stock
move top of stock to the middle of stock
move top 2 of stock to bottom of stock
let low be bottom of stock
move bottom 2 of stock to heap
p chooses
    "go"
    "stop"
shuffle stock
move top of heap to the middle of stock
move top of heap to bottom of stock
p chooses
    "take {c}" for c in bottom 1 of stock
    "leave"
"""
    table = play(main, remember="p: player\n", seed=seed)
    table.choose("go")
    stock = next(z for z in table.program.zones if z.name == "stock")
    low, high = table.state.values[stock.bag : stock.bag + 2]
    pile = table.state.values[stock.base]
    assert (low, high) == (1, 52)
    assert list(pile[1:]) == sorted(pile[1:])
    tucked = [r for r in table.records if isinstance(r, Tucked)]
    assert [r.at for r in tucked] == [0, -1, -1, 0, -1, 0]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_no_more_cards_go_under_a_pile_than_there_were_to_move(play, left: int) -> None:
    lines = [
        "move top 3 of stock to heap",
        f"move top {49 - left} of stock to other",
        "move top 3 of stock to bottom of heap",
    ]
    table = play("\n".join(lines) + '\np chooses\n    "a"\n    "b"\n', zones=ZONES, remember="p: player\n")
    moved = [*range(left)][::-1][:3]
    assert _pile(table, "heap") == [*moved, 51, 50, 49]
    assert _pile(table, "stock") == [*range(max(0, left - 3))]
