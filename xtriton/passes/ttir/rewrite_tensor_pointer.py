"""``triton-rewrite-tensor-pointer``: block pointers become tensors of pointers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from xdsl.dialects.builtin import AnyFloat, DenseArrayBase, IntegerType, LocationAttr, TensorType, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.requirements import Rule, consistent_ranks
from xtriton.dialects.tt.enums import PaddingOption
from xtriton.dialects.tt.memory import AdvanceOp, LoadOp, MakeTensorPtrOp, StoreOp
from xtriton.dialects.tt.types import PointerType, is_tensor_pointer
from xtriton.dialects.upstream.arith import AddIOp, AndIOp, ConstantOp, ExtSIOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.folds.elements import constant
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity, error
from xtriton.ir.narrowing import is_dense_array, is_integer_type
from xtriton.passes.base import OperationPass
from xtriton.rewriting.rewriter import Rewriter, location_of
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
        rewriting = _Rewriting(ctx)
        rewriting.visit(op)
        rewriting.erase_replaced()


@dataclass(frozen=True)
class _BlockPointer:
    """What a block pointer consists of. ``offsets`` are of type i64."""

    base: SSAValue
    extents: tuple[SSAValue, ...]
    strides: tuple[SSAValue, ...]
    offsets: tuple[SSAValue, ...]
    shape: tuple[int, ...]
    """The shape of the block."""

    def at(self, offsets: Sequence[SSAValue]) -> _BlockPointer:
        """The pointer to another place of the same tensor."""
        return replace(self, offsets=tuple(offsets))

    def same_tensor(self, other: _BlockPointer) -> bool:
        """Whether another pointer differs in its offsets only."""
        return self == other.at(self.offsets)


class _Rewriting:
    def __init__(self, ctx: Context) -> None:
        self._diagnostics = ctx.diagnostics
        self._known: dict[SSAValue, _BlockPointer] = {}
        self._replaced: list[Operation] = []
        """What is no longer needed once nothing refers to block pointers any more."""
        self._rewriter = Rewriter()

    def visit(self, op: Operation) -> None:
        """Rewrite all that is in ``op``, in order."""
        for region in op.regions:
            for block in region.blocks:
                self._visit_block(block)

    def _visit_block(self, block: Block) -> None:
        for inner in tuple(block.ops):
            self._rewriter.start_at(inner)
            self._rewrite(inner)

    def erase_replaced(self) -> None:
        """Erase the operations on block pointers, users before what they use."""
        for op in reversed(self._replaced):
            self._rewriter.erase(op)

    def _rewrite(self, op: Operation) -> None:
        match op:
            case MakeTensorPtrOp():
                self._make(op)
            case AdvanceOp():
                self._advance(op)
            case LoadOp() if is_tensor_pointer(op.ptr.type):
                self._load(op)
            case StoreOp() if is_tensor_pointer(op.ptr.type):
                self._store(op)
            case IfOp():
                self._if(op)
            case ForOp() if _takes_pointers(op):
                self._for(op)
            case WhileOp() if _takes_pointers(op) or any(is_tensor_pointer(one.type) for one in op.results):
                self._while(op)
            case YieldOp() | ConditionOp() if _takes_pointers(op):
                op.operands = self._flat(op.operands, op)
            case _ if _takes_pointers(op):
                raise error(op.location, f"'{op.name}' op cannot take block pointers: only loops of scf and scf.if can")
            case _:
                self.visit(op)

    def _pointer(self, value: SSAValue, user: Operation) -> _BlockPointer:
        known = self._known.get(value)
        if known is None:
            raise error(user.location, f"'{user.name}' op uses a block pointer that was not made in this function")
        return known

    def _flat(self, values: Sequence[SSAValue], user: Operation) -> list[SSAValue]:
        """The values, with offsets instead of block pointers."""
        flat: list[SSAValue] = []
        for value in values:
            flat.extend(self._pointer(value, user).offsets if is_tensor_pointer(value.type) else (value,))
        return flat

    def _make(self, op: MakeTensorPtrOp) -> None:
        type_ = cast("PointerType", op.result.type).pointee_type
        offsets = tuple([self._rewriter.insert(ExtSIOp(offset, i64)).out for offset in op.offsets])
        shape = tuple(cast("TensorType[Attribute]", type_).get_shape())
        self._known[op.result] = _BlockPointer(op.base, tuple(op.shape), tuple(op.strides), offsets, shape)
        self._replaced.append(op)

    def _advance(self, op: AdvanceOp) -> None:
        pointer = self._pointer(op.ptr, op)
        offsets: list[SSAValue] = []
        for offset, distance in zip(pointer.offsets, op.offsets, strict=True):
            wide = self._rewriter.insert(ExtSIOp(distance, i64)).out
            offsets.append(self._rewriter.insert(AddIOp(offset, wide)).result)
        self._known[op.result] = pointer.at(offsets)
        self._replaced.append(op)

    # Access

    def _load(self, op: LoadOp) -> None:
        pointers, mask = self._access(op)
        other = None if mask is None else self._padding(op)
        load = LoadOp(pointers, mask, other, cache=op.cache, evict=op.evict, isVolatile=op.isVolatile)
        new = self._rewriter.insert(load)
        self._rewriter.replace_all_uses(op.result, new.result)
        self._replaced.append(op)

    def _store(self, op: StoreOp) -> None:
        pointers, mask = self._access(op)
        self._rewriter.insert(StoreOp(pointers, op.value, mask, cache=op.cache, evict=op.evict))
        self._replaced.append(op)

    def _access(self, op: LoadOp | StoreOp) -> tuple[SSAValue, SSAValue | None]:
        """Pointers for an access, and the mask for the dimensions whose boundaries are checked."""
        pointer, rewriter = self._pointer(op.ptr, op), self._rewriter
        shape = pointer.shape
        pointers = pointers_to(pointer.base, shape, rewriter)
        places: list[SSAValue] = []
        for dim, (offset, stride) in enumerate(zip(pointer.offsets, pointer.strides, strict=True)):
            places.append(offsets_along(offset, shape, dim, rewriter))
            pointers = moved(pointers, places[dim], stride, shape, rewriter)
        mask: SSAValue | None = None
        for dim in _checked_dims(op):
            inside = within(places[dim], pointer.extents[dim], shape, rewriter)
            mask = inside if mask is None else rewriter.insert(AndIOp(mask, inside)).result
        return pointers, mask

    def _padding(self, op: LoadOp) -> SSAValue | None:
        """What a load gives outside of the boundaries, if it says so."""
        if op.padding is None:
            return None
        type_ = cast("TensorType[Attribute]", op.result.type)
        element = type_.element_type
        nan = op.padding == PaddingOption.PAD_NAN.attr
        if not isinstance(element, AnyFloat) and (nan or not is_integer_type(element)):
            with_what = "NaN" if nan else "zero"
            raise error(op.location, f"'{op.name}' op cannot pad values of type '{element}' with {with_what}")
        scalar = self._rewriter.insert(ConstantOp(constant(element, float("nan") if nan else 0))).result
        return splat(scalar, type_, self._rewriter)

    # Control flow

    def _if(self, op: IfOp) -> None:
        if not any(is_tensor_pointer(result.type) for result in op.results):
            self.visit(op)
            return
        yielded = [region.block.last_op for region in op.regions]
        operands = [list(end.operands) for end in yielded if end is not None]
        self.visit(op)
        pointers = [self._common(values, op) for values in zip(*operands, strict=True)]
        types = [type_ for values in zip(pointers, op.results, strict=True) for type_ in _flat_types(*values)]
        self._rewriter.start_at(op)
        regions = [_moved_to_new_region(region) for region in op.regions]
        new = self._rewriter.insert(IfOp(op.condition, *regions, result_types=types))
        self._hand_on(op.results, new.results, pointers)
        self._replaced.append(op)

    def _common(self, values: Sequence[SSAValue], op: Operation) -> _BlockPointer | None:
        """The block pointer that all branches yield, but for its offsets; ``None`` for other values."""
        if not is_tensor_pointer(values[0].type):
            return None
        first, *others = [self._pointer(value, op) for value in values]
        for other in others:
            self._expect_same_tensor(first, other, op, "chooses between block pointers")
        return first

    def _expect_same_tensor(self, kept: _BlockPointer, other: _BlockPointer, op: Operation, what: str) -> None:
        """Warn of what changes the answer: only offsets are handed on, as in Triton 3.6."""
        if not kept.same_tensor(other):
            message = f"'{op.name}' op {what} to different tensors; the first tensor is used for all of them"
            self._diagnostics.emit(Diagnostic(Severity.WARNING, op.location, message))

    def _for(self, op: ForOp) -> None:
        pointers = [self._pointer(init, op) if is_tensor_pointer(init.type) else None for init in op.initArgs]
        inits = self._flat(op.initArgs, op)
        old = op.body
        body = Block(arg_types=[op.lowerBound.type, *(init.type for init in inits)])
        for argument, location in zip(body.args, [op.location, *map(location_of, inits)], strict=True):
            argument.location = cast("LocationAttr", location)
        new = ForOp.create(
            operands=[op.lowerBound, op.upperBound, op.step, *inits],
            result_types=[init.type for init in inits],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=[Region(body)],
        )
        self._rewriter.insert(new)
        self._rewriter.replace_all_uses(old.args[0], body.args[0])
        self._hand_on(old.args[1:], body.args[1:], pointers)
        self._next_iteration(op, old, body, pointers)
        self._hand_on(op.results, new.results, pointers)
        self._replaced.append(op)

    def _next_iteration(
        self, op: ForOp | WhileOp, old: Block, body: Block, pointers: Sequence[_BlockPointer | None]
    ) -> None:
        """Move and rewrite the block of a loop that yields what the next iteration is given."""
        end = _move_ops(old, body)
        yielded = list(end.operands)
        self._visit_block(body)
        for pointer, value in zip(pointers, yielded, strict=True):
            if pointer is not None:
                self._expect_same_tensor(pointer, self._pointer(value, end), op, "goes on with block pointers")

    def _while(self, op: WhileOp) -> None:
        """Triton 3.6 aborts here."""
        pointers = [self._pointer(init, op) if is_tensor_pointer(init.type) else None for init in op.inits]
        inits = self._flat(op.inits, op)
        old_before, old_after = op.before.block, op.after.block
        before = Block(arg_types=[init.type for init in inits])
        after = Block(arg_types=[type_ for one in old_after.args for type_ in _offset_types(one.type)])
        for argument in (*before.args, *after.args):
            argument.location = op.location
        new = WhileOp.create(
            operands=inits,
            result_types=[type_ for one in op.results for type_ in _offset_types(one.type)],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=[Region(before), Region(after)],
        )
        self._rewriter.insert(new)
        self._hand_on(old_before.args, before.args, pointers)
        condition = cast("ConditionOp", _move_ops(old_before, before))
        forwarded = list(condition.args)
        self._visit_block(before)
        passed = [self._pointer_around(one, new) if is_tensor_pointer(one.type) else None for one in forwarded]
        self._hand_on(old_after.args, after.args, passed)
        self._next_iteration(op, old_after, after, pointers)
        self._hand_on(op.results, new.results, passed)
        self._replaced.append(op)

    def _pointer_around(self, value: SSAValue, loop: WhileOp) -> _BlockPointer:
        """A block pointer that is to a tensor known outside of a loop."""
        pointer = self._pointer(value, loop)
        if not all(is_defined_outside(one, loop) for one in (pointer.base, *pointer.extents, *pointer.strides)):
            raise error(loop.location, "'scf.while' op makes a block pointer in its condition: make it before the loop")
        return pointer

    def _hand_on(
        self, old: Sequence[SSAValue], new: Sequence[SSAValue], pointers: Sequence[_BlockPointer | None]
    ) -> None:
        """Let new values stand for old ones; where those were block pointers, the new ones are their offsets."""
        rest = iter(new)
        for value, pointer in zip(old, pointers, strict=True):
            if pointer is None:
                self._rewriter.replace_all_uses(value, next(rest))
            else:
                self._known[value] = pointer.at([next(rest) for _ in pointer.offsets])


def _takes_pointers(op: Operation) -> bool:
    return any(is_tensor_pointer(operand.type) for operand in op.operands)


def _offset_types(type_: Attribute) -> list[Attribute]:
    """The types of the values that stand for one of a type: offsets for a block pointer."""
    if not is_tensor_pointer(type_):
        return [type_]
    return [i64] * cast("TensorType[Attribute]", cast("PointerType", type_).pointee_type).get_num_dims()


def _move_ops(old: Block, new: Block) -> Operation:
    """Move all operations of a block to the end of another; gives the last one."""
    while (inner := old.first_op) is not None:
        inner.detach()
        new.add_op(inner)
    assert new.last_op is not None
    return new.last_op


def _checked_dims(op: LoadOp | StoreOp) -> Sequence[int]:
    dims = op.boundaryCheck
    assert is_dense_array(dims)
    return cast("DenseArrayBase[IntegerType]", dims).get_values()


def _flat_types(pointer: _BlockPointer | None, value: SSAValue) -> list[Attribute]:
    return [value.type] if pointer is None else [offset.type for offset in pointer.offsets]


def _moved_to_new_region(region: Region) -> Region:
    """A new region with the blocks of another, which is empty afterwards."""
    new = Region()
    region.move_blocks(new)
    return new
