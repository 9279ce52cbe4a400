"""The run of a game with any front end, from start to end or interruption, and the messages around it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.failure import FINDINGS, SUCCESS
from bombsight.cli.play.hints import draw_closing_hints, draw_screen_hint
from bombsight.cli.play.interactive import InteractiveSession
from bombsight.cli.play.jsonl_session import JsonlSession
from bombsight.cli.play.naming import ask_names
from bombsight.cli.play.narrator import MAX_WIDTH, NOTHING_ASKED, Narrator, PlayerLeft
from bombsight.cli.play.paging import is_attended
from bombsight.cli.play.question_input import InputEnded
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.quoting import resume_command
from bombsight.cli.terminal.screen import make_console, print_notice, show_error, styled_text
from bombsight.cli.terminal.signals import exit_status_of
from bombsight.cli.terminal.streams import discard_output, discard_typeahead, is_interactive
from bombsight.flat.sites import EnterSite
from bombsight.runtime.run.play import Faulted, Pending
from bombsight.service.games.source_files import openable_place
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import AnswererName, is_worth_keeping
from bombsight.service.present import sentences
from bombsight.service.present.beats import Pace, preferred_pace
from bombsight.service.present.introduction import introduce_game, introduce_rules
from bombsight.service.present.sheet import Sheet
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail
from bombsight.service.saves.bookmarks import find_pace, keep_pace
from bombsight.service.saves.status import SharedTurn, cache_shared_turn, cache_status

if TYPE_CHECKING:  # imported only on use, for it is slow
    from bombsight.service.seats.arbiter.arbiter import Arbiter
from bombsight.service.seats.arbiter.arbiter_state import Progress


class FrontEnd(Protocol):
    """The interface of a front end: lines, full screen, JSON lines or two players.

    Attributes:
        interrupt: The interrupt that stopped the program, or None.
        is_over: Whether the game has ended.
    """

    interrupt: KeyboardInterrupt | None
    is_over: bool

    def run(self) -> None:
        """Play to the end, or until the player leaves."""

    def show_remaining(self) -> None:
        """Show the events that were not shown yet, after the game failed."""


class PlayRunner:
    """Runs a game by the front end that the options of the call choose.

    Attributes:
        detail: The level of detail of the story.
        pace: The pace of the story; None for that of the game when it was left, or the preferred one.
        quiet: Whether to leave out everything around the story.
        json: Whether a program plays, by JSON lines.
        answers: Who answers.
        ask_level: Which questions a person is asked; None for the default: sensible ones at a terminal, else all.
        is_save_named: Whether a person named the save; an unnamed one without decisions is deleted.
        asks_names: Whether to ask for everybody's name before the first question.
        on_screen: Whether to use the whole screen, not lines.
        shares_keyboard: Whether two people share the keyboard.
        limit: The factor by which the limits on the cost of rules are raised.
        out: The console.
        has_begun: Whether the front end has begun to show the story.
    """

    def __init__(
        self,
        *,
        detail: Detail,
        quiet: bool,
        json: bool,
        answers: AnswererName,
        ask_level: Level | None = None,
        pace: Pace | None = None,
        is_save_named: bool = True,
        asks_names: bool = False,
        on_screen: bool = False,
        shares_keyboard: bool = False,
        limit: int = 1,
    ) -> None:
        """Make the runner from the options of the call."""
        self.detail = detail
        self.quiet = quiet
        self.json = json
        self.answers = answers
        self.ask_level = ask_level or ("sensible" if is_interactive() and not json else "all")
        self.pace = pace
        self.is_save_named = is_save_named
        self.asks_names = asks_names and not json
        self.on_screen = on_screen
        self.shares_keyboard = shares_keyboard
        self.limit = limit
        self.out = make_console(stderr=json)
        self.has_begun = False

    def run(self, play: Play, *, is_resumed: bool = False, asks_now: bool = False) -> int:
        """Play a game, and return the exit status.

        Args:
            play: The game.
            is_resumed: Whether the game is resumed.
            asks_now: Whether its first question is asked even if it would be answered automatically.
        """
        session = play.session
        question_filter = QuestionFilter(play, self.ask_level if self.answers == "person" else "all")
        if asks_now:
            question_filter.stop_answering()
        kept_pace = find_pace(session) if is_resumed else None
        pace: Pace = self.pace or kept_pace or preferred_pace()
        narrator: Narrator | None = None
        arbiter: Arbiter | None = None
        front_end: FrontEnd
        if self.shares_keyboard:
            arbiter = open_arbiter(play)
            if self.on_screen:
                from bombsight.cli.seats.shared_screen import SharedScreen

                front_end = SharedScreen(arbiter, self.detail, pace, self.ask_level, needs_recall=is_resumed)
            else:
                from bombsight.cli.seats.shared_keyboard import SharedKeyboard

                front_end = SharedKeyboard(arbiter, self.out, self.detail, self.ask_level)
        elif self.on_screen:
            from bombsight.cli.screen.front_end import ScreenFrontEnd

            front_end = ScreenFrontEnd(question_filter, self.detail, pace, needs_recall=is_resumed)
            narrator = front_end.app.move_runner.narrator
        elif self.json:
            front_end = JsonlSession(question_filter, plays=self.answers == "person" or play.by_hand)
        else:
            plays = self.answers == "person"
            front_end = InteractiveSession(
                question_filter,
                self.out,
                detail=self.detail,
                pace=pace,
                plays=plays,
                confirms_grave_answers=is_interactive(),
                needs_recall=is_resumed and plays,
            )
            narrator = front_end.narrator
        path = None
        notes_shown: list[str] = []
        try:
            intro = [*self.draw_intro(play, is_resumed=is_resumed)]
            for line in intro:
                self.out.print(line, soft_wrap=True)
            if narrator is not None:
                narrator.lines_above = count_rows(intro, self.out.width)
            notes_shown = [] if self.on_screen else [*session.notes]
            for text in notes_shown:
                print_notice(text)
            if self.asks_names:
                ask_names(play, self.out)
            if self.answers == "thoughtful" and not play.by_hand:
                with make_console(stderr=True).status("Thinking", spinner="line"):
                    play.view()
            self.has_begun = True
            front_end.run()
        except PlayerLeft:
            pass
        except InputEnded as end:
            front_end.interrupt = end.interrupt
        except InputError:
            front_end.show_remaining()
            raise
        except KeyboardInterrupt as stop:
            front_end.interrupt = stop
        finally:
            if session.save is not None:
                path = session.save.current_path()
            shared_turn = None if arbiter is None else read_shared_turn(arbiter)
            play.close()
            store_status(play, path)
            if shared_turn is not None and path is not None:
                with contextlib.suppress(InputError, OSError):
                    cache_shared_turn(shared_turn, path)
            if narrator is not None and path is not None and not front_end.is_over:
                if narrator.pace != preferred_pace() or find_pace(session) is not None:
                    keep_pace(session, narrator.pace)
            for text in session.notes:
                if text not in notes_shown:
                    print_notice(text)
        if front_end.interrupt is not None:
            self.show_interrupted(play, front_end, path)
            return exit_status_of(front_end.interrupt)
        outcome = session.outcome
        if isinstance(outcome, Faulted):
            place = openable_place(str(outcome.origin.place), play.request.sources)
            hint = fault_hint(outcome, path)
            show_error(InputError(f"rules fault: {outcome.message}", place, hint))
            return FINDINGS
        if front_end.is_over and not self.json:
            discard_typeahead()
        if isinstance(outcome, Pending) and isinstance(outcome.waits_for, EnterSite):
            self.show_stop_point(outcome.waits_for, play, path)
        elif not front_end.is_over:
            self.show_how_to_resume(play, path)
        elif self.answers == "person" and not (self.quiet or self.json):
            if question_filter.has_asked_nothing:
                self.out.print(styled_text(f"{NOTHING_ASKED} Ask for more: --ask all", "yellow"), soft_wrap=True)
            if path is not None:
                self.out.print(styled_text(f"The game is kept in {path}", "dim"), soft_wrap=True)
            if is_attended(self.out):
                for line in draw_closing_hints(session, path):
                    self.out.print(line, soft_wrap=True)
        return SUCCESS

    def draw_intro(self, play: Play, *, is_resumed: bool) -> Iterator[Text]:
        """Render the lines before a game begins: title, introduction, save."""
        session = play.session
        save = session.save.path if session.save is not None else None
        if save is None and (self.answers == "person" or session.header.is_by_hand):
            print_notice("This game cannot be saved in your data folder. Name a file with --save, or type: save FILE")
        if self.json or self.quiet or self.on_screen:
            return
        yield from draw_lines(introduce_game(session.program, session.header), self.out.width)
        if not is_resumed:
            yield from draw_lines(introduce_rules(session.program.about), min(self.out.width, MAX_WIDTH))
            if session.program.about and (save is not None or self.answers == "person"):
                yield Text()
        if save is not None:
            yield styled_text(f"saved as you play in {save}", "dim")
        if self.answers == "person" and not is_resumed:
            yield styled_text("at a question type a number or words; help lists what else", "dim")
            yield from draw_screen_hint()
            if self.ask_level != "all":
                yield styled_text("what has one sensible answer is answered by itself; ask all puts it to you", "dim")

    def show_stop_point(self, site: EnterSite, play: Play, path: str | None) -> None:
        """Print before which procedure (``site`` is its entry) play stops, the state there, and how to go on."""
        if self.json:
            return
        self.out.print()
        for line in draw_lines(render_sheet(Sheet(play.session.describer).groups()), min(self.out.width, MAX_WIDTH)):
            self.out.print(line, soft_wrap=True)
        self.out.print()
        message = f"{sentences.stopped_before(site.title or site.name.replace('_', ' '))}."
        self.out.print(
            styled_text(f"{message} To go on: {resume_command(path, self.limit)}" if path else message, "yellow"),
            soft_wrap=True,
        )

    def show_interrupted(self, play: Play, front_end: FrontEnd, path: str | None) -> None:
        """Print how to resume the game after an interrupt, if the terminal still exists."""
        try:
            self.out.print()
            front_end.show_remaining()
            self.show_how_to_resume(play, path)
        except OSError:
            discard_output()

    def show_how_to_resume(self, play: Play, path: str | None) -> None:
        """Print how to resume the game, if its save's path is known."""
        session = play.session
        if session.save is None:
            message = "Left. This game was not saved."
        elif path is None:
            message = (
                f"Left. The save is no longer at {session.save.path}: it was moved or deleted while it was played."
            )
            message += " To go on: bombsight resume, with the name it has now."
        elif not self.is_save_named and not is_worth_keeping(session, has_begun=self.has_begun):
            with contextlib.suppress(OSError):
                Path(path).unlink()
            message = "Left. Nothing was answered, so nothing is kept."
        else:
            message = f"Saved. To go on: {resume_command(path, self.limit)}{' --two' if self.shares_keyboard else ''}"
        self.out.print(styled_text(message, "yellow"), soft_wrap=True)


def open_arbiter(play: Play) -> Arbiter:
    """Make the arbiter between two people who share the keyboard.

    Raises:
        InputError: A second player has nothing to decide.
    """
    from bombsight.runtime.visibility.visibility import has_secrets
    from bombsight.service.saves.save_index import remember_shared_keyboard
    from bombsight.service.seats.arbiter.arbiter import Arbiter
    from bombsight.service.seats.protocol.commitments import Secret
    from bombsight.service.seats.protocol.seating import TableTerms

    if play.session.save is not None and (path := play.session.save.current_path()):
        remember_shared_keyboard(Path(path))
    taken_back = play.session.taken_back
    return Arbiter(
        play,
        Secret.generate(),
        terms=TableTerms(is_seed_named=not play.by_hand, dice="own" if play.by_hand else "seeded"),
        progress=Progress(
            undone=len(taken_back), undo_count=len(taken_back), kept=taken_back[-1].kept if taken_back else 0
        ),
        is_shared=not has_secrets(play.session.program),
    )


def read_shared_turn(arbiter: Arbiter) -> SharedTurn | None:
    """Read who is to decide at one keyboard; None if the game cannot go on."""
    with contextlib.suppress(InputError):
        turn = arbiter.seat_to_act
        players = tuple(seat.title for seat in arbiter.seats if seat.name not in arbiter.autos)
        return SharedTurn(seats=players, turn=arbiter.find_seat(turn).title if turn else "")
    return None


def count_rows(lines: Sequence[Text], width: int) -> int:
    """Count the terminal rows that lines take when wrapped at a width."""
    return sum(max(1, -(-line.cell_len // width)) for line in lines)


def store_status(play: Play, path: str | None) -> None:
    """Write the status of a game that was left, for the list of saves; ignore failures."""
    if path is not None and play.session.outcome is not None:
        with contextlib.suppress(InputError, OSError):
            cache_status(play.session, path)


def fault_hint(fault: Faulted, path: str | None) -> str:
    """The hint after a rules fault: how to go on with the save at a path, if any, or whom to tell."""
    source = f" It stands for {fault.origin.cite}." if fault.origin.cite else ""
    if fault.is_over_budget:
        how = f": {resume_command(path)} --limit N" if path is not None else ""
        return f"With --limit N the rules may cost N times as much{how}. If they never end, tell their author.{source}"
    return f"The rules did what they may not: mend them there, or tell their author.{source}"
