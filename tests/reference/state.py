"""The state of the reference interpreter: dictionaries of values, elements as objects, none as None."""

from __future__ import annotations

from itertools import product
from typing import Any

from bombsight.compiler.graph import nodes as n
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import walk
from bombsight.dsl.source import Span
from bombsight.flat.types import TextType


class RulesFault(Exception):  # noqa: N818 - the language calls it a fault
    """The rules did what they may not."""

    def __init__(self, span: Span, text: str) -> None:
        super().__init__(f"{span}: {text}")
        self.place = str(span)
        self.text = text


class Element:
    """An element of a list; ``place`` is where in the list it is, or was."""

    def __init__(self, record: str, place: int, values: dict[str, dict[tuple[int, ...], Any]]) -> None:
        self.record = record
        self.place = place
        self.values = values
        self.alive = True

    def __repr__(self) -> str:
        return f"{self.record}@{self.place}"


class State:
    """Every field and every list."""

    def __init__(self, graph: n.RuleGraph, evaluate: Any) -> None:
        self.graph = graph
        self.evaluate = evaluate
        self.sizes = {enum.name: len(enum.values) for enum in graph.enums}
        self.named = {node.id: node for node in graph.fields}
        self.list_of = {pool.record: pool for pool in graph.lists}
        self.lists: dict[str, list[Element | None]] = {pool.id: [None] * pool.type.capacity for pool in graph.lists}
        self.orders: dict[str, list[Element]] = {pool.id: [] for pool in graph.lists}
        parts = walk((graph.tables, graph.procedures, graph.examples, graph.rerolls))
        self.moved = {part.list for part in parts if isinstance(part, g.Move)}
        self.fields: dict[str, dict[tuple[int, ...], Any]] = {}
        self.names_given: dict[str, int] = {}
        owners = list(dict.fromkeys(["career", *(node.owner for node in graph.fields if not node.element)]))
        for owner in owners:
            for node in graph.fields:
                if node.owner == owner and not node.element:
                    self.fields[node.id] = self.defaults(node)

    def indices(self, node: n.Field) -> list[tuple[int, ...]]:
        return list(product(*(range(self.sizes[enum]) for enum in node.indices)))

    def default(self, node: n.Field, index: tuple[int, ...]) -> Any:
        if isinstance(node.type, TextType):
            given = self.names_given.get(node.type.names, 0)
            self.names_given[node.type.names] = given + 1
            return given
        return self.evaluate(node.default, dict(zip(node.index_names, index, strict=True)))

    def defaults(self, node: n.Field) -> dict[tuple[int, ...], Any]:
        return {index: self.default(node, index) for index in self.indices(node)}

    def elements(self, list_: str) -> list[Element]:
        """In order: that of the places, unless rules move elements of the list."""
        if list_ in self.moved:
            return list(self.orders[list_])
        return [element for element in self.lists[list_] if element is not None]

    def move(self, list_: str, element: Element, *, first: bool) -> None:
        order = self.orders[list_]
        order.remove(element)
        order.insert(0 if first else len(order), element)

    def add(self, list_: str, record: str, given: dict[str, Any], span: Span) -> Element:
        pool = self.lists[list_]
        if None not in pool:
            raise RulesFault(span, f"{list_} is full")
        place = pool.index(None)
        fields = [self.named[field] for field in self.list_of[record].fields]
        values = {
            node.id: dict.fromkeys(self.indices(node), given[node.id]) if node.id in given else self.defaults(node)
            for node in fields
        }
        element = pool[place] = Element(record, place, values)
        self.orders[list_].append(element)
        return element

    def remove(self, element: Element) -> None:
        """Every field that held the element holds none; variables see that it is not alive."""
        element.alive = False
        list_ = self.list_of[element.record].id
        self.lists[list_][element.place] = None
        self.orders[list_].remove(element)
        for values in self.fields.values():
            self.forget(values, element)
        for pool in self.lists.values():
            for other in pool:
                for values in other.values.values() if other else ():
                    self.forget(values, element)

    @staticmethod
    def forget(values: dict[tuple[int, ...], Any], element: Element) -> None:
        for index, value in values.items():
            if value is element:
                values[index] = None

    def fall_back(self, owner: str) -> None:
        """What an owner's state falls back to when it ends."""
        for pool in self.graph.lists:
            if pool.owner == owner:
                for element in self.elements(pool.id):
                    self.remove(element)
        for node in self.graph.fields:
            if node.owner == owner and not node.element:
                self.fields[node.id] = self.defaults(node)
