"""The filter that selects and masks the events of a run for one player.

Changes and elements follow their fields and lists: a player who may see those sees the event. Every other event follows
the innermost enclosing step that declares its viewer; other players learn only that the step happened. A player sees
his own answers, and his own draws in a step that he alone sees, even if the card was hidden before. An event without a
title is bookkeeping and shown to nobody.

Each event is filtered by the state and the visibility at its moment, so a story does not change afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import assert_never

from attrs import frozen

from bombsight.flat.layout import SlotField, SlotList
from bombsight.flat.program import Program
from bombsight.flat.sites import (
    IN_PLAY,
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
from bombsight.runtime.events.element_history import ElementHistory
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import ChoiceView, HiddenView, View
from bombsight.runtime.machine import Event as Integers
from bombsight.runtime.session.session import Session
from bombsight.runtime.visibility.masking import hide_slots
from bombsight.runtime.visibility.visibility import EVERYBODY, Secrets, viewer_of


@frozen
class OpenScope:
    """A procedure or step that has begun and not ended, with the player who may see it.

    Attributes:
        kind, name: The kind and name of the procedure or step.
        viewer: Who sees its events, as declared or inherited: a player, ``NONE``, ``ALL``.
        is_visible: Whether the player saw its beginning.
    """

    kind: Scope
    name: str
    viewer: int
    is_visible: bool


@frozen(slots=False)
class VisibleState:
    """The state at an event, with the values that a player must not see masked."""

    secrets: Secrets
    player: int
    slots: Sequence[int]

    @cached_property
    def hidden_slots(self) -> dict[int, SlotField]:
        """The hidden state slots, by slot number."""
        return self.secrets.hidden_slots(self.slots, self.player)

    @cached_property
    def hidden_lists(self) -> list[SlotList]:
        """The lists whose contents are hidden from the player."""
        return self.secrets.hidden_lists(self.slots, self.player)

    @cached_property
    def visible_slots(self) -> list[int]:
        """A copy of the state slots with the hidden ones masked."""
        return hide_slots(self.slots, self.hidden_slots, self.hidden_lists)


class VisibleEvents:
    """The events of a session that are visible to one player.

    Attributes:
        journal_indices: The index of each event in the journal of the session.
        answer_count: The number of answers among them.
        sees_all: For each event, whether nothing had been hidden from the player until then.
    """

    def __init__(self, session: Session, secrets: Secrets, player: int, shown: Program) -> None:
        """Create the filter of a player.

        Args:
            session: The session.
            secrets: The hidden information that its rules declare.
            player: The number of the player.
            shown: The program as he sees it: its tones are those of the views.
        """
        self.session = session
        self.journal_indices: list[int] = []
        self.answer_count = 0
        self.sees_all: list[bool] = []
        self._secrets, self._player = secrets, player
        self._reader = Reader(shown, session.entry.result)
        self._reader.describer.unordered = secrets.unordered
        self._restart()

    def collect_views(self) -> Sequence[View]:
        """Filter the journal's new events, and return the views of all visible ones so far."""
        events, shown = self.session.journal.events, self.session.describer.name_lookup
        if (
            events[: len(self._processed_events)] != self._processed_events
            or shown is not self._reader.describer.name_lookup
        ):
            self._restart()
        for index in range(len(self._processed_events), len(events)):
            self._process_event(index, events[index])
        self._processed_events += events[len(self._processed_events) :]
        self._secrets.asides.close()
        return self._views

    @property
    def has_hidden(self) -> bool:
        """Whether any event, or state at a visible event, was hidden from the player so far."""
        return self._has_hidden

    @property
    def is_visible_now(self) -> bool:
        """Whether the player may see the innermost open procedure or step."""
        return self.current_viewer in (EVERYBODY, self._player)

    @property
    def current_viewer(self) -> int:
        """The number of the player who may see the innermost open procedure or step, or everybody."""
        return self._open_scopes[-1].viewer if self._open_scopes else EVERYBODY

    def _restart(self) -> None:
        """Reset the filter to the beginning of the journal."""
        self._reader.describer.name_lookup = self.session.describer.name_lookup
        self._elements = ElementHistory(self.session.program)
        self._state = VisibleState(self._secrets, self._player, tuple(self._elements.slots))
        self._processed_events: list[Integers] = []
        self._views: list[View] = []
        self._open_scopes: list[OpenScope] = []
        self._has_hidden = False
        self.answer_count = 0
        self.journal_indices.clear()
        self.sees_all.clear()

    def _process_event(self, index: int, event: Integers) -> None:
        """Filter one event of the journal, and append its view if the player may see it."""
        previous_state, slots = self._state, self._elements.slots_at(self.session.journal.events, index)
        if tuple(slots) != previous_state.slots:
            self._state = VisibleState(self._secrets, self._player, tuple(slots))
        view = self._view_of_event(index, event, previous_state)
        if view is not None:
            self._views.append(view)
            self.answer_count += isinstance(view, ChoiceView)
            self._has_hidden = self._has_hidden or bool(self._state.hidden_slots or self._state.hidden_lists)
            self.journal_indices.append(index)
            self.sees_all.append(not self._has_hidden)

    def _view_of_event(self, index: int, event: Integers, previous_state: VisibleState) -> View | None:
        """Return the view of an event with hidden values masked; None if the player must not see the event."""
        number, *values = event
        site = self.session.program.sites[number] if number >= 0 else None
        is_visible = self.is_visible_now
        match site:
            case EnterSite():
                return self._enter_scope(site, values, index, event)
            case LeaveSite():
                is_visible = self._leave_scope(site)
            case ChangeSite():
                field = self._reader.describer.field_at(values[0])
                is_visible = field is not None and field.title != "" and values[0] not in self._state.hidden_slots
                if values[0] in previous_state.hidden_slots:
                    event = (number, values[0], HIDDEN, values[2])
            case ElementSite(list=list_):
                pool = self._reader.describer.lists[list_]
                is_visible = pool.title != "" and pool not in self._state.hidden_lists
            case MoveSite(list=list_):
                pool = self._reader.describer.lists[list_]
                hides = list_ in self._secrets.unordered or pool in self._state.hidden_lists
                is_visible = pool.title != "" and not hides
            case DrawSite(type=ElementType(record=record)):
                is_pile = len(values) > 2  # the members of a pile are in the order of the list
                list_ = self._reader.describer.lexicon.list_of_record[record].id
                is_visible = is_visible and not (is_pile and list_ in self._secrets.unordered)
                if is_visible and self.current_viewer == self._player:
                    return self._reader.read_in_state(event, self.session.journal.faces_of(index), self._state.slots)
            case SaySite():
                viewer = self._declared_viewer(site, values)
                is_visible = is_visible if viewer is None else viewer in (EVERYBODY, self._player)
                is_visible = is_visible and site.chronicle in IN_PLAY
            case ChoiceSite():
                is_visible = is_visible or self._player == answering_player(site, values)
                event = self._sort_unordered_options(site, event)
            case RollSite() | BeforehandSite() | ResultSite() | DrawSite() | LimitSite() | FaultSite():
                pass  # visible with the enclosing scope
            case None:
                is_visible = True
            case _:
                assert_never(site)
        return self._read_event(index, event) if is_visible else None

    def _read_event(self, index: int, event: Integers) -> View:
        """Make the view of an event in the masked state."""
        return self._reader.read_in_state(event, self.session.journal.faces_of(index), self._state.visible_slots)

    def _sort_unordered_options(self, site: ChoiceSite, event: Integers) -> Integers:
        """Reorder a choice event's options if their order could reveal secrets; ``site`` is its code location."""
        number, index, count, *rest = event
        describer, kind = self._reader.describer, site.option_type
        if not isinstance(kind, ElementType):
            return event
        if describer.lexicon.list_of_record[kind.record].id not in self._secrets.unordered:
            return event
        describer.slots = self._state.visible_slots
        words = [describer.value_name(kind, option) for option in rest[:count]]
        order = sorted(range(count), key=lambda place: (words[place], place == index))
        chosen = order.index(index) if index >= 0 else index
        return (number, chosen, count, *(rest[place] for place in order), *rest[count:])

    def _enter_scope(self, site: EnterSite, values: Sequence[int], index: int, event: Integers) -> View | None:
        """Push a begun procedure or step; return its event as the player may see it, or None if it is hidden.

        Args:
            site: The site of the beginning.
            values: The event's values, without the site.
            index: The event's index in the journal.
            event: The event.
        """
        outer_viewer = self.current_viewer
        viewer = self._declared_viewer(site, values)
        viewer = outer_viewer if viewer is None else viewer
        is_visible = viewer in (EVERYBODY, self._player)
        self._open_scopes.append(OpenScope(site.kind, site.name, viewer, is_visible))
        if is_visible:
            return self._read_event(index, event)
        self._has_hidden = True
        if outer_viewer not in (EVERYBODY, self._player) or not site.title:
            return None
        describer, kind = self._reader.describer, EnumType(self.session.program.players or "")
        return HiddenView(
            name=site.name,
            title=site.title,
            whose=describer.value_name(kind, viewer),
            whose_title=describer.value_title(kind, viewer),
            origin=site.origin,
        )

    def _declared_viewer(self, site: EnterSite | SaySite, values: Sequence[int]) -> int | None:
        """Return the number of the only player who may see an event of a site (code location); None if not declared.

        The site is that of a procedure, step or message; `values` are the event's.
        """

        def evaluate_part(part: Hole | Aside) -> int | None:
            """Evaluate a part of the declaration: a value of the event, or a derived value."""
            if isinstance(part, Hole):
                return values[part.index]
            evaluate = self._secrets.asides.evaluator_at(self._state.slots)
            return evaluate(part.entry, *(values[index] for index in part.arguments))

        if site.seen is None or (site.seen.when is not None and evaluate_part(site.seen.when) == 0):
            return None
        return viewer_of(site.seen, evaluate_part)

    def _leave_scope(self, site: LeaveSite) -> bool:
        """Close the scope (procedure or step) that ends at a site, and all in it; return whether it began visibly."""
        while self._open_scopes:
            scope = self._open_scopes.pop()
            if (scope.kind, scope.name) == (site.kind, site.name):
                return scope.is_visible
        return False


def answering_player(site: ChoiceSite, values: Sequence[int]) -> int:
    """Return the number of the player who answered, from the code location and the values of a choice event."""
    _, count, *rest = values
    return rest[count + site.seat.index] if site.seat is not None else 0
