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
from bombsight.runtime.events.elements import Elements
from bombsight.runtime.events.lengths import Lengths
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import STORY_VERSION, RollView, View
from bombsight.runtime.machine import Event, Log
from bombsight.runtime.run.policies import Pause, Question, question
from bombsight.runtime.run.sources import Thrower, thrown_there

MOST_EVENTS = 600_000
"""Events with which another mission may begin, five times what the longest campaign tells. A mission's steps are enough
for as many: so memory is bounded too."""


class LeftOpen(Exception):  # noqa: N818 - how a run stops, no error
    """Stops a run at what was left open.

    Attributes:
        waits_for: The question, the dice to be thrown, or the procedure that is not begun.
    """

    def __init__(self, waits_for: Question | Thrown | EnterSite) -> None:
        super().__init__()
        self.waits_for = waits_for


canonical = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""An event as it is hashed."""


class Journal:
    """What happened. While it is told, integers are kept and nothing else; words are made of them where somebody reads.

    Attributes:
        events: Each a site and integers.
        reader: What reads them.
        story: The version of the story, which says what of an event is hashed.
        until: Sites before which the run is left open: where procedures begin.
        log: Takes an event. It raises :class:`~bombsight.flat.program.Fault` where a mission begins behind more events
            than a run may have, and where a mission tells more bytes than it may.
    """

    def __init__(self, reader: Reader, story: int = STORY_VERSION) -> None:
        self.reader = reader
        self.story = story
        self.until: frozenset[int] = frozenset()
        self.events: list[Event] = []
        self._told: list[int] = []
        """The bytes that the mission has told behind each event, by :mod:`bombsight.runtime.events.lengths`."""
        self._length = Lengths(reader.program)
        self._views: list[View | None] = []
        self._alike: dict[Event, View] = {}
        """What events say that say the same wherever they stand: most are alike, a step begun or left again."""
        self._lines: dict[Event, bytes] = {}
        """The same as they are hashed."""
        self._throws: list[tuple[int, int, tuple[int, ...]]] = []
        """How many events came before a throw, its site, its faces."""
        self._elements: Elements | None = None
        self._hashed: list[tuple[int, hashlib._Hash]] = []
        """The hash behind so many events, as often as it was asked for."""
        self.log = self._take = self._logger()

    def begin_again(self, events: int, throws: int, same: int) -> None:
        """Go back to how it began.

        Args:
            events: How many of the first events it keeps.
            throws: How many of the last throws it loses.
            same: How many events will be the same, these included: what was made of them is not made again.
        """
        del self.events[events:], self._told[events:], self._throws[len(self._throws) - throws :], self._views[same:]
        del self._hashed[bisect_right(self._hashed, same, key=itemgetter(0)) :]
        if self._elements is not None:
            self._elements.begin_again(events)

    def _logger(self) -> Log:
        """What takes events."""
        events, told, most = self.events, self._told, MOST_EVENTS
        begin, length, longest = self.reader.describer.lexicon.missions, self._length, self.reader.program.budgets.story

        def log(event: Event) -> None:
            spent = length(event)
            if event[0] in begin:
                if len(events) >= most:
                    raise Fault(event[0])
            elif told:
                spent += told[-1]
            if spent > longest:
                raise Fault(event[0])
            told.append(spent)
            events.append(event)

        return self._stopping(log) if self.until else log

    def stop_before(self, until: frozenset[int]) -> None:
        """Have the run left open before these sites, where procedures begin."""
        self.until = until
        self.log = self._take = self._logger()

    def _stopping(self, log: Log) -> Log:
        """What takes events up to where the run is left open."""
        sites, until = self.reader.program.sites, self.until

        def log_until(event: Event) -> None:
            if event[0] in until:
                place = sites[event[0]]
                assert isinstance(place, EnterSite)
                raise LeftOpen(place)
            log(event)

        return log_until

    def log_and_read(self, event: Event) -> None:
        """Take an event, and read it at once where it names elements: as they are, whatever has been told of them."""
        self._take(event)
        if self.reader.describer.lexicon.names_elements(event):
            index = len(self.events) - 1
            self._views += [None] * (index + 1 - len(self._views))
            self._views[index] = self.reader.read(event, self.faces(index))

    def rolling(self, throw: Thrower) -> Roll:
        """A source's ``throw`` as the lowered code calls it, its faces kept for the roll's event."""
        thrown, events = self._throws, self.events

        def roll(site: int, dice: Dice) -> int:
            try:
                faces = throw(site, dice)
            except Pause as pause:
                raise LeftOpen(thrown_there(self.reader.program.sites[site], dice)) from pause
            thrown.append((len(events), site, faces))
            return faces[0] if dice.count == 1 else dice.total(faces)

        return roll

    def asking(self, policy: Ask) -> Ask:
        """The policy, its answers logged."""
        log = self.log

        def ask(site: int, options: Sequence[int], score: Score, values: Values) -> int:
            try:
                index = policy(site, options, score, values)
            except Pause as pause:
                raise LeftOpen(question(self.reader.describer, site, options, score, values)) from pause
            log((site, index, len(options), *options, *values()))
            return index

        return ask

    def forget(self) -> None:
        """Forget what was made of events: names are others now."""
        self._views.clear()
        self._alike.clear()
        self._lines.clear()

    def view(self, index: int) -> View:
        """What an event says."""
        views = self._views
        if index >= len(views):
            views += [None] * (len(self.events) - len(views))
        found = views[index]
        if found is None:
            found = views[index] = self._alike.get(self.events[index]) or self._read(index)
        return found

    def _read(self, index: int) -> View:
        """Read an event; of dice it says how they fell, and elements are called by what they were then."""
        event, faces = self.events[index], self.faces(index)
        if self.reader.describer.lexicon.names_elements(event):
            self._elements = self._elements or Elements(self.reader.program)
            return self.reader.read_then(event, faces, self._elements.then(self.events, index))
        found = self.reader.read(event, faces)
        if not isinstance(found, RollView):
            self._alike[event] = found
        return found

    def faces(self, index: int) -> tuple[int, ...]:
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
        done, behind = self._hashed[-1] if self._hashed else (0, hashlib.sha256())
        if done < len(self.events) or not self._hashed:
            behind = behind.copy()
            for index in range(done, len(self.events)):
                behind.update(self._line(index))
            self._hashed.append((len(self.events), behind))
        return behind.hexdigest()

    def digests(self, counts: Iterable[int]) -> Iterator[str]:
        """The same over the first events, for each of some numbers of them, in ascending order."""
        hasher, done = hashlib.sha256(), 0
        for count in counts:
            for index in range(done, count):
                hasher.update(self._line(index))
            done = count
            yield hasher.hexdigest()

    def _line(self, index: int) -> bytes:
        """An event as it is hashed."""
        event = self.events[index]
        line = self._lines.get(event)
        if line is None:
            key = self.view(index).key_in(self.story)
            line = b"" if key is None else canonical(key).encode() + b"\n"
            if event in self._alike:
                self._lines[event] = line
        return line
