"""Clients of a table: people at a terminal, and programs."""
