"""Code that waits for a choice: it is cut into blocks, each of which runs from one question to the next."""
