"""Commands for rule files: to write, check and read them."""
