"""What each who sits at a table may see of the game (stand-in)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, frozen

from bombsight.flat.program import Program
from bombsight.flat.sites import ChoiceSite
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.choices import Question
from bombsight.runtime.views import View as Event
from bombsight.service.odds import Odds
from bombsight.service.play import Play
from bombsight.service.sheet import SheetGroup


@frozen
class Seat:
    """Who sits at the table.

    Attributes:
        name: Stable name of the player's value.
        title: The same for reading.
    """

    name: str
    title: str


def seats(program: Program) -> tuple[Seat, ...]:
    """Who sits at the table of a game."""
    if program.players is not None:
        enum = program.enums[program.players]
        return tuple(Seat(name, title or name) for name, title in zip(enum.values, enum.titles, strict=True))
    labels = {site.by: None for site in program.sites if isinstance(site, ChoiceSite)}
    return tuple(Seat(name, name) for name in dict.fromkeys(("player", *labels)))


def whose(question: Question) -> str:
    """Whose a question is."""
    return question.seat or question.by


@define
class Sight:
    """What one seat sees of a game."""

    play: Play
    seat: str

    def story(self, start: int = 0) -> Iterator[Event]:
        """What has happened."""
        return self.play.events(start)

    def question(self) -> Question | None:
        """The open question; None where it is another's."""
        asked = self.play.question
        return asked if asked is not None and whose(asked) == self.seat else None

    def masked(self, question: Question) -> Question:
        """A question with nothing in it that may not be known."""
        return question

    def answer_name(self, name: str) -> str:
        """The name by which the game itself knows an answer."""
        return name

    def sheet(self) -> tuple[SheetGroup, ...]:
        """The state."""
        return self.play.view().sheet

    def boards(self) -> tuple[BoardShown, ...]:
        """The pictures."""
        return self.play.boards()

    def odds(self) -> Odds:
        """The odds of the open question."""
        return self.play.odds()
