"""Messages between a server and its workers: four bytes that say how long the head is, then the head as JSON.  The head
of an answer says how long the texts are that follow it.
"""

from __future__ import annotations

import struct
from typing import BinaryIO

from ..fast_json import dumps, loads

MOST_REQUEST = 16 << 20
"""The most bytes of a request."""
HEAD = struct.Struct(">I")


def read(stream: BinaryIO) -> dict[str, object] | None:
    """Read a request; None at the end."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (size,) = HEAD.unpack(head)
    data = stream.read(size) if size <= MOST_REQUEST else b""
    return loads(data) if len(data) == size else None


def write(stream: BinaryIO, head: dict[str, object], texts: list[bytes]) -> None:
    """Write an answer."""
    data = dumps({**head, "texts": [len(one) for one in texts]})
    stream.write(b"".join((HEAD.pack(len(data)), data, *texts)))
    stream.flush()
