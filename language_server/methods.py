"""The methods of the protocol by name: what each reads from its parameters, and the feature it calls.

A handler takes the state of the session and the parameters, and returns the result.  `RequestFailed` becomes an error
response.
"""

from __future__ import annotations

from collections.abc import Callable

from .features import completion as completing
from .features import navigation, structure
from .features.actions import actions
from .features.diagnostics import diagnostics
from .features.formatting import formatted, formatted_range
from .features.hints import inlay_hints, signature_help
from .features.hover import hover
from .features.lenses import lenses
from .features.tokens import LEGEND, semantic_tokens
from .state import SessionState, uri_in
from .text import BadPosition, Json, items, record
from .view import FileView

FAILED = -32803

MethodHandler = Callable[[SessionState, Json], object]


class RequestFailed(Exception):
    """A valid request that cannot be carried out.  The text is for the user."""

    code = FAILED


def capabilities(state: SessionState) -> Json:
    """The server's capabilities, for the answer to `initialize`."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        own = version("hoyle")
    except PackageNotFoundError:
        own = "unknown"
    return {
        "serverInfo": {"name": "hoyle", "version": own},
        "capabilities": {
            "positionEncoding": state.workspace.encoding,
            "textDocumentSync": {"openClose": True, "change": 2, "save": True},
            "completionProvider": {"triggerCharacters": [".", " ", '"', "{", ":"], "resolveProvider": True},
            "hoverProvider": True,
            "definitionProvider": True,
            "referencesProvider": True,
            "documentHighlightProvider": True,
            "renameProvider": {"prepareProvider": True},
            "documentLinkProvider": {"resolveProvider": False},
            "codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.rewrite", "refactor.extract"]},
            "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
            "documentSymbolProvider": True,
            "workspaceSymbolProvider": True,
            "foldingRangeProvider": True,
            "selectionRangeProvider": True,
            "semanticTokensProvider": {"legend": LEGEND, "full": True, "range": True},
            "inlayHintProvider": True,
            "documentFormattingProvider": True,
            "documentRangeFormattingProvider": True,
            "codeLensProvider": {"resolveProvider": False},
            "diagnosticProvider": {"interFileDependencies": True, "workspaceDiagnostics": False},
            "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
        },
    }


# ------------------------------------------------------------------------------------------------------- notifications


def _opened(state: SessionState, params: Json) -> None:
    given = params["textDocument"]
    if isinstance(given["uri"], str) and isinstance(given["text"], str):
        state.changed(state.workspace.open(given["uri"], given["text"], int(given.get("version") or 0)))


def _changed(state: SessionState, params: Json) -> None:
    uri = uri_in(params)
    document = state.workspace.at(uri)
    if document is None or document.version is None:
        raise BadPosition("a change of a file that is not open")
    text = document.text.changed(params["contentChanges"])
    state.changed(state.workspace.change(uri, text, int(params["textDocument"].get("version") or 0)))


def _closed(state: SessionState, params: Json) -> None:
    uri = uri_in(params)
    state.workspace.close(uri)
    state.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": []})
    state.changed(None)


def _saved(state: SessionState, params: Json) -> None:
    state.changed(None)


def _disk(state: SessionState, params: Json) -> None:
    state.workspace.disk_changed()
    state.changed(None)


def _folders(state: SessionState, params: Json) -> None:
    from .workspace import path_of

    event = params["event"]
    gone = {path_of(one["uri"]) for one in event.get("removed", ())}
    state.workspace.folders = [one for one in state.workspace.folders if one not in gone]
    state.workspace.folders += [path_of(one["uri"]) for one in event.get("added", ())]
    state.changed(None)


def _settings(state: SessionState, params: Json) -> None:
    state.configure(record(params.get("settings")))
    state.changed(None)


NOTIFICATIONS: dict[str, MethodHandler] = {
    "textDocument/didOpen": _opened,
    "textDocument/didChange": _changed,
    "textDocument/didClose": _closed,
    "textDocument/didSave": _saved,
    "workspace/didChangeWatchedFiles": _disk,
    "workspace/didChangeWorkspaceFolders": _folders,
    "workspace/didChangeConfiguration": _settings,
}


# ------------------------------------------------------------------------------------------------------------ requests


def at(feature: Callable[[FileView, int], object], otherwise: object = None) -> MethodHandler:
    """A handler that calls a feature with a file and an offset in it."""

    def handler(state: SessionState, params: Json) -> object:
        view = state.view(params)
        return otherwise if view is None else feature(view, view.text.offset(params["position"]))

    return handler


def of(feature: Callable[[FileView], object], otherwise: object = None) -> MethodHandler:
    """A handler that calls a feature with a whole file."""

    def handler(state: SessionState, params: Json) -> object:
        view = state.view(params)
        return otherwise if view is None else feature(view)

    return handler


def _references(state: SessionState, params: Json) -> object:
    view = state.view(params)
    if view is None:
        return []
    declaration = bool(record(params.get("context")).get("includeDeclaration", True))
    return navigation.references(view, view.text.offset(params["position"]), declaration=declaration)


def _prepare_rename(state: SessionState, params: Json) -> object:
    view = state.view(params)
    if view is None:
        return None
    try:
        return navigation.prepare_rename(view, view.text.offset(params["position"]))
    except navigation.CannotRename as why:
        raise RequestFailed(str(why)) from None


def _rename(state: SessionState, params: Json) -> object:
    view, name = state.view(params), params["newName"]
    if view is None or not isinstance(name, str):
        return None
    try:
        return {"changes": navigation.rename(view, view.text.offset(params["position"]), name)}
    except navigation.CannotRename as why:
        raise RequestFailed(str(why)) from None


def _pulled(view: FileView) -> Json:
    return {"kind": "full", "items": diagnostics(view)}


def in_range(feature: Callable[[FileView, int, int], object]) -> MethodHandler:
    """A handler that calls a feature with a range of a file."""

    def handler(state: SessionState, params: Json) -> object:
        view = state.view(params)
        return [] if view is None else feature(view, *view.text.offsets(params["range"]))

    return handler


def _actions(state: SessionState, params: Json) -> object:
    view = state.view(params)
    if view is None:
        return []
    edits = record(record(state.client.get("workspace")).get("workspaceEdit"))
    create = "create" in items(edits.get("resourceOperations"))
    return actions(view, *view.text.offsets(params["range"]), may_create=create)


def _selections(state: SessionState, params: Json) -> object:
    view = state.view(params)
    if view is None:
        return []
    return [structure.selection(view, view.text.offset(record(one))) for one in params["positions"]]


def _symbols(state: SessionState, params: Json) -> object:
    query = params.get("query")
    return structure.workspace_symbols(state.workspace, query if isinstance(query, str) else "")


def _tokens(view: FileView, start: int, end: int) -> Json:
    return semantic_tokens(view, start, end)


REQUESTS: dict[str, MethodHandler] = {
    "textDocument/hover": at(hover),
    "textDocument/completion": at(completing.completion, {"isIncomplete": False, "items": []}),
    "completionItem/resolve": lambda _, item: completing.resolve(item),
    "textDocument/definition": at(navigation.definition, []),
    "textDocument/references": _references,
    "textDocument/documentHighlight": at(navigation.highlights, []),
    "textDocument/prepareRename": _prepare_rename,
    "textDocument/rename": _rename,
    "textDocument/documentLink": of(navigation.links, []),
    "textDocument/codeAction": _actions,
    "textDocument/signatureHelp": at(signature_help),
    "textDocument/documentSymbol": of(structure.outline, []),
    "workspace/symbol": _symbols,
    "textDocument/foldingRange": of(structure.folding, []),
    "textDocument/selectionRange": _selections,
    "textDocument/semanticTokens/full": of(semantic_tokens, {"data": []}),
    "textDocument/semanticTokens/range": in_range(_tokens),
    "textDocument/inlayHint": in_range(inlay_hints),
    "textDocument/codeLens": of(lenses, []),
    "textDocument/formatting": of(formatted, []),
    "textDocument/rangeFormatting": in_range(formatted_range),
    "textDocument/diagnostic": of(_pulled, {"kind": "full", "items": []}),
}
