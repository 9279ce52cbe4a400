"""What rows, procedures and notes give."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.changes import Changes
from bombsight.compiler.resolve.frame import Frame
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.dsl.source import Span
from bombsight.flat.types import (
    PartsType,
    Type,
)


class Results(Changes):
    """Resolves results."""

    def result(self, stmt: ast.Result, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """A row's result."""
        draws = evolve(scope, draws=True)
        if frame.result is None:
            value = stmt.values[0]
            if len(stmt.values) == 1 and isinstance(value, ast.RollOn | ast.LookUp | ast.Do):
                return [g.Evaluate(value=self.resolve(value, draws, None), span=stmt.span)], scope.after(
                    self.effects.of([value])
                )
            if len(stmt.values) == 1 and isinstance(value, ast.CellBlank):
                return [g.Nothing(span=stmt.span)], scope
            self.findings.add(
                "P030",
                "a value stands here, but this table gives none",
                stmt.span,
                help="Say what it gives: `gives 0..3`, for instance.",
            )
            return [], None
        return [g.Give(values=self.given(stmt.values, frame.result, draws, stmt.span), span=stmt.span)], None

    def given(self, values: Sequence[ast.Expr], result: Type, scope: Scope, span: Span) -> tuple[x.Expr, ...]:
        """Values for what a table or a procedure gives."""
        if isinstance(result, PartsType):
            if len(values) == 1 and isinstance(values[0], ast.NoneValue | ast.CellBlank):
                return (x.Const(value=-(2**31), type=result, span=span),)
            if len(values) == 1 and isinstance(values[0], ast.RollOn | ast.LookUp | ast.Do):
                return (self.expect(values[0], scope, result),)
            if len(values) != len(result.parts):
                self.findings.add("P031", f"{len(values)} values for {len(result.parts)} parts: {result}", span)
            return tuple(
                self.checked(value, scope, part.type) for value, part in zip(values, result.parts, strict=False)
            )
        if len(values) != 1:
            self.findings.add("P031", f"{len(values)} values, but only one is given here", span)
        return (self.checked(values[0], scope, result),)

    def return_(self, stmt: ast.Return, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], None]:
        """``return``."""
        draws = evolve(scope, draws=True)
        if not stmt.values:
            if frame.returns is not None:
                self.findings.add("P032", f"a value must be returned here: {frame.returns}", stmt.span)
            return [g.Give(values=(), returns=True, span=stmt.span)], None
        if frame.returns is None:
            self.findings.add(
                "P030",
                "nothing is given here, so nothing can be returned",
                stmt.span,
                help="Write the type behind the procedure's name: `procedure p: yes/no`.",
            )
            return [g.Give(values=(), returns=True, span=stmt.span)], None
        return [
            g.Give(values=self.given(stmt.values, frame.returns, draws, stmt.span), returns=True, span=stmt.span)
        ], None

    def end(self, stmt: ast.End, scope: Scope) -> tuple[list[g.Stmt], None]:
        """``end P``."""
        procedure = self.symbols.procedures.get(stmt.procedure)
        if procedure is None:
            self.findings.add(
                "N001",
                f"there is no procedure {stmt.procedure}",
                stmt.span,
                help=near(stmt.procedure, self.symbols.procedures),
            )
            return [], None
        type_ = self.symbols.type_of(procedure.type) if procedure.type is not None else None
        value = None
        if stmt.value is not None and type_ is None:
            self.findings.add("P030", f"{stmt.procedure} gives nothing", stmt.value.span)
        elif stmt.value is not None and type_ is not None:
            value = self.checked(stmt.value, evolve(scope, draws=True), type_)
        elif type_ is not None:
            self.findings.add(
                "P032",
                f"{stmt.procedure} gives {type_}; end it with a value",
                stmt.span,
                help=f"Write `end {stmt.procedure} with ...`.",
            )
        return [g.EndProcedure(procedure=stmt.procedure, value=value, span=stmt.span)], None
