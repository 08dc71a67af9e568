"""Lines that are nearly lines of the notation are answered with the line to write, which works."""

from __future__ import annotations

import re

import pytest

from hoyle.interpreter.replay.events import Ended

HEAD = "hoyle play 1\ngame crazy_eights\nplayers Ann, Bob\n"
DEALER = "first dealer Ann\n"
CARDS = "2♣ 8♦ 9♠ K♥ K♦ Q♦ 3♣"
HAND = f"hand Bob: {CARDS}\n"
OTHER = "hand Ann: 4♠ 5♠ 6♥ 7♥ J♣ A♣ A♥\n"
PILE = "deal pile: 9♥\n"


@pytest.mark.parametrize(
    ("before", "line", "code", "meant"),
    [
        (DEALER, "expect points: Ann: 0, Bob: 0", "E1006", "expect points: Ann 0, Bob 0"),
        (DEALER, "expect points: Ann = 0, Bob = 0", "E1006", "expect points: Ann 0, Bob 0"),
        (DEALER + HAND + OTHER + PILE, "Bob plays K♥", "E1004", "Bob: play K♥"),
        (DEALER + HAND + OTHER + PILE, "expect legal Bob play K♥", "E1005", "expect legal Bob: play K♥"),
        (DEALER + HAND + OTHER + PILE, "expect illegal Bob plays 2♣", "E1005", "expect illegal Bob: play 2♣"),
        (DEALER, "expect points Ann 0, Bob 0", "E1005", "expect points: Ann 0, Bob 0"),
        (DEALER, "expect dealer Ann", "E1005", "expect dealer: Ann"),
        (DEALER, "turn Bob", "E1004", "expect turn Bob"),
        (DEALER, "expect turn: Bob", "E1006", "expect turn Bob"),
        ("", "dealer Ann", "E1004", "first dealer Ann"),
        ("", "dealer is Ann", "E1004", "first dealer Ann"),
        ("", "dealer: Ann", "E1035", "first dealer Ann"),
        ("", "first player Ann", "E1047", "first dealer Ann"),
        (DEALER, f"hand Bob {CARDS}", "E1004", HAND.strip()),
        (DEALER, f"Bob holds {CARDS}", "E1004", HAND.strip()),
        (DEALER, f"deal hand Bob {CARDS}", "E1005", f"deal hand Bob: {CARDS}"),
        (DEALER, f"hand: Bob {CARDS}", "E1035", HAND.strip()),
        (DEALER, "deal pile 9♥", "E1005", PILE.strip()),
        (DEALER, "pile: 9♥", "E1005", PILE.strip()),
        (DEALER + HAND + OTHER + PILE, "Bob play K♥", "E1004", "Bob: play K♥"),
        (DEALER + HAND + OTHER + PILE, "Bob - play K♥", "E1004", "Bob: play K♥"),
        (DEALER + HAND + OTHER + PILE, "Bob: draw 2♥", "E1051", "Bob: draw, draws 2♥"),
        (DEALER + HAND + OTHER + PILE, "Bob: draws 2♥", "E1051", "Bob: draw, draws 2♥"),
        (DEALER + HAND + OTHER + PILE, "Bob: draw, 2♥", "E1051", "Bob: draw, draws 2♥"),
        ("", "target 50", "E1004", "option target 50"),
    ],
)
def test_the_line_to_write_works(wrong, replayed, before: str, line: str, code: str, meant: str) -> None:
    found = wrong(f"{HEAD}{before}{line}\n")
    assert found.code == code
    said = re.search(r"write `(.*?)`", f"{found.message} {found.help}")
    assert said is not None, found
    assert said[1] == meant
    assert isinstance(replayed(f"{HEAD}{before}{meant}\n")[-1], Ended)


@pytest.mark.parametrize(
    "values",
    [
        "Mum and Kim: 0, Dad and Leo: 0", "Mum/Kim 0, Dad/Leo 0", "Mum-Kim: 0, Dad - Leo = 0", "Mum & Kim 0, Dad + Leo 0",
        "Mum and Kim 0, Dad/Leo 0",
    ],
)  # fmt: skip
def test_teams_are_joined_by_and(wrong, replayed, values: str) -> None:
    found = wrong(f"{SPADES}expect points: {values}\n")
    meant = "expect points: Mum and Kim 0, Dad and Leo 0"
    assert (found.code, found.message.partition(": ")[2]) == ("E1006", f"write `{meant}`")
    assert isinstance(replayed(f"{SPADES}{meant}\n")[-1], Ended)


def test_what_chance_does_not_decide_is_expected(wrong) -> None:
    whist = "hoyle play 1\ngame whist\nplayers Mum, Dad, Kim, Leo\n"
    assert wrong(f"{whist}trump: diamonds\n").help == "write `expect trump: diamonds` for what must be true"
    found = wrong(f"{whist}first trump diamonds\n")
    assert (found.code, found.help) == ("E1047", None)


def test_a_choice_whose_words_are_not_known_is_not_written(wrong) -> None:
    assert wrong(f"{SPADES}Mum bids nil\n").help == "a colon comes after the player: write `Mum: …` for what Mum does"
    assert wrong(f"{SPADES}expect illegal bid 0\n").help == "as in `expect illegal B: pass`"


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (f"Bob hand: {CARDS}", "write `hand Bob: …`"),
        (f"Bob's hand: {CARDS}", "write `hand Bob: …`"),
        (f"deal Bob: {CARDS}", "write `hand Bob: …`"),
        ("stock: 9♥", "write `deal stock: 9♥`"),
        ("points: Ann 0, Bob 0", "write `expect points: Ann 0, Bob 0` for what must be true"),
        ("expect Ann points: 0", "the player comes behind: `expect points of Ann: …`"),
    ],
)
def test_the_form_of_the_line_is_said(wrong, line: str, help: str) -> None:
    assert wrong(f"{HEAD}{DEALER}{line}\n").help == help


def test_cards_alone_are_no_choice(wrong) -> None:
    found = wrong(f"{HEAD}{DEALER}Bob: {CARDS}\n")
    assert found.code == "E1051"
    assert found.help.startswith(f"cards that Bob is dealt are written as `{HAND.strip()}`; legal are:")


def test_a_line_of_the_head_may_have_a_colon(replayed) -> None:
    text = 'hoyle play 1\ngame crazy_eights\ntitle: "One evening"\nplayers: Ann, Bob\nseed: 3\n'
    assert isinstance(replayed(text + DEALER + "expect turn Bob\n")[-1], Ended)


SPADES = "hoyle play 1\ngame spades\nplayers Mum, Dad, Kim, Leo\nfirst dealer Leo\n"
BIDS = "Mum: bid 4\nDad: bid 3\nKim: bid 2\nLeo: bid 4\n"
HEARTS = "hand Mum: A♥ K♥ Q♥ J♥ 10♥ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣\n"


def test_cards_that_are_named_too_late_are_to_be_written_above(wrong, replayed) -> None:
    found = wrong(f"{SPADES}{BIDS}{HEARTS}Mum: play A♥\n")
    assert (found.code, found.span.line) == ("E1043", 9)
    assert found.help == f"write `{HEARTS.strip().replace('hand Mum', 'hand of Mum')}` above the first choice"
    assert isinstance(replayed(f"{SPADES}{HEARTS}{BIDS}Mum: play A♥\n")[-1], Ended)


def test_a_trick_without_its_colon_or_commas(wrong) -> None:
    trick = "trick: Mum A♥, Dad 2♥, Kim 3♥, Leo 4♥"
    assert wrong(f"{SPADES}{BIDS}{trick.replace(':', '')}\n").help == f"write `{trick}`"
    found = wrong(f"{SPADES}{BIDS}{trick.removeprefix('trick: ').replace(',', '')}\n")
    assert (found.code, found.help) == ("E1004", f"write `{trick}`")
