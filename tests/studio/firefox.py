"""Drive Firefox without a driver program: it speaks WebDriver BiDi over a web socket.

The class has only the methods that these tests need: addresses, scripts, keys and the console.  Source: the W3C's
"WebDriver BiDi".
"""

from __future__ import annotations

import base64
import contextlib
import json
import subprocess
import time
from pathlib import Path
from typing import Any

START = 120
"""Seconds that Firefox may take to start or to answer."""
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.max_script_run_time": 0,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
"""Settings of the profile: Firefox fetches nothing except the tested pages."""
Json = dict[str, Any]


class Firefox:
    """One window of a headless Firefox.  Raises `RuntimeError` if Firefox does not start."""

    def __init__(self, binary: str, folder: Path) -> None:
        from websocket import create_connection

        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items())
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [binary, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.console: list[Json] = []
        self._next = 0
        try:
            address = self._address(folder / "WebDriverBiDiServer.json")
            self._socket: Any = create_connection(f"{address}/session", timeout=START, suppress_origin=True)
            self.send("session.new", capabilities={})
            self.send("session.subscribe", events=["log.entryAdded"])
            # A new window has the focus.  Without a display the first window never gets it.
            self.context = self.send("browsingContext.create", type="window")["context"]
        except BaseException:
            self.quit()
            raise

    def _address(self, written: Path) -> str:
        """Return the address of the web socket, which Firefox writes to a file in its profile."""
        end = time.monotonic() + START
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError, ValueError):
                addresses = json.loads(written.read_text(encoding="utf-8"))
                return f"ws://{addresses['ws_host']}:{addresses['ws_port']}"
            time.sleep(0.05)
        raise RuntimeError("Firefox did not begin")

    def send(self, method: str, **params: object) -> Json:
        """Send a command and return its result.

        Raises `RuntimeError` with the message of Firefox if the command fails, or if Firefox does not answer in time.  It
        is ended then, so that whatever is sent to it after that fails at once.
        """
        self._next += 1
        from websocket import WebSocketException

        end = time.monotonic() + START
        self._socket.send(json.dumps({"id": self._next, "method": method, "params": params}))
        while True:
            try:
                if time.monotonic() > end:
                    raise TimeoutError
                message: Json = json.loads(self._socket.recv())
            except (OSError, WebSocketException) as error:
                self.process.kill()
                raise RuntimeError(f"{method}: Firefox did not answer, so it was ended") from error
            if message.get("method") == "log.entryAdded":
                self.console.append(message["params"])
            if message.get("id") == self._next:
                break
        if message["type"] == "error":
            raise RuntimeError(f"{method}: {message['message']}")
        return message["result"]

    def get(self, address: str) -> None:
        """Open an address and wait until the page is loaded."""
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def refresh(self) -> None:
        """Load the page again."""
        self.send("browsingContext.reload", context=self.context, wait="complete")

    def execute_script(self, code: str, *arguments: object) -> Any:
        """Run a function with this body in the page and return its result as JSON. An element is returned as a
        placeholder.
        """
        made = f"(function () {{ {code} }})(...{json.dumps(arguments)}) ?? null"
        return self._called(f"{{ const value = {made}; JSON.stringify(value instanceof Node || value) }}")

    def execute_async_script(self, code: str, *arguments: object) -> Any:
        """Run a function with this body in the page and return, as JSON, the value that it passes to its last argument."""
        given = "".join(f"{json.dumps(one)}, " for one in arguments)
        made = f"new Promise(resolve => (function () {{ {code} }})({given}resolve))"
        return self._called(f"{made}.then(value => JSON.stringify(value ?? null))")

    def _called(self, expression: str) -> Any:
        found = self.send("script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=True)
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def press(self, keys: str) -> None:
        """Press keys one after the other.  Selenium's `Keys` work here, too."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self.send("input.performActions", context=self.context, actions=[source])

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with the mouse from one point of the window to another, in CSS pixels."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 50} for x, y in (start, end)]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        source = {"type": "pointer", "id": "mouse", "actions": [moves[0], down, moves[1], up]}
        self.send("input.performActions", context=self.context, actions=[source])

    def set_window_size(self, width: int, height: int) -> None:
        """Set the size of the viewport in CSS pixels."""
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def screenshot(self) -> bytes:
        """A screenshot of the viewport as PNG."""
        return base64.b64decode(self.send("browsingContext.captureScreenshot", context=self.context)["data"])

    def quit(self) -> None:
        """Close Firefox."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if hasattr(self, "_socket"):
            self._socket.close()
