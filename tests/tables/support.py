"""The support of each operation in each table, determined by running it, and deliberate refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from xdsl.dialects.builtin import FunctionType, ModuleOp, TensorType, UnrealizedConversionCastOp
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from xtriton.dialects.tt import TT, FuncOp
from xtriton.dialects.ttg import TTG
from xtriton.dialects.ttng import TTNG
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.traits import encoding_of
from xtriton.ir.verifier import verify
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import ALL_VERSIONS, V3_6

ROOT = Path(__file__).parents[2]
OPERATIONS: dict[str, type[Operation]] = {
    op.name: op
    for dialect in (TT, TTG, TTNG)
    for op in dialect.operations
    if V3_6 in getattr(op, "VERSIONS", ALL_VERSIONS)
}
"""The operations of Triton 3.6; those of later versions are in docs/versions.md and `tests/filecheck/versions`."""
LATER = {
    op.name: op
    for dialect in (TT, TTG, TTNG)
    for op in dialect.operations
    if op.name not in OPERATIONS and V3_6 not in getattr(op, "VERSIONS", ALL_VERSIONS)
}
"""The operations that later versions have added."""
TTIR = tuple(name for name in OPERATIONS if name.startswith("tt."))
TTGIR = tuple(name for name in OPERATIONS if not name.startswith("tt."))

CONVERSION = "convert-triton-to-tritongpu{target=cuda:90}"
TO_LINALG = "triton-to-linalg-experimental{safe=true}"
TO_CPU = f"{TO_LINALG},make-cpu-llvm"


@dataclass(frozen=True)
class Refusal:
    """An operation that a table rejects on purpose, and the diagnostic that the user gets."""

    reason: str
    message: str


_PTX = "PTX has no semantics outside of NVIDIA GPUs"

INTERPRETER_REFUSALS = {
    "tt.elementwise_inline_asm": Refusal(f"{_PTX}, except for rounding to tf32", "inline assembly is not interpreted"),
    "ttng.async_copy_mbarrier_arrive": Refusal(
        "threads are not distinguished", "barriers that count the copies of each thread are not supported"
    ),
}

_THREADS = "threads are not distinguished"
_CLUSTERS = "clusters are launched by the hardware"
LATER_INTERPRETER_REFUSALS = {
    "ttg.warp_id": _THREADS,
    "ttg.inline_asm": _PTX,
    "ttng.async_shared_store": "the CTAs of a cluster do not run at the same time",
    "ttng.packed_arith": f"{_PTX}: packed fp4",
    "ttng.clc_get_program_id": _CLUSTERS,
    "ttng.clc_is_canceled": _CLUSTERS,
    "ttng.clc_load_result": _CLUSTERS,
    "ttng.clc_try_cancel": _CLUSTERS,
    "ttng.clc_try_cancel_sync": _CLUSTERS,
}
"""Operations of later versions without semantics in NumPy, and why."""

LATER_CPU_REFUSALS: dict[str, str] = {}
"""Operations of TTIR of later versions that the CPU does not have: programs that wait for each other may not end."""

_LATER_BODIES = {
    "tt.approx_divf": "%0 = tt.approx_divf %x, %x : f32",
    "tt.atomic_load": "%0 = tt.atomic_load acquire, gpu, %p : (!tt.ptr<f32>) -> f32",
    "tt.atomic_store": "tt.atomic_store release, gpu, %p, %x : !tt.ptr<f32>",
    "tt.atomic_poll": "%0 = tt.atomic_poll acquire, gpu, %q, %n : !tt.ptr<i32>, i32 -> i1",
    "tt.grid_dependency_wait": "tt.grid_dependency_wait",
    "tt.grid_dependency_launch_dependents": "tt.grid_dependency_launch_dependents",
}
LATER_SAMPLES = {
    name: f"tt.func @sample(%p: !tt.ptr<f32>, %q: !tt.ptr<i32>, %x: f32, %n: i32) {{\n  {body}\n  tt.return\n}}\n"
    for name, body in _LATER_BODIES.items()
}
"""A kernel with each operation of TTIR that later versions have added."""

INTERPRETED_WITH = {
    "tt.return": "tt.func",
    "tt.func": "tt.call",
    "tt.map_elementwise.return": "tt.map_elementwise",
    "tt.reduce.return": "tt.reduce",
    "tt.scan.return": "tt.scan",
    "ttg.mask.return": "ttg.mask",
    "ttg.warp_specialize.partitions": "ttg.warp_specialize",
    "ttg.warp_return": "ttg.warp_specialize",
    "ttg.warp_yield": "ttg.warp_specialize",
}
"""Terminators and functions, which are part of the operation that runs them."""

_LAYOUTS = Refusal("linalg and the CPU start from TTIR", "belongs to TTGIR; the pass takes TTIR")

_TTGIR_ONLY = """
    ttg.convert_layout ttg.async_wait ttg.async_commit_group ttg.async_copy_global_to_local ttg.local_alloc
    ttg.local_dealloc ttg.memdesc_index ttg.memdesc_subslice ttg.memdesc_trans ttg.memdesc_reshape
    ttg.memdesc_reinterpret ttg.local_load ttg.local_store ttg.predicate_stage ttg.mask ttg.mask.return ttg.fp4_to_fp
    ttg.global_scratch_alloc ttg.warp_specialize ttg.warp_specialize.partitions ttg.warp_yield ttg.warp_return
    ttg.local_barrier
    ttng.fence_async_shared ttng.cluster_arrive ttng.cluster_wait ttng.warp_group_dot ttng.warp_group_dot_wait
    ttng.init_barrier ttng.inval_barrier ttng.barrier_expect ttng.wait_barrier ttng.arrive_barrier
    ttng.async_copy_mbarrier_arrive ttng.async_tma_copy_global_to_local ttng.async_tma_copy_local_to_global
    ttng.async_tma_reduce ttng.async_tma_gather ttng.async_tma_scatter ttng.async_tma_store_wait ttng.tc_gen5_mma
    ttng.tc_gen5_mma_scaled ttng.tc_gen5_commit ttng.tmem_load ttng.tmem_store ttng.tmem_alloc ttng.tmem_subslice
    ttng.tmem_copy ttng.reinterpret_tensor_descriptor ttng.tensormap_create ttng.tensormap_fenceproxy_acquire
"""

LINALG_REFUSALS = {
    "tt.elementwise_inline_asm": Refusal(_PTX, "cannot be lowered to linalg: it is machine code of a GPU"),
    **dict.fromkeys(_TTGIR_ONLY.split(), _LAYOUTS),
}

KEPT_BY_LINALG = {"tt.print": "linalg has no output; cpu-to-llvm lowers it to a call"}


@cache
def run(text: str, pipeline: str = "", triton: str | None = None) -> ModuleOp:
    """A module after parsing, verification and a pipeline: shared, so not to be changed."""
    context = Context(triton=triton)
    module = parse_module(text, "sample.mlir", context)
    verify(module, context)
    if pipeline:
        PassManager(context).run(parse_pipeline(pipeline), module)
    return module


def message_of(text: str, pipeline: str, triton: str | None = None) -> str:
    """The first error of a pipeline; empty if there is none."""
    try:
        run(text, pipeline, triton)
    except DiagnosticError as failure:
        return failure.diagnostics[0].message
    return ""


def names_in(module: ModuleOp) -> list[str]:
    """The names of all operations in a module."""
    return [op.name for op in module.walk()]


def tensors_without_layout(module: ModuleOp) -> list[Operation]:
    """The operations with a result whose tensor type has no encoding."""
    return [
        op
        for op in module.walk()
        if any(isinstance(result.type, TensorType) and encoding_of(result.type) is None for result in op.results)
    ]


@cache
def _parsed(dialect: str) -> tuple[tuple[str, ModuleOp], ...]:
    """The modules of the FileCheck tests of a dialect that parse."""

    def modules() -> Iterator[tuple[str, ModuleOp]]:
        for path in sorted((ROOT / "tests/filecheck/dialects" / dialect).glob("*.mlir")):
            if "invalid" not in path.stem:
                for part in re.split(r"^// -----.*$", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
                    yield part, parse_module(part, path.name, Context())

    return tuple(modules())


def modules_with(name: str) -> list[tuple[str, ModuleOp]]:
    """The texts and modules of the FileCheck tests of an operation's dialect that contain it."""
    return [(text, module) for text, module in _parsed(name.partition(".")[0]) if name in names_in(module)]


def without_tensor_arguments(module: ModuleOp) -> ModuleOp:
    """The module with an unknown value for each tensor that a function takes: the conversion rejects such functions."""
    copy = module.clone()
    for function in copy.walk():
        if isinstance(function, FuncOp) and (block := function.body.first_block) is not None:
            for argument in [argument for argument in block.args if isinstance(argument.type, TensorType)]:
                unknown = UnrealizedConversionCastOp.get([], [argument.type])
                Rewriter.insert_op(unknown, InsertPoint.at_start(block))
                argument.replace_all_uses_with(unknown.results[0])
                block.erase_arg(argument)
            types = [argument.type for argument in block.args]
            function.properties["function_type"] = FunctionType.from_lists(types, function.type.outputs.data)
    return copy


def described(op_class: type[Operation]) -> str:
    """The first paragraph of an operation's docstring, as Markdown in a table."""
    text = " ".join((op_class.__doc__ or "").split("\n\n")[0].split())
    text = re.sub(r":class:`(\w+)`", r"`\1`", text)
    return text.replace("``", "`").replace("|", "\\|")


_INTRODUCTION = """\
# Operations

Every operation of `tt`, `ttg` and `ttng`, with its support in the parts of xtriton that know operations one by one. The
page is written by `PYTHONPATH=tests python -m tables`; `tests/unit/test_tables.py` runs a sample of each operation and
compares.

- **TTGIR**: *converted* by `convert-triton-to-tritongpu`, or *legal* there: the operation belongs to TTGIR.
- **interpreter**: *yes*; *with* the operation that contains it; or *no*, with the diagnostic.
- **linalg, CPU**: *yes* if `triton-to-linalg-experimental` and `cpu-to-llvm` lower it, *CPU* if only `cpu-to-llvm`
  does, or *no*, with the diagnostic. For operations of TTGIR it is *belongs to TTGIR; the pass takes TTIR*.
"""


def page() -> str:
    """The text of docs/operations.md."""
    lines = [_INTRODUCTION]
    for dialect in ("tt", "ttg", "ttng"):
        lines.append(
            f"## {dialect}\n\n| operation | semantics | TTGIR | interpreter | linalg, CPU |\n|---|---|---|---|---|"
        )
        lines += [_row(name) for name in OPERATIONS if name.partition(".")[0] == dialect]
        lines.append("")
    return "\n".join(lines)


def _row(name: str) -> str:
    layouts = "converted" if name in TTIR else "legal"
    interpreter = (
        f"with `{INTERPRETED_WITH[name]}`" if name in INTERPRETED_WITH else _refused(INTERPRETER_REFUSALS, name)
    )
    lowered = "CPU" if name in KEPT_BY_LINALG else _refused(LINALG_REFUSALS, name)
    return f"| `{name}` | {described(OPERATIONS[name])} | {layouts} | {interpreter} | {lowered} |"


def _refused(refusals: dict[str, Refusal], name: str) -> str:
    if name not in refusals:
        return "yes"
    return "no" if refusals[name] is _LAYOUTS else f"no: *{refusals[name].message}*"
