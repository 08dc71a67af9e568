"""The language server behind its streams, in this process: what is begun beside it, and how it ends."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pygls", reason="pygls is not installed: pip install 'hoyle[editor]'")

from hoyle.language_server import transport, treesitter
from hoyle.language_server.transport import Server, TrialProcess

from ..golden import same_as_file

Json = dict[str, Any]


def test_a_server_knows_its_sources_and_its_process_beside() -> None:
    async def whole() -> None:
        made = Server((Path("a"), Path("b")))
        state = made.messages.session.state
        assert state.settings.sources == (Path("a"), Path("b"))
        assert isinstance(state.background, TrialProcess)
        said: list[str] = []
        made.messages.session.rubbish = said.append  # pyrefly: ignore[method-assign] - called in its stead
        for error in (ValueError(), RecursionError(), KeyError(), OSError()):
            made.report_server_error(error, None)
        assert said == ["what came is no JSON"] * 2

    asyncio.run(whole())


def test_a_client_that_reads_no_more_ends_the_session() -> None:
    async def whole() -> None:
        made = Server()

        def broken(data: bytes) -> None:
            raise BrokenPipeError

        made.messages.set_writer(SimpleNamespace(write=broken, close=lambda: None))
        made.messages.arrived.clear()
        made.messages.session.rubbish("x")
        assert (made.messages.session.exit_code, made.messages.arrived.is_set()) == (1, True)
        assert await made.messages.run() == 1
        closing: Any = SimpleNamespace(is_closing=lambda: True)
        with pytest.raises(BrokenPipeError):
            transport._SocketWriter(closing).write(b"x")

    asyncio.run(whole())


@pytest.mark.parametrize("ends", [True, False])
def test_games_are_played_in_a_process_beside(monkeypatch: pytest.MonkeyPatch, ends: bool) -> None:
    monkeypatch.setattr(TrialProcess, "WAIT", 0.0)
    written: list[bytes] = []
    killed: list[str] = []
    lines = [b'{"n": 1}\n', b'{"n": 2}\n', b"" if ends else b"no JSON\n"]

    async def readline() -> bytes:
        return lines.pop(0)

    process = SimpleNamespace(
        stdin=SimpleNamespace(write=written.append, close=lambda: written.append(b"closed")),
        stdout=SimpleNamespace(readline=readline), returncode=None, kill=lambda: killed.append("kill"),
    )  # fmt: skip

    async def wait() -> None:
        process.returncode = 0

    process.wait = wait

    async def begun(*command: str, **given: Any) -> Any:
        assert command == (sys.executable, "-m", "hoyle.language_server.counting")
        assert given["limit"] == 1 << 24
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begun)
    heard: list[Json] = []

    async def whole() -> None:
        beside = TrialProcess()
        beside.stop()
        beside.start({"job": 0}, heard.append)
        beside.start({"job": 1}, heard.append)  # takes the place of the other
        assert beside.task is not None
        await beside.task
        beside.stop()
        assert beside.task is None

    asyncio.run(whole())
    assert (heard, written) == ([{"n": 1}, {"n": 2}], [b'{"job": 1}\n', b"closed"])
    assert killed == ([] if ends else ["kill"])


def test_how_it_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    async def standard(*given: Any) -> int:
        asked.append(given)
        return 3

    async def by_socket(*given: Any) -> int:
        asked.append(given)
        return 4

    monkeypatch.setattr(transport, "_standard", standard)
    monkeypatch.setattr(transport, "_socket", by_socket)
    sources = (Path("a"),)
    assert [transport.serve(sources), transport.serve(sources, 0), transport.serve(sources, 9, "::1")] == [3, 4, 4]
    assert asked == [(sources,), (sources, "127.0.0.1", 0), (sources, "::1", 9)]


def test_standard_streams_are_kept_for_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[Any] = []
    out, err = io.BytesIO(), io.StringIO()
    printed: list[Any] = []

    async def converse(server: Server, reader: Any) -> int:
        printed.append(transport.sys.stdout)
        server.messages.session.rubbish("so")
        return 5

    monkeypatch.setattr(transport, "_converse", converse)
    monkeypatch.setattr(transport.sys, "stdin", SimpleNamespace(buffer=io.BytesIO()))
    monkeypatch.setattr(transport.sys, "stdout", SimpleNamespace(fileno=lambda: 1))
    monkeypatch.setattr(transport.sys, "stderr", err)
    monkeypatch.setattr(os, "dup", lambda stream: stream)
    monkeypatch.setattr(os, "fdopen", lambda stream, mode: out)
    monkeypatch.setattr(os, "_exit", left.append)
    assert asyncio.run(transport._standard((Path("a"),))) == 5
    assert (left, printed) == ([5], [err])
    assert b'"message"' in out.getvalue()
    assert b'"so"' in out.getvalue()


# ------------------------------------------------------------------------------------------------------- tree-sitter


def test_a_small_grammar_is_written_for_tree_sitter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lark takes seconds to give the productions of the whole grammar; these are some of every kind."""
    small = [
        ("form", ("<main>",), ""),
        ("form", ("<option>",), ""),
        ("main", ("main", "_NL", "<__lines>"), "main"),
        ("option", ("option", "NAME", ":", "<range>"), "option"),
        ("range", ("NUMBER", "..", "NUMBER"), "range"),
        ("range", ("yes", "or", "no"), "flag"),
        ("range", ("no",), "flag"),
        ("range", ("<value>",), ""),
        ("value", ("NUMBER",), "value"),
        ("value", ("(", "<value>", ")"), "value"),
        ("value", ("<gone>",), "value"),
        ("gone", ("<goner>",), "gone"),
        ("goner", (treesitter.SKIPPED,), "gone"),
        ("__lines", ("<__lines>", "<line>"), "many"),
        ("__lines", ("<line>",), "many"),
        ("line", ("nothing", "_NL"), "nothing"),
        ("line", ("set", "NAME", "to", "<value>", "<tail>", "_NL"), "set"),
        ("line", ("if", "<value>", "COMPARE", "<value>", "_INDENT", "<line>", "_DEDENT"), "if_then"),
        ("tail", (), "tail"),
        ("tail", ("STRING",), "tail"),
        ("tail", ("TEMPLATE", "RANK"), "tail"),
    ]
    monkeypatch.setattr(treesitter, "productions", lambda: iter(small))
    monkeypatch.setattr(treesitter, "digest", lambda: "of a small grammar")
    made = treesitter.files()
    assert [*made] == ["tree-sitter/grammar.js", "tree-sitter/queries/highlights.scm"]
    same_as_file(
        Path(__file__).with_name("small_treesitter.txt"), "\n".join(f"== {name}\n{text}" for name, text in made.items())
    )
