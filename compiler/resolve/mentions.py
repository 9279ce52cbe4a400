"""What written names mean: recorded on the way of resolving, where somebody asks for it.

Only what hangs on scopes and types is recorded here: variables, fields, values, columns, parts, derived values. A word
that can name one kind of thing alone, as the one behind ``roll on``, needs no resolution, and is found in the tree.
"""

from __future__ import annotations

from typing import Literal

from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import Span
from bombsight.flat.types import Type

NameKind = Literal[
    "game",
    "overlay",
    "table",
    "procedure",
    "define",
    "enum",
    "record",
    "option",
    "reroll",
    "board",
    "field",
    "value",
    "column",
    "member",
    "part",
    "parameter",
    "variable",
    "note",
    "modifier",
    "exception",
    "step",
    "choice",
    "answer",
    "short",
]
"""What a name may stand for: an item, or something in one; ``member`` is a field of a record, ``field`` one of state,
``short`` a word of a legend."""


@frozen
class Meaning:
    """What a name stands for.

    Attributes:
        kind: Of what kind that is.
        name: Its name.
        of: What it belongs to where its name is not unique: the enum of a value or a column, the record of a member,
            the table of a part or a parameter, else the item.
        place: Of a variable the node that gives it its name; else None.
    """

    kind: NameKind
    name: str
    of: str = ""
    place: Span | None = None


@frozen
class Mention:
    """A name as it is written.

    Attributes:
        span: Where it stands; of a name that gives a variable its name the whole node.
        meaning: What it stands for.
        type: Of its value, where that is known.
        declares: Whether it gives what it stands for its name.
    """

    span: Span
    meaning: Meaning
    type: Type | None = field(default=None, eq=False)
    declares: bool = False
