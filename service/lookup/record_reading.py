"""Parses the records and state blocks of rules files, and nothing else in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bombsight.dsl import ast
from bombsight.dsl.parser import read_item
from bombsight.dsl.pieces import split_items
from bombsight.dsl.source import Source, Span
from bombsight.service.lookup.records import DECLARATION_START, Holder, Records


def read_records(sources: Iterable[Source]) -> Records:
    """Parse the records in some files and the fields that hold them."""
    declared = [*parse_declarations(sources)]
    places = {item.name: item.span for item in declared if isinstance(item, ast.Record)}
    states: dict[str, Span] = {}
    for item in declared:
        if isinstance(item, ast.State):
            states.setdefault(item.owner, item.span)
    all_holders = (holder for item in declared for holder in find_holders(item, places))
    return Records(places, {holder.name: holder for holder in all_holders}, states)


def parse_declarations(sources: Iterable[Source]) -> Iterator[ast.Record | ast.State]:
    """Parse the records and state blocks of some files."""
    for source in sources:
        for piece in split_items(source.text).pieces:
            item = read_item(source, piece).item if DECLARATION_START.match(piece.text) else None
            if isinstance(item, ast.Record | ast.State):
                yield item


def find_holders(item: ast.Record | ast.State, records: Mapping[str, Span]) -> Iterator[Holder]:
    """Yield the fields of a record or state block whose type is one of the records."""
    for field in item.fields:
        if isinstance(field.type, ast.NamedType) and field.type.name in records:
            yield Holder(
                name=field.name if isinstance(item, ast.State) else f"{item.name}.{field.name}",
                title=field.title or "",
                record=field.type.name,
                owner=item.owner if isinstance(item, ast.State) else "",
                indices=tuple(index.enum for index in field.indices),
                span=field.span,
            )
