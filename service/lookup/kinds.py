"""The kinds of things that a game declares, and the stages of the compiler at which one can be shown."""

from __future__ import annotations

from typing import Literal, get_args

ThingKind = Literal[
    "table",
    "enum",
    "record",
    "state",
    "field",
    "option",
    "define",
    "tally",
    "forecast",
    "procedure",
    "reroll",
    "board",
    "luck",
    "modifier",
    "errata",
    "variant",
    "preferences",
    "house",
]

THING_KINDS: tuple[ThingKind, ...] = get_args(ThingKind)
"""The kinds of declarations, in the order of the contents."""

Stage = Literal["ast", "graph", "flat", "python"]
"""A stage of the compiler: syntax tree, rule graph, flat form, Python."""
