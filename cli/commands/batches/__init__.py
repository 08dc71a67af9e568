"""Commands that play many games: to measure rules, to compare and tune them, to look for mistakes."""
