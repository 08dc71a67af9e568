"""The different ways to run scripted games from the command line."""
