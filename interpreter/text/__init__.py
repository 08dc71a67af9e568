"""Values of a game as people write them: formatting and parsing."""
