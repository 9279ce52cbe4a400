"""The command line: an application of commands, and how things look on a screen.

Knows no rules of any game, and does nothing that :mod:`bombsight.service` does not. ``commands`` holds one module for
each command, parameters and no more, loaded only when it is called; the other folders turn values into what is shown.
"""
