"""What a script leaves to chance before its first choice is named where a later line needs it, with the line to write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.interpreter.replay.events import Ended, Failed

GAMES = Path(__file__).resolve().parents[3] / "rulesets" / "games"
HEAD = "hoyle play 1\ngame contract_bridge\noption deals 1\nplayers N, E, S, W\n"
AUCTION = "N: bid 1 no trump\nE: pass\nS: pass\nW: pass\n"


def advised(help: str | None) -> str:
    """The line that a help says to write."""
    found = re.search(r"write `(.*?)` above the first choice", help or "")
    assert found is not None, help
    return found[1]


def test_a_dealer_and_hands_that_are_missing_are_asked_for_one_by_one(wrong, replayed) -> None:
    text, asked = AUCTION + "trick: E A♥, S 7♥, W J♥, N 2♥\ntrick: E K♥, S 6♥, W 10♥, N 3♥\n", list[str]()
    while isinstance(last := replayed(HEAD + "\n".join(asked) + "\n" + text)[-1], Failed):
        asked.append(advised(last.diagnostic.help))
        assert len(asked) < 6
    assert asked[:2] == ["first dealer N", "hand E: A♥ K♥ ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??"]
    assert len(asked) == 5  # the dealer, and four hands
    found = wrong(HEAD + "first dealer N\n" + text)
    assert found.code == "E1052"
    assert found.help is not None
    assert found.help.startswith("the script leaves `hand of E` to chance: write")
    assert found.help.endswith("above the first choice, and one for S, W and N in the same way")


@pytest.mark.parametrize(
    ("game", "line", "code"),
    [
        ("whist_honours_two", "first dealer A", "E1041"),
        ("clabber_short", "first dealer A", "E1044"),
        ("poor_hand", "first dealer D", "E1060"),
        ("skat_ramsch", "first dealer B", "E1050"),
    ],
)
def test_the_missing_line_is_found_whatever_is_blamed(wrong, game: str, line: str, code: str) -> None:
    text = (GAMES / f"{game}.play").read_text(encoding="utf-8")
    assert text.count(f"{line}\n") == 1 or text.index(line) < text.index("hand ")
    found = wrong(text.replace(f"{line}\n", "", 1))
    assert (found.code, advised(found.help)) == (code, line)


def test_a_shared_card_that_is_missing(wrong, replayed) -> None:
    text = "hoyle play 1\ngame gin_rummy\nplayers Ann, Bob\nhand Ann: A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠\n"
    found = wrong(text + "Ann: take J♠\n")
    assert (found.code, advised(found.help)) == ("E1052", "deal discards: J♠")
    assert isinstance(replayed(text + "deal discards: J♠\nAnn: take J♠\n")[-1], Ended)


def test_a_later_deal_to_a_shared_place_is_a_line_that_works(wrong, replayed) -> None:
    head = "hoyle play 1\ngame cassino\nplayers Ann, Bob\nfirst dealer Bob\n"
    found = wrong(head + "deal floor: 7♦ 7♠ A♦\n")
    assert (found.code, re.findall(r"`(.*?)`", found.help)) == ("E1044", ["??", "deal floor: …"])
    assert isinstance(replayed(head + "deal floor: 7♦ 7♠ A♦\ndeal floor: 8♣\n")[-1], Ended)
    found = wrong(head + "hand Ann: 2♦ 3♠ 5♦\n")
    assert (found.code, re.findall(r"`(.*?)`", found.help)) == ("E1044", ["??", "hand of Ann: …"])
    assert isinstance(replayed(head + "hand Ann: 2♦ 3♠ 5♦\nhand of Ann: 8♣\n")[-1], Ended)


def test_the_hands_of_a_later_deal_that_are_missing(wrong, replayed) -> None:
    plays = zip(("J♠", "Q♠", "K♠", "8♠"), ("7♠", "6♠", "5♠", "4♠"), strict=True)
    text = (
        "hoyle play 1\ngame cassino\nplayers Ann, Bob\nfirst dealer Bob\ndeal floor: 10♦ 10♥ 10♣ 9♦\n"
        "hand Ann: J♠ Q♠ K♠ 8♠\nhand Bob: 7♠ 6♠ 5♠ 4♠\n"
        + "".join(f"Ann: lay {ann}\nBob: lay {bob}\n" for ann, bob in plays)
    )
    hand = "hand of Ann: 3♥ A♣ 6♦ 6♥\n"
    last = replayed(text + hand + "Ann: lay 3♥\n")[-1]
    assert isinstance(last, Ended)
    found = wrong(text + "Ann: lay 3♥\n")
    assert found.code == "E1052"
    assert found.help.startswith("chance dealt `hand of Ann` cards that the script does not name: name them in a line "
                                 "`hand of Ann: …` below the choice before that; legal are:")  # fmt: skip


def test_a_hand_of_which_no_card_is_known_is_asked_for_beside_what_is_legal(wrong) -> None:
    text = "hoyle play 1\ngame go_fish\nplayers A, B, C\nfirst leader A\nA: ask C for 3\n"
    found = wrong(text.replace("first leader A\n", ""))
    assert found.code == "E1052"
    assert found.help is not None
    assert found.help.startswith(
        "the script leaves `hand of A` to chance: name its cards above the first choice, in `hand of A: …`; legal are:"
    )


def test_a_mistake_that_no_line_mends_keeps_its_help(wrong) -> None:
    found = wrong(HEAD + "first dealer N\nN: bid 1 no trump\nE: bid 1 spades\n")
    assert found.help is not None
    assert found.help.startswith("legal are:")
