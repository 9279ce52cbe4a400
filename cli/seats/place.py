"""A person at his seat of a table: what he may see is told, his questions are put, and more can be asked.

He knows nothing of the game but what he was told: the rules, and all that is hidden, are the arbiter's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, assert_never

from attrs import define, evolve, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.asking import PROMPT, is_meant, prompt_for, question_lines, read_line
from bombsight.cli.play.boards import board_lines
from bombsight.cli.play.narrating import WIDEST, Left
from bombsight.cli.play.paging import show_paged
from bombsight.cli.play.story import drawn, log_lines
from bombsight.cli.play.together import group_lines, phrases_for_group
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import clean, print_lines, show_error, words
from bombsight.cli.terminal.streams import is_interactive
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.runtime.events.views import ChoiceView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.play.answer_odds import Odds
from bombsight.service.present import commands
from bombsight.service.present.answers import by_whole_name, complaint, in_order, name_of, read_answer, title_of
from bombsight.service.present.command_parsing import parse_beside
from bombsight.service.present.command_table import ALONE, NOT_SEATED, SEAT_HELP, SEAT_PHRASES
from bombsight.service.present.commands import Beside
from bombsight.service.present.debriefing_lines import recall
from bombsight.service.present.explanation import explain_events
from bombsight.service.present.joint_answers import read_matrix, read_several
from bombsight.service.present.joint_questions import Group, Several
from bombsight.service.present.pages import help_lines
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail, Story, describe_detail
from bombsight.service.present.why import Led
from bombsight.service.seats.messages import Answered, Looked, Seated, Turn

QUESTION = 8
"""So many lines are left for a question below a long list."""


class GivenUp(Exception):  # noqa: N818 - giving up is no error
    """The person gives the game up."""


class Asks(Protocol):
    """Whom a person asks for more than he was told."""

    def looked(self) -> Looked:
        """How things stand."""

    def odds(self) -> Odds:
        """The odds of the open question."""

    def why(self, event: int) -> Sequence[Led]:
        """What other throws would have led to, by the number of an event that was told."""


@define
class Place:
    """A person at his seat.

    Attributes:
        seated: What is played.
        asks: Whom more is asked of.
        out: Where he reads.
        detail: How much of the story is told.
        views: All that he was told.
        given: How many answers he has just given: they are not told, for he sees them already.
    """

    seated: Seated
    asks: Asks
    out: Console
    detail: Detail = "rolls"
    views: list[Event] = field(factory=list)
    given: int = 0
    _told: int = 0
    _story: Story | None = None

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return min(self.out.width, WIDEST)

    def title_of(self, seat: str) -> str:
        """What somebody at the table is called."""
        return next((each.title for each in self.seated.seats if each.name == seat), seat)

    # --- telling

    def take(self, turn: Turn) -> None:
        """Take what has happened; it is not told yet.

        Raises:
            InputError: Something before it was not told.
        """
        if turn.start > len(self.views):
            raise InputError("what happened before this was not told")
        del self.views[turn.start :]
        self.views += turn.events

    def tell(self, turn: Turn, below: int = 0) -> None:
        """Tell what has happened since the last time, down to the headings above what is asked now.

        Args:
            turn: What was taken last.
            below: How many lines follow at once.

        Raises:
            Ended: There is nothing more to read.
        """
        if self._story is None or self._told > len(self.views):
            self._story, self._told = self._new_story(), 0
        story = self._story
        lines = story.tell(self._news(self.views[self._told :]))
        self._told = len(self.views)
        lines += (
            story.announce(turn.question.prompt, offers_again=turn.question.offer)
            if turn.question is not None
            else story.rest()
        )
        show_paged(self.out, drawn(lines, self.width), below)

    def follow(self, other: Place) -> None:
        """Go on where another was told of what happened, on the same screen: nothing is hidden from either."""
        self.views = [*other.views]
        self.given, self._told, self._story = other.given, other._told, other._story

    def recall_to(self, count: int) -> None:
        """Tell where he was when he had been told so many events: he knows them from before."""
        self._story, self._told = self._new_story(), count
        self.show(draw_lines(recall(self._story.tell(self.views[:count]), ()), self.width))

    def _news(self, views: Sequence[Event]) -> list[Event]:
        """Events without the answers that he has just given."""
        answers = [at for at, view in enumerate(views) if isinstance(view, ChoiceView)][: self.given]
        self.given = 0
        return [view for at, view in enumerate(views) if at not in answers]

    def _new_story(self) -> Story:
        outer = 2 if self.seated.entry == "career" else 1
        return Story(self.seated.phrases, detail=self.detail, outer=outer, answers=True)

    def show(self, lines: Iterable[Text]) -> None:
        """Show some lines."""
        print_lines(self.out, lines)

    # --- asking

    def ask(self, turn: Turn) -> Answered:
        """Tell what has happened, and ask for the answer to the open question until there is one.

        Raises:
            Left: The person leaves.
            GivenUp: He gives the game up.
            Ended: There is nothing more to read.
        """
        asked, group = turn.question, turn.group
        assert asked is not None
        shown = self._lines(asked, group)
        self.tell(turn, len(shown))
        self.out.print()
        self.show(shown)
        while True:
            typed = self._typed(asked, group)
            is_name = " " in typed and by_whole_name(asked, typed) is not None
            if group is not None and typed.lower() == ALONE:
                group = None
            elif is_name or not self.does(typed, asked):
                names = self._names(asked, group, typed)
                if names is not None:
                    self.given = len(names)
                    return Answered(number=turn.number, names=names, together=group is not None)
            self.show(self._lines(asked, group))

    def _lines(self, asked: Question, group: Group | None) -> list[Text]:
        """A question, alone or as one with others; whose it is need not be said at his seat."""
        if group is None:
            return question_lines(evolve(asked, by="player"), self.width)
        return [*group_lines(group, self.width)]

    def _typed(self, asked: Question, group: Group | None) -> str:
        """What is typed at a question.

        Raises:
            Ended: There is nothing more to read.
        """
        phrases = [
            *(clean(title_of(asked, index)) for index in in_order(asked)),
            *["none"] * asked.optional,
            *SEAT_PHRASES,
        ]
        if group is None:
            return read_line(self.out, prompt_for(asked), phrases)
        return read_line(self.out, PROMPT, [*phrases_for_group(group), *phrases])

    def _names(self, asked: Question, group: Group | None, typed: str) -> tuple[str, ...] | None:
        """The names of the answers that were typed; None where they are none, and that was said.

        Raises:
            Ended: There is nothing more to read.
        """
        if group is None:
            index = read_answer(asked, typed)
            if isinstance(index, int):
                meant = is_meant(asked, index, typed, self.out, self.width, careful=is_interactive())
                return (name_of(asked, index),) if meant else None
            self._refuse(complaint(asked, index, typed))
            return None
        read = read_several(group, typed) if isinstance(group, Several) else read_matrix(group, typed)
        if isinstance(read, str):
            self._refuse(f"{read[:1].upper()}{read[1:]}.")
            return None
        rows = (group.question,) * len(read) if isinstance(group, Several) else group.rows
        return tuple(name_of(row, index) for row, index in zip(rows, read, strict=True))

    def _refuse(self, problem: str) -> None:
        """Say why something typed would not do."""
        self.show([*wrapped(words(problem, "yellow"), 0, self.width), Text()])

    # --- what may be typed beside answers

    def does(self, typed: str, asked: Question) -> bool:
        """Do what was typed, if it is a command.

        Raises:
            Left: The person leaves.
            GivenUp: He gives the game up.
        """
        word, _, rest = typed.removeprefix("/").partition(" ")
        word = word.lower()
        if word in NOT_SEATED:
            self.show([words(f"At a table of two there is no `{word}`. help lists what there is.", "yellow")])
        elif (word, rest.strip().lower()) == ("give", "up"):
            self._give_up()
        elif (command := parse_beside(typed)) is None or not self._does(command, asked):
            return False
        self.out.print()
        return True

    def _does(self, command: Beside, asked: Question) -> bool:
        """Carry out a command; False where there is none such at a table of two."""
        match command:
            case commands.Quit():
                raise Left
            case commands.Why(which=which):
                self._guarded(lambda: self._why(which, asked))
            case commands.ShowOdds(runs=None, everything=everything):
                self._guarded(lambda: self._odds(asked, everything=everything))
            case commands.ShowLog(lines=count):
                self._log(count)
            case commands.SetDetail(detail=detail):
                self._set_detail(detail or self.detail)
            case commands.ShowSheet(everything=everything):
                self._guarded(lambda: self._state(everything=everything))
            case commands.ShowBoards(name=name):
                self._guarded(lambda: self.show(board_lines(self.asks.looked().boards, name, self.width)))
            case commands.Help():
                self._long(draw_lines(help_lines(SEAT_HELP), self.width))
            case (
                commands.ShowOdds()
                | commands.Undo()
                | commands.UndoTo()
                | commands.UndoAll()
                | commands.ShowDecisions()
                | commands.ShowOrders()
                | commands.TakeBackOrder()
                | commands.SetLevel()
                | commands.ShowTable()
                | commands.ShowNames()
                | commands.Rename()
                | commands.Save()
                | commands.SetDice()
            ):
                return False
            case _:
                assert_never(command)
        return True

    def _guarded(self, command: Callable[[], None]) -> None:
        """Do a command; what is wrong with it ends no game."""
        try:
            command()
        except InputError as error:
            show_error(error)

    def _give_up(self) -> None:
        """Ask whether it is meant.

        Raises:
            GivenUp: It is.
        """
        self.show([words("The game ends, and all that was hidden is revealed. Type yes to give it up.", "bold yellow")])
        if read_line(self.out).lower() in ("yes", "y"):
            raise GivenUp

    def _why(self, word: str, asked: Question) -> None:
        lines = explain_events(self.views, word, asked, self.asks.why, self.seated.phrases)
        self._long(draw_lines(lines, self.width))

    def _state(self, *, everything: bool) -> None:
        self._long(draw_lines(render_sheet(self.asks.looked().sheet, everything=everything), self.width))

    def _odds(self, asked: Question, *, everything: bool) -> None:
        from bombsight.cli.play.odds import odds_lines

        with self.out.status("Working out the odds", spinner="line"):
            odds = self.asks.odds()
        self.show(odds_lines(asked, odds, self.width, everything=everything))

    def _log(self, count: int | None) -> None:
        story = self._new_story()
        story.detail = "books" if story.detail == "books" else "rolls"
        lines = [*log_lines(story.whole(self.views), self.width)]
        self._long(lines if count is None else lines[-count:])

    def _set_detail(self, detail: Detail) -> None:
        self.detail = detail
        if self._story is not None:
            self._story.detail = detail
        self.show([words(describe_detail(detail), "yellow")])

    def _long(self, lines: Iterable[Text]) -> None:
        """Show lines page by page: the question is put again below them."""
        show_paged(self.out, [*lines], QUESTION)
