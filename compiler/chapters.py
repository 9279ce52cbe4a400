"""Chapters: headings over items, which inherit what these say of where they come from (one pass over a syntax tree).

A chapter begins at its line and ends where the next begins, or its file. What an item below it does not say of its
origin, it says. The tree as written stays as written: :func:`apply_inherited_origins` makes the items that count, and
runs before
overlays, so that what an overlay quotes is what stands there, its chapter's words among it. What an overlay itself puts
there has its own word, and belongs to a chapter only where it takes the place of what did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import TypeGuard, assert_never

from attrs import evolve

from bombsight.compiler.edges import items_of, walk_with_owners
from bombsight.compiler.graph import examples as e
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.chapters import Chapter
from bombsight.compiler.graph.nodes import Node
from bombsight.compiler.graph.statements import Modifier
from bombsight.dsl import ast
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import PRINTED, Origin
from bombsight.dsl.source import Span


@frozen
class Section:
    """What stands together in a file, as written.

    Attributes:
        chapter: Its heading; None for what stands before the first of a file.
        items: The items below it, in their order.
    """

    chapter: ast.Chapter | None
    items: tuple[ast.Item, ...]


def split_sections(file: ast.File) -> Iterator[Section]:
    """A file in its chapters; first comes what stands before them, be it nothing."""
    chapter: ast.Chapter | None = None
    below: list[ast.Item] = []
    for item in file.items:
        if isinstance(item, ast.Chapter):
            yield Section(chapter, tuple(below))
            chapter, below = item, []
        else:
            below.append(item)
    yield Section(chapter, tuple(below))


# --- what is inherited


def apply_inherited_origins(sections: Iterable[Section]) -> Iterator[ast.Item]:
    """The items of sections, each with what it inherits; chapters themselves are none."""
    for part in sections:
        for item in part.items:
            yield with_inherited_origin(item, part.chapter)


def with_inherited_origin(item: ast.Item, chapter: ast.Chapter | None) -> ast.Item:
    """An item with what it inherits of its chapter's origin; as it is, where there is none or that says nothing."""
    if chapter is None or not any(chapter.origin.stated_fields):
        return item
    origin = effective_origin(item, chapter.origin)
    match item:
        case ast.Table() | ast.Enum() | ast.Option() | ast.Procedure() | ast.Define():
            return evolve(item, origin=origin)
        case ast.Reroll() | ast.Example() | ast.Overlay():
            return evolve(item, origin=origin)
        case ast.ModifierOn(modifier=modifier):
            return evolve(item, modifier=evolve(modifier, origin=origin))
        case ast.Game() | ast.Chapter() | ast.Record() | ast.State() | ast.Board():
            return item
        case _:
            assert_never(item)


def effective_origin(item: ast.Item, chapter_origin: Origin) -> Origin:
    """What an item comes from, with what it inherits of its chapter's origin.

    A table and the grid of an enum take its standing and its citation; so do options, defines, procedures and
    modifiers, but a mere `printed`, which is what they are anyway. Offers, examples and overlays take the citation.
    """
    own = stated_origin(item)
    match item:
        case ast.Table() | ast.Enum(rows=[_, *_]):
            return merge_origins(own, chapter_origin)
        case ast.Option() | ast.Procedure() | ast.ModifierOn():
            return merge_origins(own, drop_implied_printed(chapter_origin))
        case ast.Define():
            return merge_origins(own, drop_implied_printed(chapter_origin), has_citing_line=bool(item.base_origin.cite))
        case ast.Reroll() | ast.Example() | ast.Overlay():
            return merge_origins(own, chapter_origin.with_standing(""))
        case ast.Enum() | ast.Game() | ast.Chapter() | ast.Record() | ast.State() | ast.Board():
            return own
        case _:
            assert_never(item)


def stated_origin(item: ast.Item) -> Origin:
    """What an item says itself; of a modifier between tables what that says."""
    return ast.stated_origin(item.modifier if isinstance(item, ast.ModifierOn) else item)


def drop_implied_printed(chapter_origin: Origin) -> Origin:
    """What rules inherit: that they are printed goes without saying."""
    return (
        evolve(chapter_origin, standing="")
        if chapter_origin.standing == PRINTED and not chapter_origin.evidence
        else chapter_origin
    )


def merge_origins(own: Origin, chapter_origin: Origin, *, has_citing_line: bool = False) -> Origin:
    """What an item comes from that says ``own`` itself.

    What stands behind `printed` names the place as a citation does: who says one needs none of the chapter's of either.

    Args:
        own: What it says.
        chapter_origin: What its chapter says.
        has_citing_line: Whether a line of it cites for the whole.
    """
    cites_itself = has_citing_line or bool(own.cite) or has_printed_place(own)
    cite = own.cite if cites_itself else chapter_origin.cite
    if own.standing or not chapter_origin.standing:
        return evolve(own, cite=cite, place=own.place if any(own.stated_fields) else chapter_origin.place)
    has_other_source = has_citing_line or own.cite not in ("", chapter_origin.cite)
    evidence = "" if has_other_source and has_printed_place(chapter_origin) else chapter_origin.evidence
    return evolve(own, cite=cite, standing=chapter_origin.standing, evidence=evidence, place=chapter_origin.place)


def has_printed_place(origin: Origin) -> bool:
    """Whether it says behind `printed` where."""
    return origin.standing == PRINTED and bool(origin.evidence)


# --- chapters of a graph


def chapters_of(graph: n.RuleGraph, sections: Iterable[Section]) -> tuple[Chapter, ...]:
    """The chapters of a graph, in the order of the text, those without items among them.

    Args:
        graph: The graph, whose items may have been amended.
        sections: The sections of the files that it came from.
    """
    headed = [(part.chapter, part.items) for part in sections if part.chapter is not None]
    homes = {
        key: (chapter, at)
        for chapter, (_, items) in enumerate(headed)
        for at, item in enumerate(items)
        for key in keys_of_item(item)
    }
    items_by_chapter: list[list[tuple[int, str]]] = [[] for _ in headed]
    for id_, key in keyed_items(graph):
        if key in homes:
            chapter, at = homes[key]
            items_by_chapter[chapter].append((at, id_))
    return tuple(
        Chapter(
            title=heading.title,
            items=tuple(id_ for _, id_ in sorted(ids, key=itemgetter(0))),
            origin=heading.origin,
            span=heading.span,
        )
        for (heading, _), ids in zip(headed, items_by_chapter, strict=True)
    )


ItemKey = str | Span
"""What tells an item: its name, which it keeps where an overlay puts another in its place; else where it stands."""


def keys_of_item(item: ast.Item) -> tuple[ItemKey, ...]:
    """What tells that a part of the graph comes from an item."""
    match item:
        case ast.Table(id=name):
            return (name,)
        case ast.Option() | ast.Enum() | ast.Record() | ast.Define() | ast.Procedure() | ast.Reroll():
            return (item.name,)
        case ast.Board(name=name):
            return (f"board:{name}",)
        case ast.State(fields=fields):
            return tuple(field.name for field in fields)
        case ast.ModifierOn(modifier=modifier):
            return (modifier.span,)
        case ast.Game() | ast.Chapter() | ast.Example() | ast.Overlay():
            return (item.span,)
        case _:
            assert_never(item)


def keyed_items(graph: n.RuleGraph) -> Iterator[tuple[str, ItemKey]]:
    """The items of a graph and the modifiers between tables, each once, by their ids, and what tells each."""
    for id_, item in items_of(graph):
        yield id_, key_of_node(id_, item)
    shared = {
        one.id: one.span
        for table in graph.tables
        for _, one in walk_with_owners("", table.rolled)
        if is_shared_modifier(one)
    }
    yield from shared.items()


def key_of_node(id_: str, item: Node) -> ItemKey:
    """What tells an item of the graph: boards have names of their own, examples none."""
    if isinstance(item, e.Example | n.Board):
        return item.span if isinstance(item, e.Example) else id_
    return id_.partition(":")[2].partition(".")[0]


def is_shared_modifier(part: object) -> TypeGuard[Modifier]:
    """Whether it is a modifier that stands between tables."""
    return isinstance(part, Modifier) and part.shared
