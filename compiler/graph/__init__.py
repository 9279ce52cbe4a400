"""The rule graph: what the compiler hands over.

``types`` says what a value can be, ``expressions`` and ``statements`` what rules do,
``nodes`` what they are made of. Every name is resolved, every expression typed.
"""
