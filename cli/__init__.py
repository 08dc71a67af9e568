"""The command `hoyle`: one file per command; each parses its arguments, calls the floors below and renders."""
