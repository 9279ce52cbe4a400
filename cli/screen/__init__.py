"""The full-screen front end: story, question, boards and sheet side by side; needs the extra ``screen``."""
