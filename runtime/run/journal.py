"""The journal of a run: events as they come, what they say, and a hash to compare runs by."""

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
"""Events with which another mission may begin, five times what the longest campaign tells. A mission's steps are enough
for as many: so memory is bounded too."""


class RunPaused(Exception):  # noqa: N818 - how a run stops, no error
    """Stops a run at what was left open.

    Attributes:
        waits_for: The question, the dice to be thrown, or the procedure that is not begun.
    """

    def __init__(self, waits_for: Question | Thrown | EnterSite) -> None:
        super().__init__()
        self.waits_for = waits_for


encode_key = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""An event as it is hashed."""


class Journal:
    """What happened. While it is told, integers are kept and nothing else; words are made of them where somebody reads.

    Attributes:
        events: Each a site and integers.
        reader: What reads them.
        story: The version of the story, which says what of an event is hashed.
        stop_sites: Sites before which the run is left open: where procedures begin.
        log: Takes an event. It raises :class:`~bombsight.flat.program.Fault` where a mission begins behind more events
            than a run may have, and where a mission tells more bytes than it may.
    """

    def __init__(self, reader: Reader, story: int = STORY_VERSION) -> None:
        self.reader = reader
        self.story = story
        self.stop_sites: frozenset[int] = frozenset()
        self.events: list[Event] = []
        self._story_bytes: list[int] = []
        """The bytes that the mission has told behind each event, by :mod:`bombsight.runtime.events.lengths`."""
        self._length = EventLengths(reader.program)
        self._views: list[View | None] = []
        self._shared_views: dict[Event, View] = {}
        """What events say that say the same wherever they stand: most are alike, a step begun or left again."""
        self._lines: dict[Event, bytes] = {}
        """The same as they are hashed."""
        self._throws: list[tuple[int, int, tuple[int, ...]]] = []
        """How many events came before a throw, its site, its faces."""
        self._elements: ElementHistory | None = None
        self._hashed: list[tuple[int, hashlib._Hash]] = []
        """The hash behind so many events, as often as it was asked for."""
        self.log = self._take = self._make_logger()

    def truncate(self, events: int, throws: int, unchanged: int) -> None:
        """Go back to how it began.

        Args:
            events: How many of the first events it keeps.
            throws: How many of the last throws it loses.
            unchanged: How many events will be the same, these included: what was made of them is not made again.
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
        """What takes events."""
        events, story_bytes, most = self.events, self._story_bytes, MAX_EVENTS
        begin, length, longest = (
            self.reader.describer.lexicon.mission_sites,
            self._length,
            self.reader.program.budgets.story,
        )

        def log(event: Event) -> None:
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
        """Have the run left open before these sites, where procedures begin."""
        self.stop_sites = sites
        self.log = self._take = self._make_logger()

    def _stop_at_sites(self, log: Log) -> Log:
        """What takes events up to where the run is left open."""
        sites, until = self.reader.program.sites, self.stop_sites

        def log_until(event: Event) -> None:
            if event[0] in until:
                place = sites[event[0]]
                assert isinstance(place, EnterSite)
                raise RunPaused(place)
            log(event)

        return log_until

    def log_and_read(self, event: Event) -> None:
        """Take an event, and read it at once where it names elements: as they are, whatever has been told of them."""
        self._take(event)
        if self.reader.describer.lexicon.names_elements(event):
            index = len(self.events) - 1
            self._views += [None] * (index + 1 - len(self._views))
            self._views[index] = self.reader.read(event, self.faces_of(index))

    def logged_roll(self, throw: ThrowFaces) -> Roll:
        """A source's ``throw`` as the lowered code calls it, its faces kept for the roll's event."""
        thrown, events = self._throws, self.events

        def roll(site: int, dice: Dice) -> int:
            try:
                faces = throw(site, dice)
            except Pause as pause:
                raise RunPaused(throw_site(self.reader.program.sites[site], dice)) from pause
            thrown.append((len(events), site, faces))
            return faces[0] if dice.count == 1 else dice.total(faces)

        return roll

    def logged_ask(self, policy: Ask) -> Ask:
        """The policy, its answers logged."""
        log = self.log

        def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
            try:
                index = policy(site, options, score, values)
            except Pause as pause:
                raise RunPaused(make_question(self.reader.describer, site, options, score, values)) from pause
            log((site, index, len(options), *options, *values()))
            return index

        return ask

    def clear_views(self) -> None:
        """Forget what was made of events: names are others now."""
        self._views.clear()
        self._shared_views.clear()
        self._lines.clear()

    def view(self, index: int) -> View:
        """What an event says."""
        views = self._views
        if index >= len(views):
            views += [None] * (len(self.events) - len(views))
        view = views[index]
        if view is None:
            view = views[index] = self._shared_views.get(self.events[index]) or self._read(index)
        return view

    def _read(self, index: int) -> View:
        """Read an event; of dice it says how they fell, and elements are called by what they were then."""
        event, faces = self.events[index], self.faces_of(index)
        if self.reader.describer.lexicon.names_elements(event):
            self._elements = self._elements or ElementHistory(self.reader.program)
            return self.reader.read_in_state(event, faces, self._elements.slots_at(self.events, index))
        view = self.reader.read(event, faces)
        if not isinstance(view, RollView):
            self._shared_views[event] = view
        return view

    def faces_of(self, index: int) -> tuple[int, ...]:
        """What the dice showed that an event tells of: the last throw at its site before it."""
        site = self.events[index][0]
        if site < 0 or not isinstance(self.reader.program.sites[site], RollSite):
            return ()
        for at in range(bisect_right(self._throws, index, key=itemgetter(0)) - 1, -1, -1):
            _, number, faces = self._throws[at]
            if number == site:
                return faces
        return ()

    def views(self, start: int = 0) -> Iterator[View]:
        """What the events from ``start`` on say."""
        return map(self.view, range(start, len(self.events)))

    def digest(self) -> str:
        """SHA-256 over all events so far, in names and numbers: equal for equal stories, on any backend."""
        hashed_count, hasher = self._hashed[-1] if self._hashed else (0, hashlib.sha256())
        if hashed_count < len(self.events) or not self._hashed:
            hasher = hasher.copy()
            for index in range(hashed_count, len(self.events)):
                hasher.update(self._hashed_line(index))
            self._hashed.append((len(self.events), hasher))
        return hasher.hexdigest()

    def digests(self, counts: Iterable[int]) -> Iterator[str]:
        """The same over the first events, for each of some numbers of them, in ascending order."""
        hasher, hashed_count = hashlib.sha256(), 0
        for count in counts:
            for index in range(hashed_count, count):
                hasher.update(self._hashed_line(index))
            hashed_count = count
            yield hasher.hexdigest()

    def _hashed_line(self, index: int) -> bytes:
        """An event as it is hashed."""
        event = self.events[index]
        line = self._lines.get(event)
        if line is None:
            key = self.view(index).key_in(self.story)
            line = b"" if key is None else encode_key(key).encode() + b"\n"
            if event in self._shared_views:
                self._lines[event] = line
        return line
