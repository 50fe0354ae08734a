"""Second readings of the rules: each is written from a rulebook alone, plain and slow, and held against the game."""
