"""Effect analysis of the syntax tree: the state that a call may read, write and remove, before type checking.

It limits how long a test for none holds: until code runs that may change the tested value. Names are as written, since
they are not resolved yet; a record stands for the list of its elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, assert_never, get_args

from attrs import define, field

from bombsight.compiler.effects import Callee, Effect, close_over_calls, merge_effects, unaffected_callees
from bombsight.compiler.incremental.memo import Memo, map_with_memo
from bombsight.compiler.symbols import SymbolTable
from bombsight.dsl import ast
from bombsight.dsl.walk import children, walk
from bombsight.flat.types import ElementType

if TYPE_CHECKING:
    from typing_extensions import TypeIs  # in typing since Python 3.13

__all__ = ["Effect", "Effects", "root_name", "with_used_notes"]


def root_name(node: ast.Expr) -> str | None:
    """Return the first name of a state path, ``keeper`` of ``keeper[k].watches``; None for other expressions."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.name if isinstance(node, ast.Name) else None


InertNode = (
    ast.Constant
    | ast.Natural
    | ast.DiceFact
    | ast.Subscript
    | ast.NewRecord
    | ast.Operation
    | ast.SetLiteral
    | ast.Interval
    | ast.Quantifier
    | ast.Sum
    | ast.Best
    | ast.Conditional
    | ast.OptionValue
    | ast.ResultsOf
    | ast.CellForm
    | ast.Nothing
    | ast.Result
    | ast.Evaluate
    | ast.UseNote
    | ast.Let
    | ast.Say
    | ast.Chronicle
    | ast.Again
    | ast.AgainEachOnce
    | ast.TreatAs
    | ast.Step
    | ast.If
    | ast.Loop
    | ast.End
    | ast.Return
    | ast.Stop
    | ast.Choose
    | ast.Draw
    | ast.ChooseBranch
    | ast.SubRoll
    | ast.Entries
)
"""Expressions and statements without effects of their own, apart from their children."""

INERT_NODES = frozenset(get_args(InertNode))


def is_inert(node: ast.Node) -> TypeIs[InertNode]:
    """Whether a syntax node has no side effects of its own, apart from those of its children."""
    return type(node) in INERT_NODES


@define(slots=False, eq=False)
class Effects:
    """The side effects of every table, procedure, define and standing offer (right to throw again), calls included.

    Attributes:
        symbols: The symbol table.
        items: Memo of the own effect of each item.
        own_effects: The effect of each callee without its calls, by its id.
        total_effects: The effect of each callee including its calls, by its id.
    """

    symbols: SymbolTable
    items: Memo[ast.Node, Effect] = field(factory=Memo)
    own_effects: Mapping[Callee, Effect] = field(factory=dict)
    total_effects: Mapping[Callee, Effect] = field(factory=dict)

    @classmethod
    def analyze(cls, symbols: SymbolTable, previous: Effects | None = None) -> Effects:
        """Analyse the side effects of a program, reusing those of items unchanged since a previous analysis."""
        effects = cls(symbols)
        items = callee_nodes(symbols)
        known = previous.items if previous is not None and previous.other_inputs == effects.other_inputs else None
        effects.items = map_with_memo(
            (node for nodes in items.values() for node in nodes), effects.own_effect_of, known
        )
        own = effects.items.by_identity()
        effects.own_effects = {
            callee: merge_effects(own[id(node)] for node in nodes) for callee, nodes in items.items()
        }
        unaffected = (
            {}
            if previous is None
            else {
                id_: previous.total_effects[id_]
                for id_ in unaffected_callees(previous.own_effects, effects.own_effects)
            }
        )
        effects.total_effects = close_over_calls(effects.own_effects, known_effects=unaffected)
        return effects

    @cached_property
    def own_memo(self) -> dict[int, tuple[ast.Node, Effect]]:
        """Memo table of the effects of nodes without their calls, by identity of the node."""
        return {id(node): (node, effect) for node, effect in zip(self.items.keys, self.items.values, strict=True)}

    @cached_property
    def offers(self) -> frozenset[Callee]:
        """The standing offers (to throw dice again) as callees, since any throw may run them."""
        return frozenset(f"reroll:{name}" for name in self.symbols.rerolls)

    @cached_property
    def record_of_list(self) -> dict[str, str]:
        """The name of the record whose elements each list holds."""
        return {name: record for record, name in self.symbols.lists.items()}

    @cached_property
    def fields_by_owner(self) -> dict[str, list[str]]:
        """The names of the state fields that each procedure owns and resets when it ends."""
        found: dict[str, list[str]] = {}
        for name, shape in self.symbols.fields.items():
            found.setdefault(shape.owner, []).append(name)
        return found

    @cached_property
    def holders_by_record(self) -> dict[str, set[str]]:
        """The names of the fields that may refer to an element of each record."""
        found: dict[str, set[str]] = {}
        members = (shape for fields in self.symbols.record_fields.values() for shape in fields.values())
        for shape in (*self.symbols.fields.values(), *members):
            if isinstance(shape.type, ElementType):
                found.setdefault(shape.type.record, set()).add(shape.name)
        return found

    @cached_property
    def tables_by_column(self) -> dict[str, frozenset[Callee]]:
        """The tables that columns of enums name, as callees, by the name of the column."""
        found: dict[str, frozenset[Callee]] = {}
        for enum in self.symbols.enums.values():
            for column in enum.table_columns:
                callees = frozenset(f"table:{table}" for table in column.tables if table)
                found[column.name] = found.get(column.name, frozenset()) | callees
        return found

    @property
    def other_inputs(self) -> tuple[object, ...]:
        """The inputs of effect analysis besides the syntax node, such as field names, as a comparable tuple."""
        return (
            self.offers,
            self.record_of_list,
            self.fields_by_owner,
            self.holders_by_record,
            self.symbols.defines.keys(),
            self.symbols.fields.keys(),
            self.tables_by_column,
        )

    def effect_of(self, nodes: Iterable[ast.Node], table: ast.Table | None = None) -> Effect:
        """Return the effect of nodes, including their calls and the notes of their table."""
        own = merge_effects(map(self.own_effect_of, with_used_notes(nodes, table)))
        return merge_effects(
            (own, *(self.total_effects[callee] for callee in own.calls if callee in self.total_effects))
        )

    def own_effect_of(self, node: ast.Node) -> Effect:
        """Return the side effects of a node, not counting what it calls; memoized."""
        found = self.own_memo.get(id(node))
        if found is None:
            found = self.own_memo[id(node)] = (node, self.compute_own_effect(node))
        return found[1]

    def compute_own_effect(self, node: ast.Node) -> Effect:
        """Compute the side effects of a node, not counting what it calls."""
        reads: set[str] = set()
        writes: set[str] = set()
        removes: set[str] = set()
        calls: set[Callee] = set()
        inner: list[Effect] = []
        waiting: list[ast.Node] = [node]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ast.BaseStmt) and part is not node:
                inner.append(self.own_effect_of(part))
                continue
            waiting += children(part)
            if not (ast.is_expr(part) or ast.is_stmt(part)) or is_inert(part):
                continue
            match part:
                case ast.Name(name=name):
                    if name in self.symbols.defines:
                        calls.add(f"define:{name}")
                    reads.add(name)
                case ast.Attribute(name=name):
                    reads.add(name)
                case ast.Call(name=name):
                    calls.add(f"define:{name}")
                case ast.Set(target=to) | ast.Add(target=to) | ast.Take(target=to) | ast.Reset(target=to):
                    self.record_write(to, writes, removes, reset=isinstance(part, ast.Reset))
                case ast.Move(list=target):
                    self.record_write(target, writes, removes, reset=False)
                case ast.Remove(list=target) | ast.RemoveEach(list=target):
                    self.record_removal(root_name(target), writes, removes)
                case ast.Dice():  # any throw may call a standing offer
                    calls |= self.offers
                case ast.RollOn(table=name) | ast.LookUp(table=name) | ast.ModifiersOn(table=name):
                    calls.add(f"table:{name}")
                case ast.LookUpColumn(column=name):
                    calls |= self.tables_by_column.get(name, frozenset())
                case ast.TakeEvery(table=name):
                    calls.add(f"table:{name}")
                case ast.Do(procedure=name):
                    calls.add(f"procedure:{name}")
                    self.record_exit(name, writes, removes)
                case _:
                    assert_never(part)
        own = Effect(frozenset(reads), frozenset(writes), removes=frozenset(removes), calls=frozenset(calls))
        return merge_effects((own, *inner))

    def record_write(self, target: ast.Expr, writes: set[str], removes: set[str], *, reset: bool) -> None:
        """Add the field, variable or element field that an assignment changes to ``writes``.

        The variable that refers to the element is unchanged.

        Args:
            target: What is assigned to.
            writes: Collects the names of changed state.
            removes: Collects the records whose elements may be removed.
            reset: Whether the statement resets its target, which empties a list.
        """
        name = root_name(target)
        if name is not None and (isinstance(target, ast.Name) or name in self.symbols.fields):
            writes.add(name)
            if reset:
                self.record_removal(name, writes, removes)
        while isinstance(target, ast.Attribute | ast.Subscript):
            if isinstance(target, ast.Attribute):
                writes.add(target.name)
            target = target.value

    def record_exit(self, procedure: str, writes: set[str], removes: set[str]) -> None:
        """Add the state that a procedure owns, which its end resets, to ``writes`` and ``removes``."""
        for name in self.fields_by_owner.get(procedure, ()):
            writes.add(name)
            self.record_removal(name, writes, removes)

    def record_removal(self, list_: str | None, writes: set[str], removes: set[str]) -> None:
        """Add a list that loses elements, and what refers to them, to ``writes``; add their record to ``removes``."""
        if list_ is None or list_ not in self.record_of_list:
            return
        record = self.record_of_list[list_]
        removes.add(record)
        writes.add(list_)
        writes |= self.holders_by_record.get(record, set())


def callee_nodes(symbols: SymbolTable) -> dict[Callee, list[ast.Node]]:
    """Map each callee to the syntax nodes of its body; for a table, its shared modifiers included."""
    found: dict[Callee, list[ast.Node]] = {f"table:{id_}": [table] for id_, table in symbols.tables.items()}
    found.update((f"procedure:{name}", [procedure]) for name, procedure in symbols.procedures.items())
    found.update((f"define:{name}", [define]) for name, define in symbols.defines.items())
    found.update((f"reroll:{name}", [reroll]) for name, reroll in symbols.rerolls.items())
    for shared in symbols.shared_modifiers:
        for table_id in shared.tables:
            found.get(f"table:{table_id}", []).append(shared)
    return found


def with_used_notes(nodes: Iterable[ast.Node], table: ast.Table | None) -> list[ast.Node]:
    """Return nodes together with the notes of their table that they call, transitively."""
    notes = {line.name: line for line in table.lines if isinstance(line, ast.Note)} if table is not None else {}
    found = list(nodes)
    for node in found:  # grows during the loop
        for part in walk(node):
            if isinstance(part, ast.UseNote) and part.name in notes:
                found.append(notes.pop(part.name))
    return found
