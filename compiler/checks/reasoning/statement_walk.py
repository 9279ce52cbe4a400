"""Symbolic execution of one item: its statements and conditions, with what is known where each has its turn."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Literal, assert_never

from bombsight.compiler.checks.reasoning.symbolic_state import NATURAL, Knowledge, Snapshot, some
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.walk import draws
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import BoolType, EnumType, IntType

Role = Literal[
    "if", "while", "member", "answer", "beside", "routine", "natural", "modifier", "row", "exception", "offer", "prefer"
]
"""What a condition decides."""


@frozen(eq=False)
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
            case g.Draw(variable=variable, domain=domain, where=where, optional=optional):
                drawn = known.member(variable, domain)
                self.ask("member", stmt, where, drawn)
                return known.free(variable, domain.type.optionally()) if optional else drawn.holding(where)
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
            case _ if isinstance(stmt, g.Simple):
                return known.changed(self.effects.of(stmt).writes)
            case _:
                assert_never(stmt)

    def loop(self, stmt: g.Loop, known: Knowledge) -> Visit:
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
            case g.Repeat():
                pass
            case _:
                assert_never(stmt)
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
            case _:  # the rest: something may be cut off
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
