"""A scripted game told: its animation, its annotations, and what of them a seat may read."""
