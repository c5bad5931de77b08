"""``xtriton.compile``: a kernel to PTX and cubin, stage by stage, on a machine with or without a GPU."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar

from xdsl.dialects.builtin import IntegerAttr, i32
from xdsl.ir import Operation

from xtriton.backends.nvidia.options import OPTION_NAMES, Options
from xtriton.backends.nvidia.stages import NvidiaStages
from xtriton.compiler.result import CompiledKernel, PassRecord
from xtriton.compiler.sources import STAGES, Source, renamed, source_of
from xtriton.compiler.versions import versions
from xtriton.frontend.signature import Signature
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.base import NamedPipeline, Pass
from xtriton.passes.libtriton import LibTriton
from xtriton.passes.manager import Instrument, PassManager
from xtriton.passes.pipeline_text import expand
from xtriton.pipelines import MakeTtgir, MakeTtir
from xtriton.targets import Target

Progress = Callable[[str], None]
"""Is told the name of each stage as it begins."""

_T = TypeVar("_T")
_AS_TRITON = PrintOptions(debuginfo=True, use_nameloc_as_prefix=True)
"""As Triton writes the files of its cache."""


def compile(
    kernel: Any,
    signature: str | Signature | None = None,
    *,
    target: str | Target = "cuda:90",
    options: Options | None = None,
    until: str = "cubin",
    name: str | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> CompiledKernel:
    """Compile a kernel through xtriton's passes.

    ``kernel`` is a ``@triton.jit`` function, ``"FILE.py:KERNEL"``, the path of a ``.mlir``, ``.ttir`` or ``.ttgir``
    file, or a module of the builder or the parser. A ``.ttir`` file is the result of the TTIR stage, as for Triton;
    modules and ``.mlir`` files go through it. ``signature`` has the types and constants of a function, in the
    spelling of Triton's ahead-of-time compiler: ``"*fp32:16,*fp32:16,i32,1024"``.

    ``options``, or ``settings`` under their names (``num_warps=8``), say how; ``until`` names the last stage. ``name``
    is what the kernel is called in PTX, if not as in the source. Raises ``ValueError`` for a call that makes no sense,
    and ``DiagnosticError`` where the kernel cannot be compiled.
    """
    chosen = target if isinstance(target, Target) else Target.parse(target)
    wanted = _options(options, settings)
    wanted.check(chosen)
    if until not in STAGES:
        raise ValueError(f"there is no stage '{until}': stages are {', '.join(STAGES)}")
    timer = _Timer(progress)
    source = timer.measure("source", lambda: source_of(kernel, signature, chosen, wanted))
    if name is not None:
        source = renamed(source, name)
    if STAGES.index(until) < STAGES.index(source.stage):
        raise ValueError(f"{source.origin} is already {source.stage}, which comes after {until}")
    return _Compilation(source, chosen, until, timer).run()


def _options(options: Options | None, settings: dict[str, Any]) -> Options:
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
    timer: _Timer
    texts: dict[str, str | bytes] = field(default_factory=dict[str, "str | bytes"])
    records: list[PassRecord] = field(default_factory=list[PassRecord])

    def run(self) -> CompiledKernel:
        """All stages that are left."""
        source, target = self.source, self.target
        options = source.options
        stages = NvidiaStages(target, options, source.location)
        self.texts[source.stage] = print_op(source.module, _AS_TRITON)
        if self._is_next("ttir"):
            self._passes("ttir", MakeTtir(str(target)))
        if self._is_next("ttgir"):
            if options.maxnreg is not None:
                source.module.attributes["ttg.maxnreg"] = IntegerAttr(options.maxnreg, i32)
            self._passes("ttgir", MakeTtgir(str(target), options.num_warps, options.num_stages, options.num_ctas))
        resources: dict[str, int] = {}
        if self._is_next("llir"):
            self._stage("llir", lambda: stages.llir(str(self.texts["ttgir"])))
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

    def _passes(self, stage: str, pipeline: NamedPipeline) -> None:
        """Run the passes of a stage on the module."""
        source = self.source
        manager = PassManager(source.ctx, instruments=[_Recorder(stage, self.records)])

        def work() -> str:
            manager.run(expand(pipeline), source.module)
            return print_op(source.module, _AS_TRITON)

        self._stage(stage, work)

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
