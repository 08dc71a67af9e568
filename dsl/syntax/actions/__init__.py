"""The makers of nodes: one function for each production of the grammar."""
