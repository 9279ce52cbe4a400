"""What players are shown of a game, as values without a screen: story, reasons, sheet, questions, debriefing."""
