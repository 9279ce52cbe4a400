"""Generator of quotations: the text by which an overlay quotes a program with its errata.

Unamended lines are copied from their file. A line with an amended part, or an amended line in its block, is assembled
from its parts, each copied from its own file. The result is verified with the matcher that applies overlays, so no
quotation is offered that would not match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from attrs import evolve

from bombsight.compiler.overlays.applying import row_as_value
from bombsight.compiler.overlays.matching import line_text, matches_quotation
from bombsight.dsl import ast
from bombsight.dsl.formatter import format_source
from bombsight.dsl.joined_texts import merge_joined_texts
from bombsight.dsl.origin import Origin
from bombsight.dsl.parser import parse
from bombsight.dsl.pieces import mask_texts_and_comments
from bombsight.dsl.shorthand import expand_shorthand
from bombsight.dsl.source import Source

Sources = Mapping[str, Source]

BLOCK_FIELDS = (
    "lines",
    "rows",
    "fields",
    "exceptions",
    "asides",
    "branches",
    "prefers",
    "body",
    "otherwise",
    "drawn",
    "marks",
)
"""The fields of a node that hold the lines of its block, in the order of the text."""

HEADING_ORIGIN = re.compile(
    r"""(?:\ +(?:printed|repaired|recovered|reconstructed)(?:\ "[^"]*")?)?
    (?P<deep>\ at\ most\ [0-9]+\ deep)?
    (?:\ +cite\ "[^"]*")?$""",
    re.VERBOSE,
)
"""The end of a heading: its origin, and its limit of open calls."""


def write_house_rule(
    name: str,
    game: str,
    items: Iterable[tuple[str, Sequence[str]]],
    title: str = "My own rules",
    author: str = "A. Player",
) -> str:
    """Return the formatted text of a house rule file (a user's own overlay).

    Args:
        name: The name of the overlay.
        game: The id of its game.
        items: The title of each item, and the lines of its patch.
        title: The title of the overlay.
        author: The author of the rules.
    """
    lines = [f'house {name} "{title}" for {game} by "{author}"']
    for number, (titled, patch) in enumerate(items, start=1):
        lines += [f'  {number} "{titled}"', *(f"    {line}" for line in patch)]
    return format_source(Source("", "\n".join([*lines, ""])))


def write_was_now(target: str, quotations: Sequence[Sequence[str]], *, allow_block: bool) -> list[str]:
    """Return the lines of a patch to be edited by the user: each quotation, as ``was`` and repeated as ``now``.

    Args:
        target: The amended item, such as ``table K-1``; empty for quotations of whole items.
        quotations: The lines of each quotation.
        allow_block: Whether several lines may be indented below the word; else the first follows it.
    """
    edits = [
        line for run in quotations for verb in ("was", "now") for line in write_edit(verb, run, allow_block=allow_block)
    ]
    return [f"in {target}", *(f"  {line}" for line in edits)] if target else edits


def write_edit(verb: str, lines: Sequence[str], *, allow_block: bool) -> Iterator[str]:
    """Yield the lines of an edit: the verb, such as ``was``, in front of the quoted lines or on a line of its own."""
    if allow_block and len(lines) > 1:
        yield verb
        yield from (f"  {line}" for line in lines)
    else:
        yield f"{verb} {lines[0]}"
        yield from lines[1:]


def is_quotation_of(text: str, nodes: Sequence[ast.Node], *, whole: bool, shorthand: Sequence[ast.Node] = ()) -> bool:
    """Whether the edits in ``text``, a house rule, quote exactly these nodes in sequence.

    Args:
        text: The house rule.
        nodes: The nodes.
        whole: Whether the quotation must be complete, since it will replace the nodes.
        shorthand: Lines that define the shorthand of the quotation; other lines are ignored.
    """
    parsed = parse(Source("", text))
    if parsed.damaged:
        return False
    read = tuple(line for item in parsed.file.items for line in quoted_lines_in(item))
    quoted = cast(tuple[ast.Line, ...], expand_shorthand(read, shorthand))
    if whole:
        return quoted == tuple(nodes)
    if nodes and isinstance(nodes[0], ast.EnumValue):
        quoted = tuple(map(row_as_value, quoted))
    return matches_quotation(quoted, tuple(nodes))


def quoted_lines_in(item: ast.Item) -> Iterator[ast.Line]:
    """Yield the lines that the edits of an overlay quote, and whole replacing items; nothing for any other item."""
    for entry in item.entries if isinstance(item, ast.Overlay) else ():
        for patch in entry.patches:
            if isinstance(patch, ast.ReplacePatch):
                yield patch.item
            elif isinstance(patch, ast.EditPatch):
                for edit in patch.edits:
                    yield from edit.old


# --- the text of a line


def source_lines(node: ast.Node, sources: Sources) -> list[str]:
    """Return the source text of a line and its block as a list of text lines."""
    if isinstance(node, ast.EnumValue):
        return [f'| {node.name} | "{node.title}" |' if node.title else f"| {node.name} |"]
    return merge_joined_texts(line_text(node, sources)).rstrip().split("\n")


def rebuild_lines(node: ast.Node, sources: Sources) -> list[str]:
    """Return the current, amended text of a line and its block by lines, joined from the source texts of parts."""
    match node:
        case ast.GridRow(cells=cells):
            return [f"| {' | '.join(line_text(cell, sources) for cell in cells)} |{origin_suffix(node.origin)}"]
        case ast.Define():
            return define_lines(node, sources)
        case ast.If(otherwise=otherwise) if otherwise:
            return [head_line(node, sources), *indent_block(node.body, sources), *else_lines(otherwise, sources)]
        case ast.ChooseBranch():
            return [head_line(node, sources), *question_lines(node, sources), *indent_block(node.branches, sources)]
        case ast.Choose():
            prefers = [line for line in source_lines(node, sources)[1:] if line.split(maxsplit=1)[:1] == ["prefer"]]
            return [head_line(node, sources), *question_lines(node, sources), *["  grave"] * node.grave, *prefers]
        case ast.Row() | ast.NaturalRow() | ast.Beforehand() if is_inline(node, sources):
            return inline_row_lines(node, sources)
        case _:  # the rest: head and block, or the source text
            pass
    block_lines = [line for name in BLOCK_FIELDS for line in getattr(node, name, ())]
    return (
        [head_line(node, sources), *indent_block(block_lines, sources)] if block_lines else source_lines(node, sources)
    )


def question_lines(node: ast.Choose | ast.ChooseBranch, sources: Sources) -> list[str]:
    """Return the text lines of a choice without head and answers: question, chooser, information, `together`."""
    lines = [line for line in source_lines(node, sources)[1:] if line.split(maxsplit=1)[:1] in (["ask"], ["by"])]
    together = [f'  together "{node.together}"'] if node.together else []
    return [*lines[: 1 if node.by is None else 2], *indent_block(node.asides, sources), *together]


def indent_block(lines: Sequence[ast.Node], sources: Sources) -> list[str]:
    """Return the lines of a block, indented."""
    return [f"  {text}" for line in lines for text in rebuild_lines(line, sources)]


def else_lines(otherwise: ast.Block, sources: Sources) -> list[str]:
    """Return the lines of the ``else`` part of an ``if``."""
    if len(otherwise) == 1 and isinstance(otherwise[0], ast.If):
        first, *rest = rebuild_lines(otherwise[0], sources)
        return [f"else {first}", *rest]
    return ["else", *indent_block(otherwise, sources)]


def head_line(node: ast.Node, sources: Sources) -> str:
    """Return the head of a block (the text before its inner lines), joined to one line."""
    lines_read: list[str] = []
    for line in source_lines(node, sources):
        lines_read.append(line.strip())
        bare = mask_texts_and_comments("\n".join(lines_read))
        if sum(map(bare.count, "([{")) <= sum(map(bare.count, ")]}")):
            break
    text = " ".join(lines_read)
    return with_origin(text, node.origin) if isinstance(node, ast.Table | ast.Procedure | ast.Define) else text


def with_origin(heading: str, origin: Origin) -> str:
    """Return an item's heading with the effective origin, which may be inherited from the chapter."""
    source_of, citation = origin_suffix(evolve(origin, cite="")), origin_suffix(Origin(cite=origin.cite))
    return HEADING_ORIGIN.sub(lambda said: f"{source_of}{said['deep'] or ''}{citation}", heading, count=1)


def is_inline(node: ast.Row | ast.NaturalRow | ast.Beforehand, sources: Sources) -> bool:
    """Whether the statements of a row are written behind its colon, on one line."""
    return len(source_lines(node, sources)) == 1


def inline_row_lines(node: ast.Row | ast.NaturalRow | ast.Beforehand, sources: Sources) -> list[str]:
    """Return the lines of a row written inline; the result moves to a block if statements were added."""
    text = head_line(node, sources)
    key = text[: mask_texts_and_comments(text).index(":")]
    statements = [line for statement in node.body for line in rebuild_lines(statement, sources)]
    if len(statements) == 1:
        return [f"{key}: {statements[0]}{origin_suffix(node.origin)}"]
    if all(is_entry(statement, sources) for statement in node.body):
        return [f"{key}: {'; '.join(statements)}{origin_suffix(node.origin)}"]
    if isinstance(node.body[-1], ast.Return) and not statements[-1].startswith("return"):
        statements[-1] = f"return {statements[-1]}"  # it was the inline value after the colon
    return [f"{key}{origin_suffix(node.origin)}", *(f"  {line}" for line in statements)]


def is_entry(statement: ast.Stmt, sources: Sources) -> bool:
    """Whether a statement in a row lacks its verb, which the ``each`` line of the table states once for all rows."""
    return isinstance(statement, ast.Do | ast.Add) and head_line(statement, sources).split()[0] not in (
        "do",
        "add",
        "take",
    )


def define_lines(node: ast.Define, sources: Sources) -> list[str]:
    """Return the lines of a define with its base and its exceptions."""
    text = head_line(node, sources)
    equals = next(
        (at for at, sign in enumerate(mask_texts_and_comments(text)) if sign == "=" and text[at - 1 : at + 2] == " = "),
        -1,
    )
    base = line_text(node.base, sources)
    if not node.exceptions and equals >= 0:
        return [f"{text[:equals]}= {base}{origin_suffix(node.origin)}"]
    heading = text if equals < 0 else f"{text[:equals].rstrip()}{origin_suffix(node.origin)}"
    return [heading, f"  base: {base}{origin_suffix(node.base_origin)}", *indent_block(node.exceptions, sources)]


def origin_suffix(origin: Origin) -> str:
    """Return an origin as written behind a line: ``repaired "EVIDENCE" cite "PLACE"``; empty without one."""
    text = f" {origin.standing}" if origin.standing else ""
    text += f' "{origin.evidence}"' if origin.evidence else ""
    return text + (f' cite "{origin.cite}"' if origin.cite else "")
