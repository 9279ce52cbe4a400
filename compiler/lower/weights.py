"""Weights: the cost in steps of each small piece of work.

The unit is a twentieth of a microsecond in the slowest backend (Python code with a journal). Weights need only the
right
magnitude, so that a budget of steps bounds time. Events weigh more than their time, since the journal keeps them: so
the
budget bounds memory too.
"""

from __future__ import annotations

MAX_ROW_TESTS = 8
"""The maximum number of rows that are tested one by one; more are looked up in a tuple."""

MAX_GRID_CELLS = 20_000
"""The maximum size of a decision table of rows."""

NODE = 1
"""An expression node, a row test, a member visited, a slot reset."""

FREE_COUNT = 15
"""The number of dice per throw, or of new names per reset, that cost nothing extra; each beyond costs more.

No released game exceeds it, so the steps of their missions stay as they were.
"""

FREE_LIST_LENGTH = 100
"""The length up to which the search of a list variable costs nothing extra."""

EXTRA_DIE = 16
"""The surcharge of each die beyond `FREE_COUNT`."""

EXTRA_NAME = 16
"""A new name beyond `FREE_COUNT` on a reset."""

SLOTS_PER_STEP = 2
"""The number of places of a state list that one step passes over."""

STATEMENT = 2
"""A statement without events."""

LOOP_TURN = 4
"""An iteration of a loop."""

EVENT = 100
"""An event: a change, a line, an element added or removed, a step begun or ended.

The steps of a mission suffice for as many events as a journal may hold at its start
(:data:`bombsight.runtime.run.journal.MAX_EVENTS`).
"""

CALL = 20 + 2 * EVENT
"""A call with its enter and leave events."""

THROW = 40 + EVENT
"""A throw of dice with its event."""

DIE = 12
"""Each die of a throw."""

CHOICE = 80 + EVENT
"""A choice: the question and its event."""

OPTION = 10
"""An option of a choice, without its condition and score."""

ELEMENT_NAME = 200
"""An element in an event, whose name is computed at once."""

NAMESAKE = 8
"""Each other element of its list, since elements of one name are numbered."""

CHARGE_LIMIT = 2000
"""The cost above which a part charges itself."""

LOCAL_LIST_PREFIX = "let "
"""The prefix that marks a list variable among the names of lists."""
