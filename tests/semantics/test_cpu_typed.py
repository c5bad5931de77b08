"""Random kernels over all types give on the CPU, bit for bit, what the interpreter gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from selection import slow_unless
from semantics.typed_programs import random_program

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from semantics.typed_runs import LOWERINGS, difference

import xtriton


@pytest.mark.parametrize(
    "start", [*range(0, 24, 8), *(pytest.param(start, marks=pytest.mark.slow) for start in range(24, 400, 8))]
)
def test_random_programs_over_all_types(start: int, tmp_path: Path) -> None:
    found = [difference(random_program(seed), seed, tmp_path / "typed.mlir") for seed in range(start, start + 8)]
    assert not [text for text in found if text]
    assert found.count(None) < len(found)  # whose meaning is undefined


@pytest.mark.parametrize("lowering", LOWERINGS)
@pytest.mark.parametrize("start", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(8, 96, 8))])
def test_random_programs_by_each_lowering_alone(lowering: str, start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 8):
        assert not difference(random_program(seed), seed, tmp_path / "typed.mlir", LOWERINGS[lowering])


EXTREMA = """
tt.func @kernel(%x: !tt.ptr<ELEMENT>, %y: !tt.ptr<ELEMENT>, %o: !tt.ptr<ELEMENT>) {
  %0 = tt.make_range {start = 0 : i32, end = COUNT : i32} : tensor<COUNTxi32>
  %1 = tt.splat %x : !tt.ptr<ELEMENT> -> tensor<COUNTx!tt.ptr<ELEMENT>>
  %2 = tt.addptr %1, %0 : tensor<COUNTx!tt.ptr<ELEMENT>>, tensor<COUNTxi32>
  %3 = tt.load %2 : tensor<COUNTx!tt.ptr<ELEMENT>>
  %4 = "tt.reduce"(%3) <{axis = 0 : i32}> ({
  ^bb0(%a: ELEMENT, %b: ELEMENT):
    %c = arith.OP %a, %b : ELEMENT
    tt.reduce.return %c : ELEMENT
  }) : (tensor<COUNTxELEMENT>) -> ELEMENT
  tt.store %o, %4 : !tt.ptr<ELEMENT>
  tt.return
}
"""

PAIRS = """
tt.func @kernel(%x: !tt.ptr<ELEMENT>, %y: !tt.ptr<ELEMENT>, %o: !tt.ptr<ELEMENT>) {
  %0 = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %1 = tt.splat %x : !tt.ptr<ELEMENT> -> tensor<32x!tt.ptr<ELEMENT>>
  %2 = tt.addptr %1, %0 : tensor<32x!tt.ptr<ELEMENT>>, tensor<32xi32>
  %3 = tt.load %2 : tensor<32x!tt.ptr<ELEMENT>>
  %4 = tt.splat %y : !tt.ptr<ELEMENT> -> tensor<32x!tt.ptr<ELEMENT>>
  %5 = tt.addptr %4, %0 : tensor<32x!tt.ptr<ELEMENT>>, tensor<32xi32>
  %6 = tt.load %5 : tensor<32x!tt.ptr<ELEMENT>>
  %7 = arith.OP %3, %6 : tensor<32xELEMENT>
  %8 = tt.splat %o : !tt.ptr<ELEMENT> -> tensor<32x!tt.ptr<ELEMENT>>
  %9 = tt.addptr %8, %0 : tensor<32x!tt.ptr<ELEMENT>>, tensor<32xi32>
  tt.store %9, %7 : tensor<32x!tt.ptr<ELEMENT>>
  tt.return
}
"""


@pytest.mark.parametrize("element", slow_unless(["f16", "f32", "f64"], {"f32"}.__contains__))
def test_reductions_of_any_length_by_an_extremum_compile(element: str, tmp_path: Path) -> None:
    """LLVM's loop vectorizer used to end the process for some types and lengths."""
    dtype = {"f16": np.float16, "f32": np.float32, "f64": np.float64}[element]
    for count in (1, 8, 16, 32, 128):
        for word, expected in (("maxnumf", np.fmax), ("minnumf", np.fmin), ("maximumf", np.maximum)):
            path = tmp_path / f"{word}_{count}.mlir"
            path.write_text(EXTREMA.replace("ELEMENT", element).replace("COUNT", str(count)).replace("OP", word))
            x, out = np.random.default_rng(count).standard_normal(count).astype(dtype), np.zeros(1, dtype)
            x[count // 2 :: 3] = np.nan
            xtriton.compile(path, target="cpu")[1](x, x, out)
            np.testing.assert_array_equal(out[0], expected.reduce(x))


@pytest.mark.parametrize("element", ["f16", "f32", "f64", "bf16"])
def test_minus_zero_is_less_than_zero(element: str, tmp_path: Path) -> None:
    """Of elements; reductions may give either zero."""
    text = PAIRS.replace("ELEMENT", element)
    dtype = {"f16": np.uint16, "bf16": np.uint16, "f32": np.uint32, "f64": np.uint64}[element]
    bits = dtype().itemsize * 8
    for word, sign in (("maxnumf", 0), ("minnumf", 1), ("maximumf", 0), ("minimumf", 1)):
        path = tmp_path / f"{word}.mlir"
        path.write_text(text.replace("OP", word))
        x = np.array([place % 2 << (bits - 1) for place in range(32)], dtype)
        y, out = x ^ dtype(1 << (bits - 1)), np.ones(32, dtype)
        floats = (array if element == "bf16" else array.view(f"float{bits}") for array in (x, y, out))
        xtriton.compile(path, target="cpu")[1](*floats)
        assert set(out >> dtype(bits - 1)) == {sign}, word
