"""One run of a program from its beginning: the pure function that everything else is built on."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.boundary.errors import InputError
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import Origin
from bombsight.flat.budgets import TOO_LONG_TEXT
from bombsight.flat.layout import NAMES_SLOT
from bombsight.flat.program import Entry, Fault, Program
from bombsight.flat.sites import EnterSite, FaultSite, Thrown
from bombsight.flat.types import EnumType, IntType, Type
from bombsight.flat.words import value_of
from bombsight.runtime import sentences
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
)
from bombsight.runtime.events.reader import FAULTED, FINISHED, TOO_MUCH_TEXT, Reader, encode_result
from bombsight.runtime.machine import Loader, Log, Machine
from bombsight.runtime.run.checkpoints import MissionCheckpoints
from bombsight.runtime.run.derived_values import Asides
from bombsight.runtime.run.journal import Journal, RunPaused
from bombsight.runtime.run.policies import Question
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks
from bombsight.runtime.run.sources import ThrowFaces


@frozen
class Finished:
    """The outcome of a run that ended normally.

    Attributes:
        value: Its result as an integer; None without a result.
        name: The result's stable name; ``none`` without a result.
        title: The result's title.
    """

    value: int | None
    name: str
    title: str


@frozen
class Faulted:
    """The outcome of a run that a rules fault (a run-time error of the rules) stopped."""

    site: int
    message: str
    origin: Origin

    @property
    def is_over_budget(self) -> bool:
        """Whether the fault is that the rules exceeded a budget."""
        return self.message in BUDGET_FAULTS


@frozen
class Pending:
    """The outcome of a run that is paused at a question, a throw of dice, or before a procedure."""

    waits_for: Question | Thrown | EnterSite


Outcome = Finished | Faulted | Pending

BUDGET_FAULTS = (TOO_LONG_TEXT, TOO_MUCH_TEXT)
"""Messages of faults that a greater budget may avoid."""


def new_journal(program: Program, entry: Entry) -> Journal:
    """Make an empty journal for a run of an entry (mission or career) of a program."""
    return Journal(Reader(program, entry.result))


def run(
    program: Program,
    entry: Entry,
    args: Sequence[int],
    throw: ThrowFaces,
    policy: Ask,
    journal: Journal | None = None,
    *,
    script: Sequence[int] = (),
    checkpoints: MissionCheckpoints | None = None,
    load: Loader,
) -> Outcome:
    """Play a run of a program from its beginning to its end, a fault or a pause, and return that outcome.

    Args:
        program: The program.
        entry: Its mission or career.
        args: A value for each of the entry's parameters; see :func:`parse_arguments`.
        throw: Returns the faces of a throw: a source's ``throw``.
        policy: Answers choices.
        journal: The journal to fill: empty, or with the events of the script. Its describer gets the state.
        script: Sums of the first throws and indices of the first answers, whose events the journal has already.
        checkpoints: The finished missions of a career up to there; further ones are added.
        load: Makes the machine.
    """
    journal = journal or new_journal(program, entry)
    calls: tuple[Roll, Ask, Log] = (journal.logged_roll(throw), journal.logged_ask(policy), journal.log)
    scripted = ScriptedCallbacks(script, *calls)
    if script or checkpoints is not None:
        calls = scripted.roll, scripted.ask, scripted.log
    machine = load(program, *calls)
    if checkpoints is not None:
        machine.hook_missions(checkpoints.mission_hook(machine, scripted, is_recording=True))
    describer = journal.reader.describer
    describer.slots = machine.slots
    describer.asides = describer.asides or Asides(program, load)
    try:
        start_machine(machine)
        call_result = machine.call(entry, *args)
    except Fault as fault:
        journal.events.append((FAULTED, fault.site))
        return fault_outcome(program, fault)
    except RunPaused as left:
        return Pending(left.waits_for)
    finally:
        describer.slots = list(machine.slots)
        describer.asides.close()
        machine.close()
    value = call_result if entry.result is not None and isinstance(call_result, int) else None
    journal.log((FINISHED, encode_result(value)))
    shown = encode_result(value)
    return Finished(value, describer.value_name(entry.result, shown), describer.value_title(entry.result, shown))


def start_machine(machine: Machine) -> None:
    """Reset a machine for a new run: every field to its default, the whole budget of steps, no names given."""
    machine.slots[NAMES_SLOT] = 0
    machine.start()


def fault_outcome(program: Program, fault: Fault) -> Faulted:
    """Convert a fault (a run-time error of the rules) to the outcome of its run, with message and place."""
    site = program.sites[fault.site]
    message = site.text if isinstance(site, FaultSite) else TOO_MUCH_TEXT
    return Faulted(fault.site, message, site.origin)


def parse_arguments(program: Program, entry: Entry, words: Sequence[str]) -> tuple[int, ...]:
    """Parse the arguments of an entry from words; omitted ones get the first value of their type.

    Raises:
        InputError: A word does not fit its parameter, or there are too many.
    """
    if len(words) > len(entry.params):
        raise InputError(sentences.wrong_value_count(entry.name, len(entry.params), len(words)))
    values = []
    for index, (name, kind) in enumerate(entry.params):
        value = _parse_argument(program, kind, words[index] if index < len(words) else None)
        if value is None:
            raise InputError(sentences.wrong_value(name, f"'{words[index][:20]}'", str(kind)))
        values.append(value)
    return tuple(values)


def _parse_argument(program: Program, kind: Type, word: str | None) -> int | None:
    """Parse a word to a value of a type; None (omitted) gives the type's first value. Return None if invalid."""
    if word is None:
        return kind.low if isinstance(kind, IntType) else 0
    return value_of(word, kind, program.enums[kind.enum].values if isinstance(kind, EnumType) else ())
