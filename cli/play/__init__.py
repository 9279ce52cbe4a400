"""A game on the screen: the story, questions, the state, reasons."""
