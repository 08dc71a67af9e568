"""The command with the client of pytest-lsp, which accepts only answers that the protocol allows."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import SMALL

pytest.importorskip("pygls")
from lsprotocol import types

CODE = "import sys; sys.argv[0] = 'hoyle'; from hoyle.cli.main import main; main()"
VARIANT = 'variant "V" of small\nset quick to yess\n'
LONGEST = 240
"""Seconds that one step may take on a busy machine.  A step that works does not wait."""


def with_client(test: Callable[[Any], Awaitable[None]], folder: Path) -> None:
    """Run a test between initialize and shutdown.

    The suite has no other coroutines, so it uses no plugin for them.  The client's `stop` waits for the end of the
    server without a limit, so after a failure the server is killed.
    """

    pytest_lsp = pytest.importorskip("pytest_lsp")

    async def run() -> None:
        client = await pytest_lsp.ClientServerConfig(server_command=[sys.executable, "-c", CODE, "lsp"]).start()
        params = types.InitializeParams(
            capabilities=pytest_lsp.client_capabilities("visual_studio_code"),
            workspace_folders=[types.WorkspaceFolder(uri=folder.as_uri(), name="here")],
            initialization_options={"lenses": False, "trial": False},
        )
        client.folder = folder
        server = client._server
        try:
            await asyncio.wait_for(client.initialize_session(params), LONGEST)
            await asyncio.wait_for(test(client), LONGEST)
            await asyncio.wait_for(client.shutdown_session(), LONGEST)
            assert await asyncio.wait_for(server.wait(), LONGEST) == 0
        finally:
            if server.returncode is None:
                server.kill()
            await client.stop()

    asyncio.run(run())


def opened(client: Any, name: str, text: str) -> str:
    """Open a file that also exists on disk.  Return its address."""
    path: Path = client.folder / name
    path.write_text(text, encoding="utf-8")
    item = types.TextDocumentItem(uri=path.as_uri(), language_id="hoyle", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    return path.as_uri()


def place(line: int, character: int) -> types.Position:
    return types.Position(line=line, character=character)


async def mistakes(client: Any, uri: str, some: bool) -> list[types.Diagnostic]:
    """Wait until a file has mistakes, or has none, and return its diagnostics."""
    while uri not in client.diagnostics or bool(client.diagnostics[uri]) != some:
        await client.wait_for_notification("textDocument/publishDiagnostics")
    return list(client.diagnostics[uri])


def test_edits_in_ranges_of_several_files_and_a_restarted_server(tmp_path: Path) -> None:
    """A variant and its base: deleting a letter fixes the variant, and a restarted server finds it fixed."""

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

    for _ in range(2):
        with_client(test, tmp_path)


def test_answers_follow_the_protocol_and_requests_can_be_cancelled(tmp_path: Path) -> None:
    """pytest-lsp reads each answer into its type.

    It warns about features that its client did not ask for, and a warning is an error here.
    """

    async def test(client: Any) -> None:
        document = types.TextDocumentIdentifier(uri=opened(client, "small.hoyle", SMALL))
        where = place(SMALL[: SMALL.index("points >=")].count("\n"), 30)
        whole = types.Range(place(0, 0), place(100, 0))
        layout = types.FormattingOptions(tab_size=4, insert_spaces=True)
        asked = [
            client.text_document_hover_async(types.HoverParams(document, where)),
            client.text_document_completion_async(types.CompletionParams(document, where)),
            client.text_document_document_symbol_async(types.DocumentSymbolParams(document)),
            client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document)),
            client.text_document_folding_range_async(types.FoldingRangeParams(document)),
            client.text_document_inlay_hint_async(types.InlayHintParams(document, whole)),
            client.text_document_selection_range_async(types.SelectionRangeParams(document, [where])),
            client.text_document_formatting_async(types.DocumentFormattingParams(document, layout)),
            client.text_document_definition_async(types.DefinitionParams(document, where)),
            client.text_document_references_async(
                types.ReferenceParams(types.ReferenceContext(include_declaration=True), document, where)
            ),
            client.text_document_prepare_rename_async(types.PrepareRenameParams(document, where)),
            client.text_document_rename_async(types.RenameParams(document, where, "score")),
            client.text_document_code_action_async(
                types.CodeActionParams(document, types.Range(where, where), types.CodeActionContext(diagnostics=[]))
            ),
            client.text_document_diagnostic_async(types.DocumentDiagnosticParams(document)),
        ]
        assert all(await asyncio.gather(*asked))  # none of the answers is empty
        params = types.HoverParams(document, where)
        hovers = [client.protocol.send_request("textDocument/hover", params, msg_id=f"h{n}") for n in range(5)]
        client.cancel_request(types.CancelParams(id="h4"))
        *answers, last = await asyncio.gather(*map(asyncio.wrap_future, hovers), return_exceptions=True)
        assert all(isinstance(one, types.Hover) for one in answers)
        assert isinstance(last, types.Hover) or getattr(last, "code", None) == types.LSPErrorCodes.RequestCancelled

    with_client(test, tmp_path)
