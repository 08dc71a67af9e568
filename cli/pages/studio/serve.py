"""The server of `hoyle studio`: only for this machine, and only under a secret path.

A request without the token gets no answer.  Neither does a request that names another host (a name made to point to
this machine), or that comes from another page.  The paths of the page are known before the first request, and no path
of a request is ever looked up on the disk.  Besides its files the page asks for

    POST desk              a process of Python (`asking.py`); the answer is its name
    POST desk/NAME         a request to it
    POST assemble          the bytes of a module, from its text
    POST friends           the address of a server of tables (`friends.py`)
"""

from __future__ import annotations

import json
import mimetypes
import secrets
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from .asking import Desks, GoneError
from .built import PAGE
from .friends import FriendsServer, NoFriendsError
from .supply import PageFiles

LOOPBACK = "127.0.0.1"
MOST_BODY = 32 << 20
"""The most bytes of a request."""
_TYPES = {
    ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json",
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
    ".hoyle": "text/plain; charset=utf-8", ".play": "text/plain; charset=utf-8",
}  # fmt: skip
_TEXT, _JSON = "text/plain; charset=utf-8", "application/json"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; "
    "worker-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page's content policy: it may only run its own scripts and fetch its own files."""


class Studio(ThreadingHTTPServer):
    """Serves the page at `address` until it is shut down.  `prepared`: see `PageFiles`.

    Raises `OSError` if the port is in use.
    """

    daemon_threads = True

    def __init__(self, page: Path = PAGE, port: int = 0, prepared: Path | None = None) -> None:
        super().__init__((LOOPBACK, port), Handler)
        self.token = secrets.token_urlsafe(24)
        self.supply, self.desks, self.friends = PageFiles(page, prepared), Desks(), FriendsServer()

    @property
    def host(self) -> str:
        """`127.0.0.1:PORT`"""
        return f"{LOOPBACK}:{self.server_port}"

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.host}/{self.token}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print what went wrong in a request, unless a page that was left or loaded again no longer waits for it."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    def server_close(self) -> None:
        """Stop, with all processes that the page has begun."""
        super().server_close()
        if hasattr(self, "desks"):  # closed already where the port is in use
            self.desks.end()
            self.friends.end()


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Studio  # pyrefly: ignore[bad-override-mutable-attribute] - the only server that makes these
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        path = self._path()
        if path is None or not length.isdecimal() or int(length) > MOST_BODY:
            self.close_connection = True
            self._send(404, b"not found\n", _TEXT)
            return
        self._done(path, self.rfile.read(int(length)))

    def _done(self, path: str, content: bytes) -> None:
        """Do what the page asks for."""
        what, _, name = path.partition("/")
        try:
            if path == "desk":
                self._send(200, json.dumps({"desk": self.server.desks.begin()}).encode(), _JSON)
            elif what == "desk":
                answer = self.server.desks.ask(name, json.dumps(json.loads(content)).encode())
                error = answer.get("error")
                self._send(*((500, error.encode(), _TEXT) if error else (200, json.dumps(answer).encode(), _JSON)))
            elif path == "assemble":
                from ....interpreter.wasm.module import assembled

                self._send(200, assembled(content.decode()), _TYPES[".wasm"])
            elif path == "friends":
                self._send(200, json.dumps({"address": self.server.friends.address()}).encode(), _JSON)
            else:
                self._send(404, b"not found\n", _TEXT)
        except GoneError as error:
            self._send(410, str(error).encode(), _TEXT)
        except NoFriendsError as error:
            self._send(503, str(error).encode(), _TEXT)
        except ImportError:
            self._send(501, b"this needs the package wasmtime, which does not exist for this machine\n", _TEXT)
        except ValueError as error:  # no JSON, or no module
            self._send(400, str(error)[:500].encode(), _TEXT)

    def _answer(self, *, body: bool) -> None:
        path = self._path()
        content = None if path is None else self.server.supply.get(path or "index.html")
        if content is None:
            self._send(404, b"not found\n", _TEXT, body=body)
            return
        suffix = Path(path or "index.html").suffix
        guessed = _TYPES.get(suffix) or mimetypes.guess_type(f"x{suffix}")[0] or "application/octet-stream"
        self._send(200, content, guessed, body=body)

    def _path(self) -> str | None:
        """The path of this request within the page; None if it may not have one."""
        origin = self.headers.get("Origin")
        if self.headers.get("Host") != self.server.host or origin not in (None, f"http://{self.server.host}"):
            return None
        if self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            return None
        first, slash, rest = self.path.partition("?")[0].removeprefix("/").partition("/")
        if not slash or not secrets.compare_digest(first.encode("utf-8", "replace"), self.server.token.encode()):
            return None
        return rest

    def _send(self, status: int, content: bytes, kind: str, *, body: bool = True) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if body:
            self.wfile.write(content)

    def version_string(self) -> str:
        return "hoyle"

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: the terminal belongs to the person who started the command."""
