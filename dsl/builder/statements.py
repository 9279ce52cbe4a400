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
        beat: str | None,
        seen: ast.Seen | None,
        heading: Heading,
        *body: ast.Stmt,
    ) -> ast.Procedure:
        """Build a procedure of the sequence of play."""
        called = unquote(title) if title else None
        return ast.Procedure(name, params or (), type_, called, *heading, body, seen, beat is not None, span=span)

    def n_block(self, span: Span, *statements: ast.Stmt) -> ast.Block:
        """Return the statements of an indented block."""
        return statements

    def n_step(
        self,
        span: Span,
        name: str,
        title: str | None,
        beat: str | None,
        seen: ast.Seen | None,
        origin: Origin,
        *body: ast.Stmt,
    ) -> ast.Step:
        """Build ``step name "Title"``: a labelled block."""
        return ast.Step(name, unquote(title) if title else None, origin, body, seen, beat is not None, span=span)

    def n_nothing(self, span: Span) -> ast.Nothing:
        """Build ``nothing``: the statement without effect."""
        return ast.Nothing(span=span)

    def n_again(self, span: Span, most: str | None) -> ast.Again:
        """Build ``again at most 3 times``: roll on this table again."""
        return ast.Again(int(most) if most else None, span=span)

    def n_again_twice(self, span: Span) -> ast.AgainEachOnce:
        """Build ``again twice, each once``: throw twice more, and take no row a second time."""
        return ast.AgainEachOnce(2, span=span)

    def n_again_times(self, span: Span, times: str) -> ast.AgainEachOnce:
        """Build ``again 3 times, each once``: throw three times more, and take no row a second time."""
        return ast.AgainEachOnce(int(times), span=span)

    def n_do_stmt(self, span: Span, value: ast.Expr) -> ast.Evaluate:
        """Build the statement that only evaluates a call: ``do p``, ``roll on T``, ``look up T``."""
        return ast.Evaluate(value, span=span)

    n_roll_stmt = n_do_stmt
    n_look_up_stmt = n_do_stmt

    def n_do(self, span: Span, name: str, args: Args) -> ast.Do:
        """Build ``do p(args)``: a call of a procedure."""
        return ast.Do(name, args or (), span=span)

    def n_args(self, span: Span, *args: ast.Expr | None) -> tuple[ast.Expr, ...]:
        """Return the arguments in brackets."""
        return drop_missing(args)

    def n_use_note(self, span: Span, name: str) -> ast.UseNote:
        """Build ``note c``: a call of a table's note."""
        return ast.UseNote(name, span=span)

    def n_set(self, span: Span, target: ast.Expr, value: ast.Expr) -> ast.Set:
        """Build ``set x to value``: an assignment to a field or variable."""
        return ast.Set(target, value, span=span)

    def n_add(self, span: Span, value: ast.Expr, target: ast.Expr) -> ast.Add:
        """Build ``add value to x``: an addition to a number or a list."""
        return ast.Add(value, target, span=span)

    def n_take_from(self, span: Span, value: ast.Expr, target: ast.Expr) -> ast.Take:
        """Build ``take value from x``: a subtraction."""
        return ast.Take(value, target, span=span)

    def n_let(self, span: Span, name: str, value: ast.Expr) -> ast.Let:
        """Build ``let name = value``: a constant."""
        return ast.Let(name, None, value, span=span)

    def n_let_typed(self, span: Span, name: str, type_: ast.TypeExpr, value: ast.Expr | None) -> ast.Let:
        """Build ``let name: type = value``: a variable."""
        return ast.Let(name, type_, value, span=span)

    def n_say(self, span: Span, text: str, tone: str | None, chronicle: str | None, seen: ast.Seen | None) -> ast.Say:
        """Build ``say "..." good chronicle``: a message to the player, perhaps for the chronicle, too."""
        return ast.Say(unquote(text), parse_matters(tone), seen, chronicle is not None, span=span)

    def n_chronicle(self, span: Span, _word: str, text: str, tone: str | None, when: ast.Expr | None) -> ast.Chronicle:
        """Build ``chronicle "..." good when e``: a sentence of the chronicle alone."""
        return ast.Chronicle(unquote(text), parse_matters(tone), False, when, span=span)

    def n_chronicle_headline(self, span: Span, _word: str, text: str, when: ast.Expr | None) -> ast.Chronicle:
        """Build ``chronicle headline "..." when e``: a part of the heading of a mission."""
        return ast.Chronicle(unquote(text), "", True, when, span=span)

    def n_treat(self, span: Span, key: ast.Key) -> ast.TreatAs:
        """Build ``treat as row 3``: use the result of another row."""
        return ast.TreatAs(key, span=span)

    def n_take(self, span: Span, table: str, args: Args) -> ast.TakeEvery:
        """Build ``take every row of T``: apply all rows of a table."""
        return ast.TakeEvery(table, args or (), False, span=span)

    def n_take_subrows(self, span: Span, _subrow: str, table: str, args: Args) -> ast.TakeEvery:
        """Build ``take every row and subrow of T``: apply all rows of a table, and those of rolls inside them."""
        return ast.TakeEvery(table, args or (), True, span=span)

    def n_roll_on(self, span: Span, table: str, args: Args) -> ast.RollOn:
        """Build ``roll on T(args)``: a roll on a table."""
        return ast.RollOn(table, args or (), span=span)

    def n_if(self, span: Span, condition: ast.Expr, body: ast.Block, otherwise: ast.Block | ast.If | None) -> ast.If:
        """Build ``if condition`` with its block, and the block or ``if`` after ``else``."""
        if isinstance(otherwise, ast.If):
            otherwise = (otherwise,)
        return ast.If(condition, body, otherwise or (), span=span)

    def n_for_each(
        self, span: Span, name: str, domain: ast.Expr, where: ast.Expr | None, body: ast.Block
    ) -> ast.ForEach:
        """Build ``for each x in domain where e``: a loop over members."""
        return ast.ForEach(name, domain, where, body, span=span)

    def n_for_up(self, span: Span, name: str, low: ast.Expr, high: ast.Expr, body: ast.Block) -> ast.ForRange:
        """Build ``for z in 2..8``: a loop over rising numbers."""
        return ast.ForRange(name, low, high, False, body, span=span)

    def n_for_down(
        self, span: Span, name: str, high: ast.Expr, _down: str, low: ast.Expr, body: ast.Block
    ) -> ast.ForRange:
        """Build ``for z in 8 down to 2``: a loop over falling numbers."""
        return ast.ForRange(name, high, low, True, body, span=span)

    def n_repeat(self, span: Span, times: ast.Expr, body: ast.Block) -> ast.Repeat:
        """Build ``repeat n times``: a loop with a count."""
        return ast.Repeat(times, body, span=span)

    def n_while(self, span: Span, condition: ast.Expr, most: str | None, body: ast.Block) -> ast.While:
        """Build ``while condition at most n times``: a conditional loop."""
        return ast.While(condition, int(most) if most else None, body, span=span)

    def n_remove(self, span: Span, name: str, target: ast.Expr) -> ast.Remove:
        """Build ``remove x from list``: the removal of an element."""
        return ast.Remove(name, target, span=span)

    def n_remove_each(self, span: Span, name: str, target: ast.Expr, where: ast.Expr | None) -> ast.RemoveEach:
        """Build ``remove each x from list where e``: the removal of every element that satisfies a condition."""
        return ast.RemoveEach(name, target, where, span=span)

    def n_move_to_end(self, span: Span, name: str, target: ast.Expr) -> ast.Move:
        """Build ``move x to end of list``."""
        return ast.Move(name, target, False, span=span)

    def n_move_to_start(self, span: Span, name: str, target: ast.Expr) -> ast.Move:
        """Build ``move x to start of list``."""
        return ast.Move(name, target, True, span=span)

    def n_reset(self, span: Span, target: ast.Expr) -> ast.Reset:
        """Build ``reset x``: set a field to its default."""
        return ast.Reset(target, span=span)

    def n_end(self, span: Span, name: str, value: ast.Expr | None) -> ast.End:
        """Build ``end P with value``: end a running procedure."""
        return ast.End(name, value, span=span)

    def n_return(self, span: Span, value: ast.Expr | ast.Result | None) -> ast.Return:
        """Build ``return a, b``: return from a procedure."""
        value = value
        if isinstance(value, ast.Result):
            return ast.Return(value.values, span=span)
        return ast.Return((value,) if value is not None else (), span=span)

    def n_stop(self, span: Span) -> ast.Stop:
        """Build ``stop``: leave the loop."""
        return ast.Stop(span=span)

    def n_sub_roll(self, span: Span, dice: ast.Dice, *lines: ast.Modifier | ast.NaturalRow | ast.Row) -> ast.SubRoll:
        """Build a roll inside a row of a table, with rows of its own."""
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
        """Build ``choose x from domain where e or none``: a choice of a member, with its question and extras."""
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
        """Build a choice between named answers (``branches``), each with its statements, with the question."""
        return ast.ChooseBranch(name, ask, by, asides, branches, together, span=span)

    def n_draw(
        self, span: Span, variable: str, domain: ast.Expr, where: ast.Expr | None, optional: str | None
    ) -> ast.Draw:
        """Build ``draw x from domain where e or none``: a random choice of a member, or of none if ``optional``."""
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
        """Build ``draw x from 1..6 where e or none``: a random choice of a number from ``low`` to ``high``."""
        return self.n_draw(span, variable, ast.Interval(low, high, span=low.span.extend_to(high.span)), where, optional)

    def n_asides(self, span: Span, *lines: ast.Aside) -> tuple[ast.Aside, ...]:
        """Return the lines of information that are shown with a question."""
        return lines

    def n_beside(self, span: Span, text: str, when: ast.Expr | None) -> ast.Beside:
        """Build ``beside "text" when e``: a line of information shown with a question."""
        return ast.Beside(unquote(text), when, span=span)

    def n_routine(self, span: Span, when: ast.Expr | None) -> ast.Routine:
        """Build ``routine when e``: a mark that only the autopilot's answer to a question is sensible."""
        return ast.Routine(when, span=span)

    def n_ask(self, span: Span, text: str) -> str:
        """Return the text of a question: ``ask "Where to?"``."""
        return unquote(text)

    def n_by(self, span: Span, who: ast.Expr) -> ast.By:
        """Build ``by side`` or ``by "the harbour master"``: who answers a question, a player or another person."""
        return ast.By(who, span=span)

    def n_together(self, span: Span, title: str) -> str:
        """Return the title under which several questions are asked at once: ``together "Orders"``."""
        return unquote(title)

    def n_grave(self, span: Span, _word: str) -> bool:
        """Return True for the mark ``grave``: the answer cannot be undone."""
        return True

    def n_prefer(self, span: Span, value: ast.Expr) -> Any:
        """Return the score that the autopilot gives to an answer: ``prefer e``."""
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
        """Build ``answer name "Title" when e prefer e``: a named answer and its block."""
        return ast.Branch(name, unquote(title), when, prefer, block, grave is not None, span=span)
