"""The state of pointers and offsets: a base, offsets, strides (triton-shared's ``PtrState``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from xdsl.dialects.builtin import IndexType, IntegerType, TensorType, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects import tt, tts
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import AddIOp, ExtSIOp, IndexCastOp, MulIOp, TruncIOp
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.folds.elements import width_of
from xtriton.ir.creation import defining_op
from xtriton.ir.narrowing import is_integer_type, is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter


class UnstructuredError(Exception):
    """Pointers without a recognised structure. ``culprit`` is the operation at which it was lost."""

    def __init__(self, reason: str, culprit: Operation | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.culprit = culprit


def is_tensor(offset: OpFoldResult) -> bool:
    """Whether an offset is a tensor: a separate offset for each element of a dimension."""
    return not isinstance(offset, int) and isinstance(offset.type, TensorType)


@dataclass
class PointerState:
    """A scalar or a tensor of pointers (with ``source``) or of offsets (without).

    Element ``(i, j)`` is ``source`` plus ``offsets[0] + offsets[1] + i * strides[0] + j * strides[1]``. An offset that
    is a tensor makes its dimension unstructured: it holds the offset of each element, in units of the stride. ``shape``
    is where a dimension wraps around, in the same unit as offsets, 0 where it does not; for a block pointer, which has
    an ``order``, it is the extents of the tensor in memory. ``scalar`` is the value of a splat, or the offset of a
    scalar pointer.
    """

    source: SSAValue | None = None
    scalar: SSAValue | None = None
    offsets: list[OpFoldResult] = field(default_factory=list["OpFoldResult"])
    sizes: list[int] = field(default_factory=list[int])
    strides: list[OpFoldResult] = field(default_factory=list["OpFoldResult"])
    shape: list[OpFoldResult] = field(default_factory=list["OpFoldResult"])
    order: list[int] = field(default_factory=list[int])

    @property
    def rank(self) -> int:
        """The number of dimensions; 0 for scalars."""
        return len(self.offsets)

    @property
    def is_block_pointer(self) -> bool:
        """Whether this is a block pointer."""
        return bool(self.order)

    @property
    def is_structured(self) -> bool:
        """Whether all dimensions have strides."""
        return not any(map(is_tensor, self.offsets))

    @property
    def wraps(self) -> bool:
        """Whether some dimension wraps around."""
        return any(map(self.dim_wraps, range(self.rank)))

    def dim_wraps(self, dim: int) -> bool:
        """Whether a dimension wraps around."""
        return self.shape[dim] != 0

    def dim_wraps_beside(self, dim: int) -> bool:
        """Whether a dimension other than ``dim`` wraps around."""
        return any(self.dim_wraps(other) for other in range(self.rank) if other != dim)

    @property
    def unstructured_dim(self) -> int:
        """The only dimension without a stride. Raises :class:`UnstructuredError` if there are several."""
        dims = [dim for dim, offset in enumerate(self.offsets) if is_tensor(offset)]
        if len(dims) != 1:
            raise UnstructuredError("more than one dimension is not structured")
        return dims[0]

    def copy(self) -> PointerState:
        """A copy with its own lists."""
        return replace(
            self,
            offsets=list(self.offsets),
            sizes=list(self.sizes),
            strides=list(self.strides),
            shape=list(self.shape),
            order=list(self.order),
        )

    def gathered_along(self, value: SSAValue, dim: int) -> PointerState:
        """This state with the elements of ``value`` as the offsets of a dimension, its only one of extent above 1."""
        shape = shape_of(value.type) or ()
        if _wide_dims(shape) != [dim]:
            raise UnstructuredError(
                "offsets of several dimensions are mixed where they are not structured", defining_op(value)
            )
        state = self.copy()
        state.offsets[dim], state.strides[dim], state.shape[dim] = value, 1, 0
        return state

    def with_dim_of(self, other: PointerState, dim: int) -> PointerState:
        """This state with dimension ``dim`` as in ``other``."""
        state = self.copy()
        state.offsets[dim], state.strides[dim], state.shape[dim] = (
            other.offsets[dim],
            other.strides[dim],
            other.shape[dim],
        )
        return state

    def make(self, rewriter: Rewriter) -> SSAValue:
        """The structured pointers of this state (``tts.make_tptr``)."""
        assert self.source is not None
        return rewriter.insert(
            tts.MakeTensorPtrOp.of(self.source, self.sizes, self.strides, self.offsets, self.shape, self.order)
        ).result

    def make_gather(self, rewriter: Rewriter) -> SSAValue:
        """The pointers of this state, one dimension of which is unstructured (``tts.make_gather_scatter_tptr``)."""
        assert self.source is not None
        dim = self.unstructured_dim
        offsets = self.offsets[dim]
        assert isinstance(offsets, SSAValue)
        shape = shape_of(offsets.type) or ()
        if len(shape) > 1:
            groups = [list(range(len(shape)))]
            offsets = rewriter.insert(tensor.CollapseShapeOp(offsets, groups)).result
            self.offsets[dim] = offsets
        element = element_type(offsets.type)
        if not is_integer_type(element) or element.width.data not in (32, 64):
            raise UnstructuredError("offsets of a gather must be of 32 or 64 bits")
        return rewriter.insert(
            tts.MakeGatherScatterTensorPtrOp.of(self.source, offsets, dim, self.sizes, self.strides, self.offsets)
        ).result


def _wide_dims(shape: Sequence[int]) -> list[int]:
    return [dim for dim, extent in enumerate(shape) if extent > 1]


def gathered(value: SSAValue) -> PointerState:
    """The state of unknown offsets that vary along one dimension only."""
    type_ = value.type
    if not is_tensor_type(type_) or isinstance(type_.element_type, PointerType):
        raise UnstructuredError("pointers come from an operation that is not understood", defining_op(value))
    shape = type_.get_shape()
    if len(_wide_dims(shape)) != 1:
        raise UnstructuredError("offsets that are not structured must lie along one dimension", defining_op(value))
    wide = _wide_dims(shape)[0]
    return PointerState(
        offsets=[value if dim == wide else 0 for dim in range(len(shape))],
        strides=[1 if dim == wide else 0 for dim in range(len(shape))],
        sizes=list(shape),
        shape=[0] * len(shape),
    )


# Sums


def beside_wraps(state: PointerState, other: PointerState) -> PointerState:
    """``state`` with its splat offset moved to a dimension in which ``other`` does not wrap around.

    Otherwise it is the offset of the first dimension, and where that wraps around it would be taken for rows.
    """
    free = next((dim for dim in range(other.rank) if not other.dim_wraps(dim)), None)
    if not other.wraps or free is None or state.scalar is None or not state.rank:
        return state
    moved = state.copy()
    moved.offsets = [state.scalar if dim == free else 0 for dim in range(state.rank)]
    return moved


def add_states(
    lhs: PointerState, rhs: PointerState, *, gathers: bool, op: Operation, rewriter: Rewriter, width: int = 32
) -> PointerState:
    """The state of a sum. With ``gathers`` the offsets of an unstructured dimension are computed as well.

    They are computed in at least ``width`` bits.
    """
    if lhs.source is not None and rhs.source is not None:
        raise UnstructuredError("two pointers are added", op)
    if lhs.rank != rhs.rank:
        raise UnstructuredError("operands of different rank are added", op)
    result = PointerState(source=lhs.source or rhs.source, sizes=list(lhs.sizes))
    if lhs.scalar is not None and rhs.scalar is not None:
        result.scalar = rewriter.insert(AddIOp(lhs.scalar, rhs.scalar)).result
    elif not lhs.rank:
        result.scalar = lhs.scalar or rhs.scalar
    if not lhs.is_structured and not rhs.is_structured and lhs.unstructured_dim != rhs.unstructured_dim:
        raise UnstructuredError("more than one dimension is not structured", op)
    for dim in range(lhs.rank):
        offset, stride = _added_dim(lhs, rhs, dim, width if gathers else None, rewriter)
        result.offsets.append(offset)
        result.strides.append(stride)
    result.shape = _added_shape(lhs, rhs, op)
    return result


def _added_dim(
    lhs: PointerState, rhs: PointerState, dim: int, width: int | None, rewriter: Rewriter
) -> tuple[OpFoldResult, OpFoldResult]:
    left, right = (lhs.offsets[dim], lhs.strides[dim]), (rhs.offsets[dim], rhs.strides[dim])
    if not is_tensor(left[0]) and not is_tensor(right[0]):
        offset = mixed.add(left[0], right[0], rewriter)
        return offset, mixed.add(left[1], right[1], rewriter)
    if width is None:
        return (left[0] if is_tensor(left[0]) else right[0]), 1
    return _added_gather(left, right, lhs.sizes[dim], width, rewriter)


def _is_nothing(offset: OpFoldResult, stride: OpFoldResult) -> bool:
    return mixed.is_known_zero(stride) and not is_tensor(offset) and mixed.is_known_zero(offset)


def _added_gather(
    left: tuple[OpFoldResult, OpFoldResult],
    right: tuple[OpFoldResult, OpFoldResult],
    size: int,
    width: int,
    rewriter: Rewriter,
) -> tuple[OpFoldResult, OpFoldResult]:
    """The sum of offsets one or both of which are tensors, in units of a stride."""
    if _is_nothing(*left):
        return right
    if _is_nothing(*right):
        return left
    if left[0] is right[0] and left[1] != right[1]:
        return left[0], mixed.add(left[1], right[1], rewriter)
    (first, first_stride), (second, second_stride) = (
        _as_gather(*pair, size, width, rewriter) for pair in (left, right)
    )
    if first_stride != second_stride:
        first = mixed.multiply(first, fitted(first_stride, first, rewriter), rewriter)
        second = mixed.multiply(second, fitted(second_stride, second, rewriter), rewriter)
        first_stride = 1
    if is_tensor(first):
        second = fitted(second, first, rewriter)
    else:
        first = fitted(first, second, rewriter)
    assert isinstance(first, SSAValue) and isinstance(second, SSAValue)
    return rewriter.insert(AddIOp(first, second)).result, first_stride


def _as_gather(
    offset: OpFoldResult, stride: OpFoldResult, size: int, width: int, rewriter: Rewriter
) -> tuple[OpFoldResult, OpFoldResult]:
    """A dimension as an offset in units of a stride; tensors have elements of at least ``width`` bits.

    The offset of a structured dimension is counted in elements, and has its own stride. A splat has none; a range
    becomes a tensor of offsets.
    """
    if is_tensor(offset):
        return widened(offset, width, rewriter), stride
    if mixed.is_known_zero(stride):
        return offset, 1
    steps = widened(rewriter.insert(make_range(size)).result, width, rewriter)
    assert isinstance(steps, SSAValue)
    scaled = mixed.multiply(steps, fitted(stride, steps, rewriter), rewriter)
    moved = fitted(offset, steps, rewriter)
    assert isinstance(scaled, SSAValue) and isinstance(moved, SSAValue)
    return rewriter.insert(AddIOp(scaled, moved)).result, 1


def make_range(size: int) -> tt.MakeRangeOp:
    """The integers from 0 to below ``size``."""
    return tt.MakeRangeOp(start=0, end=size, result=TensorType(i32, [size]))


def widened(offsets: OpFoldResult, width: int, rewriter: Rewriter) -> OpFoldResult:
    """A tensor of offsets with elements of at least ``width`` bits."""
    if isinstance(offsets, int) or not is_tensor_type(offsets.type) or width_of(offsets.type) >= width:
        return offsets
    return _cast(offsets, TensorType(IntegerType(width), offsets.type.get_shape()), rewriter)


def fitted(number: OpFoldResult, like: OpFoldResult, rewriter: Rewriter) -> OpFoldResult:
    """A scalar or tensor in the type of ``like``, splatted if that is a tensor."""
    if isinstance(like, int):
        return number
    value = mixed.as_value(number, rewriter)
    type_ = like.type
    if value.type == type_:
        return number if isinstance(number, int) else value
    if not is_tensor_type(type_):
        return _cast(value, type_, rewriter)
    if not is_tensor_type(value.type):
        scalar = _cast(value, type_.element_type, rewriter)
        return rewriter.insert(tt.SplatOp(scalar, result=type_)).result
    if value.type.get_shape() != type_.get_shape():
        reshaped = TensorType(value.type.element_type, type_.get_shape())
        # A tensor with only one dimension of extent above 1 keeps its order.
        value = rewriter.insert(tt.ReshapeOp(value, allow_reorder=True, result=reshaped)).result
    return _cast(value, type_, rewriter)


def _cast(value: SSAValue, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    if value.type == type_:
        return value
    source, target = element_type(value.type), element_type(type_)
    if isinstance(source, IndexType) or isinstance(target, IndexType):
        return rewriter.insert(IndexCastOp(value, type_)).out
    assert is_integer_type(source) and is_integer_type(target)
    cast = ExtSIOp if target.width.data > source.width.data else TruncIOp
    return rewriter.insert(cast(value, type_)).results[0]


def _added_shape(lhs: PointerState, rhs: PointerState, op: Operation) -> list[OpFoldResult]:
    """Where a sum wraps around."""
    if lhs.wraps and rhs.wraps:
        raise UnstructuredError("two operands that both wrap around are added", op)
    wrapped, other = (rhs, lhs) if rhs.wraps else (lhs, rhs)
    shape: list[OpFoldResult] = []
    for dim in range(wrapped.rank):
        if is_tensor(wrapped.offsets[dim]) or is_tensor(other.offsets[dim]):
            shape.append(0)
        elif not wrapped.dim_wraps(dim) or (
            mixed.is_known_zero(other.offsets[dim]) and mixed.is_known_zero(other.strides[dim])
        ):
            shape.append(wrapped.shape[dim])
        elif dim == 0 and wrapped.rank == 2 and other.scalar is not None and not wrapped.dim_wraps(1):
            # A splat addend has become the offset of dimension 0, but where that wraps around it is taken to move along
            # dimension 1, as in triton-shared.
            return list(wrapped.shape)
        else:
            raise UnstructuredError("something is added to an operand that wraps around", op)
    return shape


# Products


def multiply_states(
    lhs: PointerState, rhs: PointerState, *, gathers: bool, op: Operation, rewriter: Rewriter
) -> PointerState:
    """The state of a product, one factor of which must be a splat."""
    if lhs.source is not None or rhs.source is not None:
        raise UnstructuredError("a pointer is multiplied", op)
    if lhs.scalar is None and rhs.scalar is None:
        raise UnstructuredError("two tensors are multiplied neither of which is one number all over", op)
    varying, constant = (rhs, lhs) if rhs.scalar is None else (lhs, rhs)
    factor = constant.scalar
    assert factor is not None
    result = PointerState(sizes=list(varying.sizes))
    if lhs.scalar is not None and rhs.scalar is not None:
        result.scalar = rewriter.insert(MulIOp(lhs.scalar, rhs.scalar)).result
    if constant.wraps:
        raise UnstructuredError("a factor wraps around", op)
    for dim in range(varying.rank):
        offset, stride, extent = varying.offsets[dim], varying.strides[dim], varying.shape[dim]
        if is_tensor(offset):
            result.offsets.append(offset)
            result.strides.append(mixed.multiply(stride, factor, rewriter) if gathers else stride)
            result.shape.append(0)
        else:
            result.offsets.append(mixed.multiply(offset, factor, rewriter))
            result.strides.append(mixed.multiply(stride, factor, rewriter))
            result.shape.append(mixed.multiply(extent, factor, rewriter))
    return result
