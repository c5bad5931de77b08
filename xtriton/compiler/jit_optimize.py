"""``xtriton.jit_passes(optimize="hopper")``: kernels of Triton's JIT compiled as ``xtriton.compile`` does.

The first stage compiles the kernel to a cubin; the later stages return its results. A kernel whose launches add
arguments has their recipes in its metadata, which Triton caches with it, and its launcher computes them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from types import SimpleNamespace
from typing import Any, cast

from xtriton.argument_locations import read_argument_locations, set_argument_locations
from xtriton.backends.nvidia.computed_arguments import AddedArguments, ComputedRun
from xtriton.backends.nvidia.errors import PtxasError, SharedMemoryError
from xtriton.backends.nvidia.options import Options
from xtriton.backends.patching import changed
from xtriton.compiler.collection import without_collection
from xtriton.compiler.gpu import LEARNED, compile_source
from xtriton.compiler.recording import Timer
from xtriton.compiler.result import STAGES, CompiledKernel
from xtriton.compiler.sources import AS_TRITON, Source, kernel_of
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.symbols import symbol_name
from xtriton.pipelines import Optimize
from xtriton.targets import Target
from xtriton.wheel import WHEEL_LOCK, triton_module

LAUNCH = "xtriton_launch"
"""The entry of a kernel's metadata with the arguments that its launches add."""

_FROM_FRONT_END = frozenset({"instrumentation_mode"})
"""Options of Triton's backend that differ from its defaults in every kernel compiled here."""

_Stage = Callable[[Any, dict[str, Any]], Any]


@dataclass
class _OptimizedKernel:
    """The stages of one compilation by Triton."""

    options: Any
    """The options of Triton's CUDA backend."""
    target: Target
    optimize: Optimize
    compiled: CompiledKernel | None = None

    def first(self, module: Any, metadata: dict[str, Any]) -> str:
        """Compile Triton's module. Raises ``DiagnosticError`` where it cannot be compiled.

        Where the GPU has too little shared memory, or ptxas refuses it, this is Triton's own error, for its autotuner.
        """
        text, locations = str(module), read_argument_locations(triton_module("_C.libtriton"), module)
        options = _own_options(self.options)

        def make_source() -> Source:
            ctx = Context()
            parsed = parse_module(text, "<source>", ctx)
            set_argument_locations(parsed, locations, ctx)
            kernel = kernel_of(parsed)
            name = symbol_name(kernel) or ""
            printed = print_op(parsed, AS_TRITON)
            return Source(name, kernel.location, "source", parsed, ctx, options, (), name, printed)

        with WHEEL_LOCK, without_collection(), _errors_of_triton():
            compiled = compile_source(make_source, self.target, STAGES[-1], "wheel", self.optimize, Timer(None))
        known = {name: compiled.metadata[name] for name in LEARNED if name in compiled.metadata}
        metadata.update(known, name=compiled.name, remarks=compiled.metadata.get("remarks", []))
        if "launch" in compiled.metadata:
            metadata[LAUNCH] = compiled.metadata["launch"]
        self.compiled = compiled
        return str(compiled.asm["ttir"])

    def later(self, stage: str) -> _Stage:
        """The stage of that name: its result is known."""

        def result(module: Any, metadata: dict[str, Any]) -> Any:
            assert self.compiled is not None
            return self.compiled.asm[stage]

        return result


@contextmanager
def _errors_of_triton() -> Generator[None]:
    """Raise the errors that Triton raises for kernels that the GPU cannot run."""
    errors = triton_module("runtime.errors")
    try:
        yield
    except SharedMemoryError as failure:
        raise errors.OutOfResources(failure.needed, failure.available, "shared memory") from failure
    except PtxasError as failure:
        raise errors.PTXASError(str(failure)) from failure


def optimize_stages(stages: dict[str, Any], backend: Any, options: Any, capability: int, optimize: Optimize) -> None:
    """Replace the stages of Triton's backend by those that compile with ``optimize``.

    They stay Triton's where the kernel has options that :class:`Options` lacks.
    """
    unknown = _unknown_options(backend, options)
    if unknown:
        stages["ttir"] = _with_remark(stages["ttir"], f"compiled as without optimize: it has {', '.join(unknown)}")
        return
    kernel = _OptimizedKernel(options, Target.parse(f"cuda:{capability}"), optimize)
    for stage in stages:
        stages[stage] = kernel.first if stage == "ttir" else kernel.later(stage)


def _own_options(options: Any) -> Options:
    return Options(**{field.name: getattr(options, field.name) for field in fields(Options)})


def _unknown_options(backend: Any, options: Any) -> list[str]:
    """The options that differ from the defaults of Triton's backend and that :class:`Options` lacks or rejects."""
    try:
        plain = backend.parse_options(_own_options(options).for_triton())
    except ValueError as failure:
        return [str(failure)]
    given, rebuilt = (cast("dict[str, Any]", vars(found)) for found in (options, plain))
    return [f"the option {name}" for name in given if name not in _FROM_FRONT_END and given[name] != rebuilt.get(name)]


def _with_remark(stage: _Stage, remark: str) -> _Stage:
    """A stage of Triton that adds a remark to the kernel's metadata."""

    def run(module: Any, metadata: dict[str, Any]) -> Any:
        metadata["remarks"] = [remark]
        return stage(module, metadata)

    return run


# Launches


@contextmanager
def computed_launches() -> Generator[None]:
    """Give kernels of Triton that are created in this context, and that add arguments, a launcher that computes them.

    They keep it after the context.
    """
    compiled_kernel = triton_module("compiler.compiler").CompiledKernel

    def create(kernel: Any, *arguments: Any) -> None:
        original(kernel, *arguments)
        if hasattr(kernel.metadata, LAUNCH):
            kernel._init_handles = lambda: _load(kernel, compiled_kernel._init_handles)

    original = compiled_kernel.__init__
    with changed(compiled_kernel, "__init__", create):
        yield


def _load(kernel: Any, load: Callable[[Any], None]) -> None:
    """Load a kernel on the current device, and make its launcher."""
    if kernel.module is not None:
        return
    source, launch = kernel.src, getattr(kernel.metadata, LAUNCH)
    signature: dict[Any, Any] = dict(source.signature)
    added = {f"added_{at}": entry["type"] for at, entry in enumerate(launch["arguments"])}
    given = {name: getattr(source, name) for name in ("constants", "fn") if hasattr(source, name)}
    # Triton's launcher reads the types of the arguments from the source.
    kernel.src = SimpleNamespace(signature={**signature, **added}, **given)
    try:
        load(kernel)
    finally:
        kernel.src = source
    arguments = AddedArguments(kernel.name, list(signature.values()), launch, kernel.metadata.num_ctas)
    kernel._run = ComputedRun(kernel._run, arguments)
