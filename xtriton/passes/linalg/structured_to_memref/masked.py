"""Accesses to the elements of a block where a mask is true: loops with a branch.

LLVM vectorises them with masked loads and stores.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects import tts
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import IfOp
from xtriton.folds.elements import zero
from xtriton.passes.linalg.patterns.builders import Body, branch_of, empty, over_elements, region_of
from xtriton.rewriting.rewriter import Rewriter


def masked_load(op: tts.MaskedLoadOp, block: SSAValue, rewriter: Rewriter) -> linalg.GenericOp:
    """Insert the operation that reads ``block``, a memref of the shape of the result, where the mask is true."""
    type_ = cast("TensorType[Attribute]", op.result.type)

    def fill(body: Body) -> list[SSAValue]:
        def read(inner: Body) -> SSAValue:
            return inner.insert_value(memref.LoadOp(block, places))

        def skip(inner: Body) -> SSAValue:
            return op.other or inner.insert_value(ConstantOp(zero(type_.element_type)))

        places = [body.index(dim) for dim in range(type_.get_num_dims())]
        branches = [branch_of(body, read), branch_of(body, skip)]
        return [body.insert_value(IfOp(body.args[0], *branches, result_types=[type_.element_type]))]

    target = empty(type_.get_shape(), type_.element_type, rewriter)
    return over_elements([op.mask], [target], type_.get_num_dims(), fill, rewriter)


def masked_store(op: tts.MaskedStoreOp, block: SSAValue, rewriter: Rewriter) -> linalg.GenericOp:
    """Insert the operation that writes ``block``, a memref of the shape of the value, where the mask is true."""
    type_ = cast("TensorType[Attribute]", op.value.type)
    rank = type_.get_num_dims()

    def fill(body: Body) -> list[SSAValue]:
        def write(inner: Body) -> None:
            inner.insert(memref.StoreOp(body.args[0], block, places))

        places = [body.index(dim) for dim in range(rank)]
        body.insert(IfOp(body.args[1], thenRegion=branch_of(body, write)))
        return []

    inputs = [op.value, op.mask]
    region = region_of([type_.element_type, i1], fill, rewriter)
    maps = [AffineMap.identity(rank)] * len(inputs)
    loop = linalg.GenericOp(inputs, [], indexing_maps=maps, iterator_types=[linalg.PARALLEL] * rank, region=region)
    return rewriter.insert(loop)
