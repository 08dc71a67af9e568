"""What is made of records of other programs, change by change: the script, and what is said about the rest.

The scripts lie in `record_changes/` (UPDATE_GOLDEN=1 writes them anew); of each, the lines that the record without the
change does not have.
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from hoyle.dsl.codes.reporting import ScriptError
from hoyle.interchange.exporting import exported, written
from hoyle.interchange.mappings import mapping_for
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.files import parse_script
from hoyle.interpreter.notation.writer import write_text

from ..golden import same_as_file
from .conftest import RULESETS, Read
from .test_egn import record
from .test_pbn import SAMPLE as PBN
from .test_ptn import SAMPLE as PTN

BIDDING, PLAY, DEAL = ("deals", 0, "phases", 0), ("deals", 0, "phases", 1), ("deals", 0)
EGN: list[tuple[tuple[str | int, ...], Any]] = [
    *(((*BIDDING, "calls"), calls) for calls in (
        ["Order"], ["Pass", "Pass", "Pass", "Order"], ["Pass", "Pass", "Pass", "Pass", "s"], ["Pass"] * 8, [],
        ["Pass", "Pass", "Pass", "Pass", "Pass", "h"], ["Pass", "Nonsense"], ["Pass", 3], "Pass",
        ["Pass", "Pass", "Pass", "Pass", "c", "Pass"],
    )),
    *(((*BIDDING, "isAlone"), alone) for alone in (True, False, "yes")),
    *(((*BIDDING, "aloneDefender"), guard) for guard in (0, 1, 2, 3, 4, -1, "Ann")),
    *(((*BIDDING, "discard"), card) for card in ("Qd", "Xx", "R", "L", "Xd", "NX", 7)),
    *(((*BIDDING, "callAnnotations"), notes) for notes in ([{"index": 0, "text": "hm"}], {"0": "hm"}, ["hm"], 3)),
    ((*BIDDING, "extra"), 1),
    *(((*PLAY, "initialLead"), lead) for lead in (0, 2, 3, 5, "x")),
    *(((*PLAY, "tricks"), tricks) for tricks in ([], [["Ac"]], [["Ac", "9h", "9c"]], [["Ac", "9h", "9c", "Js", "Ts"]])),
    ((*PLAY, "playAnnotations"), [{"index": 1, "text": "oh"}]),
    ((*PLAY, "type"), "OTHER"),
    *(((*DEAL, "initialState"), state) for state in (
        {"dealer": 0, "upCard": "Th"}, {"dealer": 4, "upCard": "Th"}, {"dealer": 3}, {"upCard": "Th"},
        {"dealer": 3, "upCard": "Th", "hands": [["Ac"], [], [], []]}, {"dealer": 3, "upCard": "Zz"},
    )),
    ((*DEAL, "dealNumber"), 3),
    ((*DEAL, "extra"), 1),
    ((*DEAL, "alternativeLines"), [{}]),
    ((*DEAL, "phases"), []),
    *((("metadata", "players"), names) for names in (
        ["Ann", "Bob"], ["Ann", "Ann", "Bob", "Cyd"], [{"name": "Ann", "age": 3}, "Bob", "Cyd", "Dan"], [{"age": 3}] * 4,
        ["", "Bob", "Cyd", "Dan"], [1, 2, 3, 4], "Ann",
    )),
    *((("metadata", name), value) for name, value in (
        ("title", ""), ("title", 3), ("initialScore", [3, 4]), ("initialScore", [3]), ("finalScore", [0, 2]),
        ("finalScore", [1]), ("teamNames", ["us", "them"]), ("event", "club"), ("date", "2024"), ("ruleset", {}),
        ("ruleset", 3), ("comment", "a note"), ("site", "here"),
    )),
    *((("metadata", "ruleset"), {name: value}) for name, value in (
        ("winning_score", 5), ("winning_score", 0), ("winning_score", "x"), ("loner_lead", "LEFT_OF_LONER"),
        ("loner_lead", "LEFT_OF_DEALER"), ("loner_lead", "NOBODY"), ("joker", True), ("joker", False), ("farmers", False),
        ("stick_the_dealer", True), ("std", False), ("canadian_loner", True), ("defend_alone", True),
    )),
    (("version",), "2.0"),
    (("fileType",), "Other"),
    (("deals",), []),
    (("extra",), {"a": 1}),
    *((BIDDING, {"type": "EUCHRE_BIDDING", "calls": ["Pass"] * caller + ["Order"], "isAlone": True, "discard": card, "aloneDefender": guard})
      for caller, guard, card in ((0, 1, "Jc"), (0, 3, "B"), (1, 0, "Jc"), (1, 2, "Jc"), (2, 3, "Jc"), (3, 0, "Jc"), (1, 4, "Jc"), (1, True, "Jc"))),
    *((BIDDING, {"type": "EUCHRE_BIDDING", "calls": ["Pass", "Order"], "discard": "Jc", **more}) for more in (
        {"cardExchanges": [1]}, {"cardExchanges": []}, {"callAnnotations": {"0": ["a  b", "c"], "2": ["x"], "z": ["y"]}},
        {"callAnnotations": {"1": []}}, {"aloneDefender": 0},
    )),
    *(((*PLAY, "playAnnotations"), notes) for notes in ({"0": ["first"], "19": ["last"], "20": ["none"]}, {"-1": ["x"]})),
]  # fmt: skip
TEXTS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "pbn": (PBN, [
        ('[Dealer "N"]', '[Dealer "E"]'), ('[Dealer "N"]', '[Dealer "X"]'), ('[Dealer "N"]\n', ""),
        ('"NS"', '"EW"'), ('"NS"', '"All"'), ('"NS"', '"None"'), ('"NS"', '"Both"'), ('"NS"', '"Nobody"'),
        ("N:T63", "E:T63"), ("N:T63", "N:T36"), ("N:T63.Q6432.QT.K42", "N:-"), ("T63.Q6432", "T63.Q6433"),
        ("T63.Q6432", "X63.Q6432"), ('"IMP"', '"Rubber"'), ('[Declarer "N"]', '[Declarer "S"]'),
        ('"1S"', '"1SX"'), ('"1S"', '"Pass"'), ('"1S"', '"2NTXX"'), ('"NS 1"', '"NS 7"'), ('"NS 1"', '"EW 3"'),
        ('"NS 1"', '"4"'), ('"NS 1"', '"x"'), ("1S Pass Pass =1= Pass", "1S X XX Pass Pass Pass"),
        ("1S Pass Pass =1= Pass", "Pass Pass Pass Pass"), ("1S Pass Pass =1= Pass", "1S AP"),
        ("1S Pass Pass =1= Pass", "1S +"), ("1S Pass Pass =1= Pass", "1S $1 ! 2Q Pass"),
        ("1S Pass Pass =1= Pass", "7NT Pass Pass Pass"), ('[Auction "N"]', '[Auction "E"]'), ('[Play "E"]', '[Play "N"]'),
        ("HJ H7 H9 H4", "HJ H7 H9 -"), ("HJ H7 H9 H4", "HJ ^R H7 H9 H4"), ("HJ H7 H9 H4", "HJ +"), ("H5 !", "H5 $3"),
        ('"?"', '"Ann"'), ('"?"', '"Cyd, the third"'), ('[West "Dan"]', '[West "Dan"] [Site "club"] [Room "Open"]'),
        ("*\n", ""), ('[Event "An evening"]', '[Event "#"]'), ('[Event "An evening"]', '[Event ""]'),
        ("% PBN 2.1", "% EXPORT"), ('[Note "1:a slow pass"]', '[Note "2:a slow pass"]'),
        ('[Dealer "N"]', '[Dealer "N"]\n[Dealer "E"]'), ('[Event "An evening"]', '[Event "An evening"]\n[Event "Two"]'),
        ("1S Pass Pass =1= Pass", ""), ("1S Pass Pass =1= Pass", "1S Pass Pass"), ("1S Pass Pass =1= Pass", "1S - Pass"),
        ('"NS 1"', '""'), ('"NS 1"', '"NS 14"'), ('"NS 1"', '"1 NS"'), ("HJ H7 H9 H4", "HJ H7 - H4"), ("HJ H7 H9 H4", "- - - -"),
    ]),
    "ptn": (PTN, [
        ('[Declarer "S"]', '[Declarer "N"]'), ('"3♣"', '"4♣"'), ("2 3 Pass Pass", "Pass Pass Pass Pass"), ("- 3♣ - -", "- 3NT - -"),
        ("D9 C9 - -", "D9 C9 CA -"), ("D9 C9 - -", "D9 XX - -"), ("30", "52"), ("1}", "0}"), ("16", "24"), ('Decks\\":2', 'Decks\\":1'),
        ("♥Alone - - -", "♥ - - -"), ("Alone Pass Pass Pass", "8 Pass Pass Pass"), ('[Play "E"]\nHJ', '[Play "S"]\nHJ'),
        ("N:- AJ", "E:- AJ"), ('[Event "Six cards"]', '[Event "Six cards"] [Round "2"]'),
    ]),
}  # fmt: skip
TOGETHER = 12


def changed(path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """A record in EGN with a value somewhere."""
    found = deepcopy(record())
    holder: Any = found
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return found


def imported(read: Read, text: str, format: str) -> list[str]:
    """The lines of the scripts, and what is said; or why nothing is read."""
    try:
        games, said = read(text, format)
    except ScriptError as error:
        return [f"! {error.diagnostic}"]
    lines = [line for game in games for line in write_text(m.Script((game,))).splitlines()[2:]]
    return [*lines, *(f"! {one}" + (f" ({one.help})" if one.help else "") for one in said)]


def differences(read: Read, usual: str, format: str, entries: list[tuple[str, str]]) -> str:
    before, out = imported(read, usual, format), list[str]()
    for head, text in entries:
        now = imported(read, text, format)
        out += [f"> {head}", *(f"  {line}" for line in now if line not in before)]
        out += [f"  no {line}" for line in before if line not in now][:4]
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("first", range(0, len(EGN), TOGETHER))
def test_changes_of_a_record_in_egn(first: int, read: Read) -> None:
    entries = [
        (f"{'.'.join(map(str, path))} = {json.dumps(value)}", json.dumps(changed(path, value)))
        for path, value in EGN[first : first + TOGETHER]
    ]
    found = differences(read, json.dumps(record()), "egn", entries)
    same_as_file(Path(__file__).with_name("record_changes") / f"egn-{first // TOGETHER}.txt", found)


@pytest.mark.parametrize(
    ("format", "first"), [(name, first) for name, (_, all_) in TEXTS.items() for first in range(0, len(all_), TOGETHER)]
)
def test_changes_of_a_text(format: str, first: int, read: Read) -> None:
    usual, changes = TEXTS[format]
    entries: list[tuple[str, str]] = []
    for old, new in changes[first : first + TOGETHER]:
        assert old in usual, old
        entries.append((f"{old!r} → {new!r}", usual.replace(old, new, 1)))
    found = differences(read, usual, format, entries)
    same_as_file(Path(__file__).with_name("record_changes") / f"{format}-{first // TOGETHER}.txt", found)


@pytest.mark.parametrize("format", ["egn", "pbn"])
def test_scripts_are_written_back(format: str, read: Read) -> None:
    texts = [json.dumps(record()), json.dumps(changed((*BIDDING, "isAlone"), True))] if format == "egn" else [PBN]
    out: list[str] = []
    for text in texts:
        games, _ = read(text, format)
        made, said = written(m.Script(tuple(games)), format, RULESETS, None)
        out += [made or "nothing", *map(str, said)]
    same_as_file(Path(__file__).with_name("record_changes") / f"{format}-written.txt", "\n".join(out) + "\n")


BRIDGE = (
    "\n".join(
        line for line in PBN.splitlines() if not line.startswith(("[Scoring", "[Auction", "1S Pass", "[Note", "%"))
    )
    + "\n"
)
"""The same deal without its auction."""


def test_an_auction_that_is_left_open_is_the_shortest_one(read: Read) -> None:
    entries = [
        (", ".join(f"{old!r} → {new!r}" for old, new in changes), _replaced(BRIDGE, changes))
        for changes in (
            [], [('[Declarer "N"]\n', "")], [('[Dealer "N"]\n', "")], [('[Contract "1S"]\n', "")], [('"1S"', '"2HX"')],
            [('"1S"', '"3NTXX"'), ('[Declarer "N"]', '[Declarer "W"]')], [('[Dealer "N"]', '[Dealer "W"]')],
            [('[Dealer "N"]', '[Dealer "E"]'), ('[Declarer "N"]', '[Declarer "^N"]')], [('"NS 1"', '""')],
            [('[Declarer "N"]', '[Declarer ""]')], [('[Contract "1S"]', '[Contract "Pass"]')],
        )
    ]  # fmt: skip
    found = differences(read, BRIDGE, "pbn", entries)
    same_as_file(Path(__file__).with_name("record_changes") / "pbn-auctions.txt", found)


def _replaced(text: str, changes: list[tuple[str, str]]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def test_a_mistake_in_a_hand_has_the_place_of_its_letter(read: Read) -> None:
    line = next(number for number, text in enumerate(PBN.splitlines(), 1) if text.startswith("[Deal "))
    text = PBN.splitlines()[line - 1]
    for at, letter in enumerate(text):
        if at < text.index(":") + 1 or not letter.isalnum():
            continue
        wrong = PBN.replace(text, text[:at] + "Z" + text[at + 1 :])
        games, said = read(wrong, "pbn")
        assert games == []
        first = next(one for one in said if one.severity == "error")
        assert (first.span.line, first.span.column, first.span.text) == (line, at + 1, "Z")
        assert "`Z` is no rank" in first.message


def test_records_know_the_lines_of_the_script_that_they_are_of(read: Read) -> None:
    both = {**record(), "deals": [*record()["deals"], *record()["deals"]]}
    both["deals"][1]["initialState"]["dealer"] = 0
    games, _ = read(json.dumps(both), "egn")
    text = write_text(m.Script((games[0],)))
    script, problems = parse_script(text)
    assert script is not None
    assert problems == ()
    game = script.games[0]
    opened = RULESETS.for_script(game, None)
    found, _ = exported(game, opened, mapping_for("egn", "newberry_euchre"), "egn")
    lines = text.splitlines()
    assert [lines[deal.place.line - 1] for deal in found.deals] == [lines[2], "trick: Dan 10♥, Ann K♠, Bob Q♦, Cyd A♠"]
    assert found.place == game.span
    assert [deal.dealer for deal in found.deals] == [3, 0]
    assert [len(deal.tricks) for deal in found.deals] == [5, 5]
