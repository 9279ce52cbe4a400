"""Symbolic execution of one item: its statements and conditions, each with its symbolic state."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Literal, assert_never

from bombsight.compiler.checks.reasoning.symbolic_state import (
    NATURAL,
    SymbolicState,
    ValueSnapshot,
    has_member_condition,
)
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.effects import Effects
from bombsight.compiler.graph.single_dice import dice_thrown
from bombsight.compiler.graph.walk import has_side_effects, walk
from bombsight.dsl.node_classes import frozen
from bombsight.flat.types import BoolType, EnumType, IntType

Role = Literal[
    "if",
    "while",
    "member",
    "answer",
    "beside",
    "routine",
    "natural",
    "modifier",
    "row",
    "exception",
    "offer",
    "prefer",
    "value",
]
"""The role of a condition; ``value`` is a number that a conditional in it makes depend on conditions."""


@frozen(eq=False)
class AskedCondition:
    """A condition with the symbolic state in which it is tested.

    Attributes:
        condition: The condition.
        state: The symbolic state.
        owner: The statement, answer, row and so on that tests it.
    """

    role: Role
    condition: x.Expr
    state: SymbolicState
    owner: object


VisitGenerator = Generator[tuple[g.Stmt, SymbolicState], None, "SymbolicState | None"]
"""A generator of statements with the state before each; it returns the state after them, None if unreachable."""


class StatementWalker:
    """A symbolic executor of the statements of one item.

    Args:
        effects: The effects of the whole graph.
        notes: The notes of the item's table.
        conditions: The list that collects the conditions, in order.

    Attributes:
        states_at_note: The states at the calls of each note, by its name.
    """

    def __init__(
        self, effects: Effects, notes: Sequence[n.Note] = (), conditions: list[AskedCondition] | None = None
    ) -> None:
        """Make an executor of an item with these notes; tested conditions are appended to the list ``conditions``."""
        self.effects = effects
        self.conditions = [] if conditions is None else conditions
        self.states_at_note: dict[str, list[SymbolicState]] = {}
        self.written_in_notes = frozenset[str]().union(*(effects.effect_of(note).writes for note in notes))

    def walk_block(self, block: g.Block, state: SymbolicState) -> VisitGenerator:
        """Execute a block symbolically: yield each statement with the state before it; return the state after all."""
        at: SymbolicState | None = state
        for stmt in block:
            if at is None:
                return None
            yield stmt, at
            at = yield from self.walk_statement(stmt, at)
        return at

    def written_by(self, *nodes: object) -> frozenset[str]:
        """The keys of the fields, lists and variables that nodes, or notes of the table, may write."""
        return self.written_in_notes.union(*(self.effects.effect_of(node).writes for node in nodes))

    def record_condition(self, role: Role, owner: object, condition: x.Expr | None, state: SymbolicState) -> None:
        """Append a condition to the collected ones, with its state; do nothing for None.

        Args:
            role: Its role.
            owner: The statement, answer, row and so on that tests it.
            condition: The condition, or None.
            state: The symbolic state.
        """
        if condition is not None:
            self.conditions.append(AskedCondition(role, condition, state, owner))

    def record_value(self, owner: object, value: x.Expr | None, state: SymbolicState) -> None:
        """Append a value with a conditional in it to the collected conditions, with its state.

        Args:
            owner: The statement, answer or modifier that evaluates it.
            value: The value, or None.
            state: The symbolic state.
        """
        if any(isinstance(part, x.Conditional) for part in walk(value)):
            self.record_condition("value", owner, value, state)

    def state_after_throw(self, state: SymbolicState) -> SymbolicState:
        """Return the state after a throw, in which the player may have accepted a standing offer (reroll)."""
        offers = self.effects.offers
        return state.havoc(frozenset().union(*(self.effects.call_effect(offer).writes for offer in offers)))

    def walk_statement(self, stmt: g.Stmt, state: SymbolicState) -> VisitGenerator:
        """Execute one statement symbolically, yielding inner statements, and return the state after it."""
        match stmt:
            case g.Step(body=body):
                inner = yield from self.walk_block(body, state)
                return self.leave_scope(state, inner)
            case g.If(condition=condition, body=body, otherwise=otherwise):
                at = state.havoc(self.written_by(condition)) if has_side_effects(condition) else state
                self.record_condition("if", stmt, condition, at)
                then_end = yield from self.walk_block(body, at if has_side_effects(condition) else at.assume(condition))
                else_end = yield from self.walk_block(
                    otherwise, at if has_side_effects(condition) else at.assume(condition, False)
                )
                return self.merge_states(state, [then_end, else_end], self.written_by(condition, body, otherwise))
            case g.ForEach() | g.ForRange() | g.Repeat() | g.While():
                return (yield from self.walk_loop(stmt, state))
            case g.SubRoll(rolled=rolled):
                ends = []
                bodies = [*(natural.body for natural in rolled.naturals), *(row.body for row in rolled.rows)]
                self.record_roll_conditions(rolled, state)
                for body in bodies:
                    ends.append(
                        (
                            yield from self.walk_block(
                                body, self.state_after_throw(state).bind_unknown(NATURAL, IntType(1, 999))
                            )
                        )
                    )
                return self.merge_states(state, ends, self.written_by(stmt)) if ends else state
            case g.ChooseBranch(branches=branches):
                ends = []
                self.record_question_conditions(stmt, state)
                for branch in branches:
                    self.record_condition("answer", branch, branch.condition, state)
                    self.record_value(branch, branch.prefer, state.assume(branch.condition))
                    ends.append((yield from self.walk_block(branch.body, state.assume(branch.condition))))
                return self.merge_states(state, ends, self.written_by(stmt))
            case g.Choose(variable=variable, domain=domain, where=where, optional=optional):
                type_ = domain.type.with_none() if optional else domain.type
                offered = state.bind_member(variable, domain)
                self.record_condition("member", stmt, where, offered)
                self.record_question_conditions(stmt, offered)
                self.record_value(stmt, stmt.prefer, offered.assume(where))
                chosen = state.bind_unknown(variable, type_) if optional else offered
                return chosen if optional else chosen.assume(where)
            case g.Draw(variable=variable, domain=domain, where=where, optional=optional):
                drawn = state.bind_member(variable, domain)
                self.record_condition("member", stmt, where, drawn)
                return state.bind_unknown(variable, domain.type.with_none()) if optional else drawn.assume(where)
            case g.Let(variable=variable, value=value, type=type_):
                at = state.havoc(self.written_by(stmt))
                if value is None or has_side_effects(value):
                    return at.bind_call_result(variable, type_, value)
                return at.bind(variable, ValueSnapshot(type_, value, state))
            case g.Assign(target=x.Var(name=name, type=type_), value=value) if not has_side_effects(value):
                return state.bind(name, ValueSnapshot(type_, value, state))
            case g.Assign(target=x.Read() as target, value=value, span=span) if self.keeps_value(target, value):
                return state.havoc(self.effects.effect_of(stmt).writes).assume_assigned(target, value, span)
            case g.RemoveEach(variable=variable, list=list_, where=where):
                element = next(pool.type.element for pool in self.effects.graph.lists if pool.id == list_)
                self.record_condition("member", stmt, where, state.bind_unknown(variable, element))
                return state.havoc(self.effects.effect_of(stmt).writes)
            case g.UseNote(note=note):
                self.states_at_note.setdefault(note, []).append(state)
                return state.havoc(self.written_in_notes)
            case _ if isinstance(stmt, g.Leaving):
                return None
            case _ if isinstance(stmt, g.Simple):
                return state.havoc(self.effects.effect_of(stmt).writes)
            case _:
                assert_never(stmt)

    def walk_loop(self, stmt: g.Loop, state: SymbolicState) -> VisitGenerator:
        """Execute a loop symbolically: yield its statements; return the state, with all it writes unknown."""
        loop_state = state.havoc(self.written_by(stmt))
        inner = loop_state
        match stmt:
            case g.ForEach(variable=variable, domain=domain, where=where):
                turn = loop_state.bind_member(variable, domain)
                self.record_condition("member", stmt, where, turn)
                inner = turn.assume(where).assume(has_member_condition(variable, domain, where))
            case g.ForRange(variable=variable, type=type_):
                inner = loop_state.bind_unknown(variable, type_)
            case g.While(condition=condition):
                self.record_condition("while", stmt, condition, loop_state)
                inner = loop_state.assume(condition)
            case g.Repeat():
                pass
            case _:
                assert_never(stmt)
        yield from self.walk_block(stmt.body, inner)
        return loop_state

    def record_roll_conditions(self, rolled: g.Rolled, state: SymbolicState) -> None:
        """Record the conditions of a roll's `natural` rows and of its modifiers."""
        at = state.bind_dice(dice_thrown(rolled))
        for natural in rolled.naturals:
            self.record_condition("natural", natural, natural.condition, at)
        for modifier in rolled.modifiers:
            self.record_condition("modifier", modifier, modifier.condition, at)
            self.record_value(modifier, modifier.amount, at.assume(modifier.condition))

    def record_question_conditions(self, stmt: g.Choose | g.ChooseBranch, state: SymbolicState) -> None:
        """Record the conditions of the information lines of a question, and of whether it is routine (skippable)."""
        for line in stmt.beside:
            self.record_condition("beside", line, line.condition, state)
        self.record_condition("routine", stmt, stmt.routine, state)

    def keeps_value(self, target: x.Read, value: x.Expr) -> bool:
        """Whether ``target == value`` holds once assigned: no clamping, no dice, and no read of the target."""
        match target.type, value.type:
            case IntType(low=least, high=most), IntType(low=low, high=high) if least <= low and high <= most:
                pass
            case (BoolType(), BoolType()) | (EnumType(), EnumType()):
                pass
            case _:  # the rest: may be clamped
                return False
        return not has_side_effects(value) and not any(
            f"field:{target.field}" in self.effects.effect_of(part).reads
            for part in (value, target.element, *target.indices)
        )

    def leave_scope(self, state_before: SymbolicState, state_after: SymbolicState | None) -> SymbolicState | None:
        """Return the state after a block, without names declared in the block; None if unreachable."""
        if state_after is None:
            return None
        names = {name: state_after.names[name] for name in state_before.names}
        if NATURAL in state_before.names:
            names[NATURAL] = state_before.names[NATURAL]
        return SymbolicState(names, state_after.versions, state_after.path_conditions)

    def merge_states(
        self, state_before: SymbolicState, ends: Sequence[SymbolicState | None], writes: Iterable[str]
    ) -> SymbolicState | None:
        """Merge the states at the ends of branches into one, given all that they write; None if none is reachable."""
        open_ = [end for end in ends if end is not None]
        if not open_:
            return None
        if len(open_) == 1:
            return self.leave_scope(state_before, open_[0])
        return state_before.havoc(writes)
