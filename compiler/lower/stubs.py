"""What is not lowered because nobody is expected to come to it: a function in its place, which is a fault."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.effect_lifting import KEPT
from bombsight.compiler.lower.unit import Unit
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.sites import FaultSite, Site

TEXT = "play comes to what was left out"


def is_absent(site: Site) -> bool:
    """Whether this is where a run ends that comes to what was left out."""
    return isinstance(site, FaultSite) and site.text == TEXT


def make_absent_do(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function in the place of a procedure."""
    return absent_procedure(unit, name, function_name, fault_of(unit))


def make_absent_roll(unit: Unit, name: str, variant: str, function_name: str) -> Function:
    """The function in the place of a roll on a table."""
    table = unit.tables[name]
    results = unit.results(table.result) + (len(KEPT) if name in unit.kept else 0)
    return absent(unit, f"table {name}", table.params, results, function_name, fault_of(unit))


def fault_of(unit: Unit) -> int:
    """The site where a run ends that comes to what was left out."""
    return unit.sites.add(FaultSite(owner=f"game:{unit.graph.game.id}", text=TEXT))


def absent_procedure(unit: Unit, name: str, function_name: str, fault: int) -> Function:
    """A procedure that nobody comes to, but that others may name.

    Args:
        unit: The unit.
        name: Of the procedure.
        function_name: Of the function.
        fault: The site of the fault if somebody does.
    """
    procedure = unit.procedures[name]
    results = unit.results(procedure.result)
    guard = Guard(number=unit.ended.get(name))
    return absent(unit, f"procedure {name}", procedure.params, results, function_name, fault, guard)


def absent(
    unit: Unit,
    what: str,
    params: Sequence[Param],
    results: int,
    function_name: str,
    fault: int,
    guard: Guard | None = None,
) -> Function:
    """A function that takes and gives what another does, and is a fault.

    Args:
        unit: The unit.
        what: The kind and the name of the item that is left out, such as ``table Sky``.
        params: What it takes.
        results: How many words it gives.
        function_name: Of the function.
        fault: The site of the fault.
        guard: What stands around its body.
    """
    return Function(
        name=function_name,
        owner=what.replace(" ", ":", 1),
        about=f"{what}, to which no example comes",
        params=tuple(param.name for param in params),
        locals=tuple(unit.range_of(param.name, param.type) for param in params),
        results=results,
        body=(fs.Fail(site=fault),),
        guard=guard,
    )
