"""Defines, built-ins, look-ups, rolls and procedures as values."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.domains import Domains
from bombsight.compiler.resolve.kinds import describe, is_rolled
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.symbols import BUILTINS
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.dsl.source import Span
from bombsight.flat.types import (
    EnumType,
    IntType,
    NoneType,
    PartsType,
    Type,
    UnknownType,
)


class Calls(Domains):
    """Resolves calls."""

    def call(self, node: ast.Call, scope: Scope) -> x.Expr:
        """A define or a built-in."""
        s = self.symbols
        if node.name in BUILTINS:
            return self.builtin(node, scope)
        if node.name not in s.defines:
            if node.name in s.procedures:
                return self.wrong(
                    node,
                    "P013",
                    f"{node.name} is a procedure",
                    f"Write `do {node.name}`; it stands on its own or behind let and set.",
                )
            if node.name in s.tables:
                return self.wrong(
                    node, "P013", f"{node.name} is a table", f"Write `roll on {node.name}` or `look up {node.name}`."
                )
            return self.undefined(node, node.name, [*s.defines, *BUILTINS])
        define = s.defines[node.name]
        if scope.default:
            self.findings.add(
                "P007", "a default may not read state", node.span, help="Defines may read state; use printed data."
            )
        args = self.args(
            [(p.name, s.type_of(p.type)) for p in define.params], node.args, node.span, scope, node.name, define.span
        )
        return x.CallDefine(define=node.name, args=args, type=s.type_of(define.type), span=node.span)

    def builtin(self, node: ast.Call, scope: Scope) -> x.Expr:
        """min, max, next, previous."""
        if node.name in ("min", "max"):
            if len(node.args) < 2:
                return self.wrong(node, "P014", f"{node.name} needs two numbers at least")
            args = tuple(self.number(a, scope) for a in node.args)
            types = [a.type for a in args if isinstance(a.type, IntType)]
            if len(types) < len(args):
                return self.unknown(node)
            pick = min if node.name == "min" else max
            type_: Type = IntType(pick(t.low for t in types), pick(t.high for t in types))
            return x.Builtin(function="min" if node.name == "min" else "max", args=args, type=type_, span=node.span)
        if len(node.args) != 1:
            return self.wrong(node, "P014", f"{node.name} needs one value")
        arg = self.resolve(node.args[0], scope, None)
        if not isinstance(arg.type, EnumType):
            if not isinstance(arg.type, UnknownType):
                self.findings.add("P001", f"{node.name} needs an enum value, this is {describe(arg.type)}", arg.span)
            return self.unknown(node)
        arg = self.required(arg)
        assert isinstance(arg.type, EnumType)
        return x.Builtin(
            function="next" if node.name == "next" else "previous",
            args=(arg,),
            type=EnumType(arg.type.enum, optional=True),
            span=node.span,
        )

    def args(
        self,
        params: Sequence[tuple[str, Type]],
        args: Sequence[ast.Expr],
        span: Span,
        scope: Scope,
        name: str,
        declared: Span,
    ) -> tuple[x.Expr, ...]:
        """Arguments for parameters."""
        if len(params) != len(args):
            wants = listed(f"{n}: {t}" for n, t in params)
            self.findings.add(
                "P014",
                f"{name} takes {len(params)} arguments, here are {len(args)}",
                span,
                labels=[(declared, f"its parameters: {wants}")],
            )
        return tuple(self.checked(arg, scope, type_) for (_, type_), arg in zip(params, args, strict=False))

    def table_args(self, table: str, args: Sequence[ast.Expr], span: Span, scope: Scope) -> tuple[x.Expr, ...]:
        """Arguments for a table."""
        if table not in self.symbols.tables:
            self.findings.add("N001", f"there is no table {table}", span, help=near(table, self.symbols.tables))
            return ()
        return self.args(self.table_params[table], args, span, scope, table, self.symbols.tables[table].span)

    def look_up(self, node: ast.LookUp, scope: Scope) -> x.Expr:
        """A value from a table without dice."""
        args = self.table_args(node.table, node.args, node.span, scope)
        if node.table not in self.symbols.tables:
            return self.unknown(node)
        if self.has_dice(node.table):
            return self.wrong(node, "P015", f"{node.table} is rolled, not looked up", f"Write `roll on {node.table}`.")
        result = self.table_results[node.table]
        if result is None:
            return x.LookUp(table=node.table, args=args, part=None, type=NoneType(), span=node.span)
        expr = x.LookUp(table=node.table, args=args, part=None, type=result, span=node.span)
        if node.part is None:
            return expr
        if isinstance(result, PartsType):
            for part in result.parts:
                if part.name == node.part:
                    if result.optional and not scope.knows(expr):
                        self.required(expr)
                    return x.LookUp(table=node.table, args=args, part=node.part, type=part.type, span=node.span)
            return self.undefined(node, node.part, [p.name for p in result.parts])
        if isinstance(result, EnumType):
            return self.column(self.known(expr, scope), node.part, node, scope)
        return self.wrong(node, "P011", f"the result of {node.table} has no parts")

    def has_dice(self, table: str) -> bool:
        """Whether a table is rolled."""
        return is_rolled(self.symbols.tables[table])

    def column(self, owner: x.Expr, name: str, node: ast.Expr, scope: Scope) -> x.Expr:
        """Printed data of an enum value."""
        assert isinstance(owner.type, EnumType)
        enum = self.symbols.enums[owner.type.enum]
        for column in enum.columns:
            if column.name == name:
                return x.EnumData(
                    enum=enum.name, column=name, value=self.required(owner), type=column.type, span=node.span
                )
        return self.wrong(node, "N001", f"{enum.name} has no column {name}", near(name, [c.name for c in enum.columns]))

    def draw(self, node: ast.Expr, scope: Scope) -> x.Expr:
        """What draws dice or runs a procedure."""
        if not scope.draws:
            self.findings.add(
                "P018",
                "no dice, roll or procedure may stand here",
                node.span,
                help="Keep it first: `let it = ...`. They stand behind let, set, add, repeat, return, in a row's "
                "result, and first in an if.",
            )
        scope = evolve(scope, draws=False)
        match node:
            case ast.Dice(count=count, sides=sides):
                low, high = (11, 66) if sides == 66 else (count, count * sides)
                return x.RollDice(count=count, sides=sides, type=IntType(low, high), span=node.span)
            case ast.RollOn(table=table, args=args):
                resolved = self.table_args(table, args, node.span, scope)
                if table not in self.symbols.tables:
                    return self.unknown(node)
                if not self.has_dice(table):
                    return self.wrong(
                        node, "P015", f"{table} is looked up, not rolled", f"Write `look up {table}(...)`."
                    )
                return x.RollOn(
                    table=table, args=resolved, type=self.table_results[table] or NoneType(), span=node.span
                )
            case ast.Do(procedure=name, args=args):
                procedure = self.symbols.procedures.get(name)
                if procedure is None:
                    return self.wrong(
                        node, "N001", f"there is no procedure {name}", near(name, self.symbols.procedures)
                    )
                params = [(p.name, self.symbols.type_of(p.type)) for p in procedure.params]
                resolved = self.args(params, args, node.span, scope, name, procedure.span)
                type_ = self.symbols.type_of(procedure.type) if procedure.type else NoneType()
                return x.DoCall(procedure=name, args=resolved, type=type_, span=node.span)
            case _:
                return self.unknown(node)
