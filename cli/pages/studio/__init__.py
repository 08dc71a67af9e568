"""The studio in the browser: its page (built from `studio/`), its games, and the server of `hoyle studio`."""
