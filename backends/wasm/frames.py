"""Frames: where the lists and choices of a function's call stand in memory.

A function that cannot call itself is open but once at a time, so its frame stands still, above those of all that it
calls. Only what is called in a circle has its frame wherever the stack is when it is called.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.instructions import Instruction
from bombsight.backends.wasm.module import FunctionCode
from bombsight.dsl.limits import MAX_OPEN_CALLS
from bombsight.flat.functions import Function

FRAME_ADDRESS: Instruction = ("local.get", "frame")
"""How a function that is being written names its frame."""


@frozen
class FrameLayout:
    """Frames.

    Attributes:
        still: Where the frame of each function stands that cannot call itself, behind the first of them.
        size: Bytes of all those together.
        stack: Bytes of the stack, for the frames of all others.
    """

    still: Mapping[str, int]
    size: int
    stack: int


def lay_out_frames(functions: Mapping[str, Function], sizes: Mapping[str, int]) -> FrameLayout:
    """The frames of functions.

    Args:
        functions: By name; each stands behind those it calls, as far as they call in no circle.
        sizes: How many bytes the frame of each has.
    """
    calls = {name: made.callees for name, made in functions.items()}
    recursive = recursive_functions(calls)
    heights = dict.fromkeys(calls, 0)
    is_stable = False
    while not is_stable:  # at once where there are no circles
        before = dict(heights)
        for name, callees in calls.items():
            own = 0 if name in recursive else sizes[name]
            heights[name] = own + max((heights[callee] for callee in callees), default=0)
        is_stable = not recursive or heights == before
    still = {name: heights[name] - sizes[name] for name in calls if name not in recursive}
    moving = [sizes[name] for name in recursive]
    return FrameLayout(still, max(heights.values(), default=0), sum(moving) + MAX_OPEN_CALLS * max(moving, default=0))


def recursive_functions(calls: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Those that may call themselves, by whom each calls."""
    order = {name: at for at, name in enumerate(calls)}
    back = [(name, callee) for name, callees in calls.items() for callee in callees if order[callee] >= order[name]]
    callers: dict[str, list[str]] = {name: [] for name in calls}
    for name, callees in calls.items():
        for callee in callees:
            callers[callee].append(name)
    return {each for name, callee in back for each in reachable_from(callee, calls) & reachable_from(name, callers)}


def reachable_from(start: str, calls: Mapping[str, tuple[str, ...] | list[str]]) -> set[str]:
    """One and all that it leads to."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += calls[name]
    return reached


def assign_frame(code: FunctionCode, address: int | None, size: int) -> None:
    """A function that was written finds its frame.

    Args:
        code: The function.
        address: The address of its frame; None where that stands on the stack.
        size: How many bytes it has.
    """
    if address is not None:
        still: Instruction = ("i32.const", address)
        code.lines = [still if line == FRAME_ADDRESS else line for line in code.lines]
    elif size:
        code.locals["frame"] = I32
        code.lines = [
            ("global.get", "stack"),
            ("local.tee", "frame"),
            ("i32.const", size),
            ("i32.add",),
            ("global.set", "stack"),
            *code.lines,
            FRAME_ADDRESS,
            ("global.set", "stack"),
        ]
