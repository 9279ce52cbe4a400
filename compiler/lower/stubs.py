"""Stubs: functions in place of omitted items, which no example should reach; a call is a fault."""

from __future__ import annotations

from collections.abc import Sequence

from bombsight.compiler.graph.node import Param
from bombsight.compiler.lower.program_builder import ProgramBuilder
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.guards import Guard
from bombsight.flat.sites import FaultSite, Site

STUB_FAULT = "play comes to what was left out"


def is_stub_fault_site(site: Site) -> bool:
    """Whether a site (metadata of a code place) reports that an item was called which was left out of the program."""
    return isinstance(site, FaultSite) and site.text == STUB_FAULT


def make_procedure_stub(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the stub of a procedure left out of the program: its call is a fault."""
    return build_procedure_stub(unit, name, function_name, stub_fault_site(unit))


def make_roll_stub(unit: ProgramBuilder, name: str, variant: str, function_name: str) -> Function:
    """Make the stub of a roll on a table left out of the program: its call is a fault."""
    table = unit.tables[name]
    results = unit.result_width(table.result) + unit.kept_fact_count(name)
    return build_stub(unit, f"table {name}", table.params, results, function_name, stub_fault_site(unit))


def stub_fault_site(unit: ProgramBuilder) -> int:
    """Add the site (display metadata) of the fault of a call to an item left out, and return its number."""
    return unit.sites.site_number(FaultSite(owner=f"game:{unit.graph.game.id}", text=STUB_FAULT))


def build_procedure_stub(unit: ProgramBuilder, name: str, function_name: str, fault: int) -> Function:
    """Build the stub (a faulting function) of a procedure left out of the program that code still names.

    Args:
        unit: The unit.
        name: The name of the procedure.
        function_name: The name of the function.
        fault: The site of the fault of a call.
    """
    procedure = unit.procedures[name]
    results = unit.result_width(procedure.result)
    guard = Guard(number=unit.end_targets.get(name))
    return build_stub(unit, f"procedure {name}", procedure.params, results, function_name, fault, guard)


def build_stub(
    unit: ProgramBuilder,
    item: str,
    params: Sequence[Param],
    results: int,
    function_name: str,
    fault: int,
    guard: Guard | None = None,
) -> Function:
    """Build a stub: a function with the signature of one left out, whose body is a fault.

    Args:
        unit: The unit.
        item: The kind and name of the omitted item, such as ``table Sky``.
        params: Its parameters.
        results: The number of its result words.
        function_name: The name of the function.
        fault: The site of the fault of a call.
        guard: The actions around its body.
    """
    return Function(
        name=function_name,
        owner=item.replace(" ", ":", 1),
        about=f"{item}, to which no example comes",
        params=tuple(param.name for param in params),
        locals=tuple(unit.value_range(param.name, param.type) for param in params),
        results=results,
        body=(fs.Fail(site=fault),),
        guard=guard,
    )
