"""A rule graph by name, for the checks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TypeVar, assert_never

from attrs import evolve

from bombsight.boundary.budget import Allowance
from bombsight.compiler.checks.reasoning.atoms import DENSE, Atom
from bombsight.compiler.checks.reasoning.folding import ReadOptions
from bombsight.compiler.checks.reasoning.outcomes import Outcomes
from bombsight.compiler.checks.reasoning.readings import is_idle_in
from bombsight.compiler.checks.reasoning.work_limits import Effort
from bombsight.compiler.effects import Effect, joined
from bombsight.compiler.error_taint import NO_DOUBT, Doubt
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk as walk_graph
from bombsight.compiler.incremental.memo import Notes
from bombsight.compiler.references import callee, is_call
from bombsight.compiler.symbols import is_built_in
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import Span, within
from bombsight.dsl.suggestions import likely
from bombsight.dsl.walk import walk
from bombsight.flat.types import (
    NONE,
    BoolType,
    ElementType,
    EnumType,
    IntType,
    ListType,
    NoneType,
    PartsType,
    TextType,
    Type,
    UnknownType,
)
from bombsight.flat.words import word_for

Spanned = TypeVar("Spanned", bound=Node)
Named = TypeVar("Named")


Heard = tuple[n.Option, Node]
"""An option, and an item in which it makes a difference."""


MISTAKEN = 300
"""Of so many names that nothing has it is asked what they may be slips for; of the others nobody knows."""


class UnclearError(Exception):
    """Something could not be understood; it has its finding already."""


class ByName(dict[str, Named]):
    """Things by name; a name that nothing has is unclear."""

    def __missing__(self, name: str) -> Named:
        raise UnclearError


@frozen
class TooMuch:
    """What was too much to look into.

    Attributes:
        names: Defines, tables and their modifiers.
        expressions: Expressions by their identity: what they might cost, and how open their names were.
        wide: Of which of both it was a number that can be too many values, and where it is worked with.
    """

    names: set[str] = field(factory=set)
    wide: dict[object, Span] = field(factory=dict)
    expressions: dict[int, tuple[x.Expr, list[tuple[int, ...]]]] = field(factory=dict)


class Program:
    """A rule graph by name, and what the checks must know beside it.

    Args:
        graph: The graph.
        items: The syntax trees it came from, amended.
        doubt: What was found before to be wrong.
        own_word: Files that are their author's word, such as house rules.
        effects: The effects of the graph, where they are known.
        notes: What was worked out of items before, and is carried over.
        heard: Where options made a difference before.
        allowance: How much work the rules may cost.

    Attributes:
        graph: What is looked at: the whole, or a graph that holds one item only (:meth:`looking_at`).
        whole: Whether nothing before was an error, so that what is not there is really not there.
        too_much: What was too much to look into, so that it is not tried again: for diagrams in the order in which
            things are met, and for those by element.
        effort: What proofs cost.
    """

    def __init__(
        self,
        graph: n.RuleGraph,
        items: Sequence[ast.Item],
        doubt: Doubt = NO_DOUBT,
        own_word: Iterable[str] = (),
        effects: Effects | None = None,
        notes: Notes | None = None,
        heard: Mapping[str, Heard | None] | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        self.graph = graph
        self.items = items
        self.own_word = frozenset(own_word)
        self.doubt = doubt
        self.notes = notes or Notes()
        self.heard_before = heard or {}
        self.whole = not doubt.places
        self.too_much = {False: TooMuch(), True: TooMuch()}
        self.allowance = allowance or Allowance()
        self.effort = Effort()
        self.marks: dict[int, dict[Span, Span]] = {}
        self.amended_wrongly: dict[int, tuple[Node, bool]] = {}  # by identity: a node that is kept has one of its own
        self.effects = effects or Effects(graph)
        self.enums = ByName({enum.name: enum for enum in graph.enums})
        self.fields = ByName({field.id: field for field in graph.fields})
        self.tables = ByName({table.id: table for table in graph.tables})
        self.defines = ByName({define.name: define for define in graph.defines})
        self.procedures = ByName({procedure.name: procedure for procedure in graph.procedures})
        self.outcomes = Outcomes(self.effects, self.whole)

    @cached_property
    def items_of_file(self) -> Mapping[str, Sequence[ast.Item]]:
        """The syntax trees by the file that they stand in."""
        found: dict[str, list[ast.Item]] = {}
        for item in self.items:
            found.setdefault(item.span.path, []).append(item)
        return found

    def looking_at(self, item: Node) -> Program:
        """The same program with a graph that holds, of all that acts or is drawn, one item; names mean what they do.

        Nothing else was too much so far: what is found of an item does not hang on what was looked at before.
        """

        def only(kind: type[Spanned]) -> tuple[Spanned, ...]:
            return (item,) if isinstance(item, kind) else ()

        narrow = copy(self)
        narrow.graph = evolve(
            self.graph,
            tables=only(n.Table),
            defines=only(n.Define),
            procedures=only(n.Procedure),
            rerolls=only(n.Reroll),
            boards=only(n.Board),
            examples=only(e.Example),
        )
        narrow.too_much = {False: TooMuch(), True: TooMuch()}
        narrow.effort = Effort()
        return narrow

    def sound(self, nodes: Iterable[Spanned]) -> Iterator[Spanned]:
        """The nodes in which no error was found before, that rest on nothing unread."""
        return filter(self.is_sound, nodes)

    def is_sound(self, node: Node) -> bool:
        """The same of one node."""
        if self.is_wrong(node.span) or (self.doubt.places and self.is_amended_wrongly(node)):
            return False
        return not (self.doubt.damaged and self.rests_on_damage(node))

    def is_amended_wrongly(self, node: Node) -> bool:
        """Whether an error was found before in what an overlay, which stands in another file, put into a node."""
        if id(node) not in self.amended_wrongly:
            spans = (getattr(part, "span", node.span) for part in walk_graph(node))
            put = (span for span in spans if span.path not in ("", node.span.path))
            self.amended_wrongly[id(node)] = node, any(map(self.is_wrong, put))
        return self.amended_wrongly[id(node)][1]

    def is_wrong(self, span: Span) -> bool:
        """Whether an error was found before in what stands at a place."""
        starts = self.wrong_starts.get(span.path, ())
        after = bisect_left(starts, span.start)
        return after < len(starts) and starts[after] <= span.end

    @cached_property
    def wrong_starts(self) -> Mapping[str, Sequence[int]]:
        """Where errors begin in each file, in their order."""
        starts: dict[str, list[int]] = {}
        for place in self.doubt.places:
            starts.setdefault(place.path, []).append(place.start)
        return {path: sorted(offsets) for path, offsets in starts.items()}

    def rests_on_damage(self, node: Node) -> bool:
        """Whether something counts for what a thing does of which not all could be read."""
        effect, damaged = self.effects.of(node), self.doubt.damaged
        if not damaged.isdisjoint(name.partition(":")[2] for name in (*effect.calls, *effect.reads)):
            return True
        if isinstance(node, n.Table) and node.id in self.doubt.words:  # a modifier may be lost that is printed apart
            return True
        if not self.damaged_enums:
            return False
        types = (getattr(part, "type", None) for part in walk_graph(node))
        return any(isinstance(type_, EnumType) and type_.enum in self.damaged_enums for type_ in types)

    @cached_property
    def damaged_enums(self) -> frozenset[str]:
        """The enums of which not all could be read; of one that is not there nothing has the type."""
        return frozenset(enum.name for enum in self.graph.enums if enum.name in self.doubt.damaged)

    @cached_property
    def absent(self) -> Mapping[str, Sequence[str]]:
        """The names by which rules call what is not there, each with those that may be meant."""
        if self.whole:
            return {}
        known = {*self.tables, *self.defines, *self.procedures}
        called = frozenset[str]().union(*self.notes.of("called names", self.items, called_in))
        there = known | self.doubt.damaged
        names = sorted(name for name in called - there if not is_built_in(name, self.defines))
        return {name: likely(name, known) if at < MISTAKEN else [] for at, name in enumerate(names)}

    @property
    def is_half_written(self) -> bool:
        """Whether rules call what is still to be written, for no name is like it: that may use anything."""
        return not all(self.absent.values())

    @property
    def rules(self) -> tuple[Node, ...]:
        """All that plays a part in play: everything but the examples."""
        graph = self.graph
        return (*graph.fields, *graph.tables, *graph.defines, *graph.procedures, *graph.rerolls)

    @cached_property
    def in_play(self) -> Effect:
        """What all of that does itself."""
        return joined(map(self.effects.own, self.rules))

    @cached_property
    def idle_options(self) -> frozenset[str]:
        """The options that rules ask for and that make no difference, as effects call them; none where errors are."""
        return frozenset(name for name, heard in self.heard.items() if heard is None) if self.whole else frozenset()

    @cached_property
    def heard(self) -> Mapping[str, Heard | None]:
        """For each option that rules ask for one of these in which it makes a difference; None where there is none."""
        options = frozenset(f"option:{option.name}" for option in self.graph.options)
        asking: dict[str, dict[int, Node]] = {}
        for node in (*self.rules, *self.graph.boards):
            for name in options & self.effects.own(node).reads:
                asking.setdefault(name, {})[id(node)] = node
        found: dict[str, Heard | None] = {}
        reads = ReadOptions()
        for option in self.graph.options:
            name = f"option:{option.name}"
            if name in asking:
                was = self.heard_before.get(name)
                if was is None or was[0] != option or id(was[1]) not in asking[name]:
                    hearing = (node for node in asking[name].values() if not is_idle_in(node, option, reads))
                    was = next(((option, node) for node in hearing), None)
                found[name] = was
        return found

    @cached_property
    def in_sight(self) -> Effect:
        """The same with what the pictures of the state read."""
        return joined((self.in_play, *map(self.effects.own, self.graph.boards)))

    @cached_property
    def capacities(self) -> Mapping[str, int]:
        """How many elements each list can hold."""
        return ByName({one.id: one.type.capacity for one in self.graph.lists})

    def column(self, enum: str, name: str) -> n.Column:
        """A column of printed data."""
        return ByName({column.name: column for column in self.enums[enum].columns})[name]

    def domain(self, type_: Type) -> Sequence[int]:
        """Every value of a type, none last where they are few enough to be told one by one.

        Raises:
            UnclearError: There are none.
        """
        values: Sequence[int]
        match type_:
            case BoolType():
                values = (0, 1)
            case IntType(low=low, high=high):
                if high - low >= DENSE:
                    none = [(NONE, NONE)] if type_.is_optional else []
                    return IntervalSet.covering((*none, (low, high)))
                values = range(low, high + 1)
            case EnumType(enum=enum):
                values = range(len(self.enums[enum].values))
            case PartsType() | ListType():
                values = (0,)
            case ElementType() | TextType() | NoneType() | UnknownType():
                values = (0, 1)
            case _:
                assert_never(type_)
        if not values:
            raise UnclearError
        return (*values, NONE) if type_.is_optional else values

    # --- in the reader's words

    def mark(self, span: Span) -> Span:
        """What to mark of a thing that stands at a place."""
        around = [item for item in self.items_of_file.get(span.path, ()) if within(span, item.span)]
        for item in around or self.items:  # an overlay puts things into items that stand elsewhere
            if id(item) not in self.marks:
                self.marks[id(item)] = marks(item)
            if span in self.marks[id(item)]:
                return self.marks[id(item)][span]
        return span

    def value_text(self, type_: Type, value: int) -> str:
        """A value as the rules write it."""
        return word_for(value, type_, self.enums[type_.enum].values if isinstance(type_, EnumType) else ())

    def state_text(self, state: Iterable[tuple[Atom, int]], versions: Mapping[str, int] | None = None) -> str:
        """A state in words: ``lamp is 3 and sky is fog``.

        Args:
            state: Atoms and their values; those that were not worked out are left out.
            versions: Versions of fields at the point that is told of; what fields held before is left out.
        """
        said = []
        for atom, value in state:
            past = (
                versions is not None
                and atom.version is not None
                and versions.get(atom.version[0], 0) != atom.version[1]
            )
            if not atom.guess and not past:
                if isinstance(atom.type, BoolType):
                    said.append(atom.label if value else f"not {atom.label}")
                elif isinstance(atom.type, ElementType):
                    said.append(f"{atom.label} is {'not ' if value else ''}none")
                else:
                    said.append(f"{atom.label} is {self.value_text(atom.type, value)}")
        return listed(said, between=" and ", none="")

    def cell_label(self, field: n.Field, indices: Sequence[int]) -> str:
        """A field with its indices: ``berths[packet].lit``."""
        if not indices:
            return field.id
        words = [self.enums[enum].values[at] for enum, at in zip(field.indices, indices, strict=True)]
        head, dot, rest = field.id.partition(".")
        return f"{head}[{', '.join(words)}]{dot}{rest}"


def called_in(item: ast.Item) -> frozenset[str]:
    """The names by which an item calls procedures, tables and defines, or goes through what a table can give."""
    nodes = list(walk(item))
    listed = (node.table for node in nodes if isinstance(node, ast.ResultsOf))
    return frozenset(callee(node) for node in nodes if is_call(node)).union(listed)


def marks(item: ast.Item) -> dict[Span, Span]:
    """What to mark of a thing: the dice or the head of a table, the keys of a row, the first cell of a grid's line."""
    found: dict[Span, Span] = {}
    for node in walk(item):
        match node:
            case ast.SubRoll(dice=dice):
                found[node.span] = dice.span
            case ast.Table(lines=lines):
                heads = [line for line in lines if isinstance(line, ast.RollLine | ast.GridRow)]
                if heads:
                    found[node.span] = heads[0].span
            case ast.Row(keys=keys) | ast.NaturalRow(keys=keys) if keys:
                found[node.span] = keys[0].span.to(keys[-1].span)
            case ast.GridRow(cells=cells) if cells:
                found[node.span] = cells[0].span
                found.update((cell.span, cells[0].span) for cell in cells[1:])
            case _:  # the rest: marked whole
                pass
    return found
