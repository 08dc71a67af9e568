"""Watching a game: the table as one seat, or a spectator who sees all cards, sees it, picture by picture."""
