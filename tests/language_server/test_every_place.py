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

WIDE = """\
# Wide: a bit of everything.
# It has two lines.
game "Wide"
language 1
source rules "rules.txt"
players 2..4 = 3
deck 2 3 4 5 6 7 J Q K of clubs hearts, 2 jokers
option long: yes or no = no "a longer game" [3]
option target: 5..9 = 6 "points that win"
option way = plain "how it goes"
    plain "as usual"
    wild "with wild cards"
option rounds: 1 or 2 = 2
require long or target < 8 "too short"
preset "club"
    set long to yes
    set target to 7
kind mood: calm or merry
kind strain: suit or no_trump
shape pair: 2 cards of one rank
shape run: 3 or more cards of one suit in sequence, joker wild
shape meld: pair or run
zones
    stock: face down
    heap: face up "what was played"
    row: 3 places, face up
    hand of each player: private
remember
    dealer: player
    feel: mood
    bid: strain or none
    level, height: 0..9
    seen: yes or no
    points of each player: number
values pips of each card
    2..7: 2..7
    J of hearts: 11
    joker: 20
    otherwise: 1
ranking
    any suit: K Q J 7 6 5 4 3 2
    joker
define rich(p: player) means p.points > level and not seen
define worth(c: card) means
    c is joker -> 20
    c.rank in {J, Q} -> 10
    otherwise -> c.number
main
    set dealer to a random player
    repeat at most 20 times until highest points >= target
        gather every card into stock
        shuffle stock
        deal 2 from stock to hand of each player from dealer.left
        round_of(dealer.left)
    otherwise
        nothing
    game over, won by the player with highest points, otherwise shared
phase round_of(p: player) [1]
    let card_seen be top of stock
    for q in players from p
        q chooses
            "play {c}" for c in q.hand where worth(c) > level
                move c to heap
                add larger(worth(c), 3) to q.points
            "meld {cs}" for cs in 2 or more cards of q.hand where cs is a meld
                move cs to heap
            "bid {n} {s}" for n in 1..9, s in strains
                set bid to s
                set level to n
            "pass"
    if any q in players has rich(q)
        score(p)
    otherwise if size of heap > 3 and card_seen is not joker: set feel to merry
    move top of stock to row(2)
    in secret together
        for q in players
            q chooses
                "hide"
                    nothing
                "show" if seen
                    nothing
table score(p: player)
    p.points > 5 -> add 1 to p.points, set seen to yes
    otherwise -> subtract 1 from p.left(2).points
after score: total points gained in 0..9
always level < 10
incident "misdeal" by p in players during round_of
    set dealer to p.next
written on the table
    "bid {bid}" if bid is not none
    "points {p.points}" beside p in players
ruling "Aces are low." [4]
not a rule [5]
example "the joker counts most" by p
    set level to 3
    move {J of hearts} to p.hand
    expect not rich(p) and K of hearts beats 2 of hearts
"""
OURS = """\
variant "Ours" of wide
# A house rule.
set target to 9
set long to yes
describe target "points that are needed"
remove incident "misdeal"
change the option way
    add value quick "soon over"
    describe value wild "jokers are wild"
keep ruling "Aces are low."
add option late: yes or no = no "later"
add remember
    hurry: number
change round_of
    add after the choice "pass"
        "hurry" if late
            add 1 to hurry
    replace the line move top of stock to row(2)
        move top of stock to row(1)
change score
    replace the row p.points > 5
        p.points > 6 -> add 2 to p.points
change the ranking
    replace the row joker
        joker
replace define rich(p: player) means p.points > hurry
replace table score(p: player)
    always -> nothing
"""
WIDE_SCRIPT = """\
hoyle play 1

game wide
option target 6
option way wild
preset club
players A, B, C

first dealer A
hand A: 2♣ 3♣
hand B: 7♥ 6♥
hand C: J♥ joker
B: play 7♥
what if "C melds"
  C: play J♥
C: pass
A: bid 3 hearts
expect points: A 0, B 7, C 0
expect level: 3
B: hide
"""
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
    "wide.hoyle": WIDE,
    "ours.hoyle": OURS,
    "wide.play": WIDE_SCRIPT,
}
NARROW = ("small.hoyle", "quick.hoyle", "wrong.hoyle", "evening.play")
"""Files of which every feature is written out at every word."""
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
SHORT = 220
"""So many characters of an answer are written out for the other files."""
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
                yield f"  {at}: {said if uri.rpartition('/')[2] in NARROW else said[:SHORT]}"


@pytest.mark.parametrize("method", PLACES)
@pytest.mark.parametrize("name", FILES)
def test_what_is_said_at_every_word(name: str, method: str, opened: tuple[Client, dict[str, str]]) -> None:
    client, uris = opened
    if name not in NARROW and method in ("references", "prepareRename", "selectionRange"):
        pytest.skip("a long text")
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
