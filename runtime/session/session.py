"""A session: a run that can be paused, resumed, undone and compared.

It keeps only the run's dice and answers. To resume, it replays these from the start up to the open question; to undo,
with one answer fewer. Undone dice from a seed or a file fall the same again; real dice are thrown again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from attrs import evolve

from bombsight.boundary.errors import InputError, clip
from bombsight.boundary.wording import argument, either
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
from bombsight.runtime.events.names import Naming, OwnName, name_lookup
from bombsight.runtime.events.reader import Reader
from bombsight.runtime.events.views import STORIES
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.checkpoints import MissionCheckpoints
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import BUDGET_FAULTS, Faulted, Outcome, Pending, run
from bombsight.runtime.run.policies import Pause, Question, person_policy
from bombsight.runtime.run.sources import DiceSource, FileDice, pinned_faces
from bombsight.runtime.saves.reader import ParsedSave, TakenBack
from bombsight.runtime.saves.records import End, Header, Record, Why, check_game, is_decision, last_decision, last_seed
from bombsight.runtime.saves.writer import SaveFile
from bombsight.runtime.session.record_replay import BudgetDivergence, Divergence, RecordReplay, ReplayedStep
from bombsight.runtime.session.session_log import SessionLog

STORY_DIGITS = 12
"""Digits of the journal's hash in an answer."""

MORE_BUDGET_HINT = "Say the N that it was played with, or a greater one: no save says it, for it may be a stranger's."
"""Hint for a budget that ends before the records."""

BUDGET_ENDED_HINT = (
    f"It ended where its budget did: leave {argument('limit')} out, or go on with it by "
    f"{either('`bombsight resume FILE --limit N`', 'bombsight.resume(FILE, limit=N)')}."
)
"""Hint for a game that ended because its budget was exhausted."""

COMPATIBILITY_HINT = (
    f"see how far it holds as it is: {either('`bombsight resume FILE --rules new`', 'bombsight.prospect(FILE)')}."
)


def entry_of(program: Program, header: Header) -> Entry:
    """The mission or career of a program that a save's header names.

    Raises:
        InputError: The game has no career, or the arguments do not fit the entry.
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
    """Whether an integer is a legal value of a type in a program."""
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
    """Make the dice source that a header names; for real dice return ``manual_dice``, or raise InputError without them.

    Raises:
        InputError: The file of dice cannot be read, or real dice are missing.
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
    """A recorded run, with resume, undo and replay.

    Attributes:
        session_log: Its header, records, end and save.
        load: Makes the machine of each run.
        journal: The journal of the last run.
        script: Sums of throws and indices of answers in the last run, in order, as batch players take them.
        checkpoints: Its finished missions.
        outcome: The outcome of the last run, or None before the first.
        trail: Steps of the last run for the first records.
        notes: Notes for a person: a corrected line, a story that diverged.
        why: The reason why the player is not asked for the next answer, and whether he gave the order just now.
        seed: The new seed of the dice after the next answer; None if it does not change.
        stop_sites: Sites of procedures before which a run pauses.
        pinned_faces: Faces of pinned dice, by the sites of their rolls.
        taken_back: What was taken back before it was resumed, in order.
        first_names: The names to show as it began.
        renames: The names that the player gave since, in order.
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
        """Make a session that holds records so far; playing it replays the records and continues after them.

        Args:
            program: The program.
            header: The header.
            source: The dice source.
            load: Makes the machine of each run.
            records: The records so far.
            end: The end by the records, or None.
            save: The save to write, or None.
            path: The path of the records, for messages, if they are not written there.
            reopens: Whether it may continue beyond an end that was due to an exhausted budget.
        """
        self.program = program
        self.load = load
        self.entry = entry_of(program, header)
        self.source = source
        self.pinned_faces: Mapping[int, tuple[int, ...]] = pinned_faces(program, header.pins)
        self.session_log = SessionLog(header, records, end, save, path)
        self.notes: list[str] = []
        self.taken_back: Sequence[TakenBack] = ()
        self.first_names = header.names
        self.renames: list[OwnName] = []
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
        # Whether a person's answer is not on the disk yet.
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
        """Make a session from an open save; it may continue beyond an end that was due to an exhausted budget.

        Args:
            program: The program.
            save: The file.
            saved: The parsed save.
            source: The dice source.
            load: Makes the machine of each run.

        Raises:
            InputError: The save is of another game, or of other rules.
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
        session.taken_back = saved.taken_back
        session.first_names, session.renames = saved.first_names, [*saved.renames]
        return session

    @property
    def header(self) -> Header:
        """The header of the session: game, rules, seed and entry."""
        return self.session_log.header

    @property
    def records(self) -> list[Record]:
        """The recorded throws and answers so far."""
        return self.session_log.records

    @property
    def end(self) -> End | None:
        """The recorded end; None while the session is open."""
        return self.session_log.end

    @property
    def save(self) -> SaveFile | None:
        """The open save file that records are written to; None for a session without one."""
        return self.session_log.save

    @property
    def describer(self) -> Describer:
        """The describer of names and titles in the current state; the same object for all runs of the session."""
        return self._reader.describer

    @property
    def slots(self) -> Sequence[int]:
        """The state of the current run, one integer a slot."""
        return self.describer.slots

    @property
    def can_undo(self) -> bool:
        """Whether there is a person's decision that an undo can take back."""
        return last_decision(self.records, self.header) is not None

    def person_policy(self, reply: Callable[[Question], int]) -> Ask:
        """Make the policy that asks a person by ``reply``, with all records forced to the disk before each question.

        Earlier records are on the disk before a question is asked, and its answer before anything follows.
        """

        def sync_and_reply(question: Question) -> int:
            """Force all records to the disk before the person is asked, then return the reply."""
            self.session_log.sync()
            self._answered = True
            return reply(question)

        return person_policy(self.describer, sync_and_reply)

    def play(self, policy: Ask) -> Outcome:
        """Run to the end or a pause of the policy, and return the outcome; raise InputError for a wrong record.

        Records are replayed; beyond them, dice come from the source and answers from the policy, which may raise
        :class:`Pause`.

        Raises:
            InputError: The records do not fit the game, the rules exceed a budget, or dice are invalid.
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
        """Run to the end or a pause of the policy, and return the outcome; raise Divergence for a wrong record.

        Raises:
            Divergence: The records do not fit the game.
            InputError: The rules exceed a budget, the story differs, or dice are invalid.
        """
        try:
            self.outcome = self._run_once(policy)
            self._finish(self.outcome)
        except BudgetDivergence as over:
            message = sentences.record_is_not_reached(self.session_log.describe_record(over.index), over.message)
            raise InputError(message, self.session_log.place_of(over.index), MORE_BUDGET_HINT) from None
        return self.outcome

    def save_as(self, path: str) -> None:
        """Write everything so far to a new save, which later records go to.

        Raises:
            InputError: It has a save already, or the file exists or cannot be written.
        """
        self.session_log.save_as(path)

    def set_own_name(self, own_name: OwnName) -> None:
        """Set a player's own name for a person or thing, also in past events."""
        self.session_log.set_own_name(own_name)
        self.renames.append(own_name)
        self.describer.name_lookup = name_lookup(self.program, self.header.seed, self.header.names)
        self.journal.clear_views()

    def show_names(self, naming: Naming | None) -> None:
        """Show other names, without a record of them: to see how things read at another moment."""
        self.session_log.header = evolve(self.header, names=naming)
        self.describer.name_lookup = name_lookup(self.program, self.header.seed, naming)
        self.journal.clear_views()

    def set_by_hand(self, by_hand: bool) -> None:
        """Record who throws the dice from here on: a person if ``by_hand``, else the dice source."""
        self.session_log.set_by_hand(by_hand)

    def undo(self, count: int = 1) -> int:
        """Take back the last ``count`` answers, or throws of real dice; return how many were undone.

        Returns:
            The number undone, which is smaller if there are no more.
        """
        return self.session_log.undo(count)

    def _run_once(self, policy: Ask) -> Outcome:
        """Run from the beginning, replaying the records, and return the outcome, or raise Divergence."""
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
        """Set dice and journal back to the end of the remaining records, such as after an undo; return the script.

        Returns:
            The script up to there.
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
            events, dice = last.events + (not last.is_throw), last.dice  # the event of an answer comes after its step
        self.source.seek(dice)
        self.journal.truncate(events, throws, unchanged)
        return tuple(self.script)

    def _finish(self, outcome: Outcome) -> None:
        """Check a run's end against the recorded one (raise Divergence) or record it, and write all lines to disk."""
        if self.end is not None and not isinstance(outcome, Pending):
            difference = end_difference(self.end, make_end(outcome, self.journal))
            if difference and not self.reopen():
                raise end_divergence(outcome, len(self.records), difference)
        self.accept_records()
        if not isinstance(outcome, Pending) and self.end is None:
            self.session_log.add_end(make_end(outcome, self.journal))
        self.session_log.sync()

    # --- callbacks of one run

    def add_record(self, record: Record) -> None:
        """Append a throw or answer to the records; force it to the disk at once if a person made it."""
        self.session_log.add_record(record)
        if self._answered or is_decision(record, self.header):
            self._answered = False
            self.session_log.sync()

    def reopen(self) -> bool:
        """Remove an end that was due to an exhausted budget, to play on; return whether that is allowed."""
        may = self._reopens and self.end is not None and self.end.fault in BUDGET_FAULTS
        if may:
            self.session_log.reopen()
        return may

    def accept_records(self) -> None:
        """Write the lines that were held back until all records were replayed without a divergence."""
        self.session_log.release_lines()

    @property
    def event_count(self) -> int:
        """The number of journal events so far."""
        return len(self.journal.events)

    def story_mark(self) -> str:
        """Return the first digits of the journal's hash; empty if another version computed the save's hashes."""
        return self.journal.digest()[:STORY_DIGITS] if self.header.journal in STORIES else ""

    def raise_story_differs(self, index: int) -> None:
        """Raise InputError: the events before the answer at an index differ from the story in the save.

        Raises:
            InputError: Always.
        """
        raise InputError(
            sentences.story_differs(self.session_log.describe_record(index)),
            self.session_log.place_of(index),
            sentences.restore_earlier_line_hint(COMPATIBILITY_HINT),
        )


def end_divergence(outcome: Outcome, index: int, difference: str = sentences.GAME_ENDS_EARLIER) -> Divergence:
    """Make the exception for a run whose end differs from the recorded one, or comes before record ``index``.

    ``index`` is the first record that was not reached, or that after the last for the end.
    """
    if isinstance(outcome, Faulted) and outcome.is_over_budget:
        return BudgetDivergence(index, sentences.over_budget(outcome.message, str(outcome.origin.place)))
    return Divergence(index, difference)


def make_end(outcome: Outcome, journal: Journal) -> End:
    """Make the end record of a session from a run's outcome (result or fault) and the journal's hash."""
    if isinstance(outcome, Faulted):
        return End("none", outcome.message, journal.digest())
    assert not isinstance(outcome, Pending)
    return End(outcome.name, "", journal.digest())


def end_difference(end: End, new_end: End) -> str:
    """Return the sentence that says how a new end differs from the recorded one; empty if it does not."""
    if (end.result, end.fault) != (new_end.result, new_end.fault):
        return sentences.game_ends_otherwise(clip(new_end.fault or new_end.result))
    if end.journal and end.journal != new_end.journal:
        return sentences.STORY_DIFFERS_AT_END
    return ""


def pausing_policy(number: int, options: Sequence[int], score: Score, values: Values) -> int:
    """Policy that answers nothing: raise Pause at any choice.

    Raises:
        Pause: Always.
    """
    raise Pause
