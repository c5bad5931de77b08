"""Memory dependences between accesses, which accesses through descriptors would not preserve.

TMA accesses memory through the async proxy, pointers through the generic proxy. Writes through one and reads
through the other need a proxy fence between them, in all programs involved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.traits import IsTerminator, MemoryEffectKind

from xtriton.analysis.affine import Scalars
from xtriton.analysis.dominance import ancestor_in_block, ancestor_in_region, is_before
from xtriton.dialects import tt
from xtriton.dialects.tt.enums import MemSemantic
from xtriton.dialects.upstream.arith import SelectOp
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.interfaces.effects import effects_of
from xtriton.interfaces.region_branch import RegionBranchOpInterface, incoming_values
from xtriton.ir.creation import is_block_argument
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import ancestors, operations_in
from xtriton.passes.hopper.pointers_to_descriptors.plan import NoDescriptorError, Plan, name_of

_READS = (tt.LoadOp, tt.DescriptorLoadOp, tt.DescriptorGatherOp)
_WRITES = (tt.StoreOp, tt.DescriptorStoreOp, tt.DescriptorScatterOp, tt.DescriptorReduceOp)
_ATOMICS = (tt.AtomicRMWOp, tt.AtomicCASOp)
_HARMLESS = (tt.PrintOp, tt.AssertOp, AssumeOp)


class Conflicts:
    """The arrays that a kernel reads and writes, and the operations that may synchronise with other programs."""

    def __init__(self, function: tt.FuncOp) -> None:
        self._read: set[SSAValue | None] = set()
        self._updated: set[SSAValue | None] = set()
        """The arrays that atomic operations read and write."""
        self._written: dict[SSAValue | None, list[Operation]] = {}
        self._synchronizing: list[Operation] = []
        for op in operations_in(function):
            if isinstance(op, _READS):
                self._read.update(_bases(op.operands[0]))
            elif isinstance(op, _WRITES):
                self._add_write(op)
            elif isinstance(op, _ATOMICS):
                self._updated.update(_bases(op.ptr))
                self._add_write(op)
                self._synchronizing.append(op)
            elif op is not function and _may_synchronize(op):
                self._synchronizing.append(op)

    def _add_write(self, op: Operation) -> None:
        for base in _bases(op.operands[0]):
            self._written.setdefault(base, []).append(op)

    def check_load(self, op: Operation, base: BlockArgument) -> None:
        """Raise :class:`NoDescriptorError` if a load from ``base`` may observe writes through pointers."""
        if base in self._written:
            raise NoDescriptorError(f"{name_of(base)} is also written by the kernel")
        if None in self._written:
            raise NoDescriptorError("the kernel writes through pointers of unknown origin")
        for other in self._synchronizing:
            relaxed = isinstance(other, _ATOMICS) and MemSemantic.of(other.sem) is MemSemantic.RELAXED
            if not relaxed and _may_precede(other, op):
                hint = ": a relaxed one may not" if isinstance(other, _ATOMICS) else ""
                text = f"'{other.name}', which may synchronise with other programs, may precede it{hint}"
                raise NoDescriptorError(text)

    def check_store(self, base: BlockArgument) -> None:
        """Raise :class:`NoDescriptorError` if stores to ``base`` may be read before the kernel ends."""
        if base in self._read:
            raise NoDescriptorError(f"{name_of(base)} is also read by the kernel")
        if base in self._updated:
            raise NoDescriptorError(f"{name_of(base)} is also updated by an atomic operation")
        if None in self._read | self._updated:
            raise NoDescriptorError("the kernel reads through pointers of unknown origin")
        if self._synchronizing:
            raise NoDescriptorError(f"'{self._synchronizing[0].name}' may publish it to other programs")

    def check_order_of_stores(self, plans: Mapping[Operation, Plan], scalars: Scalars) -> dict[Operation, str]:
        """The planned stores that may overlap other stores, each with the reason not to rewrite it.

        Stores through descriptors are not ordered.
        """
        found: dict[Operation, str] = {}
        for base in {plan.base for op, plan in plans.items() if isinstance(op, tt.StoreOp)}:
            stores = self._written[base]
            reason = self._overlap(stores, plans, scalars)
            if reason is not None:
                found.update((op, reason) for op in stores if op in plans)
        return found

    @staticmethod
    def _overlap(stores: Sequence[Operation], plans: Mapping[Operation, Plan], scalars: Scalars) -> str | None:
        for number, op in enumerate(stores):
            plan = plans.get(op)
            if plan is None:
                return "another store to the same argument is not rewritten"
            for around in ancestors(op, below=tt.FuncOp):
                if isinstance(around, ForOp) and all(
                    scalars.is_invariant(dim.index, around) for dim in plan.dimensions
                ):
                    return "each iteration of a loop stores to the same place"
            for other in stores[:number]:
                if not _are_exclusive(op, other) and not plan.is_disjoint(plans[other]):
                    return "another store may write the same elements"
        return None


def _are_exclusive(first: Operation, second: Operation) -> bool:
    """Whether operations are in different branches of an ``scf.if``."""
    common = next((around for around in ancestors(second) if around.is_ancestor(first)), None)
    if not isinstance(common, IfOp):
        return False
    taken = [ancestor_in_region(op, common.regions[0]) is not None for op in (first, second)]
    return taken[0] is not taken[1]


def _bases(value: SSAValue) -> Iterator[SSAValue | None]:
    """The arguments that a pointer or descriptor comes from; ``None`` stands for anything else."""
    pending, seen = [value], {value}
    while pending:
        current = pending.pop()
        sources = _sources(current)
        if sources is None:
            yield current if is_block_argument(current) and _is_kernel_argument(current) else None
            continue
        new = [source for source in sources if source not in seen]
        seen.update(new)
        pending.extend(new)


_PASSING = (tt.SplatOp, tt.BroadcastOp, tt.ExpandDimsOp, tt.TransOp, tt.ReshapeOp, tt.BitcastOp)


def _is_kernel_argument(value: BlockArgument) -> bool:
    return isinstance(value.block.parent_op(), tt.FuncOp) and value.block.prev_block is None


def _sources(value: SSAValue) -> list[SSAValue] | None:
    """The pointers from which a pointer is derived by offsets or selection; ``None`` if unknown."""
    op = value.owner
    if isinstance(op, Block | RegionBranchOpInterface):
        return incoming_values(value)
    assert isinstance(op, Operation)
    match op:
        case tt.AddPtrOp() | tt.MakeTensorDescOp() | tt.MakeTensorPtrOp() | tt.AdvanceOp():
            return [op.operands[0]]
        case _ if isinstance(op, _PASSING):
            return [op.operands[0]]
        case SelectOp():
            return list(op.operands[1:])
        case _:
            return None


def _may_synchronize(op: Operation) -> bool:
    """Whether an operation may have arbitrary effects on memory, such as inline assembly and calls."""
    if isinstance(op, (*_HARMLESS, ForOp, IfOp, WhileOp)) or has_trait(op, IsTerminator):
        return False
    effects = effects_of(op)
    return effects is None or any(effect.kind is MemoryEffectKind.WRITE for effect in effects)


def _may_precede(first: Operation, second: Operation) -> bool:
    """Whether ``first`` may be executed before ``second``, in an earlier iteration of a loop around both included."""
    for around in ancestors(second, below=tt.FuncOp):
        if not isinstance(around, IfOp) and around.is_ancestor(first):
            return True
    for around in ancestors(second, inclusive=True, below=tt.FuncOp):
        mine = ancestor_in_block(first, around.parent)
        if mine is not None:
            return mine is not around and is_before(mine, around)
    return True
