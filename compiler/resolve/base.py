"""What every part of the resolver needs: findings, and values that fit their places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from attrs import evolve

from bombsight.compiler.findings import Findings, near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.effects import Effects
from bombsight.compiler.resolve.kinds import describe, same_kind
from bombsight.compiler.resolve.scope import Scope, Variable
from bombsight.compiler.symbols import Symbols
from bombsight.dsl import ast
from bombsight.dsl.source import Source, Span
from bombsight.flat.types import (
    BOOL,
    UNKNOWN,
    EnumType,
    IntType,
    NoneType,
    Type,
    UnknownType,
)


def bounds(expr: x.Expr) -> tuple[int, int] | None:
    """The least and the greatest that a number, or the place of an enum value written out, can be."""
    match expr:
        case x.Expr(type=IntType(low=low, high=high)):
            return low, high
        case x.Const(value=value, type=EnumType()):
            return value, value
        case _:
            return None


class Resolver(ABC):
    """Resolves expressions, its parts in modules of their own."""

    def __init__(self, symbols: Symbols, effects: Effects, findings: Findings) -> None:
        self.symbols = symbols
        self.effects = effects
        self.findings = findings
        self.table_results: dict[str, Type | None] = {}
        self.table_params: dict[str, tuple[tuple[str, Type], ...]] = {}
        self.used_rolls: frozenset[tuple[str, str]] = frozenset()
        self.sources: Mapping[str, Source] = {}

    @abstractmethod
    def resolve(self, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
        """The meaning of an expression; ``expected`` settles words that several enums have."""

    def unknown(self, node: ast.Expr) -> x.Expr:
        """A value that could not be understood."""
        return x.Const(value=0, type=UNKNOWN, span=node.span)

    def wrong(
        self, node: ast.Expr, code: str, message: str, help: str = "", labels: Sequence[tuple[Span, str]] = ()
    ) -> x.Expr:
        """A finding, and a value to go on with."""
        self.findings.add(code, message, node.span, help=help, labels=labels)
        return self.unknown(node)

    def undefined(self, node: ast.Expr, name: str, known: Sequence[str]) -> x.Expr:
        """A name that nothing declares."""
        return self.wrong(node, "N001", f"there is no {name}", near(name, known))

    def expect(self, node: ast.Expr, scope: Scope, expected: Type) -> x.Expr:
        """A value of the type that its place needs, none allowed only where the type says so."""
        expr = self.resolve(node, scope, expected)
        return self.fit(expr, expected, scope)

    def checked(self, node: ast.Expr, scope: Scope, type_: Type) -> x.Expr:
        """A value of a type, never outside its range."""
        if isinstance(node, ast.CellBlank):
            node = ast.NoneValue(span=node.span)
        value = self.expect(node, scope, type_)
        self.in_range(value, type_)
        return value

    def fit(self, expr: x.Expr, expected: Type, scope: Scope) -> x.Expr:
        """Check that a value fits a place."""
        actual = expr.type
        if isinstance(actual, UnknownType) or isinstance(expected, UnknownType):
            return expr
        if isinstance(actual, NoneType):
            if not expected.is_optional:
                self.findings.add(
                    "V005",
                    f"none cannot stand here: this needs {expected}",
                    expr.span,
                    help="Write `or none` behind the type, or give a value.",
                )
            return evolve(expr, type=expected)
        if not same_kind(actual, expected):
            self.findings.add("P001", f"this is {describe(actual)}, but {describe(expected)} is needed", expr.span)
            return evolve(expr, type=UNKNOWN)
        if actual.is_optional and not expected.is_optional:
            return self.required(expr)
        if isinstance(actual, IntType) and isinstance(expected, IntType):
            return expr
        return expr

    def required(self, expr: x.Expr) -> x.Expr:
        """A value used where it must not be none."""
        if expr.type.is_optional:
            self.findings.add(
                "V006",
                "this may be none here",
                expr.span,
                help="Test it first: `if ... is not none` around it, or `where` in the loop.",
            )
            return evolve(expr, type=expr.type.required())
        return expr

    def in_range(self, value: x.Expr, type_: Type) -> None:
        """A value that can never lie in the range is wrong; one that may not is a fault in play."""
        if isinstance(value.type, IntType) and isinstance(type_, IntType):
            if value.type.low > type_.high or value.type.high < type_.low:
                self.findings.add(
                    "V001",
                    f"this is {describe(value.type)}, which is never within {type_}",
                    value.span,
                    help="Widen the range or mend the value.",
                )

    def not_empty(self, low: x.Expr, high: x.Expr, help: str = "Put the lower end first.") -> None:
        """A range whose lower end is always above its upper one is wrong."""
        ends = [bounds(end) for end in (low, high)]
        if ends[0] and ends[1] and ends[0][0] > ends[1][1]:
            first, last = sorted((low.span, high.span), key=lambda span: span.start)
            span = first.to(last)
            self.findings.add("V003", f"the range {self.text(span)} is always empty", span, help=help)

    def boolean(self, node: ast.Expr, scope: Scope) -> x.Expr:
        """A yes/no."""
        return self.expect(node, scope, BOOL)

    def number(self, node: ast.Expr, scope: Scope) -> x.Expr:
        """A number; dice and rolls too where the statement allows them."""
        expr = self.resolve(node, scope, None)
        if isinstance(expr.type, IntType):
            return self.required(expr)
        if not isinstance(expr.type, UnknownType):
            self.findings.add("P001", f"this is {describe(expr.type)}, but a number is needed", expr.span)
        return evolve(expr, type=UNKNOWN)

    def known(self, expr: x.Expr, scope: Scope) -> x.Expr:
        """The value, its type without none where the flow has ruled none out."""
        if expr.type.is_optional and scope.knows(expr):
            return evolve(expr, type=expr.type.required())
        return expr

    def bind(
        self, name: str, type_: Type, span: Span, scope: Scope, *, settable: bool = False, rolled: bool = False
    ) -> Scope:
        """A new name comes into sight."""
        s = self.symbols
        if name in scope.variables:
            self.findings.add(
                "N004",
                f"{name} is already a name here",
                span,
                labels=[(scope.variables[name].span, "given here")],
                help="Choose another name.",
            )
        elif name in s.places or name in s.owners_of_word:
            what = "a value of " + s.owners_of_word[name][0] if name in s.owners_of_word else "declared elsewhere"
            labels = [(s.places[name], "declared here")] if name in s.places else []
            self.findings.add(
                "N004",
                f"{name} is {what}, so it cannot be a variable's name",
                span,
                labels=labels,
                help="Choose another name.",
            )
        return scope.with_variable(name, Variable(type_, span, settable, rolled))

    def needs_help(self, node: ast.Expr, scope: Scope) -> bool:
        """Whether a bare word needs the other side to say whose it is."""
        return (
            isinstance(node, ast.Name)
            and node.name not in scope.variables
            and node.name not in self.symbols.fields
            and node.name not in self.symbols.defines
        )

    def text(self, span: Span) -> str:
        """What stands at a place, on one line."""
        source = self.sources.get(span.path)
        return " ".join(source.text[span.start : span.end].split()) if source else ""
