"""Kernels that other programs launch, captured without a GPU: a pytest plugin, and a runner of scripts.

    PYTHONPATH=.:tests python -m pytest -p conformance.capture CHECKOUT/python/test/unit/language/test_matmul.py \
        --device cpu --capture DIR --sample 3
    PYTHONPATH=.:tests python -m conformance.capture DIR SCRIPT [SCRIPT]...

need torch. Launches return None, so that tests fail after their launches; that is of no interest here. Each kernel is
written once for each compute capability at which Triton's front end takes it: DIR/KERNEL-HASH-CAPABILITY.json with the
front end's ``text`` and the sizes of the compilation. ``python -m tests.parity.pairs dump OUT --captured DIR`` and
``python tests/parity/ptx_of_captured.py DIR`` compare them with the wheel.
"""

from __future__ import annotations

import hashlib
import json
import random
import runpy
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import triton
from torch.overrides import TorchFunctionMode
from triton._C.libtriton import ir, nvidia
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend
from triton.experimental.gluon._runtime import GluonASTSource
from triton.runtime.jit import JITFunction

from xtriton.compiler.on_cpu import HostDriver

CAPABILITIES = (80, 89, 90, 100)
SECONDS = 20
"""How long a test or script may run: references of large products take minutes on a CPU."""


class _Driver(HostDriver):
    """The driver of a GPU that is not there."""

    def __init__(self, capability: int) -> None:
        self.capability = capability

    utils = SimpleNamespace(
        get_device_properties=lambda _: {
            "max_shared_mem": 232448,
            "multiprocessor_count": 132,
            "warpSize": 32,
            "max_num_regs": 1 << 16,
        }
    )

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("cuda", self.capability, 32)

    def get_current_device(self) -> int:
        return 0

    def launcher_cls(self, *_: Any) -> Callable[..., None]:
        return lambda *_: None


class _OnCpu(TorchFunctionMode):
    """Tensors that a program makes on a GPU are made on the CPU."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        del types
        named = {name: _host(value) if name == "device" else value for name, value in (kwargs or {}).items()}
        if getattr(func, "__name__", "") == "cuda":
            return args[0]
        return func(*map(_host, args), **named)


def _host(value: Any) -> Any:
    is_gpu = (isinstance(value, str) and value.startswith("cuda")) or (
        isinstance(value, torch.device) and value.type == "cuda"
    )
    return torch.device("cpu") if is_gpu else value


def first_ir(function: Any, signature: Any, constants: Any, attributes: Any, settings: Any, capability: int) -> str:
    """The text of the module that Triton's front end makes for a compute capability."""
    target = GPUTarget("cuda", capability, 32)
    backend: Any = make_backend(target)
    options = backend.parse_options(dict(settings))
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    made = GluonASTSource if function.is_gluon() else ASTSource
    source: Any = made(function, signature, constants, attributes)
    functions = backend.get_codegen_implementation(options)
    return str(source.make_ir(target, options, functions, backend.get_module_map(), context))


def _settings(options: Any) -> dict[str, Any]:
    """The options that are meant for the kernel, not for the target."""
    kept = ("num_warps", "num_stages", "num_ctas", "enable_fp_fusion", "default_dot_input_precision", "maxnreg")
    return {name: getattr(options, name) for name in kept if getattr(options, name, None) is not None}


def write(folder: Path, name: str, text: str, settings: dict[str, Any], capability: int, gluon: bool) -> None:
    """Write a module; the same one is written once."""
    sizes = {**settings, "capability": capability, "gluon": gluon}
    digest = hashlib.sha256((text + json.dumps(sizes, default=str)).encode()).hexdigest()[:10]
    path = folder / f"{name}-{digest}-{capability}.json"
    if not path.exists():
        path.write_text(json.dumps({"name": name, "text": text, **sizes}, default=str))


def install(folder: Path, capability: int) -> None:
    """From now on launches write their kernels into a folder, as on a GPU of a compute capability, and return None."""
    folder.mkdir(parents=True, exist_ok=True)
    triton.runtime.driver.set_active(_Driver(capability))

    def capture(
        self: Any, key: Any, signature: Any, device: Any, constants: Any, options: Any, attrs: Any, *_: Any
    ) -> None:
        del key, device
        for wanted in CAPABILITIES:
            try:
                text = first_ir(self, signature, constants, attrs, _settings(options), wanted)
            except Exception as failure:  # the front end takes some kernels for some targets only
                print(f"{self.__name__} at {wanted}: {type(failure).__name__}", file=sys.stderr)
                continue
            write(folder, self.__name__, text, _settings(options), wanted, self.is_gluon())

    JITFunction._do_compile = capture
    nvidia.cublas.CublasLt = lambda *_: SimpleNamespace(matmul=lambda *_: None)
    properties = SimpleNamespace(major=capability // 10, minor=capability % 10, multi_processor_count=132, name="GPU")
    cuda: Any = torch.cuda
    cuda.get_device_capability = lambda *_: divmod(capability, 10)
    cuda.get_device_properties = lambda *_: properties
    cuda.is_available = lambda: True
    cuda.current_device = lambda: 0
    cuda.device = lambda *_: nullcontext()
    cuda.synchronize = lambda *_: None
    cuda.current_stream = lambda *_: SimpleNamespace(cuda_stream=0)
    _OnCpu().__enter__()


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise ``TimeoutError`` after some seconds."""

    def stop(*_: Any) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--capture-to", type=Path, required=True, metavar="DIR")
    parser.addoption("--as-capability", type=int, default=90)
    parser.addoption("--sample", type=int, default=2, help="take at most so many cases of each test")
    parser.addoption("--sample-seed", type=int, default=0)


def pytest_configure(config: pytest.Config) -> None:
    install(config.getoption("--capture-to"), config.getoption("--as-capability"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chance, by_test = random.Random(config.getoption("--sample-seed")), defaultdict[str, list[pytest.Item]](list)
    for item in items:
        by_test[getattr(item, "originalname", item.name)].append(item)
    most = config.getoption("--sample")
    items[:] = [case for cases in by_test.values() for case in chance.sample(cases, min(most, len(cases)))]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    del item
    with at_most(SECONDS):
        return (yield)


def main() -> int:
    """Run scripts, tutorials for example, and write the kernels that they launch."""
    folder, *scripts = sys.argv[1:]
    capability = 90
    if folder.isdigit():
        capability, folder = int(folder), scripts.pop(0)
    install(Path(folder), capability)
    for script in scripts:
        sys.argv = [script]
        try:
            with at_most(3 * SECONDS):
                runpy.run_path(script, run_name="__main__")
        except BaseException as failure:  # launches have no results
            print(f"{script}: {type(failure).__name__}: {failure}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
