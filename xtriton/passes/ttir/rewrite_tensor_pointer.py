"""``triton-rewrite-tensor-pointer``: block pointers become tensors of pointers.

A dialect conversion replaces each block pointer by its offsets, one value for each dimension. Base, shape and strides
are taken from the ``tt.make_tensor_ptr`` that defines the pointer, which is found beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import LocationAttr, TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.requirements import Rule, consistent_ranks
from xtriton.dialects.tt.enums import PaddingOption
from xtriton.dialects.tt.memory import AdvanceOp, LoadOp, MakeTensorPtrOp, StoreOp
from xtriton.dialects.tt.types import PointerType, is_tensor_pointer
from xtriton.dialects.upstream.arith import AddIOp, AndIOp, ExtSIOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.interfaces.region_branch import (
    RegionBranchOpInterface,
    incoming_values,
    tied_values,
)
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity, error
from xtriton.ir.narrowing import int_list, is_dense_array, is_float_type, is_integer_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import OperationPass
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.dialect_conversion import (
    ConversionRewriter,
    ConversionTarget,
    TypeConverter,
    apply_partial_conversion,
    conversion_pattern,
    structural,
)
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import location_of
from xtriton.rewriting.windows import moved, offsets_along, pointers_to, splat, within


@dataclass(frozen=True)
class TritonRewriteTensorPointer(OperationPass):
    """Lower block pointers to masked tensors of pointers.

    before: ``%p = tt.make_tensor_ptr %base, [%n], [%c1], [%o]``, ``tt.load %p {boundaryCheck = array<i32: 0>}``
    after:  ``tt.load (splat %base + (%o + range) * %c1), 0 <= %o + range < %n``
    """

    name: ClassVar[str] = "triton-rewrite-tensor-pointer"
    requires: ClassVar[tuple[Rule, ...]] = (consistent_ranks,)

    def apply_to(self, ctx: Context, op: Operation) -> None:
        types = BlockPointers()
        illegal = [inner for inner in operations_in(op) if not types.is_without_pointers(inner)]
        if not illegal:
            return
        types.find_origins(illegal, ctx.diagnostics)
        target = ConversionTarget()
        target.set_unknown(types.is_without_pointers)
        apply_partial_conversion(op, target, _PATTERNS, types, folding="never", unreachable=True)


class BlockPointers(TypeConverter):
    """Replaces block pointers by their offsets, of type i64, and knows the operations that make them."""

    def __init__(self) -> None:
        super().__init__(_offsets)
        self._origins: dict[SSAValue, MakeTensorPtrOp] = {}

    def is_without_pointers(self, op: Operation) -> bool:
        """Whether no block pointers pass through ``op``: a function may have block pointers that it does not use."""
        if op.regions and isinstance(op, RegionBranchOpInterface):
            return self.is_legal_op(op)
        is_legal = self.is_legal
        for operand in op.operands:
            if not is_legal(operand.type):
                return False
        return type(op) is not MakeTensorPtrOp

    def find_origins(self, ops: Sequence[Operation], diagnostics: DiagnosticEngine) -> None:
        """Find the operations that make the block pointers in ``ops``."""
        for op in ops:
            if isinstance(op, MakeTensorPtrOp):
                self._origins[op.result] = op
        for op in ops:
            if isinstance(op, RegionBranchOpInterface):
                self._check(op, diagnostics)

    def origin(self, value: SSAValue, user: Operation) -> MakeTensorPtrOp:
        """The operation that makes the block pointer that ``user`` uses."""
        known = self._origins.get(value)
        if known is None:
            if isinstance(value.owner, AdvanceOp):
                known = self.origin(value.owner.ptr, user)
            else:
                sources = incoming_values(value)
                if not sources:
                    message = f"'{user.name}' op uses a block pointer that was not made in this function"
                    raise error(user.location, message)
                known = self.origin(sources[0], user)
            self._origins[value] = known
        return known

    def _check(self, op: RegionBranchOpInterface, diagnostics: DiagnosticEngine) -> None:
        """Warn if different tensors meet, which changes results: only offsets are forwarded, as in Triton 3.6."""
        for tied in tied_values(op):
            if self.is_legal(tied.targets[0].type):
                continue
            sources = [self.origin(user.operands[index], user) for user, index in tied.sources]
            for target in tied.targets:
                self._origins[target] = sources[0]
            for operand in sources[0].operands:
                if operand not in sources[0].offsets and not is_defined_outside(operand, op):
                    raise error(op.location, f"'{op.name}' op makes a block pointer in a region: make it before")
            does = "goes on with" if isinstance(op, LoopLikeOpInterface) else "chooses between"
            for other in sources[1:]:
                if not _same_tensor(sources[0], other):
                    message = f"'{op.name}' op {does} block pointers to different tensors; the first tensor is used"
                    diagnostics.emit(Diagnostic(Severity.WARNING, op.location, f"{message} for all of them"))


def _offsets(type_: Attribute) -> Sequence[Attribute] | None:
    return [i64] * len(_block_shape(type_)) if is_tensor_pointer(type_) else None


def _block_shape(pointer: Attribute) -> tuple[int, ...]:
    return cast("TensorType[Attribute]", cast("PointerType", pointer).pointee_type).get_shape()


def _same_tensor(pointer: MakeTensorPtrOp, other: MakeTensorPtrOp) -> bool:
    """Whether two block pointers differ in their offsets only."""
    return all(
        first == second
        for first, second in (
            (pointer.base, other.base),
            (tuple(pointer.shape), tuple(other.shape)),
            (tuple(pointer.strides), tuple(other.strides)),
            (_block_shape(pointer.result.type), _block_shape(other.result.type)),
        )
    )


_Rewriter = ConversionRewriter[BlockPointers]


@conversion_pattern(MakeTensorPtrOp)
def make_tensor_pointer(op: MakeTensorPtrOp, rewriter: _Rewriter) -> bool:
    """The offsets in 64 bits."""
    rewriter.replace_with_multiple(op, [[rewriter.insert(ExtSIOp(offset, i64)).out for offset in op.offsets]])
    return True


@conversion_pattern(AdvanceOp)
def advance(op: AdvanceOp, rewriter: _Rewriter) -> bool:
    """The offsets plus the distances."""
    rewriter.types.origin(op.ptr, op)
    offsets: list[SSAValue] = []
    for offset, distance in zip(rewriter.parts(op.ptr), op.offsets, strict=True):
        wide = rewriter.insert(ExtSIOp(distance, i64)).out
        offsets.append(rewriter.insert(AddIOp(offset, wide)).result)
    rewriter.replace_with_multiple(op, [offsets])
    return True


@conversion_pattern(LoadOp)
def load(op: LoadOp, rewriter: _Rewriter) -> bool:
    """A load of a tensor of pointers, masked at the boundaries that are checked."""
    pointers, mask = _access(op, rewriter)
    other = None if mask is None else _padding(op, rewriter)
    rewriter.replace_by(op, LoadOp(pointers, mask, other, cache=op.cache, evict=op.evict, isVolatile=op.isVolatile))
    return True


@conversion_pattern(StoreOp)
def store(op: StoreOp, rewriter: _Rewriter) -> bool:
    """A store to a tensor of pointers, masked at the boundaries that are checked."""
    pointers, mask = _access(op, rewriter)
    rewriter.insert(StoreOp(pointers, op.value, mask, cache=op.cache, evict=op.evict))
    rewriter.erase(op)
    return True


@conversion_pattern(IfOp)
def branches(op: IfOp, rewriter: _Rewriter) -> bool:
    """As in Triton, discardable attributes of ``scf.if`` are lost."""
    op.attributes.clear()
    return structural.convert_structure(op, rewriter)


@conversion_pattern(ForOp)
def loop(op: ForOp, rewriter: _Rewriter) -> bool:
    """As in Triton, the arguments of the body get the locations of their inits."""
    variable, *iter_args = op.body.args
    variable.location = op.location
    for init, argument in zip(op.init_args, iter_args, strict=True):
        for part in rewriter.parts(init):
            argument.location = cast("LocationAttr", location_of(part))
    return structural.convert_structure(op, rewriter)


@conversion_pattern(Operation)
def not_supported(op: Operation, rewriter: _Rewriter) -> bool:
    """Other operations cannot take block pointers."""
    raise error(op.location, f"'{op.name}' op cannot take block pointers: only loops of scf and scf.if can")


_PATTERNS = PatternSet(
    [
        *(make_tensor_pointer, advance, load, store, branches, loop),
        *(structural.region_branch, structural.region_terminator, not_supported),
    ]
)


# ------------------------------------------------------------------------------------------------- pointers and masks


def _access(op: LoadOp | StoreOp, rewriter: _Rewriter) -> tuple[SSAValue, SSAValue | None]:
    """Pointers for an access, and the mask for the dimensions whose boundaries are checked."""
    made = rewriter.types.origin(op.ptr, op)
    shape = _block_shape(made.result.type)
    pointers = pointers_to(made.base, shape, rewriter)
    places: list[SSAValue] = []
    for dim, (offset, stride) in enumerate(zip(rewriter.parts(op.ptr), made.strides, strict=True)):
        places.append(offsets_along(offset, shape, dim, rewriter))
        pointers = moved(pointers, places[dim], stride, shape, rewriter)
    mask: SSAValue | None = None
    for dim in _checked_dims(op):
        inside = within(places[dim], made.shape[dim], shape, rewriter)
        mask = inside if mask is None else rewriter.insert(AndIOp(mask, inside)).result
    return pointers, mask


def _padding(op: LoadOp, rewriter: _Rewriter) -> SSAValue | None:
    """The value of elements outside of the boundaries, if the load has one."""
    if op.padding is None:
        return None
    type_ = cast("TensorType[Attribute]", op.result.type)
    element = type_.element_type
    nan = op.padding == PaddingOption.PAD_NAN.attr
    if not is_float_type(element) and (nan or not is_integer_type(element)):
        with_what = "NaN" if nan else "zero"
        raise error(op.location, f"'{op.name}' op cannot pad values of type '{element}' with {with_what}")
    scalar = insert_constant(rewriter, float("nan") if nan else 0, element)
    return splat(scalar, type_, rewriter)


def _checked_dims(op: LoadOp | StoreOp) -> Sequence[int]:
    dims = op.boundaryCheck
    assert is_dense_array(dims)
    return int_list(dims)
