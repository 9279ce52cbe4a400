"""A whole program as a WebAssembly module."""

from __future__ import annotations

from itertools import chain

from bombsight.backends.wasm.batch import many
from bombsight.backends.wasm.context import Surroundings, staying_name
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.frames import framed, frames
from bombsight.backends.wasm.functions import function
from bombsight.backends.wasm.inlining import joined
from bombsight.backends.wasm.lists import list_functions, reset
from bombsight.backends.wasm.memory import EVENTS, WORD, memory, words
from bombsight.backends.wasm.module import PAGE, Code, Module
from bombsight.backends.wasm.rows import LANES
from bombsight.backends.wasm.support import IMPORTS, globals_of, support
from bombsight.flat.functions import Function
from bombsight.flat.passes.partial_inlining import is_rest, parted
from bombsight.flat.passes.prepare import prepared
from bombsight.flat.passes.vectorize import in_lanes
from bombsight.flat.program import Entry, Program
from bombsight.flat.statements import Invoke
from bombsight.flat.walking import statements


def module(program: Program, *, traced: bool, hosted: bool = True) -> Module:
    """The module of a program.

    Args:
        program: The program.
        traced: Whether it tells the journal.
        hosted: Whether a host may throw and answer; else it only plays by itself.
    """
    program = prepared(program, traced=traced, whole=in_lanes)
    functions = {part.name: part for function in program.functions for part in parted(function)}
    lists = {pool.id: pool for pool in program.lists}
    staying = {entry.function for entry in program.entries if entry.stays}
    for made in functions.values():
        if Invoke in made.kinds:
            staying.update(stmt.function for stmt in statements(made.body) if isinstance(stmt, Invoke) and stmt.stays)

    around = Surroundings(
        program=program,
        memory=memory(program),
        traced=traced,
        hosted=hosted,
        functions=functions,
        lists=lists,
        clocks=program.clocks,
    )
    around.take(max(program.clocks.values(), default=-1) + 1)
    codes: dict[str, list[Code]] = {}
    sizes = {}
    for made in functions.values():
        codes[made.name], sizes[made.name] = function(around, made)
        codes[made.name][0].rest = is_rest(made)
        if made.name in staying and staying_name(made) != made.name:
            codes[made.name] += function(around, made, stays=True)[0]
    # What stands behind what functions name has its place now, when they are printed.
    standing = frames(functions, sizes)
    place = around.memory = memory(
        program,
        more=WORD * (around.taken + LANES),  # a row may be read a little beyond its end
        frames=standing.size,
        stack=standing.stack,
        events=EVENTS if traced else 0,
    )
    for name, own in codes.items():
        for code in own:
            framed(code, place.frames + standing.still[name] if name in standing.still else None, sizes[name])
    data = {place.slots: words(program.defaults), place.defaults: words(program.defaults)}
    data |= {place.data[name]: words(values) for name, values in program.data.items()}
    data |= {address: words(values) for values, address in around.constants.items()}
    apart = support(around)
    for pool in program.lists:
        apart += list_functions(pool, around)
    apart += around.offers.values()
    apart += [reset(region, around) for region in program.regions]
    entries = [entered(entry, functions[entry.function], traced=traced) for entry in program.entries]
    begun = [entry for entry in (program.mission, program.career) if entry is not None and entry.function in functions]
    budget = program.budgets.mission
    batches = [many(entry, functions[entry.function], program.tallies_of(entry), place, budget) for entry in begun]
    return Module(
        imports=IMPORTS,
        globals=globals_of(place),
        functions=joined(
            (*apart, *chain.from_iterable(codes.values()), *entries, *batches),
            [code.name for code in batches or entries],
        ),
        data=data,
        pages=-(-place.end // PAGE),
    )


def entered(entry: Entry, of: Function, *, traced: bool) -> Code:
    """What is called from outside: the results that are for the caller."""
    code = Code(f"entry {entry.key}", dict.fromkeys(of.params, I32), (I32,) * entry.results, exported=entry.key)
    code.add("i32.const", 0)
    code.add("global.set", "ended")
    if traced:
        code.add("call", "heed")
    for param in of.params:
        code.add("local.get", param)
    code.add("call", staying_name(of) if entry.stays else of.name)
    for _ in range(of.results - entry.results):
        code.add("drop")
    return code
