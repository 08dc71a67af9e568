"""Expressions in words: noun phrases, conditions, sums, and phrases over sets."""
