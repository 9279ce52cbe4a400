"""The journal of a run: events as they come, what they say, and a hash to compare runs by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

from bombsight.flat.program import Fault
from bombsight.flat.sites import RollSite
from bombsight.runtime.choices import Ask, Pause, Question, Score, Values, question
from bombsight.runtime.dice import Roll, total
from bombsight.runtime.reader import Event, Reader
from bombsight.runtime.sources import Thrower
from bombsight.runtime.views import View

MOST_EVENTS = 600_000
"""Events that a journal may hold, five times what the longest campaign tells: so memory is bounded too."""


class LeftOpen(Exception):  # noqa: N818 - how a run stops, no error
    """Stops a run at what was left open.

    Attributes:
        waits_for: The question, or the dice to be thrown.
    """

    def __init__(self, waits_for: Question | RollSite) -> None:
        super().__init__()
        self.waits_for = waits_for


canonical = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""An event as it is hashed."""


class Journal:
    """What happened.

    Attributes:
        events: Each a site and integers.
        reader: What reads them.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.events: list[Event] = []
        self._views: dict[int, View] = {}
        self._faces: dict[int, tuple[int, ...]] = {}
        self._thrown: dict[int, tuple[int, ...]] = {}
        self._hash = hashlib.sha256()
        self._hashed = 0

    def log(self, *event: int) -> None:
        """Take an event: a site and integers.

        Raises:
            Fault: There are more events than a run may have.
        """
        index = len(self.events)
        if index >= MOST_EVENTS:
            raise Fault(event[0])
        self.events.append(event)
        if event[0] in self._thrown:
            self._faces[index] = self._thrown[event[0]]
        if self.reader.is_hasty(event):
            self.view(index)

    def rolling(self, throw: Thrower) -> Roll:
        """A source's ``throw`` as the lowered code calls it, its faces kept for the roll's event."""
        thrown = self._thrown

        def roll(site: int, count: int, sides: int) -> int:
            try:
                faces = thrown[site] = throw(site, count, sides)
            except Pause as pause:
                place = self.reader.program.sites[site]
                assert isinstance(place, RollSite)
                raise LeftOpen(place) from pause
            return total(faces, count, sides)

        return roll

    def asking(self, policy: Ask) -> Ask:
        """The policy, its answers logged."""

        def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
            try:
                index = policy(site, options, score, values)
            except Pause as pause:
                raise LeftOpen(question(self.reader.describer, site, options, score, values)) from pause
            self.log(site, index, len(options), *options, *values())
            return index

        return ask

    def view(self, index: int) -> View:
        """What an event says."""
        if index not in self._views:
            self._views[index] = self.reader.read(self.events[index], self._faces.get(index, ()))
        return self._views[index]

    def views(self, start: int = 0) -> Iterator[View]:
        """What the events from ``start`` on say."""
        return map(self.view, range(start, len(self.events)))

    def digest(self) -> str:
        """SHA-256 over all events so far, in names and numbers: equal for equal stories, on any backend."""
        while self._hashed < len(self.events):
            self._hash.update(canonical(self.view(self._hashed).key).encode() + b"\n")
            self._hashed += 1
        return self._hash.hexdigest()
