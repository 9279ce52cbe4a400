"""Scopes of checks: whether a check examines single items or the whole program."""

from __future__ import annotations

from enum import Enum


class Scope(Enum):
    """The scope of a check, which its module states as ``SCOPE``; the default is the whole program.

    A check of single items gets one item at a time, and its findings are kept while the item and all that it calls and
    reads
    are unchanged. So it iterates over ``context.program.graph``, which then holds one item, looks up other names in
    ``context.program`` itself (``tables``, ``defines``, ``fields``, ``effects``), and uses no property of the whole
    program
    but whether it has errors (``program.is_error_free``) and which options make no difference
    (``program.idle_options``).
    """

    ITEM = "item"
    WHOLE = "whole"
