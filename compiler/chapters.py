"""Inheritance from chapter headings: items take over missing parts of their origin from the chapter above them.

A chapter begins at its line and ends at the next chapter or at the end of the file. The syntax tree itself stays as
written. :func:`apply_inherited_origins` makes the items for later stages. It runs before overlays, so an overlay
quotes items with their inherited origin. Items that an overlay adds have their own origin; they belong to a chapter
only where they replace an item of it.
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
    """A chapter heading of a file with the items below it, before inheritance is applied.

    Attributes:
        chapter: The heading; None for the items before the first heading of a file.
        items: The items below it, in their order.
    """

    chapter: ast.Chapter | None
    items: tuple[ast.Item, ...]


def split_sections(file: ast.File) -> Iterator[Section]:
    """Split a file into sections; the first holds the items before any chapter and may be empty."""
    chapter: ast.Chapter | None = None
    below: list[ast.Item] = []
    for item in file.items:
        if isinstance(item, ast.Chapter):
            yield Section(chapter, tuple(below))
            chapter, below = item, []
        else:
            below.append(item)
    yield Section(chapter, tuple(below))


# --- inheritance


def apply_inherited_origins(sections: Iterable[Section]) -> Iterator[ast.Item]:
    """Yield the items of sections, chapters left out, each with the origin that it inherits."""
    for part in sections:
        for item in part.items:
            yield with_inherited_origin(item, part.chapter)


def with_inherited_origin(item: ast.Item, chapter: ast.Chapter | None) -> ast.Item:
    """Return an item with the origin (citation, reliability) that it inherits; unchanged if its chapter states none."""
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
        case ast.Explain() | ast.Primer():
            return evolve(item, origin=origin)
        case ast.Game() | ast.Chapter() | ast.Record() | ast.State() | ast.Board() | ast.Luck():
            return item
        case _:
            assert_never(item)


def effective_origin(item: ast.Item, chapter_origin: Origin) -> Origin:
    """Merge the origin (citation and reliability) that an item states with the origin of its chapter's heading.

    A table and the grid of an enum inherit standing and citation. Options, defines, procedures and modifiers do so too,
    except a bare `printed`, which is their default. Offers, examples and overlays inherit the citation only.
    """
    own = stated_origin(item)
    match item:
        case ast.Table() | ast.Enum(rows=[_, *_]):
            return merge_origins(own, chapter_origin)
        case ast.Option() | ast.Procedure() | ast.ModifierOn():
            return merge_origins(own, drop_implied_printed(chapter_origin))
        case ast.Define():
            return merge_origins(own, drop_implied_printed(chapter_origin), has_citing_line=bool(item.base_origin.cite))
        case ast.Reroll() | ast.Example() | ast.Overlay() | ast.Explain() | ast.Primer():
            return merge_origins(own, chapter_origin.with_standing(""))
        case ast.Enum() | ast.Game() | ast.Chapter() | ast.Record() | ast.State() | ast.Board() | ast.Luck():
            return own
        case _:
            assert_never(item)


def stated_origin(item: ast.Item) -> Origin:
    """Return the origin (citation, reliability) that an item states; for a shared modifier, the modifier's."""
    return ast.stated_origin(item.modifier if isinstance(item, ast.ModifierOn) else item)


def drop_implied_printed(chapter_origin: Origin) -> Origin:
    """Return the origin of a chapter without its `printed` if that has no evidence: rules are printed by default."""
    return (
        evolve(chapter_origin, standing="")
        if chapter_origin.standing == PRINTED and not chapter_origin.evidence
        else chapter_origin
    )


def merge_origins(own: Origin, chapter_origin: Origin, *, has_citing_line: bool = False) -> Origin:
    """Fill the gaps of an item's own origin from its chapter's origin.

    Evidence after `printed` names a place as a citation does: an item that states either inherits neither.

    Args:
        own: The origin that the item states.
        chapter_origin: The origin that the chapter states.
        has_citing_line: Whether a line of the item cites for the whole.
    """
    cites_itself = has_citing_line or bool(own.cite) or has_printed_place(own)
    cite = own.cite if cites_itself else chapter_origin.cite
    if own.standing or not chapter_origin.standing:
        return evolve(own, cite=cite, place=own.place if any(own.stated_fields) else chapter_origin.place)
    has_other_source = has_citing_line or own.cite not in ("", chapter_origin.cite)
    evidence = "" if has_other_source and has_printed_place(chapter_origin) else chapter_origin.evidence
    return evolve(own, cite=cite, standing=chapter_origin.standing, evidence=evidence, place=chapter_origin.place)


def has_printed_place(origin: Origin) -> bool:
    """Whether an origin says `printed` and cites the place in the original."""
    return origin.standing == PRINTED and bool(origin.evidence)


# --- chapters of a graph


def chapters_of(graph: n.RuleGraph, sections: Iterable[Section]) -> tuple[Chapter, ...]:
    """Build the chapters of a graph in the order of the text, including those without items."""
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
"""Key that identifies an item: its name, which survives replacement by an overlay, or else its span."""


def keys_of_item(item: ast.Item) -> tuple[ItemKey, ...]:
    """Return the keys under which an item of the syntax tree is found in the rule graph."""
    match item:
        case ast.Table(id=name):
            return (name,)
        case ast.Option() | ast.Enum() | ast.Record() | ast.Define() | ast.Procedure() | ast.Reroll():
            return (item.name,)
        case ast.Board(name=name):
            return (f"board:{name}",)
        case ast.Luck(name=name):
            return (f"luck:{name}",)
        case ast.State(fields=fields):
            return tuple(field.name for field in fields)
        case ast.ModifierOn(modifier=modifier):
            return (modifier.span,)
        case ast.Game() | ast.Chapter() | ast.Example() | ast.Overlay() | ast.Explain() | ast.Primer():
            return (item.span,)
        case _:
            assert_never(item)


def keyed_items(graph: n.RuleGraph) -> Iterator[tuple[str, ItemKey]]:
    """Yield the id and the key of each graph item and each shared modifier, once each."""
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
    """Return the key that traces a graph item to the syntax tree: a name, the span of an example, an id."""
    if isinstance(item, e.Example | n.Board | n.Luck):
        return item.span if isinstance(item, e.Example) else id_
    return id_.partition(":")[2].partition(".")[0]


def is_shared_modifier(part: object) -> TypeGuard[Modifier]:
    """Whether a node is a modifier declared outside any table."""
    return isinstance(part, Modifier) and part.shared
