"""What can be typed at a question or a throw beside an answer: commands, and standing orders.

A front end that asks in its own way does as it is told here, too; what is said goes to the console it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.boards import board_lines
from bombsight.cli.play.helping import show_help_on
from bombsight.cli.play.log import LOG_LINES, decision_lines, log_lines
from bombsight.cli.play.naming import name_lines
from bombsight.cli.play.narrating import Left, Narrator
from bombsight.cli.play.orders import given_line, level_lines, order_lines, taken_back
from bombsight.cli.play.paging import can_wait, show_paged
from bombsight.cli.play.reasons import why_lines
from bombsight.cli.play.sheet import state_lines
from bombsight.cli.play.together import ALONE
from bombsight.cli.play.usage import HELP, usage
from bombsight.cli.terminal.screen import print_lines, show_error, words
from bombsight.cli.terminal.signals import Stopped
from bombsight.cli.terminal.wrapping import wrapped
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.run.policies import Question
from bombsight.service.play.auto_answer import Steward
from bombsight.service.play.moments import Moment
from bombsight.service.play.order_parsing import NoOrder, read_order
from bombsight.service.play.play import Play
from bombsight.service.play.typed_dice import DiceKept
from bombsight.service.present.decisions import decisions, last_decision, unasked_before
from bombsight.service.present.joint_questions import Group, Matrix
from bombsight.service.present.story import DETAILS
from bombsight.service.present.view import View

QUESTION = 8
"""So many lines are left for a question below a long list."""


@define
class Commands:
    """Does what a person types beside answers.

    Attributes:
        narrator: Tells the game; how much, may be typed.
        kept: Dice that were typed beforehand.
        complain: Says what is wrong with a command.
        moment: What is asked about where that is not how things stand now: the end of a mission, though play has come
            to a question of the next; None for now.
    """

    narrator: Narrator
    kept: DiceKept = field(factory=DiceKept)
    complain: Callable[[InputError], None] = show_error
    moment: Moment | None = None

    @property
    def steward(self) -> Steward:
        """Sits beside the person at the game."""
        return self.narrator.steward

    @property
    def play(self) -> Play:
        """The game."""
        return self.narrator.play

    @property
    def out(self) -> Console:
        """Where is shown what is asked for."""
        return self.narrator.out

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return self.narrator.width

    def show(self, lines: Iterable[Text]) -> None:
        """Show some lines."""
        print_lines(self.out, lines)

    def show_long(self, lines: Iterable[Text]) -> None:
        """Show lines page by page: the question is put again below them.

        Raises:
            Ended: There is nothing more to read.
        """
        show_paged(self.out, [*lines], QUESTION)

    def _show_drawn(self, draw: Callable[[], None]) -> None:
        """Show what draws itself; page by page, where somebody would else lose its beginning.

        Raises:
            InputError: It cannot be drawn.
            Ended: There is nothing more to read.
        """
        if not can_wait(self.out):
            draw()
            return
        with self.out.capture() as drawn:
            draw()
        self.show_long(Text.from_ansi(drawn.get().rstrip("\n")).split("\n", allow_blank=True))

    def refuse(self, problem: str, typed: str = "") -> None:
        """Say why something typed would not do, and how the command goes that it begins like."""
        meant = wrapped(words(usage(typed), "dim"), 0, self.width) if usage(typed) else ()
        self.show([*wrapped(words(problem, "yellow"), 0, self.width), *meant, Text()])

    def do(self, typed: str, view: View) -> bool:
        """Do what was typed, if it is a command."""
        word, _, rest = typed.removeprefix("/").partition(" ")
        rest = rest.strip()
        match word.lower():
            case "undo":
                self._undo(rest, view)
            case "quit" | "exit" | "q" if not rest:
                raise Left
            case "why":
                self._guarded(lambda: self._why(rest, view))
            case "odds" if not rest or rest == "all" or rest.isdecimal():
                self._guarded(lambda: self._odds(rest))
            case "orders" if not rest:
                self.show(order_lines(self.steward, self.width))
            case "orders" if rest.split()[0] == "off":
                self.show([taken_back(self.steward, rest.removeprefix("off").strip())])
            case "ask":
                self.show(level_lines(self.steward, rest))
            case "log" if not rest or rest == "all" or rest.isdecimal():
                self._log(rest)
            case "tell" if rest in ("", *DETAILS):
                self._set_detail(rest)
            case "state" if rest in ("", "all"):
                sheet = view.sheet if self.moment is None else self.moment.sheet
                self.show_long(state_lines(sheet, self.width, everything=rest == "all"))
            case "board" | "boards":
                self._guarded(lambda: self.show(board_lines(self._boards(), rest, self.width)))
            case "table" if rest:
                self._guarded(lambda: self._table(rest))
            case "save":
                self._guarded(lambda: self._save(rest))
            case "name":
                self._guarded(lambda: self._name(rest))
            case "dice" if rest in ("manual", "seeded"):
                self.kept.clear()
                self.play.throw_by_hand(rest == "manual")
                self.show([words("You throw from here on." if rest == "manual" else "The seed throws from here on.")])
            case "help" | "?" if not rest:
                size = max(len(name) for name, _ in HELP)
                self.show_long(Text(f"  {name:<{size}}  ").append(text, style="dim") for name, text in HELP)
            case "help" | "?":
                self._guarded(lambda: self._show_drawn(lambda: show_help_on(self.play, rest, self.out, self.width)))
            case _:
                return False
        return True

    @property
    def _happened(self) -> int | None:
        """How many events are told of; None for all."""
        return None if self.moment is None else self.moment.happened

    def _boards(self) -> Sequence[BoardShown]:
        """The pictures of how things stand.

        Raises:
            InputError: The game cannot go on.
        """
        return self.play.boards() if self.moment is None else self.moment.boards

    def _guarded(self, command: Callable[[], None]) -> None:
        """Do a command; what is wrong with it ends no game."""
        try:
            command()
        except InputError as error:
            self.complain(error)

    def _undo(self, rest: str, view: View) -> None:
        """Take back answers, or list what can be: ``undo``, ``undo 2``, ``undo list``, ``undo to 7``, ``undo all``."""
        to, _, number = rest.rpartition(" ")
        if not view.can_undo:
            self.show([words("There is nothing to take back.", "yellow")])
            return
        if not rest and (last := last_decision(self.play.session)) is not None:
            self._take_back(last, 1)
            return
        told = decisions(self.play.session)
        if rest == "all":
            self._take_back("all, to the first question", len(told) + 1)
            return
        if not told or rest == "list":
            self.show([*decision_lines(told, unasked_before(self.play.session), self.width)])
            return
        count = int(number or 1) if (number or "1").isdecimal() and len(number) < 7 else 0
        count = len(told) - count + 1 if to == "to" else count
        if to not in ("", "to") or not 0 < count <= len(told):
            self.show([words(f"Type undo, undo N, undo to N, or undo all; N is at most {len(told)}.", "yellow")])
            return
        more = f", and {count - 1} before it" if count > 1 and to != "to" else ""
        more = f", and the {count - 1} after it" if count > 1 and to == "to" else more
        named = told[-count] if to == "to" else told[-1]
        self._take_back(f"{named}{more}", count)

    def _why(self, rest: str, view: View) -> None:
        """Show how a roll came about."""
        self.show_long(why_lines(self.play, rest, view.question, self.width, self._happened))

    def _take_back(self, said: str, count: int) -> None:
        """Take back so many answers, and say which."""
        self.show(wrapped(words(f"Taken back: {said}.", "yellow"), 0, self.width))
        self.kept.clear()
        self.steward.undo(count)

    def _set_detail(self, rest: str) -> None:
        """Tell more or less from here on."""
        self.narrator.set_detail(next((each for each in DETAILS if each == rest), self.narrator.detail))
        told = {"news": "what happens", "rolls": "what happens, and dice", "books": "every change, too"}
        self.show([words(f"Told is {self.narrator.detail}: {told[self.narrator.detail]}.", "yellow")])

    def _odds(self, rest: str) -> None:
        """Show the odds of the open question; the keys that interrupt end the work on them, not the game.

        Raises:
            Stopped: The system asks the program to end.
            InputError: No question is open.
        """
        from bombsight.cli.play.odds import odds_lines

        if self.moment is not None:
            raise InputError("no question is open")
        weighing = None
        with self.out.status("Working out the odds", spinner="line"):
            try:
                weighing = self.play.weigh()
                weighing.work(int(rest[:9]) if rest.isdecimal() else None)
            except KeyboardInterrupt as stop:
                if isinstance(stop, Stopped):
                    raise
        if weighing is None or not weighing.sample.runs:
            self.show([words("Stopped before anything was known.", "yellow")])
        else:
            self.show(odds_lines(weighing.question, weighing.odds(), self.width, everything=rest == "all"))

    def log_all(self, width: int) -> list[Text]:
        """The story so far, with the numbers that ``why`` takes."""
        story = self.narrator.story()
        story.detail = "books" if story.detail == "books" else "rolls"
        return [*log_lines(story.whole([*islice(self.play.events(), self._happened)]), width)]

    def _log(self, rest: str) -> None:
        lines = self.log_all(self.width)
        self.show_long(lines if rest == "all" else lines[-int(rest[:6] or LOG_LINES) :])

    def _table(self, word: str) -> None:
        """Show a table of the game."""
        from bombsight.cli.tables.card import show_card
        from bombsight.service.lookup.cards import card_in

        told = card_in(self.play.request, word).table
        self._show_drawn(lambda: show_card(told, self.out, as_written=False))

    def _name(self, rest: str) -> None:
        """Say who is called what, or give somebody a name."""
        if rest:
            found = self.play.name(rest)
            self.show([words(f"{found.what}: {found.name}.")])
        else:
            self.show(name_lines(self.play.called()))

    def _save(self, path: str) -> None:
        """Say where the game is saved, or save a copy; a game that was not saved is from here on."""
        save = self.play.session.save
        if path:
            self.play.save(path)
            kept = f"A copy of the game is in {path}."
            self.show([words(kept if save else f"From here on every answer is saved in {path}.")])
        elif save is None:
            self.show([words("This game is not being saved. Write: save FILE", "yellow")])
        else:
            self.show([words(f"Every answer is saved in {save.where() or 'a file that was moved'} as it is given.")])

    def give_order(self, asked: Question | None, typed: str, group: Group | None = None) -> bool:
        """Give the standing order that was typed, if it is one."""
        try:
            order = read_order(self.steward, asked, typed)
            if order is not None and order.answer and isinstance(group, Matrix):
                raise NoOrder(f"An order with an answer is given at a question by itself: type {ALONE} first.")
        except NoOrder as problem:
            self.refuse(str(problem))
            return True
        if order is None:
            return False
        self.steward.order(order)
        self.show([*wrapped(given_line(order), 0, self.width)])
        if asked is not None and self.steward.own_answer(asked) is None:
            self.show([words("This one is for yourself to answer.", "dim"), Text()])
        return True

    def leave_dice(self, typed: str) -> bool:
        """Leave this throw, or all from here on, to the seed, if that was typed."""
        match typed.lower().split():
            case ["r" | "roll"]:
                self.play.throw_for_me()
            case ["r" | "roll", "all"]:
                self.kept.clear()
                self.play.throw_by_hand(False)
            case _:
                return False
        return True
