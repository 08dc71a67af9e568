"""Commands for single games: to play, replay, convert, judge and solve them."""
