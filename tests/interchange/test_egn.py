"""EGN, the Euchre Game Notation: reading, writing and the places of mistakes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.dsl.source.span import Source
from hoyle.interchange.egn import read as read_record
from hoyle.interchange.exporting import written
from hoyle.interchange.importing import ImportSettings, imported
from hoyle.interpreter.notation import model as m
from hoyle.interpreter.notation.writer import write_text
from hoyle.interpreter.replay.events import Ended, Failed
from hoyle.interpreter.replay.replayer import Replay

from .conftest import RULESETS, Read, course, places, played

TRICKS = "Ac 9h 9c Js/Kd Tc Ad 9s/Kh Ts 9d Qc/Qh Qs Td Kc/Th Ks Qd As"


def record(**changes: Any) -> dict[str, Any]:
    """One deal: the player left of the dealer passes, the next one orders up and loses."""
    bidding = {"type": "EUCHRE_BIDDING", "calls": ["Pass", "Order"], "isAlone": False, "discard": "Jc"}
    tricks = [trick.split() for trick in TRICKS.split("/")]
    deal = {
        "dealNumber": 0,
        "initialState": {"dealer": 3, "upCard": "Th"},
        "phases": [bidding | changes.pop("bidding", {}), {"type": "TRICK_PLAY", "tricks": tricks}],
    }
    meta = {"title": "A sample", "players": ["Ann", "Bob", "Cyd", "Dan"], "initialScore": [0, 0]}
    meta |= {"ruleset": {"std": True}} | changes
    return {"fileType": "Euchre Game Notation", "version": "1.6", "metadata": meta, "deals": [deal]}


def text(**changes: Any) -> str:
    return json.dumps(record(**changes))


def last(game: m.ScriptedGame) -> Ended | Failed:
    return Replay(game, RULESETS.for_script(game, None)).checked()


def test_a_record_becomes_a_script(read: Read) -> None:
    games, said = read(text(finalScore=[0, 2]), "egn")
    assert not said
    assert write_text(m.Script(tuple(games))).splitlines()[2:] == [
        "game newberry_euchre",
        "title A sample",
        "preset club euchre",
        "players Ann, Bob, Cyd, Dan",
        "",
        "first dealer Dan",
        "hand Ann: A♣ 9♠ 10♠ Q♠ K♠",
        "hand Bob: 9♥ K♦ 9♦ 10♦ Q♦",
        "hand Cyd: 9♣ 10♣ Q♣ K♣ A♠",
        "hand Dan: J♠ A♦ K♥ Q♥ J♣",
        "deal turned: 10♥",
        "Ann: pass",
        "Bob: order up",
        "Dan: discard J♣",
        "trick: Ann A♣, Bob 9♥, Cyd 9♣, Dan J♠",
        "trick: Bob K♦, Cyd 10♣, Dan A♦, Ann 9♠",
        "trick: Dan K♥, Ann 10♠, Bob 9♦, Cyd Q♣",
        "trick: Dan Q♥, Ann Q♠, Bob 10♦, Cyd K♣",
        "trick: Dan 10♥, Ann K♠, Bob Q♦, Cyd A♠",
        "expect points: Ann and Cyd 0, Bob and Dan 2",
    ]
    assert isinstance(last(games[0]), Ended)


def test_settings_choose_options_and_variants(read: Read) -> None:
    ruleset = {"std": False, "winning_score": 5, "loner_lead": "LEFT_OF_LONER", "joker": True, "farmers": True}
    games, said = read(text(ruleset=ruleset), "egn")
    assert [(one.name.text, one.value.text) for one in games[0].options] == [
        ("stick_the_dealer", "redeal_on_pass"),
        ("target", "5"),
        ("loner_lead", "left_of_loner"),
    ]
    assert [one.text for one in games[0].variants] == ["benny"]
    assert [one.message for one in said] == [
        "`farmers true` is not kept: the rules of `newberry_euchre` have nothing for it"
    ]
    games, said = read(text(ruleset={"winning_score": 50}), "egn")
    assert [one.code for one in said] == ["W1083"]  # the rules end at 21 points at most
    assert not games[0].options


def test_an_illegal_play_is_imported_and_fails_in_the_replay(read: Read) -> None:
    wrong = record()
    tricks = wrong["deals"][0]["phases"][1]["tricks"]
    tricks[0][2], tricks[2][3] = tricks[2][3], tricks[0][2]  # no fault: Cyd may play either club
    assert isinstance(last(read(json.dumps(wrong), "egn")[0][0]), Ended)
    revoke = record()
    tricks = revoke["deals"][0]["phases"][1]["tricks"]
    tricks[0][2], tricks[4][3] = tricks[4][3], tricks[0][2]  # Cyd plays a spade but holds clubs
    games, said = read(json.dumps(revoke), "egn")
    found = last(games[0])
    assert (not said, isinstance(found, Failed) and found.diagnostic.code) == (True, "E1052")
    twice = record()
    twice["deals"][0]["phases"][1]["tricks"][1][0] = "Ac"
    found = last(read(json.dumps(twice), "egn")[0][0])
    assert isinstance(found, Failed)
    assert found.diagnostic.code == "E1041"
    found = last(read(text(finalScore=[1, 0]), "egn")[0][0])
    assert isinstance(found, Failed)
    assert found.diagnostic.code == "E1060"


def test_cards_nobody_saw_are_left_open(read: Read) -> None:
    unseen = record()
    del unseen["deals"][0]["phases"][0]["discard"]
    unseen["deals"][0]["phases"][1]["tricks"][3:] = []
    games, said = read(json.dumps(unseen), "egn")
    hands = {
        str(step.owner): [card.text for card in step.cards] for step in games[0].steps if isinstance(step, m.DealtCards)
    }
    assert hands["Bob"][:3] == ["9♥", "K♦", "9♦"]
    assert not any(card[-1] in "♣♥" for card in hands["Bob"][3:])  # Bob trumped a club and later had no trump left
    assert {one.code for one in said} == {"W1084"}
    assert isinstance(last(games[0]), Ended)
    unseen["deals"][0]["phases"][1]["tricks"] = [["Ac", "Tc"]]
    games, said = read(json.dumps(unseen), "egn")
    assert not said
    hands = {
        str(step.owner): [card.text for card in step.cards] for step in games[0].steps if isinstance(step, m.DealtCards)
    }
    assert hands == {"Ann": ["A♣", "??", "??", "??", "??"], "Bob": ["10♣", "??", "??", "??", "??"], "None": ["10♥"]}
    assert isinstance(last(games[0]), Ended)


def test_a_game_with_initial_scores_starts_from_a_position(read: Read) -> None:
    games, said = read(text(initialScore=[4, 7], finalScore=[4, 9]), "egn")
    assert not said
    assert isinstance(games[0].steps[0], m.StartPosition)
    assert isinstance(last(games[0]), Ended)


def test_comments_are_kept_and_alternative_lines_are_reported(read: Read) -> None:
    annotated = record(bidding={"callAnnotations": {"1": ["[?]", "too  weak"]}})
    annotated["deals"][0]["alternativeLines"] = [{"branchIndex": 0, "phases": []}]
    games, said = read(json.dumps(annotated, indent=1), "egn")
    assert [step.comment for step in games[0].steps if isinstance(step, m.Answer)] == ["", "[?] too weak", ""]
    assert [one.code for one in said] == ["W1083"]
    assert places(said)[0].split(":")[0] == str(
        json.dumps(annotated, indent=1).split("alternativeLines")[0].count("\n") + 1
    )


@pytest.mark.parametrize(
    ("old", "new", "place", "why"),
    [
        ('"dealer": 3', '"dealer": 7', "1:", "there are 4 players"),
        ('"upCard": "Th"', '"upCard": "1h"', "1:", "a card is written"),
        ('"deals": [', '"deals": ["AAAA", ', "1:", "packed"),
        ("Euchre Game Notation", "Chess", "1:14", "it must be"),
        ('"players":', '"seats":', "1:", "`players` is missing"),
        ('["Pass", "Order"]', '"Pass"', "1:", "a list must stand here"),
    ],
)
def test_a_text_that_is_not_egn_is_an_error(read: Read, old: str, new: str, place: str, why: str) -> None:
    games, said = read(text().replace(old, new), "egn")
    assert not games
    assert [one.code for one in said] == ["E1081"]
    assert places(said)[0].startswith(place)
    assert why in said[0].message


def test_truncated_and_undecodable_texts_are_errors(read: Read) -> None:
    whole = text()
    for length in range(0, len(whole), 61):
        games, said = read(whole[:length], "egn")
        assert not games
        assert len(said) == 1
        assert said[0].code in ("E1080", "E1020", "E1081")
    assert [one.code for one in read(b"\xff\xfe{\x00", "egn")[1]] == ["E1080"]
    assert "line 2 is not UTF-8" in read(b'{"a":\n"\xe9"}', "egn")[1][0].message
    assert "larger than 16 MB" in read(b" " * (16 * 1024 * 1024) + b"{}", "egn")[1][0].message


@settings(max_examples=4)
@given(st.integers(0, 10_000))
def test_random_games_survive_writing_and_reading(seed: int) -> None:
    game = played("newberry_euchre", seed, "club euchre", {"target": 5})
    egn, said = written(m.Script((game,)), "egn", RULESETS, None)
    assert egn is not None
    assert not said
    found, problems = read_record(Source("sample.egn", egn))
    assert found is not None, problems
    back, said = imported(found, "egn", RULESETS, ImportSettings())
    assert back is not None
    assert not said
    assert course(back) == course(game)


def test_choices_that_egn_cannot_write_are_errors(read: Read) -> None:
    folded = played("newberry_euchre", 1, wanted=("pass", "fold"))
    text, said = written(m.Script((folded,)), "egn", RULESETS, None)
    assert text is None
    assert said[-1].code == "E1085"
    assert "`fold`" in said[-1].message
    whist = m.ScriptedGame(ruleset=m.SpannedText("whist"))
    assert [one.code for one in written(m.Script((whist,)), "egn", RULESETS, None)[1]] == ["E1085"]


@pytest.mark.parametrize("turned", ["Th", "Ts", "Tc", "Td"])
@pytest.mark.parametrize(("calls", "ordered"), [(["Pass", "Order"], True), (["Pass"] * 4 + ["s"], False)])
def test_the_card_turned_up_is_read_and_is_trump_if_it_is_ordered_up(
    turned: str, calls: list[str], ordered: bool
) -> None:
    data = record(bidding={"calls": calls, "discard": "Jc"} if ordered else {"calls": calls})
    data["deals"][0]["initialState"]["upCard"] = turned
    found, problems = read_record(Source("x.json", json.dumps(data)))
    assert found is not None, problems
    (deal,) = found.deals
    suits = {"h": ("♥", "hearts"), "s": ("♠", "spades"), "c": ("♣", "clubs"), "d": ("♦", "diamonds")}
    sign, suit = suits[turned[1]]
    assert deal.turned is not None
    assert deal.turned.text == "10" + sign
    assert deal.trump == (suit if ordered else "spades")
