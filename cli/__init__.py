"""The command `hoyle`, with one file for each command.  Each parses its arguments, calls other packages and prints."""
