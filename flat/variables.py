"""Which variables a part of the code sets, reads, or holds lists in."""

from __future__ import annotations

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.walking import Node


def set_by(node: Node) -> tuple[str, ...]:
    """The numbers that a part of the code sets itself, a loop's or a quantifier's own variable among them."""
    match node:
        case fs.SetLocal(name=name) | fs.Draw(name=name) | fs.AskAgain(name=name) | fs.AskBranch(name=name):
            return (name,)
        case fs.Bonus(total=total, amount_name=amount):
            return (total, amount)
        case fs.Invoke(names=names):
            return tuple(name for name in names if name is not None)
        case (
            fs.Ask(variable=name)
            | fs.DrawMember(variable=name)
            | fs.Each(variable=name)
            | fs.Numbered(variable=name)
            | fs.RemoveWhere(variable=name)
            | fx.Quantifier(variable=name)
            | fx.Let(variable=name)
        ):
            return (name,)
        case _:
            return ()


def read_by(node: Node) -> tuple[str, ...]:
    """The numbers that a part of the code reads itself."""
    match node:
        case fx.Local(name=name) | fs.Rows(row=name):
            return (name,)
        case fs.Bonus(total=total):
            return (total,)
        case _:
            return ()


def lists_of(node: Node) -> tuple[str, ...]:
    """The lists that a part of the code makes, fills or looks at itself."""
    match node:
        case fs.NewHeld(name=name):
            return (name,)
        case fs.Append(variable=name) | fx.Held(variable=name) | fx.Length(variable=name) | fx.Contains(variable=name):
            return (name,)
        case _:
            return ()


def named_by(node: Node) -> tuple[str, ...]:
    """All variables that a part of the code names itself."""
    return (*set_by(node), *read_by(node), *lists_of(node))
