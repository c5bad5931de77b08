"""``hopper-split-steps``: split steps along K whose tiles leave room for few stages in shared memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.requirements import Rule, consistent_ranks, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import element_type, shape_of_tensor
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.hopper.narrowed_descriptors import (
    NarrowedDescriptors,
    can_be_narrowed,
    dimension_of_block,
    is_argument_of_kernel,
)
from xtriton.passes.hopper.row_dimension import resized
from xtriton.passes.hopper.warp_specialize.plan import SHARED_MEMORY
from xtriton.passes.remarks import remark
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import bytes_of_tensor

_NARROWEST = 128
"""Bytes of a tile along K: the width of the swizzling that wgmma and TMA are fastest with."""

_COPIES = 2
"""How many tiles are staged for stores at once: of each warp group one."""


@dataclass(frozen=True)
class SplitSteps(Pass):
    """Split dots over K, with the loads of their operands, where fewer than ``stages`` steps fit into shared memory.

    A producer warp loads ahead by whole stages: with two, it can only refill one after both consumers have left it.
    Parts of a step have stages of their own. The sums are accumulated in the same order.

    before: ``scf.for { %a = load 64x256; %b = load 256x128; %d = tt.dot %a, %b, %zero }``
    after:  ``scf.for { %a0 = load 64x128; %a1 = load 64x128; %b0 ...; %d0 = tt.dot %a0, %b0, %zero;
    %d = tt.dot %a1, %b1, %d0 }``
    """

    name: ClassVar[str] = "hopper-split-steps"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, consistent_ranks)
    stages: int = option(4, "how many stages shared memory should have room for")

    def __post_init__(self) -> None:
        if self.stages < 1:
            raise ValueError(f"stages is {self.stages}: it must be at least 1")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for loop in [op for op in operations_in(module) if isinstance(op, ForOp)]:
            step = _step(loop)
            if step is None:
                continue
            parts = step.parts(self.stages, SHARED_MEMORY - _COPIES * _bytes_stored(module))
            if parts > 1:
                remark(ctx, step.dots[0], f"steps of {step.extent} elements along K are split into {parts}")
                _split(step, parts)


@dataclass(frozen=True)
class _Step:
    """The dots of an iteration whose two operands the iteration loads, and these loads."""

    dots: Sequence[tt.DotOp]
    loads: dict[tt.DescriptorLoadOp, int]
    """The loads, each with the dimension of its tile along which the dots contract."""

    @property
    def extent(self) -> int:
        """The elements along K of a dot, of the dot with the fewest."""
        return min(shape_of_tensor(dot.a)[1] for dot in self.dots)

    def parts(self, stages: int, memory: int) -> int:
        """Into how many parts the step is divided, so that ``stages`` of them fit into ``memory``, if possible."""
        size = sum(bytes_of_tensor(load.result) for load in self.loads)
        narrowest = min(
            shape_of_tensor(load.result)[dim] * bit_width(element_type(load.result.type)) // 8
            for load, dim in self.loads.items()
        )
        parts = 1
        while size * stages > memory * parts and narrowest >= 2 * parts * _NARROWEST:
            parts *= 2
        return parts if all(_keeps_partial_sums(dot, parts) for dot in self.dots) else 1


def _bytes_stored(module: ModuleOp) -> int:
    """The bytes of the largest tile that is stored through a descriptor."""
    stores = [op for op in operations_in(module) if isinstance(op, tt.DescriptorStoreOp)]
    return max((bytes_of_tensor(op.src) for op in stores), default=0)


def _keeps_partial_sums(dot: tt.DotOp, parts: int) -> bool:
    """Whether the sums that a dot adds in full precision (``maxNumImpreciseAcc`` elements each) lie within parts."""
    extent, precise = shape_of_tensor(dot.a)[1], int_value(dot.maxNumImpreciseAcc)
    return extent % parts == 0 and (not 0 < precise < extent or extent // parts % precise == 0)


def _step(loop: ForOp) -> _Step | None:
    """The step of a loop, if its loads have no other users than dots that can be split."""
    dots: list[tt.DotOp] = []
    loads: dict[tt.DescriptorLoadOp, int] = {}
    for dot in [op for op in loop.body.ops if isinstance(op, tt.DotOp) and len(shape_of_tensor(op.d)) == 2]:
        operands = [_loaded(dot.a, 1, loop.body), _loaded(dot.b, 0, loop.body)]
        for found in operands:
            if found is not None and loads.setdefault(*found) != found[1]:
                return None
        if None not in operands:
            dots.append(dot)
    if not dots or not all(_can_be_split(load, dim, loads, dots) for load, dim in loads.items()):
        return None
    return _Step(dots, loads)


def _loaded(operand: SSAValue, dim: int, body: Block) -> tuple[tt.DescriptorLoadOp, int] | None:
    """The load in ``body`` of a dot's operand, and the dimension of its tile for dimension ``dim`` of the operand."""
    op = operand.owner
    while isinstance(op, tt.TransOp):
        dim = int_list(op.order)[dim]
        op = op.src.owner
    return (op, dim) if isinstance(op, tt.DescriptorLoadOp) and op.parent is body else None


def _can_be_split(
    load: tt.DescriptorLoadOp, dim: int, loads: dict[tt.DescriptorLoadOp, int], dots: Sequence[tt.DotOp]
) -> bool:
    """Whether a tile is read by dots of the step alone, through a descriptor all of whose blocks can be smaller."""
    if any(user not in dots for user in _users(load.result)) or not can_be_narrowed(load.desc):
        return False
    if not is_argument_of_kernel(load.desc):
        return True
    block = dimension_of_block(load, load.result, dim)
    others = [use.operation for use in load.desc.uses]
    return all(
        isinstance(op, tt.DescriptorLoadOp) and op in loads and dimension_of_block(op, op.result, loads[op]) == block
        for op in others
    )


def _users(tile: SSAValue) -> Iterator[Operation]:
    """The operations that read a tile, or a transposed view of it."""
    for use in tile.uses:
        if isinstance(use.operation, tt.TransOp):
            yield from _users(use.operation.result)
        else:
            yield use.operation


def _split(step: _Step, parts: int) -> None:
    """Replace the loads and dots of a step with those of its parts."""
    rewriter = Rewriter()
    narrowed = NarrowedDescriptors(rewriter)
    tiles: dict[SSAValue, list[SSAValue]] = {}
    for load, dim in step.loads.items():
        extent = shape_of_tensor(load.result)[dim] // parts
        rewriter.start_at(load)
        tiles[load.result] = []
        for number in range(parts):
            part = clone_op(load, {})
            narrowed.access(part, dimension_of_block(load, load.result, dim), extent, number)
            Rewriter.set_type(part.results[0], resized(load.result.type, dim, extent))
            tiles[load.result].append(rewriter.insert(part).results[0])
        _split_views(load.result, dim, tiles, rewriter)
    for dot in step.dots:
        rewriter.start_at(dot)
        total = dot.c
        for number in range(parts):
            part = clone_op(dot, {})
            part.operands = [tiles[dot.a][number], tiles[dot.b][number], total]
            total = rewriter.insert(part).results[0]
        rewriter.replace(dot, [total])
    for load in step.loads:
        _erase(load, rewriter)


def _split_views(tile: SSAValue, dim: int, tiles: dict[SSAValue, list[SSAValue]], rewriter: Rewriter) -> None:
    """Transpose the parts of a tile as the tile is transposed."""
    for view in [use.operation for use in tile.uses if isinstance(use.operation, tt.TransOp)]:
        rewriter.start_at(view)
        to = int_list(view.order).index(dim)
        tiles[view.result] = []
        for source in tiles[tile]:
            part = clone_op(view, {tile: source})
            extent = shape_of_tensor(source)[dim]
            Rewriter.set_type(part.results[0], resized(view.result.type, to, extent))
            tiles[view.result].append(rewriter.insert(part).results[0])
        _split_views(view.result, to, tiles, rewriter)


def _erase(op: Operation, rewriter: Rewriter) -> None:
    """Erase a load and the views of its tile, which have no other users left."""
    for view in [use.operation for use in op.results[0].uses]:
        _erase(view, rewriter)
    rewriter.erase(op)
