"""Playing by the rules: the program a game is lowered to, the engine that runs it, and the uses of the engine."""
