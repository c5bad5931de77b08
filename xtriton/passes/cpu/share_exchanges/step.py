"""Steps of sorting networks, and other elementwise operations that read a block at indices with some bits replaced.

A block of 2^n elements is seen as dimensions whose extents are powers of two, so that each loop of a ``linalg.generic``
over it is a field of bits of the number of the element that an iteration writes. An operand that has a constant index
instead of a loop's reads the element whose number has that constant in the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, i32, i64
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap

from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import ConstantOp, IndexCastOp
from xtriton.dialects.upstream.linalg.structured import PARALLEL
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.traits import shape_of
from xtriton.layouts.bits import is_power_of_two
from xtriton.passes.cpu.loops.lanes import flat_type, has_lanes
from xtriton.passes.cpu.loops.nest import dimension_of
from xtriton.passes.cpu.share_exchanges.comparisons import simpler_comparison
from xtriton.passes.cpu.share_exchanges.instructions import Computed, Given, Permuted, Place, Program, Read
from xtriton.passes.cpu.views import root_of


@dataclass(frozen=True)
class Bits:
    """A field of bits of the number of an element, or a constant in its place."""

    low: int
    count: int
    constant: int | None = None


@dataclass
class Step:
    """Operations that write a block of ``size`` elements, and the program that computes an element.

    There are several operations if each but the first reads, of each vector, only what the one before it computed.
    """

    ops: list[linalg.GenericOp]
    size: int
    inputs: list[tuple[linalg.GenericOp, int]] = field(default_factory=list[tuple[linalg.GenericOp, int]])
    """The operands that are read, each block once, as operations and indices."""
    program: Program = field(default_factory=Program)

    @property
    def op(self) -> linalg.GenericOp:
        """The operation that writes the block."""
        return self.ops[-1]

    @property
    def memories(self) -> list[SSAValue]:
        """The blocks that are read."""
        return [op.ins[index] for op, index in self.inputs]

    @property
    def output(self) -> SSAValue:
        """The block that is written."""
        return self.op.outs[0]

    def memory(self, op: linalg.GenericOp, index: int) -> int:
        """The number of the block that an operand is."""
        memories = self.memories
        if op.ins[index] in memories:
            return memories.index(op.ins[index])
        self.inputs.append((op, index))
        return len(memories)


def step_of(op: linalg.GenericOp, lanes: int) -> Step | None:
    """An operation as a step in vectors of ``lanes`` elements; ``None`` if it is none."""
    if len(op.outs) != 1 or not op.ins or any(kind != PARALLEL for kind in op.iterators):
        return None
    if op.maps[-1] != AffineMap.identity(op.loops) or op.output_arguments[0].first_use is not None:
        return None
    shape = shape_of(op.outs[0].type) or ()
    if not _is_block(op.outs[0]) or prod(shape) < lanes:
        return None
    step = Step([op], prod(shape))
    if not _Instructions(step, shape, lanes).fill():
        return None
    output = root_of(step.output)
    return None if not step.inputs or any(root_of(memory) is output for memory in step.memories) else step


def index_block(memory: SSAValue, before: Operation) -> linalg.GenericOp | None:
    """The operation that fills a block with numbers that depend on the indices only, if nothing else writes it."""
    block = before.parent
    if not isinstance(memory.owner, memref.AllocOp) or memory.owner.parent is not block:
        return None
    found: linalg.GenericOp | None = None
    for use in memory.uses:
        op = use.operation
        if not isinstance(op, linalg.GenericOp) or op.parent is not block:
            return None
        if use.index >= len(op.ins):
            if found is not None or op.ins or len(op.outs) != 1 or op.maps[0] != AffineMap.identity(op.loops):
                return None
            found = op
    return found if found is not None and found.is_before_in_block(before) else None


def _is_block(memory: SSAValue) -> bool:
    """Whether a memref is contiguous, with extents that are powers of two."""
    type_ = memory.type
    return is_memref_type(type_) and _is_type_of_block(type_)


@lru_cache
def _is_type_of_block(type_: memref.MemRef) -> bool:
    element, shape, known = type_.element_type, type_.get_shape(), memref.strides_and_offset(type_)
    if known is None or DYNAMIC in shape or not all(map(is_power_of_two, shape)):
        return False
    if not isinstance(element, IntegerType | AnyFloat) or element.bitwidth < 8:
        return False
    plain = memref.row_major_strides(shape)
    if any(extent != 1 and stride != wanted for extent, stride, wanted in zip(shape, known[0], plain, strict=True)):
        return False
    flat = flat_type(type_)
    return flat is not None and memref.strides_and_offset(flat) == ([1], 0)


class _Instructions:
    """Collects the instructions of a step."""

    def __init__(self, step: Step, shape: Sequence[int], lanes: int) -> None:
        self._step, self._shape = step, shape
        self._in_vector = lanes - 1
        """The bits that tell the elements of a vector apart."""
        self._loops: list[Bits] = []
        low = 0
        for extent in reversed(shape):
            count = extent.bit_length() - 1
            self._loops.insert(0, Bits(low, count))
            low += count

    def fill(self) -> bool:
        """Add the instructions. Returns whether all of the body can be expressed by them."""
        op = self._step.op
        known: dict[SSAValue, int] = {}
        for index, (argument, map_) in enumerate(zip(op.body.args, op.maps, strict=True)):
            if argument.first_use is not None:
                number = self._element(index, map_)
                if number is None:
                    return False
                known[argument] = number
        result = self._body(op.body, self._loops, known)
        if result is None:
            return False
        self._step.program.result = result
        return True

    def _element(self, index: int, map_: AffineMap) -> int | None:
        """The element of an input at the indices of its map."""
        memory = self._step.op.ins[index]
        written = index_block(memory, self._step.op)
        if written is not None:
            places = [self._bits(expression) for expression in map_.results]
            return None if None in places else self._body(written.body, cast("list[Bits]", places), {})
        if not _is_block(memory) or list(shape_of(memory.type) or ()) != list(self._shape):
            return None
        mask = value = 0
        for loop, expression in enumerate(map_.results):
            bits = self._loops[loop]
            if isinstance(expression, AffineConstantExpr):
                mask |= ((1 << bits.count) - 1) << bits.low
                value |= expression.value << bits.low
            elif expression != AffineDimExpr(loop):
                return None
        step, inside = self._step, self._in_vector
        read = step.program.add(Read(step.memory(step.op, index), mask & ~inside, value & ~inside))
        return step.program.add(Permuted(read, mask & inside, value & inside)) if mask & inside else read

    def _bits(self, expression: object) -> Bits | None:
        match expression:
            case AffineDimExpr():
                return self._loops[expression.position]
            case AffineConstantExpr():
                return Bits(0, 0, expression.value)
            case _:
                return None

    def _body(self, body: Block, loops: Sequence[Bits], known: dict[SSAValue, int]) -> int | None:
        """The value that a body yields, where ``known`` has the elements of the operands."""
        end = body.last_op
        assert end is not None
        for op in body.ops:
            if op is end or isinstance(op, linalg.IndexOp):
                continue
            number = self._index(op, loops) if isinstance(op, IndexCastOp) else self._computed(op, known)
            if number is None:
                return None
            known[op.results[0]] = number
        return self._value(end.operands[0], known)

    def _index(self, op: IndexCastOp, loops: Sequence[Bits]) -> int | None:
        index, type_ = op.operands[0].owner, op.results[0].type
        if not isinstance(index, linalg.IndexOp) or type_ not in (i32, i64):
            return None
        bits = loops[dimension_of(index)]
        return None if bits.constant is not None else self._step.program.add(Place(bits.low, bits.count, type_))

    def _computed(self, op: Operation, known: dict[SSAValue, int]) -> int | None:
        if not has_lanes(op):
            return None
        operands = [self._value(operand, known) for operand in op.operands]
        if None in operands:
            return None
        properties = tuple(sorted(op.properties.items(), key=lambda item: item[0]))
        made = Computed(type(op), properties, op.results[0].type, tuple(cast("list[int]", operands)))
        return self._step.program.add(simpler_comparison(made, self._step.program))

    def _value(self, value: SSAValue, known: dict[SSAValue, int]) -> int | None:
        found = known.get(value)
        if found is not None:
            return found
        if isinstance(value.owner, ConstantOp):
            return self._computed(value.owner, known)
        block = value.owner if isinstance(value.owner, Block) else value.owner.parent
        if block is self._step.op.body or not isinstance(value.type, IntegerType | AnyFloat):
            return None
        return self._step.program.add(Given(value))
