"""`hoyle join`, `serve`, `studio` and `lsp` without a network: what they ask of others, word for word."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pip install 'hoyle[serve]'")
pytest.importorskip("starlette", reason="starlette is not installed: pip install 'hoyle[serve]'")

from hoyle.cli.commands.tables import serve as serving
from hoyle.cli.pages.studio import built
from hoyle.cli.pages.studio import serve as studio_serving
from hoyle.server.client.bot import RemotePlayer, UnfitPlayer
from hoyle.server.client.link import TableLink, Unreachable
from hoyle.server.store import StoreFailed
from hoyle.server.web import run as running
from hoyle.server.web.rates import Rate, Rates

from ..conftest import Hoyle

Json = dict[str, Any]
URL = "http://laptop:8731/t/club#secret"


STAYS: Json = {"type": "stays"}
"""The server says nothing for a while."""


class PlannedLink:
    """A connection over which planned messages come; it keeps what is sent."""

    def __init__(self, messages: list[Json], secret: str = "secret") -> None:
        self.planned, self.secret = messages, secret
        self.sent: list[Any] = []
        self.waiting = False
        self.connection = object()

    def messages(self) -> Iterator[Json]:
        """One after the other; an exception is raised instead."""
        for one in self.planned:
            if isinstance(one, Exception):
                raise one
            if one == STAYS:
                Event().wait(20)
                return
            yield one

    def send(self, message: Json) -> None:
        """Keep it."""
        self.sent.append(message)

    def choose(self, question: int, answer: Json) -> None:
        """Keep the question and the answer."""
        self.sent.append((question, answer))


def table(**more: Any) -> Json:
    """A message about a table with two chairs."""
    asked = {
        "name": "Ann", "prompt": "Ann chooses", "options": [{"label": "pass", "number": 7}, {"label": "bid", "number": 9}],
        "more": 3, "incidents": [{"title": "misdeal"}], "alternatives": [],
    }  # fmt: skip
    scene = {
        "viewer": 0, "seats": ["Ann", "Bob"], "teams": [], "deal": 1, "trick_of_deal": 0, "turn": 0, "over": None,
        "since": [], "facts": [], "roles": [], "badges": [], "zones": [], "calls": [], "scores": [], "trick": None,
        "last_trick": None, "settlement": None,
    }  # fmt: skip
    chairs = [
        {"name": "Ann", "came": True, "here": True, "program": None, "seat": 0},
        {"name": "Bob", "came": False, "here": False, "program": None, "seat": 1},
    ]
    return {
        "type": "table", "title": "Club", "you": 0, "chairs": chairs, "question": 4, "phase": "playing", "game": 1,
        "seat": 0, "turn": 0, "may": {"take_back": True, "chat": "off", "clock": [0, 0]}, "left": [], "proposal": None,
        "remarks": [], "stopped": None, "view": {"scene": scene, "question": asked}, **more,
    }  # fmt: skip


@pytest.fixture
def joined(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that joins a table at which these messages come: the output, and what was sent."""

    def call(*messages: Any, secret: str = "secret", more: tuple[str, ...] = ()) -> Any:
        link = PlannedLink([*messages], secret)
        monkeypatch.setattr(TableLink, "to", classmethod(lambda cls, url: link))
        done = hoyle("join", URL, *more)
        return SimpleNamespace(code=done.code, lines=done.lines, err=done.err, sent=link.sent)

    return call


def test_a_person_whose_input_has_ended_leaves_when_asked(joined: Any) -> None:
    found = joined(table(), STAYS, more=("--name", "Ann", "--plain"))
    assert (found.code, found.lines[-1], found.sent) == (0, "The table is left.", [])


def test_a_name_that_is_refused_ends_what_nobody_types_at(joined: Any) -> None:
    refused = {"type": "refused", "code": "S38", "sentence": "That is no name."}
    for more in (("--name", "D. Smith"), ("--name", "D. Smith", "--player", "random")):
        found = joined(table(you=-1), refused, refused, more=more)
        assert (found.code, found.err) == (1, "hoyle: That is no name.\n")
        assert found.sent == [{"type": "sit", "secret": "secret", "name": "D. Smith"}]


def test_a_program_whose_name_somebody_has_gets_another(joined: Any) -> None:
    taken = {"type": "refused", "code": "S38", "sentence": "There is a Bob."}
    free = table(you=-1)
    free["chairs"] = [{"name": name, "came": True} for name in ("A", "Bob", "Bob2")]
    found = joined(free, taken, taken, more=("--name", "bob", "--player", "random"))
    assert [one["name"] for one in found.sent] == ["bob", "bob2", "bob3"]


def test_a_name_that_no_number_would_mend_is_not_tried_again(joined: Any) -> None:
    refused = {"type": "refused", "code": "S65", "sentence": "A name ends with a letter."}
    found = joined(table(you=-1), refused, table(you=-1), more=("--name", "Ann-"))
    assert (found.code, found.err) == (1, "hoyle: A name ends with a letter.\n")
    assert [one["name"] for one in found.sent] == ["Ann-"]


def test_programs_answer(joined: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RemotePlayer, "option", lambda self, message: 9)
    monkeypatch.setattr(RemotePlayer, "choose", lambda self, seen: seen["question"] + 1)
    found = joined(table(), {"type": "seen", "question": 4}, more=("--player", "random"))
    assert (found.lines, found.sent) == ([], [(4, {"option": 9}), (4, {"option": 5})])
    found = joined(table(you=-1), table(), {"type": "seen", "question": 4}, more=("--player", "think:quick"))
    assert found.lines == []
    assert found.sent == [{"type": "sit", "secret": "secret", "name": "Think"}, {"type": "seen"}, (4, {"option": 5})]
    assert joined({"type": "seen", "question": 4}).sent == []


def test_who_cannot_join(joined: Any, hoyle: Hoyle) -> None:
    found = joined(Unreachable("nobody there"))
    assert (found.code, found.err) == (1, "hoyle: nobody there\n")
    assert joined(UnfitPlayer("not this one")).code == 1
    nobody = hoyle("join", URL, "--player", "nobody")
    assert (nobody.code, "nobody" in nobody.err) == (2, True)
    assert hoyle("join", URL, "--games", "0").code == 2


# --------------------------------------------------------------------------------------------------------------- serve


@pytest.fixture
def served(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs `serve` without a server: its output, its settings, and what was opened."""
    monkeypatch.setattr(running, "lan_address", lambda: "192.168.1.7")
    monkeypatch.delenv(serving.TOKEN, raising=False)

    def call(*arguments: str, fails: Exception | None = None) -> Any:
        seen = SimpleNamespace(opened=[], bound=[], settings=None)

        def bound(address: str, port: int) -> Any:
            seen.bound.append((address, port))
            return SimpleNamespace(getsockname=lambda: (address, port or 4321))

        def run(settings: Any, listening: Any, ready: Any) -> None:
            seen.settings = settings
            if fails is not None:
                raise fails
            ready()

        monkeypatch.setattr(running, "bound_socket", bound)
        monkeypatch.setattr(running, "serve", run)
        monkeypatch.setattr(webbrowser, "open", seen.opened.append)
        seen.done = hoyle("serve", *arguments)
        return seen

    return call


def test_serve_says_where_the_tables_are(served: Any) -> None:
    plain = served("--no-code")
    assert plain.done.lines == [
        "Tables are at http://192.168.1.7:8731/ (Ctrl-C stops the server)", "The server is stopped; the tables are kept.",
    ]  # fmt: skip
    assert (plain.done.code, plain.bound, plain.opened) == (0, [("0.0.0.0", 8731)], ["http://127.0.0.1:8731/"])
    settings = plain.settings
    assert (settings.database, settings.cores, settings.proxies, settings.most_tables) == (
        serving.DATABASE, 0, "", 1_000_000,
    )  # fmt: skip
    assert len(settings.token) == 32
    assert settings.rates == Rates()
    one = served("--no-code", "--address", "10.0.0.1", "--port", "0", "--cores", "3", "--tables", "5", "--generous",
                 "--proxy", "10.0.0.9", "--database", "other.sqlite")  # fmt: skip
    assert one.done.lines[0] == "Tables are at http://10.0.0.1:4321/ (Ctrl-C stops the server)"
    assert (one.bound, one.opened) == ([("10.0.0.1", 0)], ["http://10.0.0.1:4321/"])
    settings = one.settings
    assert (settings.database, settings.cores, settings.proxies, settings.most_tables) == (
        "other.sqlite", 3, "10.0.0.9", 5,
    )  # fmt: skip
    much = Rate(1e6, 1e6)
    assert settings.rates == Rates(much, much, much, 100_000, 100_000)
    far = served("--no-code", "--no-browser", "--url", "https://tables.example/", "--address", "::")
    assert (far.done.lines[0], far.opened) == ("Tables are at https://tables.example/ (Ctrl-C stops the server)", [])
    assert served("--no-code", "--address", "::").opened == ["http://127.0.0.1:8731/"]


def test_serve_draws_a_code_and_names_the_operator_at_a_terminal(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("segno")
    import segno

    shown = served("--no-browser").done.lines[1:-1]
    matrix = segno.make("http://192.168.1.7:8731/", error="m").matrix
    size = len(matrix)
    dark = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = [[dark[sign][half] for sign in line] for line in shown for half in (0, 1)]
    assert [row[2:-2] for row in rows[2 : 2 + size]] == [[*map(int, row)] for row in matrix]
    assert all(not any(row) for row in [*rows[:2], *rows[2 + size :]])
    assert all(not any((*row[:2], *row[-2:])) for row in rows)
    assert (len(rows[0]), len(rows)) == (size + 4, size + 4 + size % 2)
    monkeypatch.setenv(serving.TOKEN, "given")
    assert served("--no-code").settings.token == "given"
    settings = SimpleNamespace(token="made")
    announced: list[str] = []
    monkeypatch.setattr(serving, "echo", announced.append)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    for token in (None, "given"):
        serving._announce(settings, "::", 80, None, token, False, False)
    at = "Tables are at http://192.168.1.7:80/ (Ctrl-C stops the server)"
    assert announced == [at, "For the operator: http://127.0.0.1:80/operator#made", at]


def test_serve_says_what_cannot_be_used(served: Any, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    found = served("--database", "postgresql://me:word@host/x", fails=StoreFailed("it is full"))
    assert (found.done.code, found.done.err) == (74, "hoyle: the tables cannot be kept in the database: it is full\n")
    found = served("--database", "folder/x.sqlite", fails=StoreFailed("it is full"))
    assert found.done.err == "hoyle: the tables cannot be kept in x.sqlite: it is full\n"

    def taken(address: str, port: int) -> Any:
        raise OSError(98, "Address already in use")

    def strange(address: str, port: int) -> Any:
        raise OverflowError

    for fails, why in ((taken, "address already in use"), (strange, "it failed")):
        monkeypatch.setattr(running, "bound_socket", fails)
        done = hoyle("serve", "--port", "99")
        assert (done.code, f"0.0.0.0, port 99, cannot be used: {why}" in done.err) == (2, True)


# ----------------------------------------------------------------------------------------------------- the studio, lsp


def test_studio_is_served_until_it_is_stopped(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    ports: list[int] = []
    closed: list[str] = []

    class Stopped:
        address = "http://127.0.0.1:5/x/"

        def __init__(self, port: int) -> None:
            ports.append(port)
            if port == 7:
                raise OSError(98, "Address already in use")

        def serve_forever(self) -> None:
            raise KeyboardInterrupt

        def server_close(self) -> None:
            closed.append("closed")

    monkeypatch.setattr(studio_serving, "Studio", Stopped)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    done = hoyle("studio")
    assert (done.code, done.lines) == (0, ["The studio is at http://127.0.0.1:5/x/ (Ctrl-C stops it)", ""])
    assert (opened, ports, closed) == (["http://127.0.0.1:5/x/"], [0], ["closed"])
    assert hoyle("studio", "--no-browser", "--port", "9").code == 0
    assert (len(opened), ports, closed) == (1, [0, 9], ["closed", "closed"])
    taken = hoyle("studio", "--port", "7")
    assert (taken.code, "port 7 cannot be used: address already in use" in taken.err) == (2, True)
    for wrong in (("--port", "9"), ("--no-browser",)):
        both = hoyle("studio", "--export", "x", *wrong)
        assert (both.code, "leave out --port and --no-browser" in both.err) == (2, True)


def test_the_site_is_written_into_a_new_or_empty_folder(
    hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch, here: Path
) -> None:
    site = here / "site"
    (site / "games").mkdir(parents=True)
    monkeypatch.setattr(built, "SITE", site)
    monkeypatch.setattr(built, "is_built", (site / "files.json").is_file)
    monkeypatch.setattr(built, "files", lambda: [Path("files.json"), Path("games/a.wasm")])
    missing = hoyle("studio", "--export", "out")
    assert (missing.code, "the site is not built" in missing.err) == (1, True)
    (site / "files.json").write_bytes(b"x" * 60_000)
    (site / "games" / "a.wasm").write_bytes(b"y" * 100_000)
    (here / "empty").mkdir()
    for name in ("out", "empty"):
        done = hoyle("studio", "--export", name)
        assert (done.code, done.lines) == (0, [f"{name}: 2 files, 0.2 MB"])
        assert (here / name / "games" / "a.wasm").read_bytes() == b"y" * 100_000
        again = hoyle("studio", "--export", name)
        assert (again.code, f"`{name}` is there already and not empty" in again.err) == (2, True)
    (here / "file").write_text("x")
    assert hoyle("studio", "--export", "file").code == 2
    monkeypatch.setattr(built, "files", lambda: [Path("files.json"), Path("games/b.wasm")])
    (here / "other").mkdir()
    for name, left in (("new", False), ("other", True)):
        assert hoyle("studio", "--export", name).code == 74
        assert (here / name).is_dir() == left
        assert not left or not [*(here / name).iterdir()]


def test_the_language_server_is_begun_as_asked(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.language_server import transport

    begun: list[tuple[int | None, str]] = []

    def served(folders: object, port: int | None, host: str) -> int:
        begun.append((port, host))
        if port == 9:
            raise OSError(98, "Address already in use")
        return 1 if port else 0

    monkeypatch.setattr(transport, "serve", served)
    assert [hoyle("lsp").code, hoyle("lsp", "--stdio").code, hoyle("lsp", "--port", "8").code] == [0, 0, 1]
    assert begun == [(None, "127.0.0.1"), (None, "127.0.0.1"), (8, "127.0.0.1")]
    taken = hoyle("lsp", "--port", "9")
    assert (taken.code, "127.0.0.1:9: address already in use" in taken.err) == (2, True)
    assert hoyle("lsp", "--stdio", "--port", "8").code == 2
