"""Games as packages: packed into one file, added to the user's own folder of games, removed again."""
