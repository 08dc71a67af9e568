"""Commands that play many games: to measure, compare and tune rules, and to find mistakes in them."""
