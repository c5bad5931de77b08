"""``xtriton.interpret``: kernels in every form, on arrays and tensors."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

import xtriton
from xtriton.compiler.host_array import HostArray
from xtriton.ir.diagnostics import DiagnosticError


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit
def first_row(source, pair, out, B: tl.constexpr):
    tl.store(out + tl.arange(0, B), tl.reshape(source.load([pair[0], 0]), [B]) * pair[1])


def arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.ones(100, np.float32), np.arange(100, dtype=np.float32), np.zeros(100, np.float32)


def test_function() -> None:
    x, y, out = arrays()
    xtriton.interpret(add, (4,), x, y, out, 100, BLOCK=32)
    assert (out == x + y).all()
    out[:] = 0
    xtriton.interpret(add, lambda given: (triton.cdiv(given["n"], given["BLOCK"]),), x, y, out, n=100, BLOCK=64)
    assert (out == x + y).all()


def test_descriptors_and_tuples() -> None:
    x, out = np.arange(32, dtype=np.float32).reshape(4, 8), np.zeros(8, np.float32)
    descriptor = TensorDescriptor(x.view(HostArray), [4, 8], [8, 1], [1, 8])
    xtriton.interpret(first_row, 1, descriptor, (2, 3), out, B=8)
    assert (out == x[2] * 3).all()


def test_compiled_kernels_text_and_paths(tmp_path: Path) -> None:
    kernel = xtriton.compile(add, "*fp32,*fp32,*fp32,i32,32", until="ttir")
    file = tmp_path / "add.ttir"
    file.write_text(str(kernel.asm["ttir"]))
    for form in (kernel, kernel.asm["ttir"], file, str(file)):
        x, y, out = arrays()
        xtriton.interpret(form, 4, x, y, out, 100)
        assert (out == x + y).all(), form
    x, y, out = arrays()
    xtriton.interpret(f"{__file__}:add", 4, x, y, out, 100, BLOCK=32)
    assert (out == x + y).all()


def test_tensors() -> None:
    torch: Any = pytest.importorskip("torch", reason="torch is not installed")
    for dtype in (torch.float32, torch.bfloat16, torch.float16):
        x, y = torch.ones(100, dtype=dtype), torch.arange(100).to(dtype)
        out = torch.zeros(100, dtype=dtype)
        xtriton.interpret(add, 4, x, y, out, 100, BLOCK=32)
        assert torch.equal(out, x + y)


def test_invalid_arguments(tmp_path: Path) -> None:
    x, y, out = arrays()
    with pytest.raises(TypeError, match="kernel 'add' has no parameter 'SIZE'"):
        xtriton.interpret(add, 4, x, y, out, 100, BLOCK=32, SIZE=3)
    with pytest.raises(TypeError, match="BLOCK"):
        xtriton.interpret(add, 4, x, y, out, 100)
    with pytest.raises(TypeError, match=r"arguments by name, as 'n', are for @triton\.jit functions"):
        xtriton.interpret("module {}\n", 4, n=3)
    with pytest.raises(ValueError, match=r"absent\.ttir cannot be read"):
        xtriton.interpret(tmp_path / "absent.ttir", 4)
    with pytest.raises(ValueError, match="has no text of a stage that can be interpreted"):
        xtriton.interpret(xtriton.CompiledKernel("k", {"ptx": ""}, {}), 4)
    with pytest.raises(TypeError, match="SimpleNamespace"):
        xtriton.interpret(SimpleNamespace(), 4)
    with pytest.raises(DiagnosticError, match="element \\[4\\] accesses bytes 400 to 404 of argument #1"):
        xtriton.interpret(add, 4, np.ones(128, np.float32), y, np.zeros(128, np.float32), 101, BLOCK=32)
