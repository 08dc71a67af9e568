"""Commands for tables of people over the network."""
