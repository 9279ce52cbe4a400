"""Tables printed as grids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve

from bombsight.compiler.amended import amended_by, own_origin
from bombsight.compiler.findings import near
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.frame import Frame
from bombsight.compiler.resolve.outcomes import grid_head, key_columns, names_parts
from bombsight.compiler.resolve.rolls import Rolls
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.symbols import head_name
from bombsight.dsl import ast
from bombsight.dsl.listing import listed
from bombsight.flat.types import (
    BoolType,
    Type,
)


class Grids(Rolls):
    """Resolves grids."""

    def grid(self, node: ast.Table, scope: Scope, frame: Frame) -> list[g.Row]:
        """The cells of a grid, each a row for its keys."""
        lines = [line for line in node.lines if isinstance(line, ast.GridRow)]
        head, *body = lines
        keys = key_columns(node)
        params = dict(self.table_params[node.id])
        key_names = [head_name(cell) for cell in head.cells[:keys]]
        rest = [name for name in params if name not in key_names]
        relation = self.is_relation(node)
        if keys == 0:
            self.findings.add(
                "T021",
                "the first head cell must name a key: the dice, or a `for` name",
                head.cells[0].span,
                help=near(head_name(head.cells[0]) or "", params),
            )
            return []
        columns = [self.head_matches(cell, rest, params) for cell in head.cells[keys:]] if not relation else []
        rows: list[g.Row] = []
        for at, line in enumerate(body):
            if len(line.cells) != len(head.cells):
                self.findings.add(
                    "T004",
                    f"this row has {len(line.cells)} cells, the head has {len(head.cells)}",
                    line.span,
                    labels=[(head.span, "the head")],
                    help="Give every column a cell; - stands for none.",
                )
            spans, otherwise, matches = self.line_keys(node, head, line, keys, params, scope)
            label = ", ".join(self.text(c.span) for c in line.cells[:keys])
            known = scope
            for match in matches:
                known = self.narrowed(known, match.param, params[match.param], match.values, False)
            if relation:
                give = g.Give(values=(x.Const(value=1, type=BoolType(), span=line.span),), span=line.span)
                rows.append(
                    self.make_row(
                        line, f"row:{node.id}/{at + 1}", spans, otherwise, matches, "", label, (give,), (at, 0)
                    )
                )
                continue
            if self.plain_columns(node, head, keys, rest):
                items = tuple(item for cell in line.cells[keys:] for item in cell.items)
                body_ = self.cell_body(ast.Cell(items, span=line.span), known, frame)
                rows.append(
                    self.make_row(
                        line, f"row:{node.id}/{at + 1}", spans, otherwise, matches, "", label, body_, (at, keys)
                    )
                )
                continue
            own = own_origin(line).marked(amended_by(*line.cells[:keys]))
            for column, (cell, head_cell) in enumerate(zip(line.cells[keys:], head.cells[keys:], strict=False)):
                more = columns[column]
                if more is None:
                    continue
                inside = known
                for match in more:
                    inside = self.narrowed(inside, match.param, params[match.param], match.values, False)
                body_ = self.cell_body(cell, inside, frame)
                text = f"{label}, {self.text(head_cell.span)}"
                rows.append(
                    evolve(
                        self.make_row(
                            line,
                            f"row:{node.id}/{at + 1}/{column + 1}",
                            spans,
                            otherwise,
                            (*matches, *more),
                            "",
                            text,
                            body_,
                            (at, keys + column),
                            own.marked(amended_by(cell)),
                        ),
                        span=cell.span,
                    )
                )
        return rows

    def plain_columns(self, node: ast.Table, head: ast.GridRow, keys: int, rest: Sequence[str]) -> bool:
        """Whether the columns behind the keys are the parts of the result, not values of a parameter."""
        return names_parts(node) or (not rest and len(head.cells) == keys + 1)

    def head_matches(self, cell: ast.Cell, rest: Sequence[str], params: dict[str, Type]) -> tuple[g.Match, ...] | None:
        """The parameter values that a head cell names."""
        if not rest:
            return ()
        words: list[list[ast.Expr]] = []
        item = cell.items[0]
        if isinstance(item, ast.CellBoth):
            words = [[ast.Name(word, span=item.span)] for word in item.names]
        else:
            words = [list(cell.items)]
        if len(words) > len(rest):
            self.findings.add("T022", f"{len(words)} words for {len(rest)} keys ({listed(rest)})", cell.span)
            return None
        matches = []
        for name, items in zip(rest, words, strict=False):
            values = self.cell_values(ast.Cell(tuple(items), span=cell.span), params[name])
            if values is not None:
                matches.append(g.Match(param=name, values=tuple(values)))
        return tuple(matches)

    def line_keys(
        self, node: ast.Table, head: ast.GridRow, line: ast.GridRow, keys: int, params: dict[str, Type], scope: Scope
    ) -> tuple[tuple[g.KeySpan, ...], bool, tuple[g.Match, ...]]:
        """The keys of one line of a grid."""
        spans: tuple[g.KeySpan, ...] = ()
        otherwise = False
        matches: list[g.Match] = []
        for head_cell, cell in zip(head.cells[:keys], line.cells[:keys], strict=False):
            if isinstance(head_cell.items[0], ast.Dice):
                spans, otherwise = self.cell_totals(cell, scope)
                continue
            name = head_name(head_cell)
            if name is None:
                continue
            if any(isinstance(i, ast.CellKey) and i.key.otherwise for i in cell.items):
                otherwise = True
                continue
            values = self.cell_values(cell, params[name])
            if values is not None:
                matches.append(g.Match(param=name, values=tuple(values)))
        return spans, otherwise, tuple(matches)

    def cell_body(self, cell: ast.Cell, scope: Scope, frame: Frame) -> g.Block:
        """What a cell gives; nothing where nothing is printed and the table has no none."""
        item = cell.items[0]
        if len(cell.items) == 1 and isinstance(item, ast.CellNote):
            stmts: tuple[ast.Stmt, ...] = (ast.UseNote(item.name, span=cell.span),)
            return self.block(stmts, scope, frame)[0]
        result = frame.result
        if len(cell.items) == 1 and isinstance(item, ast.CellBlank) and result is not None and not result.is_optional:
            return ()
        return self.block((ast.Result(cell.items, span=cell.span),), scope, frame)[0]

    def grid_text(self, node: ast.Table) -> n.Grid | None:
        """A grid as printed."""
        lines = [line for line in node.lines if isinstance(line, ast.GridRow)]
        if not lines:
            return None
        texts = [tuple(self.text(cell.span) for cell in line.cells) for line in lines]
        marks = (
            n.CellMark(line=at, column=column, amended_by=unique((*line.touched, *amended_by(cell))))
            for at, line in enumerate(lines[1:])
            for column, cell in enumerate(line.cells)
        )
        return n.Grid(head=texts[0], lines=tuple(texts[1:]), marks=tuple(mark for mark in marks if mark.amended_by))

    def is_relation(self, node: ast.Table) -> bool:
        """Whether a grid has key columns only."""
        head = grid_head(node)
        return head is not None and key_columns(node) == len(head.cells) and self.dice_of(node) is None

    def dice_of(self, node: ast.Table) -> ast.Dice | None:
        """The dice of a rolled table."""
        for line in node.lines:
            if isinstance(line, ast.RollLine):
                return line.dice
            if isinstance(line, ast.GridRow):
                for cell in line.cells:
                    if isinstance(cell.items[0], ast.Dice):
                        return cell.items[0]
        return None


def unique(items: Iterable[str]) -> tuple[str, ...]:
    """Overlay items, each once."""
    return tuple(dict.fromkeys(items))
