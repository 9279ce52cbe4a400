"""Quotations written: the text by which an overlay quotes what stands in a program, errata and all.

What nobody amended reads as in its file. Where an overlay amended a part of a line, or a line of a block, the text is
put together from the parts, each from the file that it stands in. Whether it quotes what it is to quote is asked of the
same function that lays overlays over programs, so nothing is given out that would not fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from attrs import evolve

from bombsight.compiler.overlays.applying import as_value
from bombsight.compiler.overlays.matching import line_text, same
from bombsight.dsl import ast
from bombsight.dsl.formatter import format_source
from bombsight.dsl.origin import Origin
from bombsight.dsl.parser import parse
from bombsight.dsl.pieces import mask
from bombsight.dsl.shorthand import spelled_out
from bombsight.dsl.source import Source

Sources = Mapping[str, Source]

HELD = (
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

SAID = re.compile(
    r"""(?:\ +(?:printed|repaired|recovered|reconstructed)(?:\ "[^"]*")?)?
    (?P<deep>\ at\ most\ [0-9]+\ deep)?
    (?:\ +cite\ "[^"]*")?$""",
    re.VERBOSE,
)
"""The end of a heading: what it says of its origin, and how deep it may call itself."""


def house_rule(
    name: str,
    game: str,
    items: Iterable[tuple[str, Sequence[str]]],
    title: str = "My own rules",
    by: str = "A. Player",
) -> str:
    """A file of house rules, laid out.

    Args:
        name: Of the overlay.
        game: The id of its game.
        items: The title of each item, and the lines of its patch.
        title: Of the overlay.
        by: Whose rules they are.
    """
    lines = [f'house {name} "{title}" for {game} by "{by}"']
    for number, (titled, patch) in enumerate(items, start=1):
        lines += [f'  {number} "{titled}"', *(f"    {line}" for line in patch)]
    return format_source(Source("", "\n".join([*lines, ""])))


def was_now(target: str, runs: Sequence[Sequence[str]], *, below: bool) -> list[str]:
    """A patch in which each ``now`` says what its ``was`` quotes.

    Args:
        target: What is amended, such as ``table K-1``; empty where a whole item is quoted.
        runs: The lines of each quotation.
        below: Whether several lines may stand below the word; else the first stands behind it.
    """
    edits = [line for run in runs for verb in ("was", "now") for line in said(verb, run, below=below)]
    return [f"in {target}", *(f"  {line}" for line in edits)] if target else edits


def said(verb: str, lines: Sequence[str], *, below: bool) -> Iterator[str]:
    """What stands behind or below a word of an edit."""
    if below and len(lines) > 1:
        yield verb
        yield from (f"  {line}" for line in lines)
    else:
        yield f"{verb} {lines[0]}"
        yield from lines[1:]


def quotes(text: str, nodes: Sequence[ast.Node], *, whole: bool, shorthand: Sequence[ast.Node] = ()) -> bool:
    """Whether the edits of a house rule quote these nodes, one after the other.

    Args:
        text: The house rule.
        nodes: What it shall quote.
        whole: Whether it must leave out nothing, for it is put in their place.
        shorthand: The lines that say what shorthand means where it is quoted; they may be others.
    """
    parsed = parse(Source("", text))
    if parsed.damaged:
        return False
    read = tuple(line for item in parsed.file.items for line in quoted_in(item))
    quoted = cast(tuple[ast.Line, ...], spelled_out(read, shorthand))
    if whole:
        return quoted == tuple(nodes)
    if nodes and isinstance(nodes[0], ast.EnumValue):
        quoted = tuple(map(as_value, quoted))
    return same(quoted, tuple(nodes))


def quoted_in(item: ast.Item) -> Iterator[ast.Line]:
    """What an overlay quotes or replaces."""
    for entry in item.entries if isinstance(item, ast.Overlay) else ():
        for patch in entry.patches:
            if isinstance(patch, ast.ReplacePatch):
                yield patch.item
            elif isinstance(patch, ast.EditPatch):
                for edit in patch.edits:
                    yield from edit.old


# --- the text of a line


def written(node: ast.Node, sources: Sources) -> list[str]:
    """A line with its block, as it stands in its file."""
    if isinstance(node, ast.EnumValue):
        return [f'| {node.name} | "{node.title}" |' if node.title else f"| {node.name} |"]
    return line_text(node, sources).rstrip().split("\n")


def woven(node: ast.Node, sources: Sources) -> list[str]:
    """A line with its block, put together from the parts as they stand."""
    match node:
        case ast.GridRow(cells=cells):
            return [f"| {' | '.join(line_text(cell, sources) for cell in cells)} |{source(node.origin)}"]
        case ast.Define():
            return define(node, sources)
        case ast.If(otherwise=otherwise) if otherwise:
            return [head(node, sources), *block(node.body, sources), *branch(otherwise, sources)]
        case ast.ChooseBranch():
            return [head(node, sources), *asked(node, sources), *block(node.branches, sources)]
        case ast.Choose():
            prefers = [line for line in written(node, sources)[1:] if line.split(maxsplit=1)[:1] == ["prefer"]]
            return [head(node, sources), *asked(node, sources), *["  grave"] * node.grave, *prefers]
        case ast.Row() | ast.NaturalRow() | ast.Beforehand() if is_inline(node, sources):
            return inline(node, sources)
        case _:  # the rest: its head and its block, or as it is written
            pass
    held = [line for name in HELD for line in getattr(node, name, ())]
    return [head(node, sources), *block(held, sources)] if held else written(node, sources)


def asked(node: ast.Choose | ast.ChooseBranch, sources: Sources) -> list[str]:
    """What a choice asks, who chooses, what stands beside it, and what it is asked together with."""
    lines = [line for line in written(node, sources)[1:] if line.split(maxsplit=1)[:1] in (["ask"], ["by"])]
    together = [f'  together "{node.together}"'] if node.together else []
    return [*lines[: 1 if node.by is None else 2], *block(node.asides, sources), *together]


def block(lines: Sequence[ast.Node], sources: Sources) -> list[str]:
    """Lines of a block, set in."""
    return [f"  {text}" for line in lines for text in woven(line, sources)]


def branch(otherwise: ast.Block, sources: Sources) -> list[str]:
    """What else there is of an ``if``."""
    if len(otherwise) == 1 and isinstance(otherwise[0], ast.If):
        first, *rest = woven(otherwise[0], sources)
        return [f"else {first}", *rest]
    return ["else", *block(otherwise, sources)]


def head(node: ast.Node, sources: Sources) -> str:
    """The line that begins a block, on one line."""
    found: list[str] = []
    for line in written(node, sources):
        found.append(line.strip())
        bare = mask("\n".join(found))
        if sum(map(bare.count, "([{")) <= sum(map(bare.count, ")]}")):
            break
    text = " ".join(found)
    return with_origin(text, node.origin) if isinstance(node, ast.Table | ast.Procedure | ast.Define) else text


def with_origin(heading: str, origin: Origin) -> str:
    """The heading of an item with the origin that it has, part of which its chapter may say."""
    source_of, placed = source(evolve(origin, cite="")), source(Origin(cite=origin.cite))
    return SAID.sub(lambda said: f"{source_of}{said['deep'] or ''}{placed}", heading, count=1)


def is_inline(node: ast.Row | ast.NaturalRow | ast.Beforehand, sources: Sources) -> bool:
    """Whether what a row does was written behind its colon."""
    return len(written(node, sources)) == 1


def inline(node: ast.Row | ast.NaturalRow | ast.Beforehand, sources: Sources) -> list[str]:
    """A row whose result was written behind its colon; below it where more has come to it."""
    text = head(node, sources)
    key = text[: mask(text).index(":")]
    does = [line for statement in node.body for line in woven(statement, sources)]
    if len(does) == 1:
        return [f"{key}: {does[0]}{source(node.origin)}"]
    if all(is_entry(statement, sources) for statement in node.body):
        return [f"{key}: {'; '.join(does)}{source(node.origin)}"]
    if isinstance(node.body[-1], ast.Return) and not does[-1].startswith("return"):
        does[-1] = f"return {does[-1]}"  # it was the value behind the colon
    return [f"{key}{source(node.origin)}", *(f"  {line}" for line in does)]


def is_entry(statement: ast.Stmt, sources: Sources) -> bool:
    """Whether a statement was written as an entry of a row: by its words alone, what is done with them said once."""
    return isinstance(statement, ast.Do | ast.Add) and head(statement, sources).split()[0] not in ("do", "add", "take")


def define(node: ast.Define, sources: Sources) -> list[str]:
    """A define with its base and its exceptions."""
    text = head(node, sources)
    equals = next((at for at, sign in enumerate(mask(text)) if sign == "=" and text[at - 1 : at + 2] == " = "), -1)
    base = line_text(node.base, sources)
    if not node.exceptions and equals >= 0:
        return [f"{text[:equals]}= {base}{source(node.origin)}"]
    begun = text if equals < 0 else f"{text[:equals].rstrip()}{source(node.origin)}"
    return [begun, f"  base: {base}{source(node.base_origin)}", *block(node.exceptions, sources)]


def source(origin: Origin) -> str:
    """Standing and citation as they stand behind a line; empty where nothing is said."""
    text = f" {origin.standing}" if origin.standing else ""
    text += f' "{origin.evidence}"' if origin.evidence else ""
    return text + (f' cite "{origin.cite}"' if origin.cite else "")
