"""The journal as text: plain lines, indented by what they happen in."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable

from attrs import define

from bombsight.dsl.origin import Origin
from bombsight.flat.program import RowInfo
from bombsight.runtime.views import (
    BeforehandView,
    ChangeView,
    ChoiceView,
    ElementView,
    EnterView,
    LeaveView,
    LimitView,
    OutcomeView,
    ResultView,
    RollView,
    SayView,
    View,
    spoken,
    told_values,
)

INDENT = "  "
DEEPEST = 8
"""Levels beyond this one are not indented further: there would be no room for words."""

EFFECTS = ("do ", "roll on ", "look up ", "note ")
"""What a row's result begins with where it is no value: its effects are told by themselves."""


@define
class Level:
    """A procedure or step that is going on; one without a heading is no level to the reader."""

    key: tuple[str, str]
    heading: str
    told: bool = False


class TextForm:
    """Turns events into lines, in their order.

    Procedures and steps with a title open a level, whose heading is told with the first line in it. Internal
    fields and lists are left out, and so are offers that were declined.
    """

    def __init__(self, width: int = 80) -> None:
        self.width = width
        self._open: list[Level] = []
        self._last_row = ("", "")

    def lines(self, view: View) -> list[str]:
        """The lines of the next event; often none."""
        match view:
            case EnterView():
                self._enter(view)
                return []
            case LeaveView():
                self._leave((view.kind, view.name))
                return []
            case OutcomeView():
                self._open.clear()
        text = self._text(view)
        return [*self.headings(), *self._wrapped(text, len(self._levels()))] if text else []

    def text(self, views: Iterable[View]) -> str:
        """The lines of many events."""
        return "".join(f"{line}\n" for view in views for line in self.lines(view))

    def headings(self) -> list[str]:
        """The headings of what has begun, as far as they have not been told; for use before a question, too."""
        lines = []
        for depth, level in enumerate(self._levels()):
            if not level.told:
                level.told = True
                lines += self._wrapped(level.heading, depth)
        return lines

    def _levels(self) -> list[Level]:
        return [level for level in self._open if level.heading]

    def _wrapped(self, text: str, depth: int) -> list[str]:
        indent = INDENT * min(depth, DEEPEST)
        return textwrap.wrap(
            text, self.width, initial_indent=indent, subsequent_indent=indent + INDENT * 2, break_on_hyphens=False
        )

    def _enter(self, view: EnterView) -> None:
        told = ", ".join(spoken(view.arguments))
        levels = self._levels()
        repeated = levels and levels[-1].heading == view.title
        heading = "" if repeated else f"{view.title} ({told})" if view.title and told else view.title
        self._open.append(Level((view.kind, view.name), heading))

    def _leave(self, left: tuple[str, str]) -> None:
        """Close levels up to the one left: what ends a procedure from deep inside does not tell each."""
        if left in [level.key for level in self._open]:
            while self._open.pop().key != left:
                pass

    def _text(self, view: View) -> str:
        match view:
            case RollView():
                self._last_row = (view.table or "", view.row.text if view.row else "")
                return roll_text(view)
            case BeforehandView():
                self._last_row = (view.table, view.row.text)
                words = row_words(view.row) or view.row.label
                return f"{heading(view.table, view.title)}: no dice, {words}{cited(view.row.origin)}"
            case ResultView() if not self._is_told(view):
                told = told_values(view.values)
                return f"{heading(view.table, view.title)}: {told}" if told else ""
            case ChoiceView() if not (view.offer and view.answer == "keep"):
                by = "" if view.by == "player" else f" ({view.by})"
                return f"{view.prompt}{by}{' ' if view.prompt.endswith('?') else ': '}{view.answer_title}"
            case ChangeView() if view.title:
                return f"{view.title}: {view.old_title} -> {view.new_title}"
            case ElementView() if view.title:
                return f"{view.title}: {view.element_title} {'joins' if view.joins else 'leaves'}"
            case SayView() | LimitView():
                return view.text
            case OutcomeView():
                return outcome_text(view)
        return ""

    def _is_told(self, view: ResultView) -> bool:
        """Whether the line of the roll has said it already."""
        names = ", ".join(value.name for value in view.values)
        titles = ", ".join(value.title for value in view.values)
        return self._last_row in ((view.table, names), (view.table, titles))


def heading(table: str | None, title: str) -> str:
    """A table's title and id."""
    if not table or table == title:
        return title or "Dice"
    return f"{title} ({table})" if title else table


def cited(origin: Origin) -> str:
    """A citation in brackets."""
    return f" [{origin.cite}]" if origin.cite else ""


def sourced(origin: Origin) -> str:
    """A citation, and the overlay items that amended what it cites."""
    items = f" (amended by {', '.join(origin.amended_by)})" if origin.amended_by else ""
    return cited(origin) + items


def row_words(row: RowInfo) -> str:
    """A row's title, or its result as written; empty where that is more than a word."""
    return row.title or ("" if row.text.startswith(EFFECTS) else row.text.replace("_", " "))


def roll_text(view: RollView) -> str:
    """A throw in one line: ``Sky (Sky): 2d6 3 + 4 = 7, +1 worse, makes 8: rain``."""
    faces = " + ".join(map(str, view.faces))
    if view.dice == "d66" or len(view.faces) < 2:
        fell = str(view.natural)
    else:
        fell = f"{faces} = {view.natural}"
    text = f"{heading(view.table, view.title)}: {view.dice} {fell}"
    for modifier in view.modifiers:
        text += f", {modifier.amount:+} {modifier.label.replace('_', ' ')}"
    if view.modifiers:
        text += f", makes {view.total}"
    words = row_words(view.row) if view.row else ""
    return f"{text}: {words}" if words else text


def outcome_text(view: OutcomeView) -> str:
    """The end in one line."""
    if view.fault:
        place = f" ({view.origin.place})" if view.origin.place.path else ""
        return f"Rules fault: {view.fault}{place}{cited(view.origin)}"
    return f"Result: {view.title}" if view.result != "none" else "The end."


def derivation(view: RollView, width: int = 80) -> list[str]:
    """All that a throw's result rests on, a line each: for ``why``."""
    lines = [roll_text(view)]
    for modifier in view.modifiers:
        reason = f"{modifier.amount:+} {modifier.label}"
        reason += f" when {modifier.text}" if modifier.text else ""
        reason += f": {modifier.origin.reason}" if modifier.origin.standing else ""
        lines.append(INDENT + reason + sourced(modifier.origin))
    if view.row:
        known = f" {view.origin.reason}" if view.origin.standing else ""
        lines.append(f"{INDENT}row {view.row.label}:{known}{sourced(view.row.origin)}")
    elif view.origin.standing:
        lines.append(INDENT + view.origin.reason)
    lines.append(INDENT + f"{view.origin.place}{sourced(view.origin)}".strip())
    return [
        wrapped
        for line in lines
        for wrapped in textwrap.wrap(line, width, subsequent_indent=INDENT * 3, break_on_hyphens=False)
    ]


def json_line(view: View) -> str:
    """An event as a line of JSON."""
    return json.dumps(view.to_json(), ensure_ascii=False, separators=(",", ":"))
