"""The core of a table, without network, clock or disk: entries, what follows from them, what may be added."""
