"""Size limits of rules, checked before any later stage runs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import TypeGuard, assert_never, get_args

from attrs import evolve

from bombsight.boundary.texts import MAX_TEXT_LENGTH
from bombsight.compiler.findings import Findings, severities_of
from bombsight.compiler.incremental.memo import Memo, map_with_memo
from bombsight.compiler.incremental.query import query
from bombsight.compiler.references import callee_name, is_call
from bombsight.compiler.symbols import fold_constants
from bombsight.dsl import ast, limits
from bombsight.dsl.diagnostic import Code, Diagnostic
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import children, walk

CODES = (
    Code("E060", "large-file"),
    Code("V030", "large-value"),
    Code("T030", "large-table"),
    Code("P060", "large-loop"),
    Code("N030", "many-items"),
)

SEVERITIES = severities_of(CODES)


LONG_TEXT = re.compile(f'"[^"\n]{{{MAX_TEXT_LENGTH + 1},}}')
"""A text with too many characters, without its closing quote."""

PATH_NUMBER = re.compile(r"\d+")
"""A number in the path of an outline."""

LONG_NAME = re.compile(rf'"[^"\n]*"?|#[^\n]*|([A-Za-z_]\w{{{limits.MAX_NAME_LENGTH},}})')
"""A name with too many letters, as a group; or a text or a comment, which contain no names."""


def check_file_sizes(sources: Sequence[Source]) -> list[Diagnostic]:
    """Report files, texts and names that are too large to be parsed."""
    findings = Findings(SEVERITIES)
    for source in sources:
        lines = source.text.count("\n")
        if lines > limits.MAX_LINES:
            start = Span(source.path, 0, 1, 1, 1, 1, 2)
            findings.add("E060", f"the file has {lines} lines; {limits.MAX_LINES} are the most", start, help="Cut it.")
        elif len(source.text) > limits.MAX_FILE_BYTES:
            start = Span(source.path, 0, 1, 1, 1, 1, 2)
            findings.add("E060", f"the file has more than {limits.MAX_FILE_BYTES} characters", start, help="Cut it.")
        for text in LONG_TEXT.finditer(source.text):
            what = limits.limit_message("characters of a text", text.end() - text.start() - 1, MAX_TEXT_LENGTH)
            findings.add("V030", what, source.span(text.start(), text.end()), help="Write a shorter text, or several.")
        for name in LONG_NAME.finditer(source.text):
            if name[1]:
                what = limits.limit_message("letters of a name", len(name[1]), limits.MAX_NAME_LENGTH)
                findings.add(
                    "V030", what, source.span(name.start(), name.end()), help="Give it a title, and a short name."
                )
    return findings.diagnostics


@frozen
class ItemSizes:
    """The measurements of one item.

    Attributes:
        findings: The violations of limits in it.
        asks: The names that it may call, if it is callable.
    """

    findings: tuple[Diagnostic, ...]
    asks: tuple[str, ...]


@frozen(eq=False)
class ProgramSizes:
    """The measurements of a program.

    Attributes:
        sizes: The measurements of each item and overlay.
        around: Sizes that other items depend on: the value counts of enums, the counts of shared modifiers per table.
        asks: The names that each callable item may call.
        findings: The violations of limits.
    """

    sizes: Memo[ast.Item, ItemSizes]
    around: tuple[Mapping[str, int], ...]
    asks: Mapping[str, tuple[str, ...]]
    findings: tuple[Diagnostic, ...]


@query
def measure_program(
    previous: ProgramSizes | None, items: Sequence[ast.Item], overlays: Sequence[ast.Overlay]
) -> ProgramSizes:
    """Measure a program against the size limits (memoized query).

    Args:
        previous: The last measurements, reused for the same items.
        items: Its items.
        overlays: The overlays on top of them.
    """
    checker = SizeChecker(items)
    checker.count_items()
    around = (checker.enums, dict(checker.shared))
    known = previous.sizes if previous is not None else Memo()
    if previous is not None and previous.around != around:
        known = known.without(lambda item: isinstance(item, SIZE_DEPENDENT_ITEMS))
    sizes = map_with_memo((*items, *overlays), checker.measure_item, known)
    for item, found in zip(sizes.keys, sizes.values, strict=True):
        checker.findings.extend(found.findings)
        if isinstance(item, CallableItem):
            checker.asks[name_of(item)] = found.asks
    checker.check_state_size()
    if previous is None or previous.findings or previous.asks != checker.asks:
        checker.check_call_depth()
    return ProgramSizes(sizes, around, checker.asks, tuple(checker.findings.diagnostics))


@define
class SizeChecker:
    """Checker of the size limits of one program."""

    items: Sequence[ast.Item]
    findings: Findings = field(factory=lambda: Findings(SEVERITIES))
    enums: dict[str, int] = field(factory=dict)
    shared: Counter[str] = field(factory=Counter)
    asks: dict[str, tuple[str, ...]] = field(factory=dict)  # the names that each callable item may call

    def check_limit(self, code: str, subject: str, size: int, maximum: int, span: Span) -> None:
        """Report a measured size that exceeds its limit.

        Args:
            code: The code of the finding.
            subject: The name of the measure, for the message.
            size: The measured size.
            maximum: The limit.
            span: The place to mark.
        """
        if size > maximum:
            self.findings.add(code, limits.limit_message(subject, size, maximum), span, help="Write a smaller number.")

    # --- items

    def count_items(self) -> None:
        """Report too many items in a program (N030), and record the sizes that checks of items need."""
        if len(self.items) > limits.MAX_ITEMS:
            self.check_limit(
                "N030", "items of a program", len(self.items), limits.MAX_ITEMS, self.items[limits.MAX_ITEMS].span
            )
        for item in self.items:
            if isinstance(item, ast.Enum):
                self.enums[item.name] = max(len(item.values), len(item.rows) - 1, 0)
            elif isinstance(item, ast.ModifierOn):
                self.shared.update(item.tables)

    def measure_item(self, item: ast.Item) -> ItemSizes:
        """Measure one item by itself."""
        alone = evolve(self, findings=Findings(SEVERITIES))
        nodes = list(walk(item))
        alone.check_item(item, nodes)
        asks = tuple(collect_called_names(nodes)) if isinstance(item, CallableItem) else ()
        return ItemSizes(tuple(alone.findings.diagnostics), asks)

    def check_item(self, item: ast.Item, nodes: Sequence[ast.Node]) -> None:
        """Report every size in an item, and in the nodes inside it, that exceeds its limit."""
        amounts = {id(node.domain) for node in nodes if isinstance(node, ast.Choose)}  # their sizes are the resolver's
        for node in nodes:
            if has_size(node) and id(node) not in amounts:
                self.check_node(node)
        match item:
            case ast.Enum(rows=rows):
                self.check_limit("V030", "values of an enum", self.enums[item.name], limits.MAX_VALUES, item.span)
                wide = max((len(row.cells) for row in rows), default=0)
                self.check_limit("T030", "columns of a grid", wide, limits.MAX_COLUMNS, item.span)
            case ast.Option(words=words):
                self.check_limit("V030", "values of an option", len(words), limits.MAX_VALUES, item.span)
            case ast.Table():
                self.check_table(item, nodes)
            case ast.Define():
                if isinstance(item, ast.Tally) and isinstance(item.type, ast.RangeType):
                    counted = self.count_between(item.type.low, item.type.high)
                    self.check_limit("V030", "values of a tally", counted, limits.MAX_TALLIED_VALUES, item.type.span)
                found = sum(isinstance(node, ast.Except) for node in nodes)
                self.check_limit("P060", "exceptions of a derived value", found, limits.MAX_EXCEPTIONS, item.span)
            case ast.Board():
                marks = sum(isinstance(node, ast.Mark | ast.Ring) for node in nodes)
                drawn = sum(isinstance(node, ast.BaseDrawingLine) for node in nodes)
                numbers = sum(len(PATH_NUMBER.findall(node.path)) for node in nodes if isinstance(node, ast.Outline))
                cells = sum(len(node.cells) for node in nodes if isinstance(node, ast.PlanRow))
                self.check_limit("P060", "marks on a board", marks, limits.MAX_MARKS, item.span)
                self.check_limit("P060", "cells of a plan", cells, limits.MAX_MARKS, item.span)
                self.check_limit("P060", "lines of a drawing", drawn, limits.MAX_MARKS, item.span)
                self.check_limit("P060", "numbers of outlines", numbers, limits.MAX_PATH_NUMBERS, item.span)
            case ast.Luck(lines=lines):
                self.check_limit("P060", "lines of luck", len(lines), limits.MAX_MARKS, item.span)
            case ast.Reroll(limit=limit):
                self.check_limit("P060", "throws that an offer gives", limit or 0, limits.MAX_REROLLS, item.span)
            case ast.Game() | ast.Chapter() | ast.Record() | ast.State() | ast.ModifierOn() | ast.Procedure():
                pass
            case ast.Example() | ast.Overlay() | ast.Explain() | ast.Primer():
                pass
            case _:
                assert_never(item)
        if sum(type(node) in LOOP_NODES for node in nodes) > limits.MAX_LOOP_NESTING:
            self.check_loop_depth(item)
        if isinstance(item, ast.Table | ast.Procedure):
            self.check_limit("P060", "open calls", item.deep or 0, limits.MAX_CALL_DEPTH, item.span)

    def check_table(self, table: ast.Table, nodes: Sequence[ast.Node]) -> None:
        """Report the sizes of a table (columns, rows, modifiers, notes) that exceed their limits."""
        grid = [line for line in table.lines if isinstance(line, ast.GridRow)]
        wide = max((len(row.cells) for row in grid), default=0)
        rows = sum(isinstance(node, ast.Row | ast.NaturalRow | ast.Beforehand) for node in nodes)
        rows += sum(len(row.cells) for row in grid)
        modifiers = sum(isinstance(node, ast.Modifier) for node in nodes)
        self.check_limit("T030", "columns of a grid", wide, limits.MAX_COLUMNS, table.span)
        self.check_limit("T030", "rows of a table", rows, limits.MAX_ROWS, table.span)
        self.check_limit(
            "T030", "modifiers of a table", modifiers + self.shared[table.id], limits.MAX_MODIFIERS, table.span
        )
        self.check_limit("T030", "calls of notes within notes", count_note_calls(table), limits.MAX_NOTES, table.span)

    def check_node(self, node: SizedNode) -> None:
        """Check the numbers that a syntax node states itself, such as an array size or a count of dice."""
        match node:
            case ast.Dice(thrown=thrown):
                most = max(sides for _, sides in thrown.groups)
                self.check_limit("V030", "dice in one throw", thrown.die_count, limits.MAX_DICE, node.span)
                self.check_limit("V030", "sides of a die", most, limits.MAX_SIDES, node.span)
            case ast.ListType(capacity=capacity):
                self.check_limit("V030", "elements of a list", capacity, limits.MAX_ELEMENTS, node.span)
            case ast.FieldDecl():
                self.check_limit("V030", "places of an array", self.count_places(node), limits.MAX_PLACES, node.span)
            case ast.Result(values=values) | ast.Return(values=values):
                self.check_limit("T030", "values in one row", len(values), limits.MAX_RESULTS, node.span)
            case ast.Gives(parts=parts):
                self.check_limit("T030", "parts of a result", len(parts), limits.MAX_RESULTS, node.span)
            case ast.SetLiteral(members=members):
                self.check_limit("V030", "values of a set", len(members), limits.MAX_VALUES, node.span)
            case ast.Conditional(cases=cases):
                self.check_limit("V030", "cases of a value", len(cases), limits.MAX_CASES, node.span)
            case ast.Repeat(times=times):
                self.check_limit("P060", "turns of a loop", fold_constants(times) or 0, limits.MAX_TURNS, node.span)
            case ast.While(limit=limit):
                self.check_limit("P060", "turns of a loop", limit or 0, limits.MAX_TURNS, node.span)
            case ast.ForRange(first=first, last=last):
                self.check_limit(
                    "P060", "turns of a loop", self.count_between(first, last), limits.MAX_TURNS, node.span
                )
            case ast.Interval(low=low, high=high):
                self.check_limit(
                    "P060", "numbers gone through", self.count_between(low, high), limits.MAX_TURNS, node.span
                )
            case ast.Again(limit=limit):
                self.check_limit("P060", "throws by again", limit or 0, limits.MAX_REROLLS, node.span)
            case ast.AgainEachOnce(times=times):
                self.check_limit("P060", "throws by again", times, limits.MAX_REROLLS, node.span)
            case ast.Choose(asides=asides) | ast.Reroll(asides=asides):
                self.check_limit("P060", "lines beside a choice", len(asides), limits.MAX_ASIDES, node.span)
            case ast.ChooseBranch(asides=asides, branches=branches):
                self.check_limit("P060", "lines beside a choice", len(asides), limits.MAX_ASIDES, node.span)
                self.check_limit("P060", "branches of a choice", len(branches), limits.MAX_BRANCHES, node.span)
            case _:
                assert_never(node)

    def check_loop_depth(self, item: ast.Item) -> None:
        """Report loops and sub-rolls of an item that nest too deep."""
        open_: list[tuple[ast.Node, int]] = [(item, 0)]
        while open_:
            node, depth = open_.pop()
            depth += type(node) in LOOP_NODES
            if depth > limits.MAX_LOOP_NESTING:
                self.check_limit(
                    "P060", "loops and sub-rolls within one another", depth, limits.MAX_LOOP_NESTING, node.span
                )
                return
            open_.extend((child, depth) for child in children(node))

    def count_between(self, first: ast.Expr, last: ast.Expr) -> int:
        """Count the integers from one constant to another; 0 unless both are constant."""
        one, other = fold_constants(first), fold_constants(last)
        return 0 if one is None or other is None else abs(other - one) + 1

    # --- state

    def count_places(self, decl: ast.FieldDecl) -> int:
        """Count the cells of a field's array; the fields of a record in each cell do not count."""
        return prod(self.enums.get(index.enum, 1) for index in decl.indices)

    def check_state_size(self) -> None:
        """Report a total size of the state that exceeds its limit."""
        records = {item.name: item for item in self.items if isinstance(item, ast.Record)}
        wide: dict[str, int] = {}
        total = 0
        for item in self.items:
            for decl in item.fields if isinstance(item, ast.State) else ():
                match decl.type:
                    case ast.ListType(element=name, capacity=capacity):
                        total += capacity * (1 + self.record_width(name, records, wide))
                    case ast.NamedType(name=name, optional=False):
                        total += self.count_places(decl) * self.record_width(name, records, wide)
                    case ast.NamedType() | ast.RangeType() | ast.YesNoType() | ast.NamesType():
                        total += self.count_places(decl)
                    case _:
                        assert_never(decl.type)
                if total > limits.MAX_SLOTS:
                    self.check_limit("V030", "places of all state together", total, limits.MAX_SLOTS, decl.span)
                    return

    def record_width(self, name: str, records: Mapping[str, ast.Record], widths: dict[str, int]) -> int:
        """Count the values of a record, memoized in ``widths``; 1 for other names and recursive records."""
        if name in widths or name not in records:
            return widths.get(name, 1)
        widths[name] = 1
        total = 0
        for decl in records[name].fields:
            kind = decl.type
            held = kind.name if isinstance(kind, ast.NamedType) and not kind.optional else ""
            total += self.count_places(decl) * self.record_width(held, records, widths)
        widths[name] = max(1, min(total, 10**12))
        return widths[name]

    # --- calls

    def check_call_depth(self) -> None:
        """Report a chain of calls that is too deep; recursion is reported by later stages."""
        callables = {name_of(item): item for item in self.items if isinstance(item, CallableItem)}
        asks = {name: [to for to in self.asks[name] if to in callables] for name in callables}
        depth: dict[str, int] = {}
        for start in callables:
            open_ = [(start, iter(asks[start]))]
            going = {start}
            while open_:
                name, rest = open_[-1]
                following = next((to for to in rest if to not in depth and to not in going), None)
                if following is not None:
                    going.add(following)
                    open_.append((following, iter(asks[following])))
                    continue
                open_.pop()
                going.discard(name)
                if name not in depth:
                    depth[name] = 1 + max((depth.get(to, 0) for to in asks[name]), default=0)
                    if depth[name] == limits.MAX_CALL_CHAIN + 1:
                        self.check_limit(
                            "P060", "calls within one another", depth[name], limits.MAX_CALL_CHAIN, callables[name].span
                        )


LOOP_NODES = frozenset((*get_args(ast.Loop), ast.SubRoll))
"""Node classes that repeat their bodies, for the nesting limit."""

SizedNode = (
    ast.Dice
    | ast.ListType
    | ast.FieldDecl
    | ast.Result
    | ast.Return
    | ast.Gives
    | ast.SetLiteral
    | ast.Conditional
    | ast.Repeat
    | ast.While
    | ast.ForRange
    | ast.Interval
    | ast.Again
    | ast.AgainEachOnce
    | ast.Choose
    | ast.ChooseBranch
    | ast.Reroll
)
"""A node that states a size."""

SIZED_NODES = frozenset(get_args(SizedNode))


def has_size(node: ast.Node) -> TypeGuard[SizedNode]:
    """Whether a syntax node states a size that has a limit, such as an array or dice."""
    return type(node) in SIZED_NODES


SIZE_DEPENDENT_ITEMS = (ast.Enum, ast.State, ast.Record, ast.Table, ast.Overlay)
"""Classes of items whose size depends on other items: on value counts of enums, or on the shared modifiers of a
table."""

CallableItem = ast.Define | ast.Procedure | ast.Table


def name_of(item: ast.Define | ast.Procedure | ast.Table) -> str:
    """Return the name of a callable item."""
    return item.id if isinstance(item, ast.Table) else item.name


def collect_called_names(nodes: Iterable[ast.Node]) -> Iterator[str]:
    """Yield the names that syntax nodes may call; every bare name counts, since a define is called by its bare name."""
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.name
        elif is_call(node):
            yield callee_name(node)


def count_note_calls(table: ast.Table) -> int:
    """Count the nested calls of a table's notes, as if each note were expanded at each call.

    Returns:
        The greatest count of any note, capped at one more than :data:`limits.MAX_NOTES`.
    """
    notes = {line.name: line for line in table.lines if isinstance(line, ast.Note)}
    called_notes = {
        name: [part.name for part in walk(note) if isinstance(part, ast.UseNote)] for name, note in notes.items()
    }
    counts = dict.fromkeys(notes, 0)
    order = [name for name in notes if called_notes[name]]
    for _ in range(len(order) + 1):  # the maximal nesting of notes, after which the counts are stable
        before = dict(counts)
        order.reverse()
        for name in order:
            counts[name] = min(limits.MAX_NOTES + 1, sum(1 + counts.get(other, 0) for other in called_notes[name]))
        if counts == before:
            break
    return max(counts.values(), default=0)
