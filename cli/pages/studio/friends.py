"""The server of tables to which the studio sends rules that are to be played with friends (`hoyle serve`).

It is begun when it is first wanted, as `hoyle serve` in the same folder would be: so its tables are found again by that
command.  If such a server is there already, it is used.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import urllib.request
from importlib.util import find_spec
from typing import IO

from ....server import DATABASE, PORT

PATIENCE = 20
"""Within how many seconds the server says that it is ready."""


class NoFriendsError(Exception):
    """There is no server of tables.  The text says why."""


class FriendsServer:
    """A server of tables on this machine, begun once.  `database`, `port`: see `hoyle serve`."""

    def __init__(self, database: str = DATABASE, port: int = PORT) -> None:
        self.database, self.port = database, port
        self._process: subprocess.Popen[str] | None = None
        self._address = ""
        self._lock = threading.Lock()

    def address(self) -> str:
        """Its address, by which the telephones of the room reach it.  Raises `NoFriendsError`."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._begin()
            return self._address

    def _begin(self) -> None:
        if find_spec("starlette") is None or find_spec("uvicorn") is None:
            raise NoFriendsError("to play with friends, install what it needs: pip install 'hoyle[serve]'")
        if self.port and _serves(f"http://127.0.0.1:{self.port}/"):
            from ....server.web.run import lan_address

            self._address = f"http://{lan_address()}:{self.port}/"
            return
        why = ""
        command = [sys.executable, "-m", "hoyle", "serve", "--no-browser", "--no-code", "--database", self.database]
        for port in dict.fromkeys((self.port, 0)):  # the usual port, or any
            process = subprocess.Popen(
                [*command, "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            line = _first_line(process)
            if line.startswith("Tables are at "):
                for stream in (
                    process.stdout,
                    process.stderr,
                ):  # a full pipe would stop it
                    threading.Thread(target=_read_on, args=(stream,), daemon=True).start()
                self._process, self._address = process, line.split()[3]
                return
            process.kill()
            _, why = process.communicate()
        raise NoFriendsError(f"the tables cannot be served: {why.strip()[-200:] or 'no answer'}")

    def end(self) -> None:
        """Stop the server that was begun here; its tables are kept."""
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _read_on(stream: IO[str] | None) -> None:
    """Read what a process prints, until it ends."""
    assert stream is not None
    with stream:
        for _ in stream:
            pass


def _first_line(process: subprocess.Popen[str]) -> str:
    """The first line that a process prints; nothing if it takes too long."""
    timer = threading.Timer(PATIENCE, process.kill)
    timer.start()
    assert process.stdout is not None
    line = process.stdout.readline()
    timer.cancel()
    return line


def _serves(address: str) -> bool:
    """Whether a server of tables is at an address."""
    try:
        with urllib.request.urlopen(f"{address}healthy", timeout=2) as answer:
            return answer.read(100) == b'{"ok":true}'
    except (OSError, ValueError):
        return False
