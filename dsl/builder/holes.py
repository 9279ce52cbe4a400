"""Builder methods for damaged items, in which holes replace unreadable parts."""

from __future__ import annotations

from typing import Any

from bombsight.dsl import ast
from bombsight.dsl.builder.items import Items
from bombsight.dsl.builder.overlays import Overlays
from bombsight.dsl.file_kind import OverlayKind
from bombsight.dsl.origin import NO_ORIGIN
from bombsight.dsl.source import Span


class Holes(Items, Overlays):
    """Builder of damaged items; a hole's value is arbitrary, for no finding depends on it."""

    def n_lost_item(self, span: Span, *_: Any) -> None:
        """Return None for an item of which nothing could be read."""

    def n_lost_text(self, span: Span) -> str:
        """Return an empty text in place of an unreadable one."""
        return ""

    def n_lost_base(self, span: Span) -> ast.Base:
        """Build an arbitrary base value in place of a define's unreadable one."""
        return ast.Base((ast.NoneValue(span=span),), NO_ORIGIN, span=span)

    def n_lost_game(self, span: Span, name: str, *lines: ast.GameLine | None) -> ast.Game:
        """Build a manifest whose first line could not be read behind its name."""
        return self.n_game(span, name, quote(name), *lines)

    def n_lost_enum(self, span: Span, name: str, *lines: Any) -> ast.Enum:
        """Build an enum whose first line could not be read behind its name."""
        return self.n_enum_block(span, name, NO_ORIGIN, *lines)

    def n_lost_table(self, span: Span, id_: str, *lines: ast.TableLine) -> ast.Table:
        """Build a table whose first line could not be read behind its id."""
        return self.n_table(span, id_, quote(id_), (NO_ORIGIN, None), *lines)

    def n_lost_overlay(self, span: Span, kind: OverlayKind, name: str, *lines: ast.Relation | ast.Entry) -> ast.Overlay:
        """Build an overlay whose first line could not be read behind its name."""
        return self.n_overlay(span, kind, name, quote(name), None, None, None, *lines)

    def n_lost_record(self, span: Span, name: str, *fields: ast.FieldDecl) -> ast.Record:
        """Build a record whose first line could not be read behind its name."""
        return self.n_record(span, name, None, *fields)

    n_lost_state = Items.n_state


def quote(name: str) -> str:
    """Quote a name, to use it as a title."""
    return f'"{name}"'
