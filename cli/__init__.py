"""The command line: an application of commands, and how things look on a screen.

Knows no rules of any game. Modules named ``screen_...`` turn values into what is shown; ``commands`` holds one module
for each command, loaded only when it is called.
"""
