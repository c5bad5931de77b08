"""Compiles a kernel to machine code for the host CPU, stage by stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, cast

from xdsl.dialects.builtin import StringAttr

from xtriton.analysis.launch_arguments import persistent_axes, recipes_of
from xtriton.backends.cpu.cache import CACHE, key_of
from xtriton.backends.cpu.calls import inline_calls, passes_tensors
from xtriton.backends.cpu.emit import code_of
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.instrumented import instrument_module, to_json
from xtriton.backends.cpu.load import digest
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.processor import processor
from xtriton.backends.cpu.stages import lower_to_llvm, parameters_of
from xtriton.backends.nvidia.options import Options
from xtriton.compiler.kept import LATER, Kept, Link
from xtriton.compiler.later_texts import assembly_of, llvm_of
from xtriton.compiler.recording import Recorder, Timer, plain
from xtriton.compiler.result import CPU_STAGES, CompiledKernel, PassRecord, Texts
from xtriton.compiler.sources import AS_TRITON, Source, renamed, source_of
from xtriton.compiler.versions import cpu_versions
from xtriton.dialects.tt.function import FuncOp as TritonFuncOp
from xtriton.dialects.upstream.func import FuncOp
from xtriton.frontend.cpu import FOR_CPU
from xtriton.frontend.signature import AnySignature
from xtriton.ir.diagnostics import Diagnostic, error, render
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.passes.linalg.guard_messages import APART
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import Nest, parse_pipeline
from xtriton.pipelines import TO_LINALG_WITH_ROWS, cpu_ttir_passes
from xtriton.targets import CPU, Target

_FRONT_END = Target(90)
"""The target for Triton's front end, which knows GPUs only: one that has descriptors."""


@dataclass(frozen=True)
class TtirStage:
    """The passes of the TTIR stage, and a key that identifies them."""

    pipeline: Nest
    key: str


def compile_for_cpu(
    kernel: Any,
    signature: AnySignature | None,
    options: CpuOptions,
    until: str,
    name: str | None,
    timer: Timer,
    stage: TtirStage | None = None,
    link: str | None = None,
) -> CompiledKernel:
    """Compile a kernel for the host up to a stage. Raises as :func:`xtriton.compile` does.

    ``stage`` replaces the passes of the TTIR stage. ``link`` is a key under which the kernel is to be found in the
    cache by its source.
    """
    stage = stage or TtirStage(parse_pipeline(",".join(cpu_ttir_passes())), "")
    _require_llvmlite(until)
    for_front_end = Options(debug=options.debug)
    chosen_checks = {**FOR_CPU.options, "sanitize_overflow": options.sanitize_overflow}
    front_end = replace(FOR_CPU, options=chosen_checks)
    source = timer.measure("source", lambda: source_of(kernel, signature, _FRONT_END, for_front_end, front_end))
    if name is not None:
        source = renamed(source, name)
    _refuse_added_arguments(source)
    if source.stage not in CPU_STAGES:
        raise ValueError(f"{source.origin} is {source.stage}, which is for GPUs: for the target cpu give TTIR")
    if CPU_STAGES.index(until) < CPU_STAGES.index(source.stage):
        raise ValueError(f"{source.origin} is already {source.stage}, which comes after {until}")
    if options.check and source.stage != CPU_STAGES[0]:
        raise ValueError(f"{source.origin} is {source.stage}: check=True instruments kernels before their first pass")
    if until != CPU_STAGES[-1]:
        return _Compilation(source, options, until, timer, stage).run()
    chosen = (str(options.strict_fp), str(options.check), stage.key)
    key = key_of("source", source.stage, source.text, *chosen, repr(Host.here()))
    found = cast("Kept | None", CACHE.get(key))
    if found is None:
        made = _Compilation(source, options, until, timer, stage).run()
        found = Kept(made.name, {stage: made.asm[stage] for stage in made.asm if stage not in LATER}, made.metadata)
        CACHE.put(key, found)
    if link is not None:
        CACHE.put(link, Link(key, _given(source)))
    return found.as_asked(options, _given(source))


def _refuse_added_arguments(source: Source) -> None:
    """Raise ``DiagnosticError`` for a kernel with arguments that GPU launches add."""
    for op in source.module.body.ops:
        if isinstance(op, TritonFuncOp) and op.is_public and (recipes_of(op) or persistent_axes(op)):
            raise error(op.location, "the kernel has arguments that a launch on a GPU computes: give the original one")


def _given(source: Source) -> dict[str, Any]:
    """The metadata of a kernel that comes from its source."""
    return {
        "origin": source.origin,
        "signature": list(source.types),
        "arguments": list(source.names),
        "constants": {name: plain(value) for name, value in source.constants.items()},
    }


def _kernel_of(source: Source) -> FuncOp:
    """The kernel in a linalg module."""
    functions = [op for op in source.module.body.ops if isinstance(op, FuncOp)]
    return next(op for op in functions if cast("StringAttr", op.sym_name).data == source.name)


def _require_llvmlite(until: str) -> None:
    """Fail before compilation, not after it."""
    if CPU_STAGES.index(until) < CPU_STAGES.index("llvm"):
        return
    try:
        llvmlite_binding()
    except ImportError as problem:
        raise ValueError(f"{problem}; without it kernels are compiled to linalg (until='linalg')") from problem


@dataclass
class _Compilation:
    """A compilation in progress."""

    source: Source
    options: CpuOptions
    until: str
    timer: Timer
    ttir_stage: TtirStage
    texts: Texts = field(default_factory=Texts)
    records: list[PassRecord] = field(default_factory=list[PassRecord])
    known: dict[str, Any] = field(default_factory=dict[str, Any])
    remarks: list[str] = field(default_factory=list[str])

    def run(self) -> CompiledKernel:
        """Run all requested stages."""
        source = self.source
        self.texts[source.stage] = source.text
        with source.ctx.diagnostics.handled_by(self._note):
            if self._is_next("ttir"):
                self._stage("ttir", self._ttir)
            if self._is_next("linalg"):
                self._stage("linalg", self._linalg)
            if self._is_next("llvm"):
                self._llvm()
        if self._is_next("ll"):
            self.timer.measure("o", self._machine_code)
        return CompiledKernel(source.name, self.texts, self._metadata())

    def _note(self, diagnostic: Diagnostic) -> None:
        self.remarks.append(render(diagnostic, {}))

    def _is_next(self, stage: str) -> bool:
        """Whether a stage comes after the source and not after the last requested one."""
        order = CPU_STAGES.index
        return order(self.source.stage) < order(stage) <= order(self.until)

    def _stage(self, stage: str, work: Callable[[], str]) -> None:
        self.texts[stage] = self.timer.measure(stage, work)

    def _ttir(self) -> str:
        if self.options.check:
            facts = instrument_module(self.source.module, self.source.ctx)
            self.known["instrumentation"] = to_json(facts)
        self._run("ttir", self.ttir_stage.pipeline)
        return print_op(self.source.module, AS_TRITON)

    def _linalg(self) -> str:
        inline_calls(self.source.module, passes_tensors)
        self._run("linalg", parse_pipeline(",".join(TO_LINALG_WITH_ROWS)))
        kernel = _kernel_of(self.source)
        apart = self.source.module.attributes.pop(f"cpu.{APART}", None)
        if apart is not None:  # MLIR's own tools know no dialect of the name that a module's attributes need
            kernel.attributes[APART] = apart
        self.known["parameters"] = [asdict(parameter) for parameter in parameters_of(kernel)]
        return print_op(self.source.module, AS_TRITON)

    def _run(self, stage: str, passes: Nest) -> None:
        """Run passes on the module, and verify the result."""
        source = self.source
        manager = PassManager(source.ctx, verify_each=False, instruments=[Recorder(stage, self.records)])
        manager.run(passes, source.module)
        verify(source.module, source.ctx)

    def _llvm(self) -> None:
        source, host = self.source, Host.here()
        facts = self.timer.measure("llvm", lambda: self._lowered(host))
        self.known |= {
            "arena": facts["arena"],
            "checks": list(facts["checks"]),
            "waits": facts["waits"],
            "large_arrays": list(facts["large_arrays"].get(source.name, ())),
            "host": asdict(host),
            "processor": processor(),
        }
        if self.until == "llvm":
            self.texts["llvm"] = print_op(source.module, AS_TRITON)
        else:
            linalg = self.texts["linalg"]
            self.texts.later("llvm", lambda: llvm_of(str(linalg), self.options, host))

    def _lowered(self, host: Host) -> dict[str, Any]:
        """Lower the module to the ``llvm`` dialect. With ``check`` there is only one version of the code."""
        source, later = self.source, not self.options.check
        return lower_to_llvm(source.module, source.ctx, self.options, host, large_arrays_later=later)

    def _machine_code(self) -> None:
        host = Host.here()
        _, code = code_of(self.source.module, host)
        self.texts["ll"] = code.llvm_ir
        if self._is_next("s"):
            self.texts.later("s", lambda: assembly_of(code.llvm_ir, host))
        if self._is_next("o"):
            self.texts["o"] = code.object
            self.known["object"] = digest(code.object)

    def _metadata(self) -> dict[str, Any]:
        """All metadata of the kernel, JSON-serialisable."""
        source = self.source
        return {
            "name": source.name,
            "target": CPU,
            **_given(source),
            "options": asdict(self.options),
            **self.known,
            "remarks": self.remarks,
            "passes": [asdict(record) for record in self.records],
            "milliseconds": self.timer.milliseconds,
            "versions": cpu_versions(),
        }
