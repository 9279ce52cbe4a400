"""What expressions read and statements change, with all they call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from bombsight.compiler.checks.reasoning.walking import inside
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.knots import knots
from bombsight.flat.types import ElementType

Callee = tuple[str, str]
"""A kind and a name: ``("table", "Sky")``, ``("procedure", "watch")``, ``("define", "lit")``."""

Items = dict[Callee, n.Table | n.Procedure | n.Define]


@frozen
class Effect:
    """Ids of fields and lists, and ``var NAME`` for variables: what is read, and what may be another afterwards."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    calls: frozenset[Callee] = frozenset()


def callees(node: object) -> Iterator[tuple[Callee, object]]:
    """What a part of the graph calls, with the place of each call."""
    for part in inside(node):
        match part:
            case x.RollOn(table=name) | x.LookUp(table=name) | x.ModifiersOn(table=name) | g.TakeEvery(table=name):
                yield ("table", name), part
            case x.DoCall(procedure=name):
                yield ("procedure", name), part
            case x.CallDefine(define=name):
                yield ("define", name), part
            case _:
                pass


class Effects:
    """Effects of everything in a graph."""

    def __init__(self, graph: n.RuleGraph) -> None:
        self.graph = graph
        self.owned: dict[str, set[str]] = {}
        for field in graph.fields:
            self.owned.setdefault(field.owner, set()).add(field.id)
        for state_list in graph.lists:
            self.owned.setdefault(state_list.owner, set()).add(state_list.id)
        self.members = {one.id: set(one.fields) for one in graph.lists}
        self.holders: dict[str, set[str]] = {}
        for field in graph.fields:
            if isinstance(field.type, ElementType):
                self.holders.setdefault(field.type.record, set()).add(field.id)
        self.records = {one.id: one.record for one in graph.lists}

    @cached_property
    def items(self) -> Items:
        """Everything that can be called."""
        graph = self.graph
        found: Items = {("table", table.id): table for table in graph.tables}
        found.update({("procedure", procedure.name): procedure for procedure in graph.procedures})
        found.update({("define", define.name): define for define in graph.defines})
        return found

    @cached_property
    def own(self) -> dict[Callee, Effect]:
        """What each item and each standing offer does itself."""
        offers: dict[Callee, n.Reroll] = {("reroll", reroll.name): reroll for reroll in self.graph.rerolls}
        return {callee: self.scan(item) for callee, item in (*self.items.items(), *offers.items())}

    @cached_property
    def whole(self) -> dict[Callee, Effect]:
        """What each of them does with all it calls."""
        done: dict[Callee, Effect] = {}
        for knot in knots({callee: own.calls for callee, own in self.own.items()}):
            reads, writes, calls = set[str](), set[str](), set(knot)
            for callee in knot:
                own = self.own[callee]
                reads |= {name for name in own.reads if not name.startswith("var ")}
                writes |= {name for name in own.writes if not name.startswith("var ")}
                if callee[0] == "procedure":
                    writes |= self.owned.get(callee[1], set())
                for below in (done[to] for to in own.calls if to in done):
                    reads |= below.reads
                    writes |= below.writes
                    calls |= below.calls
            effect = Effect(frozenset(reads), frozenset(writes), frozenset(calls))
            done |= dict.fromkeys(knot, effect)
        return done

    def of(self, node: object) -> Effect:
        """The effect of a part of the graph with all it calls."""
        own = self.scan(node)
        reads, writes = set(own.reads), set(own.writes)
        for callee in own.calls:
            effect = self.whole.get(callee, Effect())
            reads |= effect.reads
            writes |= effect.writes
        return Effect(frozenset(reads), frozenset(writes), own.calls)

    def scan(self, node: object) -> Effect:
        """What a part of the graph does itself, and what it calls."""
        reads: set[str] = set()
        writes: set[str] = set()
        calls = {callee for callee, _ in callees(node)}
        for part in inside(node):
            match part:
                case g.Rolled() | x.RollDice():  # an offer may be taken, and pays for itself
                    calls.update(("reroll", reroll.name) for reroll in self.graph.rerolls)
                case x.Read(field=name):
                    reads.add(name)
                case x.ElementsDomain(list=name):
                    reads.add(name)
                case x.LocalListDomain(variable=name) | x.InList(variable=name):
                    reads.add(f"var {name}")
                case g.Assign(target=target) | g.Increase(target=target):
                    writes.add(target.field if isinstance(target, x.Read) else f"var {target.name}")
                case g.AppendValue(variable=name):
                    writes.add(f"var {name}")
                case g.AddElement(list=name):
                    writes |= {name, *self.members.get(name, ())}
                case g.Remove(list=name) | g.RemoveEach(list=name) | g.ResetList(list=name):
                    writes |= {name, *self.holders.get(self.records.get(name, ""), ())}
                case g.ResetFields(fields=names):
                    writes |= set(names)
                case _:
                    pass
        return Effect(frozenset(reads), frozenset(writes), frozenset(calls))
