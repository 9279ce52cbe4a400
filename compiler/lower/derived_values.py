"""Lowering of asides: values for display beside a run become functions of the variables that they read.

A run spends nothing on them: its site holds only the entry to call and the arguments. Equal values of the same
variables share a function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph import statements as g
from bombsight.compiler.graph.walk import children
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.compiler.lower.query_functions import AsidePiece, VariableRead
from bombsight.compiler.lower.steps import StepCost
from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.program import Entry
from bombsight.flat.sites import OPTION, Aside, AsideLine, AsideParts, Hole

ASIDE_KIND = "aside"
"""The kind of an aside's function."""

NATURAL = "natural"
"""The parameter for the natural dice; a word of the language, so no variable can have this name."""

FACES = f"{NATURAL}.faces"
"""The parameter for the single dice."""


def variables_read(node: x.Expr) -> tuple[VariableRead, ...]:
    """List the variables that an expression reads, each once in text order, except those of its quantifiers.

    The type of a narrowed variable excludes none; the parameter's type includes it if any read does.
    """
    found: dict[str, VariableRead] = {}
    for leaf in find_variable_reads(node, frozenset()):
        name = parameter_name(leaf)
        if name not in found or leaf.type.is_optional:
            found[name] = leaf
    return tuple(found.values())


def find_variable_reads(node: object, bound_names: frozenset[str]) -> Iterator[VariableRead]:
    """Yield each read of a variable in an expression, except reads of ``bound_names``."""
    if isinstance(node, tuple):
        for part in node:
            yield from find_variable_reads(part, bound_names)
        return
    if node is None or isinstance(node, str):
        return
    match node:
        case x.Var(name=name) if name in bound_names:
            return
        case x.Var() | x.PartOf() | x.RollFact() | x.NaturalDice() | x.NaturalFaces():
            yield node
            return
        case x.Quantifier(variable=name, domain=domain):
            yield from find_variable_reads(domain, bound_names)
            bound_names |= {name}
        case _:  # the rest: binds no variable
            pass
    yield from find_variable_reads(children(node), bound_names)


def add_aside(unit: ProgramBuilder, piece: AsidePiece) -> str:
    """Add an aside (display-only function) to the program, unless it exists, and return the name of its entry."""
    name = str(unit.asides.setdefault(piece, len(unit.asides)))
    unit.function_name(ASIDE_KIND, name)
    return name


def make_aside(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the flat function of an aside (a value that is computed for display beside a run)."""
    piece = aside_by_name(unit, name)
    builder = FunctionBuilder(unit=unit, owner=piece.owner, cite=piece.cite)
    params = [declare_read_parameter(leaf, builder) for leaf in piece.leaves]
    builder.emit_charge(StepCost(unit.costs.value_cost(piece.value)))  # it has no caller to be charged
    builder.emit(fs.Return(values=(lower_expr(piece.value, builder),)))
    return builder.build_function(function_name, piece.about, params, 1)


def declare_read_parameter(read: VariableRead, builder: FunctionBuilder) -> str:
    """Declare the function parameter that supplies a variable, and return its name."""
    match read:
        case x.Var():
            return builder.declare_variable(read.name, read.type)
        case x.PartOf():
            name = builder.locals.name_of(read.variable, read.part)
        case x.RollFact():
            name = builder.locals.name_of(read.variable, read.fact)
        case x.NaturalDice():
            name = builder.locals.name_of(NATURAL)
            builder.natural = fx.Local(name)
        case x.NaturalFaces():
            name = builder.locals.name_of(NATURAL, "faces")
            builder.faces = fx.Local(name)
        case _:
            assert_never(read)
    builder.locals.widen_range(name, builder.unit.value_range(name, read.type.with_none()))
    return name


def aside_by_name(unit: ProgramBuilder, name: str) -> AsidePiece:
    """Find an aside (display-only function) by the name of its entry."""
    return list(unit.asides)[int(name)]


def aside_entries(unit: ProgramBuilder) -> Iterator[Entry]:
    """Yield the entries (exported functions) of all asides in use; some reused ones are not in use."""
    for piece, number in unit.asides.items():
        if (ASIDE_KIND, str(number), "") not in unit.functions:
            continue
        yield Entry(
            kind="aside",
            name=str(number),
            function=unit.function_name(ASIDE_KIND, str(number)),
            params=tuple((parameter_name(leaf), leaf.type) for leaf in piece.leaves),
            result=piece.value.type,
            results=1,
        )


def parameter_name(read: VariableRead) -> str:
    """The parameter name of a display-only function for a variable read: ``x``, ``x.part`` or ``natural``."""
    match read:
        case x.Var(name=name):
            return name
        case x.PartOf(variable=name, part=part) | x.RollFact(variable=name, fact=part):
            return f"{name}.{part}"
        case x.NaturalDice():
            return NATURAL
        case x.NaturalFaces():
            return FACES
        case _:
            assert_never(read)


# --- at the sites of a run


def lower_aside(node: x.Expr, builder: FunctionBuilder, values: list[fx.Expr], option: str = "") -> Aside:
    """Lower a displayed expression to an aside: a call of a display-only function on values of the event.

    Args:
        node: The value.
        builder: The function whose site shows the value.
        values: The values that the event carries; arguments that are missing are appended.
        option: The variable that stands for the current option; empty if there is none.
    """
    variables = tuple(leaf for leaf in variables_read(node) if not is_absent_dice(leaf, builder))
    piece = AsidePiece(node, variables, builder.owner, f"beside {builder.owner}  {node.span}", builder.cite)
    return Aside(
        add_aside(builder.unit, piece),
        tuple(event_value_index(leaf, builder, values, option) for leaf in variables),
        node.type,
    )


def lower_aside_lines(
    beside_lines: Iterable[g.Beside], builder: FunctionBuilder, values: list[fx.Expr], option: str = ""
) -> tuple[AsideLine, ...]:
    """Lower the information lines that are shown beside a choice; see :func:`lower_aside` for the arguments."""

    def lower_aside_line(node: g.Beside) -> AsideLine:
        """Lower one information line with its condition."""
        line_text = lower_aside_text(node.text.parts, builder, values, option)
        if node.condition is None:
            return AsideLine(line_text)
        return AsideLine(line_text, lower_hole_or_aside(node.condition, builder, values, option))

    return tuple(map(lower_aside_line, beside_lines))


def lower_aside_text(
    parts: Iterable[str | x.Expr], builder: FunctionBuilder, values: list[fx.Expr], option: str = ""
) -> AsideParts:
    """Lower a displayed text whose holes are display-only functions; see :func:`lower_aside` for the arguments."""
    return tuple(
        part if isinstance(part, str) else lower_hole_or_aside(part, builder, values, option) for part in parts
    )


def lower_hole_or_aside(
    node: x.Expr, builder: FunctionBuilder, values: list[fx.Expr], option: str = ""
) -> Hole | Aside:
    """Lower a displayed expression: a variable to an event value, others to an aside; see :func:`lower_aside`."""
    if isinstance(node, VariableRead) and not is_absent_dice(node, builder):
        return Hole(event_value_index(node, builder, values, option), node.type)
    return lower_aside(node, builder, values, option)


def is_absent_dice(read: VariableRead, builder: FunctionBuilder) -> bool:
    """Whether a read wants dice where none lie, as in a row that is taken without a roll.

    Such a read is a fault of the aside, which shows nothing then; as a value of the event it would be one of the run.
    """
    match read:
        case x.NaturalDice():
            return builder.natural is None
        case x.NaturalFaces():
            return builder.faces is None
        case _:  # the rest: a variable
            return False


def event_value_index(read: VariableRead, builder: FunctionBuilder, values: list[fx.Expr], option: str) -> int:
    """The index of a variable among the values that the event carries; append the variable if it is missing.

    Args:
        read: The read of the variable.
        builder: The function context.
        values: The values that the event carries.
        option: The variable that stands for the current option; empty if there is none.
    """
    if isinstance(read, x.Var) and read.name == option:
        return OPTION
    with builder.no_statements():
        found = lower_expr(read, builder)
    if found not in values:
        values.append(found)
    return values.index(found)
