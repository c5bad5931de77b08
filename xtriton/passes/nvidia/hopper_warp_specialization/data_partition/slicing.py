"""Splitting the operations of a scheme: one slice after the other is created next to the whole operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.tt.descriptor import DescriptorLoadOp, DescriptorStoreOp, MakeTensorDescOp
from xtriton.dialects.tt.elementwise import FpToFpOp
from xtriton.dialects.tt.memory import AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, MakeRangeOp, SplatOp
from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tma import ReinterpretTensorDescOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import Elementwise, has_trait
from xtriton.ir.walk import operations_in
from xtriton.passes.nvidia.hopper_warp_specialization.data_partition.scheme import (
    DUPLICATED,
    RESHAPED,
    TRANSPOSITIONS,
    Scheme,
    shape_of_value,
    unsplittable,
)
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import TaskRewriter, Tasks, set_tasks, tasks_of
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import block_argument
from xtriton.versions import V3_6, V3_7, by_version

_CLONED = (
    ConvertLayoutOp,
    BroadcastOp,
    SplatOp,
    ExpandDimsOp,
    FpToFpOp,
    AtomicRMWOp,
    LocalAllocOp,
    StoreOp,
    LoadOp,
    WarpGroupDotOp,
    ReduceOp,
)
"""Operations of which a slice is a clone on slices of their operands, besides elementwise ones."""
_SPLIT_RESULTS = by_version({V3_6: 1, V3_7: None})
"""How many results of an operation get the types of slices; all if None."""


class Slicer:
    """Creates the slices of one consumer."""

    def __init__(self, scheme: Scheme, part: int) -> None:
        self.scheme = scheme
        self.part = part
        """The position of the consumer among the consumers."""
        self.replaced: list[Operation] = []
        """Loops and branches that others with more results replaced, to be erased."""
        self._values: Mapping = {}
        self._slices: dict[Operation, Operation] = {}
        self._known: set[Operation] = set()
        """The slices."""
        self._rewriter = TaskRewriter()

    def slice_all(self) -> None:
        """Create the slices of all operations of the scheme, and erase loops and branches that are replaced."""
        for op in list(self.scheme.ops):
            self.slice(op)
        for op in self.replaced:
            self.scheme.ops.pop(op, None)
            self._rewriter.erase(op)

    def slice(self, op: Operation) -> Operation:
        """The slice of an operation, created unless it exists; operations outside of the scheme stay whole."""
        if op not in self.scheme.ops or op in self._known:
            return op
        if op in self._slices:
            return self._slices[op]
        dim = self.scheme.dim(op)
        rewriter, outer = TaskRewriter(self._tasks(op)), self._rewriter
        rewriter.start_at(op)
        self._rewriter = rewriter
        new = self._sliced(op, dim)
        self._rewriter = outer
        self._slices[op] = new
        self._known.add(new)
        return new

    def _tasks(self, op: Operation) -> Tasks:
        """The tasks of a slice: the consumer's, and the producer's if it belongs to that, too."""
        tasks = tasks_of(op)
        if len(tasks) == self.scheme.parts:
            return (tasks[self.part],)
        if len(tasks) == 1:
            return tasks
        if len(tasks) > self.scheme.parts:
            return (tasks[0], tasks[self.part + 1])
        raise error(op.location, f"'{op.name}' op has {len(tasks)} tasks: expected one or {self.scheme.parts} or more")

    def _sliced(self, op: Operation, dim: int) -> Operation:
        match op:
            case ForOp():
                return self._loop(op)
            case IfOp():
                return self._branch(op)
            case YieldOp():
                return self._yield(op)
            case _ if dim == DUPLICATED or has_trait(op, Elementwise) or isinstance(op, (*_CLONED, *RESHAPED.now())):
                return self._clone_on_slices(op, dim)
            case ConstantOp():
                return self._constant(op, dim)
            case MakeRangeOp():
                return self._range(op)
            case DescriptorLoadOp() | DescriptorStoreOp():
                return self._access(op, dim)
            case MakeTensorDescOp() | ReinterpretTensorDescOp():
                return self._clone(op, dim)
            case _ if isinstance(op, TRANSPOSITIONS):
                self._slice_value(op.operands[0])
                return self._clone(op, dim)
            case _:
                raise unsplittable(op)

    # ---------------------------------------------------------------------------------------------------- values

    def _slice_value(self, value: SSAValue) -> None:
        """Slice the operation that defines a value, or around the block whose argument it is."""
        owner = value.owner
        op = owner.parent_op() if isinstance(owner, Block) else owner
        if op is not None:
            self.slice(op)

    def _split_type(self, type_: Attribute, dim: int, op: Operation) -> Attribute:
        """The type of a slice."""
        shape = list(shape_of_value(type_))
        if dim >= len(shape):
            raise unsplittable(op)
        shape[dim] //= self.scheme.parts
        match type_:
            case MemDescType():
                return MemDescType(shape, type_.element_type, type_.encoding, type_.memory_space, type_.mutable)
            case TensorType():
                return TensorType(type_.element_type, shape, type_.encoding)
            case TensorDescType():
                block = type_.block_type
                return TensorDescType(TensorType(block.element_type, shape, block.encoding))
            case _:
                return type_

    # -------------------------------------------------------------------------------------------------- operations

    def _clone_on_slices(self, op: Operation, dim: int) -> Operation:
        """A clone on the slices of the operands; of a dot only those that are split."""
        if isinstance(op, WarpGroupDotOp) and dim != DUPLICATED:
            index = self.scheme.dot_operands[op]
            split = (index,) if dim == index else (index, 1 - index)
            operands: Sequence[SSAValue] = (*(op.operands[at] for at in split), op.c)
        else:
            operands = op.operands
        if isinstance(op, ReduceOp) and int_value(op.axis) == dim:
            raise error(op.location, "'tt.reduce' op over the dimension that is split between the consumers")
        for operand in operands:
            self._slice_value(operand)
        new = self._clone(op, dim)
        if isinstance(op, ReduceOp):
            for inner in operations_in(new):
                set_tasks(inner, self._rewriter.tasks)
        return new

    def _clone(self, op: Operation, dim: int) -> Operation:
        """A clone on the slices of the operands that exist; its results have the types of slices."""
        rewriter = self._rewriter
        rewriter.before(op)
        new = rewriter.insert(clone_op(op, self._values))
        if op.results and not self._is_whole(op, dim):
            for result in new.results[: _SPLIT_RESULTS.now()]:
                rewriter.set_type(result, self._split_type(result.type, dim, op))
        return new

    def _is_whole(self, op: Operation, dim: int) -> bool:
        """Whether the result has its whole shape: that of partial sums has, too."""
        return dim == DUPLICATED or (isinstance(op, WarpGroupDotOp) and self.scheme.dot_operands[op] != dim)

    def _constant(self, op: ConstantOp, dim: int) -> Operation:
        value = op.value
        if not isinstance(value, DenseElementsAttr) or not value.is_splat:
            raise unsplittable(op)
        type_ = cast("TensorType[Attribute]", self._split_type(op.result.type, dim, op))
        self._rewriter.before(op)
        new = self._rewriter.insert(ConstantOp(DenseElementsAttr(type_, value.data)), op.location)
        # Equal constants may be merged later: each must be known to all the tasks.
        set_tasks(new, tasks_of(op))
        self._values[op.result] = new.result
        return new

    def _range(self, op: MakeRangeOp) -> Operation:
        start, end = int_value(op.start), int_value(op.end)
        size = (end - start) // self.scheme.parts
        start += self.part * size
        type_ = TensorType(i32, [size], cast("TensorType[Attribute]", op.result.type).encoding)
        self._rewriter.before(op)
        new = self._rewriter.insert(MakeRangeOp(start=start, end=start + size, result=type_), op.location)
        self._values[op.result] = new.result
        return new

    def _access(self, op: DescriptorLoadOp | DescriptorStoreOp, dim: int) -> Operation:
        """A part of a block at its own coordinate."""
        self._slice_value(op.desc)
        block = op.result if isinstance(op, DescriptorLoadOp) else op.src
        new = self._clone(op, dim)
        if self.part:
            rewriter, coordinate = self._rewriter, op.indices[dim]
            rewriter.after_value(coordinate)
            distance = self.part * shape_of_value(block.type)[dim] // self.scheme.parts
            offset = insert_constant(rewriter, distance, i32, op.location)
            moved = rewriter.insert(AddIOp(coordinate, offset), op.location).result
            # The slice alone: the same value may be another coordinate of the block, or start a range of rows.
            rewriter.set_operand(new, len(op.operands) - len(op.indices) + dim, moved)
        if new.operands[0].type == op.desc.type:
            raise error(
                op.location,
                f"'{op.name}' op cannot be split between the consumers: create the descriptor in the kernel, or leave "
                "warp_specialize out",
            )
        return new

    # ------------------------------------------------------------------------------------------------ control flow

    def _loop(self, op: ForOp) -> Operation:
        """A loop that also carries the slices of its values, with the same body; it replaces ``op``."""
        inits, carried = list(op.init_args), dict[int, int]()
        for index, init in enumerate(op.init_args):
            self._slice_value(init)
            new = self._values.get(init)
            if new is not None:
                carried[index] = len(inits)
                inits.append(new)
                block_argument(op.body, new.type, op.location)
        rewriter = self._rewriter
        rewriter.before(op)
        loop = ForOp.create(
            operands=[*op.operands[: op.init_operands.start], *inits],
            result_types=[init.type for init in inits],
            attributes=dict(op.attributes),
            regions=[op.detach_region(0)],
        )
        loop.properties = {}
        rewriter.tasks = ()
        rewriter.insert(loop, op.location)
        self.scheme.ops[loop] = None
        self._replace(op, loop)
        for index, added in carried.items():
            self._values[loop.results[index]] = loop.results[added]
            self._values[loop.iter_args[index]] = loop.iter_args[added]
        return loop

    def _branch(self, op: IfOp) -> Operation:
        """A branch that also yields the slices of its results; it replaces ``op``."""
        then, otherwise = (region.block.last_op if region.first_block else None for region in op.regions)
        if not isinstance(then, YieldOp) or not isinstance(otherwise, YieldOp):
            raise unsplittable(op)
        self.slice(then)
        self.slice(otherwise)
        rewriter = self._rewriter
        rewriter.before(op)
        new = IfOp.create(
            operands=op.operands,
            result_types=[value.type for value in then.operands],
            attributes=dict(op.attributes),
            regions=[op.detach_region(0), op.detach_region(0)],
        )
        rewriter.tasks = ()
        rewriter.insert(new, op.location)
        self.scheme.ops[new] = None
        self._replace(op, new)
        yielded = list(then.operands)
        for index, value in enumerate(yielded):
            slice_ = self._values.get(value)
            if slice_ is not None:
                self._values[new.results[index]] = new.results[yielded.index(slice_)]
        return new

    def _replace(self, op: Operation, new: Operation) -> None:
        for old, result in zip(op.results, new.results, strict=False):
            self._rewriter.replace_all_uses(old, result)
        self.replaced.append(op)

    def _yield(self, op: YieldOp) -> Operation:
        """The same terminator, which also yields the slices of its operands."""
        added: list[SSAValue] = []
        for value in tuple(op.operands):
            self._slice_value(value)
            new = self._values.get(value)
            if new is not None:
                added.append(new)
        op.operands = [*op.operands, *added]
        return op
