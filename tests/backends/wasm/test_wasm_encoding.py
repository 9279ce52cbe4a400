"""Numbers and modules as the specification of WebAssembly writes them."""

from __future__ import annotations

import pytest
import wasmtime
from hypothesis import given
from hypothesis import strategies as st

from bombsight.backends.wasm.encoding import I32, encode_signed, encode_unsigned
from bombsight.backends.wasm.module import FunctionCode, Module, render_text
from tests.narrowing import narrow


@pytest.mark.parametrize(
    ("number", "encoded"),
    [(0, b"\x00"), (2, b"\x02"), (127, b"\x7f"), (128, b"\x80\x01"), (624485, b"\xe5\x8e\x26")],
)
def test_numbers_without_a_sign(number, encoded):
    assert encode_unsigned(number) == encoded


@pytest.mark.parametrize(
    ("number", "encoded"),
    [(2, b"\x02"), (-2, b"\x7e"), (127, b"\xff\x00"), (-127, b"\x81\x7f"), (128, b"\x80\x01"), (-128, b"\x80\x7f")],
)
def test_numbers_with_a_sign(number, encoded):
    assert encode_signed(number) == encoded


def called(code: FunctionCode, *args: int) -> object:
    """What a function of its own gives."""
    code.exported = "run"
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, Module(imports=(), globals=(), functions=(code,)).binary)
    return narrow(wasmtime.Func, wasmtime.Instance(store, module, []).exports(store)["run"])(store, *args)


@given(st.integers(-(2**31), 2**31 - 1))
def test_constants_come_out_as_they_went_in(number):
    assert called(FunctionCode("constant", {}, (I32,)).add_text(f"i32.const {number}")) == number


def test_a_text_of_instructions_runs():
    factorial = FunctionCode("factorial", {"n": I32}, (I32,), {"product": I32}).add_text(
        """
        i32.const 1
        local.set product
        block done
        loop next
        local.get n
        i32.eqz
        br_if done              ; no more factors
        local.get product
        local.get n
        i32.mul
        local.set product
        local.get n
        i32.const 1
        i32.sub
        local.set n
        br next
        end
        end
        local.get product
        """
    )
    assert called(factorial, 10) == 3_628_800
    assert render_text(factorial).splitlines()[:5] == [
        "(func $factorial (param $n i32) (result i32)",
        "  (local $product i32)",
        "  i32.const 1",
        "  local.set $product",
        "  block $done",
    ]


def test_a_label_that_is_not_open_is_an_error():
    with pytest.raises(KeyError, match="elsewhere"):
        called(FunctionCode("lost").add_text("br elsewhere"))
