"""PBN chapter by chapter of its standard: the alternative spellings and their meaning."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hoyle.dsl.source.span import Source
from hoyle.interchange import pbn, tagged
from hoyle.interchange.formats import records
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

from .conftest import RULESETS, Read, places
from .test_pbn import BRIDGE


def last(game: m.ScriptedGame) -> Ended | Failed:
    return Replay(game, RULESETS.for_script(game, None)).checked()


def answers(game: m.ScriptedGame) -> list[str]:
    """Every call as `Ann: pass`, and every card as `Ann: 4♥`."""
    found: list[str] = []
    for step in game.steps:
        if isinstance(step, m.Answer):
            found.append(f"{step.actor}: {step.text}")
        elif isinstance(step, m.Trick):
            found += [f"{play.actor}: {play.card}" for play in step.plays]
    return found


def remarks(game: m.ScriptedGame) -> list[str]:
    """The comments of calls, and those of the cards of a trick, which stand together."""
    return [step.comment for step in game.steps if isinstance(step, m.Answer | m.Trick) and step.comment]


def test_words_and_marks_need_no_space_between_them(read: Read) -> None:
    """Chapter 3.2: suffixes, notes, numbers and `*` end without a space."""
    plain, _ = read(BRIDGE.replace("Pass 1NT Pass =1= 3NT", "Pass 1NT !! =1= $25 Pass 3NT"), "pbn")
    dense = BRIDGE.replace("Pass 1NT Pass =1= 3NT", "Pass 1NT!!=1=$25Pass 3NT").replace("DQ DA\n*", "DQ DA*")
    games, _ = read(dense, "pbn")
    assert answers(games[0]) == answers(plain[0])
    assert remarks(games[0])[0] == "!! a slow pass $25"


def test_lower_case_and_tags_anywhere_in_a_line(read: Read) -> None:
    """Chapters 3.3 and 3.11: several tags in one line, a tag over several lines, lower-case letters."""
    plain, _ = read(BRIDGE, "pbn")
    small = BRIDGE.replace("Pass 1NT Pass =1= 3NT\nX AP", "pass 1nt pass =1= 3nt\nx ap")
    small = small.replace('"3NTX"', '"3ntx"').replace("D3 D4 DT D5", "d3 d4 dt d5").replace('"All"', '"both"')
    small = small.replace('[Dealer "N"]\n', '[ Dealer\n"n"\t] ').replace("N:T63", "n:t63").replace("AKJ5", "akj5")
    games, _ = read(small, "pbn")
    assert answers(games[0]) == answers(plain[0])
    assert [option.value.text for option in games[0].options] == [option.value.text for option in plain[0].options]
    assert isinstance(last(games[0]), Ended)


def test_notes_belong_to_their_own_section(read: Read) -> None:
    """Chapters 3.5.5 and 3.6.5: the same note number has one text in the auction and another in the play."""
    text = BRIDGE.replace("D2 D7 ! DQ DA", "D2 D7 =1= DQ DA =2=") + '[Note "1:lowest"]\n[Note "2:\\\\S are high"]\n'
    games, _ = read(text, "pbn")
    assert remarks(games[0])[0] == "a slow pass"
    assert "♠ are high lowest" in remarks(games[0]), "in the order in which the cards were played"


def test_comments_keep_their_place(read: Read) -> None:
    """Chapters 2.4 and 3.8: `;` runs to the end of the line, `{…}` may contain empty lines and `;`, and `%` hides a
    line.
    """
    text = "{Before\n\nall tags; still}\n" + BRIDGE.replace("1NT Pass", "1NT ; with \\H {short\n% skipped: 7NT\nPass")
    games, said = read(text, "pbn")
    assert len(games) == 1
    assert games[0].notes[0] == "Before all tags; still"
    assert remarks(games[0])[0] == "with ♥ {short"
    assert not [one for one in said if one.code == "E1081"]


def test_unfinished_play_and_unknown_cards(read: Read) -> None:
    """Chapter 3.6: `+` marks the next card to be played, `-` a card that is unknown or not played yet."""
    going = BRIDGE.replace("D2 D7 ! DQ DA\n*", "+ - - DA\n")
    games, _ = read(going, "pbn")
    assert answers(games[0])[-1].endswith(": A♦")
    games, _ = read(BRIDGE.replace("D3 D4 DT D5", "D3 D4 - D5"), "pbn")
    assert "Ann: ??" in answers(games[0])
    games, _ = read(BRIDGE.replace("3NT\nX AP", "3NT +\n"), "pbn")
    assert "S: pass" in answers(games[0])
    assert not any("double" in one for one in answers(games[0]))


def test_the_auction_may_begin_before_the_dealer(read: Read) -> None:
    """Chapter 3.5: an auction table that starts with West has a hyphen for each player before the dealer."""
    plain, _ = read(BRIDGE, "pbn")
    games, _ = read(BRIDGE.replace('[Auction "N"]\nPass', '[Auction "W"]\n- Pass'), "pbn")
    assert answers(games[0]) == answers(plain[0])


@pytest.mark.parametrize(
    ("old", "new", "comment", "said"),
    [
        ("Pass 1NT Pass", "^S 1NT Pass", "^S", "Bob: bid 1 no trump"),  # a call out of rotation
        ("3NT\nX", "^I 1C\nX", "^I", "Dan: bid 1 clubs"),  # an insufficient bid
        ("D3 D4 DT D5", "D3 D4 ^R S6 D5", "^R", "Ann: 6♠"),  # a revoke
        ("D2 D7 ! DQ DA", "D2 ^L D7 DQ DA", "^L", "Dan: 7♦"),  # a lead out of turn
    ],
)
def test_irregularities_are_imported_and_fail_in_the_replay(
    read: Read, old: str, new: str, comment: str, said: str
) -> None:
    """Chapter 3.9: a caret and a letter mark a call or a play that was against the rules."""
    assert old in BRIDGE
    games, problems = read(BRIDGE.replace(old, new), "pbn")
    assert not [one for one in problems if one.code == "E1081"]
    marked = [one for one in games[0].steps if isinstance(one, m.Answer | m.Trick) and comment in one.comment]
    assert said in answers(replace(games[0], steps=tuple(marked)))
    assert isinstance(last(games[0]), Failed)


def test_an_end_position_is_an_error(read: Read) -> None:
    """Chapter 3.10: a contract without a level describes an end position."""
    games, said = read(BRIDGE.replace('"3NTX"', '"NT"'), "pbn")
    assert not games
    assert "end position" in said[0].message


def test_tag_values_are_inherited_from_earlier_games(read: Read) -> None:
    """Chapter 4.8: `#` repeats the value of the game before; `##` sets a value for all games until the tag is given
    again.
    """
    first = BRIDGE.replace('"An evening"', '"##A long evening"').replace('[West "Dan"]', '[Site "Here"]\n[West "Dan"]')
    later = BRIDGE.replace('[Event "An evening"]\n', "").replace('[West "Dan"]', '[Site "#"]\n[West "#"]')
    anew = BRIDGE.replace('"An evening"', '"Another"').replace('[West "Dan"]', '[West "#"]')
    games, said = read(f"{first}\n{later}\n{later}\n{anew}\n{later}", "pbn")
    assert [game.title and game.title.text for game in games] == [
        "A long evening", "A long evening", "A long evening", "Another", "Another",
    ]  # fmt: skip
    assert [game.players[3].text for game in games] == ["Dan"] * 5
    assert ["Site: Here" in game.notes for game in games] == [True, True, True, False, True]
    assert not [one for one in said if one.code == "E1081"]
    games, _ = read(BRIDGE.replace('"An evening"', '"#"'), "pbn")
    assert games[0].title is None  # no game before it
    _, said = read(BRIDGE + "\n" + BRIDGE.replace('[Dealer "N"]', '[Dealer "#"]'), "pbn")
    assert [one.code for one in said if one.code[0] == "E"] == ["E1081"]  # the dealer is never inherited


def test_memory_for_inherited_tags_is_bounded() -> None:
    kept = pbn.header()
    for number in range(300):
        text = f'[Unknown{number} "##x"]\n[Site "##{number}"]\n'
        tags = tagged.read_tags(Source("a.pbn", text), "PBN")
        kept.fill(tags)
    assert set(vars(kept)["_last"]) == set(vars(kept)["_always"]) == {"Site"}


def test_line_ends_and_file_ends_of_other_systems(read: Read, tmp_path: Path) -> None:
    plain, _ = read(BRIDGE, "pbn")
    games, _ = read(BRIDGE.replace("\n", "\r\n").encode(), "pbn")
    assert answers(games[0]) == answers(plain[0])
    path = tmp_path / "a.pbn"
    path.write_bytes(("\ufeff" + BRIDGE).encode().rstrip(b"\n") + b"\x1a")
    ((_, said),) = records(path, "pbn")
    assert "no text in line" in said[0].message
    assert places(list(said)) == ["1:1 E1080"]


TABLES = r"""
[ScoreTable "Section\5L;Board;PairId_NS\2R;-Score_NS\6R;MP_NS"]
"A" 1 12 620 24.00
"A" 1  3  -  #1
"B" 1 5 -50
[TotalScoreTable "+Rank;PairId"]
1 "Ann - Bob" 2 "Dan - Eve"
[ActionTable "Rank\2R;Call;Points"]
1 3NT 100
[AuctionTimeTable "N"]
3 12 1:05 - 4
[PlayTimeTable "S"] 1 2 3 4
[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]
N NT  4
W  C  6
[OptimumPlayTable "N"]
S2 H3
[InstantScoreTable ""]
[Note "1:lowest"]
"""


def test_tables_are_reported_with_their_size(read: Read) -> None:
    """Chapter 5: a column has a sort order before its name and a width after it; cells are words or strings."""
    with_tables = BRIDGE.replace("D2 D7 !", "D2 D7 =1=").rstrip("\n") + TABLES
    games, said = read(with_tables, "pbn")
    plain, _ = read(BRIDGE, "pbn")
    assert answers(games[0]) == answers(plain[0])
    assert "lowest" in remarks(games[0])
    reasons = {one.span.text: one.message.partition("not kept: ")[2] for one in said if one.span.text.endswith("Table")}
    assert {name: why.removeprefix("a script has no place for a table of ") for name, why in reasons.items()} == {
        "ScoreTable": "2 rows and 4 more values",
        "TotalScoreTable": "2 rows",
        "ActionTable": "a row",
        "AuctionTimeTable": "5 values",
        "PlayTimeTable": "4 values",
        "OptimumResultTable": "2 rows",
        "OptimumPlayTable": "2 values",
    }
