"""The rule language: it turns the text of a rule file into a checked game.  Nothing in this folder plays games."""
