"""What can be told of conditions without working them out: what they depend on, and those that are plainly open.

Most conditions ask for a field or two that nothing around them has asked for. Such a one can hold and can fail, and no
diagram is needed to see it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import assert_never

from bombsight.compiler.checks.reasoning.abstract_eval import Meaning
from bombsight.compiler.checks.reasoning.program import Program, TooMuch, UnclearError
from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, Fact, Knowledge, Snapshot, Unknown
from bombsight.compiler.checks.reasoning.work_limits import TooManyError, TooWideError
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph.effects import VARIABLE
from bombsight.compiler.graph.intervals import NO_NUMBERS, NUMBERS, IntervalSet
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.source import Span
from bombsight.flat.types import INT_MIN, NONE, BaseWordless, BoolType, EnumType, IntType, Type

Support = frozenset[Hashable]
"""What a value depends on: fields with their versions, names, options."""

MOST = 4_000
"""What it may cost to work a derived value out."""

FULL = 150
"""With so many atoms diagrams are begun anew."""

CONSTANT = ("enum:", "results:", "table:")
"""What is read and never changes."""


class Independence:
    """What the conditions of a program depend on.

    Attributes:
        too_wide: What was not worked out since this was reset, for a number in it can be too many values; else None.
    """

    def __init__(self, program: Program) -> None:
        self.too_wide: Span | None = None
        self.wide: dict[Hashable, Span] = {}
        self.program = program
        self.too_much = TooMuch()
        self.of_facts: dict[int, tuple[Fact, Support]] = {}
        self.of_defines: dict[Hashable, IntervalSet] = {}
        self.begin()
        self.with_dice: dict[int, tuple[x.Expr, bool]] = {}

    def support(self, expr: x.Expr, known: Knowledge) -> Support:
        """What an expression depends on."""
        found: set[Hashable] = set()
        for read in self.program.effects.of(expr).reads:
            if read.startswith(VARIABLE):
                name = read.removeprefix(VARIABLE)
                named = known.names.get(name)
                if isinstance(named, Snapshot):
                    found |= self.support(named.value, named.known)
                elif named is not None:
                    found.add((name, named.serial))
            elif not read.startswith(CONSTANT):
                found.add((read, known.versions.get(read, 0)))
        if NATURAL in known.names and self.asks_dice(expr):
            found.add(NATURAL)
        return frozenset(found)

    def is_printed(self, expr: x.Expr, known: Knowledge) -> bool:
        """Whether an expression asks for printed data, or for a value out of their list, and for no state or option."""
        depends = self.support(expr, known)
        if any(isinstance(one, tuple) and isinstance(one[0], str) and ":" in one[0] for one in depends):
            return False
        for part in walk(expr):
            match part:
                case x.EnumData() | x.LookUp() | x.CallDefine():
                    return True
                case x.Var(name=name):
                    named = known.names.get(name)
                    if isinstance(named, Unknown) and named.listed:
                        return True
                case _:  # the rest: neither printed data nor a value out of their list
                    pass
        return False

    def asks_dice(self, expr: x.Expr) -> bool:
        """Whether the dice as they fell stand in an expression."""
        kept = self.with_dice.get(id(expr))
        if kept is None:
            kept = self.with_dice[id(expr)] = (expr, any(isinstance(part, x.NaturalDice) for part in walk(expr)))
        return kept[1]

    def fact(self, fact: Fact) -> Support:
        """What a fact depends on."""
        kept = self.of_facts.get(id(fact))
        if kept is None:
            kept = self.of_facts[id(fact)] = (fact, self.support(fact.condition, fact.known))
        return kept[1]

    def relevant(self, support: Support, facts: Sequence[Fact]) -> list[Fact]:
        """The facts that say something of what a condition depends on, or of what these depend on, in their order."""
        waiting = [(fact, self.fact(fact)) for fact in facts]
        found: list[Fact] = []
        while True:
            near = [fact for fact, own in waiting if not own.isdisjoint(support)]
            if not near:
                return [fact for fact in facts if fact in found]
            found += near
            support = support.union(*(own for fact, own in waiting if fact in near))
            waiting = [(fact, own) for fact, own in waiting if fact not in near]

    # --- conditions that can hold and can fail, where nothing is known of what they depend on

    def is_open(self, expr: x.Expr, known: Knowledge) -> bool:
        """Whether it is plain that a condition can hold and can fail, or that to find out would be too much."""
        match expr:
            case x.NotExpr(value=inner):
                return self.is_open(inner, known)
            case x.AndExpr(terms=terms) | x.OrExpr(terms=terms):
                return self.apart(terms, known) and all(self.is_open(term, known) for term in terms)
            case x.Read(type=BoolType()) | x.OptionRead(type=BoolType()):
                return True
            case x.Comparison(op=op, left=left, right=x.Const(value=value)):
                values = self.values(left, known)
                return values is not None and splits(values, op, value)
            case x.InRange(value=left, low=x.Const(value=low), high=x.Const(value=high)):
                values = self.values(left, known)
                return values is not None and splits_in(values, IntervalSet.between(low, high))
            case x.OneOf(value=left, members=members):
                values = self.values(left, known)
                written = [member.value for member in members if isinstance(member, x.Const)]
                return (
                    values is not None and len(written) == len(members) and splits_in(values, IntervalSet.of(written))
                )
            case x.Var() | x.CallDefine():
                values = self.values(expr, known)
                return values is not None and len(values) > 1
            case x.Quantifier(kind="any", variable=variable, domain=domain, where=where) if where is not None:
                inside = known.member(variable, domain)
                return self.is_open(where, inside) and self.may_fail_for_all(variable, where, inside)
            case _:  # the rest: not plainly open
                return False

    def may_fail_for_all(self, variable: str, where: x.Expr, known: Knowledge) -> bool:
        """Whether it is plain that something may hold of no member, whatever members there are.

        So it is where it asks for something that all have in common, or that each has of its own.
        """
        for term in where.terms if isinstance(where, x.AndExpr) else (where,):
            asked = term.value if isinstance(term, x.NotExpr) else term
            asked = asked.left if isinstance(asked, x.Comparison) and isinstance(asked.right, x.Const) else asked
            match asked:
                case x.Read(element=None, indices=(x.Var(name=name),)) if name == variable:
                    return self.is_open(term, known)
                case x.Read(element=None, indices=()) | x.OptionRead():
                    return self.is_open(term, known)
                case _:  # the rest: not plainly something that members share
                    pass
        return False

    def apart(self, terms: Iterable[x.Expr], known: Knowledge) -> bool:
        """Whether conditions depend on nothing in common."""
        seen: set[Hashable] = set()
        for term in terms:
            own = self.support(term, known)
            if not own.isdisjoint(seen):
                return False
            seen |= own
        return True

    def values(self, expr: x.Expr, known: Knowledge) -> IntervalSet | None:
        """All that something can be that is a field, a name, an option or dice; None of what is worked out."""
        match expr:
            case x.Read() | x.OptionRead() | x.RollDice():
                return self.all_of(expr.type)
            case x.Var(name=name):
                named = known.names.get(name)
                if named is None or isinstance(named, Snapshot) or named.call is not None:
                    return None
                return IntervalSet.of(named.values) if named.values else self.all_of(named.type)
            case x.CallDefine(define=name, args=args):
                return self.derived(name, args, known)
            case _:  # the rest: its values are not known
                return None

    def derived(self, name: str, args: Sequence[x.Expr], known: Knowledge) -> IntervalSet | None:
        """All that a derived value can be that is asked of something known, or of anything at all."""
        define = self.program.defines[name]
        values: list[int | None] = []
        for arg, param in zip(args, define.params, strict=False):
            if isinstance(arg, x.Const):
                values.append(arg.value)
            elif isinstance(arg, x.Var) and self.is_any(arg, param.type, known):
                values.append(None)
            else:
                return None
        return self.derived_of(define, values)

    def constant(self, define: n.Define) -> int | None:
        """The one value that a define comes to in every state; None where there are more, or it is too much to tell."""
        values = self.derived_of(define, [None] * len(define.params))
        return values[0] if len(values) == 1 else None

    def derived_of(self, define: n.Define, args: Sequence[int | None]) -> IntervalSet:
        """All that a define can be, with each of its arguments known or anything."""
        key = (define.name, *args)
        if key not in self.of_defines:
            try:
                self.of_defines[key] = self.worked_out(define, args)
            except TooManyError as error:
                self.of_defines[key] = NUMBERS
                if isinstance(error, TooWideError):
                    self.wide[key] = error.span
        self.too_wide = self.wide.get(key, self.too_wide)
        return self.of_defines[key]

    def is_any(self, name: x.Var, type_: Type, known: Knowledge) -> bool:
        """Whether a name may stand for anything of a type."""
        named = known.names.get(name.name)
        return isinstance(named, Unknown) and named.values is None and named.call is None and named.type == type_

    def worked_out(self, define: n.Define, args: Sequence[int | None]) -> IntervalSet:
        """The same, worked out once.

        Raises:
            TooManyError: It is too much.
        """
        known = Knowledge()
        for param, value in zip(define.params, args, strict=False):
            known = known.free(param.name, param.type, None if value is None else (value,))
        if len(self.meaning.space.atoms) > FULL or self.meaning.space.left < MOST:
            self.begin()
        meaning = self.meaning
        try:
            with meaning.space.allowance(MOST):
                value = meaning.excepted(meaning.number(define.base, known), define.exceptions, known)
        except UnclearError:
            return NUMBERS
        too_wide = meaning.widest(value)
        if too_wide is not None:
            self.wide[define.name, *args] = too_wide
        return meaning.space.leaves(value)

    def begin(self) -> None:
        """Take new diagrams for derived values."""
        self.meaning = Meaning(self.program, strict=self.too_much, enough=MOST // 2)

    def all_of(self, type_: Type) -> IntervalSet | None:
        """All values of a type that has but single values."""
        match type_:
            case IntType(low=low, high=high):
                values = IntervalSet.between(low, high)
            case EnumType(enum=enum):
                values = IntervalSet.between(0, len(self.program.enums[enum].values) - 1)
            case BoolType():
                values = IntervalSet.between(0, 1)
            case BaseWordless():
                return None
            case _:
                assert_never(type_)
        return values | IntervalSet.of([NONE]) if type_.is_optional else values


def splits(values: IntervalSet, op: str, value: int) -> bool:
    """Whether a comparison holds of some values and not of others; none does not count."""
    if op in ("==", "!="):
        return splits_in(values, IntervalSet.between(value, value))
    sure = values & NUMBERS
    return splits_in(sure, IntervalSet.between(INT_MIN, value if op in ("<=", ">") else value - 1))


def splits_in(values: IntervalSet, members: IntervalSet) -> bool:
    """Whether some of the values are members, and others not; so it is of those that may be anything."""
    return values == NUMBERS or (values & members) not in (NO_NUMBERS, values)
