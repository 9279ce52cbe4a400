"""How the dice of a game fell, against the chances that they had."""
