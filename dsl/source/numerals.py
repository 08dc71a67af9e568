"""Small numbers in letters."""

NUMERALS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
)  # fmt: skip
"""By the number itself; 0 as it stands in front of a noun."""
