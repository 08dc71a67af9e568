"""The features of the language server one by one, on a small game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.language_server.features.tokens import TYPES
from hoyle.language_server.text import Text

from .conftest import SMALL, Client

VARIANT = """\
variant "Quick" of small
replace phase turn(p: player)
    p chooses
        "show {c}" for c in p.hand
            add 2 to p.points
change main
    remove the line shuffle stock
set quick to yes
"""
SCRIPT = """\
hoyle play 1

game small
option quick yes
players A, B

first dealer A
A: pass
expect points: A 0, B 0
"""


def edited(text: str, edits: list[dict]) -> str:
    made = Text(text)
    for one in sorted(edits, key=lambda e: made.offsets(e["range"]), reverse=True):
        made = made.changed([{"range": one["range"], "text": one["newText"]}])
    return made.text


# ------------------------------------------------------------------------------------------------------------- hover


@pytest.mark.parametrize(
    ("mark", "parts"),
    [
        ("st|ock: face", ["stock: face down", "The cards not dealt", "a zone, face down"]),
        ("add 1 to p.po|ints", ["points of each player", "number"]),
        ("if qui|ck", ["A shorter game", "yes or no", "`no` if nothing is said"]),
        ("sh|uffle", ["shuffle"]),
        ("for c| in", ["c: card"]),
        ("dealer.le|ft", ["clockwise"]),
        ("tu|rn(p)", ["One player takes a turn"]),
    ],
)
def test_hover_explains_names_and_keywords(client: Client, mark: str, parts: list[str]) -> None:
    uri = client.open("small.hoyle", SMALL)
    value = client.at("textDocument/hover", uri, SMALL, mark)["contents"]["value"]
    assert [part for part in parts if part not in value] == []


def test_hover_shows_the_lines_cited(client: Client) -> None:
    (client.folder / "rules.txt").write_text("Title\nThe cards are shuffled.\nThe end\n")
    text = SMALL.replace("zones", 'source rules "rules.txt"\nzones').replace("shuffle stock", "shuffle stock [2]")
    uri = client.open("small.hoyle", text)
    assert "The cards are shuffled." in client.at("textDocument/hover", uri, text, "[|2]")["contents"]["value"]
    (place,) = client.at("textDocument/definition", uri, text, "[|2]")
    assert place["uri"].endswith("rules.txt")
    assert place["range"]["start"]["line"] == 1
    (link,) = client.ask("textDocument/documentLink", textDocument={"uri": uri})
    assert link["target"] == place["uri"]


def test_hover_explains_the_code_of_a_mistake(client: Client) -> None:
    text = SMALL.replace("shuffle stock", "shuffle stok")
    uri = client.open("small.hoyle", text)
    client.rest()
    assert "E0315" in client.at("textDocument/hover", uri, text, "shuffle st|ok")["contents"]["value"]


# ------------------------------------------------------------------------------------------------- going from name to name


def lines(found: list[dict]) -> list[tuple[str, int]]:
    return [(one["uri"].rsplit("/", 1)[1], one["range"]["start"]["line"]) for one in found]


def test_the_definition_of_a_name_is_found(client: Client) -> None:
    base = client.open("small.hoyle", SMALL)
    assert lines(client.at("textDocument/definition", base, SMALL, "gather every card into st|ock")) == [
        ("small.hoyle", 6)
    ]
    assert lines(client.at("textDocument/definition", base, SMALL, "add 1 to p|.")) == [("small.hoyle", 21)]
    variant = client.open("quick.hoyle", VARIANT)
    assert lines(client.at("textDocument/definition", variant, VARIANT, "of sm|all")) == [("small.hoyle", 0)]
    assert lines(client.at("textDocument/definition", variant, VARIANT, "replace phase tu|rn")) == [("small.hoyle", 21)]
    assert lines(client.at("textDocument/definition", variant, VARIANT, "set qui|ck")) == [("small.hoyle", 4)]
    assert lines(client.at("textDocument/definition", variant, VARIANT, "p.po|ints")) == [("small.hoyle", 10)]
    script = client.open("a.play", SCRIPT)
    assert lines(client.at("textDocument/definition", script, SCRIPT, "game sm|all")) == [("small.hoyle", 0)]
    assert lines(client.at("textDocument/definition", script, SCRIPT, "expect po|ints")) == [("small.hoyle", 10)]


def test_references_reach_variants_and_scripts(client: Client) -> None:
    base = client.open("small.hoyle", SMALL)
    client.open("quick.hoyle", VARIANT)
    client.open("a.play", SCRIPT)
    client.open("other.hoyle", SMALL.replace("Small", "Other"))
    context = {"includeDeclaration": True}
    found = lines(client.at("textDocument/references", base, SMALL, "points| of each", context=context))
    assert sorted(found) == [
        ("a.play", 8), ("quick.hoyle", 4), ("small.hoyle", 10), ("small.hoyle", 13), ("small.hoyle", 20),
        ("small.hoyle", 24),
    ]  # fmt: skip
    found = client.at("textDocument/references", base, SMALL, "turn(p|:", context={"includeDeclaration": False})
    assert len(found) == 3
    kinds = [one["kind"] for one in client.at("textDocument/documentHighlight", base, SMALL, "points| of each")]
    assert kinds == [3, 2, 2, 3]


def test_values_in_lines_on_the_table_are_references(client: Client) -> None:
    text = SMALL + 'written on the table\n    "of {dealer}: {p.points}" beside p in players where p.points > 1\n'
    base = client.open("small.hoyle", text)
    context = {"includeDeclaration": True}
    found = lines(client.at("textDocument/references", base, text, "points| of each", context=context))
    assert found.count(("small.hoyle", 27)) == 2
    assert ("small.hoyle", 27) in lines(
        client.at("textDocument/references", base, text, "deal|er: player", context=context)
    )
    assert lines(client.at("textDocument/definition", base, text, "{p|.points}")) == [("small.hoyle", 27)]
    names = [one["name"] for one in client.ask("textDocument/documentSymbol", textDocument={"uri": base})]
    assert "lines on the table" in names


def test_rename_changes_every_file_and_nothing_else(client: Client) -> None:
    texts = {client.open("small.hoyle", SMALL): SMALL, client.open("quick.hoyle", VARIANT): VARIANT}
    texts[client.open("a.play", SCRIPT)] = SCRIPT
    base = client.uri("small.hoyle")
    assert client.at("textDocument/prepareRename", base, SMALL, "poi|nts of")["placeholder"] == "points"
    changes = client.at("textDocument/rename", base, SMALL, "poi|nts of", newName="score")["changes"]
    assert {uri: edited(texts[uri], edits) for uri, edits in changes.items()} == {
        uri: text.replace("points", "score") for uri, text in texts.items()
    }
    local = client.at("textDocument/rename", base, SMALL, "turn(p|:", newName="who")["changes"]
    assert edited(SMALL, local[base]).endswith(
        'phase turn(who: player) "one player takes a turn"\n    who chooses\n        "show {c}" for c in who.hand\n'
        '            add 1 to who.points\n        "pass" if quick\n'
    )
    assert "for p in players from dealer" in edited(SMALL, local[base])


def test_names_in_a_script_refer_to_its_rules(client: Client) -> None:
    texts = {client.open("small.hoyle", SMALL): SMALL, client.open("quick.hoyle", VARIANT): VARIANT}
    script = client.open("a.play", SCRIPT)
    texts[script] = SCRIPT
    context = {"includeDeclaration": True}
    found = lines(client.at("textDocument/references", script, SCRIPT, "expect po|ints", context=context))
    assert sorted(found) == [
        ("a.play", 8), ("quick.hoyle", 4), ("small.hoyle", 10), ("small.hoyle", 13), ("small.hoyle", 20),
        ("small.hoyle", 24),
    ]  # fmt: skip
    assert client.at("textDocument/prepareRename", script, SCRIPT, "expect po|ints")["placeholder"] == "points"
    changes = client.at("textDocument/rename", script, SCRIPT, "expect po|ints", newName="score")["changes"]
    assert {uri: edited(texts[uri], edits) for uri, edits in changes.items()} == {
        uri: text.replace("points", "score") for uri, text in texts.items()
    }
    (own,) = client.at("textDocument/documentHighlight", script, SCRIPT, "expect po|ints")
    assert own["range"]["start"] == {"line": 8, "character": 7}
    wrong = SCRIPT.replace("A 0, B 0", "A 2, B 0")
    client.change(script, {"text": wrong}, version=5)
    client.rest()
    assert "E1060" in client.at("textDocument/hover", script, wrong, "A |2")["contents"]["value"]


@pytest.mark.parametrize("name", ["stock", "Points", "repeat", "p", "1x", "", "a b", "reds"])
def test_an_invalid_new_name_is_refused(client: Client, name: str) -> None:
    base = client.open("small.hoyle", SMALL)
    position = {"line": 10, "character": 6}
    params = {"textDocument": {"uri": base}, "position": position, "newName": name}
    assert client.request("textDocument/rename", params)["error"]["code"] == -32803


def test_shipped_files_are_not_renamed(client: Client, shipped) -> None:
    name = next(iter(shipped))
    text = shipped[name].read_text(encoding="utf-8")
    uri = client.open("v.hoyle", f'variant "V" of {name}\nreplace main\n    set dealer to dealer.left\n')
    params = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 9}, "newName": "giver"}
    assert "dealer" in text
    assert "comes with hoyle" in client.request("textDocument/rename", params)["error"]["message"]


# ------------------------------------------------------------------------------------------------------------- the rest


def test_outline_folding_and_selection(client: Client) -> None:
    uri = client.open("small.hoyle", "# one\n# two\n" + SMALL)
    outline = client.ask("textDocument/documentSymbol", textDocument={"uri": uri})
    names = {one["name"]: [child["name"] for child in one.get("children", ())] for one in outline}
    assert names["zones"] == ["stock", "hand"]
    assert names["remember"] == ["dealer", "points"]
    assert names["phase turn"] == ["show {c}", "pass"]
    folds = client.ask("textDocument/foldingRange", textDocument={"uri": uri})
    assert {"startLine": 0, "endLine": 1, "kind": "comment"} in folds
    assert {"startLine": 23, "endLine": 27} in folds
    (found,) = client.ask(
        "textDocument/selectionRange", textDocument={"uri": uri}, positions=[{"line": 26, "character": 23}]
    )
    sizes: list[Any] = []
    while found is not None:
        sizes.append(found["range"])
        found = found.get("parent")
    assert len(sizes) >= 4
    assert sizes[0] == {"start": {"line": 26, "character": 23}, "end": {"line": 26, "character": 29}}


def test_symbols_of_the_workspace(client: Client) -> None:
    client.open("small.hoyle", SMALL)
    assert [one["name"] for one in client.ask("workspace/symbol", query="tun")] == ["turn"]


def test_semantic_tokens_give_names_their_kind(client: Client) -> None:
    uri = client.open("small.hoyle", SMALL)
    data = client.ask("textDocument/semanticTokens/full", textDocument={"uri": uri})["data"]
    line = column = 0
    found: dict[tuple[int, str], str] = {}
    rows = SMALL.split("\n")
    for i in range(0, len(data), 5):
        line, column = line + data[i], data[i + 1] + (0 if data[i] else column)
        found[line, rows[line][column : column + data[i + 2]]] = TYPES[data[i + 3]]
    assert found[15, "shuffle"] == "keyword"
    assert found[15, "stock"] == "property"
    assert found[18, "turn"] == "function"
    assert found[23, "c"] == "variable"
    assert found[9, "player"] == "type"
    assert found[4, '"a shorter game"'] == "string"
    where = {"start": {"line": 15, "character": 0}, "end": {"line": 15, "character": 99}}
    part = client.ask("textDocument/semanticTokens/range", textDocument={"uri": uri}, range=where)["data"]
    assert part[:3] == [15, 8, 7]


def test_hints_and_signatures(client: Client) -> None:
    text = SMALL + "phase other(q: player, n: 1..3)\n    let held be q.hand\n    other(q, n)\n"
    uri = client.open("small.hoyle", text)
    where = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    hints = {one["label"] for one in client.ask("textDocument/inlayHint", textDocument={"uri": uri}, range=where)}
    assert {": set of cards", ": player", ": card", " = no"} <= hints
    found = client.at("textDocument/signatureHelp", uri, text, "    other(q, |")
    assert found["signatures"][0]["label"] == "other(q: player, n: number 1..3)"
    assert found["activeParameter"] == 1


def test_hints_in_a_script_name_the_winner_of_a_trick(client: Client) -> None:
    shipped = Path(hoyle.__file__).parent / "rulesets" / "games" / "newberry_rulebook.play"
    text = shipped.read_text(encoding="utf-8").replace(", won by B\n", "\n", 1).replace("D: discard J♣\n", "")
    uri = client.open("mine.play", text)
    lines = text.split("\n")

    def hints(number: int) -> list[str]:
        where = {"start": {"line": number, "character": 0}, "end": {"line": number, "character": 999}}
        return [one["label"] for one in client.ask("textDocument/inlayHint", textDocument={"uri": uri}, range=where)]

    first = next(number for number, line in enumerate(lines) if line.startswith("trick:"))
    assert hints(first) == []  # the trick is not played because the discard is missing
    uri = client.open("mine.play", text.replace("expect trump: hearts\n", "expect trump: hearts\nD: discard J♣\n"), 2)
    assert hints(first + 1) == ["won by B"]
    assert hints(first + 2) == []  # the line already names the winner


def test_a_file_is_formatted_as_a_whole_and_in_parts(client: Client) -> None:
    untidy = SMALL.replace("    shuffle stock", "    shuffle    stock").replace("  stock: face", " stock: face")
    uri = client.open("small.hoyle", untidy.replace("    hand of", "   hand of"))
    options = {"tabSize": 4, "insertSpaces": True}
    edits = client.ask("textDocument/formatting", textDocument={"uri": uri}, options=options)
    assert "shuffle stock" in edited(untidy.replace("    hand of", "   hand of"), edits)
    client.change(
        uri,
        {"text": SMALL.replace("set dealer to dealer.left", "set   dealer to dealer.left") + "phase broken\n  x =\n"},
    )
    assert client.ask("textDocument/formatting", textDocument={"uri": uri}, options=options) == []
    where = {"start": {"line": 12, "character": 0}, "end": {"line": 13, "character": 0}}
    edits = client.ask("textDocument/rangeFormatting", textDocument={"uri": uri}, range=where, options=options)
    assert [one["newText"] for one in edits] == ["        set dealer to dealer.left\n"]
    crlf = untidy.replace("\n", "\r\n")
    client.change(uri, {"text": crlf}, version=3)
    edits = client.ask("textDocument/formatting", textDocument={"uri": uri}, options=options)
    assert edited(crlf, edits).count("\n") == edited(crlf, edits).count("\r\n")


def test_words_and_names_are_offered_in_a_script(client: Client) -> None:
    client.open("small.hoyle", SMALL)

    def offered(text: str) -> set[str]:
        uri = client.open("a.play", text)
        position = Text(text).position(len(text))
        return {
            one["label"]
            for one in client.ask("textDocument/completion", textDocument={"uri": uri}, position=position)["items"]
        }

    head = "hoyle play 1\n\ngame small\noption quick yes\nplayers A, B\n\nfirst dealer A\n"
    assert "small" in offered("hoyle play 1\n\ngame ")
    assert {"yes", "no"} <= offered("hoyle play 1\n\ngame small\noption quick ")
    assert "quick" in offered("hoyle play 1\n\ngame small\noption ")
    assert "A: pass" in offered(head)
    assert "pass" in offered(head + "A: ")
    assert {"points", "turn"} <= offered(head + "expect ")
    assert len(offered(head + "hand A: ")) == 6
    assert len(offered(head + f"hand A: {sorted(offered(head + 'hand A: '))[0]} ")) == 5
