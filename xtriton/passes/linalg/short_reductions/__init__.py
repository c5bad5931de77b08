"""``triton-short-reductions-to-linalg``: reductions of pairs with the expressions around them, as one loop nest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, NoneAttr
from xdsl.ir import Block, Operation, SSAValue

from xtriton.analysis.requirements import PLAIN_TTIR, Rule
from xtriton.dialects.tt import ReshapeOp
from xtriton.interfaces.effects import is_trivially_dead
from xtriton.ir.context import Context
from xtriton.ir.shared_attributes import int_array, tensor_of
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.linalg.patterns.builders import empty, generic, shape_of_value, tensor_type
from xtriton.passes.linalg.short_reductions.elements import Elements
from xtriton.passes.linalg.short_reductions.group import Expressions, Group, is_elementwise, is_short
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class TritonShortReductionsToLinalg(Pass):
    """Compute reductions of pairs where they are used, in one ``linalg.generic`` with what is computed from them.

    before: ``%s = "tt.reduce"(%x) <{axis = 1}> {arith.xori}``, ``tt.expand_dims``, ``tt.broadcast``, ``arith.xori``
    after:  ``linalg.generic ins(%x, %x)``, where the second dimension is 0 in the map of the first and 1 in that of the
    second

    The lowering to linalg and ``cpu-fuse`` give the same, operation by operation, in more time. Each step of
    ``tl.sort`` is such an expression.
    """

    name: ClassVar[str] = "triton-short-reductions-to-linalg"
    requires: ClassVar[tuple[Rule, ...]] = PLAIN_TTIR
    reassociates: ClassVar[bool] = True

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        blocks = dict.fromkeys(op.parent for op in operations_in(module) if is_short(op))
        for block in blocks:
            if block is not None:
                _rewrite(block)


def _rewrite(block: Block) -> None:
    """Rewrite the expressions of a block, users first."""
    known = Expressions(list(block.ops))
    for op in reversed(list(known.positions)):
        if op.parent is None:
            continue
        if is_trivially_dead(op):
            block.erase_op(op)
        elif is_elementwise(op) or is_short(op):
            group = Group(op, known)
            if group.has_reduction or is_short(op):
                _replace(op, group)


def _replace(op: Operation, group: Group) -> None:
    """Replace an operation by a ``linalg.generic`` that computes all of its group, with a loop for each bit."""
    rewriter = Rewriter()
    rewriter.start_at(op)
    result: SSAValue = op.results[0]
    elements = Elements(group)
    inputs, maps = elements.inputs()
    ranks = {value: len(map_.results) for value, map_ in zip(inputs, maps, strict=False)}
    reshaped = {value: _reshaped(rewriter, value, [2] * rank) for value, rank in ranks.items()}
    out = empty([2] * group.loops, tensor_type(result).element_type, rewriter)
    new = generic([reshaped[value] for value in inputs], [out], maps, elements.fill, rewriter)
    rewriter.replace(op, [_reshaped(rewriter, new.results[0], shape_of_value(result))])


def _reshaped(rewriter: Rewriter, value: SSAValue, shape: Sequence[int]) -> SSAValue:
    """A tensor in another shape."""
    owner = value.owner
    if isinstance(owner, ReshapeOp) and owner.allow_reorder is None:
        value = owner.src
    if shape_of_value(value) == tuple(shape):
        return value
    type_ = tensor_of(tensor_type(value).element_type, int_array(shape), NoneAttr())
    return rewriter.insert(ReshapeOp(value, result=type_)).result
