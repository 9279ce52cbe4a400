"""A table rolled in every way: the lowered rules run on a machine, with handles turned as a case says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from bombsight.boundary.budget import Allowance, Budget, Work
from bombsight.compiler.derived_provenance import foundations
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import RuleGraph, Table
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.known_values import KnownValues, with_known
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.unit import Read
from bombsight.compiler.odds_harness import BY_RULE, Scene, Subject, rigged
from bombsight.compiler.settings import setting_of, with_setting
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import STANDINGS, UNSEEN
from bombsight.flat.layout import STEPS
from bombsight.flat.program import Fault
from bombsight.flat.sites import BeforehandSite, RollSite, Site
from bombsight.flat.types import NONE
from bombsight.runtime.batch.enumeration import Enumerator, Weight, throws
from bombsight.runtime.callbacks import (
    Score,
    Values,
)
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.examples import in_parts
from bombsight.runtime.run.play import begin
from bombsight.runtime.run.policies import autopilot
from bombsight.service.programs.machines import load_briefly

MOST_RUNS = 30_000
"""So many runs of a question are gone through at most; what is left then is estimated."""

RUN, EVENT = 10_000, 100
"""Steps that a run takes as long as, whatever it does, and one of its events."""

LEAST_SHARE = 50
"""No case of several gets a smaller part of it than one in so many."""

Case = Mapping[int, int]
"""Values of subjects, by their numbers."""

Row = tuple[int, int]
"""The number of a roll's site and of its row; of a result without dice the site alone, and 0."""


@frozen(kw_only=True)
class Seen:
    """What came of a run.

    Attributes:
        result: What the table gave, part by part; empty where it gives nothing, or the run was a fault.
        row: Where the dice of the call that is asked about lead, the last of them where they were thrown again; None
            where none were thrown. Of a table that rolls on itself the calls within are other rolls.
        rolled: The rows of all other rolls.
        standing: The place among the standings of the weakest that was told on the way.
        asked: The sites of what the autopilot answered.
        fault: The site of the fault that it was, or None.
    """

    result: tuple[int, ...]
    row: Row | None
    rolled: frozenset[Row]
    standing: int
    asked: frozenset[int]
    fault: int | None = None


class Roller:
    """A table on a machine of its own.

    Attributes:
        graph: The rules.
        table: The table.
        effects: What calls in the rules may do; None where nobody asked before.
        rig: The rules with handles.
        program: The same, lowered.
        describer: The words for its values.
        amounts: What each modifier added to the last roll of the call that is asked about.
        allowance: How much work the rules may cost.
        total: What several tables may cost together; None for one by itself.
    """

    def __init__(
        self,
        graph: RuleGraph,
        table: Table,
        subjects: Sequence[Subject],
        scene: Scene,
        known: Read | None = None,
        allowance: Allowance | None = None,
        total: Budget | None = None,
    ) -> None:
        self.graph = graph
        self.total = total
        self.allowance = allowance or Allowance()
        self.table = table
        self.effects = known.effects if known is not None else None
        self.rig = rigged(graph, table, subjects, scene, self.effects)
        question = self.rig.graph.examples[0]
        self.program = lower(with_setting(self.rig.graph, setting_of(question)), playable=False, known=known)
        self.describer = Describer(self.program)
        self.amounts: tuple[int, ...] = ()
        self._entries = {(entry.kind, entry.name): entry for entry in self.program.entries}
        self._fields = {field.id: field for field in self.program.fields}
        self._lists = {each.record: each for each in self.program.lists}
        self._info = self.program.examples[0]
        self._dice = Enumerator()
        self._summed: set[Dice] = set()
        self._events: list[tuple[int, ...]] = []
        self._outermost: list[int] = []
        """Which of the events are rolls on the table, or its results without dice, of the call that is asked about."""
        self._own = frozenset(
            number
            for number, site in enumerate(self.program.sites)
            if isinstance(site, RollSite | BeforehandSite) and site.table == table.id
        )
        counters = (each for each in self.program.counters if each.kind == "depth" and each.name == f"table:{table.id}")
        self._open_calls = next((counter.slot for counter in counters), None)
        self._asked: set[int] = set()
        self._policy = autopilot(self.program)
        self._machine = load_briefly(self.program, self._roll, self._ask, self._log)
        self._standing: dict[Row, int] = {}
        self._modifiers_known: tuple[int, ...] = ()
        self._known_case: Case | None = None
        self._known_by_case: dict[tuple[tuple[int, int], ...], tuple[int, ...]] = {}
        self._is_doubtful = any(
            info.origin.standing in UNSEEN and not modifier.origin.standing
            for site in self.program.sites
            if isinstance(site, RollSite) and site.table == table.id
            for info, modifier in zip(site.modifiers, table.modifiers, strict=False)
        )
        thrown_again = any(prefer.table == table.id for reroll in graph.rerolls for prefer in reroll.prefers)
        self._settles = not thrown_again and not any(isinstance(part, g.Again) for part in walk(table))

    # --- what the machine calls

    def _roll(self, site: int, dice: Dice) -> int:
        return self._dice.roll(site, dice)

    def _ask(self, site: int, options: Sequence[int], score: Score, values: Values) -> int:
        self._asked.add(site)
        return self._policy(site, options, score, values)

    def _log(self, event: tuple[int, ...]) -> None:
        if event[0] in self._own and (self._open_calls is None or self._machine.slots[self._open_calls] == 1):
            self._outermost.append(len(self._events))
        self._events.append(event)

    # --- a case

    def _begin(self, case: Case, forces: Mapping[int, int]) -> tuple[int, ...]:
        """Bring about what is so; the elements of the scene that have names."""
        machine, rig = self._machine, self.rig
        begin(machine)
        slots = machine.slots
        for number, value in case.items():
            subject = rig.subjects[number]
            if isinstance(subject, x.Var):
                field = rig.params[subject.name]
                assert field is not None
                slots[self._fields[field].base] = value
            elif number in rig.flags:
                flag, held = rig.flags[number]
                slots[self._fields[flag].base], slots[self._fields[held].base] = 1, value
        for number, force in forces.items():
            slots[self._fields[rig.modifiers[number]].base] = force
        held_elements: tuple[int, ...] = ()
        for step in self._info.setup:
            entry = self._entries["setup", step.entry]
            held_elements += in_parts(machine.call(entry, *held_elements), entry.results)
        # What was kept of values worked out meanwhile knows nothing of slots that are set from outside.
        now = [*slots]
        machine.start()
        slots[:] = now
        for number, value in case.items():
            subject = rig.subjects[number]
            if isinstance(subject, x.Read):
                at = self._slot(subject, held_elements)
                if at is not None:
                    slots[at] = value
        self._events.clear()
        self._outermost.clear()
        return held_elements

    def _slot(self, subject: x.Read, elements: Sequence[int]) -> int | None:
        """Where a field lives; None for one of what is not there."""
        field, slots = self._fields[subject.field], self._machine.slots
        at = 0
        if subject.element is not None:
            assert isinstance(subject.element, x.Var)
            names = [name.name for given in self.rig.graph.examples[0].setup for name in given.names]
            at = elements[names.index(subject.element.name)] % self._lists[self._record(subject.element)].capacity
        sizes = field.shape[1:] if subject.element is not None else field.shape
        for size, index in zip(sizes, subject.indices, strict=True):
            place = self._index(index, slots)
            if not 0 <= place < size:
                return None
            at = at * size + place
        return field.base + at

    def _record(self, element: x.Var) -> str:
        param = next(param for param in self.table.params if param.name == element.name)
        return str(param.type.required())

    def _index(self, index: x.Expr, slots: Sequence[int]) -> int:
        """What an index is: a constant, or what a parameter's field holds."""
        if isinstance(index, x.Const):
            return index.value
        assert isinstance(index, x.Var)
        field = self.rig.params[index.name]
        return NONE if field is None else slots[self._fields[field].base]

    # --- questions of a case

    def value(self, line: int, case: Case) -> int | None:
        """What a line of the question is: a condition, or a subject; None where working it out is a fault."""
        entry = self._entries["expect", self._info.lines[line].entry]

        def look() -> int:
            found = self._machine.call(entry, *self._begin(case, {}))
            assert isinstance(found, int)
            return found

        try:
            return self._dice.once(look)
        except Fault:
            return None
        finally:
            self._charge()

    def holds(self, case: Case) -> bool:
        """Whether all conditions hold."""
        return all(self.value(line, case) == 1 for line in range(self.rig.conditions))

    def subject_value(self, number: int, case: Case) -> int | None:
        """The value of a subject; None where working it out is a fault."""
        return self.value(self.rig.conditions + number, case)

    def field_value(self, read: x.Read, case: Case) -> int | None:
        """The value of a field that belongs to no element before the roll; None where there is none."""
        if read.field not in self._fields:
            return None
        at = self._slot(read, self._begin(case, {}))
        return None if at is None else self._machine.slots[at]

    def modifier_standings(self, case: Case) -> tuple[int, ...]:
        """How well each modifier of the table is known as things stand; what it may be otherwise is no matter."""
        key = tuple(sorted(case.items()))
        if key not in self._known_by_case:
            self._begin(case, {})
            slots, subjects = self._machine.slots, self.rig.subjects
            fields = {each.id: slots[each.base] for each in self._fields.values() if not each.shape}
            said: dict[x.Expr, int] = {
                subjects[number]: value for number, value in case.items() if not isinstance(subjects[number], x.Read)
            }
            known = with_known(self.graph, self.table.id, KnownValues(fields, said))
            found = foundations(known)
            self._known_by_case[key] = tuple(
                STANDINGS.index(found.known([modifier.id]).standing) for modifier in self.table.modifiers
            )
        return self._known_by_case[key]

    # --- runs

    def run(self, case: Case, forces: Mapping[int, int]) -> Seen:
        """A run, with the dice as they are thrown."""
        if self._is_doubtful and case is not self._known_case:
            self._known_case, self._modifiers_known = case, self.modifier_standings(case)
        self._asked.clear()
        fault, given = None, None
        try:
            entry = self._entries["call", self._info.call.entry]
            held = self._begin(case, forces)
            given = in_parts(self._machine.call(entry, *held), entry.results)
        except Fault as found:
            fault = found.site
        self._charge()
        return self._seen(given or (), fault)

    def _charge(self) -> None:
        """Count what the last call has cost.

        Raises:
            OverBudgetError: It is more than is left for several tables together.
        """
        if self.total is not None:
            steps = self.program.budgets.mission - max(0, self._machine.slots[STEPS])
            self.total.charge(RUN + steps + EVENT * len(self._events))

    def all(self, case: Case, forces: Mapping[int, int], most: int) -> Iterator[tuple[Weight, Seen]]:
        """Every run there can be, the weightiest first; see :meth:`left`."""
        limit = self.allowance.limit(Work.ODDS)
        budget = Budget(Work.ODDS, max(limit // LEAST_SHARE, limit * most // MOST_RUNS))
        self._dice = Enumerator(self._own_row, budget, self._summed)
        yield from self._dice.all(lambda: self.run(case, forces), most)

    @property
    def left_by_row(self) -> dict[Row, Fraction] | None:
        """The share of what the last enumeration left, by the row of the table's own roll.

        None where the row of some is not settled yet, or may be another in the end because dice are thrown again.
        """
        if not self._settles:
            return None
        found: dict[Row, Fraction] = {}
        for left in self._dice.left:
            if not isinstance(left.mark, tuple):
                return None
            weight = left.weight
            found[left.mark] = found.get(left.mark, Fraction(0)) + Fraction(weight.ways, weight.of)
        return found

    def _own_row(self) -> Row | None:
        """The row of the table's own roll, as far as a run has come."""
        return self._row_of(self._events[self._outermost[0]]) if self._outermost else None

    def _row_of(self, event: tuple[int, ...]) -> Row:
        """The row that a roll led to; of any other event its site, and 0."""
        return event[0], event[3] if isinstance(self.program.sites[event[0]], RollSite) else 0

    @property
    def runs(self) -> int:
        """How many runs the last enumeration made."""
        return self._dice.runs

    def sample(self, case: Case, forces: Mapping[int, int], times: int, seed: int) -> Iterator[Seen]:
        """Runs by chance among those that the last enumeration left."""
        yield from self._dice.sample(lambda: self.run(case, forces), times, seed)

    def dice(self, seen: Seen) -> int:
        """In how many ways the dice of the table's own roll fall; 0 where none were thrown."""
        site = self.program.sites[seen.row[0]] if seen.row is not None else None
        return throws(site.dice).of if isinstance(site, RollSite) else 0

    def applied(self, case: Case, number: int, force: int = BY_RULE) -> int:
        """What a modifier adds in a case, in the likeliest run; 0 where it does not count or no dice are thrown."""
        self._dice.once(lambda: self.run(case, {number: force}))
        return self.amounts[number] if number < len(self.amounts) else 0

    def _seen(self, result: tuple[int, ...], fault: int | None) -> Seen:
        led_to, self.amounts = self._led_to()
        rolled: set[Row] = set()
        outermost = frozenset(self._outermost)
        weakest = 0
        for at, event in enumerate(self._events):
            number = event[0]
            if number < 0:
                continue
            site = self.program.sites[number]
            row = self._row_of(event)
            weakest = max(weakest, self._known(number, site, row[1]))
            if isinstance(site, RollSite):
                own = self._modifiers_known if at in outermost else ()
                for place, (info, amount) in enumerate(zip(site.modifiers, event[4:], strict=False)):
                    if amount and info.origin.standing:  # behind amounts stand arguments
                        weakest = max(weakest, own[place] if own else STANDINGS.index(info.origin.standing))
            if isinstance(site, RollSite | BeforehandSite) and at not in outermost:
                rolled.add(row)
        return Seen(
            result=result if fault is None else (),
            row=led_to,
            rolled=frozenset(rolled),
            standing=weakest,
            asked=frozenset(self._asked),
            fault=fault,
        )

    def _led_to(self) -> tuple[Row | None, tuple[int, ...]]:
        """The row that the call asked about led to, and what each modifier added."""
        if not self._outermost:
            return None, ()
        event = self._events[self._outermost[-1]]
        site = self.program.sites[event[0]]
        amounts = event[4 : 4 + len(site.modifiers)] if isinstance(site, RollSite) else ()
        return self._row_of(event), amounts

    def _known(self, number: int, site: Site, row: int) -> int:
        """How well what is told at a place is known."""
        known = self._standing.get((number, row))
        if known is None:
            standing = site.origin.standing
            if isinstance(site, RollSite) and row >= 0:
                standing = site.rows[row].origin.standing or standing
            elif isinstance(site, BeforehandSite):
                standing = site.row.origin.standing or standing
            known = self._standing[number, row] = STANDINGS.index(standing) if standing else 0
        return known
