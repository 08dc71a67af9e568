"""The server of the studio and the processes behind it, without a network: every answer with its headers."""

from __future__ import annotations

import io
import json
import subprocess
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.cli.pages.studio import asking, catalogue, friends, installed, serve, supply
from hoyle.cli.pages.studio.asking import DeskProcess, Desks, GoneError
from hoyle.cli.pages.studio.desk import Desk
from hoyle.cli.pages.studio.friends import FriendsServer, NoFriendsError
from hoyle.cli.pages.studio.serve import Handler, Studio
from hoyle.interpreter.wasm import module as modules

HEADERS = {
    "Server": "hoyle",
    "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "connect-src 'self'; worker-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
TEXT = "text/plain; charset=utf-8"


class Wire:
    """A connection on which one request has come."""

    def __init__(self, request: bytes) -> None:
        self.request, self.answer = request, b""
        self.timeouts: list[float] = []

    def settimeout(self, seconds: float) -> None:
        """The server sets it before it reads."""
        self.timeouts.append(seconds)

    def makefile(self, mode: str, size: int) -> io.BytesIO:
        """What the server reads."""
        return io.BytesIO(self.request)

    def sendall(self, content: bytes) -> None:
        """What the server writes."""
        self.answer += bytes(content)


class Page:
    """The parts of a server that answer requests."""

    def __init__(self) -> None:
        self.host, self.token = "127.0.0.1:99", "tökén"
        self.files = {"index.html": b"<p>", "a.mjs": b"1", "b.unknown": b"2", "c.png": b"3", "games/d.wasm": b"4"}
        self.supply = SimpleNamespace(get=self.files.get)
        self.asked: list[tuple[str, bytes]] = []
        self.desks = SimpleNamespace(begin=lambda: "first", ask=self._ask)
        self.friends = SimpleNamespace(address=self._address)
        self.no_friends = False

    def _ask(self, name: str, request: bytes) -> dict[str, Any]:
        self.asked.append((name, request))
        if name == "gone":
            raise GoneError
        return {"error": "KeyError: x"} if name == "failing" else {"value": 3, "sent": []}

    def _address(self) -> str:
        if self.no_friends:
            raise NoFriendsError("nothing is installed")
        return "http://192.168.1.7:1/"

    def ask(self, line: str, body: bytes = b"", **headers: str | None) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers and the content of the answer to a request."""
        given = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items() if value is not None)
        wire = Wire(f"{line} HTTP/1.1\r\n{head}\r\n".encode() + body)
        handler: Any = Handler
        handler(wire, ("127.0.0.1", 5), self)
        assert wire.timeouts == [30]
        top, _, content = wire.answer.partition(b"\r\n\r\n")
        status, *lines = top.decode().split("\r\n")
        found = dict(one.split(": ", 1) for one in lines)
        assert found.pop("Date")
        return int(status.split()[1]), found, content

    def post(self, path: str, body: bytes = b"", **headers: str) -> tuple[int, str, bytes]:
        """The status, the type and the content of the answer to a question."""
        given = {"Content_Length": str(len(body)), **headers}
        status, found, content = self.ask(f"POST /{TOKEN}/{path}", body, **given)
        return status, found["Content-Type"], content


TOKEN = "token"


@pytest.fixture
def page() -> Page:
    made = Page()
    made.token = TOKEN
    return made


@pytest.mark.parametrize(
    ("path", "kind", "content"),
    [
        ("", "text/html; charset=utf-8", b"<p>"),
        ("?x=1/2", "text/html; charset=utf-8", b"<p>"),
        ("index.html", "text/html; charset=utf-8", b"<p>"),
        ("a.mjs?v=3", "text/javascript", b"1"),
        ("b.unknown", "application/octet-stream", b"2"),
        ("c.png", "image/png", b"3"),
        ("games/d.wasm", "application/wasm", b"4"),
    ],
)
def test_files_are_sent_with_their_types(page: Page, path: str, kind: str, content: bytes) -> None:
    headers = {**HEADERS, "Content-Type": kind, "Content-Length": str(len(content))}
    assert page.ask(f"GET /{TOKEN}/{path}") == (200, headers, content)
    assert page.ask(f"HEAD /{TOKEN}/{path}") == (200, headers, b"")


@pytest.mark.parametrize(
    ("line", "headers"),
    [
        ("GET /token", {}),
        ("GET /", {}),
        ("GET /tokens/", {}),
        ("GET /tok%C3%A9n/", {}),
        ("GET /token/nothing", {}),
        ("GET /token/", {"Host": "localhost:99"}),
        ("GET /token/", {"Host": None}),
        ("GET /token/", {"Origin": "http://elsewhere"}),
        ("GET /token/", {"Origin": "null"}),
        ("GET /token/", {"Sec_Fetch_Site": "cross-site"}),
        ("GET /token/", {"Sec_Fetch_Site": "same-site"}),
    ],
)
def test_nobody_else_gets_an_answer(page: Page, line: str, headers: dict[str, str | None]) -> None:
    not_found = {**HEADERS, "Content-Type": TEXT, "Content-Length": "10"}
    assert page.ask(line, **headers) == (404, not_found, b"not found\n")
    assert page.ask(line.replace("GET", "HEAD"), **headers) == (404, not_found, b"")


def test_the_page_itself_may_ask(page: Page) -> None:
    for headers in ({"Origin": "http://127.0.0.1:99"}, {"Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"}):
        assert page.ask(f"GET /{TOKEN}/", **headers)[0] == 200


def test_questions_are_answered(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    json_type = "application/json"
    assert page.post("desk") == (200, json_type, b'{"desk": "first"}')
    assert page.post("desk/abc", b' {"name":"work",\n"args":[]}') == (200, json_type, b'{"value": 3, "sent": []}')
    assert page.asked == [("abc", b'{"name": "work", "args": []}')]
    assert page.post("desk/failing", b"{}") == (500, TEXT, b"KeyError: x")
    gone = b"this page was left for so long that its Python has ended; load the page again"
    assert page.post("desk/gone", b"{}") == (410, TEXT, gone)
    assert page.post("desk/abc", b"{")[:2] == (400, TEXT)
    assert page.post("friends") == (200, json_type, b'{"address": "http://192.168.1.7:1/"}')
    page.no_friends = True
    assert page.post("friends") == (503, TEXT, b"nothing is installed")
    assert page.post("other") == (404, TEXT, b"not found\n")

    def failing(error: Exception) -> Callable[[str], bytes]:
        def assembled(text: str) -> bytes:
            raise error

        return assembled

    monkeypatch.setattr(modules, "assembled", lambda text: text.encode() + b"!")
    assert page.post("assemble", b"(module)") == (200, "application/wasm", b"(module)!")
    monkeypatch.setattr(modules, "assembled", failing(ValueError("x" * 900)))
    assert page.post("assemble", b"(module)") == (400, TEXT, b"x" * 500)
    monkeypatch.setattr(modules, "assembled", failing(ImportError("wasmtime")))
    status, kind, content = page.post("assemble", b"(module)")
    assert (status, kind, content.startswith(b"this needs the package wasmtime")) == (501, TEXT, True)


def test_a_question_must_say_how_long_it_is(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "MOST_BODY", 4)
    assert page.post("desk/abc", b"1234")[0] == 200
    for length in ("5", "-1", "x", ""):
        assert page.post("desk/abc", b"12345", Content_Length=length)[:2] == (404, TEXT)
    assert page.ask("POST /wrong/desk", b"", Content_Length="0")[0] == 404


def test_a_studio_has_a_secret_address_and_ends_its_processes(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>")
    one, other = Studio(tmp_path), Studio(tmp_path)
    ended: list[str] = []
    try:
        assert one.address == f"http://127.0.0.1:{one.server_port}/{one.token}/"
        assert (one.token != other.token, len(one.token)) == (True, 32)
        assert one.supply.get("index.html") == b"<p>"
        with pytest.raises(OSError, match="in use"):
            Studio(tmp_path, port=one.server_port)
    finally:
        for server in (one, other):
            server.desks = SimpleNamespace(end=lambda: ended.append("desks"))
            server.friends = SimpleNamespace(end=lambda: ended.append("friends"))
            server.server_close()
    assert ended == ["desks", "friends"] * 2


def test_a_page_that_no_longer_waits_is_no_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    studio = Studio(tmp_path)
    try:
        for error, shown in ((BrokenPipeError(), False), (ConnectionResetError(), False), (KeyError("x"), True)):
            try:
                raise error
            except (OSError, KeyError):
                studio.handle_error(None, ("127.0.0.1", 5))
            assert ("Traceback" in capsys.readouterr().err) == shown
    finally:
        studio.server_close()


# ------------------------------------------------------------------------------------------------------------ supply


def test_files_are_made_when_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, folder = tmp_path / "rules", tmp_path / "page"
    for path in (rules / "games", rules / "lessons", folder / "js", tmp_path / "ready" / "rules"):
        path.mkdir(parents=True)
    (rules / "games" / "one.play").write_text("x")
    (rules / "lessons" / "two.json").write_text("x")
    (folder / "js" / "a.js").write_text("1")
    (folder / "catalogue.json").write_text(json.dumps({
        "games": [{"name": "old"}, {"name": "whist", "kept": True}], "scripts": [{"name": "gone"}],
    }))  # fmt: skip
    (tmp_path / "ready" / "rules" / "whist.hoyle").write_text("ready")
    (tmp_path / "ready" / "files.json").write_text("no")
    made: list[str] = []

    def game_files(name: str) -> dict[str, bytes]:
        made.append(name)
        return {f"{kind}/{name}.{ending}": name.encode() for kind, ending in (("games", "json"), ("rules", "hoyle"))}

    known: Any = SimpleNamespace(
        game_files=game_files, game_entry=lambda name, path: {"name": name},
        script_files=lambda path: ({"name": path.stem}, {f"scripts/{path.name}": b"text"}),
        lesson_file=lambda path: ({"lesson": path.stem}, b"lesson"), lesson_paths=lambda: [rules / "lessons" / "two.json"],
        script_paths=lambda: [rules / "games" / "one.play"],
        listed=lambda games, lessons, scripts: json.dumps([games, lessons, scripts]).encode(),
    )  # fmt: skip
    monkeypatch.setattr(supply, "_catalogue", lambda: known)
    monkeypatch.setattr(supply, "RULESETS", rules)
    monkeypatch.setattr(supply, "rulesets", lambda: {"whist": Path("w"), "new": Path("n")})
    files = supply.PageFiles(folder)
    assert (files.get("js/a.js"), files.get("js"), files.get("../rules/games/one.play")) == (b"1", None, None)
    assert (files.get("rules/whist.hoyle"), files.get("games/whist.json"), made) == (b"whist", b"whist", ["whist"])
    assert (files.get("games/whist.weights"), files.get("rules/other.hoyle"), made) == (None, None, ["whist"] * 2)
    assert (files.get("scripts/one.play"), files.get("scripts/one.json")) == (b"text", None)
    assert files.get("lessons/two.json") == b"lesson"
    assert files.get("files.json") == b'{"offline":false,"friends":true,"files":{}}'
    listing = json.loads(files.get("catalogue.json") or b"")
    assert listing == [[{"name": "whist", "kept": True}, {"name": "new"}], [{"lesson": "two"}], [{"name": "one"}]]
    ready = supply.PageFiles(folder, tmp_path / "ready")
    assert (ready.get("rules/whist.hoyle"), ready.get("rules/new.hoyle")) == (b"ready", b"new")
    assert ready.get("files.json") == files.get("files.json")
    (folder / "catalogue.json").unlink()
    assert json.loads(supply.PageFiles(folder).get("catalogue.json") or b"")[0] == [{"name": "whist"}, {"name": "new"}]
    made.clear()
    for most, times in ((1, 2), (3, 1)):  # what is made for one game is two files
        monkeypatch.setattr(supply, "MOST_KEPT", most)
        files, made[:] = supply.PageFiles(folder), []
        for name in ("whist", "new", "whist"):
            files.get(f"rules/{name}.hoyle")
        assert made.count("whist") == times


# -------------------------------------------------------------------------------------------- the processes of a page


class Planned:
    """A process that answers with planned lines."""

    def __init__(self, lines: bytes, command: tuple[Any, ...] = ()) -> None:
        self.stdin, self.stdout, self.stderr = io.BytesIO(), io.BytesIO(lines), io.BytesIO()
        self.command = command
        self.ended: list[str] = []

    def kill(self) -> None:
        """It ends at once."""
        self.ended.append("kill")

    def wait(self) -> int:
        """It has ended."""
        self.ended.append("wait")
        return 0


def test_a_desk_process_is_asked_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Planned] = []

    def popen(command: list[str], **given: Any) -> Planned:
        assert given == {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        begun.append(Planned(b'{"value": 1}\n{"value": 2}\n', tuple(command[1:])))
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    one = DeskProcess()
    assert [one.ask(b"a"), one.ask(b"b")] == [{"value": 1}, {"value": 2}]
    *command, folder = begun[0].command
    assert (command, begun[0].stdin.getvalue()) == (["-m", "hoyle.cli.pages.studio.installed"], b"a\nb\n")
    assert Path(folder).is_dir()
    with pytest.raises(GoneError, match="load the page again"):
        one.ask(b"c")
    one.end()
    assert (begun[0].ended, begun[0].stdin.closed, begun[0].stdout.closed) == (["kill", "wait"], True, True)
    assert not Path(folder).exists()
    with pytest.raises(GoneError):
        one.ask(b"d")


def test_the_process_that_was_asked_longest_ago_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []

    class Counted:
        many = 0

        def __init__(self) -> None:
            Counted.many += 1
            self.number = Counted.many

        def ask(self, request: bytes) -> dict[str, Any]:
            return {"number": self.number, "request": request.decode()}

        def end(self) -> None:
            ended.append(self.number)

    monkeypatch.setattr(asking, "DeskProcess", Counted)
    monkeypatch.setattr(asking, "MOST_PROCESSES", 3)
    desks = Desks()
    names = [desks.begin() for _ in range(3)]
    assert (len({*names}), {*map(len, names)}, ended) == (3, {12}, [])
    assert desks.ask(names[0], b"x") == {"number": 1, "request": "x"}
    desks.begin()
    assert ended == [2]
    with pytest.raises(GoneError):
        desks.ask(names[1], b"x")
    assert desks.ask(names[2], b"y") == {"number": 3, "request": "y"}
    desks.end()
    assert sorted(ended) == [1, 2, 3, 4]
    with pytest.raises(GoneError):
        desks.ask(names[0], b"x")


def test_the_installed_python_answers_until_nobody_asks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = (Path(__file__).parents[2] / "club" / "evening.play").read_text("utf-8")
    rules = (Path(__file__).parents[2] / "club" / "club_whist.hoyle").read_text("utf-8")
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    requests: list[tuple[str, list[Any]]] = [
        ("receive", [json.dumps(hello)]),
        ("work", []),
        ("work", []),
        ("rest", []),
        ("receive", ["no JSON"]),
        ("call", ["file", json.dumps({"name": "club_whist", "text": rules})]),
        ("call", ["judge", '{"key": "x"}']),
        ("call", ["judging", json.dumps({"text": script, "game": 0})]),
        ("call", ["judging", json.dumps({"text": script, "game": 1})]),
        ("call", ["nothing", "{}"]),
        ("other", []),
    ]
    lines = [json.dumps({"name": name, "args": given}).encode() + b"\n" for name, given in requests]
    out = io.BytesIO()
    monkeypatch.setattr(installed.sys, "stdin", SimpleNamespace(buffer=lines))
    monkeypatch.setattr(installed.os, "dup", lambda stream: stream)
    monkeypatch.setattr(installed.os, "dup2", lambda one, other: None)
    monkeypatch.setattr(installed.os, "fdopen", lambda stream, mode: out)
    answers_in = tmp_path / "folder"
    answers_in.mkdir()
    installed.answer_requests(answers_in)
    assert not answers_in.exists()
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(requests)
    values = [one.get("value") for one in answers]
    assert values[:5] == [None, True, False, values[3], None]
    assert [json.loads(text)["id"] for text in answers[1]["sent"]] == [1]
    assert [one["sent"] for one in answers[2:4]] == [[], []]
    assert json.loads(answers[4]["sent"][0])["error"]["code"] == -32700
    assert [json.loads(value) for value in values[5:7]] == [
        {},
        {"problem": "another game is being judged", "errors": 0},
    ]
    prepared = json.loads(values[7])
    assert (prepared["wat"], len(prepared["key"])) == ("", 64)
    assert json.loads(values[8])["problem"] == "there is no such game"
    assert answers[9] == {"error": "KeyError: 'nothing'"}
    assert answers[10] == {"error": "KeyError: 'other'"}


def test_a_desk_keeps_its_questions_in_its_folder(tmp_path: Path) -> None:
    sent: list[str] = []
    desk = Desk(sent.append, tmp_path / "a" / "b")
    assert json.loads(desk.call("file", '{"name": "mine", "text": "x"}')) == {}
    assert (tmp_path / "a" / "b" / "mine.hoyle").read_text() == "x"
    assert desk.questions is desk.questions
    assert (desk.work(), sent) == (False, [])
    with pytest.raises(Exception, match="another game is being judged"):
        desk.run_search("x", lambda: None)


# ----------------------------------------------------------------------------------------------------------- friends


class Tables:
    """A server of tables that prints one line."""

    def __init__(self, command: list[str], line: str, why: str = "") -> None:
        self.command, self.line, self.why = command, line, why
        self.stdout, self.stderr = io.StringIO(line), io.StringIO(why)
        self.over: int | None = None
        self.calls: list[str] = []
        self.patient = True

    def poll(self) -> int | None:
        """Whether it has ended."""
        return self.over

    def kill(self) -> None:
        """End it at once."""
        self.calls.append("kill")

    def terminate(self) -> None:
        """Ask it to end."""
        self.calls.append("terminate")

    def wait(self, seconds: float | None = None) -> int:
        """Wait for its end."""
        self.calls.append(f"wait {seconds}")
        if seconds is not None and not self.patient:
            raise subprocess.TimeoutExpired("x", seconds)
        return 0

    def communicate(self) -> tuple[str, str]:
        """What it printed."""
        return self.line, self.why


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Servers that are begun, and whether one is there already."""
    state = SimpleNamespace(begun=[], lines=[("Tables are at http://192.168.1.7:5/ (Ctrl-C stops the server)\n", "")],
                            there=b"", asked=[])  # fmt: skip

    def popen(command: list[str], **given: Any) -> Tables:
        assert given == {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        state.begun.append(Tables(command, *state.lines[min(len(state.begun), len(state.lines) - 1)]))
        return state.begun[-1]

    def urlopen(address: str, timeout: float) -> io.BytesIO:
        state.asked.append((address, timeout))
        if not state.there:
            raise OSError
        return io.BytesIO(state.there)

    from hoyle.server.web import run

    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(friends, "find_spec", lambda name: name)
    monkeypatch.setattr(run, "lan_address", lambda: "192.168.1.9")
    return state


def test_a_server_of_tables_is_begun_once(tables: Any) -> None:
    pytest.importorskip("uvicorn")
    server = FriendsServer("kept.sqlite", 8731)
    assert [server.address(), server.address()] == ["http://192.168.1.7:5/"] * 2
    assert tables.asked == [("http://127.0.0.1:8731/healthy", 2)]
    (one,) = tables.begun
    assert one.command[1:] == [
        "-m", "hoyle", "serve", "--no-browser", "--no-code", "--database", "kept.sqlite", "--port", "8731",
    ]  # fmt: skip
    one.over = 0
    server.address()
    assert len(tables.begun) == 2
    server.end()
    server.end()
    assert tables.begun[1].calls == ["terminate", "wait 10"]
    server.address()
    tables.begun[2].patient = False
    server.end()
    assert tables.begun[2].calls == ["terminate", "wait 10", "kill", "wait None"]


def test_what_a_server_of_tables_prints_is_read(tables: Any) -> None:
    pytest.importorskip("uvicorn")
    tables.lines = [("Tables are at http://192.168.1.7:5/ now\n" + "more\n" * 50_000, "a warning\n" * 50_000)]
    FriendsServer("x", 0).address()
    (one,) = tables.begun
    for thread in threading.enumerate():
        if thread.name.endswith("(_read_on)"):
            thread.join(10)
    assert one.stdout.closed
    assert one.stderr.closed


def test_a_server_that_is_there_is_used(tables: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn")
    tables.there = b'{"ok":true}'
    assert FriendsServer("x", 80).address() == "http://192.168.1.9:80/"
    assert tables.begun == []
    tables.there = b"something else"
    assert FriendsServer("x", 80).address() == "http://192.168.1.7:5/"
    tables.there, tables.asked = b'{"ok":true}', []
    FriendsServer("x", 0).address()
    assert tables.asked == []
    assert tables.begun[-1].command[-2:] == ["--port", "0"]


def test_why_there_is_no_server_of_tables(tables: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn")
    tables.lines = [("", "port 80 is taken\n"), ("Tables are at http://192.168.1.7:6/ now\n", "")]
    assert FriendsServer("x", 80).address() == "http://192.168.1.7:6/"
    assert [one.command[-1] for one in tables.begun] == ["80", "0"]
    assert (tables.begun[0].calls, tables.begun[1].calls) == (["kill"], [])
    tables.begun.clear()
    tables.lines = [("", "first\n"), ("nonsense\n", "a" * 300 + "end \n")]
    with pytest.raises(NoFriendsError, match=r"^the tables cannot be served: a{197}end$"):
        FriendsServer("x", 80).address()
    tables.begun.clear()
    tables.lines = [("", "  ")]
    with pytest.raises(NoFriendsError, match=r"^the tables cannot be served: no answer$"):
        FriendsServer("x", 80).address()
    for missing in ("starlette", "uvicorn"):
        monkeypatch.setattr(friends, "find_spec", lambda name, missing=missing: None if name == missing else name)
        with pytest.raises(NoFriendsError, match=r"pip install 'hoyle\[serve\]'"):
            FriendsServer("x", 80).address()


def test_a_server_that_says_nothing_is_not_waited_for(tables: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("uvicorn")
    timers: list[tuple[float, str]] = []

    class Timer:
        def __init__(self, seconds: float, call: Callable[[], None]) -> None:
            timers.append((seconds, call.__name__))

        def start(self) -> None:
            timers.append((0, "start"))

        def cancel(self) -> None:
            timers.append((0, "cancel"))

    monkeypatch.setattr(threading, "Timer", Timer)
    FriendsServer("x", 0).address()
    assert timers == [(friends.PATIENCE, "kill"), (0, "start"), (0, "cancel")]


# --------------------------------------------------------------------------------------------------------- catalogue


def test_the_catalogue_is_written_into_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Alone:
        def __enter__(self) -> Alone:
            return self

        def __exit__(self, *why: object) -> None:
            pass

        map = staticmethod(map)

    club = Path(__file__).parents[2] / "club"
    script, other, lesson = tmp_path / "b.play", tmp_path / "a.play", tmp_path / "l.json"
    script.write_bytes((club / "evening.play").read_bytes())
    other.write_bytes((club / "evening.play").read_bytes())
    lesson.write_text('{"title": "Look", "about": "one thing"}')
    for name in ("club_whist", "club_double"):
        (tmp_path / f"{name}.hoyle").write_bytes((club / f"{name}.hoyle").read_bytes())
    (tmp_path / "club.txt").write_bytes((club / "club.txt").read_bytes())
    monkeypatch.setattr(catalogue, "ProcessPoolExecutor", Alone)
    monkeypatch.setattr(catalogue, "rulesets", lambda: {"club_whist": Path("w"), "club_double": Path("d")})
    monkeypatch.setattr(catalogue, "script_paths", lambda: [other, script])
    monkeypatch.setattr(catalogue, "lesson_paths", lambda: [lesson])
    monkeypatch.setattr(catalogue, "game_entry", lambda name, path: {"name": name, "path": str(path)})
    monkeypatch.setattr(catalogue, "game_files", lambda name: {f"rules/{name}.hoyle": name.encode()})
    assert catalogue.write(tmp_path / "out") == 2
    found = sorted(str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*"))
    assert found == [
        "catalogue.json", "games", "lessons", "lessons/l.json", "rules", "rules/club_double.hoyle",
        "rules/club_whist.hoyle", "scripts", "scripts/a.json", "scripts/a.play", "scripts/b.json", "scripts/b.play",
        "settings",
    ]  # fmt: skip
    assert (tmp_path / "out" / "rules" / "club_double.hoyle").read_text() == "club_double"
    contents = json.loads((tmp_path / "out" / "catalogue.json").read_text("utf-8"))
    assert contents["games"] == [{"name": "club_whist", "path": "w"}, {"name": "club_double", "path": "d"}]
    assert [one["name"] for one in contents["scripts"]] == ["a", "b"]
    assert contents["lessons"] == [{"name": "l", "title": "Look", "about": "one thing"}]


def test_a_module_loses_its_names_only() -> None:
    def section(kind: int, content: bytes) -> bytes:
        size, coded = len(content), b""
        while size >= 0x80:
            coded, size = coded + bytes([size & 0x7F | 0x80]), size >> 7
        return bytes([kind]) + coded + bytes([size]) + content

    head = b"\0asm\1\0\0\0"
    one, long, last = section(1, b"abc"), section(10, bytes(range(256)) * 80), section(11, b"")
    names, more = section(0, b"n" * 300), section(0, b"")
    for sections in ((names, one), (one, names, long, more, last), (long, last, names), (names,), ()):
        kept = b"".join(part for part in sections if part[0])
        assert catalogue._nameless(head + b"".join(sections)) == head + kept
