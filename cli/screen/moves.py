"""What a person does at the screen, as it is typed: commands, orders, answers, what dice show.

Nothing here knows how it is shown: each move comes back as a reply, and the screen does with it what it likes.
"""

from __future__ import annotations

from io import StringIO

from attrs import define, field, frozen
from rich.console import Console
from rich.text import Text

from bombsight.boundary.errors import InputError
from bombsight.cli.play.commands import Commands
from bombsight.cli.play.narrating import Narrator
from bombsight.cli.terminal.screen import words
from bombsight.runtime.run.policies import Question
from bombsight.service.play.auto_answer import Steward
from bombsight.service.play.throws import typed_faces
from bombsight.service.present.answers import by_whole_name, complaint, is_grave, name_of, read_answer, title_of
from bombsight.service.present.joint_answers import read_matrix, read_several
from bombsight.service.present.joint_questions import Group, Several
from bombsight.service.present.story import Detail
from bombsight.service.present.view import View, WantedDice

LONGEST = 1000
"""No page is longer than so many lines."""


@frozen
class Said:
    """It is done, and this is said of it; the game may stand elsewhere now."""

    lines: tuple[Text, ...] = ()


@frozen
class Refused:
    """It would not do, and why."""

    problem: str


@frozen
class Doubtful:
    """A grave answer, which is given only by who means it.

    Attributes:
        title: As people read it.
        name: With which it is given.
    """

    title: str
    name: str


Reply = Said | Refused | Doubtful
"""What comes of something typed."""


@frozen
class Marked:
    """What is marked on the screen.

    Attributes:
        index: The answer that Enter gives; -1 for none.
        group: Questions put as one, each with what Enter answers; None where one is put alone.
    """

    index: int
    group: Group | None


def recorder() -> Console:
    """Takes down what commands print."""
    file = StringIO()
    return Console(file=file, width=80, height=LONGEST, record=True, markup=False, emoji=False, highlight=False)


@define
class Moves:
    """Does in a game what a person types.

    Attributes:
        steward: Sits beside the person at the game.
        narrator: Knows how much is told.
        commands: Do what is typed beside answers.
    """

    steward: Steward
    detail: Detail = "rolls"
    plays: bool = True
    narrator: Narrator = field(init=False)
    commands: Commands = field(init=False)
    _out: Console = field(init=False, factory=recorder)

    def __attrs_post_init__(self) -> None:
        self.narrator = Narrator(self.steward, self._out, self.detail, self.plays)
        self.commands = Commands(self.narrator, complain=self._complain)

    def take(self, typed: str, view: View, marked: Marked, width: int) -> Reply:
        """Do what was typed.

        Args:
            typed: It; empty for what is marked.
            view: Where the game stands.
            marked: What Enter alone means.
            width: Of what is said of it, in columns.

        Raises:
            Left: The person leaves.
            InputError: The game cannot go on.
        """
        self._out.width = width
        question, throw = view.question, view.throw
        is_name = question is not None and " " in typed and by_whole_name(question, typed) is not None
        if typed and not is_name and (said := self._told_to(typed, view, marked.group)) is not None:
            return said
        if question is not None and marked.group is not None:
            return self._answer_group(marked.group, typed)
        if question is not None:
            return self._answer(question, typed, marked.index)
        if throw is not None:
            return self._throw(throw, typed)
        return Refused("The game is over: type undo, or quit.")

    def answer(self, name: str) -> None:
        """Give an answer by its name."""
        self.steward.answer(name)

    def thrown_before(self, wanted: WantedDice) -> bool:
        """Throw what was typed beforehand for such dice, if anything was."""
        faces = () if wanted.members else self.commands.kept.take(wanted.dice)
        if faces:
            self.steward.throw(faces)
        return bool(faces)

    def _told_to(self, typed: str, view: View, group: Group | None) -> Said | None:
        """Do a command or an order; None where it is neither."""
        silent = view.throw is not None and self.commands.leave_dice(typed)
        if not silent and not self.commands.do(typed, view):
            if not self.commands.give_order(view.question, typed, group):
                return None
        lines = [*Text.from_ansi(self._out.export_text(styles=True)).split("\n")]
        while lines and not lines[-1].plain.strip():
            lines.pop()
        return Said(tuple(lines))

    def _answer(self, question: Question, typed: str, marked: int) -> Reply:
        """Answer a question put alone."""
        read = read_answer(question, typed) if typed else marked
        if isinstance(read, str):
            return Refused(complaint(question, read, typed))
        if is_grave(question, read):
            return Doubtful(title_of(question, read), name_of(question, read))
        self.answer(name_of(question, read))
        return Said()

    def _answer_group(self, group: Group, typed: str) -> Reply:
        """Answer questions that are put as one."""
        read = read_several(group, typed) if isinstance(group, Several) else read_matrix(group, typed)
        if isinstance(read, str):
            return refused(read)
        if isinstance(group, Several):
            done = self.steward.answer_several(group, read)
        else:
            done = self.steward.answer_rows(group, read)
        if done < len(read):
            return Said((words("What comes now has changed by that, and is asked by itself.", "dim"),))
        return Said()

    def _throw(self, wanted: WantedDice, typed: str) -> Reply:
        """Take what real dice show."""
        read = typed_faces(wanted, typed)
        if isinstance(read, str):
            return refused(read)
        self.commands.kept.keep(read[1:], wanted.dice)
        self.steward.throw(read[0])
        return Said()

    def _complain(self, error: InputError) -> None:
        """Say what is wrong with a command."""
        self._out.print(words(f"{error.message[:1].upper()}{error.message[1:]}.", "yellow"), soft_wrap=True)
        if error.hint:
            self._out.print(words(error.hint, "dim"), soft_wrap=True)


def refused(problem: str) -> Refused:
    """A refusal as a sentence."""
    return Refused(f"{problem[:1].upper()}{problem[1:]}.")
