"""New lines in the place of old ones: what is said again stays, what is new remembers who said it."""

from __future__ import annotations

from typing import Any, TypeVar

from attrs import evolve

from bombsight.dsl import ast
from bombsight.dsl.aligning import align
from bombsight.dsl.origin import Origin
from bombsight.dsl.walk import child_fields

N = TypeVar("N", bound=ast.Node)
Lines = tuple[ast.Node, ...]

LINES = (
    ast.Item,
    ast.TableLine,
    ast.EnumValue,
    ast.Cell,
    ast.FieldDecl,
    ast.Except,
    ast.Branch,
    ast.Aside,
    ast.Stmt,
    ast.BoardLine,
    ast.PlanRow,
    ast.Param,
)
"""What remembers for itself who changed it."""

OMISSIBLE = frozenset({"title"})
"""What a quotation may leave out, and all or part of an origin."""


def touch(node: N, label: str) -> N:
    """The node, remembering that the overlay item ``label`` touched it."""
    return node if label in node.touched else evolve(node, touched=(*node.touched, label))


def mark(node: N, label: str) -> N:
    """A node that an overlay item brings: it and all within it remember the item."""
    shared: dict[int, ast.Node] = {}  # a key of one number holds it as both its bounds

    def marked(value: Any) -> Any:
        if isinstance(value, ast.Node):
            return shared.setdefault(id(value), mark(value, label))
        return tuple(map(marked, value)) if isinstance(value, tuple) else value

    within: dict[str, Any] = {field: marked(getattr(node, field)) for field in child_fields(type(node))}
    return touch(evolve(node, **within), label)


def weave(quoted: Lines, new: Lines, stands: Lines, label: str) -> Lines:
    """The new lines as they come to stand.

    Args:
        quoted: What the edit quotes.
        new: What it says stands there now.
        stands: What the quotation was found to quote, line for line.
        label: The overlay item.
    """
    woven: list[ast.Node] = []
    for how, start, stop, new_start, new_stop in align(quoted, new):
        if how == "equal":
            woven.extend(stands[start:stop])
        elif stop - start == new_stop - new_start:
            trios = zip(quoted[start:stop], new[new_start:new_stop], stands[start:stop], strict=True)
            woven.extend(settle(*trio, label) for trio in trios)
        else:
            woven.extend(mark(line, label) for line in new[new_start:new_stop])
    return tuple(woven)


def settle(quoted: ast.Node, new: ast.Node, stands: ast.Node, label: str) -> ast.Node:
    """One node in the place of another.

    A title, provenance or cite that neither the quotation nor the new text mentions is kept. The node remembers the
    item only if it says something else itself; lines in it remember their own.

    Args:
        quoted: The node as the overlay quotes it.
        new: What the overlay puts in its place.
        stands: The node that stands in the program.
        label: The overlay item.
    """
    if new == quoted:
        return stands
    if not type(quoted) is type(new) is type(stands) or isinstance(new, ast.BaseExpr | ast.Key):
        return mark(new, label)

    def settled(field: str) -> Any:
        was, now, old = getattr(quoted, field), getattr(new, field), getattr(stands, field)
        if field in OMISSIBLE and was is None and now is None:
            return old
        if isinstance(old, Origin):
            return old.reworded(was, now)
        if isinstance(now, ast.Node) and isinstance(was, ast.Node):
            return settle(was, now, old, label)
        if isinstance(now, tuple) and all(isinstance(part, ast.Node) for part in (*was, *now)):
            return weave(was, now, old, label)
        return mark(now, label) if isinstance(now, ast.Node) else now

    within: dict[str, Any] = {field: settled(field) for field in child_fields(type(new))}
    node = evolve(new, touched=stands.touched, **within)
    return touch(node, label) if any(differs(getattr(quoted, f), getattr(new, f)) for f in within) else node


def differs(was: object, now: object) -> bool:
    """Whether a field says something else, apart from the lines in it that answer for themselves."""
    if isinstance(was, Origin) and isinstance(now, Origin):
        return was.said != now.said
    lines = (isinstance(part, LINES) for value in (was, now) if isinstance(value, tuple) for part in value)
    if any(lines) and isinstance(was, tuple) and isinstance(now, tuple):
        return len(now) < len(was)
    return was != now
