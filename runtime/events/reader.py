"""From events, which are integers, to what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, assert_never

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
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.machine import Event

FINISHED = -1
"""In place of a site: the run is over. Event: (FINISHED, result)."""

FAULTED = -2
"""In place of a site: a rules fault. Event: (FAULTED, site of the fault)."""

TOO_MUCH = "this tells more than a journal may hold"
"""The fault where the site is none of a fault: the event that there was no room for."""


class Reader:
    """Reads the events of one program."""

    def __init__(self, program: Program, result: Type | None = None) -> None:
        self.program = program
        self.result = result
        self.describer = Describer(program)

    def read_then(self, event: Event, faces: tuple[int, ...], slots: Sequence[int]) -> views.View:
        """What an event says in the state in which it happened; as :meth:`read`."""
        now = self.describer.slots
        self.describer.slots = slots
        try:
            return self.read(event, faces)
        finally:
            self.describer.slots = now

    def read(self, event: Event, faces: tuple[int, ...] = ()) -> views.View:
        """What an event says.

        Raises:
            TypeError: The site tells of no event.
        """
        number, *values = event
        if number == FINISHED:
            name, title = self.describer.name(self.result, values[0]), self.describer.title(self.result, values[0])
            return views.OutcomeView(result=name, title=title)
        site = self.program.sites[values[0] if number == FAULTED else number]
        where: dict[str, Any] = {"origin": site.origin}
        if number == FAULTED:
            text = site.text if isinstance(site, FaultSite) else TOO_MUCH
            return views.OutcomeView(result="none", title="", fault=text, **where)
        match site:
            case RollSite():
                return self._roll(site, values, faces)
            case ChoiceSite():
                return self._choice(site, values, where)
            case DrawSite():
                return self._draw(site, values, where)
            case ChangeSite():
                return self._change(values, where)
            case ElementSite():
                return self._element(site, values, where)
            case MoveSite():
                return self._move(site, values, where)
            case SaySite():
                return views.SayView(
                    text=self.describer.fill(site.text, values),
                    tone=site.tone,
                    unnamed=self._unnamed(site, values),
                    **where,
                )
            case EnterSite():
                told = self._told(site.names, site.types, values)
                seen_by = self._seen_by(site, values)
                return views.EnterView(
                    kind=site.kind, name=site.name, title=site.title, arguments=told, seen_by=seen_by, **where
                )
            case LeaveSite():
                return views.LeaveView(kind=site.kind, name=site.name, **where)
            case ResultSite():
                told = self._told(site.names, site.types, values)
                return views.ResultView(table=site.table, title=site.title, values=told, **where)
            case BeforehandSite():
                known = site.origin.known_as(site.row.origin)
                return views.BeforehandView(table=site.table, title=site.title, row=site.row, origin=known)
            case LimitSite():
                return views.LimitView(text=site.text, **where)
            case FaultSite():
                raise TypeError(f"site {number} has no events")
            case _:
                assert_never(site)

    def _seen_by(self, site: EnterSite, values: Sequence[int]) -> str:
        """Who sees what happens in a step or a procedure, as far as that is told with its beginning; else empty."""
        match site.seen:
            case Seen(by=None, when=None):
                return "all"
            case Seen(when=Hole(index=index)) if site.kind == "step" and values[index] == 0:
                return ""
            case Seen(by=None) if site.kind == "step":
                return "all"
            case Seen(by=Hole(index=index, type=of)) if site.kind == "step":
                return self.describer.name(of, values[index])
            case _:  # the rest: not told with its beginning
                return ""

    def _unnamed(self, site: SaySite, values: Sequence[int]) -> str:
        """A line with the names of the manifest; empty where those are shown."""
        return self.describer.fill_unnamed(site.text, values) if self.describer.shown is not None else ""

    def _told(self, names: Sequence[str], types: Sequence[Type], values: Sequence[int]) -> tuple[views.Told, ...]:
        return tuple(
            views.Told(of=of, name=self.describer.name(kind, value), title=self.describer.title(kind, value))
            for of, kind, value in zip(names or [""] * len(values), types, values, strict=False)
        )

    def _roll(self, site: RollSite, values: Sequence[int], faces: tuple[int, ...]) -> views.RollView:
        natural, total, row_number, *more = values
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
            arguments=self._told(site.names, site.types, arguments),
            origin=site.origin.known_as(row.origin) if row and row.origin.standing else site.origin,
        )

    def _choice(self, site: ChoiceSite, values: Sequence[int], where: dict[str, Any]) -> views.ChoiceView:
        index, count, *rest = values
        told = rest[count:]
        options = self.describer.options(site, rest[:count], told)
        chosen = options[index] if index >= 0 else None
        return views.ChoiceView(
            id=site.id,
            prompt=self.describer.fill(site.ask, told),
            by=self.describer.by(site, told),
            options=tuple(option.name for option in options),
            titles=tuple(option.title for option in options),
            answer=chosen.name if chosen else "none",
            answer_title=chosen.title if chosen else "none",
            offer=site.offer,
            **where,
        )

    def _draw(self, site: DrawSite, values: Sequence[int], where: dict[str, Any]) -> views.PileView | views.DrawView:
        count, *members = values
        if len(members) == count and count > 1:
            found = self.describer.members(site.type, members)
            names, titles = (tuple(option.name for option in found), tuple(option.title for option in found))
            return views.PileView(id=site.id, members=names, titles=titles, **where)
        drawn = members[0]
        return views.DrawView(
            id=site.id,
            count=count,
            drawn=self.describer.name(site.type, drawn),
            drawn_title=self.describer.title(site.type, drawn),
            **where,
        )

    def _change(self, values: Sequence[int], where: dict[str, Any]) -> views.ChangeView:
        slot, old, new = values
        field = self.describer.field_at(slot)
        kind = field.type if field else None
        return views.ChangeView(
            field=self.describer.slot(slot),
            title=self.describer.slot(slot, titled=True) if field and field.title else "",
            old=self.describer.name(kind, old),
            new=self.describer.name(kind, new),
            old_title=self.describer.title(kind, old),
            new_title=self.describer.title(kind, new),
            tone=tone_of(field, old, new) if field else "",
            **where,
        )

    def _element(self, site: ElementSite, values: Sequence[int], where: dict[str, Any]) -> views.ElementView:
        found = self.describer.lists[site.list]
        return views.ElementView(
            list=site.list,
            title=found.title,
            joins=site.joins,
            element=self.describer.element(found.record, values[0], titled=False),
            element_title=self.describer.element(found.record, values[0], titled=True),
            **where,
        )

    def _move(self, site: MoveSite, values: Sequence[int], where: dict[str, Any]) -> views.MoveView:
        found = self.describer.lists[site.list]
        return views.MoveView(
            list=site.list,
            title=found.title,
            first=site.first,
            element=self.describer.element(found.record, values[0], titled=False),
            element_title=self.describer.element(found.record, values[0], titled=True),
            **where,
        )


def tone_of(field: SlotField, old: int, new: int) -> Literal["", "good", "bad"]:
    """Whether a change is good or bad news, by what more of the field is.

    Neither where there was or is none, nor where there is less of a number that is good: what is used up is no damage.
    """
    if not field.matters or old == new or NONE in (old, new):
        return ""
    if new > old:
        return field.matters
    return "good" if field.matters == "bad" else "" if isinstance(field.type, IntType) else "bad"


def result_value(value: int | None) -> int:
    """A result as an event holds it."""
    return NONE if value is None else value
