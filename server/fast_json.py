"""JSON, written and read by orjson where it is installed, else by Python's own library, with the same result.

Half of what a server does besides playing is to write and read JSON (benchmarks/serve.md).
"""

from __future__ import annotations

import json
import re
from typing import Any

try:
    import orjson
except ImportError:  # some platforms have none
    orjson = None


def dumps(data: object) -> bytes:
    """Data as UTF-8.  Half a surrogate pair becomes `?`."""
    if orjson is not None:
        try:
            return orjson.dumps(data)
        except TypeError:  # half a surrogate pair, or a number of more than 64 bits
            pass
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


_LARGE = re.compile(rb"[0-9]{19}")
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""What may be half a surrogate pair."""


def loads(data: str | bytes | bytearray) -> Any:
    """The data in a text.  Raises `ValueError`, also for half a surrogate pair, because such a text cannot be written
    anywhere, and `RecursionError` if it is nested too deep.
    """
    text = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if orjson is not None and not _LARGE.search(text):  # orjson makes a float of a number of more than 64 bits
        return orjson.loads(text)
    found = json.loads(text.decode("utf-8"), parse_constant=_no_number)
    if _HALF.search(text):
        json.dumps(found, ensure_ascii=False).encode("utf-8")  # raises a `ValueError` for half a pair
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"`{name}` is no JSON")
