"""What a deal came to, as lines of text: what happened to several players for the same reason is said once."""

from __future__ import annotations

from typing import Any

from hoyle.cli.terminal.scenes import SceneStyle, settlement_lines


def entry(whose: str, *parts: tuple[int, str, list[str]]) -> dict[str, Any]:
    made = [{"change": by, "why": why, "at": "x.hoyle:1", "cites": [], "cards": cards} for by, why, cards in parts]
    return {"whose": whose, "name": "points", "before": 0, "now": sum(by for by, _, _ in parts), "parts": made}


def lines(*entries: dict[str, Any]) -> list[str]:
    settled = {"deal": 1, "deal_over": True, "laid_open": [], "entries": list(entries)}
    drawn = settlement_lines({"settlement": settled, "scores": []}, SceneStyle())
    return ["".join(text for text, _ in line) for line in drawn][2:]


def test_one_reason_for_several_players_is_said_once() -> None:
    assert lines(entry("A", (4, "why", [])), entry("B"), entry("C", (22, "why", []))) == [
        "  A +4, C +22: why (x.hoyle:1)"
    ]


def test_other_reasons_and_reasons_that_mark_cards_have_their_own_lines() -> None:
    assert lines(entry("A", (4, "why", []), (2, "else", [])), entry("B", (1, "else", ["9♥"]))) == [
        "  A +4: why (x.hoyle:1)",
        "  A +2: else (x.hoyle:1)",
        "  B +1: else  9♥ (x.hoyle:1)",
    ]


def test_one_reason_many_times_in_a_row_is_said_once_with_the_cards_of_each_time() -> None:
    assert lines(entry("A", (2, "why", ["K♥", "A♥"]), (1, "why", ["A♠"]), (1, "", []))) == [
        "  A +2 +1: why  K♥ A♥; A♠ (x.hoyle:1)",
        "  A +1 (x.hoyle:1)",
    ]
