"""Mentions: the resolved meanings of names at their places, recorded on request during resolution.

Only meanings that depend on scopes and types are recorded: variables, fields, values, columns, parts, defines. A name
whose position determines its kind, as after ``roll on``, is found in the syntax tree instead.
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
    "luck",
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
"""Kinds of declarations: items, and parts of items; ``member`` is a field of a record, ``field`` one of state,
``short`` a word of a legend.
"""


@frozen
class Meaning:
    """The declaration that a name refers to, by kind, name and owner.

    Attributes:
        kind: Its kind.
        name: Its name.
        of: The owner of a name that is not unique: the enum of a value or a column, the record of a member,
            the table of a part or a parameter, else the item.
        place: The node that declares a variable; else None.
    """

    kind: NameKind
    name: str
    of: str = ""
    place: Span | None = None


@frozen
class Mention:
    """One occurrence of a name in the source, with the declaration that it refers to.

    Attributes:
        span: Its place; for the declaration of a variable the whole node.
        meaning: The declaration.
        type: The type of its value, if known.
        declares: Whether this is the declaration.
    """

    span: Span
    meaning: Meaning
    type: Type | None = field(default=None, eq=False)
    declares: bool = False
