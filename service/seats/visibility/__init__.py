"""Information hiding: the seats of a game, and what each of them, or a referee, may see of it."""
