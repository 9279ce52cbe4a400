"""Tables."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.amended import origin_of
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.frame import Frame, rolls_asked
from bombsight.compiler.resolve.grids import Grids
from bombsight.compiler.resolve.outcomes import grid_head
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast
from bombsight.dsl.origin import PRINTED
from bombsight.dsl.source import Span
from bombsight.flat.types import (
    EnumType,
)


class Tables(Grids):
    """Resolves tables."""

    def table(self, node: ast.Table, shared: Sequence[ast.ModifierOn]) -> n.Table:
        """A whole table."""
        result = self.table_results[node.id]
        params = self.table_params[node.id]
        scope = Scope()
        for name, type_ in params:
            scope = self.bind(name, type_, node.span, scope)
        frame = Frame(f"table:{node.id}", result, result, table=node)
        self.used_rolls = rolls_asked(node)
        beforehand, scope = self.beforehand(node, scope, frame)
        dice = self.dice_of(node)
        rolled = None
        rows: tuple[g.Row, ...] = ()
        if dice is not None:
            rolled = self.rolled(node.id, dice, node.lines, scope, frame, shared, node)
        else:
            rows = tuple(self.looked_up_rows(node, scope, frame))
            for line in node.lines:
                if isinstance(line, ast.Modifier | ast.NaturalRow):
                    self.findings.add(
                        "T012",
                        "a table without dice has no modifiers and no natural rows",
                        line.span,
                        help="Add `roll 1d6`, or take the line out.",
                    )
        notes = tuple(self.note(line, node, scope, frame) for line in node.lines if isinstance(line, ast.Note))
        origin = origin_of(node, *filter(None, [grid_head(node)]))
        self.layout(node)
        return n.Table(
            id=node.id,
            title=node.title,
            params=tuple(n.Param(name=name, type=type_) for name, type_ in params),
            result=result,
            words=result.enum if isinstance(result, EnumType) and result.enum == f"{node.id} result" else None,
            rolled=rolled,
            rows=rows,
            beforehand=beforehand,
            notes=notes,
            deep=node.deep,
            relation=self.is_relation(node),
            grid=self.grid_text(node),
            span=node.span,
            origin=origin if origin.standing else origin.known(PRINTED),
        )

    def layout(self, node: ast.Table) -> None:
        """Lines that stand where or as often as they may not."""
        kinds: tuple[tuple[type[ast.TableLine], str], ...] = (
            (ast.ForLine, "`for`"),
            (ast.Gives, "`gives`"),
            (ast.RollLine, "`roll`"),
        )
        for kind, what in kinds:
            found = [line for line in node.lines if isinstance(line, kind)]
            for again in found[1:]:
                self.findings.add(
                    "T013",
                    f"a second {what} line",
                    again.span,
                    labels=[(found[0].span, "the first")],
                    help="A table has one.",
                )
        grid = [line for line in node.lines if isinstance(line, ast.GridRow)]
        if grid:
            for line in node.lines:
                if isinstance(line, ast.Row):
                    self.findings.add(
                        "T014",
                        "a row stands beside a grid",
                        line.span,
                        labels=[(grid[0].span, "the grid")],
                        help="Make it a row of the grid.",
                    )
        labels: dict[str, Span] = {}
        for line in node.lines:
            if isinstance(line, ast.Modifier | ast.Note):
                name = line.label if isinstance(line, ast.Modifier) else line.name
                if name in labels:
                    self.findings.add(
                        "N002",
                        f"{name} stands here twice",
                        line.span,
                        labels=[(labels[name], "first here")],
                        help="Give each its own name.",
                    )
                labels[name] = line.span

    def beforehand(self, node: ast.Table, scope: Scope, frame: Frame) -> tuple[tuple[n.Beforehand, ...], Scope]:
        """``when`` rows; behind them it is known that none of them held."""
        done: list[n.Beforehand] = []
        for number, line in enumerate((ln for ln in node.lines if isinstance(ln, ast.Beforehand)), 1):
            condition = self.boolean(line.condition, scope)
            body, after = self.block(line.body, scope.with_facts(self.facts(condition, True)), frame)
            self.complete(after, frame, line.span)
            done.append(
                n.Beforehand(
                    id=f"row:{node.id}/when-{number}",
                    condition=condition,
                    label=self.text(line.condition.span),
                    body=body,
                    span=line.span,
                    origin=origin_of(line),
                )
            )
            scope = scope.with_facts(self.facts(condition, False))
        return tuple(done), scope

    def note(self, line: ast.Note, node: ast.Table, scope: Scope, frame: Frame) -> n.Note:
        """A note: its result, if it gives one, is the row's."""
        frame.in_row = True
        body, _ = self.block(line.body, scope, frame)
        frame.in_row = False
        return n.Note(
            id=f"note:{node.id}/{line.name}",
            name=line.name,
            title=line.title,
            body=body,
            span=line.span,
            origin=origin_of(line),
        )

    def looked_up_rows(self, node: ast.Table, scope: Scope, frame: Frame) -> list[g.Row]:
        """Rows and cells of a table without dice."""
        frame.in_row = True
        rows: list[g.Row] = []
        params = self.table_params[node.id]
        lines = [line for line in node.lines if isinstance(line, ast.Row)]
        if lines and not params:
            self.findings.add(
                "T018",
                "this table has rows but neither dice nor a `for`",
                node.span,
                help="Write `roll 1d6`, or `for ship: Ship`.",
            )
        for number, line in enumerate(lines, 1):
            if not params:
                break
            name, type_ = params[0]
            values: list[int] = []
            otherwise = False
            for key in line.keys:
                if key.otherwise:
                    otherwise = True
                else:
                    values.extend(self.key_values(key, type_))
            body, after = self.block(line.body, self.narrowed(scope, name, type_, values, otherwise), frame)
            self.complete(after, frame, line.span)
            matches = () if otherwise else (g.Match(param=name, values=tuple(values)),)
            rows.append(
                self.make_row(
                    line,
                    f"row:{node.id}/{number}",
                    (),
                    otherwise,
                    matches,
                    line.title or "",
                    self.key_text(line.keys),
                    body,
                    None,
                )
            )
        if grid_head(node) is not None:
            rows.extend(self.grid(node, scope, frame))
        frame.in_row = False
        return rows
