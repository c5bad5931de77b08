"""Kernels that Triton's automatic warp specialization distributes over partitions, with their expected results.

As a program it drops or alters each operation that synchronises them: ``python -m semantics.automatic_partitions``, run
in ``tests``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from parity.outcomes import native_outcome
from parity.warp_specialization import CAPABILITY, HOPPER, HOPPER_PASS, PASSES, inputs_of, taken_from
from semantics.synchronisation import Mutant, mutants, operations, table
from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.dialects.ttng.barrier import FenceAsyncSharedOp
from xtriton.interp import interpret
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.common.canonicalize import Canonicalizer

IsRight = Callable[..., bool]
_SEED = 7


@cache
def specialized(name: str, passed: str = PASSES[0]) -> ModuleOp:
    """The TTGIR of a kernel after a native pass, with a fence after the initialisation of barriers.

    Triton's backend inserts none, and the interpreter requires it. Hopper's pass leaves dead reads of tiles, which the
    next passes erase.
    """
    capability = HOPPER if passed == HOPPER_PASS else CAPABILITY
    ((text, given),) = [(text, given) for given, text in taken_from(inputs_of(name, capability), (passed,)).items()]
    result = native_outcome(given, text).text
    assert result is not None
    ctx = Context()
    module = parse_module(result, "kernel.ttgir", ctx)
    if passed == HOPPER_PASS:
        Canonicalizer().apply_to(ctx, module)
    for op in [op for op in module.walk() if isinstance(op, WarpSpecializeOp)]:
        assert op.parent is not None
        op.parent.insert_op_before(FenceAsyncSharedOp(bCluster=False), op)
    return module


def _integers(rng: np.random.Generator, *shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float16]]:
    return rng.integers(-2, 3, shape).astype(np.float16)


def matmul(rows: int, columns: int, depth: int, *, factor: int = 1) -> IsRight:
    """Whether a module of ``ws_matmul`` multiplies two matrices of small integers, and the first by a factor."""

    def is_right(changed: ModuleOp, interleaving: str | int = "first") -> bool:
        rng = np.random.default_rng(_SEED)
        a, b = _integers(rng, rows, depth), _integers(rng, columns, depth)
        bias, c = np.zeros(columns, np.float32), np.zeros((rows, columns), np.float16)
        grid = (rows // 128, columns // 128)
        interpret(changed, grid, a, b, bias, c, rows, columns, depth, interleaving=interleaving)
        return np.array_equal(c, (factor * a.astype(np.float32) @ b.astype(np.float32).T).astype(np.float16))

    return is_right


def persistent(rows: int, columns: int, depth: int) -> IsRight:
    """Whether a module of ``ws_persistent`` does: each of two programs computes several tiles."""

    def is_right(changed: ModuleOp, interleaving: str | int = "first") -> bool:
        rng = np.random.default_rng(_SEED)
        a, b, c = _integers(rng, rows, depth), _integers(rng, columns, depth), np.zeros((rows, columns), np.float16)
        interpret(changed, (2,), a, b, c, rows, columns, depth, interleaving=interleaving)
        return np.array_equal(c, (a.astype(np.float32) @ b.astype(np.float32).T).astype(np.float16))

    return is_right


def attention(length: int, depth: int, *, causal: bool = False) -> IsRight:
    """Whether a module of ``ws_attention`` computes attention, for one block of rows."""

    def is_right(changed: ModuleOp, interleaving: str | int = "first") -> bool:
        rng = np.random.default_rng(_SEED)
        q, k, v = (rng.standard_normal((length, depth)).astype(np.float16) for _ in range(3))
        o = np.zeros((length, depth), np.float16)
        interpret(changed, (length // 128,), q, k, v, o, length, 0.125, interleaving=interleaving)
        weights = np.exp2(q.astype(np.float32) @ k.astype(np.float32).T * 0.125)
        weights = np.tril(weights) if causal else weights
        expected = weights @ v.astype(np.float32) / weights.sum(1)[:, None]
        return bool(np.abs(o - expected).max() < 2e-2)

    return is_right


def pointer_store(rows: int, columns: int, depth: int) -> IsRight:
    """Whether a module of ``hopper_pointer_store`` multiplies two matrices of small integers."""

    def is_right(changed: ModuleOp, interleaving: str | int = "first") -> bool:
        rng = np.random.default_rng(_SEED)
        a, b, c = _integers(rng, rows, depth), _integers(rng, columns, depth), np.zeros((rows, columns), np.float16)
        grid = (-(-rows // 128), -(-columns // 128))
        interpret(changed, grid, a, b, c, rows, columns, depth, interleaving=interleaving)
        return np.array_equal(c, (a.astype(np.float32) @ b.astype(np.float32).T).astype(np.float16))

    return is_right


PROGRAMS: dict[str, IsRight] = {
    "matmul_plain": matmul(128, 128, 448),
    "matmul_scale": matmul(128, 128, 448, factor=2),
    "persistent_True_False": persistent(256, 384, 192),
    "attention_False_64_4": attention(384, 64),
}
"""Kernels with what tells whether a module of them is right."""
HOPPER_PROGRAMS: dict[str, IsRight] = {
    "matmul_plain": PROGRAMS["matmul_plain"],
    "persistent_False_False": persistent(256, 384, 192),
    "attention_False_64_4": PROGRAMS["attention_False_64_4"],
    "attention_False_128_4": attention(384, 128),
    "attention_True_64_4": attention(384, 64, causal=True),
    "hopper_pointer_store": pointer_store(192, 208, 192),
}
"""The same for Hopper, where a producer loads and two consumers compute."""


def _main() -> int:
    everything: list[Mutant] = []
    for name, is_right in PROGRAMS.items():
        module = specialized(name)
        assert is_right(module), name
        found = list(mutants(module, is_right))
        for mutant in found:
            if mutant.right:
                op = operations(module)[mutant.number]
                print(f"{name}: not seen: '{mutant.name}', number {mutant.number}, {mutant.change}, {op.location}")
        print(name, table(found), sep="\n", flush=True)
        everything += found
    print(table(everything))
    return 0


if __name__ == "__main__":
    raise SystemExit(_main())
