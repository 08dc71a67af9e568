"""The state of a session: the workspace, the settings, and the files whose diagnostics are due."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from ..dsl.source.diagnostics import Diagnostic
from ..dsl.source.span import Span
from .features.diagnostics import diagnostics
from .text import BadPosition, Json, items, record
from .view import EditorSettings, FileView
from .workspace import FileVersion, Workspace, path_of


class Background(Protocol):
    """Plays games beside the session, one job at a time."""

    def start(self, job: Json, heed: Callable[[Json], None]) -> None:
        """Start a job and stop the one before.  `heed` is called with each result."""

    def stop(self) -> None:
        """Stop the job."""


Notify = Callable[[str, Json], None]
Request = Callable[[str, Json | None], None]


class SessionState:
    """The state of a session between two messages."""

    def __init__(self, notify: Notify, request: Request) -> None:
        self.notify = notify
        self.request = request
        self.workspace = Workspace()
        self.settings = EditorSettings()
        self.client: Json = {}
        """The capabilities of the client."""
        self.due: dict[Path, None] = {}
        """Open files whose diagnostics are out of date.  The last changed file comes first."""
        self.background: Background | None = None
        """Plays games for the lenses; None if nothing can run in the background."""
        self.to_count: Path | None = None
        """The rule file for which games will be played in the next pause."""

    def start(self, params: Json) -> None:
        """Store the capabilities that the client sends with `initialize`."""
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
        """Apply the user's settings.  Unknown settings are ignored."""
        values = record(given.get("hoyle")) or given
        for name in ("lenses", "hints", "trial"):
            if isinstance(values.get(name), bool):
                setattr(self.settings, name, values[name])
        games = values.get("lensGames")
        if isinstance(games, int) and not isinstance(games, bool) and 0 < games <= 1_000_000:
            self.settings.lens_games = games
        sources = [Path(one) for one in items(values.get("sources")) if isinstance(one, str)]
        self.settings.sources = tuple(dict.fromkeys((*sources, *self.settings.sources)))

    def stop(self) -> None:
        """Stop the work in the background."""
        if self.background is not None:
            self.background.stop()

    # ----------------------------------------------------------------------------------------------------------- files

    def view(self, params: Json) -> FileView | None:
        """The view of the file that a request names; None if there is no such file."""
        document = self.workspace.at(uri_in(params))
        return FileView(self.workspace, document, self.settings) if document is not None else None

    def changed(self, document: FileVersion | None) -> None:
        """Handle a change: the diagnostics of all open files are due, those of the changed file first.

        No other file depends on a script.
        """
        before, self.due = self.due, {}
        if document is not None and document.version is not None:
            self.due[document.path] = None
        self.due |= before
        if document is not None and document.is_script:
            return
        for path in self.workspace.open_files:
            self.due.setdefault(path)
        if self.background is not None:
            self.background.stop()
            if document is not None:
                self.to_count = document.path

    @property
    def waiting(self) -> bool:
        """Whether there is work for a pause."""
        return bool(self.due) or (self.to_count is not None and self.background is not None)

    def rest(self) -> bool:
        """Publish the diagnostics of one file.  Returns whether there is more to do."""
        if self.due:
            path = next(iter(self.due))
            del self.due[path]
            document = self.workspace.open_files.get(path)
            if document is not None:
                self.publish(document)
            return True
        self._count()
        return False

    def _count(self) -> None:
        """Start games in the background by the rules of a file without mistakes: to check play, and for the lenses."""
        path, self.to_count = self.to_count, None
        document = self.workspace.open_files.get(path) if path is not None else None
        if document is None or self.background is None or not (self.settings.lenses or self.settings.trial):
            return
        if any(one.severity == "error" for one in FileView(self.workspace, document, self.settings).diagnostics):
            return
        files = {str(one.path): one.text.text for one in self.workspace.open_files.values() if not one.is_script}
        games = self.settings.lens_games if self.settings.lenses else 0
        job: Json = {"path": str(document.path), "files": files, "games": games, "trial": self.settings.trial}
        kept = document.kept

        def heed(result: Json) -> None:
            if self.workspace.open_files.get(document.path) is document and document.kept is kept:
                if "found" in result:
                    kept["trial"] = [one for data in items(result["found"]) if (one := self._found(record(data)))]
                    if kept["trial"]:
                        self.publish(document)
                    return
                kept["counts"] = result
                if record(record(self.client.get("workspace")).get("codeLens")).get("refreshSupport"):
                    self.request("workspace/codeLens/refresh", None)

        self.background.start(job, heed)

    def _found(self, data: Json) -> Diagnostic | None:
        """A diagnostic that games in the background found; None if its file is gone."""
        places = [self._span(data.get("place")), *(self._span(note) for note in items(data.get("notes")))]
        if any(place is None for place in places):
            return None
        first, *others = (place for place in places if place is not None)
        notes = tuple((span, str(items(note)[3])) for span, note in zip(others, items(data.get("notes")), strict=True))
        severity = "warning" if data.get("severity") == "warning" else "error"
        help = data.get("help")
        return Diagnostic(str(data["code"]), severity, str(data["message"]), first, help and str(help), notes)

    def _span(self, place: object) -> Span | None:
        name, start, end, *_ = items(place)
        document = self.workspace.file(Path(str(name)))
        return Span(document.source, int(start), int(end)) if document is not None else None

    def publish(self, document: FileVersion) -> None:
        """Send the diagnostics of an open file."""
        found = diagnostics(FileView(self.workspace, document, self.settings))
        sent: Json = {"uri": document.uri, "diagnostics": found}
        if document.version is not None:
            sent["version"] = document.version
        self.notify("textDocument/publishDiagnostics", sent)


def uri_in(params: Json) -> str:
    """The URI of the file that a message names.  Raises `BadPosition` if it names none."""
    uri = record(params.get("textDocument")).get("uri")
    if not isinstance(uri, str):
        raise BadPosition("no `textDocument`")
    return uri
