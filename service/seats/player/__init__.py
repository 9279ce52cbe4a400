"""The game as a player at a seat knows it, and his queries to the arbiter: what every front end shows."""
