"""Play: the program that a game is lowered to, the engine that runs it, and what uses the engine."""
