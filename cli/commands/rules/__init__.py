"""Commands about rule files: to write them, to check them, to read them."""
