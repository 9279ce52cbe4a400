"""Runs examples and scripts: their lines give dice and answers, and check facts.

The game must need everything that the lines give, and nothing else. The one exception is a standing offer to throw dice
again: it is declined unless the next line is ``answer again``.
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
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Entry, ExampleLine, Fault, Program
from bombsight.flat.sites import UNIT_SUFFIX, DrawSite, EnterSite, RollSite, Site
from bombsight.flat.types import NONE
from bombsight.runtime.callbacks import (
    Score,
    Values,
)
from bombsight.runtime.events.describe import Describer, Option, numbers_of_unit
from bombsight.runtime.events.reader import FAULTED, Reader
from bombsight.runtime.machine import CallResult, Event, Loader, Machine
from bombsight.runtime.run.derived_values import Asides
from bombsight.runtime.run.journal import Journal
from bombsight.runtime.run.play import fault_outcome, start_machine
from bombsight.runtime.run.policies import (
    NO_OPTION,
    choice_site,
    find_drawn_member,
    find_option,
    render_answers,
    unit_words,
)
from bombsight.runtime.run.remarks import has_fault
from bombsight.runtime.run.sources import read_faces

BUDGET_SHARE = 2
"""Divisor of the remaining budget that an example may use."""

EVENT_COST = 50
"""Cost of an event's storage, in steps."""

PASSIVE_LINES = ("expect", "unchanged", "never")
"""Kinds of lines that wait for nothing."""

FACT_LINES = ("expect", "unchanged")
"""Kinds of lines that state facts."""

RESULT_START = re.compile(r"result\b")
"""Matches a fact's value that is part of the call's result."""

CHOICE, DRAW = "choice:", "draw:"
"""Prefixes of the stable names of choices and draws, which lines of an example leave out."""


@frozen
class Mismatch:
    """A difference between what an example (a unit test in the rules) expects and what the game does.

    Attributes:
        place: ``file:line:column`` in the example.
        expected: The text of the example's line.
        found: What the game did instead.
    """

    place: str
    expected: str
    found: str


@frozen
class ExampleReport:
    """The result of running one example: its mismatch, if any, and the places reached.

    Attributes:
        title: Its title.
        passed: Whether the game went as it says.
        lines: Its lines that held, in order.
        mismatch: The first difference, or None.
        journal: The journal of its run.
        sites: The sites of its events, throws, questions and faults.
        is_unfinished: Whether it was aborted because its budget of steps was exhausted.
    """

    title: str
    passed: bool
    lines: tuple[ExampleLine, ...]
    mismatch: Mismatch | None
    journal: Journal
    sites: frozenset[int]
    is_unfinished: bool = False


class ExampleMismatch(Exception):  # noqa: N818 - a finding on its way to the report
    """Raised where the game differs from what the example expects."""

    def __init__(self, mismatch: Mismatch) -> None:
        """Make the exception for a mismatch between an example and the game."""
        super().__init__(mismatch)
        self.mismatch = mismatch


class ExampleOver(Exception):  # noqa: N818 - how an example ends, no error
    """Raised where the example has reached its destination, so that the rest of the run does not matter."""


def run_example(program: Program, number: int, *, load: Loader, asides: bool = False) -> ExampleReport:
    """Run one example of a program on a new machine, and return its report.

    Args:
        program: The program with its examples.
        number: The number of the example, from 0.
        load: Makes the machine.
        asides: Whether to evaluate the information beside questions, too.
    """
    runner = ExampleRunner(program, load=load, asides=asides)
    try:
        return runner.run(number)
    finally:
        runner.close()


class ExampleRunner:
    """Runs the examples (unit tests in the rules) of a program, all on one machine.

    Attributes:
        program: The program.
        entries: Its entries by kind and name.
    """

    def __init__(self, program: Program, *, load: Loader, asides: bool = False, budget: Budget | None = None) -> None:
        """Make a runner of a program's examples, with one machine for all of them.

        Args:
            program: The program with its examples.
            load: Makes the machine.
            asides: Whether to evaluate the information beside questions, too; a fault in it fails the example.
            budget: The budget of all examples together; each may use half of what is left. None gives each as much
                as a mission.
        """
        self.program = program
        self.budget = budget
        self.entries = {(entry.kind, entry.name): entry for entry in program.entries}
        self._reader = Reader(program)
        self._reader.describer.asides = Asides(program, load) if asides else None
        self._journal = Journal(self._reader)
        self._prompter: ExamplePrompter | None = None
        self._sites: set[int] = set()
        self._machine = load(program, self._roll, self._ask, self._log)

    def __iter__(self) -> Iterator[ExampleReport]:
        """Run all examples in order, and yield a report for each."""
        return map(self.run, range(len(self.program.examples)))

    def close(self) -> None:
        """Close the machine of the examples."""
        self._machine.close()
        if self._reader.describer.asides is not None:
            self._reader.describer.asides.close()

    def run(self, number: int) -> ExampleReport:
        """Run the example with a number, from 0, and return its report."""
        program, machine = self.program, self._machine
        example = program.examples[number]
        journal = self._journal = Journal(self._reader)
        journal.reader.describer.slots = machine.slots
        self._sites.clear()
        prompter = self._prompter = ExamplePrompter(self, number, machine, journal)
        mismatch = None
        most = program.budgets.mission
        steps = most if self.budget is None else min(most, self.budget.remaining // BUDGET_SHARE)
        try:
            start_machine(machine)
            if self.budget is not None:
                machine.slots[STEPS_SLOT], machine.slots[RESERVE] = steps, 0
            for slot, value in example.options:
                machine.slots[slot] = value
            prompter.play()
        except ExampleMismatch as parted:
            mismatch = parted.mismatch
        except Fault as fault:
            journal.log((FAULTED, fault.site))
            self._sites.add(fault.site)
            outcome = fault_outcome(program, fault)
            shared = program.sites[fault.site].owner.startswith("example:")
            message = f"rules fault at {prompter.step_place if shared else outcome.origin.place}: {outcome.message}"
            mismatch = Mismatch(prompter.next_place, prompter.next_line_text, message)
        held = example.lines[: prompter.position]
        report = ExampleReport(example.title, mismatch is None, held, mismatch, journal, frozenset(self._sites))
        if self.budget is None:
            return report
        left = machine.slots[STEPS_SLOT]
        self.budget.spent += steps - max(left, 0) + EVENT_COST * len(journal.events)
        return evolve(report, is_unfinished=mismatch is not None and left < 0 and steps < most)

    # --- callbacks of the machine

    def _roll(self, site: int, dice: Dice) -> int:
        """Callback ``roll``: return the total of the dice that the example's lines give, and record the throw."""
        assert self._prompter is not None
        self._sites.add(site)
        return self._journal.logged_roll(self._prompter.throw)(site, dice)

    def _ask(self, site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: return the index of the answer that the current example's lines give, and record it."""
        assert self._prompter is not None
        self._sites.add(site)
        return self._journal.logged_ask(self._prompter.ask)(site, options, score, values)

    def _log(self, event: Event) -> None:
        """Callback ``log``: record an event, and end the example if the event reaches the example's destination."""
        assert self._prompter is not None
        self._sites.add(event[0])
        self._journal.log_and_read(event)  # a scene's procedures do not reset their regions, and no event says so
        self._prompter.stop_at_site(event[0])


class ExamplePrompter:
    """Plays one example: gives the dice and answers of its lines, in order, and checks its expectations."""

    def __init__(self, examples: ExampleRunner, number: int, machine: Machine, journal: Journal) -> None:
        """Prepare to play example ``number`` of a runner on its machine, with the example's journal."""
        self.program = examples.program
        self.entries = examples.entries
        self.example = self.program.examples[number]
        self.describer = journal.reader.describer
        self.journal = journal
        self.machine = machine
        self.position = 0
        self.setup_results: tuple[int, ...] = ()
        self.call_result: CallResult = None
        self.step_place = ""
        self.slots_before: list[int] = []
        self.is_calling = False
        self.awaited = ""
        self.is_watching = any(line.kind in ("leads", "never") for line in self.example.lines)

    def play(self) -> None:
        """Set up the example's scene, make its call, and check that no line remains, or raise ExampleMismatch.

        Raises:
            ExampleMismatch: The game differs.
            Fault: The rules fault.
        """
        for step in self.example.setup:
            self.step_place = step.place
            entry = self.entries["setup", step.entry]
            self.setup_results += split_result(self.machine.call(entry, *self.setup_results), entry.results)
        self.step_place = self.example.call.place
        self.check_facts(self.example.before)
        self.slots_before = list(self.machine.slots)
        self.is_calling = True
        try:
            self.finish(self.machine.call(self.entries["call", self.example.call.entry], *self.setup_results))
        except ExampleOver:
            self.position += 1
            if self.next_line:
                self.raise_mismatch("the example is over where it leads")

    @property
    def next_line(self) -> ExampleLine | None:
        """The example's next unused line; None after the last."""
        lines = self.example.lines
        while self.position < len(lines) and lines[self.position].kind == "never":
            self.position += 1
        return lines[self.position] if self.position < len(lines) else None

    @property
    def next_awaiting_line(self) -> ExampleLine | None:
        """The next line that gives dice or an answer, past any ``expect`` lines; None if there is none."""
        return next((line for line in self.example.lines[self.position :] if line.kind not in PASSIVE_LINES), None)

    @property
    def next_place(self) -> str:
        """The ``file:line`` of the next line; after the last line, that of the example."""
        return self.next_line.place if self.next_line else str(self.example.origin.place)

    @property
    def next_line_text(self) -> str:
        """The text of the next line, or ``no more lines``, for messages."""
        return self.next_line.text if self.next_line else "no more lines"

    def raise_mismatch(self, actual: str, line: ExampleLine | None = None) -> NoReturn:
        """Raise ExampleMismatch: a line (by default the next one) expects one thing, and the game does ``actual``.

        Raises:
            ExampleMismatch: Always.
        """
        if (
            line is None
            and self.next_line is not None
            and self.next_line.kind == "offered"
            and len(self.next_line.words) == 1
        ):
            actual = f"{actual}; a choice with one option alone is not asked, so nothing is offered"
        actual = (
            self.append_awaited(actual) if self.next_line is not None and self.next_line.kind in FACT_LINES else actual
        )
        raise ExampleMismatch(
            Mismatch(line.place if line else self.next_place, line.text if line else self.next_line_text, actual)
        )

    def append_awaited(self, message: str) -> str:
        """Append to a failed ``expect`` line's message the game's throw or question that no line answers."""
        return f"{message}, and no line gives what comes first: {self.awaited}" if self.awaited else message

    # --- destinations

    def stop_at_site(self, number: int) -> None:
        """End the example if the site (code location) with this number enters the procedure to which the example leads.

        Raises:
            ExampleOver: The example leads to it.
            ExampleMismatch: It must never lead to it.
        """
        if self.is_watching and self.is_calling and number >= 0:
            site = self.program.sites[number]
            if isinstance(site, EnterSite) and site.kind == "procedure":
                self.stop_at_destination("procedure", site.name)

    def stop_at_destination(self, kind: Literal["procedure", "table"], name: str | None) -> None:
        """End the example if a procedure or table that play has reached is the one to which the example leads.

        Raises:
            ExampleOver: The example leads to it.
            ExampleMismatch: It must never lead to it.
        """
        for line in self.example.lines:
            if line.kind == "never" and line.table == kind and line.words == (name,):
                self.raise_mismatch(f"play comes to {kind} {name}", line)
        coming = self.next_awaiting_line
        if coming is not None and coming.kind == "leads" and (coming.table, coming.words) == (kind, (name,)):
            self.check_facts()
            raise ExampleOver

    def throw(self, site: int, dice: Dice) -> tuple[int, ...]:
        """Return the faces that the next line gives for a throw; for a draw, the face of the member it names."""
        place = self.program.sites[site]
        if isinstance(place, DrawSite):
            return (self.draw(place) + 1,)
        table = place.table if isinstance(place, RollSite) else None
        if self.is_watching and self.is_calling:
            self.stop_at_destination("table", table)
        owner = throw_owner(place)
        where = f"on {table}" if table else f"in {owner}" if owner else "-"
        request = f"roll {where} ({dice.notation})"
        coming = self.next_awaiting_line
        is_given = coming is not None and (coming.kind, coming.table) in (("roll", table), ("roll in", owner))
        self.check_facts(awaited="" if is_given else request)
        line = self.next_line
        if line is None or not is_given:
            self.raise_mismatch(request)
        faces = read_faces(tuple(int(word) for word in line.words), dice)
        if isinstance(faces, str):
            self.raise_mismatch(f"{request}: {faces}")
        self.position += 1
        return faces

    def draw(self, site: DrawSite) -> int:
        """Return the index of the drawn member that the next line names; raise ExampleMismatch if it names none.

        Raises:
            ExampleMismatch: The line draws nothing, or another member.
        """
        _, _, *members = self.journal.events[-1]
        options = self.describer.describe_members(site.type, members)
        request = f"{site.variable} is drawn from {render_answers(options, False)}"
        self.check_facts(awaited="" if self.next_awaiting_line and self.next_awaiting_line.kind == "drawn" else request)
        line = self.next_line
        if line is None or line.kind != "drawn":
            self.raise_mismatch(f"{request}, and no `drawn` stands here")
        name = site.id.removeprefix(DRAW)
        if line.table is not None and line.table != name:
            self.raise_mismatch(f"{name}: {request}")
        index = find_drawn_member(options, line.words)
        if isinstance(index, str):
            self.raise_mismatch(f"{index}; {request}")
        self.position += 1
        return index

    def ask(self, number: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback ``ask``: return the index of the next line's answer; raise ExampleMismatch without one.

        Raises:
            ExampleMismatch: The line is no answer, or its answer is not offered.
        """
        site = choice_site(self.program, number)
        told_values = values()
        shown_options = self.describer.describe_options(site, options, told_values)
        if site.offer:
            return self.answer_offer([option.name for option in shown_options])
        request = f"{self.describer.fill_text(site.ask, told_values)}: {render_answers(shown_options, site.optional)}"
        self.check_facts(
            awaited="" if self.next_awaiting_line and self.next_awaiting_line.kind in ("answer", "offered") else request
        )
        if self.next_line and self.next_line.kind == "offered":
            self.check_offer(self.next_line, shown_options, site.optional, request)
            self.position += 1
            self.check_facts()
        line = self.next_line
        if line is None or line.kind != "answer":
            self.raise_mismatch(f"it asks, and no answer stands here: {request}")
        name = site.id.removeprefix(CHOICE)
        if site.unit > 1:
            name = name.removesuffix(UNIT_SUFFIX)
        if line.table is not None and line.table != name:
            self.raise_mismatch(f"{name}: {request}")
        if site.unit > 1:  # the same line answers the question for the number itself
            words = unit_words(line.words, site.unit)
            index = find_option(shown_options, words, optional=False)
            if isinstance(index, str):
                self.raise_mismatch(f"{index}; {request}")
            self.position += len(numbers_of_unit(site, int(shown_options[index].name), told_values)) == 1
            return index
        index = find_option(shown_options, line.words, site.optional)
        if isinstance(index, str):
            self.raise_mismatch(f"{index}; {request}")
        if has_fault(self.describer, site, options, told_values):
            self.raise_mismatch(f"what stands beside the question cannot be worked out: {request}")
        self.position += 1
        return index

    def check_offer(self, line: ExampleLine, options: Sequence[Option], optional: bool, request: str) -> None:
        """Raise ExampleMismatch unless an ``offered`` line lists each option of a choice once, and nothing else.

        Args:
            line: The line.
            options: The options of the choice.
            optional: Whether none may be answered.
            request: The question, for the message.

        Raises:
            ExampleMismatch: It does not.
        """
        indices: list[int] = []
        for words in line.words:
            index = find_option(options, words.split(), optional)
            if isinstance(index, str):
                self.raise_mismatch(f"{index}; {request}", line)
            indices.append(index)
        if sorted(indices) != [*([NO_OPTION] if optional else []), *range(len(options))]:
            self.raise_mismatch(request, line)

    def answer_offer(self, names: Sequence[str]) -> int:
        """Answer an offer to throw dice again: return the index of ``again`` if the next line says so, or ``keep``."""
        if self.next_line and self.next_line.kind == "answer" and self.next_line.words == ("again",):
            self.position += 1
            return names.index("again")
        return names.index("keep")

    # --- facts

    def check_facts(self, stop: int | None = None, awaited: str = "") -> None:
        """Check the next ``expect`` lines, up to line ``stop``; ``awaited`` is the game's request, for messages."""
        self.awaited = awaited
        while self.next_line and self.position != stop and self.next_line.kind in FACT_LINES:
            if self.next_line.kind == "unchanged":
                self.check_unchanged(self.next_line)
            else:
                step, self.step_place = self.step_place, self.next_line.place
                fact = self.entries["expect", self.next_line.entry]
                if not self.machine.call(fact, *self.setup_results, *self.call_result_for(fact)):
                    self.raise_failed_fact(self.next_line)
                self.step_place = step
            self.position += 1

    def raise_failed_fact(self, line: ExampleLine) -> NoReturn:
        """Raise ExampleMismatch for a false ``expect`` line, with the values in the line's first false term.

        Raises:
            ExampleMismatch: Always.
        """
        failing = next((term for term in line.terms if not self.evaluate_fact(term.entry)), None)
        if failing is None:
            self.raise_mismatch(describe_state(self.describer, line.text) or "it does not hold")
        values = {value.text: self.evaluate_fact(value.entry) for value in failing.values}
        types = {value.text: value.type for value in failing.values}
        facts_told = [f"{text} is {self.describer.value_name(types[text], value)}" for text, value in values.items()]
        facts_told.sort(key=lambda each: RESULT_START.match(each) is None)
        found = ", ".join(facts_told) or describe_state(self.describer, failing.text) or "it does not hold"
        raise ExampleMismatch(Mismatch(line.place, f"expect {failing.text}", self.append_awaited(found)))

    def evaluate_fact(self, entry: str) -> int:
        """Return the value of a condition or term of an ``expect`` line, by the name of its compiled function."""
        fact = self.entries["expect", entry]
        value = self.machine.call(fact, *self.setup_results, *self.call_result_for(fact))
        assert isinstance(value, int)
        return value

    def call_result_for(self, fact: Entry) -> tuple[int, ...]:
        """Split the result of the example's call into the arguments that an ``expect`` line's condition takes."""
        wanted = len(fact.params) - len(self.setup_results)
        return split_result(self.call_result, wanted)

    def check_unchanged(self, line: ExampleLine) -> None:
        """Raise ExampleMismatch if the call changed a slot that ``expect nothing else changed`` does not allow.

        Raises:
            ExampleMismatch: Another slot has.
        """
        allowed = set(map(int, line.words))
        after = self.machine.slots
        differences = [*describe_changes(self.describer, self.slots_before or after, after, allowed)]
        if differences:
            self.raise_mismatch(", ".join(differences))

    def finish(self, result: CallResult) -> None:
        """Check the last ``expect`` lines after the call's end; raise ExampleMismatch if a line remains."""
        self.call_result = result
        self.check_facts()
        if self.next_line:
            self.raise_mismatch("the game is over and did not ask for it")


def throw_owner(site: Site) -> str | None:
    """Return the procedure or table in which a site (code location) throws dice, but not on a table; else None."""
    kind, _, name = site.owner.partition(":")
    owned = isinstance(site, RollSite) and site.table is not None
    return name if kind in ("procedure", "table") and not owned else None


def split_result(result: CallResult, count: int) -> tuple[int, ...]:
    """Split a call's result into ``count`` named parts; all are none if the call was ended early or not made yet."""
    parts = result if isinstance(result, tuple) else (NONE if result is None else result,)
    return parts if len(parts) == count else (NONE,) * count


def describe_changes(
    describer: Describer, slots_before: Sequence[int], slots_after: Sequence[int], allowed: set[int]
) -> Iterator[str]:
    """Yield a text for each changed slot that was not allowed to change: ``oil is 3, and was 4``.

    The fields of an element count while it stays in its list; joining or leaving is a change of the list.

    Args:
        describer: Names the slots.
        slots_before: The state before.
        slots_after: The state after.
        allowed: The slots that may change.
    """
    for pool in describer.lists.values():
        places = range(pool.base, pool.base + pool.capacity)
        if any(slots_before[slot] != slots_after[slot] and slot not in allowed for slot in places):
            old, new = (sum(slots[slot] != NONE for slot in places) for slots in (slots_before, slots_after))
            yield f"{pool.id} holds {new}, and held {old}" if old != new else f"{pool.id} holds others than before"
    for field in describer.program.fields:
        pool_of_field = describer.lists.get(field.owner)
        for slot in range(field.base, field.base + prod(field.shape)):
            if slots_before[slot] == slots_after[slot] or slot in allowed:
                continue
            if pool_of_field is not None:
                place = pool_of_field.base + (slot - field.base) * pool_of_field.capacity // prod(field.shape)
                if slots_after[place] == NONE or slots_before[place] != slots_after[place]:
                    continue
            value_after, was = (describer.value_name(field.type, state[slot]) for state in (slots_after, slots_before))
            yield f"{describer.slot_name(slot)} is {value_after}, and was {was}"


def describe_state(describer: Describer, text: str) -> str:
    """Render the values of those slots of the state that an ``expect`` line's text mentions: ``oil is 3``."""
    words = dict.fromkeys(re.findall(r"\w+(?:\[[\w, ]+\])?(?:\.\w+(?:\[[\w, ]+\])?)?", text))
    heads = {slot_name_head(word) for word in words}  # skips fields that the line does not mention
    fields = [field for field in describer.program.fields if slot_name_head(describer.slot_name(field.base)) in heads]
    slots = (slot for field in fields for slot in range(field.base, field.base + prod(field.shape)))
    slots_by_name = {describer.slot_name(slot): slot for slot in slots}
    descriptions = []
    for word in words:
        slot = slots_by_name.get(word)
        field = describer.field_at(slot) if slot is not None else None
        if slot is not None and field is not None:
            descriptions.append(f"{word} is {describer.value_name(field.type, describer.slots[slot])}")
    return ", ".join(descriptions)


def slot_name_head(slot_name: str) -> str:
    """The first word of a slot's name: ``posts`` of ``posts[tower].manned``."""
    return re.split(r"\W", slot_name, maxsplit=1)[0]
