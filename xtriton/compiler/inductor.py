"""``torch.compile(..., backend="xtriton_cpu")``: inductor's Triton kernels on the CPU.

torch finds this backend by the entry point ``xtriton_cpu`` of the group ``torch_dynamo_backends``. Inductor generates
Triton kernels for the CPU if its setting ``cpu_backend`` is ``triton``; they are compiled by the CPU backend instead
of Triton's, which has none. All other operations, matmuls among them, are torch's own, as with ``inductor``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from functools import wraps
from hashlib import sha256
from importlib import import_module
from typing import Any

from xtriton import __version__
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.patching import changed
from xtriton.compiler.from_source import compile_or_find
from xtriton.compiler.on_cpu import HostDriver
from xtriton.frontend.signature import CONSTANT, Signature
from xtriton.wheel import triton_module

_SETTINGS = {"cpu_backend": "triton", "compile_threads": 1}
"""Kernels are compiled in this process: worker processes would ask Triton."""
_CACHES = {"fx_graph_cache": False, "autotune_local_cache": False}
"""Inductor's caches do not have this compiler in their keys; kernels have a cache of their own."""


def xtriton_cpu(graph: Any, inputs: Sequence[Any], **options: Any) -> Any:
    """Compile a graph of ``torch.compile`` by inductor, with Triton kernels on the CPU.

    ``options`` are ``mode`` and ``options`` of ``torch.compile``, which mean what they mean for inductor. Raises
    ``RuntimeError`` if inputs are not on the CPU, or if this version of torch has no Triton kernels for the CPU.
    """
    try:
        inductor: Any = import_module("torch._inductor.compile_fx")
        config: Any = import_module("torch._inductor.config")
    except ImportError as problem:
        raise RuntimeError("torch.compile with backend 'xtriton_cpu' needs torch with inductor") from problem
    if not hasattr(config, "cpu_backend"):
        raise RuntimeError("this version of torch has no Triton kernels for the CPU: 2.5 or newer is needed")
    elsewhere = sorted({str(each.device) for each in inputs if getattr(each, "device", None) is not None} - {"cpu"})
    if elsewhere:
        raise RuntimeError(f"torch.compile with backend 'xtriton_cpu' is for the CPU, but inputs are on {elsewhere[0]}")
    mode = options.get("mode")
    named: dict[str, Any] = import_module("torch._inductor").list_mode_options(mode) if mode else {}
    settings: dict[str, Any] = {**_CACHES, **named, **(options.get("options") or {}), **_SETTINGS}
    compile_inner: Any = _within(inductor.compile_fx_inner)
    return inductor.compile_fx(graph, inputs, inner_compile=compile_inner, config_patches=settings)


def _within(compile_inner: Callable[..., Any]) -> Callable[..., Any]:
    """Inductor's compilation of a graph, forward or backward, with the CPU backend in the place of Triton's."""

    @wraps(compile_inner)
    def compile_graph(*arguments: Any, **named: Any) -> Any:
        with _kernels_on_cpu():
            return compile_inner(*arguments, **named)

    return compile_graph


@contextmanager
def _kernels_on_cpu() -> Generator[None]:
    """Let inductor's kernels for the CPU be compiled here."""
    heuristics: Any = import_module("torch._inductor.runtime.triton_heuristics")
    helpers: Any = import_module("torch._inductor.runtime.triton_helpers")
    hashes: Any = import_module("torch.utils._triton")
    compile_with_triton = heuristics.CachingAutotuner.precompile

    def precompile(tuner: Any, *arguments: Any, **named: Any) -> None:
        if tuner.device_props.type != "cpu":
            compile_with_triton(tuner, *arguments, **named)
        elif not tuner.launchers:
            tuner.configs = _configs(tuner)
            tuner.launchers = [_launcher(tuner, config, heuristics) for config in tuner.configs]

    with ExitStack() as undo:
        undo.enter_context(changed(heuristics.CachingAutotuner, "precompile", precompile))
        undo.enter_context(changed(hashes, "triton_hash_with_backend", _version))
        # The source of a kernel calls it, and it looks for a backend of Triton.
        undo.enter_context(changed(helpers, "set_driver_to_cpu", lambda: None))
        # ``driver.active`` would look for a GPU.
        undo.enter_context(changed(triton_module("runtime.driver").driver, "_active", HostDriver()))
        yield


def _version() -> str:
    """What identifies this compiler in the source of a kernel."""
    return sha256(f"xtriton-{__version__}".encode()).hexdigest().upper()


def _configs(tuner: Any) -> list[Any]:
    """The configurations of a kernel, which inductor chooses for GPUs, with blocks for a processor's caches.

    Where the reduced dimension is contiguous, a block of rows that is reduced at once has at most ``_CACHED`` elements
    or is one row, so that each pass over it finds it in the first-level cache. One that is reduced in parts has at most
    ``_CARRIED``, since a loop may carry several blocks, as for variances. Where the other one is, rows are added one
    after the other to a long row of partial results. Of configurations with equal blocks one remains: warps do not
    matter here.
    """
    configs: list[Any] = tuner.configs
    hints: dict[str, int] = dict(tuner.size_hints or {})
    scores: dict[str, Any] = dict(tuner.inductor_meta.get("tiling_scores") or {})
    if set(hints) != {"x", "r0_"} or set(scores) != set(hints):
        return configs
    found: dict[tuple[int, ...], Any] = {}
    for config in configs:
        blocks: dict[str, int] = dict(config.kwargs)
        several = [blocks]
        if set(blocks) == {"XBLOCK", "R0_BLOCK"} and scores["x"] > scores["r0_"] and hints["x"] >= min(_ROWS_ACROSS):
            several = [{**blocks, "XBLOCK": min(length, hints["x"]), "R0_BLOCK": 1} for length in _ROWS_ACROSS]
        elif set(blocks) == {"XBLOCK", "R0_BLOCK"} and scores["x"] <= scores["r0_"]:
            several = [{**blocks, "R0_BLOCK": min(blocks["R0_BLOCK"], max(_CARRIED // blocks["XBLOCK"], _SHORT))}]
        elif set(blocks) == {"XBLOCK"} and scores["x"] <= scores["r0_"]:
            several = [{"XBLOCK": min(blocks["XBLOCK"], max(_CACHED // hints["r0_"], 1))}]
        for chosen in several:
            key = tuple(chosen.values())
            if key not in found:
                found[key] = copy(config)
                found[key].kwargs = chosen
    return list(found.values())


_CACHED = 4096
"""16 KiB of f32: half of the first-level cache of most processors."""
_CARRIED = 1024
"""4 KiB of f32, of which a loop that computes variances has eight blocks."""
_SHORT = 64
"""Parts of rows are not made shorter than this."""
_ROWS_ACROSS = (256, 1024)
"""The lengths of rows of partial results: short ones give more programs, for more threads."""


def _launcher(tuner: Any, config: Any, heuristics: Any) -> Any:
    """The function with which inductor launches a kernel in one of its configurations."""
    meta: dict[str, Any] = tuner.triton_meta
    constants: dict[str, Any] = {**meta["constants"], **config.kwargs}
    kernel = _compiled(tuner.fn, meta["signature"], constants, debug=_has_assertions(tuner.inductor_meta))
    compile_meta = {**meta, "constants": constants}
    result = heuristics.CompileResult(kernel, config, compile_meta, tuner.inductor_meta)
    names = tuner.fn.arg_names
    call, given, _ = result._get_arg_lists(names, heuristics.get_constexprs(tuner.fn))
    passed = [
        value
        for name, value in zip(names, call, strict=True)
        if meta["signature"].get(name, CONSTANT) != CONSTANT and name not in constants
    ]
    scope = {"runner": _runner(kernel)}
    launcher = result._gen_launcher_code(scope, given, ["grid_0", "grid_1", "grid_2", *passed])
    launcher.config = config
    launcher.n_regs = launcher.n_spills = None
    launcher.shared = 0
    launcher.cache_hash = tuner.fn.cache_key
    launcher.store_cubin = False
    return launcher


def _has_assertions(inductor_meta: Mapping[str, Any]) -> bool:
    """Whether a kernel's indices are checked, as inductor wants it."""
    return bool(inductor_meta.get("assert_indirect_indexing", True))


def _compiled(function: Any, types: Mapping[str, Any], constants: Mapping[str, Any], *, debug: bool) -> Any:
    """The kernel for the types of a signature of inductor."""
    order: Sequence[str] = function.arg_names
    signature = Signature(
        {name: CONSTANT if name in constants else types.get(name, CONSTANT) for name in order},
        {(place,): constants[name] for place, name in enumerate(order) if name in constants},
    )
    # Integers of torch wrap around: as for GPUs, inductor wants its assertions without Triton's overflow checks.
    return compile_or_find(function, signature, CpuOptions(debug=debug, sanitize_overflow=False))


def _runner(kernel: Any) -> Callable[..., None]:
    """Launches a kernel, as all kernels with as many threads as torch uses."""

    def run(x: int, y: int, z: int, *arguments: Any) -> None:
        kernel[x, y, z](*arguments)

    return run
