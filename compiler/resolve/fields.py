"""State and its lists, records spread into their leaves."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.amended import own_origin
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.resolve.kinds import describe
from bombsight.compiler.resolve.manifest import Manifest
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.symbols import FieldShape
from bombsight.flat.types import (
    NONE,
    EnumType,
    IntType,
    ListType,
    TextType,
)


class Fields(Manifest):
    """Resolves fields."""

    def list_node(self, record: str, name: str) -> n.StateList:
        """A state list."""
        shape = self.symbols.fields[name]
        assert isinstance(shape.type, ListType)
        if shape.indices:
            self.findings.add(
                "P038", "a list in state has no dimensions", shape.decl.span, help="Make it a field of the elements."
            )
        return n.StateList(
            id=name,
            owner=shape.owner,
            title=shape.decl.title or "",
            record=record,
            type=shape.type,
            fields=tuple(
                leaf.id
                for member in self.symbols.record_fields[record].values()
                for leaf in self.field_nodes(member, f"{record}.{member.name}", name, element=True)
            ),
            span=shape.decl.span,
            origin=own_origin(shape.decl),
        )

    def field_nodes(
        self,
        shape: FieldShape,
        id_: str,
        owner: str,
        *,
        element: bool = False,
        indices: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        title: str = "",
    ) -> list[n.Field]:
        """The leaves of a field."""
        decl = shape.decl
        indices += shape.indices
        names += shape.index_names
        own = decl.title or ""
        title = f"{title}: {own}" if title and own else own or ("" if shape.record is None else title)
        if shape.record is not None:
            if decl.default is not None:
                self.findings.add(
                    "P039", "a record has no default of its own", decl.span, help="Give its fields defaults."
                )
            leaves: list[n.Field] = []
            for member in self.symbols.record_fields[shape.record].values():
                leaves.extend(
                    self.field_nodes(
                        member,
                        f"{id_}.{member.name}",
                        owner,
                        element=element,
                        indices=indices,
                        names=names,
                        title=title,
                    )
                )
            return leaves
        assert shape.type is not None
        if isinstance(shape.type, ListType):
            if element or not hasattr(shape.type.element, "record"):
                self.findings.add("P025", "a list in state holds records", decl.span)
            return []
        default = self.default(shape, indices, names, element)
        return [
            n.Field(
                id=id_,
                owner=owner,
                title=title,
                type=shape.type,
                indices=indices,
                index_names=unique(names),
                full=decl.full,
                default=default,
                element=element,
                span=decl.span,
                origin=own_origin(decl),
            )
        ]

    def default(self, shape: FieldShape, indices: tuple[str, ...], names: tuple[str, ...], element: bool) -> x.Expr:
        """What a field falls back to."""
        assert shape.type is not None
        decl = shape.decl
        if decl.default is None:
            if shape.type.is_optional:
                return x.Const(value=NONE, type=shape.type)
            if not element and not isinstance(shape.type, TextType):
                self.findings.add(
                    "P036", f"{decl.name} needs a default", decl.span, help="Write `= ...` behind its type."
                )
            low = shape.type.low if isinstance(shape.type, IntType) else 0
            return x.Const(value=low, type=shape.type)
        scope = Scope(default=True)
        for name, enum in zip(names, indices, strict=True):
            if not name.startswith("_"):
                scope = self.bind(name, EnumType(enum), decl.span, scope)
        value = self.expect(decl.default, scope, shape.type)
        if (
            isinstance(value.type, IntType)
            and isinstance(shape.type, IntType)
            and (value.type.low < shape.type.low or value.type.high > shape.type.high)
        ):
            self.findings.add(
                "V001",
                f"this default is {describe(value.type)}, which is not within {shape.type}",
                value.span,
                help="Widen the range.",
            )
        if decl.full and not isinstance(shape.type, IntType):
            self.findings.add("P040", "only a number can be `full`", decl.span)
        return value


def unique(names: Sequence[str]) -> tuple[str, ...]:
    """Names of dimensions, each its own: unnamed ones are numbered by their place."""
    return tuple(name if not name.startswith("_") else f"_{at}" for at, name in enumerate(names))
