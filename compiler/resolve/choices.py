"""Choices."""

from __future__ import annotations

from attrs import evolve

from bombsight.compiler.amended import own_origin
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.control import Control
from bombsight.compiler.resolve.frame import Frame
from bombsight.compiler.resolve.logic import both
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.dsl.source import Span


class Choices(Control):
    """Resolves choices."""

    def choose(self, stmt: ast.Choose, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope]:
        """``choose x from domain``."""
        domain = self.domain(stmt.domain, scope)
        if domain is None:
            return [], scope
        type_ = domain.type.optionally() if stmt.optional else domain.type
        inner = self.bind(stmt.variable, domain.type, stmt.span, scope)
        limit = self.limit(stmt.domain, stmt.variable, scope)
        where = both(limit, self.boolean(stmt.where, inner) if stmt.where is not None else None)
        known = inner.with_facts(self.facts(where, True)) if where is not None else inner
        prefer = self.number(stmt.prefer, known) if stmt.prefer is not None else None
        node = g.Choose(
            id=frame.next_id("choice", stmt.variable),
            variable=stmt.variable,
            domain=domain,
            where=where,
            optional=stmt.optional,
            ask=self.template(stmt.ask, stmt.span, scope),
            by=stmt.by or "player",
            prefer=prefer,
            span=stmt.span,
        )
        after = scope.with_variable(stmt.variable, evolve(inner.variables[stmt.variable], type=type_))
        if not stmt.optional and where is not None:
            after = after.with_facts(self.facts(where, True))
        return [node], after

    def choose_branch(self, stmt: ast.ChooseBranch, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """``choose name`` with branches."""
        id_ = frame.next_id("choice", stmt.name)
        branches: list[g.Branch] = []
        ends: list[Scope] = []
        names: dict[str, Span] = {}
        for branch in stmt.branches:
            if branch.name in names:
                self.findings.add(
                    "N002", f"{branch.name} is offered twice", branch.span, labels=[(names[branch.name], "first here")]
                )
            names[branch.name] = branch.span
            condition = self.boolean(branch.when, scope) if branch.when is not None else None
            known = scope.with_facts(self.facts(condition, True)) if condition is not None else scope
            prefer = self.number(branch.prefer, known) if branch.prefer is not None else None
            title = self.template(branch.title, branch.span, known)
            body, after = self.block(branch.body, known, frame)
            if after is not None:
                ends.append(after)
            branches.append(
                g.Branch(
                    name=branch.name,
                    title=title,
                    condition=condition,
                    prefer=prefer,
                    body=body,
                    span=branch.span,
                    origin=own_origin(branch),
                )
            )
        node = g.ChooseBranch(
            id=id_,
            name=stmt.name,
            ask=self.template(stmt.ask, stmt.span, scope),
            by=stmt.by or "player",
            branches=tuple(branches),
            span=stmt.span,
        )
        if not ends:
            return [node], None
        facts = ends[0].facts
        for end in ends[1:]:
            facts &= end.facts
        return [node], evolve(scope, facts=facts)
