"""Everything that is settled before a game starts: values computed, ranges of numbers found, conditions simplified."""
