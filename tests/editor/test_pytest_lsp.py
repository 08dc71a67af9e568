"""The command with the client of pytest-lsp, which takes every answer only as the protocol has it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import SMALL

pytest.importorskip("pygls")
pytest_lsp = pytest.importorskip("pytest_lsp")
from lsprotocol import types  # noqa: E402  (it comes with pygls)

CODE = "import sys; sys.argv[0] = 'hoyle'; from hoyle.cli.main import main; main()"
VARIANT = 'variant "V" of small\nset quick to yess\n'


def with_client(test: Callable[[Any], Awaitable[None]], folder: Path) -> None:
    """Runs a test from initialize to shutdown; the suite has no other coroutines, so no plugin for them."""

    async def run() -> None:
        client = await pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-c", CODE, "lsp"]).start()
        params = types.InitializeParams(
            capabilities=pytest_lsp.client_capabilities("visual_studio_code"),
            workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="here")],
            initialization_options={"lenses": False, "trial": False},
        )
        client.folder = folder
        try:
            await asyncio.wait_for(client.initialize_session(params), 40)
            await asyncio.wait_for(test(client), 60)
            await asyncio.wait_for(client.shutdown_session(), 40)
            assert await asyncio.wait_for(client._server.wait(), 40) == 0
        finally:
            await client.stop()

    asyncio.run(run())


def opened(client: Any, name: str, text: str) -> str:
    """Opens a file that is on the disk, too; its address."""
    path: Path = client.folder / name
    path.write_text(text, encoding="utf-8")
    item = types.TextDocumentItem(uri=path.as_uri(), language_id="hoyle", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return path.as_uri()


def place(line: int, character: int) -> types.Position:
    return types.Position(line=line, character=character)


async def mistakes(client: Any, uri: str, some: bool) -> list[types.Diagnostic]:
    """What is wrong with a file, once anything or nothing is."""
    while uri not in client.diagnostics or bool(client.diagnostics[uri]) != some:
        await client.wait_for_notification("textDocument/publishDiagnostics")
    return list(client.diagnostics[uri])


def test_several_files_and_edits_in_ranges(tmp_path: Path) -> None:
    async def test(client: Any) -> None:
        base = opened(client, "small.hoyle", SMALL)
        variant = opened(client, "v.hoyle", VARIANT)
        found = await mistakes(client, variant, some=True)
        assert found[0].range.start == place(1, 13)
        assert await mistakes(client, base, some=False) == []
        change = types.TextDocumentContentChangePartial(range=types.Range(place(1, 16), place(1, 17)), text="")
        document = types.VersionedTextDocumentIdentifier(version=2, uri=variant)
        client.text_document_did_change(types.DidChangeTextDocumentParams(document, content_changes=[change]))
        assert await mistakes(client, variant, some=False) == []

    with_client(test, tmp_path)


def test_answers_are_of_the_protocol(tmp_path: Path) -> None:
    """pytest-lsp reads each into its type, and fails where it is of none."""

    async def test(client: Any) -> None:
        document = types.TextDocumentIdentifier(uri=opened(client, "small.hoyle", SMALL))
        where = place(SMALL[: SMALL.index("points >=")].count("\n"), 30)
        hover = await client.text_document_hover_async(types.HoverParams(document, where))
        assert hover is not None
        offered = await client.text_document_completion_async(types.CompletionParams(document, where))
        assert offered is not None
        outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        assert "turn" in {one.name for one in outline}
        tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        assert tokens.data

    with_client(test, tmp_path)


def test_a_request_is_taken_back(tmp_path: Path) -> None:
    async def test(client: Any) -> None:
        document = types.TextDocumentIdentifier(uri=opened(client, "small.hoyle", SMALL))
        params = types.HoverParams(document, place(6, 6))
        asked = [client.protocol.send_request("textDocument/hover", params, msg_id=f"h{n}") for n in range(5)]
        client.cancel_request(types.CancelParams(id="h4"))
        *answers, last = await asyncio.gather(*map(asyncio.wrap_future, asked), return_exceptions=True)
        assert all(isinstance(one, types.Hover) for one in answers)
        assert isinstance(last, types.Hover) or getattr(last, "code", None) == types.LSPErrorCodes.RequestCancelled
        assert await client.text_document_hover_async(params) is not None

    with_client(test, tmp_path)
