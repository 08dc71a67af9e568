"""PBN, the Portable Bridge Notation: reading, writing and the places of mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.source.span import Source
from hoyle.interchange.exporting import written
from hoyle.interchange.formats import records
from hoyle.interchange.importing import ImportSettings, imported, joined
from hoyle.interchange.pbn import read as read_record
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

from .conftest import RULESETS, Read, course, places, played

SAMPLE = """% PBN 2.1
[Event "An evening"]
[West "Dan"] [North "Ann"]
[East "Bob"]
[South "?"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "N:T63.Q6432.QT.K42 87.AKJ5.A65.A863 K92.7.K9832.QJ97 AQJ54.T98.J74.T5"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "1S"]
[Result "NS 1"]
[Auction "N"]
1S Pass Pass =1= Pass
[Note "1:a slow pass"]
[Play "E"]
HJ H7 H9 H4 {the jack
from four}
H5 ! DK H8 H6
*
"""


def last(game: m.ScriptedGame) -> Ended | Failed:
    return Replay(game, RULESETS.for_script(game, None)).checked()


def test_a_record_becomes_a_script_and_the_rest_is_reported(read: Read) -> None:
    games, said = read(SAMPLE, "pbn", ruleset="whist")
    assert [one.text for one in games[0].players] == ["Ann", "Bob", "S", "Dan"]
    assert games[0].title == m.SpannedText("An evening")
    tricks = [step for step in games[0].steps if isinstance(step, m.Trick)]
    assert [[play.actor.text for play in trick.plays] for trick in tricks] == [
        ["Bob", "S", "Dan", "Ann"],
        ["Bob", "S", "Dan", "Ann"],
    ]
    assert [trick.comment for trick in tricks] == ["the jack from four", "!"]
    assert isinstance(last(games[0]), Ended)
    assert places(said) == [
        "7:14 W1083", "8:2 W1084", "9:2 W1083", "12:10 W1083",
        "14:1 W1083", "14:4 W1083", "14:9 W1083", "14:18 W1083",
    ]  # fmt: skip
    assert games[0].steps[1] == m.Pile(m.SpannedText("stock"), None, (m.SpannedText("3♠"),))


def test_the_ruleset_is_a_parameter_of_the_import(read: Read) -> None:
    assert read(SAMPLE, "pbn")[0][0].ruleset.text == "contract_bridge"  # the default for PBN
    games, said = read(SAMPLE, "pbn", ruleset="hearts")
    assert not games
    assert said[-1].code == "E1082"
    assert said[-1].help == "name a ruleset with `--ruleset`: `contract_bridge`, `spades`, `whist`"


BRIDGE = (
    SAMPLE.replace('"NS"', '"All"')
    .replace('"1S"]', '"3NTX"]')
    .replace('[Declarer "N"]', '[Declarer "E"]')
    .replace("1S Pass Pass =1= Pass", "Pass 1NT Pass =1= 3NT\nX AP")
    .replace('[Play "E"]', '[Play "S"]')
    .replace("HJ H7 H9 H4", "D3 D4 DT D5")
    .replace("H5 ! DK H8 H6", "D2 D7 ! DQ DA")
)


def test_a_bridge_deal_is_read_with_auction_and_dummy(read: Read) -> None:
    games, said = read(BRIDGE, "pbn")
    answers = [f"{step.actor}: {step.text}" for step in games[0].steps if isinstance(step, m.Answer)]
    assert answers[:8] == [
        "Ann: pass", "Bob: bid 1 no trump", "S: pass", "Dan: bid 3 no trump", "Ann: double", "Bob: pass", "S: pass",
        "Dan: pass",
    ]  # fmt: skip
    tricks = [step for step in games[0].steps if isinstance(step, m.Trick)]
    assert [f"{play.actor} {play.card}" for play in tricks[0].plays] == ["S 3♦", "Dan 4♦", "Ann 10♦", "Bob 5♦"]
    assert places(said) == ["9:2 W1083", "12:10 W1083"]  # the scoring, and a result that the play does not reach
    assert isinstance(last(games[0]), Ended)
    bare = "\n".join(line for line in BRIDGE.splitlines() if not line.startswith(("[Auc", "Pass", "X AP")))
    games, said = read(bare, "pbn")
    answers = [f"{step.actor}: {step.text}" for step in games[0].steps if isinstance(step, m.Answer)]
    assert answers[:4] == ["Ann: pass", "Bob: bid 3 no trump", "S: double", "Dan: pass"]
    assert "how the contract was reached" in next(one.message for one in said if one.code == "W1084")
    assert isinstance(last(games[0]), Ended)


def test_tags_that_contradict_the_auction_are_reported(read: Read) -> None:
    def contradictions(old: str, new: str) -> list[str]:
        return [str(one) for one in read(BRIDGE.replace(old, new), "pbn")[1] if one.code == "W1086"]

    assert not contradictions("", "")
    assert not contradictions('"3NTX"', '"3ntx"')
    assert not contradictions('"3NTX"', '"?"')
    assert not contradictions("X AP", "X AP *")
    assert not contradictions("X AP", "*")  # an auction that is not complete
    assert contradictions('"3NTX"', '"3NT"') == [
        "sample.pbn:11:12: warning W1086: the record says `3NT` for the contract, but its auction leads to `3NTX`"
    ]
    assert contradictions('"3NTX"', '"Pass"')[0].endswith(
        "says `Pass` for the contract, but its auction leads to `3NTX`"
    )
    assert contradictions('[Declarer "E"]', '[Declarer "^W"]') == [
        "sample.pbn:10:12: warning W1086: the record says `^W` for the declarer, but its auction leads to `E`"
    ]
    passed = contradictions("Pass 1NT Pass =1= 3NT\nX AP", "Pass Pass Pass Pass")
    assert passed[0].endswith("says `3NTX` for the contract, but its auction leads to `Pass`")


def test_what_a_deal_lacks_for_its_contract_and_result_is_said(read: Read) -> None:
    _, said = read(BRIDGE, "pbn")
    assert said[-1].message.endswith(
        "the record has 2 of the 13 tricks, and a result is checked at the end of a whole deal"
    )
    bare = "\n".join(BRIDGE.splitlines()[:12]).replace('[Declarer "E"]', "").replace('"NS 1"', '"EW 8"')
    messages = [one.message for one in read(bare, "pbn")[1]]
    assert (
        "`3NTX` is not kept: without an auction, a contract is kept only with its dealer and its declarer" in messages
    )
    assert "`EW 8` is not kept: the record has no play, and a result is checked at the end of a whole deal" in messages


def test_a_hand_is_whole_or_not_given(read: Read) -> None:
    games, said = read(BRIDGE.replace("N:T63.Q6432", "N:T63.Q643").replace("K92.7", "AK92.7"), "pbn")
    assert not games
    assert str(said[0]) == (
        "sample.pbn:8:10: error E1081: this is not PBN: N has 12 cards, not 13; a hand that is not known is written as `-`"
    )


def test_an_illegal_play_is_imported_and_fails_in_the_replay(read: Read) -> None:
    games, _ = read(SAMPLE.replace("HJ H7 H9 H4", "HJ DK H9 H4"), "pbn", ruleset="whist")
    found = last(games[0])
    assert isinstance(found, Failed)
    assert found.diagnostic.code == "E1052"
    games, _ = read(SAMPLE.replace("N:T63", "N:763"), "pbn", ruleset="whist")
    assert isinstance(last(games[0]), Failed)


def test_missing_hands_are_filled_with_the_cards_played(read: Read) -> None:
    hands = "N:T63.Q6432.QT.K42 - K92.7.K9832.QJ97 -"
    games, _ = read(SAMPLE.replace(SAMPLE.splitlines()[7], f'[Deal "{hands}"]'), "pbn", ruleset="whist")
    deals = {step.owner.text: step.cards for step in games[0].steps if isinstance(step, m.DealtCards) and step.owner}
    assert [card.text for card in deals["Bob"]][:3] == ["J♥", "5♥", "??"]
    assert len(deals["Bob"]) == 13
    assert isinstance(last(games[0]), Ended)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('[Dealer "N"]', '[Dealer "Q"]', "6:10 E1081"),
        ('[Dealer "N"]', '[Dealer "N"', "6:1 E1081"),
        ('[Dealer "N"]', "[Dealer N]", "6:9 E1081"),
        ("N:T63", "N:X63", "8:10 E1081"),
        ("K42 87", "K42  87", "8:8 E1081"),
        ("H5 !", "5H !", "19:1 E1081"),
        ('"1S"]', '"9S"]', "11:12 E1081"),
        ("from four}", "from four", "17:13 E1081"),
    ],
)
def test_a_mistake_in_pbn_has_its_place(read: Read, old: str, new: str, place: str) -> None:
    games, said = read(SAMPLE.replace(old, new, 1), "pbn", ruleset="whist")
    assert not games
    assert places(said) == [place]


def test_an_auction_without_its_passes_is_said_to_go_on(read: Read) -> None:
    short = SAMPLE.replace("1S Pass Pass =1= Pass\n", "1S Pass\n")
    games, said = read(short, "pbn", ruleset="whist")
    assert not games
    assert places(said) == ["14:4 E1081"]
    for mended in (short.replace("1S Pass\n", "1S Pass AP\n"), short.replace("1S Pass\n", "1S Pass\n*\n")):
        assert len(read(mended, "pbn", ruleset="whist")[0]) == 1


def test_an_unreadable_game_does_not_stop_the_others(read: Read) -> None:
    games, said = read(SAMPLE + "\n[Oops\n\n" + SAMPLE, "pbn", ruleset="whist")
    assert len(games) == 2
    assert "23:1 E1081" in places(said)


def test_truncated_and_undecodable_texts_are_errors(read: Read) -> None:
    for length in range(0, len(SAMPLE), 37):
        _, said = read(SAMPLE[:length], "pbn", ruleset="whist")
        assert all(one.code in ("E1080", "E1081", "W1083", "W1084") for one in said)
    games, _ = read(SAMPLE.replace("Dan", "Zoë").encode("latin-1"), "pbn", ruleset="whist")
    assert games[0].players[3].text == "Zoë"
    assert read(b'[Event "\x00"]', "pbn")[1][0].message.endswith("no text in line 1, column 9")
    assert "longer than 64 kB" in read("[" + "a" * 70_000, "pbn")[1][0].message
    assert "larger than 1024 kB" in read('[A ""]\n' + "x y z\n" * 200_000, "pbn")[1][0].message
    assert read("\n\n", "pbn")[1][0].code == "E1080"


def test_a_file_is_read_one_game_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "many.pbn"
    path.write_text((SAMPLE + "\n") * 50 + "[Oops", encoding="utf-8")
    found = records(path, "pbn")
    assert next(found)[0] is not None  # read before the faulty end of the file
    *_, end = found
    assert end[1][0].code == "E1081"


@settings(max_examples=8)
@given(
    st.integers(0, 10_000), st.sampled_from([("whist", {"target": 5}), ("spades", {"target": 100, "hopeless": 100})])
)
def test_random_games_survive_writing_and_reading(seed: int, rules: tuple[str, dict[str, int]]) -> None:
    game = played(rules[0], seed, options=rules[1])
    text, said = written(m.Script((game,)), "pbn", RULESETS, None)
    assert text is not None
    assert not said
    assert max(map(len, text.splitlines())) < 256  # the limit of PBN's export format
    found = [read_record(Source("sample.pbn", one))[0] for one in text.split("\n\n")]
    back, _ = imported(next(joined(one for one in found if one is not None)), "pbn", RULESETS, ImportSettings())
    assert back is not None
    assert course(back) == course(game)


def test_a_game_that_pbn_cannot_write_is_an_error() -> None:
    text, said = written(m.Script((m.ScriptedGame(ruleset=m.SpannedText("gops")),)), "pbn", RULESETS, None)
    assert (text, [one.code for one in said]) == (None, ["E1085"])
