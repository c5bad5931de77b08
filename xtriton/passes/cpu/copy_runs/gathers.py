"""Loops that copy single elements from places that are consecutive between multiples of some divisors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, DivSIOp, IndexCastOp, RemSIOp
from xtriton.dialects.upstream.linalg import IndexOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.narrowing import is_memref_type
from xtriton.passes.cpu.loops.nest import dimension_of
from xtriton.rewriting.mixed import known_number


class Kind(Enum):
    """How a number of the body depends on the position."""

    UNIFORM = auto()
    """It is the same in a whole run."""
    POSITION = auto()
    """It is the position plus what does not depend on it."""
    CONSECUTIVE = auto()
    """It counts up within a run."""


@dataclass(frozen=True)
class Offsets:
    """An operation that fills a buffer with numbers, one per position."""

    op: linalg.GenericOp
    extent: int
    divisions: Sequence[DivSIOp | RemSIOp]
    """Divisions of positions, at whose multiples runs end."""


@dataclass(frozen=True)
class Gather:
    """A loop that copies an element of memory in each iteration."""

    loop: ForOp
    load: memref.LoadOp
    """Loads the number of the position of an iteration."""
    offsets: Offsets
    source: memref.ReinterpretCastOp
    part: memref.SubViewOp | None
    """The part of ``source`` that is copied, if a mask may cut other dimensions."""
    target: memref.SubViewOp
    copy: memref.CopyOp


def gather_of(loop: ForOp) -> Gather | None:
    """The gather that a loop is, or ``None``."""
    if loop.iter_args or known_number(loop.lowerBound) != 0 or known_number(loop.step) != 1:
        return None
    effects = [op for op in loop.body.ops if op.regions or not is_memory_effect_free(op)]
    loads = [op for op in effects if isinstance(op, memref.LoadOp)]
    copies = [op for op in effects if isinstance(op, memref.CopyOp)]
    if len(loads) != 1 or len(copies) != 1 or len([op for op in effects if not isinstance(op, YieldOp)]) != _EFFECTS:
        return None
    load, copy = loads[0], copies[0]
    if list(load.indices) != [loop.induction_variable]:
        return None
    source, part, target = copy.source.owner, None, copy.target.owner
    if isinstance(source, memref.SubViewOp):
        source, part = source.source.owner, source
    if not isinstance(source, memref.ReinterpretCastOp) or not isinstance(target, memref.SubViewOp):
        return None
    if not _copies_one(loop, source, part, target):
        return None
    offsets = _offsets(load, loop)
    return None if offsets is None else Gather(loop, load, offsets, source, part, target, copy)


_EFFECTS = 2


def _copies_one(
    loop: ForOp, source: memref.ReinterpretCastOp, part: memref.SubViewOp | None, target: memref.SubViewOp
) -> bool:
    """Whether one element along the last dimension is copied, to the place of the induction variable."""
    views = [source, target] if part is None else [source, part, target]
    if any(view.mixed_sizes[-1] != 1 or view.mixed_strides[-1] != 1 for view in views):
        return False
    if any(view.parent is not loop.body for view in views) or _is_inside(target.source, loop):
        return False
    if len(target.mixed_sizes) != len(source.mixed_sizes):
        return False
    if any(len(view.mixed_sizes) != len(cast("memref.MemRef", view.result.type).get_shape()) for view in views):
        return False
    *before, place = target.mixed_offsets
    others = [*before, *(() if part is None else part.mixed_offsets)]
    if place is not loop.induction_variable or any(offset != 0 for offset in others):
        return False
    numbers = [*target.mixed_sizes, *(() if part is None else part.mixed_sizes), *source.mixed_sizes]
    numbers += [*source.mixed_strides, *target.mixed_strides]
    return not any(isinstance(number, SSAValue) and _is_inside(number, loop) for number in numbers)


def _is_inside(value: SSAValue, loop: ForOp) -> bool:
    owner = value.owner
    return owner is loop.body or (isinstance(owner, Operation) and owner.parent is loop.body)


def _offsets(load: memref.LoadOp, loop: ForOp) -> Offsets | None:
    """What fills the buffer that an iteration loads its offset from, right before the loop."""
    memory, collapsed = load.memref, None
    if isinstance(memory.owner, memref.CollapseShapeOp):
        collapsed, memory = memory.owner, memory.owner.operands[0]
        if not collapsed.result.has_one_use():
            return None
    if not isinstance(memory.owner, memref.AllocOp) or not is_memref_type(memory.type):
        return None
    shape = memory.type.get_shape()
    users = [use.operation for use in memory.uses if use.operation not in (collapsed, load)]
    op = users[0] if len(users) == 1 else None
    if not isinstance(op, linalg.GenericOp) or op.ins or list(op.outs) != [memory] or op.parent is not loop.parent:
        return None
    axes = [axis for axis, extent in enumerate(shape) if extent != 1]
    if len(axes) != 1 or DYNAMIC in shape or not op.is_before_in_block(loop):
        return None
    return _analysed(op, axes[0], shape[axes[0]])


def _analysed(op: linalg.GenericOp, axis: int, extent: int) -> Offsets | None:
    """The kinds of the numbers in a body; ``None`` if its result does not count up within runs."""
    kinds: dict[SSAValue, Kind] = {}
    divisions: list[DivSIOp | RemSIOp] = []
    if op.maps[0] != AffineMap.identity(op.loops) or op.output_arguments[0].first_use is not None:
        return None
    for inner in op.body.ops:
        if inner is op.body.last_op:
            break
        if inner.regions or len(inner.results) != 1 or not is_memory_effect_free(inner):
            return None
        kind = _kind(inner, axis, [kinds.get(operand, Kind.UNIFORM) for operand in inner.operands])
        if kind is None:
            return None
        if isinstance(inner, DivSIOp | RemSIOp) and kinds.get(inner.lhs) is Kind.POSITION:
            divisions.append(inner)
        kinds[inner.results[0]] = kind
    result = cast("Operation", op.body.last_op).operands[0]
    if not divisions or kinds.get(result) not in (Kind.CONSECUTIVE, Kind.POSITION):
        return None
    if any(not _is_outside(division.rhs, op) for division in divisions):
        return None
    return Offsets(op, extent, divisions)


def _is_outside(value: SSAValue, op: linalg.GenericOp) -> bool:
    return not isinstance(value.owner, Operation) or value.owner.parent is not op.body or _is_constant(value)


def _is_constant(value: SSAValue) -> bool:
    return isinstance(value.owner, ConstantOp)


def _kind(op: Operation, axis: int, kinds: Sequence[Kind]) -> Kind | None:
    match op:
        case IndexOp():
            return Kind.POSITION if dimension_of(op) == axis else Kind.UNIFORM
        case _ if all(kind is Kind.UNIFORM for kind in kinds):
            return Kind.UNIFORM
        case IndexCastOp():
            return kinds[0] if kinds[0] is Kind.POSITION else None
        case AddIOp() if Kind.UNIFORM in kinds:
            return kinds[0] if kinds[1] is Kind.UNIFORM else kinds[1]
        case DivSIOp() | RemSIOp() if kinds == [Kind.POSITION, Kind.UNIFORM] and isinstance(op.lhs.type, IntegerType):
            return Kind.UNIFORM if isinstance(op, DivSIOp) else Kind.CONSECUTIVE
        case _:
            return None
