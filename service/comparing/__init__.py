"""Comparison of a game's tables with a second, independent transcription, cell by cell."""
