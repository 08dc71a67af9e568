"""The server of `hoyle studio`: it serves only the files of the page, only on the loopback, and under a secret path.

A request without the token gets no answer.  Neither does a request that names another host (a name made to point to
this machine), or that comes from another page.  The files of the page are known before the first request, and no path
of a request is ever looked up on the disk.
"""

from __future__ import annotations

import json
import mimetypes
import secrets
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from .built import SITE, files

LOOPBACK = "127.0.0.1"
_TYPES = {
    ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json",
    ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
    ".hoyle": "text/plain; charset=utf-8", ".play": "text/plain; charset=utf-8", ".zip": "application/zip",
}  # fmt: skip
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; "
    "worker-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page's content policy: it may only run its own scripts and fetch its own files."""


class Studio(ThreadingHTTPServer):
    """Serves the page at `address` until it is shut down.  Raises `OSError` if the port is in use."""

    daemon_threads = True

    def __init__(self, site: Path = SITE, port: int = 0) -> None:
        self.token = secrets.token_urlsafe(24)
        self.known: Mapping[str, Path] = {path.as_posix(): site / path for path in files(site)}
        super().__init__((LOOPBACK, port), Handler)

    @property
    def host(self) -> str:
        """`127.0.0.1:PORT`"""
        return f"{LOOPBACK}:{self.server_port}"

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.host}/{self.token}/"


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Studio  # pyright: ignore[reportIncompatibleVariableOverride] - the only server that makes these
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        path = self._file()
        if path is None:
            self._send(404, b"not found\n", "text/plain; charset=utf-8", body=body)
            return
        try:
            content = path.read_bytes()
        except OSError:
            self._send(404, b"not found\n", "text/plain; charset=utf-8", body=body)
            return
        if path.name == "files.json":  # the files are on this machine, so the page needs no offline copy
            content = json.dumps(json.loads(content) | {"offline": False}).encode()
        guessed = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        self._send(200, content, guessed, body=body)

    def _file(self) -> Path | None:
        """The file for this request; None if it may not have one."""
        origin = self.headers.get("Origin")
        if self.headers.get("Host") != self.server.host or origin not in (None, f"http://{self.server.host}"):
            return None
        if self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            return None
        first, _, rest = self.path.partition("?")[0].removeprefix("/").partition("/")
        if not secrets.compare_digest(first.encode("utf-8", "replace"), self.server.token.encode()):
            return None
        return self.server.known.get(rest or "index.html")

    def _send(self, status: int, content: bytes, kind: str, *, body: bool) -> None:
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
