"""One file for each command: it takes arguments, calls other packages, and prints text."""
