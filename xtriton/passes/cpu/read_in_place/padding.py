"""What fills up the rows of a maximum or minimum: its results are combined with that once, and the rows are trimmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate, OrIOp, SelectOp
from xtriton.dialects.upstream.linalg import PARALLEL, GenericOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.folds.elements import Number
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.iteration_parts import dimension_along
from xtriton.passes.cpu.neutral import neutral_numbers
from xtriton.passes.linalg.patterns.builders import Body, region_of
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.mixed import as_value
from xtriton.rewriting.rewriter import Rewriter

Cuts = Mapping[int, tuple[int, int | SSAValue]]
"""The trip count of a loop, and that of the iterations with elements that nothing has filled up."""


def combine_with_padding(op: StructuredOp, output: int, number: Number, cuts: Cuts, rewriter: Rewriter) -> None:
    """Combine the elements of an output once with what fills up its rows, where something does.

    An element is of such a row if the loop along its dimension is cut before it, or a loop that is reduced is cut.
    """
    argument = op.output_arguments[output]
    combine = cast("Operation", cast("Operation", op.body.last_op).operands[output].owner)
    out, map_ = op.outs[output], op.maps[len(op.operands) - len(op.outs) + output]
    along = {loop: dim for loop in cuts if (dim := dimension_along(map_, loop)) is not None}
    ends = {loop: as_value(size, rewriter) for loop, (_, size) in cuts.items()}
    shorter = [
        rewriter.insert(CmpIOp(CmpIPredicate.SLT, ends[loop], as_value(extent, rewriter))).result
        for loop, (extent, _) in cuts.items()
        if loop not in along
    ]

    def fill(body: Body) -> list[SSAValue]:
        beyond = [
            body.insert_value(CmpIOp(CmpIPredicate.SGE, body.index(dim), ends[loop])) for loop, dim in along.items()
        ]
        filled_up, *others = [*shorter, *beyond]
        for other in others:
            filled_up = body.insert_value(OrIOp(filled_up, other))
        type_ = argument.type
        neutral = body.constant(type_, neutral_numbers(combine, any_zero=False)[0])
        value = body.insert_value(SelectOp(filled_up, body.constant(type_, number), neutral))
        operands = {each: body.args[0] if each is argument else value for each in combine.operands}
        return [body.insert_value(clone_op(combine, operands))]

    rank = len(map_.results)
    region = region_of([element_type(out.type)], fill, rewriter)
    maps, kinds = [AffineMap.identity(rank)], [PARALLEL] * rank
    rewriter.insert(GenericOp([], [out], indexing_maps=maps, iterator_types=kinds, region=region))
