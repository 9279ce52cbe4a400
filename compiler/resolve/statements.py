"""Statements: what may stand where."""

from __future__ import annotations

from abc import abstractmethod

from attrs import evolve

from bombsight.compiler.findings import near
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.choices import Choices
from bombsight.compiler.resolve.endings import gives_always
from bombsight.compiler.resolve.frame import Frame, row_treated
from bombsight.compiler.resolve.scope import Scope
from bombsight.dsl import ast


class Statements(Choices):
    """Resolves statements."""

    @abstractmethod
    def sub_roll(self, stmt: ast.SubRoll, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """A roll with rows of its own."""

    def statement(self, stmt: ast.Stmt, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """One statement."""
        span = stmt.span
        draws = evolve(scope, draws=True)
        match stmt:
            case ast.Nothing():
                return [g.Nothing(span=span)], scope
            case ast.Result():
                return self.result(stmt, scope, frame)
            case ast.Evaluate(value=value):
                expr = self.resolve(value, draws, None)
                return [g.Evaluate(value=expr, span=span)], scope.after(self.effects.of([value]))
            case ast.UseNote(name=name):
                return self.use_note(stmt, name, scope, frame)
            case ast.Set():
                return self.set_(stmt, scope)
            case ast.Add():
                return self.add(stmt, scope)
            case ast.Let():
                return self.let(stmt, scope)
            case ast.Say(text=text):
                return [g.Say(text=self.template(text, span, scope), span=span)], scope
            case ast.Again(limit=limit):
                if frame.table is None or not frame.in_row:
                    self.findings.add("P021", "`again` belongs in a row of a rolled table", span)
                if limit is None:
                    self.findings.add("P022", "`again` without a bound", span, help="Write `again at most 20 times`.")
                return [g.Again(limit=limit or 1, span=span)], scope
            case ast.TreatAs(key=key):
                return self.treat_as(stmt, key, frame)
            case ast.TakeEvery(table=table, args=args, subrows=subrows):
                resolved = self.table_args(table, args, span, scope)
                taken = g.TakeEvery(table=table, args=resolved, subrows=subrows, span=span)
                return [taken], scope.after(self.effects.of([stmt]))
            case ast.Step():
                return self.step(stmt, scope, frame)
            case ast.If():
                return self.if_(stmt, scope, frame)
            case ast.ForEach() | ast.ForRange() | ast.Repeat() | ast.While():
                return self.loop(stmt, scope, frame)
            case ast.Remove() | ast.RemoveEach():
                return self.remove(stmt, scope)
            case ast.Reset(target=target):
                return self.reset(stmt, target, scope)
            case ast.End():
                return self.end(stmt, scope)
            case ast.Return():
                return self.return_(stmt, scope, frame)
            case ast.Stop():
                if not frame.loops:
                    self.findings.add("P023", "`stop` leaves a loop, and there is none here", span)
                return [g.StopLoop(span=span)], None
            case ast.SubRoll():
                return self.sub_roll(stmt, scope, frame)
            case ast.Choose():
                return self.choose(stmt, scope, frame)
            case ast.ChooseBranch():
                return self.choose_branch(stmt, scope, frame)
            case _:
                self.findings.add("P006", "this cannot stand here", span)
                return [], scope

    def use_note(self, stmt: ast.Stmt, name: str, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """``note c``."""
        notes = {line.name: line for line in frame.table.lines if isinstance(line, ast.Note)} if frame.table else {}
        if name not in notes:
            self.findings.add("N001", f"there is no note {name} in this table", stmt.span, help=near(name, notes))
            return [], scope
        after = None if gives_always(notes[name].body) else scope.after(self.effects.of([notes[name]], frame.table))
        return [g.UseNote(note=name, span=stmt.span)], after

    def treat_as(self, stmt: ast.TreatAs, key: ast.Key, frame: Frame) -> tuple[list[g.Stmt], None]:
        """``treat as row 6``."""
        number = row_treated(frame.table, key)
        if number is not None:
            return [g.TreatAs(row=number, span=stmt.span)], None
        self.findings.add("N008", "this table has no such row", stmt.span, help="Give a key that one of its rows has.")
        return [], None
