"""The command-line interface: commands, and the display of their results on a screen.

It knows no rules of any game, and does nothing that :mod:`bombsight.service` does not. ``commands`` holds one module
for each command, with its parameters only, loaded when it is called; the other folders display values.
"""
