"""Operations on tensors of pointers as loops over scalar pointers."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects import tt
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import linalg
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.linalg.patterns.builders import Body, empty, region_of
from xtriton.passes.linalg.patterns.elementwise import wrap
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(tt.AddPtrOp)
def addptr(op: tt.AddPtrOp, rewriter: Rewriter) -> bool:
    """``tt.addptr`` of each pointer, with the tensor of pointers as output."""
    return is_tensor_type(op.result.type) and wrap(op, rewriter, [op.ptr])


@pattern(tt.LoadOp, tt.IntToPtrOp, tt.PtrToIntOp, tt.BitcastOp, tt.AtomicRMWOp, tt.AtomicCASOp)
def on_pointers(op: Operation, rewriter: Rewriter) -> bool:
    """The operation on each pointer, with a new tensor as output."""
    result = op.results[0].type
    pointers = any(isinstance(element_type(value.type), PointerType) for value in (*op.operands, *op.results))
    if not is_tensor_type(result) or not pointers:
        return False
    return wrap(op, rewriter, [empty(shape_of(result) or (), element_type(result), rewriter)])


@pattern(tt.StoreOp)
def store(op: tt.StoreOp, rewriter: Rewriter) -> bool:
    """``tt.store`` through each pointer; the loop has no output."""
    if not is_tensor_type(op.value.type):
        return False
    rank = len(shape_of(op.value.type) or ())

    def fill(body: Body) -> list[SSAValue]:
        scalar = tt.StoreOp.create(operands=body.args, properties=dict(op.properties), attributes=dict(op.attributes))
        body.add_op(scalar)
        return []

    region = region_of([element_type(value.type) for value in op.operands], fill, rewriter)
    maps = [AffineMap.identity(rank)] * len(op.operands)
    rewriter.insert(
        linalg.GenericOp(op.operands, [], indexing_maps=maps, iterator_types=[linalg.PARALLEL] * rank, region=region)
    )
    rewriter.erase(op)
    return True


PATTERNS = [store, on_pointers]
