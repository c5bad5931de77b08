"""``hopper-version-groups``: a version of a loop for groups of scales that are as large as tiles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.analysis.affine import NotAffineError, Scalars, Tiles
from xtriton.analysis.affine.polynomial import ONE
from xtriton.analysis.affine.scalars import constant_of
from xtriton.analysis.launch_arguments import expression_of
from xtriton.analysis.loops import is_defined_outside
from xtriton.analysis.requirements import Rule, consistent_ranks, without_partitions
from xtriton.analysis.slices import forward_slice
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import AndIOp, CmpIOp, CmpIPredicate, ConstantOp
from xtriton.dialects.upstream.arith.integer import DivSIOp, MulIOp, RemSIOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.context import Context
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import shape_of_tensor
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.remarks import remark
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter

_ROWS = 64
"""The rows of a wgmma. ``hopper-swap-operands`` transposes dots of fewer rows, but not in a loop within a branch."""


@dataclass(frozen=True)
class VersionGroups(Pass):
    """Version a loop with dots whose scales are at quotients of positions and a group size that is an argument.

    Kernels for block-scaled operands load the scale of column ``n`` and step ``k`` at ``n / group_n`` and
    ``k * BLOCK_K / group_k``, where the group sizes are arguments. If ``group_n`` is a multiple of the tile's columns,
    all of them have one scale, and if ``group_k`` is ``BLOCK_K``, scales of consecutive steps follow one another. One
    version of the loop is for such sizes. Its divisions show that to ``hopper-uniform-loads`` and
    ``hopper-unroll-dots``: ``n / group_n = (n / BLOCK_N) / (group_n / BLOCK_N)``, and ``k * BLOCK_K / group_k = k``.

    before: ``%q = arith.divsi %columns, (tt.splat %group_n)``, ``scf.for { tt.load (%scales + %q) ; tt.dot }``
    after:  ``scf.if (%group_n % 128 == 0 && %group_n >= 128) { %p = (%columns / 128) / (tt.splat (%group_n / 128)),
            scf.for { tt.load (%scales + %p) ; tt.dot } } else { scf.for { tt.load (%scales + %q) ; tt.dot } }``
    """

    name: ClassVar[str] = "hopper-version-groups"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, consistent_ranks)
    assumes_no_overflow: ClassVar[bool] = True

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in module.body.ops:
            if not isinstance(function, tt.FuncOp) or function.is_declaration:
                continue
            for loop in [op for op in operations_in(function) if isinstance(op, ForOp) and _has_tall_dots(op)]:
                groups = _groups_of(loop)
                if groups.of_columns:
                    _version(loop, groups)
                    remark(ctx, loop, f"versioned for groups of scales: sizes are {groups}")


def _has_tall_dots(loop: ForOp) -> bool:
    dots = [op for op in loop.body.ops if isinstance(op, tt.DotOp)]
    return bool(dots) and all(shape_of_tensor(op.d)[0] >= _ROWS for op in dots)


# The divisions by group sizes


@dataclass
class _Groups:
    """The divisions by group sizes, on which addresses of loads in a loop depend."""

    of_columns: dict[DivSIOp, int] = field(default_factory=dict[DivSIOp, int])
    """Divisions of positions in a tile, with the length of the tile: the group size must be a multiple of it."""
    of_steps: dict[DivSIOp, int] = field(default_factory=dict[DivSIOp, int])
    """Divisions of positions along K, with the distance between steps: the group size must be equal to it."""

    def __str__(self) -> str:
        conditions = [f"a multiple of {length}" for length in dict.fromkeys(self.of_columns.values())]
        conditions += [f"{distance} along K" for distance in dict.fromkeys(self.of_steps.values())]
        return ", and ".join(conditions)

    @property
    def ops(self) -> list[DivSIOp]:
        return [*self.of_columns, *self.of_steps]


def _groups_of(loop: ForOp) -> _Groups:
    """The divisions by group sizes, on which loads in a loop depend."""
    found = _Groups()
    scalars = Scalars()
    tiles = Tiles(scalars)
    for op in _divisions_before(loop):
        size = _size(op)
        if size is None or not _is_argument(size, loop) or not _reaches_scale(op, loop):
            continue
        if op.parent is not loop.body and op not in _dependents_before([op], loop):
            continue  # the loop depends on it through an operation that is not cloned: a load, a reduction, a loop
        if is_tensor_type(op.result.type):
            length = _length_of_tile(op, tiles)
            if length is not None:
                found.of_columns[op] = length
        elif op.parent is loop.body:
            distance = _distance_of_steps(op)
            if distance is not None:
                found.of_steps[op] = distance
    return found


def _divisions_before(loop: ForOp) -> list[DivSIOp]:
    """The divisions before a loop in its block, and those in its body."""
    block = loop.parent
    assert block is not None
    ops: list[Operation] = []
    for op in block.ops:
        if op is loop:
            break
        ops.append(op)
    return [op for op in (*ops, *loop.body.ops) if isinstance(op, DivSIOp)]


def _size(op: DivSIOp) -> SSAValue | None:
    """The divisor, a scalar or the source of a splat; None for other tensors."""
    if not is_tensor_type(op.rhs.type):
        return op.rhs
    splat = op.rhs.owner
    return splat.src if isinstance(splat, tt.SplatOp) else None


def _is_argument(size: SSAValue, loop: ForOp) -> bool:
    """Whether a size is computed from the kernel's arguments, outside the loop, and is not a constant."""
    if size.type != i32 or constant_of(size) is not None:
        return False
    return expression_of(size) is not None and is_defined_outside(size, loop)


def _reaches_scale(op: DivSIOp, loop: ForOp) -> bool:
    """Whether a load in a loop's body, of other values than a dot's operand as it is, depends on a division."""
    loads = [user for user in forward_slice(op) if isinstance(user, tt.LoadOp) and user.parent is loop.body]
    return any(not _is_multiplied(load.result) for load in loads)


def _is_multiplied(tile: SSAValue) -> bool:
    """Whether a tile, or the transposed tile, is the left or the right operand of a dot."""
    return any(
        (isinstance(use.operation, tt.DotOp) and use.index < 2)
        or (isinstance(use.operation, tt.TransOp) and _is_multiplied(use.operation.result))
        for use in tile.uses
    )


def _length_of_tile(op: DivSIOp, tiles: Tiles) -> int | None:
    """The length of the dividend, if that is a vector of consecutive positions from a multiple of the length on."""
    try:
        form = tiles.of(op.lhs)
    except NotAffineError:
        return None
    (length, *others) = shape_of_tensor(op.lhs)
    if others or form.base is not None or form.along[0].stride != ONE or not form.scalar.is_multiple_of(length):
        return None
    return length


def _distance_of_steps(op: DivSIOp) -> int | None:
    """The constant that the dividend is a product with; None for other dividends."""
    product = op.lhs.owner
    return constant_of(product.rhs) if isinstance(product, MulIOp) else None


# Rewriting


def _version(loop: ForOp, groups: _Groups) -> None:
    rewriter = Rewriter()
    rewriter.start_at(loop)
    condition = _conditions(groups, rewriter)
    regions = Region(Block()), Region(Block())
    branch = rewriter.insert(
        IfOp(condition, result_types=loop.result_types, thenRegion=regions[0], elseRegion=regions[1])
    )
    before = _dependents_before(groups.ops, loop)
    rewriter.at_end(regions[0].block)
    mapping: Mapping = {}
    for op in (*before, loop):
        rewriter.insert(clone_op(op, mapping), op.location)
    for op in groups.ops:
        _simplify(mapping[op.result], groups, op, rewriter)
    rewriter.at_end(regions[0].block)
    rewriter.insert(YieldOp([mapping[result] for result in loop.results]))
    for old, new in zip(loop.results, branch.results, strict=True):
        old.replace_all_uses_with(new)
    loop.detach()
    rewriter.at_end(regions[1].block)
    rewriter.insert(loop)
    rewriter.insert(YieldOp(loop.results))


def _conditions(groups: _Groups, rewriter: Rewriter) -> SSAValue:
    """Whether all group sizes are as the first version needs them."""
    insert = rewriter.insert
    found: list[SSAValue] = []
    for op, length in groups.of_columns.items():
        size, number = _scalar(op), _constant(length, rewriter)
        rest = insert(RemSIOp(size, number)).result
        found.append(insert(CmpIOp(CmpIPredicate.EQ, rest, _constant(0, rewriter))).result)
        found.append(insert(CmpIOp(CmpIPredicate.SGE, size, number)).result)
    for op, distance in groups.of_steps.items():
        found.append(insert(CmpIOp(CmpIPredicate.EQ, _scalar(op), _constant(distance, rewriter))).result)
    condition = found[0]
    for other in found[1:]:
        condition = insert(AndIOp(condition, other)).result
    return condition


def _dependents_before(ops: Iterable[Operation], loop: ForOp) -> list[Operation]:
    """``ops`` and all that is computed from them, if it is before the loop in its block and the loop needs it."""
    block = loop.parent
    dependent = {
        user
        for op in ops
        for user in (op, *forward_slice(op))
        if user.parent is block and not user.regions and is_memory_effect_free(user)
    }
    needed: set[Operation] = set()
    pending = [operand.owner for inner in operations_in(loop) for operand in inner.operands]
    while pending:
        op = pending.pop()
        if isinstance(op, Operation) and op in dependent and op not in needed:
            needed.add(op)
            pending.extend(operand.owner for operand in op.operands)
    assert block is not None
    return [op for op in block.ops if op in needed]


def _simplify(quotient: SSAValue, groups: _Groups, original: DivSIOp, rewriter: Rewriter) -> None:
    """Replace a division in the first version of the loop, ``quotient`` being the clone of the ``original``."""
    op = quotient.owner
    assert isinstance(op, DivSIOp)
    loop = op.parent_op()
    # The divisor is not 0 in this version, so that an invariant division may be executed before the loop.
    is_invariant = isinstance(loop, ForOp) and all(is_defined_outside(operand, loop) for operand in op.operands)
    rewriter.start_at(loop if isinstance(loop, ForOp) and is_invariant else op)
    if original in groups.of_steps:
        product = op.lhs.owner
        assert isinstance(product, MulIOp)
        rewriter.replace(op, [product.lhs])
        return
    length, type_ = groups.of_columns[original], op.result.type
    assert is_tensor_type(type_)
    tiles = rewriter.insert(DivSIOp(_scalar(op), _constant(length, rewriter))).result
    counts = rewriter.insert(tt.SplatOp(tiles, result=type_)).result
    lengths = rewriter.insert(ConstantOp(DenseElementsAttr.splat(type_, length))).result
    rewriter.replace_by(op, DivSIOp(rewriter.insert(DivSIOp(op.lhs, lengths)).result, counts))


def _scalar(op: DivSIOp) -> SSAValue:
    size = _size(op)
    assert size is not None
    return size


def _constant(value: int, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(ConstantOp(IntegerAttr(value, i32))).result
