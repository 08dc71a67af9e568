"""What cards are to the rules of a game: their attributes, their ranking, what beats what, the shapes they form."""
