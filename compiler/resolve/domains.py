"""What a loop, a choice or a quantifier goes through."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.kinds import describe, same_kind
from bombsight.compiler.resolve.logic import both
from bombsight.compiler.resolve.paths import Paths
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.flat.types import (
    BOOL,
    EnumType,
    IntType,
    ListType,
    Type,
)

NAME_ONE = "Name an enum, a list, a range, a set or `results of` a table."


class Domains(Paths):
    """Resolves domains."""

    @abstractmethod
    def results_domain(self, node: ast.ResultsOf) -> x.Domain | None:
        """``results of T(args)``: the enum of its results; what the table cannot give is left out by the limit."""

    @abstractmethod
    def limit(self, node: ast.Expr, variable: str, scope: Scope, kept: list[g.Stmt] | None = None) -> x.Expr | None:
        """What must hold of a member besides its ``where``; None for what goes through all of a domain.

        Args:
            node: The domain as written.
            variable: The name of the member.
            scope: What is in sight where the domain stands.
            kept: Takes statements that keep what the limit is worked out from, where that may change meanwhile.
        """

    def quantifier(self, node: ast.Quantifier, scope: Scope) -> x.Expr:
        """count, any, first."""
        domain = self.domain(node.domain, scope)
        if domain is None:
            return self.unknown(node)
        inner = self.bind(node.variable, domain.type, node.span, scope)
        limit = self.limit(node.domain, node.variable, scope)
        where = both(limit, self.boolean(node.where, inner) if node.where is not None else None)
        if node.kind == "count":
            type_: Type = IntType(0, self.size(domain))
        elif node.kind == "any":
            type_ = BOOL
        else:
            type_ = domain.type.optionally()
        return x.Quantifier(
            kind=node.kind, variable=node.variable, domain=domain, where=where, type=type_, span=node.span
        )

    def size(self, domain: x.Domain) -> int:
        """How many members a domain can have."""
        match domain:
            case x.EnumDomain(enum=enum):
                return len(self.symbols.enums[enum].values)
            case x.SetDomain(members=members):
                return len(members)
            case x.ElementsDomain(list=name):
                type_ = self.symbols.fields[name].type
                return type_.capacity if isinstance(type_, ListType) else 0
            case x.RangeDomain(low=low, high=high):
                if isinstance(low.type, IntType) and isinstance(high.type, IntType):
                    return max(0, high.type.high - low.type.low + 1)
                return 0
            case _:
                return 255

    def domain(self, node: ast.Expr, scope: Scope) -> x.Domain | None:
        """What ``in`` goes through."""
        s = self.symbols
        match node:
            case ast.Interval(low=low, high=high):
                first, last = self.number(low, scope), self.number(high, scope)
                if not isinstance(first.type, IntType) or not isinstance(last.type, IntType):
                    return None
                self.not_empty(first, last)
                return x.RangeDomain(
                    low=first, high=last, type=IntType(first.type.low, max(first.type.low, last.type.high))
                )
            case ast.SetLiteral(members=members):
                return self.set_domain(node, members, scope)
            case ast.ResultsOf():
                return self.results_domain(node)
            case ast.Name(name=name):
                variable = scope.variables.get(name)
                if variable is not None:
                    if isinstance(variable.type, ListType):
                        return x.LocalListDomain(variable=name, type=variable.type.element)
                elif name in s.fields:
                    type_ = s.fields[name].type
                    if isinstance(type_, ListType):
                        return x.ElementsDomain(list=name, type=type_.element)
                elif name in s.enums:
                    return x.EnumDomain(enum=name, type=EnumType(name))
                self.findings.add(
                    "P017",
                    f"{name} is nothing to go through",
                    node.span,
                    help=near(name, [*s.enums, *s.lists.values()]) or NAME_ONE,
                )
                return None
            case _:
                self.findings.add(
                    "P017",
                    "this is nothing to go through",
                    node.span,
                    help=NAME_ONE,
                )
                return None

    def set_domain(self, node: ast.Expr, members: Sequence[ast.Expr], scope: Scope) -> x.Domain | None:
        """``{a, b}``: one enum must own all its words."""
        words = [m.name for m in members if isinstance(m, ast.Name) and self.needs_help(m, scope)]
        owners = [e.name for e in self.symbols.enums.values() if all(w in e.values for w in words)]
        expected: Type | None = None
        if words:
            if len(owners) > 1:
                typed = [
                    self.resolve(m, scope, None).type
                    for m in members
                    if not (isinstance(m, ast.Name) and m.name in words)
                ]
                owners = (
                    [o for o in owners if all(isinstance(t, EnumType) and t.enum == o for t in typed)]
                    if typed
                    else owners
                )
            if len(owners) != 1:
                which = listed(owners, "and to")
                self.findings.add(
                    "N003",
                    f"these words belong to {which}" if owners else "no one enum has all these words",
                    node.span,
                    help=f"Write {owners[0]}.{words[0]}." if owners else "",
                )
                return None
            expected = EnumType(owners[0])
        resolved = [self.resolve(m, scope, expected) for m in members]
        type_ = resolved[0].type
        for member in resolved[1:]:
            if not same_kind(member.type, type_):
                self.findings.add(
                    "P001", f"this is {describe(member.type)}, the first is {describe(type_)}", member.span
                )
        if isinstance(type_, IntType):
            ints = [m.type for m in resolved if isinstance(m.type, IntType)]
            type_ = IntType(min(t.low for t in ints), max(t.high for t in ints))
        elif any(m.type.is_optional for m in resolved):
            type_ = type_.optionally()
        return x.SetDomain(members=tuple(resolved), type=type_)
