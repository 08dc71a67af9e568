"""Checks about cards: dealing, moving, ranking and values."""
