"""Every edit that the words of a message may mean, and hovers and renames across files.

The edits lie in `every_line/advice.txt` (UPDATE_GOLDEN=1 writes them anew).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoyle.dsl.source.diagnostics import Diagnostic
from hoyle.dsl.source.span import Span
from hoyle.language_server.features.advice import advised
from hoyle.language_server.view import FileView

from ..golden import same_as_file
from .conftest import Client

TEXT = """\
game "Advised"
language 1
players 2
deck A K Q
option tagret: 1..3 = 2
zones
    stock: face down
    hand of each player: private   # the cards
remember
    n: number
    points of each player: number
define worth(c: card) means
    c.rank = A -> 2
    c.rank = K -> 1
table score(p: player)
    p.points > 3 -> add 1 to n
main
    set n to the  number [3]   # a remark
    if n > 2
        move top of stock to
            hand
    game over, won by the player with highest points
phase trn
    shuffle stock
"""
CASES: tuple[tuple[str, str, str, str | None, tuple[str, ...]], ...] = (
    # code, the marked text, message, help, what could be here
    ("E0301", "tagret", "there is no option `tagret`", "did you mean `target`?", ("`x`",)),
    ("E0301", "option tagret: 1..3", "nothing called `option tagret` is here", "write `option target` or `option …`", ()),
    ("E0301", "stock", "there is no `stock`", "there are `sto`, `stick`, `hand`, `stocks`, `docks`", ()),
    ("E0301", "stock", "there is no `other`", "write `a b` or `c`", ("`d`", "a name", "`e`", "`f`", "`g`")),
    ("E0302", "number", "a word is missing", "`the number` is such a word", ()),
    ("E0302", "number", "it is wrong", None, ("`one`", "something", "`two`")),
    ("E0303", "trn", "it is `trn`", "it is turn, tern or torn", ()),
    ("E0304", "the ", "too much", "leave it out here", ()),
    ("E0304", "top of stock to\n            hand", "too much", "leave it out", ()),
    (
        "E0207",
        "set n to the  number [3]",
        "`set n` is not used here",
        "write `subtract 1 from points of each player`, and `add 2 to n`",
        (),
    ),
    (
        "E0207",
        "set n to the  number [3]",
        "`set n` is not used here",
        "write three lines, by way of a zone: `move a to b`, `move c to a`, `move b to c`",
        (),
    ),
    ("E0203", "if n > 2", "nothing follows", "write `nothing`", ("`x`",)),
    ("E0230", "(c: card)", "brackets", "without `(`", ()),
    ("E0903", "add 1 to n", "there is one", "`replace` it", ()),
    ("E0310", "the  number", "a whole line", "write one of\nset n to 1\nset n to 2", ()),
    ("E0311", "shuffle", "something first", "write first\nremember\n    x: number", ()),
    ("W0914", "main", "a ruling", "say it\nkeep ruling \"one\"\nremove ruling two\nother", ()),
    ("W0421", "highest points", "`top of stock` may be none", "test it: `if (top of stock) is not none`", ()),
    ("W0422", "add 1 to n", "`n` may be none, and `p.points`", None, ()),
    ("W0422", "tagret", "none", "if n is not none", ()),
    ("E0701", "c.rank = K", "a case is missing", None, ()),
    ("E0702", "p.points > 3", "a case is missing", "`else`", ()),
    ("E0701", "tagret", "a case is missing", None, ()),
    ("W0201", "hand", "it is long", "write `h`", ("`x`",)),
)  # fmt: skip


def test_every_edit_that_advice_may_mean(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.start()
    for name in ("stocks", "docks", "game"):
        (tmp_path / f"{name}.hoyle").write_text('game "x"\n', "utf-8")
    uri = client.open("advised.hoyle", TEXT)
    state = client.session.state
    document = state.workspace.at(uri)
    assert document is not None
    view = FileView(state.workspace, document, state.settings)
    assert any(TEXT[:3] in one.span.source.text for one in view.diagnostics)
    out: list[str] = []
    for code, marked, message, help, expected in CASES:
        start = TEXT.index(marked)
        span = Span(document.source, start, start + len(marked))
        out.append(f"{code} {marked!r}: {message}; {help!r} {expected}")
        for title, edit in advised(view, Diagnostic(code, "error", message, span, help, (), expected)):
            made = edit.made(TEXT)
            assert made[: edit.start] == TEXT[: edit.start]
            assert made.endswith(TEXT[edit.end :])
            out.append(
                f"  {title} | {TEXT[max(0, edit.start - 5) : edit.start]!r} {TEXT[edit.start : edit.end]!r} {edit.text!r}"
            )
    same_as_file(Path(__file__).with_name("every_line") / "advice.txt", "\n".join(out) + "\n")


BASE = """\
game "Base"
language 1
players 2
deck A K Q
kind mood: calm or wild
option how = calm "how it goes"
    calm "quietly"
    plain "as ever"
zones
    stock: face down "what is left"
    hand of each player: private
remember
    dealer: player "whoever deals"
    points of each player: number
main
    set dealer to a random player
    shuffle every card into stock
    deal 1 from stock to hand of each player
    dealer chooses
        "show {c}" for c in dealer.hand
            add 1 to dealer.points
        "pass" if how = calm
    game over, won by the player with highest points, otherwise shared
"""
OVER = 'variant "Over" of base\nset how to calm\nset how to plain\nadd remember\n    late: yes or no "it is late"\n'
SCRIPT = "hoyle play 1\n\ngame over\noption how plain\nplayers A, B\n\nfirst dealer A\nhand A: K\nA: show K\nexpect late: no\nexpect points: A 1\n"


def test_names_of_a_base_are_described_and_renamed_from_elsewhere(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.start()
    uris = {
        name: client.open(name, text)
        for name, text in (("base.hoyle", BASE), ("over.hoyle", OVER), ("over.play", SCRIPT))
    }

    def hover(name: str, text: str, mark: str) -> str:
        found: Any = client.at("textDocument/hover", uris[name], text, mark)
        return "" if found is None else found["contents"]["value"]

    for name, text, mark in (
        ("over.hoyle", OVER, "set ho|w"), ("over.play", SCRIPT, "option ho|w"),
    ):  # fmt: skip
        assert hover(name, text, mark) == (
            '```hoyle\noption how = calm "how it goes"\n```\n\nHow it goes.\n\n'
            "one of: calm or plain; `calm` if nothing is said\n\n- `calm`: quietly\n- `plain`: as ever\n\n"
            "declared in `base.hoyle`"
        ).replace("\n\ndeclared in `base.hoyle`", "\n\ndeclared in `base.hoyle`" if name == "over.hoyle" else "")
    assert hover("over.play", SCRIPT, "expect lat|e") == (
        '```hoyle\nlate: yes or no "it is late"\n```\n\nIt is late.\n\na variable: yes or no'
    )
    assert "whoever deals" in hover("over.play", SCRIPT, "first deale|r")

    def renamed(name: str, text: str, mark: str) -> Any:
        at = text.index(mark.replace("|", "")) + mark.index("|")
        where = {"line": text.count("\n", 0, at), "character": at - text.rfind("\n", 0, at) - 1}
        reply = client.request(
            "textDocument/rename", {"textDocument": {"uri": uris[name]}, "position": where, "newName": "fresh"}
        )
        return reply["error"]["message"] if "error" in reply else sorted(reply["result"]["changes"])

    assert renamed("over.hoyle", OVER, "to pla|in") == sorted(uris.values())
    for name, text, mark in (
        ("base.hoyle", BASE, "kind mood: cal|m"), ("base.hoyle", BASE, "how = cal|m"), ("over.hoyle", OVER, "to cal|m"),
    ):  # fmt: skip
        assert renamed(name, text, mark) == "`calm` is a value of several options or kinds"


def test_nothing_is_completed_where_no_line_can_be(tmp_path: Path) -> None:
    client = Client(tmp_path)
    client.start()
    found: list[tuple[str, bool]] = []
    for last in ("    shu", "   shu", "      shu", "            shu", "\tshu", "shu", "        shu"):
        text = BASE[: BASE.index("    game over")].replace('"pass" if how = calm', '"pass"') + last
        uri = client.open(f"at{len(found)}.hoyle", text)
        where = {"line": text.count("\n"), "character": len(last)}
        said = client.ask("textDocument/completion", textDocument={"uri": uri}, position=where)
        found.append((last, any(one["label"].startswith("shuffle") for one in said["items"])))
    assert found == [
        ("    shu", True), ("   shu", False), ("      shu", False), ("            shu", True), ("\tshu", True),
        ("shu", False), ("        shu", False),
    ]  # fmt: skip
