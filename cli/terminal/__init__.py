"""What is shown on a terminal: streams, keys, looks, messages, the table."""
