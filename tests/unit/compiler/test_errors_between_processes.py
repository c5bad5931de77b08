"""Errors of compilations in other processes: one that cannot be unpickled breaks the pool."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from unit.compiler.kernels import add, matmul, unknown_name

import xtriton
from xtriton.backends.nvidia.errors import SharedMemoryError
from xtriton.interp.errors import OutOfBoundsError
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.passes.options import UnknownPassError
from xtriton.passes.pipeline_text import parse_pipeline


def refused(kernel: object, signature: str, **options: object) -> Exception:
    """The error of a compilation."""
    with pytest.raises(Exception) as failure:
        xtriton.compile(kernel, signature, target="cuda:90", **options)
    return failure.value


def sent(error: Exception) -> Exception:
    """The error as another process receives it: the same message and attributes."""
    found = pickle.loads(pickle.dumps(error))
    assert type(found) is type(error)
    assert str(found) == str(error)
    assert vars(found).keys() == vars(error).keys()
    return found


def test_too_much_shared_memory():
    error = refused(matmul, "*fp16:16,*fp16:16,*fp16:16,i32,i32:16,i32:16,128,256,128", num_stages=4)
    assert isinstance(error, SharedMemoryError)
    found = sent(error)
    assert isinstance(found, SharedMemoryError)
    assert (found.needed, found.available) == (error.needed, error.available)


def test_an_error_of_the_front_end():
    assert isinstance(sent(refused(unknown_name, "*fp32")), DiagnosticError)


def test_an_unknown_pass():
    with pytest.raises(UnknownPassError) as failure:
        parse_pipeline("canonicalise")
    found = sent(failure.value)
    assert isinstance(found, UnknownPassError)
    assert found.name == "canonicalise"


def test_an_access_out_of_bounds():
    values = np.zeros(4, np.float32)
    with pytest.raises(OutOfBoundsError) as failure:
        xtriton.interpret(add, (1,), values, values, values, 64, BLOCK=64)
    found = sent(failure.value)
    assert isinstance(found, OutOfBoundsError)
    assert found.address == failure.value.address


def compile_with_stages(stages: int) -> str:
    """The name of a kernel. At most one stage of these tiles fits into shared memory."""
    signature = "*fp16:16,*fp16:16,*fp16:16,i32,i32:16,i32:16,128,256,128"
    return xtriton.compile(matmul, signature, target="cuda:90", num_stages=stages).name


def test_a_pool_goes_on():
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        failing, working = pool.submit(compile_with_stages, 4), pool.submit(compile_with_stages, 1)
        with pytest.raises(SharedMemoryError):
            failing.result()
        assert working.result() == "matmul"
