"""What was meant by a line that cannot be read."""
