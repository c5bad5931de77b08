"""The stages of the CPU backend, from linalg on tensors to machine code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.ir import Attribute, SSAValue

from xtriton.backends.cpu.calls import inline_calls, passes_tensors
from xtriton.backends.cpu.code import CpuKernel, Parameter
from xtriton.backends.cpu.emit import code_of
from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.waits import programs_may_wait
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.memref import AllocaOp, AllocOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_list, int_value, is_float_type, is_integer_type, is_unranked_memref_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.arguments_apart import arguments_stay_apart
from xtriton.passes.cpu.entry_point import GRID_ARGUMENTS
from xtriton.passes.cpu.fuse.loads import memory_written
from xtriton.passes.cpu.to_llvm import FACTS
from xtriton.passes.cpu.views import root_of
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import expand, parse_pipeline
from xtriton.pipelines import MakeCpuLlvm


def parameters_of(op: FuncOp) -> tuple[Parameter, ...]:
    """The kernel arguments that a launch passes: all but the grid position."""
    block = op.body.first_block
    written = set[SSAValue]() if block is None else _written(op)
    arguments = () if block is None else block.args
    return tuple(
        _parameter(argument.type, written=argument in written, used=argument.first_use is not None)
        for argument in arguments[:-GRID_ARGUMENTS]
    )


def _written(op: FuncOp) -> set[SSAValue]:
    """The kernel arguments whose memory may be written."""
    arguments = set[SSAValue](op.body.blocks[0].args)
    unknown = op.body.blocks[0].args[0] if arguments else None
    found: set[SSAValue] = set()
    for inner in operations_in(op.body):
        for target in memory_written(inner, cast("SSAValue", unknown)):
            root = root_of(target)
            if root in arguments and root is not unknown:
                found.add(root)
            elif not isinstance(root.owner, AllocOp | AllocaOp):
                found |= arguments if target is unknown or root is not unknown else {root}
    return found


def _parameter(type_: Attribute, *, written: bool, used: bool) -> Parameter:
    if is_unranked_memref_type(type_):
        return Parameter(str(type_.element_type), pointer=True, written=written, used=used)
    if is_integer_type(type_) or is_float_type(type_):
        return Parameter(str(type_), pointer=False)
    return Parameter(str(type_), pointer=True, used=used)


def lower_to_llvm(
    module: ModuleOp,
    ctx: Context,
    options: CpuOptions,
    host: Host,
    *,
    noalias: bool = True,
    large_arrays_later: bool = False,
) -> dict[str, Any]:
    """Run the CPU passes on a linalg module, in place. Returns the facts about it.

    ``noalias``: no two arrays of a launch alias. It is ignored if a call in the module may pass aliasing arguments.
    ``large_arrays_later``: stores past the caches are left to another version, for launches with large arrays. For each
    kernel with such a version, the fact ``large_arrays`` has the fewest bytes of a large array, and the indices of the
    arguments that may be one.
    """
    waits = programs_may_wait(module)
    pipeline = MakeCpuLlvm(
        options.strict_fp,
        host.vector_bits,
        noalias and arguments_stay_apart(module),
        f16_conversions=host.converts_f16,
        dots=host.dots,
        vector_ldexp=host.scales_vectors,
        memory_bits=host.memory_bits,
        cache_bytes=host.cache_bytes,
        large_arrays_later=large_arrays_later,
    )
    PassManager(ctx, verify_each=False).run(expand(pipeline), module)
    facts = cast("DictionaryAttr", module.attributes[FACTS]).data
    return {
        "arena": int_value(facts["arena"]),
        "checks": tuple(check.data for check in cast("ArrayAttr[StringAttr]", facts["checks"]).data),
        "kernels": tuple(kernel.data for kernel in cast("ArrayAttr[StringAttr]", facts["kernels"]).data),
        "waits": waits,
        "large_arrays": {name: int_list(of) for name, of in cast("DictionaryAttr", facts["large_arrays"]).data.items()},
    }


def lower_again(module: ModuleOp, ctx: Context, passes: Sequence[str]) -> None:
    """Lower a TTIR module to linalg, in place, with fewer assumptions than the code whose guard failed."""
    with ctx.diagnostics.handled_by(lambda _: None):  # the remark about element-by-element accesses is expected
        inline_calls(module, passes_tensors)
        PassManager(ctx, verify_each=False).run(parse_pipeline(",".join(passes)), module)


def compile_module(
    module: ModuleOp,
    ctx: Context,
    options: CpuOptions | None = None,
    *,
    name: str | None = None,
    noalias: bool = True,
    large_arrays_later: bool = False,
) -> CpuKernel:
    """Machine code of the kernel in a linalg module, which is modified in place.

    ``noalias`` and ``large_arrays_later`` are those of :func:`lower_to_llvm`. Raises ``DiagnosticError`` where an
    operation cannot be compiled, and ``ValueError`` if there is not exactly one kernel, or none called ``name``.
    """
    from xtriton.ir.printer import print_op

    host = Host.here()
    functions = {cast("StringAttr", op.sym_name).data: op for op in module.body.block.ops if isinstance(op, FuncOp)}
    given = {key: parameters_of(op) for key, op in functions.items() if len(op.type.inputs.data) >= GRID_ARGUMENTS}
    options = options or CpuOptions()
    facts = lower_to_llvm(module, ctx, options, host, noalias=noalias, large_arrays_later=large_arrays_later)
    chosen = _chosen(facts["kernels"], name)
    text, code = code_of(module, host)
    large = facts["large_arrays"].get(chosen, ())
    arena, checks, waits = facts["arena"], facts["checks"], facts["waits"]
    return CpuKernel(chosen, given[chosen], arena, checks, print_op(module), text, code, waits, large)


def _chosen(kernels: Sequence[str], name: str | None) -> str:
    if name is None and len(kernels) == 1:
        return kernels[0]
    if name is None or name not in kernels:
        listed = ", ".join(kernels) or "none"
        raise ValueError(f"the kernel to compile is not clear: the module has {listed}")
    return name
