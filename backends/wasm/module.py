"""A WebAssembly module as a value, with its binary and text formats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import Factory, define, field, frozen

from bombsight.backends.wasm import encoding as e
from bombsight.backends.wasm.encoding import I32, I64, Signature
from bombsight.backends.wasm.instructions import Instruction

CONSTANT_OPCODES = {I32: b"\x41", I64: b"\x42"}
"""Opcode of a constant, by the type of a global."""

PAGE_BYTES = 65_536
"""Bytes of a page of memory."""


@define
class FunctionCode:
    """A function under construction.

    Attributes:
        name: Its name.
        params: Its parameters by name, with their types, in order.
        results: The types of its results.
        locals: Its other variables by name, with their types.
        lines: Its instructions.
        exported: The name of its export; None for none.
        apart: Whether it is never inlined.
        rest: Whether it is the rest of a function whose early-exit test is in the callers (partial inlining).
    """

    name: str
    params: dict[str, str] = field(factory=dict)
    results: tuple[str, ...] = ()
    locals: dict[str, str] = field(factory=dict)
    lines: list[Instruction] = field(factory=list)
    exported: str | None = None
    apart: bool = False
    rest: bool = False
    made: int = 0

    def add(self, *instruction: str | int) -> None:
        """Append an instruction."""
        self.lines.append(instruction)

    def add_text(self, text: str) -> FunctionCode:
        """Append instructions from text, one a line; ``;`` begins a comment."""
        for line in text.splitlines():
            words = line.partition(";")[0].split()
            if words:
                self.add(*(int(word, 0) if word.lstrip("-")[:1].isdigit() else word for word in words))
        return self

    def fresh_local(self, hint: str, kind: str = I32) -> str:
        """Add a local variable under a name that is not in use yet; return the name."""
        self.made += 1
        name = f"{hint} {self.made}"
        self.locals[name] = kind
        return name

    def fresh_label(self, hint: str) -> str:
        """Make a label that is not in use yet."""
        self.made += 1
        return f"{hint}.{self.made}"

    @property
    def signature(self) -> Signature:
        """The types of the function's parameters and results."""
        return Signature(tuple(self.params.values()), self.results)


@frozen
class Import:
    """A function imported from the host."""

    name: str
    signature: Signature


@frozen
class Global:
    """A global of the module; the host can access an ``exported`` one."""

    name: str
    kind: str = I32
    start: int = 0
    exported: bool = False


@frozen(kw_only=True)
class Module:
    """A WebAssembly module."""

    imports: tuple[Import, ...]
    globals: tuple[Global, ...]
    functions: tuple[FunctionCode, ...]
    data: Mapping[int, bytes] = Factory(dict)
    pages: int = 1

    @property
    def binary(self) -> bytes:
        """The module encoded in WebAssembly's binary format."""
        return self._encode()

    @property
    def binary_with_names(self) -> bytes:
        """The module in binary format with a name section, for profilers and debuggers."""
        names = [*(found.name for found in self.imports), *(code.name for code in self.functions)]
        listed = e.encode_vector([e.encode_unsigned(number) + e.encode_name(name) for number, name in enumerate(names)])
        return self._encode() + e.encode_section(0, e.encode_name("name") + e.encode_section(1, listed))

    def _encode(self) -> bytes:
        """Encode the module in binary format, without a name section."""
        signatures = list(
            dict.fromkeys([*(found.signature for found in self.imports), *(code.signature for code in self.functions)])
        )
        types = {signature: number for number, signature in enumerate(signatures)}
        names = [*(found.name for found in self.imports), *(code.name for code in self.functions)]
        places = e.IndexSpaces(
            functions={name: number for number, name in enumerate(names)},
            globals={found.name: number for number, found in enumerate(self.globals)},
        )
        exports = [e.encode_name("memory") + b"\x02\0"]
        exports += [
            e.encode_name(found.name) + b"\x03" + e.encode_unsigned(number)
            for number, found in enumerate(self.globals)
            if found.exported
        ]
        exports += [
            e.encode_name(code.exported) + b"\0" + e.encode_unsigned(places.functions[code.name])
            for code in self.functions
            if code.exported is not None
        ]
        imports = [
            e.encode_name("host") + e.encode_name(found.name) + b"\0" + e.encode_unsigned(types[found.signature])
            for found in self.imports
        ]
        variables = [
            e.TYPES[found.kind] + b"\x01" + CONSTANT_OPCODES[found.kind] + e.encode_signed(found.start) + b"\x0b"
            for found in self.globals
        ]
        bodies = [e.encode_body(tuple(code.params), code.locals, code.lines, places) for code in self.functions]
        data = [
            b"\0\x41" + e.encode_signed(address) + b"\x0b" + e.encode_unsigned(len(content)) + content
            for address, content in sorted(self.data.items())
        ]
        return b"".join(
            [
                e.PREAMBLE,
                e.encode_section(1, e.encode_vector([signature.binary for signature in signatures])),
                e.encode_section(2, e.encode_vector(imports)),
                e.encode_section(
                    3, e.encode_vector([e.encode_unsigned(types[code.signature]) for code in self.functions])
                ),
                e.encode_section(5, b"\x01\x01" + e.encode_unsigned(self.pages) + e.encode_unsigned(self.pages)),
                e.encode_section(6, e.encode_vector(variables)),
                e.encode_section(7, e.encode_vector(exports)),
                e.encode_section(10, e.encode_vector(bodies)),
                e.encode_section(11, e.encode_vector(data)),
            ]
        )


def render_text(code: FunctionCode) -> str:
    """Render a function in text format, one instruction a line, indented by its blocks."""
    params = "".join(f" (param ${name} {kind})" for name, kind in code.params.items())
    results = f" (result {' '.join(code.results)})" if code.results else ""
    lines = [f"(func ${code.name}{params}{results}"]
    if code.locals:
        lines.append("  (local " + " ".join(f"${name} {kind}" for name, kind in code.locals.items()) + ")")
    depth = 1
    for name, *rest in code.lines:
        depth -= name in ("end", "else")
        lines.append("  " * depth + " ".join([str(name), *map(_render_operand, rest)]))
        depth += name in ("block", "loop", "if", "else")
    return "\n".join([*lines, ")"])


def _render_operand(value: Any) -> str:
    """Render an operand of an instruction: a name with ``$``, a type or number as itself."""
    return f"${value}" if isinstance(value, str) and value not in (I32, I64) else str(value)
