"""The journal as a story on the screen: headings, a line for each roll, quiet effects, the narrative.

A heading appears only when something happens beneath it, and headings that begin together share a line. So a sequence
of play with many steps stays readable.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field
from rich.text import Text

from bombsight.cli.play.throws import LEGEND, dice, is_unseen, label, marked, roll_lines, row_result
from bombsight.cli.terminal.screen import arrow, clean, sign, words
from bombsight.cli.terminal.wrapping import INDENT, wrapped
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

DEEPEST = 4
"""Headings beyond this level are not indented further: there would be no room for words."""

NEXT = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
MINUS = "\N{MINUS SIGN}"


@define
class Level:
    """A procedure or a step that has begun.

    Attributes:
        name: As events name it.
        heading: What is shown; empty for one without a title.
        is_step: Whether it is a step of a procedure.
        line: The number of the line its heading stands on; 0 while it was not shown.
    """

    name: str
    heading: str
    is_step: bool = False
    line: int = 0


@define
class Story:
    """Turns events into lines, in their order.

    Attributes:
        width: Of the screen.
        quiet: Whether only the narrative and the outcome are told.
        answers: Whether the player's answers are told too: not while he gives them and sees them already.
        behind: Why the next answer was given without asking; empty for one that was asked for.
        outer: How many of the outermost levels are lines across the screen: 1, and 2 for a career of missions.
    """

    width: int = 80
    quiet: bool = False
    answers: bool = True
    behind: str = ""
    outer: int = 1
    _levels: list[Level] = field(factory=list)
    _lines: int = 0
    _waiting: RollView | BeforehandView | None = None
    _last: str = ""
    _marked: bool = False
    _unseen: set[str | None] = field(factory=set)

    def tell(self, view: View) -> list[Text]:
        """The lines of the next event; often none. A roll waits for its result, which stands on the same line."""
        match view:
            case ChoiceView(offer=True, answer="keep"):
                return []
            case ResultView(table=table, values=values) if self._waiting is not None and self._waiting.table == table:
                row = self._waiting.row
                named = row is not None and row.title and all(value.name == "none" for value in values)
                return [*self._resolved("" if named else told_values(values))]
        return [*self.rest(), *self._told(view)]

    def rest(self) -> list[Text]:
        """What still waits."""
        return [*self._resolved("")]

    def announce(self, name: str) -> list[Text]:
        """What still waits, and the headings above a question of this name."""
        return [*self.rest(), *self._headings(name)]

    def _told(self, view: View) -> Iterator[Text]:
        match view:
            case EnterView():
                yield from self._enter(view)
            case LeaveView():
                self._leave(view.name)
            case RollView() | BeforehandView():
                self._waiting = None if self.quiet else view
            case SayView():
                yield from self._line(words(view.text), view)
            case OutcomeView():
                self._levels.clear()
                yield Text()
                yield from wrapped(outcome(view), 0, self.width)
            case _ if not self.quiet:
                yield from self._quietly(view)

    def _quietly(self, view: View) -> Iterator[Text]:
        """What is no narrative."""
        match view:
            case ResultView(values=values) if told_values(values).lower() not in ("", self._last):
                name = label(view.table, view.title)
                unseen = is_unseen(view) or view.table in self._unseen
                text = marked(words(name, "dim"), unseen).append(clean(f": {told_values(values)}"), "dim")
                yield from self._line(text, None, name)
                yield from self._legend(unseen)
            case ChoiceView() if self.answers or self.behind or view.by != "player":
                prompt = f"{view.prompt} ({view.by})" if view.by != "player" else view.prompt
                text = words(f"{prompt} {arrow()} ", "cyan")
                text.append(clean(view.answer_title), "bold cyan").append(
                    f" ({self.behind})" * bool(self.behind), "dim"
                )
                yield from self._line(text, view, view.prompt)
            case ChangeView() if view.title:
                yield from self._line(words(f"{view.title}: {view.old_title} {arrow()} {view.new_title}", "dim"), view)
            case ElementView() if view.title:
                mark = "+" if view.joins else sign(MINUS, "-")
                yield from self._line(words(f"{mark} {view.element_title}", "dim"), view)
            case LimitView():
                yield from self._line(words(view.text, "dim"), view)

    def _resolved(self, result: str) -> Iterator[Text]:
        """The line of the roll that waits, with what it led to."""
        view, self._waiting = self._waiting, None
        if view is None:
            return
        shown = result or (row_result(view.row) if view.row else "")
        self._last = shown.lower()
        name = label(view.table, view.title)
        yield from self._headings(name)
        indent = INDENT * self._depth()
        about = spoken(view.arguments) if isinstance(view, RollView) else []
        unseen = is_unseen(view)
        yield from roll_lines(marked(words(name), unseen), about, dice(view), shown, indent, self.width)
        (self._unseen.add if unseen else self._unseen.discard)(view.table)
        yield from self._legend(unseen)

    def _line(self, text: Text, view: View | None, name: str = "") -> Iterator[Text]:
        """A line of an event under its headings, those that were not shown yet before it."""
        unseen = view is not None and is_unseen(view)
        yield from self._headings(name)
        yield from wrapped(marked(text, unseen), INDENT * self._depth(), self.width)
        yield from self._legend(unseen)

    def _legend(self, unseen: bool) -> Iterator[Text]:
        """What the mark means, where it stands for the first time."""
        if unseen and not self._marked:
            self._marked = True
            yield from wrapped(Text(LEGEND, "dim"), INDENT * self._depth(), self.width)

    def _headings(self, name: str) -> Iterator[Text]:
        """The headings that were not shown yet, on one line; one that only repeats ``name`` is left out."""
        unshown = [level for level in self._levels if level.heading and not level.line]
        if not unshown:
            return
        above = self._depth()
        names = [*dict.fromkeys(level.heading for level in unshown)]
        names = names[:-1] if names[-1].lower() == name.lower() else names
        if names:
            self._lines += 1
            if above <= 2 and not unshown[0].is_step:
                yield Text()
            text = words(f" {sign(NEXT, '>')} ".join(names), "bold yellow")
            yield from wrapped(text, INDENT * min(above, DEEPEST), self.width)
        for level in unshown:
            level.line = self._lines

    def _enter(self, view: EnterView) -> Iterator[Text]:
        """A procedure or a step begins; the outermost are lines across the screen."""
        told = "" if self.quiet else heading(view)
        self._levels.append(Level(view.name, told, view.kind == "step"))
        if told and sum(bool(level.heading) for level in self._levels) <= self.outer:
            self._lines += 1
            self._levels[-1].line = self._lines
            dashes = sign("─", "-")
            yield Text()
            line = f"{dashes * 2} {clean(told)} "
            yield Text(line + dashes * max(0, self.width - len(line)), style="bold yellow")

    def _depth(self) -> int:
        """How far content is indented: one level for each line of headings above it but the outermost."""
        lines = {level.line for level in self._levels if level.line}
        return min(max(0, len(lines) - self.outer), DEEPEST + 1)

    def _leave(self, name: str) -> None:
        """Close levels up to the one left: leaving a procedure from deep inside may not tell each."""
        if any(level.name == name for level in self._levels):
            while self._levels.pop().name != name:
                pass


def heading(view: EnterView) -> str:
    """A procedure's or a step's title, with what it was called with: ``Hour 3``, ``Trim (North)``."""
    told = ", ".join(spoken(view.arguments))
    if not view.title or not told:
        return view.title
    return f"{view.title} {told}" if told.isdecimal() else f"{view.title} ({told})"


def outcome(view: OutcomeView) -> Text:
    """The end in a line."""
    if view.fault:
        place = f" ({view.origin.place})" if view.origin.place.path else ""
        return words(f"Rules fault: {view.fault}{place}", "bold red")
    return words(f"Outcome: {view.title}" if view.result != "none" else "The end.", "bold green")
