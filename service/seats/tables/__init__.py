"""The user's tables: the list of them, and the games that are over."""
