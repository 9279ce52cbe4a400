"""Checks of shorthand in tables and grids: legends, and entries with their ``each`` line; the tree has it expanded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from bombsight.compiler.amendments import amending_items_of
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.layout import grid_lines
from bombsight.compiler.resolve.stray_results import explain_text
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names, pluralize
from bombsight.dsl.shorthand import used_names
from bombsight.dsl.source import Span
from bombsight.flat.types import EnumType, PartsType, Type

WORD = re.compile(r"\w+")


def legend_meanings(ctx: Context, legend: Sequence[ast.Short]) -> dict[str, str]:
    """Map each abbreviation of a legend to the source text of its meaning."""
    return {each.word: ctx.env.source_text(each.meaning.span) for line in legend for each in line.legends[::-1]}


def cell_text(ctx: Context, cell: ast.Cell, meanings: Mapping[str, str]) -> str:
    """Return the source text of a cell, with abbreviations of the legend expanded."""
    text = ctx.env.source_text(cell.span)
    return WORD.sub(lambda found: meanings.get(found[0], found[0]), text) if meanings else text


def check_table(ctx: Context, node: ast.Table) -> None:
    """Report errors in the legend (abbreviations) and in the ``each`` line of a table."""
    params, result = ctx.env.tables[node.id].params, ctx.env.tables[node.id].result
    parts = result.parts if isinstance(result, PartsType) else ()
    types = [*(type_ for _, type_ in params), *(part.type for part in parts), *([result] if result else [])]
    names = [*(name for name, _ in params), *(part.name for part in parts)]
    check_legend(ctx, legend_of(node.lines), grid_lines(node), types, names)
    check_each(ctx, node)


def check_enum(ctx: Context, node: ast.Enum) -> None:
    """Report errors in the legend (abbreviations) of an enum's grid."""
    enum = ctx.env.enums[node.name]
    types = [EnumType(node.name), *(column.type for column in enum.columns)]
    check_legend(ctx, node.legend, node.rows, types, [column.name for column in enum.columns])


# --- legends


def legend_of(lines: Iterable[ast.Node]) -> list[ast.Short]:
    """Select the legend lines (``short``) among the lines of a table."""
    return [line for line in lines if isinstance(line, ast.Short)]


def check_legend(
    ctx: Context, legend: Sequence[ast.Short], rows: Sequence[ast.GridRow], types: Sequence[Type], names: Sequence[str]
) -> None:
    """Report abbreviations of a legend that are defined twice, unused, or hide values and names of the grid.

    Args:
        ctx: Collects errors.
        legend: The legend lines.
        rows: The grid, as written with these words.
        types: The types of its keys and results.
        names: The names that its heads may contain.
    """
    if not legend:
        return
    amended = bool(amending_items_of(*rows))  # an overlay may have removed the last use
    used = {word for row in rows for cell in row.cells for word in WORD.findall(ctx.env.source_text(cell.span))}
    required = [type_.without_none() for type_ in types]
    enums = [ctx.env.enums[type_.enum] for type_ in required if isinstance(type_, EnumType)]
    owners = {value: enum.name for enum in reversed(enums) for value in enum.values}
    first: dict[str, Span] = {}
    for each in (each for line in legend for each in line.legends):
        word = each.word
        if word in first:
            report_duplicate(ctx, word, each.span, first[word])
            continue
        first[word] = each.span
        owner = owners.get(word)
        if owner is not None or word in names:
            ctx.findings.add(
                "T028",
                f"{word} is {f'a value of {owner}' if owner else 'a name of this table'}, which the legend hides",
                each.span,
                help="Choose another word for the legend.",
            )
        elif word not in used and not amended:
            ctx.findings.add(
                "T027",
                f"no cell says {word}",
                each.span,
                help="Take it out of the legend, or use it.",
            )


def report_duplicate(ctx: Context, name: str, span: Span, first_span: Span) -> None:
    """Report N002: a word occurs twice where it must be unique.

    Args:
        ctx: The context of the item.
        name: The word.
        span: Its second place.
        first_span: Its first place.
    """
    ctx.findings.add(
        "N002", f"{name} stands here twice", span, labels=[(first_span, "first here")], help="Give each its own name."
    )


# --- entries


def check_each(ctx: Context, node: ast.Table) -> None:
    """Report a second ``each`` line of a table, and names in the first that are repeated or unused."""
    lines = [line for line in node.lines if isinstance(line, ast.Each)]
    for again in lines[1:]:
        ctx.findings.add(
            "T013", "a second `each` line", again.span, labels=[(lines[0].span, "the first")], help="A table has one."
        )
    for line in lines[:1]:
        used = set(used_names(line.call))
        unused = [name for name in dict.fromkeys(line.names) if name not in used]
        for name in dict.fromkeys(name for name in line.names if line.names.count(name) > 1):
            report_duplicate(ctx, name, line.span, line.span)
        if unused:
            ctx.findings.add(
                "T031",
                f"{join_names(unused)} {'is' if len(unused) == 1 else 'are'} not used behind the colon",
                line.span,
                help="Use every name, or take it out, and its words out of the rows.",
            )


def check_entries(ctx: Context, node: ast.Entries, table: ast.Table | None) -> None:
    """Report the words of a row for which the table has no ``each`` line, or one with another number of names."""
    each = next((line for line in table.lines if isinstance(line, ast.Each)), None) if table else None
    if each is None:
        stray = explain_text(ctx, node, table)
        if stray is not None:
            ctx.findings.add(stray.code, stray.message, node.span, help=stray.help, fix=stray.fix)
            return
        ctx.findings.add(
            "T029",
            "several words stand here, and no `each` line says what they are for",
            node.span,
            help="Write one value or one statement; or say above the rows what is done with each entry: "
            "`each ship, far: do sighted(ship, far)`.",
        )
        return
    for filling in node.fillings:
        if len(filling.words) != len(each.names):
            ctx.findings.add(
                "T029",
                (
                    f"{pluralize(len(filling.words), 'word')} for {pluralize(len(each.names), 'name')}"
                    f" ({join_names(each.names)})"
                ),
                filling.span,
                labels=[(each.span, "the names")],
                help="Write a word for every name, `none` for none, and `;` between entries.",
            )
