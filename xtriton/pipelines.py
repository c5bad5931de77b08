"""The stages of the compiler as data: which passes, in which order, for which target.

Each stage is also a named pipeline of the command line: ``--make-ttir=target=cuda:90``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import ClassVar, Literal, get_args

from xtriton.passes import PASSES
from xtriton.passes.base import NamedPipeline, check_power_of_two, option
from xtriton.targets import Target
from xtriton.versions import V3_8, V3_9, VersionRange, active_version, before, since


def make_ttir_passes(capability: int) -> tuple[str, ...]:
    """The passes of Triton's TTIR stage, in its order, for an NVIDIA GPU of a compute capability (80, 90, ...).

    As all stages here, it is that of the version of Triton in effect.
    """
    has_descriptors = capability // 10 >= 9
    return (
        "inline",
        *_only(before(V3_8), "triton-rewrite-tensor-pointer"),
        *(() if has_descriptors else ("triton-rewrite-tensor-descriptor-to-pointer",)),
        "canonicalize",
        "triton-combine",
        "triton-reorder-broadcast",
        "cse",
        "symbol-dce",
        "triton-loop-unroll",
    )


def _only(versions: VersionRange, *passes: str) -> tuple[str, ...]:
    """These passes in versions that have them in a place, and none in others."""
    return passes if active_version() in versions else ()


Optimize = Literal["hopper"]
"""Passes that Triton does not have, and that the stages run if they are asked to."""


def hopper_ttir_passes() -> tuple[str, ...]:
    """The passes that ``optimize="hopper"`` adds after those of the TTIR stage."""
    return (
        "hopper-join-tiles",
        "hopper-version-groups",
        "hopper-uniform-loads",
        "hopper-pointers-to-descriptors",
        "canonicalize",
        "triton-reorder-broadcast",
        "hopper-combine-scales",
        "cse",
        "hopper-swap-operands",
        "hopper-split-rows",
        "hopper-split-steps",
        "canonicalize",
        "cse",
        "hopper-occupancy",
        "hopper-pipeline-dots",
        "hopper-tile-order",
        "hopper-persistent-grid",
        "hopper-launch-arguments",
        "canonicalize",
        "cse",
    )


HOPPER_WARPS = 4
"""How many warps run each partition of a kernel that is optimized for Hopper."""


def make_ttgir_passes(
    capability: int, num_warps: int = 4, num_stages: int = 3, num_ctas: int = 1, optimize: Optimize | None = None
) -> tuple[str, ...]:
    """The passes of Triton's TTGIR stage, in its order, for an NVIDIA GPU of a compute capability.

    With ``optimize`` there are others between them, and layouts are those of a partition's warps.
    """
    if optimize == "hopper":
        return _hopper_ttgir_passes(capability, num_ctas)
    hoisted = _hoisted(capability)
    return (
        *_layout_passes(capability, num_warps, num_ctas),
        *_pipelining_passes(capability, num_stages),
        "canonicalize",
        "triton-loop-aware-cse",
        *(("tritongpu-prefetch",) if capability // 10 == 8 else _only(before(V3_8), "tritongpu-prefetch")),
        f"tritongpu-optimize-dot-operands{hoisted}",
        "tritongpu-coalesce-async-copy",
        "triton-nvidia-optimize-tmem-layouts",
        *_only(since(V3_8), "triton-nvidia-tmem-load-reduce"),
        *(("triton-nvidia-tma-lowering",) if capability // 10 >= 9 else ()),
        *(_only(since(V3_9), "triton-nvidia-gpu-lower-clc") if capability // 10 >= 10 else ()),
        "tritongpu-remove-layout-conversions",
        "triton-nvidia-interleave-tmem",
        "tritongpu-reduce-data-duplication",
        "tritongpu-reorder-instructions",
        "triton-loop-aware-cse",
        "symbol-dce",
        f"triton-nvidia-gpu-fence-insertion{{compute-capability={capability}}}",
        "triton-nvidia-mma-lowering",
        *_only(since(V3_9), f"triton-nvidia-gpu-hoist-mbarrier-lifecycle{{compute-capability={capability}}}"),
        "sccp",
        "cse",
        "canonicalize",
    )


def schedule_passes(num_stages: int) -> tuple[str, ...]:
    """The passes that give the operations of loops their stages and clusters."""
    return (f"tritongpu-assign-latencies{{num-stages={num_stages}}}", "tritongpu-schedule-loops")


def scheduling_passes(capability: int, num_warps: int = 4, num_stages: int = 3) -> tuple[str, ...]:
    """The passes of the TTGIR stage up to those that schedule loops, by the engines of ``native``.

    Raises ``ValueError`` for targets on which Triton does not pipeline loops, those before compute capability 8.0, and
    for numbers of warps that are not powers of two.
    """
    check_power_of_two("num-warps", num_warps)
    listed = make_ttgir_passes(capability, num_warps, num_stages)
    last = schedule_passes(num_stages)[-1]
    if last not in listed:
        raise ValueError(f"loops are not pipelined for compute capability {capability}: it must be at least 80")
    return tuple(with_wheel(listed[: listed.index(last) + 1]))


def gluon_passes() -> tuple[str, ...]:
    """The passes of Triton's TTGIR stage for Gluon kernels, in its order. They do not depend on the GPU."""
    return (
        "gluon-inline",
        "gluon-infer-coalesced-encodings",
        "gluon-resolve-auto-encodings",
        "triton-nvidia-tma-lowering",
        "gluon-canonicalize",
        "sccp",
        "triton-loop-aware-cse",
        "gluon-canonicalize",
        "tritongpu-combine-tensor-select-and-if",
        *_only(since(V3_9), "symbol-dce", "triton-nvidia-check-matmul-two-cta"),
    )


def _hoisted(capability: int) -> str:
    return f"{{hoist-layout-conversion={str(capability >= 80).lower()}}}"


def _layout_passes(capability: int, num_warps: int, num_ctas: int) -> tuple[str, ...]:
    """The passes that choose layouts and tensor core instructions, before loops are pipelined."""
    sizes = f"target=cuda:{capability} num-warps={num_warps} threads-per-warp=32 num-ctas={num_ctas}"
    return (
        f"convert-triton-to-tritongpu{{{sizes}}}",
        "tritongpu-coalesce",
        f"tritongpu-F32DotTC{{emu-tf32={str(capability // 10 >= 8).lower()}}}",
        *_cta_layout_passes(),
        "tritongpu-remove-layout-conversions",
        "tritongpu-optimize-thread-locality",
        "tritongpu-accelerate-matmul",
        *_only(since(V3_9), "triton-nvidia-check-matmul-two-cta"),
        "tritongpu-remove-layout-conversions",
        f"tritongpu-optimize-dot-operands{_hoisted(capability)}",
        "triton-nvidia-optimize-descriptor-encoding",
        "triton-loop-aware-cse",
    )


def _cta_layout_passes() -> tuple[str, ...]:
    """The passes that distribute tensors over the CTAs of a cluster."""
    return (
        *_only(before(V3_9), "triton-nvidia-gpu-plan-cta"),
        *_only(
            since(V3_9),
            "triton-nvidia-gpu-assign-cga-layouts",
            "tritongpu-remove-layout-conversions",
            "triton-nvidia-gpu-optimize-cta-locality",
        ),
    )


def _hopper_ttgir_passes(capability: int, num_ctas: int) -> tuple[str, ...]:
    """The TTGIR stage of ``optimize="hopper"``: ``hopper-warp-specialize`` in the place of software pipelining."""
    return (
        *_layout_passes(capability, HOPPER_WARPS, num_ctas),
        "hopper-narrow-conversions",
        "canonicalize",
        "triton-licm",
        "canonicalize",
        "tritongpu-combine-tensor-select-and-if",
        "hopper-unroll-dots",
        "hopper-split-k",
        "hopper-take-turns",
        "hopper-prefetch-loads",
        "hopper-warp-specialize",
        "canonicalize",
        "triton-loop-aware-cse",
        "triton-nvidia-tma-lowering",
        "symbol-dce",
        "triton-nvidia-mma-lowering",
        "sccp",
        "cse",
        "canonicalize",
    )


def _pipelining_passes(capability: int, num_stages: int) -> tuple[str, ...]:
    """The passes that overlap the loads and dots of loops, which differ most between GPU generations."""
    staged = f"{{num-stages={num_stages}}}"
    if capability // 10 in (8, 9):
        return (
            "tritongpu-fuse-nested-loops",
            "canonicalize",
            "triton-licm",
            "canonicalize",
            "tritongpu-combine-tensor-select-and-if",
            f"nvgpu-warp-specialization{staged}",
            *schedule_passes(num_stages),
            f"tritongpu-pipeline{staged}",
        )
    if capability // 10 >= 10:
        return (
            "tritongpu-fuse-nested-loops",
            "canonicalize",
            "triton-licm",
            "tritongpu-optimize-accumulator-init",
            "tritongpu-hoist-tmem-alloc{hoist-out-of-if=false}",
            "tritongpu-promote-lhs-to-tmem",
            *schedule_passes(num_stages),
            f"tritongpu-automatic-warp-specialization{staged}",
            f"tritongpu-pipeline{staged}",
            "tritongpu-optimize-partition-warps",
            "tritongpu-combine-tensor-select-and-if",
            "tritongpu-hoist-tmem-alloc{hoist-out-of-if=true}",
            "triton-nvidia-gpu-remove-tmem-tokens",
        )
    return ("triton-licm",)


def check_optimize(optimize: Optimize | None, target: Target) -> None:
    """Raise ``ValueError`` for passes that there are not, or not for a target."""
    if optimize is None:
        return
    if optimize not in get_args(Optimize):
        raise ValueError(f"optimize is {optimize!r}: it must be one of {', '.join(get_args(Optimize))}")
    if target.capability != _HOPPER:
        raise ValueError(f"optimize='{optimize}' is for cuda:{_HOPPER}, not for {target}: leave it out")


_HOPPER = 90


def capability_of(target: str) -> int:
    """The compute capability of a target spelled as Triton does, ``cuda:90``. Raises ``ValueError`` for any other."""
    return Target.parse(target).capability


@dataclass(frozen=True)
class MakeTtir(NamedPipeline):
    """Triton's TTIR stage: inline functions, lower block pointers, simplify.

    before: the front end's IR of ``@triton.jit`` functions
    after:  the ``ttir`` of Triton's cache
    """

    name: ClassVar[str] = "make-ttir"
    target: str = field(metadata={"help": "target GPU: cuda:80, cuda:90, ..."})
    optimize: Optimize | None = field(default=None, metadata={"help": "extra passes that Triton does not have: hopper"})

    def __post_init__(self) -> None:
        check_optimize(self.optimize, Target.parse(self.target))

    def passes(self) -> tuple[str, ...]:
        optimizing = hopper_ttir_passes() if self.optimize == "hopper" else ()
        return (*make_ttir_passes(capability_of(self.target)), *optimizing)


Engine = Literal["native", "wheel"]
"""The implementation of a pass: xtriton's (``native``), or that of the installed Triton wheel."""


def engine_of(passed: str) -> Engine:
    """The engine of a pass, given with its options: ``native`` if xtriton implements it, otherwise ``wheel``."""
    return "native" if passed.partition("{")[0] in PASSES else "wheel"


def _engine_but_for_ours(passed: str) -> Engine:
    """The engine of a pass with ``engine=wheel``: ``native`` only for the passes that Triton lacks."""
    return "native" if passed.startswith(_OURS) else "wheel"


_OURS = "hopper-"
"""The prefix of passes that Triton does not have."""


def with_wheel(passes: Iterable[str], engine: Engine = "native") -> Iterator[str]:
    """The passes, with consecutive passes of the wheel merged into one ``libtriton{passes="a,b"}``.

    With the engine ``wheel``, it runs all passes that it has.
    """
    choose = engine_of if engine == "native" else _engine_but_for_ours
    for runs, group in groupby(passes, choose):
        if runs == "native":
            yield from group
        else:
            yield f'libtriton{{passes="{",".join(group)}"}}'


@dataclass(frozen=True)
class MakeTtgir(NamedPipeline):
    """Triton's TTGIR stage: assign layouts, select tensor core instructions, pipeline loops.

    Passes that xtriton lacks, or implements as another version of Triton has them, are run by the installed Triton
    wheel, consecutive ones in one call.
    before: the ``ttir`` of Triton's cache
    after:  the ``ttgir`` of Triton's cache
    """

    name: ClassVar[str] = "make-ttgir"
    target: str = field(metadata={"help": "target GPU: cuda:80, cuda:90, ..."})
    num_warps: int = option(4, "number of warps per CTA")
    num_stages: int = option(3, "number of software pipeline stages")
    num_ctas: int = option(1, "number of CTAs per cluster")
    engine: Literal["native", "wheel"] = option(
        "native", "engine of the passes that xtriton implements: its own or the Triton wheel's"
    )
    optimize: Optimize | None = field(
        default=None, metadata={"help": "extra passes: hopper; each partition has 4 warps"}
    )

    def __post_init__(self) -> None:
        check_optimize(self.optimize, Target.parse(self.target))
        check_power_of_two("num-warps", self.num_warps)
        check_power_of_two("num-ctas", self.num_ctas)

    def passes(self) -> tuple[str, ...]:
        sizes = (self.num_warps, self.num_stages, self.num_ctas)
        listed = make_ttgir_passes(capability_of(self.target), *sizes, self.optimize)
        return tuple(with_wheel(listed, self.engine))


@dataclass(frozen=True)
class MakeGluonToTtgir(NamedPipeline):
    """Triton's TTGIR stage for Gluon kernels: inline functions, infer the layouts left open, simplify.

    before: the front end's IR of ``@gluon.jit`` functions
    after:  the ``ttgir`` of Triton's cache
    """

    name: ClassVar[str] = "make-gluon-to-ttgir"
    engine: Literal["native", "wheel"] = option("native", "engine of the passes: xtriton's own or the Triton wheel's")

    def passes(self) -> tuple[str, ...]:
        return tuple(with_wheel(gluon_passes(), self.engine))


def cpu_ttir_passes() -> tuple[str, ...]:
    """The passes of the TTIR stage for the CPU: those for GPUs without tensor descriptors, which become pointers."""
    return make_ttir_passes(80)


_LANES = "cpu-neutral-lanes"
_ON_TTIR = (
    "cpu-accumulated-extrema",
    "cpu-transpose-blocks",
    "cpu-share-exponentials",
    "triton-short-reductions-to-linalg",
)
_WITH_OVERLAP = "triton-to-linalg-experimental{safe=true rows=true}"

TO_LINALG_PASSES = (_LANES, *_ON_TTIR, "triton-to-linalg-experimental{safe=true}")
"""The passes from the result of the TTIR stage to linalg on tensors."""

TO_LINALG_WITH_OVERLAP = (_LANES, *_ON_TTIR, _WITH_OVERLAP)
"""The same for code that can be rerun from its TTIR: it also asserts what holds for some correct programs only."""

TO_LINALG_WITH_ROWS = (_LANES, "cpu-split-positions", *_ON_TTIR, _WITH_OVERLAP)
"""The same for arrays that do not overlap, in runs of positions in one row."""

TO_LINALG_WITHOUT_GUARDS = (_LANES, *_ON_TTIR, "triton-to-linalg-experimental{safe=true guards=false}")
"""The same for programs whose offsets and masks wrap around."""


@dataclass(frozen=True)
class MakeCpuLinalg(NamedPipeline):
    """The CPU's stage from TTIR to linalg on tensors.

    before: the front end's IR of ``@triton.jit`` functions, or the ``ttir`` of Triton's cache
    after:  ``func.func @kernel`` with the place in the grid as its last six arguments
    """

    name: ClassVar[str] = "make-cpu-linalg"

    def passes(self) -> tuple[str, ...]:
        return (*cpu_ttir_passes(), *TO_LINALG_PASSES)


@dataclass(frozen=True)
class MakeCpuLlvm(NamedPipeline):
    """The CPU's stage from linalg on tensors to the llvm dialect.

    before: the result of ``triton-to-linalg`` or ``triton-to-linalg-experimental``
    after:  ``llvm.func @kernel__grid``, which runs a part of a grid
    """

    name: ClassVar[str] = "make-cpu-llvm"
    strict_fp: bool = field(default=False, metadata={"help": "do not reassociate floating-point sums"})
    vector_bits: int = field(default=512, metadata={"help": "vector width in bits"})
    noalias: bool = field(default=True, metadata={"help": "arrays that are written do not overlap other arrays"})
    f16_conversions: bool = field(default=False, metadata={"help": "the target has f16 conversion instructions"})
    dots: tuple[str, ...] = field(default=(), metadata={"help": "dot instructions of the target, by LLVM's features"})
    vector_ldexp: bool = field(default=False, metadata={"help": "the target scales vectors by powers of two"})
    memory_bits: int = field(default=0, metadata={"help": "vector width of functions that mostly access memory"})
    cache_bytes: int = field(default=0, metadata={"help": "size of the last-level cache; 0: no stores bypass it"})
    large_arrays_later: bool = field(default=False, metadata={"help": "leave large arrays to another version"})

    def passes(self) -> tuple[str, ...]:
        flags = (self.strict_fp, self.noalias, self.f16_conversions, self.vector_ldexp)
        strict, noalias, half, ldexp = (str(flag).lower() for flag in flags)
        dots = f" dots={','.join(self.dots)}" if self.dots else ""
        stream, later = self.cache_bytes > 0, " later=true" if self.large_arrays_later else ""
        memory = f" memory-bits={self.memory_bits}" if self.memory_bits else ""
        return (
            "cse",
            f"cpu-reduce-in-loop{{strict-fp={strict}}}",
            f"cpu-split-rows{{noalias={noalias}}}",
            f"cpu-fuse{{noalias={noalias} strict-fp={strict}}}",
            f"cpu-quotient-runs{{noalias={noalias}}}",
            f"cpu-bufferize{{noalias={noalias}}}",
            "cpu-copy-runs",
            "cpu-trim-matmuls",
            f"cpu-read-in-place{{noalias={noalias} strict-fp={strict}}}",
            f"cpu-write-in-place{{noalias={noalias}}}",
            *([f"cpu-stream-stores{{cache-bytes={self.cache_bytes} noalias={noalias}{later}}}"] if stream else ()),
            f"cpu-share-exchanges{{strict-fp={strict} vector-bits={self.vector_bits}}}",
            f"cpu-linalg-to-loops{{strict-fp={strict} vector-bits={self.vector_bits}{dots}}}",
            f"cpu-math{{vector-ldexp={ldexp}}}",
            f"cpu-lock-atomics{{noalias={noalias}}}",
            f"cpu-to-llvm{{noalias={noalias} vector-bits={self.vector_bits} f16-conversions={half}{memory}}}",
        )


@dataclass(frozen=True)
class MakeCpu(MakeCpuLlvm):
    """The CPU's passes: ``make-cpu-linalg``, then ``make-cpu-llvm``.

    before: the front end's IR of ``@triton.jit`` functions
    after:  ``llvm.func @kernel__grid``, which runs a part of a grid
    """

    name: ClassVar[str] = "make-cpu"

    def passes(self) -> tuple[str, ...]:
        return (*cpu_ttir_passes(), *TO_LINALG_PASSES, *super().passes())
