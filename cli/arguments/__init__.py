"""What several commands share of their arguments: files named, options chosen, executors, output."""
