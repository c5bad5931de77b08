"""Keeps LLVM from interleaving loops that gain nothing from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import DictionaryAttr, i32

from xtriton.dialects.upstream.llvm.loops import LoopAnnotationAttr, LoopInterleaveAttr
from xtriton.dialects.upstream.memref import AllocaOp, AllocOp, StoreOp
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.shared_attributes import integer_attr
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.to_llvm.widths import computes_much
from xtriton.passes.cpu.views import root_of
from xtriton.rewriting.mixed import known_number

if TYPE_CHECKING:
    from xdsl.ir import Operation

LOOP_ANNOTATION = "llvm.loop_annotation"

_ONCE = LoopAnnotationAttr(
    DictionaryAttr({"interleave": LoopInterleaveAttr(DictionaryAttr({"count": integer_attr(1, i32)}))})
)


def interleave_once(root: Operation) -> None:
    """Annotate innermost loops of unknown trip counts that copy to a buffer, such as rows that masks cut.

    LLVM would interleave four vectors, and add a second loop of shorter vectors and a third one of scalars: code that
    takes up to a third longer to optimise and to assemble. A processor executes several such iterations at once anyway,
    unless computations are too long for its window. Loops that store to arrays are not annotated, either: beyond the
    caches, storing one vector at a time takes up to 1.6 times as long as storing four.
    """
    for op in operations_in(root):
        if isinstance(op, ForOp) and _gains_nothing(op):
            op.attributes.setdefault(LOOP_ANNOTATION, _ONCE)


def _gains_nothing(op: ForOp) -> bool:
    if op.results or (known_number(op.upperBound) is not None and known_number(op.lowerBound) is not None):
        return False
    body = list(operations_in(op.region))
    if any(isinstance(inner, ForOp | WhileOp) for inner in body) or computes_much(body):
        return False
    stored = [inner.memref for inner in body if isinstance(inner, StoreOp)]
    return bool(stored) and all(isinstance(root_of(memory).owner, AllocOp | AllocaOp) for memory in stored)
