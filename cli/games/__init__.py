"""Games and the rules in force on the screen."""
