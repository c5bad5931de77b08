"""Layout conversions: how the data moves, and how much of it through shared memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.elementwise import Elementwise
from xtriton.dialects.tt.shape import MakeRangeOp, SplatOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.explain.allocation import Allocation
from xtriton.explain.dataflow import behind, comes_from, goes_to
from xtriton.explain.kernel_ir import KernelIR, tensor_bits, users
from xtriton.explain.loops import DOTS
from xtriton.explain.model import Conversion, ConversionKind, SharedAccess
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.printer import attribute_text
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.layouts.conversions import minimal_conversion, needs_warp_shuffle, reorders_registers
from xtriton.layouts.encodings import DistributedEncoding, to_linear_layout

_OF_DOTS, _OF_OPERANDS = "#ttg.nvidia_mma", "#ttg.dot_op"
"""Layouts that tensor cores prescribe."""
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
    before, after = attribute_text(source.encoding), attribute_text(target.encoding)
    return Conversion(
        origin,
        kernel.line(op),
        kernel.loop_of(op),
        shape,
        bits,
        before,
        after,
        kind,
        2 * prod(shape) * bits // 8 if through else 0,
        allocation.scratch(op) if through else 0,
        _ways(mine, _STORES),
        _ways(mine, _LOADS),
        _producer(op.src),
        ", ".join(sorted(set(_users(op.result)))),
        _OF_DOTS in after or _OF_OPERANDS in after or goes_to(op.result, *DOTS),
        _OF_DOTS in before or comes_from(op.src, *DOTS, TMEMLoadOp),
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


def _producer(value: SSAValue) -> str:
    """The operation that a value comes from, elementwise ones looked through; loads and dots before constants."""
    found = [op for op in behind(value, through_conversions=True) if not _is_between(op)]
    weighty = [op for op in found if not isinstance(op, _CONSTANTS)] or found
    return weighty[0].name if weighty else "a computation"


def _users(value: SSAValue) -> Iterator[str]:
    """The operations that use a value, elementwise ones and conversions looked through."""
    seen: set[Operation] = set()
    pending = list(users(value))
    while pending and len(seen) < _MOST_STEPS:
        op = pending.pop(0)
        if op in seen:
            continue
        seen.add(op)
        following = [user for result in op.results for user in users(result)] if _is_between(op) else []
        if following:
            pending += following
        else:
            yield op.name


def _is_between(op: Operation) -> bool:
    return has_trait(op, Elementwise) or isinstance(op, ConvertLayoutOp | ForOp)


_CONSTANTS = (ConstantOp, SplatOp, MakeRangeOp)
_MOST_STEPS = 64
