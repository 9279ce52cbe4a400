"""A program in which some dice are laid: it throws them like any others, and they show what they are to show.

What throws dice for a session can lay them by itself. Many runs inside a backend have nobody who could, so for them it
is said in the program.
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


def with_fixed_dice(program: Program, dice: Mapping[int, int]) -> Program:
    """A program whose dice show what is laid, whatever falls; all others fall as they would have fallen.

    Args:
        program: As the compiler made it.
        dice: What is laid at the sites of rolls: what the dice show together.
    """
    if not dice:
        return program
    return evolve(
        program,
        functions=LazySequence(program.functions, partial(fix_function_dice, dice)),
        digest=sha256(repr((program.digest, sorted(dice.items()))).encode()).hexdigest(),
    )


def fix_function_dice(dice: Mapping[int, int], function: Function) -> Function:
    """A function whose dice show what is laid."""

    def fix_node(node: Node) -> Node:
        if isinstance(node, fs.Draw) and node.site in dice:
            shown = fs.SetLocal(name=node.name, value=fx.Num(dice[node.site]))
            return fs.If(condition=fx.Num(1), body=(node, shown))  # one statement for another: passes take the two out
        return node

    body = tuple(map_nodes(stmt, fix_node) for stmt in function.body)
    return function if body == function.body else evolve(function, body=body)
