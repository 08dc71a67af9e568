"""Arguments that several commands share: files, options of a game, executors, output."""
