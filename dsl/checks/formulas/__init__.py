"""Conditions as formulas over finitely many cases, and the search through them."""
