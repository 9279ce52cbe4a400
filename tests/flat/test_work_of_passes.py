"""What the passes do to whole games, counted: loops unrolled, tables made, values kept, what is left to be worked out.

Programs do the same without a pass, only later; nothing else would tell that it does its work no more. A change of a
pass changes counts: read whether they are better, and accept them with ``BOMBSIGHT_UPDATE=1``.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from bombsight.backends.python.source import PRICE
from bombsight.backends.wasm.emit import build_module
from bombsight.compiler.lower.assemble import lower
from bombsight.compiler.pipeline import compile_rules
from bombsight.compiler.request import Request
from bombsight.dsl.source import Source
from bombsight.flat import statements as fs
from bombsight.flat.passes.prepare import prepare_program
from bombsight.flat.passes.vectorize import can_vectorize
from bombsight.flat.passes.weights import estimate_block_effort
from bombsight.flat.program import Program
from tests.examples import EXAMPLES

TESTS = Path(__file__).parents[1]
GOLDEN = Path(__file__).with_name("golden")
GAMES = {
    "lighthouse": sorted((EXAMPLES / "lighthouse").glob("*.rules")),
    "rooms": [Path(__file__).parent / "programs" / "rooms.rules"],
}
"""A game, and one in which every pass has its work: values kept, tables made, loops that ask of all at once."""

FREQUENT = 30
"""Instructions of WebAssembly that a game has less often are counted together."""


@pytest.mark.parametrize("name", GAMES)
def test_the_passes_do_as_much_as_they_did(name: str) -> None:
    """Rewritten with BOMBSIGHT_UPDATE=1; the difference is the review."""
    sources = tuple(Source(path.name, path.read_text(encoding="utf-8")) for path in GAMES[name])
    compiled = compile_rules(Request(base=sources))
    graph = compiled.graph
    assert graph is not None
    assert compiled.errors == ()
    program = lower(graph)
    found = f"{render_passes(program)}\n{render_instructions(program)}"
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("BOMBSIGHT_UPDATE"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8")


def render_passes(program: Program) -> str:
    """How often each kind of node stands in the functions: as they are lowered, and as backends print them."""
    columns = {
        "lowered": count_nodes(program, program),
        "Python": count_nodes(prepare_program(program, traced=False, price=PRICE), program),
        "traced": count_nodes(prepare_program(program, traced=True, price=PRICE), program),
        "brief": count_nodes(prepare_program(program, traced=True, price=PRICE, runs_rarely=True), program),
        "wasm": count_nodes(prepare_program(program, traced=False, keeps_whole=can_vectorize), program),
    }
    return render_counts("nodes", columns)


def count_nodes(program: Program, lowered: Program) -> Counter[str]:
    """How often each kind of node stands in a program's functions, and what is true of them all."""
    functions = program.functions
    found = Counter(type(node).__name__ for function in functions for node in function.nodes)
    found["~ functions"] = len(functions)
    found["~ loops that ask of all at once"] = sum(
        isinstance(node, fs.Each) and node.steady for function in functions for node in function.nodes
    )
    found["~ functions whose values are kept"] = sum(function.kept is not None for function in functions)
    found["~ clocks of what they read"] = len(program.clocks)
    found["~ numbers in tables made on the way"] = sum(
        len(held) for name, held in program.data.items() if name not in lowered.data
    )
    found["~ effort, as far as it can be told"] = round(sum(estimate_block_effort(each.body, {}) for each in functions))
    return found


def render_instructions(program: Program) -> str:
    """How often each instruction stands in the modules."""
    columns = {
        form: Counter(str(line[0]) for code in build_module(program, traced=traced).functions for line in code.lines)
        for form, traced in (("plain", False), ("traced", True))
    }
    rare = {name for name in {*columns["plain"], *columns["traced"]} if is_rare(name, columns.values())}
    for counts in columns.values():
        counts["~ others"] = sum(counts.pop(name, 0) for name in rare)
    return render_counts("instructions of WebAssembly", columns)


def is_rare(name: str, columns: Iterable[Mapping[str, int]]) -> bool:
    """Whether an instruction is counted with others: but for those of many lanes, of which a few are much."""
    return "x4" not in name and all(counts.get(name, 0) < FREQUENT for counts in columns)


def render_counts(title: str, columns: Mapping[str, Counter[str]]) -> str:
    """Counts as a table, a line for each name."""
    names = sorted({name for counts in columns.values() for name in counts})
    lines = [f"{title:36}" + "".join(f"{head:>9}" for head in columns)]
    lines += [f"{name:36}" + "".join(f"{counts[name]:9}" for counts in columns.values()) for name in names]
    return "\n".join(lines) + "\n"
