"""The binary format of WebAssembly: numbers, vectors, sections.

Source: WebAssembly Core Specification 2.0, 5.1 to 5.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, assert_never

from attrs import Factory, frozen

from bombsight.backends.wasm.instructions import CODES, Elsewhere, Instruction, OfBlocks

I32, I64, V128 = "i32", "i64", "v128"
TYPES = {I32: b"\x7f", I64: b"\x7e", V128: b"\x7b"}
HEAD = b"\0asm\x01\0\0\0"


SHORT = tuple(bytes([number]) for number in range(0x80))
"""The numbers that one byte holds."""


def unsigned(value: int) -> bytes:
    """A number from 0 in LEB128."""
    if value < 0x80:
        return SHORT[value]
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def signed(value: int) -> bytes:
    """A number with its sign in LEB128."""
    found = bytearray()
    while not -0x40 <= value < 0x40:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value & 0x7F)
    return bytes(found)


def vector(items: Sequence[bytes]) -> bytes:
    """How many items there are, and the items."""
    return unsigned(len(items)) + b"".join(items)


def text(value: str) -> bytes:
    """A name."""
    content = value.encode()
    return unsigned(len(content)) + content


def section(number: int, content: bytes) -> bytes:
    """A section; nothing for one without content."""
    return bytes([number]) + unsigned(len(content)) + content if content else b""


@frozen
class Signature:
    """What a function takes and gives: types by name."""

    params: tuple[str, ...] = ()
    results: tuple[str, ...] = ()

    @property
    def encoded(self) -> bytes:
        """As the section of types holds it."""
        return b"\x60" + vector([TYPES[kind] for kind in self.params]) + vector([TYPES[kind] for kind in self.results])


@frozen(kw_only=True)
class Places:
    """What instructions name, by numbers.

    Attributes:
        functions, globals: Their numbers by name.
        encoded: Instructions that mean the same in every function, with their bytes, as they are met: a module says
            the same few thousand over and over.
    """

    functions: Mapping[str, int]
    globals: Mapping[str, int]
    encoded: dict[Instruction, bytes] = Factory(dict)


def body(params: Sequence[str], locals: Mapping[str, str], code: Iterable[Instruction], places: Places) -> bytes:
    """A function's body.

    Args:
        params: Names of its parameters, in order.
        locals: Its other locals by name, with their types.
        code: Its instructions without the last ``end``.
        places: The numbers of what they name.

    Raises:
        KeyError: An instruction names something that there is not.
    """
    ordered = sorted(locals, key=lambda name: locals[name])
    numbers = {name: unsigned(number) for number, name in enumerate([*params, *ordered])}
    groups = [(len(list(same)), kind) for kind, same in groupby(ordered, key=lambda name: locals[name])]
    found = bytearray(vector([unsigned(count) + TYPES[kind] for count, kind in groups]))
    everywhere = places.encoded
    labels: list[str | None] = []
    for line in code:
        first, kind = CODES[line[0]]
        match kind:
            case "local":
                found += first
                found += numbers[line[1]]
            case "block" | "end" | "label" | "labels":
                found += first
                found += of_blocks(kind, line[1:], labels)
            case _:
                encoded = everywhere.get(line)
                if encoded is None:
                    encoded = everywhere[line] = first + behind(kind, line[1:], places)
                found += encoded
    found += b"\x0b"
    return unsigned(len(found)) + found


def of_blocks(kind: OfBlocks, rest: Sequence[Any], labels: list[str | None]) -> bytes:
    """What stands behind the code of an instruction that begins a block, ends one or names one.

    Args:
        kind: What it is.
        rest: What the instruction says.
        labels: Of the blocks that are open, the outermost first; it is kept up.
    """
    match kind:
        case "block":
            labels.append(rest[0] if rest else None)
            return TYPES[rest[1]] if len(rest) > 1 else b"\x40"
        case "end":
            labels.pop()
            return b""
        case "label":
            return unsigned(depth(labels, rest[0]))
        case "labels":
            *others, last = [unsigned(depth(labels, label)) for label in rest]
            return vector(others) + last
        case _:
            assert_never(kind)


def behind(kind: Elsewhere, rest: Sequence[Any], places: Places) -> bytes:
    """What stands behind the code of an instruction, in whatever function."""
    match kind:
        case "":
            return b""
        case "i32":
            return signed(rest[0])
        case "i64":
            return signed(rest[0] - (1 << 64) if rest[0] >> 63 else rest[0])
        case "i32x4":
            return b"".join(number.to_bytes(4, "little", signed=True) for number in rest)
        case "memory":
            return unsigned(rest[0])
        case "function":
            return unsigned(places.functions[rest[0]])
        case "global":
            return unsigned(places.globals[rest[0]])
        case "copy":
            return b"\0\0"
        case "fill":
            return b"\0"
        case _:
            assert_never(kind)


def depth(labels: Sequence[str | None], label: str) -> int:
    """How many blocks further out the block with this label is.

    Raises:
        KeyError: No open block has it.
    """
    for out, open_ in enumerate(reversed(labels)):
        if open_ == label:
            return out
    raise KeyError(label)
