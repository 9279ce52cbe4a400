"""Execution of a table with all dice: the lowered rules run on a machine, in the state of a case.

The odds harness adds flags to the rules, which force subjects and modifiers to given values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from attrs import frozen

from bombsight.boundary.budget import Allowance, Budget, WorkKind
from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import either
from bombsight.compiler.derived_provenance import build_provenance
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.nodes import RuleGraph, Table
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.lower.program_builder import GraphAnalyses
from bombsight.compiler.odds_harness import BY_RULE, Scene, Subject, build_odds_harness
from bombsight.compiler.odds_rows import throws_each_once
from bombsight.compiler.partial_evaluation import KnownValues, specialize_table_graph
from bombsight.compiler.settings import apply_setting, setting_of
from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import STANDINGS, UNSEEN_STANDINGS
from bombsight.flat.layout import STEPS_SLOT
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import BeforehandSite, ChoiceSite, RollSite, Site
from bombsight.flat.types import NONE
from bombsight.runtime.batch.enumeration import Enumerator, Weight, dice_outcomes
from bombsight.runtime.callbacks import (
    Score,
    Values,
)
from bombsight.runtime.events.describe import Describer
from bombsight.runtime.examples import split_result
from bombsight.runtime.pins import (
    FieldPin,
    Pin,
)
from bombsight.runtime.run.play import start_machine
from bombsight.runtime.run.policies import autopilot_policy
from bombsight.runtime.run.sources import pinned_faces
from bombsight.service.programs.loaders import load_for_few_runs
from bombsight.service.programs.pins import PinRequest, describe_pins, resolve_pin

MAX_RUNS = 30_000
"""The maximum number of enumerated runs of a question; the rest is estimated."""

RUN_COST, EVENT_COST = 10_000, 100
"""The fixed cost of a run and the cost of an event, in steps."""

MAX_CASE_DIVISOR = 50
"""The smallest part of the budget that a case gets, as a divisor."""

Case = Mapping[int, int]
"""The values of subjects, by index."""

Row = tuple[int, int]
"""The numbers of a roll's site and of its row; for a result without dice, the site and 0."""


@frozen(kw_only=True)
class RunOutcome:
    """The outcome of one run of a table: result, rows, and the choices and faults on the way.

    Attributes:
        result: The parts of the table's result; empty if it has none, or the run ended in a fault.
        row: The final row of the table's own roll, after rerolls; None if no dice were thrown. If a table rolls on
            itself, only the outermost call is its own roll; if it throws again, each row once, only the first throw.
            Where every row applies that holds, the first of them.
        beside: The other rows of that call where every row applies that holds; else empty.
        rolled: The rows of all other rolls.
        standing: The rank of the least reliable standing on the way.
        asked: The sites of choices that the autopilot answered.
        fault: The site of the rules fault, or None.
    """

    result: tuple[int, ...]
    row: Row | None
    rolled: frozenset[Row]
    standing: int
    asked: frozenset[int]
    fault: int | None = None
    beside: frozenset[Row] = frozenset()


class Roller:
    """A machine that rolls one table, in any case, with all or random dice.

    Attributes:
        graph: The rules.
        table: The table.
        effects: The effects of calls in the rules; None if not computed.
        harness: The rules with flags to force subjects and modifiers.
        program: The lowered harness.
        describer: The describer of its values.
        amounts: The amount of each modifier in the table's last own roll.
        allowance: The work that the rules may cost.
        total: The shared budget of several tables; None for one by itself.
        answers_choices: Whether the autopilot answers choices on the way; else they are refused.
        keeps_every_throw: Whether it makes throws that decide nothing, such as those of dice in titles of rows.
    """

    keeps_every_throw: ClassVar[bool] = False

    def __init__(
        self,
        graph: RuleGraph,
        table: Table,
        subjects: Sequence[Subject],
        scene: Scene,
        analyses: GraphAnalyses | None = None,
        allowance: Allowance | None = None,
        total: Budget | None = None,
        *,
        answers_choices: bool = True,
        pins: Sequence[PinRequest] = (),
    ) -> None:
        """Compile the table with its subjects and the scene, and load the machine.

        Args:
            graph: The rules.
            table: The table.
            subjects: The subjects whose values cases set.
            scene: The given state and conditions.
            analyses: Known analyses of the rules.
            allowance: The work that the rules may cost; None for the default.
            total: The shared budget of several tables; None for one by itself.
            answers_choices: Whether the autopilot answers choices on the way; else they are refused.
            pins: The tables whose dice always show the same.

        Raises:
            InputError: There is no such table to be pinned, or its dice cannot show that.
        """
        self.graph = graph
        self.answers_choices = answers_choices
        self.total = total
        self.allowance = allowance or Allowance()
        self.table = table
        self.effects = analyses.effects if analyses is not None else None
        self.harness = build_odds_harness(
            graph, table, subjects, scene, self.effects, keeps_every_throw=self.keeps_every_throw
        )
        question = self.harness.graph.examples[0]
        self.program = lower(apply_setting(self.harness.graph, setting_of(question)), playable=False, analyses=analyses)
        self.describer = Describer(self.program)
        self._pins = resolve_table_pins(self.program, pins)
        self._pinned_faces = pinned_faces(self.program, self._pins)
        self.amounts: tuple[int, ...] = ()
        self._entries = {(entry.kind, entry.name): entry for entry in self.program.entries}
        self._fields = {field.id: field for field in self.program.fields}
        self._lists = {each.record: each for each in self.program.lists}
        self._info = self.program.examples[0]
        self._dice = Enumerator()
        self._summed: set[Dice] = set()
        self._events: list[tuple[int, ...]] = []
        self._outermost: list[int] = []
        """The indices of the events that are the table's own rolls or its results without dice."""
        self._own_sites = frozenset(
            number
            for number, site in enumerate(self.program.sites)
            if isinstance(site, RollSite | BeforehandSite) and site.table == table.id
        )
        counters = (each for each in self.program.counters if each.kind == "depth" and each.name == f"table:{table.id}")
        self._depth_slot = next((counter.slot for counter in counters), None)
        self._asked_sites: set[int] = set()
        self._policy = autopilot_policy(self.program)
        self._machine = load_for_few_runs(self.program, self._roll, self._ask, self._log)
        self._standing_by_row: dict[Row, int] = {}
        self._current_standings: tuple[int, ...] = ()
        self._standings_case: Case | None = None
        self._standings_by_case: dict[tuple[tuple[int, int], ...], tuple[int, ...]] = {}
        self._has_uncertain_modifiers = any(
            info.origin.standing in UNSEEN_STANDINGS and not modifier.origin.standing
            for site in self.program.sites
            if isinstance(site, RollSite) and site.table == table.id
            for info, modifier in zip(site.modifiers, table.modifiers, strict=False)
        )
        thrown_again = any(prefer.table == table.id for reroll in graph.rerolls for prefer in reroll.prefers)
        self._throws_each_once = throws_each_once(table)
        self._rows_beside = dict(find_rows_beside(self.program, table)) if table.aggregation is not None else {}
        self._has_final_rows = (
            not thrown_again
            and table.aggregation is None
            and not any(isinstance(part, g.Again) for part in walk(table))
        )

    # --- callbacks of the machine

    def _roll(self, site: int, dice: Dice) -> int:
        """Callback of the machine: throw dice as they are pinned, or as the enumeration of all runs decides."""
        faces = self._pinned_faces.get(site)
        if faces is not None:
            return dice.outcome(faces)
        return self._dice.roll(site, dice)

    @property
    def pinned_texts(self) -> tuple[str, ...]:
        """The pins in words: ``G-5 pinned to 3``."""
        return describe_pins(self.program, self._pins, ())

    def _ask(self, site: int, options: Sequence[int], score: Score, values: Values) -> int:
        """Callback of the machine: answer a choice as the autopilot does, and record which choice it was.

        Args:
            site: The number of the choice's site.
            options: The options.
            score: The scores of the options.
            values: The values of the prompt.

        Raises:
            InputError: Choices are refused.
        """
        choice = self.program.sites[site]
        if not self.answers_choices and isinstance(choice, ChoiceSite) and not choice.offer:
            raise make_choice_error(choice, self.graph.game.id)
        self._asked_sites.add(site)
        return self._policy(site, options, score, values)

    def _log(self, event: tuple[int, ...]) -> None:
        """Callback of the machine: record an event, and whether it is the table's own roll, not a nested one."""
        if event[0] in self._own_sites and (self._depth_slot is None or self._machine.slots[self._depth_slot] == 1):
            self._outermost.append(len(self._events))
        self._events.append(event)

    # --- a case

    def _start_case(self, case: Case, forced_modifiers: Mapping[int, int]) -> tuple[int, ...]:
        """Reset the machine to a case, with modifiers forced on or off; return the elements that the scene names."""
        machine, rig = self._machine, self.harness
        start_machine(machine)
        slots = machine.slots
        for number, value in case.items():
            subject = rig.subjects[number]
            if isinstance(subject, x.Var):
                field = rig.params[subject.name]
                assert field is not None
                slots[self._fields[field].base] = value
            elif number in rig.flags:
                flag, flag_value = rig.flags[number]
                slots[self._fields[flag].base], slots[self._fields[flag_value].base] = 1, value
        for number, force in forced_modifiers.items():
            slots[self._fields[rig.modifiers[number]].base] = force
        held_elements: tuple[int, ...] = ()
        for step in self._info.setup:
            entry = self._entries["setup", step.entry]
            held_elements += split_result(machine.call(entry, *held_elements), entry.results)
        # Memoized values do not notice slots that are set from outside.
        now = [*slots]
        machine.start()
        slots[:] = now
        for number, value in case.items():
            subject = rig.subjects[number]
            if isinstance(subject, x.Read):
                at = self._slot_of_field(subject, held_elements)
                if at is not None:
                    slots[at] = value
        self._events.clear()
        self._outermost.clear()
        return held_elements

    def _slot_of_field(self, subject: x.Read, elements: Sequence[int]) -> int | None:
        """Find the state slot of a field, with its element and indices; None if an index is out of range."""
        field, slots = self._fields[subject.field], self._machine.slots
        at = 0
        if subject.element is not None:
            assert isinstance(subject.element, x.Var)
            names = [name.name for given in self.harness.graph.examples[0].setup for name in given.names]
            at = elements[names.index(subject.element.name)] % self._lists[self._record_of(subject.element)].capacity
        sizes = field.shape[1:] if subject.element is not None else field.shape
        for size, index in zip(sizes, subject.indices, strict=True):
            place = self._evaluate_index(index, slots)
            if not 0 <= place < size:
                return None
            at = at * size + place
        return field.base + at

    def _record_of(self, element: x.Var) -> str:
        """Return the record type of a parameter that holds an element."""
        param = next(param for param in self.table.params if param.name == element.name)
        return str(param.type.without_none())

    def _evaluate_index(self, index: x.Expr, slots: Sequence[int]) -> int:
        """Evaluate an index expression: a constant, or the value of a parameter."""
        if isinstance(index, x.Const):
            return index.value
        assert isinstance(index, x.Var)
        field = self.harness.params[index.name]
        return NONE if field is None else slots[self._fields[field].base]

    # --- queries of a case

    def evaluate_line(self, line: int, case: Case) -> int | None:
        """Evaluate a compiled condition or subject by its number; None if it raises a rules fault."""
        entry = self._entries["expect", self._info.lines[line].entry]

        def evaluate() -> int:
            """Return the value of the condition or subject in the case."""
            result = self._machine.call(entry, *self._start_case(case, {}))
            assert isinstance(result, int)
            return result

        try:
            return self._dice.run_likeliest(evaluate)
        except Fault:
            return None
        finally:
            self._charge_cost()

    def has_met_conditions(self, case: Case) -> bool:
        """Whether all given conditions hold in a case."""
        return all(self.evaluate_line(line, case) == 1 for line in range(self.harness.conditions))

    def subject_value_in(self, number: int, case: Case) -> int | None:
        """Evaluate a subject (parameter or state value) in a case; None if it raises a rules fault."""
        return self.evaluate_line(self.harness.conditions + number, case)

    def field_value(self, read: x.Read, case: Case) -> int | None:
        """Return a field's value in a case, for a field outside of lists; None if these rules lack it."""
        if read.field not in self._fields:
            return None
        at = self._slot_of_field(read, self._start_case(case, {}))
        return None if at is None else self._machine.slots[at]

    def modifier_standings(self, case: Case) -> tuple[int, ...]:
        """Return the reliability rank of each modifier, from the rules that apply in this case only."""
        key = tuple(sorted(case.items()))
        if key not in self._standings_by_case:
            self._start_case(case, {})
            slots, subjects = self._machine.slots, self.harness.subjects
            fields = {each.id: slots[each.base] for each in self._fields.values() if not each.shape}
            set_values: dict[x.Expr, int] = {
                subjects[number]: value for number, value in case.items() if not isinstance(subjects[number], x.Read)
            }
            specialized = specialize_table_graph(self.graph, self.table.id, KnownValues(fields, set_values))
            provenance = build_provenance(specialized)
            self._standings_by_case[key] = tuple(
                STANDINGS.index(provenance.derive_standing([modifier.id]).standing) for modifier in self.table.modifiers
            )
        return self._standings_by_case[key]

    # --- runs

    def run_case(self, case: Case, forced_modifiers: Mapping[int, int]) -> RunOutcome:
        """Run the table once in a case, with the dice of the enumeration, and modifiers forced on or off."""
        if self._has_uncertain_modifiers and case is not self._standings_case:
            self._standings_case, self._current_standings = case, self.modifier_standings(case)
        self._asked_sites.clear()
        fault, results = None, None
        try:
            entry = self._entries["call", self._info.call.entry]
            elements = self._start_case(case, forced_modifiers)
            results = split_result(self._machine.call(entry, *elements), entry.results)
        except Fault as found:
            fault = found.site
        self._charge_cost()
        return self._make_outcome(results or (), fault)

    def _charge_cost(self) -> None:
        """Charge the steps of the last call to the shared budget.

        Raises:
            OverBudgetError: The budget is used up.
        """
        if self.total is not None:
            self.total.charge(self._last_cost)

    @property
    def _last_cost(self) -> int:
        """The cost of the last call, in steps."""
        steps = self.program.budgets.mission - max(0, self._machine.slots[STEPS_SLOT])
        return RUN_COST + steps + EVENT_COST * len(self._events)

    def likeliest_cost(self, case: Case) -> int:
        """Return the cost of the likeliest run of a case, in steps."""
        self._dice.run_likeliest(lambda: self.run_case(case, {}))
        return self._last_cost

    def enumerate_runs(
        self, case: Case, forced_modifiers: Mapping[int, int], max_runs: int
    ) -> Iterator[tuple[Weight, RunOutcome]]:
        """Yield the runs of a case, most likely first, each with its weight; at most ``max_runs``."""
        limit = self.allowance.limit_of(WorkKind.ODDS)
        budget = Budget(WorkKind.ODDS, max(limit // MAX_CASE_DIVISOR, limit * max_runs // MAX_RUNS))
        self._dice = Enumerator(self._own_row, budget, self._summed)
        yield from self._dice.enumerate_runs(lambda: self.run_case(case, forced_modifiers), max_runs)

    @property
    def left_by_row(self) -> dict[Row, Fraction] | None:
        """Return the proportion of each row in the runs that the last enumeration did not reach.

        None if some of these runs have not rolled yet, or dice may be rerolled.
        """
        if not self._has_final_rows:
            return None
        shares: dict[Row, Fraction] = {}
        for left in self._dice.open_branches:
            if not isinstance(left.mark, tuple):
                return None
            weight = left.weight
            shares[left.mark] = shares.get(left.mark, Fraction(0)) + Fraction(weight.ways, weight.of)
        return shares

    def _own_row(self) -> Row | None:
        """Return the row that the table's own roll has selected so far in the present run."""
        return self._row_of(self._events[self._outermost[0]]) if self._outermost else None

    def _row_of(self, event: tuple[int, ...]) -> Row:
        """Return the site and row number of a roll event; for other events, the site and 0."""
        return event[0], event[3] if isinstance(self.program.sites[event[0]], RollSite) else 0

    @property
    def run_count(self) -> int:
        """The number of runs in the last enumeration."""
        return self._dice.runs

    def sample_runs(
        self, case: Case, forced_modifiers: Mapping[int, int], times: int, seed: int
    ) -> Iterator[RunOutcome]:
        """Yield outcomes of ``times`` random runs among those that the last enumeration did not reach.

        Args:
            case: The values of subjects.
            forced_modifiers: The modifiers switched on or off whatever their conditions, by number.
            times: The number of runs.
            seed: The random seed.
        """
        yield from self._dice.sample(lambda: self.run_case(case, forced_modifiers), times, seed)

    def dice_outcome_count(self, outcome: RunOutcome) -> int:
        """Return how many results the dice of an outcome's own roll have, such as 36; 0 without dice."""
        site = self.program.sites[outcome.row[0]] if outcome.row is not None else None
        return dice_outcomes(site.dice).of if isinstance(site, RollSite) else 0

    def modifier_amount(self, case: Case, number: int, force: int = BY_RULE) -> int:
        """Return what a modifier, as forced, adds in the likeliest run of a case; 0 if it does not apply."""
        self._dice.run_likeliest(lambda: self.run_case(case, {number: force}))
        return self.amounts[number] if number < len(self.amounts) else 0

    def _make_outcome(self, result: tuple[int, ...], fault: int | None) -> RunOutcome:
        """Create the outcome of a run from its result and its recorded events."""
        final_row, self.amounts = self._final_row_and_amounts()
        rolled: set[Row] = set()
        outermost = frozenset(self._outermost)
        weakest = 0
        for at, event in enumerate(self._events):
            number = event[0]
            if number < 0:
                continue
            site = self.program.sites[number]
            row = self._row_of(event)
            weakest = max(weakest, self._standing_at(number, site, row[1]))
            if isinstance(site, RollSite):
                own = self._current_standings if at in outermost else ()
                for place, (info, amount) in enumerate(zip(site.modifiers, event[4:], strict=False)):
                    if amount and info.origin.standing:  # arguments follow the amounts
                        weakest = max(weakest, own[place] if own else STANDINGS.index(info.origin.standing))
            if isinstance(site, RollSite | BeforehandSite) and at not in outermost:
                rolled.add(row)
        return RunOutcome(
            result=result if fault is None else (),
            row=final_row,
            rolled=frozenset(rolled),
            standing=weakest,
            asked=frozenset(self._asked_sites),
            fault=fault,
            beside=frozenset(self._rows_beside_own_roll(final_row)) if self._rows_beside else frozenset(),
        )

    def _rows_beside_own_roll(self, row: Row | None) -> Iterator[Row]:
        """Yield the rows of the table's own call but one, where every row applies that holds."""
        for at in self._outermost:
            found = self._rows_beside.get(self._events[at][0])
            if found is not None and found != row:
                yield found

    def _final_row_and_amounts(self) -> tuple[Row | None, tuple[int, ...]]:
        """Return the row of the table's own roll, the last that counts, and the amount of each modifier."""
        if not self._outermost:
            return None, ()
        event = self._events[self._outermost[self._place_of_own_roll()]]
        site = self.program.sites[event[0]]
        amounts = event[4 : 4 + len(site.modifiers)] if isinstance(site, RollSite) else ()
        return self._rows_beside.get(event[0], self._row_of(event)), amounts

    def _place_of_own_roll(self) -> int:
        """Return the place, among the table's own rolls, of the one that counts; there is one.

        It is the last; of a table that throws again, each row once, the first that no offer has thrown again. Where
        every row applies that holds, rows beside that of the roll are no rolls.
        """
        if self._rows_beside:
            thrown = [place for place, at in enumerate(self._outermost) if self._events[at][0] not in self._rows_beside]
            return thrown[-1] if thrown else 0
        if self._throws_each_once:
            for place, (at, following) in enumerate(pairwise((*self._outermost, len(self._events)))):
                if not any(map(self._is_taken_offer, self._events[at + 1 : following])):
                    return place
        return len(self._outermost) - 1

    def _is_taken_offer(self, event: tuple[int, ...]) -> bool:
        """Whether an event is a standing offer to throw again that was taken."""
        site = self.program.sites[event[0]] if event[0] >= 0 else None
        return isinstance(site, ChoiceSite) and site.offer and event[1] == 1

    def _standing_at(self, site_number: int, site: Site, row: int) -> int:
        """Return the reliability rank of a row at a site; of the site itself if the row states none."""
        rank = self._standing_by_row.get((site_number, row))
        if rank is None:
            standing = site.origin.standing
            if isinstance(site, RollSite) and row >= 0:
                standing = site.rows[row].origin.standing or standing
            elif isinstance(site, BeforehandSite):
                standing = site.row.origin.standing or standing
            rank = self._standing_by_row[site_number, row] = STANDINGS.index(standing) if standing else 0
        return rank


def find_rows_beside(program: Program, table: Table) -> Iterator[tuple[int, Row]]:
    """Yield the site of each row that applies beside others in a table, with the row; rows of dice by their roll."""
    own = [(number, site) for number, site in enumerate(program.sites) if getattr(site, "table", None) == table.id]
    thrown = next(((number, site) for number, site in own if isinstance(site, RollSite)), None)
    for number, site in own:
        if isinstance(site, BeforehandSite) and site.is_counted:
            rows = thrown[1].rows if thrown is not None else ()
            at = rows.index(site.row) if site.row in rows else None
            yield number, (number, 0) if thrown is None or at is None else (thrown[0], at)


def resolve_table_pins(program: Program, pins: Sequence[PinRequest]) -> tuple[Pin, ...]:
    """Resolve pins of tables, as `play` takes them.

    Raises:
        InputError: There is no such table, its dice cannot show that, or a field is pinned.
    """
    resolved = []
    for request in pins:
        pin = resolve_pin(program, request)
        if isinstance(pin, FieldPin):
            example = f"{pin.field} is {pin.value}"
            hint = f"Say what it is: {either(f'--given {example!r}', f'given=[{example!r}]')}."
            raise InputError(f"{request.name} is no table", request.place, hint)
        resolved.append(pin)
    return tuple(resolved)


def make_choice_error(choice: ChoiceSite, game: str) -> InputError:
    """Create the error for a choice of the player on the way to odds that do not answer choices."""
    name = choice.id.removeprefix("choice:")
    return InputError(
        f"a player answers {name} on the way, and the odds depend on the answer",
        str(choice.origin.place),
        either(
            f"--auto takes the autopilot's answers; `bombsight simulate {game}` plays whole missions.",
            f"auto=True takes the autopilot's answers; bombsight.simulate({game!r}) plays whole missions.",
        ),
    )
