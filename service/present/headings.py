"""Where play stands: the procedures and steps that have begun and are not over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from bombsight.flat.program import Program
from bombsight.flat.sites import EnterSite
from bombsight.runtime.events.views import EnterView, LeaveView, View


@frozen
class Heading:
    """A procedure or a step that has begun.

    Attributes:
        name: As events name it.
        title: As people read it; may be empty.
        began: The number of the event with which it began: no two are the same.
    """

    name: str
    title: str
    began: int


@define
class Headings:
    """Follows events, and knows what is open behind them.

    Attributes:
        open: What is open, the outermost first.
        event_count: How many events it knows of.
    """

    open: list[Heading] = field(factory=list)
    event_count: int = 0

    def follow(self, view: View) -> None:
        """Take the next event."""
        if isinstance(view, EnterView):
            self.open.append(Heading(view.name, view.title, self.event_count))
        elif isinstance(view, LeaveView) and view.name in [heading.name for heading in self.open]:
            while self.open.pop().name != view.name:  # leaving from deep inside may not tell each
                pass
        self.event_count += 1


def titled_headings(headings: Iterable[Heading]) -> list[Heading]:
    """Those that people can name, the innermost first; of some that began together under one title the innermost."""
    by_title: dict[str, Heading] = {}
    for heading in reversed([*headings]):
        if heading.title:
            by_title.setdefault(heading.title, heading)
    return [*by_title.values()]


def find_heading(typed: str, headings: Sequence[Heading]) -> Heading | None:
    """The innermost of the open headings that a word means: its name, its title, or a part of one; or None.

    Args:
        typed: What somebody typed; empty for the innermost with a title.
        headings: The open ones, the outermost first.
    """
    titled_open = titled_headings(headings)
    lower_word = typed.lower()
    name_matches = [
        heading for heading in reversed(headings) if lower_word and lower_word == heading.name.replace("_", " ").lower()
    ]
    title_matches = [heading for heading in titled_open if heading.title.lower() == lower_word]
    partial_matches = [heading for heading in titled_open if lower_word in heading.title.lower()]
    return next(iter([*title_matches, *name_matches, *partial_matches]), None)


def entry_titles(program: Program) -> dict[str, str]:
    """The procedures and steps that play can come to: the title of each by its name; those without one by the name."""
    entered = [site for site in program.sites if isinstance(site, EnterSite)]
    return {site.name: site.title or site.name.replace("_", " ") for site in entered}
