"""The flat form: the intermediate representation that the compiler makes and every backend runs (``docs/flat.md``).

State is integer slots, every value one 32-bit integer, every text elsewhere. Expressions have no side effects. Dice,
choices and calls that act are statements; loop bounds are constants or were fixed when the loop began; faults are
numbered sites. Two blocks are equal when they do the same, so equal rows of a table can share their code.

``program`` is the whole, made of ``types``, ``sites``, ``layout``, ``expressions``, ``statements`` and ``functions``.
``check`` validates it, ``show`` prints it, ``encoding`` writes and reads it, ``strip_events`` removes its events.
"""
