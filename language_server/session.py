"""The server: it receives messages of the Language Server Protocol and sends messages.

    session = Session(send)              # send: takes a message (a dict) for the client
    session.receive({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {...}})
    while session.work(): ...                  # answers what was received, one message after the other
    while session.rest(): ...                  # when there is a pause: diagnostics, one file after the other

It contains no thread, no clock and no transport.  The caller passes each message to `receive`, calls `work` until it
returns False, and calls `rest` after a pause.  A request that the client cancels while it waits is answered as
cancelled.  No message of a client raises an exception.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from pathlib import Path

from .methods import NOTIFICATIONS, REQUESTS, RequestFailed, capabilities
from .state import SessionState
from .text import BadPosition, Json, record

Send = Callable[[Json], None]

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, BAD_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
NOT_INITIALIZED, CANCELLED = -32002, -32800


class Session:
    """One client, from `initialize` to `exit`."""

    def __init__(self, send: Send, sources: tuple[Path, ...] = ()) -> None:
        """`sources` are the folders in which cited documents are searched."""
        self.send = send
        self.state = SessionState(notify=self._notify, request=self._request)
        self.state.settings.sources = sources
        self.inbox: deque[Json] = deque()
        self.cancelled: set[object] = set()
        self.initialized = False
        self.shut_down = False
        self.exit_code: int | None = None
        """Set by `exit`: 0 if `shutdown` was received before it, else 1."""
        self._number = 0

    # ---------------------------------------------------------------------------------------------------- messages in

    def receive(self, message: object) -> None:
        """Take a message.  Anything that is no message is answered with an error."""
        if isinstance(message, list):
            self._error(None, INVALID_REQUEST, "several messages in one are not part of this protocol")
            return
        found = record(message)
        if not found:
            self._error(None, INVALID_REQUEST, "a message is a JSON object")
            return
        if found.get("method") == "$/cancelRequest":
            wanted = record(found.get("params")).get("id")
            if any(one.get("id") == wanted and "method" in one for one in self.inbox):
                self.cancelled.add(wanted)
            return
        self.inbox.append(found)

    def rubbish(self, why: str) -> None:
        """Answer data that is no JSON with an error."""
        self._error(None, PARSE_ERROR, why)

    def work(self) -> bool:
        """Answer the next message.  Returns False if there is none."""
        if not self.inbox or self.exit_code is not None:
            return False
        message = self.inbox.popleft()
        method, number = message.get("method"), message.get("id")
        if not isinstance(method, str):
            if "method" in message or ("result" not in message and "error" not in message):
                self._error(number, INVALID_REQUEST, "a message names its method")
            return True
        params = message.get("params")
        if "id" in message:
            if not isinstance(number, int | str) or isinstance(number, bool):
                self._error(None, INVALID_REQUEST, "an id is a number or a text")
                return True
            self._answer(number, method, params)
        else:
            self._heed(method, params)
        return True

    def rest(self) -> bool:
        """Use a pause: publish the diagnostics of one file.  Returns False if nothing is left to do."""
        if not self.initialized or self.shut_down or self.exit_code is not None:
            return False
        try:
            return self.state.rest()
        except Exception as error:
            self._log(error)
            return self.state.waiting

    @property
    def idle(self) -> bool:
        """Whether nothing is left to do, not even in a pause."""
        return not self.inbox and not self.state.waiting

    # --------------------------------------------------------------------------------------------------------- answers

    def _answer(self, number: int | str, method: str, params: object) -> None:
        if number in self.cancelled:
            self.cancelled.discard(number)
            self._error(number, CANCELLED, "the request was taken back")
            return
        if method == "initialize":
            if self.initialized:
                self._error(number, INVALID_REQUEST, "the server is initialized already")
                return
            self.state.start(record(params))
            self.initialized = True
            self._result(number, capabilities(self.state))
            return
        if not self.initialized:
            self._error(number, NOT_INITIALIZED, "`initialize` comes first")
            return
        if self.shut_down:
            self._error(number, INVALID_REQUEST, "the server was shut down")
            return
        if method == "shutdown":
            self.shut_down = True
            self.state.stop()
            self._result(number, None)
            return
        handler = REQUESTS.get(method)
        if handler is None:
            self._error(number, NO_METHOD, f"there is no method `{method[:80]}`")
            return
        try:
            self._result(number, handler(self.state, record(params)))
        except RequestFailed as failure:
            self._error(number, failure.code, str(failure))
        except (BadPosition, KeyError, TypeError, AttributeError) as error:
            if _debugging():
                raise
            self._error(number, BAD_PARAMS, f"the parameters of `{method}` cannot be read: {error}")
        except Exception as error:
            if _debugging():
                raise
            self._error(number, INTERNAL, f"a mistake of hoyle itself: {type(error).__name__}")

    def _heed(self, method: str, params: object) -> None:
        if method == "exit":
            self.state.stop()
            self.exit_code = 0 if self.shut_down else 1
            return
        handler = NOTIFICATIONS.get(method)
        if handler is None or not self.initialized or self.shut_down:
            return  # the client expects no answer
        try:
            handler(self.state, record(params))
        except Exception as error:
            self._log(error)

    # ---------------------------------------------------------------------------------------------------- messages out

    def _result(self, number: int | str, result: object) -> None:
        self.send({"jsonrpc": "2.0", "id": number, "result": result})

    def _error(self, number: object, code: int, message: str) -> None:
        self.send({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})

    def _notify(self, method: str, params: Json) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def _request(self, method: str, params: Json | None) -> None:
        self._number += 1
        message: Json = {"jsonrpc": "2.0", "id": f"hoyle-{self._number}", "method": method}
        self.send(message if params is None else {**message, "params": params})

    def _log(self, error: Exception) -> None:
        if _debugging():
            raise error
        self._notify("window/logMessage", {"type": 1, "message": f"hoyle: {type(error).__name__}: {error}"})


def _debugging() -> bool:
    return bool(os.environ.get("HOYLE_DEBUG"))
