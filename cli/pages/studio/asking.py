"""The processes of Python that the page of `hoyle studio` asks: one for each of its workers, as in a browser
(`installed.py`).
"""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import OrderedDict
from contextlib import suppress
from typing import Any

MOST_PROCESSES = 8
"""How many processes there are at most: two for each page that is open.  The one that was asked longest ago ends."""


class GoneError(Exception):
    """The process has ended.  The text says so to the person at the page."""

    def __init__(self) -> None:
        super().__init__("this page was left for so long that its Python has ended; load the page again")


class DeskProcess:
    """One such process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._folder = tempfile.mkdtemp(prefix="hoyle-studio-")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hoyle.cli.pages.studio.installed", self._folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def ask(self, request: bytes) -> dict[str, Any]:
        """The answer to a request, which is JSON without line breaks.  Raises `GoneError`."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with self._lock:
            try:
                self._process.stdin.write(request + b"\n")
                self._process.stdin.flush()
                line = self._process.stdout.readline()
            except (OSError, ValueError):
                raise GoneError from None
        if not line:
            raise GoneError
        return json.loads(line)

    def end(self) -> None:
        """End it, whatever it is doing, and remove its folder."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class Desks:
    """The processes of all open pages."""

    def __init__(self) -> None:
        self._all: OrderedDict[str, DeskProcess] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self) -> str:
        """Begin a process.  Returns its name."""
        name, process = secrets.token_urlsafe(9), DeskProcess()
        with self._lock:
            self._all[name] = process
            gone = [self._all.popitem(last=False)[1] for _ in range(len(self._all) - MOST_PROCESSES)]
        for one in gone:
            one.end()
        return name

    def ask(self, name: str, request: bytes) -> dict[str, Any]:
        """Ask a process.  Raises `GoneError`."""
        with self._lock:
            process = self._all.get(name)
            if process is None:
                raise GoneError
            self._all.move_to_end(name)
        return process.ask(request)

    def end(self) -> None:
        """End all processes."""
        with self._lock:
            gone = [*self._all.values()]
            self._all.clear()
        for one in gone:
            one.end()
