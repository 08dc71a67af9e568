"""The story of a game: what happened in it, from its records, and who may know it."""
