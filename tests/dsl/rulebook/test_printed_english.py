"""Every function of the small grammar on the same words: complete tables."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from hoyle.dsl.rulebook import english as en

from ...golden import same_as_file

PRINTED = Path(__file__).with_name("printed")
NOUNS = (
    "card", "party", "day", "boss", "box", "match", "wish", "die", "ace", "8", "11", "18", "5", "hour", "unit", "euro", "one", "use",
    "trump", "player", "loss", "last hit", "hand", "trick", "table", "person", "half", "bonus", "card party", "life", "penny", "honour",
)  # fmt: skip
"""Single things."""
WORDS = ("points on", "worth", "points of the deal", "cards in hand", "strength of the best cards", "hearts", "the heap", "no card", "trump",
         "the player's row", "last_hit", "num_of_max", "“ace”", "10 points", "boss", "bonus", "basis", "is", "as", "hand", "trick", "table")  # fmt: skip
VERBS = ("take", "pass", "carry", "play", "go", "fix", "match", "wish", "buzz", "say no", "win", "beat")
CLAUSES = (
    "hearts are broken", "the player has run out of cards", "the dealer may not pass", "there is a card",
    "there are no cards", "some card is red", "the defender takes the cards", "it beats the queen", "somebody holds it",
    "the dealer sits alone", "the bid was made", "the player can win yet", "no card is out", "a card is out of play", "an ace is led",
    "every player is out", "the player has no trick", "the team has won", "has passed",
    "is out", "leads the ace", "all players are out", "nobody has passed", "may not lead",
)  # fmt: skip


def test_nouns() -> None:
    lines = [f"{one}: {en.plural(one)} / {en.singular(en.plural(one))} / {en.singular(one)} / {en.a(one)} / {en.a(en.capital(one))}"
             for one in NOUNS]  # fmt: skip
    lines += [f"{one}: {en.the(one)} / {en.capital(one)} / {en.spaced(one)} / {en.split_preposition(one)} / plural {en.is_plural(one)} "
              f"{en.is_of_many(one)} / on it {en.on_it(one)} / hand {en.is_hand(one)} {en.means_its_cards(one)}" for one in WORDS]  # fmt: skip
    for count, one in product((-1, 0, 1, 2, 12, 13), ("card", "points", "party")):
        lines.append(f"{count} {one}: {en.number(count)} / {en.count(count, one)} / {en.amount(count, one)}")
    same_as_file(PRINTED / "nouns.txt", "".join(f"{line}\n" for line in lines))


def test_verbs_and_clauses() -> None:
    thirds = [en.third(one) for one in VERBS]
    lines = [f"{one}: {third} / {en.base(third)} / doing {en.is_doing(third)}, predicate {en.is_predicate(third)}"
             for one, third in zip(VERBS, thirds, strict=True) if " " not in one]  # fmt: skip
    lines += [
        f"{value}: {en.number(value)}, {en.times(value)}, {en.ordinal(value)}"
        for value in (*range(15), 20, 21, 22, 23, 101, 111, 112, 113, 122)
    ]
    lines += [f"{one}: {en.negated_clause(one)} / {en.become_true(one)} / {en.is_predicate(one)}" for one in CLAUSES]
    lines += [
        f"{one} + {other}: {en.of_one_subject([one, other])}" for one, other in product(CLAUSES[1:4], CLAUSES[1:6])
    ]
    for noun, verb in product(
        (en.Noun("the dealer"), en.Noun("the makers", True), en.Noun("the boss")), ("take", "carry")
    ):
        lines.append(f"{noun}: {noun.verb(verb)} {noun.be} {noun.have} {noun.do} {noun.possessive} {noun.of('hand')}")
    for words in ((), ("a",), ("a", "b"), ("a", "b", "c"), ("a, b", "c"), ("a and b", "c")):
        lines.append(f"{[*words]}: {en.listed(list(words))} / {en.listed(list(words), 'or')}")
    same_as_file(PRINTED / "verbs.txt", "".join(f"{line}\n" for line in lines))
