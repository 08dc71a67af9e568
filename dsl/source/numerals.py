"""Small numbers in letters."""

NUMERALS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
)  # fmt: skip
"""The words by their numbers.  The word for 0 is the one used before a noun."""


def in_digits(word: str) -> str:
    """`5` for `five`, and `1` for an article; other words as they are."""
    if word in ("a", "an"):
        return "1"
    return str(NUMERALS.index(word)) if word in NUMERALS[1:] else word
