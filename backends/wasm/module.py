"""A WebAssembly module as a value, and its bytes and text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import Factory, define, field, frozen

from bombsight.backends.wasm import encoding as e
from bombsight.backends.wasm.encoding import I32, I64, Signature
from bombsight.backends.wasm.instructions import Instruction

CONSTANT = {I32: b"\x41", I64: b"\x42"}
"""What begins a constant of each type that a variable of the module may have."""

PAGE = 65_536
"""Bytes of memory are counted in these."""


@define
class Code:
    """A function that is being written.

    Attributes:
        name: Its name.
        params: Its parameters by name, with their types, in order.
        results: The types of what it gives.
        locals: Its other variables by name, with their types.
        lines: Its instructions.
        exported: The name that it can be called by from outside; None for no.
        apart: Whether it stays a function of its own, and is not done by those that call it.
        rest: Whether it does what is left of another that is often over at once.
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
        """An instruction more."""
        self.lines.append(instruction)

    def written(self, text: str) -> Code:
        """The instructions of a text, one a line; numbers are numbers, what follows ``;`` is for the reader."""
        for line in text.splitlines():
            words = line.partition(";")[0].split()
            if words:
                self.add(*(int(word, 0) if word.lstrip("-")[:1].isdigit() else word for word in words))
        return self

    def fresh(self, hint: str, kind: str = I32) -> str:
        """A variable of its own: no variable of the flat form has such a name."""
        self.made += 1
        name = f"{hint} {self.made}"
        self.locals[name] = kind
        return name

    def label(self, hint: str) -> str:
        """A label of its own."""
        self.made += 1
        return f"{hint}.{self.made}"

    @property
    def signature(self) -> Signature:
        """What it takes and gives."""
        return Signature(tuple(self.params.values()), self.results)


@frozen
class Import:
    """A function that the host gives."""

    name: str
    signature: Signature


@frozen
class Global:
    """A variable of the module; ``exported`` where the host may look at it."""

    name: str
    kind: str = I32
    start: int = 0
    exported: bool = False


@frozen(kw_only=True)
class Module:
    """A module.

    Attributes:
        imports: What the host gives, under the name ``host``.
        globals: Its variables.
        functions: Its functions.
        data: What stands in memory at the start, by address.
        pages: How much memory there is; it never grows.
    """

    imports: tuple[Import, ...]
    globals: tuple[Global, ...]
    functions: tuple[Code, ...]
    data: Mapping[int, bytes] = Factory(dict)
    pages: int = 1

    @property
    def encoded(self) -> bytes:
        """Its bytes."""
        return self._encoded()

    @property
    def named(self) -> bytes:
        """Its bytes, and the names of its functions behind them, for who looks at it while it runs."""
        names = [*(found.name for found in self.imports), *(code.name for code in self.functions)]
        listed = e.vector([e.unsigned(number) + e.text(name) for number, name in enumerate(names)])
        return self._encoded() + e.section(0, e.text("name") + e.section(1, listed))

    def _encoded(self) -> bytes:
        signatures = list(
            dict.fromkeys([*(found.signature for found in self.imports), *(code.signature for code in self.functions)])
        )
        types = {signature: number for number, signature in enumerate(signatures)}
        names = [*(found.name for found in self.imports), *(code.name for code in self.functions)]
        places = e.Places(
            functions={name: number for number, name in enumerate(names)},
            globals={found.name: number for number, found in enumerate(self.globals)},
        )
        exports = [e.text("memory") + b"\x02\0"]
        exports += [
            e.text(found.name) + b"\x03" + e.unsigned(number)
            for number, found in enumerate(self.globals)
            if found.exported
        ]
        exports += [
            e.text(code.exported) + b"\0" + e.unsigned(places.functions[code.name])
            for code in self.functions
            if code.exported is not None
        ]
        imports = [
            e.text("host") + e.text(found.name) + b"\0" + e.unsigned(types[found.signature]) for found in self.imports
        ]
        variables = [
            e.TYPES[found.kind] + b"\x01" + CONSTANT[found.kind] + e.signed(found.start) + b"\x0b"
            for found in self.globals
        ]
        bodies = [e.body(tuple(code.params), code.locals, code.lines, places) for code in self.functions]
        data = [
            b"\0\x41" + e.signed(address) + b"\x0b" + e.unsigned(len(content)) + content
            for address, content in sorted(self.data.items())
        ]
        return b"".join(
            [
                e.HEAD,
                e.section(1, e.vector([signature.encoded for signature in signatures])),
                e.section(2, e.vector(imports)),
                e.section(3, e.vector([e.unsigned(types[code.signature]) for code in self.functions])),
                e.section(5, b"\x01\x01" + e.unsigned(self.pages) + e.unsigned(self.pages)),
                e.section(6, e.vector(variables)),
                e.section(7, e.vector(exports)),
                e.section(10, e.vector(bodies)),
                e.section(11, e.vector(data)),
            ]
        )


def shown(code: Code) -> str:
    """A function as text, one instruction a line, indented by its blocks."""
    params = "".join(f" (param ${name} {kind})" for name, kind in code.params.items())
    results = f" (result {' '.join(code.results)})" if code.results else ""
    lines = [f"(func ${code.name}{params}{results}"]
    if code.locals:
        lines.append("  (local " + " ".join(f"${name} {kind}" for name, kind in code.locals.items()) + ")")
    depth = 1
    for name, *rest in code.lines:
        depth -= name in ("end", "else")
        lines.append("  " * depth + " ".join([str(name), *map(_word, rest)]))
        depth += name in ("block", "loop", "if", "else")
    return "\n".join([*lines, ")"])


def _word(value: Any) -> str:
    return f"${value}" if isinstance(value, str) and value not in (I32, I64) else str(value)
