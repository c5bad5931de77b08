"""Which allocations Triton may place in the same shared memory: lifetimes in program order, and scratch memory.

As in Triton's allocation an allocation is live from its operation to the last use of it or of a view, in the order of
the text; a use in a loop that the value is older than makes it live to the end of the loop. Asynchronous operations
count as uses where they are issued: memory that only they read is free again before they have completed, unless a
later operation uses it, such as their wait or ``ttg.local_dealloc``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, Use

from xtriton.analysis.reductions import warps_along_axis
from xtriton.dialects import tt
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp, WarpSpecializePartitionsOp
from xtriton.dialects.upstream.arith.compare import SelectOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.interfaces.region_branch import RegionBranchOpInterface
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import children, operations_in, reached
from xtriton.layouts.conversions import needs_shared_memory
from xtriton.layouts.encodings import DistributedEncoding, to_linear_layout, warps_per_cta
from xtriton.layouts.linear_layout import LinearLayout

_ALWAYS = ("tt.histogram", "tt.gather", "tt.call", "ttng.tensormap_create")
"""Operations with scratch memory. Gathers within a warp and calls of functions without any need none."""


@dataclass
class Lifetimes:
    """The lifetimes of the allocations of a function."""

    _entered: dict[Operation, int] = field(default_factory=dict[Operation, int])
    _left: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """The positions of the begin and the end of each operation in the text."""
    _spans: dict[LocalAllocOp, tuple[int, int]] = field(default_factory=dict["LocalAllocOp", tuple[int, int]])

    @staticmethod
    def of(function: Operation) -> Lifetimes:
        """Compute the lifetimes in a function."""
        found = Lifetimes()
        found._number(function)
        for op in operations_in(function):
            if isinstance(op, LocalAllocOp):
                positions = [at for value in _aliases(op.result) for at in found._range_of(value)]
                found._spans[op] = min(positions), max(positions)
        return found

    def sharing(self, op: Operation) -> set[Operation]:
        """The allocations whose memory an operation may be given: those that are not live while its own memory is.

        No allocations if the operation needs no shared memory of its own. Regions of one ``ttg.warp_specialize`` share
        none.
        """
        if isinstance(op, LocalAllocOp):
            first, last = self._spans[op]
        elif has_scratch(op):
            first, last = self._entered[op], self._left[op]
        else:
            return set()
        return {
            other
            for other, (begin, end) in self._spans.items()
            if other is not op and (end < first or last < begin) and not _at_once(other, op)
        }

    def _number(self, function: Operation) -> None:
        pending = [(function, False)]
        while pending:
            op, inside = pending.pop()
            positions = self._left if inside else self._entered
            positions[op] = len(self._entered) + len(self._left)
            if not inside:
                pending.append((op, True))
                pending += [(nested, False) for nested in reversed(children(op))]

    def _range_of(self, value: SSAValue) -> Iterator[int]:
        """The positions of a value's definition and of its uses."""
        owner = value.owner
        if isinstance(owner, Block):
            home, block = owner.parent, owner
            if owner.first_op is not None:
                yield self._entered[owner.first_op]
        else:
            home, block = owner.parent_region(), owner.parent
            yield self._left[owner]
        for use in value.uses:
            user = use.operation
            enters = isinstance(user, ForOp | WhileOp) and use.index in user.forwarded_operands()
            yield self._entered[user] if enters else self._left[user]
            while user.parent_region() is not home and (parent := user.parent_op()) is not None:
                user = parent
                if isinstance(user, ForOp | WhileOp):
                    yield self._left[user]
            if user.parent is not block and home is not None and home.parent is not None:
                yield self._left[home.parent]  # control may return to a block before


def _aliases(memory: SSAValue) -> set[SSAValue]:
    """A memory descriptor with the views of it, in partitions and through loops, conditionals and selections."""

    def step(value: SSAValue) -> list[SSAValue]:
        return [alias for use in value.uses for alias in _aliases_by(use) if isinstance(alias.type, MemDescType)]

    return set(reached([memory], step))


def _aliases_by(use: Use) -> Iterator[SSAValue]:
    """The values that a use makes aliases of what it uses."""
    user, index = use.operation, use.index
    if has_trait(user, MemDescView) or isinstance(user, SelectOp):
        yield from user.results
    elif isinstance(user, WarpSpecializeOp | WarpSpecializePartitionsOp):
        partitions = user.partitions if isinstance(user, WarpSpecializeOp) else user.regions
        yield from (region.block.args[index] for region in partitions)
    else:
        branch = user if isinstance(user, RegionBranchOpInterface) else user.parent_op()
        if isinstance(branch, RegionBranchOpInterface):
            for edge in branch.edges():
                if edge.source is user and index in edge.operands:
                    yield edge.successor.inputs[index - edge.operands.start]


def has_scratch(op: Operation) -> bool:
    """Whether an operation may need scratch memory: if its data passes between warps."""
    match op:
        case ConvertLayoutOp():
            return _passes_between_warps(op.src.type, op.result.type)
        case tt.ReduceOp():
            return _has_layout(op.operands[0].type) and warps_along_axis(op) > 1
        case tt.ScanOp():
            return _warps_along(op.operands[0].type, int_value(op.axis)) > 1
        case tt.AtomicRMWOp() | tt.AtomicCASOp():
            return any(result.uses for result in op.results)
        case _:
            return op.name in _ALWAYS


def _passes_between_warps(source: Attribute, target: Attribute) -> bool:
    if not (_has_layout(source) and _has_layout(target)):
        return False
    return needs_shared_memory(_linear(source), _linear(target))


def _linear(type_: Attribute) -> LinearLayout:
    assert isinstance(type_, TensorType)
    layout = layout_of(type_.encoding)
    assert isinstance(layout, DistributedEncoding)
    return to_linear_layout(layout, tuple(type_.get_shape()))


def _has_layout(type_: Attribute) -> bool:
    return is_tensor_type(type_) and isinstance(layout_of(type_.encoding), DistributedEncoding)


def _warps_along(type_: Attribute, axis: int) -> int:
    if not is_tensor_type(type_):
        return 1
    layout = layout_of(type_.encoding)
    return warps_per_cta(layout, tuple(type_.get_shape()))[axis] if isinstance(layout, DistributedEncoding) else 1


def _at_once(first: Operation, second: Operation) -> bool:
    """Whether two operations are in different regions of the same ``ttg.warp_specialize``."""
    one, other = _partition_of(first), _partition_of(second)
    return one is not None and other is not None and one is not other and _specialize(one) is _specialize(other)


def _partition_of(op: Operation) -> Region | None:
    """The innermost region of a ``ttg.warp_specialize`` around an operation."""
    region = op.parent_region()
    while region is not None:
        if region.parent is None:
            return None
        if _specialize(region) is not None:
            return region
        region = region.parent.parent_region()
    return None


def _specialize(region: Region) -> Operation | None:
    """The ``ttg.warp_specialize`` of a region that is its default region or one of its partitions."""
    parent = region.parent
    if isinstance(parent, WarpSpecializeOp):
        return parent if region is parent.regions[0] else None
    # An operation of the default region has regions of its own, which are no partitions.
    return parent.parent_op() if isinstance(parent, WarpSpecializePartitionsOp) else None
