"""Workers, which play games: processes of their own, with bounds for time and memory."""
