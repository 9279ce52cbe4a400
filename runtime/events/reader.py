"""Reads events, which are integers, into views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, assert_never

from attrs import evolve

from bombsight.flat.layout import SlotField
from bombsight.flat.program import Program
from bombsight.flat.sites import (
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
    Seen,
)
from bombsight.flat.types import NONE, IntType, Type
from bombsight.runtime.events import views
from bombsight.runtime.events.describe import Describer, numbers_of_unit
from bombsight.runtime.machine import Event

FINISHED = -1
"""Replaces a site at the end of a run. Event: (FINISHED, result)."""

FAULTED = -2
"""Replaces a site at a rules fault. Event: (FAULTED, site of the fault)."""

TOO_MUCH_TEXT = "this tells more than a journal may hold"
"""Message of a fault at the site of an event: the journal had no room for it."""


class Reader:
    """Decodes events of one program, which are tuples of integers, into typed views."""

    def __init__(self, program: Program, result: Type | None = None) -> None:
        """Make a reader of a program's events; ``result`` is the type of a run's result, for the last event."""
        self.program = program
        self.result = result
        self.describer = Describer(program)

    def read_in_state(self, event: Event, faces: tuple[int, ...], slots: Sequence[int]) -> views.View:
        """Decode an event into a view, naming list elements as of the state ``slots``, in which the event happened."""
        slots_before = self.describer.slots
        self.describer.slots = slots
        try:
            return self.read(event, faces)
        finally:
            self.describer.slots = slots_before

    def read(self, event: Event, faces: tuple[int, ...] = ()) -> views.View:
        """Decode an event into a view, with elements named as of the current state; ``faces`` are a throw's dice.

        Raises:
            TypeError: The site has no events.
        """
        number, *values = event
        if number == FINISHED:
            name, title = (
                self.describer.value_name(self.result, values[0]),
                self.describer.value_title(self.result, values[0]),
            )
            return views.OutcomeView(result=name, title=title)
        site = self.program.sites[values[0] if number == FAULTED else number]
        attributes: dict[str, Any] = {"origin": site.origin}
        if number == FAULTED:
            text = site.text if isinstance(site, FaultSite) else TOO_MUCH_TEXT
            return views.OutcomeView(result="none", title="", fault=text, **attributes)
        match site:
            case RollSite():
                return self._read_roll(site, values, faces)
            case ChoiceSite():
                return self._read_choice(site, values, attributes)
            case DrawSite():
                return self._read_draw(site, values, attributes)
            case ChangeSite():
                return self._read_change(values, attributes)
            case ElementSite():
                return self._read_element(site, values, attributes)
            case MoveSite():
                return self._read_move(site, values, attributes)
            case SaySite():
                return views.SayView(
                    text=self.describer.fill_text(site.text, values),
                    tone=site.tone,
                    unnamed=self._manifest_text(site, values),
                    chronicle=site.chronicle,
                    row_title=site.row_title,
                    **attributes,
                )
            case EnterSite():
                described = self._describe_values(site.names, site.types, values)
                seen_by = self._seen_by(site, values)
                return views.EnterView(
                    kind=site.kind,
                    name=site.name,
                    title=site.title,
                    arguments=described,
                    seen_by=seen_by,
                    beat=site.beat,
                    **attributes,
                )
            case LeaveSite():
                return views.LeaveView(kind=site.kind, name=site.name, **attributes)
            case ResultSite():
                described = self._describe_values(site.names, site.types, values)
                return views.ResultView(table=site.table, title=site.title, values=described, **attributes)
            case BeforehandSite():
                origin = site.origin.with_standing_of(site.row.origin)
                number = values[0] if site.is_counted else 0
                return views.BeforehandView(
                    table=site.table, title=site.title, row=site.row, number=number, origin=origin
                )
            case LimitSite():
                return views.LimitView(text=site.text, **attributes)
            case FaultSite():
                raise TypeError(f"site {number} has no events")
            case _:
                assert_never(site)

    def _seen_by(self, site: EnterSite, values: Sequence[int]) -> str:
        """Return who may see a step or procedure that begins: a player's name, ``all``, or ``""`` if unknown."""
        match site.seen:
            case Seen(by=None, when=None):
                return "all"
            case Seen(when=Hole(index=index)) if site.kind == "step" and values[index] == 0:
                return ""
            case Seen(by=None) if site.kind == "step":
                return "all"
            case Seen(by=Hole(index=index, type=of)) if site.kind == "step":
                return self.describer.value_name(of, values[index])
            case _:  # the rest: not known at its beginning
                return ""

    def _manifest_text(self, site: SaySite, values: Sequence[int]) -> str:
        """Return a ``say`` event's text with the manifest's names, for hashes; empty if those are shown anyway."""
        return self.describer.fill_unnamed(site.text, values) if self.describer.name_lookup is not None else ""

    def _describe_values(
        self, names: Sequence[str], types: Sequence[Type], values: Sequence[int]
    ) -> tuple[views.LabelledValue, ...]:
        """Convert integers to labelled values: each with its label, its stable name and its title.

        Args:
            names: The label of each value; empty for none.
            types: The type of each value.
            values: The integers.
        """
        return tuple(
            views.LabelledValue(
                of=of, name=self.describer.value_name(kind, value), title=self.describer.value_title(kind, value)
            )
            for of, kind, value in zip(names or [""] * len(values), types, values, strict=False)
        )

    def _read_roll(self, site: RollSite, values: Sequence[int], faces: tuple[int, ...]) -> views.RollView:
        """Decode the event of a throw on a table to its view: dice, modifiers, total and row."""
        natural, total, row_number, *more = values
        if site.dice.single:
            outcome = more.pop()
            faces = faces or site.dice.faces_in(outcome)
        amounts, arguments = more[: len(site.modifiers)], more[len(site.modifiers) :]
        row = site.rows[row_number] if row_number >= 0 else None
        modifiers = tuple(
            views.AppliedModifier(label=info.label, amount=amount, text=info.text, origin=info.origin)
            for info, amount in zip(site.modifiers, amounts, strict=True)
            if amount
        )
        return views.RollView(
            table=site.table,
            title=site.title,
            dice=site.dice,
            faces=faces,
            natural=natural,
            modifiers=modifiers,
            total=total,
            row=row,
            arguments=self._describe_values(site.names, site.types, arguments),
            takes_every=site.takes_every,
            origin=site.origin.with_standing_of(row.origin) if row and row.origin.standing else site.origin,
        )

    def _read_choice(self, site: ChoiceSite, values: Sequence[int], attributes: dict[str, Any]) -> views.ChoiceView:
        """Decode an answered choice's event to its view: options, answer and question; adds ``attributes``."""
        index, count, *rest = values
        told_values = rest[count:]
        options = self.describer.describe_options(site, rest[:count], told_values)
        chosen = options[index] if index >= 0 else None
        unit = site.unit
        if chosen is not None and unit > 1:
            numbers = numbers_of_unit(site, int(chosen.name), told_values)
            if len(numbers) == 1:  # the only number of its thousand: none is asked for
                chosen, unit = evolve(chosen, name=str(numbers[0]), title=str(numbers[0])), 1
        return views.ChoiceView(
            id=site.id,
            prompt=self.describer.fill_text(site.ask, told_values),
            by=self.describer.chooser_title(site, told_values),
            options=tuple(option.name for option in options),
            titles=tuple(option.title for option in options),
            answer=chosen.name if chosen else "none",
            answer_title=chosen.title if chosen else "none",
            offer=site.offer,
            unit=unit,
            **attributes,
        )

    def _read_draw(
        self, site: DrawSite, values: Sequence[int], attributes: dict[str, Any]
    ) -> views.PileView | views.DrawView:
        """Decode a draw's event to its view: the pile of members before it, or the one drawn; adds ``attributes``."""
        count, *members = values
        if len(members) == count and count > 1:
            options = self.describer.describe_members(site.type, members)
            names, titles = (tuple(option.name for option in options), tuple(option.title for option in options))
            return views.PileView(id=site.id, members=names, titles=titles, **attributes)
        drawn = members[0]
        return views.DrawView(
            id=site.id,
            count=count,
            drawn=self.describer.value_name(site.type, drawn),
            drawn_title=self.describer.value_title(site.type, drawn),
            **attributes,
        )

    def _read_change(self, values: Sequence[int], attributes: dict[str, Any]) -> views.ChangeView:
        """Decode the event of a field's change to its view: field, old and new value; adds ``attributes``."""
        slot, old, new = values
        field = self.describer.field_at(slot)
        kind = field.type if field else None
        return views.ChangeView(
            field=self.describer.slot_name(slot),
            title=self.describer.slot_name(slot, titled=True) if field and field.title else "",
            old=self.describer.value_name(kind, old),
            new=self.describer.value_name(kind, new),
            old_title=self.describer.value_title(kind, old),
            new_title=self.describer.value_title(kind, new),
            tone=tone_of(field, old, new) if field else "",
            **attributes,
        )

    def _read_element(self, site: ElementSite, values: Sequence[int], attributes: dict[str, Any]) -> views.ElementView:
        """Decode the event of an element's joining or leaving a list to its view; adds ``attributes``."""
        pool = self.describer.lists[site.list]
        return views.ElementView(
            list=site.list,
            title=pool.title,
            joins=site.joins,
            element=self.describer.element_name(pool.record, values[0], titled=False),
            element_title=self.describer.element_name(pool.record, values[0], titled=True),
            **attributes,
        )

    def _read_move(self, site: MoveSite, values: Sequence[int], attributes: dict[str, Any]) -> views.MoveView:
        """Decode the event of an element's move to the front or end of a list to its view; adds ``attributes``."""
        pool = self.describer.lists[site.list]
        return views.MoveView(
            list=site.list,
            title=pool.title,
            first=site.first,
            element=self.describer.element_name(pool.record, values[0], titled=False),
            element_title=self.describer.element_name(pool.record, values[0], titled=True),
            **attributes,
        )


def tone_of(field: SlotField, old: int, new: int) -> Literal["", "good", "bad"]:
    """The tone of a change of a field that the rules mark good or bad: ``good``, ``bad`` or empty.

    It is neither if the old or new value is none, nor if a good number decreases: spending is no damage.
    """
    if not field.matters or old == new or NONE in (old, new):
        return ""
    if new > old:
        return field.matters
    return "good" if field.matters == "bad" else "" if isinstance(field.type, IntType) else "bad"


def encode_result(value: int | None) -> int:
    """Encode a run's result as the integer in its last event; None becomes ``NONE``."""
    return NONE if value is None else value
