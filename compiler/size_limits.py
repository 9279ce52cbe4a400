"""What is beyond all measure, found before anything is made of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import TypeGuard, assert_never, get_args

from attrs import evolve

from bombsight.boundary.texts import LONGEST
from bombsight.compiler.findings import Findings, severities_of
from bombsight.compiler.incremental.memo import Carried, carried
from bombsight.compiler.incremental.query import query
from bombsight.compiler.references import callee, is_call
from bombsight.compiler.symbols import constant
from bombsight.dsl import ast, limits
from bombsight.dsl.diagnostic import Code, Diagnostic
from bombsight.dsl.node_classes import define, field, frozen
from bombsight.dsl.source import Source, Span
from bombsight.dsl.walk import children, walk

CODES = (
    Code(
        "E060",
        "large-file",
        "A file is too large",
        """\
A file of rules has at most 20,000 lines and 2,000,000 bytes; the largest game has not half as
much in all its files together. A file beyond that is most likely no rules, but a log, a picture
or a page that was saved under such a name:

    bombsight lint saved-page.html

If it is rules, cut it: a game is a folder of files, read as one.""",
    ),
    Code(
        "V030",
        "large-value",
        "This is larger than anything a game needs",
        """\
Characters of a text, dice in a throw, sides of a die, elements of a list, places of an array, values of an enum or a
tally, and all that state holds have a limit each, at least ten times what any of the games needs: see the
table of limits in the reference of the language.

    boats: list of Boat at most 2000000000

Write the number that the game can come to.""",
    ),
    Code(
        "T030",
        "large-table",
        "A table is larger than anything that was printed",
        """\
Rows, columns, modifiers, the values in one row and what notes come to have a limit each. A table
beyond them was generated, a row for each result of a calculation:

    | 1 | 1 | 1 |
    | 1 | 2 | 2 |
    | 1 | 3 | 3 |             # and so on, a multiplication table

Say by a `define` what it works out: `define product(a: 1..99, b: 1..99): 1..9801 = a * b`. Notes that
call one another are written out at each call: where each calls the next one twice, a `repeat` says it.""",
    ),
    Code(
        "P060",
        "large-loop",
        "A loop, or calls, beyond all measure",
        """\
Turns of a loop where they are written out, throws by `again` and by standing offers, branches
of a choice, numbers that it may offer, lines beside it, and calls within one another have a limit
each.

    repeat 1000000000 times

What is not known before play is bounded in play: a mission that goes on for too long is a
fault.""",
    ),
    Code(
        "N030",
        "many-items",
        "There are too many items",
        """\
A program has at most 15,000 items, where the largest game has 1,200. What has more was made by
another program, an item for each of its records:

    define cell_1_1: 0..9 = 3
    define cell_1_2: 0..9 = 5             # and so on

Data of one kind are rows of a grid, in an enum or a table.""",
    ),
)

SEVERITIES = severities_of(CODES)


LONG_TEXT = re.compile(f'"[^"\n]{{{LONGEST + 1},}}')
"""A text of too many characters, but for its end."""

LONG_NAME = re.compile(rf'"[^"\n]*"?|#[^\n]*|([A-Za-z_]\w{{{limits.NAME},}})')
"""A name of too many letters, as a group; or a text or a comment, in which there is none."""


def measured_files(sources: Sequence[Source]) -> list[Diagnostic]:
    """Findings for files that are too large to be read, or hold a text that is."""
    findings = Findings(SEVERITIES)
    for source in sources:
        lines = source.text.count("\n")
        if lines > limits.LINES:
            start = Span(source.path, 0, 1, 1, 1, 1, 2)
            findings.add("E060", f"the file has {lines} lines; {limits.LINES} are the most", start, help="Cut it.")
        elif len(source.text) > limits.BYTES:
            start = Span(source.path, 0, 1, 1, 1, 1, 2)
            findings.add("E060", f"the file has more than {limits.BYTES} characters", start, help="Cut it.")
        for text in LONG_TEXT.finditer(source.text):
            what = limits.beyond("characters of a text", text.end() - text.start() - 1, LONGEST)
            findings.add("V030", what, source.span(text.start(), text.end()), help="Write a shorter text, or several.")
        for name in LONG_NAME.finditer(source.text):
            if name[1]:
                what = limits.beyond("letters of a name", len(name[1]), limits.NAME)
                findings.add(
                    "V030", what, source.span(name.start(), name.end()), help="Give it a title, and a short name."
                )
    return findings.diagnostics


@frozen
class Sizes:
    """What was measured of one item.

    Attributes:
        findings: What in it is too large.
        asks: The names that it may call in turn, if it can be called.
    """

    findings: tuple[Diagnostic, ...]
    asks: tuple[str, ...]


@frozen(eq=False)
class Measured:
    """What was measured of a program.

    Attributes:
        sizes: What was measured of each of its items and overlays.
        around: What is said elsewhere of how large they are: the values of enums, the modifiers between tables.
        asks: The names that each thing called may call in turn.
        findings: What is too large to be made sense of.
    """

    sizes: Carried[ast.Item, Sizes]
    around: tuple[Mapping[str, int], ...]
    asks: Mapping[str, tuple[str, ...]]
    findings: tuple[Diagnostic, ...]


@query
def measured(before: Measured | None, items: Sequence[ast.Item], overlays: Sequence[ast.Overlay]) -> Measured:
    """The sizes of a program.

    Args:
        before: What was measured before; the same items are not measured again.
        items: Its items.
        overlays: What is laid over them.
    """
    measure = Measure(items)
    measure.program()
    around = (measure.enums, dict(measure.shared))
    known = before.sizes if before is not None else Carried()
    if before is not None and before.around != around:
        known = known.but(lambda item: isinstance(item, GROWING))
    sizes = carried((*items, *overlays), measure.sizes, known)
    for item, found in zip(sizes.keys, sizes.values, strict=True):
        measure.findings.extend(found.findings)
        if isinstance(item, CALLABLE):
            measure.asks[name_of(item)] = found.asks
    measure.state()
    if before is None or before.findings or before.asks != measure.asks:
        measure.calls()
    return Measured(sizes, around, measure.asks, tuple(measure.findings.diagnostics))


@define
class Measure:
    """The measuring of one program."""

    items: Sequence[ast.Item]
    findings: Findings = field(factory=lambda: Findings(SEVERITIES))
    enums: dict[str, int] = field(factory=dict)
    shared: Counter[str] = field(factory=Counter)
    asks: dict[str, tuple[str, ...]] = field(factory=dict)  # the names that each thing called may call in turn

    def over(self, code: str, what: str, number: int, most: int, span: Span) -> None:
        """A finding where a number is over its limit.

        Args:
            code: Of the finding.
            what: What was measured.
            number: How large it is.
            most: How large it may be.
            span: Where it stands.
        """
        if number > most:
            self.findings.add(code, limits.beyond(what, number, most), span, help="Write a smaller number.")

    # --- items

    def program(self) -> None:
        """The number of items."""
        if len(self.items) > limits.ITEMS:
            self.over("N030", "items of a program", len(self.items), limits.ITEMS, self.items[limits.ITEMS].span)
        for item in self.items:
            if isinstance(item, ast.Enum):
                self.enums[item.name] = max(len(item.values), len(item.rows) - 1, 0)
            elif isinstance(item, ast.ModifierOn):
                self.shared.update(item.tables)

    def sizes(self, item: ast.Item) -> Sizes:
        """What is to be said of one item alone."""
        alone = evolve(self, findings=Findings(SEVERITIES))
        nodes = list(walk(item))
        alone.item(item, nodes)
        asks = tuple(asked(nodes)) if isinstance(item, CALLABLE) else ()
        return Sizes(tuple(alone.findings.diagnostics), asks)

    def item(self, item: ast.Item, nodes: Sequence[ast.Node]) -> None:
        """An item and all the nodes within it."""
        for node in nodes:
            if is_sized(node):
                self.node(node)
        match item:
            case ast.Enum(rows=rows):
                self.over("V030", "values of an enum", self.enums[item.name], limits.VALUES, item.span)
                wide = max((len(row.cells) for row in rows), default=0)
                self.over("T030", "columns of a grid", wide, limits.COLUMNS, item.span)
            case ast.Option(words=words):
                self.over("V030", "values of an option", len(words), limits.VALUES, item.span)
            case ast.Table():
                self.table(item, nodes)
            case ast.Define():
                if isinstance(item, ast.Tally) and isinstance(item.type, ast.RangeType):
                    counted = self.between(item.type.low, item.type.high)
                    self.over("V030", "values of a tally", counted, limits.TALLIED, item.type.span)
                found = sum(isinstance(node, ast.Except) for node in nodes)
                self.over("P060", "exceptions of a derived value", found, limits.EXCEPTIONS, item.span)
            case ast.Board():
                marks = sum(isinstance(node, ast.Mark) for node in nodes)
                cells = sum(len(node.cells) for node in nodes if isinstance(node, ast.PlanRow))
                self.over("P060", "marks on a board", marks, limits.MARKS, item.span)
                self.over("P060", "cells of a plan", cells, limits.MARKS, item.span)
            case ast.Reroll(limit=limit):
                self.over("P060", "throws that an offer gives", limit or 0, limits.AGAIN, item.span)
            case ast.Game() | ast.Chapter() | ast.Record() | ast.State() | ast.ModifierOn() | ast.Procedure():
                pass
            case ast.Example() | ast.Overlay():
                pass
            case _:
                assert_never(item)
        if sum(type(node) in LOOPS for node in nodes) > limits.LOOPS:
            self.loops(item)
        if isinstance(item, ast.Table | ast.Procedure):
            self.over("P060", "open calls", item.deep or 0, limits.DEEP, item.span)

    def table(self, table: ast.Table, nodes: Sequence[ast.Node]) -> None:
        """A table and all within it."""
        grid = [line for line in table.lines if isinstance(line, ast.GridRow)]
        wide = max((len(row.cells) for row in grid), default=0)
        rows = sum(isinstance(node, ast.Row | ast.NaturalRow | ast.Beforehand) for node in nodes)
        rows += sum(len(row.cells) for row in grid)
        modifiers = sum(isinstance(node, ast.Modifier) for node in nodes)
        self.over("T030", "columns of a grid", wide, limits.COLUMNS, table.span)
        self.over("T030", "rows of a table", rows, limits.ROWS, table.span)
        self.over("T030", "modifiers of a table", modifiers + self.shared[table.id], limits.MODIFIERS, table.span)
        self.over("T030", "calls of notes within notes", calls_of_notes(table), limits.NOTES, table.span)

    def node(self, node: Sized) -> None:
        """A size where it is written."""
        match node:
            case ast.Dice(thrown=thrown):
                self.over("V030", "dice in one throw", thrown.count, limits.DICE, node.span)
                self.over("V030", "sides of a die", thrown.sides, limits.SIDES, node.span)
            case ast.ListType(capacity=capacity):
                self.over("V030", "elements of a list", capacity, limits.ELEMENTS, node.span)
            case ast.FieldDecl():
                self.over("V030", "places of an array", self.places(node), limits.PLACES, node.span)
            case ast.Result(values=values) | ast.Return(values=values):
                self.over("T030", "values in one row", len(values), limits.RESULTS, node.span)
            case ast.Gives(parts=parts):
                self.over("T030", "parts of a result", len(parts), limits.RESULTS, node.span)
            case ast.SetLiteral(members=members):
                self.over("V030", "values of a set", len(members), limits.VALUES, node.span)
            case ast.Repeat(times=times):
                self.over("P060", "turns of a loop", constant(times) or 0, limits.TURNS, node.span)
            case ast.While(limit=limit):
                self.over("P060", "turns of a loop", limit or 0, limits.TURNS, node.span)
            case ast.ForRange(first=first, last=last):
                self.over("P060", "turns of a loop", self.between(first, last), limits.TURNS, node.span)
            case ast.Interval(low=low, high=high):
                self.over("P060", "numbers gone through", self.between(low, high), limits.TURNS, node.span)
            case ast.Again(limit=limit):
                self.over("P060", "throws by again", limit or 0, limits.AGAIN, node.span)
            case ast.Choose(asides=asides) | ast.Reroll(asides=asides):
                self.over("P060", "lines beside a choice", len(asides), limits.ASIDES, node.span)
            case ast.ChooseBranch(asides=asides, branches=branches):
                self.over("P060", "lines beside a choice", len(asides), limits.ASIDES, node.span)
                self.over("P060", "branches of a choice", len(branches), limits.BRANCHES, node.span)
            case _:
                assert_never(node)

    def loops(self, item: ast.Item) -> None:
        """How deep loops and sub-rolls stand within one another."""
        open_: list[tuple[ast.Node, int]] = [(item, 0)]
        while open_:
            node, depth = open_.pop()
            depth += type(node) in LOOPS
            if depth > limits.LOOPS:
                self.over("P060", "loops and sub-rolls within one another", depth, limits.LOOPS, node.span)
                return
            open_.extend((child, depth) for child in children(node))

    def between(self, first: ast.Expr, last: ast.Expr) -> int:
        """How far it is from one number to another, where both are written out."""
        one, other = constant(first), constant(last)
        return 0 if one is None or other is None else abs(other - one) + 1

    # --- state

    def places(self, decl: ast.FieldDecl) -> int:
        """How many values a field has, its record apart."""
        return prod(self.enums.get(index.enum, 1) for index in decl.indices)

    def state(self) -> None:
        """All state together."""
        records = {item.name: item for item in self.items if isinstance(item, ast.Record)}
        wide: dict[str, int] = {}
        total = 0
        for item in self.items:
            for decl in item.fields if isinstance(item, ast.State) else ():
                match decl.type:
                    case ast.ListType(element=name, capacity=capacity):
                        total += capacity * (1 + self.wide(name, records, wide))
                    case ast.NamedType(name=name, optional=False):
                        total += self.places(decl) * self.wide(name, records, wide)
                    case ast.NamedType() | ast.RangeType() | ast.YesNoType() | ast.NamesType():
                        total += self.places(decl)
                    case _:
                        assert_never(decl.type)
                if total > limits.SLOTS:
                    self.over("V030", "places of all state together", total, limits.SLOTS, decl.span)
                    return

    def wide(self, name: str, records: Mapping[str, ast.Record], known: dict[str, int]) -> int:
        """How many values a record holds; 1 for what is none, or holds itself.

        Args:
            name: The record's.
            records: All by name.
            known: What is known of each so far; what is found is added.
        """
        if name in known or name not in records:
            return known.get(name, 1)
        known[name] = 1
        total = 0
        for decl in records[name].fields:
            kind = decl.type
            held = kind.name if isinstance(kind, ast.NamedType) and not kind.optional else ""
            total += self.places(decl) * self.wide(held, records, known)
        known[name] = max(1, min(total, 10**12))
        return known[name]

    # --- calls

    def calls(self) -> None:
        """How deep calls and derived values go into one another, circles apart, which are found later."""
        named = {name_of(item): item for item in self.items if isinstance(item, CALLABLE)}
        asks = {name: [to for to in self.asks[name] if to in named] for name in named}
        depth: dict[str, int] = {}
        for start in named:
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
                    if depth[name] == limits.NESTED + 1:
                        self.over("P060", "calls within one another", depth[name], limits.NESTED, named[name].span)


LOOPS = frozenset((*get_args(ast.Loop), ast.SubRoll))
"""What can go round within another."""

Sized = (
    ast.Dice
    | ast.ListType
    | ast.FieldDecl
    | ast.Result
    | ast.Return
    | ast.Gives
    | ast.SetLiteral
    | ast.Repeat
    | ast.While
    | ast.ForRange
    | ast.Interval
    | ast.Again
    | ast.Choose
    | ast.ChooseBranch
    | ast.Reroll
)
"""What has a size where it is written: most nodes have none."""

SIZED = frozenset(get_args(Sized))


def is_sized(node: ast.Node) -> TypeGuard[Sized]:
    """Whether a node has a size where it is written."""
    return type(node) in SIZED


GROWING = (ast.Enum, ast.State, ast.Record, ast.Table, ast.Overlay)
"""The items whose sizes hang on how many values enums have, or modifiers printed elsewhere tables: those that have
fields or rows, and what may bring such."""

CALLABLE = ast.Define | ast.Procedure | ast.Table


def name_of(item: ast.Define | ast.Procedure | ast.Table) -> str:
    """What it is called by."""
    return item.id if isinstance(item, ast.Table) else item.name


def asked(nodes: Iterable[ast.Node]) -> Iterator[str]:
    """The names that the nodes of an item may call: a bare one may be that of a derived value."""
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.name
        elif is_call(node):
            yield callee(node)


def calls_of_notes(table: ast.Table) -> int:
    """How many calls of notes there are in the notes of a table, each note written out wherever one calls it.

    Returns:
        That number for the note in which there are most, at most one more than :data:`limits.NOTES`.
    """
    notes = {line.name: line for line in table.lines if isinstance(line, ast.Note)}
    called = {name: [part.name for part in walk(note) if isinstance(part, ast.UseNote)] for name, note in notes.items()}
    found = dict.fromkeys(notes, 0)
    order = [name for name in notes if called[name]]
    for _ in range(len(order) + 1):  # as deep as notes can be within one another; then none changes any more
        before = dict(found)
        order.reverse()
        for name in order:
            found[name] = min(limits.NOTES + 1, sum(1 + found.get(other, 0) for other in called[name]))
        if found == before:
            break
    return max(found.values(), default=0)
