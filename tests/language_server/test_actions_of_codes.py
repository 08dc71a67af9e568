"""What the language server offers for the mistakes that codes have as examples, and for the lines that mend them.

The offers lie in `actions_of_codes/` (UPDATE_GOLDEN=1 writes them anew): for each code its example, and below each line
with something wrong the offers, with the lines that each would leave out and write.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.dsl.codes.code import Code
from hoyle.dsl.codes.table import CODES

from ..dsl.checks.conftest import FILE, RULES, completed
from ..golden import same_as_file
from .conftest import Client, Json
from .test_features import edited

PARTS = 4
"""In how many parts the codes of a family are tried."""
EXAMPLES = [code for code in CODES.values() if code.bad and code.language == "hoyle"]
FAMILIES = sorted({code.family for code in EXAMPLES})
LONG = ("E0101", "W0436")
"""Codes whose examples are bytes, or take long."""


def offers(client: Client, uri: str, text: str, found: Json, only: str) -> Iterator[str]:
    """What is offered at a mistake: the title, its kind, and the lines that change."""
    whole = client.ask("textDocument/codeAction", textDocument={"uri": uri}, range=found["range"], context={})
    for one in whole:
        if [d["code"] for d in one.get("diagnostics", ())] != [only]:
            continue
        mark = "*" if one.get("isPreferred") else "-"
        yield f"  {mark} {one['title']} ({one['kind']})"
        changes = one["edit"].get("changes", {}).get(uri)
        if changes is not None:
            compared = difflib.unified_diff(text.splitlines(), edited(text, changes).splitlines(), n=0, lineterm="")
            yield from (f"      {line}" for line in list(compared)[2:] if not line.startswith("@@"))


def said_of(client: Client, code: Code) -> Iterator[str]:
    """The example of a code, with what is offered for it."""
    yield f"---- {code.id}"
    parts = FILE.split(code.bad)
    files = dict(zip(parts[1::2], parts[2::2], strict=True)) or {"example.hoyle": code.bad}
    texts = {name: text if code.family in ("01", "02") else completed(text) for name, text in files.items()}
    uris = {name: client.open(name, text) for name, text in texts.items()}
    for name, uri in uris.items():
        for found in client.rest().get(uri, []):
            if found["code"] == code.id:
                yield f"{name}:{found['range']['start']['line']} {found['message']}".replace("\n", " / ")
                yield from offers(client, uri, texts[name], found, code.id)
    for uri in uris.values():
        client.tell("textDocument/didClose", textDocument={"uri": uri})


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_offered_for_the_examples_of_a_family(family: str, part: int, client: Client) -> None:
    (client.folder / "rules.txt").write_text(RULES, encoding="utf-8")
    codes = [code for code in EXAMPLES if code.family == family and code.id not in LONG][part::PARTS]
    found = [line for code in codes for line in said_of(client, code)]
    same_as_file(Path(__file__).with_name("actions_of_codes") / f"{family}-{part}.txt", "\n".join(found) + "\n")
