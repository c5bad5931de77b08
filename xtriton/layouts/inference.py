"""Encodings of results from encodings of operands: used by type inference and verifiers of ``tt`` and ``ttg``.

Each function chooses the encoding that makes its operation a no-op: every thread keeps its elements. If there is none,
or the operand's encoding is invalid for the operation, :class:`LayoutError` is raised with Triton's message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod

from xtriton.layouts.distributed import Blocked, GenericLinear, Linear, Slice
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import CTALayout, DistributedEncoding, Encoding, LayoutError, SharedEncoding
from xtriton.layouts.encodings import layouts_equal, order, to_linear_layout
from xtriton.layouts.linear_layout import Basis, LinearLayout
from xtriton.layouts.mma import NvidiaMma
from xtriton.layouts.orders import inverse_permutation, permuted
from xtriton.layouts.reshape import infer_blocked_reshape
from xtriton.layouts.shared import NVMMAShared, PaddedShared, SharedLinear, SwizzledShared
from xtriton.layouts.tile import REGISTER, Shape, reshape_layout, standard_shape, transpose_layout
from xtriton.versions import V3_6, V3_8, V3_9, ByVersion, active_version, by_version, since

_TOO_FEW_ELEMENTS = "Fp4ToFpOp requires at least 2 elements per thread in the axis dimension"


def infer_reduce(operand: DistributedEncoding, axis: int) -> Slice:
    """The result of a reduction along ``axis``."""
    return Slice(axis, operand)


def infer_expand_dims(operand: Encoding, axis: int) -> DistributedEncoding:
    """The result of inserting a dimension of size 1 at ``axis``: the operand must be a slice across it."""
    if not isinstance(operand, Slice):
        raise LayoutError("ExpandDimsOp operand encoding must be SliceEncodingAttr")
    if operand.dim != axis:
        raise LayoutError("Incompatible slice dimension for ExpandDimsOp operand")
    return operand.parent


# ------------------------------------------------------------------------------------------------------ transposing


def infer_trans(operand: Encoding, shape: Shape, perm: Sequence[int]) -> Encoding:
    """The result of transposing a tensor, or memory, of this shape: dimension ``i`` of the result is ``perm[i]``."""
    perm = tuple(perm)
    if perm == tuple(range(len(perm))):
        return operand
    if len(shape) != len(perm):
        raise LayoutError(f"shape and order rank do not match: {len(shape)} vs {len(perm)}")
    if operand.rank != len(perm):
        raise LayoutError(f"rank of encoding does not match order: {operand.rank} vs {len(perm)}")
    match operand:
        case SwizzledShared() if type(operand) is SwizzledShared:
            minor_to_major = permuted(inverse_permutation(perm), operand.minor_to_major)
            return replace(operand, minor_to_major=minor_to_major, cta=operand.cta.permuted(perm))
        case NVMMAShared() if perm == (1, 0):
            return replace(operand, transposed=not operand.transposed, cta=operand.cta.permuted(perm))
        case Blocked():
            return _transposed_blocked(operand, perm)
        case PaddedShared():
            return replace(operand, linear_component=transpose_layout(operand.linear_component, perm))
        case _:
            return _as_linear_encoding(operand, transpose_layout(to_linear_layout(operand, shape), perm))


def _transposed_blocked(operand: Blocked, perm: tuple[int, ...]) -> Blocked:
    return Blocked(
        permuted(operand.size_per_thread, perm),
        permuted(operand.threads_per_warp, perm),
        permuted(operand.warps_per_cta, perm),
        permuted(inverse_permutation(perm), operand.order),
        operand.cta.permuted(perm),
    )


def _as_linear_encoding(operand: Encoding, layout: LinearLayout) -> Encoding:
    """The layout as the linear encoding of the operand's kind."""
    if isinstance(operand, SharedEncoding):
        return SharedLinear(layout, operand.alignment)
    return Linear(layout)


# -------------------------------------------------------------------------------------------------------- reshaping


def infer_reshape(operand: Encoding, shape: Shape, new_shape: Shape) -> Encoding:
    """The result of ``tt.reshape``: a slice or blocked encoding if there is one, otherwise a linear one."""
    if prod(shape) != prod(new_shape):
        raise LayoutError("numel of dst shape does not match numel of src shape")
    sliced = _RESHAPE_UNIT_DIM.now()(operand, shape, new_shape)
    if sliced is not None:
        return sliced
    if isinstance(operand, Blocked) and (blocked := infer_blocked_reshape(operand, shape, new_shape)) is not None:
        return blocked
    if not isinstance(operand, DistributedEncoding):
        raise LayoutError("Failed MemDescReshapeOp encoding inference")
    linear = GenericLinear if isinstance(operand, GenericLinear) else Linear
    return linear(reshape_layout(to_linear_layout(operand, shape), new_shape))


def _reshape_unit_dim(operand: Encoding, shape: Shape, new_shape: Shape) -> DistributedEncoding | None:
    """The result of inserting or removing one unit dimension: the parent of a slice, or a slice of the operand.

    If a dimension of a linear encoding is removed, the result is linear; also where the parent holds copies in
    registers, which a slice does not.
    """
    if not isinstance(operand, DistributedEncoding):
        return None
    if len(new_shape) == len(shape) + 1:
        inserted = isinstance(operand, Slice) and operand.dim in _unit_dims_added(shape, new_shape)
        result = operand.parent if isinstance(operand, Slice) and inserted else None
    elif len(new_shape) == len(shape) - 1 and not isinstance(operand, Linear):
        removed = _unit_dims_added(new_shape, shape)
        result = Slice(removed[0], operand) if removed else None
    else:
        result = None
    return result if result is not None and _is_reshaped(operand, shape, result, new_shape) else None


def _is_reshaped(operand: DistributedEncoding, shape: Shape, result: DistributedEncoding, new_shape: Shape) -> bool:
    """Whether the result of a reshape has every element in the same places as the operand."""
    return to_linear_layout(result, new_shape) == reshape_layout(to_linear_layout(operand, shape), new_shape)


def _unit_dims_added(shape: Shape, longer: Shape) -> list[int]:
    """The unit dimensions of ``longer`` without which it is ``shape``."""
    return [dim for dim, extent in enumerate(longer) if extent == 1 and (*longer[:dim], *longer[dim + 1 :]) == shape]


_RESHAPE_UNIT_DIM: ByVersion[Callable[[Encoding, Shape, Shape], Encoding | None]] = by_version(
    {V3_6: lambda operand, shape, new_shape: None, V3_9: _reshape_unit_dim}
)


def infer_memdesc_reshape(operand: SharedEncoding, shape: Shape, new_shape: Shape) -> SharedEncoding:
    """The result of ``ttg.memdesc_reshape``: padded and, where possible, NVMMA encodings are kept; otherwise linear."""
    if prod(shape) != prod(new_shape):
        raise LayoutError("dst shape has different number of elements than src")
    if isinstance(operand, PaddedShared):
        return replace(operand, linear_component=reshape_layout(operand.linear_component, new_shape))
    reshaped = reshape_layout(to_linear_layout(operand, shape), new_shape)
    if isinstance(operand, NVMMAShared) and operand.cta.num_ctas == 1:
        inner = 0 if operand.transposed else -1
        candidate = replace(operand, cta=CTALayout.default(len(new_shape)))
        if shape[inner] == new_shape[inner] and _has_layout(candidate, new_shape, reshaped):
            return candidate
    return SharedLinear(reshaped, operand.alignment)


def _has_layout(encoding: Encoding, shape: Shape, layout: LinearLayout) -> bool:
    try:
        return to_linear_layout(encoding, shape) == layout
    except LayoutError:  # The shape is too small for this encoding.
        return False


# ---------------------------------------------------------------------------------- joining, splitting, unpacking fp4


def infer_join(operand: DistributedEncoding, shape: Shape) -> DistributedEncoding:
    """The result of joining two tensors of this shape along a new last dimension of size 2."""
    if isinstance(operand, Slice) and operand.dim == len(shape):
        if (parent := _unsliced(operand, shape)) is not None:
            return parent
    elif isinstance(operand, Blocked):
        return Blocked(
            (*operand.size_per_thread, 2),
            (*operand.threads_per_warp, 1),
            (*operand.warps_per_cta, 1),
            (operand.rank, *operand.order),
            operand.cta.with_unit_dim(),
        )
    layout = to_linear_layout(operand, shape).reshape_outs(standard_shape((*shape, 1)))
    return Linear(_joined(layout, len(shape)))


def _unsliced(operand: Slice, shape: Shape) -> DistributedEncoding | None:
    """The operand's parent, if splitting it yields the operand."""
    try:
        split = infer_split(operand.parent, (*shape, 2))
    except LayoutError:
        return None
    return operand.parent if _ARE_HALVES_EQUAL.now()(shape, split, operand) else None


def _equal_up_to_copies(shape: Shape, first: Encoding, second: Encoding) -> bool:
    """Whether two encodings agree but for registers of a thread with the same element."""
    layouts = (to_linear_layout(encoding, shape) for encoding in (first, second))
    return len({layout.remove_zero_bases_along_dim(REGISTER) for layout in layouts}) == 1


_ARE_HALVES_EQUAL = by_version({V3_6: layouts_equal, V3_9: _equal_up_to_copies})


def infer_split(operand: DistributedEncoding, shape: Shape) -> DistributedEncoding:
    """The results of splitting a tensor of this shape along its last dimension, of size 2."""
    if isinstance(operand, Blocked) and _splits_simply(operand):
        last = operand.rank - 1
        return Blocked(
            operand.size_per_thread[:-1],
            operand.threads_per_warp[:-1],
            operand.warps_per_cta[:-1],
            tuple(dim for dim in operand.order if dim != last),
            operand.cta.without_dim(last),
        )
    if shape[-1] != 2:
        raise LayoutError("SplitOp input shape should have 2 in the last dim")
    layout = _halved(to_linear_layout(operand, shape), len(shape) - 1)
    return Linear(layout.reshape_outs(standard_shape(shape[:-1])))


def _splits_simply(operand: Blocked) -> bool:
    last = (operand.size_per_thread[-1], operand.threads_per_warp[-1], operand.warps_per_cta[-1])
    return last == (2, 1, 1) and operand.cta.ctas_per_cga[-1] == 1


def infer_fp4_to_fp(
    operand: DistributedEncoding, shape: Shape, axis: int, *, forward: bool = True
) -> DistributedEncoding:
    """The result of unpacking two values from each byte along ``axis``; if not ``forward``, the operand.

    ``shape`` is the shape of the tensor with encoding ``operand``; but Triton's builder of ``ttg.fp4_to_fp`` passes the
    shape of the result.
    """
    if order(operand, shape)[axis] == 0:
        if isinstance(operand, DotOperand):
            return replace(operand, k_width=_doubled(operand.k_width, forward=forward))
        if isinstance(operand, Blocked):
            sizes = list(operand.size_per_thread)
            sizes[axis] = _doubled(sizes[axis], forward=forward)
            return replace(operand, size_per_thread=tuple(sizes))
    layout = to_linear_layout(operand, shape)
    if forward:
        return Linear(_joined(layout, axis))
    if active_version() in _SPLITS_LOWEST_REGISTER and not _is_lowest_bit(layout.bases[REGISTER][:1], axis):
        raise LayoutError(_TOO_FEW_ELEMENTS)
    return Linear(_halved(layout, axis))


_SPLITS_LOWEST_REGISTER = since(V3_8)
"""Since 3.8, the two values of a byte must be in neighbouring registers."""


def _is_lowest_bit(bases: Sequence[Basis], axis: int) -> bool:
    return all(basis[axis] == 1 and sum(basis) == 1 for basis in bases) and bool(bases)


def _doubled(count: int, *, forward: bool) -> int:
    if forward:
        return 2 * count
    if count <= 1:
        raise LayoutError(_TOO_FEW_ELEMENTS)
    return count // 2


def _joined(layout: LinearLayout, axis: int) -> LinearLayout:
    """The layout with a new lowest bit of ``axis``, in the lowest register."""
    return LinearLayout.identity_1d(2, REGISTER, layout.out_dim_names[axis]) * layout


def _halved(layout: LinearLayout, axis: int) -> LinearLayout:
    """The layout without the lowest bit of ``axis``, which must be in a register."""
    unit = 1
    if all(basis[axis] != unit for basis in layout.bases[REGISTER]):
        raise LayoutError("Fp4ToFpOp/SplitOp requires at least 2 elements per thread in the axis/last dimension")
    bases: dict[str, tuple[Basis, ...]] = {}
    for name, rows in layout.bases.items():
        kept = rows if name != REGISTER else [basis for basis in rows if basis[axis] != unit]
        bases[name] = tuple((*b[:axis], b[axis] // 2, *b[axis + 1 :]) for b in kept)
    sizes = list(layout.out_dim_sizes)
    sizes[axis] //= 2
    return LinearLayout.unchecked(bases, standard_shape(sizes))


# --------------------------------------------------------------------------------------------------------------- dots


def check_dot_operand(operand: Encoding, op_idx: int, result: Encoding) -> None:
    """Raise :class:`LayoutError` unless ``operand`` can be operand ``op_idx`` of a dot with this result."""
    if isinstance(result, NvidiaMma) and result.is_hopper:
        if isinstance(operand, DotOperand) and isinstance(operand.parent, NvidiaMma) and op_idx == operand.op_idx == 0:
            return
        if not isinstance(operand, NVMMAShared | SharedLinear):
            raise LayoutError("unexpected operand layout for NvidiaMmaEncodingAttr v3")
        return
    if not isinstance(operand, DotOperand):
        raise LayoutError("Dot's a/b's encoding should be of DotOperandEncodingAttr")
    if operand.op_idx != op_idx:
        raise LayoutError("Wrong opIdx")
    if operand.parent != result:
        raise LayoutError("Incompatible parent encoding")


def check_dot_operands(first: Encoding | None, second: Encoding | None, result: Encoding | None) -> None:
    """Raise :class:`LayoutError` unless the encodings of both operands and of the result are compatible.

    Whether the hardware supports the element types is not checked here.
    """
    if not isinstance(first, DotOperand) and not isinstance(second, DotOperand):
        return
    if not isinstance(first, DotOperand) or not isinstance(second, DotOperand):
        raise LayoutError("mismatching encoding between A and B operands")
    if first.k_width != second.k_width:
        raise LayoutError("mismatching kWidth between A and B operands")
    mma = [enc for enc in (first.parent, second.parent, result) if isinstance(enc, NvidiaMma)]
    if not mma:
        return
    if len(mma) != 3:
        raise LayoutError("mismatching MMA encoding")
    if len({enc.version_major for enc in mma}) != 1:
        raise LayoutError("mismatched MMA version.")
