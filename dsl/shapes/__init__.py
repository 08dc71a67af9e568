"""JSON of records, derived from their classes: written, built again, and described by a schema."""
