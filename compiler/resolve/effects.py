"""What a call may read, write and remove, before anything is typed.

Needed to know how long a test for none lasts: until something ran that can change what was tested.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from bombsight.compiler.knots import knots
from bombsight.compiler.symbols import Symbols
from bombsight.dsl import ast
from bombsight.dsl.walk import walk
from bombsight.flat.types import ElementType


@frozen
class Effect:
    """Root names of fields read and written, and records whose elements may be removed."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    removes: frozenset[str] = frozenset()

    def __or__(self, other: Effect) -> Effect:
        return Effect(self.reads | other.reads, self.writes | other.writes, self.removes | other.removes)


Callee = tuple[str, str]
"""``("table", id)``, ``("procedure", name)``, ``("define", name)``, ``("reroll", name)``."""


def root(node: ast.Expr) -> str | None:
    """The name at the beginning of a path: ``keeper`` of ``keeper[k].watches``."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.name if isinstance(node, ast.Name) else None


class Effects:
    """Effects of every table, procedure, define and standing offer, calls included."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.record_of_list = {name: record for record, name in symbols.lists.items()}
        self.owned: dict[str, list[str]] = {}
        for name, shape in symbols.fields.items():
            self.owned.setdefault(shape.owner, []).append(name)
        self.own: dict[Callee, Effect] = {}
        self.calls: dict[Callee, set[Callee]] = {}
        for kind, table in (
            ("table", symbols.tables),
            ("procedure", symbols.procedures),
            ("define", symbols.defines),
            ("reroll", symbols.rerolls),
        ):
            for name, item in table.items():
                own, calls = self.scan([item])
                self.own[kind, name] = own
                self.calls[kind, name] = calls
        for shared in symbols.shared_modifiers:
            own, calls = self.scan([shared])
            for table_id in shared.tables:
                if ("table", table_id) in self.own:
                    self.own["table", table_id] |= own
                    self.calls["table", table_id] |= calls
        self.total = self.closed()

    def closed(self) -> dict[Callee, Effect]:
        """The effect of each call with all it calls."""
        done: dict[Callee, Effect] = {}
        for knot in knots(self.calls):
            below = {to for callee in knot for to in self.calls[callee]}
            effects = [*(self.own[callee] for callee in knot), *(done[to] for to in below if to in done)]
            effect = Effect(
                frozenset[str]().union(*(one.reads for one in effects)),
                frozenset[str]().union(*(one.writes for one in effects)),
                frozenset[str]().union(*(one.removes for one in effects)),
            )
            done |= dict.fromkeys(knot, effect)
        return done

    def of(self, nodes: Iterable[ast.Node], table: ast.Table | None = None) -> Effect:
        """The effect of some nodes with all they call, the notes of their table too."""
        effect, calls = self.scan(with_notes(nodes, table))
        for callee in calls:
            effect |= self.total.get(callee, Effect())
        return effect

    def scan(self, nodes: Iterable[ast.Node]) -> tuple[Effect, set[Callee]]:
        """What nodes do themselves, and what they call."""
        reads: set[str] = set()
        writes: set[str] = set()
        removes: set[str] = set()
        calls: set[Callee] = set()
        for node in nodes:
            for part in walk(node):
                match part:
                    case ast.Name(name=name):
                        if name in self.symbols.defines:
                            calls.add(("define", name))
                        reads.add(name)
                    case ast.Attribute(name=name):
                        reads.add(name)
                    case ast.Call(name=name):
                        calls.add(("define", name))
                    case ast.Set(target=target) | ast.Add(target=target) | ast.Reset(target=target):
                        self.written(target, writes, removes, reset=isinstance(part, ast.Reset))
                    case ast.Remove(list=target) | ast.RemoveEach(list=target):
                        self.removed(root(target), writes, removes)
                    case ast.Dice():  # an offer may be taken, and pays for itself
                        calls.update(("reroll", name) for name in self.symbols.rerolls)
                    case ast.RollOn(table=name) | ast.LookUp(table=name) | ast.ModifiersOn(table=name):
                        calls.add(("table", name))
                    case ast.TakeEvery(table=name):
                        calls.add(("table", name))
                    case ast.Do(procedure=name):
                        calls.add(("procedure", name))
                        self.leaving(name, writes, removes)
                    case _:
                        pass
        return Effect(frozenset(reads), frozenset(writes), frozenset(removes)), calls

    def written(self, target: ast.Expr, writes: set[str], removes: set[str], *, reset: bool) -> None:
        """A field, a variable or an element's field changes; an element's field counts under its own name."""
        name = root(target)
        if name is not None:
            writes.add(name)
            if reset:
                self.removed(name, writes, removes)
        while isinstance(target, ast.Attribute | ast.Subscript):
            if isinstance(target, ast.Attribute):
                writes.add(target.name)
            target = target.value

    def leaving(self, procedure: str, writes: set[str], removes: set[str]) -> None:
        """State that a procedure owns falls back when it ends."""
        for name in self.owned.get(procedure, ()):
            writes.add(name)
            self.removed(name, writes, removes)

    def removed(self, list_: str | None, writes: set[str], removes: set[str]) -> None:
        """Elements leave a list: it is another one then, and what remembered them is none."""
        if list_ is None or list_ not in self.record_of_list:
            return
        record = self.record_of_list[list_]
        removes.add(record)
        writes.add(list_)
        members = [field for fields in self.symbols.record_fields.values() for field in fields.values()]
        for field in (*self.symbols.fields.values(), *members):
            if isinstance(field.type, ElementType) and field.type.record == record:
                writes.add(field.name)


def with_notes(nodes: Iterable[ast.Node], table: ast.Table | None) -> list[ast.Node]:
    """Nodes, and the notes of their table that they use."""
    notes = {line.name: line for line in table.lines if isinstance(line, ast.Note)} if table is not None else {}
    found = list(nodes)
    for node in found:  # grows as notes are found
        for part in walk(node):
            if isinstance(part, ast.UseNote) and part.name in notes:
                found.append(notes.pop(part.name))
    return found
