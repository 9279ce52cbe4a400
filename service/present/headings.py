"""The open headings of a game: the procedures and steps that have begun and are not over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from bombsight.flat.program import Program
from bombsight.flat.sites import EnterSite, LeaveSite
from bombsight.runtime.events.views import EnterView, LeaveView, View
from bombsight.runtime.run.journal import Journal


@frozen
class Heading:
    """A procedure or step that has begun and not ended, as the story's heading.

    Attributes:
        name: The name in events.
        title: The display title; may be empty.
        began: The number of the event with which it began, which is unique.
    """

    name: str
    title: str
    began: int


@define
class Headings:
    """The stack of open headings, updated event by event.

    Attributes:
        open: The open headings, outermost first.
        event_count: How many events it has processed.
    """

    open: list[Heading] = field(factory=list)
    event_count: int = 0

    def copy(self) -> Headings:
        """Copy the headings, to continue independently."""
        return Headings([*self.open], self.event_count)

    def follow(self, view: View) -> None:
        """Update the open headings by the next event: a procedure or step begins or ends."""
        if isinstance(view, EnterView):
            self.open.append(Heading(view.name, view.title, self.event_count))
        elif isinstance(view, LeaveView) and view.name in [heading.name for heading in self.open]:
            while self.open.pop().name != view.name:  # a return from deep inside has no event for each
                pass
        self.event_count += 1

    def follow_journal(self, journal: Journal, event_count: int) -> None:
        """Update the open headings by the next events of a journal, up to a number of events.

        Only beginnings and ends are decoded: a career has tens of thousands of other events.
        """
        sites = journal.reader.program.sites
        scopes = {number for number, site in enumerate(sites) if isinstance(site, EnterSite | LeaveSite)}
        events = journal.events
        for at in [at for at in range(self.event_count, event_count) if events[at][0] in scopes]:
            self.event_count = at
            self.follow(journal.view(at))
        self.event_count = max(self.event_count, event_count)


def titled_headings(headings: Iterable[Heading]) -> list[Heading]:
    """Return the headings with titles, innermost first; of nested ones with one title, only the innermost."""
    by_title: dict[str, Heading] = {}
    for heading in reversed([*headings]):
        if heading.title:
            by_title.setdefault(heading.title, heading)
    return [*by_title.values()]


def find_heading(typed: str, headings: Sequence[Heading]) -> Heading | None:
    """Find the innermost open heading whose name, title, or part of a title a player typed; None for no match.

    Args:
        typed: The player's text; empty for the innermost with a title.
        headings: The open headings, outermost first.
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
    """Map the names of the procedures and steps that play can reach to titles; untitled ones to readable names."""
    entered = [site for site in program.sites if isinstance(site, EnterSite)]
    return {site.name: site.title or site.name.replace("_", " ") for site in entered}
