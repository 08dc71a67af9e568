"""The tree of a rule file as JSON, and back."""
