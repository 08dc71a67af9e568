"""From a tree to its text, in the one canonical layout."""
