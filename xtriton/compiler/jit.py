"""``xtriton.jit_passes``: user passes inside Triton's own JIT, for every kernel compiled in the context.

Triton calls a hook for the stages of each compilation, but its caches ignore it. So the passes become part of an
option, ``instrumentation_mode``, which is in the keys of both of Triton's caches and has no effect in Triton unless it
is ``consan``. The option, not the time of compilation, decides which passes run: a kernel that is compiled late, or in
another thread, gets the passes in its key.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from xtriton.backends.nvidia.jit_autotuner import tuning_by_passes
from xtriton.backends.nvidia.jit_stages import (
    Edit,
    JitStage,
    Passes,
    Sizes,
    UnknownAnchorError,
    check_edits,
    edited_stages,
)
from xtriton.backends.nvidia.jit_torch import compiling_here, forget_compiled
from xtriton.backends.nvidia.launch import driver_or_advice
from xtriton.backends.nvidia.no_device import NoDevice
from xtriton.backends.patching import changed
from xtriton.compiler.edits import LEVELS, Level, new_edit
from xtriton.compiler.jit_optimize import computed_launches, optimize_stages
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.keywords import with_known_keywords
from xtriton.passes.fingerprint import fingerprint
from xtriton.pipelines import Optimize, check_optimize
from xtriton.targets import Target
from xtriton.wheel import triton_module


@with_known_keywords
@contextmanager
def jit_passes(
    *,
    passes: Passes = (),
    before: str | None = None,
    after: str | None = None,
    replace: str | None = None,
    ttir: Passes | None = None,
    ttgir: Passes | None = None,
    gluon: Passes | None = None,
    optimize: Optimize | None = None,
    target: str | Target | None = None,
) -> Generator[None]:
    """Run ``passes`` in the compilation of every ``@triton.jit`` and ``@gluon.jit`` kernel in this context.

    ``before``, ``after`` or ``replace`` names the pass of Triton's stages where they run: all of its name in the TTIR
    stage, or if there is none, in the TTGIR stage. ``"ttgir:canonicalize"`` selects the stage, and
    ``"ttgir:canonicalize#2"`` the second one there. ``replace`` without passes removes the pass. ``ttir`` and ``ttgir``
    replace the passes of a whole stage. Passes are instances, texts such as ``"canonicalize,my-pass{x=1}"``, named
    pipelines, and lists of them. A changed stage is run by xtriton; the other is Triton's own.

    The only stage of Gluon kernels is TTGIR's; ``"gluon:sccp"`` selects it, and ``gluon`` replaces it. A kernel that
    lacks the named pass, since it is of the other language, is not changed.

    Within :func:`xtriton.on_cpu` the passes run in the TTIR stage of the CPU; an edit of the TTGIR stage, which the CPU
    does not have, is an error at the launch.

    In nested contexts the inner one edits the stages produced by the outer one: at the same anchor its passes are
    nearer.

    ``optimize`` compiles kernels with passes that Triton does not have, as :func:`xtriton.compile` does; their launches
    may add arguments and start fewer programs. ``kernel.metadata.remarks`` has the remarks of the passes. It excludes
    edits of the stages, in this context and in nested ones.

    ``target`` selects a GPU that need not be present: ``kernel.warmup`` then compiles for it.

    All of this applies to the process, its other threads included. Raises ``ValueError`` for invalid arguments; a pass
    that fails raises its ``DiagnosticError`` where the kernel is compiled.
    """
    whole = {"ttir": ttir, "ttgir": ttgir, "gluon": gluon}
    edit = new_edit(passes, {"before": before, "after": after, "replace": replace}, whole, optimize)
    device = target if isinstance(target, Target) or target is None else Target.parse(target)
    if optimize is not None:
        check_optimize(optimize, device or Target.parse("cuda:90"))
    level = _PROCESS.enter(edit)
    try:
        with _as_device(device):
            yield
    except DiagnosticError as failure:
        _without_compiler(failure)
        raise
    finally:
        _PROCESS.leave(level)


@dataclass
class _Process:
    """The changes to Triton while a context is active. There is one per process, as with Triton's knobs."""

    levels: list[Level] = field(default_factory=lambda: LEVELS)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _outside: str = ""
    """The mode before the first context."""
    _undo: ExitStack = field(default_factory=ExitStack)
    _pending: list[Future[Any]] = field(default_factory=list[Future[Any]])
    """Submitted compilations of Triton's ``AsyncCompileMode``: they need the hook."""

    def enter(self, edit: Edit) -> Level:
        """Enter a context within the active ones."""
        with self._lock:
            knobs = triton_module("knobs")
            if not self.levels:
                self._outside = knobs.compilation.instrumentation_mode
            if self._outside == "consan":
                raise ValueError("jit_passes and Triton's concurrency sanitizer need the same knob: use one of them")
            _check_nesting([*(level.edit for level in self.levels), edit])
            level = Level(edit)
            self.levels.append(level)
            try:
                self._name()
                if len(self.levels) == 1:
                    self._install()
            except BaseException:
                self.levels.remove(level)
                raise
            knobs.compilation.instrumentation_mode = self.mode
            forget_compiled()
            return level

    def leave(self, level: Level) -> None:
        """Exit a context; the remaining ones may have been entered before it or, in other threads, after it."""
        wait(self._pending)
        with self._lock:
            knobs = triton_module("knobs")
            ours = knobs.compilation.instrumentation_mode == self.mode
            self.levels.remove(level)
            self._name()
            if not self.levels:
                self._undo.close()
                self._pending.clear()
            if ours:
                knobs.compilation.instrumentation_mode = self.mode
            forget_compiled()

    @property
    def mode(self) -> str:
        """The current value of the knob: the passes of all contexts, or the value before them."""
        return self.levels[-1].mode if self.levels else self._outside

    def _passes(self) -> str | None:
        """The current mode; None outside of all contexts."""
        return self.levels[-1].mode if self.levels else None

    def _name(self) -> None:
        """Compute the accumulated edits and the mode of each level."""
        edits: tuple[Edit, ...] = ()
        prefix = f"{self._outside}," if self._outside else ""
        for level in self.levels:
            # Equality is not enough: a pass may have state, which makes it another pass within the same context.
            edits = (*edits, level.edit)
            if [id(edit) for edit in level.edits] != [id(edit) for edit in edits]:
                level.edits, level.mode = edits, f"{prefix}xtriton-{fingerprint(*edits)}"

    def _install(self) -> None:
        """Install the hook and the option in Triton."""
        runtime = triton_module("knobs").runtime
        backend = triton_module("backends.nvidia.compiler").CUDABackend
        with ExitStack() as undo:
            undo.enter_context(compiling_here())
            undo.enter_context(computed_launches())
            drivers = triton_module("runtime.driver")
            undo.enter_context(changed(drivers, "_create_driver", driver_or_advice(drivers._create_driver)))
            undo.enter_context(tuning_by_passes(self._passes))
            hook = self._hook(runtime.add_stages_inspection_hook)
            undo.enter_context(changed(runtime, "add_stages_inspection_hook", hook))
            undo.enter_context(changed(backend, "parse_options", self._parse_options(backend.parse_options)))
            undo.enter_context(changed(backend, "hash", _marked(backend.hash)))
            threads = triton_module("runtime._async_compile").AsyncCompileMode
            undo.enter_context(changed(threads, "submit", self._submit(threads.submit)))
            self._undo = undo.pop_all()

    def _hook(self, others: Callable[..., Any] | None) -> Callable[..., Any]:
        """Triton's hook: replaces the stages of kernels whose options name passes."""

        def inspect_stages(*arguments: Any) -> tuple[str, str] | None:
            """With the stages as arguments, change them. Since 3.7 a call without arguments asks for parts of the keys
            of Triton's caches; ours are in the options."""
            if not arguments:
                return others() if others is not None else ("", "")
            if others is not None:
                others(*arguments)
            add_stages(*arguments)
            return None

        def add_stages(
            backend: Any, stages: dict[str, Any], options: Any, language: Any, capability: int | None
        ) -> None:
            level = next((known for known in self.levels if known.mode == options.instrumentation_mode), None)
            if level is None:
                return
            if capability is None or backend.target.backend != "cuda":
                raise ValueError(f"jit_passes is for NVIDIA GPUs, not for the backend '{backend.target.backend}'")
            is_gluon = "ttir" not in stages
            optimize = level.edits[-1].optimize
            if optimize is not None and is_gluon:
                return  # Its passes run on TTIR.
            if optimize is not None:
                check_optimize(optimize, Target.parse(f"cuda:{capability}"))
                optimize_stages(stages, backend, options, capability, optimize)
                return
            sizes = Sizes(capability, options.num_warps, options.num_stages, options.num_ctas)
            try:
                edited = edited_stages(level.edits, sizes, "gluon" if is_gluon else "triton")
            except UnknownAnchorError as failure:
                raise ValueError(f"{failure} for cuda:{capability}") from None
            for name, pipeline in edited.items():
                stage = "ttgir" if name == "gluon" else name
                stages[stage] = JitStage(stage, pipeline, options)

        return inspect_stages

    def _parse_options(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """``CUDABackend.parse_options``, so that direct calls of ``triton.compile`` get the option, too."""

        def parse_options(backend: Any, opts: dict[str, Any]) -> Any:
            mode = self.mode
            found = triton_module("knobs").compilation.instrumentation_mode
            if found != mode:
                raise ValueError(
                    f"jit_passes needs knobs.compilation.instrumentation_mode, but it was set to '{found}'"
                )
            if opts.get("instrumentation_mode") is None:
                opts = {**opts, "instrumentation_mode": mode}
            parsed = original(backend, opts)
            if parsed.maxnreg is None and not self._outside:
                # Since 3.9 any instrumentation mode drops the limit on registers.
                return replace(parsed, maxnreg=opts.get("maxnreg"))
            return parsed

        return parse_options

    def _submit(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """``AsyncCompileMode.submit`` that records its compilations."""

        def submit(mode: Any, *arguments: Any) -> Any:
            kernel = original(mode, *arguments)
            self._pending.append(kernel.future)
            return kernel

        return submit


_PROCESS = _Process()


def _check_nesting(edits: Sequence[Edit]) -> None:
    """Raise ``ValueError`` if the edits of these contexts exclude each other, or name a pass that no target has."""
    if any(edit.optimize is not None for edit in edits):
        if any(edit.optimize != edits[0].optimize for edit in edits):
            raise ValueError("jit_passes(optimize=...) compiles whole kernels: do not nest it with edits of stages")
        return
    check_edits(edits)


def _marked(original: Callable[..., str]) -> Callable[..., str]:
    """``CUDABackend.hash``, part of the disk cache key: options used outside the context share no entries.

    ``JITFunction.preload`` compiles with options recorded elsewhere.
    """

    def hash(backend: Any) -> str:
        return f"{original(backend)}-jit_passes"

    return hash


@contextmanager
def _as_device(target: Target | None) -> Generator[None]:
    """Make Triton assume a GPU."""
    if target is None:
        yield
        return
    driver: Any = triton_module("runtime.driver").driver
    # ``driver.active`` would look for a GPU.
    with changed(driver, "_active", NoDevice(target)):
        yield


def _without_compiler(failure: DiagnosticError) -> None:
    """Remove Triton's and xtriton's frames from the traceback: the error is in the kernel, or in a pass's result."""
    failure.__cause__, failure.__suppress_context__ = None, True
    folders = (str(Path(triton_module("knobs").__file__).parent), str(Path(__file__).parents[1]))
    kept: TracebackType | None = failure.__traceback__
    while kept is not None:
        following = kept.tb_next
        while following is not None and following.tb_frame.f_code.co_filename.startswith(folders):
            following = following.tb_next
        kept.tb_next = following
        kept = following
