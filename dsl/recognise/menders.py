"""What a way to mend a slip is, and what all of them share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bombsight.dsl.failure import Failure, can_read_with
from bombsight.dsl.recognise.changes import Change, Changes, apply_changes
from bombsight.dsl.recognise.finding import Finding

Mender = Callable[[Failure, Finding], Iterator[Changes]]
"""How a slip is mended: changes that may be tried, the likeliest first."""


def is_readable(failed: Failure, changes: Changes) -> bool:
    """Whether a line can be read with changes of it."""
    start = failed.text.rfind("\n", 0, changes[0].start) + 1
    end = failed.text.find("\n", changes[-1].end)
    end = end if end >= 0 else len(failed.text)
    return can_read_with(failed, start, end, apply_changes(failed.text[:end], changes)[start:])


def replace_groups(failed: Failure, match: re.Match[str], replacements: dict[str, str]) -> Changes:
    """The groups of a line that are otherwise than they should be, in their order."""
    return [
        Change(failed.line_start + match.start(group), failed.line_start + match.end(group), put)
        for group, put in replacements.items()
        if match[group] != put
    ]
