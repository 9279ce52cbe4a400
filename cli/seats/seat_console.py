"""The console of a player at a seat: shows the events that he may see, asks his questions, executes commands.

It knows of the game only what the arbiter sent: the rules, and everything hidden, stay with the arbiter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Protocol, assert_never

from attrs import define, evolve, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import draw_boards
from bombsight.cli.play.joint_questions import draw_group, phrases_for_group
from bombsight.cli.play.naming import draw_names
from bombsight.cli.play.narrator import MAX_WIDTH, PlayerLeft
from bombsight.cli.play.paging import show_paged
from bombsight.cli.play.question_input import (
    PROMPT,
    confirm_answer,
    draw_dice_prompt,
    draw_question,
    prompt_for,
    read_line,
)
from bombsight.cli.play.story import draw_log
from bombsight.cli.play.story_pager import StoryPager, add_no_stakes, describe_no_throw, note_no_stop
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.screen import print_lines, sanitize, show_error, styled_text
from bombsight.cli.terminal.streams import is_interactive
from bombsight.cli.terminal.wrapping import wrap_text
from bombsight.dsl.listing import capitalize_first
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.views import ChoiceView
from bombsight.runtime.events.views import View as Event
from bombsight.runtime.run.policies import Question
from bombsight.service.boards.changes import mark_changes
from bombsight.service.play.answer_odds import Odds
from bombsight.service.play.awaited_throw import parse_faces
from bombsight.service.play.naming import NamedThing, parse_renaming
from bombsight.service.present import commands, sentences
from bombsight.service.present.answer_parsing import (
    answer_name,
    answer_title,
    display_order,
    explain_rejection,
    find_by_full_name,
    parse_option,
)
from bombsight.service.present.beats import Pace, StoryPart, describe_pace, preferred_pace, remember_pace
from bombsight.service.present.command_parsing import parse_word_command
from bombsight.service.present.command_table import SEAT_HELP_ROWS, SEAT_PHRASES, SINGLY_WORD, SOLO_WORDS
from bombsight.service.present.commands import Beside
from bombsight.service.present.debriefing_lines import render_recall
from bombsight.service.present.explanation import explain_events
from bombsight.service.present.joint_answer_parsing import parse_choices, parse_matrix_answers
from bombsight.service.present.joint_questions import QuestionGroup, RepeatedQuestion
from bombsight.service.present.pages import help_lines
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail, Story, describe_detail
from bombsight.service.present.why import ResultRange
from bombsight.service.seats.messages import Answered, Looked, Seated, Thrown, Turn

QUESTION_HEIGHT = 8
"""The lines kept free for the question below a long list."""


REFEREE_PROMPT = "[look on] > "
"""The prompt of a referee, who may look and says nothing."""


class Resignation(Exception):  # noqa: N818 - resigning is no error
    """Raised when the player resigns the game."""


class UndoWanted(Exception):  # noqa: N818 - asking is no error
    """Raised when the player asks to take back his last answer."""


class QuestionWithdrawn(Exception):  # noqa: N818 - consent is no error
    """Raised when the player has agreed to an undo, so that his open question is asked no more."""


class SeatQueries(Protocol):
    """The interface for queries of a player to the arbiter, the mediator between two seats."""

    def current_state(self) -> Looked:
        """The present state, without what is hidden from the player."""

    def odds(self) -> Odds:
        """The estimated odds of the open question's answers."""

    def other_throws(self, event: int) -> Sequence[ResultRange]:
        """The results of a past throw that would have had other outcomes; ``event`` is the throw's event number."""

    def named_things(self) -> Sequence[NamedThing]:
        """The people and things with names that the player may see."""

    def rename(self, thing: NamedThing, name: str) -> None:
        """Give a person or thing that the player may see another name."""


@define
class SeatConsole:
    """The terminal of one player of two: shows the events that he may see, asks questions, executes commands.

    Attributes:
        seated: The game and the seat.
        queries: The queries to the arbiter.
        out: The console for output.
        detail: The level of detail of the story.
        views: All events that the seat received.
        own_answer_count: How many answers the player just gave: they are not shown, for he knows them.
        check_requests: Called behind each line that the player types at a question: shows what others ask of him
            meanwhile, and raises :class:`QuestionWithdrawn` if the question is gone by that.
    """

    seated: Seated
    queries: SeatQueries
    out: Console
    detail: Detail = "rolls"
    views: list[Event] = field(factory=list)
    own_answer_count: int = 0
    check_requests: Callable[[], None] = lambda: None
    _undone: int = 0
    _narrated_count: int = 0
    _story: Story | None = None
    _pager: StoryPager | None = None
    _boards_before: Sequence[BoardShown] = ()
    _boards_seen: Sequence[BoardShown] = ()
    _boards_seen_at: int = -1

    @property
    def width(self) -> int:
        """The maximum width in columns of a line."""
        return min(self.out.width, MAX_WIDTH)

    def title_of(self, seat: str) -> str:
        """The title by which the rules call a player."""
        return next((each.title for each in self.seated.seats if each.name == seat), seat)

    # --- events

    def add_turn(self, turn: Turn) -> None:
        """Add the events of an arbiter's message to the story, without printing them.

        Raises:
            InputError: Events before it are missing.
        """
        if turn.start > len(self.views):
            raise InputError("what happened before this was not told")
        known_views = self.views[turn.start :]
        del self.views[turn.start :]
        self.views += turn.events
        if turn.undone != self._undone:
            self._undone = turn.undone
            pairs = zip(known_views, turn.events, strict=False)
            self._go_back(turn.start + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))

    def _go_back(self, event_count: int) -> None:
        """Set the story back to the first events if more were printed: the rest was taken back."""
        if self._narrated_count > event_count:
            self._story, self._narrated_count = self._new_story(), event_count
            self._story.tell(self.views[:event_count])
        self.own_answer_count = 0

    def drop_events(self, event_count: int) -> None:
        """Drop all but the first events, for those behind them were taken back."""
        del self.views[event_count:]

    def narrate(self, turn: Turn, lines_below: int = 0) -> None:
        """Print the events since the last call, down to the headings above the question of this turn.

        Raises:
            InputEnded: The input has ended.
        """
        if self._story is None or self._narrated_count > len(self.views):
            self._story, self._narrated_count = self._new_story(), 0
        story = self._story
        lines = story.tell(self._without_own_answers(self.views[self._narrated_count :]))
        self._narrated_count = len(self.views)
        lines += (
            story.announce(turn.question.prompt, offers_again=turn.question.offer)
            if turn.question is not None
            else story.flush()
        )
        self._pager = self._pager or StoryPager(
            self.out, preferred_pace(), describe_no_throw, add_no_stakes, self._refuse_at_stop, note_no_stop
        )
        self._pager.show(lines, self.width, lines_below)

    def _refuse_at_stop(self, typed: str, part: StoryPart) -> bool:
        """Print that a command cannot be given at the stop behind a part of the story; return True."""
        self.show_texts([styled_text(f"{typed}: at a question, not here. Enter alone goes on.", "yellow")])
        return True

    def continue_from(self, other_console: SeatConsole) -> None:
        """Take over the story that another seat's console has printed on the same screen."""
        self.views = [*other_console.views]
        self.own_answer_count, self._narrated_count, self._story, self._undone = (
            other_console.own_answer_count,
            other_console._narrated_count,
            other_console._story,
            other_console._undone,
        )

    def show_recall(self, event_count: int) -> None:
        """Print a recall of the first events, which the player knows from before."""
        self._story, self._narrated_count = self._new_story(), event_count
        self.show_texts(draw_lines(render_recall(self._story.tell(self.views[:event_count]), ()), self.width))

    def _without_own_answers(self, views: Sequence[Event]) -> list[Event]:
        """Copy a list of events without the answers that this player has just given."""
        own_answers = [at for at, view in enumerate(views) if isinstance(view, ChoiceView)][: self.own_answer_count]
        self.own_answer_count = 0
        return [view for at, view in enumerate(views) if at not in own_answers]

    def _new_story(self) -> Story:
        """Make an empty story at the player's level of detail."""
        outer = 2 if self.seated.entry == "career" else 1
        return Story(self.seated.phrases, detail=self.detail, outer=outer, answers=True)

    def show_texts(self, lines: Iterable[Text]) -> None:
        """Print lines of styled text."""
        print_lines(self.out, lines)

    # --- questions

    def ask_for_answer(self, turn: Turn) -> Answered:
        """Print the events of a turn, and ask its question until the player answers.

        Raises:
            PlayerLeft: The person leaves.
            Resignation: The player resigns.
            UndoWanted: The player asks to take back his last answer.
            QuestionWithdrawn: The player has agreed to an undo meanwhile.
            InputEnded: The input has ended.
        """
        question, group = turn.question, turn.group
        assert question is not None
        question_texts = self._draw_question(question, group)
        self.narrate(turn, len(question_texts))
        self.out.print()
        self.show_texts(question_texts)
        while True:
            typed = self._read_typed(question, group)
            self.check_requests()
            is_name = " " in typed and find_by_full_name(question, typed) is not None
            if group is not None and typed.lower() == SINGLY_WORD:
                group = None
            elif is_name or not self.run_if_command(typed, question):
                names = self._parse_answers(question, group, typed)
                if names is not None:
                    self.own_answer_count = len(names)
                    return Answered(number=turn.number, names=names, together=group is not None)
            self.show_texts(self._draw_question(question, group))

    def look_on(self, turn: Turn) -> None:
        """Print a turn and its open question to a referee, who is not asked, and execute his commands until Enter.

        Raises:
            PlayerLeft: The person leaves.
            InputEnded: The input has ended.
        """
        question = turn.question
        texts = [] if question is None else draw_question(question, self.width)
        self.narrate(turn, len(texts))
        if question is None:
            return
        self.out.print()
        self.show_texts(texts)
        while typed := read_line(self.out, REFEREE_PROMPT):
            is_resignation = typed.lower().split() == ["give", "up"]
            if is_resignation or not self.run_if_command(typed, question):
                self._show_refusal("You look on: state, board, why, log, tell, quit. Enter waits for what comes next.")

    def ask_for_throw(self, turn: Turn) -> Thrown:
        """Print the events of a turn, and ask for the dice that it awaits until they are possible.

        Raises:
            PlayerLeft: The person leaves.
            Resignation: The player resigns.
            UndoWanted: The player asks to take back his last answer.
            QuestionWithdrawn: The player has agreed to an undo meanwhile.
            InputEnded: The input has ended.
        """
        wanted = turn.throw
        assert wanted is not None
        self.narrate(turn, 1)
        self.out.print()
        while True:
            self.show_texts([draw_dice_prompt(wanted, self.width)])
            if self._pager is not None:
                self._pager.drop_keys_of_stop()
            typed = read_line(self.out, PROMPT, SEAT_PHRASES)
            self.check_requests()
            if not typed or self.run_if_command(typed, None):
                continue
            throws = parse_faces(wanted, typed)
            if isinstance(throws, str):
                self._show_refusal(throws)
            elif len(throws) > 1:
                self._show_refusal("One throw at a time.")
            else:
                return Thrown(number=turn.event_count, faces=throws[0])

    def _draw_question(self, question: Question, group: QuestionGroup | None) -> list[Text]:
        """Render a question alone or with its group, without the name of the player who is asked."""
        if group is None:
            return draw_question(evolve(question, by="player"), self.width)
        return [*draw_group(group, self.width)]

    def _read_typed(self, question: Question, group: QuestionGroup | None) -> str:
        """Read a line of input at a question.

        Raises:
            InputEnded: The input has ended.
        """
        phrases = [
            *(sanitize(answer_title(question, index)) for index in display_order(question)),
            *["none"] * question.optional,
            *SEAT_PHRASES,
        ]
        if self._pager is not None:
            self._pager.drop_keys_of_stop()
        if group is None:
            return read_line(self.out, prompt_for(question), phrases)
        return read_line(self.out, PROMPT, [*phrases_for_group(group), *phrases])

    def _parse_answers(self, question: Question, group: QuestionGroup | None, typed: str) -> tuple[str, ...] | None:
        """Parse typed answers to their names; print an error and return None if they are invalid.

        Raises:
            InputEnded: The input has ended.
        """
        if group is None:
            index = parse_option(question, typed)
            if isinstance(index, int):
                is_confirmed = confirm_answer(
                    question, index, typed, self.out, self.width, at_terminal=is_interactive()
                )
                return (answer_name(question, index),) if is_confirmed else None
            self._show_refusal(explain_rejection(question, index, typed))
            return None
        indices = (
            parse_choices(group, typed) if isinstance(group, RepeatedQuestion) else parse_matrix_answers(group, typed)
        )
        if isinstance(indices, str):
            self._show_refusal(f"{capitalize_first(indices)}.")
            return None
        rows = (group.question,) * len(indices) if isinstance(group, RepeatedQuestion) else group.rows
        return tuple(answer_name(row, index) for row, index in zip(rows, indices, strict=True))

    def _show_refusal(self, problem: str) -> None:
        """Print why typed input is invalid."""
        self.show_texts([*wrap_text(styled_text(problem, "yellow"), 0, self.width), Text()])

    def confirm_undo(self, seat: str, own_answers: int) -> bool:
        """Ask the player whether another may take back his last answer; return whether he agrees.

        Args:
            seat: The seat that asks.
            own_answers: How many answers of this player fall with it.

        Raises:
            InputEnded: The input has ended.
        """
        asks = sentences.undo_asked(capitalize_first(self.title_of(seat)), own_answers)
        text = styled_text(f"{asks} Type yes to agree.", "bold yellow")
        self.show_texts([Text(), *wrap_text(text, 0, self.width)])
        return read_line(self.out).strip().lower() in ("yes", "y")

    # --- commands

    def run_if_command(self, typed: str, question: Question | None) -> bool:
        """Execute input if it is a command; return whether it is. At a throw there is no question.

        Raises:
            PlayerLeft: The person leaves.
            Resignation: The player resigns.
            UndoWanted: The player asks to take back his last answer.
        """
        word, _, rest = typed.removeprefix("/").partition(" ")
        word = word.lower()
        if word in SOLO_WORDS:
            self.show_texts(
                [styled_text(f"At a table of two there is no `{word}`. help lists what there is.", "yellow")]
            )
        elif (word, rest.strip().lower()) == ("give", "up"):
            self._confirm_resignation()
        elif (command := parse_word_command(typed)) is None or not self._dispatch(command, question):
            return False
        self.out.print()
        return True

    def _dispatch(self, command: Beside, question: Question | None) -> bool:
        """Execute a command by its class; return False if a table of two has no such command."""
        match command:
            case commands.Quit():
                raise PlayerLeft
            case commands.Undo(count=1):
                raise UndoWanted
            case commands.Undo() | commands.UndoTo() | commands.UndoAll() | commands.UndoBeat():
                self._show_refusal(sentences.UNDO_ONLY_LAST)
            case commands.Why(which=which):
                self._run_guarded(lambda: self._show_why(which, question))
            case commands.ShowOdds(runs=None, everything=everything) if question is not None:
                self._run_guarded(lambda: self._show_odds(question, everything=everything))
            case commands.ShowLog(lines=count):
                self._show_log(count)
            case commands.SetDetail(detail=detail):
                self._set_detail(detail or self.detail)
            case commands.SetPace(pace=pace):
                self._set_pace(pace)
            case commands.ShowSheet(everything=everything):
                self._run_guarded(lambda: self._show_sheet(everything=everything))
            case commands.ShowBoards(name=name):
                self._run_guarded(lambda: self._show_boards(name))
            case commands.ShowNames():
                self._run_guarded(lambda: self._show_in_pages(draw_names(self.queries.named_things())))
            case commands.Rename(text=text):
                self._run_guarded(lambda: self._rename(text))
            case commands.Help():
                self._show_in_pages(draw_lines(help_lines(SEAT_HELP_ROWS), self.width))
            case (
                commands.ShowOdds()
                | commands.ShowDecisions()
                | commands.ShowLuck()
                | commands.ShowOrders()
                | commands.TakeBackOrder()
                | commands.SetLevel()
                | commands.LookBack()
                | commands.ShowTable()
                | commands.Save()
                | commands.SetDice()
            ):
                return False
            case _:
                assert_never(command)
        return True

    def _run_guarded(self, command: Callable[[], None]) -> None:
        """Execute a command; print an error in it, without ending the game."""
        try:
            command()
        except InputError as error:
            show_error(error)

    def _confirm_resignation(self) -> None:
        """Ask for confirmation of a resignation.

        Raises:
            Resignation: The player confirms.
        """
        self.show_texts(
            [styled_text("The game ends, and all that was hidden is revealed. Type yes to give it up.", "bold yellow")]
        )
        if read_line(self.out).lower() in ("yes", "y"):
            raise Resignation

    def _show_why(self, which: str, question: Question | None) -> None:
        """Print the explanation of past events that the command ``why`` asks for."""
        lines = explain_events(self.views, which, question, self.queries.other_throws, self.seated.phrases)
        self._show_in_pages(draw_lines(lines, self.width))

    def _show_sheet(self, *, everything: bool) -> None:
        """Print the state of the fields that have titles; with ``everything`` all of them."""
        self._show_in_pages(
            draw_lines(render_sheet(self.queries.current_state().sheet, everything=everything), self.width)
        )

    def _show_boards(self, name: str) -> None:
        """Print the boards that a name names, with what has changed since the player looked before the last events.

        Raises:
            InputError: There is no such board, or the table does not answer.
        """
        boards = self.queries.current_state().boards
        if len(self.views) != self._boards_seen_at:
            self._boards_before, self._boards_seen, self._boards_seen_at = self._boards_seen, boards, len(self.views)
        marked = mark_changes(self._boards_before or boards, boards)
        self._show_in_pages(draw_boards(marked, name, self.width))

    def _show_odds(self, question: Question, *, everything: bool) -> None:
        """Ask the arbiter for the odds of the open question, and print them."""
        from bombsight.cli.play.odds import draw_odds

        with self.out.status("Working out the odds", spinner="line"):
            odds = self.queries.odds()
        self.show_texts(draw_odds(question, odds, self.width, shows_all=everything))

    def _show_log(self, count: int | None) -> None:
        """Print the story so far with its throws numbered, or its last ``count`` lines."""
        story = self._new_story()
        story.explains_marks = False
        story.detail = "books" if story.detail == "books" else "rolls"
        lines = [*draw_log(story.tell_all(self.views), self.width)]
        self._show_in_pages(lines if count is None else lines[-count:])

    def _set_detail(self, detail: Detail) -> None:
        """Set the level of the story's detail from here on, and print it."""
        self.detail = detail
        if self._story is not None:
            self._story.detail = detail
        self.show_texts([styled_text(describe_detail(detail), "yellow")])

    def _set_pace(self, pace: Pace | None) -> None:
        """Set and remember the pace of the story, if one is given, and print it."""
        if pace is not None:
            remember_pace(pace)
            if self._pager is not None:
                self._pager.pace = pace
        self.show_texts([styled_text(describe_pace(pace or preferred_pace()), "yellow")])

    def _rename(self, text: str) -> None:
        """Give a person or thing another name, by a typed text.

        Raises:
            InputError: Nothing has that name, the new one is invalid, or the table does not answer.
        """
        thing, name = parse_renaming(text.split(), self.queries.named_things())
        self.queries.rename(thing, name)
        self.show_texts([styled_text(f"{thing.what}: {name}", "yellow")])

    def _show_in_pages(self, lines: Iterable[Text]) -> None:
        """Print lines page by page, to leave room for the question that follows."""
        show_paged(self.out, [*lines], QUESTION_HEIGHT)
