"""A session: a run that can be stopped, taken up again, taken back and told apart.

Nothing of a run is kept but its dice and answers. To go on, it is run again from the start with those, up to the
open question; to undo, with one answer fewer. Undone dice from a seed or a file fall as they fell; real dice are
thrown again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from bombsight.boundary.errors import InputError, clip
from bombsight.flat.program import Entry, Program
from bombsight.flat.types import BaseWordless, BoolType, EnumType, IntType, Type
from bombsight.runtime.callbacks import (
    Ask,
    Score,
    Values,
)
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.names import OwnName, shown_names
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import STORIES
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.checkpoints import Past
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import BUDGET_FAULTS, Faulted, Outcome, Pending, run
from bombsight.runtime.run.policies import Pause, Question, person
from bombsight.runtime.run.sources import FileDice, Source, laid_dice
from bombsight.runtime.saves.reader import Saved
from bombsight.runtime.saves.records import End, Header, Record, Why, check_game, is_decision, last_decision, last_seed
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.record_replay import Diverged, OverBudget, Telling, Told
from bombsight.runtime.session.session_log import Ledger

STORY_DIGITS = 12
"""How many digits of the journal's hash an answer carries."""

MORE = "Say the N that it was played with, or a greater one: no save says it, for it may be a stranger's."
"""What to do where a budget ends before the records do."""

LESS = "It ended where its budget did: leave --limit out, or go on with it by `bombsight resume FILE --limit N`."
"""What to do where a game went no further because its rules cost more than they might then."""

HOW_FAR = "see how far it holds as it is: `bombsight resume FILE --rules new`."


def entry_of(program: Program, header: Header) -> Entry:
    """What a session plays.

    Raises:
        InputError: The game has no career, or the values are none of the entry's.
    """
    entry: Entry | None
    match header.entry:
        case "mission":
            entry = program.mission
        case "career":
            entry = program.career
        case _:
            assert_never(header.entry)
    if entry is None:
        raise InputError(f"{program.title} has no career")
    if len(header.args) != len(entry.params):
        raise InputError(f"{entry.name} takes {len(entry.params)} values, not {len(header.args)}")
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
        case BaseWordless():
            return False
        case _:
            assert_never(kind)


def source_of(header: Header, manual: Source | None = None) -> Source:
    """The dice that a header names; those of a real table must be given.

    Raises:
        InputError: The file of dice cannot be read.
    """
    match header.dice:
        case "seeded":
            return SeededDice(header.seed)
        case "file":
            return FileDice(header.dice_file or "")
        case "manual":
            if manual is None:
                raise InputError("this session is played with real dice", "", "Play it where somebody can throw them.")
            return manual
        case _:
            assert_never(header.dice)


class Session:
    """A session.

    Attributes:
        ledger: What is kept of it: header, records, end, save.
        load: Makes the machine of each run.
        journal: Of the last run.
        script: The last run, as players of batches take it: the sums of its throws and the indices of its answers, in
            the order in which the rules asked for them.
        past: The missions that are over in it.
        outcome: Of the last run, or None before the first.
        trail: What the last run has told of the first records.
        notes: What a person should be told: a line put right, a story that diverged.
        why: Why the player is not asked for what is answered next, and whether he gave the order for it just now.
        seed: By which the dice behind what is answered next begin anew; None where they go on.
        until: Sites of procedures before which a run is left open.
        laid: What dice show that are pinned, by the sites of their rolls.
    """

    def __init__(
        self,
        program: Program,
        header: Header,
        source: Source,
        *,
        load: Loader,
        records: Sequence[Record] = (),
        end: End | None = None,
        save: SaveFile | None = None,
        path: str = "",
        reopens: bool = False,
    ) -> None:
        """A session that goes on from its records.

        Args:
            program: Its rules.
            header: What it began with.
            source: Where dice come from.
            load: Makes the machine of each run.
            records: Dice and answers so far.
            end: How it ended by its records, or None.
            save: Where it is kept, or None.
            path: Where it was read, for messages, where it is not kept there.
            reopens: Whether it may go on where it ended because its rules cost more than they might then.
        """
        self.program = program
        self.load = load
        self.entry = entry_of(program, header)
        self.source = source
        self.laid: Mapping[int, tuple[int, ...]] = laid_dice(program, header.pins)
        self.ledger = Ledger(header, records, end, save, path)
        self.notes: list[str] = []
        self._reader = Reader(program, self.entry.result)
        self._reader.describer.shown = shown_names(program, header.seed, header.names)
        self._reader.describer.pinned = frozenset(pin.field for pin in header.fields)
        self.journal = Journal(self._reader, header.journal)
        self.until: frozenset[int] = frozenset()
        self.trail: list[Told] = []
        self.script: list[int] = []
        self.past = Past(self.script, lambda: self.happened)
        self.outcome: Outcome | None = None
        self.why: tuple[Why, bool] = ("", False)
        self.seed: int | None = None
        self._reopens = reopens
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
        load: Loader,
    ) -> Session:
        """A session from its save, which goes on where it ended only because its rules cost more than they might then.

        Args:
            program: Its rules.
            save: The file.
            saved: What it says.
            source: Where dice come from.
            load: Makes the machine of each run.

        Raises:
            InputError: It is another game's, or was played with other rules.
        """
        check_game(saved.header, program, save.path)
        session = cls(
            program,
            saved.header,
            source,
            load=load,
            records=saved.records,
            end=saved.end,
            save=save,
            reopens=True,
        )
        session.notes += saved.notes
        return session

    @property
    def header(self) -> Header:
        """What the session began with."""
        return self.ledger.header

    @property
    def records(self) -> list[Record]:
        """Dice and answers so far."""
        return self.ledger.records

    @property
    def end(self) -> End | None:
        """How it ended by its records, or None."""
        return self.ledger.end

    @property
    def save(self) -> SaveFile | None:
        """Where it is kept, or None."""
        return self.ledger.save

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
        """The policy that asks a person; see :func:`bombsight.runtime.run.policies.person`.

        What came before a question is on the disk before it is asked, and its answer before anything follows.
        """

        def asked(question: Question) -> int:
            self.ledger.sync()
            self._answered = True
            return reply(question)

        return person(self.describer, asked)

    def play(self, policy: Ask) -> Outcome:
        """Run to the end, or to where the policy pauses.

        What is recorded is taken from the records; beyond them, dice come from the source and answers from the
        policy, which may raise :class:`Pause`.

        Raises:
            InputError: The records do not fit the game, or its rules cost more than they may; the dice are none.
        """
        try:
            return self.run(policy)
        except Diverged as diverged:
            place = self.ledger.place(diverged.index)
            message = f"{self.ledger.where(diverged.index)} does not fit: {diverged.message}"
            record = self.ledger.record(diverged.index)
            ended = isinstance(record, End) and record.fault in BUDGET_FAULTS
            raise InputError(message, place, LESS if ended else f"Restore the file, or {HOW_FAR}") from None

    def run(self, policy: Ask) -> Outcome:
        """Run to the end, or to where the policy pauses.

        Raises:
            Diverged: The records do not fit the game.
            InputError: The rules cost more than they may; the story is not what it was; the dice are none.
        """
        try:
            self.outcome = self._run(policy)
            self._finish(self.outcome)
        except OverBudget as over:
            message = f"{self.ledger.where(over.index)} is not reached: {over.message}"
            raise InputError(message, self.ledger.place(over.index), MORE) from None
        return self.outcome

    def keep_in(self, path: str) -> None:
        """Keep the session in a new save from here on, what has happened so far included.

        Raises:
            InputError: It is kept already, or the file exists or cannot be written.
        """
        self.ledger.keep_in(path)

    def name(self, own: OwnName) -> None:
        """Show a player's name for a number of a list from here on, in what has been told as well."""
        self.ledger.name(own)
        self.describer.shown = shown_names(self.program, self.header.seed, self.header.names)
        self.journal.forget()

    def throw_by_hand(self, wanted: bool) -> None:
        """Remember that from here on a person throws, or that dice fall by themselves."""
        self.ledger.throw_by_hand(wanted)

    def undo(self, count: int = 1) -> int:
        """Take back answers (or throws of real dice) with all that followed them.

        Returns:
            How many were taken back: fewer where there are no more.
        """
        return self.ledger.take_back(count)

    def _run(self, policy: Ask) -> Outcome:
        script = self._begin_again()
        self.journal.stop_before(self.until)
        telling = Telling(self, policy)
        outcome = run(
            self.program,
            self.entry,
            self.header.args,
            telling.throw,
            telling.ask,
            self.journal,
            script=script,
            past=self.past,
            load=self.load,
        )
        if not isinstance(outcome, Pending) and telling.position < len(self.records):
            raise left_over(outcome, telling.position)
        return outcome

    def _begin_again(self) -> tuple[int, ...]:
        """Have the dice and the journal where the run before was behind the records that are left.

        Returns:
            What it was given until then.
        """
        count = len(self.records)
        same = self.trail[count].events if count < len(self.trail) else self.happened
        throws = sum(told.is_throw for told in self.trail[count:])
        del self.trail[count:], self.script[count:]
        self.past.forget(count)
        self.source.restart()
        seed = last_seed(self.records[: len(self.trail)])
        if seed is not None:
            self.source.reseed(seed)
        events = dice = 0
        if self.trail:
            last = self.trail[-1]
            events, dice = last.events + (not last.is_throw), last.dice  # an answer is told by itself
        self.source.seek(dice)
        self.journal.begin_again(events, throws, same)
        return tuple(self.script)

    def _finish(self, outcome: Outcome) -> None:
        """Write the end, once, and see that all is on the disk."""
        if self.end is not None and not isinstance(outcome, Pending):
            difference = ending_difference(self.end, end_of(outcome, self.journal))
            if difference and not self.reopen():
                raise left_over(outcome, len(self.records), difference)
        self.settle()
        if not isinstance(outcome, Pending) and self.end is None:
            self.ledger.close(end_of(outcome, self.journal))
        self.ledger.sync()

    # --- what one run tells the session

    def add(self, record: Record) -> None:
        """Take a new record; what a person said is on the disk before anything follows from it."""
        self.ledger.add(record)
        if self._answered or is_decision(record, self.header):
            self._answered = False
            self.ledger.sync()

    def reopen(self) -> bool:
        """Go on beyond an end to which the rules came because they cost more than they might; whether that may be."""
        may = self._reopens and self.end is not None and self.end.fault in BUDGET_FAULTS
        if may:
            self.ledger.reopen()
        return may

    def settle(self) -> None:
        """All records have been run, and not refused."""
        self.ledger.release()

    @property
    def happened(self) -> int:
        """How many events there are so far."""
        return len(self.journal.events)

    def story(self) -> str:
        """The first digits of the journal's hash; empty in a save of which another version hashes stories."""
        return self.journal.digest()[:STORY_DIGITS] if self.header.journal in STORIES else ""

    def story_differs(self, index: int) -> None:
        """The journal before an answer is not what it was.

        Raises:
            InputError: Always.
        """
        raise InputError(
            f"before {self.ledger.where(index)} something else happened than the save says",
            self.ledger.place(index),
            f"A line above it was changed: restore the file, or {HOW_FAR}",
        )


def left_over(outcome: Outcome, index: int, difference: str = "the game is over before it") -> Diverged:
    """That a run has ended otherwise than the records tell.

    Args:
        outcome: How it has ended.
        index: The first record that it has not come to, or behind the last of them the end.
        difference: How that is to be said, unless a budget ended.
    """
    if isinstance(outcome, Faulted) and outcome.is_over_budget:
        return OverBudget(index, f"{outcome.message} ({outcome.origin.place}); --limit N allows N times as much")
    return Diverged(index, difference)


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
    """The policy that answers nothing: a run with it stops at the open question.

    Raises:
        Pause: Always.
    """
    raise Pause
