"""The lowest layer: places in a text, messages about them, nearest names, and reading files."""
