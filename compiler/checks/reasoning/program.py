"""The program under analysis: a rule graph by name, with effects, error taint and memos."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TypeVar, assert_never

from attrs import evolve

from bombsight.boundary.budget import Allowance
from bombsight.compiler.checks.reasoning.atoms import WIDE_LIMIT, Atom
from bombsight.compiler.checks.reasoning.option_equivalence import makes_no_difference
from bombsight.compiler.checks.reasoning.outcomes import CallOutcomes
from bombsight.compiler.checks.reasoning.partial_evaluation import OptionReads
from bombsight.compiler.checks.reasoning.work_limits import WorkMeter
from bombsight.compiler.effects import Effect, merge_effects
from bombsight.compiler.error_taint import NO_TAINT, ErrorTaint
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.intervals import IntervalSet, Numbers
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.walk import walk as walk_graph
from bombsight.compiler.incremental.memo import ItemMemos
from bombsight.compiler.references import callee_name, is_call
from bombsight.compiler.symbols import is_builtin
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.dsl.node_classes import field, frozen
from bombsight.dsl.source import Span, is_within
from bombsight.dsl.suggestions import find_likely_names
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


OptionWitness = tuple[n.Option, Node]
"""An option, and an item in which it makes a difference."""


MAX_NAMES_TO_CORRECT = 300
"""The maximum number of undefined names for which similar names are sought."""


class UnclearError(Exception):
    """Raised when an expression refers to an unresolved name or type, which is already reported."""


class NameTable(dict[str, Named]):
    """A name table that raises `UnclearError` for an undefined name."""

    def __missing__(self, name: str) -> Named:
        """Raise `UnclearError` for a name that is not defined."""
        raise UnclearError


@frozen
class CostlyParts:
    """Expressions and definitions whose diagrams were too large.

    Attributes:
        names: Defines, tables and sums of modifiers.
        expressions: Expressions by identity: the budget of each attempt, with the numbers of values of its names.
        wide: For those that failed by a wide number, its place.
    """

    names: set[str] = field(factory=set)
    wide: dict[object, Span] = field(factory=dict)
    expressions: dict[int, tuple[x.Expr, list[tuple[int, ...]]]] = field(factory=dict)


class AnalyzedProgram:
    """The program that the checks analyse.

    Args:
        graph: The rule graph.
        items: The syntax trees that it came from, amended.
        doubt: Places and names that are tainted by earlier errors.
        author_files: Files whose rules need no citation, such as house rules.
        effects: The effects of the graph, if known.
        item_memo: Memoized results of items, kept across programs.
        option_witnesses: Earlier witnesses that options make a difference.
        allowance: The work that the rules may cost.

    Attributes:
        graph: The graph to check: the whole, or one with a single item (:meth:`restrict_to_item`).
        is_error_free: Whether there were no earlier errors, so that missing items really do not exist.
        costly_parts: Values that were too large, so that they are not tried again: for diagrams in order of first use,
            and for those by element.
        effort: The meter of the proofs.
    """

    def __init__(
        self,
        graph: n.RuleGraph,
        items: Sequence[ast.Item],
        error_taint: ErrorTaint = NO_TAINT,
        author_files: Iterable[str] = (),
        effects: Effects | None = None,
        item_memo: ItemMemos | None = None,
        option_witnesses: Mapping[str, OptionWitness | None] | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        """Make the program from its graph and the results of earlier stages; what is missing is computed or empty."""
        self.graph = graph
        self.items = items
        self.author_files = frozenset(author_files)
        self.doubt = error_taint
        self.item_memo = item_memo or ItemMemos()
        self.earlier_witnesses = option_witnesses or {}
        self.is_error_free = not error_taint.places
        self.costly_parts = {False: CostlyParts(), True: CostlyParts()}
        self.allowance = allowance or Allowance()
        self.effort = WorkMeter()
        self.mark_memo: dict[int, dict[Span, Span]] = {}
        self.wrong_amendments: dict[int, tuple[Node, bool]] = {}  # by id, nodes kept alive
        self.effects = effects or Effects(graph)
        self.enums = NameTable({enum.name: enum for enum in graph.enums})
        self.fields = NameTable({field.id: field for field in graph.fields})
        self.tables = NameTable({table.id: table for table in graph.tables})
        self.defines = NameTable({define.name: define for define in graph.defines})
        self.procedures = NameTable({procedure.name: procedure for procedure in graph.procedures})
        self.outcomes = CallOutcomes(self.effects, self.is_error_free)

    @cached_property
    def items_of_file(self) -> Mapping[str, Sequence[ast.Item]]:
        """The syntax trees of the items of each file, by path."""
        found: dict[str, list[ast.Item]] = {}
        for item in self.items:
            found.setdefault(item.span.path, []).append(item)
        return found

    def restrict_to_item(self, item: Node) -> AnalyzedProgram:
        """Copy the program with one item to check instead of all; names still resolve in the whole program.

        The copy has no memory of costly parts, so that findings do not depend on the order of items.
        """

        def only(kind: type[Spanned]) -> tuple[Spanned, ...]:
            """Return a tuple of the item if it is of this class; else an empty tuple."""
            return (item,) if isinstance(item, kind) else ()

        narrow = copy(self)
        narrow.graph = evolve(
            self.graph,
            tables=only(n.Table),
            defines=only(n.Define),
            procedures=only(n.Procedure),
            rerolls=only(n.Reroll),
            boards=only(n.Board),
            lucks=only(n.Luck),
            examples=only(e.Example),
        )
        narrow.costly_parts = {False: CostlyParts(), True: CostlyParts()}
        narrow.effort = WorkMeter()
        return narrow

    def sound_nodes(self, nodes: Iterable[Spanned]) -> Iterator[Spanned]:
        """Select the nodes that have no earlier errors and depend on nothing unreadable."""
        return filter(self.is_sound, nodes)

    def is_sound(self, node: Node) -> bool:
        """Whether a node has no earlier errors and depends on nothing unreadable."""
        if self.contains_error(node.span) or (self.doubt.places and self.is_amended_wrongly(node)):
            return False
        return not (self.doubt.damaged and self.depends_on_damage(node))

    def is_amended_wrongly(self, node: Node) -> bool:
        """Whether an overlay in another file put a part with an earlier error into a node."""
        if id(node) not in self.wrong_amendments:
            spans = (getattr(part, "span", node.span) for part in walk_graph(node))
            put = (span for span in spans if span.path not in ("", node.span.path))
            self.wrong_amendments[id(node)] = node, any(map(self.contains_error, put))
        return self.wrong_amendments[id(node)][1]

    def contains_error(self, span: Span) -> bool:
        """Whether an earlier error (from parsing or resolving) begins within a span."""
        starts = self.error_starts.get(span.path, ())
        after = bisect_left(starts, span.start)
        return after < len(starts) and starts[after] <= span.end

    @cached_property
    def error_starts(self) -> Mapping[str, Sequence[int]]:
        """The ascending text offsets of the earlier errors in each file."""
        starts: dict[str, list[int]] = {}
        for place in self.doubt.places:
            starts.setdefault(place.path, []).append(place.start)
        return {path: sorted(offsets) for path, offsets in starts.items()}

    def depends_on_damage(self, node: Node) -> bool:
        """Whether a node's effects or types depend on an item that could not be read in full."""
        effect, damaged = self.effects.effect_of(node), self.doubt.damaged
        if not damaged.isdisjoint(name.partition(":")[2] for name in (*effect.calls, *effect.reads)):
            return True
        if isinstance(node, n.Table) and node.id in self.doubt.words:  # a shared modifier may be missing
            return True
        if not self.damaged_enums:
            return False
        types = (getattr(part, "type", None) for part in walk_graph(node))
        return any(isinstance(type_, EnumType) and type_.enum in self.damaged_enums for type_ in types)

    @cached_property
    def damaged_enums(self) -> frozenset[str]:
        """The names of the enums that could not be read in full."""
        return frozenset(enum.name for enum in self.graph.enums if enum.name in self.doubt.damaged)

    @cached_property
    def undefined_names(self) -> Mapping[str, Sequence[str]]:
        """The called names without a definition, each with the defined names that resemble it."""
        if self.is_error_free:
            return {}
        known = {*self.tables, *self.defines, *self.procedures}
        names_called = frozenset[str]().union(*self.item_memo.map_items("called names", self.items, names_called_in))
        known_names = known | self.doubt.damaged
        names = sorted(name for name in names_called - known_names if not is_builtin(name, self.defines))
        return {
            name: find_likely_names(name, known) if at < MAX_NAMES_TO_CORRECT else [] for at, name in enumerate(names)
        }

    @property
    def is_half_written(self) -> bool:
        """Whether the rules call an undefined item that resembles no defined one, and so is still to be written."""
        return not all(self.undefined_names.values())

    @property
    def rule_items(self) -> tuple[Node, ...]:
        """All items that take part in play: all but examples and boards."""
        graph = self.graph
        return (*graph.fields, *graph.tables, *graph.defines, *graph.procedures, *graph.rerolls)

    @cached_property
    def effect_in_play(self) -> Effect:
        """The combined effects of all items that take part in play."""
        return merge_effects(map(self.effects.own_effect_of, self.rule_items))

    @cached_property
    def idle_options(self) -> frozenset[str]:
        """The keys of options that rules read but whose values make no difference; empty if there are errors."""
        return (
            frozenset(name for name, heard in self.option_witnesses.items() if heard is None)
            if self.is_error_free
            else frozenset()
        )

    @cached_property
    def option_witnesses(self) -> Mapping[str, OptionWitness | None]:
        """For each option that rules read, an item that differs between the option's values; None if there is none."""
        options = frozenset(f"option:{option.name}" for option in self.graph.options)
        asking: dict[str, dict[int, Node]] = {}
        for node in (*self.rule_items, *self.graph.boards):
            for name in options & self.effects.own_effect_of(node).reads:
                asking.setdefault(name, {})[id(node)] = node
        found: dict[str, OptionWitness | None] = {}
        reads = OptionReads()
        for option in self.graph.options:
            name = f"option:{option.name}"
            if name in asking:
                was = self.earlier_witnesses.get(name)
                if was is None or was[0] != option or id(was[1]) not in asking[name]:
                    hearing = (node for node in asking[name].values() if not makes_no_difference(node, option, reads))
                    was = next(((option, node) for node in hearing), None)
                found[name] = was
        return found

    @cached_property
    def effect_with_boards(self) -> Effect:
        """The combined effects of all items in play and of the boards."""
        return merge_effects((self.effect_in_play, *map(self.effects.own_effect_of, self.graph.boards)))

    @cached_property
    def capacities(self) -> Mapping[str, int]:
        """The maximum number of elements of each list, by the list's id."""
        return NameTable({one.id: one.type.capacity for one in self.graph.lists})

    def find_column(self, enum: str, name: str) -> n.Column:
        """Find a column of an enum's printed data."""
        return NameTable({column.name: column for column in self.enums[enum].columns})[name]

    def domain_of(self, type_: Type) -> Numbers:
        """All values of a type in ascending order; ``none`` comes last unless the type has a wide range.

        Raises:
            UnclearError: The type has no values.
        """
        values: Sequence[int]
        match type_:
            case BoolType():
                values = (0, 1)
            case IntType(low=low, high=high):
                if high - low >= WIDE_LIMIT:
                    none = [(NONE, NONE)] if type_.is_optional else []
                    return IntervalSet.from_intervals((*none, (low, high)))
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

    # --- rendering

    def mark_of(self, span: Span) -> Span:
        """The span to underline in a finding on the node at a span, such as only the keys of a row."""
        around = [item for item in self.items_of_file.get(span.path, ()) if is_within(span, item.span)]
        for item in around or self.items:  # an overlay adds nodes to items in other files
            if id(item) not in self.mark_memo:
                self.mark_memo[id(item)] = marks_of(item)
            if span in self.mark_memo[id(item)]:
                return self.mark_memo[id(item)][span]
        return span

    def render_value(self, type_: Type, value: int) -> str:
        """Render a value as the rules write it."""
        return word_for(value, type_, self.enums[type_.enum].values if isinstance(type_, EnumType) else ())

    def render_state(self, state: Iterable[tuple[Atom, int]], versions: Mapping[str, int] | None = None) -> str:
        """Describe a partial state: ``lamp is 3 and sky is fog``.

        Args:
            state: Atoms and their values; guesses are left out.
            versions: The versions of fields at the point described; atoms of earlier versions are left out.
        """
        words = []
        for atom, value in state:
            past = (
                versions is not None
                and atom.version is not None
                and versions.get(atom.version[0], 0) != atom.version[1]
            )
            if not atom.is_guess and not past:
                if atom.dice is not None:
                    words.append(f"the dice show {atom.dice.render_outcome(value)}")
                elif isinstance(atom.type, BoolType):
                    words.append(atom.label if value else f"not {atom.label}")
                elif isinstance(atom.type, ElementType):
                    words.append(f"{atom.label} is {'not ' if value else ''}none")
                else:
                    words.append(f"{atom.label} is {self.render_value(atom.type, value)}")
        return join_names(words, separator=" and ", when_empty="")

    def render_cell(self, field: n.Field, indices: Sequence[int]) -> str:
        """Render an indexed field as the rules write it: ``berths[packet].lit``."""
        if not indices:
            return field.id
        words = [self.enums[enum].values[at] for enum, at in zip(field.indices, indices, strict=True)]
        head, dot, rest = field.id.partition(".")
        return f"{head}[{', '.join(words)}]{dot}{rest}"


def names_called_in(item: ast.Item) -> frozenset[str]:
    """The names of procedures, tables and defines that an item calls, and of tables whose results it enumerates."""
    nodes = list(walk(item))
    listed = (node.table for node in nodes if isinstance(node, ast.ResultsOf))
    return frozenset(callee_name(node) for node in nodes if is_call(node)).union(listed)


def marks_of(item: ast.Item) -> dict[Span, Span]:
    """Map each node of an item to the span to underline in findings, such as only the keys of a row."""
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
                found[node.span] = keys[0].span.extend_to(keys[-1].span)
            case ast.GridRow(cells=cells) if cells:
                found[node.span] = cells[0].span
                found.update((cell.span, cells[0].span) for cell in cells[1:])
            case _:  # the rest: marked as a whole
                pass
    return found
