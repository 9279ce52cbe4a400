"""Tables: keys, modifiers, rows, grids, notes."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from compiler.findings import near
from compiler.graph import expressions as x
from compiler.graph import nodes as n
from compiler.graph import statements as g
from compiler.graph.types import (
    INT_MAX,
    INT_MIN,
    NONE,
    BoolType,
    EnumType,
    IntType,
    PartsType,
    Type,
    UnknownType,
)
from compiler.resolve.outcomes import grid_head, key_columns
from compiler.resolve.scope import Scope
from compiler.resolve.statements import Frame, Statements, rolls_asked
from compiler.symbols import constant, head_name
from dsl import ast
from dsl.source import Span

ANY_NUMBER = IntType(INT_MIN, INT_MAX)


class Tables(Statements):
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
        provenance = node.provenance
        self.layout(node)
        return n.Table(
            id=node.id,
            title=node.title,
            standing=provenance.standing if provenance else "printed",
            evidence=provenance.evidence if provenance else None,
            cite=node.cite,
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
            touched=node.touched,
        )

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

    # --- rows without dice

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
                    cite=line.cite,
                    span=line.span,
                    touched=line.touched,
                )
            )
            scope = scope.with_facts(self.facts(condition, False))
        return tuple(done), scope

    def complete(self, after: Scope | None, frame: Frame, span: Span) -> None:
        """A row of a table with results must give one."""
        if after is not None and frame.result is not None:
            self.findings.add(
                "T015", "this row may end without a result", span, help=f"Every row of this table gives {frame.result}."
            )

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
            touched=line.touched,
        )

    def text(self, span: Span) -> str:
        """What stands at a place, on one line."""
        source = self.sources.get(span.path)
        return " ".join(source.text[span.start : span.end].split()) if source else ""

    # --- rolls

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
            resolved = self.modifier(item.modifier, f"modifier:{item.modifier.label}", rolling, True)
            modifiers.append(evolve(resolved, touched=item.touched or resolved.touched))
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
            cite=line.cite,
            shared=shared,
            span=line.span,
            touched=line.touched,
        )

    def keys(self, keys: Sequence[ast.Key], scope: Scope) -> tuple[tuple[g.KeySpan, ...], bool]:
        """The totals a row covers, and whether it is ``else``."""
        spans = []
        otherwise = False
        for key in keys:
            if key.otherwise:
                otherwise = True
                continue
            low = self.bound(key.low, scope) if key.low is not None else None
            high = self.bound(key.high, scope) if key.high is not None else None
            first, last = (constant(b) if b is not None else None for b in (key.low, key.high))
            if first is not None and last is not None and first > last:
                self.findings.add(
                    "T017", f"the row {first}..{last} covers nothing", key.span, help="Put the lower end first."
                )
            spans.append(g.KeySpan(low=low, high=high))
        return tuple(spans), otherwise

    def bound(self, node: ast.Expr, scope: Scope) -> x.Expr:
        """An end of a key."""
        return self.number(node, scope)

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
            cite=line.cite,
            span=line.span,
            touched=line.touched,
        )

    def key_text(self, keys: Sequence[ast.Key]) -> str:
        """Keys as written."""
        return ", ".join("else" if key.otherwise else self.text(key.span) for key in keys)

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
    ) -> g.Row:
        """A row with its sources."""
        provenance = line.provenance
        return g.Row(
            id=id_,
            keys=keys,
            otherwise=otherwise,
            matches=matches,
            title=title,
            label=label,
            body=body,
            standing=provenance.standing if provenance else None,
            evidence=provenance.evidence if provenance else None,
            cite=line.cite,
            cell=cell,
            span=line.span,
            touched=line.touched,
        )

    def sub_roll(self, stmt: ast.SubRoll, scope: Scope, frame: Frame) -> tuple[list[g.Stmt], Scope | None]:
        """A roll with rows of its own."""
        id_ = frame.next_id("subroll", "roll")
        was = frame.in_row
        inner = evolve(scope, draws=False)
        outer_result = frame.result
        gives = any(
            isinstance(node, ast.Result) and not acts(node)
            for row in stmt.lines
            if isinstance(row, ast.Row | ast.NaturalRow)
            for node in row.body
        )
        if not gives:
            frame.result = None
        rolled = self.rolled(id_.split(":", 1)[1], stmt.dice, stmt.lines, inner, frame, (), None)
        frame.result = outer_result
        frame.in_row = was
        after = scope.after(self.effects.of([stmt]))
        gone = leaves_always(rolled)
        return [g.SubRoll(id=id_, rolled=rolled, span=stmt.span)], None if gone else after

    # --- looked-up tables

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

    def narrowed(self, scope: Scope, name: str, type_: Type, values: Sequence[int], otherwise: bool) -> Scope:
        """In a row for given values, a parameter that may be none is known not to be."""
        if type_.is_optional and values and NONE not in values and not otherwise:
            return scope.with_facts(self.fact(x.Var(name=name, type=type_)))
        return scope

    def key_values(self, key: ast.Key, type_: Type) -> list[int]:
        """The values that a key of a parameter stands for."""
        scope = Scope()
        if isinstance(type_, IntType):
            low = constant(key.low) if key.low is not None else type_.low
            high = constant(key.high) if key.high is not None else type_.high
            if low is None or high is None:
                self.findings.add("T019", "a key must be a number here", key.span)
                return []
            if low > high:
                self.findings.add(
                    "T017", f"the row {low}..{high} covers nothing", key.span, help="Put the lower end first."
                )
            if high < type_.low or low > type_.high or (key.low is key.high and not type_.low <= low <= type_.high):
                self.findings.add(
                    "T006", f"{self.text(key.span)} is outside {type_}", key.span, help="No look-up can ask for it."
                )
            return list(range(max(low, type_.low), min(high, type_.high) + 1))
        if key.low is None or key.high is None:
            if not isinstance(type_, UnknownType | EnumType):
                self.findings.add("T019", f"a key must be {type_} here", key.span)
                return []
        ends = [self.expect(b, scope, type_) for b in (key.low, key.high) if b is not None]
        if not all(isinstance(e, x.Const) for e in ends):
            return []
        points = [e.value for e in ends if isinstance(e, x.Const)]
        if isinstance(type_, EnumType) and (key.low is None or key.high is None):
            last = len(self.symbols.enums[type_.enum].values) - 1
            return list(
                range(points[0] if key.low is not None else 0, (points[0] if key.high is not None else last) + 1)
            )
        if len(points) == 2 and key.low is not key.high:
            return list(range(points[0], points[1] + 1))
        return points[:1]

    def cell_values(self, cell: ast.Cell, type_: Type) -> list[int] | None:
        """The values that a key cell stands for; None for any."""
        values: list[int] = []
        for item in cell.items:
            match item:
                case ast.CellAny():
                    return None
                case ast.CellBlank() | ast.NoneValue():
                    if not type_.is_optional:
                        self.findings.add("T020", "- stands for none, which this key cannot be", item.span)
                    values.append(NONE)
                case ast.YesNo(value=flag) if isinstance(type_, BoolType):
                    values.append(int(flag))
                case ast.CellKey(key=key):
                    values.extend(self.key_values(key, type_.required()))
                case _:
                    values.extend(self.key_values(ast.Key(item, item, span=item.span), type_.required()))
        return values

    # --- grids

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
                        ),
                        span=cell.span,
                        touched=line.touched or cell.touched,
                    )
                )
        return rows

    def plain_columns(self, node: ast.Table, head: ast.GridRow, keys: int, rest: Sequence[str]) -> bool:
        """Whether the columns behind the keys are the parts of the result, not values of a parameter."""
        result = self.table_results[node.id]
        names = [head_name(cell) for cell in head.cells[keys:]]
        if isinstance(result, PartsType) and names == [p.name for p in result.parts]:
            return True
        return not rest and len(names) == 1

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
            self.findings.add("T022", f"{len(words)} words for {len(rest)} keys ({', '.join(rest)})", cell.span)
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
                as_keys = [
                    item.key if isinstance(item, ast.CellKey) else ast.Key(item, item, span=item.span)
                    for item in cell.items
                ]
                spans, otherwise = self.keys(as_keys, scope)
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
        return n.Grid(head=texts[0], lines=tuple(texts[1:]))


def acts(node: ast.Result) -> bool:
    """Whether a row's result is something done rather than a value."""
    return len(node.values) == 1 and isinstance(node.values[0], ast.RollOn | ast.LookUp | ast.Do)


def ends_always(body: g.Block) -> bool:
    """Whether nothing behind a block can be reached."""
    if not body:
        return False
    last = body[-1]
    match last:
        case g.Give() | g.EndProcedure() | g.TreatAs() | g.StopLoop():
            return True
        case g.If(body=then, otherwise=otherwise):
            return ends_always(then) and ends_always(otherwise)
        case g.SubRoll(rolled=rolled):
            return leaves_always(rolled)
        case _:
            return False


def leaves_always(rolled: g.Rolled) -> bool:
    """Whether every row of a roll leaves what stands around it."""
    return (
        bool(rolled.rows)
        and all(ends_always(row.body) for row in rolled.rows)
        and all(ends_always(row.body) for row in rolled.naturals)
    )
