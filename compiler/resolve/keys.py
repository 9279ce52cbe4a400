"""Keys of rows and cells."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.resolve.scope import Scope
from bombsight.compiler.resolve.statements import Statements
from bombsight.compiler.symbols import constant
from bombsight.dsl import ast
from bombsight.flat.types import (
    NONE,
    BoolType,
    EnumType,
    IntType,
    Type,
    UnknownType,
)


class Keys(Statements):
    """Resolves keys."""

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

    def cell_totals(self, cell: ast.Cell, scope: Scope) -> tuple[tuple[g.KeySpan, ...], bool]:
        """The totals that a cell in the column of the dice stands for, and whether it is ``else``."""
        if any(isinstance(item, ast.CellAny) for item in cell.items):
            return (g.KeySpan(low=None, high=None),), False
        keys = []
        for item in cell.items:
            if isinstance(item, ast.CellBlank | ast.NoneValue):
                self.findings.add("T020", "- stands for none, which dice never show", item.span)
            else:
                keys.append(item.key if isinstance(item, ast.CellKey) else ast.Key(item, item, span=item.span))
        return self.keys(keys, scope)

    def bound(self, node: ast.Expr, scope: Scope) -> x.Expr:
        """An end of a key."""
        return self.number(node, scope)

    def key_text(self, keys: Sequence[ast.Key]) -> str:
        """Keys as written."""
        return ", ".join("else" if key.otherwise else self.text(key.span) for key in keys)

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
            if points[0] > points[1]:
                self.findings.add(
                    "T017", f"{self.text(key.span)} covers nothing", key.span, help="Put the earlier value first."
                )
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

    def narrowed(self, scope: Scope, name: str, type_: Type, values: Sequence[int], otherwise: bool) -> Scope:
        """In a row for given values, a parameter that may be none is known not to be."""
        if type_.is_optional and values and NONE not in values and not otherwise:
            return scope.with_facts(self.fact(x.Var(name=name, type=type_)))
        return scope
