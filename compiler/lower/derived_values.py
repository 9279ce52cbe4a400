"""Values worked out beside a run: each becomes a function of its own, of the variables that it reads.

What is told to a person costs the run nothing: where it is told there stands only which function gives it, and what it
takes. Values that are the same, of the same variables, share a function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children
from bombsight.compiler.lower.expressions import value
from bombsight.compiler.lower.frame import Frame
from bombsight.compiler.lower.query_functions import AsidePiece, Leaf
from bombsight.compiler.lower.steps import Steps
from bombsight.compiler.lower.unit import Unit
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.program import Entry
from bombsight.flat.sites import OPTION, Aside, AsideLine, AsideParts, Hole

ASIDE = "aside"
"""The kind of its functions."""

NATURAL = "natural"
"""What the function calls the dice on the table; a word of the language, so no variable has the name."""


def leaves(node: x.Expr) -> tuple[Leaf, ...]:
    """The variables that a value reads, each once, in the order of the text; those of its quantifiers are its own.

    Where a test has ruled out that one is none, its type says so there; what is taken may be none if it may anywhere.
    """
    found: dict[str, Leaf] = {}
    for leaf in found_in(node, frozenset()):
        name = name_of(leaf)
        if name not in found or leaf.type.is_optional:
            found[name] = leaf
    return tuple(found.values())


def found_in(node: object, own: frozenset[str]) -> Iterator[Leaf]:
    """The same, with the variables that quantifiers around it have."""
    if isinstance(node, tuple):
        for part in node:
            yield from found_in(part, own)
        return
    if node is None or isinstance(node, str):
        return
    match node:
        case x.Var(name=name) if name in own:
            return
        case x.Var() | x.PartOf() | x.RollFact() | x.NaturalDice():
            yield node
            return
        case x.Quantifier(variable=name, domain=domain):
            yield from found_in(domain, own)
            own |= {name}
        case _:  # the rest: no variable of its own
            pass
    yield from found_in(children(node), own)


def entry(unit: Unit, piece: AsidePiece) -> str:
    """The name of the entry of a piece."""
    name = str(unit.asides.setdefault(piece, len(unit.asides)))
    unit.function(ASIDE, name)
    return name


def make_aside(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function of a piece."""
    piece = named(unit, name)
    frame = Frame(unit=unit, owner=piece.owner, cite=piece.cite)
    params = [declared(leaf, frame) for leaf in piece.leaves]
    frame.charge(Steps(unit.costs.value(piece.value)))  # nobody else does: no run calls it
    frame.emit(fs.Return(values=(value(piece.value, frame),)))
    return frame.function(function_name, piece.about, params, 1)


def declared(leaf: Leaf, frame: Frame) -> str:
    """The parameter for a variable."""
    match leaf:
        case x.Var():
            return frame.declare(leaf.name, leaf.type)
        case x.PartOf():
            name = frame.locals.of(leaf.variable, leaf.part)
        case x.RollFact():
            name = frame.locals.of(leaf.variable, leaf.fact)
        case x.NaturalDice():
            name = frame.locals.of(NATURAL)
            frame.natural = fx.Local(name)
        case _:
            assert_never(leaf)
    frame.locals.holds(name, frame.unit.range_of(name, leaf.type.optionally()))
    return name


def named(unit: Unit, name: str) -> AsidePiece:
    """The piece whose entry has this name."""
    return list(unit.asides)[int(name)]


def entries(unit: Unit) -> Iterator[Entry]:
    """The entries of all pieces that are asked for; some that were taken over are not."""
    for piece, number in unit.asides.items():
        if (ASIDE, str(number), "") not in unit.functions:
            continue
        yield Entry(
            kind="aside",
            name=str(number),
            function=unit.function(ASIDE, str(number)),
            params=tuple((name_of(leaf), leaf.type) for leaf in piece.leaves),
            result=piece.value.type,
            results=1,
        )


def name_of(leaf: Leaf) -> str:
    """How a parameter is called."""
    match leaf:
        case x.Var(name=name):
            return name
        case x.PartOf(variable=name, part=part) | x.RollFact(variable=name, fact=part):
            return f"{name}.{part}"
        case x.NaturalDice():
            return NATURAL
        case _:
            assert_never(leaf)


# --- where a run tells something


def aside(node: x.Expr, frame: Frame, values: list[fx.Expr], option: str = "") -> Aside:
    """A value worked out beside the run.

    Args:
        node: The value.
        frame: The function in which it is told.
        values: What is told there; what it takes is added where it is not among them.
        option: The variable that stands for the option at hand; empty where there is none.
    """
    taken = leaves(node)
    told = AsidePiece(node, taken, frame.owner, f"beside {frame.owner}  {node.span}", frame.cite)
    return Aside(entry(frame.unit, told), tuple(index(leaf, frame, values, option) for leaf in taken), node.type)


def lines(declared: Iterable[g.Beside], frame: Frame, values: list[fx.Expr], option: str = "") -> tuple[AsideLine, ...]:
    """What stands beside a choice; the arguments are those of :func:`aside`."""

    def line(node: g.Beside) -> AsideLine:
        told = text(node.text.parts, frame, values, option)
        if node.condition is None:
            return AsideLine(told)
        return AsideLine(told, worth(node.condition, frame, values, option))

    return tuple(map(line, declared))


def text(parts: Iterable[str | x.Expr], frame: Frame, values: list[fx.Expr], option: str = "") -> AsideParts:
    """A text whose values are worked out beside the run; the arguments are those of :func:`aside`."""
    return tuple(part if isinstance(part, str) else worth(part, frame, values, option) for part in parts)


def worth(node: x.Expr, frame: Frame, values: list[fx.Expr], option: str = "") -> Hole | Aside:
    """A value that is told as it is, or worked out of such; the arguments are those of :func:`aside`."""
    if isinstance(node, Leaf):
        return Hole(index(node, frame, values, option), node.type)
    return aside(node, frame, values, option)


def index(leaf: Leaf, frame: Frame, values: list[fx.Expr], option: str) -> int:
    """Which of the values that are told a variable is."""
    if isinstance(leaf, x.Var) and leaf.name == option:
        return OPTION
    with frame.pure():
        found = value(leaf, frame)
    if found not in values:
        values.append(found)
    return values.index(found)
