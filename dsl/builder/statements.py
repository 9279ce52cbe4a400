"""Procedures and statements."""

from __future__ import annotations

from typing import Any

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, keep, text_of
from bombsight.dsl.origin import UNSAID
from bombsight.dsl.source import Span


class Statements(Base):
    """Builds procedures and what stands in blocks."""

    def n_procedure(self, span: Span, c: list[Any]) -> ast.Procedure:
        name, params, type_, title, provenance, deep, cite, block = c
        return ast.Procedure(
            str(name),
            params or (),
            type_,
            text_of(title) if title else None,
            self.sourced(provenance, cite),
            deep,
            block,
            span=span,
        )

    def n_block(self, span: Span, c: list[Any]) -> ast.Block:
        return tuple(c)

    def n_step(self, span: Span, c: list[Any]) -> ast.Step:
        name, title, cite, block = c
        return ast.Step(str(name), text_of(title) if title else None, cite or UNSAID, block, span=span)

    def n_nothing(self, span: Span, c: list[Any]) -> ast.Nothing:
        return ast.Nothing(span=span)

    def n_again(self, span: Span, c: list[Any]) -> ast.Again:
        return ast.Again(int(c[0]) if c[0] else None, span=span)

    def n_do_stmt(self, span: Span, c: list[Any]) -> ast.Evaluate:
        return ast.Evaluate(c[0], span=span)

    n_roll_stmt = n_do_stmt
    n_look_up_stmt = n_do_stmt

    def n_do(self, span: Span, c: list[Any]) -> ast.Do:
        return ast.Do(str(c[0]), c[1] or (), span=span)

    def n_args(self, span: Span, c: list[Any]) -> tuple[ast.Expr, ...]:
        return keep(c)

    def n_use_note(self, span: Span, c: list[Any]) -> ast.UseNote:
        return ast.UseNote(str(c[0]), span=span)

    def n_set(self, span: Span, c: list[Any]) -> ast.Set:
        return ast.Set(c[0], c[1], span=span)

    def n_add(self, span: Span, c: list[Any]) -> ast.Add:
        return ast.Add(c[0], c[1], span=span)

    def n_let(self, span: Span, c: list[Any]) -> ast.Let:
        return ast.Let(str(c[0]), None, c[1], span=span)

    def n_let_typed(self, span: Span, c: list[Any]) -> ast.Let:
        return ast.Let(str(c[0]), c[1], c[2], span=span)

    def n_say(self, span: Span, c: list[Any]) -> ast.Say:
        return ast.Say(text_of(c[0]), span=span)

    def n_treat(self, span: Span, c: list[Any]) -> ast.TreatAs:
        return ast.TreatAs(c[0], span=span)

    def n_take(self, span: Span, c: list[Any]) -> ast.TakeEvery:
        return ast.TakeEvery(str(c[0]), c[1] or (), False, span=span)

    def n_take_subrows(self, span: Span, c: list[Any]) -> ast.TakeEvery:
        return ast.TakeEvery(str(c[1]), c[2] or (), True, span=span)

    def n_roll_on(self, span: Span, c: list[Any]) -> ast.RollOn:
        return ast.RollOn(str(c[0]), c[1] or (), span=span)

    def n_if(self, span: Span, c: list[Any]) -> ast.If:
        condition, body, otherwise = c
        if isinstance(otherwise, ast.If):
            otherwise = (otherwise,)
        return ast.If(condition, body, otherwise or (), span=span)

    def n_for_each(self, span: Span, c: list[Any]) -> ast.ForEach:
        return ast.ForEach(str(c[0]), c[1], c[2], c[3], span=span)

    def n_for_up(self, span: Span, c: list[Any]) -> ast.ForRange:
        return ast.ForRange(str(c[0]), c[1], c[2], False, c[3], span=span)

    def n_for_down(self, span: Span, c: list[Any]) -> ast.ForRange:
        return ast.ForRange(str(c[0]), c[1], c[3], True, c[4], span=span)

    def n_repeat(self, span: Span, c: list[Any]) -> ast.Repeat:
        return ast.Repeat(c[0], c[1], span=span)

    def n_while(self, span: Span, c: list[Any]) -> ast.While:
        return ast.While(c[0], int(c[1]) if c[1] else None, c[2], span=span)

    def n_remove(self, span: Span, c: list[Any]) -> ast.Remove:
        return ast.Remove(str(c[0]), c[1], span=span)

    def n_remove_each(self, span: Span, c: list[Any]) -> ast.RemoveEach:
        return ast.RemoveEach(str(c[0]), c[1], c[2], span=span)

    def n_reset(self, span: Span, c: list[Any]) -> ast.Reset:
        return ast.Reset(c[0], span=span)

    def n_end(self, span: Span, c: list[Any]) -> ast.End:
        return ast.End(str(c[0]), c[1], span=span)

    def n_return(self, span: Span, c: list[Any]) -> ast.Return:
        value = c[0]
        if isinstance(value, ast.Result):
            return ast.Return(value.values, span=span)
        return ast.Return((value,) if value is not None else (), span=span)

    def n_stop(self, span: Span, c: list[Any]) -> ast.Stop:
        return ast.Stop(span=span)

    def n_sub_roll(self, span: Span, c: list[Any]) -> ast.SubRoll:
        return ast.SubRoll(c[0], tuple(c[1:]), span=span)

    def n_choose(self, span: Span, c: list[Any]) -> ast.Choose:
        variable, domain, where, optional, ask, by, prefer = c
        return ast.Choose(str(variable), domain, where, optional is not None, ask, by, prefer, span=span)

    def n_choose_branch(self, span: Span, c: list[Any]) -> ast.ChooseBranch:
        name, ask, by, *branches = c
        return ast.ChooseBranch(str(name), ask, by, tuple(branches), span=span)

    def n_ask(self, span: Span, c: list[Any]) -> str:
        return text_of(c[0])

    def n_by(self, span: Span, c: list[Any]) -> str:
        return str(c[0])

    def n_prefer(self, span: Span, c: list[Any]) -> Any:
        return c[0]

    def n_branch(self, span: Span, c: list[Any]) -> ast.Branch:
        name, title, when, prefer, block = c
        return ast.Branch(str(name), text_of(title), when, prefer, block, span=span)
