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
from bombsight.runtime import sentences
from bombsight.runtime.callbacks import (
    Ask,
    Score,
    Values,
)
from bombsight.runtime.dice import SeededDice
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.events.names import OwnName, name_lookup
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import STORIES
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.checkpoints import MissionCheckpoints
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import BUDGET_FAULTS, Faulted, Outcome, Pending, run
from bombsight.runtime.run.policies import Pause, Question, person_policy
from bombsight.runtime.run.sources import DiceSource, FileDice, pinned_faces
from bombsight.runtime.saves.reader import ParsedSave
from bombsight.runtime.saves.records import End, Header, Record, Why, check_game, is_decision, last_decision, last_seed
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.record_replay import BudgetDivergence, Divergence, RecordReplay, ReplayedStep
from bombsight.runtime.session.session_log import SessionLog

STORY_DIGITS = 12
"""How many digits of the journal's hash an answer carries."""

MORE_BUDGET_HINT = "Say the N that it was played with, or a greater one: no save says it, for it may be a stranger's."
"""What to do where a budget ends before the records do."""

BUDGET_ENDED_HINT = (
    "It ended where its budget did: leave --limit out, or go on with it by `bombsight resume FILE --limit N`."
)
"""What to do where a game went no further because its rules cost more than they might then."""

COMPATIBILITY_HINT = "see how far it holds as it is: `bombsight resume FILE --rules new`."


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
        raise InputError(sentences.no_career(program.title))
    if len(header.args) != len(entry.params):
        raise InputError(sentences.wrong_value_count(entry.name, len(entry.params), len(header.args)))
    for (name, kind), value in zip(entry.params, header.args, strict=True):
        if not is_value_of(program, kind, value):
            raise InputError(sentences.wrong_value(name, value, str(kind)))
    return entry


def is_value_of(program: Program, kind: Type, value: int) -> bool:
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


def dice_source_of(header: Header, manual_dice: DiceSource | None = None) -> DiceSource:
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
            if manual_dice is None:
                raise InputError("this session is played with real dice", "", "Play it where somebody can throw them.")
            return manual_dice
        case _:
            assert_never(header.dice)


class Session:
    """A session.

    Attributes:
        session_log: What is kept of it: header, records, end, save.
        load: Makes the machine of each run.
        journal: Of the last run.
        script: The last run, as players of batches take it: the sums of its throws and the indices of its answers, in
            the order in which the rules asked for them.
        checkpoints: The missions that are over in it.
        outcome: Of the last run, or None before the first.
        trail: What the last run has told of the first records.
        notes: What a person should be told: a line put right, a story that diverged.
        why: Why the player is not asked for what is answered next, and whether he gave the order for it just now.
        seed: By which the dice behind what is answered next begin anew; None where they go on.
        stop_sites: Sites of procedures before which a run is left open.
        pinned_faces: What dice show that are pinned, by the sites of their rolls.
    """

    def __init__(
        self,
        program: Program,
        header: Header,
        source: DiceSource,
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
        self.pinned_faces: Mapping[int, tuple[int, ...]] = pinned_faces(program, header.pins)
        self.session_log = SessionLog(header, records, end, save, path)
        self.notes: list[str] = []
        self._reader = Reader(program, self.entry.result)
        self._reader.describer.name_lookup = name_lookup(program, header.seed, header.names)
        self._reader.describer.pinned = frozenset(pin.field for pin in header.fields)
        self.journal = Journal(self._reader, header.journal)
        self.stop_sites: frozenset[int] = frozenset()
        self.trail: list[ReplayedStep] = []
        self.script: list[int] = []
        self.checkpoints = MissionCheckpoints(self.script, lambda: self.event_count)
        self.outcome: Outcome | None = None
        self.why: tuple[Why, bool] = ("", False)
        self.seed: int | None = None
        self._reopens = reopens
        # Set while a person's answer is not on the disk.
        self._answered = False

    @classmethod
    def resume(
        cls,
        program: Program,
        save: SaveFile,
        saved: ParsedSave,
        source: DiceSource,
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
        return self.session_log.header

    @property
    def records(self) -> list[Record]:
        """Dice and answers so far."""
        return self.session_log.records

    @property
    def end(self) -> End | None:
        """How it ended by its records, or None."""
        return self.session_log.end

    @property
    def save(self) -> SaveFile | None:
        """Where it is kept, or None."""
        return self.session_log.save

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

    def person_policy(self, reply: Callable[[Question], int]) -> Ask:
        """The policy that asks a person; see :func:`bombsight.runtime.run.policies.person_policy`.

        What came before a question is on the disk before it is asked, and its answer before anything follows.
        """

        def sync_and_reply(question: Question) -> int:
            self.session_log.sync()
            self._answered = True
            return reply(question)

        return person_policy(self.describer, sync_and_reply)

    def play(self, policy: Ask) -> Outcome:
        """Run to the end, or to where the policy pauses.

        What is recorded is taken from the records; beyond them, dice come from the source and answers from the
        policy, which may raise :class:`Pause`.

        Raises:
            InputError: The records do not fit the game, or its rules cost more than they may; the dice are none.
        """
        try:
            return self.run(policy)
        except Divergence as diverged:
            place = self.session_log.place_of(diverged.index)
            message = sentences.record_does_not_fit(self.session_log.describe_record(diverged.index), diverged.message)
            record = self.session_log.record_at(diverged.index)
            ended = isinstance(record, End) and record.fault in BUDGET_FAULTS
            raise InputError(
                message, place, BUDGET_ENDED_HINT if ended else sentences.restore_hint(COMPATIBILITY_HINT)
            ) from None

    def run(self, policy: Ask) -> Outcome:
        """Run to the end, or to where the policy pauses.

        Raises:
            Diverged: The records do not fit the game.
            InputError: The rules cost more than they may; the story is not what it was; the dice are none.
        """
        try:
            self.outcome = self._run_once(policy)
            self._finish(self.outcome)
        except BudgetDivergence as over:
            message = sentences.record_is_not_reached(self.session_log.describe_record(over.index), over.message)
            raise InputError(message, self.session_log.place_of(over.index), MORE_BUDGET_HINT) from None
        return self.outcome

    def save_as(self, path: str) -> None:
        """Keep the session in a new save from here on, what has happened so far included.

        Raises:
            InputError: It is kept already, or the file exists or cannot be written.
        """
        self.session_log.save_as(path)

    def set_own_name(self, own_name: OwnName) -> None:
        """Show a player's name for a number of a list from here on, in what has been told as well."""
        self.session_log.set_own_name(own_name)
        self.describer.name_lookup = name_lookup(self.program, self.header.seed, self.header.names)
        self.journal.clear_views()

    def set_by_hand(self, by_hand: bool) -> None:
        """Remember that from here on a person throws, or that dice fall by themselves."""
        self.session_log.set_by_hand(by_hand)

    def undo(self, count: int = 1) -> int:
        """Take back answers (or throws of real dice) with all that followed them.

        Returns:
            How many were taken back: fewer where there are no more.
        """
        return self.session_log.undo(count)

    def _run_once(self, policy: Ask) -> Outcome:
        script = self._rewind()
        self.journal.stop_before(self.stop_sites)
        replay = RecordReplay(self, policy)
        outcome = run(
            self.program,
            self.entry,
            self.header.args,
            replay.throw,
            replay.ask,
            self.journal,
            script=script,
            checkpoints=self.checkpoints,
            load=self.load,
        )
        if not isinstance(outcome, Pending) and replay.position < len(self.records):
            raise end_divergence(outcome, replay.position)
        return outcome

    def _rewind(self) -> tuple[int, ...]:
        """Have the dice and the journal where the run before was behind the records that are left.

        Returns:
            What it was given until then.
        """
        count = len(self.records)
        unchanged = self.trail[count].events if count < len(self.trail) else self.event_count
        throws = sum(told.is_throw for told in self.trail[count:])
        del self.trail[count:], self.script[count:]
        self.checkpoints.discard_after(count)
        self.source.restart()
        seed = last_seed(self.records[: len(self.trail)])
        if seed is not None:
            self.source.reseed(seed)
        events = dice = 0
        if self.trail:
            last = self.trail[-1]
            events, dice = last.events + (not last.is_throw), last.dice  # an answer is told by itself
        self.source.seek(dice)
        self.journal.truncate(events, throws, unchanged)
        return tuple(self.script)

    def _finish(self, outcome: Outcome) -> None:
        """Write the end, once, and see that all is on the disk."""
        if self.end is not None and not isinstance(outcome, Pending):
            difference = end_difference(self.end, make_end(outcome, self.journal))
            if difference and not self.reopen():
                raise end_divergence(outcome, len(self.records), difference)
        self.accept_records()
        if not isinstance(outcome, Pending) and self.end is None:
            self.session_log.add_end(make_end(outcome, self.journal))
        self.session_log.sync()

    # --- what one run tells the session

    def add_record(self, record: Record) -> None:
        """Take a new record; what a person said is on the disk before anything follows from it."""
        self.session_log.add_record(record)
        if self._answered or is_decision(record, self.header):
            self._answered = False
            self.session_log.sync()

    def reopen(self) -> bool:
        """Go on beyond an end to which the rules came because they cost more than they might; whether that may be."""
        may = self._reopens and self.end is not None and self.end.fault in BUDGET_FAULTS
        if may:
            self.session_log.reopen()
        return may

    def accept_records(self) -> None:
        """All records have been run, and not refused."""
        self.session_log.release_lines()

    @property
    def event_count(self) -> int:
        """How many events there are so far."""
        return len(self.journal.events)

    def story_mark(self) -> str:
        """The first digits of the journal's hash; empty in a save of which another version hashes stories."""
        return self.journal.digest()[:STORY_DIGITS] if self.header.journal in STORIES else ""

    def raise_story_differs(self, index: int) -> None:
        """The journal before an answer is not what it was.

        Raises:
            InputError: Always.
        """
        raise InputError(
            sentences.story_differs(self.session_log.describe_record(index)),
            self.session_log.place_of(index),
            sentences.restore_earlier_line_hint(COMPATIBILITY_HINT),
        )


def end_divergence(outcome: Outcome, index: int, difference: str = sentences.GAME_ENDS_EARLIER) -> Divergence:
    """That a run has ended otherwise than the records tell.

    Args:
        outcome: How it has ended.
        index: The first record that it has not come to, or behind the last of them the end.
        difference: How that is to be said, unless a budget ended.
    """
    if isinstance(outcome, Faulted) and outcome.is_over_budget:
        return BudgetDivergence(index, sentences.over_budget(outcome.message, str(outcome.origin.place)))
    return Divergence(index, difference)


def make_end(outcome: Outcome, journal: Journal) -> End:
    """How a run ended, with its journal's hash."""
    if isinstance(outcome, Faulted):
        return End("none", outcome.message, journal.digest())
    assert not isinstance(outcome, Pending)
    return End(outcome.name, "", journal.digest())


def end_difference(end: End, new_end: End) -> str:
    """How an end that was told differs from the one reached now; empty where it does not."""
    if (end.result, end.fault) != (new_end.result, new_end.fault):
        return sentences.game_ends_otherwise(clip(new_end.fault or new_end.result))
    if end.journal and end.journal != new_end.journal:
        return sentences.STORY_DIFFERS_AT_END
    return ""


def pausing_policy(number: int, options: Sequence[int], score: Score, values: Values) -> int:
    """The policy that answers nothing: a run with it stops at the open question.

    Raises:
        Pause: Always.
    """
    raise Pause
