"""The elements that a mask enables, derived from the operations that define it (triton-shared's ``MaskAnalysis``).

A mask such as ``(rows < M)[:, None] & (cols < N)[None, :]`` enables a block at the start of the tensor; its extents are
``dims``. Dynamic values become operations at the rewriter's insertion point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import IntegerType, TensorType, i1, i32
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.analysis.signs import is_never_negative
from xtriton.dialects import tt, tts
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    ExtSIOp,
    IndexCastOp,
    IndexCastUIOp,
    SubIOp,
    TruncIOp,
)
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.ir.creation import is_block_argument
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_value, is_integer_attr, is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import parent_of_type
from xtriton.passes.linalg.pointers.guards import Guards
from xtriton.passes.linalg.pointers.state import UnstructuredError
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter

_BELOW = (CmpIPredicate.SLT, CmpIPredicate.ULT)
_UP_TO = (CmpIPredicate.SLE, CmpIPredicate.ULE)
_KNOWN = (*_BELOW, *_UP_TO, CmpIPredicate.SGE)
_UNSIGNED = (CmpIPredicate.ULT, CmpIPredicate.ULE)
_MIRRORED = {
    CmpIPredicate.SGT: CmpIPredicate.SLT,
    CmpIPredicate.UGT: CmpIPredicate.ULT,
    CmpIPredicate.SGE: CmpIPredicate.SLE,
    CmpIPredicate.UGE: CmpIPredicate.ULE,
}
"""The predicate of ``b`` and ``a`` for that of ``a`` and ``b``."""


def _is_never_negative(number: OpFoldResult) -> bool:
    """Whether a number is not negative unless integers overflow, which a guard excludes."""
    if isinstance(number, int):
        return number >= 0
    while isinstance(number.owner, IndexCastOp | ExtSIOp | TruncIOp):
        number = number.owner.operands[0]
    return is_never_negative(number)


_MOST_VISITED = 1024
"""Sums of shared sums have exponentially many terms; masks of kernels are made by few operations."""


@dataclass
class _Visits:
    """How many values have been analysed for one mask."""

    count: int = 0


@dataclass
class MaskState:
    """The analysis result for a mask, or for a value that a mask is computed from.

    A splat is ``scalar``. A range is ``start`` to ``end``. A mask is described by ``dims``, the number of leading
    elements of each dimension that it enables. For an unstructured dimension, its entry of ``masks`` is the mask of
    that dimension, with as many elements as the dimension.
    """

    start: OpFoldResult | None = None
    end: OpFoldResult | None = None
    scalar: OpFoldResult | None = None
    dims: list[OpFoldResult] = field(default_factory=list["OpFoldResult"])
    masks: list[SSAValue | None] = field(default_factory=list["SSAValue | None"])
    reason: str = ""
    """Why the analysis failed."""
    guards: Guards | None = None
    """Guards against integer overflow, and against operands of unsigned comparisons with the sign bit set.

    Without guards integers are assumed not to wrap around, and such comparisons to be signed, as in triton-shared.
    """
    _visits: _Visits = field(default_factory=_Visits)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.dims)

    @property
    def is_mask(self) -> bool:
        """Whether this describes booleans, not integers."""
        return self.start is None and self.end is None and self.scalar is None and bool(self.dims)

    @property
    def unstructured(self) -> list[tuple[int, SSAValue]]:
        """The unstructured dimensions, each with its mask."""
        return [(dim, mask) for dim, mask in enumerate(self.masks) if mask is not None]

    def parse(self, value: SSAValue, rewriter: Rewriter) -> bool:
        """Analyse ``value``; this state must be new. Returns whether all of it could be analysed."""
        owner = value.owner
        self._visits.count += 1
        if self._visits.count > _MOST_VISITED:
            return self._fail("a mask made by very many operations is not understood")
        if isinstance(owner, ConstantOp):
            return self._constant(owner)
        if isinstance(value.type, IntegerType):
            return self._integer(value, rewriter)
        match owner:
            case AddIOp():
                return self._sum(owner, rewriter)
            case SubIOp():
                return self._difference(owner, rewriter)
            case AndIOp():
                return self._conjunction(owner, rewriter)
            case CmpIOp():
                return self._comparison(owner, rewriter)
            case tt.MakeRangeOp():
                return self._range(owner)
            case tt.BroadcastOp():
                return self._broadcast(owner, rewriter)
            case tt.SplatOp():
                return self._splat(owner, rewriter)
            case tt.ExpandDimsOp():
                return self._expand_dims(owner, rewriter)
            case ExtSIOp():
                return self._extension(owner, rewriter)
            case _ if is_block_argument(value):
                return self._carried(value, rewriter)
            case _:
                return self._fail(f"a mask made by '{getattr(owner, 'name', '?')}' is not understood")

    def _fail(self, reason: str) -> bool:
        self.reason = self.reason or reason
        return False

    def _part(self, value: SSAValue, rewriter: Rewriter) -> tuple[MaskState, bool]:
        """The state of an operand, and whether it is complete; if not, the reason is copied to this state."""
        part = self._another()
        found = part.parse(value, rewriter)
        if not found:
            self.reason = self.reason or part.reason
        return part, found

    def _another(self) -> MaskState:
        """A new, empty state with the same configuration."""
        return MaskState(guards=self.guards, _visits=self._visits)

    def fits(self, op: Operation, value: SSAValue, *, low: int | None = None) -> bool:
        """Ensure that the values of ``value``, which this state describes, are exact, and none below ``low``.

        ``op`` uses them such that a wrap-around would be observable. Returns false, with a reason, if this is
        impossible.
        """
        if self.guards is None or self.is_mask or value.type == i1:
            return True
        start = self.scalar if self.start is None else self.start
        if start is None or (not isinstance(start, int) and start.type == i1):
            return True
        try:
            self.guards.require_range(start, self.end, width_of(value.type), op, low=low)
        except UnstructuredError as problem:
            return self._fail(problem.reason)
        return True

    # Numbers

    def _constant(self, op: ConstantOp) -> bool:
        value = op.value
        if is_integer_attr(value):
            self.scalar = value.value.data
            return True
        number = integer_of(value) if isinstance(value, DenseElementsAttr) else None
        if number is None:
            return self._fail("a mask of constants that differ is not understood")
        self.scalar = to_signed(number, width_of(op.result.type))
        return True

    def _integer(self, value: SSAValue, rewriter: Rewriter) -> bool:
        self.scalar = value if value.type == i1 else mixed.as_index(value, rewriter)
        return True

    def _range(self, op: tt.MakeRangeOp) -> bool:
        first, last = (int_value(attr) for attr in (op.start, op.end))
        self.start, self.end, self.dims = first, last, [last - first]
        return True

    def _sum(self, op: AddIOp, rewriter: Rewriter) -> bool:
        (left, left_found), (right, right_found) = (
            self._part(op.lhs, rewriter),
            self._another().with_parse(op.rhs, rewriter),
        )
        if not (left_found and right_found):
            return self._fail(right.reason)
        if (left.scalar is None) == (right.scalar is None):
            return self._fail("only sums of a range and a number all over the tensor are understood in masks")
        moved, distance = (right, left.scalar) if left.scalar is not None else (left, right.scalar)
        assert distance is not None
        if moved.start is None or moved.end is None:
            return self._fail("only ranges can be moved in masks")
        self.start = mixed.add(moved.start, distance, rewriter)
        self.end = mixed.add(moved.end, distance, rewriter)
        self.dims = moved.dims
        return True

    def _difference(self, op: SubIOp, rewriter: Rewriter) -> bool:
        (left, found), (right, also) = self._part(op.lhs, rewriter), self._another().with_parse(op.rhs, rewriter)
        if not (found and also):
            return self._fail(right.reason)
        if left.start is None or left.end is None or right.scalar is None:
            return self._fail("of differences only those of a range and a number all over the tensor are understood")
        self.start = mixed.subtract(left.start, right.scalar, rewriter)
        self.end = mixed.subtract(left.end, right.scalar, rewriter)
        self.dims = left.dims
        return True

    def with_parse(self, value: SSAValue, rewriter: Rewriter) -> tuple[MaskState, bool]:
        """This state after :meth:`parse`, and its result."""
        found = self.parse(value, rewriter)
        return self, found

    def _extension(self, op: ExtSIOp, rewriter: Rewriter) -> bool:
        source = op.operands[0]
        if not self.parse(source, rewriter) or not self.fits(op, source):
            return False
        if self.scalar is not None:
            # From here on a truth is a number, -1 or 0.
            self.scalar = self.scalar if isinstance(self.scalar, int) else mixed.as_index(self.scalar, rewriter)
        return True

    def _carried(self, value: BlockArgument, rewriter: Rewriter) -> bool:
        """A range or scalar that a loop advances: it starts at the offsets that are loop-carried next to it."""
        loop = value.owner.parent_op()
        index = loop.position(value) if isinstance(loop, ForOp) else None
        if not isinstance(loop, ForOp) or index is None or _is_in_loop(loop):
            return self._fail("a mask that is an argument of a block other than a loop's is not understood")
        initial = loop.init_args[index].owner
        if not isinstance(initial, tts.GetStructuredStateOp) or not _moves_as_a_whole(loop, index):
            return self._fail("a mask whose offsets no loop carries is not understood")
        with rewriter.elsewhere():
            rewriter.before(loop)
            before, found = self._part(initial.input, rewriter)
            if not found:
                return False
            distance = None
            if before.start is not None and before.end is not None:
                distance = mixed.subtract(before.end, before.start, rewriter)
        self.dims = before.dims
        place: OpFoldResult = 0
        for offset in loop.iter_args[index + 1 : index + 1 + self.rank]:
            place = mixed.add(place, offset, rewriter)
        if distance is None:
            self.scalar = place
        else:
            self.start, self.end = place, mixed.add(place, distance, rewriter)
        return True

    # Shapes

    def _splat(self, op: tt.SplatOp, rewriter: Rewriter) -> bool:
        if not self.parse(op.src, rewriter):
            return False
        self.dims += shape_of(op.result.type) or ()
        if op.src.type == i1:
            self.masks = [None] * self.rank
        return True

    def _broadcast(self, op: tt.BroadcastOp, rewriter: Rewriter) -> bool:
        if not self.parse(op.src, rewriter):
            return False
        source, result = shape_of(op.src.type) or (), shape_of(op.result.type) or ()
        if len(self.dims) != len(source):
            return self._fail("a mask whose extents are not known cannot be broadcast")
        for dim, (before, after) in enumerate(zip(source, result, strict=True)):
            if before < after:
                # An element disabled before the broadcast is disabled after it.
                self.dims[dim] = mixed.multiply(self.dims[dim], after, rewriter)
                self._repeat_mask(dim, after, rewriter)
        return True

    def _repeat_mask(self, dim: int, extent: int, rewriter: Rewriter) -> None:
        """Broadcast the mask of an unstructured dimension with one element."""
        mask = self.masks[dim] if self.masks else None
        if mask is not None:
            self.masks[dim] = rewriter.insert(tt.BroadcastOp(mask, result=TensorType(i1, [extent]))).result

    def _expand_dims(self, op: tt.ExpandDimsOp, rewriter: Rewriter) -> bool:
        axis = int_value(op.axis)
        source = cast("TensorType[Attribute]", op.src.type)
        found = self.parse(op.src, rewriter)
        truths = source.element_type == i1
        if not found and not truths:
            return False
        if truths and not self._expand_masks(op.src, axis, found):
            return False
        self.dims.insert(axis, 1)
        return True

    def _expand_masks(self, source: SSAValue, axis: int, found: bool) -> bool:
        """Keep the mask of an unstructured dimension as it is, so that the others can be analysed."""
        shape = shape_of(source.type) or ()
        if not found:
            if len(shape) != 1:
                return False
            self.start = self.end = self.scalar = None
            self.dims, self.masks = [shape[0]], [source]
        elif len(self.masks) != len(shape):
            self.masks = [None] * len(shape)
        self.masks.insert(axis, None)
        return True

    # Booleans

    def _comparison(self, op: CmpIOp, rewriter: Rewriter) -> bool:
        self.masks = [None] * len(shape_of(op.result.type) or ())
        predicate = CmpIPredicate.of(op.predicate)
        (left, found), (right, also) = self._part(op.lhs, rewriter), self._another().with_parse(op.rhs, rewriter)
        if not (found and also):
            return self._fail(right.reason)
        if left.scalar is not None and right.scalar is None and predicate in _MIRRORED:
            left, right, predicate = right, left, _MIRRORED[predicate]
        if predicate not in _KNOWN:
            return self._fail(f"masks by comparison '{predicate.keyword}' are not understood")
        if right.scalar is None:
            return self._fail("only comparisons with a number all over the tensor are understood in masks")
        if predicate is CmpIPredicate.SGE and not mixed.is_known_zero(right.scalar):
            return self._fail("the only lower bound that is supported in masks is 0")
        if not left.fits(op, op.lhs):
            return self._fail(left.reason)
        wide = [index for index, extent in enumerate(left.dims) if extent != 1]
        if left.scalar is None and len(wide) > 1:
            return self._fail("comparisons along more than one dimension are not understood in masks")
        place = 0 if left.scalar is not None else (wide or [0])[0]
        if not right.fits(op, op.rhs):
            return self._fail(right.reason)
        extent = self._compared(op, predicate, left, right.scalar, place, rewriter)
        if extent is None:
            return False
        self.dims = [extent if index == place else other for index, other in enumerate(left.dims)]
        return True

    def _compared(
        self, op: CmpIOp, predicate: CmpIPredicate, left: MaskState, bound: OpFoldResult, dim: int, rewriter: Rewriter
    ) -> OpFoldResult | None:
        """The number of elements of a dimension for which ``left`` compares to ``bound`` as ``predicate`` says."""
        if left.scalar is not None:
            if not left.dims:
                self._fail("a mask whose extents are not known is not understood")
                return None
            return mixed.select_by_comparison(predicate, (left.scalar, bound), left.dims[dim], 0, rewriter)
        if left.start is None or left.end is None:
            self._fail("comparisons of truths are not understood in masks")
            return None
        unsigned = self.guards is not None and predicate in _UNSIGNED
        if unsigned or predicate is CmpIPredicate.SGE:
            if not _is_never_negative(left.start):
                way = "without signs" if unsigned else "with '>= 0'"
                self._fail(f"a range that is compared {way} may start below 0")
                return None
            if not left.fits(op, op.lhs, low=0):
                self._fail(left.reason)
                return None
        if predicate is CmpIPredicate.SGE:
            return left.dims[dim]
        minimum = mixed.minimum_unsigned if unsigned else mixed.minimum
        if predicate in _UP_TO and self.guards is None:
            bound = mixed.add(bound, 1, rewriter)
        elif predicate in _UP_TO:
            # The maximum is a bound, too: no value is above it.
            last = minimum(mixed.subtract(left.end, 1, rewriter), bound, rewriter)
            bound = mixed.add(last, 1, rewriter)
        # Bounds below the start enable no elements.
        end = minimum(left.end, bound, rewriter) if predicate in _BELOW or self.guards is None else bound
        end = mixed.maximum(end, left.start, rewriter)
        return mixed.subtract(end, left.start, rewriter)

    def _conjunction(self, op: AndIOp, rewriter: Rewriter) -> bool:
        if element_type(op.result.type) != i1:
            return self._fail("the bits that two numbers share are not understood in masks")
        shape = shape_of(op.result.type) or ()
        (left, found), (right, also) = self._part(op.lhs, rewriter), self._another().with_parse(op.rhs, rewriter)
        if not (found and also) or not self._merge_masks((left, right), shape, rewriter):
            return self._fail(right.reason)
        if not left.is_mask or not right.is_mask:
            return self._restricted(left, right, rewriter)
        self.dims = [
            mixed.minimum(dim, other_dim, rewriter) for dim, other_dim in zip(left.dims, right.dims, strict=True)
        ]
        return True

    def _restricted(self, left: MaskState, right: MaskState, rewriter: Rewriter) -> bool:
        """A mask where a scalar condition holds, and an empty mask otherwise."""
        if (left.scalar is None) == (right.scalar is None):
            return self._fail(right.reason or "masks neither of which has known extents cannot be joined")
        condition, mask = (left, right) if left.scalar is not None else (right, left)
        assert condition.scalar is not None
        self.dims = [mixed.select(condition.scalar, extent, 0, rewriter) for extent in mask.dims]
        return True

    def _merge_masks(self, states: tuple[MaskState, MaskState], shape: Sequence[int], rewriter: Rewriter) -> bool:
        if any(len(state.masks) != len(shape) for state in states):
            return self._fail("a mask whose dimensions cannot be told apart cannot be joined with another")
        for dim, extent in enumerate(shape):
            if all(state.masks[dim] is None for state in states):
                self.masks.append(None)
                continue
            parts = [state.masks[dim] or state.mask_of(dim, extent, rewriter) for state in states]
            known = [part for part in parts if part is not None]
            self.masks.append(known[0] if len(known) == 1 else rewriter.insert(AndIOp(known[0], known[1])).result)
        return len(self.unstructured) <= 1 or self._fail("masks that are not understood in several dimensions")

    def mask_of(self, dim: int, extent: int, rewriter: Rewriter) -> SSAValue | None:
        """The mask of a dimension as a tensor; ``None`` if all elements are enabled."""
        number = self.dims[dim] if self.is_mask else self.scalar
        if number is None or number == extent:
            return None
        type_ = TensorType(i32, [extent])
        numbers = rewriter.insert(tt.MakeRangeOp(start=0, end=extent, result=type_)).result
        if not isinstance(number, int) and number.type == i1:
            return rewriter.insert(tt.SplatOp(number, result=TensorType(i1, [extent]))).result
        bound = rewriter.insert(IndexCastUIOp(mixed.as_index(number, rewriter), i32)).out
        bounds = rewriter.insert(tt.SplatOp(bound, result=type_)).result
        return rewriter.insert(CmpIOp(CmpIPredicate.ULT, numbers, bounds)).result


def _is_in_loop(loop: ForOp) -> bool:
    return parent_of_type(loop, ForOp) is not None


def _moves_as_a_whole(loop: ForOp, index: int) -> bool:
    """Whether a loop adds the same value to all elements of a loop-carried tensor."""
    value = loop.yielded_values[index]
    while value is not loop.iter_args[index]:
        owner = value.owner
        if isinstance(owner, tts.GetStructuredStateOp):
            value = owner.input
        elif isinstance(owner, AddIOp) and _is_uniform(owner.rhs):
            value = owner.lhs
        elif isinstance(owner, AddIOp) and _is_uniform(owner.lhs):
            value = owner.rhs
        else:
            return False
    return True


def _is_uniform(value: SSAValue) -> bool:
    owner = value.owner
    if isinstance(owner, ConstantOp):
        return integer_of(owner.value) is not None
    return isinstance(owner, tt.SplatOp) or not is_tensor_type(value.type)
