"""``libtriton``: run passes of the installed Triton wheel. The module crosses over as text with its locations."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from time import perf_counter
from typing import Any, ClassVar

from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, ModuleOp, StringAttr

from xtriton.argument_locations import ArgumentLocations, read_argument_locations, set_argument_locations
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, error
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.base import Pass, option
from xtriton.passes.options import PipelineError, find_closing, parse_value, split_options
from xtriton.registry import similar_names
from xtriton.versions import (
    ALL_VERSIONS,
    V3_6,
    V3_8,
    V3_9,
    ByVersion,
    TritonVersion,
    VersionRange,
    active_version,
    at_version,
    before,
    by_version,
    installed_version,
    since,
)
from xtriton.wheel import WHEEL_LOCK

Options = tuple[tuple[str, Any], ...]
"""The options of a pass with their defaults."""


@dataclass(frozen=True)
class WheelPass:
    """A pass as the wheel offers it: the function that adds it, and its options in the order of that function.

    ``versions`` are those of the wheels that offer it.
    """

    function: str
    options: Options | ByVersion[Options] = ()
    versions: VersionRange = ALL_VERSIONS


_CODE: Options = (("compute-capability", 80), ("ptx-version", 80))

_GROUPS: dict[str, dict[str, WheelPass]] = {
    "passes.common": {
        "canonicalize": WheelPass("add_canonicalizer"),
        "cse": WheelPass("add_cse"),
        "inline": WheelPass("add_inliner"),
        "loop-invariant-code-motion": WheelPass("add_licm"),
        "sccp": WheelPass("add_sccp"),
        "symbol-dce": WheelPass("add_symbol_dce"),
    },
    "passes.convert": {
        "convert-arith-to-llvm": WheelPass("add_arith_to_llvmir"),
        "convert-cf-to-llvm": WheelPass("add_cf_to_llvmir"),
        "convert-index-to-llvm": WheelPass("add_index_to_llvmir"),
        "convert-nvvm-to-llvm": WheelPass("add_nvvm_to_llvm"),
        "convert-scf-to-cf": WheelPass("add_scf_to_cf"),
    },
    "passes.ttir": {
        "convert-triton-to-tritongpu": WheelPass(
            "add_convert_to_ttgpuir",
            (("target", ""), ("num-warps", 4), ("threads-per-warp", 32), ("num-ctas", 1)),
        ),
        "triton-combine": WheelPass("add_combine"),
        "triton-licm": WheelPass("add_triton_licm"),
        "triton-loop-aware-cse": WheelPass("add_loop_aware_cse"),
        "triton-loop-unroll": WheelPass("add_loop_unroll"),
        "triton-reorder-broadcast": WheelPass("add_reorder_broadcast"),
        "triton-rewrite-tensor-descriptor-to-pointer": WheelPass("add_rewrite_tensor_descriptor_to_pointer"),
        "triton-rewrite-tensor-pointer": WheelPass("add_rewrite_tensor_pointer", versions=before(V3_8)),
    },
    "passes.ttgpuir": {
        "allocate-shared-memory": WheelPass("add_allocate_shared_memory"),
        "tritongpu-F32DotTC": WheelPass("add_f32_dot_tc", (("emu-tf32", False),)),
        "tritongpu-accelerate-matmul": WheelPass("add_accelerate_matmul"),
        "tritongpu-allocate-warp-groups": WheelPass("add_allocate_warp_groups"),
        "tritongpu-assign-latencies": WheelPass("add_assign_latencies", (("num-stages", 3),)),
        "tritongpu-automatic-warp-specialization": WheelPass("add_warp_specialize", (("num-stages", 3),)),
        "tritongpu-coalesce": WheelPass("add_coalesce"),
        "tritongpu-coalesce-async-copy": WheelPass("add_coalesce_async_copy"),
        "tritongpu-combine-tensor-select-and-if": WheelPass("add_combine_tensor_select_and_if"),
        "tritongpu-fuse-nested-loops": WheelPass("add_fuse_nested_loops"),
        "tritongpu-global-scratch-memory-allocation": WheelPass("add_allocate_global_scratch_memory"),
        "tritongpu-hoist-tmem-alloc": WheelPass("add_hoist_tmem_alloc", (("hoist-out-of-if", False),)),
        "tritongpu-optimize-accumulator-init": WheelPass("add_optimize_accumulator_init"),
        "tritongpu-optimize-dot-operands": WheelPass("add_optimize_dot_operands", (("hoist-layout-conversion", True),)),
        "tritongpu-optimize-partition-warps": WheelPass("add_optimize_partition_warps"),
        "tritongpu-optimize-thread-locality": WheelPass("add_optimize_thread_locality"),
        "tritongpu-pipeline": WheelPass("add_pipeline", (("num-stages", 3), ("dump-intermediate-steps", False))),
        "tritongpu-prefetch": WheelPass("add_prefetch"),
        "tritongpu-reduce-data-duplication": WheelPass("add_reduce_data_duplication"),
        "tritongpu-remove-layout-conversions": WheelPass("add_remove_layout_conversions"),
        "tritongpu-reorder-instructions": WheelPass("add_reorder_instructions"),
        "tritongpu-schedule-loops": WheelPass("add_schedule_loops"),
        "canonicalize-llvm-ir": WheelPass("add_canonicalize_llvm_ir", versions=since(V3_8)),
        "tritoninstrument-concurrency-sanitizer": WheelPass("add_concurrency_sanitizer"),
    },
    "passes.gluon": {
        "gluon-canonicalize": WheelPass("add_canonicalizer"),
        "gluon-infer-coalesced-encodings": WheelPass("add_infer_coalesced_encodings"),
        "gluon-inline": WheelPass("add_inliner"),
        "gluon-resolve-auto-encodings": WheelPass("add_resolve_auto_encodings"),
    },
    "passes.llvmir": {
        "enable-line-info": WheelPass("add_di_scope"),
        "extract-variable-info": WheelPass("add_di_local_variable"),
    },
    "nvidia.passes.ttnvgpuir": {
        "convert-nv-gpu-to-llvm": WheelPass("add_nvgpu_to_llvm"),
        "convert-warp-specialize-to-llvm": WheelPass("add_warp_specialize_to_llvm"),
        "triton-nvidia-check-matmul-two-cta": WheelPass("add_check_matmul_two_cta"),
        "triton-nvidia-gpu-fence-insertion": WheelPass("add_fence_insertion", (("compute-capability", 90),)),
        "initialize-ws-cluster-barriers": WheelPass("add_initialize_ws_cluster_barriers", _CODE, since(V3_8)),
        "triton-nvidia-gpu-assign-cga-layouts": WheelPass("add_assign_cga_layouts", versions=since(V3_9)),
        "triton-nvidia-gpu-cluster-barrier-mbar-allocator": WheelPass(
            "add_cluster_barrier_mbar_allocator", versions=since(V3_9)
        ),
        "triton-nvidia-gpu-hoist-mbarrier-lifecycle": WheelPass(
            "add_hoist_mbarrier_lifecycle", (("compute-capability", 90),), since(V3_9)
        ),
        "triton-nvidia-gpu-lower-clc": WheelPass("add_lower_clc", versions=since(V3_9)),
        "triton-nvidia-gpu-optimize-cta-locality": WheelPass("add_optimize_cta_locality", versions=since(V3_9)),
        "triton-nvidia-gpu-plan-cta": WheelPass("add_plan_cta", versions=before(V3_9)),
        "triton-nvidia-gpu-tmem-barrier-insertion": WheelPass("add_tmem_barrier_insertion", versions=since(V3_8)),
        "triton-nvidia-gpu-tmem-wait-insertion": WheelPass("add_tmem_wait_insertion", versions=since(V3_9)),
        "triton-nvidia-gpu-to-clc": WheelPass("add_to_clc", versions=since(V3_9)),
        "triton-nvidia-tmem-load-reduce": WheelPass("add_tmem_load_reduce", versions=since(V3_8)),
        "triton-nvidia-gpu-proxy-fence-insertion": WheelPass(
            "add_proxy_fence_insertion", (("compute-capability", 90),)
        ),
        "triton-nvidia-gpu-remove-tmem-tokens": WheelPass("add_remove_tmem_tokens"),
        "triton-nvidia-interleave-tmem": WheelPass("add_interleave_tmem"),
        "triton-nvidia-mma-lowering": WheelPass("add_lower_mma"),
        "triton-nvidia-optimize-descriptor-encoding": WheelPass("add_optimize_descriptor_encoding"),
        "triton-nvidia-optimize-tmem-layouts": WheelPass("add_optimize_tmem_layouts"),
        "triton-nvidia-tma-lowering": WheelPass("add_tma_lowering"),
        "triton-tensor-memory-allocation": WheelPass("add_allocate_tensor_memory"),
        "tritongpu-promote-lhs-to-tmem": WheelPass("add_promote_lhs_to_tmem"),
    },
    "nvidia.passes.ttgpuir": {
        "allocate-shared-memory-nv": WheelPass("add_allocate_shared_memory_nv", _CODE),
        "convert-triton-gpu-to-llvm": WheelPass(
            "add_to_llvmir",
            by_version({V3_6: _CODE, V3_8: (*_CODE, ("enable-concurrency-sanitizer", False)), V3_9: _CODE}),
        ),
    },
    "nvidia.passes.nvws": {
        "nvws-assign-stage-phase": WheelPass("add_assign_stage_phase"),
        "nvws-insert-tmem-aref": WheelPass("add_insert_tmem_aref"),
        "nvws-lower-aref": WheelPass("add_lower_aref"),
        "nvws-lower-warp-group": WheelPass("add_lower_warp_group"),
    },
    "nvidia.passes.hopper": {
        "nvgpu-warp-specialization": WheelPass(
            "add_hopper_warpspec", (("num-stages", 0), ("dump-intermediate-steps", False))
        ),
    },
}

WHEEL_PASSES = {name: (group, wheel) for group, passes in _GROUPS.items() for name, wheel in passes.items()}
"""``triton-opt`` name -> where libtriton has the pass, and how it is added; of all versions."""


@cache
def wheel_passes(triton: TritonVersion) -> dict[str, tuple[str, str, Options]]:
    """``triton-opt`` name -> group, function and options of a pass, for those that the wheel of a version offers."""
    return {
        name: (group, entry.function, at_version(entry.options, triton))
        for name, (group, entry) in WHEEL_PASSES.items()
        if triton in entry.versions
    }


@dataclass(frozen=True)
class LibTriton(Pass):
    """Run passes of the installed Triton wheel, under triton-opt's names and options.

    The module is handed over as text with locations, in a fresh context, and read back the same way.
    before: ``libtriton{passes="tritongpu-pipeline{num-stages=3},cse"}``
    after:  what ``triton-opt --tritongpu-pipeline=num-stages=3 --cse`` of that wheel would give
    """

    name: ClassVar[str] = "libtriton"
    reassociates: ClassVar[bool] = True
    speculates: ClassVar[bool] = True

    passes: str = option("", "the passes: a,b{x=1 y=2}")

    def __post_init__(self) -> None:
        if not parse_wheel_pipeline(self.passes):
            raise ValueError("name the passes to run: passes=canonicalize")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        result = cross(print_op(module, FOR_TRITON), self.passes, ctx, module.location)
        changed = parse_module(result.text, TEXT_NAME, ctx)
        set_argument_locations(changed, result.locations, ctx)
        module.attributes = dict(changed.attributes)
        module.properties = dict(changed.properties)
        module.location = changed.location
        for block in list(module.body.blocks):
            module.body.erase_block(block)
        changed.body.move_blocks(module.body)


FOR_TRITON = PrintOptions(debuginfo=True, argument_locations=True)
"""How modules are written that cross over: with all their locations."""

TEXT_NAME = "<libtriton>"
"""The file name of positions in the text that is passed to the wheel."""

_NAME = re.compile(r"\s*([\w.-]+)\s*")


def parse_wheel_pipeline(text: str) -> list[tuple[str, str, list[Any]]]:
    """``text`` as (group, function, arguments). Raises ``ValueError`` for passes and options that the wheel lacks."""
    calls: list[tuple[str, str, list[Any]]] = []
    position = 0
    while position < len(text):
        match = _NAME.match(text, position)
        if match is None:
            raise ValueError(f"expected the name of a pass at '{text[position:]}'")
        position = match.end()
        options = (position, position)
        if text.startswith("{", position):
            closing = find_closing(text, position, len(text))
            if closing is None:
                raise ValueError("'{' is never closed")
            options, position = (position + 1, closing), closing + 1
        calls.append(_wheel_call(match.group(1), text, *options))
        rest = text[position:].lstrip()
        if rest and not rest.startswith(","):
            raise ValueError(f"expected ',' at '{rest}'")
        position = len(text) - len(rest) + 1
    return calls


def _wheel_call(name: str, text: str, start: int, end: int) -> tuple[str, str, list[Any]]:
    offered = wheel_passes(active_version())
    if name not in offered:
        near = similar_names(name, offered)
        hint = f"; did you mean {', '.join(map(repr, near))}?" if near else ""
        raise ValueError(f"the wheel of Triton {active_version()} offers no pass '{name}'{hint}")
    group, function, options = offered[name]
    values = dict(options)
    try:
        given = split_options(text, start, end)
    except PipelineError as failure:
        raise ValueError(failure.message) from None
    for raw in given:
        if raw.name not in values:
            raise ValueError(f"pass '{name}' has no option '{raw.name}' (it has {', '.join(values) or 'none'})")
        values[raw.name] = parse_value(type(values[raw.name]), raw.value)
    return group, function, list(values.values())


@dataclass(frozen=True)
class Crossed:
    """The wheel's result: the text of a module, and the locations that the text omits."""

    text: str
    locations: ArgumentLocations


def run_in_wheel(text: str, passes: str, ctx: Context, location: LocationAttr) -> str:
    """The text of the module ``text`` after ``passes``; for the rest see :func:`cross`."""
    return cross(text, passes, ctx, location).text


Watch = Callable[[str, str, float], None]
"""Called after each pass with its name, the text of the module, and the milliseconds it took."""


def cross(text: str, passes: str, ctx: Context, location: LocationAttr, watch: Watch | None = None) -> Crossed:
    """The module ``text`` after ``passes``, with locations. The wheel's messages become diagnostics of ``ctx``.

    With ``watch``, passes run one by one, with the same result. Raises ``DiagnosticError`` with the wheel's first
    error; one without a position is put at ``location``.
    """
    try:
        library: Any = import_module("triton._C.libtriton")
    except ImportError:
        raise error(location, "pass 'libtriton' needs the triton package, which is not installed") from None
    if installed_version() != ctx.triton:
        raise error(location, f"this needs the wheel of Triton {ctx.triton}; installed is {installed_version()}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.mlir"
        path.write_text(text, encoding="utf-8")
        with captured_stderr() as said:
            result = _attempt(lambda: _in_fresh_context(library, str(path), passes, watch))
    diagnostics = read_diagnostics("".join(said).replace(str(path), TEXT_NAME), location)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    if isinstance(result, RuntimeError):
        raise DiagnosticError(errors[0]) if errors else error(location, f"libtriton failed: {result}")
    for diagnostic in diagnostics:
        ctx.diagnostics.emit(diagnostic)
    # Block arguments that had no location were given their place in the text.
    here, there = f'loc("{path}":', f'loc("{TEXT_NAME}":'
    locations = replace(result.locations, text=result.locations.text.replace(here, there))
    return Crossed(result.text.replace(here, there), locations)


def _attempt(work: Callable[[], Crossed]) -> Crossed | RuntimeError:
    """The result of ``work`` or the ``RuntimeError`` it raised: libtriton's own way to fail."""
    try:
        return work()
    except RuntimeError as failure:
        return failure


def _in_fresh_context(library: Any, path: str, passes: str, watch: Watch | None) -> Crossed:
    context = library.ir.context()
    library.ir.load_dialects(context)
    library.nvidia.load_dialects(context)
    module = library.ir.parse_mlir_module(path, context)
    module.context = context
    calls = parse_wheel_pipeline(passes)
    for group in [calls] if watch is None else [[call] for call in calls]:
        manager = library.ir.pass_manager(context)
        for place, function, arguments in group:
            getattr(attrgetter(place)(library), function)(manager, *arguments)
        start = perf_counter()
        manager.run(module, "xtriton")
        if watch is not None:
            taken = (perf_counter() - start) * 1000
            watch(_name_of(*group[0][:2]), str(module), taken)
    return Crossed(str(module), read_argument_locations(library, module))


def _name_of(place: str, function: str) -> str:
    """The name of the pass that a function of the wheel adds."""
    offered = wheel_passes(active_version())
    return next(name for name, (group, added, _) in offered.items() if (group, added) == (place, function))


@contextmanager
def captured_stderr() -> Generator[list[str]]:
    """Collect the output of native code on the standard error file descriptor while the block runs."""
    said: list[str] = []
    if sys.stderr is not None:  # pyright: ignore[reportUnnecessaryComparison] - it is None where it was closed
        sys.stderr.flush()
    with WHEEL_LOCK, tempfile.TemporaryFile() as sink:
        saved = os.dup(2)
        os.dup2(sink.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(saved, 2)
            os.close(saved)
            sink.seek(0)
            said.append(sink.read().decode(errors="replace"))


_MESSAGE = re.compile(
    r'^(?:(?:loc\()?"?(?P<file>[^"\n]+?)"?:(?P<line>\d+):(?P<column>\d+)\)?|<unknown>:0): '
    r"(?P<severity>error|warning|remark|note): (?P<message>.*)$",
    re.MULTILINE,
)
_FAILED_PASS = re.compile(r"Pipeline failed while executing \[`(\w+)`")
_DEATH = re.compile(r"(Assertion `.*' failed)\.$|^LLVM ERROR: (.*)$", re.MULTILINE)
_ABOUT_REPRODUCERS = re.compile(
    "A signal was caught while processing|Failures have been detected while processing|Pipeline failed while executing"
)


def read_diagnostics(text: str, location: LocationAttr) -> list[Diagnostic]:
    """The diagnostics in MLIR's output, each with its notes; without a position they are at ``location``."""
    found: list[Diagnostic] = []
    for match in _MESSAGE.finditer(text):
        if _ABOUT_REPRODUCERS.match(match["message"]):
            continue
        diagnostic = Diagnostic(Severity(match["severity"]), _place(match) or location, match["message"])
        if diagnostic.severity is Severity.NOTE and found:
            last = found[-1]
            found[-1] = Diagnostic(last.severity, last.location, last.message, (*last.notes, diagnostic))
        else:
            found.append(diagnostic)
    if (failed := _FAILED_PASS.search(text)) is not None:
        found.append(Diagnostic(Severity.ERROR, location, f"the Triton wheel failed in {failed[1]}{_reason(text)}"))
    if not found and (message := re.search(r"error: (.*)", text)):
        found.append(Diagnostic(Severity.ERROR, location, message[1]))
    return found


def _place(message: re.Match[str]) -> LocationAttr | None:
    """The location that a message contains."""
    if message["file"] is None:
        return None
    line, column = IntAttr(int(message["line"])), IntAttr(int(message["column"]))
    return FileLineColLoc(StringAttr(message["file"]), line, column)


def _reason(text: str) -> str:
    """Why the process would have died if MLIR had not caught it: an assertion, or a fatal error of LLVM."""
    death = _DEATH.search(text)
    return "" if death is None else f": {death[1] or death[2]}"
