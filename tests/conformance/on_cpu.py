"""A pytest plugin: Triton's own tests of its language, with kernels compiled for the CPU by this project.

``PYTHONPATH=tests python -m pytest -p conformance.on_cpu CHECKOUT/python/test/unit/language/test_core.py --device cpu``
needs a checkout of Triton at the version of the wheel, torch and llvmlite. A test that goes on to look at code for a
GPU is skipped there. ``--sample N`` takes at most N cases of each test, chosen at random.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import triton
from triton.compiler.errors import CompilationError
from triton.runtime.jit import JITFunction

import xtriton
from xtriton.compiler.on_cpu import HostDriver
from xtriton.ir.diagnostics import DiagnosticError

_OF_A_GPU = ("ttgir", "llir", "ptx", "cubin")


class _Driver(HostDriver):
    """A driver with the methods that Triton's tests call and Triton itself does not."""

    utils = SimpleNamespace(
        get_device_properties=lambda _: {
            "max_shared_mem": 1 << 18,
            "multiprocessor_count": 2,
            "warpSize": 32,
            "max_num_regs": 1 << 16,
        }
    )


class _Stages(Mapping[str, Any]):
    """The stages of a kernel; a test that looks at those of a GPU is skipped there."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self._found = found

    def __getitem__(self, stage: str) -> Any:
        if stage in _OF_A_GPU:
            pytest.skip(f"looks at {stage}")
        return self._found[stage]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _as_triton(run: Callable[..., Any]) -> Callable[..., Any]:
    """Launches that give back and raise what Triton's do."""

    def launch(*arguments: Any, **how: Any) -> Any:
        try:
            kernel = run(*arguments, **how)
        except DiagnosticError as failure:
            if isinstance(failure.__cause__, CompilationError):
                raise failure.__cause__ from failure
            raise
        metadata = SimpleNamespace(**kernel.metadata, shared=0, num_warps=4)
        return SimpleNamespace(asm=_Stages(kernel.asm), name=kernel.name, metadata=metadata, n_regs=0, n_spills=0)

    return launch


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", type=int, help="take at most so many cases of each test")
    parser.addoption("--sample-seed", type=int, default=0)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    most = config.getoption("--sample")
    if most is None:
        return
    chance, by_test = random.Random(config.getoption("--sample-seed")), defaultdict[str, list[pytest.Item]](list)
    for item in items:
        by_test[getattr(item, "originalname", item.name)].append(item)
    items[:] = [case for cases in by_test.values() for case in chance.sample(cases, min(most, len(cases)))]


_ENTERED = ExitStack()


def pytest_unconfigure() -> None:
    """Leave Triton as it was."""
    _ENTERED.close()


def pytest_configure() -> None:
    """Have Triton's launches run here from now on."""
    _ENTERED.enter_context(xtriton.on_cpu())
    triton.runtime.driver.set_active(_Driver())
    JITFunction.run = _as_triton(JITFunction.run)
    torch.cuda.device = lambda *_: nullcontext()
    torch.cuda.synchronize = lambda *_: None
