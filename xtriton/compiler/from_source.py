"""Kernels for the CPU by their Python source.

A kernel in the cache is found by its source, its signature and what it depends on, without its TTIR: the front end
does not run, and neither xDSL nor a pass is imported. A file of the cache links these to the TTIR, by which the kernel
itself is kept, so that sources with the same TTIR share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from xtriton.backends.cpu.cache import CACHE
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.process import key_of_process
from xtriton.compiler.collection import without_collection
from xtriton.compiler.edits import active_edits
from xtriton.compiler.kept import Kept, Link
from xtriton.compiler.result import CPU_STAGES, CompiledKernel
from xtriton.frontend.configurations import Configured, signature_of
from xtriton.frontend.dependency_key import dependency_key
from xtriton.frontend.kernels import is_gluon, jit_function, load_kernel
from xtriton.frontend.signature import AnySignature, Signature
from xtriton.wheel import WHEEL_LOCK, triton_module

if TYPE_CHECKING:
    from xtriton.compiler.recording import Progress

_TEXTS = (".mlir", ".source", ".ttir", ".ttgir")
"""The endings of files that are not Python."""


@dataclass(frozen=True)
class _Function:
    """A ``@triton.jit`` function to compile: with its decorators, under the name that the user gave."""

    kernel: Any
    signature: Signature
    origin: str


def compile_or_find(
    given: Any,
    signature: AnySignature | None,
    options: CpuOptions,
    until: str = CPU_STAGES[-1],
    name: str | None = None,
    progress: Progress | None = None,
) -> CompiledKernel:
    """The kernel that ``given`` names or is, from the cache or compiled, up to a stage.

    Raises as :func:`xtriton.compile` does.
    """
    mode, edits = active_edits()
    with WHEEL_LOCK, without_collection() as collections:
        function = _function_of(given, signature)
        link = None
        if function is not None:
            given, signature = Configured(function.kernel, {}, {}, function.origin), function.signature
            if until == CPU_STAGES[-1] and name is None and not edits:
                link = _link_of(function, options)
        found = None if link is None else _linked(link, options)
        if found is not None:
            return found

        from xtriton.compiler.cpu import TtirStage, compile_for_cpu
        from xtriton.compiler.recording import Timer

        stage = None
        if edits:
            from xtriton.backends.nvidia.jit_stages import edited_cpu_stage

            stage = TtirStage(edited_cpu_stage(edits), mode)
        timer = Timer(progress, collections.after_stage)
        return compile_for_cpu(given, signature, options, until, name, timer, stage, link)


def _function_of(given: Any, signature: AnySignature | None) -> _Function | None:
    """The function that ``given`` names or is; ``None`` if it is a text of IR or a module.

    Raises ``ValueError`` for a name without a function, and for a signature that does not match it.
    """
    constants: Mapping[str, Any] = {}
    if isinstance(given, str):
        if Path(given).suffix in _TEXTS:
            return None
        kernel, origin = load_kernel(given), given
    elif isinstance(given, Configured):
        kernel, origin, constants = given.kernel, given.origin, given.constants
    else:
        kernel = given
        origin = str(getattr(jit_function(kernel), "__name__", ""))
    function = jit_function(kernel)
    if function is None or is_gluon(function):
        return None
    return _Function(kernel, signature_of(kernel, signature, origin, constants), origin)


def _linked(link: str, options: CpuOptions) -> CompiledKernel | None:
    """The kernel that a link of the cache names, if both are there."""
    known = CACHE.get(link)
    kept = CACHE.get(known.key) if isinstance(known, Link) else None
    return kept.as_asked(options, cast("Link", known).given) if isinstance(kept, Kept) else None


def _link_of(function: _Function, options: CpuOptions) -> str | None:
    """The key of a function's link; ``None`` if it depends on a value that other processes cannot recognise."""
    signature = function.signature
    depends = dependency_key(
        jit_function(function.kernel),
        (dict(signature.types), dict(signature.constants), dict(signature.attributes)),
    )
    knobs = _knobs()
    if depends is None or knobs is None:
        return None
    return key_of_process("link", knobs, repr(replace(options, threads=None)), function.origin, depends)


def _knobs() -> str | None:
    """The values of Triton's settings that its front end reads; ``None`` if this version does not list them."""
    knobs = triton_module("knobs")
    groups = (knobs.compilation, knobs.language)
    if not all(hasattr(group, "knob_descriptors") for group in groups):
        return None
    return repr([(name, getattr(group, name)) for group in groups for name in group.knob_descriptors])
