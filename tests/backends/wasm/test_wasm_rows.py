"""Rows of words, worked on four at once, come out as they would word by word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
import wasmtime

from bombsight.backends.wasm.encoding import I32
from bombsight.backends.wasm.memory import WORD, encode_words
from bombsight.backends.wasm.module import FunctionCode, Module
from bombsight.backends.wasm.rows import (
    LANES,
    MAX_UNROLLED_COPY,
    Address,
    emit_copy_row,
    emit_difference_mask,
    emit_replace_in_row,
)
from tests.narrowing import narrow

ROW, COPY, ROOM = 64, 4096, MAX_UNROLLED_COPY + 72
BASES = pytest.mark.parametrize("base", [None, "at"], ids=["constant", "variable"])


def address(to: int, base: str | None) -> Address:
    """The same place with and without a variable, which holds 32."""
    return Address(to if base is None else to - 32, base)


def run(
    row: Sequence[int], write: Callable[[FunctionCode], object], results: tuple[str, ...] = ()
) -> tuple[Any, list[int]]:
    """What a function gives that finds a row in memory; and that row, followed by what may be its copy."""
    code = FunctionCode("run", {"at": I32, "value": I32}, results, exported="run")
    write(code)
    store = wasmtime.Store()
    made = Module(imports=(), globals=(), functions=(code,), data={ROW: encode_words(tuple(row))})
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, made.binary), []).exports(store)
    given = narrow(wasmtime.Func, exports["run"])(store, 32, 7)
    memory = narrow(wasmtime.Memory, exports["memory"]).read(store, ROW, COPY + WORD * ROOM)
    return given, [int.from_bytes(memory[at : at + WORD], "little", signed=True) for at in range(0, len(memory), WORD)]


@BASES
@pytest.mark.parametrize("count", [0, 1, 4, 7, 13, MAX_UNROLLED_COPY, MAX_UNROLLED_COPY + 1])
def test_a_row_is_copied_to_its_end_and_no_further(count, base):
    row = range(1, ROOM)

    _, found = run(row, lambda code: emit_copy_row(code, address(COPY, base), address(ROW, base), count))

    assert found[(COPY - ROW) // WORD :] == [*row[:count], *[0] * (ROOM - count)]


@BASES
@pytest.mark.parametrize("count", [1, 4, 6, 9])
def test_words_are_replaced_in_their_row_only(count, base):
    row = [7, 1, 7, 2, 7, 7, 3, 4, 7, 7, 7]

    _, found = run(row, lambda code: emit_replace_in_row(code, address(ROW, base), count, "value", -5))

    assert found[: len(row)] == [-5 if word == 7 and at < count else word for at, word in enumerate(row)]


@BASES
@pytest.mark.parametrize("count", [1, 4, 6, 32])
def test_a_bit_for_each_other_word(count, base):
    row = [5 if at % 3 else at for at in range(40)]
    fives = Address(ROW + WORD * len(row))

    found, _ = run(
        [*row, *[5] * LANES], lambda code: emit_difference_mask(code, address(ROW, base), count, fives), (I32,)
    )

    assert found % 2**32 == sum(1 << at for at in range(count) if row[at] != 5)
