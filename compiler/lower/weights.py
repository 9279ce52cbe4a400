"""What each small piece of work weighs in steps.

The weights are about what each thing takes where it takes longest (the Python code with a journal), in twentieths of a
microsecond. They need only be of the right size, so that a budget of steps is a bound in time. What is told weighs more
than it takes, for it is kept: so the budget bounds memory too.
"""

from __future__ import annotations

MAX_ROW_TESTS = 8
"""So many rows are tested one by one; more are looked up in a tuple."""

MAX_GRID_CELLS = 20_000
"""A tuple longer than this is not worth its room."""

NODE = 1
"""A part of an expression, a row tested, a member looked at, a slot that falls back."""

FREE_COUNT = 15
"""So many dice of a throw, or names given anew at once, are weighed as little as they always were: no game has more,
and the steps of its missions are known. Each beyond weighs what it takes."""

FREE_LIST_LENGTH = 100
"""So many values a list that is a variable may have, to be looked through for as little as it always was."""

EXTRA_DIE = 16
"""Each die beyond a few, besides."""

EXTRA_NAME = 16
"""A name beyond a few that is given anew as a slot falls back."""

SLOTS_PER_STEP = 2
"""So many places of a list in state are passed over in a step."""

STATEMENT = 2
"""A statement that tells nothing."""

LOOP_TURN = 4
"""A turn of a loop."""

EVENT = 100
"""An event: a change, a line, an element that comes or goes, a step begun or ended. The steps of a mission are enough
for as many as a journal may hold when a mission begins (:data:`bombsight.runtime.run.journal.MAX_EVENTS`)."""

CALL = 20 + 2 * EVENT
"""A call with its events."""

THROW = 40 + EVENT
"""A throw of dice with its event."""

DIE = 12
"""Each die of it."""

CHOICE = 80 + EVENT
"""A choice: to ask and to tell."""

OPTION = 10
"""An option of it, its condition and score apart."""

ELEMENT_NAME = 200
"""An element told of, which must be named at once."""

NAMESAKE = 8
"""Each other element of its list, for those of the same name are numbered."""

CHARGE_LIMIT = 2000
"""What costs more than this charges itself."""

LOCAL_LIST_PREFIX = "let "
"""Stands before the name of a list that is a variable."""
