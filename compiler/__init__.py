"""The compiler: from syntax trees to a checked rule graph, and from the graph to flat code.

It owns name resolution, type checking and the checks. It knows nothing of dice sources, screens or saves.
"""
