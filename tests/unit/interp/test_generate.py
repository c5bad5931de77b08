"""Generated inputs: that they reach what kernels do on several blocks, and leave something to compare."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.programs import module_of

from xtriton.interp import outcome
from xtriton.interp.generate import Demand, generate
from xtriton.interp.numbers.formats import FloatFormat
from xtriton.interp.outcome import Outcome, functions_of
from xtriton.interp.profiles import PROFILES, profile_of
from xtriton.interp.proof import Difference, Proof
from xtriton.versions import V3_9, use_version

pytestmark = pytest.mark.triton("3.9")

SEEDS = range(len(PROFILES))

MATMUL = """\
tt.func public @k(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %c: !tt.ptr<f32>, %m: i32, %n: i32, %k: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %wide = arith.constant 1 : i64
  %block = arith.constant 128 : i32
  %step = arith.constant 32 : i32
  %none = arith.constant dense<0.0> : tensor<128x128xf32>
  %kk = arith.extsi %k : i32 to i64
  %nn = arith.extsi %n : i32 to i64
  %as = tt.make_tensor_descriptor %a, [%m, %k], [%kk, %wide] : <f16>, <128x32xf16>
  %bs = tt.make_tensor_descriptor %b, [%k, %n], [%nn, %wide] : <f16>, <32x128xf16>
  %cs = tt.make_tensor_descriptor %c, [%m, %n], [%nn, %wide] : <f32>, <128x128xf32>
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %i = arith.muli %x, %block : i32
  %j = arith.muli %y, %block : i32
  %sum = scf.for %l = %zero to %k step %step iter_args(%total = %none) -> (tensor<128x128xf32>) : i32 {
    %left = tt.descriptor_load %as[%i, %l] : !tt.tensordesc<128x32xf16> -> tensor<128x32xf16>
    %right = tt.descriptor_load %bs[%l, %j] : !tt.tensordesc<32x128xf16> -> tensor<32x128xf16>
    %p = tt.dot %left, %right, %total : tensor<128x32xf16> * tensor<32x128xf16> -> tensor<128x128xf32>
    scf.yield %p : tensor<128x128xf32>
  }
  tt.descriptor_store %cs[%i, %j], %sum : !tt.tensordesc<128x128xf32>, tensor<128x128xf32>
  tt.return
}
"""


@pytest.fixture(scope="module")
def product() -> Proof:
    """The proof of the product of matrices."""
    with use_version(V3_9):  # marks hold for fixtures of functions only
        return Proof(module_of(MATMUL))


def compare(before: str, after: str) -> Difference | None:
    return Proof(module_of(before)).compare(module_of(after))


def demand(text: str) -> Demand:
    return Demand.of(functions_of(module_of(text))[0])


def sizes(text: str, seed: int) -> list[int]:
    """The integer arguments of a seed."""
    arguments = generate(demand(text), seed).arguments
    return [int(argument.value[0]) for argument in arguments if argument.buffer is None]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("get_program_id x", "get_program_id y"),
        ("get_program_id y", "get_program_id x"),
        ("muli %y, %block", "muli %x, %block"),
        ("muli %x, %block", "addi %x, %block"),
        ("arith.constant 32 :", "arith.constant 31 :"),
        ("arith.constant 32 :", "arith.constant 64 :"),
        ("%as[%i, %l]", "%as[%i, %zero]"),
        ("[%l, %j] :", "[%zero, %j] :"),
        ("[%kk, %wide]", "[%nn, %wide]"),
        ("%cs[%i, %j]", "%cs[%j, %i]"),
        ("scf.yield %p", "scf.yield %total"),
    ],
)
def test_mistakes_beyond_the_first_block_are_found(product: Proof, old: str, new: str):
    assert old in MATMUL
    assert product.compare(module_of(MATMUL.replace(old, new))) is not None


def test_products_of_several_blocks_stay_finite(product: Proof):
    record = product.records["k"]
    large = [
        (inputs, outcome)
        for inputs, outcome in record.outcomes
        if all(int(argument.value[0]) > 128 for argument in inputs.arguments[3:])
        and profile_of(inputs.seed).size in ("whole", "uneven")
    ]
    assert len(large) >= 2
    for _, found in large:
        stored = written(found, 2).view(np.float32)
        assert len(stored) > 128 * 128
        assert (np.isfinite(stored) & (stored != 0)).mean() > 0.6
    # Edges are among what is multiplied all the same.
    filled = [np.isfinite(inputs.arguments[0].buffer.stored.view(np.float16)).mean() for inputs, _ in large]  # pyright: ignore[reportOptionalMemberAccess]
    assert any(0.98 < finite < 1 for finite in filled)


def written(found: Outcome, index: int) -> np.ndarray:
    """The bytes of an argument's memory that were written."""
    bits = found.touched[index]
    assert bits is not None
    return found.memory[index][0].view(np.uint8)[bits >= 2]


def test_special_values_are_frequent_without_sums():
    text = "tt.func public @k(%p: !tt.ptr<f32>) {\n  tt.return\n}\n"
    for seed in SEEDS:
        if profile_of(seed).floats in ("edges", "rare"):
            buffer = generate(demand(text), seed).arguments[0].buffer
            assert buffer is not None
            assert isinstance(buffer.form, FloatFormat)
            assert np.isnan(buffer.form.decode(buffer.stored)).mean() > 0.02


def test_extents_and_strides_differ():
    text = "tt.func public @k(%p: !tt.ptr<f32>, %a: i32, %b: i32, %c: i32) {\n  tt.return\n}\n"
    promised = text.replace("i32,", "i32 {tt.divisibility = 16 : i32},").replace("%c: i32", "%c: i64")
    for seed in SEEDS:
        match profile_of(seed).size:
            case "small" | "uneven":
                assert len(set(sizes(text, seed))) == 3
                assert len(set(sizes(promised, seed)[:2])) == 2
            case "whole":
                assert len(set(sizes(text, seed))) == 2
                assert all(size % 64 == 0 and size > 64 for size in sizes(text, seed))
            case _:
                pass


BLOCKS = "tt.func public @k(%p: !tt.ptr<f16>, %n: i32, %s: i64{}) {{\n{}  tt.return\n}}\n"


def test_blocks_of_descriptors_are_counted():
    made = "%d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : <f16>, <8x256xf16>\n"
    assert demand(BLOCKS.format("", made)).block == 256
    assert demand(BLOCKS.format(", %d: !tt.tensordesc<4x32xf32>", "")).block == 32
    assert demand(BLOCKS.format("", "")).block == 64


@pytest.mark.triton("3.6")
def test_blocks_of_block_pointers_are_counted():
    made = "%d = tt.make_tensor_ptr %p, [%s, %s], [%s, %s], [%n, %n] {order = array<i32: 1, 0>} : <tensor<8x512xf16>>\n"
    assert demand(BLOCKS.format("", made)).block == 512


def test_offsets_lie_in_the_tensors_of_descriptors():
    text = """\
tt.func public @k(%d: !tt.tensordesc<4x8xf32>, %o: !tt.tensordesc<4x8xf32>, %i: i32, %j: i32) {
  %v = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<4x8xf32> -> tensor<4x8xf32>
  tt.descriptor_store %o[%j, %i], %v : !tt.tensordesc<4x8xf32>, tensor<4x8xf32>
  tt.return
}
"""
    inside = [sizes(text, seed) for seed in SEEDS]
    # The tensors are of 11 x 23 elements.
    assert sum(0 < i < 11 and 0 < j < 11 and i != j for i, j in inside) >= 3
    assert compare(text, text.replace("%o[%j, %i]", "%o[%i, %j]")) is not None
    assert compare(text, text.replace("%d[%i, %j]", "%d[%j, %i]")) is not None


SCALED = """\
tt.func public @k(%a: !tt.ptr<i8>, %as: !tt.ptr<i8>, %b: !tt.ptr<f8E5M2>, %bs: !tt.ptr<i8>, %c: !tt.ptr<f32>) {
  %none = arith.constant dense<0.0> : tensor<16x16xf32>
  %e = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  %s = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %o = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %f = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %ap = tt.splat %a : !tt.ptr<i8> -> tensor<512x!tt.ptr<i8>>
  %aq = tt.addptr %ap, %e : tensor<512x!tt.ptr<i8>>, tensor<512xi32>
  %av = tt.load %aq : tensor<512x!tt.ptr<i8>>
  %am = tt.reshape %av : tensor<512xi8> -> tensor<16x32xi8>
  %bp = tt.splat %b : !tt.ptr<f8E5M2> -> tensor<1024x!tt.ptr<f8E5M2>>
  %bq = tt.addptr %bp, %f : tensor<1024x!tt.ptr<f8E5M2>>, tensor<1024xi32>
  %bv = tt.load %bq : tensor<1024x!tt.ptr<f8E5M2>>
  %bm = tt.reshape %bv : tensor<1024xf8E5M2> -> tensor<64x16xf8E5M2>
  %sp = tt.splat %as : !tt.ptr<i8> -> tensor<32x!tt.ptr<i8>>
  %sq = tt.addptr %sp, %s : tensor<32x!tt.ptr<i8>>, tensor<32xi32>
  %sv = tt.load %sq : tensor<32x!tt.ptr<i8>>
  %sm = tt.reshape %sv : tensor<32xi8> -> tensor<16x2xi8>
  %tp = tt.splat %bs : !tt.ptr<i8> -> tensor<32x!tt.ptr<i8>>
  %tq = tt.addptr %tp, %s : tensor<32x!tt.ptr<i8>>, tensor<32xi32>
  %tv = tt.load %tq : tensor<32x!tt.ptr<i8>>
  %tm = tt.reshape %tv : tensor<32xi8> -> tensor<16x2xi8>
  %p = tt.dot_scaled %am scale %sm, %bm scale %tm, %none lhs = e2m1 rhs = e5m2 {fastMath = false} : \
tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xf8E5M2>, tensor<16x2xi8> -> tensor<16x16xf32>
  %r = tt.reshape %p : tensor<16x16xf32> -> tensor<256xf32>
  %cp = tt.splat %c : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %cq = tt.addptr %cp, %o : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  tt.store %cq, %r : tensor<256x!tt.ptr<f32>>
  tt.return
}
"""


def test_scales_are_near_one_and_packed_numbers_any():
    assert demand(SCALED).usual == {0: range(256), 1: range(125, 130), 3: range(125, 130)}
    finite = 0
    for _, found in Proof(module_of(SCALED)).records["k"].outcomes:
        stored = written(found, 4).view(np.float32)
        finite += bool((np.isfinite(stored) & (stored != 0)).mean() > 0.5)
    assert finite >= 5
    assert compare(SCALED, SCALED.replace("scale %sm", "scale %tm")) is not None


def test_gather_indices_are_in_range():
    text = """\
tt.func public @k(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>) {
  %e = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<4x!tt.ptr<i32>>
  %pp = tt.addptr %ps, %e : tensor<4x!tt.ptr<i32>>, tensor<4xi32>
  %qs = tt.splat %q : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %qp = tt.addptr %qs, %e : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %a = tt.load %pp : tensor<4x!tt.ptr<i32>>
  %b = tt.load %qp : tensor<4x!tt.ptr<f32>>
  %r = tt.gather %b[%a] {axis = 0 : i32} : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  tt.store %qp, %r : tensor<4x!tt.ptr<f32>>
  tt.return
}
"""
    assert demand(text).usual == {0: range(4)}
    assert Proof(module_of(text)).records["k"].defined == len(SEEDS)
    assert compare(text, text.replace("%b[%a]", "%b[%e]")) is not None


def test_kernels_that_divide_by_loaded_values_are_defined():
    text = """\
tt.func public @k(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>) {
  %e = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %pp = tt.addptr %ps, %e : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %qs = tt.splat %q : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %qp = tt.addptr %qs, %e : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %a = tt.load %pp : tensor<64x!tt.ptr<i32>>
  %b = tt.load %qp : tensor<64x!tt.ptr<i32>>
  %r = arith.divsi %a, %b : tensor<64xi32>
  tt.store %pp, %r : tensor<64x!tt.ptr<i32>>
  tt.return
}
"""
    assert Proof(module_of(text)).records["k"].defined >= 3
    for other in ("arith.divui", "arith.remsi", "arith.ceildivsi", "arith.floordivsi"):
        assert compare(text, text.replace("arith.divsi", other)) is not None


def test_memory_grows_to_the_extent_of_accesses(monkeypatch: pytest.MonkeyPatch):
    text = """\
tt.func public @k(%p: !tt.ptr<i8>, %q: !tt.ptr<i8>) {
  %e = tt.make_range {end = 65536 : i32, start = 0 : i32} : tensor<65536xi32>
  %ps = tt.splat %p : !tt.ptr<i8> -> tensor<65536x!tt.ptr<i8>>
  %pp = tt.addptr %ps, %e : tensor<65536x!tt.ptr<i8>>, tensor<65536xi32>
  %v = tt.load %pp : tensor<65536x!tt.ptr<i8>>
  tt.store %pp, %v : tensor<65536x!tt.ptr<i8>>
  tt.return
}
"""
    runs: list[object] = []
    run = outcome.run

    def counted(*arguments: object) -> Outcome:
        runs.append(arguments[-1])
        return run(*arguments)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(outcome, "run", counted)
    proof = Proof(module_of(text), seeds=(0,))
    assert proof.records["k"].defined == 1
    assert len(runs) == 2
