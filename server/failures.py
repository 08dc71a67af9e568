"""What the server writes down when something goes wrong: the kind of error and the places in the code, but no values,
because these may be secret.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import traceback

LOGS = "uvicorn", "asyncio", "websockets"
"""What the libraries call their logs."""


def write_down(error: BaseException) -> None:
    """Write down where something went wrong."""
    places = "".join(f"  {one.filename}:{one.lineno} {one.name}\n" for one in traceback.extract_tb(error.__traceback__))
    sys.stderr.write(f"hoyle: {type(error).__name__}\n{places}")


class FailureHandler(logging.Handler):
    """Writes down the errors that libraries log, also without values.  A message without an exception is left out,
    because its text may contain a secret.  Cancelled tasks are left out too: the server is stopping then.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Write one down."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, Exception) and not isinstance(error, asyncio.CancelledError):
            write_down(error)


def take_logs() -> None:
    """Let the libraries' logs come here, and nowhere else."""
    handler = FailureHandler(logging.ERROR)
    for name in LOGS:
        log = logging.getLogger(name)
        log.handlers = [handler]
        log.propagate = False
        log.setLevel(logging.ERROR)
