"""Size limits of rules: far more than a table game needs, and less than a machine can take.

Each is at least ten times the size of the games. Anything larger is a finding at its place.
"""

import re

MAX_NUMBER = 2**31 - 1
"""The largest number literal."""

MAX_FILE_BYTES = 2_000_000
"""The most bytes of a file: four times all the files of the largest game."""

MAX_LINES = 20_000
"""The most lines of a file: twice as many as all files of the largest game have."""

MAX_TREE_DEPTH = 100
"""The deepest nesting of grammar rules."""

MAX_ITEMS = 15_000
"""The most items of a program: the largest has 1,200."""

MAX_NAME_LENGTH = 250
"""The most letters of a name: the longest of the games has 24."""

MAX_DICE = 100
"""The most dice in one throw: games throw three; nobody holds more in his hands."""

MAX_SIDES = 1_000
"""The most sides of a die: enough for a percentage in tenths."""

MAX_ELEMENTS = 1_500
"""The most elements of a list: no game has more than 120, and a search visits each."""

MAX_PLACES = 10_000
"""The most values of one array: the sizes of its enums multiplied."""

MAX_SLOTS = 100_000
"""The most slots of all state, including all elements of lists: the largest game has 1,500."""

MAX_VALUES = 1_000
"""The most values of an enum: the longest has 83."""

MAX_MARKS = 300
"""The most marks of a board, the most cells of its plan, and the most lines of its drawing."""

MAX_PATH_NUMBERS = 4_000
"""The most numbers in all outlines of a board, ten times as many as a careful drawing has."""

MAX_TALLIED_VALUES = 1_000
"""The largest range of a tally: each value has a place in its histogram."""

MAX_COLUMNS = 100
"""The most columns of a grid."""

MAX_ROWS = 10_000
"""The most rows of a table, counting cells of a grid and rows of sub-rolls: the largest has 330."""

MAX_NOTES = 1_000
"""The most calls of notes in a note, counting those in notes that it calls: hardly any note calls another."""

MAX_MODIFIERS = 300
"""The most modifiers of a table: the longest column has 27."""

MAX_RESULTS = 50
"""The most values in one row."""

MAX_TURNS = 100_000
"""The most iterations of a loop whose count is a literal."""

MAX_LOOP_NESTING = 12
"""The deepest nesting of loops and sub-rolls: nobody follows more than three or four."""

MAX_REROLLS = 1_000
"""The most throws of a table's dice in one call, and the most throws of a standing offer in a mission."""

MAX_BRANCHES = 100
"""The most branches of one choice."""

MAX_ASIDES = 20
"""The most lines beside one choice: nobody reads more before he answers."""

MAX_NUMBER_CHOICES = 1_000
"""The most numbers that one question may offer, such as an amount of fuel; each is a named answer."""

MAX_AMOUNTS = 1_000_001
"""The most numbers that a choice may offer: beyond those of one question, their thousands are asked for first."""

MAX_DRAWN = 100_000
"""The most numbers in a draw whose size is known only in play: as many as iterations of a loop."""

MAX_EXCEPTIONS = 100
"""The most exceptions of one define, for each is compared with the others."""

MAX_CASES = 30
"""The most cases of one value by condition: what has more is a table."""

MAX_CALL_DEPTH = 200
"""The deepest recursion of one procedure or table."""

MAX_CALL_CHAIN = 200
"""The longest chain of calls and defines, each calling the next: the longest of the games has 44."""

MAX_OPEN_CALLS = 200
"""The most open calls in play of all recursive procedures together, with the calls that they make."""

MAX_HOST_FRAMES = 10_000
"""The most Python frames that all this may need, in the compiler and in play."""


def is_number_too_large(text: str) -> bool:
    """Whether the text of a number, or a number in dice such as ``2d6``, exceeds its limit."""
    return len(text) > 9 and any(len(found) > 10 or int(found) > MAX_NUMBER for found in re.findall("[0-9]+", text))


def limit_message(noun: str, number: int, limit: int) -> str:
    """The message for a size over its limit: ``rows: 2,000, where 1,000 are the most``."""
    shown = f"{number:,}" if number < 10**12 else "far more"
    return f"{noun}: {shown}, where {limit:,} are the most"
