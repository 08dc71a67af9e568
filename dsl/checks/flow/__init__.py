"""Checks of the game's course: it ends, every phase is played, and no phase contains itself."""
