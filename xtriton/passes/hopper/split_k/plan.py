"""Which kernels can split tiles along K: each tile is computed from sums over loops.

The *sums* of a tile are the values that its loops carry: tensors of f32 that start from zero and to which each
iteration adds. So the sums of a range of iterations are a part of the tile's sums, and parts can be added in any order.
The *epilogue* consists of the operations that depend on the sums, up to the stores.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import Operation, OpResult, SSAValue

from xtriton.analysis.launch_arguments import expression_of, persistent_axes
from xtriton.analysis.slices import forward_slice
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.program import GetNumProgramsOp, GetProgramIdOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttg.verify import maybe_num_warps
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith import AddFOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.folds.elements import scalar_number
from xtriton.folds.folding import constant_of
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import element_type, has_trait, shape_of, shape_of_tensor
from xtriton.ir.walk import operations_in
from xtriton.passes.hopper.split_k.build import can_be_flat
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.plan import is_effect
from xtriton.passes.hopper.warp_specialize.profitability import cycles_of_dot
from xtriton.recipes import Expression, evaluate, leaves

BYTES = 4
"""Of an element of the sums."""


@dataclass
class Group:
    """Sums whose epilogues share operations, by their numbers, and the epilogue in order."""

    sums: list[int]
    epilogue: list[Operation]


@dataclass(frozen=True)
class Steps:
    """The iterations of the first loop of a tile, which are split: its bounds, and how many there are."""

    lower: int
    step: int
    count: Expression
    """An integer, or an expression over the kernel's arguments."""
    cycles: float
    """The cycles of a step on an SM."""
    bytes: int
    """The bytes that a step loads of the operand with the larger tile."""


class Plan:
    """The loops and the sums of a kernel's tiles. Raises :class:`Unsupported` where tiles cannot be split."""

    def __init__(self, function: FuncOp) -> None:
        self.function = function
        self.axes = persistent_axes(function)
        if not self.axes:
            raise Unsupported(function, "is not persistent")
        self.tiles = _loop_over_tiles(function)
        self.tile_count = expression_of(self.tiles.upperBound)
        if self.tile_count is None:
            raise Unsupported(self.tiles, "has a number of tiles that is not an expression over the kernel's arguments")
        self.loops = _loops_of_tile(self.tiles)
        self.steps = _steps(self.loops[0])
        _check_sums(self.loops)
        self.groups = _groups(self.tiles, self.loops)

    @property
    def sums(self) -> Sequence[OpResult]:
        """The sums of a tile."""
        return self.loops[-1].results

    @property
    def elements(self) -> int:
        """How many elements the sums of a tile have together."""
        return sum(prod(shape_of_tensor(value)) for value in self.sums)


def _loop_over_tiles(function: FuncOp) -> ForOp:
    """The only loop over tiles, as ``hopper-persistent-grid`` makes it."""
    entry = function.body.blocks[0]
    found = [op for op in entry.ops if isinstance(op, ForOp)]
    if len(function.body.blocks) != 1 or len(found) != 1:
        raise Unsupported(function, "does not consist of one loop over tiles")
    (loop,) = found
    first, step = loop.lowerBound.owner, loop.step.owner
    if not (isinstance(first, GetProgramIdOp) and isinstance(step, GetNumProgramsOp)):
        raise Unsupported(loop, "does not loop over tiles from the program id on")
    if any(op.axis != ProgramIDDim.X.attr for op in (first, step)) or loop.initArgs:
        raise Unsupported(loop, "does not loop over tiles that are independent of each other")
    for op in entry.ops:
        if op is not loop and changes_memory(op):
            raise Unsupported(op, "has effects besides those of the tiles")
    return loop


def _loops_of_tile(tiles: ForOp) -> list[ForOp]:
    """The loops with the dots of a tile: each continues the sums of the one before it, as the rest after unrolling.

    Raises :class:`Unsupported` if there are other dots.
    """
    loops = [op for op in tiles.body.ops if isinstance(op, ForOp) and _dots_of(op)]
    if not loops:
        raise Unsupported(tiles, "has no loop with dots directly in it")
    inside = [dot for loop in loops for dot in _dots_of(loop)]
    for dot in _dots_of(tiles):
        if dot not in inside:
            raise Unsupported(dot, "is not in a loop over steps of the tile")
    for before, after in pairwise(loops):
        carried = list(after.initArgs) == list(before.results)
        if not carried or any(use.operation is not after for value in before.results for use in value.uses):
            raise Unsupported(after, "does not continue the sums of the loop before it")
    return loops


def _dots_of(loop: ForOp) -> list[Operation]:
    return [op for op in operations_in(loop.body) if has_trait(op, DotLike)]


def _steps(loop: ForOp) -> Steps:
    """The iterations of a loop whose bounds are known at launch."""
    lower, step, upper = _constant(loop.lowerBound), _constant(loop.step), expression_of(loop.upperBound)
    if loop.step.type != i32:
        raise Unsupported(loop, "does not count with i32")
    if lower is None or lower < 0 or step is None or step <= 0:
        raise Unsupported(loop, "has a lower bound or a step that is not constant, or is negative")
    if upper is None:
        raise Unsupported(loop, "has an upper bound that is not an integer expression over the kernel's arguments")
    count: Expression
    if isinstance(upper, int):
        count = max(0, -(-(upper - lower) // step))
    else:
        distance: Expression = ("subi", 32, upper, lower + 1)
        count = ("select", ("slt", 32, lower, upper), ("addi", 32, ("divui", 32, distance, step), 1), 0)
    return Steps(lower, step, count, _cycles(loop), _bytes_of_tile(loop))


def _constant(value: SSAValue) -> int | None:
    """The integer that a value is computed to be from constants alone."""
    expression = expression_of(value)
    if expression is None or leaves(expression):
        return None
    return evaluate(expression, lambda number: number, ())


SHARED_BYTES_PER_CYCLE = 128
"""The bytes that an SM reads from or writes to shared memory per cycle."""


def _cycles(loop: ForOp) -> float:
    """The cycles of an iteration on an SM: of its dots, or of the shared-memory traffic of their operands."""
    dots = [op for op in operations_in(loop.body) if isinstance(op, WarpGroupDotOp)]
    loads = [op for op in operations_in(loop.body) if isinstance(op, DescriptorLoadOp)]
    read = sum(_bytes(value) for dot in dots for value in (dot.a, dot.b))
    traffic = read + sum(_bytes(load.result) for load in loads)
    return max(sum(map(cycles_of_dot, dots)), traffic / SHARED_BYTES_PER_CYCLE)


def _bytes_of_tile(loop: ForOp) -> int:
    """The bytes that an iteration loads through one descriptor, at most."""
    found: dict[SSAValue, int] = {}
    for op in operations_in(loop.body):
        if isinstance(op, DescriptorLoadOp):
            found[op.desc] = found.get(op.desc, 0) + _bytes(op.result)
    return max(found.values(), default=0)


def _bytes(value: SSAValue) -> int:
    return prod(shape_of(value.type) or ()) * bit_width(element_type(value.type)) // 8


# ---------------------------------------------------------------------------------------------------------------- sums


def _check_sums(loops: Sequence[ForOp]) -> None:
    """Raise :class:`Unsupported` if a loop carries values other than sums that start from zero."""
    for value in loops[0].results:
        type_ = value.type
        warps = maybe_num_warps(loops[0]) or 1
        if not is_tensor_type(type_) or type_.element_type != f32 or not can_be_flat(type_, warps):
            raise Unsupported(loops[0], f"carries a value of type '{type_}', not a sum in f32 without copies")
    for loop in loops:
        for op in loop.body.ops:
            if changes_memory(op):
                raise Unsupported(op, "has effects in a loop whose iterations are distributed over programs")
        _check_carried(loop)
    for value in loops[0].initArgs:
        constant = constant_of(value)
        if constant is None or scalar_number(constant) != 0:
            raise Unsupported(loops[0], "carries a value that does not start from zero")


def _check_carried(loop: ForOp) -> None:
    """Raise :class:`Unsupported` if an iteration does anything with a carried value but to add to it."""
    end = loop.body.last_op
    assert end is not None
    carried = {op for argument in loop.iter_args for op in forward_slice(argument)}
    added: set[Operation] = {end}
    for argument, value in zip(loop.iter_args, end.operands, strict=True):
        while value is not argument:
            value = _before_adding(value, loop, carried, added)
    for op in loop.body.ops:
        if op in carried and op not in added:
            raise Unsupported(op, "depends on the sums of earlier iterations")


def _before_adding(value: SSAValue, loop: ForOp, carried: set[Operation], added: set[Operation]) -> SSAValue:
    """The sum to which ``value`` is another addition. The operation joins ``added``."""
    op = value.owner
    if not isinstance(op, Operation) or op.parent is not loop.body:
        raise Unsupported(loop, "carries a value that is not a sum")
    added.add(op)
    match op:
        case AddFOp():
            terms = op.operands
        case WarpGroupDotOp() if op.useC is None:
            terms = [op.a, op.b, op.c]
        case _:
            raise Unsupported(op, "computes a carried value that is not a sum")
    sums = [term for term in terms if term in loop.iter_args or term.owner in carried]
    if len(sums) != 1 or (isinstance(op, WarpGroupDotOp) and sums[0] is not op.c):
        raise Unsupported(op, "computes a carried value that is not a sum")
    return sums[0]


# ----------------------------------------------------------------------------------------------------------- epilogues


def _groups(tiles: ForOp, loops: Sequence[ForOp]) -> list[Group]:
    """The sums in groups with epilogues of their own, in the order of their effects."""
    slices = [set(forward_slice(value)) for value in loops[-1].results]
    groups: list[Group] = []
    for number, used in enumerate(slices):
        joined = [group for group in groups if any(op in used for op in group.epilogue)]
        numbers = [*(member for group in joined for member in group.sums), number]
        groups = [group for group in groups if group not in joined]
        groups.append(Group(numbers, [op for op in tiles.body.ops if any(op in slices[index] for index in numbers)]))
    dependent = {op for group in groups for op in group.epilogue}
    _check_other_effects(tiles, loops, dependent)
    return _in_order_of_effects(tiles, groups)


def _check_other_effects(tiles: ForOp, loops: Sequence[ForOp], dependent: set[Operation]) -> None:
    """Raise :class:`Unsupported` for effects outside of the epilogue that would be repeated or reordered."""
    has_stored = False
    for op in tiles.body.ops:
        if op in loops or isinstance(op, YieldOp) or is_memory_effect_free(op):
            continue
        if op in dependent:
            has_stored = has_stored or changes_memory(op)
        elif changes_memory(op):
            raise Unsupported(op, "has effects that do not depend on the sums of the tile")
        elif has_stored:
            raise Unsupported(op, "reads memory after stores of the tile")


def _in_order_of_effects(tiles: ForOp, groups: list[Group]) -> list[Group]:
    """The groups by their first effect; a single one if their effects are interleaved."""
    order = {op: number for number, op in enumerate(tiles.body.ops)}

    def effects(group: Group) -> list[int]:
        return [order[op] for op in group.epilogue if changes_memory(op)]

    found = sorted((group for group in groups if effects(group)), key=lambda group: effects(group)[0])
    if not found:
        raise Unsupported(tiles, "stores nothing that depends on its sums")
    if all(effects(group)[-1] < effects(other)[0] for group, other in pairwise(found)):
        return found
    numbers = sorted(number for group in found for number in group.sums)
    ops = {op for group in found for op in group.epilogue}
    return [Group(numbers, [op for op in tiles.body.ops if op in ops])]


def changes_memory(op: Operation) -> bool:
    """Whether an operation, or one in its regions, has side effects."""
    return any(is_effect(inner) for inner in operations_in(op))
