"""Statements in words: what is done, chosen and played, as sentences and lists."""
