"""What a check looks at, and so what its findings hang on."""

from __future__ import annotations

from enum import Enum


class Scope(Enum):
    """What a check looks at. Its module says so as ``SCOPE``; one that says nothing looks at the whole.

    A check of single items is asked about one at a time, and what it finds is remembered while that item, and all that
    it calls and reads, stay as they are. So it goes through the items in ``context.program.graph``, which holds one
    then, looks up whatever else is named in ``context.program`` itself (``tables``, ``defines``, ``fields``,
    ``effects``), and asks for nothing that is true of a program as a whole but whether that has errors
    (``program.whole``) and which options make no difference (``program.idle_options``).
    """

    ITEM = "item"
    WHOLE = "whole"
