"""What the greedy bot knows of each game: one module a game."""
