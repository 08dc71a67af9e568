"""Games that are written to a file while they are played, and can be continued."""
