"""Small numbers in letters."""

NUMERALS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
)  # fmt: skip
"""The words by their numbers.  The word for 0 is the one used before a noun."""

RANK_WORDS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J", "deuce": "2", "trey": "3",
    **{word: str(number) for number, word in enumerate(NUMERALS) if 2 <= number <= 10},
}  # fmt: skip
"""The ranks in words, and as decks have them."""


def in_digits(word: str) -> str:
    """`5` for `five`, and `1` for an article; other words as they are."""
    if word in ("a", "an"):
        return "1"
    return str(NUMERALS.index(word)) if word in NUMERALS[1:] else word
