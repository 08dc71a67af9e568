"""What is settled before a game starts: values worked out, ranges of numbers, conditions folded."""
