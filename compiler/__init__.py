"""From syntax trees to a checked rule graph, and from the graph to code.

This package knows what names mean and whether a program holds together. It knows
nothing of where dice come from, of screens, or of saves.
"""
