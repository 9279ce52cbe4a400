"""The flat form: the IR, and the contract of the compiler with all that runs its programs (``docs/flat.md``).

State is integer slots, every value one 32-bit integer, every text elsewhere. Expressions change nothing. Dice,
choices and calls that act are statements; loop bounds are constants or were fixed when the loop began; faults are
numbered sites. Two blocks are equal when they do the same, so equal rows of a table can share their code.

``program`` is the whole, made of ``types``, ``sites``, ``layout``, ``expressions``, ``statements`` and ``functions``.
``check`` validates it, ``show`` prints it, ``encoding`` writes and reads it, ``plain`` takes its events out.
"""
