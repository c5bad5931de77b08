"""``hopper-persistent-grid``: a grid of resident programs, each of which loops over tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, ModuleOp, i1, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.launch_arguments import PERSISTENT, add_launch_argument, joined_programs, persistent_axes
from xtriton.analysis.requirements import Rule, without_partitions
from xtriton.analysis.slices import dependences
from xtriton.dialects.tt.enums import MemSemantic, MemSyncScope, ProgramIDDim, RMWOp
from xtriton.dialects.tt.function import FuncOp, ReturnOp
from xtriton.dialects.tt.memory import AtomicRMWOp, StoreOp
from xtriton.dialects.tt.program import GetNumProgramsOp, GetProgramIdOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, ConstantOp, XOrIOp
from xtriton.dialects.upstream.arith.integer import DivUIOp, RemUIOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.hopper.independent_programs import has_uneven_tiles, obstacle
from xtriton.passes.remarks import remark
from xtriton.recipes import Expression, ScalarRecipe, WorkspaceRecipe
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.structured_branches import structure_branches

_AXES = "xyz"
_BYTES_OF_COUNTER = 128
"""A cache line."""
_ALIGNED: dict[str, Attribute] = {"tt.divisibility": IntegerAttr(16, i32)}


@dataclass(frozen=True)
class PersistentGrid(Pass):
    """Make the kernel persistent: each program loops over tiles of the requested grid.

    The launch starts as many programs as are resident at the same time. Tiles are numbered as the hardware numbers
    CTAs, x fastest, along the axes up to the last whose program id the kernel reads; the grid's
    extents become arguments. Where tiles take different times, because loops with dots depend on the program id or
    branches skip dots, each program claims its next tile from a counter that the launch provides.

    before: ``%p = tt.get_program_id x``, ``f(%p)``
    after:  ``scf.for %p = %program to %tiles step %programs { f(%p) }`` with an argument ``%tiles: i32 {xtriton.launch
            = {value = ["grid", 0]}}``, and ``xtriton.persistent = [0]`` on the function; with uneven tiles ``scf.while
            (%p = %program) { %p < %tiles } do { f(%p); %n = tt.atomic_rmw add %claims, 1; yield %n + %programs }``
    """

    name: ClassVar[str] = "hopper-persistent-grid"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions,)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in module.body.ops:
            if not isinstance(function, FuncOp) or not function.is_public or function.is_declaration:
                continue
            if persistent_axes(function):
                continue
            found = obstacle(function)
            if found is not None:
                if joined_programs(function):
                    text = f"tiles are joined, which needs a persistent grid, but {found[1]}"
                    raise error(found[0].location, text)
                remark(ctx, found[0], f"the kernel is not made persistent: {found[1]}")
                continue
            axes, claiming = _axes_of(function), has_uneven_tiles(function)
            _Loop(function, axes).make(claiming=claiming)
            how = "claims" if claiming else "loops over"
            along = ", ".join(_AXES[axis] for axis in axes)
            remark(ctx, function, f"the kernel is persistent: it {how} the tiles of its grid along {along}")


def _axes_of(function: FuncOp) -> tuple[int, ...]:
    """The axes from x to the last whose program id is read. The grid keeps its extents along the others."""
    return tuple(range(1 + max(int_value(op.axis) for op in operations_in(function) if isinstance(op, GetProgramIdOp))))


# The loop


class _Loop:
    """Builds the loop over the tiles of a kernel along some axes."""

    def __init__(self, function: FuncOp, axes: tuple[int, ...]) -> None:
        self.function = function
        self.axes = axes
        self.rewriter = Rewriter()
        self.rewriter.location = function.location

    def make(self, *, claiming: bool) -> None:
        """Move the body of the kernel into the loop. With ``claiming``, programs claim tiles one after the other."""
        rewriter = self.rewriter
        structure_branches(self.function.body, rewriter)
        entry = self.function.body.blocks[0]
        sizes = [self._extent(axis) for axis in self.axes]
        extents = [self._argument(size, f"grid_{_AXES[axis]}") for axis, size in zip(self.axes, sizes, strict=True)]
        count = sizes[0]
        for size in sizes[1:]:
            count = ("muli", 32, count, size)
        tiles = self._argument(count, "tiles")
        inside = _ops_of_a_tile(entry)
        end = entry.last_op
        assert isinstance(end, ReturnOp)
        rewriter.before(end)
        x = ProgramIDDim.X.attr
        first = rewriter.insert(GetProgramIdOp(axis=x)).result
        programs = rewriter.insert(GetNumProgramsOp(axis=x)).result
        loop = self._while(first, tiles) if claiming else rewriter.insert(ForOp(first, tiles, programs))
        body = loop.after.block if isinstance(loop, WhileOp) else loop.body
        tile = body.args[0]
        tile.name_hint = "tile"
        for op in inside:
            op.detach()
            body.add_op(op)
        self._replace_program_ids(body, tile, extents, kept=(first, programs))
        rewriter.at_end(body)
        rewriter.insert(YieldOp([self._claimed(tiles, programs, body)] if claiming else []))
        self.function.attributes[PERSISTENT] = ArrayAttr([IntegerAttr(axis, i64) for axis in self.axes])

    def _while(self, first: SSAValue, tiles: SSAValue) -> WhileOp:
        """A loop from a tile on, while there are tiles. Its body is empty."""
        rewriter = self.rewriter
        before, after = Region(Block(arg_types=[i32])), Region(Block(arg_types=[i32]))
        loop = rewriter.insert(WhileOp([first], result_types=[i32], before=before, after=after))
        with rewriter.elsewhere():
            rewriter.at_end(before.block)
            tile = before.block.args[0]
            there_are = rewriter.insert(CmpIOp(CmpIPredicate.ULT, tile, tiles)).result
            rewriter.insert(ConditionOp(there_are, [tile]))
        return loop

    def _claimed(self, tiles: SSAValue, programs: SSAValue, body: Block) -> SSAValue:
        """The next tile with work, from a counter of all claims. The last claim, one for each tile, resets it."""
        rewriter, work = self.rewriter, _only_work(body)
        counter = add_launch_argument(
            self.function, PointerType(i32, 1), WorkspaceRecipe(_BYTES_OF_COUNTER), "claims", _ALIGNED
        )
        before, after = Region(Block()), Region(Block(arg_types=[i32]))
        search = rewriter.insert(WhileOp([], result_types=[i32], before=before, after=after))
        with rewriter.elsewhere():
            rewriter.at_end(before.block)
            tile = self._claim(counter, tiles, programs)
            rewriter.insert(ConditionOp(self._is_idle(tile, tiles, body, work), [tile]))
            rewriter.at_end(after.block)
            rewriter.insert(YieldOp())
        return search.results[0]

    def _claim(self, counter: SSAValue, tiles: SSAValue, programs: SSAValue) -> SSAValue:
        """The next tile. Each program has one at its start, and claims one more for each that it is given."""
        rewriter = self.rewriter
        one = rewriter.insert(ConstantOp(IntegerAttr(1, i32))).result
        claim = AtomicRMWOp(
            counter, one, atomic_rmw_op=RMWOp.ADD, sem=MemSemantic.RELAXED, scope=MemSyncScope.GPU, result=i32
        )
        earlier = rewriter.insert(claim).result
        claims = rewriter.insert(AddIOp(earlier, one)).result
        is_last = rewriter.insert(CmpIOp(CmpIPredicate.EQ, claims, tiles)).result
        reset = rewriter.insert(IfOp(is_last, Region(Block())))
        with rewriter.elsewhere():
            rewriter.at_end(reset.thenRegion.block)
            zero = rewriter.insert(ConstantOp(IntegerAttr(0, i32))).result
            rewriter.insert(StoreOp(counter, zero))
            rewriter.insert(YieldOp())
        return rewriter.insert(AddIOp(earlier, programs)).result

    def _is_idle(self, tile: SSAValue, tiles: SSAValue, body: Block, work: IfOp | None) -> SSAValue:
        """Whether a tile exists and takes the side without effects of ``work``. False without such an operation.

        No tile is negative, but a constant would have ``canonicalize`` replace the search by its body (since 3.7),
        and ``hopper-warp-specialize`` finds claims by the loop around them.
        """
        rewriter = self.rewriter
        if work is None:
            zero = rewriter.insert(ConstantOp(IntegerAttr(0, i32))).result
            return rewriter.insert(CmpIOp(CmpIPredicate.SLT, tile, zero)).result
        needed = dependences(work.condition)
        exists = rewriter.insert(CmpIOp(CmpIPredicate.ULT, tile, tiles)).result
        check = rewriter.insert(IfOp(exists, result_types=[i1], thenRegion=Region(Block()), elseRegion=Region(Block())))
        with rewriter.elsewhere():
            rewriter.at_end(check.thenRegion.block)
            mapping: Mapping = {body.args[0]: tile}
            for op in [op for op in body.ops if op in needed]:
                rewriter.insert(clone_op(op, mapping), op.location)
            idle = mapping.get(work.condition, work.condition)
            if _has_effects(work.thenRegion):
                true = rewriter.insert(ConstantOp(IntegerAttr(1, i1))).result
                idle = rewriter.insert(XOrIOp(idle, true)).result
            rewriter.insert(YieldOp([idle]))
            rewriter.at_end(check.elseRegion.block)
            rewriter.insert(YieldOp([rewriter.insert(ConstantOp(IntegerAttr(0, i1))).result]))
        return check.results[0]

    def _extent(self, axis: int) -> Expression:
        """How many programs the kernel has along an axis."""
        return joined_programs(self.function).get(axis, ("grid", axis))

    def _argument(self, value: Expression, name: str) -> SSAValue:
        return add_launch_argument(self.function, i32, ScalarRecipe(value), name)

    def _replace_program_ids(
        self, body: Block, tile: SSAValue, extents: list[SSAValue], kept: Sequence[SSAValue]
    ) -> None:
        """Replace program ids and numbers of programs with the tile's coordinates and the extents of the grid.

        Those ``kept`` are the position of the program among the resident ones.
        """
        rewriter = self.rewriter
        places: list[SSAValue] = []
        rewriter.at_start(body)
        rest = tile
        for extent in extents[:-1]:
            places.append(rewriter.insert(RemUIOp(rest, extent)).result)
            rest = rewriter.insert(DivUIOp(rest, extent)).result
        places.append(rest)
        for op in operations_in(self.function):
            if isinstance(op, GetProgramIdOp | GetNumProgramsOp) and op.result not in kept:
                axis = int_value(op.axis)
                if axis in self.axes:
                    rewriter.replace(op, [places[axis] if isinstance(op, GetProgramIdOp) else extents[axis]])


def _only_work(body: Block) -> IfOp | None:
    """The only operation of a tile with effects, if it is an ``scf.if`` on scalars with effects on one side."""
    effects = [op for op in body.ops if _has_effect(op)]
    if len(effects) != 1 or not isinstance(effects[0], IfOp) or all(map(_has_effects, effects[0].regions)):
        return None
    sources = [op for op in dependences(effects[0].condition) if op.parent is body]
    return None if any(op.regions or _makes_tensors(op.results) for op in sources) else effects[0]


def _has_effects(region: Region) -> bool:
    return any(_has_effect(op) for block in region.blocks for op in block.ops)


def _has_effect(op: Operation) -> bool:
    return not is_memory_effect_free(op) and not only_reads(op)


def _ops_of_a_tile(entry: Block) -> list[Operation]:
    """The operations that depend on the tile, have effects or produce tensors, in order; the others are hoisted.

    Tensors are recomputed for each tile, so that they are not live across iterations.
    """
    inside: dict[Operation, None] = {}
    for op in entry.ops:
        if isinstance(op, ReturnOp):
            continue
        once = is_memory_effect_free(op) and not isinstance(op, GetProgramIdOp) and not op.regions
        if not once or _makes_tensors(op.results) or any(operand.owner in inside for operand in op.operands):
            inside[op] = None
    return list(inside)


def _makes_tensors(values: Iterable[SSAValue]) -> bool:
    return any(shape_of(value.type) is not None for value in values)
