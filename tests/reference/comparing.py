"""Running one game twice, by the reference and by the lowered code, in one form that can be compared."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, assert_never

from attrs import field, frozen

from bombsight.backends.python.load import Functions, instantiate
from bombsight.backends.python.load import Machine as PythonMachine
from bombsight.backends.wasm.load import instantiate as instantiate_wasm
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.expressions import CallDefine
from bombsight.compiler.graph.tallies import counting_moment_of, forecasting_moment_of, forecasts_of, tallies_of
from bombsight.compiler.pipeline import Request, compile_rules
from bombsight.dsl.dice import Dice
from bombsight.dsl.node_classes import evolve_node
from bombsight.dsl.source import Source
from bombsight.flat.check import check_program
from bombsight.flat.layout import RESERVE, STEPS_SLOT
from bombsight.flat.program import Fault, Program
from bombsight.flat.sites import (
    OPTION,
    Aside,
    BeforehandSite,
    ChangeSite,
    ChoiceSite,
    DrawSite,
    ElementSite,
    EnterSite,
    FaultSite,
    Hole,
    LeaveSite,
    LimitSite,
    MoveSite,
    ResultSite,
    RollSite,
    SaySite,
    Seen,
)
from bombsight.flat.types import NONE, ElementType, Type
from bombsight.runtime.machine import Loader
from bombsight.runtime.run.derived_values import Asides
from tests.narrowing import narrow
from tests.reference.interpreter import Interpreter
from tests.reference.state import Element, RulesFault
from tests.reference.values import Fallen, fallen


class Wrong(Exception):  # noqa: N818 - what a test's text got wrong
    """The text has errors."""


TOLERATED = {
    "V027",
    "T023",
    "N008",
    "P020",
    "P045",
    "P092",
    "T017",
    "T001",
    "T002",
    "T003",
    "T006",
    "T007",
    "V001",
    "V012",
    "V021",
    "V023",
}
"""Findings of the checks: such programs are wrong, and still run to a fault."""


def graph_of(text: str, **options: str) -> n.RuleGraph:
    """The rule graph of a program's text; only what the resolver finds counts."""
    compiled = compile_rules(Request(base=(Source("test.rules", text),), options=options))
    errors = [d for d in compiled.errors if d.code[0] in "ENPVT" and d.code not in TOLERATED]
    if errors or compiled.graph is None:
        raise Wrong("\n".join(f"{d.span}: {d.code} {d.message}" for d in errors))
    return compiled.graph


BACKENDS: tuple[Loader, ...] = (instantiate, instantiate_wasm)
"""What runs lowered code."""


# --- dice and answers


class Chance(ABC):
    """Picks one of so many, for dice and for answers alike."""

    @abstractmethod
    def pick(self, count: int) -> int:
        """The number, from 0, of one of so many."""

    def roll(self, dice: Dice) -> Fallen:
        less = 2 if dice.keep == "fate" else 0
        return fallen(dice, [self.pick(sides) + 1 - less for sides in dice.die_sides])

    def answer(self, count: int, optional: bool) -> int:
        index = self.pick(count + optional)
        return -1 if index == count else index

    def choose(self, count: int, scores: Sequence[int] | None, optional: bool) -> int:
        """One of so many options that have scores, or none have."""
        return self.answer(count, optional)


class Seeded(Chance):
    """From a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = random.Random(seed)

    def __str__(self) -> str:
        return f"seed {self.seed}"

    def pick(self, count: int) -> int:
        return self.random.randrange(count)


class Preferring(Seeded):
    """Dice from a seed; answers as the rules prefer them."""

    def choose(self, count: int, scores: Sequence[int] | None, optional: bool) -> int:
        if not scores:
            return 0
        return -1 if optional and max(scores) < 0 else list(scores).index(max(scores))


class Path(Chance):
    """Along a path that is given; behind its end the first of everything, noting what there was."""

    def __init__(self, picks: Sequence[int]) -> None:
        self.picks = list(picks)
        self.counts: list[int] = []

    def __str__(self) -> str:
        return f"the path {' '.join(map(str, self.picks))}"

    def pick(self, count: int) -> int:
        at = len(self.counts)
        self.counts.append(count)
        if at >= len(self.picks):
            self.picks.append(0)
        return self.picks[at]


def every_path(run: Callable[[Path], None], most: int) -> int:
    """Run along every path of dice and answers, so many at most; how many there were."""
    picks: list[int] = []
    done = 0
    while done < most:
        path = Path(picks)
        run(path)
        done += 1
        picks = path.picks[: len(path.counts)]
        while picks and picks[-1] + 1 == path.counts[len(picks) - 1]:
            picks.pop()
        if not picks:
            break
        picks[-1] += 1
    return done


# --- what came of a run


@frozen
class Outcome:
    """What came of a run: result, state, steps used, events, the place of a fault; what is counted of it."""

    result: Any
    fields: dict[str, Any]
    lists: dict[str, Any]
    steps: int
    fault: str | None
    events: tuple[Any, ...] = field(default=())
    tallies: tuple[int | str, ...] = field(default=())


def plain(value: Any) -> Any:
    """A value of the reference; elements by their place."""
    if isinstance(value, Element):
        return ("element", value.place) if value.alive else None
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


def told(event: tuple[Any, ...]) -> tuple[Any, ...]:
    """An event of the reference, elements by the place that they had."""
    return tuple(
        ("element", v.place) if isinstance(v, Element) else told(v) if isinstance(v, tuple) else v for v in event
    )


class Telling(Interpreter):
    """The reference, its events as they were at their time."""

    def tell(self, *event: Any) -> None:
        self.events.append(told(event))


def by_reference(
    graph: n.RuleGraph,
    procedure: str,
    chance: Chance,
    args: Sequence[int] = (),
    steps: int = 3_000_000,
    reserve: int = 0,
) -> Outcome:
    """Play a procedure with the reference."""
    interpreter = Telling(
        graph,
        chance.roll,
        lambda _, options, scores, optional: chance.choose(len(options), scores, optional),
        steps,
        reserve,
    )
    params = next(node for node in graph.procedures if node.name == procedure).params
    result = fault = None
    try:
        given = {param.name: arg for param, arg in zip(params, args, strict=True)}
        result = plain(interpreter.do(procedure, given, keep=True))
    except RulesFault as found:
        fault = found.place
    except Exception as ending:
        if type(ending).__name__ != "Ending":
            raise
        result = plain(ending.value)  # type: ignore[attr-defined]  # an `Ending`, as tested above
    state, used = interpreter.state, steps + reserve - interpreter.steps - interpreter.reserve
    return Outcome(
        result,
        {id_: {index: plain(value) for index, value in values.items()} for id_, values in state.fields.items()},
        {
            id_: [
                element and {id_: {index: plain(v) for index, v in vs.items()} for id_, vs in element.values.items()}
                for element in pool
            ]
            for id_, pool in state.lists.items()
        },
        used,
        fault,
        tuple(interpreter.events),
        tuple(counted(graph, procedure, interpreter, steps)) if fault is None else (),
    )


def counted(graph: n.RuleGraph, procedure: str, interpreter: Interpreter, steps: int) -> Iterator[int | str]:
    """What the reference counts as a procedure has ended, forecasts of the career first; the place of a fault."""
    for statistic in (*forecasts_of(graph), *tallies_of(graph)):
        moment = forecasting_moment_of if statistic.forecast is not None else counting_moment_of
        if moment(statistic, graph, Effects(graph)).procedure == procedure:
            interpreter.steps = steps
            try:
                yield int(interpreter.value(CallDefine(define=statistic.name, args=(), type=statistic.type), {}))
            except RulesFault as found:
                yield found.place


class Lowered:
    """A lowered program run in the same way."""

    def __init__(
        self, program: Program, traced: bool = True, load: Loader = instantiate, preferred: bool = False
    ) -> None:
        assert check_program(program) == ()
        self.program = program
        self.capacity = {pool.record: pool.capacity for pool in program.lists}
        self.events: list[tuple[Any, ...]] = []
        self.chance: Chance = Seeded(0)
        self.beside = Asides(program, instantiate)

        def ask(site: int, options: Any, score: Any, values: Any) -> int:
            return self.ask(site, options, score, values)

        ask.preferred = preferred  # type: ignore[attr-defined]  # see runtime/machine.py
        self.machine = load(program, self.roll, ask, self.log if traced else None)

    @property
    def functions(self) -> Functions:
        """The functions of a machine that runs Python."""
        return narrow(PythonMachine, self.machine).functions

    def roll(self, site: int, dice: Dice) -> int:
        place = self.program.sites[site]
        assert isinstance(place, RollSite | DrawSite)
        is_draw = isinstance(place, DrawSite)
        assert 1 < dice.sides <= place.dice.sides if is_draw else dice.sides == place.dice.sides
        assert evolve_node(dice, sides=place.dice.sides) == place.dice
        found = self.chance.roll(dice)
        if not dice.single or dice.keep == "digits":
            return int(found)
        lowest = -1 if dice.keep == "fate" else 1
        number = 0
        for face in sorted(found.faces):
            number = number * (max(dice.die_sides) + 1) + face - lowest + 1
        return number

    def ask(self, site: int, options: Any, score: Any, values: Any) -> int:
        place = self.program.sites[site]
        assert isinstance(place, ChoiceSite)
        scores = tuple(map(score, options)) if score else None
        index = self.chance.choose(len(options), scores, place.optional)
        shown = tuple(self.value(option, place.option_type) for option in options)
        told = values()
        seat = self.value(told[place.seat.index], place.seat.type) if place.seat is not None else None
        asked = (place.together, place.grave, place.grave_branches, seat)
        self.asides(place, options, told)
        self.events.append(("choice", place.id, asked, shown, scores, index))
        return index

    def asides(self, place: ChoiceSite, options: Sequence[int], values: Sequence[int]) -> None:
        """Tell what is worked out beside a choice, if anything is."""
        if not place.beside and place.routine is None:
            return
        worth = self.beside.evaluator_at(list(self.machine.slots))

        def value(part: Hole | Aside, option: int) -> Any:
            def at(index: int) -> int:
                return option if index == OPTION else values[index]

            found = at(part.index) if isinstance(part, Hole) else worth(part.entry, *map(at, part.arguments))
            return "fault" if found is None else self.value(found, part.type)

        told: list[Any] = []
        for line in place.beside:
            each = options if line.differs_by_option else [NONE]
            told.append(tuple(tuple(value(part, option) for part in line.values) for option in each))
        if place.routine is not None:
            told.append(value(place.routine, NONE))
        self.events.append(("beside", place.id, *told))

    def seen(self, seen: Seen | None, values: Sequence[int]) -> tuple[Any, ...]:
        """Who is told of a step, where that is said."""
        if seen is None or (isinstance(seen.when, Hole) and not values[seen.when.index]):
            return ()
        return (self.value(values[seen.by.index], seen.by.type) if isinstance(seen.by, Hole) else "all",)

    def value(self, value: int, type_: Type | None) -> Any:
        """A value in the reference's form."""
        if value == NONE:
            return None
        if isinstance(type_, ElementType):
            return ("element", value % self.capacity[type_.record])
        assert type(value) is int, value
        return value

    def log(self, event: tuple[int, ...]) -> None:
        number, values = event[0], event[1:]
        site = self.program.sites[number]
        match site:
            case RollSite():
                natural, total, row, *more = values
                if site.dice.single:
                    assert site.dice.result_of(more.pop()) == natural
                amounts, args = more[: len(site.modifiers)], more[len(site.modifiers) :]
                given = tuple(map(self.value, args, site.types))
                label = site.rows[row].label if row >= 0 else None
                self.events.append(
                    (
                        "roll",
                        site.table,
                        evolve_node(site.dice, single=False),
                        natural,
                        total,
                        label,
                        tuple(amounts),
                        given,
                    )
                )
            case BeforehandSite():
                self.events.append(("beforehand", site.table, site.row.label.removeprefix("when "), *values))
            case ResultSite():
                self.events.append(("result", site.table, *map(self.value, values, site.types)))
            case EnterSite():
                told = map(self.value, values, site.types) if site.kind == "procedure" else self.seen(site.seen, values)
                self.events.append(("enter", site.kind, site.name, *told))
            case LeaveSite():
                self.events.append(("leave", site.kind, site.name))
            case LimitSite():
                self.events.append(("limit",))
            case SaySite():
                types = [part.type for part in site.text if not isinstance(part, str)]
                seen = self.seen(site.seen, values)
                self.events.append(("say", site.tone, *map(self.value, values, types), seen))
            case ChangeSite():
                slot, old, new = values
                field_, index = self.at(slot)
                self.events.append(
                    ("change", field_.id, index, self.value(old, field_.type), self.value(new, field_.type))
                )
            case DrawSite(id=id_, type=type_):
                count, *members = values
                kind = "pile" if len(members) == count > 1 else "draw"
                self.events.append((kind, id_, count, tuple(self.value(member, type_) for member in members)))
            case MoveSite(list=id_, first=first):
                place = ("element", values[0] % self.capacity_of(id_))
                self.events.append(("move", id_, first, place))
            case ElementSite(list=id_, joins=joins):
                self.element(id_, joins, values)
            case ChoiceSite() | FaultSite():
                raise AssertionError(f"nothing is logged at {site}")
            case _:
                assert_never(site)

    def capacity_of(self, id_: str) -> int:
        return next(pool.capacity for pool in self.program.lists if pool.id == id_)

    def element(self, id_: str, joins: bool, values: Sequence[int]) -> None:
        pool = next(pool for pool in self.program.lists if pool.id == id_)
        fields = {field.id: field for field in self.program.fields}
        types = [fields[id_].type for id_ in pool.fields for _ in fields[id_].defaults]
        place = ("element", values[0] % pool.capacity)
        self.events.append(("element", id_, joins, place, *map(self.value, values[1:], types)))

    def at(self, slot: int) -> tuple[Any, tuple[int, ...]]:
        """The field of a slot, and the index in it."""
        for found in self.program.fields:
            own = len(found.shape) - len(found.indices)
            shape = found.shape[own:]
            size = len(found.defaults)
            if found.base <= slot < found.base + size * (found.shape[0] if own else 1):
                offset = (slot - found.base) % size
                index: list[int] = []
                for length in reversed(shape):
                    index.insert(0, offset % length)
                    offset //= length
                return found, tuple(index)
        raise ValueError(slot)

    def play(self, procedure: str, chance: Chance, args: Sequence[int] = (), steps: int = 3_000_000) -> Outcome:
        """Play a procedure."""
        self.chance = chance
        self.events = []
        slots = self.machine.slots
        self.machine.start()
        slots[STEPS_SLOT], slots[RESERVE] = steps, 0
        result = fault = None
        node = next((e for e in (self.program.mission, self.program.career) if e and e.name == procedure), None)
        try:
            result = self.machine.call(self.program.find_entry("do", procedure), *args)
        except Fault as found:
            fault = str(self.program.sites[found.site].origin.place)
        if result is not None:
            result = self.value(narrow(int, result), node.result if node else None)
        used, fields, lists = steps - slots[STEPS_SLOT], self.fields(), self.lists()
        tallies = tuple(self.counted(procedure, steps)) if fault is None else ()
        return Outcome(result, fields, lists, used, fault, tuple(self.events), tallies)

    def counted(self, procedure: str, steps: int) -> Iterator[int | str]:
        """What is counted as a procedure has ended, forecasts of the career first; the place of a fault."""
        stage = self.program.stage
        entry = stage if stage is not None and stage.name == procedure else self.program.find_entry("do", procedure)
        for tally in self.program.tallies_of(entry):
            self.machine.slots[STEPS_SLOT] = steps
            try:
                yield int(narrow(int, self.machine.call(tally.entry)))
            except Fault as found:
                yield str(self.program.sites[found.site].origin.place)

    def fields(self) -> dict[str, Any]:
        slots = self.machine.slots
        found: dict[str, Any] = {}
        for field_ in self.program.fields:
            if len(field_.shape) == len(field_.indices):
                found[field_.id] = {
                    self.at(slot)[1]: self.value(slots[slot], field_.type)
                    for slot in range(field_.base, field_.base + len(field_.defaults))
                }
        return found

    def lists(self) -> dict[str, Any]:
        slots = self.machine.slots
        fields = {field.id: field for field in self.program.fields}
        found: dict[str, Any] = {}
        for pool in self.program.lists:
            elements: list[Any] = []
            for place in range(pool.capacity):
                reference = slots[pool.base + place]
                if reference == NONE:
                    elements.append(None)
                    continue
                assert reference % pool.capacity == place
                values: dict[str, Any] = {}
                for id_ in pool.fields:
                    size = len(fields[id_].defaults)
                    first = fields[id_].base + place * size
                    values[id_] = {
                        self.at(slot)[1]: self.value(slots[slot], fields[id_].type)
                        for slot in range(first, first + size)
                    }
                elements.append(values)
            found[pool.id] = elements
        return found


def without_events(outcome: Outcome) -> tuple[Any, ...]:
    """All but the events; after a fault only that it happened, and where."""
    if outcome.fault is not None:
        return (outcome.fault,)
    return (outcome.result, outcome.fields, outcome.lists, outcome.steps, outcome.tallies)


def chances(seeds: int) -> Iterator[Callable[[], Chance]]:
    """So many ways for dice and answers to fall."""
    for seed in range(seeds):
        yield lambda seed=seed: Seeded(seed)  # type: ignore[misc]  # mypy sees no default in a lambda


def first_difference(found: Outcome, expected: Outcome, *, told: bool) -> str:
    """The first thing in which a run differs from the reference's, in words, with what it happens at; empty for none.

    Args:
        found: What came of the run.
        expected: What came of the reference's.
        told: Whether it told its events.
    """
    if told:
        for number, (one, other) in enumerate(zip_longest(found.events, expected.events)):
            if one != other:
                kind = (other or one or ("",))[0]
                where = " in ".join(filter(None, (kind, open_part(expected.events[:number]))))
                return f"event {number} ({where}) is {one}, by the reference {other}"
    if found.fault != expected.fault:
        return f"the fault is at {found.fault}, by the reference at {expected.fault}"
    if expected.fault is not None:  # behind a fault nothing else counts
        return ""
    parts = [(name, getattr(found, name), getattr(expected, name)) for name in ("result", "steps", "tallies")]
    for ours, theirs in ((found.fields, expected.fields), (found.lists, expected.lists)):
        parts += [(id_, ours.get(id_), theirs.get(id_)) for id_ in {**ours, **theirs}]
    return next((f"{name} is {one}, by the reference {other}" for name, one, other in parts if one != other), "")


def open_part(events: Sequence[tuple[Any, ...]]) -> str:
    """The innermost procedure or step that has begun and not ended behind some events; empty where none is open."""
    opened: list[str] = []
    for event in events:
        match event:
            case ("enter", kind, name, *_):
                opened.append(f"{kind} {name}")
            case ("leave", *_) if opened:
                opened.pop()
            case _:  # the rest: opens and closes nothing
                pass
    return opened[-1] if opened else ""
