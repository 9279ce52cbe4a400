"""Presentation models of a game without a screen: story, reasons, sheet, questions, debriefing."""
