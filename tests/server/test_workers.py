"""The workers of a server without processes: what is sent to them, who waits how long, and what a dead one leaves."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette", reason="starlette is not installed: pip install 'hoyle[serve]'")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install 'hoyle[serve]'")

from hoyle.server.cores import framing, pool, worker
from hoyle.server.cores.pool import (
    BUDGETS,
    OPENING_BUDGET,
    START_BUDGET,
    GameWorkers,
    TablePosition,
    WorkerDied,
    WorkerPipes,
    WorkerProcess,
    placed,
    unpacked,
)
from hoyle.server.refusals import Refusal
from hoyle.server.store import postgres, sqlite
from hoyle.server.table.record import DamagedRecord
from hoyle.server.web import run as running

Json = dict[str, Any]


# ---------------------------------------------------------------------------------------------------------- the frames


def framed(head: Json, texts: list[bytes]) -> bytes:
    """An answer as a worker writes it."""
    out = io.BytesIO()
    framing.write(out, head, texts)
    return out.getvalue()


def test_messages_say_how_long_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    data = framed({"a": "é"}, [b"one", b"", b"three"])
    size = int.from_bytes(data[:4], "big")
    assert json.loads(data[4 : 4 + size]) == {"a": "é", "texts": [3, 0, 5]}
    assert data[4 + size :] == b"onethree"
    one, other = (len(text).to_bytes(4, "big") + text for text in (b'{"x":1}', b'{"y":2}'))
    stream = io.BytesIO(one + other)
    assert [framing.read(stream) for _ in range(3)] == [{"x": 1}, {"y": 2}, None]
    for cut in (3, 4, len(one) - 1):
        assert framing.read(io.BytesIO(one[:cut])) is None
    monkeypatch.setattr(framing, "MOST_REQUEST", 7)
    assert framing.read(io.BytesIO(one)) == {"x": 1}
    monkeypatch.setattr(framing, "MOST_REQUEST", 6)
    assert framing.read(io.BytesIO(one)) is None


@pytest.mark.parametrize("role", ["tables", "strangers", "programs", "afterwards"])
def test_a_worker_bounds_itself_and_answers(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import gc
    import resource

    limits: list[tuple[int, tuple[int, int]]] = []
    unlimited = resource.RLIM_INFINITY
    hard = {resource.RLIMIT_NOFILE: 32, resource.RLIMIT_DATA: unlimited}

    def set_limit(kind: int, both: tuple[int, int]) -> None:
        if kind == resource.RLIMIT_CORE:
            raise ValueError
        limits.append((kind, both))

    kept: list[tuple[int, bool]] = []
    thresholds: list[tuple[int, ...]] = []
    out = io.BytesIO()

    class Keeper:
        def __init__(self, most: int, *, remembers: bool) -> None:
            kept.append((most, remembers))

        def answer(self, request: Json) -> tuple[Json, list[bytes]]:
            return {"got": request["x"]}, [b"text"]

    requests = b"".join(len(text).to_bytes(4, "big") + text for text in (b'{"x":1}', b'{"x":2}'))
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (0, hard.get(kind, unlimited)))
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    monkeypatch.setattr(worker, "GameKeeper", Keeper)
    monkeypatch.setattr(worker.sys, "stdin", SimpleNamespace(buffer=io.BytesIO(requests)))
    monkeypatch.setattr(worker.os, "dup", lambda stream: stream)
    monkeypatch.setattr(worker.os, "dup2", lambda one, other: None)
    monkeypatch.setattr(worker.os, "fdopen", lambda stream, mode: out)
    monkeypatch.setattr(worker.os, "chdir", lambda folder: None)
    monkeypatch.setattr(worker.os, "environ", {})
    monkeypatch.setattr(gc, "set_threshold", lambda *given: thresholds.append(given))
    worker.main(role)
    assert out.getvalue() == framed({"got": 1}, [b"text"]) + framed({"got": 2}, [b"text"])
    mega = 1 << 20
    most = {"tables": 2048 * mega, "strangers": 768 * mega, "programs": 2048 * mega, "afterwards": 768 * mega}[role]
    files = [(resource.RLIMIT_FSIZE, (256 * mega,) * 2), (resource.RLIMIT_NOFILE, (32, 32))]
    assert limits == [(resource.RLIMIT_DATA, (most, most)), *(files if role in ("strangers", "afterwards") else [])]
    assert kept == [({"tables": 1200, "strangers": 40, "programs": 100, "afterwards": 10}[role], role == "programs")]
    assert thresholds == ([(2_000, 10, 1_000_000)] if role == "tables" else [])
    assert worker.os.environ == {"XDG_CACHE_HOME": os.devnull}


# ------------------------------------------------------------------------------------------------------------ the pipes


def test_answers_are_taken_apart_however_they_come() -> None:
    answers = [({"n": 1}, [b"one", b"two"]), ({"n": 2}, []), ({"n": 3}, [b"", b"x" * 30])]
    data = b"".join(framed(*one) for one in answers)
    for size in (1, 3, 7, 40, len(data)):
        heard: list[Any] = []
        to: Any = SimpleNamespace(answered=lambda pipes, head, texts, heard=heard: heard.append((head, texts)))
        pipes = WorkerPipes(to)
        for at in range(0, len(data), size):
            pipes.pipe_data_received(1, data[at : at + size])
        assert heard == answers


class Pipes:
    """The pipes of a process that is not there."""

    def __init__(self) -> None:
        self.written: list[Json] = []
        self.killed = 0
        self.ended = asyncio.Event()
        self.ended.set()

    def write(self, data: bytes) -> None:
        """Keep a request."""
        assert int.from_bytes(data[:4], "big") == len(data) - 4
        self.written.append(json.loads(data[4:]))

    def kill(self) -> None:
        """End."""
        self.killed += 1


def run(plan: Callable[[], Awaitable[None]]) -> None:
    """Run a plan in a loop of its own."""

    async def whole() -> None:
        await plan()

    asyncio.run(whole())


class Clock:
    """Keeps what is to be called later, and calls it when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waits: list[tuple[float, Callable[[], None]]] = []
        self.now = SimpleNamespace(seconds=0.0)
        loop: Any = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "call_later", self.call_later)

    def call_later(self, seconds: float, call: Callable[..., None], *given: Any) -> Any:
        """As the loop has it."""
        entry = (seconds, lambda: call(*given))
        self.waits.append(entry)
        return SimpleNamespace(cancel=lambda: self.waits.remove(entry))

    @property
    def seconds(self) -> list[float]:
        """How long is waited for what."""
        return [seconds for seconds, _ in self.waits]

    def strike(self) -> None:
        """The first wait is over."""
        self.waits[0][1]()


def begun(monkeypatch: pytest.MonkeyPatch, made: list[Pipes]) -> None:
    """Let a worker begin without a process."""

    async def exec_(make: Callable[[], Any], *command: str, **given: Any) -> tuple[None, Pipes]:
        assert command[1:] == ("-m", "hoyle.server.cores.worker", "tables")
        assert (command[0], given["env"]["PYTHONHASHSEED"]) == (sys.executable, "0")
        made.append(Pipes())
        return None, made[-1]

    monkeypatch.setattr(asyncio.get_running_loop(), "subprocess_exec", exec_)


def test_a_worker_answers_in_order_and_each_request_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def plan() -> None:
        made: list[Pipes] = []
        begun(monkeypatch, made)
        one: Any = WorkerProcess("tables")
        first, second = (asyncio.ensure_future(one.exchange({"n": n}, 3.0 + n)) for n in (1, 2))
        await asyncio.sleep(0)
        clock = Clock(monkeypatch)
        for _ in range(5):
            await asyncio.sleep(0)
        (pipes,) = made
        assert pipes.written == [{"n": 1}, {"n": 2}]
        assert [round(wait) for wait in clock.seconds if wait > START_BUDGET] == [24]
        clock.waits[:] = [wait for wait in clock.waits if wait[0] == 4 + START_BUDGET]
        one.answered(Pipes(), {"from": "another"}, [])
        assert not first.done()
        one.answered(pipes, {"ok": 1}, [b"a"])
        assert clock.seconds == [5.0]
        third = asyncio.ensure_future(one.exchange({"n": 3}, 6.0))
        await asyncio.sleep(0)
        assert (pipes.written[-1], clock.seconds) == ({"n": 3}, [5.0])
        one.answered(pipes, {"ok": 2}, [])
        one.answered(pipes, {"ok": 3}, [])
        one.answered(pipes, {"ok": 4}, [])
        assert clock.seconds == []
        assert [await first, await second, await third] == [({"ok": 1}, [b"a"]), ({"ok": 2}, []), ({"ok": 3}, [])]
        fourth = asyncio.ensure_future(one.exchange({"n": 4}, 6.0))
        await asyncio.sleep(0)
        assert clock.seconds == [6.0]
        fourth.cancel()
        await asyncio.sleep(0)
        one.answered(pipes, {"ok": 4}, [])
        assert (one.ended, pipes.killed, len(made)) == (0, 0, 1)
        await one.end()
        assert (pipes.killed, one.pipes) == (1, None)

    run(plan)


def test_a_worker_that_takes_too_long_or_dies_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    async def plan() -> None:
        made: list[Pipes] = []
        begun(monkeypatch, made)
        one: Any = WorkerProcess("tables")
        tasks = [asyncio.ensure_future(one.exchange({"n": n}, 9.0)) for n in range(4)]
        for _ in range(6):
            await asyncio.sleep(0)
        one.known["x"] = 3
        one._fail(TimeoutError())
        for _ in range(6):
            await asyncio.sleep(0)
        assert [pipes.written for pipes in made] == [[{"n": n} for n in range(4)], [{"n": n} for n in range(1, 4)]]
        assert (made[0].killed, made[1].killed, one.ended, one.known) == (1, 0, 1, {})
        with pytest.raises(TimeoutError):
            await tasks[0]
        one.lost(made[0])  # that of before
        assert one.ended == 1
        one.lost(made[1])
        with pytest.raises(WorkerDied):
            await tasks[1]
        for _ in range(6):
            await asyncio.sleep(0)
        assert (len(made), one.ended) == (3, 2)
        await one.end()
        for task in tasks[2:]:
            with pytest.raises(asyncio.CancelledError):
                await task
        assert one._timer is None
        one._fail(WorkerDied())
        assert one.ended == 2

    run(plan)


def test_a_worker_that_cannot_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    async def plan() -> None:
        async def exec_(make: Callable[[], Any], *command: str, **given: Any) -> Any:
            raise OSError

        monkeypatch.setattr(asyncio.get_running_loop(), "subprocess_exec", exec_)
        one = WorkerProcess("tables")
        tasks = [asyncio.ensure_future(one.exchange({"n": n}, 9.0)) for n in range(2)]
        for task in tasks:
            with pytest.raises(WorkerDied):
                await task
        assert one.pipes is None
        await one.end()

    run(plan)


# ---------------------------------------------------------------------------------------------------------- the workers


def position(table: str = "t", moves: int = 3, **more: Any) -> TablePosition:
    """A position after so many choices."""
    chosen: Any = [(10 + n, SimpleNamespace(choice=n, draws=[n], turn=n % 2)) for n in range(moves)]
    given = {"game": "1", "rules": {"ruleset": "whist"}, "names": ("A", "B"), "start": (1, 2), **more}
    return TablePosition(table, moves=chosen, **given)


def test_only_the_choices_that_a_worker_does_not_have_are_sent() -> None:
    assert placed({"op": "view"}, position(view="late"), 1) == {
        "op": "view", "table": "t", "game": "1", "view": "late", "rules": {"ruleset": "whist"}, "names": ("A", "B"),
        "start": (1, 2), "base": 1, "moves": [(1, [1], 1), (2, [2], 0)],
    }  # fmt: skip


def test_errors_of_a_worker_are_raised() -> None:
    assert unpacked({"a": 1}, [b"x"]) == ({"a": 1}, [b"x"])
    with pytest.raises(Refusal) as refused:
        unpacked({"refused": {"code": "S27", "fields": {"why": "so"}, "notes": ["a", "b"]}}, [])
    assert (refused.value.code, refused.value.fields, refused.value.notes) == ("S27", {"why": "so"}, ("a", "b"))
    with pytest.raises(DamagedRecord, match="it is torn"):
        unpacked({"damaged": "it is torn"}, [])


def test_which_worker_answers_and_how_long_it_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int, Json, float]] = []
    answers: list[Any] = []
    workers = GameWorkers(3, 2, 1)
    place = {id(one): (role, at) for role, some in workers.workers.items() for at, one in enumerate(some)}
    assert {role: len(some) for role, some in workers.workers.items()} == {
        "tables": 3, "strangers": 2, "programs": 1, "afterwards": 1,
    }  # fmt: skip

    async def exchange(self: WorkerProcess, request: Json, seconds: float) -> Any:
        asked.append((*place[id(self)], request, seconds))
        found = answers.pop(0) if answers else ({"ok": True}, [])
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(WorkerProcess, "exchange", exchange)

    async def plan() -> None:
        for table in "abcdef":
            await workers.ask("tables", {"op": "view"}, position(table))
            await workers.ask("tables", {"op": "view"}, position(table, 5))
            await workers.ask("tables", {"op": "view"}, position(table, 4))
        chosen = {one[2]["table"]: one[1] for one in asked}
        import zlib

        assert chosen == {table: zlib.crc32(table.encode()) % 3 for table in "abcdef"}
        assert [(one[0], one[2]["base"], len(one[2]["moves"]), one[3]) for one in asked[:3]] == [
            ("tables", 0, 3, 10.0), ("tables", 3, 2, 10.0), ("tables", 4, 0, 10.0),
        ]  # fmt: skip
        asked.clear()
        answers[:] = [({"missing": True}, []), ({"again": 1}, [b"t"])]
        assert await workers.ask("tables", {"op": "view"}, position("a", 6)) == ({"again": 1}, [b"t"])
        assert [one[2]["base"] for one in asked] == [4, 0]
        asked.clear()
        await workers.ask("tables", {"op": "view"}, position("a", 6, view="late"))
        await workers.ask("tables", {"op": "view"}, position("a", 6, names=("A", "C")))
        await workers.ask("tables", {"op": "view"}, position("a", 6, strange=True))
        await workers.ask("programs", {"op": "choose"}, position("a", 6, strange=True))
        assert [(one[0], one[2]["base"], one[3]) for one in asked] == [
            ("tables", 0, BUDGETS["tables"]), ("tables", 0, 10.0), ("strangers", 0, 5.0), ("programs", 0, 30.0),
        ]  # fmt: skip
        asked.clear()
        for role, op in (("strangers", "about"), ("strangers", "take up"), ("afterwards", "stats"), ("tables", "x")):
            await workers.ask(role, {"op": op, "rules": {"text": "x"}})
        assert [(one[0], one[2], one[3]) for one in asked] == [
            ("strangers", {"op": "about", "rules": {"text": "x"}}, OPENING_BUDGET),
            ("strangers", {"op": "take up", "rules": {"text": "x"}}, 20.0),
            ("afterwards", {"op": "stats", "rules": {"text": "x"}}, 60.0),
            ("tables", {"op": "x", "rules": {"text": "x"}}, 10.0),
        ]  # fmt: skip
        for role, code in (("tables", "S53"), ("strangers", "S23"), ("programs", "S53"), ("afterwards", "S23")):
            for error in (TimeoutError(), WorkerDied()):
                answers[:] = [error]
                with pytest.raises(Refusal) as refused:
                    await workers.ask(role, {"op": "view"})
                assert refused.value.code == code
        monkeypatch.setattr(pool, "_MOST_KNOWN", 2)
        one = WorkerProcess("programs")
        place[id(one)] = "programs", 9
        workers.workers["programs"] = [one]
        for table in ("a", "b", "a", "c"):
            await workers.ask("programs", {"op": "choose"}, position(table))
        assert [key[0] for key in one.known] == ["a", "c"]
        assert {*one.known.values()} == {3}
        await workers.close()

    run(plan)


# ----------------------------------------------------------------------------------------------------- how it is run


def test_where_tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "PostgresStore", lambda url: ("postgres", url))
    monkeypatch.setattr(sqlite, "SqliteStore", lambda path: ("sqlite", str(path)))
    for url in ("postgresql://me@host/x", "postgres://host/x"):
        assert running.store_of(url) == ("postgres", url)
    for path in ("tables.sqlite", "a/postgres://x"):
        assert running.store_of(path)[0] == "sqlite"


def test_a_socket_is_bound_and_the_address_in_the_network_found(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    with running.bound_socket("127.0.0.1", 0) as found:
        address, port = found.getsockname()
        assert (address, port > 0, found.get_inheritable(), found.family) == ("127.0.0.1", True, False, socket.AF_INET)
        assert found.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
    made: list[tuple[Any, ...]] = []

    class Plain:
        def __init__(self, *given: Any) -> None:
            made.append(given)

        def __enter__(self) -> Plain:
            return self

        def __exit__(self, *why: object) -> None:
            pass

        def setsockopt(self, *given: Any) -> None:
            made.append(given)

        def bind(self, where: tuple[str, int]) -> None:
            made.append(where)

        def set_inheritable(self, inherits: bool) -> None:
            made.append((inherits,))

        def connect(self, where: tuple[str, int]) -> None:
            made.append(where)
            if len(made) > 8:
                raise OSError

        def getsockname(self) -> tuple[str, int]:
            return "10.1.2.3", 5

    monkeypatch.setattr(socket, "socket", Plain)
    running.bound_socket("::1", 80)
    assert made == [(socket.AF_INET6,), (socket.SOL_SOCKET, socket.SO_REUSEADDR, 1), ("::1", 80), (False,)]
    assert running.lan_address() == "10.1.2.3"
    assert made[4:] == [(socket.AF_INET, socket.SOCK_DGRAM), ("192.0.2.1", 9)]
    made += [()] * 3
    assert running.lan_address() == "127.0.0.1"


@pytest.mark.parametrize(("given", "processors", "cores"), [(5, 8, 5), (0, 8, 7), (0, 2, 2), (0, None, 2), (1, 8, 1)])
def test_how_a_server_is_run(given: int, processors: int | None, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    import gc

    seen: list[Any] = []

    class Host:
        def __init__(self, store: object, workers: object, most: int) -> None:
            seen.append((store, workers, most))

        def say_farewell(self) -> None:
            seen.append("farewell")

        async def begin(self) -> None:
            seen.append("begin")

        async def close(self) -> None:
            seen.append("close")

    class Server:
        def __init__(self, config: Any) -> None:
            self.config = config
            self.server_state = SimpleNamespace(connections=set())
            self.ready: Any = None
            self.closing: Any = None

        async def serve(self, sockets: list[Any]) -> None:
            seen.append((sockets, self.config))
            self.ready()
            self.closing()
            raise RuntimeError

    monkeypatch.setattr(running, "Host", Host)
    monkeypatch.setattr(running, "_TableServer", Server)
    monkeypatch.setattr(running, "GameWorkers", lambda count: ("workers", count))
    monkeypatch.setattr(running, "Web", lambda host, token, rates: ("web", token, rates))
    monkeypatch.setattr(running, "app", lambda web: web)
    monkeypatch.setattr(running, "take_logs", lambda: seen.append("logs"))
    monkeypatch.setattr(running, "store_of", lambda database: ("store", database))
    monkeypatch.setattr(running.os, "cpu_count", lambda: processors)
    monkeypatch.setattr(gc, "set_threshold", lambda *levels: seen.append(levels))
    monkeypatch.setattr(running.sys, "setswitchinterval", seen.append)
    settings = running.ServerSettings("x.sqlite", cores=given, token="secret", proxies="10.0.0.9" if given else "")
    sock: Any = object()
    with pytest.raises(RuntimeError):
        running.serve(settings, sock, lambda: seen.append("ready"))
    (sockets, config) = seen.pop(5)
    assert seen == [
        (2_000, 10, 1_000_000), 0.001, (("store", "x.sqlite"), ("workers", cores), 1_000_000), "logs", "begin",
        "ready", "farewell", "close",
    ]  # fmt: skip
    assert sockets == [sock]
    assert (config.app, config.lifespan, config.access_log, config.server_header) == (
        ("web", "secret", settings.rates), "off", False, False,
    )  # fmt: skip
    assert (config.proxy_headers, config.timeout_graceful_shutdown) == (bool(given), 3)
    if given:
        assert config.forwarded_allow_ips == "10.0.0.9"
    assert (config.ws_max_size, config.h11_max_incomplete_event_size) == (running.MOST_FRAME, 16_384)


# ------------------------------------------------------------------------------------------- a program that plays from afar


def test_a_program_chooses_from_what_its_seat_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.interpreter.records import Choice
    from hoyle.server.client import bot

    begun: list[Any] = []
    asked: list[Any] = []
    made: list[tuple[Any, int]] = []
    pick = [1]

    class Thinking:
        remembers = True

        def begin(self) -> None:
            begun.append(len(asked))

        def choose(self, decision: Any) -> Choice:
            asked.append(decision)
            return decision.options[pick[0]]

    def make(program: Any, seat: int) -> Thinking:
        made.append((program, seat))
        return Thinking()

    program = SimpleNamespace(asks=[SimpleNamespace(alternatives=("a",)), SimpleNamespace(alternatives=("b", "c"))])
    monkeypatch.setattr(bot, "maker", lambda name: make)
    monkeypatch.setattr(bot, "plays_from_afar", lambda name: name != "sound")
    monkeypatch.setattr(bot, "rules_in", lambda rules: rules)
    monkeypatch.setattr(bot, "lowered", lambda rules: (None, program))
    player = bot.RemotePlayer("think")
    deal = {
        "seat": 1, "base": [3, ["1", 2]], "draws": [], "ask": 1, "hash": 9, "epochs": 2, "absent": [[1, 2, 3]],
        "only_view": True, "sightings": [],
        "steps": [{"ask": 0, "player": 2, "alternative": 1, "values": [4], "hidden": [0], "hash": 8}],
    }  # fmt: skip
    seen: Json = {"rules": {"r": 1}, "seat": 1, "deal": deal, "ask": "1", "options": [[0, 5], [1, 6, 7], [0]]}
    assert player.choose(seen) == 1
    (decision,) = asked
    assert decision.options == (Choice(0, (5,)), Choice(1, (6, 7)), Choice(0, ()))
    assert (decision.player, decision.alternatives, decision.ask) == (1, ("b", "c"), "1")
    heard = decision._seen()
    assert (heard.seat, heard.base, heard.ask, heard.hash, heard.epochs) == (1, [3, (1, 2)], 1, 9, 2)
    assert (heard.absent, heard.only_view, heard.draws, heard.sightings) == (((1, 2),), True, (), ())
    (step,) = heard.steps
    assert (step.ask, step.player, step.alternative, step.values, step.hidden, step.hash) == (0, 2, 1, (4,), (0,), 8)
    pick[0] = 2
    assert player.choose(seen) == 2
    assert player.choose({**seen, "options": [[0, 5]]}) == 0
    assert (len(asked), begun, made) == (2, [0, 1, 2], [(program, 1)])
    player.choose({**seen, "seat": 0})
    player.choose({**seen, "rules": {"r": 2}})
    assert [seat for _, seat in made] == [1, 0, 1]
    monkeypatch.setattr(Thinking, "remembers", False)
    with pytest.raises(bot.UnfitPlayer, match="`think` looks at more than a server sends; seat it as a program"):
        player.choose({**seen, "seat": 3})
    with pytest.raises(bot.UnfitPlayer, match="`sound` looks at more"):
        bot.RemotePlayer("sound")
    assert (player.random, bot.RemotePlayer("random").random) == (False, True)
    options = {"view": {"question": {"options": [{"number": n} for n in (4, 6)]}}}
    assert {player.option(options) for _ in range(60)} == {4, 6}
