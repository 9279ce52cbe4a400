"""What a way to mend a slip is, and what all of them share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bombsight.dsl.failure import Failure, mends
from bombsight.dsl.recognise.changes import Change, Changes, changed
from bombsight.dsl.recognise.finding import Finding

Way = Callable[[Failure, Finding], Iterator[Changes]]
"""How a slip is mended: changes that may be tried, the likeliest first."""


def readable(failed: Failure, changes: Changes) -> bool:
    """Whether a line can be read with changes of it."""
    start = failed.text.rfind("\n", 0, changes[0].start) + 1
    end = failed.text.find("\n", changes[-1].end)
    end = end if end >= 0 else len(failed.text)
    return mends(failed, start, end, changed(failed.text[:end], changes)[start:])


def replaced(failed: Failure, found: re.Match[str], wanted: dict[str, str]) -> Changes:
    """The groups of a line that are otherwise than they should be, in their order."""
    return [
        Change(failed.line_start + found.start(group), failed.line_start + found.end(group), put)
        for group, put in wanted.items()
        if found[group] != put
    ]
