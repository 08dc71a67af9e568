"""What a session knows: the workspace, the settings, and the files whose diagnostics are due."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .features.diagnostics import diagnostics
from .text import BadPosition, Json, items, record
from .view import Settings, View
from .workspace import Document, Workspace, path_of

Notify = Callable[[str, Json], None]
Request = Callable[[str, Json | None], None]


class State:
    """The state of a session between two messages."""

    def __init__(self, notify: Notify, request: Request) -> None:
        self.notify = notify
        self.request = request
        self.workspace = Workspace()
        self.settings = Settings()
        self.client: Json = {}
        """The capabilities of the client."""
        self.due: dict[Path, None] = {}
        """Open files whose diagnostics are out of date, those changed last first."""
        self.after_rest: list[Callable[[], bool]] = []
        """What else is done in a pause: each says whether there is more of it."""
        self.stopping: list[Callable[[], None]] = []
        self.on_change: list[Callable[[Document], None]] = []

    def start(self, params: Json) -> None:
        """What the client says of itself with `initialize`."""
        self.client = record(params.get("capabilities"))
        encodings = items(record(self.client.get("general")).get("positionEncodings"))
        if encodings and "utf-16" not in encodings:
            self.workspace.encoding = "utf-32" if "utf-32" in encodings else "utf-8"
        uris = [record(one).get("uri") for one in items(params.get("workspaceFolders"))]
        for uri in uris or [params.get("rootUri")]:
            if isinstance(uri, str) and uri.startswith("file:"):
                self.workspace.folders.append(path_of(uri))
        self.configure(record(params.get("initializationOptions")))

    def configure(self, given: Json) -> None:
        """Take up the user's settings; what is no setting is let pass."""
        values = record(given.get("hoyle")) or given
        for name in ("lenses", "hints"):
            if isinstance(values.get(name), bool):
                setattr(self.settings, name, values[name])
        games = values.get("lensGames")
        if isinstance(games, int) and not isinstance(games, bool) and 0 < games <= 1_000_000:
            self.settings.lens_games = games
        sources = [Path(one) for one in items(values.get("sources")) if isinstance(one, str)]
        self.settings.sources = tuple(dict.fromkeys((*sources, *self.settings.sources)))

    def stop(self) -> None:
        """Everything that runs beside is ended."""
        for stop in self.stopping:
            stop()

    # ----------------------------------------------------------------------------------------------------------- files

    def view(self, params: Json) -> View | None:
        """The file a request is about; None if there is none."""
        document = self.workspace.at(uri_in(params))
        return View(self.workspace, document, self.settings) if document is not None else None

    def changed(self, document: Document | None) -> None:
        """Something has changed: the diagnostics of all open files that may hang on it are due, its own first."""
        before, self.due = self.due, {}
        if document is not None and document.version is not None:
            self.due[document.path] = None
        self.due |= before
        for path in self.workspace.open_files:
            self.due.setdefault(path)
        if document is not None:
            for heed in self.on_change:
                heed(document)

    @property
    def waiting(self) -> bool:
        """Whether there is something to do in a pause."""
        return bool(self.due)

    def rest(self) -> bool:
        """Publish the diagnostics of one file; whether there is more to do."""
        if self.due:
            path = next(iter(self.due))
            del self.due[path]
            document = self.workspace.open_files.get(path)
            if document is not None:
                self.publish(document)
            return True
        more = [one() for one in self.after_rest]
        return any(more)

    def publish(self, document: Document) -> None:
        """Send the diagnostics of an open file."""
        found = diagnostics(View(self.workspace, document, self.settings))
        sent: Json = {"uri": document.uri, "diagnostics": found}
        if document.version is not None:
            sent["version"] = document.version
        self.notify("textDocument/publishDiagnostics", sent)


def uri_in(params: Json) -> str:
    """The file a message is about.  Raises `BadPosition` if it names none."""
    uri = record(params.get("textDocument")).get("uri")
    if not isinstance(uri, str):
        raise BadPosition("no `textDocument`")
    return uri
