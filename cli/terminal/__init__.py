"""Everything for a terminal: streams, keys, styles, messages, the table."""
