"""The ground floor: places in a text, messages about them, nearest names, reading files."""
