"""The terminal's display of a game: the story, questions, the state, reasons."""
