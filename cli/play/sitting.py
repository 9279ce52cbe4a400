"""A person at a game: what happened is shown, questions are put, and at every question more can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import define, field
from rich.console import Console
from rich.text import Text

from bombsight.cli.play.asking import Ended, dice_prompt, is_number_choice, question_lines, read_answer, read_line
from bombsight.cli.play.reasons import last_roll, reasons, worked_out
from bombsight.cli.play.sheet import state_lines
from bombsight.cli.play.story import Story
from bombsight.cli.play.throws import label
from bombsight.cli.terminal.output import print_json
from bombsight.cli.terminal.screen import show_error, words
from bombsight.dsl.listing import listed
from bombsight.flat.program import RollSite
from bombsight.runtime.choices import Pause, Question, Undo
from bombsight.runtime.errors import InputError
from bombsight.runtime.journal import Journal
from bombsight.runtime.save import SaveFile
from bombsight.runtime.saved import record_line
from bombsight.runtime.session import Session
from bombsight.service.documents import document

WIDEST = 100
"""Lines are no longer than this, however wide the terminal is."""

RECALLED = 12
"""How many lines of the story so far are shown when a game is taken up again."""

LOG_LINES = 30
"""How many lines of the story `log` shows."""

HELP = (
    ("a number or words", "answer: 2, or a word or two that only one option has"),
    ("undo [N]", "take back the last answer, or the last N"),
    ("why", "how the last roll came about: modifiers, row, sources"),
    ("log [N|all]", "the story so far"),
    ("state [all]", "how things stand; all: also what is as at the beginning"),
    ("table ID", "a table as a card"),
    ("save [FILE]", "where the game is saved; with FILE: a copy of it there"),
    ("quit", "leave; the game can be resumed"),
    ("help", "this list"),
)


@define
class Sitting:
    """What a person sees and types.

    Attributes:
        session: The game.
        out: Where questions and answers to commands go.
        show_table: Shows the table that words name.
        quiet: Whether only the narrative and the outcome are told.
        json: Whether events are told to programs.
        plays: Whether the person answers; else only dice are asked for.
        recall: Whether the story so far has still to be shown.
        stop: What asked the program to stop, or None.
    """

    session: Session
    out: Console
    show_table: Callable[[str], None]
    quiet: bool = False
    json: bool = False
    plays: bool = True
    recall: bool = False
    stop: KeyboardInterrupt | None = None
    _journal: Journal | None = None
    _told: int = 0
    _asked: Question | None = None
    _story: Story = field(factory=Story)

    @property
    def width(self) -> int:
        """How wide lines may be."""
        return min(self.out.width, WIDEST)

    # --- telling

    def tell(self, asked: str | None = None) -> None:
        """Tell what has happened since the last time, down to the headings above what is ``asked`` now."""
        journal = self.session.journal
        if journal is self._journal:
            views = [*journal.views(self._told)]
            known = False
        else:
            # After an undo the story is told anew up to the open question: all of that is known already.
            views = [*journal.views()]
            known = self._journal is not None
            self._journal = journal
            self._story = self._new_story(answers=not self.plays or self.recall)
        self._told = len(journal.events)
        if self.json:
            told = [document("undo", kept=self._told)] if known else [view.to_json() for view in views]
            for data in told:
                print_json(data, line=True)
            return
        lines = [line for view in views for line in self._story.tell(view)]
        lines += self._story.rest() if asked is None else self._story.announce(asked)
        if self.recall and len(lines) > RECALLED:
            lines = [words("... (log all: the whole story)", "dim"), *lines[-RECALLED:]]
        if not known:
            self.show(lines)
        self.recall = False
        self._story.answers = not self.plays

    def _new_story(self, *, answers: bool) -> Story:
        outer = 2 if self.session.header.entry == "career" else 1
        return Story(width=self.width, quiet=self.quiet, answers=answers, outer=outer)

    def show(self, lines: Iterable[Text]) -> None:
        """Show some lines."""
        for line in lines:
            self.out.print(line, soft_wrap=True)

    # --- asking

    def answer(self, asked: Question) -> int | str:
        """A person's answer to a question.

        Raises:
            Pause: He leaves.
            Undo: He takes something back.
        """
        self.tell(asked.prompt)
        self._asked = asked
        if not asked.problem:
            self.out.print()
            self.show(question_lines(asked, self.width))
        else:
            self.show([words(complaint(asked), "yellow")])
        while True:
            typed = self._read()
            reply = read_answer(asked, typed)
            # A command's word is never taken for an answer, but a whole name of several words is.
            is_name = isinstance(reply, int) and " " in typed
            if not is_name and self._command(typed, lambda: self.show(question_lines(asked, self.width))):
                continue
            if reply is not None:
                return reply

    def throw(self, roll: RollSite, problem: str) -> str:
        """What real dice show.

        Raises:
            Pause: The person leaves.
            Undo: He takes something back.
        """
        self.tell(label(roll.table, roll.title))
        self._asked = None
        if problem:
            self.show([words(f"{problem[:1].upper()}{problem[1:]}.", "yellow")])
        self.out.print()
        while True:
            self.show([dice_prompt(roll)])
            typed = self._read()
            if typed and not self._command(typed, lambda: None):
                return typed

    def _read(self) -> str:
        try:
            return read_line(self.out)
        except Ended as end:
            self.stop = end.stop
            raise Pause from end

    # --- commands

    def _command(self, typed: str, repeat: Callable[[], None]) -> bool:
        """Do what was typed, if it is a command; ``repeat`` puts the question once more."""
        word, _, rest = typed.removeprefix("/").partition(" ")
        rest = rest.strip()
        match word.lower():
            case "undo" if not rest or rest.isdecimal():
                self._undo(int(rest[:6] or 1))
            case "quit" | "exit" | "q" if not rest:
                raise Pause
            case "why" if not rest:
                views = [*self.session.journal.views()]
                found = last_roll(views)
                self.show(reasons(found, self.width) if found else [words("No dice were thrown yet.")])
                self.show(worked_out(views, self._asked, self.width))
            case "log" if not rest or rest == "all" or rest.isdecimal():
                self._log(rest)
            case "state" if rest in ("", "all"):
                self.show(state_lines(self.session.describer, self.width, everything=rest == "all"))
            case "table" if rest:
                self._guarded(lambda: self.show_table(rest))
            case "save":
                self._guarded(lambda: self._save(rest))
            case "help" | "?" if not rest:
                size = max(len(name) for name, _ in HELP)
                self.show(Text(f"  {name:<{size}}  ").append(text, style="dim") for name, text in HELP)
            case _:
                return False
        self.out.print()
        repeat()
        return True

    def _guarded(self, command: Callable[[], None]) -> None:
        """Do a command; what is wrong with it ends no game."""
        try:
            command()
        except InputError as error:
            show_error(error)

    def _undo(self, count: int) -> None:
        if not self.session.can_undo or count < 1:
            self.show([words("There is nothing to take back.", "yellow")])
            return
        self.show([words("Taken back.", "yellow")])
        raise Undo(count)

    def _log(self, rest: str) -> None:
        story = self._new_story(answers=True)
        story.quiet = False
        lines = [line for view in self.session.journal.views() for line in story.tell(view)] + story.rest()
        self.show(lines if rest == "all" else lines[-int(rest[:6] or LOG_LINES) :])

    def _save(self, path: str) -> None:
        """Say where the game is saved, or save a copy; a game that was not saved is from here on."""
        save = self.session.save
        if save is None and path:
            self.session.keep_in(path)
            self.show([words(f"From here on every answer is saved in {path}.")])
        elif save is None:
            self.show([words("This game is not being saved. Write: save FILE", "yellow")])
        elif path:
            with SaveFile.create(path, self.session.header) as copy:
                for record in self.session.records:
                    copy.write(record_line(record))
            self.show([words(f"A copy of the game is in {path}.")])
        else:
            self.show([words(f"Every answer is saved in {save.where() or 'a file that was moved'} as it is given.")])


def complaint(asked: Question) -> str:
    """Why an answer would not do, and what would."""
    problem = asked.problem[:1].upper() + asked.problem[1:]
    if is_number_choice(asked.options):
        return f"{problem}. Type {listed((option.name for option in asked.options), 'or')}."
    count = len(asked.options)
    numbers = {1: "1", 2: "1 or 2"}.get(count, f"1 to {count}") + (", or 0" if asked.optional else "")
    return f"{problem}. Type a number, {numbers}; help lists what else."
