"""Playing a game from its first question to its end, or to where somebody leaves it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.failure import DONE, FINDINGS
from bombsight.cli.play.asking import Ended
from bombsight.cli.play.interactive import Sitting
from bombsight.cli.play.jsonl_session import Lines
from bombsight.cli.play.naming import ask_names
from bombsight.cli.play.narrating import UNASKED, WIDEST, Left
from bombsight.cli.terminal.lines import draw_lines
from bombsight.cli.terminal.quoting import command_on
from bombsight.cli.terminal.screen import console, note, show_error, words
from bombsight.cli.terminal.signals import status_of
from bombsight.cli.terminal.streams import abandon_output, drop_input, is_interactive
from bombsight.flat.sites import EnterSite
from bombsight.runtime.run.play import Faulted, Pending
from bombsight.service.games.reading import opened
from bombsight.service.play.auto_answer import QuestionFilter
from bombsight.service.play.play import Play
from bombsight.service.play.standing_orders import Level
from bombsight.service.play.start import Answers, is_worth_keeping
from bombsight.service.present.introduction import introduce_game, introduce_rules
from bombsight.service.present.sheet import Sheet
from bombsight.service.present.sheet_lines import render_sheet
from bombsight.service.present.story import Detail
from bombsight.service.saves.status import keep_standing

if TYPE_CHECKING:  # loaded only where it is wanted, for it takes its time
    from bombsight.cli.seats.one_keyboard import OneKeyboard


class Seat(Protocol):
    """Where whoever plays sits.

    Attributes:
        stop: What asked the program to stop, or None.
        is_over: Whether the game came to its end.
    """

    stop: KeyboardInterrupt | None
    is_over: bool

    def sit(self) -> None:
        """Play to the end, or until whoever sits there leaves."""

    def rest(self) -> None:
        """Tell what has happened and was not told."""


class Table:
    """The table a game is played at, by a person or by a program.

    Attributes:
        detail: How much of the story is told.
        quiet: Whether what frames the story is left out.
        json: Whether a program plays, in lines of JSON.
        answers: Who answers.
        ask: How much is asked of a person; None for what is usual: what is sensible at a terminal, else all.
        named: Whether a person named the save; else one that holds nothing is not kept.
        asks_names: Whether everybody's name is asked for before the first question.
        screen: Whether the game is shown on a whole screen, not in lines.
        two: Whether two people share the keyboard.
        limit: By which factor what the rules may cost is raised.
        out: Where people read.
    """

    def __init__(
        self,
        *,
        detail: Detail,
        quiet: bool,
        json: bool,
        answers: Answers,
        ask: Level | None = None,
        named: bool = True,
        asks_names: bool = False,
        screen: bool = False,
        two: bool = False,
        limit: int = 1,
    ) -> None:
        self.detail = detail
        self.quiet = quiet
        self.json = json
        self.answers = answers
        self.ask = ask or ("sensible" if is_interactive() and not json else "all")
        self.named = named
        self.asks_names = asks_names and not json
        self.screen = screen
        self.two = two
        self.limit = limit
        self.out = console(stderr=json)

    def play(self, play: Play, *, again: bool = False, asks_now: bool = False) -> int:
        """Play a game; the exit status.

        Args:
            play: The game.
            again: Whether it is taken up again.
            asks_now: Whether what it asks then is put to the person, though it may have one sensible answer.
        """
        session = play.session
        steward = QuestionFilter(play, self.ask if self.answers == "person" else "all")
        if asks_now:
            steward.halt()
        seat: Seat
        if self.two:
            seat = self.keyboard(play)
        elif self.screen:
            from bombsight.cli.screen.seat import ScreenSeat

            seat = ScreenSeat(steward, self.detail, recall=again)
        elif self.json:
            seat = Lines(steward, plays=self.answers == "person" or play.by_hand)
        else:
            plays = self.answers == "person"
            seat = Sitting(
                steward, self.out, detail=self.detail, plays=plays, careful=is_interactive(), recall=again and plays
            )
        path = None
        noted: list[str] = []
        try:
            shown = [*self.intro(play, again=again)]
            for line in shown:
                self.out.print(line, soft_wrap=True)
            if isinstance(seat, Sitting):
                seat.narrator.above = count_rows(shown, self.out.width)
            noted = [] if self.screen else [*session.notes]
            for text in noted:
                note(text)
            if self.asks_names:
                ask_names(play, self.out)
            if self.answers == "thoughtful" and not play.by_hand:
                with console(stderr=True).status("Thinking", spinner="line"):
                    play.view()
            seat.sit()
        except Left:
            pass
        except Ended as end:
            seat.stop = end.stop
        except InputError:
            seat.rest()
            raise
        except KeyboardInterrupt as stop:
            seat.stop = stop
        finally:
            if session.save is not None:
                path = session.save.where()
            play.close()
            keep(play, path)
            for text in session.notes:
                if text not in noted:
                    note(text)
        if seat.stop is not None:
            self.stopped(play, seat, path)
            return status_of(seat.stop)
        outcome = session.outcome
        if isinstance(outcome, Faulted):
            place = opened(str(outcome.origin.place), play.request.sources)
            hint = fault_hint(outcome, path)
            show_error(InputError(f"rules fault: {outcome.message}", place, hint))
            return FINDINGS
        if seat.is_over and not self.json:
            drop_input()
        if isinstance(outcome, Pending) and isinstance(outcome.waits_for, EnterSite):
            self.stopped_before(outcome.waits_for, play, path)
        elif not seat.is_over:
            self.leave(play, path)
        elif self.answers == "person" and not (self.quiet or self.json):
            if steward.asked_nothing:
                self.out.print(words(f"{UNASKED} Ask for more: --ask all", "yellow"), soft_wrap=True)
            if path is not None:
                self.out.print(words(f"The game is kept in {path}", "dim"), soft_wrap=True)
        return DONE

    def keyboard(self, play: Play) -> OneKeyboard:
        """The seats of two people who share the keyboard.

        Raises:
            InputError: There is nothing for a second one to decide.
        """
        from bombsight.cli.seats.one_keyboard import OneKeyboard
        from bombsight.service.seats.arbiter import Arbiter
        from bombsight.service.seats.commitments import Secret

        return OneKeyboard(Arbiter(play, Secret.new()), self.out, self.detail, self.ask)

    def intro(self, play: Play, *, again: bool) -> Iterator[Text]:
        """What is played."""
        session = play.session
        save = session.save.path if session.save is not None else None
        if save is None and (self.answers == "person" or session.header.by_hand):
            note("This game cannot be saved in your data folder. Name a file with --save, or type: save FILE")
        if self.json or self.quiet or self.screen:
            return
        yield from draw_lines(introduce_game(session.program, session.header), self.out.width)
        if not again:
            yield from draw_lines(introduce_rules(session.program.about), min(self.out.width, WIDEST))
            if session.program.about and (save is not None or self.answers == "person"):
                yield Text()
        if save is not None:
            yield words(f"saved as you play in {save}", "dim")
        if self.answers == "person" and not again:
            yield words("at a question type a number or words; help lists what else", "dim")
            if self.ask != "all":
                yield words("what has one sensible answer is answered by itself; ask all puts it to you", "dim")

    def stopped_before(self, begins: EnterSite, play: Play, path: str | None) -> None:
        """Show how things stand where play was to stop, and say how to go on."""
        if self.json:
            return
        self.out.print()
        for line in draw_lines(render_sheet(Sheet(play.session.describer).groups()), min(self.out.width, WIDEST)):
            self.out.print(line, soft_wrap=True)
        self.out.print()
        said = f"Stopped before: {begins.title or begins.name.replace('_', ' ')}."
        self.out.print(
            words(f"{said} To go on: {command_on(path, self.limit)}" if path else said, "yellow"), soft_wrap=True
        )

    def stopped(self, play: Play, seat: Seat, path: str | None) -> None:
        """Say how to go on later, if there is still a terminal to say it on."""
        try:
            self.out.print()
            seat.rest()
            self.leave(play, path)
        except OSError:
            abandon_output()

    def leave(self, play: Play, path: str | None) -> None:
        """Say how to go on later.

        Args:
            play: What is left.
            path: Where its save lies now; None where that is not known, or there is none.
        """
        session = play.session
        if session.save is None:
            said = "Left. This game was not saved."
        elif path is None:
            said = f"Left. The save is no longer at {session.save.path}: it was moved or deleted while it was played."
            said += " To go on: bombsight resume, with the name it has now."
        elif not self.named and not is_worth_keeping(session):
            with contextlib.suppress(OSError):
                Path(path).unlink()
            said = "Left. Nothing was answered, so nothing is kept."
        else:
            said = f"Saved. To go on: {command_on(path, self.limit)}{' --two' if self.two else ''}"
        self.out.print(words(said, "yellow"), soft_wrap=True)


def count_rows(lines: Sequence[Text], width: int) -> int:
    """How many rows of a terminal so wide lines take."""
    return sum(max(1, -(-line.cell_len // width)) for line in lines)


def keep(play: Play, path: str | None) -> None:
    """Keep where a game stands that was left, for the list of saves; nothing is lost where that cannot be done."""
    if path is not None and play.session.outcome is not None:
        with contextlib.suppress(InputError, OSError):
            keep_standing(play.session, path)


def fault_hint(fault: Faulted, path: str | None) -> str:
    """What to do about a fault.

    Args:
        fault: The fault.
        path: Where its save lies; None where there is none.
    """
    cite = f" It stands for {fault.origin.cite}." if fault.origin.cite else ""
    if fault.is_over_budget:
        how = f": {command_on(path)} --limit N" if path is not None else ""
        return f"With --limit N the rules may cost N times as much{how}. If they never end, tell their author.{cite}"
    return f"The rules did what they may not: mend them there, or tell their author.{cite}"
