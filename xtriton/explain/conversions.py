"""Layout conversions: how the data moves, and how much of it through shared memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.tt.shape import MakeRangeOp, SplatOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.explain.allocation import Allocation
from xtriton.explain.dataflow import ahead, behind, comes_from, goes_to, is_between
from xtriton.explain.kernel_ir import KernelIR, tensor_bits
from xtriton.explain.loops import DOTS
from xtriton.explain.model import Conversion, ConversionKind, SharedAccess
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.printer import attribute_text
from xtriton.ir.walk import operations_in
from xtriton.layouts.conversions import minimal_conversion, needs_warp_shuffle, reorders_registers
from xtriton.layouts.encodings import DistributedEncoding, DotOperand, NvidiaMma, Slice, to_linear_layout

_STORES = ("st.", "stmatrix")
_LOADS = ("ld.", "ldmatrix")


def conversions_of(kernel: KernelIR, allocation: Allocation, accesses: Sequence[SharedAccess]) -> list[Conversion]:
    """The conversions in order of the text; ``accesses`` are the shared memory instructions of the PTX."""
    return [
        _conversion(kernel, op, allocation, accesses)
        for op in operations_in(kernel.module)
        if isinstance(op, ConvertLayoutOp)
    ]


def _conversion(
    kernel: KernelIR, op: ConvertLayoutOp, allocation: Allocation, accesses: Sequence[SharedAccess]
) -> Conversion:
    source, target = op.src.type, op.result.type
    assert is_tensor_type(source)
    assert is_tensor_type(target)
    kind = _kind(source, target)
    shape, bits = tuple(target.get_shape()), tensor_bits(target)
    origin = kernel.origin(op)
    through = kind == "shared memory"
    mine = [access for access in accesses if access.origin == origin and access.is_exact] if through else []
    return Conversion(
        origin,
        kernel.line(op),
        kernel.loop_of(op),
        shape,
        bits,
        attribute_text(source.encoding),
        attribute_text(target.encoding),
        kind,
        2 * prod(shape) * bits // 8 if through else 0,
        allocation.scratch(op) if through else 0,
        _ways(mine, _STORES),
        _ways(mine, _LOADS),
        _producer(op.src),
        ", ".join(sorted(set(_users(op.result)))),
        _is_derived_from(target, NvidiaMma, DotOperand) or goes_to(op.result, *DOTS),
        _is_derived_from(source, NvidiaMma) or comes_from(op.src, *DOTS, TMEMLoadOp),
    )


def _kind(source: TensorType[Attribute], target: TensorType[Attribute]) -> ConversionKind:
    before, after = layout_of(source.encoding), layout_of(target.encoding)
    shape = tuple(target.get_shape())
    if not (isinstance(before, DistributedEncoding) and isinstance(after, DistributedEncoding)):
        return "none"
    first, second = to_linear_layout(before, shape), to_linear_layout(after, shape)
    if not minimal_conversion(first, second).out_dim_names:
        return "none"
    if reorders_registers(first, second):
        return "registers"
    return "shuffles" if needs_warp_shuffle(first, second) else "shared memory"


def _ways(accesses: Sequence[SharedAccess], opcodes: tuple[str, ...]) -> float | None:
    """The conflicts of all instructions of a kind at an origin together."""
    chosen = [access for access in accesses if access.instruction.startswith(opcodes)]
    ideal = sum(access.ideal * access.count for access in chosen)
    return sum(access.wavefronts * access.count for access in chosen) / ideal if ideal else None


def _is_derived_from(tensor: TensorType[Attribute], *kinds: type[DistributedEncoding]) -> bool:
    """Whether the layout of a tensor, or one that it is a slice or an operand of, is of these kinds."""
    layout = layout_of(tensor.encoding)
    while not isinstance(layout, kinds):
        if not isinstance(layout, Slice | DotOperand):
            return False
        layout = layout.parent
    return True


def _producer(value: SSAValue) -> str:
    """The operation that a value comes from, elementwise ones looked through; loads and dots before constants."""
    found = [op for op in behind(value, through_conversions=True) if not is_between(op, through_conversions=True)]
    weighty = [op for op in found if not isinstance(op, _CONSTANTS)] or found
    return weighty[0].name if weighty else "a computation"


def _users(value: SSAValue) -> Iterator[str]:
    """The operations that use a value, elementwise ones and conversions looked through."""
    for op in ahead(value, through_conversions=True):
        has_users = any(result.first_use is not None for result in op.results)
        if not (has_users and is_between(op, through_conversions=True)):
            yield op.name


_CONSTANTS = (ConstantOp, SplatOp, MakeRangeOp)
