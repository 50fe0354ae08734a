"""Second readings of the rules: each oracle is written from a rulebook alone, plain and slow, and compared with the game."""
