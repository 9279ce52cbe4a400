"""Records and the fields that hold them, as the files declare them: a rule graph has only their leaves.

The graph has the changes by overlays; this tells the record of a leaf.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from bombsight.dsl.source import Span

DECLARATION_START = re.compile(r"^(?:record|state)\b", re.MULTILINE)
"""The beginning of a record or state block."""


@frozen
class Holder:
    """A field of state that holds a record, or a record in a record.

    Attributes:
        name: Its name: ``keeper``; in a record ``Person.watches``.
        title: Its title for the player; may be empty.
        record: The record.
        owner: The procedure whose lifetime it has, or ``career``; empty in a record.
        indices: The enums of its dimensions.
        span: Its declaration.
    """

    name: str
    title: str
    record: str
    owner: str
    indices: tuple[str, ...]
    span: Span


@frozen
class Records:
    """The records of a game, from its files.

    Attributes:
        places: The declaration of each record.
        holders: The fields that hold a record, by name.
        states: The first state block of each owner.
    """

    places: Mapping[str, Span]
    holders: Mapping[str, Holder]
    states: Mapping[str, Span]

    def member_name(self, id_: str) -> str:
        """Name a leaf field as a member of its record: ``keeper.watches`` is ``Person.watches``; else empty."""
        path, _, name = id_.rpartition(".")
        if not path:
            return ""
        record = path if path in self.places else self.record_at(path)
        return f"{record}.{name}" if record else ""

    def is_part_of(self, id_: str, holder: str) -> bool:
        """Whether a leaf field lies in a field that holds a record: ``keeper.boat.oars`` in ``keeper``."""
        path = id_.rpartition(".")[0]
        while path and holder not in (path, self.member_name(path)):
            path = path.rpartition(".")[0]
        return bool(path)

    def record_at(self, path: str) -> str:
        """The type of the record that a field holds: ``Person`` for ``keeper``; empty for other fields."""
        first, *others = path.split(".")
        holder = self.holders.get(first)
        record = first if first in self.places else holder.record if holder else ""
        for name in others:
            holder = self.holders.get(f"{record}.{name}")
            record = holder.record if holder else ""
        return record
