"""A session: a run that can be stopped, taken up again, taken back and told apart.

Nothing of a run is kept but its dice and answers. To go on, it is run again from the start with those, up to the
open question; to undo, with one answer fewer. Undone dice from a seed or a file fall as they fell; real dice are
thrown again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bombsight.flat.program import Entry, Program
from bombsight.flat.types import BoolType, EnumType, IntType, Type
from bombsight.runtime.choices import Ask, Pause, Question, Score, Values, person
from bombsight.runtime.describe import Describer
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.errors import InputError, clip
from bombsight.runtime.journal import Journal
from bombsight.runtime.lines import Line, UndoLine, record_line, rules_line
from bombsight.runtime.play import Faulted, Outcome, Pending, run
from bombsight.runtime.reader import Reader
from bombsight.runtime.records import (
    Answer,
    End,
    Header,
    Record,
    Throw,
    check_game,
    last_decision,
    overlays_of,
    settled,
)
from bombsight.runtime.save import SaveFile
from bombsight.runtime.saved import Saved, without_story
from bombsight.runtime.sources import FileDice, Source
from bombsight.runtime.telling import Diverged, Telling

STORY_DIGITS = 12
"""How many digits of the journal's hash an answer carries."""


def entry_of(program: Program, header: Header) -> Entry:
    """What a session plays.

    Raises:
        InputError: The game has no career, or the values are none of the entry's.
    """
    entry = program.mission if header.entry == "mission" else program.career
    if entry is None:
        raise InputError(f"{program.title} has no career")
    if len(header.args) != len(entry.params):
        raise InputError(f"{entry.procedure} takes {len(entry.params)} values, not {len(header.args)}")
    for (name, kind), value in zip(entry.params, header.args, strict=True):
        if not is_value(program, kind, value):
            raise InputError(f"{name}: {value} is none of {kind}")
    return entry


def is_value(program: Program, kind: Type, value: int) -> bool:
    """Whether an integer stands for a value of this type."""
    match kind:
        case IntType(low=low, high=high):
            return low <= value <= high
        case EnumType(enum=enum):
            return 0 <= value < len(program.enums[enum].values)
        case BoolType():
            return value in (0, 1)
    return False


def source_of(header: Header, manual: Source | None = None) -> Source:
    """The dice that a header names; those of a real table must be given.

    Raises:
        InputError: The file of dice cannot be read.
    """
    if header.dice == "file":
        return FileDice(header.dice_file or "")
    if header.dice == "manual":
        if manual is None:
            raise InputError("this session is played with real dice", "", "Play it where somebody can throw them.")
        return manual
    return SeededDice(header.seed)


class Session:
    """A session.

    Attributes:
        records: Dice and answers so far.
        journal: Of the last run.
        outcome: Of the last run, or None before the first.
        notes: What a person should be told: a line put right, a story that diverged.
        end: How it ended by its records, or None.
        files: The file of each overlay (``kind name``) that is none of the game's own.
    """

    def __init__(
        self,
        program: Program,
        header: Header,
        source: Source,
        *,
        records: Sequence[Record] = (),
        end: End | None = None,
        save: SaveFile | None = None,
        force: bool = False,
    ) -> None:
        self.program = program
        self.header = header
        self.entry = entry_of(program, header)
        self.source = source
        self.records = list(records)
        self.save = save
        self.force = force
        self.notes: list[str] = []
        self.end = end
        self.files: Mapping[str, str | None] = {overlay.name: overlay.file for overlay in header.overlays}
        self._reader = Reader(program, self.entry.result)
        self.journal = Journal(self._reader)
        self.outcome: Outcome | None = None
        # Set while records are run again that other rules, or an edited save, told otherwise.
        self._unsettled = False
        # Set once a run has come to the end of the records. Before that they may yet be refused, and a save that is
        # refused stays as it is: what is to be written is held back.
        self._told = False
        self._held: list[Line] = []
        # Set while a person's answer is not on the disk.
        self._answered = False

    @classmethod
    def resumed(
        cls,
        program: Program,
        save: SaveFile,
        saved: Saved,
        source: Source,
        *,
        force: bool = False,
        files: Mapping[str, str | None] | None = None,
    ) -> Session:
        """A session from its save.

        Args:
            program: The rules of now.
            save: The file.
            saved: What it says.
            source: Where dice come from.
            force: Whether to go on although the rules, or the story, are others.
            files: Where overlays come from now; where they came from then, if that is not told.

        Raises:
            InputError: It is another game's, or was played with other rules and nobody forces it.
        """
        changes = check_game(saved.header, program, save.path, force=force)
        session = cls(program, saved.header, source, records=saved.records, end=saved.end, save=save, force=force)
        session.notes += [*saved.notes, *changes]
        if files is not None:
            session.files = files
        if changes or (force and overlays_of(program, session.files) != saved.header.overlays):
            session._unsettle()
        return session

    @property
    def describer(self) -> Describer:
        """Names and titles in the state as it is; the same for all runs of the session."""
        return self._reader.describer

    @property
    def slots(self) -> Sequence[int]:
        """The state as it is."""
        return self.describer.slots

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return last_decision(self.records, self.header) is not None

    def person(self, reply: Callable[[Question], int]) -> Ask:
        """The policy that asks a person; see :func:`bombsight.runtime.choices.person`.

        What came before a question is on the disk before it is asked, and its answer before anything follows.
        """

        def asked(question: Question) -> int:
            self._sync()
            self._answered = True
            return reply(question)

        return person(self.describer, asked)

    def play(self, policy: Ask) -> Outcome:
        """Run to the end, or to where the policy pauses.

        What is recorded is taken from the records; beyond them, dice come from the source and answers from the
        policy, which may raise :class:`Pause`.

        Raises:
            InputError: The records do not fit the game and nobody forces it; the dice are none.
        """
        while True:
            try:
                self.outcome = self._run(policy)
                self._finish(self.outcome)
            except Diverged as diverged:
                self._diverge(diverged)
            else:
                return self.outcome

    def keep_in(self, path: str) -> None:
        """Keep the session in a new save from here on, what has happened so far included.

        Raises:
            InputError: It is kept already, or the file exists or cannot be written.
        """
        if self.save:
            raise InputError("this session is kept already", self.save.path)
        self.save = SaveFile.create(path, self.header)
        for record in self.records:
            self.save.write(record_line(record))
        if self.end:
            self.save.write(record_line(self.end))
        self.save.sync()

    def undo(self, count: int = 1) -> int:
        """Take back answers (or throws of real dice) with all that followed them.

        Returns:
            How many were taken back: fewer where there are no more.
        """
        done = 0
        while done < count and (index := last_decision(self.records, self.header)) is not None:
            del self.records[index:]
            done += 1
        if done:
            self.end = None
            self._write(UndoLine(done))
            self._sync()
        return done

    def _run(self, policy: Ask) -> Outcome:
        self.source.restart()
        self.journal = Journal(self._reader)
        telling = Telling(self, policy)
        outcome = run(self.program, self.entry, self.header.args, telling.throw, telling.ask, self.journal)
        if not isinstance(outcome, Pending) and telling.position < len(self.records):
            raise Diverged(telling.position, "the game is over before it")
        return outcome

    def _finish(self, outcome: Outcome) -> None:
        """Write the end, once, and see that all is on the disk."""
        if self.end is not None and not isinstance(outcome, Pending):
            difference = ending_difference(self.end, end_of(outcome, self.journal))
            if difference:
                raise Diverged(len(self.records), difference)
        self.settle()
        if not isinstance(outcome, Pending) and self.end is None:
            self.end = end_of(outcome, self.journal)
            self._write(record_line(self.end))
        self._sync()

    # --- what one run tells the session

    def add(self, record: Record) -> None:
        """Take a new record; what a person said is on the disk before anything follows from it."""
        self.records.append(record)
        self._write(record_line(record))
        if self._answered or self.header.dice == "manual":
            self._answered = False
            self._sync()

    def settle(self) -> None:
        """All records have been run, and not refused: what they told under other rules no longer counts."""
        if self._unsettled:
            self._keep(len(self.records))
        self._told = True
        if self._held:
            for line in self._held:
                self._write(line)
            self._held.clear()
            self._sync()

    def story(self) -> str:
        """The first digits of the journal's hash."""
        return self.journal.digest()[:STORY_DIGITS]

    def story_differs(self, index: int) -> None:
        """The journal before an answer is not what it was.

        Raises:
            InputError: Nobody forces it.
        """
        if not self.force:
            raise InputError(
                f"before {self._where(index)} something else happened than the save says",
                self._place(index),
                "A line above it was changed: restore the file, or play on by --force.",
            )
        self._unsettle()
        self._note(f"the story differs from {self._where(index)} on")

    # --- stories that diverge

    def _diverge(self, diverged: Diverged) -> None:
        """Drop the records that do not fit, if that is forced."""
        where = self._where(diverged.index)
        if not self.force:
            raise InputError(
                f"{where} does not fit: {diverged.message}",
                self._place(diverged.index),
                "Restore the file, or play on from there by --force.",
            )
        dropped = len(self.records) - diverged.index + (self.end is not None)
        self._note(f"the story diverged at {where}: {diverged.message}; records left out: {dropped}")
        self._keep(diverged.index)

    def _unsettle(self) -> None:
        """Other rules, or an edited save, tell the records otherwise: how they ended no longer counts."""
        self._unsettled = True
        self.end = None

    def _keep(self, count: int) -> None:
        """Let the first records count as told by the rules of now, and no others."""
        self._unsettled = False
        self.end = None
        self.records[:] = map(without_story, self.records[:count])
        self.header = settled(self.header, self.program, self.files)
        self._write(rules_line(self.header, count))

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def _where(self, index: int) -> str:
        """A record in words: the number of the answer counts, for people remember answers."""
        answers = sum(isinstance(record, Answer) for record in self.records[: index + 1])
        match self._record(index):
            case End(result=result, fault=fault):
                return f"the end ({clip(fault or result)})"
            case Answer(name=name, at=at):
                return f"answer {answers} ({clip(name)} at {clip(at)})"
            case Throw(faces=faces, at=at):
                return f"the throw of {clip(str(list(faces)))} at {clip(at)} after answer {answers}"

    def _record(self, index: int) -> Record | End:
        """A record, or behind the last of them the end."""
        if index < len(self.records):
            return self.records[index]
        assert self.end is not None
        return self.end

    def _place(self, index: int) -> str:
        line = self._record(index).line
        path = self.save.path if self.save else ""
        return f"{path}:{line}" if line else path

    def _write(self, line: Line) -> None:
        if self.save is None:
            return
        if self._told:
            self.save.write(line)
        else:
            self._held.append(line)

    def _sync(self) -> None:
        if self.save and self._told:
            self.save.sync()


def end_of(outcome: Outcome, journal: Journal) -> End:
    """How a run ended, with its journal's hash."""
    if isinstance(outcome, Faulted):
        return End("none", outcome.message, journal.digest())
    assert not isinstance(outcome, Pending)
    return End(outcome.name, "", journal.digest())


def ending_difference(end: End, now: End) -> str:
    """How an end that was told differs from the one reached now; empty where it does not."""
    if (end.result, end.fault) != (now.result, now.fault):
        return f"the game ends with {clip(now.fault or now.result)}"
    if end.journal and end.journal != now.journal:
        return "something else happened after the last answer"
    return ""


def pause(number: int, options: Sequence[int], score: Score, values: Values) -> int:
    """The policy that answers nothing: a run with it stops at the open question."""
    raise Pause
