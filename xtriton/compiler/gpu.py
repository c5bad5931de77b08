"""Compiles a kernel to PTX and cubin, with or without a GPU, stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32

from xtriton.analysis.launch_arguments import PROGRAMS_PER_TILE, resident_ctas
from xtriton.argument_locations import ArgumentLocations, hidden_argument_locations
from xtriton.backends.nvidia.jit_stages import Edit, Sizes, edited_stages, single
from xtriton.backends.nvidia.options import Options
from xtriton.backends.nvidia.shared_memory import check_shared_memory, excess_of_shared_memory
from xtriton.backends.nvidia.stages import NvidiaStages
from xtriton.compiler.best_version import OVERLAP, PREFETCH, SPLIT_K, TAKE_TURNS, best_version
from xtriton.compiler.collection import without_collection
from xtriton.compiler.launch_metadata import launch_metadata
from xtriton.compiler.recording import Observer, Progress, Recorder, Timer, plain
from xtriton.compiler.result import STAGES, CompiledKernel, PassRecord
from xtriton.compiler.sources import AS_TRITON, Source, renamed, source_of
from xtriton.compiler.versions import versions
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.frontend.signature import AnySignature
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, render
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.hopper.occupancy import Occupancy
from xtriton.passes.hopper.warp_specialize.driver import HopperWarpSpecialize
from xtriton.passes.hopper.warp_specialize.plan import TURNS, shared_memory_of_cta
from xtriton.passes.hopper.warp_specialize.schedule import loaded_ahead
from xtriton.passes.libtriton import FOR_TRITON, LibTriton, cross
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import Nest, expand, parse_pipeline
from xtriton.pipelines import (
    HOPPER_WARPS,
    Engine,
    MakeGluonToTtgir,
    MakeTtgir,
    MakeTtir,
    Optimize,
    hopper_ttir_passes,
)
from xtriton.rewriting.cloning import clone_op
from xtriton.targets import Target
from xtriton.wheel import WHEEL_LOCK


@dataclass(frozen=True)
class Request:
    """What :func:`xtriton.compile` was asked to compile, for a GPU; see there."""

    kernel: Any
    signature: AnySignature | None
    target: Target
    options: Options
    until: str
    name: str | None


def compile_for_gpu(
    request: Request,
    engine: Engine,
    optimize: Optimize | None,
    edits: tuple[Edit, ...],
    progress: Progress | None,
    observer: Observer | None,
) -> CompiledKernel:
    """Compile a kernel for a GPU. Raises as :func:`xtriton.compile` does."""
    kernel, signature, target, options, until = (
        request.kernel, request.signature, request.target, request.options, request.until,
    )  # fmt: skip
    with WHEEL_LOCK, without_collection():
        timer = Timer(progress)

        def make_source() -> Source:
            source = timer.measure("source", lambda: source_of(kernel, signature, target, options))
            return _checked(source, options, until, request.name)

        return compile_source(make_source, target, until, engine, optimize, timer, observer, edits)


def compile_source(
    make_source: Callable[[], Source],
    target: Target,
    until: str,
    engine: Engine,
    optimize: Optimize | None,
    timer: Timer,
    observer: Observer | None = None,
    edits: tuple[Edit, ...] = (),
) -> CompiledKernel:
    """Compile a source to the stage ``until``; ``observer`` receives the IR after each pass, ``edits`` change stages.

    Passes modify its module, so ``make_source`` is called again for each other version of a kernel that is compiled
    (:func:`best_version`), and for one without ``optimize`` where Triton's backend refuses the result of the passes.
    """
    source = make_source()
    if optimize is not None and source.stage == "ttgir":
        raise ValueError(f"{source.origin} is already ttgir: optimize='{optimize}' is for what comes before")
    if optimize is not None and source.is_gluon:
        raise ValueError(f"{source.origin} is a Gluon kernel, which has no ttir: optimize='{optimize}' is for ttir")
    compilation = _Compilation(source, target, until, engine, optimize, timer, observer=observer, edits=edits)

    def again(*, optimized: bool = True, without: Sequence[str] = ()) -> CompiledKernel:
        passes = optimize if optimized else None
        return _Compilation(make_source(), target, until, engine, passes, timer, tuple(without), observer).run()

    try:
        compiled = compilation.run()
    except DiagnosticError as failure:
        if not compilation.is_specialized:
            raise
        text = f"{source.origin}: remark: compiled as without optimize: {failure.diagnostic.message}"
        compiled = again(optimized=False)
        given = {"optimize": optimize, "remarks": [*compilation.remarks, text]}
        return replace(compiled, metadata={**compiled.metadata, **given})
    return best_version(compiled, again, compilation.optional_passes()) if compilation.is_specialized else compiled


def _checked(source: Source, options: Options, until: str, name: str | None) -> Source:
    """The source under its name. Raises ``ValueError`` if it was generated for another target or other options."""
    if name is not None:
        source = renamed(source, name)
    for option in ("num_warps", "num_ctas"):
        made, asked = getattr(source.options, option), getattr(options, option)
        if made != asked and asked != getattr(Options(), option):
            raise ValueError(f"{source.origin} is made for {option}={made}, not {asked}")
    if source.is_gluon and until == "ttir":
        raise ValueError(f"{source.origin} is a Gluon kernel, which has no ttir: its first stage is ttgir")
    if STAGES.index(until) < STAGES.index(source.stage):
        raise ValueError(f"{source.origin} is already {source.stage}, which comes after {until}")
    return source


_SPECIALIZATIONS = 4
"""How often warp specialization is tried, each time with less shared memory for its rings."""


@dataclass
class _Compilation:
    """A compilation in progress."""

    source: Source
    target: Target
    until: str
    engine: Engine
    optimize: Optimize | None
    timer: Timer
    without: tuple[str, ...] = ()
    """Passes of ``optimize``, or options of them, that are left out."""
    observer: Observer | None = None
    edits: tuple[Edit, ...] = ()
    """Passes of the user in the stages; none with ``optimize``."""
    texts: dict[str, str | bytes] = field(default_factory=dict[str, "str | bytes"])
    records: list[PassRecord] = field(default_factory=list[PassRecord])
    remarks: list[str] = field(default_factory=list[str])
    _specialized: ModuleOp | None = None
    """The TTGIR of ``optimize``, if the kernel is warp-specialised."""
    _crossing: str | None = None
    """The TTGIR in the form that Triton parses, if it differs from the printed one."""
    _locations: ArgumentLocations | None = None
    """The locations of the TTGIR's block arguments, if its text omits them."""

    def run(self) -> CompiledKernel:
        """Run all remaining stages."""
        self.texts[self.source.stage] = self.source.text
        if self.source.stage == "ttgir":  # operations without a location get their position in the user's file
            self._crossing = print_op(self.source.module, FOR_TRITON)
        with self._told():
            if self._is_next("ttir") and not self.source.is_gluon:
                self._stage("ttir", self._ttir)
            if self._is_next("ttgir"):
                self._stage("ttgir", self._ttgir)
        stages = NvidiaStages(self.target, self._options(), self.source.location)
        resources: dict[str, int] = {}
        if self._is_next("llir"):
            # LLVM IR and PTX of kernels that cannot be launched may still be looked at.
            if self.until == STAGES[-1] and not self.is_specialized:
                text = self._crossing or str(self.texts["ttgir"])
                check_shared_memory(text, self.target, self.source.ctx, self.source.location)
            self._stage("llir", lambda: self._llir(stages))
        if self._is_next("ptx"):
            self._stage("ptx", lambda: stages.ptx(str(self.texts["llir"])))
        if self._is_next("cubin"):
            binary, found = self.timer.measure("cubin", lambda: stages.cubin(str(self.texts["ptx"])))
            self.texts["cubin"], resources = binary, asdict(found)
        return CompiledKernel(self.source.name, self.texts, self._metadata(stages.metadata, resources))

    @property
    def is_specialized(self) -> bool:
        """Whether the passes of ``optimize`` have warp-specialised the kernel."""
        return self._specialized is not None

    def optional_passes(self) -> list[str]:
        """The passes that have modified the kernel and that it can be compiled without."""
        ops = [] if self._specialized is None else list(operations_in(self._specialized))
        modified = {
            SPLIT_K: any(PROGRAMS_PER_TILE in op.attributes for op in ops),
            TAKE_TURNS: any(TURNS in op.attributes for op in ops),
            PREFETCH: any(isinstance(op, ForOp) and loaded_ahead(op) for op in ops),
        }
        return [name for name, is_modified in modified.items() if is_modified]

    def _told(self) -> AbstractContextManager[None]:
        """Collect the remarks of the requested passes."""
        if self.optimize is None and not self.edits:
            return nullcontext()
        return self.source.ctx.diagnostics.handled_by(lambda remark: self.remarks.append(render(remark, {})))

    def _options(self) -> Options:
        """The options of the stages after TTGIR."""
        options = self.source.options
        return replace(options, num_warps=HOPPER_WARPS) if self._specialized is not None else options

    def _is_next(self, stage: str) -> bool:
        """Whether a stage comes after the source and not after the last requested one."""
        return STAGES.index(self.source.stage) < STAGES.index(stage) <= STAGES.index(self.until)

    def _stage(self, stage: str, work: Callable[[], str]) -> None:
        self.texts[stage] = self.timer.measure(stage, work)

    def _ttir(self) -> str:
        """Run the passes of the TTIR stage on the module."""
        source = self.source
        manager = PassManager(
            source.ctx, verify_each=False, instruments=[Recorder("ttir", self.records, self.observer)]
        )
        manager.run(self._edited("ttir") or expand(MakeTtir(str(self.target))), source.module)
        verify(source.module, source.ctx)
        self._optimize()
        return print_op(self.source.module, AS_TRITON)

    def _edited(self, stage: str) -> Nest | None:
        """The passes of a stage that the edits change; for an observer each pass of the wheel is one of its own."""
        if not self.edits:
            return None
        options = self.source.options
        sizes = Sizes(self.target.capability, options.num_warps, options.num_stages, options.num_ctas, self.engine)
        language = "gluon" if self.source.is_gluon else "triton"
        found = edited_stages(self.edits, sizes, language).get(stage)
        if found is None or self.observer is None:
            return found
        return replace(found, items=tuple(single(found.items)))

    def _optimize(self) -> None:
        """Run the passes that Triton lacks. If they do not warp-specialise the kernel, it is not modified.

        Kernels that would share an SM in twos, and cannot be warp-specialised so, get all of it.
        """
        if self.optimize is None:
            return
        source, records, remarks = self.source, list(self.records), len(self.remarks)
        passes = hopper_ttir_passes()
        for chosen in (passes, [name for name in passes if name != Occupancy.name]):
            module = cast("ModuleOp", clone_op(source.module, {}))
            recorder = Recorder("ttir", self.records, self.observer)
            manager = PassManager(source.ctx, verify_each=False, instruments=[recorder])
            manager.run(parse_pipeline(",".join(chosen)), module)
            verify(module, source.ctx)
            specialized = self._specialize(module)
            if specialized is not None:
                self.source, self._specialized = replace(source, module=module), specialized
                return
            self.records[:] = records
            if all(resident_ctas(op) == 1 for op in module.body.ops):
                return
            del self.remarks[remarks:]

    def _specialize(self, module: ModuleOp) -> ModuleOp | None:
        """The TTGIR of a module if ``optimize`` makes it warp-specialised, otherwise ``None``.

        ``hopper-warp-specialize`` estimates the shared memory that its rings leave for layout conversions and
        reductions. If the kernel then needs more than the target has, the rings get less.
        """
        budget, remarks, records = self.target.shared_memory, len(self.remarks), len(self.records)
        excess = 0
        ctas = max((resident_ctas(op) for op in module.body.ops), default=1)
        most = shared_memory_of_cta(budget, ctas)
        for _ in range(_SPECIALIZATIONS):
            specialized = cast("ModuleOp", clone_op(module, {}))
            self._run_ttgir_passes(specialized, self.optimize, budget)
            if not any(isinstance(op, WarpSpecializeOp) for op in operations_in(specialized)):
                self._crossing = None
                return None
            self._crossing = print_op(specialized, FOR_TRITON)
            excess = excess_of_shared_memory(self._crossing, self.target, self.source.ctx, self.source.location, most)
            if excess == 0:
                return specialized
            budget -= excess * ctas
            del self.remarks[remarks:], self.records[records:]
        self._crossing = None
        text = (
            "not warp-specialised: besides the stages of rings, layout conversions and reductions need "
            f"{excess} bytes of shared memory more than there are"
        )
        self.source.ctx.diagnostics.emit(Diagnostic(Severity.REMARK, self.source.location, text))
        return None

    def _ttgir(self) -> str:
        """Run the passes of the TTGIR stage on the module."""
        if self.source.stage == "ttir":
            self._optimize()
        module = self._specialized
        if module is None:
            module = self.source.module
            last = self._run_ttgir_passes(module, None)
            if last is not None:
                return self._cross(last)
        verify(module, self.source.ctx)
        if self._is_next("llir") and self._crossing is None:
            self._locations = hidden_argument_locations(module)
        return print_op(module, AS_TRITON)

    def _run_ttgir_passes(
        self, module: ModuleOp, optimize: Optimize | None, shared_memory: int | None = None
    ) -> LibTriton | None:
        """Run the passes of the TTGIR stage, except a final one that is the wheel's whole stage, which is returned.

        ``shared_memory`` is the budget of ``hopper-warp-specialize`` in bytes, if it is among the passes.
        """
        source, options = self.source, self.source.options
        if options.maxnreg is not None:
            module.attributes["ttg.maxnreg"] = IntegerAttr(options.maxnreg, i32)
        sizes = (options.num_warps, options.num_stages, options.num_ctas)
        engine = "native" if optimize is not None else self.engine
        staged = MakeTtgir(str(self.target), *sizes, engine, optimize)
        pipeline = self._edited("gluon" if source.is_gluon else "ttgir")
        pipeline = pipeline or expand(MakeGluonToTtgir(engine) if source.is_gluon else staged)
        items = [item for item in pipeline.items if not isinstance(item, Pass) or item.name not in self.without]
        if shared_memory is not None:
            given = {"shared_memory": shared_memory, "overlap": OVERLAP not in self.without}
            items = [replace(item, **given) if isinstance(item, HopperWarpSpecialize) else item for item in items]
        last = items[-1]
        crosses = isinstance(last, LibTriton)
        manager = PassManager(
            source.ctx, verify_each=False, instruments=[Recorder("ttgir", self.records, self.observer)]
        )
        manager.run(replace(pipeline, items=tuple(items[:-1] if crosses else items)), module)
        return last if crosses else None

    def _cross(self, stage: LibTriton) -> str:
        """Run the whole stage in the wheel. Its result is passed on to LLVM IR as text, without parsing it."""
        source, recorder = self.source, Recorder("ttgir", self.records)
        if self.observer is not None:
            given = print_op(source.module, FOR_TRITON)
            crossed = cross(given, stage.passes, source.ctx, source.module.location, self._watched)
            self._locations = crossed.locations
            return crossed.text
        recorder.before(stage, source.module)
        crossed = cross(print_op(source.module, FOR_TRITON), stage.passes, source.ctx, source.module.location)
        recorder.after(stage, source.module, failed=False)
        self._locations = crossed.locations
        return crossed.text

    def _watched(self, passes: str, text: str, milliseconds: float) -> None:
        """Record a pass that the wheel ran alone, for the observer."""
        record = PassRecord("ttgir", passes, "libtriton", round(milliseconds, 3))
        self.records.append(record)
        if self.observer is not None:
            self.observer.passed(record, text)

    def _llir(self, stages: NvidiaStages) -> str:
        ttgir = self._crossing or str(self.texts["ttgir"])
        if self.observer is None:
            return stages.llir(ttgir, self._locations)
        dump: list[str] = []
        text = stages.llir(ttgir, self._locations, dump)
        self.observer.dumped("llir", "".join(dump))
        return text

    def _metadata(self, learned: dict[str, Any], resources: dict[str, int]) -> dict[str, Any]:
        """All metadata of the kernel, JSON-serialisable."""
        source = self.source
        kept = {name: learned[name] for name in LEARNED if name in learned}
        given = {"optimize": self.optimize, "remarks": self.remarks} if self.optimize is not None else {}
        if self.edits:
            given["remarks"] = self.remarks
        return {
            "name": source.name,
            "target": str(self.target),
            "origin": source.origin,
            "signature": list(source.types),
            "arguments": list(source.names),
            "constants": {name: plain(value) for name, value in source.constants.items()},
            "options": source.options.for_triton(),
            **given,
            **kept,
            **resources,
            **launch_metadata(self._specialized or source.module, kept, resources, self.target),
            "passes": [asdict(record) for record in self.records],
            "milliseconds": self.timer.milliseconds,
            "versions": versions(self.target),
        }


LEARNED: Sequence[str] = (
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
"""Metadata that Triton's stages produce and its launcher needs."""
