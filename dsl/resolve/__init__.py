"""From a tree to a checked game and diagnostics: names, types, and variants laid over a game."""
