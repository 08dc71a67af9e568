"""The page that shows scripted games: its data is made here, its looks and its script are the files beside."""
