"""Programs with fixed dice: some rolls are thrown as usual, but replaced by given results.

A session can fix dice in its dice source. Batches inside a backend have no such source, so the program itself does it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import sha256

from attrs import evolve

from bombsight.flat import expressions as fx
from bombsight.flat import statements as fs
from bombsight.flat.functions import Function
from bombsight.flat.lazy import LazySequence
from bombsight.flat.program import Program
from bombsight.flat.walking import Node, map_nodes


def with_fixed_dice(program: Program, results: Mapping[int, int]) -> Program:
    """Return a copy of a program in which rolls at some sites (code locations) have given ``results``, by site."""
    if not results:
        return program
    return evolve(
        program,
        functions=LazySequence(program.functions, partial(fix_function_dice, results)),
        digest=sha256(repr((program.digest, sorted(results.items()))).encode()).hexdigest(),
    )


def fix_function_dice(results: Mapping[int, int], function: Function) -> Function:
    """Return a copy of a function in which rolls at some sites (code locations) have given ``results``, by site."""

    def fix_node(node: Node) -> Node:
        """Callback of the rewriting: fix the result of a roll at one of the sites; return any other node unchanged."""
        if isinstance(node, fs.Draw) and node.site in results:
            shown = fs.SetLocal(name=node.name, value=fx.Num(results[node.site]))
            return fs.If(condition=fx.Num(1), body=(node, shown))  # one statement for another; passes flatten it
        return node

    body = tuple(map_nodes(stmt, fix_node) for stmt in function.body)
    return function if body == function.body else evolve(function, body=body)
