"""What the language server answers at every word of small files: each feature, word for word.

The answers lie in `every_place/` (UPDATE_GOLDEN=1 writes them anew): below each line of a file what is said at its words.
A range is written `line:column-column`, from 0.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..golden import same_as_file
from .conftest import SMALL, Client

FILES = {
    "small.hoyle": SMALL.replace(
        "phase turn", "values height of each card\n    A: 3\n    otherwise: 1\nphase turn"
    ).replace("add 1 to p.points", "add larger(c.height, bonus(p)) to p.points")
    + "define bonus(q: player) means 2 if quick otherwise size of q.hand\n",
    "quick.hoyle": """\
variant "Quick" of small
replace phase turn(p: player)
    p chooses
        "show {c}" for c in p.hand
            add 2 to p.points
change main
    remove the line shuffle stock
set quick to yes
""",
    "wrong.hoyle": """\
game "Wrong"
language 1
players 2
deck A K Q
zones
    stock: face down
    hand of each player: private
remember
    dealer: player
main
    set deale to dealer.le
    shuffle stok
    if dealer.hand is : nothing
    let n be size of
    move top of stock to dealer.
""",
    "evening.play": """\
hoyle play 1

game small
option quick yes
players A, B

first dealer A
A: pass
B: show
expect points: A 0, B 0
""",
}
PLACES = ("hover", "definition", "references", "documentHighlight", "prepareRename", "completion", "signatureHelp",
          "selectionRange")  # fmt: skip
WHOLE = (
    "documentSymbol",
    "foldingRange",
    "semanticTokens/full",
    "documentLink",
    "codeLens",
    "formatting",
    "diagnostic",
)
MOST = 10
"""So many names of a completion are written out."""


@pytest.fixture
def opened(client: Client) -> tuple[Client, dict[str, str]]:
    return client, {name: client.open(name, text) for name, text in FILES.items()}


def brief(value: Any, client: Client) -> str:
    """An answer in one line, with short ranges and file names."""
    text = json.dumps(value, ensure_ascii=False).replace(client.uri("x").removesuffix("x"), "")
    return re.sub(
        r'\{"start": \{"line": (\d+), "character": (\d+)\}, "end": \{"line": (\d+), "character": (\d+)\}\}',
        lambda m: f"{m[1]}:{m[2]}-{m[4] if m[3] == m[1] else f'{m[3]}:{m[4]}'}",
        text,
    )


def answer(client: Client, uri: str, method: str, line: int, column: int) -> str:
    position = {"line": line, "character": column}
    more: dict[str, Any] = {"positions": [position]} if method == "selectionRange" else {"position": position}
    if method == "references":
        more["context"] = {"includeDeclaration": True}
    reply = client.request(f"textDocument/{method}", {"textDocument": {"uri": uri}, **more})
    found = reply["result"] if "result" in reply else reply["error"]["message"]
    if method == "completion" and found["items"]:
        items = found["items"]
        shown = [one["label"] for one in items[:MOST]] + ([f"… {len(items)}"] if len(items) > MOST else [])
        return brief([shown, {k: v for k, v in items[0].items() if k not in ("label", "documentation")}], client)
    return brief(found, client)


def lines(client: Client, uri: str, text: str, method: str) -> Iterator[str]:
    """The lines of a text, each with what is said inside its words; for a completion, behind them."""
    for number, line in enumerate(text.splitlines()):
        yield line
        for word in list(re.finditer(r"\w+|\S", line))[:: 4 if method == "completion" and len(text) > 600 else 1]:
            at = word.end() if method == "completion" else word.start() + (len(word[0]) > 1)
            said = answer(client, uri, method, number, at)
            if said not in ("null", "[]", '"there is no name here"', '{"isIncomplete": false, "items": []}'):
                yield f"  {at}: {said}"


@pytest.mark.parametrize("method", PLACES)
@pytest.mark.parametrize("name", FILES)
def test_what_is_said_at_every_word(name: str, method: str, opened: tuple[Client, dict[str, str]]) -> None:
    client, uris = opened
    found = "\n".join(lines(client, uris[name], FILES[name], method)) + "\n"
    same_as_file(Path(__file__).with_name("every_place") / f"{name}-{method}.txt", found)


@pytest.mark.parametrize("name", FILES)
def test_what_is_said_of_the_whole_file(name: str, opened: tuple[Client, dict[str, str]]) -> None:
    client, uris = opened
    out: list[str] = []
    for method in WHOLE:
        found = client.ask(f"textDocument/{method}", textDocument={"uri": uris[name]})
        shown = found if isinstance(found, list) else [found]
        out += [method, *(f"  {brief(one, client)}" for one in shown)]
    for first, last in ((0, 3), (8, 30)):
        where = {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}
        for method, more in (
            ("codeAction", {"context": {"diagnostics": []}}),
            ("inlayHint", {}),
            ("rangeFormatting", {}),
        ):
            found = client.ask(f"textDocument/{method}", textDocument={"uri": uris[name]}, range=where, **more)
            out += [f"{method} {first}-{last}", *(f"  {brief(one, client)}" for one in found or [])]
    for query in ("", "p", "points", "zz"):
        found = client.ask("workspace/symbol", query=query)
        out += [f"symbol {query}", *(f"  {brief(one, client)}" for one in found)]
    same_as_file(Path(__file__).with_name("every_place") / f"{name}.txt", "\n".join(out) + "\n")
