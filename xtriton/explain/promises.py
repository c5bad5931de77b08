"""What would make accesses of global memory wider: arguments known to be multiples of 16.

Widths are those in the layouts that ``tritongpu-coalesce`` would choose then, which depend on the tile, too: a thread
that holds one element of it moves one, whatever is known of the addresses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, IntegerAttr, i32
from xdsl.ir import Attribute, BlockArgument, Operation

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_lattice import DIVISIBILITY, argument_hints
from xtriton.analysis.coalescing import Coalescing
from xtriton.analysis.memory_accesses import accessed_tensor
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.verify import num_warps_of, threads_per_warp
from xtriton.explain.accesses import limits_of
from xtriton.explain.kernel_ir import KernelIR
from xtriton.explain.model import Access
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.walk import operations_in
from xtriton.layouts.distributed import to_linear_encoding
from xtriton.layouts.encodings import DistributedEncoding

_ALIGNED = 16


@dataclass(frozen=True)
class Promise:
    """Arguments that would make an access wider if they were known to be multiples of 16."""

    access: Access
    arguments: tuple[str, ...]
    vector: int
    """The elements per instruction then."""


def promises_of(kernel: KernelIR, accesses: Sequence[Access]) -> list[Promise]:
    """The accesses that the divisibility of arguments would widen, by repeating the analyses under that assumption.

    The arguments are those without each of which the access would be narrower.
    """
    function = kernel.kernel
    if function is None:
        return []
    candidates = [argument for argument in function.body.blocks[0].args if _may_be_divisible(function, argument)]
    by_line = {access.line: access for access in accesses}
    known = {op: by_line[line] for op in operations_in(kernel.module) if (line := kernel.lines.get(op, 0)) in by_line}
    if not candidates or not known:
        return []
    now = _vectors(kernel, list(known))
    best = _assuming(kernel, function, candidates, list(known))
    wider = [op for op in known if best[op] > max(now[op], known[op].vector)]
    if not wider:
        return []
    without = {
        argument: _assuming(kernel, function, [other for other in candidates if other is not argument], wider)
        for argument in candidates
    }
    found: list[Promise] = []
    for op in wider:
        needed = [argument for argument in candidates if without[argument][op] < best[op]]
        names = tuple(kernel.argument_name(argument) for argument in needed or candidates)
        found.append(Promise(known[op], names, best[op]))
    return found


def _may_be_divisible(function: FuncOp, argument: BlockArgument) -> bool:
    if not (isinstance(argument.type, PointerType) or is_integer_type(argument.type)):
        return False
    if is_integer_type(argument.type) and argument.type.width.data < 32:
        return False
    known = argument_hints(function, argument.index).get(DIVISIBILITY)
    return not (isinstance(known, IntegerAttr) and known.value.data % _ALIGNED == 0)


def _assuming(
    kernel: KernelIR, function: FuncOp, arguments: Sequence[BlockArgument], operations: Sequence[Operation]
) -> Mapping[Operation, int]:
    """The vector widths if arguments were multiples of 16. The function's attributes are restored."""
    saved = function.properties.get("arg_attrs")
    count = len(_inputs(function))
    entries: list[Attribute] = []
    assumed = {argument.index for argument in arguments}
    for index in range(count):
        hints = dict(argument_hints(function, index))
        if index in assumed:
            hints[DIVISIBILITY] = IntegerAttr(_ALIGNED, i32)
        entries.append(DictionaryAttr(dict(sorted(hints.items()))))
    function.properties["arg_attrs"] = ArrayAttr(entries)
    try:
        return _vectors(kernel, operations)
    finally:
        if saved is None:
            del function.properties["arg_attrs"]
        else:
            function.properties["arg_attrs"] = saved


def _inputs(function: FuncOp) -> Sequence[Attribute]:
    type_ = function.properties["function_type"]
    assert isinstance(type_, FunctionType)
    return type_.inputs.data


def _vectors(kernel: KernelIR, operations: Sequence[Operation]) -> Mapping[Operation, int]:
    """The elements per instruction of accesses in the layouts that they would get."""
    info = ModuleAxisInfo(kernel.module)
    coalescing = Coalescing(info)
    lanes = threads_per_warp(kernel.module)
    return {op: _vector(op, info, coalescing, lanes) for op in operations}


def _vector(op: Operation, info: ModuleAxisInfo, coalescing: Coalescing, lanes: int) -> int:
    type_ = accessed_tensor(op)
    if type_ is None or not isinstance(layout_of(type_.encoding), DistributedEncoding):
        return 1
    layout = coalescing.encoding(op, type_, num_warps_of(op), lanes)
    linear = to_linear_encoding(layout, tuple(type_.get_shape()))
    return max(min(limit.elements for limit in limits_of(op, info, linear)), 1)
