"""Prefetching of the operands of one loop's dot: the rewrite, and the rule for loop-carried memory (before 3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.encoding_propagation import tensor_type
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.ttg.attributes import (
    AMDMfmaEncodingAttr,
    DotOperandEncodingAttr,
    NvidiaMmaEncodingAttr,
)
from xtriton.dialects.ttg.memdesc import MemDescSubsliceOp
from xtriton.dialects.ttg.memory import LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.ir.creation import is_block_argument
from xtriton.ir.traits import encoding_of
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of


def only_product(loop: ForOp) -> DotOp | None:
    """The only dot directly in a loop, if it is computed by tensor cores from registers."""
    dots = [op for op in loop.body.ops if isinstance(op, DotOp)]
    if len(dots) != 1:
        return None
    encoding = encoding_of(dots[0].d.type)
    if isinstance(encoding, NvidiaMmaEncodingAttr) and encoding.layout().version_major == 2:
        return dots[0]
    return dots[0] if isinstance(encoding, AMDMfmaEncodingAttr) else None


class Operand(NamedTuple):
    """An operand of the dot: loaded from memory, and perhaps converted."""

    number: int
    memory: SSAValue
    conversions: Sequence[Operation]
    """The operations between the load and the dot."""
    token: SSAValue | None = None
    """The token that the load depends on."""


Source = tuple[SSAValue, SSAValue | None]
"""Memory to load from, and the token of the load."""


class Prefetching:
    """The rewrite of one loop whose dot reads loop-carried memory (before 3.8)."""

    def __init__(self, loop: ForOp, dot: DotOp) -> None:
        self.loop = loop
        self.dot = dot
        self.rewriter = Rewriter()
        self.mapping: Mapping = {}
        a_type = cast("TensorType[Attribute]", dot.a.type)
        k_width = _k_width(a_type)
        self.extent = a_type.get_shape()[-1]
        self.width = 8 * k_width if k_width else 256 // bit_width(a_type.element_type)
        """The prefetched extent of k."""
        self.operands = self.find_operands()

    def run(self) -> None:
        """Replace the loop. As in Triton, that is also done where nothing can be prefetched."""
        rewriter = self.rewriter
        rewriter.before(self.loop)
        first: dict[SSAValue, SSAValue] = {}
        for operand in self.operands:
            first[self.dot.operands[operand.number]] = self.load(self.initial(operand), operand, 0)
        carried = [*self.loop.init_args, *self.more_inits()]
        inits = [*carried, *(first[self.dot.operands[operand.number]] for operand in self.operands)]
        self.new = self._new_loop(inits)
        self._fill({value: self.new.iter_args[index] for index, value in enumerate(inits)}, first)
        rewriter.replace(self.loop, self.new.results[: len(self.loop.results)])

    # Sources of operands

    def more_inits(self) -> Sequence[SSAValue]:
        """The inits of the new loop's iter_args besides the prefetched operands."""
        return ()

    def initial(self, operand: Operand) -> Source:
        """The source of an operand's load before the loop."""
        return self.loop.init_args[self.position(operand)], None

    def current(self, operand: Operand) -> Source:
        """The source of an operand's load in this iteration."""
        return self.mapping[operand.memory], None

    def following(self, values: Sequence[SSAValue]) -> tuple[Sequence[Source], Sequence[SSAValue]]:
        """The sources of the operands' loads in the next iteration, and the other yielded values.

        ``values`` are the operands that the old loop yields.
        """
        return [(values[self.position(operand)], None) for operand in self.operands], ()

    # Candidates

    def find_operands(self) -> Sequence[Operand]:
        """The operands of the dot; none if one cannot be prefetched."""
        if self.extent < self.width:
            return ()
        found = [self.find_operand(index) for index in (0, 1)]
        return [] if None in found else cast("list[Operand]", found)

    def position(self, operand: Operand) -> int:
        """Which loop-carried value the memory of an operand is."""
        assert is_block_argument(operand.memory)
        position = self.loop.position(operand.memory)
        assert position is not None
        return position

    def find_operand(self, index: int) -> Operand | None:
        """The operand, if it is loaded for the dot alone from loop-carried memory."""
        conversions: list[Operation] = []
        op = self.dot.operands[index].owner
        while isinstance(op, Operation) and len(op.operands) == 1 and op.results[0].has_one_use():
            if isinstance(op, LocalLoadOp):
                memory = op.src
                if not isinstance(encoding_of(op.result.type), DotOperandEncodingAttr):
                    return None
                if not is_block_argument(memory) or memory.block is not self.loop.body:
                    return None
                return Operand(index, memory, conversions[::-1])
            conversions.append(op)
            op = op.operands[0].owner
        return None

    # Loads

    def load(self, source: Source, operand: Operand, offset: int) -> SSAValue:
        """The slice of an operand from ``offset`` on, loaded and converted."""
        memory, token = source
        type_ = cast("MemDescType", memory.type)
        shape, offsets = list(type_.get_shape()), [0] * type_.rank
        dim = type_.rank - 1 - operand.number
        shape[dim], offsets[dim] = self.width, offset
        part = MemDescType(
            shape, type_.element_type, type_.encoding, type_.memory_space, type_.mutable, type_.get_alloc_shape()
        )
        location = location_of(memory)
        view = self.rewriter.insert(MemDescSubsliceOp(memory, offsets=offsets, result=part), location)
        encoding = DotOperandEncodingAttr(
            operand.number, cast("TensorType[Attribute]", self.dot.d.type).encoding, self.width // 8
        )
        loaded = LocalLoadOp(view.result, token, result=TensorType(type_.element_type, shape, encoding))
        return self._converted(self.rewriter.insert(loaded, location).result, operand)

    def _converted(self, value: SSAValue, operand: Operand) -> SSAValue:
        shape = cast("TensorType[Attribute]", value.type).get_shape()
        for op in operand.conversions:
            copy = self.rewriter.insert(clone_op(op, {op.operands[0]: value}), op.location)
            result, source = tensor_type(copy.results[0]), tensor_type(value)
            if result is not None and source is not None:
                self.rewriter.set_type(copy.results[0], TensorType(result.element_type, shape, source.encoding))
            value = copy.results[0]
        return value

    # The new loop

    def _new_loop(self, inits: Sequence[SSAValue]) -> ForOp:
        """An empty loop before the old one. As in Triton, the attributes of the old one are dropped."""
        body = Block()
        old = self.loop
        new = ForOp(old.lowerBound, old.upperBound, old.step, inits, region=Region(body))
        block_argument(body, old.lowerBound.type, old.location)
        for value in inits:
            block_argument(body, value.type, location_of(value))
        self.rewriter.insert(new, old.location)
        for before, after in zip(old.body.args, body.args, strict=False):
            self.mapping[before] = after
        return new

    def _fill(self, carried: dict[SSAValue, SSAValue], first: dict[SSAValue, SSAValue]) -> None:
        """Clone the body with the dot split, and load the first slices for the next iteration."""
        rewriter, dot, new = self.rewriter, self.dot, self.new
        *ops, end = self.loop.body.ops
        rewriter.at_end(new.body)
        for op in ops:
            if op.regions or (self.operands and any(operand.owner is dot for operand in op.operands)):
                # The last slice of the dot is inserted before its first user.
                rewriter.at_end(new.body)
            copy = self._copy(op)
            if op is dot and self.operands:
                copy = self._split(carried, first)
            self.mapping.update(zip(op.results, copy.results, strict=True))
        values = [self.mapping.get(value, value) for value in end.operands]
        sources, more = self.following(values)
        values += more
        values += [self.load(source, operand, 0) for source, operand in zip(sources, self.operands, strict=True)]
        rewriter.at_end(new.body)
        rewriter.insert(YieldOp(values), end.location if values else new.location)

    def _copy(self, op: Operation) -> Operation:
        copy = clone_op(op, self.mapping)
        return self.rewriter.insert(copy, op.location)

    def _split(self, carried: dict[SSAValue, SSAValue], first: dict[SSAValue, SSAValue]) -> Operation:
        """The dot in slices: the first of the prefetched operands, the others loaded before it.

        The insertion point ends up before the last slice.
        """
        rewriter, dot = self.rewriter, self.dot
        last = self._copy(dot)
        for operand in self.operands:
            last.operands[operand.number] = carried[first[dot.operands[operand.number]]]
        for offset in range(self.width, self.extent, self.width):
            with rewriter.elsewhere():
                rewriter.before(last)
                loaded = [self.load(self.current(operand), operand, offset) for operand in self.operands]
            part = self._copy(dot)
            part.operands = [*loaded, last.results[0], *part.operands[3:]]
            last = part
        rewriter.before(last)
        return last


def _k_width(type_: TensorType[Attribute]) -> int:
    """The ``kWidth`` of a type, or 0 if it has none."""
    encoding = type_.encoding
    return encoding.k_width.data if isinstance(encoding, DotOperandEncodingAttr) else 0
