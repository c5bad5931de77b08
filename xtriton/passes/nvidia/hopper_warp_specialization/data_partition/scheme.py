"""Which operations are split between the consumers, and along which dimension."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.analysis.slices import backward_slice, forward_slice
from xtriton.dialects.tt.descriptor import (
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorStoreOp,
    MakeTensorDescOp,
)
from xtriton.dialects.tt.elementwise import FpToFpOp
from xtriton.dialects.tt.function import FuncOp, ReturnOp
from xtriton.dialects.tt.memory import AddPtrOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.shape import (
    BroadcastOp,
    ExpandDimsOp,
    JoinOp,
    MakeRangeOp,
    ReshapeOp,
    SplatOp,
    SplitOp,
    TransOp,
)
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescTransOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tma import ReinterpretTensorDescOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp, yield_of
from xtriton.ir.creation import is_operation
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import Elementwise, has_trait, shape_of_tensor
from xtriton.ir.walk import operations_inside_out
from xtriton.layouts.encodings import shape_per_cta
from xtriton.passes.nvidia.hopper_warp_specialization.task_ids import tasks_of
from xtriton.rewriting.tensors import layout_of_tensor
from xtriton.versions import V3_6, V3_7, by_version

DUPLICATED = 0xFFFFFFFD
"""In place of a dimension: each consumer computes the whole value."""

LEAST_ROWS = 64
"""The rows of a product that one warp group computes at least (PTX ISA, ``wgmma.mma_async``)."""
LEAST_COLUMNS = 128
"""The columns that one consumer gets at least if a product is split along them."""

TRANSPOSITIONS = (TransOp, MemDescTransOp)
RESHAPED = by_version({V3_6: (), V3_7: (SplitOp, JoinOp, ReshapeOp)})
"""Operations that change the number of dimensions, and are split along the same one as their operands."""
SPLIT_LIKE_OPERANDS = (
    ConstantOp,
    BroadcastOp,
    ExpandDimsOp,
    MakeRangeOp,
    SplatOp,
    ConvertLayoutOp,
    LocalAllocOp,
    LoadOp,
    *TRANSPOSITIONS,
    AtomicRMWOp,
    AddPtrOp,
    DescriptorLoadOp,
    FpToFpOp,
)
"""Operations that are split along the dimension of their operands, besides elementwise ones."""


class Scheme:
    """The operations that are split, and how."""

    def __init__(self) -> None:
        self.parts = 0
        """The number of consumers."""
        self.ops: dict[Operation, None] = {}
        """The operations that are split, in the order in which they were found."""
        self.dims: dict[Operation, int] = {}
        """The dimension of the result along which an operation is split, or ``DUPLICATED``."""
        self.dot_operands: dict[Operation, int] = {}
        """The operand of a dot that is split along the dimension of the dot: 0 or 1."""
        self.rematerialized: dict[Operation, dict[int, None]] = {}
        """Operations that are computed once for each of several dimensions."""
        self.skipped: set[Operation] = set()
        """Operations that only rematerialized ones need, which are not split."""

    def copy(self) -> Scheme:
        """An independent copy."""
        new = Scheme()
        new.parts = self.parts
        new.ops, new.dims, new.dot_operands = dict(self.ops), dict(self.dims), dict(self.dot_operands)
        new.rematerialized = {op: dict(dims) for op, dims in self.rematerialized.items()}
        new.skipped = set(self.skipped)
        return new

    def add_from(self, other: Scheme) -> None:
        """Add what another scheme knows; what this one knows stays."""
        self.ops.update(other.ops)
        self.dims = {**other.dims, **self.dims}
        self.dot_operands = {**other.dot_operands, **self.dot_operands}
        self.rematerialized = {**other.rematerialized, **self.rematerialized}
        self.skipped |= other.skipped

    def dim(self, op: Operation) -> int:
        """The dimension of an operation; loops and branches that were found by their results alone have 0."""
        return self.dims.setdefault(op, 0)

    def before_transposition(self, op: Operation, dim: int) -> int:
        """The dimension of the operand of a transposition that is ``dim`` of its result."""
        return dim if dim == DUPLICATED else _BEFORE_TRANSPOSITION.now()(self, op, dim)

    def after_transposition(self, op: Operation, dim: int) -> int:
        """The dimension of the result of a transposition, as Triton computes it from one of the operand."""
        return dim if dim == DUPLICATED else _AFTER_TRANSPOSITION.now()(self, op, dim)

    def must_split(self, value: SSAValue, dim: int) -> bool:
        """Whether a value differs between consumers: it has enough elements along the dimension."""
        if dim == DUPLICATED:
            return True
        shape = shape_of_value(value.type)
        return dim < len(shape) and shape[dim] > self.parts

    def add(self, op: Operation) -> bool:
        """Add an operation, and return whether it is new."""
        if op in self.ops:
            return False
        self.ops[op] = None
        return True

    def drop(self, op: Operation) -> None:
        """Leave an operation whole."""
        if op in self.dims:
            del self.dims[op]
            self.ops.pop(op, None)
            self.skipped.add(op)


def _of_two(scheme: Scheme, op: Operation, dim: int) -> int:
    """Before 3.7 transpositions are of two dimensions, and consumers are two."""
    del op
    return scheme.parts - 1 - dim


def _position_in_order(scheme: Scheme, op: Operation, dim: int) -> int:
    del scheme
    order = int_list(op.properties["order"])
    return order.index(dim) if dim in order else len(order)


def _entry_of_order(scheme: Scheme, op: Operation, dim: int) -> int:
    del scheme
    return int_list(op.properties["order"])[dim]


_BEFORE_TRANSPOSITION = by_version({V3_6: _of_two, V3_7: _position_in_order})
_AFTER_TRANSPOSITION = by_version({V3_6: _of_two, V3_7: _entry_of_order})


def shape_of_value(type_: Attribute) -> tuple[int, ...]:
    """The shape of a tensor, of memory, or of what a pointer or descriptor refers to; () for others."""
    match type_:
        case MemDescType():
            return type_.get_shape()
        case TensorType():
            return tuple(type_.get_shape())
        case TensorDescType():
            return shape_of_value(type_.block_type)
        case PointerType():
            return shape_of_value(type_.pointee_type)
        case _:
            return ()


def find_scheme(func: FuncOp) -> Scheme | None:
    """How to split the dots that belong to several tasks, with all that they depend on; ``None`` if that cannot be.

    Rows are tried before columns. Raises ``DiagnosticError`` for operations that cannot be split.
    """
    dots = [op for op in operations_inside_out(func) if is_dot(op) and len(tasks_of(op)) > 1]
    scheme = Scheme()
    for dot in dots:
        assert isinstance(dot, WarpGroupDotOp)
        if dot in scheme.dims or dot in scheme.rematerialized or dot in scheme.skipped:
            continue
        extended = _with_dot(scheme, dot)
        if extended is None:
            return None
        scheme = extended
    return scheme if scheme.ops or not dots else None


def is_dot(op: Operation) -> bool:
    """Whether an operation is a dot of a warp group. Raises ``DiagnosticError`` for dots of Blackwell with tasks."""
    if op.name.startswith("ttng.tc_gen5_mma") and tasks_of(op):
        raise error(
            op.location,
            f"'{op.name}' op is for Blackwell: its loops are specialized by tritongpu-automatic-warp-specialization",
        )
    return isinstance(op, WarpGroupDotOp)


def _with_dot(scheme: Scheme, dot: WarpGroupDotOp) -> Scheme | None:
    """The scheme extended by a dot and all that depends on it, or that it depends on."""
    shape = shape_per_cta(layout_of_tensor(dot.d), shape_of_tensor(dot.d))
    parts = len(tasks_of(dot))
    if len(shape) != 2:
        return None
    least = (LEAST_ROWS, LEAST_COLUMNS)
    dims = [dim for dim in (0, 1) if shape[dim] // parts >= least[dim]]
    if not dims or scheme.parts not in (0, parts):
        return None
    scheme.parts = parts
    for dim in dims:
        trial = scheme.copy()
        if Search(trial).split(dot.d, dim):
            return trial
    return None


class Search:
    """Extends a scheme by the operations around a value. Methods return whether that is possible."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme

    def split(self, root: SSAValue, dim: int) -> bool:
        """Split a value, what it is computed from, what is computed from it, and what that is computed from."""
        if not self.backward(root, dim):
            return False
        ahead = Search(self.scheme.copy())
        succeeds = ahead.forward(root, dim, set())
        self.scheme.add_from(ahead.scheme)
        return succeeds and all(map(self._operands_of, ahead.scheme.ops))

    def _operands_of(self, op: Operation) -> bool:
        """Split the operands of an operation that was found going forward."""
        dim = self.scheme.dim(op)
        if dim == DUPLICATED:
            return True
        if has_trait(op, Elementwise) or isinstance(op, StoreOp | DescriptorStoreOp | AtomicRMWOp):
            return all(self.backward(operand, dim) for operand in op.operands)
        if not isinstance(op, WarpGroupDotOp):
            return True
        index = self.scheme.dot_operands.setdefault(op, 0)
        if not self.backward(op.operands[index], dim):
            return False
        if dim == index:
            return self.backward(op.c, dim)
        return self.backward(op.operands[1 - index], 1 - dim) and self.backward(op.c, DUPLICATED)

    # -------------------------------------------------------------------------------------------------- backward

    def backward(self, value: SSAValue, dim: int) -> bool:
        """Split a value and what it is computed from."""
        scheme = self.scheme
        if not scheme.must_split(value, dim):
            return True
        owner = value.owner
        if isinstance(owner, Block):
            return self._carried(value, owner, dim)
        if not scheme.add(owner):
            if _is_control_flow(owner) or scheme.dim(owner) == dim:
                return True
            return self._rematerialize(owner, dim)
        scheme.dims[owner] = dim
        if isinstance(owner, TRANSPOSITIONS):
            dim = scheme.before_transposition(owner, dim)
        if isinstance(owner, ExpandDimsOp):
            dim = _before_expansion(owner, dim)
        return self._sources(owner, value, dim)

    def _sources(self, op: Operation, value: SSAValue, dim: int) -> bool:
        """Split what an operation is computed from, where ``dim`` is that of its operands."""
        if has_trait(op, Elementwise) or isinstance(op, (*SPLIT_LIKE_OPERANDS, *RESHAPED.now())):
            return all(self.backward(operand, dim) for operand in op.operands)
        match op:
            case WarpGroupDotOp():
                if not self.backward(op.a if dim == 0 else op.b, dim) or not self.backward(op.c, dim):
                    return False
                self.scheme.dot_operands[op] = 0 if dim == 0 else 1
                return True
            case ReinterpretTensorDescOp() | MakeTensorDescOp():
                return True
            case IfOp():
                return self._branches(op, value, dim)
            case _:
                raise unsplittable(op)

    def _branches(self, op: IfOp, value: SSAValue, dim: int) -> bool:
        """Triton gives up if the ``then`` value can be split."""
        ends = [yield_of(region.block) for region in op.regions if region.first_block is not None]
        for end in ends:
            self.scheme.add(end)
            self.scheme.dims[end] = dim
        index = op.results.index(value)
        values = [end.operands[index] for end in ends]
        return not self.backward(values[0], dim) and self.backward(values[1], dim)

    def _carried(self, value: SSAValue, block: Block, dim: int) -> bool:
        """Split a loop-carried value: what it starts as, and what is yielded."""
        loop = block.parent_op()
        if not isinstance(loop, ForOp):
            return True
        carried = loop.tied(value)
        if carried is None:
            raise error(loop.location, "cannot be split: the induction variable is needed by all consumers as a whole")
        return self.backward(carried.init, dim) and self.backward(carried.yielded, dim)

    def _rematerialize(self, op: Operation, dim: int) -> bool:
        """Compute an allocation or a constant for this dimension, too."""
        scheme = self.scheme
        if op in scheme.rematerialized:
            scheme.rematerialized[op][dim] = None
            return True
        if not isinstance(op, LocalAllocOp | ConstantOp):
            return False
        scheme.rematerialized[op] = {scheme.dim(op): None, dim: None}
        for source in backward_slice(op):
            scheme.drop(source)
        return True

    # --------------------------------------------------------------------------------------------------- forward

    def forward(self, value: SSAValue, dim: int, seen: set[SSAValue]) -> bool:
        """Split what is computed from a value."""
        if value in seen:
            return True
        seen.add(value)
        if not self.scheme.must_split(value, dim):
            return True
        return all(self._user(use.operation, value, dim, seen) for use in tuple(value.uses))

    def _user(self, user: Operation, value: SSAValue, dim: int, seen: set[SSAValue]) -> bool:
        scheme = self.scheme
        if isinstance(user, TRANSPOSITIONS):
            dim = scheme.after_transposition(user, dim)
        if not scheme.add(user):
            if not _is_control_flow(user) and scheme.dim(user) != dim:
                return False
            if not isinstance(user, YieldOp):
                return True
        scheme.dims[user] = dim
        if isinstance(user, WarpGroupDotOp):
            of_result = self._dot(user, value, dim)
            if of_result is None:
                return False
            dim = of_result
        if not all(self.forward(result, dim, seen) for result in user.results):
            return False
        return not isinstance(user, YieldOp) or self._yielded(user, value, dim, seen)

    def _dot(self, dot: WarpGroupDotOp, value: SSAValue, dim: int) -> int | None:
        """The dimension of a dot's result; ``None`` if it cannot be split."""
        if (dim, value) not in ((0, dot.b), (1, dot.a)):
            self.scheme.dot_operands[dot] = 0 if dim == 0 else 1
            return dim
        # Each consumer gets a part of the sums, which only atomic additions can put together.
        if not _is_only_used_by_atomic(dot.d):
            return None
        self.scheme.dot_operands[dot] = 0 if value is dot.a else 1
        return DUPLICATED

    def _yielded(self, end: YieldOp, value: SSAValue, dim: int, seen: set[SSAValue]) -> bool:
        parent = end.parent_op()
        assert parent is not None
        for operand, result in zip(end.operands, parent.results, strict=False):
            if operand is value:
                self.scheme.add(parent)
                if not self.forward(result, dim, seen):
                    return False
        return True


def _is_control_flow(op: Operation) -> bool:
    return isinstance(op, ReturnOp | FuncOp | YieldOp | ForOp | IfOp)


def _before_expansion(op: ExpandDimsOp, dim: int) -> int:
    axis = int_value(op.axis)
    if dim == DUPLICATED:
        raise unsplittable(op)
    return dim - 1 if axis < dim else dim


def _is_only_used_by_atomic(value: SSAValue) -> bool:
    """Whether all that is computed from a value goes into one atomic operation."""
    users = forward_slice(value)
    atomic = next((op for op in users if isinstance(op, AtomicRMWOp | DescriptorReduceOp)), None)
    if atomic is None:
        return False
    missing = {op for op in users if op is not atomic}
    pending: list[Operation] = [atomic]
    while pending:
        for operand in pending.pop().operands:
            owner = operand.owner
            if is_operation(owner) and owner in missing:
                missing.remove(owner)
                pending.append(owner)
    return not missing


def unsplittable(op: Operation) -> DiagnosticError:
    """The error for an operation that cannot be split between consumers."""
    return error(
        op.location,
        f"'{op.name}' op cannot be split between the consumers of a warp-specialized loop; leave warp_specialize out",
    )
