"""Positions with their past, in a small game of tricks: who saw which card, what a card showed, and what a seat knows."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="numpy is not installed (extra `envs`)")

import hoyle
from hoyle.envs.history import information, observation, open_table
from hoyle.envs.position import GameNode, GameTree, TrickPlay, named_cards, seen_steps
from hoyle.interpreter.engine.sets import bits
from hoyle.interpreter.program import OVER, PC

from ..small_tricks import small_tricks

PLAY = """
        for p in players
            p chooses
                "look at {c}" for c in p.hand
                    show c to p.partner
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> hoyle.Rules:
    path = Path(tmp_path_factory.mktemp("rules")) / "small_tricks.hoyle"
    path.write_text(small_tricks(play=PLAY), "utf-8")
    return hoyle.rules(str(path))


def held(rules: hoyle.Rules, node: GameNode, name: str, owner: int = 0) -> list[int]:
    zone = next(zone for zone in rules.program.zones if zone.name == name)
    content = node.values[zone.base + owner]
    return list(content if isinstance(content, tuple) else bits(content))


def played_out(rules: hoyle.Rules, seed: int) -> tuple[GameTree, list[GameNode]]:
    """The positions of a game of first options, in which a trump is named by the first player."""
    tree = GameTree(rules.engine)
    nodes = [tree.start(seed)]
    nodes.append(tree.play(nodes[0], tree.options(nodes[0])[1]))
    while nodes[-1].ask >= 0 and len(nodes) < 16:
        nodes.append(tree.play(nodes[-1], tree.options(nodes[-1])[0]))
    return tree, nodes


def test_each_card_played_to_a_trick_says_who_led_and_who_lacks_a_suit(rules: hoyle.Rules) -> None:
    lacked = 0
    for seed in range(4):
        _, nodes = played_out(rules, seed)
        trump = 0
        for before, after in pairwise(nodes):
            step = after.step
            assert step is not None
            assert (step.player, step.ask, after.before) == (before.player, before.ask, before)
            on_table = held(rules, before, "trick")
            if rules.program.asks[step.ask].trick is None:
                assert step.play is None
                continue
            card = step.raw[1]
            led = next((bits_of.raw[1] for bits_of in _trick(after, len(on_table))), card)
            lacks = -1
            if on_table and card // 3 != led // 3:
                lacks = 4 if led // 3 == trump else led // 3
                lacked += 1
            assert step.play == TrickPlay(before.player, card, not on_table, lacks)
            assert step.seen[card] == 0b1111
    assert lacked > 2


def _trick(node: GameNode, many: int):
    """The choice that led to a trick, which has so many cards before this one."""
    return [step for number, step in enumerate(node.past()) if number == many]


def test_a_card_that_is_shown_is_seen_by_whom_it_is_shown_to(rules: hoyle.Rules) -> None:
    _, nodes = played_out(rules, 1)
    looks = [node.step for node in nodes[2:6] if node.step is not None]
    assert len(looks) == 4
    for step in looks:
        card, player = step.raw[1], step.player
        assert step.seen == {card: 1 << (player + 2) % 4}
        assert named_cards(rules.program, step.ask, step.raw) == (card,)
        assert not step.deal_began
    node = nodes[5]
    for seat in range(-1, 4):
        known = [(one.player, one.cards, one.unseen) for one in seen_steps(rules.program, node, seat)]
        expected = [
            (one.player, (one.raw[1],) if seat in (one.player, (one.player + 2) % 4) else (),
             0 if seat in (one.player, (one.player + 2) % 4) else 1)
            for one in reversed(looks)
        ]  # fmt: skip
        assert known[:4] == expected, seat
        assert known[4] == (nodes[1].step.player, (), 0)  # type: ignore[union-attr]


def test_a_new_deal_is_noted_and_after_it_nothing_is_seen_of_the_choice(rules: hoyle.Rules) -> None:
    tree, nodes = played_out(rules, 2)
    begun = [number for number, node in enumerate(nodes) if node.step is not None and node.step.deal_began]
    assert begun == [13], "a bid, four looks and two tricks of four cards"
    step = nodes[13].step
    assert step is not None
    assert step.play is not None
    over = GameNode([OVER, *nodes[-1].values[1:]])
    assert (over.ask, over.player, tree.options(over)) == (-1, -1, [])
    assert nodes[0].player >= 0


def test_a_position_is_pickled_with_its_past(rules: hoyle.Rules) -> None:
    _, nodes = played_out(rules, 1)
    again = pickle.loads(pickle.dumps(nodes[5]))
    assert again.values == nodes[5].values
    assert list(again.past()) == list(nodes[5].past())
    assert len(list(nodes[5].past())) == 5
    imagined = GameNode(nodes[5].values, None, nodes[5], imagined_for=2)
    assert pickle.loads(pickle.dumps(imagined)).imagined_for == 2
    assert list(imagined.past()) == list(nodes[5].past())


def test_what_a_seat_sees_is_one_line(rules: hoyle.Rules) -> None:
    _, nodes = played_out(rules, 1)
    words = rules.words
    for node in (nodes[0], nodes[8]):
        for seat in range(-1, 4):
            parts = [f"seat {'ABCD'[seat]}" if seat >= 0 else "watching", f"turn {'ABCD'[node.player]}"]
            if held(rules, node, "trick"):
                parts.append(f"trick {' '.join(map(words.card, held(rules, node, 'trick')))}")
            parts.append(f"floor {' '.join(map(words.card, held(rules, node, 'floor')))}")
            for owner in range(4):
                cards = held(rules, node, "hand", owner)
                shown = [words.card(card) for card in cards] if owner == seat else None
                if cards and shown is None and node is nodes[0]:
                    shown = ["??"] * len(cards)
                parts.append(f"{'ABCD'[owner]}'s hand {' '.join(shown or [])}")
            found = observation(rules, node, seat).split("; ")
            assert found[: len(parts) - 4] == parts[:-4]
            hands = found[len(parts) - 4 : len(parts)]
            if node is nodes[0]:
                assert [one.split(" ")[-2:] for one in hands] == [one.split(" ")[-2:] for one in parts[-4:]]
            assert found[-3:] == [
                f"trump {'none' if node is nodes[0] else words.suit(0)}",
                f"maker {'none' if node is nodes[0] else 'ABCD'[nodes[0].player]}",
                "points 0 0",
            ]
    over = GameNode([OVER, *nodes[0].values[1:]])
    assert observation(rules, over, 0).split("; ")[1] == "over"
    assert open_table(rules, over).startswith("over; ")


def test_seats_tell_positions_apart_by_what_they_saw(rules: hoyle.Rules) -> None:
    tree = GameTree(rules.engine)
    start = tree.start(1)
    first, other = (tree.play(start, option) for option in tree.options(start)[1:3])
    assert information(rules, first, 0) != information(rules, other, 0)
    looks = [tree.play(first, option) for option in tree.options(first)]
    assert len(looks) == 2
    player = first.player
    for seat in range(4):
        texts = {information(rules, one, seat) for one in looks}
        assert len(texts) == (2 if seat in (player, (player + 2) % 4) else 1), seat
    assert len({open_table(rules, one) for one in looks}) == 2
    assert information(rules, looks[0], 0).startswith(observation(rules, looks[0], 0) + " #")
    assert first.values[PC] == looks[0].before.values[PC]  # type: ignore[union-attr]
