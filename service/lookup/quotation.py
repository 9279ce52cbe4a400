"""Quotation of a declaration in an overlay: the beginning of a house rule."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, get_args

from attrs import frozen

from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.compiler.chapters import apply_inherited_origins, split_sections
from bombsight.compiler.findings import describe_near_names, suggest_name
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.overlays import amend
from bombsight.compiler.overlays.matching import line_text
from bombsight.compiler.overlays.node_paths import NodeRange, whole_program
from bombsight.compiler.overlays.printed_form import is_subrange, is_unseen, totals_of_key
from bombsight.compiler.overlays.quoting import (
    Sources,
    is_quotation_of,
    rebuild_lines,
    source_lines,
    write_house_rule,
    write_was_now,
)
from bombsight.compiler.overlays.report import kind_and_name as named_item
from bombsight.compiler.overlays.targets import cell_key, find_rows, grid_head, head_words, shorthand_lines
from bombsight.compiler.program_files import is_in_force
from bombsight.compiler.request import Compilation, Request
from bombsight.dsl import ast
from bombsight.dsl.file_kind import OverlayKind
from bombsight.dsl.listing import join_names
from bombsight.dsl.parser import parse, parse_cached
from bombsight.dsl.source import Source, Span
from bombsight.service.common.document import Document
from bombsight.service.lookup.contents import ThingEntry, collect_entries
from bombsight.service.lookup.entry_search import find_entry
from bombsight.service.programs.compile import compile_game

OVERLAY_KINDS = get_args(OverlayKind)
"""The kinds of overlays, which cannot be quoted."""


@frozen(kw_only=True)
class Quoted(Document):
    """The JSON document of a house rule that quotes a declaration and changes nothing yet.

    Attributes:
        game: The game's id.
        kind: The kind of the declaration: ``table``, ``define`` and so on.
        name: Its name or id.
        text: The file: each ``now`` repeats its ``was``.
    """

    document = "quotation"

    game: str
    kind: str
    name: str
    text: str


@frozen
class Quotation:
    """The content of a quotation, before it is rendered.

    Attributes:
        target: The patch's target: ``table K-1``; empty for a whole item.
        runs: The adjacent lines quoted in each edit.
        below: Whether several lines may stand below ``was``.
        replaces: Whether the patch replaces the whole item.
    """

    target: str
    runs: tuple[tuple[ast.Node, ...], ...]
    below: bool = False
    replaces: bool = False

    def patch_lines(self, sources: Sources, *, as_written: bool) -> list[str]:
        """Render an unchanged house-rule item that quotes lines: ``as_written``, or rebuilt from the syntax tree.

        With `as_written` the lines are copied from their files, else rebuilt from the syntax tree.
        """
        render_node = source_lines if as_written else rebuild_lines
        lines = [[line for node in run for line in render_node(node, sources)] for run in self.runs]
        if self.replaces:
            return ["replace", *(f"  {line}" for run in lines for line in run)]
        return write_was_now(self.target, lines, allow_block=self.below)


def quote_thing(request: Request, word: str, row: str = "", column: str = "", kinds: Collection[str] = ()) -> Quoted:
    """Draft a house rule that quotes the declaration that a word names, or one line or cell of it.

    Args:
        request: The compilation request; the quotation includes the amendments of its errata and house rules.
        word: The user's word.
        row: The keys of a row, or the name of a modifier, a note, a step, a branch, an exception or a field; or the
            text of a line, or several words of it.
        column: The head of a column of that row.
        kinds: The kinds of declarations to search; empty for all.

    Raises:
        InputError: There is no such declaration, row or column, it is ambiguous, or it cannot be quoted.
        WrongRules: The rules have errors.
    """
    rules = QuotableRules.from_request(request)
    return quote_entry(rules, rules.find_entry(word, kinds), row, column)


def quote_entry(rules: QuotableRules, entry: ThingEntry, row: str = "", column: str = "") -> Quoted:
    """Draft a house rule that quotes a declaration, or one line or cell of it.

    Args:
        rules: The rules.
        entry: The declaration.
        row: As for :func:`quote_thing`.
        column: Likewise.

    Raises:
        InputError: There is no such row or column, or it cannot be quoted.
    """
    thing, game = entry.thing, rules.graph.game.id
    name = "my_" + re.sub(r"\W+", "_", f"{thing.name}").lower()
    text = write_house_rule(name, game, [(house_rule_title(entry), rules.patch_lines(entry, row, column))])
    return Quoted(game=game, kind=thing.kind, name=thing.name, text=text)


def house_rule_title(entry: ThingEntry) -> str:
    """Build the initial title of the house-rule item that quotes a declaration."""
    return f"{entry.thing.title or entry.thing.name}, my way".replace('"', "'")


def build_amended_program(request: Request, graph: RuleGraph, result: Compilation) -> ast.File:
    """Build the syntax tree of the rules with the overlays in force applied."""
    files = [parse_cached(source).file for source in (*request.base, *request.house)]
    items = [item for file in files for item in apply_inherited_origins(split_sections(file))]
    house = {source.path for source in request.house}
    overlays = [item for item in items if isinstance(item, ast.Overlay)]
    active_overlays = [item for item in overlays if item.span.path in house or is_in_force(item, request)]
    base = [item for item in items if not isinstance(item, ast.Overlay)]
    return ast.File("", amend(base, active_overlays, result.sources, graph.game.id).items)


@frozen
class QuotableRules:
    """The rules to quote from.

    Attributes:
        graph: The rule graph.
        program: The syntax tree, with the overlays in force applied.
        sources: The files by path.
    """

    graph: RuleGraph
    program: ast.File
    sources: Sources

    @classmethod
    def from_request(cls, request: Request) -> QuotableRules:
        """Compile a request, and keep what quotations of its rules need.

        Raises:
            InputError: An option is unknown, or has no such value.
            WrongRules: The rules have errors.
        """
        graph, result = compile_game(request)
        return cls(graph, build_amended_program(request, graph, result), result.sources)

    def find_entry(self, word: str, kinds: Collection[str] = ()) -> ThingEntry:
        """Find the declaration that a word names.

        Raises:
            InputError: There is none, or it is ambiguous.
        """
        entries = [each for each in collect_entries(self.graph, self.sources) if not kinds or each.thing.kind in kinds]
        return find_entry(entries, word, self.graph.game)

    def patch_lines(self, entry: ThingEntry, row: str, column: str) -> list[str]:
        """Render the lines of a house rule's item that quotes a declaration, or a line or cell of it.

        Raises:
            InputError: There is no such row or column, or it cannot be quoted.
        """
        thing, program, sources = entry.thing, self.program, self.sources
        if thing.kind in OVERLAY_KINDS:
            raise InputError(f"{thing} is itself an overlay", "", "Quote what it amends.")
        if column and not row:
            raise InputError(
                f"{argument('column')} names a cell of a row",
                "",
                f"Name the row, too: {argument('row', example='KEYS')}",
            )
        quotations = (
            [quotation_of_line(entry, row, column, program, sources)] if row else [*quotations_of_item(entry, program)]
        )
        shorthand = [line for scope in node_ranges_of(entry, program) for line in shorthand_lines(scope)]
        for quotation in quotations:
            nodes = [node for run in quotation.runs for node in run]
            for as_written in (True, False):
                patch = quotation.patch_lines(sources, as_written=as_written)
                text = write_house_rule("mine", self.graph.game.id, [("Mine", patch)])
                if is_quotation_of(text, nodes, whole=quotation.replaces, shorthand=shorthand):
                    return patch
        raise InputError(
            f"{thing} cannot be quoted whole as it was amended",
            "",
            f"Quote a line of it: {argument('row', example='KEYS')} or NAME",
        )

    def lines_of(self, entry: ThingEntry) -> list[str]:
        """List the source lines of a declaration, for a user to choose one to quote."""
        quotation = next(iter(quotations_of_item(entry, self.program)))
        return [line for run in quotation.runs for node in run for line in source_lines(node, self.sources)]


# --- whole things


def quotations_of_item(entry: ThingEntry, program: ast.File) -> Iterator[Quotation]:
    """Yield the possible quotations of a whole declaration, the best first.

    Raises:
        InputError: The rules have it in several places.
    """
    kind, name = entry.thing.kind, entry.thing.name
    if kind == "field":
        yield quotation_of_field(entry, program)
        return
    items = items_with_name(kind, name, program)
    item = items[0]
    if isinstance(item, ast.Table | ast.Procedure | ast.Define) and is_unseen(item):
        yield Quotation("", ((item,),), replaces=True)
    match item:
        case ast.Table(lines=lines):
            yield Quotation(f"table {name}", line_runs(lines), below=True)
        case ast.Procedure(body=body):
            yield Quotation(f"procedure {name}", (body,), below=True)
        case ast.Enum(values=values, rows=rows):
            yield Quotation(f"enum {name}", tuple((line,) for line in rows[1:] or values))
        case ast.Record() | ast.State():
            fields = (field for each in items for field in getattr(each, "fields", ()))
            yield Quotation(f"{kind} {name}", tuple((field,) for field in fields))
        case _:  # the rest: quoted whole
            yield Quotation("", ((item,),))


def line_runs(lines: Sequence[ast.TableLine]) -> tuple[tuple[ast.Node, ...], ...]:
    """Group a table's lines into runs separated by its shorthand lines (``short``, ``each``)."""
    runs = groupby(lines, key=lambda line: isinstance(line, ast.Short | ast.Each))
    return tuple(tuple(run) for says_shorthand, run in runs if not says_shorthand)


def items_with_name(kind: str, name: str, program: ast.File) -> list[ast.Item]:
    """Find the syntax tree's items of a kind with a name; only state blocks may be several."""
    if kind == "modifier":
        return [item for item in program.items if isinstance(item, ast.ModifierOn) and item.modifier.label == name]
    if kind == "reroll":
        return [item for item in program.items if isinstance(item, ast.Reroll) and item.name == name]
    return [item for item in program.items if named_item(item) == (kind, name)]


def node_ranges_of(entry: ThingEntry, program: ast.File) -> list[NodeRange]:
    """Find the ranges of syntax tree nodes that declare an entry of the contents."""
    items = items_with_name(entry.thing.kind, entry.thing.name, program)
    return [stretch for stretch in whole_program(program).windows(1) if stretch.first in items]


def quotation_of_field(entry: ThingEntry, program: ast.File) -> Quotation:
    """Make the quotation of a field in a state block or a record."""
    place = entry.thing.origin.place
    for item in program.items:
        if isinstance(item, ast.Record | ast.State):
            for field in item.fields:
                if field.span == place:
                    kind, name = named_item(item)
                    return Quotation(f"{kind} {name}", ((field,),))
    raise InputError(f"{entry.thing} is declared nowhere by itself", "", "Quote the state or the record it is in.")


# --- one line, one cell


def quotation_of_line(entry: ThingEntry, row: str, column: str, program: ast.File, sources: Sources) -> Quotation:
    """Make the quotation of one row, named line or grid cell of a declaration.

    Args:
        entry: The declaration.
        row: As for :func:`quote_thing`.
        column: Likewise.
        program: The syntax tree.
        sources: The files by path.

    Raises:
        InputError: There is none, or there are several.
    """
    kind, name = entry.thing.kind, entry.thing.name
    asked_keys = parse_row_keys(row) if kind in ("table", "enum") else ()
    scopes = node_ranges_of(entry, program)
    matching_rows = [at for scope in scopes for at in find_rows_for_keys(scope, asked_keys)] if asked_keys else []
    matching_rows = matching_rows or [at for scope in scopes for at in find_rows_with_title(scope, row)]
    if len(matching_rows) > 1:
        rows = dict.fromkeys(row_name_of(at, sources) for at in matching_rows)
        raise InputError(f"{entry.thing} has {len(matching_rows)} rows {row}", "", f"Say which: {'; '.join(rows)}.")
    if matching_rows:
        keys = row_name_of(matching_rows[0], sources)
        if column:
            return quotation_of_cell(entry, matching_rows[0], keys, column)
        if kind == "table":
            line = matching_rows[0].first
            return Quotation(f"table {name}{row_of_target(line, keys, sources)}", ((line,),), below=True)
        return Quotation(f"{kind} {name}", ((matching_rows[0].first,),))
    inner = [at for scope in scopes for at in scope.single_lines() if at.first is not grid_head(at.owner)]
    lines = {at.first.span: at.first for at in inner if row in (*names_of_line(at.first), row_name_of(at, sources))}
    if not lines and " " in row.strip():
        lines = find_lines_by_text(
            row, (at for at in inner if at.first not in items_with_name(kind, name, program)), sources
        )
    if not lines and not column and kind == "table" and (separate := modifiers_apart(row, name, program)):
        return Quotation("", ((separate[0],),))
    if len(lines) != 1 or column:
        known_names = dict.fromkeys(
            word for at in inner for word in (*names_of_line(at.first), row_name_of(at, sources)) if word
        )
        if kind == "table":
            known_names.update(dict.fromkeys(each.modifier.label for each in modifiers_apart("", name, program)))
        if len(lines) > 1:
            heads = join_names(dict.fromkeys(source_lines(line, sources)[0] for line in lines.values()), separator="; ")
            raise InputError(f"{entry.thing} has {len(lines)} lines {row}", "", f"Say more of it. They are: {heads}.")
        line_texts = [source_lines(at.first, sources)[0] for at in inner] if " " in row.strip() else []
        hint = suggest_name(row, line_texts) or describe_near_names(
            row, known_names, "It has", ending="A line may be named by what it says."
        )
        raise InputError(f"{entry.thing} has no row {row}", "", hint)
    (line,) = lines.values()
    return Quotation(f"{kind} {name}", ((line,),), below=isinstance(line, ast.BaseTableLine | ast.BaseStmt))


def row_of_target(line: ast.Node, keys: str, sources: Sources) -> str:
    """Name the row in the target of a patch that quotes it: `` row 3..5``; empty for a row of one line.

    Below the table itself, the quoted row can be split: `was` takes all of it away, and `add` puts others beside.
    """
    is_short = isinstance(line, ast.Row | ast.NaturalRow) and len(source_lines(line, sources)) == 1
    return "" if is_short else f" row {keys}"


def modifiers_apart(label: str, table: str, program: ast.File) -> list[ast.ModifierOn]:
    """Find the modifiers of a table that are declared outside it, by label; all for an empty label."""
    every = (item for item in program.items if isinstance(item, ast.ModifierOn) and table in item.tables)
    return [item for item in every if label in ("", item.modifier.label)]


def find_lines_by_text(text: str, candidates: Iterable[NodeRange], sources: Sources) -> dict[Span, ast.Node]:
    """Find the lines whose source text equals a given text; if there are none, those that contain it."""
    wanted = " ".join(text.split())
    texts_by_span = {
        at.first.span: (at.first, " ".join(source_lines(at.first, sources)[0].split())) for at in candidates
    }
    exact = {span: line for span, (line, read) in texts_by_span.items() if read == wanted}
    return exact or {span: line for span, (line, read) in texts_by_span.items() if wanted in read}


def find_rows_for_keys(node_range: NodeRange, keys: tuple[ast.Key, ...]) -> Sequence[NodeRange]:
    """Find the rows with exactly the given keys; else those whose ranges cover the keys: ``2..4`` for 3."""
    exact = find_rows(node_range, keys)
    if exact:
        return exact
    return [
        at
        for at in node_range.single_lines()
        if at.first is not grid_head(at.owner) and all(map(partial(covers_key, at.first), keys))
    ]


def find_rows_with_title(node_range: NodeRange, title: str) -> Iterator[NodeRange]:
    """Yield the rows with a title, which may stand in double quotes."""
    wanted = title.strip().removeprefix('"').removesuffix('"')
    for at in node_range.single_lines():
        match at.first:
            case ast.Row(title=str(found)) | ast.NaturalRow(title=str(found)) if found == wanted:
                yield at
            case _:  # the rest: another title or none
                pass


def covers_key(line: ast.Node, key: ast.Key) -> bool:
    """Whether one of a row's keys equals a given key, or covers all its totals."""
    key_totals = totals_of_key(key)
    return any(
        each == key or (key_totals and (span := totals_of_key(each)) and is_subrange(key_totals, span))
        for each in keys_of_row(line)
    )


def keys_of_row(line: ast.Node) -> Sequence[ast.Key]:
    """The keys of a row; of a grid row, the keys in its first cell."""
    match line:
        case ast.Row(keys=keys) | ast.NaturalRow(keys=keys):
            return keys
        case ast.GridRow(cells=(first, *_)):
            return [*map(cell_key, first.items)]
        case _:  # the rest: no row
            return ()


def row_name_of(row_range: NodeRange, sources: Sources) -> str:
    """The text by which an overlay names a row: its keys, or enough cells of a grid row; else empty."""
    line = row_range.first
    if not isinstance(line, ast.GridRow):
        return ", ".join(line_text(key, sources) for key in keys_of_row(line))
    others = [
        row for row in getattr(row_range.owner, row_range.field) if isinstance(row, ast.GridRow) and row is not line
    ]
    count = 1
    while count < len(line.cells) and any(row.cells[:count] == line.cells[:count] for row in others):
        count += 1
    return ", ".join(line_text(cell, sources) for cell in line.cells[:count])


def parse_row_keys(row: str) -> tuple[ast.Key, ...]:
    """Parse a text as the keys of a row; empty if it is no valid key."""
    text = f'house x "x"\n  1 "x"\n    in table x row {row}\n      remove nothing\n'
    reading = parse(Source("", text))
    for item in reading.file.items if not reading.damaged else ():
        if isinstance(item, ast.Overlay) and isinstance(patch := item.entries[0].patches[0], ast.EditPatch):
            return (patch.target and patch.target.row) or ()
    return ()


def quotation_of_cell(entry: ThingEntry, row: NodeRange, keys: str, column: str) -> Quotation:
    """Make the quotation of one cell of a table's grid.

    Args:
        entry: The table or enum.
        row: The row.
        keys: The source text of its keys.
        column: The head of the column.

    Raises:
        InputError: The row has no such column.
    """
    top, line = grid_head(row.owner), row.first
    columns = [" ".join(map(str, head_words(cell))) for cell in top.cells] if top else []
    wanted = " ".join(column.replace(",", " ").split())
    if not isinstance(line, ast.GridRow) or wanted not in columns[: len(line.cells)]:
        hint = describe_near_names(wanted, filter(None, columns), "It has") if top else "It is no grid."
        raise InputError(f"row {keys} of {entry.thing} has no column {column}", "", hint)
    cell = line.cells[columns.index(wanted)]
    return Quotation(f"{entry.thing} row {keys} column {wanted}", ((cell,),))


def names_of_line(line: Any) -> Iterator[str]:
    """Yield the names by which a user may refer to a line within an item, such as a modifier's label."""
    match line:
        case ast.Modifier(label=name):
            yield name
        case ast.Note(name=name) | ast.Except(name=name) | ast.Branch(name=name) | ast.FieldDecl(name=name):
            yield name
        case ast.Step(name=name) | ast.EnumValue(name=name) | ast.ChooseBranch(name=name):
            yield name
        case ast.Choose(variable=name):
            yield name
        case _:  # the rest: quoted by its text
            pass
