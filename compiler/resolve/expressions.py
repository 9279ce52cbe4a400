"""Expressions: every name gets its meaning, every value its type."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.kinds import option_type
from bombsight.compiler.resolve.operators import Operators
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.flat.types import (
    BOOL,
    NONE,
    EnumType,
    IntType,
    NoneType,
    PartsType,
    Type,
)

ARITHMETIC = ast.Binary | ast.Divide | ast.Negate | ast.Compare | ast.Is | ast.Within | ast.Member
"""Operators that both sides of which are always worked out, so that dice may stand in them."""


class Expressions(Operators):
    """Resolves expressions."""

    def resolve(self, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
        """The meaning of an expression; ``expected`` settles words that several enums have."""
        return self.known(self.raw(node, scope, expected), scope)

    def raw(self, node: ast.Expr, scope: Scope, expected: Type | None) -> x.Expr:
        """The meaning of an expression, whatever the flow knows."""
        span = node.span
        if scope.draws and not isinstance(node, ast.RollOn | ast.Do | ast.Dice | ARITHMETIC):
            scope = evolve(scope, draws=False)
        match node:
            case ast.Number(value=number):
                return x.Const(value=number, type=IntType(number, number), span=span)
            case ast.YesNo(value=flag):
                return x.Const(value=int(flag), type=BOOL, span=span)
            case ast.NoneValue():
                return x.Const(value=NONE, type=NoneType(), span=span)
            case ast.Text():
                return self.wrong(
                    node, "P002", "a text cannot stand here", "Texts are titles, prompts and lines to say."
                )
            case ast.Natural():
                if not scope.rolling:
                    return self.wrong(
                        node, "P003", "no dice lie on the table here", "`natural` belongs inside a rolled table."
                    )
                return x.NaturalDice(type=IntType(1, 999), span=span)
            case ast.Name():
                return self.name(node, scope, expected)
            case ast.Attribute():
                return self.attribute(node, scope, expected)
            case ast.Subscript():
                place = self.place(node, scope)
                return self.read(place, node, scope) if place else self.unknown(node)
            case ast.OptionValue(name=name):
                return self.option(node, name)
            case ast.Call():
                return self.call(node, scope)
            case ast.NewRecord():
                return self.wrong(
                    node, "P004", "a new element can only be added to its list", f"Write `add {node.name}(...) to ...`."
                )
            case ast.LookUp():
                return self.look_up(node, scope)
            case ast.ModifiersOn():
                args = self.table_args(node.table, node.args, node.span, scope)
                return x.ModifiersOn(table=node.table, args=args, type=IntType(-999, 999), span=span)
            case ast.RollOn() | ast.Do() | ast.Dice():
                return self.draw(node, scope)
            case ast.Negate(value=inner):
                value = self.number(inner, scope)
                type_ = value.type
                if isinstance(type_, IntType):
                    type_ = IntType(-type_.high, -type_.low)
                return x.Negation(value=value, type=type_, span=span)
            case ast.Binary():
                return self.arithmetic(node, scope)
            case ast.Divide():
                return self.divide(node, scope)
            case ast.Compare():
                left, right = self.number(node.left, scope), self.number(node.right, scope)
                return x.Comparison(op=node.op, left=left, right=right, type=BOOL, span=span)
            case ast.Is():
                return self.is_(node, scope)
            case ast.Within():
                return self.within(node, scope)
            case ast.Member():
                return self.member(node, scope)
            case ast.Not(value=inner):
                return x.NotExpr(value=self.boolean(inner, scope), type=BOOL, span=span)
            case ast.And(terms=terms):
                resolved = []
                for term in terms:
                    value = self.boolean(term, scope)
                    resolved.append(value)
                    scope = scope.with_facts(self.facts(value, True))
                return x.AndExpr(terms=tuple(resolved), type=BOOL, span=span)
            case ast.Or(terms=terms):
                resolved = []
                for term in terms:
                    value = self.boolean(term, scope)
                    resolved.append(value)
                    scope = scope.with_facts(self.facts(value, False))
                return x.OrExpr(terms=tuple(resolved), type=BOOL, span=span)
            case ast.Quantifier():
                return self.quantifier(node, scope)
            case ast.SetLiteral() | ast.Interval():
                return self.wrong(node, "P005", "a set can only stand behind `in`")
            case _:
                return self.wrong(node, "P006", "this cannot stand here as a value")

    def name(self, node: ast.Name, scope: Scope, expected: Type | None) -> x.Expr:
        """A bare name."""
        name, span, s = node.name, node.span, self.symbols
        if name in scope.variables:
            return x.Var(name=name, type=scope.variables[name].type, span=span)
        if isinstance(expected, EnumType) and expected.enum in s.enums:
            values = s.enums[expected.enum].values
            if name in values:
                return x.Const(value=values.index(name), type=EnumType(expected.enum), span=span)
        if name in s.fields:
            place = self.place(node, scope)
            return self.read(place, node, scope) if place else self.unknown(node)
        if name in s.defines:
            return self.call(ast.Call(name, (), span=span), scope)
        owners = s.owners_of_word.get(name, [])
        if len(owners) == 1:
            values = s.enums[owners[0]].values
            return x.Const(value=values.index(name), type=EnumType(owners[0]), span=span)
        if owners:
            return self.wrong(
                node,
                "N003",
                f"{name} belongs to {listed(owners, 'and to')}, and this place does not settle which",
                f"Write {owners[0]}.{name}.",
            )
        if name in s.options:
            return self.wrong(node, "N001", f"{name} is an option", f"Write `option {name}`.")
        return self.undefined(node, name, [*scope.variables, *s.fields, *s.defines, *s.owners_of_word])

    def option(self, node: ast.Expr, name: str) -> x.Expr:
        """The value of an option."""
        option = self.symbols.options.get(name)
        if option is None:
            return self.wrong(node, "N001", f"there is no option {name}", near(name, self.symbols.options))
        return x.OptionRead(option=name, type=option_type(option), span=node.span)

    def attribute(self, node: ast.Attribute, scope: Scope, expected: Type | None) -> x.Expr:
        """A field, a column, a part, or a qualified enum value."""
        base, s = node.value, self.symbols
        if isinstance(base, ast.Name):
            if base.name in s.enums and base.name not in scope.variables:
                values = s.enums[base.name].values
                if node.name in values:
                    return x.Const(value=values.index(node.name), type=EnumType(base.name), span=node.span)
                return self.wrong(node, "N001", f"{node.name} is no {base.name}", near(node.name, values))
            variable = scope.variables.get(base.name)
            if variable is not None:
                if node.name in ("natural", "total") and variable.rolled:
                    return x.RollFact(
                        variable=base.name,
                        fact="natural" if node.name == "natural" else "total",
                        type=IntType(-999, 999),
                        span=node.span,
                    )
                if isinstance(variable.type, PartsType):
                    return self.part(node, base, variable.type, scope)
        if not self.is_record(base, scope):
            owner = self.resolve(base, scope, None)
            if isinstance(owner.type, EnumType):
                return self.column(owner, node.name, node, scope)
        place = self.place(node, scope)
        if place is not None:
            return self.read(place, node, scope)
        return self.unknown(node)

    def part(self, node: ast.Attribute, base: ast.Name, type_: PartsType, scope: Scope) -> x.Expr:
        """A part of a kept result."""
        for part in type_.parts:
            if part.name == node.name:
                whole = x.Var(name=base.name, type=type_, span=base.span)
                if type_.optional and not scope.knows(whole):
                    self.required(whole)
                return x.PartOf(variable=base.name, part=node.name, type=part.type, span=node.span)
        return self.undefined(node, node.name, [p.name for p in type_.parts])
