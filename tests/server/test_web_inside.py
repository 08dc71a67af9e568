"""The answers of the server without a process: requests go to the application directly, with a host that only keeps what
it is asked; rates, counts and the metrics by hand.
"""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette", reason="starlette is not installed: pip install 'hoyle[serve]'")
pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")
pytest.importorskip("prometheus_client", reason="prometheus_client is not installed: pip install 'hoyle[serve]'")

from hoyle.dsl.loading import rulesets
from hoyle.server.live.counts import BOUNDS, Counts, TimeCounts
from hoyle.server.protocol import MOST_BODY
from hoyle.server.refusals import Refusal, refuse
from hoyle.server.web import app as answers
from hoyle.server.web import operator, rates
from hoyle.server.web.app import HEADERS, TableClient, Web, app
from hoyle.server.web.rates import Bucket, Buckets, Rate, Rates, network
from hoyle.server.web.sockets import EXTENSION


class Table:
    """A table that keeps what it is asked."""

    id = "t1"
    ended = False

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.fails: BaseException | None = None

    async def script(self, secret: str) -> str:
        self.asked.append(("script", secret))
        return "hoyle play 1 ♠"

    def rule_file(self, secret: str) -> str:
        self.asked.append(("rules", secret))
        return "game"

    async def replay(self, secret: str, *, judge: bool) -> str:
        self.asked.append(("replay", secret, judge))
        return "{}"

    async def house(self, secret: str) -> str:
        self.asked.append(("house", secret))
        return "[]"

    async def receive(self, viewer: Any, message: Any) -> None:
        self.asked.append(message)
        if self.fails is not None:
            raise self.fails
        viewer.greeted = True

    def leave(self, viewer: Any) -> None:
        self.asked.append("left")


class Host:
    """A host with one table, `t1`."""

    def __init__(self) -> None:
        self.counts, self.closing, self.began = Counts(), False, 0.0
        self.one = Table()
        self.live: dict[str, Any] = {"t1": SimpleNamespace(viewers=[1, 2]), "t3": SimpleNamespace(viewers=[])}
        self.asked: list[Any] = []
        self.looked_for: list[str] = []
        self.reads: asyncio.Event | None = None
        """What reading a table waits for."""
        row = SimpleNamespace(id="t1", title="Whist", count=7, awaits="Ann", changed=5)
        self.rows = [row, SimpleNamespace(id="t2", title="Hearts", count=1, awaits="", changed=4)]
        self.store = self

    async def table(self, name: str) -> Any:
        self.looked_for.append(name)
        if self.reads is not None:
            await self.reads.wait()
        if name != "t1":
            raise refuse("S02")
        return self.one

    async def tables(self, most: int) -> list[Any]:
        self.asked.append(most)
        return self.rows

    async def listed(self) -> list[Any]:
        return self.rows

    async def open(self, wanted: Any) -> Any:
        self.asked.append(wanted)
        return {"table": "t9"}

    async def about_wanted(self, wanted: Any) -> Any:
        self.asked.append(wanted)
        return {"options": []}


def asked(
    path: str,
    method: str = "GET",
    body: bytes = b"",
    keeper: Host | None = None,
    given: Rates | None = None,
    web: Web | None = None,
    **headers: str,
) -> tuple[int, str, str]:
    """The status of an answer, its kind and its text."""
    web = web or Web(keeper or Host(), "secret token", given)  # type: ignore[arg-type]
    path, _, query = path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        "client": ("1.2.3.4", 5), "server": ("here", 80),
    }  # fmt: skip
    parts, sent = [body[:100], body[100:]], list[Any]()

    async def receive() -> Any:
        part = parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(parts)}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(web)(scope, receive, send))  # type: ignore[arg-type]
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    assert {name: found[name] for name in HEADERS} == HEADERS
    text = b"".join(one.get("body", b"") for one in sent[1:]).decode()
    return sent[0]["status"], found["content-type"], text


def refused(*given: Any, **more: Any) -> tuple[int, str]:
    """The status and the code of a refusal."""
    status, _, text = asked(*given, **more)
    return status, json.loads(text)["refused"]["code"]


def test_tables_and_the_health_of_the_server() -> None:
    status, kind, text = asked("/api/tables")
    assert (status, kind) == (200, "application/json")
    assert json.loads(text) == [
        {"table": "t1", "title": "Whist", "awaits": "Ann", "changed": 5},
        {"table": "t2", "title": "Hearts", "awaits": "", "changed": 4},
    ]
    assert asked("/healthy")[2] == '{"ok":true}'
    host = Host()
    host.closing = True
    assert asked("/healthy", keeper=host)[2] == '{"ok":false}'


def test_what_is_kept_of_a_table_is_given_to_whoever_has_its_secret() -> None:
    host = Host()
    plain = "text/plain; charset=utf-8"
    for path, found in (
        ("script", (200, plain, "hoyle play 1 ♠")), ("rules", (200, plain, "game")),
        ("replay", (200, "application/json", "{}")), ("replay?judge", (200, "application/json", "{}")),
        ("house", (200, "application/json", "[]")),
    ):  # fmt: skip
        assert asked(f"/api/tables/t1/{path}", keeper=host, authorization="Bearer abc") == found
        assert refused(f"/api/tables/none/{path}", keeper=host) == (404, "S02")
    assert host.one.asked == [
        ("script", "abc"), ("rules", "abc"), ("replay", "abc", False), ("replay", "abc", True), ("house", "abc"),
    ]  # fmt: skip
    assert host.counts.refused == 5


def test_a_table_is_opened_and_rules_are_asked_about() -> None:
    host = Host()
    wanted = b'{"game": "whist"}'
    assert asked("/api/tables", "POST", wanted, host) == (201, "application/json", '{"table":"t9"}')
    assert asked("/api/about", "POST", wanted + b" " * 300, host) == (200, "application/json", '{"options":[]}')
    assert host.asked == [{"game": "whist"}] * 2
    assert refused("/api/tables", "POST", b"{", host) == (400, "S04")
    assert refused("/api/tables", "POST", b" " * (MOST_BODY + 1), host) == (413, "S05")
    assert asked("/api/tables", "POST", wanted.ljust(MOST_BODY), host)[0] == 201


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "LONGEST_BODY", 0.01)

    class Slow:
        async def stream(self) -> Any:
            yield b"{"
            await asyncio.sleep(1)

    with pytest.raises(Refusal) as raised:
        asyncio.run(answers._body(Slow()))  # type: ignore[arg-type]
    assert (raised.value.code, "did not come in time" in raised.value.sentence) == ("S04", True)


def test_addresses_and_methods_that_do_not_exist() -> None:
    assert refused("/nothing") == (404, "S01")
    assert refused("/api/games", "POST") == (405, "S09")
    assert refused("/page/nothing.js") == (404, "S01")
    status, kind, text = asked("/nothing", accept="text/html,*/*")
    assert (status, kind) == (404, "text/html; charset=utf-8")
    assert text.startswith('<!doctype html><html lang="en"><meta charset="utf-8"><title>')
    assert '(S01) <a href="/">To the first page</a></p></main>' in text
    for path in ("/", "/t/some", "/club", "/operator"):
        assert asked(path)[1] == "text/html; charset=utf-8"
    assert asked("/t/some/replay")[2] != asked("/t/some")[2]
    assert asked("/page/style.css")[1].startswith("text/css")


@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ({}, True), ({"origin": "http://here", "host": "here"}, True), ({"origin": "https://here", "host": "here"}, True),
        ({"origin": "http://there", "host": "here"}, False), ({"origin": "null", "host": "here"}, False),
        ({"sec_fetch_site": "cross-site"}, False), ({"sec_fetch_site": "same-site"}, False),
        ({"sec_fetch_site": "same-origin"}, True), ({"sec_fetch_site": "none"}, True),
    ],
)  # fmt: skip
def test_only_our_own_page_may_change_something(headers: dict[str, str], own: bool) -> None:
    status = asked("/api/tables", "POST", b'{"game": "whist"}', **headers)[0]
    assert status == (201 if own else 403)
    assert asked("/api/tables", **headers)[0] == 200, "everybody may look"
    if not own:
        assert refused("/api/tables", "POST", b"{}", **headers) == (403, "S08")


def test_the_operator_has_a_token() -> None:
    host = Host()
    host.counts.connections = 3
    assert refused("/api/operator", keeper=host) == (403, "S10")
    assert refused("/metrics", keeper=host, authorization="Bearer secret") == (403, "S10")
    data = json.loads(asked("/api/operator", keeper=host, authorization="Bearer secret token")[2])
    assert host.asked == [200]
    assert data["tables"] == [
        {"title": "Whist", "count": 7, "awaits": "Ann", "changed": 5, "viewers": 2},
        {"title": "Hearts", "count": 1, "awaits": "", "changed": 4, "viewers": 0},
    ]
    load = data["load"]
    assert load["uptime"] > 10**9, "since 1970"
    assert (load["connections"], load["tables_in_memory"], load["tables_with_people"]) == (3, 2, 1)
    assert (load["refused"], load["opened"], load["p99_write"]) == (2, 0, 0.0)


def test_metrics_for_prometheus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operator, "memory", lambda: 4096)
    host = Host()
    counts = host.counts
    for number, name in enumerate(operator.NAMES, 1):
        setattr(counts, name, number)
    counts.connections = 9
    counts.write_seconds.observe(0.002)
    counts.write_seconds.observe(20.0)
    counts.answer_seconds.observe(0.5)
    _, kind, text = asked("/metrics", keeper=host, authorization="Bearer secret token")
    assert kind == "text/plain; version=0.0.4; charset=utf-8"
    found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert [float(found[f"hoyle_{name}_total"]) for name in operator.NAMES] == [1, 2, 3, 4, 5, 6, 7]
    assert {name: float(found[f"hoyle_{name}"]) for name in ("connections", "tables_in_memory", "memory_bytes")} == {
        "connections": 9, "tables_in_memory": 2, "memory_bytes": 4096,
    }  # fmt: skip
    assert float(found["hoyle_tables_with_people"]) == 1
    write = [float(found[f'hoyle_write_seconds_bucket{{le="{bound}"}}']) for bound in (*BOUNDS, "+Inf")]
    assert write == [0, *[1] * 12, 2]
    assert (float(found["hoyle_write_seconds_count"]), float(found["hoyle_write_seconds_sum"])) == (2, 20.002)
    answer = [float(found[f'hoyle_answer_seconds_bucket{{le="{bound}"}}']) for bound in (*BOUNDS, "+Inf")]
    assert answer == [float(bound == "+Inf" or float(bound) >= 0.5) for bound in (*BOUNDS, "+Inf")]
    for name, about in operator.NAMES.items():
        assert f"# HELP hoyle_{name}_total {about}" in text


def test_memory_is_in_bytes() -> None:
    assert 10 * 2**20 < operator.memory() < 2**40


def test_quantiles_of_counted_times() -> None:
    times = TimeCounts()
    assert times.quantile(0.5) == 0.0
    for seconds in (0.001, 0.0011, 0.3, 99):
        times.observe(seconds)
    assert times.total == pytest.approx(99.3021)
    assert times.counts == [1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert [times.quantile(share) for share in (0, 0.25, 0.26, 0.5, 0.75, 0.76, 1)] == [
        0.001, 0.001, 0.0025, 0.0025, 0.5, float("inf"), float("inf"),
    ]  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- rates


def test_a_bucket_fills_at_a_steady_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr(rates, "monotonic", lambda: now[0])
    bucket = Bucket(Rate(0.5, 2))

    def take() -> str:
        try:
            bucket.take()
        except Refusal as refusal:
            return refusal.sentence
        return ""

    assert [take() for _ in range(2)] == ["", ""]
    assert "2 seconds" in take()
    now[0] += 1
    assert "1 second" in take()
    now[0] += 1
    assert take() == ""
    now[0] += 100
    assert [bool(take()) for _ in range(3)] == [False, False, True], "no more than the burst"


def test_each_network_has_a_bucket_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_ADDRESSES", 2)
    monkeypatch.setattr(rates, "monotonic", lambda: 1.0)
    buckets = Buckets(Rate(1, 1))

    def takes(address: str) -> bool:
        try:
            buckets.take(address)
        except Refusal:
            return False
        return True

    assert [takes(one) for one in ("1.1.1.1", "1.1.1.1", "1.1.1.2")] == [True, False, True]
    assert not takes("1.1.1.1")
    assert takes("1.1.1.3"), "the one that asked for longest ago is forgotten"
    assert not takes("1.1.1.1")
    assert takes("1.1.1.2")


def test_what_counts_as_one_address() -> None:
    assert network("1.2.3.4") == "1.2.3.4"
    assert network("2001:db8::1") == network("2001:db8:0:0:9::2") == "2001:0db8:0000:0000"
    assert network("2001:db8:0:1::1") == "2001:0db8:0000:0001"
    assert network("a name") == "a name"


def test_who_asks_too_often_is_refused() -> None:
    web = Web(Host(), "x", Rates(requests=Rate(0.1, 2)))  # type: ignore[arg-type]
    assert [asked("/healthy", web=web)[0] for _ in range(3)] == [200, 200, 429]
    assert 9 <= json.loads(asked("/healthy", web=web)[2])["refused"]["seconds"] <= 10
    web = Web(Host(), "x", Rates(tables=Rate(0.1, 1)))  # type: ignore[arg-type]
    body = b'{"game": "whist"}'
    assert [asked("/api/tables", "POST", body, web=web)[0] for _ in range(2)] == [201, 429]


def test_an_error_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Exception] = []
    monkeypatch.setattr(answers, "write_down", written.append)
    host = Host()
    host.rows = None  # type: ignore[assignment]
    assert refused("/api/tables", keeper=host) == (500, "S11")
    assert len(written) == 1


# -------------------------------------------------------------------------------------------------------------- sockets


class Frames:
    """A connection that keeps what it is given."""

    def __init__(self) -> None:
        self.put: list[Any] = []
        self.closed: list[Any] = []
        self.takes, self.listener = True, None

    def put_text(self, message: bytes) -> None:
        self.put.append(json.loads(message))

    def close(self, code: int = 1000, reason: str = "") -> None:
        self.closed.append((code, reason))


async def connected(web: Web, path: str = "/t/t1/socket", **headers: str) -> tuple[Frames, list[Any]]:
    """A connection for an address."""
    frames, sent = Frames(), list[Any]()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "websocket", "path": path, "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
        "client": ("1.2.3.4", 5), "extensions": {EXTENSION: frames}, "query_string": b"", "root_path": "",
    }  # fmt: skip
    await app(web)(scope, None, send)  # type: ignore[arg-type]
    assert sent == [{"type": "websocket.accept"}]
    return frames, sent


def test_a_client_is_heard_by_its_table_or_refused() -> None:
    async def test() -> None:
        host = Host()
        web = Web(host, "x", Rates(connections=2, all_connections=3))  # type: ignore[arg-type]
        for path, headers, code in (
            ("/t/none/socket", {}, "S02"), ("/t/t1/sockets", {}, "S01"), ("/t/t1/socket", {"origin": "http://x"}, "S08"),
        ):  # fmt: skip
            frames, _ = await connected(web, path, **headers)
            assert (frames.put[0]["code"], frames.closed) == (code, [(1008, code)])
            assert frames.listener is None
        assert host.counts.refused == 3
        both = [(await connected(web))[0] for _ in range(2)]
        assert (web.by_address, host.counts.connections) == ({"1.2.3.4": 2}, 2)
        assert (await connected(web))[0].closed == [(1008, "S06")]
        for number, frames in enumerate(both):
            client: Any = frames.listener
            assert client.greeting is not None
            client.left()
            assert host.counts.connections == 1 - number
            assert frames.closed == [(1000, "")]
            assert client.greeting.cancelled()
        assert web.by_address == {}
        host.counts.connections = 3
        assert (await connected(web))[0].closed == [(1008, "S06")]

    asyncio.run(test())


def test_handshakes_are_requests_of_an_address() -> None:
    async def test() -> None:
        host = Host()
        web = Web(host, "x", Rates(requests=Rate(0.001, 3)))  # type: ignore[arg-type]
        codes = [(await connected(web, f"/t/none{number}/socket"))[0].put[0]["code"] for number in range(5)]
        assert codes == ["S02", "S02", "S02", "S06", "S06"]
        assert (await connected(web, "/t/t1/socket"))[0].closed == [(1008, "S06")]
        assert host.looked_for == ["none0", "none1", "none2"], "nothing is read for whoever asks too often"

    asyncio.run(test())


def test_connections_are_counted_while_their_table_is_read() -> None:
    async def test() -> None:
        host = Host()
        host.reads = asyncio.Event()
        web = Web(host, "x", Rates(connections=2))  # type: ignore[arg-type]
        paths = ("/t/t1/socket", "/t/none/socket", "/t/t1/socket")
        waiting = [asyncio.create_task(connected(web, path)) for path in paths]
        await asyncio.sleep(0)
        assert (web.by_address, host.counts.connections) == ({"1.2.3.4": 2}, 2)
        host.reads.set()
        first, second, third = [(await one)[0] for one in waiting]
        assert [second.closed, third.closed] == [[(1008, "S02")], [(1008, "S06")]]
        assert (web.by_address, host.counts.connections) == ({"1.2.3.4": 1}, 1)
        client: Any = first.listener
        client.left()
        host.reads.clear()
        left = asyncio.create_task(connected(web))
        await asyncio.sleep(0)
        assert host.counts.connections == 1
        left.cancel()
        await asyncio.wait([left])
        assert (web.by_address, host.counts.connections) == ({}, 0)

    asyncio.run(test())


def test_what_a_client_sends_is_done_or_answered_with_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Exception] = []
    monkeypatch.setattr(answers, "write_down", written.append)

    async def test() -> None:
        host = Host()
        web = Web(host, "x", Rates(messages=Rate(0.001, 6)))  # type: ignore[arg-type]
        frames, _ = await connected(web)
        client: Any = frames.listener
        assert isinstance(client, TableClient)
        hello = b'{"type": "hello"}'
        await client.hear(hello)
        assert (client.greeting, host.one.asked, frames.put) == (None, [{"type": "hello"}], [])
        assert sum(host.counts.answer_seconds.counts) == 1
        await client.hear(b"{")
        assert [one["code"] for one in frames.put] == ["S04"]
        assert (host.counts.refused, frames.closed) == (1, [])
        host.one.fails = ValueError()
        await client.hear(hello)
        assert [one["code"] for one in frames.put] == ["S04", "S11"]
        assert len(written) == 1
        host.one.fails = None
        old, host.one = host.one, Table()
        old.ended = True
        await client.hear(hello)
        assert client.table is host.one, "the table that goes on"
        assert client.open
        frames.takes = False
        assert not client.open
        frames.takes = True
        for _ in range(2):
            await client.hear(hello)
        assert frames.closed == []
        await client.hear(hello)
        assert (frames.put[-1]["code"], frames.closed) == ("S06", [(1000, "")])

    asyncio.run(test())


def test_who_is_refused_before_the_greeting_is_left() -> None:
    async def test() -> None:
        host = Host()
        host.closing = True
        frames, _ = await connected(Web(host, "x"))  # type: ignore[arg-type]
        client: Any = frames.listener
        await client.hear(b"{")
        assert (frames.put[0]["code"], frames.closed) == ("S04", [(1001, "")])

    asyncio.run(test())


def test_the_games_that_are_offered() -> None:
    found = answers._games()
    assert [*found] == ["games", "variants", "players"]
    assert {"name": "whist", "about": "Whist", "of": None} in found["games"]
    assert all(one["of"] in {game["name"] for game in found["games"]} | {other["name"] for other in found["variants"]}
               for one in found["variants"])  # fmt: skip
    names = {kind: [one["name"] for one in some] for kind, some in found.items()}
    assert {*names["games"], *names["variants"]} == {*rulesets()}
    assert not {*names["games"]} & {*names["variants"]}
    assert len({*names["players"]}) == len(names["players"])
    about = {one["name"]: one["about"] for one in found["players"]}
    assert about.items() >= answers.PROGRAMS.items()
    assert {"random", "sound", "think", "think:quick"} <= answers.PROGRAMS.keys()
