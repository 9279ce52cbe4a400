"""Builder methods for items: the manifest, options, types, state, defines, standing offers, examples."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, cast

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.builder.base import Base, Keys, Params, drop_missing, parse_matters, parse_unit, token_value, unquote
from bombsight.dsl.node_classes import frozen
from bombsight.dsl.origin import NO_ORIGIN, Origin
from bombsight.dsl.shorthand import expand_shorthand
from bombsight.dsl.source import Span

Bounds = tuple[tuple[str, ...], int | None, int | None]
"""The values of an option: its words, or its least and largest number."""

Over = tuple[tuple[str, ...], bool]
"""The exceptions that another one overrides by name, and whether it overrides all."""


@frozen
class Values:
    """The values on one line of an enum."""

    values: tuple[ast.EnumValue, ...]


def add_titles(rows: tuple[ast.GridRow, ...], values: tuple[ast.EnumValue, ...]) -> tuple[ast.GridRow, ...]:
    """Merge an enum's grid (``rows``) with a list of the same values, which adds titles and origins, to new rows.

    A value that only the list has becomes a row without data, which has too few cells.
    """
    listed = {value.name: value for value in values}
    head, *others = rows
    has_shorts = any(value.short for value in values)
    heads = (ast.Name("title"), ast.Name("short")) if has_shorts else (ast.Name("title"),)
    result = [evolve(head, cells=with_titles(head.cells, heads))]
    for row in others:
        first = row.cells[0].items[0]
        value = listed.pop(first.name, None) if isinstance(first, ast.Name) else None
        texts = (value and value.title, value and value.short)[: len(heads)]
        titles = [ast.Text(text) if text else ast.CellBlank() for text in texts]
        origin = value.origin if value and value.origin != NO_ORIGIN else row.origin
        result.append(evolve(row, cells=with_titles(row.cells, titles), origin=origin))
    result += [
        ast.GridRow(
            (ast.Cell((ast.Name(value.name, span=value.span),), span=value.span),), value.origin, span=value.span
        )
        for value in listed.values()
    ]
    return tuple(result)


def with_titles(cells: tuple[ast.Cell, ...], titles: Sequence[ast.Expr]) -> tuple[ast.Cell, ...]:
    """Copy of a grid row's cells with cells of titles inserted behind the first cell, the row's name."""
    span = cells[0].span
    return (cells[0], *(ast.Cell((evolve(title, span=span),), span=span) for title in titles), *cells[1:])


def span_of_cells(cells: Sequence[ast.Cell]) -> Span:
    """The span from the first to the last cell of a column."""
    first, last = cells[0].span, cells[-1].span
    return evolve(first, end=last.end, end_line=last.end_line, end_column=last.end_column)


class Items(Base):
    """Builder of items other than tables, procedures and overlays."""

    # --- manifest and options

    def n_game(self, span: Span, name: str, title: str, *lines: ast.GameLine | None) -> ast.Game:
        """Build the manifest of a game from its lines."""
        return ast.Game(name, unquote(title), drop_missing(lines), span=span)

    def n_game_line(self, span: Span, key: str, record: str | None, *values: str) -> ast.GameLine:
        """Build a line of the manifest, a key and its values: ``names of Ship "Alma"``, with ``record`` Ship."""
        return ast.GameLine(key, tuple(token_value(v) for v in values), record, span=span)

    def n_game_need(self, span: Span, key: str, program: str, *numbers: str) -> ast.GameLine:
        """Build a line of the manifest with a program and its version: ``needs bombsight 0.2``."""
        return ast.GameLine(key, (str(program), ".".join(map(str, numbers))), span=span)

    def n_option(
        self,
        span: Span,
        name: str,
        title: str,
        bounds: Bounds | None,
        default: ast.Expr,
        origin: Origin,
    ) -> ast.Option:
        """Build an option of the game: its words or bounds, and its default."""
        words, low, high = bounds or ((), None, None)
        return ast.Option(name, unquote(title), words, low, high, default, origin, span=span)

    def n_option_words(self, span: Span, *words: str) -> Bounds:
        """Return the values of an option of several words: ``from low, high``."""
        return words, None, None

    def n_option_span(self, span: Span, low: str, high: str) -> Bounds:
        """Return the bounds of an option that is a number: ``from 1..6``."""
        return (), int(low), int(high)

    # --- chapters

    def n_chapter(self, span: Span, title: str, origin: Origin) -> ast.Chapter:
        """Build a chapter heading: ``chapter "The night" cite "4"``."""
        return ast.Chapter(unquote(title), origin, span=span)

    # --- types and state

    def n_enum(self, span: Span, name: str, *values: ast.EnumValue) -> ast.Enum:
        """Build an enum on one line: ``enum Sky: clear, fog``."""
        return ast.Enum(name, values, (), NO_ORIGIN, span=span)

    def n_value_line(self, span: Span, *parts: Any) -> Values:
        """Build the values on one line of an enum, all with the origin (reliability, citation) at the line's end."""
        *values, origin = parts
        return Values(tuple(evolve(value, origin=origin) for value in values) if origin != NO_ORIGIN else tuple(values))

    def n_enum_block(self, span: Span, name: str, origin: Origin, *lines: ast.TableLine | Values) -> ast.Enum:
        """Build an enum from the lines below its name: value lines, a legend of abbreviations, rows of a data grid."""
        values = tuple(value for line in lines if isinstance(line, Values) for value in line.values)
        legend = tuple(line for line in lines if isinstance(line, ast.Short))
        rows = [line for line in lines if isinstance(line, ast.GridRow)]
        full = cast("tuple[ast.GridRow, ...]", expand_shorthand(rows, legend))
        if values and full:
            full, values = add_titles(full, values), ()
        return ast.Enum(name, values, full, origin, legend, span=span)

    def n_enum_turned(
        self, span: Span, name: str, _turned: str, origin: Origin, *lines: ast.Short | Values | tuple[ast.Cell, ...]
    ) -> ast.Enum:
        """Build an enum from a turned grid, with the values across and the heads down, by transposing it."""
        across = zip_longest(*(line for line in lines if isinstance(line, tuple)))
        columns = [tuple(cell for cell in cells if cell is not None) for cells in across]
        rows = [ast.GridRow(cells, NO_ORIGIN, span=span_of_cells(cells)) for cells in columns]
        return self.n_enum_block(span, name, origin, *(line for line in lines if not isinstance(line, tuple)), *rows)

    def n_value(self, span: Span, name: str, title: str | None, short: str | None) -> ast.EnumValue:
        """Build a value of an enum: ``fog "Thick fog" short "Fog"``."""
        return ast.EnumValue(name, unquote(title) if title else None, unquote(short) if short else None, span=span)

    def n_record(self, span: Span, name: str, short: str | None, *fields: ast.FieldDecl) -> ast.Record:
        """Build a record type from its fields; ``short`` is the template of its elements' short titles."""
        return ast.Record(name, fields, unquote(short) if short else None, span=span)

    def n_state(self, span: Span, owner: str, *fields: ast.FieldDecl) -> ast.State:
        """Build the fields that live as long as a procedure runs."""
        return ast.State(owner, fields, span=span)

    def n_field(self, span: Span, name: str, *parts: Any) -> ast.FieldDecl:
        """Build the declaration of a field: ``load[Hold] "Load" good: 0..3 = 2``."""
        indices = drop_missing([part for part in parts if isinstance(part, ast.Index)])
        title, mark, type_, full, default, seen = [part for part in parts if not isinstance(part, ast.Index)][-6:]
        return ast.FieldDecl(
            name,
            indices,
            unquote(title) if title else None,
            type_,
            full is not None,
            default,
            parse_matters(mark),
            seen,
            span=span,
        )

    def n_seen_by_all(self, span: Span, _words: str) -> ast.Seen:
        """Build the visibility rule ``seen by all``."""
        return ast.Seen(None, span=span)

    def n_seen_by(self, span: Span, by: ast.Expr, when: ast.Expr | None) -> ast.Seen:
        """Build the visibility rule ``seen by side when e``: the player ``by`` alone may see, while ``when`` holds."""
        return ast.Seen(by, when, span=span)

    def n_index(self, span: Span, name: str | None, enum: str) -> ast.Index:
        """Build an index of a field: ``ship: Ship``."""
        return ast.Index(name, enum, span=span)

    def n_range_type(self, span: Span, low: ast.Expr, high: ast.Expr, or_none: str | None) -> ast.RangeType:
        """Build the type ``low..high``, perhaps ``or none``."""
        return ast.RangeType(low, high, or_none is not None, span=span)

    def n_list_type(self, span: Span, record: str, most: str) -> ast.ListType:
        """Build the type ``list of Ship at most 9``."""
        return ast.ListType(record, int(most), span=span)

    def n_yesno_type(self, span: Span, _words: str) -> ast.YesNoType:
        """Build the type ``yes/no``."""
        return ast.YesNoType(span=span)

    def n_named_type(self, span: Span, name: str, or_none: str | None) -> ast.NamedType:
        """Build the type of an enum or record by its name, perhaps ``or none``."""
        return ast.NamedType(name, or_none is not None, span=span)

    def n_names_type(self, span: Span, name: str, record: str) -> ast.NamesType:
        """Build the type ``text of Ship``: a name from the list of a record's names."""
        return ast.NamesType(name, record, span=span)

    # --- defines

    def n_define(
        self,
        span: Span,
        name: str,
        params: Params,
        type_: ast.TypeExpr,
        base: ast.Expr,
        origin: Origin,
    ) -> ast.Define:
        """Build a define (pure function) on one line: ``define far(s: Ship): yes/no = e``."""
        return ast.Define(name, params or (), type_, base, NO_ORIGIN, (), origin, span=span)

    def n_define_block(
        self,
        span: Span,
        name: str,
        params: Params,
        type_: ast.TypeExpr,
        origin: Origin,
        base: ast.Base,
        *exceptions: ast.Except,
    ) -> ast.Define:
        """Build a define (pure function) from its base value and the exceptions on the lines below it."""
        return ast.Define(name, params or (), type_, base.values[0], base.origin, exceptions, origin, span=span)

    def n_tally(
        self,
        span: Span,
        name: str,
        title: str,
        mark: str | None,
        required: str | None,
        type_: ast.TypeExpr,
        value: ast.Expr,
        origin: Origin,
    ) -> ast.Tally:
        """Build a tally (statistic) on one line; ``mark`` is ``good``, ``bad`` or None, ``required`` a word or None."""
        how = (unquote(title), parse_matters(mark), required is not None)
        return ast.Tally(name, (), type_, value, NO_ORIGIN, (), origin, *how, span=span)

    def n_tally_block(
        self,
        span: Span,
        name: str,
        title: str,
        mark: str | None,
        required: str | None,
        type_: ast.TypeExpr,
        origin: Origin,
        base: ast.Base,
        *exceptions: ast.Except,
    ) -> ast.Tally:
        """Build a tally (statistic) with a base value and exceptions below; ``mark`` is ``good``, ``bad`` or None."""
        return ast.Tally(
            name,
            (),
            type_,
            base.values[0],
            base.origin,
            exceptions,
            origin,
            unquote(title),
            parse_matters(mark),
            required is not None,
            span=span,
        )

    def n_params(self, span: Span, *params: ast.Param | None) -> tuple[ast.Param, ...]:
        """Return the parameters in brackets."""
        return drop_missing(params)

    def n_base(self, span: Span, value: ast.Expr, origin: Origin) -> ast.Base:
        """Build ``base: value``: what a define gives unless an exception applies."""
        return ast.Base((value,), origin, span=span)

    def n_except(
        self,
        span: Span,
        name: str,
        value: ast.Expr,
        when: ast.Expr | None,
        over: Over | None,
        origin: Origin,
        *exceptions: ast.Except,
    ) -> ast.Except:
        """Build ``except fog: value when e over haze``: an exception of a define, with nested ones."""
        names, over_all = over or ((), False)
        return ast.Except(name, value, when, names, over_all, origin, exceptions, span=span)

    def n_over(self, span: Span, names: tuple[str, ...]) -> Over:
        """Return the names of exceptions that ``over haze, dusk`` overrides, and False for not all."""
        return names, False

    def n_over_all(self, span: Span, names: tuple[str, ...] | None) -> Over:
        """Return the names behind ``over all`` (possibly none), and True: all other exceptions are overridden."""
        return names or (), True

    def n_names(self, span: Span, *names: str) -> tuple[str, ...]:
        """Return names that are separated by commas."""
        return names

    def n_forecast(
        self, span: Span, tally: str, unit: str | None, type_: ast.TypeExpr, value: ast.Expr, origin: Origin
    ) -> ast.Forecast:
        """Build a forecast on one line; ``unit`` is ``in tenths`` or the like, or None."""
        parts = (type_, value, NO_ORIGIN, (), origin, tally, parse_unit(unit))
        return ast.Forecast(f"forecast-{tally}", (), *parts, span=span)

    def n_forecast_block(
        self,
        span: Span,
        tally: str,
        unit: str | None,
        type_: ast.TypeExpr,
        origin: Origin,
        base: ast.Base,
        *exceptions: ast.Except,
    ) -> ast.Forecast:
        """Build a forecast with a base value and exceptions below; ``unit`` is ``in tenths`` or the like, or None."""
        parts = (type_, base.values[0], base.origin, exceptions, origin, tally, parse_unit(unit))
        return ast.Forecast(f"forecast-{tally}", (), *parts, span=span)

    # --- luck

    def n_luck(self, span: Span, name: str, title: str, mark: str, *lines: ast.LuckLine) -> ast.Luck:
        """Build a measure of luck from the lines below its name."""
        return ast.Luck(name, unquote(title), parse_matters(mark), lines, span=span)

    def n_luck_line(self, span: Span, *parts: Any) -> ast.LuckLine:
        """Build a line of a measure of luck: ``on A-1, A-2 row 5.. count e when e where e``."""
        *tables, keys, count, when, where = parts
        return ast.LuckLine(tuple(tables), keys or (), count, when, where, span=span)

    def n_rows_named(self, span: Span, keys: Keys) -> Keys:
        """Return the keys of the rows that a line of luck counts."""
        return keys

    # --- standing offers

    def n_reroll(
        self,
        span: Span,
        name: str,
        title: str,
        when: ast.Expr,
        limit: str | None,
        origin: Origin,
        asides: tuple[ast.Aside, ...],
        *lines: ast.Prefer | ast.Stmt,
    ) -> ast.Reroll:
        """Build a standing offer: the right to throw dice again ``when`` a condition holds, at most ``limit`` times."""
        prefers = tuple(line for line in lines if isinstance(line, ast.Prefer))
        body = tuple(line for line in lines if not isinstance(line, ast.Prefer))
        most = int(limit) if limit else None
        return ast.Reroll(name, unquote(title), when, most, asides, prefers, origin, body, span=span)

    def n_prefer_on(self, span: Span, table: str, when: ast.Expr) -> ast.Prefer:
        """Build ``prefer on T when e``: when the autopilot throws the dice of a table again."""
        return ast.Prefer(table, when, span=span)
