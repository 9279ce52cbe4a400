"""Steps, branches and loops, and what is known behind each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.frame import Frame
from bombsight.compiler.resolve.logic import both
from bombsight.compiler.resolve.results import Results
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.flat.types import (
    IntType,
)


class Control(Results):
    """Resolves control flow."""

    @abstractmethod
    def statement(self, stmt: ast.Stmt, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """One statement, and what is known behind it."""

    def block(self, stmts: Sequence[ast.Stmt], scope: Scope, frame: Frame) -> tuple[g.Block, Scope | None]:
        """A block, and what is known behind it; None where nothing behind it can be reached."""
        done: list[g.Stmt] = []
        at: Scope | None = scope
        for number, stmt in enumerate(stmts):
            if at is None:
                self.findings.add(
                    "P020",
                    "this is never reached",
                    stmt.span,
                    labels=[(stmts[number - 1].span, "this always leaves")],
                    help="Take it out, or move it before.",
                )
                break
            resolved, at = self.statement(stmt, at, frame)
            done.extend(evolve(r, origin=r.origin.marked(stmt.touched)) if stmt.touched else r for r in resolved)
        return tuple(done), at

    def step(self, stmt: ast.Step, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """A named step."""
        id_ = frame.next_id("step", stmt.name)
        body, after = self.block(stmt.body, scope, frame)
        step = g.Step(id=id_, name=stmt.name, title=stmt.title or "", body=body, origin=stmt.origin, span=stmt.span)
        return [step], self.leave(scope, after)

    def leave(self, outer: Scope, inner: Scope | None) -> Scope | None:
        """What is known behind a block: its own names are gone."""
        return None if inner is None else evolve(outer, facts=inner.facts)

    def if_(self, stmt: ast.If, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """``if``."""
        condition = self.boolean(stmt.condition, evolve(scope, draws=True))
        at = scope.after(self.effects.of([stmt.condition]))
        body, after_body = self.block(stmt.body, at.with_facts(self.facts(condition, True)), frame)
        otherwise, after_else = self.block(stmt.otherwise, at.with_facts(self.facts(condition, False)), frame)
        node = g.If(condition=condition, body=body, otherwise=otherwise, span=stmt.span)
        ends = [end for end in (after_body, after_else) if end is not None]
        if not ends:
            return [node], None
        facts = ends[0].facts if len(ends) == 1 else ends[0].facts & ends[1].facts
        return [node], evolve(scope, facts=facts)

    def loop(
        self, stmt: ast.ForEach | ast.ForRange | ast.Repeat | ast.While, scope: Scope, frame: Frame
    ) -> tuple[list[g.Stmt], Scope]:
        """Any loop."""
        span = stmt.span
        drawn: tuple[ast.Node, ...] = (stmt.times,) if isinstance(stmt, ast.Repeat) else ()
        settled = scope.after(self.effects.of((*drawn, *stmt.body), frame.table))
        frame.loops += 1
        kept: list[g.Stmt] = []
        node: g.Stmt | None = None
        match stmt:
            case ast.ForEach():
                domain = self.domain(stmt.domain, scope)
                if domain is not None:
                    inner = self.bind(stmt.variable, domain.type, span, settled)
                    limit = self.limit(stmt.domain, stmt.variable, scope, kept)
                    where = both(limit, self.boolean(stmt.where, inner) if stmt.where is not None else None)
                    known = inner.with_facts(self.facts(where, True)) if where is not None else inner
                    body, _ = self.block(stmt.body, known, frame)
                    node = g.ForEach(variable=stmt.variable, domain=domain, where=where, body=body, span=span)
            case ast.ForRange():
                first, last = self.number(stmt.first, scope), self.number(stmt.last, scope)
                if stmt.down:
                    self.not_empty(last, first, "Put the upper end first.")
                else:
                    self.not_empty(first, last, "Put the lower end first, or count down: `6 down to 1`.")
                if isinstance(first.type, IntType) and isinstance(last.type, IntType):
                    low = min(first.type.low, last.type.low)
                    high = max(first.type.high, last.type.high)
                    inner = self.bind(stmt.variable, IntType(low, high), span, settled)
                    body, _ = self.block(stmt.body, inner, frame)
                    node = g.ForRange(
                        variable=stmt.variable,
                        type=IntType(low, high),
                        first=first,
                        last=last,
                        down=stmt.down,
                        body=body,
                        span=span,
                    )
            case ast.Repeat():
                times = self.number(stmt.times, evolve(scope, draws=True))
                body, _ = self.block(stmt.body, settled, frame)
                node = g.Repeat(times=times, body=body, span=span)
            case ast.While():
                condition = self.boolean(stmt.condition, settled)
                body, _ = self.block(stmt.body, settled.with_facts(self.facts(condition, True)), frame)
                if stmt.limit is None:
                    self.findings.add(
                        "P022", "`while` without a bound", span, help="Write `while ... at most 20 times`."
                    )
                node = g.While(condition=condition, limit=stmt.limit or 1, body=body, span=span)
        frame.loops -= 1
        return ([*kept, node] if node else []), settled
