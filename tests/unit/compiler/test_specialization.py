"""The types of launch arguments that are found without Triton's own function, which imports torch."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from xtriton.compiler.host_array import HostArray
from xtriton.compiler.specialization import type_of
from xtriton.wheel import triton_module

_NUMBERS = [
    0,
    1,
    2,
    -1,
    *(sign * (1 << bits) + more for bits in (31, 32, 63) for sign in (1, -1) for more in (-1, 0, 1)),
]
_VALUES = [*_NUMBERS, (1 << 64) - 1, 1 << 64, True, False, 1.0, float("nan"), None, (1, 2), "text", np.float32(1)]
_DTYPES = ["bool", "int8", "uint8", "int16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64"]


@pytest.mark.parametrize("const", [False, True])
@pytest.mark.parametrize("by_value", [False, True])
def test_types_are_those_of_triton(const: bool, by_value: bool) -> None:
    native = triton_module("runtime.jit").native_specialize_impl
    backend = triton_module("backends.compiler").BaseBackend
    arrays = [np.zeros(2, dtype).view(HostArray) for dtype in _DTYPES]
    found = 0
    for value in (*_VALUES, *arrays):
        own = type_of(value, const=const, by_value=by_value)
        if own is not None:
            assert native(backend, value, const, by_value, True)[0] == own, value
            found += 1
    # All but what is too large or too small, and what is neither an array nor a number.
    assert found == len(_VALUES) + len(arrays) - 5


def test_types_of_tensors_are_those_of_triton() -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional dependency")
    native = triton_module("runtime.jit").native_specialize_impl
    backend = triton_module("backends.compiler").BaseBackend
    dtypes = [dtype for dtype in vars(torch).values() if isinstance(dtype, torch.dtype)]
    known = 0
    for dtype in dtypes:
        try:
            tensor = torch.zeros(2, dtype=dtype)
        except (RuntimeError, NotImplementedError):  # types without elements of their own
            continue
        try:
            own = type_of(tensor, const=False, by_value=True)
        except TypeError as failure:
            assert str(failure) == f"Triton has no type for the elements of a tensor of {dtype}"
            with pytest.raises(Exception, match=str(dtype).removeprefix("torch.")):
                native(backend, tensor, False, True, True)
            continue
        assert native(backend, tensor, False, True, True)[0] == own, dtype
        known += 1
    assert known >= 12
    assert type_of(torch.nn.Parameter(torch.zeros(2)), const=True, by_value=True) == "*kfp32"


def test_arrays_do_not_need_torch(tmp_path: Path) -> None:
    """A launch on arrays of NumPy does not import torch."""
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    source = textwrap.dedent("""
        import sys
        import numpy as np
        import triton
        import triton.language as tl
        import xtriton


        @triton.jit
        def copy(x, y, n, BLOCK: tl.constexpr):
            i = tl.arange(0, BLOCK)
            tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)


        x, y = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
        with xtriton.on_cpu():
            copy[(1,)](x, y, 16, BLOCK=16)
        assert (x == y).all()
        assert "torch" not in sys.modules
    """)
    file = tmp_path / "launches.py"
    file.write_text(source, encoding="utf-8")
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
