"""Mistakes planted in shipped files that static checks missed: `hoyle check` finds them by playing, at a helpful line."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.loading import RULESETS, load
from hoyle.interpreter.trial.report import found_in_play

PLANTED = [
    (
        "whist",
        "repeat hand_size times",
        "repeat hand_size - 1 times",
        "E1302",
        "after play_hand: total tricks = hand_size",
    ),
    ("whist", "tricks of each team: 0..13", "tricks of each team: 0..12", "W0431", "add 1 to winner.team.tricks"),
    ("whist", "remember during play_hand\n    tricks", "    tricks", "E1303", "add 1 to winner.team.tricks"),
    ("oh_hell", "repeat hand_size times", "repeat hand_size - 1 times", "E1302", "after one_deal"),
    (
        "spades",
        "        if any c in trick has c.suit = spades: set broken to yes\n        move trick to winner.won\n",
        "        move trick to winner.won\n        if any c in trick has c.suit = spades: set broken to yes\n",
        "W0521",
        "trick",
    ),
    (
        "spades",
        "after play_hand: total tricks = hand_size",
        "after play_hand: total tricks = 12",
        "E1302",
        "after play_hand",
    ),
    ("spades", "lowest points <= -hopeless", "lowest points <= hopeless", "E1305", "main"),
    ("spades", "\nzones\n", '\nrequire nil > 200 "a nil is dear"\n\nzones\n', "E1304", "require nil > 200"),
    ("five_hundred", "for cs in kitty_size cards", "for cs in 4 cards", "E1302", "after"),
    ("five_hundred", "    move kitty to bidder.hand\n", "", "E1302", "after"),
    ("five_hundred", "for n in 6..10,", "for n in 6..11,", "E1303", "n"),
    ("five_hundred", "none and p = loner.partner", "none and p = loner", "E1302", "after"),
    ("five_hundred", "lowest points <= -target", "lowest points <= target", "E1305", "main"),
    ("texas_euchre", "means number of players + 1", "means number of players + 3", "W0431", "add 1 to winner.tricks"),
    ("texas_euchre", " where size of cs <= size of stock", "", "E1303", "deal size of cs from stock to p.hand"),
    ("noteuchre", "deal 2 from pool to x.hand", "deal 3 from pool to x.hand", "E1303", "deal 3 from pool to x.hand"),
    ("noteuchre", "from p.left where q.hand is not empty", "from p.left", "E1303", "q chooses"),
    ("newberry_euchre", "deal 2, 3, 2, 2 from", "deal 3, 3, 3, 3 from", "E1302", "after deal_hand"),
    ("newberry_euchre", "always trump is none or", "always trump is not none or", "E1302", "always trump is not none"),
    (
        "newberry_euchre",
        "    set stick_the_dealer to must_call\n",
        "    set stick_the_dealer to must_call\n    set fold_pays to dealer_loses\n",
        "W0432",
        "set fold_pays to dealer_loses",
    ),
]


@pytest.mark.parametrize(("name", "before", "after", "code", "where"), PLANTED)
def test_a_planted_mistake_is_found_by_play(
    tmp_path: Path, name: str, before: str, after: str, code: str, where: str
) -> None:
    text = (RULESETS / f"{name}.hoyle").read_text(encoding="utf-8")
    assert before in text
    path = tmp_path / f"{name}.hoyle"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    loaded = load(path)
    found = loaded.diagnostics or (found_in_play(loaded.game) if loaded.game is not None else ())
    (said,) = [d for d in found if d.code != "E1307"]  # an example may say so, too
    assert said.code == code
    assert where in said.span.text
