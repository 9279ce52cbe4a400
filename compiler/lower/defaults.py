"""Initial values: the default of every slot at the start of a game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from bombsight.boundary.budget import Allowance, Budget, OverBudgetError, WorkKind
from bombsight.boundary.errors import InputError
from bombsight.boundary.wording import argument
from bombsight.compiler.graph import expressions as x
from bombsight.compiler.graph.walk import walk
from bombsight.compiler.lower.derived_values import add_aside, variables_read
from bombsight.compiler.lower.expressions import lower_expr
from bombsight.compiler.lower.function_builder import FunctionBuilder
from bombsight.compiler.lower.layout import FieldLocation
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.compiler.lower.query_functions import AsidePiece
from bombsight.flat import expressions as fx
from bombsight.flat.layout import RESERVE, STEPS_SLOT, Following
from bombsight.flat.types import NONE, TextType


def fill_default_slots(unit: ProgramBuilder, allowance: Allowance) -> None:
    """Compute the initial value of every slot (word of state) of the program.

    Raises:
        ValueError: A default uses more than options, printed data and its own indices.
        InputError: The defaults visit too many members.
    """
    member_budget = allowance.make_budget(WorkKind.DEFAULT)
    slots = [0] * unit.layout.slot_count
    slots[STEPS_SLOT], slots[RESERVE] = unit.budgets.mission, unit.budgets.reserve
    for pool in unit.layout.pools.values():
        for first in (pool.base, *([pool.order] if pool.order is not None else [])):
            slots[first : first + pool.capacity] = [NONE] * pool.capacity
    for placed in unit.layout.fields.values():
        slots[placed.slots.start : placed.slots.stop] = compute_defaults(placed, unit, member_budget) * placed.capacity
    for name, slot in unit.layout.options.items():
        slots[slot] = unit.options[name].value
    unit.defaults = slots


def compute_defaults(location: FieldLocation, unit: ProgramBuilder, member_budget: Budget) -> list[int]:
    """Compute the initial values of a field's cells (of one element), visiting ``member_budget`` members at most.

    Raises:
        ValueError: A default is not constant, which the checks should have rejected.
        InputError: The default visits too many members.
    """
    node = location.field
    if isinstance(node.type, TextType):
        return [0] * location.size
    found = []
    for indices in product(*(range(length) for length in location.shape)):
        builder = FunctionBuilder(unit=unit, owner=f"field:{node.id}", current_block=None, folding_budget=member_budget)
        builder.substitutions = dict(zip(node.index_names, map(fx.Num, indices), strict=True))
        try:
            result = lower_expr(node.default, builder)
        except OverBudgetError as over:
            message = f"the default of {node.title or node.id} takes too long: there are {over}"
            hint = f"Set it where it is first needed, or say {argument('limit', example='N')}."
            raise InputError(message, str(node.default.span), hint) from None
        if not isinstance(result, fx.Num):
            raise ValueError(f"the default of {node.id} is no constant")
        found.append(result.value)
    return found


def option_dependent_defaults(unit: ProgramBuilder) -> Iterator[Following]:
    """Yield the defaults that depend on run-time options, each as a function of the array indices that it reads."""
    for placed in unit.layout.fields.values():
        node = placed.field
        if not unit.layout.options or not any(isinstance(part, x.OptionRead) for part in walk(node.default)):
            continue
        read_variables = variables_read(node.default)
        piece = AsidePiece(node.default, read_variables, f"field:{node.id}", f"default of {node.id}  {node.span}")
        slots_by_arguments: dict[tuple[int, ...], list[int]] = {}
        for place, indices in enumerate(product(*(range(length) for length in placed.shape))):
            values = dict(zip(node.index_names, indices, strict=True))
            given = tuple(values[leaf.name] for leaf in read_variables if isinstance(leaf, x.Var))
            of_each_element = range(placed.base + place, placed.slots.stop, placed.size)
            slots_by_arguments.setdefault(given, []).extend(of_each_element)
        for given, slots in slots_by_arguments.items():
            yield Following(slots=tuple(slots), entry=add_aside(unit, piece), arguments=given)
