"""Completion of command lines in shells: what can stand at a place, and the shells' scripts."""

PROGRAM = "bombsight"
"""The name under which shells know the program."""

COMPLETE_VARIABLE = "_BOMBSIGHT_COMPLETE"
"""The environment variable by which a shell asks what completes a line: ``bash_complete`` and so on."""
