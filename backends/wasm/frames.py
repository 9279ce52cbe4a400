"""Stack frames: the memory of the lists and choices of a function's call.

A function that is not recursive has at most one open call, so its frame has a fixed address above the frames of its
callees. Only recursive functions have frames on the stack.
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
"""Placeholder instruction that loads a frame's address, until the frame has its place."""


@frozen
class FrameLayout:
    """The layout of all frames.

    Attributes:
        still: Offset of the fixed frame of each function that is not recursive.
        size: Bytes of all fixed frames.
        stack: Bytes of the stack, for the frames of recursive functions.
    """

    still: Mapping[str, int]
    size: int
    stack: int


def lay_out_frames(functions: Mapping[str, Function], sizes: Mapping[str, int]) -> FrameLayout:
    """Assign the stack frames of functions fixed addresses, each behind those of its callees, except in recursion."""
    calls = {name: made.callees for name, made in functions.items()}
    recursive = recursive_functions(calls)
    heights = dict.fromkeys(calls, 0)
    is_stable = False
    while not is_stable:  # one pass without recursion
        before = dict(heights)
        for name, callees in calls.items():
            own = 0 if name in recursive else sizes[name]
            heights[name] = own + max((heights[callee] for callee in callees), default=0)
        is_stable = not recursive or heights == before
    still = {name: heights[name] - sizes[name] for name in calls if name not in recursive}
    moving = [sizes[name] for name in recursive]
    return FrameLayout(still, max(heights.values(), default=0), sum(moving) + MAX_OPEN_CALLS * max(moving, default=0))


def recursive_functions(calls: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Find the functions that may call themselves, directly or not, given the callees of each function."""
    order = {name: at for at, name in enumerate(calls)}
    back = [(name, callee) for name, callees in calls.items() for callee in callees if order[callee] >= order[name]]
    callers: dict[str, list[str]] = {name: [] for name in calls}
    for name, callees in calls.items():
        for callee in callees:
            callers[callee].append(name)
    return {each for name, callee in back for each in reachable_from(callee, calls) & reachable_from(name, callers)}


def reachable_from(start: str, calls: Mapping[str, tuple[str, ...] | list[str]]) -> set[str]:
    """Find all functions that a function reaches by calls, itself included."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += calls[name]
    return reached


def assign_frame(code: FunctionCode, address: int | None, size: int) -> None:
    """Set the frame address in a function's code: a constant, or for None a place taken on the run-time stack."""
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
