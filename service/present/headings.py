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
        followed: How many events it knows of.
    """

    open: list[Heading] = field(factory=list)
    followed: int = 0

    def follow(self, view: View) -> None:
        """Take the next event."""
        if isinstance(view, EnterView):
            self.open.append(Heading(view.name, view.title, self.followed))
        elif isinstance(view, LeaveView) and view.name in [heading.name for heading in self.open]:
            while self.open.pop().name != view.name:  # leaving from deep inside may not tell each
                pass
        self.followed += 1


def titled(headings: Iterable[Heading]) -> list[Heading]:
    """Those that people can name, the innermost first; of some that began together under one title the innermost."""
    found: dict[str, Heading] = {}
    for heading in reversed([*headings]):
        if heading.title:
            found.setdefault(heading.title, heading)
    return [*found.values()]


def called(word: str, headings: Sequence[Heading]) -> Heading | None:
    """The innermost of the open headings that a word means: its name, its title, or a part of one; or None.

    Args:
        word: What somebody typed; empty for the innermost with a title.
        headings: The open ones, the outermost first.
    """
    known = titled(headings)
    low = word.lower()
    named = [heading for heading in reversed(headings) if low and low == heading.name.replace("_", " ").lower()]
    exact = [heading for heading in known if heading.title.lower() == low]
    part = [heading for heading in known if low in heading.title.lower()]
    return next(iter([*exact, *named, *part]), None)


def points(program: Program) -> dict[str, str]:
    """The procedures and steps that play can come to: the title of each by its name; those without one by the name."""
    entered = [site for site in program.sites if isinstance(site, EnterSite)]
    return {site.name: site.title or site.name.replace("_", " ") for site in entered}
