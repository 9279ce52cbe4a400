"""Resolution of keys: the dice totals or parameter values that select rows and cells of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bombsight.compiler.findings import replacement_fix
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import NO_NUMBERS, Interval, IntervalSet, insert_interval
from bombsight.compiler.resolve import expressions
from bombsight.compiler.resolve.environment import Context
from bombsight.compiler.resolve.foreign import report_foreign_else
from bombsight.compiler.resolve.layout import count_key_columns, grid_head
from bombsight.compiler.resolve.narrowing import narrow_not_none
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.symbols import fold_constants, head_word
from bombsight.dsl import ast
from bombsight.dsl.listing import join_names
from bombsight.dsl.source import Span
from bombsight.flat.types import INT_MAX, INT_MIN, NONE, BoolType, EnumType, IntType, Type, UnknownType

# --- totals of dice


def resolve_totals(ctx: Context, keys: Sequence[ast.Key], scope: Scope) -> tuple[tuple[g.KeySpan, ...], bool]:
    """Resolve the keys of a row to ranges of dice totals, and to whether the row is ``else``."""
    spans = []
    otherwise = False
    seen: list[tuple[Span, IntervalSet]] = []
    for key in keys:
        if key.otherwise or report_foreign_else(ctx, key):
            otherwise = True
            continue
        low = expressions.resolve_number(ctx, key.low, scope) if key.low is not None else None
        high = expressions.resolve_number(ctx, key.high, scope) if key.high is not None else None
        first, last = (fold_constants(b) if b is not None else None for b in (key.low, key.high))
        if first is not None and last is not None and first > last:
            report_empty_key(ctx, key, f"{first}..{last}")
        if (first is None) == (key.low is None) and (last is None) == (key.high is None):
            ends = (INT_MIN if first is None else first, INT_MAX if last is None else last)
            seen.append((key.span, IntervalSet.from_range(*ends)))
        spans.append(g.KeySpan(low=low, high=high))
    merge_key_values(ctx, seen)
    return tuple(spans), otherwise


def report_empty_key(ctx: Context, key: ast.Key, text: str) -> None:
    """Report T017: a key has its bounds reversed, or uses a card's 00 for the 100 of two ten-sided dice."""
    help, fix = "Put the lower end first.", None
    if key.high is not None and ctx.env.source_text(key.high.span) == "00":
        help, fix = "On two dice of ten 00 is 100: write `100`.", replacement_fix(key.high.span, "100")
        text = ctx.env.source_text(key.span)
    ctx.findings.add("T017", f"the row {text} covers nothing", key.span, help=help, fix=fix)


def merge_key_values(ctx: Context, keys: Iterable[tuple[Span, IntervalSet]]) -> IntervalSet:
    """Return the union of the values of a row's keys; report T036 for a value that several keys cover."""
    runs: list[Interval] = []
    for span, values in keys:
        repeated = sum(insert_interval(runs, interval) for interval in values.intervals)
        if repeated:
            ctx.findings.add(
                "T036",
                (
                    f"{'' if repeated == values.size else 'a part of '}"
                    f"{ctx.env.source_text(span)} stands twice in this row"
                ),
                span,
                note="a key before it is for this, too",
                help="Take it out, or mend it.",
            )
    return IntervalSet.from_intervals(runs)


def resolve_cell_totals(ctx: Context, cell: ast.Cell, scope: Scope) -> tuple[tuple[g.KeySpan, ...], bool]:
    """Resolve a cell in the dice column to ranges of totals, and to whether it is ``else``."""
    if any(isinstance(item, ast.CellAny) for item in cell.items):
        return (g.KeySpan(low=None, high=None),), False
    keys = []
    for item in cell.items:
        if isinstance(item, ast.CellBlank | ast.NoneValue):
            ctx.findings.add("T020", "- stands for none, which dice never show", item.span)
        else:
            keys.append(item.key if isinstance(item, ast.CellKey) else ast.Key(item, item, span=item.span))
    return resolve_totals(ctx, keys, scope)


def key_text(ctx: Context, keys: Sequence[ast.Key]) -> str:
    """Return the source text of a row's keys."""
    return ", ".join("else" if key.otherwise else ctx.env.source_text(key.span) for key in keys)


# --- values of parameters


def resolve_row_matches(ctx: Context, line: ast.Row, param: tuple[str, Type]) -> tuple[tuple[g.Match, ...], bool]:
    """Resolve the keys of a row to values of the first parameter, and to whether the row is ``else``."""
    name, type_ = param
    ordinary = [key for key in line.keys if not (key.otherwise or report_foreign_else(ctx, key))]
    values = merge_key_values(ctx, [(key.span, resolve_key_values(ctx, key, type_)) for key in ordinary])
    otherwise = len(ordinary) < len(line.keys)
    return () if otherwise else (g.Match(param=name, intervals=values.intervals),), otherwise


def resolve_key_values(ctx: Context, key: ast.Key, type_: Type) -> IntervalSet:
    """Resolve a key to the set of parameter values that it covers."""
    scope = Scope()
    if isinstance(type_, IntType):
        low = fold_constants(key.low) if key.low is not None else type_.low
        high = fold_constants(key.high) if key.high is not None else type_.high
        if low is None or high is None:
            ctx.findings.add("T019", "a key must be a number here", key.span)
            return NO_NUMBERS
        if low > high:
            ctx.findings.add("T017", f"the row {low}..{high} covers nothing", key.span, help="Put the lower end first.")
        if high < type_.low or low > type_.high or (key.low is key.high and not type_.low <= low <= type_.high):
            ctx.findings.add(
                "T006",
                f"{ctx.env.source_text(key.span)} is outside {type_}",
                key.span,
                help="No look-up can ask for it.",
            )
        return IntervalSet.from_range(max(low, type_.low), min(high, type_.high))
    if key.low is None or key.high is None:
        if not isinstance(type_, UnknownType | EnumType):
            ctx.findings.add("T019", f"a key must be {type_} here", key.span)
            return NO_NUMBERS
    ends = [expressions.resolve_typed(ctx, b, scope, type_) for b in (key.low, key.high) if b is not None]
    if not all(isinstance(e, x.Const) for e in ends):
        return NO_NUMBERS
    points = [e.value for e in ends if isinstance(e, x.Const)]
    if isinstance(type_, EnumType) and (key.low is None or key.high is None):
        last = len(ctx.env.enums[type_.enum].values) - 1
        return IntervalSet.from_range(
            points[0] if key.low is not None else 0, points[0] if key.high is not None else last
        )
    if len(points) == 2 and key.low is not key.high:
        if points[0] > points[1]:
            ctx.findings.add(
                "T017", f"{ctx.env.source_text(key.span)} covers nothing", key.span, help="Put the earlier value first."
            )
        return IntervalSet.from_range(points[0], points[1])
    return IntervalSet.from_numbers(points[:1])


def resolve_cell_values(ctx: Context, cell: ast.Cell, type_: Type) -> IntervalSet | None:
    """Resolve a key cell of a grid to the set of parameter values that it covers; None for any value."""
    values: list[tuple[Span, IntervalSet]] = []
    for item in cell.items:
        match item:
            case ast.CellAny():
                return None
            case ast.CellBlank() | ast.NoneValue():
                if not type_.is_optional:
                    ctx.findings.add("T020", "- stands for none, which this key cannot be", item.span)
                own = IntervalSet.from_numbers([NONE])
            case ast.YesNo(value=flag) if isinstance(type_, BoolType):
                own = IntervalSet.from_numbers([int(flag)])
            case ast.CellKey(key=key):
                own = resolve_key_values(ctx, key, type_.without_none())
            case _:  # the rest: a single value, or an error
                own = resolve_key_values(ctx, ast.Key(item, item, span=item.span), type_.without_none())
        values.append((item.span, own))
    return merge_key_values(ctx, values)


def narrow_params(ctx: Context, scope: Scope, matches: Sequence[g.Match], params: Mapping[str, Type]) -> Scope:
    """Return the scope of a row, in which an optional parameter is not none if the row's keys exclude none.

    Args:
        ctx: The context of the item.
        scope: The scope of the table.
        matches: The parameter values that select the row.
        params: The types of the parameters by name.
    """
    for match in matches:
        type_ = params[match.param]
        if type_.is_optional and match.intervals and NONE not in match.values:
            scope = narrow_not_none(ctx.env, scope, x.Var(name=match.param, type=type_))
    return scope


# --- lines and heads of a grid


def column_params(table: ast.Table, params: Mapping[str, Type]) -> list[str]:
    """Return the parameters whose values head the columns of a grid: those without a key column."""
    head = grid_head(table)
    keyed = [head_word(cell) for cell in head.cells[: count_key_columns(table)]] if head is not None else []
    return [name for name in params if name not in keyed]


def resolve_head_matches(
    ctx: Context, cell: ast.Cell, names: Sequence[str], params: Mapping[str, Type]
) -> tuple[g.Match, ...] | None:
    """Resolve the head of a column to the values of the parameters ``names`` that it covers; None after an error.

    Args:
        ctx: The context of the item.
        cell: The head of the column.
        names: The parameters that heads name, in order.
        params: The types of the parameters by name.
    """
    if not names:
        return ()
    words: list[list[ast.Expr]] = []
    item = cell.items[0]
    if isinstance(item, ast.CellBoth):
        words = [[ast.Name(word, span=item.span)] for word in item.names]
    else:
        words = [list(cell.items)]
    if len(words) > len(names):
        ctx.findings.add("T022", f"{len(words)} words for {len(names)} keys ({join_names(names)})", cell.span)
        return None
    matches = []
    for name, items in zip(names, words, strict=False):
        values = resolve_cell_values(ctx, ast.Cell(tuple(items), span=cell.span), params[name])
        if values is not None:
            matches.append(g.Match(param=name, intervals=values.intervals))
    return tuple(matches)


def resolve_line_keys(
    ctx: Context, head: ast.GridRow, line: ast.GridRow, key_count: int, params: Mapping[str, Type], scope: Scope
) -> tuple[tuple[g.KeySpan, ...], bool, tuple[g.Match, ...]]:
    """Resolve the keys of a grid line: its totals, whether it is ``else``, and its parameter values.

    Args:
        ctx: Collects errors.
        head: The first line of the grid.
        line: The line.
        key_count: The number of key columns.
        params: The types of the table's parameters.
        scope: The scope.
    """
    spans: tuple[g.KeySpan, ...] = ()
    otherwise = False
    matches: list[g.Match] = []
    for head_cell, cell in zip(head.cells[:key_count], line.cells[:key_count], strict=False):
        if isinstance(head_cell.items[0], ast.Dice):
            spans, otherwise = resolve_cell_totals(ctx, cell, scope)
            continue
        name = head_word(head_cell)
        if name is None:
            continue
        if any(isinstance(i, ast.CellKey) and i.key.otherwise for i in cell.items):
            otherwise = True
            continue
        values = resolve_cell_values(ctx, cell, params[name])
        if values is not None:
            matches.append(g.Match(param=name, intervals=values.intervals))
    return spans, otherwise, tuple(matches)
