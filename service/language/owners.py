"""Owners of names: the item to which a local name belongs, and the kind of name that an edit refers to."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from bombsight.compiler.resolve.mentions import NameKind
from bombsight.dsl import ast


@frozen
class Owner:
    """The item that a local name (a parameter, a step, an enum's value ...) belongs to."""

    kind: str
    name: str


NO_OWNER = Owner("", "")


def item_owner(item: ast.Node) -> Owner:
    """The owner of the local names in an item; :data:`NO_OWNER` for a node that is no item."""
    if not ast.is_item(item):
        return NO_OWNER
    match item:
        case ast.Table(id=name):
            return Owner("table", name)
        case ast.Enum(name=name):
            return Owner("enum", name)
        case ast.Forecast(tally=name):
            return Owner("forecast", name)
        case ast.Define(name=name):
            return Owner("define", name)
        case ast.Procedure(name=name):
            return Owner("procedure", name)
        case ast.Record(name=name):
            return Owner("record", name)
        case ast.State(owner=name):
            return Owner("state", name)
        case ast.Reroll(name=name):
            return Owner("reroll", name)
        case ast.Board(name=name):
            return Owner("board", name)
        case ast.Luck(name=name):
            return Owner("luck", name)
        case ast.Option(name=name):
            return Owner("option", name)
        case ast.ModifierOn(modifier=modifier):
            return Owner("modifier", modifier.label)
        case ast.Game() | ast.Chapter() | ast.Example() | ast.Overlay() | ast.Explain() | ast.Primer():
            return NO_OWNER
        case _:
            assert_never(item)


def declared_kind(target: ast.TargetRef) -> NameKind:
    """The kind of name by which an overlay's target refers to an item; ``state`` refers to a procedure."""
    match target.kind:
        case "table" | "enum" | "define" | "board" | "procedure" | "record" | "option":
            return target.kind
        case "tally" | "forecast":
            return "define"  # a forecast has the name of its tally
        case "state":
            return "procedure"
        case _:
            assert_never(target.kind)


def target_owner(target: ast.TargetRef) -> Owner:
    """The owner of the local names in an overlay's edits: the item that the edits amend, as its declaration has it."""
    kind = target.kind if target.kind in ("state", "forecast") else declared_kind(target)
    return Owner(kind, target.name)


def anchor_kind(edit: ast.Edit) -> NameKind | None:
    """The kind of an edit's anchor, the name where it inserts (step, choice or exception); None for a score."""
    if edit.verb != "add":
        return "step"
    match edit.new[0]:
        case ast.Branch() | ast.Beside() | ast.Routine():
            return "choice"
        case ast.Preferred():
            return None
        case _:  # the rest: only an exception can be added to another
            return "exception"
