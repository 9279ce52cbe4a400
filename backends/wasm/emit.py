"""Compiles a whole program to a WebAssembly module."""

from __future__ import annotations

from itertools import chain

from bombsight.backends.wasm.batch_loop import batch_function
from bombsight.backends.wasm.context import ModuleContext, staying_name
from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.frames import assign_frame, lay_out_frames
from bombsight.backends.wasm.functions import emit_function
from bombsight.backends.wasm.inlining import inline_calls
from bombsight.backends.wasm.lists import list_functions, reset_function
from bombsight.backends.wasm.memory import EVENT_BUFFER_BYTES, WORD, encode_words, lay_out_memory
from bombsight.backends.wasm.module import PAGE_BYTES, FunctionCode, Module
from bombsight.backends.wasm.rows import LANES
from bombsight.backends.wasm.runtime_functions import IMPORTS, globals_of, support_functions
from bombsight.flat.functions import Function
from bombsight.flat.passes.partial_inlining import is_rest, split_function
from bombsight.flat.passes.prepare import prepare_program
from bombsight.flat.passes.vectorize import can_vectorize
from bombsight.flat.program import Entry, Program
from bombsight.flat.statements import Invoke
from bombsight.flat.walking import iter_statements


def build_module(program: Program, *, traced: bool, hosted: bool = True) -> Module:
    """Compile a program to a module.

    Args:
        program: The program.
        traced: Whether it writes the journal.
        hosted: Whether a host may throw and answer; else the module only plays by itself.
    """
    program = prepare_program(program, traced=traced, keeps_whole=can_vectorize)
    functions = {part.name: part for function in program.functions for part in split_function(function)}
    lists = {pool.id: pool for pool in program.lists}
    staying = {entry.function for entry in program.entries if entry.stays}
    for made in functions.values():
        if Invoke in made.kinds:
            staying.update(
                stmt.function for stmt in iter_statements(made.body) if isinstance(stmt, Invoke) and stmt.stays
            )

    context = ModuleContext(
        program=program,
        memory=lay_out_memory(program),
        traced=traced,
        hosted=hosted,
        functions=functions,
        lists=lists,
        clocks=program.clocks,
    )
    context.allocate_words(max(program.clocks.values(), default=-1) + 1)
    codes: dict[str, list[FunctionCode]] = {}
    sizes = {}
    for made in functions.values():
        codes[made.name], sizes[made.name] = emit_function(context, made)
        codes[made.name][0].rest = is_rest(made)
        if made.name in staying and staying_name(made) != made.name:
            codes[made.name] += emit_function(context, made, stays=True)[0]
    # Memory after the functions' constants can be laid out only now, when they are printed.
    frame_layout = lay_out_frames(functions, sizes)
    layout = context.memory = lay_out_memory(
        program,
        extra=WORD * (context.taken + LANES),  # a row may be read a little beyond its end
        frames=frame_layout.size,
        stack=frame_layout.stack,
        events=EVENT_BUFFER_BYTES if traced else 0,
    )
    for name, own in codes.items():
        for code in own:
            assign_frame(
                code, layout.frames + frame_layout.still[name] if name in frame_layout.still else None, sizes[name]
            )
    data = {layout.slots: encode_words(program.defaults), layout.defaults: encode_words(program.defaults)}
    data |= {layout.data[name]: encode_words(values) for name, values in program.data.items()}
    data |= {address: encode_words(values) for values, address in context.constants.items()}
    support_codes = support_functions(context)
    for pool in program.lists:
        support_codes += list_functions(pool, context)
    support_codes += context.offers.values()
    support_codes += [reset_function(region, context) for region in program.regions]
    entries = [entry_function(entry, functions[entry.function], traced=traced) for entry in program.entries]
    batch_entries = [
        entry
        for entry in (program.mission, program.career, program.stage)
        if entry is not None and entry.function in functions
    ]
    budget = program.budgets.mission
    batches = [
        batch_function(entry, functions[entry.function], program.tallies_of(entry), layout, budget)
        for entry in batch_entries
    ]
    return Module(
        imports=IMPORTS,
        globals=globals_of(layout),
        functions=inline_calls(
            (*support_codes, *chain.from_iterable(codes.values()), *entries, *batches),
            [code.name for code in batches or entries],
        ),
        data=data,
        pages=-(-layout.end // PAGE_BYTES),
    )


def entry_function(entry: Entry, function: Function, *, traced: bool) -> FunctionCode:
    """Make the exported function of an entry, which calls ``function`` and returns only the entry's own results."""
    code = FunctionCode(
        f"entry {entry.key}", dict.fromkeys(function.params, I32), (I32,) * entry.results, exported=entry.key
    )
    code.add("i32.const", 0)
    code.add("global.set", "ended")
    if traced:
        code.add("call", "heed")
    for param in function.params:
        code.add("local.get", param)
    code.add("call", staying_name(function) if entry.stays else function.name)
    for _ in range(function.results - entry.results):
        code.add("drop")
    return code
