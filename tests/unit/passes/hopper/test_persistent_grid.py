"""``hopper-persistent-grid``: few programs compute what the grid of the original does."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.launch_arguments import persistent_axes, recipes_of
from xtriton.interp.api import find_kernel, interpret
from xtriton.interp.launches import grid_of_launch
from xtriton.interp.proof import Proof
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.recipes import ScalarRecipe

pytestmark = pytest.mark.triton("3.9")

MATMUL = """
tt.func public @matmul(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %c: !tt.ptr<f16>, %M: i32, %N: i32, %K: i32) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c15 = arith.constant 15 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant 1 : i64
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %k_stride = arith.extsi %K : i32 to i64
  %n_stride = arith.extsi %N : i32 to i64
  %da = tt.make_tensor_descriptor %a, [%M, %K], [%k_stride, %one] : <f16>, <16x16xf16>
  %db = tt.make_tensor_descriptor %b, [%K, %N], [%n_stride, %one] : <f16>, <16x16xf16>
  %dc = tt.make_tensor_descriptor %c, [%M, %N], [%n_stride, %one] : <f16>, <16x16xf16>
  %pm = tt.get_program_id x : i32
  %pn = tt.get_program_id y : i32
  %m = arith.muli %pm, %c16 : i32
  %n = arith.muli %pn, %c16 : i32
  %r = scf.for %k = %c0 to %K step %c16 iter_args(%acc = %zero) -> tensor<16x16xf32> : i32 {
    %x = tt.descriptor_load %da[%m, %k] : !tt.tensordesc<16x16xf16> -> tensor<16x16xf16>
    %y = tt.descriptor_load %db[%k, %n] : !tt.tensordesc<16x16xf16> -> tensor<16x16xf16>
    %d = tt.dot %x, %y, %acc : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    scf.yield %d : tensor<16x16xf32>
  }
  %t = arith.truncf %r : tensor<16x16xf32> to tensor<16x16xf16>
  tt.descriptor_store %dc[%m, %n], %t : !tt.tensordesc<16x16xf16>, tensor<16x16xf16>
  tt.return
}
"""


def parsed(text: str) -> tuple[ModuleOp, Context]:
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    verify(module, ctx)
    return module, ctx


def after(text: str, passes: str = "hopper-persistent-grid,hopper-launch-arguments") -> ModuleOp:
    module, ctx = parsed(text)
    PassManager(ctx).run(parse_pipeline(passes), module)
    return module


def test_three_programs_make_the_tiles_of_a_matmul():
    """Ragged tiles on both axes, and a reduction that ends within a step."""
    random_state = np.random.default_rng(0)
    rows, columns, depth = 40, 56, 24
    a = random_state.integers(-4, 5, (rows, depth)).astype(np.float16)
    b = random_state.integers(-4, 5, (depth, columns)).astype(np.float16)
    module = after(MATMUL)
    grid = (3, 4, 1)
    assert grid_of_launch(find_kernel(module, None), grid, []) == (3, 1, 1)
    out = np.full((rows, columns), np.nan, np.float16)
    interpret(module, grid, a, b, out, rows, columns, depth)
    np.testing.assert_array_equal(out, a @ b)


def test_the_arguments_survive_text():
    module = after(MATMUL)
    again, _ = parsed(print_op(module))
    assert print_op(again) == print_op(module)
    kernel = find_kernel(again, None)
    assert persistent_axes(kernel) == (0, 1)
    assert len(recipes_of(kernel)) == 6


def test_a_second_run_changes_nothing():
    module = after(MATMUL)
    assert print_op(after(print_op(module))) == print_op(module)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('["muli", 32, ["grid", 0], ["grid", 1]]', '["muli", 32, ["grid", 0], ["grid", 0]]'),
        ('shape = [["arg", 3], ["arg", 5]]', 'shape = [["arg", 4], ["arg", 5]]'),
        ('strides = [["extsi", 32, 64, ["arg", 5]], 1]', 'strides = [["extsi", 32, 64, ["arg", 4]], 1]'),
        ('base = ["arg", 2]', 'base = ["arg", 1]'),
        ('padding = "zero", shape = [["arg", 3], ["arg", 5]]', 'padding = "nan", shape = [["arg", 3], ["arg", 5]]'),
        ("arith.remui %", "arith.divui %"),
    ],
)
def test_the_interpreter_finds_a_wrong_launch(right: str, wrong: str):
    original, _ = parsed(MATMUL)
    text = print_op(after(MATMUL))
    assert right in text
    changed, _ = parsed(text.replace(right, wrong))
    proof = Proof(original)
    assert proof.compare(after(MATMUL)) is None
    assert proof.left_out(after(MATMUL)) == []
    assert proof.compare(changed) is not None


def test_tiles_that_no_program_runs_are_found():
    original, _ = parsed(MATMUL)
    text = print_op(after(MATMUL))
    steps = [line for line in text.splitlines() if "tt.get_num_programs x" in line]
    assert len(steps) == 1
    changed, _ = parsed(text.replace(steps[0], steps[0].split("=")[0] + "= arith.constant 7 : i32"))
    assert Proof(original).compare(changed) is not None


def test_a_loop_that_does_not_start_at_its_program_is_found():
    """One program alone would run all tiles."""
    original, _ = parsed(MATMUL)
    text = print_op(after(MATMUL))
    starts = [line for line in text.splitlines() if "tt.get_program_id x" in line]
    assert len(starts) == 1
    changed, _ = parsed(text.replace(starts[0], starts[0].split("=")[0] + "= arith.constant 0 : i32"))
    found = Proof(original).compare(changed)
    assert found is not None
    assert "with several programs" in found.place
    assert (found.before, found.after) == ("written", "not written")


RACE = """
tt.func public @race(%x: !tt.ptr<i32>) {
  %pid = tt.get_program_id x : i32
  %c2 = arith.constant 2 : i32
  %half = arith.divsi %pid, %c2 : i32
  %p = tt.addptr %x, %half : !tt.ptr<i32>, i32
  tt.store %p, %pid : !tt.ptr<i32>
  tt.return
}
"""


def test_programs_that_race_leave_the_same():
    original, _ = parsed(RACE)
    assert Proof(original).compare(after(RACE)) is None


def test_an_empty_grid():
    out = np.zeros((16, 16), np.float16)
    interpret(after(MATMUL), (0, 1, 1), out, out, out, 16, 16, 16)


def test_a_recipe_without_a_value_is_an_error_at_the_kernel():
    text = print_op(after(MATMUL)).replace('["arg", 3], ["arg", 5]', '["divsi", 32, 1, ["arg", 3]], ["arg", 5]')
    module, _ = parsed(text)
    out = np.zeros((16, 16), np.float16)
    with pytest.raises(DiagnosticError, match=r"argument #\d+: .* divide by zero"):
        interpret(module, (1, 1), out, out, out, 0, 16, 16)


def test_malformed_attributes_are_errors_at_the_kernel():
    text = 'tt.func public @f(%n: i32 {xtriton.launch = {value = ["grid", 5]}}) { tt.return }'
    module, _ = parsed(text)
    with pytest.raises(DiagnosticError, match=r"xtriton.launch of argument #0: no expression"):
        interpret(module, 1)
    text = "tt.func public @f(%n: i32 {xtriton.launch = {value = 5}}, %m: i32) { tt.return }"
    module, _ = parsed(text)
    with pytest.raises(DiagnosticError, match=r"argument #1 has no xtriton.launch, but one in front of it has"):
        interpret(module, 1, 1)


@pytest.mark.parametrize("seed", range(40))
def test_random_branches_without_loops(seed: int):
    """Blocks that return early, meet again and bring values, in any order that a topological one allows."""
    text = branching_kernel(random.Random(seed))
    original, _ = parsed(text)
    changed = after(text, "hopper-persistent-grid")
    assert " cf." not in print_op(changed)
    grid = 16
    results: list[Sequence[np.ndarray]] = []
    for module in (original, changed):
        data = np.arange(64, dtype=np.int32) * 37 % 64
        out = np.zeros(64 * 16, np.int32)
        interpret(module, grid, data, out)
        results.append((data, out))
    np.testing.assert_array_equal(results[0][1], results[1][1])
    assert results[0][1].any()
    canonical = after(text, "hopper-persistent-grid,canonicalize,cse")
    out = np.zeros(64 * 16, np.int32)
    interpret(canonical, grid, np.arange(64, dtype=np.int32) * 37 % 64, out)
    np.testing.assert_array_equal(results[0][1], out)


def branching_kernel(chosen: random.Random) -> str:
    """A kernel of blocks that branch forward by bits of a loaded value, and add to their program's part of %out."""
    count = chosen.randint(3, 9)
    takes = [0, *(chosen.randint(0, 2) for _ in range(count - 1))]
    lines = [
        "tt.func public @f(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {",
        "  %c1 = arith.constant 1 : i32",
        "  %c16 = arith.constant 16 : i32",
        "  %pid = tt.get_program_id x : i32",
        "  %at = arith.muli %pid, %c16 : i32",
        "  %mine = tt.addptr %out, %at : !tt.ptr<i32>, i32",
        "  %px = tt.addptr %x, %pid : !tt.ptr<i32>, i32",
        "  %bits = tt.load %px : !tt.ptr<i32>",
    ]
    for number in range(count):
        arguments = [f"%a{number}_{index}" for index in range(takes[number])]
        if number:
            typed = ", ".join(f"{argument}: i32" for argument in arguments)
            lines.append(f"^bb{number}({typed}):" if typed else f"^bb{number}:")
        known = [*arguments, "%pid", "%bits"]
        lines += [
            f"  %n{number} = arith.constant {number} : i32",
            f"  %p{number} = tt.addptr %mine, %n{number} : !tt.ptr<i32>, i32",
            f"  %v{number} = arith.addi {chosen.choice(known)}, {chosen.choice(known)} : i32",
            f"  %w{number} = arith.addi %v{number}, %c1 : i32",
            f"  tt.store %p{number}, %w{number} : !tt.ptr<i32>",
        ]
        known.append(f"%w{number}")
        later = list(range(number + 1, count))

        def to(target: int, known: Sequence[str] = known) -> str:
            values = [chosen.choice(known) for _ in range(takes[target])]
            types = ", ".join("i32" for _ in values)
            return f"^bb{target}({', '.join(values)} : {types})" if values else f"^bb{target}"

        kind = chosen.random()
        if not later or (kind < 0.15 and number):
            lines.append("  tt.return")
        elif kind < 0.35:
            lines.append(f"  cf.br {to(chosen.choice(later[:3]))}")
        else:
            lines += [
                f"  %s{number} = arith.shrui %bits, %n{number} : i32",
                f"  %b{number} = arith.trunci %s{number} : i32 to i1",
                f"  cf.cond_br %b{number}, {to(chosen.choice(later[:3]))}, {to(chosen.choice(later[:3]))}",
            ]
    return "\n".join([*lines, "}"])


def test_scalar_recipes_are_shared():
    text = """
tt.func public @f(%x: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  %n = tt.get_num_programs x : i32
  %0 = tt.addptr %x, %p : !tt.ptr<i32>, i32
  tt.store %0, %n : !tt.ptr<i32>
  tt.return
}
"""
    module = after(text)
    assert recipes_of(find_kernel(module, None)) == [ScalarRecipe(("grid", 0))]
    out = np.zeros(9, np.int32)
    interpret(module, 9, out)
    assert (out == 9).all()
