"""The rule language: from the text of a rule file to a checked game.  Nothing here knows how to play."""
