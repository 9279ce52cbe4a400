"""Defines, procedures and standing offers."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.amended import origin_of, own_origin
from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.resolve.fields import Fields
from bombsight.compiler.resolve.frame import Frame, rolls_asked
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.flat.types import (
    BOOL,
    Type,
)


class Items(Fields):
    """Resolves items."""

    def define_node(self, node: ast.Define) -> n.Define:
        """A derived value."""
        type_ = self.symbols.type_of(node.type)
        scope = Scope()
        for param in node.params:
            scope = self.bind(param.name, self.symbols.type_of(param.type), param.span, scope)
        base = self.checked(node.base, scope, type_)
        exceptions = tuple(self.exception(e, type_, scope, [s.name for s in node.exceptions]) for e in node.exceptions)
        self.unique_labels(node.exceptions)
        return n.Define(
            name=node.name,
            params=tuple(n.Param(name=p.name, type=self.symbols.type_of(p.type)) for p in node.params),
            type=type_,
            base=base,
            exceptions=exceptions,
            span=node.span,
            origin=own_origin(node).cited_in(node.base_origin),
        )

    def unique_labels(self, exceptions: Sequence[ast.Except]) -> None:
        """Exceptions of one define have names of their own."""
        seen: dict[str, ast.Except] = {}
        stack = list(exceptions)
        while stack:
            node = stack.pop(0)
            if node.name in seen:
                self.findings.add(
                    "N002", f"{node.name} stands here twice", node.span, labels=[(seen[node.name].span, "first here")]
                )
            seen[node.name] = node
            stack.extend(node.exceptions)

    def exception(self, node: ast.Except, type_: Type, scope: Scope, sisters: Sequence[str]) -> n.DefineException:
        """An exception and those to it."""
        if node.when is None:
            self.findings.add("V011", "an exception needs a `when`", node.span, help="Say when it holds.")
            condition: x.Expr = x.Const(value=1, type=BOOL, span=node.span)
        else:
            condition = self.boolean(node.when, scope)
        for name in node.over:
            if name not in sisters or name == node.name:
                self.findings.add(
                    "N001", f"there is no exception {name} beside this one", node.span, help=near(name, sisters)
                )
        known = scope.with_facts(self.facts(condition, True))
        inner = [e.name for e in node.exceptions]
        return n.DefineException(
            label=node.name,
            value=self.checked(node.value, known, type_),
            condition=condition,
            over=node.over,
            exceptions=tuple(self.exception(e, type_, known, inner) for e in node.exceptions),
            span=node.span,
            origin=own_origin(node),
        )

    def procedure_node(self, node: ast.Procedure) -> n.Procedure:
        """A procedure."""
        result = self.symbols.type_of(node.type) if node.type is not None else None
        scope = Scope()
        for param in node.params:
            scope = self.bind(param.name, self.symbols.type_of(param.type), param.span, scope)
        frame = Frame(f"procedure:{node.name}", None, result)
        self.used_rolls = rolls_asked(node)
        body, after = self.block(node.body, scope, frame)
        if result is not None and after is not None:
            self.findings.add(
                "P041", f"{node.name} may end without a value", node.span, help=f"Every path must return {result}."
            )
        return n.Procedure(
            name=node.name,
            title=node.title or "",
            params=tuple(n.Param(name=p.name, type=self.symbols.type_of(p.type)) for p in node.params),
            result=result,
            deep=node.deep,
            body=body,
            span=node.span,
            origin=own_origin(node),
        )

    def reroll_node(self, node: ast.Reroll) -> n.Reroll:
        """A standing offer."""
        condition = self.boolean(node.when, Scope())
        if node.limit is None:
            self.findings.add("P022", "an offer without a bound", node.span, help="Write `at most 9 times`.")
        prefers = []
        for prefer in node.prefers:
            if prefer.table not in self.symbols.tables:
                self.findings.add(
                    "N001",
                    f"there is no table {prefer.table}",
                    prefer.span,
                    help=near(prefer.table, self.symbols.tables),
                )
                continue
            scope = Scope(rolling=True)
            for name, type_ in self.table_params[prefer.table]:
                scope = self.bind(name, type_, prefer.span, scope)
            prefers.append(n.RerollPrefer(table=prefer.table, condition=self.boolean(prefer.when, scope)))
        body, _ = self.block(node.body, Scope(), Frame(f"reroll:{node.name}", None, None))
        return n.Reroll(
            name=node.name,
            title=node.title,
            condition=condition,
            limit=node.limit or 1,
            prefers=tuple(prefers),
            body=body,
            span=node.span,
            origin=origin_of(node),
        )
