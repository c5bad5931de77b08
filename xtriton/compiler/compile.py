"""``xtriton.compile``: a kernel to PTX and cubin, stage by stage, on a machine with or without a GPU."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar, get_args

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Operation

from xtriton.argument_locations import ArgumentLocations
from xtriton.backends.nvidia.options import OPTION_NAMES, Options
from xtriton.backends.nvidia.stages import NvidiaStages
from xtriton.compiler.result import STAGES, CompiledKernel, PassRecord
from xtriton.compiler.sources import AS_TRITON, Source, renamed, source_of
from xtriton.compiler.versions import versions
from xtriton.frontend.signature import Signature
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.passes.base import Pass
from xtriton.passes.libtriton import FOR_TRITON, LibTriton, cross
from xtriton.passes.manager import Instrument, PassManager
from xtriton.passes.pipeline_text import expand
from xtriton.pipelines import Engine, MakeTtgir, MakeTtir
from xtriton.targets import Target
from xtriton.wheel import WHEEL_LOCK

Progress = Callable[[str], None]
"""Is told the name of each stage as it begins."""

_T = TypeVar("_T")


def compile(
    kernel: Any,
    signature: str | Signature | None = None,
    *,
    target: str | Target = "cuda:90",
    options: Options | None = None,
    until: str = "cubin",
    name: str | None = None,
    engine: Engine = "wheel",
    progress: Progress | None = None,
    **settings: Any,
) -> CompiledKernel:
    """Compile a kernel through xtriton's passes.

    ``kernel`` is a ``@triton.jit`` function, ``"FILE.py:KERNEL"``, the path of a ``.mlir``, ``.ttir`` or ``.ttgir``
    file, or a module of the builder or the parser. A ``.ttir`` file is the result of the TTIR stage, as for Triton;
    modules and ``.mlir`` files go through it. ``signature`` has the types and constants of a function, in the
    spelling of Triton's ahead-of-time compiler: ``"*fp32:16,*fp32:16,i32,1024"``.

    ``options``, or ``settings`` under their names (``num_warps=8``), say how; ``until`` names the last stage. ``name``
    is what the kernel is called in PTX, if not as in the source. ``engine`` says who runs the passes of the TTGIR stage
    that xtriton has: Triton's wheel, or xtriton itself (``native``), with the same result in more time.

    Raises ``ValueError`` for a call that makes no sense, and ``DiagnosticError`` where the kernel cannot be compiled.
    """
    chosen = target if isinstance(target, Target) else Target.parse(target)
    wanted = _options(options, settings)
    if not isinstance(signature, str | Signature | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"a signature is a text such as '*fp32:16,i32,1024' or a Signature, not {signature!r}")
    wanted.check(chosen)
    if engine not in get_args(Engine):
        raise ValueError(f"there is no engine '{engine}': engines are {', '.join(get_args(Engine))}")
    if until not in STAGES:
        raise ValueError(f"there is no stage '{until}': stages are {', '.join(STAGES)}")
    with WHEEL_LOCK, _without_collection():
        timer = _Timer(progress)
        source = timer.measure("source", lambda: source_of(kernel, signature, chosen, wanted))
        return _Compilation(_checked(source, wanted, until, name), chosen, until, engine, timer).run()


def _checked(source: Source, options: Options, until: str, name: str | None) -> Source:
    """The source under its name. Raises ``ValueError`` where it is made for something else than what is asked for."""
    if name is not None:
        source = renamed(source, name)
    for one in ("num_warps", "num_ctas"):
        made, asked = getattr(source.options, one), getattr(options, one)
        if made != asked and asked != getattr(Options(), one):
            raise ValueError(f"{source.origin} is made for {one}={made}, not {asked}")
    if STAGES.index(until) < STAGES.index(source.stage):
        raise ValueError(f"{source.origin} is already {source.stage}, which comes after {until}")
    return source


@contextmanager
def _without_collection() -> Generator[None]:
    """Leave garbage where it is until a kernel is done: IR is many objects that stay, which collections go through."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _options(options: Options | None, settings: dict[str, Any]) -> Options:
    if not isinstance(options, Options | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(f"options are an Options object, or given by name, not {options!r}")
    unknown = [name for name in settings if name not in OPTION_NAMES]
    if unknown:
        raise ValueError(f"there is no option '{unknown[0]}'; there are {', '.join(OPTION_NAMES)}")
    return replace(options or Options(), **settings)


@dataclass
class _Timer:
    progress: Progress | None
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])

    def measure(self, stage: str, work: Callable[[], _T]) -> _T:
        """The result of ``work``, whose time is that of a stage."""
        if self.progress is not None:
            self.progress(stage)
        start = time.perf_counter()
        result = work()
        self.milliseconds[stage] = round((time.perf_counter() - start) * 1000, 3)
        return result


@dataclass
class _Recorder(Instrument):
    """Notes which engine ran each pass of a stage, and how long it took."""

    stage: str
    records: list[PassRecord]
    _start: float = 0.0

    def before(self, instance: Pass, op: Operation) -> None:
        self._start = time.perf_counter()

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        taken = round((time.perf_counter() - self._start) * 1000, 3)
        engine, name = ("libtriton", instance.passes) if isinstance(instance, LibTriton) else ("xtriton", instance.name)
        self.records.append(PassRecord(self.stage, name, engine, taken))


@dataclass
class _Compilation:
    """A kernel on its way through the stages."""

    source: Source
    target: Target
    until: str
    engine: Engine
    timer: _Timer
    texts: dict[str, str | bytes] = field(default_factory=dict[str, "str | bytes"])
    records: list[PassRecord] = field(default_factory=list[PassRecord])
    _crossing: str | None = None
    """The TTGIR for Triton to read, if that is another text than the one for people."""
    _locations: ArgumentLocations | None = None
    """Where the block arguments of the TTGIR come from, if its text does not say."""

    def run(self) -> CompiledKernel:
        """All stages that are left."""
        source, target = self.source, self.target
        options = source.options
        stages = NvidiaStages(target, options, source.location)
        self.texts[source.stage] = source.text
        if self._is_next("ttir"):
            self._stage("ttir", self._ttir)
        if self._is_next("ttgir"):
            self._stage("ttgir", self._ttgir)
        resources: dict[str, int] = {}
        if self._is_next("llir"):
            self._stage("llir", lambda: stages.llir(self._crossing or str(self.texts["ttgir"]), self._locations))
        if self._is_next("ptx"):
            self._stage("ptx", lambda: stages.ptx(str(self.texts["llir"])))
        if self._is_next("cubin"):
            binary, found = self.timer.measure("cubin", lambda: stages.cubin(str(self.texts["ptx"])))
            self.texts["cubin"], resources = binary, asdict(found)
        return CompiledKernel(source.name, self.texts, self._metadata(stages.metadata, resources))

    def _is_next(self, stage: str) -> bool:
        """Whether a stage comes after the source and not after the last one that is wanted."""
        return STAGES.index(self.source.stage) < STAGES.index(stage) <= STAGES.index(self.until)

    def _stage(self, stage: str, work: Callable[[], str]) -> None:
        self.texts[stage] = self.timer.measure(stage, work)

    def _ttir(self) -> str:
        """Run the passes of the TTIR stage on the module."""
        source = self.source
        manager = PassManager(source.ctx, verify_each=False, instruments=[_Recorder("ttir", self.records)])
        manager.run(expand(MakeTtir(str(self.target))), source.module)
        verify(source.module, source.ctx)
        return print_op(source.module, AS_TRITON)

    def _ttgir(self) -> str:
        """Run the passes of the TTGIR stage on the module."""
        source, options = self.source, self.source.options
        if options.maxnreg is not None:
            source.module.attributes["ttg.maxnreg"] = IntegerAttr(options.maxnreg, i32)
        sizes = (options.num_warps, options.num_stages, options.num_ctas)
        pipeline = expand(MakeTtgir(str(self.target), *sizes, self.engine))
        recorder = _Recorder("ttgir", self.records)
        *_, last = pipeline.passes()
        if isinstance(last, LibTriton):
            return self._cross(last, recorder)
        PassManager(source.ctx, verify_each=False, instruments=[recorder]).run(pipeline, source.module)
        verify(source.module, source.ctx)
        if self._is_next("llir"):
            self._crossing = print_op(source.module, FOR_TRITON)
        return print_op(source.module, AS_TRITON)

    def _cross(self, stage: LibTriton, recorder: _Recorder) -> str:
        """Have the wheel run the whole stage. What it gives goes on to LLVM IR as the text that it is."""
        source = self.source
        recorder.before(stage, source.module)
        crossed = cross(print_op(source.module, FOR_TRITON), stage.passes, source.ctx, source.module.location)
        recorder.after(stage, source.module, failed=False)
        self._locations = crossed.locations
        return crossed.text

    def _metadata(self, learned: dict[str, Any], resources: dict[str, int]) -> dict[str, Any]:
        """All that is known of the kernel, as JSON can hold it."""
        source = self.source
        kept = {name: learned[name] for name in _LEARNED if name in learned}
        return {
            "name": source.name,
            "target": str(self.target),
            "origin": source.origin,
            "signature": list(source.types),
            "constants": {name: _plain(value) for name, value in source.constants.items()},
            "options": source.options.for_triton(),
            **kept,
            **resources,
            "passes": [asdict(record) for record in self.records],
            "milliseconds": self.timer.milliseconds,
            "versions": versions(self.target),
        }


_LEARNED: Sequence[str] = (
    "num_warps",
    "num_ctas",
    "shared",
    "tmem_size",
    "global_scratch_size",
    "global_scratch_align",
    "profile_scratch_size",
    "profile_scratch_align",
    "tensordesc_meta",
)
"""What Triton's stages find out, and its launcher wants to know."""


def _plain(value: Any) -> Any:
    """A constant as JSON has it: what is no number, text or list by its name."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]  # pyright: ignore[reportUnknownVariableType]
    return str(value)
