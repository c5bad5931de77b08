"""``nvws-lower-warp-group``: lowers warp groups to ``ttg.warp_specialize``, whose partitions are isolated."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import ConstantLike

from xtriton.analysis.slices import in_program_order
from xtriton.dialects.nvws.warp_group import WarpGroupOp
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import module_of, num_warps_of
from xtriton.dialects.ttg.warp_specialize import WarpReturnOp, WarpSpecializeOp, WarpYieldOp
from xtriton.interfaces.effects import is_pure
from xtriton.ir.context import Context
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import has_trait
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.pipeline.loads import unswizzled_for
from xtriton.rewriting.captures import used_from_above
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter, block_argument, location_of
from xtriton.rewriting.uses import replace_uses_if


@dataclass(frozen=True)
class NVWSLowerWarpGroup(Pass):
    """Lower warp groups to ttg.warp_specialize.

    before: ``nvws.warp_group partition0 num_warps(4) {...} partition1 num_warps(4) { "use"(%x) }``
    after:  ``ttg.warp_specialize(%x) default {...} partition0(%arg0) num_warps(4) { "use"(%arg0) }``
    """

    name: ClassVar[str] = "nvws-lower-warp-group"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewrite_greedily(module, PatternSet([lower_warp_group]))


@pattern(WarpGroupOp)
def lower_warp_group(op: WarpGroupOp, rewriter: Rewriter) -> bool:
    """The first group becomes the default region if it has as many warps as the module; else that region is empty."""
    module = module_of(op)
    if module is None or not op.regions:
        return False
    has_default = op.num_warps[0] == num_warps_of(module)
    if not has_default and op.results:
        return False
    partitions = op.regions[has_default:]
    rewriter.after(op)
    captures = _Captures(partitions, rewriter)
    captures.collect()
    default = Region(Block())
    specialize = WarpSpecializeOp.of(
        captures.inputs,
        default,
        [Region(Block()) for _ in partitions],
        op.num_warps[has_default:],
        op.result_types,
    )
    specialize.holder.location = op.location
    rewriter.insert(specialize, op.location)
    _fill_default(op.regions[0] if has_default else None, default, rewriter)
    for region, target in zip(partitions, specialize.partitions, strict=True):
        _fill_partition(region, target, captures.inputs, rewriter)
    rewriter.replace(op, specialize.results)
    return True


class _Captures:
    """The values from outside that partitions use."""

    def __init__(self, partitions: Sequence[Region], rewriter: Rewriter) -> None:
        self.inputs: list[SSAValue] = []
        """The captures; tensors are captured as shared memory."""
        self._partitions = partitions
        self._rewriter = rewriter
        self._builders = [_builder_at_start(region) for region in partitions]
        self._mappings: list[Mapping] = [{} for _ in partitions]

    def collect(self) -> None:
        """Find the captures, and clone constants and pure operations on tensors into the partitions."""
        pending = deque(dict.fromkeys(value for region in self._partitions for value in used_from_above(region)))
        cloned: dict[Operation, None] = {}
        while pending:
            value = pending.popleft()
            owner = value.owner
            if is_operation(owner) and _is_rematerializable(owner, value):
                pending.extend(owner.operands)
                cloned[owner] = None
            else:
                self.inputs.append(self._through_memory(value) if is_tensor_type(value.type) else value)
        ops = in_program_order(cloned)
        for region, builder, mapping in zip(self._partitions, self._builders, self._mappings, strict=True):
            for op in ops:
                copy = builder.insert(clone_op(op, mapping))
                replace_uses_if(op.results[0], copy.results[0], region.is_ancestor)

    def _through_memory(self, value: SSAValue) -> SSAValue:
        """Store a tensor into shared memory, and load it in each partition."""
        assert is_tensor_type(value.type)
        encoding = encoding_attr(unswizzled_for(value.type, location_of(value)))
        type_ = MemDescType(value.type.get_shape(), value.type.element_type, encoding, SharedMemorySpaceAttr())
        memory = self._rewriter.insert(LocalAllocOp(value, result=type_)).result
        for region, builder, mapping in zip(self._partitions, self._builders, self._mappings, strict=True):
            load = builder.insert(LocalLoadOp(memory, result=value.type), location_of(value)).result
            replace_uses_if(value, load, region.is_ancestor)
            mapping[value] = load
        return memory


def _builder_at_start(region: Region) -> Rewriter:
    builder = Rewriter()
    builder.at_start(region.block)
    return builder


def _is_rematerializable(op: Operation, value: SSAValue) -> bool:
    return is_pure(op) and (has_trait(op, ConstantLike) or is_tensor_type(value.type))


def _move_operations(source: Region, end: Operation) -> None:
    """Move the operations of a region but for its terminator before ``end``."""
    for op in list(source.block.ops):
        if op is not source.block.last_op:
            Rewriter.move_in_place(op, end)


def _fill_default(source: Region | None, target: Region, rewriter: Rewriter) -> None:
    with rewriter.elsewhere():
        rewriter.at_end(target.block)
        if source is None:
            rewriter.insert(WarpYieldOp())
            return
        assert source.block.last_op is not None
        end = rewriter.insert(WarpYieldOp(source.block.last_op.operands))
        _move_operations(source, end)


def _fill_partition(source: Region, target: Region, inputs: Sequence[SSAValue], rewriter: Rewriter) -> None:
    """Move the operations of a region into a partition, where the arguments take the place of the captures."""
    arguments = [block_argument(target.block, value.type, location_of(value)) for value in inputs]
    with rewriter.elsewhere():
        rewriter.at_end(target.block)
        end = rewriter.insert(WarpReturnOp())
    _move_operations(source, end)
    for value, argument in dict(zip(inputs, arguments, strict=True)).items():
        replace_uses_if(value, argument, target.is_ancestor)
