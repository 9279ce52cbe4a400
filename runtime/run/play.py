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
from bombsight.runtime.events.reader import FAULTED, FINISHED, TOO_MUCH_TEXT, Reader, result_value
from bombsight.runtime.machine import Loader, Log, Machine
from bombsight.runtime.run.checkpoints import MissionCheckpoints
from bombsight.runtime.run.derived_values import Asides
from bombsight.runtime.run.journal import Journal, RunPaused
from bombsight.runtime.run.policies import Question
from bombsight.runtime.run.scripted_callbacks import ScriptedCallbacks
from bombsight.runtime.run.sources import ThrowFaces


@frozen
class Finished:
    """The run came to its end.

    Attributes:
        value: What the procedure gave, as an integer; None where it gives nothing.
        name: Its stable name; ``none`` where it gives nothing.
        title: The same for reading.
    """

    value: int | None
    name: str
    title: str


@frozen
class Faulted:
    """The rules did what they may not."""

    site: int
    message: str
    origin: Origin

    @property
    def is_over_budget(self) -> bool:
        """Whether they cost more than they may."""
        return self.message in BUDGET_FAULTS


@frozen
class Pending:
    """The run waits: for the answer to a question, for dice to be thrown, or before a procedure that is not begun."""

    waits_for: Question | Thrown | EnterSite


Outcome = Finished | Faulted | Pending

BUDGET_FAULTS = (TOO_LONG_TEXT, TOO_MUCH_TEXT)
"""The faults of rules that cost more than they may; a greater budget may lead beyond them."""


def new_journal(program: Program, entry: Entry) -> Journal:
    """An empty journal for a run from this entry."""
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
    """Play from the beginning.

    Args:
        program: What to play.
        entry: The program's mission or career.
        args: A value for each of the entry's parameters; see :func:`parse_arguments`.
        throw: Gives the faces of a throw: a source's ``throw``.
        policy: Who answers.
        journal: One to fill: empty, or with what the script leads to. Its describer knows the state from here on.
        script: The sums of the first throws and the indices of the first answers, of which the journal knows already.
        checkpoints: The missions of a career that are over by these; more are kept there.
        load: Makes the machine it runs on.
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
    journal.log((FINISHED, result_value(value)))
    shown = result_value(value)
    return Finished(value, describer.value_name(entry.result, shown), describer.value_title(entry.result, shown))


def start_machine(machine: Machine) -> None:
    """Bring every field to its default, with a whole budget of steps and no names given."""
    machine.slots[NAMES_SLOT] = 0
    machine.start()


def fault_outcome(program: Program, fault: Fault) -> Faulted:
    """A fault with its place and citation."""
    site = program.sites[fault.site]
    message = site.text if isinstance(site, FaultSite) else TOO_MUCH_TEXT
    return Faulted(fault.site, message, site.origin)


def parse_arguments(program: Program, entry: Entry, words: Sequence[str]) -> tuple[int, ...]:
    """The values of an entry's parameters from words; those left out have the first value of their type.

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
    if word is None:
        return kind.low if isinstance(kind, IntType) else 0
    return value_of(word, kind, program.enums[kind.enum].values if isinstance(kind, EnumType) else ())
