"""The binary format of WebAssembly: numbers, vectors, sections.

Source: WebAssembly Core Specification 2.0, 5.1 to 5.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, assert_never

from attrs import Factory, frozen

from bombsight.backends.wasm.instructions import CODES, BlockImmediate, ContextFreeImmediate, Instruction

I32, I64, V128 = "i32", "i64", "v128"
TYPES = {I32: b"\x7f", I64: b"\x7e", V128: b"\x7b"}
PREAMBLE = b"\0asm\x01\0\0\0"


SINGLE_BYTES = tuple(bytes([number]) for number in range(0x80))
"""Encodings of numbers in one byte."""


def encode_unsigned(value: int) -> bytes:
    """Encode an unsigned number in LEB128."""
    if value < 0x80:
        return SINGLE_BYTES[value]
    output = bytearray()
    while value > 0x7F:
        output.append(value & 0x7F | 0x80)
        value >>= 7
    output.append(value)
    return bytes(output)


def encode_signed(value: int) -> bytes:
    """Encode a signed number in LEB128."""
    output = bytearray()
    while not -0x40 <= value < 0x40:
        output.append(value & 0x7F | 0x80)
        value >>= 7
    output.append(value & 0x7F)
    return bytes(output)


def encode_vector(items: Sequence[bytes]) -> bytes:
    """Encode a vector: the number of items, and the items."""
    return encode_unsigned(len(items)) + b"".join(items)


def encode_name(value: str) -> bytes:
    """Encode a name."""
    content = value.encode()
    return encode_unsigned(len(content)) + content


def encode_section(number: int, content: bytes) -> bytes:
    """Encode a section of a module; empty if it has no content."""
    return bytes([number]) + encode_unsigned(len(content)) + content if content else b""


@frozen
class Signature:
    """Type of a function: its parameters and results."""

    params: tuple[str, ...] = ()
    results: tuple[str, ...] = ()

    @property
    def binary(self) -> bytes:
        """The encoding in the type section."""
        return (
            b"\x60"
            + encode_vector([TYPES[kind] for kind in self.params])
            + encode_vector([TYPES[kind] for kind in self.results])
        )


@frozen(kw_only=True)
class IndexSpaces:
    """Index spaces of a module: numbers of functions and globals by name.

    Attributes:
        functions, globals: Their numbers by name.
        encoded: Encodings of instructions that are the same in every function; a module repeats the same few thousand.
    """

    functions: Mapping[str, int]
    globals: Mapping[str, int]
    encoded: dict[Instruction, bytes] = Factory(dict)


def encode_body(
    params: Sequence[str], locals: Mapping[str, str], instructions: Iterable[Instruction], indices: IndexSpaces
) -> bytes:
    """Encode a function's body.

    Args:
        params: Names of its parameters, in order.
        locals: Its other locals by name, with their types.
        instructions: Its instructions without the last ``end``.
        indices: The numbers of functions and globals.

    Raises:
        KeyError: An instruction uses an unknown name.
    """
    ordered = sorted(locals, key=lambda name: locals[name])
    numbers = {name: encode_unsigned(number) for number, name in enumerate([*params, *ordered])}
    groups = [(len(list(same)), kind) for kind, same in groupby(ordered, key=lambda name: locals[name])]
    output = bytearray(encode_vector([encode_unsigned(count) + TYPES[kind] for count, kind in groups]))
    encoded_lines = indices.encoded
    labels: list[str | None] = []
    for line in instructions:
        first, kind = CODES[line[0]]
        match kind:
            case "local":
                output += first
                output += numbers[line[1]]
            case "block" | "end" | "label" | "labels":
                output += first
                output += encode_block_immediate(kind, line[1:], labels)
            case _:
                encoded = encoded_lines.get(line)
                if encoded is None:
                    encoded = encoded_lines[line] = first + encode_immediate(kind, line[1:], indices)
                output += encoded
    output += b"\x0b"
    return encode_unsigned(len(output)) + output


def encode_block_immediate(kind: BlockImmediate, operands: Sequence[Any], labels: list[str | None]) -> bytes:
    """Encode the operands of an instruction that begins or ends a block, or branches; update the open ``labels``.

    ``labels`` has those of the open blocks, the outermost first; it is updated.
    """
    match kind:
        case "block":
            labels.append(operands[0] if operands else None)
            return TYPES[operands[1]] if len(operands) > 1 else b"\x40"
        case "end":
            labels.pop()
            return b""
        case "label":
            return encode_unsigned(label_depth(labels, operands[0]))
        case "labels":
            *others, last = [encode_unsigned(label_depth(labels, label)) for label in operands]
            return encode_vector(others) + last
        case _:
            assert_never(kind)


def encode_immediate(kind: ContextFreeImmediate, operands: Sequence[Any], indices: IndexSpaces) -> bytes:
    """Encode the operands of an instruction that has no label: numbers, memory offsets, functions and globals."""
    match kind:
        case "":
            return b""
        case "i32":
            return encode_signed(operands[0])
        case "i64":
            return encode_signed(operands[0] - (1 << 64) if operands[0] >> 63 else operands[0])
        case "i32x4":
            return b"".join(number.to_bytes(4, "little", signed=True) for number in operands)
        case "memory":
            return encode_unsigned(operands[0])
        case "function":
            return encode_unsigned(indices.functions[operands[0]])
        case "global":
            return encode_unsigned(indices.globals[operands[0]])
        case "copy":
            return b"\0\0"
        case "fill":
            return b"\0"
        case _:
            assert_never(kind)


def label_depth(labels: Sequence[str | None], label: str) -> int:
    """Count the blocks from the innermost one out to the block with a label: the operand of a branch."""
    for out, open_ in enumerate(reversed(labels)):
        if open_ == label:
            return out
    raise KeyError(label)
