"""PTN, the notation that the tests of Trickster use."""

from __future__ import annotations

from hoyle.interpreter.notation import model as m
from hoyle.interpreter.replay.events import Ended
from hoyle.interpreter.replay.replayer import Replay

from .conftest import RULESETS, Read, places

SAMPLE = r"""[Event "Six cards"]
[GameOptionsJson "{\"gameOverScore\":30,\"variation\":1}"]
[Deal "N:AJ9.K.AT. K.T.J9.AK T.AJ..JT9 Q.Q9.KQ.Q"]
[Declarer "S"]
[Contract "3♣"]
[Auction "E"]
2 3 Pass Pass
- 3♣ - -
[Play "E"]
D9 C9 - -

[Event "Alone, with eight cards that are there twice"]
[GameOptionsJson "{\"variation\":1,\"deckSize\":16,\"numDecks\":2}"]
[Deal "N:- AJ.AJJ.AK.A - -"]
[Auction "E"]
Alone Pass Pass Pass
♥Alone - - -
[Play "E"]
HJ SQ - HQ
"""


def test_records_become_scripts(read: Read) -> None:
    games, said = read(SAMPLE, "ptn")
    assert [game.ruleset.text for game in games] == ["bid_24_cards", "bid_euchre"]
    answers = [[(s.actor.text, s.text.text) for s in game.steps if isinstance(s, m.Answer)] for game in games]
    assert answers == [
        [("E", "bid 2 no trump"), ("S", "bid 3 clubs"), ("W", "pass"), ("N", "pass")],
        [("E", "bid 8 hearts alone")],
    ]
    tricks = [s for game in games for s in game.steps if isinstance(s, m.Trick)]
    assert [[play.actor.text for play in trick.plays] for trick in tricks] == [["E", "S"], ["E", "S", "N"]]
    assert places(said) == ["2:19 W1083", "7:1 W1084", "14:2 W1084"]
    assert all(isinstance(Replay(game, RULESETS.for_script(game, None)).checked(), Ended) for game in games)


def test_a_mistake_in_ptn_has_its_place(read: Read) -> None:
    for old, new, place in (
        ("2 3 Pass", "2 3x Pass", "7:3 E1081"),
        ("N:AJ9.K.AT. K", "N:AJ9.K K", "3:10 E1081"),
        (r"{\"gameOverScore\":30", r"{\"gameOverScore\":", "2:19 E1081"),
    ):
        _, said = read(SAMPLE.replace(old, new), "ptn")
        assert place in places(said)
