"""Call hierarchy: the callers and callees of a procedure, a table or a define."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from attrs import frozen

from bombsight.compiler.overlays.report import kind_and_name
from bombsight.dsl import ast
from bombsight.dsl.parser import parse
from bombsight.dsl.source import Source, Span
from bombsight.service.games.source_files import canonical_path
from bombsight.service.language.name_lookup import find_references, resolve_name_at, symbol_index_of
from bombsight.service.language.outline import OutlineEntry, outline_item
from bombsight.service.language.rule_configurations import SideFiles
from bombsight.service.language.workspace import Workspace

CALLABLE_KINDS = ("procedure", "table", "define", "tally", "reroll")
"""The kinds of items that are called, or call others."""


@frozen(eq=False)
class CallNode:
    """An item that calls or is called.

    Attributes:
        source: Its file.
        entry: Its outline entry: name, title, kind, spans.
    """

    source: Source
    entry: OutlineEntry

    @property
    def path(self) -> Path:
        """The absolute path of the file that declares the item."""
        return canonical_path(self.source.file)


@frozen(eq=False)
class CallEdge:
    """The calls between two items.

    Attributes:
        node: The other item: the caller or the callee.
        spans: The calls, in the file of the caller.
    """

    node: CallNode
    spans: tuple[Span, ...]


def call_node_at(space: Workspace, path: Path, offset: int) -> CallNode | None:
    """Find the procedure, table or define whose name stands at an offset, declared or called there; else None."""
    name = resolve_name_at(space, path, offset)
    if name is None or name.kind not in CALLABLE_KINDS:
        return None
    return collect_call_nodes(space).get((name.kind, name.name))


def collect_call_nodes(space: Workspace) -> Mapping[tuple[str, str], CallNode]:
    """Collect all procedures, tables and defines, as the files declare them, by kind and name."""
    rules = space.rules
    nodes: dict[tuple[str, str], CallNode] = {}
    for path, file in rules.files.items():
        source = rules.sources.get(path)
        for item in file.items if source is not None else ():
            if source is not None and kind_and_name(item)[0] in CALLABLE_KINDS:
                nodes.setdefault(kind_and_name(item), CallNode(source, outline_item(source, item)))
    return nodes


def find_callers(space: Workspace, node: CallNode, side_files: SideFiles | None = None) -> Iterator[CallEdge]:
    """Find the items that call an item, and the places of the calls, in rules and in ``side_files`` (tests, scripts).

    The items are in the order of the files; examples in tests are callers, too.
    """
    files = {
        source.file: source for source in (*space.rules.sources.values(), *(side_files.tests if side_files else ()))
    }
    calls: dict[int, list[Span]] = {}
    items: dict[int, tuple[Source, ast.Item]] = {}
    for span in find_references(
        space, node.path, node.entry.head.start, include_declarations=False, side_files=side_files
    ):
        source = files.get(span.path)
        item = item_containing(space, source, span) if source is not None else None
        if source is not None and item is not None:
            calls.setdefault(id(item), []).append(span)
            items[id(item)] = source, item
    for key, spans in calls.items():
        source, item = items[key]
        yield CallEdge(CallNode(source, outline_item(source, item)), tuple(spans))


def find_callees(space: Workspace, node: CallNode) -> Iterator[CallEdge]:
    """Find the items that an item calls, each once with the places of the calls, in call order."""
    item = item_containing(space, node.source, node.entry.span)
    if item is None:
        return
    nodes = collect_call_nodes(space)
    spans: dict[tuple[str, str], dict[Span, None]] = {}
    for each in sorted(symbol_index_of(space).occurrences_in(item), key=lambda each: each.span.start):
        meaning: tuple[str, str] = (each.meaning.kind, each.meaning.name)
        if meaning in nodes and not each.declares:
            spans.setdefault(meaning, {})[each.span] = None
    for meaning, places in spans.items():
        yield CallEdge(nodes[meaning], tuple(places))


def item_containing(space: Workspace, source: Source, span: Span) -> ast.Item | None:
    """Find the parsed item of a file (rules or tests) that contains a span; None if there is none."""
    file = space.rules.files.get(source.path)
    items: Iterable[ast.Item] = file.items if file is not None else parse(source).file.items
    return next((item for item in items if item.span.start <= span.start <= item.span.end), None)
