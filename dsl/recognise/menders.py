"""The type of fixers of slips, and their helpers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from bombsight.dsl.failure import Failure, can_read_with
from bombsight.dsl.recognise.changes import Change, Changes, apply_changes
from bombsight.dsl.recognise.finding import Finding

Mender = Callable[[Failure, Finding], Iterator[Changes]]
"""A fixer of a slip: yields changes to try, the likeliest first."""


def is_readable(failed: Failure, changes: Changes) -> bool:
    """Whether the line on which the parser stopped can be parsed after some changes."""
    start = failed.text.rfind("\n", 0, changes[0].start) + 1
    end = failed.text.find("\n", changes[-1].end)
    end = end if end >= 0 else len(failed.text)
    return can_read_with(failed, start, end, apply_changes(failed.text[:end], changes)[start:])


def replace_groups(failed: Failure, match: re.Match[str], replacements: dict[str, str]) -> Changes:
    """Make the changes that replace a match's groups, where they differ from their replacements."""
    return [
        Change(failed.line_start + match.start(group), failed.line_start + match.end(group), put)
        for group, put in replacements.items()
        if match[group] != put
    ]
