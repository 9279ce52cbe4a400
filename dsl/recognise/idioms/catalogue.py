"""All idioms as compiled patterns: those of whole lines, and those of parts of lines."""

from __future__ import annotations

import re
from functools import cache

from bombsight.dsl.recognise.idioms.calls import CALLS
from bombsight.dsl.recognise.idioms.changes import CHANGES
from bombsight.dsl.recognise.idioms.choices import CHOICES
from bombsight.dsl.recognise.idioms.comparisons import COMPARISONS
from bombsight.dsl.recognise.idioms.conditional import CONDITIONAL_STATEMENTS
from bombsight.dsl.recognise.idioms.examples import EXAMPLES
from bombsight.dsl.recognise.idioms.fields import FIELDS
from bombsight.dsl.recognise.idioms.flow import FLOW
from bombsight.dsl.recognise.idioms.heads import HEADS
from bombsight.dsl.recognise.idioms.idiom import Idiom, sort_idioms
from bombsight.dsl.recognise.idioms.items import ITEMS
from bombsight.dsl.recognise.idioms.lists import LISTS
from bombsight.dsl.recognise.idioms.members import MEMBERS
from bombsight.dsl.recognise.idioms.messages import MESSAGES
from bombsight.dsl.recognise.idioms.modifiers import MODIFIERS
from bombsight.dsl.recognise.idioms.rows import ROWS
from bombsight.dsl.recognise.idioms.signs import SIGNS
from bombsight.dsl.recognise.idioms.values import VALUES


@cache
def line_idioms() -> tuple[tuple[re.Pattern[str], Idiom], ...]:
    """The idioms of whole lines, in the order of trial: those with a translation first.

    Only lines that cannot be parsed need the patterns, and compiling them takes long: it waits for the first such line.
    """
    ordered = sort_idioms(
        (
            *CONDITIONAL_STATEMENTS,
            *CHANGES,
            *LISTS,
            *MESSAGES,
            *CALLS,
            *FLOW,
            *MODIFIERS,
            *HEADS,
            *ROWS,
            *FIELDS,
            *CHOICES,
            *ITEMS,
            *EXAMPLES,
            *SIGNS,
        )
    )
    return tuple((re.compile(idiom.at), idiom) for idiom in ordered)


@cache
def part_idioms() -> tuple[tuple[re.Pattern[str], Idiom], ...]:
    """The idioms of parts of lines, in the order of trial."""
    return tuple(
        (re.compile(idiom.at if idiom.at[0] == " " else rf"(?<!\w)(?:{idiom.at})"), idiom)
        for idiom in sort_idioms((*COMPARISONS, *MEMBERS, *VALUES))
    )
