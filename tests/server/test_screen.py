"""A table as lines of text, and the connection to it: what is shown of a message, and what is sent after a loss."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")

from hoyle.interpreter.story.items import KINDS, item_of, line_data
from hoyle.interpreter.story.sentences import text_of
from hoyle.server.client import link as links
from hoyle.server.client.screen import fresh, items, news, numbers, taken_back, waiting_for

Json = dict[str, Any]

LINES: list[tuple[Json, str]] = [
    ({"item": "heading", "title": "Deal 1"}, "Deal 1"),
    ({"item": "happened", "title": "Misdeal"}, "At the table: Misdeal"),
    ({"item": "named", "name": "trump", "value": "♠"}, "trump: ♠"),
    ({"item": "dealt", "zone": "hand", "rows": [["Ann", ["2♠"]], ["Bob", ["??"]]]}, "dealt (hand): Ann 2♠, Bob 1 card"),
    ({"item": "made", "player": "Ann", "label": "pass", "draws": [], "note": ""}, "Ann: pass"),
    ({"item": "tricktable", "plays": [], "winner": "Bob"}, "Bob takes the trick"),
    ({"item": "tricktable", "plays": [["Ann", "2♠"]], "winner": None}, "Ann 2♠"),
    ({"item": "handed", "cards": ["2♠"], "to": "hand of Ann"}, "to hand of Ann: 2♠"),
    ({"item": "revealed", "cards": ["2♠", "3♠"], "to": "everybody"}, "shown to everybody: 2♠ 3♠"),
    (
        {"item": "gained", "owner": "Ann", "name": "points", "before": 1, "now": 3, "why": [["won", "x:1"]]},
        "Ann: points 3 (+2)",
    ),
    (
        {"item": "scores", "columns": ["points"], "rows": [["Ann", [[0, 2]]], ["Bob", [[0, 5]]]], "why": []},
        "Ann points 2; Bob points 5",
    ),
    ({"item": "won", "winners": ["Ann"]}, "The game is over, won by Ann"),
]


@pytest.mark.parametrize(("line", "text"), LINES)
def test_a_line_that_a_server_sends_is_the_line_of_the_story(line: Json, text: str) -> None:
    item = item_of(line)
    assert item is not None
    assert text_of(item) == text
    assert json.loads(json.dumps(line_data(item))) == line
    assert hash(item) is not None  # nothing in it can change


def test_lines_of_another_version_are_left_out_and_what_they_lack_is_filled_in() -> None:
    assert {line["item"] for line, _ in LINES} == set(KINDS.values())
    made = {"item": "made", "player": "Ann", "label": "pass", "loudly": True}
    assert [text_of(one) for one in items([{"item": "shuffled"}, made])] == ["Ann: pass"]


def test_what_happened_is_written_once_however_often_a_message_repeats_it() -> None:
    numbers = iter(range(1000))

    def shown(turn: int, *since: str, seat: int = 0, game: int = 1, question: int | None = None, **more: Any) -> Json:
        number = next(numbers) if question is None else question
        view = {"scene": {"since": [*since]}}
        return {"seat": seat, "turn": turn, "game": game, "question": number, "stopped": None, "view": view, **more}

    first, second = shown(1, "a"), shown(2, "a", "b", "a")
    assert fresh(None, first) == ["a"]
    assert fresh({**first, "view": None}, second) == ["a", "b", "a"]
    assert fresh(first, second) == ["b", "a"]
    assert fresh(second, shown(3, "a", "b", "a")) == []
    assert fresh(second, shown(1, "c", "b", "a", "d")) == ["c", "b", "a", "d"]  # something was taken back
    assert fresh(shown(0, "a"), shown(0, "a")) == ["a"]  # the seat chose the same once more
    assert fresh(shown(1, "a", seat=-1), shown(2, "a", seat=-1)) == ["a"]
    assert fresh(shown(1, "a", seat=1), second) == ["a", "b", "a"]
    assert fresh(first, shown(1, "a", game=2)) == ["a"]
    # A refusal, a pause and a remark leave the question as it is, for whoever is asked and whoever watches.
    assert fresh(shown(0, "a", question=7), shown(0, "a", question=7)) == []
    assert fresh(shown(1, "a", question=7, seat=-1), shown(1, "a", question=7, seat=-1)) == []
    # A game that is ended early ends at a question that nobody answers.
    assert fresh(shown(0, "a"), shown(-1, "a", stopped={"how": "stop", "chair": 1})) == []
    assert fresh(shown(0, "a"), shown(-1, "c", stopped={"how": "stop", "chair": 1})) == ["c"]


NAMES = ("Ann", "Bob", "Cyd", "Dan")


def table(you: int = 0, **more: Any) -> Json:
    """A table of three people and a program."""
    chairs = [
        {"name": name, "program": "random" if name == "Dan" else None, "came": True, "here": name != "Dan", "seat": at}
        for at, name in enumerate(NAMES)
    ]
    return {
        "title": "Club", "you": you, "seat": you, "turn": 1, "question": 5, "game": 1, "phase": "playing",
        "chairs": chairs, "remarks": [], "proposal": None, "stopped": None, "view": {"scene": {"since": []}}, **more,
    }  # fmt: skip


def proposal(chair: int, *agreed: int, what: str = "take back", number: int = 8) -> Json:
    return {"number": number, "chair": chair, "what": what, "agreed": [chair, *agreed]}


def test_a_proposal_says_who_would_like_what_and_how_one_answers() -> None:
    asked = "Bob would like to take back the last choice."
    assert list(news(table(), table(proposal=proposal(1)))) == [asked, "Answer with `agree` or `decline`."]
    assert list(news(None, table(proposal=proposal(1, 2)))) == [
        asked,
        "Cyd agrees.",
        "Answer with `agree` or `decline`.",
    ]
    own = table(proposal=proposal(0, what="resign"))
    says = "Bob and Cyd must agree; `withdraw` takes the proposal back."
    assert list(news(table(), own)) == ["You would like to give up.", says]
    more = table(proposal=proposal(0, 2, what="resign"))
    assert list(news(own, more)) == ["Cyd agrees.", "Bob must agree; `withdraw` takes the proposal back."]
    assert list(news(more, more)) == []
    watched = table(-1, proposal=proposal(1, 2, what="claim"))
    assert list(news(table(-1), watched)) == [
        "Bob would like to claim the rest.",
        "Cyd agrees.",
        "Not answered yet: Ann.",
    ]
    agreed = table(proposal=proposal(1, 0))
    assert list(news(table(proposal=proposal(1)), agreed)) == ["Not answered yet: Cyd."]
    another = table(proposal=proposal(2, what="stop", number=9))
    assert list(news(agreed, another)) == [
        "The proposal to take back the last choice was declined or withdrawn.",
        "Cyd would like to end the game.",
        "Answer with `agree` or `decline`.",
    ]


def test_what_became_of_a_proposal() -> None:
    before = table(proposal=proposal(1))
    declined, back = table(), table(question=9)
    assert not taken_back(before, declined, "")
    assert list(news(before, declined)) == ["The proposal to take back the last choice was declined or withdrawn."]
    assert taken_back(before, back, "")
    assert list(news(before, back, back=True)) == ["Taken back."]
    assert not taken_back(table(proposal=proposal(1, what="claim")), back, "")
    assert not taken_back(None, back, "take back")
    assert not taken_back(before, {**back, "game": 2}, "")
    # Programs agree at once: such a proposal is in no message.
    was = table(view={"scene": {"since": ["b"]}})
    asked = {"turn": 0, "question": 9}
    assert taken_back(was, table(view={"scene": {"since": ["a"]}}, **asked), "take back")
    assert not taken_back(was, table(view={"scene": {"since": ["b", "c"]}}, **asked), "take back")
    assert not taken_back(was, table(view={"scene": {"since": ["a"]}}, **asked), "")
    stopped = table(stopped={"how": "claim", "chair": 1}, phase="over")
    assert list(news(table(proposal=proposal(1, what="claim")), stopped)) == ["Bob claimed the rest."]
    assert list(news(None, table(stopped={"how": "resign", "chair": 0}))) == ["You gave up."]
    assert list(news(stopped, stopped)) == []


def test_pauses_remarks_and_who_comes_and_goes() -> None:
    held = table(phase="paused")
    assert list(news(table(), held)) == ["The game is paused; `go on` continues it."]
    assert list(news(table(-1), {**held, "you": -1})) == ["The game is paused."]
    assert list(news(held, held)) == []
    assert list(news(held, table())) == ["The game goes on."]
    said = [{"number": 3, "chair": 1, "text": "Hello!"}]
    assert list(news(table(), table(remarks=said))) == ["Bob says: Hello!"]
    assert list(news(table(remarks=said), table(remarks=[*said, {"number": 4, "chair": 0, "text": "Sorry."}]))) == [
        "Ann says: Sorry."
    ]
    assert list(news(None, table(remarks=said))) == []  # they were said before one came
    away = table()
    away["chairs"][1] = {**away["chairs"][1], "here": False}
    assert list(news(table(), away)) == ["Bob has left."]
    assert list(news(away, table())) == ["Bob is back."]
    away["chairs"][0] = {**away["chairs"][0], "here": False}
    assert list(news(table(), away)) == ["Bob has left."]  # one's own coming and going is no news
    empty = table()
    empty["chairs"][2] = {**empty["chairs"][2], "name": "C", "came": False, "here": False}
    assert list(news(empty, table())) == ["Cyd sits down."]
    empty["chairs"][2] = {**empty["chairs"][2], "program": "think", "came": True}
    assert list(news(table(), empty)) == ["The program think takes the chair of C."]


def test_for_whom_a_table_waits() -> None:
    chairs = [{"name": "Ann", "came": True}, {"name": "Bob", "came": False}, {"name": "Cyd", "came": False}]
    assert waiting_for({"view": None, "title": "Club", "chairs": chairs}) == "Club: waiting for Bob, Cyd"
    assert waiting_for({"view": None, "title": "Club", "chairs": chairs[:1]}) == "Club: waiting for the first deal"
    assert waiting_for(table()) == "Bob chooses."
    assert [waiting_for(table(turn=turn)) for turn in (0, 3, -1)] == ["", "", ""]
    assert waiting_for(table(phase="paused")) == ""


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
        Socket([table, table, {"type": "refused", "key": "another", "code": "S30"}]),
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


def test_options_are_typed_by_their_own_numbers_unless_cards_are_played_too() -> None:
    options: list[Json] = [{"label": "pass", "cards": []}, {"label": "bid 3", "cards": []}]
    assert numbers({"options": options}) == [None, 3]
    assert numbers({"options": [*options, {"label": "play 9♠", "cards": ["9♠"]}]}) == [1, 2, 3]
