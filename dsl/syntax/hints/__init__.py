"""Hints: what the author may have meant by a line that cannot be read."""
