"""Where games are played: workers, in other processes and within bounds."""
