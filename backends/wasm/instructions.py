"""Opcodes and immediates of the WebAssembly instructions that this backend uses.

Source: WebAssembly Core Specification 2.0, 5.4 (binary format of instructions).
"""

from __future__ import annotations

from typing import Any, Literal

BlockImmediate = Literal["block", "end", "label", "labels"]
"""Kinds of immediates that depend on the open blocks; ``end`` has none."""

ContextFreeImmediate = Literal["", "i32", "i64", "i32x4", "global", "function", "memory", "copy", "fill"]
"""Kinds of immediates that are the same in every function."""

Immediate = Literal[BlockImmediate, ContextFreeImmediate, "local"]
"""Kinds of immediates of instructions."""

Instruction = tuple[Any, ...]
"""An instruction: its name and its operands, which are numbers or names of locals, globals, functions and labels."""

CODES: dict[str, tuple[bytes, Immediate]] = {
    "unreachable": (b"\x00", ""),
    "block": (b"\x02", "block"),
    "loop": (b"\x03", "block"),
    "if": (b"\x04", "block"),
    "else": (b"\x05", ""),
    "end": (b"\x0b", "end"),
    "br": (b"\x0c", "label"),
    "br_if": (b"\x0d", "label"),
    "br_table": (b"\x0e", "labels"),
    "return": (b"\x0f", ""),
    "call": (b"\x10", "function"),
    "drop": (b"\x1a", ""),
    "select": (b"\x1b", ""),
    "local.get": (b"\x20", "local"),
    "local.set": (b"\x21", "local"),
    "local.tee": (b"\x22", "local"),
    "global.get": (b"\x23", "global"),
    "global.set": (b"\x24", "global"),
    "i32.load": (b"\x28\x02", "memory"),
    "i64.load": (b"\x29\x02", "memory"),
    "i64.load32_u": (b"\x35\x02", "memory"),
    "i32.store": (b"\x36\x02", "memory"),
    "i64.store": (b"\x37\x02", "memory"),
    "i32.const": (b"\x41", "i32"),
    "i64.const": (b"\x42", "i64"),
    "i32.eqz": (b"\x45", ""),
    "i32.eq": (b"\x46", ""),
    "i32.ne": (b"\x47", ""),
    "i32.lt_s": (b"\x48", ""),
    "i32.lt_u": (b"\x49", ""),
    "i32.gt_s": (b"\x4a", ""),
    "i32.gt_u": (b"\x4b", ""),
    "i32.le_s": (b"\x4c", ""),
    "i32.le_u": (b"\x4d", ""),
    "i32.ge_s": (b"\x4e", ""),
    "i32.ge_u": (b"\x4f", ""),
    "i32.ctz": (b"\x68", ""),
    "i32.popcnt": (b"\x69", ""),
    "i32.add": (b"\x6a", ""),
    "i32.sub": (b"\x6b", ""),
    "i32.mul": (b"\x6c", ""),
    "i32.div_s": (b"\x6d", ""),
    "i32.rem_s": (b"\x6f", ""),
    "i32.rem_u": (b"\x70", ""),
    "i32.and": (b"\x71", ""),
    "i32.or": (b"\x72", ""),
    "i32.xor": (b"\x73", ""),
    "i32.shl": (b"\x74", ""),
    "i32.shr_u": (b"\x76", ""),
    "i64.add": (b"\x7c", ""),
    "i64.mul": (b"\x7e", ""),
    "i64.rem_u": (b"\x82", ""),
    "i64.xor": (b"\x85", ""),
    "i64.shr_u": (b"\x88", ""),
    "i32.wrap_i64": (b"\xa7", ""),
    "i64.extend_i32_u": (b"\xad", ""),
    "memory.copy": (b"\xfc\x0a", "copy"),
    "memory.fill": (b"\xfc\x0b", "fill"),
    "v128.load": (b"\xfd\x00\x02", "memory"),
    "v128.store": (b"\xfd\x0b\x02", "memory"),
    "v128.const": (b"\xfd\x0c", "i32x4"),
    "v128.and": (b"\xfd\x4e", ""),
    "v128.or": (b"\xfd\x50", ""),
    "v128.xor": (b"\xfd\x51", ""),
    "v128.bitselect": (b"\xfd\x52", ""),
    "i32x4.splat": (b"\xfd\x11", ""),
    "i32x4.eq": (b"\xfd\x37", ""),
    "i32x4.ne": (b"\xfd\x38", ""),
    "i32x4.lt_s": (b"\xfd\x39", ""),
    "i32x4.gt_s": (b"\xfd\x3b", ""),
    "i32x4.le_s": (b"\xfd\x3d", ""),
    "i32x4.gt_u": (b"\xfd\x3c", ""),
    "i32x4.le_u": (b"\xfd\x3e", ""),
    "i32x4.ge_s": (b"\xfd\x3f", ""),
    "i32x4.bitmask": (b"\xfd\xa4\x01", ""),
    "i32x4.sub": (b"\xfd\xb1\x01", ""),
    "i64x2.splat": (b"\xfd\x12", ""),
    "i64x2.shr_u": (b"\xfd\xcd\x01", ""),
    "i64x2.add": (b"\xfd\xce\x01", ""),
    "i64x2.mul": (b"\xfd\xd5\x01", ""),
}
"""Opcode and kind of immediate of each instruction; opcodes of loads and stores include the alignment."""
