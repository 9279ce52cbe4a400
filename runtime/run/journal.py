"""The journal of a run: its events as integers, their views, and a hash to compare runs by."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from bombsight.dsl.dice import Dice
from bombsight.flat.program import Fault
from bombsight.flat.sites import EnterSite, RollSite, Thrown
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
    Score,
    Values,
)
from bombsight.runtime.events.element_history import ElementHistory
from bombsight.runtime.events.lengths import EventLengths
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import STORY_VERSION, RollView, View
from bombsight.runtime.machine import Event, Log
from bombsight.runtime.run.policies import Pause, Question, make_question
from bombsight.runtime.run.sources import ThrowFaces, throw_site

MAX_EVENTS = 600_000
"""Most events before another mission, five times the longest campaign; a mission's steps allow as many more."""


class RunPaused(Exception):  # noqa: N818 - how a run stops, no error
    """Raised to stop a run at an open question, throw or procedure.

    Attributes:
        waits_for: The question, the dice to be thrown, or the procedure that has not begun.
    """

    def __init__(self, waits_for: Question | Thrown | EnterSite) -> None:
        """Make the exception that stops a run before a question, a throw or a procedure (``waits_for``)."""
        super().__init__()
        self.waits_for = waits_for


encode_key = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Encodes the key of an event for the hash."""


class Journal:
    """The event log of a run, in integers while it runs; events become typed views when somebody reads them.

    Attributes:
        events: The events, each a site and integers.
        reader: Reads events into views.
        story: The version of the story, which determines the hashed keys.
        stop_sites: Sites of procedures before which the run pauses.
        log: Takes an event. It raises :class:`~bombsight.flat.program.Fault` if a mission begins after more events
            than a run may have, and if a mission writes more bytes than it may.
    """

    def __init__(self, reader: Reader, story: int = STORY_VERSION) -> None:
        """Make an empty journal, whose events ``reader`` decodes; ``story`` is the format version of its hashes."""
        self.reader = reader
        self.story = story
        self.stop_sites: frozenset[int] = frozenset()
        self.events: list[Event] = []
        self._story_bytes: list[int] = []
        """The bytes of the mission up to each event, by :mod:`bombsight.runtime.events.lengths`."""
        self._length = EventLengths(reader.program)
        self._views: list[View | None] = []
        self._shared_views: dict[Event, View] = {}
        """Views that are the same wherever the event stands: most are, such as the begin or end of a step."""
        self._lines: dict[Event, bytes] = {}
        """Hashed lines of the same events."""
        self._throws: list[tuple[int, int, tuple[int, ...]]] = []
        """The number of events before each throw, its site, its faces."""
        self._elements: ElementHistory | None = None
        self._hashed: list[tuple[int, hashlib._Hash]] = []
        """The hash after a number of events, for each time that it was computed."""
        self.log = self._take = self._make_logger()

    def truncate(self, events: int, throws: int, unchanged: int) -> None:
        """Cut the journal back to its first events, as an undo needs, and keep the views that stay valid.

        Args:
            events: The number of first events to keep.
            throws: The number of last throws to drop.
            unchanged: The number of events whose views stay valid, because the next run will repeat them.
        """
        del (
            self.events[events:],
            self._story_bytes[events:],
            self._throws[len(self._throws) - throws :],
            self._views[unchanged:],
        )
        del self._hashed[bisect_right(self._hashed, unchanged, key=itemgetter(0)) :]
        if self._elements is not None:
            self._elements.truncate(events)

    def _make_logger(self) -> Log:
        """Make the ``log`` callback, which appends events and raises a Fault at the limits of the journal's size."""
        events, story_bytes, most = self.events, self._story_bytes, MAX_EVENTS
        begin, length, longest = (
            self.reader.describer.lexicon.mission_sites,
            self._length,
            self.reader.program.budgets.story,
        )

        def log(event: Event) -> None:
            """Callback ``log``: append an event; raise a Fault if the journal or a mission gets too long."""
            spent = length(event)
            if event[0] in begin:
                if len(events) >= most:
                    raise Fault(event[0])
            elif story_bytes:
                spent += story_bytes[-1]
            if spent > longest:
                raise Fault(event[0])
            story_bytes.append(spent)
            events.append(event)

        return self._stop_at_sites(log) if self.stop_sites else log

    def stop_before(self, sites: frozenset[int]) -> None:
        """Make the run pause before it enters any procedure at one of these sites (code locations)."""
        self.stop_sites = sites
        self.log = self._take = self._make_logger()

    def _stop_at_sites(self, log: Log) -> Log:
        """Wrap a ``log`` callback so that it pauses the run before procedures at the stop sites (code locations)."""
        sites, until = self.reader.program.sites, self.stop_sites

        def log_until(event: Event) -> None:
            """Callback ``log``: raise RunPaused if the event enters a procedure to stop before, else log the event."""
            if event[0] in until:
                place = sites[event[0]]
                assert isinstance(place, EnterSite)
                raise RunPaused(place)
            log(event)

        return log_until

    def log_and_read(self, event: Event) -> None:
        """Append an event, and decode it at once if it refers to list elements, whose names depend on the state."""
        self._take(event)
        if self.reader.describer.lexicon.names_elements(event):
            index = len(self.events) - 1
            self._views += [None] * (index + 1 - len(self._views))
            self._views[index] = self.reader.read(event, self.faces_of(index))

    def logged_roll(self, throw: ThrowFaces) -> Roll:
        """Wrap a dice source's ``throw`` (which returns faces) as a ``roll`` callback that also records the faces."""
        thrown, events = self._throws, self.events

        def roll(site: int, dice: Dice) -> int:
            """Callback ``roll``: throw dice, record the faces, return the outcome; or raise RunPaused."""
            try:
                faces = throw(site, dice)
            except Pause as pause:
                raise RunPaused(throw_site(self.reader.program.sites[site], dice)) from pause
            thrown.append((len(events), site, faces))
            return dice.outcome(faces)

        return roll

    def logged_ask(self, policy: Ask) -> Ask:
        """Wrap a policy (a callback that answers choices) so that its answers are logged."""
        log = self.log

        def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
            """Callback ``ask``: answer by the policy, log the answer, return its index; or raise RunPaused."""
            try:
                index = policy(site, options, score, values)
            except Pause as pause:
                raise RunPaused(make_question(self.reader.describer, site, options, score, values)) from pause
            log((site, index, len(options), *options, *values()))
            return index

        return ask

    def clear_views(self) -> None:
        """Drop all cached views, after names have changed."""
        self._views.clear()
        self._shared_views.clear()
        self._lines.clear()

    def view(self, index: int) -> View:
        """The typed view of the event at an index."""
        views = self._views
        if index >= len(views):
            views += [None] * (len(self.events) - len(views))
        view = views[index]
        if view is None:
            view = views[index] = self._shared_views.get(self.events[index]) or self._read(index)
        return view

    def _read(self, index: int) -> View:
        """Decode the event at an index, in the state at that moment if it refers to elements."""
        event, faces = self.events[index], self.faces_of(index)
        if self.reader.describer.lexicon.names_elements(event):
            self._elements = self._elements or ElementHistory(self.reader.program)
            return self.reader.read_in_state(event, faces, self._elements.slots_at(self.events, index))
        view = self.reader.read(event, faces)
        if not isinstance(view, RollView):
            self._shared_views[event] = view
        return view

    def faces_of(self, index: int) -> tuple[int, ...]:
        """Return the faces of the throw that the event at an index reports; empty if it is no throw on a table."""
        site = self.events[index][0]
        if site < 0 or not isinstance(self.reader.program.sites[site], RollSite):
            return ()
        for at in range(bisect_right(self._throws, index, key=itemgetter(0)) - 1, -1, -1):
            _, number, faces = self._throws[at]
            if number == site:
                return faces
        return ()

    def views(self, start: int = 0) -> Iterator[View]:
        """The views of the events from ``start`` on."""
        return map(self.view, range(start, len(self.events)))

    def digest(self) -> str:
        """Return the SHA-256 hash over the comparison keys of all events: equal for equal stories, on any backend."""
        hashed_count, hasher = self._hashed[-1] if self._hashed else (0, hashlib.sha256())
        if hashed_count < len(self.events) or not self._hashed:
            hasher = hasher.copy()
            for index in range(hashed_count, len(self.events)):
                hasher.update(self._hashed_line(index))
            self._hashed.append((len(self.events), hasher))
        return hasher.hexdigest()

    def digests(self, counts: Iterable[int]) -> Iterator[str]:
        """Yield the SHA-256 hash over the first ``count`` events for each of the counts, which must ascend."""
        hasher, hashed_count = hashlib.sha256(), 0
        for count in counts:
            for index in range(hashed_count, count):
                hasher.update(self._hashed_line(index))
            hashed_count = count
            yield hasher.hexdigest()

    def _hashed_line(self, index: int) -> bytes:
        """Return the bytes that the event at an index adds to the hash; empty for events that comparisons leave out."""
        event = self.events[index]
        line = self._lines.get(event)
        if line is None:
            key = self.view(index).key_in(self.story)
            line = b"" if key is None else encode_key(key).encode() + b"\n"
            if event in self._shared_views:
                self._lines[event] = line
        return line
