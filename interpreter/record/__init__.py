"""Games written down while they are played, and taken up again."""
