"""Playing a lowered program: dice, choices, the journal, sessions and saves.

This package knows nothing of any game and of any terminal. People reach it through callbacks.
"""
