"""The pipeline of all passes, which backends run before code generation."""

from __future__ import annotations

from attrs import evolve

from bombsight.flat.effects import with_effects
from bombsight.flat.passes.exists_prefilter import add_exists_prefilters
from bombsight.flat.passes.facts import collect_facts
from bombsight.flat.passes.inline import inline_functions
from bombsight.flat.passes.loop_invariant import mark_steady_loops
from bombsight.flat.passes.memoize import choose_memoized
from bombsight.flat.passes.order import split_rare_conditions
from bombsight.flat.passes.price import NATIVE, Price
from bombsight.flat.passes.reachable import reachable_functions
from bombsight.flat.passes.unroll import KeepsWhole, is_row_test
from bombsight.flat.program import Program
from bombsight.flat.strip_events import strip_events


def prepare_program(
    program: Program,
    *,
    traced: bool,
    price: Price = NATIVE,
    keeps_whole: KeepsWhole = is_row_test,
    runs_rarely: bool = False,
) -> Program:
    """Optimize a program for a backend.

    Args:
        program: The compiler's program.
        traced: Whether to keep the events of the journal.
        price: The backend's costs.
        keeps_whole: Whether the backend prefers a quantifier over few constants not unrolled.
        runs_rarely: Whether it runs only a few times, so that inlining would take longer than it saves.
    """
    source_functions = program.functions if traced else strip_events(program.functions)
    facts = collect_facts(program)
    inlined_functions = (
        tuple(source_functions) if runs_rarely else inline_functions(source_functions, facts, price, keeps_whole)
    )
    prefiltered = (
        add_exists_prefilters(function, facts, keeps_whole)
        for function in reachable_functions(inlined_functions, program.entries)
    )
    split_functions = tuple(split_rare_conditions(function, facts) for function in prefiltered)
    effective = (
        split_functions if runs_rarely and traced else with_effects(split_functions)
    )  # unoptimized functions have their effects
    memoization = choose_memoized(effective, program, price)
    functions = memoization.functions if runs_rarely else mark_steady_loops(memoization.functions, program, facts)
    return evolve(program, functions=functions, clocks=memoization.clocks, data=facts.data)
