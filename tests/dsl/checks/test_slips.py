"""What reads like a slip is reported where it was planted in a shipped ruleset, and nowhere else."""

from __future__ import annotations

import pytest

from hoyle.dsl.loading import RULESETS, load
from hoyle.dsl.source.span import Source


@pytest.mark.parametrize(
    ("ruleset", "old", "new", "code", "line"),
    [
        ("contract_bridge", "add 1 to boards", "add 1 to boards\n        add 1 to boards", "W0620", 1),
        ("belote", "in players from dealer.left until", "in players from dealer until", "W0621", 0),
        ("kuhn_poker", "hand of each player: private", "hand of each player: face up", "W0522", 0),
        ("kuhn_poker", "hand of each player: private", "hand of each player: face down", "W0522", 0),
        ("british_euchre", "hand of each player: private", "hand of each player: face up", "W0522", 0),
        ("durak", "stock: face down", "stock: face up", "W0525", 0),
        ("whist", "trick: face up", "trick: face down", "W0526", 0),
        ("sueca", "6 5 4 3 2", "6 5 4 2 3", "W0524", 0),
        ("schnapsen", "A 10 K Q J", "10 A K Q J", "W0524", 0),
        ("belote", "set dealer to dealer.left", "set dealer to dealer.right", "W0617", 0),
        ("clabber", "won by the team with highest", "won by the team with lowest", "W0622", 0),
        ("clabber", "repeat until highest", "repeat until lowest", "W0622", 0),
    ],
)  # fmt: skip
def test_a_slip_is_reported_at_its_line(ruleset: str, old: str, new: str, code: str, line: int) -> None:
    path = RULESETS / f"{ruleset}.hoyle"
    text = path.read_text(encoding="utf-8")
    assert old in text
    before, after = text.split(old, 1)
    found = [one for one in load(Source(str(path), before + new + after)).diagnostics if one.code == code]
    assert [one.span.line for one in found] == [before.count("\n") + 1 + line]
    assert code not in {one.code for one in load(path).diagnostics}


@pytest.mark.parametrize(
    ("ruleset", "old", "new"),
    [
        ("kuhn_poker", "hand of each player: private", 'hand of each player: face up "the cards lie open"'),
        ("durak", "stock: face down", 'stock: face up "everybody sees what is to come"'),
        ("whist", "trick: face up", 'trick: face down "nobody sees what was played"'),
        ("contract_bridge", "add 1 to boards", "repeat 2 times: add 1 to boards"),
    ],
)
def test_what_is_meant_can_be_written(ruleset: str, old: str, new: str) -> None:
    path = RULESETS / f"{ruleset}.hoyle"
    text = path.read_text(encoding="utf-8").replace(old, new, 1)
    assert not {one.code for one in load(Source(str(path), text)).diagnostics} & {
        "W0620", "W0522", "W0525", "W0526",
    }  # fmt: skip
