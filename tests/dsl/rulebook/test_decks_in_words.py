"""The sentence of the rulebook about the deck: a run of more than five ranks is named by its ends."""

from __future__ import annotations

from pathlib import Path

from hoyle.dsl.loading import load
from hoyle.dsl.rulebook.context import RulebookSettings
from hoyle.dsl.rulebook.plain import plain
from hoyle.dsl.rulebook.sections import rulebook
from hoyle.dsl.source.span import Source

from ...golden import same_as_file

RULES = """\
game "Deck"
language 1
players {players}
deck {deck}
zones
    stock: face down
remember
    points of each player: number
main
    add 1 to points of each player
    game over, won by the player with highest points, otherwise shared
"""
ALL = "of clubs, diamonds, hearts and spades"


def whole(deck: str, players: str) -> str:
    """The line about the players and the deck."""
    loaded = load(Source("deck.hoyle", RULES.format(deck=deck, players=players)))
    assert loaded.game is not None, [str(one) for one in loaded.diagnostics]
    text = plain(rulebook(loaded.game, RulebookSettings({})), 10_000)
    return next(line for line in text.splitlines() if "he deck" in line)


def said(deck: str) -> str:
    """The sentence about the deck."""
    return whole(deck, "2").partition(". ")[2]


def test_decks_in_words() -> None:
    decks = (
        "2 3 4 5 6", "2 3 4 5 6 7", "A K Q J 10 9", "9 10 J Q K A", "2 3 4 5 7 8 9", "10 J Q K A, 1 joker", "7 8, 2 copies",
        "7 8 of reds", "7 8 of reds blues, 3 copies, 2 jokers", "1 2 3 4 5 6 7 8", "Sun Moon of stars",
    )  # fmt: skip
    same_as_file(Path(__file__).with_name("golden") / "decks.txt", "".join(f"{deck}: {said(deck)}\n" for deck in decks))
    assert said("2 3 4 5 6") == f"The deck has 20 cards: 2, 3, 4, 5 and 6 {ALL}."
    assert said("2 3 4 5 6 7") == f"The deck has 24 cards: 2 to 7 {ALL}."


def test_players_in_words() -> None:
    counts = ("2", "2..4", "2..4 = 3", "2 or 4", "2 or 4 or 6 = 4", "4, partners opposite", "2..4, partners opposite with 4",
              "4 or 6, partners opposite", "3..5, counterclockwise", "4..6, partners opposite with 4 or 6")  # fmt: skip
    texts = [f"{count}: {whole('2 3', count).partition('. ')[0]}\n" for count in counts]
    same_as_file(Path(__file__).with_name("golden") / "players.txt", "".join(texts))


def test_packs_do_not_multiply_jokers() -> None:
    packs, of = "number of players / 2", "The deck has 20 different cards: 2, 3, 4, 5 and 6"
    often = "Every card is there once if two or three play, and twice if four play."
    also = "There are also two jokers if two play and three jokers if three play."
    for deck, players, text in (
        (f"2 3 4 5 6, {packs} copies, 2 jokers", "2..4", f"{of} {ALL}. {often} There are two jokers besides, however many play."),
        (f"2 3 4 5 6, {packs} copies, 1 joker", "2..4", f"{of} {ALL}. {often} There is one joker besides, however many play."),
        (f"2 3 4 5 6, {packs} copies, 0 jokers", "2..4", f"{of} {ALL}. {often}"),
        (
            f"2 3 4 5 6, {packs} copies, {packs} jokers", "2..4",
            f"{of} {ALL}. {often} There is also one joker if two or three play, and two jokers if four play.",
        ),
        (
            "2 3 4 5 6, 2 copies, number of players jokers", "2..3",
            f"The deck has 40 cards: 2, 3, 4, 5 and 6 {ALL}, twice each. {also}",
        ),
        (
            "2 3 4 5 6 7 8 9 10 J Q K A, 2 copies, number of players jokers", "2..3",
            f"The deck is two standard packs shuffled together, 104 cards. {also}",
        ),
        (
            f"2 3 4 5 6, {packs} copies, 2 jokers", "4",
            f"The deck has 42 cards: 2, 3, 4, 5 and 6 {ALL}, twice each, and two jokers.",
        ),
    ):  # fmt: skip
        assert whole(deck, players).partition(". ")[2] == text
