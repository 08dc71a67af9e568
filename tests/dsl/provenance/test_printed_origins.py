"""Where every rule of a file that cites in every place comes from, and what is left of its documents: complete lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from hoyle.dsl.checked import CheckedGame
from hoyle.dsl.loading import load
from hoyle.dsl.provenance import citations as pv
from hoyle.dsl.provenance import documents as documents_module
from hoyle.dsl.provenance.documents import DocumentText, Reference, documents, lines_of, locate, read_document
from hoyle.dsl.provenance.fingerprints import changed_parts, fingerprints, name_of_part
from hoyle.dsl.provenance.rulings import OpenPoint, option_values, register
from hoyle.dsl.source.span import Source, Span
from hoyle.dsl.syntax import nodes as n
from hoyle.dsl.syntax.parser import parse

from ...golden import same_as_file
from ...small_constructs import construct_game

PRINTED = Path(__file__).with_name("printed")
RULES = """\
game "Cited" [1]
language 1
source book "book.txt" "the old book"
source notes "more/notes.txt"
source lost "lost.txt"
not a rule [3; notes 1]
not a rule [book 20-21]
players 2..4 = 3 [2]
deck 7 8 9 10 J Q K A, 2 jokers [4-5; notes 2]  # two jokers [99]
kind wish: high or low
option most: 1..9 = 3 "the most [cards] # one may hold" [6, 8-9]
option step: 1 or 5 or 7 = 5
    5 "five" [7]
    1 "one" [notes 3-4]
option wanted: wish = low "what is wanted" [5]
    low "few" [notes 5]
option open: yes or no = no "whether hands are open" if most > 2 [6]
    no "hands are hidden"
    yes "they lie on the table" [12; lost 3]
require most > 1 or wanted = low "so it is"
values pips of each card [10]
    J Q K: 10 [11]
    hearts: 2
    otherwise: 1
shape pair: 2 cards of one rank [13]
zones
    stock: face down [14]
    hand of each player: private
    pile: face up
remember
    dealer: player [15]
    points of each player: number [15, 15]
    tricks of each player: number
    closed: yes or no
ranking
    hearts: A K Q J 10 9 8 7 [16-17]
    any other suit: A K Q J 10 9 8 7
    joker [1]
    equal cards: last played wins [18]
define worth(p: player) means total pips of p.hand [19]
define long_one(p: player) means p.points + p.tricks + most + size of p.hand + p.left.points + p.left.tricks + p.right.points + 1
main
    shuffle every card into stock [22-40]
    deal 3 from stock to hand of each player
    set dealer to a random player
    for p in players [23]
        if p.points > most [24]
            add 1 to p.points
        otherwise [25]
            add 2 to p.points [24, 24-25, 26]
    repeat at most 2 times until dealer.points > 4
        add step to dealer.points
    otherwise [notes 4, 9]
        one_turn(dealer)
    settle_up
    game over, won by the player with highest points [26-26]
phase one_turn(q: player)
    q chooses
        "play {c}" for c in q.hand [28]
            move c to pile
        "pass" if open
        "stop"
            set closed to yes [29]
table settle_up
    let x be dealer.points
    x > 3  -> add worth(dealer) to dealer.points [30]
    x = 3  -> subtract 1 from dealer.points, set closed to no
    otherwise -> nothing
table rated(p: player): number
    closed -> p.long_one [31]
    otherwise -> 0
after settle_up: dealer.points > rated(dealer) - 100 [32]
always total points < 1000
incident "misdeal" during one_turn
    set dealer to dealer.left [33]
incident "quarrel" by p in players during one_turn [lost 7]
    subtract 1 from p.points
written on the table
    "dealer" beside p in players where p = dealer
ruling "A tie is a tie." [31, 34; notes 2]
ruling "Nobody asks why."
preset "the long game" [35]
    set most to 9
"""
BOOK = "".join(f"{number} of the book\n" if number not in (8, 27) else " \t\n" for number in range(1, 31))
NOTES = "first note\r\nsecond note\n\x0b\nfourth note \u200b\nfifth\nsixth"
VARIANT = """\
variant "Cited again" of cited
source ours "ours.txt"
replace define worth(p: player) means size of p.hand [1-2; book 40; notes 6]
add incident "quarter" by p in players during one_turn [3]
    add 1 to p.points
ruling "A tie is won." [ours 5; book 2]
"""


@pytest.fixture(scope="module")
def game() -> CheckedGame:
    """The rules."""
    loaded = load(Source("games/cited.hoyle", RULES))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    return loaded.game


def clause(one: pv.CitedClause) -> str:
    """A clause in one line."""
    return f"{one.place}-{one.span.end - one.span.start} {one.kind} of {one.part}: {one.text} [{said(one.references)}]"


def said(references: tuple[Reference, ...]) -> str:
    """References in words."""
    return "; ".join(map(str, references))


def traced(trace: pv.Trace) -> Iterator[str]:
    """A comparison of rules with documents."""
    yield f"complete {trace.complete}, missing {trace.missing}"
    yield from (f"rule {number} {clause(one)}" for number, one in enumerate(trace.rules))
    yield from (f"without a source {clause(one)}" for one in trace.sourceless)
    for account in trace.accounts:
        states = {state: account.count(state) for state in ("rule", "no rule", "blank", "open")}
        yield f"document {account.document.name} {account.document.title}: {states}, beyond {account.beyond}"
        yield f"open {[line.number for line in account.open]}"
        yield from (f"    {line.number} {line.text!r} {line.state} {line.rules}" for line in account.lines)


def points(entries: tuple[OpenPoint, ...]) -> Iterator[str]:
    """Open points with their readings."""
    for one in entries:
        yield f"{one.kind} {one.name!r} {one.text!r}: {one.value} (usually {one.default}), of {one.range}, if {one.condition}, [{said(one.references)}] line {one.span.line}"
        for reading in one.readings:
            yield f"    {reading.value} {reading.description!r} [{said(reading.references)}] default {reading.default} set {reading.set}"


def around(tree: n.RuleFile) -> Iterator[str]:
    """What is cited at each line, and at each word of some lines."""
    (source,) = pv.sources(tree)
    for number, line in enumerate(source.text.splitlines(), 1):
        start = source.text.index(line, sum(map(len, source.text.splitlines(keepends=True)[: number - 1])))
        inner = start + len(line) - len(line.lstrip())
        found = {
            said(pv.cited(tree, Span(source, at, at + 1))): None
            for at in (inner, (inner + start + len(line)) // 2, start + len(line) - 1)
        }
        yield f"{number}: {' | '.join(found)}"


def test_all_that_is_cited(game: CheckedGame) -> None:
    found = {"book": DocumentText("book", "book.txt", lines_of(BOOK), "the old book"),
             "notes": DocumentText("notes", "notes.txt", lines_of(NOTES))}  # fmt: skip
    lines = [
        *traced(pv.trace(game.tree, found)),
        "",
        *islice(traced(pv.trace(game.tree, {"notes": found["notes"]})), 1),
    ]
    lines += ["", *around(game.tree), ""]
    lines += [*dict.fromkeys(f"{pv.part_name(one)} / {name_of_part(one)}" for one in game.tree.declarations)]
    same_as_file(PRINTED / "cited.txt", "".join(f"{line}\n" for line in lines))


def test_a_variant_cites_its_own_document_first(tmp_path: Path) -> None:
    for name, text in (("cited", RULES), ("again", VARIANT)):
        (tmp_path / f"{name}.hoyle").write_text(text, encoding="utf-8")
    loaded = load(tmp_path / "again.hoyle")
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    tree = loaded.game.tree
    assert [Path(one.name).name for one in pv.sources(tree)] == ["again.hoyle", "cited.hoyle"]
    found = {
        "ours": DocumentText("ours", "ours.txt", ("one", "two", "three", "four", "five")),
        "book": DocumentText("book", "b", ("1", "2")),
    }
    same_as_file(PRINTED / "again.txt", "".join(f"{line}\n" for line in traced(pv.trace(tree, found))))


def test_all_that_is_open(game: CheckedGame) -> None:
    """With the usual settings, and with others."""
    others = {option: {"most": 1, "step": 7, "wanted": 0, "open": 1}[option.name] for option in game.options}
    lines = [*points(register(game, {})), "", *points(register(game, others)), ""]
    for option in (*game.options, *construct_game("values").options, *construct_game("turns").options):
        lines.append(
            f"{option.name}: {[(value, node.description if node else None) for value, node in option_values(option)]}"
        )
    same_as_file(PRINTED / "open.txt", "".join(f"{line}\n" for line in lines))


def test_a_changed_part_has_another_hash(game: CheckedGame) -> None:
    """Each declaration left out, and each number in it increased, changes the hash of its own part only."""
    before = fingerprints(game.tree)[1]
    idle = ("game", "source", "language", "notarule", "ruling", "lines on the table")
    parts = [name_of_part(one) for one in game.tree.declarations]
    assert list(before) == [*dict.fromkeys(one for one in parts if one not in ("document", *idle))]
    for number, part in enumerate(parts):
        left = tuple(one for at, one in enumerate(game.tree.declarations) if at != number)
        changed = changed_parts(before, fingerprints(n.RuleFile(left))[1])
        assert changed == ([part] if part in before else []), part
    assert changed_parts({"a": "1", "b": "2"}, {"c": "1", "b": "3", "a": "1"}) == ["b", "c"]


def test_documents_are_found_where_they_may_be(game: CheckedGame, tmp_path: Path) -> None:
    rules, other, third = (tmp_path / name for name in ("rules", "other", "third"))
    for folder in (rules, other / "more", third / "more"):
        folder.mkdir(parents=True)
    text = (
        'source book "book.txt"\nsource notes "more/notes.txt"  "the notes"\nsource book "second.txt"\nruling "x" [1]\n'
    )
    tree, problems = parse(Source(str(rules / "mine.hoyle"), text))
    assert not problems
    found = documents(tree)
    assert [(name, one.path, one.description) for name, one in found.items()] == [
        ("book", "book.txt", None), ("notes", "more/notes.txt", "the notes"),
    ]  # fmt: skip
    folders = (other, third)
    assert locate(found["book"], {}, folders) is None
    (third / "book.txt").write_bytes(b"third")
    (third / "more" / "notes.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r")
    assert locate(found["book"], {}, folders) == third / "book.txt"
    (other / "book.txt").mkdir()
    assert locate(found["book"], {}, folders) == third / "book.txt", "a folder is no document"
    (rules / "book.txt").write_bytes(b"")
    assert locate(found["book"], {}, folders) == rules / "book.txt"
    assert locate(found["book"], {"book": other / "x"}, folders) == other / "x", "whether it is there or not"
    assert locate(found["book"], {"notes": other / "x"}, ()) == rules / "book.txt"
    notes = locate(found["notes"], {}, folders)
    assert notes == third / "more" / "notes.txt"
    assert read_document("notes", notes) == DocumentText("notes", str(notes), ("one", "two"))
    assert read_document("book", rules / "book.txt") == DocumentText("book", str(rules / "book.txt"), ())
    assert [str(one) for one in (Reference("book", 3, 3), Reference("book", 3, 4))] == ["book 3", "book 3-4"]


def test_a_document_that_cannot_be_read_is_no_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(b"x" * 10)
    monkeypatch.setattr(documents_module, "LARGEST", 10)
    assert read_document("book", path).lines == ("x" * 10,)
    path.write_bytes(b"x" * 11)
    with pytest.raises(OSError, match="it is larger than 0 MB"):
        read_document("book", path)
    with pytest.raises(OSError, match=str(tmp_path)) as refused:
        read_document("book", tmp_path)
    assert refused.value.filename == str(tmp_path)
