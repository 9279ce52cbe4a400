"""What a call may bring about: choices, dice, ends of outer procedures, elements removed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import cast

from attrs import AttrsInstance, evolve, fields, frozen, has

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.dsl.source import Span
from bombsight.flat.types import Type


@frozen
class Effect:
    """What something may bring about, its callees included.

    Attributes:
        asks: A choice may come up.
        rolls: Dice may be thrown.
        ends: Procedures it may end that run around it.
        removes: Lists from which it may remove elements.
        acts: Whether it may do anything that counts as an act at all: dice, choices, changes, events.
    """

    asks: bool = False
    rolls: bool = False
    ends: frozenset[str] = frozenset()
    removes: frozenset[str] = frozenset()
    acts: bool = False

    def __or__(self, other: Effect) -> Effect:
        return Effect(
            self.asks or other.asks,
            self.rolls or other.rolls,
            self.ends | other.ends,
            self.removes | other.removes,
            self.acts or other.acts,
        )


NO_EFFECT = Effect()


@cache
def names_of(kind: type[AttrsInstance]) -> tuple[str, ...]:
    """The attributes of a class of the graph."""
    return tuple(attribute.name for attribute in fields(kind))


def walk(node: object) -> Iterator[object]:
    """A node of the graph and all that it is made of."""
    if isinstance(node, tuple):
        for member in node:
            yield from walk(member)
    elif has(type(node)) and not isinstance(node, Type | Span):
        yield node
        for name in names_of(cast(type[AttrsInstance], type(node))):
            yield from walk(getattr(node, name))


QUIET = g.Nothing | g.Give | g.Let | g.If | g.UseNote
"""Statements that by themselves change nothing and tell nothing."""


class Effects:
    """The effects of every procedure, table and standing offer."""

    def __init__(self, graph: n.RuleGraph) -> None:
        self.graph = graph
        self.owned: dict[str, frozenset[str]] = {
            node.name: frozenset(pool.id for pool in graph.lists if pool.owner == node.name)
            for node in graph.procedures
        }
        self.own: dict[str, Effect] = {}
        self.calls: dict[str, frozenset[str]] = {}
        for key, node in self.callables():
            self.own[key], self.calls[key] = self.scan(node)
        self.total = dict(self.own)
        changed = True
        while changed:
            changed = False
            for key in self.total:
                effect = self.total[key]
                for callee in self.calls[key]:
                    effect |= self.call(callee)
                changed = changed or effect != self.total[key]
                self.total[key] = effect

    def callables(self) -> Iterator[tuple[str, object]]:
        """All that can be called, by key."""
        for procedure in self.graph.procedures:
            yield f"procedure:{procedure.name}", procedure.body
        for table in self.graph.tables:
            yield f"table:{table.id}", (table.rolled or (), table.rows, table.beforehand, table.notes)
        for reroll in self.graph.rerolls:
            yield f"reroll:{reroll.name}", reroll.body

    def of(self, node: object) -> Effect:
        """The effect of some part of the rules."""
        effect, calls = self.scan(node)
        for key in calls:
            effect |= self.call(key)
        return effect

    def call(self, key: str) -> Effect:
        """The effect of a call, seen from outside."""
        effect = self.total.get(key, NO_EFFECT)
        kind, _, name = key.partition(":")
        return evolve(effect, ends=effect.ends - {name}) if kind == "procedure" else effect

    def scan(self, node: object) -> tuple[Effect, frozenset[str]]:
        """What a part of the rules does itself, and what it calls."""
        effect, calls = NO_EFFECT, set[str]()
        for part in walk(node):
            if isinstance(part, g.Stmt) and not isinstance(part, QUIET):
                effect |= Effect(acts=True)
            match part:
                case g.Choose() | g.ChooseBranch():
                    effect |= Effect(asks=True)
                case g.EndProcedure(procedure=name):
                    effect |= Effect(ends=frozenset({name}))
                case g.Remove(list=name) | g.RemoveEach(list=name) | g.ResetList(list=name):
                    effect |= Effect(removes=frozenset({name}))
                case g.TakeEvery(table=table):
                    calls.add(f"table:{table}")
                case g.Rolled() | x.RollDice():
                    effect |= Effect(rolls=True, acts=True, asks=bool(self.graph.rerolls))
                    calls.update(f"reroll:{reroll.name}" for reroll in self.graph.rerolls)
                case x.RollOn(table=table):
                    effect |= Effect(acts=True)
                    calls.add(f"table:{table}")
                case x.LookUp(table=table):
                    calls.add(f"table:{table}")
                case x.DoCall(procedure=name):
                    effect |= Effect(acts=True, removes=self.owned.get(name, frozenset()))
                    calls.add(f"procedure:{name}")
                case _:
                    pass
        return effect, frozenset(calls)


def draws(value: x.Expr) -> bool:
    """Whether a value throws dice or runs a procedure."""
    return any(isinstance(part, x.RollDice | x.RollOn | x.DoCall) for part in walk(value))


def asks_for_dice(value: object) -> bool:
    """Whether a part of the rules asks for the dice as they fell, outside any roll of its own."""
    return any(isinstance(part, x.NaturalDice) for part in walk(value))
