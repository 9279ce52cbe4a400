"""Tables as cards on the screen."""
