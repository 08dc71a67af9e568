"""Where the cards are, and what is said of them: dealing, moving, ranking, values."""
