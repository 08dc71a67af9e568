"""Makers of nodes, one method for each production of the grammar."""
