"""What each small piece of work weighs in steps.

The weights are about what each thing takes where it takes longest (the Python code with a journal), in twentieths of a
microsecond. They need only be of the right size, so that a budget of steps is a bound in time. What is told weighs more
than it takes, for it is kept: so the budget bounds memory too.
"""

from __future__ import annotations

CHAIN = 8
"""So many rows are tested one by one; more are looked up in a tuple."""

MOST_CELLS = 20_000
"""A tuple longer than this is not worth its room."""

NODE = 1
"""A part of an expression, a row tested, a member looked at, a slot that falls back."""

FEW = 15
"""So many dice of a throw, or names given anew at once, are weighed as little as they always were: no game has more,
and the steps of its missions are known. Each beyond weighs what it takes."""

SHORT = 100
"""So many values a list that is a variable may have, to be looked through for as little as it always was."""

MANY_DICE = 16
"""Each die beyond a few, besides."""

GIVEN = 16
"""A name beyond a few that is given anew as a slot falls back."""

PLACES = 2
"""So many places of a list in state are passed over in a step."""

STATEMENT = 2
"""A statement that tells nothing."""

TURN = 4
"""A turn of a loop."""

TOLD = 100
"""An event: a change, a line, an element that comes or goes, a step begun or ended. The steps of a mission are enough
for as many as a journal may hold when a mission begins (:data:`bombsight.runtime.run.journal.MOST_EVENTS`)."""

CALL = 20 + 2 * TOLD
"""A call with its events."""

THROW = 40 + TOLD
"""A throw of dice with its event."""

DIE = 12
"""Each die of it."""

CHOICE = 80 + TOLD
"""A choice: to ask and to tell."""

OPTION = 10
"""An option of it, its condition and score apart."""

NAMED = 200
"""An element told of, which must be named at once."""

ALIKE = 8
"""Each other element of its list, for those of the same name are numbered."""

DEAR = 2000
"""What costs more than this charges itself."""

HELD = "let "
"""Stands before the name of a list that is a variable."""
