"""From the parser's tree to the syntax tree.

One method for every rule of ``grammar.lark``, under the rule's name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from lark import Token, Tree
from lark.tree import Meta

from dsl import ast
from dsl.source import Source, Span


def keep(children: list[Any]) -> tuple[Any, ...]:
    """What an optional or repeated part really held."""
    return tuple(child for child in children if child is not None)


def text_of(token: Token) -> str:
    """The characters between the quotes."""
    return str(token)[1:-1]


class Builder:
    """Builds the nodes of one piece of a file.

    Args:
        source: The file.
        offset: Where in the file the piece begins.
    """

    def __init__(self, source: Source, offset: int) -> None:
        self.source = source
        self.offset = offset

    def build(self, tree: Tree[Token]) -> ast.Item:
        """The item that the tree of one piece holds."""
        return cast(ast.Item, self.node(tree.children[0]))

    def node(self, child: Any) -> Any:
        """The value of a child: a node, a token, or None for an optional part that is missing."""
        if not isinstance(child, Tree):
            return child
        children = [self.node(c) for c in child.children]
        name = str(child.data)
        rule: Callable[[Span, list[Any]], Any] = getattr(self, "n_" + name.rstrip("_"))
        return rule(self.span(child.meta), children)

    def span(self, meta: Meta) -> Span:
        """The place of a rule in the file."""
        if meta.empty:
            return self.source.span(self.offset, self.offset)
        return self.source.span(self.offset + meta.start_pos, self.offset + meta.end_pos)

    def token_span(self, token: Token) -> Span:
        """The place of a token in the file."""
        start = token.start_pos or 0
        return self.source.span(self.offset + start, self.offset + start + len(token))

    # --- manifest and switches

    def n_game(self, span: Span, c: list[Any]) -> ast.Game:
        return ast.Game(str(c[0]), text_of(c[1]), keep(c[2:]), span=span)

    def n_game_line(self, span: Span, c: list[Any]) -> ast.GameLine:
        return ast.GameLine(str(c[0]), tuple(self.plain(v) for v in c[2:]), str(c[1]) if c[1] else None, span=span)

    @staticmethod
    def plain(token: Token) -> str | int:
        """A text, a word or a number as Python has it."""
        if token.type == "STRING":
            return text_of(token)
        return int(token) if token.type == "INT" else str(token)

    def n_option(self, span: Span, c: list[Any]) -> ast.Option:
        name, title, bounds, default, provenance, cite = c
        if isinstance(bounds, Token):  # a single word collapses to its token
            bounds = ((str(bounds),), None, None)
        words, low, high = bounds or ((), None, None)
        return ast.Option(str(name), text_of(title), words, low, high, default, provenance, cite, span=span)

    def n_option_words(self, span: Span, c: list[Any]) -> Any:
        return tuple(str(w) for w in c), None, None

    def n_option_span(self, span: Span, c: list[Any]) -> Any:
        return (), int(c[0]), int(c[1])

    # --- types and state

    def n_enum(self, span: Span, c: list[Any]) -> ast.Enum:
        return ast.Enum(str(c[0]), tuple(c[1:]), (), None, None, span=span)

    def n_enum_grid(self, span: Span, c: list[Any]) -> ast.Enum:
        name, provenance, cite, *rows = c
        return ast.Enum(str(name), (), tuple(rows), provenance, cite, span=span)

    def n_value(self, span: Span, c: list[Any]) -> ast.EnumValue:
        return ast.EnumValue(str(c[0]), text_of(c[1]) if c[1] else None, span=span)

    def n_record(self, span: Span, c: list[Any]) -> ast.Record:
        return ast.Record(str(c[0]), tuple(c[1:]), span=span)

    def n_state(self, span: Span, c: list[Any]) -> ast.State:
        return ast.State(str(c[0]), tuple(c[1:]), span=span)

    def n_field(self, span: Span, c: list[Any]) -> ast.FieldDecl:
        name, *middle = c
        indices = keep([m for m in middle if isinstance(m, ast.Index)])
        title, type_, full, default = [m for m in middle if not isinstance(m, ast.Index)][-4:]
        return ast.FieldDecl(
            str(name), indices, text_of(title) if title else None, type_, full is not None, default, span=span
        )

    def n_index(self, span: Span, c: list[Any]) -> ast.Index:
        return ast.Index(str(c[0]) if c[0] else None, str(c[1]), span=span)

    def n_range_type(self, span: Span, c: list[Any]) -> ast.RangeType:
        return ast.RangeType(c[0], c[1], c[2] is not None, span=span)

    def n_list_type(self, span: Span, c: list[Any]) -> ast.ListType:
        return ast.ListType(str(c[0]), int(c[1]), span=span)

    def n_yesno_type(self, span: Span, c: list[Any]) -> ast.YesNoType:
        return ast.YesNoType(span=span)

    def n_named_type(self, span: Span, c: list[Any]) -> ast.NamedType:
        return ast.NamedType(str(c[0]), c[1] is not None, span=span)

    # --- tables

    def n_table(self, span: Span, c: list[Any]) -> ast.Table:
        id_, title, provenance, deep, cite, *lines = c
        return ast.Table(str(id_), text_of(title), provenance, deep, cite, tuple(lines), span=span)

    def n_provenance(self, span: Span, c: list[Any]) -> ast.Provenance:
        return ast.Provenance(str(c[0]), text_of(c[1]) if c[1] else None, span=span)  # type: ignore[arg-type]  # the terminal holds the four words

    def n_deep(self, span: Span, c: list[Any]) -> int:
        return int(c[0])

    def n_cite(self, span: Span, c: list[Any]) -> str:
        return text_of(c[0])

    def n_for_line(self, span: Span, c: list[Any]) -> ast.ForLine:
        return ast.ForLine(tuple(c), span=span)

    def n_param(self, span: Span, c: list[Any]) -> ast.Param:
        return ast.Param(str(c[0]), c[1], span=span)

    def n_gives_type(self, span: Span, c: list[Any]) -> ast.Gives:
        return ast.Gives(c[0], span=span)

    def n_gives_parts(self, span: Span, c: list[Any]) -> ast.Gives:
        return ast.Gives(None, tuple(c), span=span)

    def n_roll_line(self, span: Span, c: list[Any]) -> ast.RollLine:
        return ast.RollLine(self.dice(c[0]), span=span)

    def dice(self, token: Token) -> ast.Dice:
        """``2d6`` or ``d66``."""
        span = self.token_span(token)
        if token == "d66":
            return ast.Dice(2, 66, span=span)
        count, sides = str(token).split("d")
        return ast.Dice(int(count), int(sides), span=span)

    def n_modifier(self, span: Span, c: list[Any]) -> ast.Modifier:
        amount, label, when, unless, provenance, cite = c
        return ast.Modifier(amount, str(label), when, unless, provenance, cite, span=span)

    def n_modifier_on(self, span: Span, c: list[Any]) -> ast.ModifierOn:
        amount, label, *tables, when, unless, provenance, cite = c
        modifier = ast.Modifier(amount, str(label), when, unless, provenance, cite, span=span)
        return ast.ModifierOn(modifier, tuple(str(t) for t in tables), span=span)

    def n_plus_amount(self, span: Span, c: list[Any]) -> ast.Expr:
        return cast(ast.Expr, c[1])

    def n_beforehand(self, span: Span, c: list[Any]) -> ast.Beforehand:
        return ast.Beforehand(c[0], self.cell_block(c[1]), c[2], c[3], span=span)

    def n_beforehand_block(self, span: Span, c: list[Any]) -> ast.Beforehand:
        return ast.Beforehand(c[0], c[3], c[1], c[2], span=span)

    def n_natural(self, span: Span, c: list[Any]) -> ast.NaturalRow:
        return ast.NaturalRow(c[0], c[1], self.cell_block(c[2]), c[3], c[4], span=span)

    def n_natural_block(self, span: Span, c: list[Any]) -> ast.NaturalRow:
        return ast.NaturalRow(c[0], c[1], c[4], c[2], c[3], span=span)

    def n_row(self, span: Span, c: list[Any]) -> ast.Row:
        keys, title, cell, provenance, cite = c
        return ast.Row(keys, text_of(title) if title else None, self.cell_block(cell), provenance, cite, span=span)

    def n_row_block(self, span: Span, c: list[Any]) -> ast.Row:
        keys, title, provenance, cite, block = c
        return ast.Row(keys, text_of(title) if title else None, block, provenance, cite, span=span)

    @staticmethod
    def cell_block(cell: Any) -> ast.Block:
        """A row's result is a block like any other."""
        return (cell,)

    def n_values(self, span: Span, c: list[Any]) -> ast.Result:
        return ast.Result(tuple(c), span=span)

    def n_grid_row(self, span: Span, c: list[Any]) -> ast.GridRow:
        *cells, provenance, cite = c
        return ast.GridRow(tuple(self.cell(x, span) for x in cells), provenance, cite, span=span)

    @staticmethod
    def cell(item: Any, span: Span) -> ast.Cell:
        """A cell of one item is that item."""
        if isinstance(item, ast.Cell):
            return item
        if isinstance(item, ast.Key):
            item = Builder.cell_key(item)
        return ast.Cell((item,), span=item.span)

    @staticmethod
    def cell_key(key: ast.Key) -> ast.Expr:
        """A key with a single value is that value; a span stays a key."""
        if key.low is not None and key.low is key.high:
            return key.low
        return ast.CellKey(key, span=key.span)

    def n_cells(self, span: Span, c: list[Any]) -> ast.Cell:
        return ast.Cell(tuple(self.cell_key(x) if isinstance(x, ast.Key) else x for x in c), span=span)

    def n_both(self, span: Span, c: list[Any]) -> ast.CellBoth:
        return ast.CellBoth(tuple(str(n) for n in c), span=span)

    def n_typed_head(self, span: Span, c: list[Any]) -> ast.CellTyped:
        return ast.CellTyped(str(c[0]), c[1], span=span)

    def n_dice_cell(self, span: Span, c: list[Any]) -> ast.Dice:
        return self.dice(c[0])

    def n_blank(self, span: Span, c: list[Any]) -> ast.CellBlank:
        return ast.CellBlank(span=span)

    def n_note_cell(self, span: Span, c: list[Any]) -> ast.CellNote:
        return ast.CellNote(str(c[0]), span=span)

    def n_anything(self, span: Span, c: list[Any]) -> ast.CellAny:
        return ast.CellAny(span=span)

    def n_note(self, span: Span, c: list[Any]) -> ast.Note:
        return ast.Note(str(c[0]), text_of(c[1]), c[2], span=span)

    def n_keys(self, span: Span, c: list[Any]) -> tuple[ast.Key, ...]:
        return tuple(c)

    def n_span(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(c[0], c[1], span=span)

    def n_at_most(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(None, c[0], span=span)

    def n_at_least(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(c[0], None, span=span)

    def n_exactly(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(c[0], c[0], span=span)

    def n_otherwise(self, span: Span, c: list[Any]) -> ast.Key:
        return ast.Key(None, None, True, span=span)

    # --- derived values

    def n_define(self, span: Span, c: list[Any]) -> ast.Define:
        name, params, type_, base, provenance, cite = c
        return ast.Define(str(name), params or (), type_, base, None, (), provenance, cite, span=span)

    def n_define_block(self, span: Span, c: list[Any]) -> ast.Define:
        name, params, type_, provenance, cite, base, *exceptions = c
        return ast.Define(
            str(name),
            params or (),
            type_,
            base.values[0],
            base.cite,
            tuple(exceptions),
            provenance,
            cite,
            span=span,
        )

    def n_params(self, span: Span, c: list[Any]) -> tuple[ast.Param, ...]:
        return keep(c)

    def n_base(self, span: Span, c: list[Any]) -> ast.Base:
        return ast.Base((c[0],), c[1], span=span)

    def n_except(self, span: Span, c: list[Any]) -> ast.Except:
        name, value, when, over, provenance, cite, *exceptions = c
        return ast.Except(str(name), value, when, over or (), provenance, cite, keep(exceptions), span=span)

    def n_names(self, span: Span, c: list[Any]) -> tuple[str, ...]:
        return tuple(str(n) for n in c)

    # --- procedures and statements

    def n_procedure(self, span: Span, c: list[Any]) -> ast.Procedure:
        name, params, type_, title, provenance, deep, cite, block = c
        return ast.Procedure(
            str(name),
            params or (),
            type_,
            text_of(title) if title else None,
            provenance,
            deep,
            cite,
            block,
            span=span,
        )

    def n_block(self, span: Span, c: list[Any]) -> ast.Block:
        return tuple(c)

    def n_step(self, span: Span, c: list[Any]) -> ast.Step:
        name, title, cite, block = c
        return ast.Step(str(name), text_of(title) if title else None, cite, block, span=span)

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
        return ast.SubRoll(self.dice(c[0]), tuple(c[1:]), span=span)

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

    def n_reroll(self, span: Span, c: list[Any]) -> ast.Reroll:
        name, title, when, limit, cite, *lines = c
        prefers = tuple(line for line in lines if isinstance(line, ast.Prefer))
        body = tuple(line for line in lines if not isinstance(line, ast.Prefer))
        return ast.Reroll(
            str(name), text_of(title), when, int(limit) if limit else None, prefers, cite, body, span=span
        )

    def n_prefer_on(self, span: Span, c: list[Any]) -> ast.Prefer:
        return ast.Prefer(str(c[0]), c[1], span=span)

    # --- overlays

    def n_overlay(self, span: Span, c: list[Any]) -> ast.Overlay:
        kind, name, title, game, cite, author, *entries = c
        return ast.Overlay(
            str(kind),  # type: ignore[arg-type]  # the terminal holds the three words
            str(name),
            text_of(title),
            str(game) if game else None,
            text_of(cite) if cite else None,
            text_of(author) if author else None,
            tuple(entries),
            span=span,
        )

    def n_entry(self, span: Span, c: list[Any]) -> ast.Entry:
        number, title, cite, *patches = c
        return ast.Entry(str(number), text_of(title), cite, tuple(patches), span=span)

    def n_patch_table(self, span: Span, c: list[Any]) -> ast.EditPatch:
        id_, keys, *edits = c
        return ast.EditPatch(ast.TargetRef("table", str(id_), keys, span=span), tuple(edits), span=span)

    def n_patch_table_cell(self, span: Span, c: list[Any]) -> ast.EditPatch:
        target = ast.TargetRef("table", str(c[0]), c[1], c[2], span=span)
        return ast.EditPatch(target, (c[3],), span=span)

    def n_patch_enum(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("enum", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_patch_enum_cell(self, span: Span, c: list[Any]) -> ast.EditPatch:
        target = ast.TargetRef("enum", str(c[0]), c[1], c[2], span=span)
        return ast.EditPatch(target, (c[3],), span=span)

    def n_patch_define(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("define", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_patch_procedure(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("procedure", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_patch_state(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("state", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_patch_record(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(ast.TargetRef("record", str(c[0]), span=span), tuple(c[1:]), span=span)

    def n_column(self, span: Span, c: list[Any]) -> tuple[str | int, ...]:
        return tuple(self.plain(t) for t in c)

    def n_patch_was(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(None, (ast.Edit("was", (c[0],), (c[1],), span=span),), span=span)

    def n_patch_add(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(None, (ast.Edit("add", (), (c[0],), span=span),), span=span)

    def n_patch_remove(self, span: Span, c: list[Any]) -> ast.EditPatch:
        return ast.EditPatch(None, (ast.Edit("remove", (c[0],), (), span=span),), span=span)

    def n_patch_replace(self, span: Span, c: list[Any]) -> ast.ReplacePatch:
        return ast.ReplacePatch(c[0], span=span)

    def n_patch_confirms(self, span: Span, c: list[Any]) -> ast.ConfirmPatch:
        return ast.ConfirmPatch(c[0], span=span)

    def n_confirmed_table(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("table", str(c[0]), span=span)

    def n_confirmed_enum(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("enum", str(c[0]), span=span)

    def n_confirmed_procedure(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("procedure", str(c[0]), span=span)

    def n_confirmed_define(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("define", str(c[0]), span=span)

    def n_confirmed_option(self, span: Span, c: list[Any]) -> ast.TargetRef:
        return ast.TargetRef("option", str(c[0]), span=span)

    def n_cell_edit(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("was", (self.cell(c[0], span),), (self.cell(c[1], span),), span=span)

    def n_lines(self, span: Span, c: list[Any]) -> ast.Block:
        return tuple(c)

    @staticmethod
    def quoted(child: Any) -> tuple[ast.Line, ...]:
        """What an edit quotes: one line or several."""
        return child if isinstance(child, tuple) else (child,)

    def n_edit_was(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("was", self.quoted(c[0]), self.quoted(c[1]), span=span)

    def n_edit_add(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("add", (), self.quoted(c[0]), span=span)

    def n_edit_add_to(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("add", (), (c[1],), str(c[0]) if c[0] else None, span=span)

    def n_edit_remove(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("remove", self.quoted(c[0]), (), span=span)

    def n_edit_where(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit(str(c[0]), (), c[1 + 1], str(c[1]), span=span)  # type: ignore[arg-type]  # before or after

    def n_edit_start(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("start", (), c[0], span=span)

    def n_edit_end(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("end", (), c[0], span=span)

    def n_edit_branch(self, span: Span, c: list[Any]) -> ast.Edit:
        return ast.Edit("add", (), (c[1],), str(c[0]), span=span)

    # --- examples

    def n_example(self, span: Span, c: list[Any]) -> ast.Example:
        title, cite, *lines = c
        return ast.Example(text_of(title), cite, tuple(lines), span=span)

    def n_given(self, span: Span, c: list[Any]) -> ast.Given:
        return ast.Given(c[0], c[1], span=span)

    def n_given_do(self, span: Span, c: list[Any]) -> ast.GivenDo:
        return ast.GivenDo(c[0], span=span)

    def n_call(self, span: Span, c: list[Any]) -> ast.ExampleCall:
        return ast.ExampleCall(c[0], span=span)

    def n_rolls(self, span: Span, c: list[Any]) -> ast.ExpectedRoll:
        table = None if c[0] == "-" else str(c[0])
        return ast.ExpectedRoll(table, tuple(int(d) for d in c[1:]), span=span)

    def n_answer(self, span: Span, c: list[Any]) -> ast.ExpectedAnswer:
        return ast.ExpectedAnswer(tuple(str(w) for w in c), span=span)

    def n_expect(self, span: Span, c: list[Any]) -> ast.Expect:
        return ast.Expect(c[0], span=span)

    # --- expressions

    def n_number(self, span: Span, c: list[Any]) -> ast.Number:
        return ast.Number(int(c[0]), span=span)

    def n_text(self, span: Span, c: list[Any]) -> ast.Text:
        return ast.Text(text_of(c[0]), span=span)

    def n_yes(self, span: Span, c: list[Any]) -> ast.YesNo:
        return ast.YesNo(True, span=span)

    def n_no(self, span: Span, c: list[Any]) -> ast.YesNo:
        return ast.YesNo(False, span=span)

    def n_none(self, span: Span, c: list[Any]) -> ast.NoneValue:
        return ast.NoneValue(span=span)

    def n_dice(self, span: Span, c: list[Any]) -> ast.Dice:
        return self.dice(c[0])

    def n_natural_dice(self, span: Span, c: list[Any]) -> ast.Natural:
        return ast.Natural(span=span)

    def n_option_value(self, span: Span, c: list[Any]) -> ast.OptionValue:
        return ast.OptionValue(str(c[0]), span=span)

    def n_ref(self, span: Span, c: list[Any]) -> ast.Expr:
        return cast(ast.Expr, c[0])

    def n_name(self, span: Span, c: list[Any]) -> ast.Name:
        return ast.Name(str(c[0]), span=span)

    def n_attribute(self, span: Span, c: list[Any]) -> ast.Attribute:
        return ast.Attribute(c[0], str(c[1]), span=span)

    def n_subscript(self, span: Span, c: list[Any]) -> ast.Subscript:
        return ast.Subscript(c[0], tuple(c[1:]), span=span)

    def n_call_expr(self, span: Span, c: list[Any]) -> ast.Call:
        return ast.Call(str(c[0]), keep(c[1:]), span=span)

    def n_new_record(self, span: Span, c: list[Any]) -> ast.NewRecord:
        return ast.NewRecord(str(c[0]), tuple(c[1:]), span=span)

    def n_field_value(self, span: Span, c: list[Any]) -> ast.FieldValue:
        return ast.FieldValue(str(c[0]), c[1], span=span)

    def n_set_lit(self, span: Span, c: list[Any]) -> ast.SetLiteral:
        return ast.SetLiteral(tuple(c), span=span)

    def n_plus(self, span: Span, c: list[Any]) -> ast.Binary:
        return ast.Binary("+", c[0], c[2], span=span)

    def n_minus(self, span: Span, c: list[Any]) -> ast.Binary:
        return ast.Binary("-", c[0], c[2], span=span)

    def n_times(self, span: Span, c: list[Any]) -> ast.Binary:
        return ast.Binary("*", c[0], c[1], span=span)

    def n_divide(self, span: Span, c: list[Any]) -> ast.Divide:
        rounding = str(c[2]).split()[1] if c[2] else None
        return ast.Divide(c[0], c[1], rounding, span=span)  # type: ignore[arg-type]  # up or down

    def n_negate(self, span: Span, c: list[Any]) -> ast.Negate:
        return ast.Negate(c[1], span=span)

    def n_compare(self, span: Span, c: list[Any]) -> ast.Compare:
        return ast.Compare(str(c[1]), c[0], c[2], span=span)  # type: ignore[arg-type]  # the terminal holds the four

    def n_is(self, span: Span, c: list[Any]) -> ast.Is:
        return ast.Is(c[0], c[1], False, span=span)

    def n_is_not(self, span: Span, c: list[Any]) -> ast.Is:
        return ast.Is(c[0], c[1], True, span=span)

    def n_within(self, span: Span, c: list[Any]) -> ast.Within:
        return ast.Within(c[0], c[1], c[2], span=span)

    def n_member(self, span: Span, c: list[Any]) -> ast.Member:
        return ast.Member(c[0], c[1], span=span)

    def n_not(self, span: Span, c: list[Any]) -> ast.Not:
        return ast.Not(c[0], span=span)

    def n_and(self, span: Span, c: list[Any]) -> ast.And:
        return ast.And(tuple(c), span=span)

    def n_or(self, span: Span, c: list[Any]) -> ast.Or:
        return ast.Or(tuple(c), span=span)

    def n_count(self, span: Span, c: list[Any]) -> ast.Quantifier:
        return ast.Quantifier("count", *c[0], span=span)

    def n_any(self, span: Span, c: list[Any]) -> ast.Quantifier:
        return ast.Quantifier("any", *c[0], span=span)

    def n_first(self, span: Span, c: list[Any]) -> ast.Quantifier:
        return ast.Quantifier("first", *c[0], span=span)

    def n_among(self, span: Span, c: list[Any]) -> tuple[str, ast.Expr, ast.Expr | None]:
        return str(c[0]), c[1], c[2]

    def n_among_span(self, span: Span, c: list[Any]) -> tuple[str, ast.Expr, ast.Expr | None]:
        return str(c[0]), ast.Interval(c[1], c[2], span=span), c[3]

    def n_results_of(self, span: Span, c: list[Any]) -> ast.ResultsOf:
        return ast.ResultsOf(str(c[0]), c[1] or (), span=span)

    def n_look_up(self, span: Span, c: list[Any]) -> ast.LookUp:
        return ast.LookUp(str(c[0]), c[1], str(c[2]) if c[2] else None, span=span)

    def n_modifiers_on(self, span: Span, c: list[Any]) -> ast.ModifiersOn:
        return ast.ModifiersOn(str(c[0]), c[1] or (), span=span)
