"""What a deal came to, as lines of text: each number with the reasons that made it."""

from __future__ import annotations

from typing import Any

from hoyle.cli.terminal.scenes import SceneStyle, settlement_lines


def entry(whose: str, now: int, name: str = "points") -> dict[str, Any]:
    return {"whose": whose, "name": name, "before": 0, "now": now}


def reason(
    why: str, *changes: tuple[str, int], cards: tuple[list[str], ...] = (), name: str = "points"
) -> dict[str, Any]:
    made = [{"whose": whose, "by": [by]} for whose, by in changes]
    return {"name": name, "why": why, "at": "x.hoyle:1", "cites": ["55"], "changes": made, "cards": list(cards)}


def lines(*entries: dict[str, Any], reasons: tuple[dict[str, Any], ...] = ()) -> list[str]:
    settled = {
        "deal": 1,
        "deal_over": True,
        "laid_open": [],
        "entries": list(entries),
        "reasons": list(reasons),
        "named": [],
    }
    drawn = settlement_lines({"settlement": settled, "scores": []}, SceneStyle())
    return ["".join(text for text, _ in line) for line in drawn][1:]


def test_each_number_is_followed_by_its_reasons() -> None:
    said = reason("why", ("A", 4), ("C", 22)), reason("else", ("A", 2), name="tricks")
    assert lines(entry("A", 4), entry("C", 22), entry("A", 2, "tricks"), reasons=said) == [
        "points: A 4 (+4), C 22 (+22)",
        "  A +4, C +22: why [55] (x.hoyle:1)",
        "tricks: A 2 (+2)",
        "  A +2: else [55] (x.hoyle:1)",
    ]


def test_a_reason_that_changed_a_number_several_times_shows_the_cards_of_each_time() -> None:
    twice = reason("why", ("A", 2), cards=(["K♥", "A♥"], ["A♠"]))
    twice["changes"][0]["by"].append(-1)
    assert lines(entry("A", 1), reasons=(twice,))[1:] == ["  A +2 −1: why  K♥ A♥; A♠ [55] (x.hoyle:1)"]
