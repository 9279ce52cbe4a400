"""Looking things up in a game: what it declares, tables as cards, what is in force, where rules come from."""
