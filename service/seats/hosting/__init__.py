"""The host's side of a table: its files, its moves and their shares of the dice, and the lobby of its seats."""
