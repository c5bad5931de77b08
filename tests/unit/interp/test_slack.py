"""Sums in another order: differences within rounding errors pass, larger ones are found."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.programs import module_of
from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.tt.dot import DotOp
from xtriton.interp.numbers.formats import FLOATS
from xtriton.interp.profiles import PROFILES, Filler, in_parts
from xtriton.interp.proof import Difference, Proof
from xtriton.ir.context import Context
from xtriton.passes.ttgir.f32_dot_tc import TritonGPUF32DotTC

DOT = """\
tt.func @f(%x: tensor<32x64xf32>, %y: tensor<64x32xf32>, %z: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = tt.dot %x, %y, %z, inputPrecision = PRECISION : tensor<32x64xf32> * tensor<64x32xf32> -> tensor<32x32xf32>
  tt.return %r : tensor<32x32xf32>
}
"""
TERMS = {"tf32x3": 3, "bf16x3": 3, "bf16x6": 6}


def in_terms(precision: str) -> tuple[Proof, ModuleOp]:
    module = module_of(DOT.replace("PRECISION", precision))
    proof = Proof(module)
    TritonGPUF32DotTC(emu_tf32=True).apply(Context(), module)
    return proof, module


@pytest.mark.parametrize("precision", TERMS)
def test_products_of_parts_equal_the_products(precision: str):
    proof, module = in_terms(precision)
    assert sum(isinstance(op, DotOp) for op in module.walk()) == TERMS[precision]
    assert proof.compare(module, reassociated=True) is None


@pytest.mark.parametrize(("precision", "term"), [(name, at) for name, count in TERMS.items() for at in range(count)])
def test_a_term_that_is_missing_is_found(precision: str, term: int):
    proof, module = in_terms(precision)
    dot = [op for op in module.walk() if isinstance(op, DotOp)][term]
    dot.d.replace_all_uses_with(dot.c)
    found = proof.compare(module, reassociated=True)
    assert found is not None
    assert in_parts(found.seed) or term == TERMS[precision] - 1


@pytest.mark.parametrize("precision", TERMS)
def test_a_term_that_stands_for_a_larger_one_is_found(precision: str):
    proof, module = in_terms(precision)
    first, *_, last, _ = [op for op in module.walk() if isinstance(op, DotOp)]
    last.operands[0], last.operands[1] = first.a, first.b
    assert proof.compare(module, reassociated=True) is not None


ROW = """\
tt.func @f(%x: tensor<4x32xf32>) -> tensor<4xTYPE> {
  BODY
  tt.return %r : tensor<4xTYPE>
}
"""


def total(source: str, result: str, shape: str, axis: int) -> str:
    kept = "4" if shape == "4x32" else ("4x4" if axis == 2 else "4")
    return (
        f'{result} = "tt.reduce"({source}) <{{axis = {axis} : i32}}> ({{\n  ^bb0(%p: f32, %q: f32):\n'
        f"    %s = arith.addf %p, %q : f32\n    tt.reduce.return %s : f32\n"
        f"  }}) : (tensor<{shape}xf32>) -> tensor<{kept}xf32>"
    )


AT_ONCE = total("%x", "%t", "4x32", 1)
IN_GROUPS = (
    "%g = tt.reshape %x : tensor<4x32xf32> -> tensor<4x8x4xf32>\n"
    "  %h = tt.trans %g {order = array<i32: 0, 2, 1>} : tensor<4x8x4xf32> -> tensor<4x4x8xf32>\n  "
    + total("%h", "%u", "4x4x8", 2)
    + "\n  "
    + total("%u", "%t", "4x4", 1)
)
EXPONENTIAL = "\n  %r = math.exp %t : tensor<4xf32>"
NARROW = "\n  %r = arith.truncf %t : tensor<4xf32> to tensor<4xf16>"


def compared(before: str, after: str, behind: str, type_: str) -> Difference | None:
    texts = [ROW.replace("BODY", body + behind).replace("TYPE", type_) for body in (before, after)]
    return Proof(module_of(texts[0])).compare(module_of(texts[1]), reassociated=True)


@pytest.mark.parametrize(("behind", "type_"), [(EXPONENTIAL, "f32"), (NARROW, "f16")])
def test_sums_in_groups_are_equivalent_for_all_users(behind: str, type_: str):
    assert compared(AT_ONCE, IN_GROUPS, behind, type_) is None
    without = IN_GROUPS.replace("%p, %q : f32", "%p, %p : f32", 1)
    assert compared(AT_ONCE, without, behind, type_) is not None


def test_numbers_in_parts_have_positive_parts():
    seed = next(seed for seed, profile in enumerate(PROFILES) if profile.floats == "parts")
    filler = Filler(np.random.default_rng(3), seed, 0, plain=False, combined=True)
    numbers = filler.numbers(FLOATS["f32"], (1000,))
    first = (numbers.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)
    rest = numbers - first
    assert ((numbers >= 0.5) & (numbers < 2)).all()
    assert (rest > 0).all()
    # What the second part of bf16, rounded to nearest, leaves is positive, too.
    bits = rest.view(np.uint32)
    second = ((bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)).view(np.float32)
    assert (rest - second > 0).all()
