"""Values of a game as people write them, and back."""
