"""Every feature at many places of shipped and of damaged files: no request fails, and all ranges are inside the text."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from typing import Any

import pytest

from hoyle.dsl.loading import RULESETS
from hoyle.language_server.features.completion import completion
from hoyle.language_server.methods import REQUESTS
from hoyle.language_server.text import Text

from .conftest import Client

EVERYTHING = "HOYLE_SLOW_TESTS" in os.environ
SLOW = ("textDocument/codeAction", "textDocument/references", "textDocument/rename")
"""Slow requests, sent at fewer places."""
WHOLE = ("/full", "documentSymbol", "documentLink", "foldingRange", "/formatting", "codeLens", "diagnostic")
"""Ends of the names of requests about a whole file instead of a place in it."""
FILES = sorted([*RULESETS.rglob("*.hoyle"), *RULESETS.rglob("*.play")])
METHODS = tuple(one for one in REQUESTS if one.startswith("textDocument/"))
QUICK = tuple(one for one in METHODS if one not in SLOW)
OF_A_FILE = tuple(one for one in METHODS if one.endswith(WHOLE))
OF_A_PLACE = tuple(one for one in METHODS if one not in OF_A_FILE)
CHARACTERS = "a_ \n\t\"'[](){}.:,#=<>-01AQ\r🂡é\u2028"


def ask_everything(client: Client, uri: str, text: str | Text, at: int, methods: Sequence[str] = QUICK) -> None:
    """Send the requests of a document for a place.  An error response that gives a reason is allowed."""
    made = text if isinstance(text, Text) else Text(text)
    position = made.position(at)
    where = {"start": position, "end": made.position(at + 40)}
    params = {
        "textDocument": {"uri": uri}, "position": position, "range": where, "positions": [position], "newName": "other_name",
        "options": {}, "context": {"includeDeclaration": True},
    }  # fmt: skip
    for method in methods:
        answer = client.request(method, params)
        assert answer.get("error", {}).get("code", -32803) == -32803, (method, at, answer)
        check_ranges(answer.get("result"), made, uri)


def check_ranges(result: Any, text: Text, uri: str) -> None:
    """Check that every range in an answer about this file is inside its text."""
    if isinstance(result, list):
        for one in result:
            check_ranges(one, text, uri)
    elif isinstance(result, dict):
        if result.get("uri", uri) != uri:
            return
        for name, one in result.items():
            if name in ("range", "selectionRange"):
                assert text.position(text.offset(one["start"])) == one["start"], one
                assert text.position(text.offset(one["end"])) == one["end"], one
            elif name != "changes":
                check_ranges(one, text, uri)


@pytest.mark.parametrize("path", FILES[:: 1 if EVERYTHING else 12], ids=lambda path: path.name)
def test_features_work_on_shipped_files(client: Client, path) -> None:
    text = path.read_text(encoding="utf-8")
    uri = client.open(path.name, text)
    dice = random.Random(path.name)
    for _ in range(2):
        ask_everything(client, uri, text, dice.randrange(len(text) + 1))


@pytest.mark.skipif(
    not EVERYTHING, reason="takes half an hour; HOYLE_SLOW_TESTS=1 runs it, HOYLE_EVERY=N at every Nth character"
)
@pytest.mark.parametrize("path", FILES if EVERYTHING else FILES[:1], ids=lambda path: path.name)
def test_features_work_at_every_character_of_the_shipped_files(client: Client, path) -> None:
    text = path.read_text(encoding="utf-8")
    uri = client.open(path.name, text)
    ask_everything(client, uri, text, 0, OF_A_FILE)
    made = Text(text)
    for at in range(0, len(text) + 1, int(os.environ.get("HOYLE_EVERY", "1"))):
        ask_everything(client, uri, made, at, OF_A_PLACE)
        client.sent.clear()


@pytest.mark.parametrize("seed", range(6))
def test_features_work_while_a_file_is_edited_at_random(client: Client, seed: int) -> None:
    dice = random.Random(seed)
    path = dice.choice(FILES)
    text = path.read_text(encoding="utf-8")
    uri = client.open(path.name, text)
    version = 1
    for _ in range(4):
        made = Text(text)
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice([0, 0, 1, 3, 30]))
        new = "".join(dice.choice(CHARACTERS) for _ in range(dice.choice([0, 1, 1, 4])))
        where = made.range(start, end)
        version += 1
        client.change(uri, {"range": where, "text": new}, version=version)
        made = made.changed([{"range": where, "text": new}])
        text = made.text
        assert client.session.state.workspace.at(uri).text.text == text
        ask_everything(client, uri, text, min(len(text), start + len(new)))
        published = client.rest()
        check_ranges(published[uri], made, uri)
    errors = [one for one in client.sent if one.get("method") == "window/logMessage"]
    assert errors == []


def test_answers_are_about_the_newest_text(client: Client) -> None:
    """A session that saw many edits answers like one that opened the result."""
    dice = random.Random(7)
    path = FILES[0]
    text = path.read_text(encoding="utf-8")
    uri = client.open(path.name, text)
    for version in range(2, 16):
        made = Text(text)
        start = dice.randrange(len(text))
        where = made.range(start, min(len(text), start + dice.choice([0, 1, 2])))
        new = dice.choice(["x", "", " ", "\n", "stock", '"'])
        client.change(uri, {"range": where, "text": new}, version=version)
        text = made.changed([{"range": where, "text": new}]).text
        ask_everything(client, uri, text, start)
    other = Client(client.folder)
    other.start()
    other.open(path.name, text)
    assert client.rest() == other.rest()
    for at in range(0, len(text), 997):
        for method in ("textDocument/hover", "textDocument/completion", "textDocument/semanticTokens/full"):
            params = {"textDocument": {"uri": uri}, "position": Text(text).position(at)}
            assert client.request(method, params)["result"] == other.request(method, params)["result"]


def test_unknown_deleted_and_unreadable_files_are_no_failure(client: Client) -> None:
    ask_everything(client, client.uri("nowhere.hoyle"), "", 0)
    for uri in ("untitled:Untitled-1", "http://example.com/x.hoyle", "file:///%00", "file://", "nonsense"):
        client.tell("textDocument/didOpen", textDocument={"uri": uri, "version": 1, "text": 'game "X"\n'})
        assert uri in client.rest()
        ask_everything(client, uri, 'game "X"\n', 3)
        client.tell("textDocument/didClose", textDocument={"uri": uri})
    base = client.folder / "base.hoyle"
    base.write_text('game "X"\nplayers two\n')
    variant = client.open("v.hoyle", 'variant "V" of base\n')
    assert "the rules this is laid over" in client.rest()[variant][0]["message"]
    base.unlink()
    client.tell("workspace/didChangeWatchedFiles", changes=[])
    (gone,) = client.rest()[variant]
    assert gone["code"] == "E0905"
    base.mkdir()
    client.tell("workspace/didChangeWatchedFiles", changes=[])
    assert client.rest()[variant]


def test_two_files_with_the_same_name_in_different_folders(client: Client) -> None:
    for folder, title in (("one", "One"), ("two", "Two")):
        (client.folder / folder).mkdir()
        client.open(f"{folder}/rules.hoyle", f'game "{title}"\nphase {title.lower()}\n    nothing\n')
        uri = client.open(f"{folder}/v.hoyle", 'variant "V" of rules\n')
        found = client.ask("textDocument/definition", textDocument={"uri": uri}, position={"line": 0, "character": 17})
        assert [one["uri"] for one in found] == [client.uri(f"{folder}/rules.hoyle")]


def test_completion_depends_only_on_the_text(client: Client) -> None:
    """A second request gives the same answer, because the first one leaves the view unchanged."""
    from hoyle.language_server.view import FileView

    uri = client.open("a.hoyle", FILES[0].read_text(encoding="utf-8"))
    view = FileView(client.session.state.workspace, client.session.state.workspace.at(uri))
    for at in range(0, len(view.raw), 1511):
        assert completion(view, at) == completion(view, at)
