"""Hoyle in the browser: the page built from `studio/`, its catalogue of games, and the server of `hoyle studio`."""
