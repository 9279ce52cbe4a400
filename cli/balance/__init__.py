"""A game's balance at the terminal."""
