"""What may be renamed to what, which changes are offered at every line, and what is answered for each part of a file.

The answers lie in `every_line/` (UPDATE_GOLDEN=1 writes them anew); the files are those of `test_every_place.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hoyle.language_server.session import Session
from hoyle.language_server.text import BadPosition

from ..golden import same_as_file
from .conftest import Client, Json
from .test_every_place import FILES, brief

KEPT = Path(__file__).with_name("every_line")
NEW = ("fresh_name", "Fresh", "deal", "points", "dealer", "p", "fresh name")
"""The names that are wanted: a good one, some that are none, and some that there are."""
CLUB = Path(__file__).parents[1] / "cli" / "club"
EVENING = """\
hoyle play 1

game club_whist
players Ann, Bob, Cyd, Dan
option target 3

first dealer Cyd
hand Dan: Q♦ K♠ A♣ K♣
hand Ann: J♥ J♦ Q♣ K♥
hand Bob: Q♥ J♣ J♠ A♦
hand Cyd: A♠ K♦ A♥ Q♠
Dan: pass
Ann: bid 1
Bob: pass
Cyd: pass
Dan: play A♣
Ann: play Q♣
what if "another card"
  Bob: play J♣
  Cyd: play Q♠
  trick: Dan Q♦, Ann J♦, Bob A♦, Cyd K♦
Cyd: play Q♠
trick: Dan Q♦, Ann J♦, Bob A♦, Cyd K♦, won by Bob
trick: Bob J♠, Cyd A♠, Dan K♠, Ann J♥
expect points: Ann 1, Bob 0

game nowhere
players A, B
first dealer A
A: pass

game club_whist
players Ann, Bob, Cyd, Dan

first dealer Cyd
hand Dan: Q♦ K♠
"""
CROOKED = """\
game   "Crooked"
language 1

players 2
deck A K
zones
    stock:   face down
    hand of each player: private   # with a remark
main
    if 1<2: shuffle   stock
    let n be 3
    move n to stock
    deal (1+1) from stock to hand of each player
    choose_one(n)
    game over, won by nobody
phase other
    unknown_word


    shuffle stok
define twice(n: number) means n*2
"""
MORE = {
    **FILES,
    "club_whist.hoyle": (CLUB / "club_whist.hoyle").read_text("utf-8"),
    "club.play": EVENING,
    "crooked.hoyle": CROOKED,
    "broken.play": "hoyle play 1\n\ngame small\nA: sho\n",
}


@pytest.fixture
def opened(client: Client) -> tuple[Client, dict[str, str]]:
    return client, {name: client.open(name, text) for name, text in MORE.items()}


def renamed(client: Client, uri: str, text: str, wanted: str) -> Iterator[str]:
    """What is answered when each word of a text is to have another name; each answer once."""
    seen: dict[str, list[str]] = {}
    for number, line in enumerate(text.splitlines()):
        for word in re.finditer(r"[a-z_]\w*", line):
            where = {"line": number, "character": word.start()}
            reply = client.request(
                "textDocument/rename", {"textDocument": {"uri": uri}, "position": where, "newName": wanted}
            )
            said = brief(reply["result"] if "result" in reply else reply["error"], client)
            seen.setdefault(said, []).append(f"{number}:{word.start()} {word[0]}")
    for said, words in seen.items():
        yield f"{wanted}: {', '.join(words[:6])}{f' … {len(words)}' if len(words) > 6 else ''}"
        yield f"  {said}"


def test_what_may_be_renamed(opened: tuple[Client, dict[str, str]]) -> None:
    client, uris = opened
    for name in ("small.hoyle", "quick.hoyle", "evening.play", "wrong.hoyle"):
        out = [line for wanted in NEW for line in renamed(client, uris[name], MORE[name], wanted)]
        same_as_file(KEPT / f"{name}-rename.txt", "\n".join(out) + "\n")


def test_what_may_be_renamed_in_a_game_with_everything(opened: tuple[Client, dict[str, str]]) -> None:
    client, uris = opened
    for name in ("wide.hoyle", "ours.hoyle", "wide.play"):
        out = list(renamed(client, uris[name], MORE[name], "fresh_name"))
        same_as_file(KEPT / f"{name}-rename.txt", "\n".join(out) + "\n")


def part(number: int, last: int | None = None) -> dict[str, Any]:
    """The range of a line, or of several."""
    return {"start": {"line": number, "character": 0}, "end": {"line": (last or number) + 1, "character": 0}}


def test_what_is_offered_at_every_line(opened: tuple[Client, dict[str, str]]) -> None:
    client, uris = opened
    for name in ("wrong.hoyle", "crooked.hoyle", "broken.play", "club.play", "quick.hoyle"):
        found = client.ask("textDocument/diagnostic", textDocument={"uri": uris[name]})["items"]
        out: list[str] = []
        for number, line in enumerate(MORE[name].splitlines()):
            here = [one for one in found if one["range"]["start"]["line"] == number]
            out += [line, *(f"  {one['range']['start']['character']} {one['code']}" for one in here)]
            for method in ("codeAction", "inlayHint", "rangeFormatting", "semanticTokens/range"):
                said = client.ask(
                    f"textDocument/{method}", textDocument={"uri": uris[name]}, range=part(number),
                    context={"diagnostics": here},
                )  # fmt: skip
                every = said["data"] if isinstance(said, dict) else said
                if method.startswith("semantic"):
                    out += [f"  {' '.join(map(str, every))}"] if every else []
                else:
                    out += [f"  {method}: {brief(one, client)}" for one in every or ()]
        same_as_file(KEPT / f"{name}.txt", "\n".join(out) + "\n")


def test_what_a_selection_of_lines_may_become(opened: tuple[Client, dict[str, str]]) -> None:
    client, uris = opened
    for name in ("small.hoyle", "crooked.hoyle"):
        out: list[str] = []
        last = MORE[name].count("\n")
        for first, end in ((n, n + more) for n in range(0, last, 2) for more in (1, 2, 5) if n + more < last):
            for method in ("codeAction", "rangeFormatting", "inlayHint"):
                said = client.ask(
                    f"textDocument/{method}", textDocument={"uri": uris[name]}, range=part(first, end),
                    context={"diagnostics": []},
                )  # fmt: skip
                out += [f"{first}-{end} {method}: {brief(one, client)}" for one in said or ()]
        same_as_file(KEPT / f"{name}-selected.txt", "\n".join(out) + "\n")


CITED = """\
game "Cited"
language 1
source card "card.txt" "the card of the club"
source gone "gone.txt"
players 2 [card 1]
deck 2 3 4 of reds [card 2, 4-5; gone 7]
option quick: yes or no = no "a shorter game" [card 14-40]
zones
    stock: face down [card 3]
    hand of each player: private
remember
    leader: player
    n: number
    points of each player: number
main
    shuffle every card into stock
    deal 1 from stock to hand of each player
    repeat at most 3 times until n > 3
        turn(player_of(1))
    otherwise
        for p in players
            p chooses
                "last"
                    add 1 to n
    if n > 2
        in secret together
            for q in players
                q chooses
                    "hide" [card 0]
                        nothing
    otherwise if quick
        leader chooses
            "again"
                leader chooses
                    "inner {i}" for i in 1..2
                        add i to n
                    "other"
    otherwise
        leader chooses
            "never"
    game over, won by the player with highest points, otherwise shared
define player_of(i: 1..2) means the p in players where n >= 0 or i = 1 [gone 1-2; card 99]
phase turn(p: player) [card 6]
    p chooses
        "one" [card 8]
"""


def test_cited_lines_and_choices_within_choices(tmp_path: Path) -> None:
    (tmp_path / "card.txt").write_text("\n".join(f"  line {number}" for number in range(1, 31)) + "\n", "utf-8")
    client = Client(tmp_path)
    client.start()
    uri = client.open("cited.hoyle", CITED)
    out = [brief(one, client) for one in client.ask("textDocument/documentSymbol", textDocument={"uri": uri})]
    for method in ("documentLink", "codeLens", "foldingRange"):
        out += [
            f"{method} {brief(one, client)}" for one in client.ask(f"textDocument/{method}", textDocument={"uri": uri})
        ]
    for number, line in enumerate(CITED.splitlines()):
        for found in re.finditer(r"card|gone|\d+", line if "[" in line else ""):
            where = {"line": number, "character": found.start() + 1}
            for method in ("hover", "definition"):
                said = client.ask(f"textDocument/{method}", textDocument={"uri": uri}, position=where)
                if said:
                    out.append(f"{number}:{found.start() + 1} {method} {brief(said, client)}")
    same_as_file(KEPT / "cited.txt", "\n".join(out) + "\n")


def test_every_message_of_a_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server sends, message by message, to clients that can much and to those that can little."""
    out: list[str] = []
    for can in (
        {},
        {"general": {"positionEncodings": ["utf-8", "utf-16"]}, "workspace": {
            "didChangeWatchedFiles": {"dynamicRegistration": True}, "configuration": True,
            "codeLens": {"refreshSupport": True}, "inlayHint": {"refreshSupport": True},
            "semanticTokens": {"refreshSupport": True}, "diagnostics": {"refreshSupport": True},
            "workspaceEdit": {"resourceOperations": ["create"]}},
         "textDocument": {"publishDiagnostics": {"relatedInformation": True, "versionSupport": True}}},
    ):  # fmt: skip
        client = Client(tmp_path)
        client.message({"jsonrpc": "2.0", "id": 0, "method": "textDocument/hover", "params": {}})
        client.start(capabilities=can)
        client.request("initialize", {"capabilities": {}})
        client.tell("initialized")
        uri = client.open("a.hoyle", FILES["wrong.hoyle"], 3)
        other = client.open("b.play", FILES["evening.play"].replace("small", "a"), 4)
        client.rest()
        client.change(uri, {"text": FILES["small.hoyle"]}, version=5)
        client.rest()
        client.tell("workspace/didChangeConfiguration", settings={"hoyle": {"lenses": 5}})
        client.rest()
        client.tell("workspace/didChangeWatchedFiles", changes=[])
        client.tell("textDocument/didSave", textDocument={"uri": uri})
        client.tell("textDocument/didClose", textDocument={"uri": uri})
        client.tell("textDocument/didChange", textDocument={"uri": uri, "version": 1}, contentChanges=[])
        client.rest()
        client.tell("workspace/didChangeWorkspaceFolders", event={"removed": [{"uri": client.uri("x")}], "added": []})
        client.tell("unknown/notification")
        for message in (
            [], 3, {"method": 4, "id": 1}, {"id": 5}, {"id": True, "method": "x"}, {"id": None, "method": "x"},
            {"id": 9, "result": 1}, {"id": 9, "error": 1}, {"id": "a", "method": "x" * 90},
            {"id": "b", "method": "textDocument/hover"},
            {"id": "c", "method": "textDocument/hover", "params": {"textDocument": {"uri": other}, "position": 1}},
            {"id": "d", "method": "textDocument/rename", "params": {"textDocument": {"uri": other}, "newName": 1}},
        ):  # fmt: skip
            client.message(message)
        client.session.rubbish("no JSON")
        out.append(f"idle {client.session.idle}")
        client.ask("shutdown")
        client.request("shutdown", None)
        client.tell("exit")
        out += [brief(one, client) for one in client.sent]
        out.append(f"exit {client.session.exit_code}, {client.session.work()}, {client.session.rest()}")
    text = re.sub(r'"version": "\d[^"]*"', '"version": "…"', "\n".join(out))
    same_as_file(KEPT / "session.txt", text.replace(json.dumps(str(tmp_path))[1:-1], "…") + "\n")
    monkeypatch.setenv("HOYLE_DEBUG", "1")
    session = Session(lambda message: None)
    session.receive({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}})
    session.receive({"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {}})
    assert session.work()
    with pytest.raises(BadPosition):
        session.work()


def test_games_are_played_beside_and_what_they_find_is_published(tmp_path: Path) -> None:
    out: list[str] = []
    heard: list[Any] = []

    class Beside:
        def start(self, job: Json, heed: Callable[[Json], None]) -> None:
            heard.append(heed)
            client.sent.append(
                {"job": {**job, "files": {Path(name).name: len(text) for name, text in job["files"].items()}}}
            )

        def stop(self) -> None:
            client.sent.append({"stop": 1})

    for options in (
        {}, {"lenses": False}, {"lenses": False, "trial": False}, {"lensGames": 7, "trial": False},
        {"hoyle": {"lensGames": 0, "hints": 1, "sources": ["a", 4, "b", "a"]}, "lenses": False},
    ):  # fmt: skip
        client = Client(tmp_path)
        can = {} if "lensGames" in options else {"workspace": {"codeLens": {"refreshSupport": True}}}
        client.start(initializationOptions=options, capabilities=can)
        client.session.state.background = Beside()
        heard.clear()
        settings = client.session.state.settings
        out.append(
            f"{options}: {settings.lenses} {settings.hints} {settings.trial} {settings.lens_games} {settings.sources}"
        )
        uri = client.open("small.hoyle", FILES["small.hoyle"])
        client.open("evening.play", FILES["evening.play"])
        client.rest()
        client.change(uri, {"text": FILES["small.hoyle"] + "\n"})
        client.rest()
        name = str(tmp_path / "small.hoyle")
        for heed in heard:
            heed({"found": []})
            heed(
                {
                    "found": [
                        {
                            "code": "E1301",
                            "message": "it is too much",
                            "severity": "warning",
                            "help": "less",
                            "place": [name, 5, 9],
                            "notes": [[name, 10, 14, "here"]],
                        },
                        {"code": "E1302", "message": "gone", "place": ["/gone", 5, 9], "notes": []},
                        {"code": "E1303", "message": "plain", "place": [name, 0, 4]},
                    ]
                }
            )
            heed({"games": 3})
        client.tell("textDocument/didClose", textDocument={"uri": uri})
        for heed in heard:
            heed({"games": 3})
        client.tell("exit")
        out += [f"  {brief(one, client)}" for one in client.sent[1:] if one.get("method") != "window/logMessage"]
    same_as_file(KEPT / "beside.txt", "\n".join(out).replace(str(tmp_path), "…") + "\n")
