"""Symbolic state and path conditions: at a point of the rules, what its names stand for, and what holds.

State changes as rules run, so every field that is written gets a new *version*; what was known before stays known of
the older one, and no fact has to be forgotten.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import count

from attrs import field

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import VARIABLE, Effects
from bombsight.dsl.node_classes import unguarded
from bombsight.flat.types import BOOL, IntType, Type

NATURAL = "natural"
"""The name under which the dice as they fell are known; no variable can be called so."""

fresh = count(1)


@unguarded
class Unknown:
    """A name that may be anything of its type; ``values`` where not all of it can be."""

    name: str
    type: Type
    serial: int
    values: tuple[int, ...] | None = None


@unguarded(eq=False)
class Snapshot:
    """A name for a value as it was when the name came to be, or when it was set."""

    type: Type
    value: x.Expr
    known: Knowledge


@unguarded(eq=False)
class Fact:
    """A condition that held, or did not, when it was asked."""

    condition: x.Expr
    holds: bool
    known: Knowledge


@unguarded(eq=False)
class Knowledge:
    """What is known at one point.

    Attributes:
        names: What the names in sight stand for.
        versions: How often fields changed on the way, as numbers that tell one from another.
        facts: Conditions that hold.
    """

    names: Mapping[str, Unknown | Snapshot] = field(factory=dict)
    versions: Mapping[str, int] = field(factory=dict)
    facts: tuple[Fact, ...] = ()

    def naming(self, name: str, what: Unknown | Snapshot) -> Knowledge:
        """The same with a name more."""
        return Knowledge({**self.names, name: what}, self.versions, self.facts)

    def free(self, name: str, type_: Type, values: Iterable[int] | None = None) -> Knowledge:
        """The same with a name of which only the type is known."""
        return self.naming(name, Unknown(name, type_, next(fresh), None if values is None else tuple(values)))

    def holding(self, condition: x.Expr | None, holds: bool = True) -> Knowledge:
        """The same where a condition holds, or does not."""
        if condition is None:
            return self
        facts = (Fact(part, held, self) for part, held in parted(condition, holds))
        return Knowledge(self.names, self.versions, (*self.facts, *facts))

    def changed(self, writes: Iterable[str]) -> Knowledge:
        """The same after fields, lists and variables changed."""
        names, versions = dict(self.names), dict(self.versions)
        for written in writes:
            versions[written] = next(fresh)
            name = written.removeprefix(VARIABLE)
            if name != written and name in names:
                names[name] = Unknown(name, names[name].type, next(fresh))
        return Knowledge(names, versions, self.facts)


def parted(condition: x.Expr, holds: bool) -> Iterator[tuple[x.Expr, bool]]:
    """A condition as the conditions that must all hold, or not, where it does: each is known by itself then."""
    match condition:
        case x.NotExpr(value=inner):
            yield from parted(inner, not holds)
        case x.AndExpr(terms=terms) if holds:
            for term in terms:
                yield from parted(term, holds)
        case x.OrExpr(terms=terms) if not holds:
            for term in terms:
                yield from parted(term, holds)
        case _:
            yield condition, holds


def parameters(node: n.Table | n.Procedure | n.Define) -> Knowledge:
    """What is known where an item begins: its parameters."""
    known = Knowledge()
    for param in node.params:
        known = known.free(param.name, param.type)
    return known


Visit = Generator[tuple[g.Stmt, Knowledge], None, "Knowledge | None"]
"""Statements with what is known before each; in the end what is known behind them, None where they never end there."""


class Walk:
    """Goes through the statements of one item.

    Args:
        effects: Of the whole graph.
        notes: What the notes of the item's table may change.
    """

    def __init__(self, effects: Effects, notes: Sequence[n.Note] = ()) -> None:
        self.effects = effects
        self.noted = frozenset[str]().union(*(effects.of(note).writes for note in notes))

    def block(self, block: g.Block, known: Knowledge) -> Visit:
        """Statements one after the other."""
        at: Knowledge | None = known
        for stmt in block:
            if at is None:
                return None
            yield stmt, at
            at = yield from self.statement(stmt, at)
        return at

    def writes(self, *nodes: object) -> frozenset[str]:
        """What parts of the item may change."""
        return self.noted.union(*(self.effects.of(node).writes for node in nodes))

    def statement(self, stmt: g.Stmt, known: Knowledge) -> Visit:
        """One statement."""
        match stmt:
            case g.Step(body=body):
                inner = yield from self.block(body, known)
                return self.out_of(known, inner)
            case g.If(condition=condition, body=body, otherwise=otherwise):
                at = known.changed(self.writes(condition)) if draws(condition) else known
                done = yield from self.block(body, at if draws(condition) else at.holding(condition))
                undone = yield from self.block(otherwise, at if draws(condition) else at.holding(condition, False))
                return self.join(known, [done, undone], self.writes(condition, body, otherwise))
            case g.ForEach() | g.ForRange() | g.Repeat() | g.While():
                return (yield from self.loop(stmt, known))
            case g.SubRoll(rolled=rolled):
                ends = []
                bodies = [*(natural.body for natural in rolled.naturals), *(row.body for row in rolled.rows)]
                for body in bodies:
                    ends.append((yield from self.block(body, known.free(NATURAL, IntType(1, 999)))))
                return self.join(known, ends, self.writes(stmt)) if ends else known
            case g.ChooseBranch(branches=branches):
                ends = []
                for branch in branches:
                    ends.append((yield from self.block(branch.body, known.holding(branch.condition))))
                return self.join(known, ends, self.writes(stmt))
            case g.Choose(variable=variable, domain=domain, where=where, optional=optional):
                type_ = domain.type.optionally() if optional else domain.type
                chosen = known.free(variable, type_)
                return chosen if optional else chosen.holding(where)
            case g.Let(variable=variable, value=value, type=type_):
                at = known.changed(self.writes(stmt))
                if value is None or draws(value):
                    return at.free(variable, type_)
                return at.naming(variable, Snapshot(type_, value, known))
            case g.Assign(target=x.Var(name=name, type=type_), value=value) if not draws(value):
                return known.naming(name, Snapshot(type_, value, known))
            case g.UseNote():
                return known.changed(self.noted)
            case g.Give() | g.EndProcedure() | g.TreatAs() | g.StopLoop():
                return None
            case _:
                return known.changed(self.effects.of(stmt).writes)

    def loop(self, stmt: g.ForEach | g.ForRange | g.Repeat | g.While, known: Knowledge) -> Visit:
        """A loop: at the start of a turn, whatever its body changes may have changed."""
        settled = known.changed(self.writes(stmt))
        inner = settled
        match stmt:
            case g.ForEach(variable=variable, domain=domain, where=where):
                inner = settled.free(variable, domain.type).holding(where)
                inner = inner.holding(some(variable, domain, where))
            case g.ForRange(variable=variable, type=type_):
                inner = settled.free(variable, type_)
            case g.While(condition=condition):
                inner = settled.holding(condition)
            case _:
                pass
        yield from self.block(stmt.body, inner)
        return settled

    def out_of(self, outer: Knowledge, inner: Knowledge | None) -> Knowledge | None:
        """What is known behind a block, whose own names are gone; None where its end is never reached."""
        if inner is None:
            return None
        names = {name: inner.names[name] for name in outer.names}
        if NATURAL in outer.names:
            names[NATURAL] = outer.names[NATURAL]
        return Knowledge(names, inner.versions, inner.facts)

    def join(self, before: Knowledge, ends: Sequence[Knowledge | None], writes: Iterable[str]) -> Knowledge | None:
        """What is known where several ways meet again; None where none of them goes on."""
        open_ = [end for end in ends if end is not None]
        if not open_:
            return None
        if len(open_) == 1:
            return self.out_of(before, open_[0])
        return before.changed(writes)


def some(variable: str, domain: x.Domain, where: x.Expr | None) -> x.Expr:
    """The condition that a domain has a member."""
    return x.Quantifier(kind="any", variable=variable, domain=domain, where=where, type=BOOL)


def draws(value: x.Expr) -> bool:
    """Whether a value draws dice or runs a procedure."""
    match value:
        case x.RollDice() | x.RollOn() | x.DoCall():
            return True
        case x.Comparison(left=left, right=right) | x.Arithmetic(left=left, right=right):
            return draws(left) or draws(right)
        case (
            x.InRange(value=inner)
            | x.OneOf(value=inner)
            | x.OrElse(value=inner)
            | x.Negation(value=inner)
            | x.Quotient(left=inner)
        ):
            return draws(inner)
        case _:
            return False
