"""Layout conversions: how the data moves, and how much of it through shared memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.elementwise import Elementwise
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.explain.allocation import Allocation
from xtriton.explain.kernel_ir import KernelIR, definition, tensor_bits, users
from xtriton.explain.model import Conversion, ConversionKind, SharedAccess
from xtriton.ir.creation import is_result
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.printer import attribute_text
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.layouts.conversions import minimal_conversion, needs_warp_shuffle, reorders_registers
from xtriton.layouts.encodings import DistributedEncoding, to_linear_layout

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
    produced = _origin_of_value(op.src)
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
        produced,
        ", ".join(sorted({_name_of_use(user) for user in users(op.result)})),
        any(isinstance(user, DotOp | DotScaledOp | WarpGroupDotOp) for user in _reached(op.result)),
        "dot" in produced or "mma" in produced or produced == "ttng.tmem_load",
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


def _origin_of_value(value: SSAValue) -> str:
    """The operation that a value comes from, elementwise ones looked through."""
    current: SSAValue = value
    for _ in range(_MOST_STEPS):
        op = definition(current)
        if isinstance(op, ForOp) and is_result(current):
            current = op.yielded_values[current.index]
            continue
        if op is None or not has_trait(op, Elementwise) or not op.operands:
            return "an argument" if op is None else op.name
        tensors = [operand for operand in op.operands if is_tensor_type(operand.type)]
        current = tensors[0] if tensors else op.operands[0]
    return "a computation"


def _name_of_use(op: Operation) -> str:
    for user in _through_elementwise(op):
        return user.name
    return op.name


def _through_elementwise(op: Operation) -> Iterator[Operation]:
    for _ in range(_MOST_STEPS):
        if not has_trait(op, Elementwise) or not op.results:
            yield op
            return
        following = next(users(op.results[0]), None)
        if following is None:
            yield op
            return
        op = following
    yield op


def _reached(value: SSAValue) -> Iterator[Operation]:
    for user in users(value):
        yield user
        if has_trait(user, Elementwise):
            yield from _through_elementwise(user)


_MOST_STEPS = 32
