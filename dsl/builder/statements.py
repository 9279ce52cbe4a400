"""Builder methods for procedures and statements."""

from __future__ import annotations

from typing import Any

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Args, Base, Heading, Params, drop_missing, parse_matters, unquote
from bombsight.dsl.origin import Origin
from bombsight.dsl.source import Span


class Statements(Base):
    """Builder of procedures and statements."""

    def n_procedure(
        self,
        span: Span,
        name: str,
        params: Params,
        type_: ast.TypeExpr | None,
        title: str | None,
        seen: ast.Seen | None,
        heading: Heading,
        *body: ast.Stmt,
    ) -> ast.Procedure:
        called = unquote(title) if title else None
        return ast.Procedure(name, params or (), type_, called, *heading, body, seen, span=span)

    def n_block(self, span: Span, *statements: ast.Stmt) -> ast.Block:
        return statements

    def n_step(
        self, span: Span, name: str, title: str | None, seen: ast.Seen | None, origin: Origin, *body: ast.Stmt
    ) -> ast.Step:
        return ast.Step(name, unquote(title) if title else None, origin, body, seen, span=span)

    def n_nothing(self, span: Span) -> ast.Nothing:
        return ast.Nothing(span=span)

    def n_again(self, span: Span, most: str | None) -> ast.Again:
        return ast.Again(int(most) if most else None, span=span)

    def n_do_stmt(self, span: Span, value: ast.Expr) -> ast.Evaluate:
        return ast.Evaluate(value, span=span)

    n_roll_stmt = n_do_stmt
    n_look_up_stmt = n_do_stmt

    def n_do(self, span: Span, name: str, args: Args) -> ast.Do:
        return ast.Do(name, args or (), span=span)

    def n_args(self, span: Span, *args: ast.Expr | None) -> tuple[ast.Expr, ...]:
        return drop_missing(args)

    def n_use_note(self, span: Span, name: str) -> ast.UseNote:
        return ast.UseNote(name, span=span)

    def n_set(self, span: Span, target: ast.Expr, value: ast.Expr) -> ast.Set:
        return ast.Set(target, value, span=span)

    def n_add(self, span: Span, value: ast.Expr, target: ast.Expr) -> ast.Add:
        return ast.Add(value, target, span=span)

    def n_take_from(self, span: Span, value: ast.Expr, target: ast.Expr) -> ast.Take:
        return ast.Take(value, target, span=span)

    def n_let(self, span: Span, name: str, value: ast.Expr) -> ast.Let:
        return ast.Let(name, None, value, span=span)

    def n_let_typed(self, span: Span, name: str, type_: ast.TypeExpr, value: ast.Expr | None) -> ast.Let:
        return ast.Let(name, type_, value, span=span)

    def n_say(self, span: Span, text: str, tone: str | None, seen: ast.Seen | None) -> ast.Say:
        return ast.Say(unquote(text), parse_matters(tone), seen, span=span)

    def n_treat(self, span: Span, key: ast.Key) -> ast.TreatAs:
        return ast.TreatAs(key, span=span)

    def n_take(self, span: Span, table: str, args: Args) -> ast.TakeEvery:
        return ast.TakeEvery(table, args or (), False, span=span)

    def n_take_subrows(self, span: Span, _subrow: str, table: str, args: Args) -> ast.TakeEvery:
        return ast.TakeEvery(table, args or (), True, span=span)

    def n_roll_on(self, span: Span, table: str, args: Args) -> ast.RollOn:
        return ast.RollOn(table, args or (), span=span)

    def n_if(self, span: Span, condition: ast.Expr, body: ast.Block, otherwise: ast.Block | ast.If | None) -> ast.If:
        if isinstance(otherwise, ast.If):
            otherwise = (otherwise,)
        return ast.If(condition, body, otherwise or (), span=span)

    def n_for_each(
        self, span: Span, name: str, domain: ast.Expr, where: ast.Expr | None, body: ast.Block
    ) -> ast.ForEach:
        return ast.ForEach(name, domain, where, body, span=span)

    def n_for_up(self, span: Span, name: str, low: ast.Expr, high: ast.Expr, body: ast.Block) -> ast.ForRange:
        return ast.ForRange(name, low, high, False, body, span=span)

    def n_for_down(
        self, span: Span, name: str, high: ast.Expr, _down: str, low: ast.Expr, body: ast.Block
    ) -> ast.ForRange:
        return ast.ForRange(name, high, low, True, body, span=span)

    def n_repeat(self, span: Span, times: ast.Expr, body: ast.Block) -> ast.Repeat:
        return ast.Repeat(times, body, span=span)

    def n_while(self, span: Span, condition: ast.Expr, most: str | None, body: ast.Block) -> ast.While:
        return ast.While(condition, int(most) if most else None, body, span=span)

    def n_remove(self, span: Span, name: str, target: ast.Expr) -> ast.Remove:
        return ast.Remove(name, target, span=span)

    def n_remove_each(self, span: Span, name: str, target: ast.Expr, where: ast.Expr | None) -> ast.RemoveEach:
        return ast.RemoveEach(name, target, where, span=span)

    def n_move_to_end(self, span: Span, name: str, target: ast.Expr) -> ast.Move:
        return ast.Move(name, target, False, span=span)

    def n_move_to_start(self, span: Span, name: str, target: ast.Expr) -> ast.Move:
        return ast.Move(name, target, True, span=span)

    def n_reset(self, span: Span, target: ast.Expr) -> ast.Reset:
        return ast.Reset(target, span=span)

    def n_end(self, span: Span, name: str, value: ast.Expr | None) -> ast.End:
        return ast.End(name, value, span=span)

    def n_return(self, span: Span, value: ast.Expr | ast.Result | None) -> ast.Return:
        value = value
        if isinstance(value, ast.Result):
            return ast.Return(value.values, span=span)
        return ast.Return((value,) if value is not None else (), span=span)

    def n_stop(self, span: Span) -> ast.Stop:
        return ast.Stop(span=span)

    def n_sub_roll(self, span: Span, dice: ast.Dice, *lines: ast.Modifier | ast.NaturalRow | ast.Row) -> ast.SubRoll:
        return ast.SubRoll(dice, lines, span=span)

    def n_choose(
        self,
        span: Span,
        variable: str,
        domain: ast.Expr,
        where: ast.Expr | None,
        optional: str | None,
        ask: str,
        by: ast.By | None,
        asides: tuple[ast.Aside, ...],
        together: str | None,
        grave: bool | None,
        prefer: ast.Expr | None,
    ) -> ast.Choose:
        return ast.Choose(
            variable,
            domain,
            where,
            optional is not None,
            ask,
            by,
            asides,
            prefer,
            together,
            grave is not None,
            span=span,
        )

    def n_choose_branch(
        self,
        span: Span,
        name: str,
        ask: str,
        by: ast.By | None,
        asides: tuple[ast.Aside, ...],
        together: str | None,
        *branches: ast.Branch,
    ) -> ast.ChooseBranch:
        return ast.ChooseBranch(name, ask, by, asides, branches, together, span=span)

    def n_draw(
        self, span: Span, variable: str, domain: ast.Expr, where: ast.Expr | None, optional: str | None
    ) -> ast.Draw:
        return ast.Draw(variable, domain, where, optional is not None, span=span)

    def n_draw_span(
        self,
        span: Span,
        variable: str,
        low: ast.Expr,
        high: ast.Expr,
        where: ast.Expr | None,
        optional: str | None,
    ) -> ast.Draw:
        return self.n_draw(span, variable, ast.Interval(low, high, span=low.span.extend_to(high.span)), where, optional)

    def n_asides(self, span: Span, *lines: ast.Aside) -> tuple[ast.Aside, ...]:
        return lines

    def n_beside(self, span: Span, text: str, when: ast.Expr | None) -> ast.Beside:
        return ast.Beside(unquote(text), when, span=span)

    def n_routine(self, span: Span, when: ast.Expr | None) -> ast.Routine:
        return ast.Routine(when, span=span)

    def n_ask(self, span: Span, text: str) -> str:
        return unquote(text)

    def n_by(self, span: Span, who: ast.Expr) -> ast.By:
        return ast.By(who, span=span)

    def n_together(self, span: Span, title: str) -> str:
        return unquote(title)

    def n_grave(self, span: Span, _word: str) -> bool:
        return True

    def n_prefer(self, span: Span, value: ast.Expr) -> Any:
        return value

    def n_branch(
        self,
        span: Span,
        name: str,
        title: str,
        grave: str | None,
        when: ast.Expr | None,
        prefer: ast.Expr | None,
        block: ast.Block,
    ) -> ast.Branch:
        return ast.Branch(name, unquote(title), when, prefer, block, grave is not None, span=span)
