"""A game on a whole screen: the story, the question, boards and the sheet side by side; needs the extra ``screen``."""
