"""What a variant changes: its parts laid over those of a game, what goes with a removed part, who is to blame."""
