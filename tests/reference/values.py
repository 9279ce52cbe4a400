"""Expressions, worked out on the graph as it stands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.costs import CostModel
from bombsight.compiler.lower.defines import is_mutually_exclusive, priority_closure, sort_by_priority
from bombsight.compiler.lower.steps import StepCost
from bombsight.dsl.dice import Dice
from bombsight.dsl.source import Span
from bombsight.flat.types import NONE, EnumType, IntType, PartsType, Type
from tests.reference.state import Element, RulesFault, State

Exceptions = tuple[n.DefineException, ...]

Env = dict[Any, Any]
"""Variables by name; facts of kept rolls by (name, fact), parts of results by (name, part)."""

NATURAL = "the dice as they fell"


class Fallen(int):
    """The natural number of a throw, with the faces of its dice."""

    faces: Sequence[int] = ()


def fallen(dice: Dice, faces: Sequence[int]) -> Fallen:
    """What dice with these faces come to."""
    match dice.keep:
        case "sum" | "fate":
            found = Fallen(sum(faces))
        case "digits":
            found = Fallen("".join(map(str, faces)))
        case "lowest":
            found = Fallen(sum(sorted(faces)[: dice.kept]))
        case "highest":
            found = Fallen(sum(sorted(faces)[len(faces) - dice.kept :]))
        case _:
            assert_never(dice.keep)
    found.faces = faces
    return found


"""Where an environment keeps the dice of the current roll; no variable can be called so."""


class Values(ABC):
    """Expressions."""

    graph: n.RuleGraph
    state: State
    costs: CostModel
    free: bool

    def value(self, e: x.Expr, env: Env) -> Any:
        match e:
            case x.Const():
                return None if e.value == NONE else e.value
            case x.Var():
                found = env[e.name]
                return None if isinstance(found, Element) and not found.alive else found
            case x.OptionRead():
                return next(option.value for option in self.graph.options if option.name == e.option)
            case x.Read():
                values, index = self.place(e, env)
                return values[index]
            case x.EnumData():
                enum = next(enum for enum in self.graph.enums if enum.name == e.enum)
                column = next(column for column in enum.columns if column.name == e.column)
                found = column.values[self.needed(e.value, env)]
                return None if found == NONE else found
            case x.CallDefine():
                define = next(define for define in self.graph.defines if define.name == e.define)
                inner = self.arguments(define.params, e.args, env)
                self.charge_value(self.costs.define_cost(define.name), define.span)
                return self.derived(define, define.base, define.exceptions, inner)
            case x.LookUp():
                found = self.look_up(e, env)
                table = next(table for table in self.graph.tables if table.id == e.table)
                if e.part is None:
                    return found
                assert isinstance(table.result, PartsType)
                return found[[part.name for part in table.result.parts].index(e.part)]
            case x.ModifiersOn():
                return self.sum_of_modifiers(e, env)
            case x.NaturalDice():
                if env.get(NATURAL) is None:
                    raise RulesFault(e.span, "no dice")
                return env[NATURAL]
            case x.NaturalFaces():
                raise AssertionError("single dice are read by a fact alone")
            case x.DiceFact(faces=faces, outcome=outcome):
                named = env[outcome.variable, "natural"] if isinstance(outcome, x.RollFact) else env.get(NATURAL)
                if named is None and isinstance(outcome, x.NaturalFaces):
                    raise RulesFault(outcome.span, "no dice")
                shown = named.faces if isinstance(named, Fallen) else ()
                if faces is None:
                    return max((shown.count(face) for face in shown), default=0)
                return len([face for face in shown if any(face in range(low, high + 1) for low, high in faces)])
            case x.RollFact():
                return env[e.variable, e.fact]
            case x.PartOf():
                found = env[e.variable, e.part]
                return None if isinstance(found, Element) and not found.alive else found
            case x.Arithmetic():
                left, right = self.needed(e.left, env), self.needed(e.right, env)
                return left + right if e.op == "+" else left - right if e.op == "-" else left * right
            case x.Quotient():
                left, divisor = self.needed(e.left, env), self.needed(e.divisor, env)
                return -(-left // divisor) if e.rounding == "up" else left // divisor
            case x.Negation():
                return -self.needed(e.value, env)
            case x.Comparison():
                return self.comparison(e, env)
            case x.InRange():
                found, low, high = (self.needed(part, env) for part in (e.value, e.low, e.high))
                return int(low <= found <= high)
            case x.OneOf():
                found = self.value(e.value, env)
                members = [self.value(member, env) for member in e.members]
                return int(any(member is found or member == found for member in members))
            case x.InList():
                return int(self.value(e.value, env) in env[e.variable])
            case x.NotExpr():
                return int(not self.value(e.value, env))
            case x.AndExpr():
                return int(all(self.value(term, env) for term in e.terms))
            case x.OrExpr():
                return int(any(self.value(term, env) for term in e.terms))
            case x.OrElse():
                found = self.value(e.value, env)
                return self.value(e.otherwise, env) if found is None else found
            case x.Conditional():
                return self.value(e.value if self.value(e.condition, env) else e.otherwise, env)
            case x.Builtin():
                return self.builtin(e, env)
            case x.Quantifier():
                self.charge(self.costs.quantifier_charge(e), e.span, env)
                found = (m for m in self.members(e.domain, env) if self.where(e.variable, m, e.where, env))
                match e.kind:
                    case "count":
                        return sum(1 for _ in found)
                    case "sum":
                        value = e.value
                        assert value is not None
                        return sum(self.needed(value, {**env, e.variable: member}) for member in found)
                    case "any":
                        return int(any(True for _ in found))
                    case "first":
                        return next(found, None)
                    case "min" | "max" | "lowest" | "highest":
                        return self.best(e, found, env)
                    case _:
                        assert_never(e.kind)
            case x.RollDice() | x.RollOn() | x.DoCall():
                return self.draw(e, env)
            case _:
                assert_never(e)

    def best(self, e: x.Quantifier, members: Iterable[Any], env: Env) -> Any:
        """The best value among members, or the first member that has it; None without any."""
        assert e.value is not None
        best = holder = None
        for member in members:
            found = self.needed(e.value, {**env, e.variable: member})
            if best is None or (found < best if e.kind in ("min", "lowest") else found > best):
                best, holder = found, member
        return best if e.kind in ("min", "max") else holder

    def needed(self, e: x.Expr, env: Env) -> Any:
        found = self.value(e, env)
        if found is None:
            raise RulesFault(e.span, "none")
        return found

    def fitted(self, found: Any, type_: Type, e: x.Expr) -> Any:
        """A value for a place of a type."""
        if found is None and not type_.is_optional:
            raise RulesFault(e.span, "none")
        if isinstance(type_, IntType) and found is not None and not type_.low <= found <= type_.high:
            raise RulesFault(e.span, "range")
        return found

    def coerced(self, e: x.Expr, type_: Type, env: Env) -> Any:
        return self.fitted(self.value(e, env), type_, e)

    def arguments(self, params: tuple[Param, ...], args: tuple[x.Expr, ...], env: Env) -> Env:
        return {param.name: self.coerced(arg, param.type, env) for param, arg in zip(params, args, strict=True)}

    def place(self, e: x.Read, env: Env) -> tuple[dict[tuple[int, ...], Any], tuple[int, ...]]:
        """Where a field's value is."""
        values = self.state.fields
        if e.element is not None:
            element = self.value(e.element, env)
            if element is None:
                raise RulesFault(e.element.span, "no such element")
            values = element.values
        return values[e.field], tuple(self.needed(index, env) for index in e.indices)

    def comparison(self, e: x.Comparison, env: Env) -> int:
        if e.op in ("==", "!="):
            left, right = self.value(e.left, env), self.value(e.right, env)
            for one, node in ((left, e.left), (right, e.right)):
                if isinstance(node.type, PartsType) and not isinstance(node, x.Const):
                    same = all(part is None for part in self.whole(one, node, env))
                    return int(same == (e.op == "=="))
            same = left is right or (left is not None and right is not None and left == right)
            return int(same == (e.op == "=="))
        left, right = self.needed(e.left, env), self.needed(e.right, env)
        return int({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[e.op])

    def whole(self, found: Any, e: x.Expr, env: Env) -> tuple[Any, ...]:
        """All parts of a result."""
        if isinstance(e, x.Var):
            assert isinstance(e.type, PartsType)
            return tuple(env[e.name, part.name] for part in e.type.parts)
        return found

    def builtin(self, e: x.Builtin, env: Env) -> Any:
        args = [self.needed(arg, env) for arg in e.args]
        match e.function:
            case "abs":
                return abs(args[0])
            case "min":
                return min(args)
            case "max":
                return max(args)
            case "next" | "previous":
                other = args[0] + (1 if e.function == "next" else -1)
                kind = e.args[0].type
                assert isinstance(kind, EnumType)
                return other if 0 <= other < self.state.sizes[kind.enum] else None
            case _:
                assert_never(e.function)

    def members(self, domain: x.Domain, env: Env) -> Sequence[Any]:
        match domain:
            case x.EnumDomain():
                return list(range(self.state.sizes[domain.enum]))
            case x.SetDomain():
                return [self.value(member, env) for member in domain.members]
            case x.ElementsDomain():
                return list(self.state.elements(domain.list))
            case x.LocalListDomain():
                return [m for m in env[domain.variable] if not isinstance(m, Element) or m.alive]
            case x.RangeDomain():
                return range(self.needed(domain.low, env), self.needed(domain.high, env) + 1)  # it may be a wide one
            case _:
                assert_never(domain)

    def where(self, variable: str, member: Any, condition: x.Expr | None, env: Env) -> bool:
        return condition is None or bool(self.value(condition, {**env, variable: member}))

    # --- derived values

    def derived(self, define: n.Define, base: x.Expr, exceptions: Exceptions, env: Env) -> Any:
        """The base, unless exceptions hold; those that no other is over must agree."""
        if self.free or not exceptions:
            return self.agreed(define, base, exceptions, env)
        self.free = True
        try:
            value = self.agreed(define, base, exceptions, env)
        finally:  # a fault beside the run is none of it, and steps are taken again
            self.free = False
        assert self.asked_in_order(define, base, exceptions, env) == value
        return value

    def asked_in_order(self, define: n.Define, base: x.Expr, exceptions: Exceptions, env: Env) -> Any:
        """The value once more, in the order in which steps are charged."""
        ordered, wins = sort_by_priority(exceptions), priority_closure(exceptions)
        for at, one in enumerate(ordered):
            if not self.value(one.condition, env):
                continue
            later = ordered[at + 1 :]
            for other in later:
                if (
                    other.label in wins[one.label]
                    or one.label in wins[other.label]
                    or is_mutually_exclusive(one, other)
                ):
                    continue
                if isinstance(one.value, x.Const) and one.value == other.value:
                    if not one.exceptions and not other.exceptions:
                        continue
                if self.value(other.condition, env) and not any(
                    self.value(third.condition, env) for third in later if other.label in wins[third.label]
                ):
                    self.worth(define, one, env)
                    self.worth(define, other, env)
            return self.derived(define, one.value, one.exceptions, env)
        return self.coerced(base, define.type, env)

    def worth(self, define: n.Define, exception: n.DefineException, env: Env) -> Any:
        if exception.exceptions:
            self.charge_value(self.costs.value_with_exceptions_cost(exception.value, exception.exceptions), define.span)
        return self.derived(define, exception.value, exception.exceptions, env)

    def agreed(self, define: n.Define, base: x.Expr, exceptions: Exceptions, env: Env) -> Any:
        holding = [exception for exception in exceptions if self.value(exception.condition, env)]
        over = {e.label: set(e.over) for e in exceptions}
        for _ in exceptions:
            for label in over:
                over[label] = over[label].union(*(over.get(other, set()) for other in over[label]))
        top = [e for e in holding if not any(e.label in over[other.label] for other in holding)]
        if not top:
            return self.coerced(base, define.type, env)
        values = [self.derived(define, e.value, e.exceptions, env) for e in top]
        if any(value != values[0] for value in values):
            raise RulesFault(define.span, "exceptions hold together")
        return values[0]

    # --- what belongs to tables and procedures

    @abstractmethod
    def charge(self, steps: StepCost | None, span: Span | None, env: Env) -> None:
        """Take steps."""

    @abstractmethod
    def charge_value(self, cost: int, span: Span) -> None:
        """Take steps for a value, where it is dear."""

    @abstractmethod
    def look_up(self, e: x.LookUp, env: Env) -> Any:
        """The value that a table gives without dice."""

    @abstractmethod
    def sum_of_modifiers(self, e: x.ModifiersOn, env: Env) -> int:
        """What would be added to the dice of a table now."""

    @abstractmethod
    def draw(self, e: x.Drawing, env: Env) -> Any:
        """The value of dice, or of a call that may throw some."""
