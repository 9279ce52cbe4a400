"""Paths into state."""

from __future__ import annotations

from attrs import evolve, frozen

from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.kinds import describe
from bombsight.compiler.resolve.narrowing import Narrowing
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.symbols import FieldShape
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.flat.types import (
    ElementType,
    EnumType,
    UnknownType,
)


@frozen
class Place:
    """A path into state that may not have come to a single value yet.

    Attributes:
        id: The id so far: ``keeper``, ``keeper.watches``.
        shape: The field it is at.
        element: The element whose field it is, or None.
        indices: The indices so far.
        missing: Enum names of dimensions without an index yet.
    """

    id: str
    shape: FieldShape
    element: x.Expr | None
    indices: tuple[x.Expr, ...]
    missing: tuple[str, ...]


class Paths(Narrowing):
    """Resolves ``keeper[k].watches`` and the like."""

    def place(self, node: ast.Expr, scope: Scope) -> Place | None:
        """A path into state; enum data have no place. None after a finding, or where it is a column."""
        s = self.symbols
        match node:
            case ast.Name(name=name) if name in s.fields and name not in scope.variables:
                if scope.default:
                    self.findings.add(
                        "P007",
                        "a default may not read state",
                        node.span,
                        help="It may use options, printed data and its own index.",
                    )
                shape = s.fields[name]
                return Place(name, shape, None, (), shape.indices)
            case ast.Subscript(value=value, indices=indices):
                place = self.place(value, scope)
                if place is None:
                    return None
                if len(indices) > len(place.missing):
                    self.findings.add(
                        "P008",
                        f"{place.id} has {len(place.shape.indices)} dimensions",
                        node.span,
                        help="Leave out an index.",
                    )
                    return None
                resolved = tuple(
                    self.expect(index, scope, EnumType(enum))
                    for index, enum in zip(indices, place.missing, strict=False)
                )
                return evolve(place, indices=place.indices + resolved, missing=place.missing[len(indices) :])
            case ast.Attribute(value=value, name=name):
                return self.member_place(node, value, name, scope)
            case ast.Name(name=name) if name not in scope.variables and name not in s.places:
                self.undefined(node, name, list(s.fields))
                return None
            case _:
                self.findings.add("P009", "this is not a field", node.span)
                return None

    def member_place(self, node: ast.Attribute, value: ast.Expr, name: str, scope: Scope) -> Place | None:
        """``value.name`` where value is a record in state or an element."""
        s = self.symbols
        if self.is_record(value, scope):
            place = self.place(value, scope)
            if place is None or place.shape.record is None:
                return None
            members = s.record_fields[place.shape.record]
            if name not in members:
                self.findings.add(
                    "N001", f"{place.shape.record} has no field {name}", node.span, help=near(name, members)
                )
                return None
            shape = members[name]
            return Place(f"{place.id}.{name}", shape, place.element, place.indices, place.missing + shape.indices)
        owner = self.resolve(value, scope, None)
        if isinstance(owner.type, ElementType):
            record = owner.type.record
            members = s.record_fields[record]
            if name not in members:
                self.findings.add("N001", f"{record} has no field {name}", node.span, help=near(name, members))
                return None
            owner = self.required(owner)
            return Place(f"{record}.{name}", members[name], owner, (), members[name].indices)
        if isinstance(owner.type, EnumType):
            self.findings.add("P010", f"{name} is printed data, which no rule changes", node.span)
        elif not isinstance(owner.type, UnknownType):
            self.findings.add("P011", f"{describe(owner.type)} has no {name}", node.span)
        return None

    def is_record(self, node: ast.Expr, scope: Scope) -> bool:
        """Whether a path is at a record that stands in state by value."""
        match node:
            case ast.Name(name=name):
                return (
                    name not in scope.variables
                    and name in self.symbols.fields
                    and self.symbols.fields[name].record is not None
                )
            case ast.Subscript(value=value):
                return self.is_record(value, scope)
            case ast.Attribute(value=value, name=name) if self.is_record(value, scope):
                shape = self.record_shape(value)
                members = self.symbols.record_fields.get(shape.record or "", {}) if shape else {}
                return name in members and members[name].record is not None
            case _:
                return False

    def record_shape(self, node: ast.Expr) -> FieldShape | None:
        """The field that a record path is at."""
        match node:
            case ast.Name(name=name):
                return self.symbols.fields.get(name)
            case ast.Subscript(value=value):
                return self.record_shape(value)
            case ast.Attribute(value=value, name=name):
                shape = self.record_shape(value)
                return self.symbols.record_fields.get(shape.record or "", {}).get(name) if shape else None
            case _:
                return None

    def read(self, place: Place, node: ast.Expr, scope: Scope) -> x.Expr:
        """The value at a place."""
        if place.missing:
            return self.wrong(node, "P008", f"{place.id} needs an index for {listed(place.missing)}")
        if place.shape.type is None:
            return self.wrong(node, "P012", f"{place.id} is a whole record; name one of its fields")
        return x.Read(
            field=place.id, element=place.element, indices=place.indices, type=place.shape.type, span=node.span
        )

    def leaves(self, place: Place) -> list[str]:
        """The fields that a path stands for."""
        if place.shape.record is None:
            return [place.id]
        found: list[str] = []
        for name, shape in self.symbols.record_fields[place.shape.record].items():
            found.extend(self.leaves(Place(f"{place.id}.{name}", shape, None, (), ())))
        return found
