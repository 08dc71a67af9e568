"""Where the game goes: it comes to its end, every phase is played, and none is part of itself."""
