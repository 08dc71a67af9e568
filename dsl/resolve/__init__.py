"""Floor 3, meaning: names, types, variants laid over, checks.  In: a tree.  Out: a checked game and diagnostics."""
