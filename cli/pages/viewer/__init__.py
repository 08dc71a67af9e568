"""The page that shows scripted games.

This package makes its data; the files beside it are its style and its script."""
