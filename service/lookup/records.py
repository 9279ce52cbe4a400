"""Records and the fields that hold them, as the files declare them: a rule graph has only their leaves.

What overlays changed is in the graph; this says what a leaf is part of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from bombsight.dsl.source import Span

DECLARATION_START = re.compile(r"^(?:record|state)\b", re.MULTILINE)
"""A line that begins a record or a block of state."""


@frozen
class Holder:
    """A field of state that holds a record, or a record in a record.

    Attributes:
        name: Its name: ``keeper``; in a record ``Person.watches``.
        title: What the player sees it called; may be empty.
        record: The record.
        owner: The procedure that it lives as long as, or ``career``; empty in a record.
        indices: The enums of its dimensions.
        span: Where it is declared.
    """

    name: str
    title: str
    record: str
    owner: str
    indices: tuple[str, ...]
    span: Span


@frozen
class Records:
    """What the files of a game declare of records.

    Attributes:
        places: Where each record is declared.
        holders: The fields that hold one, by name.
        states: Where the first block of state of each owner is declared.
    """

    places: Mapping[str, Span]
    holders: Mapping[str, Holder]
    states: Mapping[str, Span]

    def member_name(self, id_: str) -> str:
        """What a leaf is of its record: ``Person.watches`` for ``keeper.watches``; empty for what is no part of one."""
        path, _, name = id_.rpartition(".")
        if not path:
            return ""
        record = path if path in self.places else self.record_at(path)
        return f"{record}.{name}" if record else ""

    def is_part_of(self, id_: str, holder: str) -> bool:
        """Whether a leaf is part of what holds a record: ``keeper.boat.oars`` of ``keeper`` and of ``Person.boat``."""
        path = id_.rpartition(".")[0]
        while path and holder not in (path, self.member_name(path)):
            path = path.rpartition(".")[0]
        return bool(path)

    def record_at(self, path: str) -> str:
        """The record that a field holds: ``Person`` for ``keeper``; empty where it holds none."""
        first, *others = path.split(".")
        holder = self.holders.get(first)
        record = first if first in self.places else holder.record if holder else ""
        for name in others:
            holder = self.holders.get(f"{record}.{name}")
            record = holder.record if holder else ""
        return record
