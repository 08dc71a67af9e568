"""Watching a game: the table as one seat, or everybody, sees it, picture by picture."""
