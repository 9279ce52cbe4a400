"""Tests of the game in games/b17_miniatures."""
