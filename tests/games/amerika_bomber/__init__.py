"""Tests of the game in games/amerika_bomber."""
