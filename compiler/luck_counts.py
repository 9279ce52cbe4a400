"""What each row of a table counts towards luck: a constant, found by evaluating a line of luck for the row's result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.intervals import IntervalSet
from bombsight.compiler.graph.walk import walk_without_expressions
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import INT_MAX, INT_MIN, NONE, Part, PartsType, Type

MAX_COUNT = 1_000
"""The most that one throw may count towards luck."""

Results = Mapping[tuple[str, str], x.Expr]
"""The expressions of a row's result, by variable and part; the part is empty for a result without parts."""


class UnknownCountError(Exception):
    """What a row counts cannot be known before the throw."""


@frozen
class Evaluation:
    """Evaluates expressions of constants, of a row's result and of printed data.

    Attributes:
        enums: The enums, by name.
        results: The expressions of the row's result.
    """

    enums: Mapping[str, n.Enum]
    results: Results

    def evaluate(self, node: x.Expr) -> int:
        """Evaluate an expression.

        Raises:
            UnknownCountError: It depends on more than constants, printed data and the result.
        """
        match node:
            case x.Const(value=value):
                return value
            case x.Var(name=name) if (name, "") in self.results:
                return Evaluation(self.enums, {}).evaluate(self.results[name, ""])
            case x.PartOf(variable=name, part=part) if (name, part) in self.results:
                return Evaluation(self.enums, {}).evaluate(self.results[name, part])
            case x.EnumData(enum=enum, column=column, value=value):
                data = next(each for each in self.enums[enum].columns if each.name == column)
                return data.values[self.evaluate_present(value)]
            case x.Comparison(op=op, left=left, right=right) if op in ("==", "!="):
                return int((self.evaluate(left) == self.evaluate(right)) is (op == "=="))
            case x.Comparison():
                return int(self.compare(node))
            case x.InRange(value=value, low=low, high=high):
                return int(self.evaluate_present(low) <= self.evaluate_present(value) <= self.evaluate_present(high))
            case x.OneOf(value=value, members=members):
                return int(self.evaluate(value) in [*map(self.evaluate, members)])
            case x.NotExpr(value=value):
                return 1 - self.evaluate_present(value)
            case x.AndExpr(terms=terms):
                return int(all(map(self.evaluate_present, terms)))
            case x.OrExpr(terms=terms):
                return int(any(map(self.evaluate_present, terms)))
            case x.OrElse(value=value, otherwise=otherwise):
                found = self.evaluate(value)
                return self.evaluate(otherwise) if found == NONE else found
            case x.Conditional(condition=condition, value=value, otherwise=otherwise):
                return self.evaluate(value if self.evaluate_present(condition) else otherwise)
            case x.Negation(value=value):
                return -self.evaluate_present(value)
            case x.Arithmetic(op=op, left=left, right=right):
                first, second = self.evaluate_present(left), self.evaluate_present(right)
                return first + second if op == "+" else first - second if op == "-" else first * second
            case x.Quotient(left=left, divisor=divisor, rounding=rounding):
                first, second = self.evaluate_present(left), self.evaluate_present(divisor)
                return -(-first // second) if rounding == "up" else first // second
            case _:  # the rest: reads state, options or other tables, throws dice, or goes through members
                raise UnknownCountError

    def evaluate_present(self, node: x.Expr) -> int:
        """Evaluate an expression that must not be none.

        Raises:
            UnknownCountError: It is none, or its value is not known.
        """
        value = self.evaluate(node)
        if value == NONE:
            raise UnknownCountError
        return value

    def compare(self, node: x.Comparison) -> bool:
        """Evaluate a comparison of sizes.

        Raises:
            UnknownCountError: A value is not known.
        """
        left, right = self.evaluate_present(node.left), self.evaluate_present(node.right)
        match node.op:
            case "<":
                return left < right
            case "<=":
                return left <= right
            case ">":
                return left > right
            case ">=":
                return left >= right
            case "==" | "!=":
                return (left == right) is (node.op == "==")
            case _:
                assert_never(node.op)


def count_rows(line: n.LuckLine, table: n.Table, enums: Mapping[str, n.Enum]) -> tuple[int | None, ...]:
    """Return what each row of a table counts by a line of luck, natural rows first; None where it cannot be known.

    A row that throws again counts nothing: the new throw counts.

    Args:
        line: The line of luck; it names the table.
        table: The table.
        enums: The enums, by name.
    """
    assert table.rolled is not None, "a line of luck names a table with dice"
    if table.aggregation is not None:  # its dice lead to several rows
        return (None,) * (len(table.rolled.naturals) + len(table.rolled.rows))
    dice = IntervalSet.from_numbers(table.rolled.dice.results)
    possible = IntervalSet.from_range(INT_MIN, INT_MAX) if table.rolled.modifiers else dice
    selected = [is_selected(line, row.keys, False, dice) for row in table.rolled.naturals]
    selected += [is_selected(line, row.keys, row.otherwise, possible) for row in table.rolled.rows]
    bodies = [row.body for row in table.rolled.naturals] + [row.body for row in table.rolled.rows]
    return tuple(
        0 if chosen is False else None if chosen is None else count_body(line, body, table, enums)
        for chosen, body in zip(selected, bodies, strict=True)
    )


def is_selected(line: n.LuckLine, keys: Sequence[g.KeySpan], otherwise: bool, possible: IntervalSet) -> bool | None:
    """Whether a line of luck selects a row by its keys; None if it selects a part of them, or the keys are computed.

    Args:
        line: The line of luck.
        keys: The keys of the row.
        otherwise: Whether it is the ``else`` row.
        possible: The totals that there can be.
    """
    if not line.keys and not line.otherwise:
        return True
    if otherwise or not line.keys:
        return otherwise and line.otherwise
    wanted, own = totals_of(line.keys), totals_of(keys)
    if wanted is None or own is None:
        return None
    own = own & possible
    shared = own & wanted
    return False if not shared else shared == own or None


def totals_of(keys: Sequence[g.KeySpan]) -> IntervalSet | None:
    """The totals of some keys; None if an end is computed."""
    intervals = []
    for key in keys:
        ends = [end if end is None else end.value if isinstance(end, x.Const) else NONE for end in (key.low, key.high)]
        if NONE in ends:
            return None
        low, high = ends
        intervals.append((INT_MIN if low is None else low, INT_MAX if high is None else high))
    return IntervalSet.from_intervals(intervals)


def count_body(line: n.LuckLine, body: g.Block, table: n.Table, enums: Mapping[str, n.Enum]) -> int | None:
    """Return what a row with this body counts; None if that cannot be known, or differs from result to result."""
    statements = [*statements_of(body, table, frozenset())]
    if any(isinstance(stmt, g.Again) for stmt in statements):
        return 0
    gives = [stmt for stmt in statements if isinstance(stmt, g.Give)] or [g.Give(values=())]
    try:
        counts = {count_result(line, give, table.result, enums) for give in gives}
    except UnknownCountError:
        return None
    return counts.pop() if len(counts) == 1 else None


def count_result(line: n.LuckLine, give: g.Give, result: Type | None, enums: Mapping[str, n.Enum]) -> int:
    """Return what a result counts by a line of luck.

    Raises:
        UnknownCountError: It depends on more than the result.
    """
    parts: tuple[Part, ...] = result.parts if isinstance(result, PartsType) else ()
    names = [("result", part.name) for part in parts] or [("result", "")]
    evaluation = Evaluation(enums, dict(zip(names, give.values, strict=False)))
    if line.condition is not None and not evaluation.evaluate_present(line.condition):
        return 0
    return 1 if line.count is None else evaluation.evaluate_present(line.count)


def statements_of(body: g.Block, table: n.Table, notes: frozenset[str]) -> Iterator[g.Stmt]:
    """Yield the statements of a row, of the notes that it calls, and of the rows as which it is treated."""
    for part in walk_without_expressions(body):
        match part:
            case g.UseNote(note=name) if name not in notes:
                note = next(note for note in table.notes if note.name == name)
                yield from statements_of(note.body, table, notes | {name})
            case g.TreatAs(row=row) if f"row {row}" not in notes:
                yield from statements_of(table.all_rows[row].body, table, notes | {f"row {row}"})
            case _ if g.is_stmt(part):
                yield part
