"""Small numbers in letters."""

NUMERALS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
)  # fmt: skip
"""The words by their numbers.  The word for 0 is the one used before a noun."""
