"""The events of a run as one of those who sit at its table is told them.

Changes and elements go by the fields and lists: who may see what is changed is told of it. All else goes by the steps
that it happens in: the innermost that says who sees it counts, and others are told that it happened. Who answered knows
of it; and who draws in a step that he alone sees knows what he drew, though nobody might see it before. What has no
title is bookkeeping, and told to nobody.

An event is told as things stood when it happened, who might see what at that moment included: so a story is the same
whenever somebody looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import assert_never

from attrs import frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.sites import (
    Aside,
    BeforehandSite,
    ChangeSite,
    ChoiceSite,
    DrawSite,
    ElementSite,
    EnterSite,
    FaultSite,
    Hole,
    LeaveSite,
    LimitSite,
    MoveSite,
    ResultSite,
    RollSite,
    SaySite,
    Scope,
)
from bombsight.flat.types import ElementType, EnumType
from bombsight.runtime.events.describe import HIDDEN
from bombsight.runtime.events.elements import Elements
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import ChoiceView, HiddenView, View
from bombsight.runtime.machine import Event as Integers
from bombsight.runtime.session.session import Session
from bombsight.runtime.visibility.visibility import ALL, Secrets, blotted, seen_by


@frozen
class Around:
    """A procedure or a step that is open.

    Attributes:
        kind, name: Which.
        who: Who sees what happens in it, as it says itself or stands in: a player, ``NONE``, ``ALL``.
        is_told: Whether its beginning was told.
    """

    kind: Scope
    name: str
    who: int
    is_told: bool


@frozen(slots=False)
class State:
    """The state at an event, and what of it may not be seen."""

    secrets: Secrets
    player: int
    slots: Sequence[int]

    @cached_property
    def hidden(self) -> dict[int, SlotField]:
        """The slots that may not be seen."""
        return self.secrets.hidden(self.slots, self.player)

    @cached_property
    def lists(self) -> list[SlotList]:
        """The lists that may not be looked into."""
        return self.secrets.lists_hidden(self.slots, self.player)

    @cached_property
    def blotted(self) -> list[int]:
        """The state as it is seen."""
        return blotted(self.slots, self.hidden, self.lists)


class SeenEvents:
    """The events of a session that one player is told.

    Attributes:
        places: The number of each in the journal of the session.
        answers: How many of them are answers.
        sees_all: Of each, whether the player had seen all that happened until then, and all that stood in state.
    """

    def __init__(self, session: Session, secrets: Secrets, player: int) -> None:
        """Listen.

        Args:
            session: The game.
            secrets: What its rules hide.
            player: Who listens.
        """
        self.session = session
        self.places: list[int] = []
        self.answers = 0
        self.sees_all: list[bool] = []
        self._secrets, self._player = secrets, player
        self._reader = Reader(session.program, session.entry.result)
        self._reader.describer.unordered = secrets.unordered
        self._begin_again()

    def told(self) -> Sequence[View]:
        """All that was told by now."""
        events, shown = self.session.journal.events, self.session.describer.shown
        if events[: len(self._known)] != self._known or shown is not self._reader.describer.shown:
            self._begin_again()
        for index in range(len(self._known), len(events)):
            self._hear(index, events[index])
        self._known += events[len(self._known) :]
        self._secrets.asides.close()
        return self._told

    @property
    def is_kept_in_the_dark(self) -> bool:
        """Whether something that happened by now, or stood in state when something was told, was hidden."""
        return self._is_kept

    @property
    def is_told_here(self) -> bool:
        """Whether what happens now is told."""
        return self._around in (ALL, self._player)

    @property
    def _around(self) -> int:
        """Who is told of what happens now."""
        return self._open[-1].who if self._open else ALL

    def _begin_again(self) -> None:
        self._reader.describer.shown = self.session.describer.shown
        self._elements = Elements(self.session.program)
        self._state = State(self._secrets, self._player, tuple(self._elements.slots))
        self._known: list[Integers] = []
        self._told: list[View] = []
        self._open: list[Around] = []
        self._is_kept = False
        self.answers = 0
        self.places.clear()
        self.sees_all.clear()

    def _hear(self, index: int, event: Integers) -> None:
        """Take one event."""
        before, slots = self._state, self._elements.then(self.session.journal.events, index)
        if tuple(slots) != before.slots:
            self._state = State(self._secrets, self._player, tuple(slots))
        view = self._view(index, event, before)
        if view is not None:
            self._told.append(view)
            self.answers += isinstance(view, ChoiceView)
            self._is_kept = self._is_kept or bool(self._state.hidden or self._state.lists)
            self.places.append(index)
            self.sees_all.append(not self._is_kept)

    def _view(self, index: int, event: Integers, before: State) -> View | None:
        """What is told of an event; None for nothing."""
        number, *values = event
        site = self.session.program.sites[number] if number >= 0 else None
        is_told = self.is_told_here
        match site:
            case EnterSite():
                return self._enter(site, values, index, event)
            case LeaveSite():
                is_told = self._leave(site)
            case ChangeSite():
                field = self._reader.describer.field_at(values[0])
                is_told = field is not None and field.title != "" and values[0] not in self._state.hidden
                if values[0] in before.hidden:
                    event = (number, values[0], HIDDEN, values[2])
            case ElementSite(list=list_):
                found = self._reader.describer.lists[list_]
                is_told = found.title != "" and found not in self._state.lists
            case MoveSite(list=list_):
                found = self._reader.describer.lists[list_]
                hides = list_ in self._secrets.unordered or found in self._state.lists
                is_told = found.title != "" and not hides
            case DrawSite(type=ElementType(record=record)):
                is_pile = len(values) > 2  # what there is to draw from stands in the order of the list
                list_ = self._reader.describer.lexicon.list_of_record[record].id
                is_told = is_told and not (is_pile and list_ in self._secrets.unordered)
                if is_told and self._around == self._player:
                    return self._reader.read_then(event, self.session.journal.faces(index), self._state.slots)
            case SaySite():
                who = self._said_of(site, values)
                is_told = is_told if who is None else who in (ALL, self._player)
            case ChoiceSite():
                is_told = is_told or self._player == answered_by(site, values)
                event = self._in_no_order(site, event)
            case RollSite() | BeforehandSite() | ResultSite() | DrawSite() | LimitSite() | FaultSite():
                pass  # by whoever sees what is around it
            case None:
                is_told = True
            case _:
                assert_never(site)
        return self._read(index, event) if is_told else None

    def _read(self, index: int, event: Integers) -> View:
        """What an event says of what is seen."""
        return self._reader.read_then(event, self.session.journal.faces(index), self._state.blotted)

    def _in_no_order(self, site: ChoiceSite, event: Integers) -> Integers:
        """A choice whose options stand in an order that says nothing, where that of their list might say something."""
        number, index, count, *rest = event
        describer, kind = self._reader.describer, site.option_type
        if not isinstance(kind, ElementType):
            return event
        if describer.lexicon.list_of_record[kind.record].id not in self._secrets.unordered:
            return event
        describer.slots = self._state.blotted
        words = [describer.name(kind, option) for option in rest[:count]]
        order = sorted(range(count), key=lambda place: (words[place], place == index))
        chosen = order.index(index) if index >= 0 else index
        return (number, chosen, count, *(rest[place] for place in order), *rest[count:])

    def _enter(self, site: EnterSite, values: Sequence[int], index: int, event: Integers) -> View | None:
        """A procedure or a step begins."""
        around = self._around
        who = self._said_of(site, values)
        who = around if who is None else who
        is_told = who in (ALL, self._player)
        self._open.append(Around(site.kind, site.name, who, is_told))
        if is_told:
            return self._read(index, event)
        self._is_kept = True
        if around not in (ALL, self._player) or not site.title:
            return None
        describer, kind = self._reader.describer, EnumType(self.session.program.players or "")
        return HiddenView(
            name=site.name,
            title=site.title,
            whose=describer.name(kind, who),
            whose_title=describer.title(kind, who),
            origin=site.origin,
        )

    def _said_of(self, site: EnterSite | SaySite, values: Sequence[int]) -> int | None:
        """Who is told of a step, a procedure or a line, as it says itself; None where it says nothing."""

        def at(part: Hole | Aside) -> int | None:
            if isinstance(part, Hole):
                return values[part.index]
            worth = self._secrets.asides.at(self._state.slots)
            return worth(part.entry, *(values[index] for index in part.arguments))

        if site.seen is None or (site.seen.when is not None and at(site.seen.when) == 0):
            return None
        return seen_by(site.seen, at)

    def _leave(self, site: LeaveSite) -> bool:
        """A procedure or a step is over, with all that was left open in it; whether its beginning was told."""
        while self._open:
            left = self._open.pop()
            if (left.kind, left.name) == (site.kind, site.name):
                return left.is_told
        return False


def answered_by(site: ChoiceSite, values: Sequence[int]) -> int:
    """Which of the players answered a choice."""
    _, count, *rest = values
    return rest[count + site.seat.index] if site.seat is not None else 0
