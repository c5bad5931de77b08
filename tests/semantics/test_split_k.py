"""Kernels whose tiles are split along K over programs compute what NumPy computes, also warp-specialised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from unit.compiler.kernels import matmul
from unit.kernels.operands import module_of, operands
from xdsl.dialects.builtin import ModuleOp

import xtriton
from xtriton.dialects.tt.memory import AtomicRMWOp
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.interp import launches
from xtriton.interp.memory import Memory
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.kernels import Fp8MatmulConfig
from xtriton.kernels.reference import relative_error
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.pipelines import hopper_ttir_passes, make_ttgir_passes

pytestmark = pytest.mark.slow
"""Every schedule of the partitions takes minutes."""

FORCED = "hopper-split-k{force=true}"


def specialized(module: ModuleOp, *, stage: tuple[str, ...] = (), split: str = FORCED) -> None:
    """Run the passes of ``optimize="hopper"``, in which tiles are split wherever there are programs for it."""
    listed = [*stage, *hopper_ttir_passes(), *make_ttgir_passes(90, optimize="hopper")]
    passes = [split if name == "hopper-split-k" else name for name in listed]
    PassManager(Context()).run(parse_pipeline(",".join(name for name in passes if name)), module)
    assert any(isinstance(op, WarpSpecializeOp) for op in module.walk())


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets how many programs the interpreter starts."""

    def choose(count: int) -> None:
        chosen = lambda function, grid, values: launches.grid_of_launch(function, grid, values, count)  # noqa: E731
        monkeypatch.setattr("xtriton.interp.api.grid_of_launch", chosen)

    return choose


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The addresses of atomics, which only split tiles have."""
    found: list[int] = []
    claim = Memory.claim

    def record(self: Memory, addresses: Any, *rest: Any) -> None:
        found.extend(map(int, addresses))
        claim(self, addresses, *rest)

    monkeypatch.setattr(Memory, "claim", record)
    return found


INTERLEAVINGS: Sequence[str | int] = ("first", "turns", 7)


@pytest.mark.parametrize(
    ("n", "k", "rows", "columns", "count", "parts"),
    [
        (320, 1024, 200, 64, 3, 2),  # 10 tiles on 3 programs: one is left, in two parts
        (64, 1536, 65, 64, 4, 3),  # one tile of 3 steps
        (200, 1792, 100, 128, 5, 2),  # 14 blocks of K: a loop of 3 steps, and one for the rest
    ],
)
def test_fp8_matmul(
    programs: Any, counted: list[int], n: int, k: int, rows: int, columns: int, count: int, parts: int
) -> None:
    config = Fp8MatmulConfig(n, k, BLOCK_SIZE_M=128, BLOCK_SIZE_N=columns, GROUP_SIZE_M=4)
    module = module_of(config)
    specialized(module, stage=("make-ttir{target=cuda:90}",))
    programs(count)
    results: list[bytes] = []
    for order in INTERLEAVINGS:
        given = operands(config, rows)
        counted.clear()
        xtriton.interpret(module, config.grid(rows), *given.arrays, rows, strict=True, interleaving=order)
        assert relative_error(given.result, given.expected) < 5e-3
        results.append(given.result.tobytes())
        assert set(map(counted.count, counted)) == {parts}
    assert len(set(results)) == 1


def test_tiles_that_fill_the_programs_are_whole(programs: Any, counted: list[int]) -> None:
    config = Fp8MatmulConfig(256, 1024, BLOCK_SIZE_M=128, BLOCK_SIZE_N=64)
    module = module_of(config)
    specialized(module, stage=("make-ttir{target=cuda:90}",))
    programs(4)
    given = operands(config, 128)
    xtriton.interpret(module, config.grid(128), *given.arrays, 128, strict=True)
    assert relative_error(given.result, given.expected) < 5e-3
    assert not counted


@pytest.fixture(scope="module")
def products() -> ModuleOp:
    """A product of f16 matrices whose extents are arguments."""
    signature = "*fp16:16,*fp16:16,*fp16:16,i32:16,i32:16,i32:16,64,64,64"
    text = xtriton.compile(matmul, signature, target="cuda:90", until="ttir").asm["ttir"]
    module = parse_module(str(text), "matmul.ttir", Context())
    specialized(module)
    return module


@pytest.mark.parametrize(("k", "count"), [(1024, 8), (1088, 5), (64, 8), (256, 8), (2048, 3), (208, 4)])
def test_steps_that_only_the_launch_knows(programs: Any, products: ModuleOp, k: int, count: int) -> None:
    random = np.random.default_rng(k)
    a, b = (random.integers(-4, 5, shape).astype(np.float16) for shape in ((80, k), (k, 96)))
    c = np.full((80, 96), np.nan, np.float16)
    programs(count)
    xtriton.interpret(products, (2, 2), a, b, c, 80, 96, k, strict=True)
    np.testing.assert_array_equal(c, (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16))


def test_other_programs_of_the_same_tiles_prevent_it(programs: Any, products: ModuleOp, counted: list[int]) -> None:
    """The kernel does not read its program id along z: all programs along z compute the same."""
    a, b = np.ones((64, 1024), np.float16), np.ones((1024, 64), np.float16)
    c = np.zeros((64, 64), np.float16)
    programs(8)
    xtriton.interpret(products, (1, 1, 2), a, b, c, 64, 64, 1024, strict=True)
    assert not counted
    assert (c == 1024).all()


def test_counters_are_zero_before_and_after(programs: Any, products: ModuleOp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Launches on a stream share them. The sums need no zeros: the interpreter gives NaN."""
    known: list[tuple[bool, np.ndarray[Any, Any]]] = []
    add = Memory.add

    def record(self: Memory, arrays: Any) -> list[int]:
        for name, array in arrays:
            if name.endswith("a workspace"):
                assert len(set(array.tolist())) == 1
                known.append((not array.any(), array))
        return add(self, arrays)

    monkeypatch.setattr(Memory, "add", record)
    a, b = np.ones((64, 2048), np.float16), np.ones((2048, 64), np.float16)
    c = np.zeros((64, 64), np.float16)
    programs(3)
    xtriton.interpret(products, (1, 1), a, b, c, 64, 64, 2048, strict=True)
    assert (c == 2048).all()
    (is_zero, sums), (counters_are_zero, counters) = known
    assert not is_zero and len(set(sums.tolist())) > 1, "parts have been stored"
    assert counters_are_zero and counters.size > 0 and not counters.any()


def test_counters_that_are_not_zero_are_found(programs: Any, products: ModuleOp) -> None:
    """A launch before this one that left a count would complete tiles too early."""
    workspace = "xtriton.launch = {workspace = "
    text = print_op(products)
    assert text.count(workspace) == 1
    module = parse_module(text.replace(workspace, workspace.replace("{", '{contents = "any", ')), "w.ttgir", Context())
    a, b = np.ones((64, 2048), np.float16), np.ones((2048, 64), np.float16)
    c = np.zeros((64, 64), np.float16)
    programs(3)
    xtriton.interpret(module, (1, 1), a, b, c, 64, 64, 2048)
    assert (c != 2048).any()


def test_a_wrong_number_of_parts_is_found(programs: Any, products: ModuleOp) -> None:
    """The epilogue must run when the last part has been counted, not before."""
    text = print_op(products)
    module = parse_module(text, "wrong.ttgir", Context())
    (atomic,) = [op for op in module.walk() if isinstance(op, AtomicRMWOp)]
    (use,) = atomic.result.uses
    use.operation.operands[1 - use.index] = atomic.val
    a, b = np.ones((64, 2048), np.float16), np.ones((2048, 64), np.float16)
    c = np.zeros((64, 64), np.float16)
    programs(3)
    xtriton.interpret(module, (1, 1), a, b, c, 64, 64, 2048)
    assert (c != 2048).any()
