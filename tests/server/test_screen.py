"""A table as lines of text, and the connection to it: what is shown of a message, and what is sent after a loss."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from hoyle.server.client import link as links
from hoyle.server.client.screen import fresh, lines, question_lines

Json = dict[str, Any]

LINES: list[tuple[Json, str]] = [
    ({"item": "heading", "title": "Deal 1"}, "Deal 1"),
    ({"item": "happened", "title": "Misdeal"}, "At the table: Misdeal"),
    ({"item": "named", "name": "trump", "value": "♠"}, "trump: ♠"),
    ({"item": "dealt", "zone": "hand", "rows": [["Ann", ["2♠"]], ["Bob", ["??"]]]}, "dealt (hand): Ann 2♠, Bob 1 card"),
    ({"item": "made", "player": "Ann", "label": "pass", "draws": [], "note": ""}, "Ann: pass"),
    ({"item": "made", "player": "Bob", "label": "buy", "draws": ["3♠"]}, "Bob: buy, draw 3♠"),
    ({"item": "tricktable", "plays": [["Ann", "2♠"], ["Bob", "3♠"]], "winner": "Bob"}, "You take the trick"),
    ({"item": "tricktable", "plays": [["Ann", "2♠"]], "winner": None}, "Ann 2♠"),
    ({"item": "handed", "cards": ["2♠", "3♠"], "to": "hand of Ann"}, "to hand of Ann: 2♠ 3♠"),
    ({"item": "revealed", "cards": ["2♠", "3♠"], "to": "everybody"}, "shown to everybody: 2♠ 3♠"),
    ({"item": "gained", "owner": "Ann", "name": "points", "before": 1, "now": 3}, "Ann: points 3 (+2)"),
    (
        {"item": "scores", "columns": ["tricks"], "rows": [["Ann", [[0, 2]]], ["Bob", [[0, 5]]]]},
        "Ann tricks 2; Bob tricks 5",
    ),
]
NOTHING: Json = {key: [] for key in ("facts", "roles", "zones", "calls", "scores")}


def test_what_happened_is_said_as_elsewhere() -> None:
    won = {"item": "won", "winners": ["Bob"]}
    since = [*(line for line, _ in LINES), {"item": "of a newer server"}, won]
    scene = {**NOTHING, "seats": ["Ann", "Bob"], "since": since, "over": {"names": ["Bob"]}}
    message = {"view": {"scene": scene}, "title": "Club", "seat": 1}
    shown = [f"  {said}" for _, said in LINES]
    assert list(lines(message)) == [*shown, "Club", "The game is over: you win."]
    assert list(lines({**message, "seat": -1}))[-1] == "The game is over, won by Bob."


def test_a_table_that_waits() -> None:
    chairs = [{"name": "Ann", "came": True}, {"name": "Bob", "came": False}, {"name": "Cyd", "came": False}]
    assert list(lines({"view": None, "title": "Club", "chairs": chairs})) == ["Club: waiting for Bob, Cyd"]
    assert list(lines({"view": None, "title": "Club", "chairs": chairs[:1]})) == ["Club: waiting for the first deal"]


def test_a_table_in_lines() -> None:
    scene: Json = {
        "since": [LINES[4][0]],
        "facts": [{"text": "hearts are broken"}, {"text": None, "name": "level", "value": 3}],
        "roles": [
            {"name": "dealer", "seats": [1]},
            {"name": "makers", "seats": [0, 1]},
            {"name": "loner", "seats": []},
        ],
        "seats": ["Ann", "Bob"],
        "zones": [
            {"name": "hand", "whose": "Ann", "count": 2, "cards": ["2♠", None]},
            {"name": "stock", "whose": None, "count": 5, "cards": []},
            {"name": "trick", "whose": None, "count": 0, "cards": []},
        ],
        "calls": [{"seat": 1, "text": "bid 1"}, {"seat": 0, "text": "pass"}, {"seat": 1, "text": "pass"}],
        "scores": [{"owners": ["Ann", "Bob"], "columns": [{"name": "points", "values": [1, 2]}]}],
        "over": None,
    }
    shown = [
        "  Ann: pass",
        "Club; hearts are broken; level 3; dealer Bob; makers Ann and Bob",
        "  Ann's hand: 2♠ ??",
        "  stock: 5",
        "  calls: Bob bid 1, Ann pass, Bob pass",
        "  points: Ann 1, Bob 2",
    ]
    message = {"view": {"scene": scene}, "title": "Club", "seat": -1}
    assert list(lines(message)) == shown
    scene["over"] = {"names": ["Ann", "Bob"]}
    assert list(lines(message)) == [*shown, "The game is over, won by Ann and Bob."]
    scene["over"] = {"names": []}
    assert list(lines(message))[-1] == "The game is over; nobody wins."


def test_what_happened_is_written_once_however_often_a_message_repeats_it() -> None:
    def shown(turn: int, *since: str, seat: int = 0, game: int = 1) -> Json:
        return {"seat": seat, "turn": turn, "game": game, "view": {"scene": {"since": [*since]}}}

    first, second = shown(1, "a"), shown(2, "a", "b", "a")
    assert fresh(None, first) == ["a"]
    assert fresh({**first, "view": None}, second) == ["a", "b", "a"]
    assert fresh(first, second) == ["b", "a"]
    assert fresh(second, second) == []
    assert fresh(second, shown(1, "c", "b", "a", "d")) == ["c", "b", "a", "d"]  # something was taken back
    assert fresh(shown(0, "a"), shown(0, "a")) == ["a"]  # the seat chose the same once more
    assert fresh(shown(1, "a", seat=-1), shown(2, "a", seat=-1)) == ["a"]
    assert fresh(shown(1, "a", seat=1), second) == ["a", "b", "a"]
    assert fresh(first, shown(1, "a", game=2)) == ["a"]
    seated = {**second, "title": "Club"}
    scene = {**NOTHING, "seats": ["Ann", "Bob"], "over": None, "since": [line for line, _ in LINES[:3]]}
    seated["view"] = {"scene": scene}
    assert list(lines(seated)) == ["  Deal 1", "  At the table: Misdeal", "  trump: ♠", "Club"]
    assert list(lines(seated, seated)) == ["Club"]


def test_a_question_in_lines() -> None:
    question: Json = {
        "prompt": "Ann chooses:",
        "options": [{"label": "pass", "cards": []}, {"label": "bid 3", "cards": []}],
        "more": 0,
        "incidents": [],
    }
    shown = ["Ann chooses:", "       pass", "    3  bid 3"]
    assert list(question_lines({"view": {"question": question}})) == shown
    more = {**question, "more": 7, "incidents": [{"title": "misdeal"}]}
    assert list(question_lines({"view": {"question": more}})) == [
        *shown,
        "       and 7 more; write yours in words, as these are",
        "       table: misdeal",
    ]


class Socket:
    """A connection that gives some messages and then breaks."""

    def __init__(self, messages: list[Json]) -> None:
        self.messages, self.sent = messages, list[Json]()

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __iter__(self) -> Iterator[str]:
        yield from map(json.dumps, self.messages)
        raise OSError("gone")

    def send(self, text: str) -> None:
        self.sent.append(json.loads(text))


def test_an_answer_is_sent_again_after_a_loss_until_it_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"type": "table", "question": 3}
    sockets = [
        Socket([{"type": "seated", "secret": "mine"}, table]),
        Socket([table, table, {"type": "refused", "key": "another", "code": "S30", "sentence": "wait"}]),
        Socket([{"type": "table", "question": 4}]),
        Socket([]),
    ]
    waits: list[float] = []
    opened = iter(sockets)
    monkeypatch.setattr(links, "connect", lambda *_, **__: next(opened))
    monkeypatch.setattr(links.time, "sleep", waits.append)
    link = links.TableLink.to("http://host/t/table")
    for seen, message in enumerate(link.messages(), 1):
        if seen == 2:
            link.choose(3, {"option": 1})
            assert link.waiting
        if message.get("question") == 4:
            assert not link.waiting
            break
        assert link.waiting is (seen >= 2)
    first, second, third = (one.sent for one in sockets[:3])
    assert first[0] == {"type": "hello"}
    assert second[0] == third[0] == {"type": "hello", "secret": "mine"}
    assert {key: first[1][key] for key in ("type", "question", "option")} == {
        "type": "choose",
        "question": 3,
        "option": 1,
    }
    assert second[1:] == first[1:]  # once for each connection, with the same key
    assert third[1:] == []
    assert waits == [0.2, 0.2]


def test_a_refusal_for_good_and_a_server_that_stays_away(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = {"type": "refused", "code": "S03", "sentence": "this secret opens nothing", "key": None}
    monkeypatch.setattr(links, "connect", lambda *_, **__: Socket([{**refused, "code": "S30"}, refused]))
    with pytest.raises(links.Unreachable, match="this secret opens nothing"):
        list(links.TableLink.to("http://host/t/table#old").messages())
    clock = iter(range(100))
    waits: list[float] = []
    monkeypatch.setattr(links.time, "monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(links.time, "sleep", waits.append)

    def nobody(*_: object, **__: object) -> Socket:
        raise OSError("nobody")

    monkeypatch.setattr(links, "connect", nobody)
    with pytest.raises(links.Unreachable, match=r"the server cannot be reached \(OSError\)"):
        list(links.TableLink.to("https://host/t/table#old", patience=9).messages())
    assert [round(wait, 3) for wait in waits] == [0.2, 0.34, 0.578, 0.983, 1.67, 2.84, 4.828, 5.0, 5.0]


REFUSED = {"type": "refused", "code": "S06", "sentence": "please try again in 30 seconds"}


def met(monkeypatch: pytest.MonkeyPatch, sockets: list[list[Json]], patience: float) -> tuple[list[float], str]:
    """How long a link waits after each of some connections, by a clock that only its waits move on, and why it gives up.
    The last connection is made again and again.
    """
    now, waits = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        waits.append(round(seconds, 2))
        assert len(waits) < 30, "it never gives up"
        now[0] += seconds

    def connect(*_: object, **__: object) -> Socket:
        return Socket(sockets.pop(0) if len(sockets) > 1 else sockets[0])

    monkeypatch.setattr(links, "connect", connect)
    monkeypatch.setattr(links.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(links.time, "sleep", sleep)
    try:
        for message in links.TableLink.to("http://host/t/table", patience=patience).messages():
            now[0] += message.get("thinks", 0)
    except links.Unreachable as error:
        return waits, str(error)
    raise AssertionError


def test_a_server_that_only_refuses_is_asked_ever_more_seldom_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert met(monkeypatch, [[REFUSED]], 3) == ([0.2, 0.34, 0.58, 0.98, 1.67], "please try again in 30 seconds")


def test_a_server_is_left_alone_for_as_long_as_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert met(monkeypatch, [[{**REFUSED, "seconds": 30}]], 60) == ([30, 30], "please try again in 30 seconds")
    assert met(monkeypatch, [[{**REFUSED, "seconds": 30}]], 3) == ([], "please try again in 30 seconds")


def test_the_table_renews_patience_from_when_it_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"type": "table", "question": 1, "thinks": 1000}
    waits, why = met(monkeypatch, [[REFUSED], [REFUSED, table], [table, REFUSED], []], 1)
    assert (waits, why) == ([0.2, 0.2, 0.2, 0.34, 0.58], "the server cannot be reached (OSError)")
