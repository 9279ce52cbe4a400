"""Worked examples and scripts: dice and answers are given line by line, and facts are checked as they come.

Nothing is given that the game does not ask for, and all that is given must be asked for. The one exception is a
standing offer to throw dice again: it is declined unless the next line is ``answer again``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod
from typing import Literal, NoReturn

from attrs import evolve

from bombsight.boundary.budget import Budget
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import frozen
from bombsight.flat.layout import RESERVE, STEPS
from bombsight.flat.program import Entry, ExampleLine, Fault, Program
from bombsight.flat.sites import DrawSite, EnterSite, RollSite, Site
from bombsight.flat.types import NONE
from bombsight.runtime.callbacks import (
    Score,
    Values,
)
from bombsight.runtime.events.describe import Describer, Option
from bombsight.runtime.events.reader import FAULTED, Reader
from bombsight.runtime.machine import Event, Given, Loader, Machine
from bombsight.runtime.run.derived_values import Asides
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import begin, faulted
from bombsight.runtime.run.policies import NO_OPTION, choice_site, find, find_drawn, offered
from bombsight.runtime.run.remarks import faulty
from bombsight.runtime.run.sources import read_throw

SHARE = 2
"""An example may cost one half of what is left for it and those behind it."""

EACH_EVENT = 50
"""What it costs to keep an event, in steps."""

NOT_ASKED = ("expect", "unchanged", "never")
"""The lines that wait for nothing."""

FACTS = ("expect", "unchanged")
"""The lines that say what is so."""

RESULT = re.compile(r"result\b")
"""What a value of what the call gave begins with."""

CHOICE, DRAW = "choice:", "draw:"
"""What the stable names of choices and of draws begin with; a line leaves it out."""


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
        sites: The sites that it came to: what was told, thrown or asked there, or went wrong.
        is_unfinished: Whether it was not run to its end, for it would take more steps than it may.
    """

    title: str
    passed: bool
    lines: tuple[ExampleLine, ...]
    mismatch: Mismatch | None
    journal: Journal
    sites: frozenset[int]
    is_unfinished: bool = False


class Parted(Exception):  # noqa: N818 - a finding on its way to the report
    """The example and the game part."""

    def __init__(self, mismatch: Mismatch) -> None:
        super().__init__(mismatch)
        self.mismatch = mismatch


class Over(Exception):  # noqa: N818 - how an example ends, no error
    """The example has led where it leads to: what follows does not matter."""


def run_example(program: Program, number: int, *, load: Loader, asides: bool = False) -> ExampleReport:
    """Run the example with this number, on a machine that ``load`` makes; see :class:`Examples`."""
    with_machine = Examples(program, load=load, asides=asides)
    try:
        return with_machine.run(number)
    finally:
        with_machine.close()


class Examples:
    """The examples of a program, run one after the other on one machine.

    Attributes:
        program: The program.
        entries: Its entries by kind and name.
    """

    def __init__(self, program: Program, *, load: Loader, asides: bool = False, budget: Budget | None = None) -> None:
        """Make the machine.

        Args:
            program: The program with its examples.
            load: Makes the machine.
            asides: Whether what stands beside a question is worked out too; where it cannot be, the example fails.
            budget: What all that are run may cost together; one of them costs half of what is left at most. None for
                as much as a mission may cost, each.
        """
        self.program = program
        self.budget = budget
        self.entries = {(entry.kind, entry.name): entry for entry in program.entries}
        self._reader = Reader(program)
        self._reader.describer.asides = Asides(program, load) if asides else None
        self._journal = Journal(self._reader)
        self._prompter: Prompter | None = None
        self._sites: set[int] = set()
        self._machine = load(program, self._roll, self._ask, self._log)

    def __iter__(self) -> Iterator[ExampleReport]:
        """Run all of them, in their order."""
        return map(self.run, range(len(self.program.examples)))

    def close(self) -> None:
        """No more are run."""
        self._machine.close()
        if self._reader.describer.asides is not None:
            self._reader.describer.asides.close()

    def run(self, number: int) -> ExampleReport:
        """Run the example with this number, counted from 0."""
        program, machine = self.program, self._machine
        example = program.examples[number]
        journal = self._journal = Journal(self._reader)
        journal.reader.describer.slots = machine.slots
        self._sites.clear()
        prompter = self._prompter = Prompter(self, number, machine, journal)
        mismatch = None
        most = program.budgets.mission
        steps = most if self.budget is None else min(most, self.budget.left // SHARE)
        try:
            begin(machine)
            if self.budget is not None:
                machine.slots[STEPS], machine.slots[RESERVE] = steps, 0
            for slot, value in example.options:
                machine.slots[slot] = value
            prompter.play()
        except Parted as parted:
            mismatch = parted.mismatch
        except Fault as fault:
            journal.log((FAULTED, fault.site))
            self._sites.add(fault.site)
            told = faulted(program, fault)
            shared = program.sites[fault.site].owner.startswith("example:")
            found = f"rules fault at {prompter.step if shared else told.origin.place}: {told.message}"
            mismatch = Mismatch(prompter.place, prompter.wanted, found)
        held = example.lines[: prompter.position]
        report = ExampleReport(example.title, mismatch is None, held, mismatch, journal, frozenset(self._sites))
        if self.budget is None:
            return report
        left = machine.slots[STEPS]
        self.budget.spent += steps - max(left, 0) + EACH_EVENT * len(journal.events)
        return evolve(report, is_unfinished=mismatch is not None and left < 0 and steps < most)

    # --- what the machine calls

    def _roll(self, site: int, dice: Dice) -> int:
        assert self._prompter is not None
        self._sites.add(site)
        return self._journal.rolling(self._prompter.throw)(site, dice)

    def _ask(self, site: int, options: Sequence[int], score: Score, values: Values) -> int:
        assert self._prompter is not None
        self._sites.add(site)
        return self._journal.asking(self._prompter.ask)(site, options, score, values)

    def _log(self, event: Event) -> None:
        assert self._prompter is not None
        self._sites.add(event[0])
        self._journal.log_and_read(event)  # procedures of a scene leave their state as it is, which no event tells
        self._prompter.met(event[0])


class Prompter:
    """Gives the dice and answers of an example's lines, in order."""

    def __init__(self, examples: Examples, number: int, machine: Machine, journal: Journal) -> None:
        self.program = examples.program
        self.entries = examples.entries
        self.example = self.program.examples[number]
        self.describer = journal.reader.describer
        self.journal = journal
        self.machine = machine
        self.position = 0
        self.held: tuple[int, ...] = ()
        self.given: Given = None
        self.step = ""
        self.before: list[int] = []
        self.calling = False
        self.awaited = ""
        self.watching = any(line.kind in ("leads", "never") for line in self.example.lines)

    def play(self) -> None:
        """Set the scene, make the call, and see that nothing is left.

        Raises:
            Parted: The game goes another way.
            Fault: The rules do what they may not.
        """
        for step in self.example.setup:
            self.step = step.place
            entry = self.entries["setup", step.entry]
            self.held += in_parts(self.machine.call(entry, *self.held), entry.results)
        self.step = self.example.call.place
        self.check_facts(self.example.before)
        self.before = list(self.machine.slots)
        self.calling = True
        try:
            self.end(self.machine.call(self.entries["call", self.example.call.entry], *self.held))
        except Over:
            self.position += 1
            if self.line:
                self.part("the example is over where it leads")

    @property
    def line(self) -> ExampleLine | None:
        """The line that comes next; None behind the last."""
        lines = self.example.lines
        while self.position < len(lines) and lines[self.position].kind == "never":
            self.position += 1
        return lines[self.position] if self.position < len(lines) else None

    @property
    def coming(self) -> ExampleLine | None:
        """The next line that waits for something, behind the facts that come first; None where there is none."""
        return next((line for line in self.example.lines[self.position :] if line.kind not in NOT_ASKED), None)

    @property
    def place(self) -> str:
        """The place of the next line, or of the example."""
        return self.line.place if self.line else str(self.example.origin.place)

    @property
    def wanted(self) -> str:
        """What the next line says."""
        return self.line.text if self.line else "no more lines"

    def part(self, found: str, line: ExampleLine | None = None) -> NoReturn:
        """The game does something else than the next line says, or the one that is named.

        Raises:
            Parted: Always; it carries the line and what was found instead.
        """
        if line is None and self.line is not None and self.line.kind == "offered" and len(self.line.words) == 1:
            found = f"{found}; a choice with one option alone is not asked, so nothing is offered"
        found = self.with_awaited(found) if self.line is not None and self.line.kind in FACTS else found
        raise Parted(Mismatch(line.place if line else self.place, line.text if line else self.wanted, found))

    def with_awaited(self, found: str) -> str:
        """What was found instead of a fact, with what the game waits for before it goes on."""
        return f"{found}, and no line gives what comes first: {self.awaited}" if self.awaited else found

    # --- where play comes

    def met(self, number: int) -> None:
        """A procedure may begin where this site is.

        Raises:
            Over: The example leads to it.
            Parted: It never leads to it.
        """
        if self.watching and self.calling and number >= 0:
            site = self.program.sites[number]
            if isinstance(site, EnterSite) and site.kind == "procedure":
                self.comes_to("procedure", site.name)

    def comes_to(self, kind: Literal["procedure", "table"], name: str | None) -> None:
        """Play comes to a procedure, or to dice for a table.

        Raises:
            Over: The example leads to it.
            Parted: It never leads to it.
        """
        for line in self.example.lines:
            if line.kind == "never" and line.table == kind and line.words == (name,):
                self.part(f"play comes to {kind} {name}", line)
        coming = self.coming
        if coming is not None and coming.kind == "leads" and (coming.table, coming.words) == (kind, (name,)):
            self.check_facts()
            raise Over

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """The dice of the next line, or what is drawn by it."""
        place = self.program.sites[site]
        if isinstance(place, DrawSite):
            return (self.draw(place) + 1,)
        table = place.table if isinstance(place, RollSite) else None
        if self.watching and self.calling:
            self.comes_to("table", table)
        within = thrown_in(place)
        where = f"on {table}" if table else f"in {within}" if within else "-"
        asked = f"roll {where} ({dice.notation})"
        coming = self.coming
        is_given = coming is not None and (coming.kind, coming.table) in (("roll", table), ("roll in", within))
        self.check_facts(awaited="" if is_given else asked)
        line = self.line
        if line is None or not is_given:
            self.part(asked)
        faces = read_throw(tuple(int(word) for word in line.words), dice)
        if isinstance(faces, str):
            self.part(f"{asked}: {faces}")
        self.position += 1
        return faces

    def draw(self, site: DrawSite) -> int:
        """The index of what the next line draws.

        Raises:
            Parted: The line draws nothing, or what it names is not there to be drawn.
        """
        _, _, *members = self.journal.events[-1]
        named = self.describer.members(site.type, members)
        asked = f"{site.variable} is drawn from {offered(named, False)}"
        self.check_facts(awaited="" if self.coming and self.coming.kind == "drawn" else asked)
        line = self.line
        if line is None or line.kind != "drawn":
            self.part(f"{asked}, and no `drawn` stands here")
        name = site.id.removeprefix(DRAW)
        if line.table is not None and line.table != name:
            self.part(f"{name}: {asked}")
        index = find_drawn(named, line.words)
        if isinstance(index, str):
            self.part(f"{index}; {asked}")
        self.position += 1
        return index

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
        asked = f"{self.describer.fill(site.ask, told)}: {offered(named, site.optional)}"
        self.check_facts(awaited="" if self.coming and self.coming.kind in ("answer", "offered") else asked)
        if self.line and self.line.kind == "offered":
            self.check_offer(self.line, named, site.optional, asked)
            self.position += 1
            self.check_facts()
        line = self.line
        if line is None or line.kind != "answer":
            self.part(f"it asks, and no answer stands here: {asked}")
        name = site.id.removeprefix(CHOICE)
        if line.table is not None and line.table != name:
            self.part(f"{name}: {asked}")
        index = find(named, line.words, site.optional)
        if isinstance(index, str):
            self.part(f"{index}; {asked}")
        if faulty(self.describer, site, options, told):
            self.part(f"what stands beside the question cannot be worked out: {asked}")
        self.position += 1
        return index

    def check_offer(self, line: ExampleLine, named: Sequence[Option], optional: bool, asked: str) -> None:
        """See that a line names every option once, and no other.

        Raises:
            Parted: It does not.
        """
        found: list[int] = []
        for words in line.words:
            index = find(named, words.split(), optional)
            if isinstance(index, str):
                self.part(f"{index}; {asked}", line)
            found.append(index)
        if sorted(found) != [*([NO_OPTION] if optional else []), *range(len(named))]:
            self.part(asked, line)

    def answer_offer(self, names: Sequence[str]) -> int:
        """Whether the dice are thrown again."""
        if self.line and self.line.kind == "answer" and self.line.words == ("again",):
            self.position += 1
            return names.index("again")
        return names.index("keep")

    # --- facts

    def check_facts(self, stop: int | None = None, awaited: str = "") -> None:
        """Check the facts that come next.

        Args:
            stop: The number of the line before which to stop.
            awaited: What the game waits for meanwhile and no line gives: dice, a draw, an answer.

        Raises:
            Parted: One does not hold.
        """
        self.awaited = awaited
        while self.line and self.position != stop and self.line.kind in FACTS:
            if self.line.kind == "unchanged":
                self.check_unchanged(self.line)
            else:
                step, self.step = self.step, self.line.place
                fact = self.entries["expect", self.line.entry]
                if not self.machine.call(fact, *self.held, *self.given_to(fact)):
                    self.part_at(self.line)
                self.step = step
            self.position += 1

    def part_at(self, line: ExampleLine) -> NoReturn:
        """A fact does not hold: the first of its terms that does not is told, and what decides it, the result first.

        Raises:
            Parted: Always.
        """
        failing = next((term for term in line.terms if not self.worked_out(term.entry)), None)
        if failing is None:
            self.part(facts(self.describer, line.text) or "it does not hold")
        known = {value.text: self.worked_out(value.entry) for value in failing.values}
        types = {value.text: value.type for value in failing.values}
        told = [f"{text} is {self.describer.name(types[text], value)}" for text, value in known.items()]
        told.sort(key=lambda each: RESULT.match(each) is None)
        found = ", ".join(told) or facts(self.describer, failing.text) or "it does not hold"
        raise Parted(Mismatch(line.place, f"expect {failing.text}", self.with_awaited(found)))

    def worked_out(self, entry: str) -> int:
        """What an entry of a fact gives."""
        fact = self.entries["expect", entry]
        found = self.machine.call(fact, *self.held, *self.given_to(fact))
        assert isinstance(found, int)
        return found

    def given_to(self, fact: Entry) -> tuple[int, ...]:
        """What the call gave, as a fact takes it."""
        wanted = len(fact.params) - len(self.held)
        return in_parts(self.given, wanted)

    def check_unchanged(self, line: ExampleLine) -> None:
        """See that only such slots have changed as the line names.

        Raises:
            Parted: Another has.
        """
        named = set(map(int, line.words))
        after = self.machine.slots
        told = [*changes(self.describer, self.before or after, after, named)]
        if told:
            self.part(", ".join(told))

    def end(self, given: Given) -> None:
        """See that nothing is left, now that the call has given what it gives."""
        self.given = given
        self.check_facts()
        if self.line:
            self.part("the game is over and did not ask for it")


def thrown_in(site: Site) -> str | None:
    """The procedure or the table in which dice are thrown that no table owns; None for others."""
    kind, _, name = site.owner.partition(":")
    owned = isinstance(site, RollSite) and site.table is not None
    return name if kind in ("procedure", "table") and not owned else None


def in_parts(given: Given, wanted: int) -> tuple[int, ...]:
    """What a call gave, in so many parts: each is none where it was ended on the way, or has not been made."""
    parts = given if isinstance(given, tuple) else (NONE if given is None else given,)
    return parts if len(parts) == wanted else (NONE,) * wanted


def changes(describer: Describer, before: Sequence[int], after: Sequence[int], named: set[int]) -> Iterator[str]:
    """What has changed besides the slots that are named, as ``oil is 3, and was 4``.

    The fields of an element count while it stays in its list; its coming and going is a change of the list.
    """
    for pool in describer.lists.values():
        places = range(pool.base, pool.base + pool.capacity)
        if any(before[slot] != after[slot] and slot not in named for slot in places):
            old, new = (sum(slots[slot] != NONE for slot in places) for slots in (before, after))
            yield f"{pool.id} holds {new}, and held {old}" if old != new else f"{pool.id} holds others than before"
    for field in describer.program.fields:
        held = describer.lists.get(field.owner)
        for slot in range(field.base, field.base + prod(field.shape)):
            if before[slot] == after[slot] or slot in named:
                continue
            if held is not None:
                place = held.base + (slot - field.base) * held.capacity // prod(field.shape)
                if after[place] == NONE or before[place] != after[place]:
                    continue
            now, was = (describer.name(field.type, state[slot]) for state in (after, before))
            yield f"{describer.slot(slot)} is {now}, and was {was}"


def facts(describer: Describer, text: str) -> str:
    """The state that an ``expect`` line speaks of, as it is."""
    words = dict.fromkeys(re.findall(r"\w+(?:\[[\w, ]+\])?(?:\.\w+(?:\[[\w, ]+\])?)?", text))
    heads = {head(word) for word in words}  # most slots of a game are of fields that a line does not speak of
    fields = [field for field in describer.program.fields if head(describer.slot(field.base)) in heads]
    slots = (slot for field in fields for slot in range(field.base, field.base + prod(field.shape)))
    named = {describer.slot(slot): slot for slot in slots}
    told = []
    for word in words:
        slot = named.get(word)
        field = describer.field_at(slot) if slot is not None else None
        if slot is not None and field is not None:
            told.append(f"{word} is {describer.name(field.type, describer.slots[slot])}")
    return ", ".join(told)


def head(place: str) -> str:
    """What the name of a place begins with: of ``posts[tower].manned`` it is ``posts``."""
    return re.split(r"\W", place, maxsplit=1)[0]
