"""Frames: where the lists and choices of a function's call stand in memory.

A function that cannot call itself is open but once at a time, so its frame stands still, above those of all that it
calls. Only what is called in a circle has its frame wherever the stack is when it is called.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.instructions import Instruction
from bombsight.backends.wasm.module import Code
from bombsight.dsl.limits import OPEN
from bombsight.flat.functions import Function

FRAME: Instruction = ("local.get", "frame")
"""How a function that is being written names its frame."""


@frozen
class Frames:
    """Frames.

    Attributes:
        still: Where the frame of each function stands that cannot call itself, behind the first of them.
        size: Bytes of all those together.
        stack: Bytes of the stack, for the frames of all others.
    """

    still: Mapping[str, int]
    size: int
    stack: int


def frames(functions: Mapping[str, Function], sizes: Mapping[str, int]) -> Frames:
    """The frames of functions.

    Args:
        functions: By name; each stands behind those it calls, as far as they call in no circle.
        sizes: How many bytes the frame of each has.
    """
    calls = {name: made.callees for name, made in functions.items()}
    circling = in_circles(calls)
    heights = dict.fromkeys(calls, 0)
    settled = False
    while not settled:  # at once where there are no circles
        before = dict(heights)
        for name, callees in calls.items():
            own = 0 if name in circling else sizes[name]
            heights[name] = own + max((heights[callee] for callee in callees), default=0)
        settled = not circling or heights == before
    still = {name: heights[name] - sizes[name] for name in calls if name not in circling}
    moving = [sizes[name] for name in circling]
    return Frames(still, max(heights.values(), default=0), sum(moving) + OPEN * max(moving, default=0))


def in_circles(calls: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Those that may call themselves, by whom each calls."""
    order = {name: at for at, name in enumerate(calls)}
    back = [(name, callee) for name, callees in calls.items() for callee in callees if order[callee] >= order[name]]
    callers: dict[str, list[str]] = {name: [] for name in calls}
    for name, callees in calls.items():
        for callee in callees:
            callers[callee].append(name)
    return {each for name, callee in back for each in led_to(callee, calls) & led_to(name, callers)}


def led_to(first: str, calls: Mapping[str, tuple[str, ...] | list[str]]) -> set[str]:
    """One and all that it leads to."""
    found: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += calls[name]
    return found


def framed(code: Code, at: int | None, size: int) -> None:
    """A function that was written finds its frame.

    Args:
        code: The function.
        at: The address of its frame; None where that stands on the stack.
        size: How many bytes it has.
    """
    if at is not None:
        still: Instruction = ("i32.const", at)
        code.lines = [still if line == FRAME else line for line in code.lines]
    elif size:
        code.locals["frame"] = I32
        code.lines = [
            ("global.get", "stack"),
            ("local.tee", "frame"),
            ("i32.const", size),
            ("i32.add",),
            ("global.set", "stack"),
            *code.lines,
            FRAME,
            ("global.set", "stack"),
        ]
