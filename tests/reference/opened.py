"""Programs with open options, played with other values of them, as a host of the modules does it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from attrs import evolve, frozen

from bombsight.backends.python.load import instantiate
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.backends.wasm.memory import SLOTS_ADDRESS, WORD
from bombsight.boundary.codec.encoding import encode
from bombsight.compiler.graph.nodes import Option, RuleGraph
from bombsight.compiler.options import set_option
from bombsight.flat.document_forms import WHOLE
from bombsight.flat.encoding import code_digest
from bombsight.flat.program import Entry, Program
from bombsight.flat.types import EnumType, IntType
from bombsight.runtime.callbacks import (
    Ask,
    Roll,
)
from bombsight.runtime.dice import (
    SeededDice,
)
from bombsight.runtime.machine import Loader, Log, Machine
from bombsight.runtime.run.derived_values import Asides
from bombsight.runtime.run.play import Faulted, Finished, new_journal, run
from bombsight.runtime.run.policies import random_policy


def closed(graph: RuleGraph, words: Mapping[str, str]) -> RuleGraph:
    """A graph whose options are set, and nothing to be tried."""
    options = tuple(set_option(option, words.get(option.name)) for option in graph.options)
    return evolve(graph, options=options, examples=())


def opened(program: Program, graph: RuleGraph) -> Program:
    """A program with open options, those set to what they are in a graph, and what follows them worked out."""
    values = {option.name: option.value for option in graph.options}
    slots = [*program.defaults]
    for option in program.open_options:
        slots[option.slot] = values[option.name]
    asides = Asides(program, instantiate)
    worth = asides.evaluator_at(slots)
    for follower in program.following:
        given = worth(follower.entry, *follower.arguments)
        assert given is not None
        for slot in follower.slots:
            slots[slot] = given
    asides.close()
    fields = tuple(
        evolve(field, defaults=tuple(slots[field.base : field.base + field.size])) for field in program.fields
    )
    made = evolve(program, defaults=tuple(slots), fields=fields)
    return evolve(made, digest=code_digest(made))


def words_of(option: Option) -> tuple[str, ...]:
    """What an option can be set to."""
    match option.type:
        case EnumType():
            return option.words
        case IntType(low=low, high=high):
            return tuple(map(str, range(low, high + 1)))
        case _:  # the rest: an option is yes or no otherwise
            return ("yes", "no")


def at_random(graph: RuleGraph, chance: random.Random) -> dict[str, str]:
    """Every option set to something."""
    return {option.name: chance.choice(words_of(option)) for option in graph.options}


@frozen
class Told:
    """What came of a run, whatever its sites' numbers.

    Attributes:
        end: Its result, or its fault.
        views: A hash of all that is told of its events.
        digest: The journal's hash.
        fields: What every field holds at the end.
    """

    end: Any
    views: str
    digest: str
    fields: tuple[tuple[str, tuple[int, ...]], ...]


def told(program: Program, entry: Entry, args: tuple[int, ...], seed: int, load: Loader) -> Told:
    """A run with answers at random."""
    journal = new_journal(program, entry)
    ask, restart = random_policy(program, seed)
    restart(seed)
    found = run(program, entry, args, SeededDice(seed).throw, ask, journal, load=load)
    end = (found.message, found.origin) if isinstance(found, Faulted) else found
    assert isinstance(found, Finished | Faulted)
    slots = journal.reader.describer.slots
    held = tuple((field.id, tuple(slots[field.base : field.base + field.size])) for field in program.fields)
    views = sha256(json.dumps([encode(view, WHOLE) for view in journal.views()]).encode()).hexdigest()
    return Told(end, views, journal.digest(), held)


def served(program: Program) -> Loader:
    """Machines of one module, whatever stands in its slots at first: a host writes that into the instance's memory."""

    of_module = program  # what it is called below is what a loader calls it

    def load(program: Program, roll: Roll, ask: Ask, log: Log | None = None) -> Machine:
        machine = instantiate_wasm(of_module, roll, ask, log)
        assert machine.host is not None
        machine.host.instance.memory_words(SLOTS_ADDRESS + WORD * program.slots, program.slots)[:] = program.defaults
        return machine

    return load
