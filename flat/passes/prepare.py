"""All passes, in order: what backends print is a program prepared."""

from __future__ import annotations

from attrs import evolve

from bombsight.flat.effects import with_effects
from bombsight.flat.passes.exists_prefilter import asked_somewhere
from bombsight.flat.passes.facts import facts_of
from bombsight.flat.passes.inline import inlined
from bombsight.flat.passes.loop_invariant import steady
from bombsight.flat.passes.memoize import keeping
from bombsight.flat.passes.order import rare_alone
from bombsight.flat.passes.price import NATIVE, Price
from bombsight.flat.passes.reachable import reached
from bombsight.flat.passes.unroll import Whole, is_run
from bombsight.flat.program import Program
from bombsight.flat.strip_events import untold


def prepared(
    program: Program, *, traced: bool, price: Price = NATIVE, whole: Whole = is_run, brief: bool = False
) -> Program:
    """A program that does the same and is sooner done.

    Args:
        program: As the compiler made it.
        traced: Whether it keeps the journal; else all that tells of events is gone.
        price: What things cost the backend.
        whole: Which quantifiers over a few constants the backend would rather have as they are.
        brief: Whether it runs but a few times, so that to copy calls into their callers takes longer than it saves.
    """
    given = program.functions if traced else untold(program.functions)
    facts = facts_of(program)
    copied = tuple(given) if brief else inlined(given, facts, price, whole)
    asked = (asked_somewhere(function, facts, whole) for function in reached(copied, program.entries))
    found = tuple(rare_alone(function, facts) for function in asked)
    effective = found if brief and traced else with_effects(found)  # those as they were made have theirs
    kept = keeping(effective, program, price)
    functions = kept.functions if brief else steady(kept.functions, program, facts)
    return evolve(program, functions=functions, clocks=kept.clocks, data=facts.data)
