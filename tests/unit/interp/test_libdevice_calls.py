"""Calls of functions of libdevice, which are declared only, against what CUDA's manual says of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from unit.interp.programs import module_of

from xtriton.interp import evaluate
from xtriton.interp.errors import UnsupportedError


def result_of(text: str, *arguments: Any) -> Any:
    """The result of the function ``f``, which takes numbers."""
    return evaluate(module_of(text), *arguments)[0].values


def test_calls_of_libdevice():
    """``func.call`` of a function that is declared only; any other declaration has no meaning."""
    text = """
func.func @f(%x: f32) -> f32 {
  %0 = func.call @__nv_lgammaf(%x) : (f32) -> f32
  return %0 : f32
}
func.func private @__nv_lgammaf(f32) -> f32 attributes {llvm.readnone}
"""
    assert float(result_of(text, 0.25)) == pytest.approx(math.lgamma(0.25), rel=1e-7)
    with pytest.raises(UnsupportedError, match="'__nv_mine' has no body"):
        result_of(text.replace("__nv_lgammaf", "__nv_mine"), 0.25)


@pytest.mark.parametrize(
    ("symbol", "inputs", "values", "result", "expected"),
    [
        ("byte_perm", "i32 i32 i32", (0x03020100, 0x07060504, 0x7531), "i32", 0x07050301),
        ("clz", "i32", (1,), "i32", 31),
        ("ffsll", "i64", (0,), "i32", 0),
        ("brev", "i32", (1,), "i32", -(2**31)),
        ("mul64hi", "i64 i64", (-(2**62), 4), "i64", -1),
        ("umulhi", "i32 i32", (-1, -1), "i32", -2),
        ("urhadd", "i32 i32", (-1, 0), "i32", -(2**31)),
        ("mul24", "i32 i32", (0xFFFFFF, 5), "i32", -5),
        ("ullmax", "i64 i64", (-1, 1), "i64", -1),
        ("usad", "i32 i32 i32", (3, 5, 10), "i32", 12),
        ("float2int_rz", "f32", (math.nan,), "i32", 0),
        ("double2uint_rn", "f64", (-1.0,), "i32", 0),
        ("double2ll_rd", "f64", (math.nan,), "i64", -(2**63)),
        ("float2ll_ru", "f32", (math.inf,), "i64", 2**63 - 1),
        ("llround", "f64", (-2.5,), "i64", -3),
        ("uint2float_rn", "i32", (-1,), "f32", 2.0**32),
        ("ll2float_rn", "i64", (2**24 + 1 + 2**53,), "f32", float(np.float32(2**24 + 1 + 2**53))),
        ("float_as_int", "f32", (1.0,), "i32", 0x3F800000),
        ("hiloint2double", "i32 i32", (0x3FF00000, 0), "f64", 1.0),
        ("nextafterf", "f32 f32", (1.0, 2.0), "f32", 1.0 + 2.0**-23),
        ("fma_rn", "f64 f64 f64", (1e200, -1e200, 0.0), "f64", -math.inf),
        ("remainder", "f64 f64", (5.0, 3.0), "f64", -1.0),
        ("norm3d", "f64 f64 f64", (2e200, 3e200, 6e200), "f64", pytest.approx(7e200)),
    ],
)
def test_functions_of_libdevice_in_their_own_formats(
    symbol: str, inputs: str, values: tuple[float, ...], result: str, expected: object
):
    types = inputs.split()
    text = f"""
func.func @f({", ".join(f"%x{i}: {type_}" for i, type_ in enumerate(types))}) -> {result} {{
  %0 = func.call @__nv_{symbol}({", ".join(f"%x{i}" for i in range(len(types)))}) : ({", ".join(types)}) -> {result}
  return %0 : {result}
}}
func.func private @__nv_{symbol}({", ".join(types)}) -> {result} attributes {{llvm.readnone}}
"""
    assert result_of(text, *values) == expected
