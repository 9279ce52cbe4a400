"""Worked examples and scripts: dice and answers are given line by line, and facts are checked as they come.

Nothing is given that the game does not ask for, and all that is given must be asked for. The one exception is a
standing offer to throw dice again: it is declined unless the next line is ``answer again``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.flat.program import Entry, ExampleLine, Fault, Program
from bombsight.flat.sites import RollSite
from bombsight.flat.types import NONE
from bombsight.runtime.choices import Score, Values, choice_site, find, offered
from bombsight.runtime.describe import Describer
from bombsight.runtime.journal import Journal
from bombsight.runtime.machine import Given, Loader, Machine
from bombsight.runtime.play import begin, faulted
from bombsight.runtime.reader import FAULTED, Reader
from bombsight.runtime.sources import read_throw


@frozen
class Mismatch:
    """Where the example and the game part.

    Attributes:
        place: ``file:line:column`` in the example.
        expected: What the example says.
        found: What the game does.
    """

    place: str
    expected: str
    found: str


@frozen
class ExampleReport:
    """What came of an example.

    Attributes:
        title: Its title.
        passed: Whether the game went as it says.
        lines: Those of its lines that held, in order.
        mismatch: The first that did not, or None.
        journal: What happened.
    """

    title: str
    passed: bool
    lines: tuple[ExampleLine, ...]
    mismatch: Mismatch | None
    journal: Journal


class Parted(Exception):  # noqa: N818 - a finding on its way to the report
    """The example and the game part."""

    def __init__(self, mismatch: Mismatch) -> None:
        super().__init__(mismatch)
        self.mismatch = mismatch


def run_example(program: Program, number: int, *, load: Loader) -> ExampleReport:
    """Run the example with this number, on a machine that ``load`` makes."""
    example = program.examples[number]
    journal = Journal(Reader(program))
    prompter = Prompter(program, number, journal)
    machine = load(program, journal.rolling(prompter.throw), journal.asking(prompter.ask), journal.log)
    prompter.machine = machine
    journal.reader.describer.slots = machine.slots
    mismatch = None
    try:
        begin(machine)
        machine.call(program.entry("setup", str(number)))
        prompter.check_facts(example.before)
        prompter.end(machine.call(program.entry("call", str(number))))
    except Parted as parted:
        mismatch = parted.mismatch
    except Fault as fault:
        journal.log(FAULTED, fault.site)
        told = faulted(program, fault)
        mismatch = Mismatch(prompter.place, prompter.wanted, f"rules fault at {told.origin.place}: {told.message}")
    finally:
        machine.close()
    return ExampleReport(example.title, mismatch is None, example.lines[: prompter.position], mismatch, journal)


class Prompter:
    """Gives the dice and answers of an example's lines, in order."""

    def __init__(self, program: Program, number: int, journal: Journal) -> None:
        self.program = program
        self.number = number
        self.example = program.examples[number]
        self.describer = journal.reader.describer
        self.machine: Machine | None = None
        self.position = 0
        self.given: Given = None

    @property
    def line(self) -> ExampleLine | None:
        """The line that comes next; None behind the last."""
        return self.example.lines[self.position] if self.position < len(self.example.lines) else None

    @property
    def place(self) -> str:
        """The place of the next line, or of the example."""
        return self.line.place if self.line else str(self.example.origin.place)

    @property
    def wanted(self) -> str:
        """What the next line says."""
        return self.line.text if self.line else "no more lines"

    def part(self, found: str) -> NoReturn:
        """The game does something else than the next line says.

        Raises:
            Parted: Always; it carries the line and what was found instead.
        """
        raise Parted(Mismatch(self.place, self.wanted, found))

    def throw(self, site: int, count: int, sides: int) -> tuple[int, ...]:
        """The dice of the next line."""
        self.check_facts()
        place = self.program.sites[site]
        table = place.table if isinstance(place, RollSite) else None
        asked = (
            f"roll on {table} ({Dice(count, sides).notation})"
            if table
            else f"roll {Dice(count, sides).notation}, no table"
        )
        line = self.line
        if line is None or line.kind != "roll" or line.table != table:
            self.part(asked)
        faces = read_throw(tuple(int(word) for word in line.words), count, sides)
        if isinstance(faces, str):
            self.part(f"{asked}: {faces}")
        self.position += 1
        return faces

    def ask(self, number: int, options: Sequence[int], score: Score, values: Values) -> int:
        """The answer of the next line.

        Raises:
            Parted: The line is no answer, or what it names is not offered.
        """
        site = choice_site(self.program, number)
        told = values()
        named = self.describer.options(site, options, told)
        if site.offer:
            return self.answer_offer([option.name for option in named])
        self.check_facts()
        asked = f"{self.describer.fill(site.ask, told)}: {offered(named, site.optional)}"
        line = self.line
        if line is None or line.kind != "answer":
            self.part(asked)
        index = find(named, line.words, site.optional)
        if isinstance(index, str):
            self.part(f"{index}; {asked}")
        self.position += 1
        return index

    def answer_offer(self, names: Sequence[str]) -> int:
        """Whether the dice are thrown again."""
        if self.line and self.line.kind == "answer" and self.line.words == ("again",):
            self.position += 1
            return names.index("again")
        return names.index("keep")

    def check_facts(self, stop: int | None = None) -> None:
        """Check the ``expect`` lines that come next, up to the line with the number ``stop``."""
        assert self.machine is not None
        while self.position != stop and self.line and self.line.kind == "expect":
            fact = self.program.entry("expect", f"{self.number}:{self.position}")
            if not self.machine.call(fact, *self.given_to(fact)):
                self.part(facts(self.describer, self.line.text) or "it does not hold")
            self.position += 1

    def given_to(self, fact: Entry) -> tuple[int, ...]:
        """What the call gave, as a fact takes it."""
        given = self.given if isinstance(self.given, tuple) else (NONE if self.given is None else self.given,)
        return given if len(given) == len(fact.params) else (NONE,) * len(fact.params)

    def end(self, given: Given) -> None:
        """See that nothing is left, now that the call has given what it gives."""
        self.given = given
        self.check_facts()
        if self.line:
            self.part("the game is over and did not ask for it")


def facts(describer: Describer, text: str) -> str:
    """The state that an ``expect`` line speaks of, as it is."""
    slots = range(len(describer.slots))
    named = {describer.slot(slot): slot for slot in slots if describer.field_at(slot)}
    told = []
    for word in dict.fromkeys(re.findall(r"\w+(?:\[[\w, ]+\])?(?:\.\w+(?:\[[\w, ]+\])?)?", text)):
        slot = named.get(word)
        field = describer.field_at(slot) if slot is not None else None
        if slot is not None and field is not None:
            told.append(f"{word} is {describer.name(field.type, describer.slots[slot])}")
    return ", ".join(told)
