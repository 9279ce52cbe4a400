"""The type of fixers of slips, and their helpers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bombsight.dsl.failure import Failure, can_read_with
from bombsight.dsl.recognise.changes import Change, Changes, apply_changes
from bombsight.dsl.recognise.finding import Finding

Mender = Callable[[Failure, Finding], Iterator[Changes]]
"""A fixer of a slip: yields changes to try, the likeliest first."""


def is_readable(failure: Failure, changes: Changes) -> bool:
    """Whether the line on which the parser stopped can be parsed after some changes."""
    start = failure.text.rfind("\n", 0, changes[0].start) + 1
    end = failure.text.find("\n", changes[-1].end)
    end = end if end >= 0 else len(failure.text)
    return can_read_with(failure, start, end, apply_changes(failure.text[:end], changes)[start:])


def replace_groups(failure: Failure, match: re.Match[str], replacements: dict[str, str]) -> Changes:
    """Return changes of a match's named groups to their ``replacements``, as far as these differ."""
    return [
        Change(failure.line_start + match.start(group), failure.line_start + match.end(group), put)
        for group, put in replacements.items()
        if match[group] != put
    ]
