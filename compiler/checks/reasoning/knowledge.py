"""Symbolic state and path conditions: at a point of the rules, what its names stand for, and what holds.

State changes as rules run, so every field that is written gets a new *version*; what was known before stays known of
the older one, and no fact has to be forgotten.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Literal

from attrs import field

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import VARIABLE, Effects
from bombsight.dsl.node_classes import unguarded
from bombsight.dsl.source import Span
from bombsight.flat.types import BOOL, BoolType, EnumType, IntType, Type

NATURAL = "natural"
"""The name under which the dice as they fell are known; no variable can be called so."""

fresh = count(1)


@unguarded
class Unknown:
    """A name that may be anything of its type.

    Attributes:
        name: The name.
        type: Its type.
        serial: What tells it from others of its name.
        values: What it can be; None for all of its type.
        call: The roll or the procedure whose value it keeps; None where it keeps none.
        listed: Whether it goes through the values of an enum, as printed data list them.
    """

    name: str
    type: Type
    serial: int
    values: tuple[int, ...] | None = None
    call: x.RollOn | x.DoCall | None = None
    listed: bool = False


@unguarded(eq=False)
class Snapshot:
    """A name for a value as it was when the name came to be, or when it was set."""

    type: Type
    value: x.Expr
    known: Knowledge


@unguarded(eq=False)
class Fact:
    """A condition that held, or did not, when it was asked.

    Attributes:
        condition: The condition.
        holds: Whether it held.
        known: What was known there.
        was_set: Whether it holds because a statement has just made it so.
    """

    condition: x.Expr
    holds: bool
    known: Knowledge
    was_set: bool = False


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

    def keeping(self, name: str, type_: Type, call: x.Expr | None) -> Knowledge:
        """The same with a name for what was drawn."""
        kept = call if isinstance(call, x.RollOn | x.DoCall) else None
        return self.naming(name, Unknown(name, type_, next(fresh), None, kept))

    def member(self, variable: str, domain: x.Domain) -> Knowledge:
        """The same with a name for any member of a domain."""
        values = None
        match domain:
            case x.SetDomain(members=members):
                written = [member.value for member in members if isinstance(member, x.Const)]
                values = sorted(set(written)) if members and len(written) == len(members) else None
            case x.RangeDomain(low=x.Const(value=low), high=x.Const(value=high)) if low <= high:
                values = list(range(low, high + 1))
            case x.EnumDomain():
                return self.naming(variable, Unknown(variable, domain.type, next(fresh), listed=True))
            case _:
                pass
        return self.free(variable, domain.type, values)

    def holding(self, condition: x.Expr | None, holds: bool = True) -> Knowledge:
        """The same where a condition holds, or does not."""
        if condition is None:
            return self
        facts = (Fact(part, held, self) for part, held in parted(condition, holds))
        return Knowledge(self.names, self.versions, (*self.facts, *facts))

    def after(self, target: x.Read, value: x.Expr, span: Span) -> Knowledge:
        """The same where a field has just been given a value."""
        made = x.Comparison(op="==", left=target, right=value, type=BOOL, span=span)
        return Knowledge(self.names, self.versions, (*self.facts, Fact(made, True, self, was_set=True)))

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


Role = Literal[
    "if", "while", "member", "answer", "beside", "routine", "natural", "modifier", "row", "exception", "offer", "prefer"
]
"""What a condition decides."""


@unguarded(eq=False)
class Asked:
    """A condition that rules ask.

    Attributes:
        role: What it decides.
        condition: The condition.
        known: What is known there.
        of: What asks it: the statement, the answer, the row and so on.
    """

    role: Role
    condition: x.Expr
    known: Knowledge
    of: object


Visit = Generator[tuple[g.Stmt, Knowledge], None, "Knowledge | None"]
"""Statements with what is known before each; in the end what is known behind them, None where they never end there."""


class Walk:
    """Goes through the statements of one item.

    Args:
        effects: Of the whole graph.
        notes: The notes of the item's table.
        asked: Where the conditions that are asked are noted down, in the order in which they are met.

    Attributes:
        uses: What was known wherever a note was called, by its name.
    """

    def __init__(self, effects: Effects, notes: Sequence[n.Note] = (), asked: list[Asked] | None = None) -> None:
        self.effects = effects
        self.asked = [] if asked is None else asked
        self.uses: dict[str, list[Knowledge]] = {}
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

    def ask(self, role: Role, of: object, condition: x.Expr | None, known: Knowledge) -> None:
        """Note down a condition, where there is one."""
        if condition is not None:
            self.asked.append(Asked(role, condition, known, of))

    def thrown(self, known: Knowledge) -> Knowledge:
        """What is known behind a throw, for which a standing offer may have been taken."""
        offers = self.effects.offers
        return known.changed(frozenset().union(*(self.effects.call(offer).writes for offer in offers)))

    def statement(self, stmt: g.Stmt, known: Knowledge) -> Visit:
        """One statement."""
        match stmt:
            case g.Step(body=body):
                inner = yield from self.block(body, known)
                return self.out_of(known, inner)
            case g.If(condition=condition, body=body, otherwise=otherwise):
                at = known.changed(self.writes(condition)) if draws(condition) else known
                self.ask("if", stmt, condition, at)
                done = yield from self.block(body, at if draws(condition) else at.holding(condition))
                undone = yield from self.block(otherwise, at if draws(condition) else at.holding(condition, False))
                return self.join(known, [done, undone], self.writes(condition, body, otherwise))
            case g.ForEach() | g.ForRange() | g.Repeat() | g.While():
                return (yield from self.loop(stmt, known))
            case g.SubRoll(rolled=rolled):
                ends = []
                bodies = [*(natural.body for natural in rolled.naturals), *(row.body for row in rolled.rows)]
                self.ask_rolled(rolled, known)
                for body in bodies:
                    ends.append((yield from self.block(body, self.thrown(known).free(NATURAL, IntType(1, 999)))))
                return self.join(known, ends, self.writes(stmt)) if ends else known
            case g.ChooseBranch(branches=branches):
                ends = []
                self.ask_beside(stmt, known)
                for branch in branches:
                    self.ask("answer", branch, branch.condition, known)
                    ends.append((yield from self.block(branch.body, known.holding(branch.condition))))
                return self.join(known, ends, self.writes(stmt))
            case g.Choose(variable=variable, domain=domain, where=where, optional=optional):
                type_ = domain.type.optionally() if optional else domain.type
                offered = known.member(variable, domain)
                self.ask("member", stmt, where, offered)
                self.ask_beside(stmt, offered)
                chosen = known.free(variable, type_) if optional else offered
                return chosen if optional else chosen.holding(where)
            case g.Let(variable=variable, value=value, type=type_):
                at = known.changed(self.writes(stmt))
                if value is None or draws(value):
                    return at.keeping(variable, type_, value)
                return at.naming(variable, Snapshot(type_, value, known))
            case g.Assign(target=x.Var(name=name, type=type_), value=value) if not draws(value):
                return known.naming(name, Snapshot(type_, value, known))
            case g.Assign(target=x.Read() as target, value=value, span=span) if self.stays(target, value):
                return known.changed(self.effects.of(stmt).writes).after(target, value, span)
            case g.RemoveEach(variable=variable, list=list_, where=where):
                element = next(pool.type.element for pool in self.effects.graph.lists if pool.id == list_)
                self.ask("member", stmt, where, known.free(variable, element))
                return known.changed(self.effects.of(stmt).writes)
            case g.UseNote(note=note):
                self.uses.setdefault(note, []).append(known)
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
                turn = settled.member(variable, domain)
                self.ask("member", stmt, where, turn)
                inner = turn.holding(where).holding(some(variable, domain, where))
            case g.ForRange(variable=variable, type=type_):
                inner = settled.free(variable, type_)
            case g.While(condition=condition):
                self.ask("while", stmt, condition, settled)
                inner = settled.holding(condition)
            case _:
                pass
        yield from self.block(stmt.body, inner)
        return settled

    def ask_rolled(self, rolled: g.Rolled, known: Knowledge) -> None:
        """Note down the conditions of a roll: those of `natural` rows and of modifiers."""
        faces = rolled.dice.results
        at = known.free(NATURAL, IntType(min(faces), max(faces)), faces)
        for natural in rolled.naturals:
            self.ask("natural", natural, natural.condition, at)
        for modifier in rolled.modifiers:
            self.ask("modifier", modifier, modifier.condition, at)

    def ask_beside(self, stmt: g.Choose | g.ChooseBranch, known: Knowledge) -> None:
        """Note down the conditions of what stands beside a question."""
        for line in stmt.beside:
            self.ask("beside", line, line.condition, known)
        self.ask("routine", stmt, stmt.routine, known)

    def stays(self, target: x.Read, value: x.Expr) -> bool:
        """Whether a field that is set to a value is it afterwards: nothing is cut off, and it does not read itself."""
        match target.type, value.type:
            case IntType(low=least, high=most), IntType(low=low, high=high) if least <= low and high <= most:
                pass
            case (BoolType(), BoolType()) | (EnumType(), EnumType()):
                pass
            case _:
                return False
        return not draws(value) and not any(
            f"field:{target.field}" in self.effects.of(part).reads for part in (value, target.element, *target.indices)
        )

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
