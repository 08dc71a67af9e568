"""One file for each command: arguments in, a call below, text out."""
