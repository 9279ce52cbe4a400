"""Dice with what changes them and what they lead to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from attrs import evolve

from bombsight.compiler.amended import origin_of
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.endings import gives_results, leaves_always
from bombsight.compiler.resolve.frame import Frame
from bombsight.compiler.resolve.keys import Keys
from bombsight.compiler.resolve.outcomes import grid_head
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span


class Rolls(Keys):
    """Resolves rolls."""

    def rolled(
        self,
        id_: str,
        dice: ast.Dice,
        lines: Sequence[ast.TableLine],
        scope: Scope,
        frame: Frame,
        shared: Sequence[ast.ModifierOn],
        table: ast.Table | None,
    ) -> g.Rolled:
        """Dice with what changes them and what they lead to."""
        if (
            (dice.sides == 66 and dice.count != 2)
            or dice.count < 1
            or dice.sides < 2
            or dice.count * dice.sides > 10_000
        ):
            self.findings.add("T016", "these are no dice", dice.span, help="Write 1d6, 2d6, 1d10 or d66.")
        rolling = evolve(scope, rolling=True)
        modifiers = [
            self.modifier(line, f"modifier:{id_}/{line.label}", rolling, False)
            for line in lines
            if isinstance(line, ast.Modifier)
        ]
        known = {m.label: m.span for m in modifiers}
        for item in shared:
            if item.modifier.label in known:
                self.findings.add(
                    "N002",
                    f"{item.modifier.label} stands on {id_} twice",
                    item.span,
                    labels=[(known[item.modifier.label], "first here")],
                    help="Give each its own name.",
                )
            shared_id = f"modifier:{'+'.join(item.tables)}/{item.modifier.label}"
            resolved = self.modifier(item.modifier, shared_id, rolling, True)
            modifiers.append(evolve(resolved, origin=origin_of(item.modifier, item)))
        naturals: list[g.NaturalRow] = []
        rows: list[g.Row] = []
        frame.in_row = True
        for line in lines:
            match line:
                case ast.NaturalRow():
                    naturals.append(self.natural_row(line, f"row:{id_}/natural-{len(naturals) + 1}", rolling, frame))
                case ast.Row():
                    rows.append(self.row(line, f"row:{id_}/{len(rows) + 1}", rolling, frame))
                case _:
                    pass
        if table is not None and grid_head(table) is not None:
            rows.extend(self.grid(table, rolling, frame))
        frame.in_row = False
        return g.Rolled(
            count=dice.count, sides=dice.sides, modifiers=tuple(modifiers), naturals=tuple(naturals), rows=tuple(rows)
        )

    def modifier(self, line: ast.Modifier, id_: str, scope: Scope, shared: bool) -> g.Modifier:
        """One modifier."""
        conditions: list[x.Expr] = []
        texts: list[str] = []
        if line.when is not None:
            conditions.append(self.boolean(line.when, scope))
            texts.append(self.text(line.when.span))
            scope = scope.with_facts(self.facts(conditions[-1], True))
        if line.unless is not None:
            unless = self.boolean(line.unless, scope)
            conditions.append(x.NotExpr(value=unless, type=unless.type, span=line.unless.span))
            texts.append("unless " + self.text(line.unless.span))
            scope = scope.with_facts(self.facts(unless, False))
        condition = conditions[0] if len(conditions) == 1 else None
        if len(conditions) == 2:
            condition = x.AndExpr(terms=tuple(conditions), type=conditions[0].type, span=line.span)
        amount = self.number(line.amount, scope)
        return g.Modifier(
            id=id_,
            label=line.label,
            amount=amount,
            condition=condition,
            text=", ".join(texts),
            shared=shared,
            span=line.span,
            origin=origin_of(line),
        )

    def natural_row(self, line: ast.NaturalRow, id_: str, scope: Scope, frame: Frame) -> g.NaturalRow:
        """A row for the dice as they fell."""
        keys, _ = self.keys(line.keys, scope)
        condition = self.boolean(line.when, scope) if line.when is not None else None
        known = scope.with_facts(self.facts(condition, True)) if condition is not None else scope
        body, after = self.block(line.body, known, frame)
        self.complete(after, frame, line.span)
        return g.NaturalRow(
            id=id_,
            keys=keys,
            condition=condition,
            label=self.key_text(line.keys),
            body=body,
            span=line.span,
            origin=origin_of(line),
        )

    def row(self, line: ast.Row, id_: str, scope: Scope, frame: Frame) -> g.Row:
        """A row of a roll."""
        keys, otherwise = self.keys(line.keys, scope)
        body, after = self.block(line.body, scope, frame)
        self.complete(after, frame, line.span)
        return self.make_row(line, id_, keys, otherwise, (), line.title or "", self.key_text(line.keys), body, None)

    @staticmethod
    def make_row(
        line: ast.Row | ast.GridRow,
        id_: str,
        keys: tuple[g.KeySpan, ...],
        otherwise: bool,
        matches: tuple[g.Match, ...],
        title: str,
        label: str,
        body: g.Block,
        cell: tuple[int, int] | None,
        origin: Origin | None = None,
    ) -> g.Row:
        """A row with its sources."""
        return g.Row(
            id=id_,
            keys=keys,
            otherwise=otherwise,
            matches=matches,
            title=title,
            label=label,
            body=body,
            cell=cell,
            span=line.span,
            origin=origin_of(line) if origin is None else origin,
        )

    def sub_roll(self, stmt: ast.SubRoll, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """A roll with rows of its own."""
        id_ = frame.next_id("subroll", "roll")
        was = frame.in_row
        inner = evolve(scope, draws=False)
        outer_result = frame.result
        if not gives_results(stmt):
            frame.result = None
        rolled = self.rolled(id_.split(":", 1)[1], stmt.dice, stmt.lines, inner, frame, (), None)
        frame.result = outer_result
        frame.in_row = was
        after = scope.after(self.effects.of([stmt], frame.table))
        gone = leaves_always(rolled)
        return [g.SubRoll(id=id_, rolled=rolled, span=stmt.span)], None if gone else after

    def complete(self, after: Scope | None, frame: Frame, span: Span) -> None:
        """A row of a table with results must give one."""
        if after is not None and frame.result is not None:
            self.findings.add(
                "T015", "this row may end without a result", span, help=f"Every row of this table gives {frame.result}."
            )

    @abstractmethod
    def grid(self, node: ast.Table, scope: Scope, frame: Frame) -> list[g.Row]:
        """The cells of a grid, each a row for its keys."""
