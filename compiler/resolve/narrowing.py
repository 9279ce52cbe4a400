"""What a condition tells of none."""

from __future__ import annotations

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.resolve.base import Resolver
from bombsight.compiler.resolve.scope import Fact, key_of, records_through
from bombsight.flat.types import (
    NoneType,
)


class Narrowing(Resolver):
    """Knows what is not none where a condition holds."""

    def facts(self, condition: x.Expr, holds: bool) -> frozenset[Fact]:
        """What is known not to be none where a condition holds, or does not."""
        match condition:
            case x.NotExpr(value=value):
                return self.facts(value, not holds)
            case x.AndExpr(terms=terms) if holds:
                return frozenset().union(*(self.facts(t, True) for t in terms))
            case x.OrExpr(terms=terms) if not holds:
                return frozenset().union(*(self.facts(t, False) for t in terms))
            case x.Comparison(op=op, left=left, right=right):
                equal = (op == "==") == holds
                if op not in ("==", "!="):
                    return frozenset()
                if isinstance(right.type, NoneType) and not equal:
                    return self.fact(left)
                if isinstance(left.type, NoneType) and not equal:
                    return self.fact(right)
                if equal and not right.type.is_optional and not isinstance(right.type, NoneType):
                    return self.fact(left)
                if equal and not left.type.is_optional and not isinstance(left.type, NoneType):
                    return self.fact(right)
                return frozenset()
            case x.OneOf(value=value, members=members) if holds and not any(m.type.is_optional for m in members):
                return self.fact(value)
            case _:
                return frozenset()

    def fact(self, expr: x.Expr) -> frozenset[Fact]:
        """The fact that a value is not none."""
        key = key_of(expr)
        if key is None:
            return frozenset()
        return frozenset({Fact(key, frozenset(self.roots(expr)), records_through(expr))})

    def roots(self, expr: x.Expr) -> set[str]:
        """Names on whose change a value may change."""
        found: set[str] = set()
        match expr:
            case x.Var(name=name) | x.PartOf(variable=name):
                found.add(name)
            case x.Read(field=name, element=element, indices=indices):
                found.add(name.split(".")[-1] if element is not None else name.split(".")[0])
                for part in (*indices, *([element] if element else [])):
                    found |= self.roots(part)
            case x.EnumData(value=value):
                found |= self.roots(value)
            case x.Arithmetic(left=left, right=right):
                found |= self.roots(left) | self.roots(right)
            case x.CallDefine(define=name, args=args):
                found |= self.effects.total[f"define:{name}"].reads
                for arg in args:
                    found |= self.roots(arg)
            case x.LookUp(table=name, args=args):
                found |= self.effects.total[f"table:{name}"].reads
                for arg in args:
                    found |= self.roots(arg)
            case _:
                pass
        return found
