"""JSON Schemas of what Hoyle reads and writes: data only."""
