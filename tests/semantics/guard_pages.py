"""Runs the kernels of examples/cpu on arrays that end, or begin, where no memory may be touched.

A process of its own: what reads or writes one byte too far ends it. Every example is run over ragged sizes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
from semantics.fences import Fences

_EXAMPLES = Path(__file__).parents[2] / "examples" / "cpu"


def example(name: str) -> Any:
    """The module of an example."""
    spec = spec_from_file_location(name, _EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


Array = Callable[[np.ndarray], np.ndarray]


def vector_addition(m: Any, random: np.random.Generator, array: Array) -> None:
    """Less than a block, a block, one more, several."""
    for count in (1, 15, 4095, 4096, 4097, 10_001):
        x, y = (array(random.standard_normal(count).astype(np.float32)) for _ in range(2))
        out = array(np.zeros(count, np.float32))
        m.compiled()[(-(-count // m.BLOCK),)](x, y, out, count)
        np.testing.assert_array_equal(out, x + y)


def fused_softmax(m: Any, random: np.random.Generator, array: Array) -> None:
    """Rows that fill a block, and others."""
    for rows, columns in ((1, 1), (3, 7), (5, 64), (9, 65), (4, 1000)):
        x = array(random.standard_normal((rows, columns)).astype(np.float32))
        out = array(np.zeros_like(x))
        m.compiled(columns)[(4,)](out, x, columns, columns, rows, columns)
        np.testing.assert_allclose(out, m.reference(x), 3e-6, 1e-8)


def matrix_multiplication(m: Any, random: np.random.Generator, array: Array) -> None:
    """Edges in every direction, and none."""
    for rows, columns, inner in ((64, 64, 32), (1, 1, 1), (65, 63, 33), (130, 70, 5), (64, 129, 100)):
        a = array(random.standard_normal((rows, inner)).astype(np.float32))
        b = array(random.standard_normal((inner, columns)).astype(np.float32))
        c = array(np.zeros((rows, columns), np.float32))
        m.compiled()[m.grid(rows, columns)](*m.arguments(a, b, c))
        np.testing.assert_allclose(c, a.astype(np.float64) @ b, 1e-5, 1e-5 * inner)


def layer_normalization(m: Any, random: np.random.Generator, array: Array) -> None:
    """Rows shorter and longer than a block."""
    for rows, columns in ((1, 2), (3, 129), (2, 1024), (2, 1025), (3, 2500)):
        x = array(random.standard_normal((rows, columns)).astype(np.float32))
        weight, bias = (array(random.standard_normal(columns).astype(np.float32)) for _ in range(2))
        out, mean, scale = (array(np.zeros(shape, np.float32)) for shape in ((rows, columns), rows, rows))
        m.compiled()[(rows,)](x, out, weight, bias, mean, scale, columns, columns, m.EPSILON)
        np.testing.assert_allclose(out, m.reference(x, weight, bias), 1e-4, 2e-5)
        np.testing.assert_allclose(mean, x.mean(axis=1), 1e-4, 1e-6)


def fused_attention(m: Any, random: np.random.Generator, array: Array) -> None:
    """Lengths that are multiples of the block size, and others; with and without a causal mask."""
    for length in (1, 17, 64, 100, 129):
        q, k, v = (array(random.standard_normal((2, length, 32)).astype(np.float32)) for _ in range(3))
        for causal in (False, True):
            out = array(np.zeros_like(q))
            m.compiled(32, causal=causal)[(-(-length // m.BLOCK_M), 2)](q, k, v, out, 0.2, length)
            np.testing.assert_allclose(out, m.reference(q, k, v, 0.2, causal=causal), 1e-4, 1e-5)


EXAMPLES = (vector_addition, fused_softmax, matrix_multiplication, layer_normalization, fused_attention)

if __name__ == "__main__":
    for run in EXAMPLES:
        if run.__name__ == sys.argv[1]:
            for at_end in (True, False):
                fences = Fences(at_end)
                run(example(run.__name__), np.random.default_rng(3), fences.array)
                fences.check()
            print("done")
