"""The rule graph: the compiler's typed representation of a game.

``types`` has the types of values, ``expressions`` and ``statements`` the code of rules, ``nodes`` the items. Every name
is resolved, every expression typed.
"""
