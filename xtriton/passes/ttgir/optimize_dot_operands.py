"""``tritongpu-optimize-dot-operands``: transposes and reshapes dot operands in shared memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import Float32Type, ModuleOp, f32
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.mma import defining_through_conversions
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.elementwise import ApproxDivFOp
from xtriton.dialects.tt.shape import ReshapeOp, SplatOp, TransOp
from xtriton.dialects.ttg.attributes import (
    DotOperandEncodingAttr,
    NVMMASharedEncodingAttr,
    SharedLinearEncodingAttr,
    SharedMemorySpaceAttr,
    encoding_attr,
    layout_of,
)
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescReshapeOp, MemDescTransOp, reshaped_memdesc
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttng.attributes import TensorMemoryScalesEncodingAttr
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith import ConstantOp, DivFOp, MulFOp
from xtriton.folds.elements import constant, float_of
from xtriton.folds.folding import constant_of
from xtriton.ir.context import Context
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import Violation, error
from xtriton.ir.narrowing import int_list, is_tensor_type, tensor
from xtriton.ir.traits import element_type, encoding_of, shape_of_tensor
from xtriton.layouts.encodings import (
    DotOperand,
    Encoding,
    LayoutError,
    SharedEncoding,
    order_for_memory,
    to_linear_layout,
)
from xtriton.layouts.inference import infer_trans
from xtriton.layouts.operand_memory import swizzled_for_operand
from xtriton.layouts.orders import inverse_permutation
from xtriton.passes.base import Pass, option
from xtriton.passes.common.canonicalize import Canonicalizer
from xtriton.rewriting.canonical.ttg import PATTERNS as LAYOUT_PATTERNS
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import layout_of_tensor
from xtriton.versions import V3_8, V3_9, before, since

_TRANSPOSED = (1, 0)
_SCALE_TRANSPOSITION = (0, 3, 2, 1, 4)
_SCALE_CHUNK = (32, 4, 4)
"""Scales are stored in chunks of 32 x 4 rows x 4 groups of k (PTX ISA, scale factors of tcgen05.mma)."""
_CHUNK_ELEMENTS = 512
_CHUNK_BITS = 32 * 128


@dataclass(frozen=True)
class TritonGPUOptimizeDotOperands(Pass):
    """Fold transpositions and reshapes into shared-memory operands of dots.

    before: ``%t = tt.trans %x``, ``%m = ttg.local_alloc %t``, ``ttng.warp_group_dot %a, %m, %c``
    after:  ``%m = ttg.local_alloc %x``, ``%t = ttg.memdesc_trans %m``, ``ttng.warp_group_dot %a, %t, %c``
    """

    name: ClassVar[str] = "tritongpu-optimize-dot-operands"
    hoist_layout_conversion: bool = option(True, "accepted for compatibility; no effect, as in Triton")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        Canonicalizer().apply_to(ctx, module)
        rewrite_greedily(module, _PATTERNS)


def _order(op: Operation) -> tuple[int, ...]:
    return int_list(op.properties["order"])


def _only_user(op: Operation) -> Operation | None:
    """The operation of the only use of an operation's only result."""
    use = op.results[0].first_use
    return use.operation if use is not None and op.results[0].has_one_use() else None


@pattern(DivFOp, versions=since(V3_9))
def division_by_constant(op: DivFOp, rewriter: Rewriter) -> bool:
    """``x / c = x * approx_divf(1, c)`` in f32, if neither ``c`` nor its reciprocal is zero, subnormal or infinite."""
    divisor = constant_of(op.rhs)
    if not isinstance(element_type(op.result.type), Float32Type) or divisor is None:
        return False
    values = divisor.stored_values() if isinstance(divisor, DenseElementsAttr) else [float_of(divisor)]
    if not all(value is not None and _LEAST_NORMAL <= abs(value) <= 1 / _LEAST_NORMAL for value in values):
        return False
    number = float_of(divisor)
    if number is not None and is_tensor_type(op.result.type):
        scalar = rewriter.insert(ConstantOp(constant(f32, number)), op.location)
        splat = SplatOp(_reciprocal(scalar.result, rewriter, op), result=op.result.type)
        reciprocal = rewriter.insert(splat, op.location).result
    else:
        reciprocal = _reciprocal(op.rhs, rewriter, op)
    rewriter.replace_by(op, MulFOp(op.lhs, reciprocal))
    return True


_LEAST_NORMAL = 2.0**-126


def _reciprocal(divisor: SSAValue, rewriter: Rewriter, op: Operation) -> SSAValue:
    """The approximate reciprocal of a value of f32, computed at run time."""
    one = rewriter.insert(ConstantOp(constant(divisor.type, 1.0)), op.location)
    quotient = ApproxDivFOp(one.result, divisor)
    return rewriter.insert(quotient, op.location).results[0]


@pattern(ConvertLayoutOp)
def operand_of_transposition(op: ConvertLayoutOp, rewriter: Rewriter) -> bool:
    """A transposed operand of ``mma.sync`` is transposed in swizzled shared memory."""
    transposition, encoding = op.src.owner, encoding_of(op.result.type)
    if not isinstance(_only_user(op), DotOp) or not isinstance(encoding, DotOperandEncodingAttr):
        return False
    if not isinstance(transposition, TransOp) or _order(transposition) != _TRANSPOSED:
        return False
    source = transposition.src
    if isinstance(source.owner, ConvertLayoutOp):
        source = source.owner.src
    layout, shape = layout_of_tensor(source), shape_of_tensor(source)
    operand = layout_of(encoding)
    assert isinstance(operand, DotOperand)
    try:
        swizzled = swizzled_for_operand(
            operand,
            shape,
            order_for_memory(layout, shape),
            layout.cta_layout.permuted(_TRANSPOSED),
            bit_width(tensor(source.type).element_type),
            transposed=True,
        )
    except LayoutError as exc:
        raise error(op.location, f"'{op.name}' op: {exc}") from exc
    location = transposition.location
    type_ = MemDescType(shape, tensor(source.type).element_type, encoding_attr(swizzled), SharedMemorySpaceAttr())
    rewriter.before(transposition)
    alloc = rewriter.insert(LocalAllocOp(transposition.src, result=type_), location)
    turned = rewriter.insert(_memdesc_trans(alloc.result, _TRANSPOSED), location)
    load = LocalLoadOp(turned.result, result=op.result.type)
    rewriter.set_operand(op, 0, rewriter.insert(load, location).result)
    return True


def _memdesc_trans(value: SSAValue, order: tuple[int, ...]) -> MemDescTransOp:
    return MemDescTransOp(value, order=order)


@pattern(LocalAllocOp)
def allocation_of_transposition(op: LocalAllocOp, rewriter: Rewriter) -> bool:
    """Transposed operands of ``wgmma`` or ``tcgen05.mma`` become transposed views, which these instructions support."""
    if op.src is None or not isinstance(_only_user(op), WarpGroupDotOp | TCGen5MMAOp | TCGen5MMAScaledOp):
        return False
    transposition = op.src.owner
    if not isinstance(transposition, TransOp) or _order(transposition) != _TRANSPOSED:
        return False
    layout = op.type.layout()
    if not isinstance(op.type.encoding, NVMMASharedEncodingAttr) or layout is None:
        return False
    source = transposition.src
    try:
        inner = infer_trans(layout, shape_of_tensor(source), _TRANSPOSED)
    except LayoutError:
        return False
    type_ = MemDescType(
        shape_of_tensor(source), tensor(source.type).element_type, encoding_attr(inner), op.type.memory_space
    )
    alloc = rewriter.insert(LocalAllocOp(source, result=type_))
    rewriter.replace_by(op, _memdesc_trans(alloc.result, _TRANSPOSED))
    return True


@pattern(LocalAllocOp)
def allocation_of_reshape(op: LocalAllocOp, rewriter: Rewriter) -> bool:
    """A tensor is reshaped in memory, if both shapes are supported by matrix instructions."""
    reshape = op.src.owner if op.src is not None else None
    if not isinstance(reshape, ReshapeOp):
        return False
    try:
        # The inverse reshape of the result is the reshape of the source.
        type_ = reshaped_memdesc(op.type, shape_of_tensor(reshape.src))
    except Violation:
        return False
    if not isinstance(type_.encoding, NVMMASharedEncodingAttr):
        return False
    alloc = rewriter.insert(LocalAllocOp(reshape.src, result=type_))
    rewriter.replace_by(op, MemDescReshapeOp(alloc.result, result=op.type))
    return True


# ------------------------------------------------------------------------------------------------------------ scales


@pattern(WarpGroupDotOp, TCGen5MMAOp, TCGen5MMAScaledOp, versions=since(V3_8))
def views_of_allocation(op: WarpGroupDotOp | TCGen5MMAOp | TCGen5MMAScaledOp, rewriter: Rewriter) -> bool:
    """Operands in shared memory of any linear layout are reshaped and transposed there, not before they are stored."""
    operands = [op.a, op.b]
    if isinstance(op, TCGen5MMAScaledOp):
        operands += [op.a_scale, op.b_scale]
    changed = False
    for operand in operands:
        changed |= _store_before_views(operand, rewriter)
    return changed


def _store_before_views(operand: SSAValue, rewriter: Rewriter) -> bool:
    type_ = operand.type
    if not isinstance(type_, MemDescType) or not isinstance(type_.encoding, SharedLinearEncodingAttr):
        return False
    while isinstance(operand.owner, MemDescReshapeOp | MemDescTransOp):
        operand = operand.owner.src
    alloc = operand.owner
    if not isinstance(alloc, LocalAllocOp) or alloc.src is None:
        return False
    source, memory = alloc.src, alloc.type
    views: list[ReshapeOp | TransOp] = []
    while isinstance(source.owner, ReshapeOp | TransOp):
        view = source.owner
        viewed = _memory_before(view, memory)
        if viewed is None:
            return False
        views.append(view)
        source, memory = view.src, viewed
    if not views:
        return False
    with rewriter.elsewhere():
        rewriter.before(alloc)
        value: SSAValue = rewriter.insert(LocalAllocOp(source, result=memory), alloc.location).result
        for view in reversed(views):
            if isinstance(view, ReshapeOp):
                again: Operation = _memdesc_reshape(value, shape_of_tensor(view.result))
            else:
                again = _memdesc_trans(value, _order(view))
            value = rewriter.insert(again, view.location).results[0]
        rewriter.replace(alloc, [value])
    return True


def _memory_before(view: ReshapeOp | TransOp, memory: MemDescType) -> MemDescType | None:
    """The memory of which a view in memory is ``memory``, if there is such memory."""
    shape = shape_of_tensor(view.src)
    try:
        if isinstance(view, ReshapeOp):
            return reshaped_memdesc(memory, shape)
        layout = memory.layout()
        assert layout is not None
        inner = infer_trans(layout, memory.get_shape(), inverse_permutation(_order(view)))
    except (LayoutError, Violation):
        return None
    return MemDescType(shape, memory.element_type, encoding_attr(inner), memory.memory_space, memory.mutable)


@pattern(TCGen5MMAScaledOp, versions=before(V3_8))
def scales_from_shared_memory(op: TCGen5MMAScaledOp, rewriter: Rewriter) -> bool:
    """Scales that were loaded from shared memory, rearranged and stored to tensor memory stay in shared memory.

    The copy from there to tensor memory, inserted later, rearranges them in the same way.
    """
    changed = False
    for scale in (op.a_scale, op.b_scale):
        type_ = scale.type
        assert isinstance(type_, MemDescType)
        if isinstance(type_.encoding, TensorMemoryScalesEncodingAttr):
            changed |= _take_from_shared_memory(op, scale, rewriter)
    return changed


def _take_from_shared_memory(op: TCGen5MMAScaledOp, scale: SSAValue, rewriter: Rewriter) -> bool:
    alloc = scale.owner
    if not isinstance(alloc, TMEMAllocOp) or alloc.src is None:
        return False
    rows, groups = alloc.type.get_shape()
    flat = defining_through_conversions(alloc.src, ReshapeOp)
    if flat is None or shape_of_tensor(flat.result) != (rows, groups):
        return False
    turned = defining_through_conversions(flat.src, TransOp)
    if turned is None or _order(turned) != _SCALE_TRANSPOSITION:
        return False
    chunks = defining_through_conversions(turned.src, ReshapeOp)
    chunk_shape = (rows // 128, groups // 4, *_SCALE_CHUNK)
    if chunks is None or shape_of_tensor(chunks.result) != chunk_shape:
        return False
    load = defining_through_conversions(chunks.src, LocalLoadOp)
    if load is None or not _can_be_copied(load):
        return False
    with rewriter.elsewhere():
        rewriter.before(alloc)
        in_chunks = rewriter.insert(_memdesc_reshape(load.src, chunk_shape), chunks.location)
        rearranged = rewriter.insert(_memdesc_trans(in_chunks.result, _SCALE_TRANSPOSITION), turned.location)
        in_rows = rewriter.insert(_memdesc_reshape(rearranged.result, (rows, groups)), flat.location)
    index = next(index for index, operand in enumerate(op.operands) if operand is scale)
    op.operands[index] = in_rows.result
    if scale.first_use is None:
        rewriter.erase(alloc)
    return True


def _memdesc_reshape(value: SSAValue, shape: tuple[int, ...]) -> MemDescReshapeOp:
    source = value.type
    assert isinstance(source, MemDescType)
    return MemDescReshapeOp(value, result=reshaped_memdesc(source, shape))


def _can_be_copied(load: LocalLoadOp) -> bool:
    """Whether whole chunks of scales are contiguous in the loaded memory."""
    memory = load.src.type
    assert isinstance(memory, MemDescType)
    if not _is_contiguous(memory, _CHUNK_ELEMENTS):
        return False
    alloc = defining_through_conversions(load.src, LocalAllocOp)
    if (
        alloc is not None
        and alloc.src is not None
        and defining_through_conversions(alloc.src, DescriptorLoadOp) is not None
    ):
        return True
    if memory.rank != 2:
        return False
    return memory.get_shape()[-1] * bit_width(memory.element_type) % _CHUNK_BITS == 0


def _is_contiguous(memory: MemDescType, count: int) -> bool:
    """Whether ``count`` elements in row-major order are contiguous in memory."""
    encoding: Encoding | None = memory.layout()
    assert isinstance(encoding, SharedEncoding)
    layout = to_linear_layout(encoding, memory.get_shape())
    return layout.transpose_outs(layout.out_dim_names[::-1]).flatten_outs().num_consecutive_in_out() >= count


_PATTERNS = PatternSet(
    (
        operand_of_transposition,
        allocation_of_transposition,
        allocation_of_reshape,
        scales_from_shared_memory,
        views_of_allocation,
        division_by_constant,
        *LAYOUT_PATTERNS,
    )
)
