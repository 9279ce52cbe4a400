"""How large rules may be: far more than a table game needs, and less than what a machine cannot take.

Each is ten times what the games have, or more. What is larger is a finding where it is written.
"""

import re

MAX_NUMBER = 2**31 - 1
"""Of all numbers that are written."""

MAX_FILE_BYTES = 2_000_000
"""Of one file: four times all the files of the largest game."""

MAX_LINES = 20_000
"""Of one file: twice as many as all files of the largest game have."""

MAX_TREE_DEPTH = 100
"""How many rules of the grammar may stand within each other."""

MAX_ITEMS = 15_000
"""Of a program: the largest has 1,200."""

MAX_NAME_LENGTH = 250
"""Letters of a name: the longest of the games has 24."""

MAX_DICE = 100
"""In one throw: games throw three; nobody holds more in his hands."""

MAX_SIDES = 1_000
"""Of a die: a percentage in tenths."""

MAX_ELEMENTS = 1_500
"""Of a list: crowds of more than 120 do not occur, and each element is looked at where one is sought."""

MAX_PLACES = 10_000
"""Of one array: its enums multiplied."""

MAX_SLOTS = 100_000
"""Of all state, lists with all that their elements hold: the largest game has 1,500."""

MAX_VALUES = 1_000
"""Of an enum: the longest names 83."""

MAX_MARKS = 300
"""In a board, and as many cells of its plan."""

MAX_TALLIED_VALUES = 1_000
"""Of the range of a tally: each value has a place in its histogram."""

MAX_COLUMNS = 100
"""Of a grid."""

MAX_ROWS = 10_000
"""Of a table, every cell of a grid and the rows of its sub-rolls counted: the largest has 330."""

MAX_NOTES = 1_000
"""Calls of notes in one note, those in the notes that it calls counted each time: hardly any note calls another."""

MAX_MODIFIERS = 300
"""Of a table: the longest column has 27."""

MAX_RESULTS = 50
"""Values in one row."""

MAX_TURNS = 100_000
"""Of a loop, where they are written out."""

MAX_LOOP_NESTING = 12
"""Loops and sub-rolls within one another: nobody follows more than three or four."""

MAX_REROLLS = 1_000
"""Throws of one table's dice in one call, and throws that a standing offer gives in a mission."""

MAX_BRANCHES = 100
"""Options of one choice that have blocks of their own."""

MAX_ASIDES = 20
"""Lines beside one choice: nobody reads more before he answers."""

MAX_NUMBER_CHOICES = 1_000
"""That a choice may offer: an amount of money or fuel; each is an answer with a name of its own."""

MAX_DRAWN = 100_000
"""Of numbers that one is drawn from by chance, where play alone tells how many there are: as many as a loop has turns.
"""

MAX_EXCEPTIONS = 100
"""Of one derived value, for each is weighed against the others."""

MAX_CALL_DEPTH = 200
"""Open calls of what calls itself."""

MAX_CALL_CHAIN = 200
"""Calls and derived values within one another, each calling the next: the longest chain has 44."""

MAX_OPEN_CALLS = 200
"""Open calls in play, of all that may call itself together, each with what it calls beside."""

MAX_HOST_FRAMES = 10_000
"""Calls of the host that all this may come to, in the compiler and in play."""


def is_number_too_large(text: str) -> bool:
    """Whether a number or one of dice is larger than any may be."""
    return len(text) > 9 and any(len(found) > 10 or int(found) > MAX_NUMBER for found in re.findall("[0-9]+", text))


def limit_message(noun: str, number: int, limit: int) -> str:
    """What is said of a size over its limit."""
    shown = f"{number:,}" if number < 10**12 else "far more"
    return f"{noun}: {shown}, where {limit:,} are the most"
