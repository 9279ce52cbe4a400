"""What a drawing of a rule graph shows, whatever it is drawn with: boxes and lines.

The whole drawing has the tables, procedures, defines, standing offers and shared modifiers. A drawing with a
focus has that node, all it hangs together with directly, and of what lies one step further what those call,
roll on or modify, and what calls, rolls on or modifies them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import frozen

from bombsight.compiler.edges import Link
from bombsight.compiler.graph.nodes import RuleGraph
from bombsight.compiler.graph.relations import EdgeKind
from bombsight.compiler.serialize.catalogue import Entry, catalogue
from bombsight.dsl.origin import STANDINGS
from bombsight.dsl.suggestions import likely

SHOWN = ("table", "procedure", "define", "reroll")
"""The kinds of items in the whole drawing; shared modifiers come besides."""

FLOW: tuple[EdgeKind, ...] = ("calls", "rolls-on", "modifies")
"""The kinds of edges in the whole drawing."""

STEPS = 2
"""How far a drawing with a focus reaches."""


@frozen
class Unknown:
    """There is no node to draw around.

    Attributes:
        focus: What was asked for.
        near: Ids that look like it, the nearest first.
    """

    focus: str
    near: tuple[str, ...]

    def __str__(self) -> str:
        hint = f" Did you mean {' or '.join(self.near)}?" if self.near else ""
        return f"there is no node {self.focus}.{hint}"


@frozen(kw_only=True)
class Box:
    """A node in a drawing: what it is, whether an overlay amended it, and whether the drawing is about it."""

    entry: Entry
    amended: bool = False
    focus: bool = False

    @property
    def lines(self) -> list[str]:
        """What is written in it: its id, its title, and what is special about it."""
        standing = self.entry.standing if self.entry.standing != "printed" else ""
        special = [word for word in (standing, "amended" if self.amended else "") if word]
        return [line for line in (self.entry.id, self.entry.title, ", ".join(special)) if line]

    @property
    def classes(self) -> list[str]:
        """The classes of looks that it has."""
        flags = [word for word, holds in (("amended", self.amended), ("focus", self.focus)) if holds]
        return [*([self.entry.standing] if self.entry.standing else []), *flags]


LineKind = EdgeKind | Literal["part-of"]


@frozen
class Line:
    """An edge in a drawing, or ``part-of``."""

    kind: LineKind
    source: str
    target: str

    @property
    def label(self) -> str:
        """What is written on it."""
        return self.kind.replace("-", " ")


@frozen
class Drawing:
    """Boxes and the lines between them, in the order of the graph."""

    title: str
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]


LEGEND = tuple(
    Box(entry=Entry(id=f"legend:{word}", standing=word if word in STANDINGS else ""), amended=word == "amended")
    for word in (*STANDINGS, "amended")
)
"""Boxes that show what the looks mean."""


def drawing(graph: RuleGraph, focus: str | None = None, *, choices: bool = False) -> Drawing | Unknown:
    """What to draw.

    Args:
        graph: The rule graph.
        focus: Id of the node to draw around; everything if None.
        choices: Whether the choices inside the items drawn are shown too.
    """
    known = catalogue(graph)
    links = [(edge.kind, edge.source, edge.target) for edge in graph.edges]
    if focus is None:
        shown = {id_ for id_, entry in known.items() if entry.kind in SHOWN or is_shared(entry)}
        lines = flow(links, known)
    elif focus in known:
        lines = [*flow(links, known), *touching(links, focus), *holding(links, known, focus)]
        shown = around(focus, lines)
    else:
        return Unknown(focus, near_ids(focus, known))
    if choices:
        asked = [id_ for id_, entry in known.items() if entry.kind == "choice" and entry.part_of in shown]
        lines = [*lines, *parts(asked, known)]
        shown = shown.union(asked)
    amended = {id_ for kind, source, _ in links if kind == "amended-by" for id_ in (source, item_id(source, known))}
    return Drawing(
        title=graph.game.title,
        boxes=tuple(
            Box(entry=entry, amended=id_ in amended, focus=id_ == focus) for id_, entry in known.items() if id_ in shown
        ),
        lines=tuple(dict.fromkeys(line for line in lines if line.source in shown and line.target in shown)),
    )


def flow(links: Iterable[Link], known: dict[str, Entry]) -> list[Line]:
    """Lines between items: who calls or rolls on whom, and what shared modifiers change."""
    between = (link for link in links if Entry(id=link[1]).kind in (*SHOWN, "modifier") and link[0] in FLOW)
    return [
        Line(kind, source, item_id(target, known))
        for kind, source, target in between
        if not target.startswith("note:") and (kind != "modifies" or is_shared(known[source]))
    ]


def touching(links: Iterable[Link], focus: str) -> list[Line]:
    """Lines of every kind that begin or end at the focus."""
    return [Line(*link) for link in links if focus in link[1:]]


def holding(links: Iterable[Link], known: dict[str, Entry], focus: str) -> list[Line]:
    """Lines that say what the focus and each node beside it are part of, and what a list or a record is made of.

    That a modifier is part of a table goes without saying: it modifies it.
    """
    beside = dict.fromkeys(id_ for _, *ends in links if focus in ends for id_ in ends)
    inner = [id_ for id_, entry in known.items() if entry.part_of == focus and entry.kind in ("record", "field")]
    return parts([id_ for id_ in (focus, *beside, *inner) if not id_.startswith("modifier:")], known)


def parts(ids: Iterable[str], known: dict[str, Entry]) -> list[Line]:
    """Lines from parts to what they are part of."""
    return [Line("part-of", id_, known[id_].part_of or "") for id_ in ids if id_ in known and known[id_].part_of]


def around(focus: str, lines: Iterable[Line]) -> set[str]:
    """The nodes within reach of the focus."""
    beside: dict[str, set[str]] = {}
    for line in lines:
        beside.setdefault(line.source, set()).add(line.target)
        beside.setdefault(line.target, set()).add(line.source)
    found = {focus}
    for _ in range(STEPS):
        found |= {other for id_ in found for other in beside.get(id_, ())}
    return found


def is_shared(entry: Entry) -> bool:
    """Whether a node is a modifier that stands outside its tables."""
    return entry.kind == "modifier" and entry.part_of is None


def item_id(id_: str, known: dict[str, Entry]) -> str:
    """The item that a node stands in; an item stands in itself."""
    return known[id_].part_of or id_ if id_ in known else id_


def near_ids(focus: str, known: dict[str, Entry]) -> tuple[str, ...]:
    """Ids that somebody may have meant: those with that very name, else those that look like it."""
    named = [id_ for id_, entry in known.items() if entry.name == focus]
    return tuple(named or likely(focus, known))


def safe_names(ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each id with a name of letters, digits and underscores of its own, for languages that know no others."""
    taken: set[str] = set()
    for id_ in ids:
        plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in id_)
        name, number = plain, 1
        while name in taken:
            number += 1
            name = f"{plain}_{number}"
        taken.add(name)
        yield id_, name
