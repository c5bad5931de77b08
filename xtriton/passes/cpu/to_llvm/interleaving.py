"""Keeps LLVM from interleaving loops that gain nothing from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import DictionaryAttr, i32

from xtriton.dialects.upstream.llvm.loops import LoopAnnotationAttr, LoopInterleaveAttr
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.shared_attributes import integer_attr
from xtriton.ir.walk import operations_in
from xtriton.rewriting.mixed import known_number

if TYPE_CHECKING:
    from xdsl.ir import Operation

LOOP_ANNOTATION = "llvm.loop_annotation"

_ONCE = LoopAnnotationAttr(
    DictionaryAttr({"interleave": LoopInterleaveAttr(DictionaryAttr({"count": integer_attr(1, i32)}))})
)


def interleave_once(root: Operation) -> None:
    """Annotate the innermost loops without loop-carried values whose trip count is not known.

    LLVM would vectorise four iterations of them together, in front of a second loop of shorter vectors and a third one
    of scalars. Processors execute several iterations at once anyway as none waits for another one, and the code takes
    up to a third longer to optimise and to assemble.
    """
    for op in operations_in(root):
        if isinstance(op, ForOp) and _gains_nothing(op):
            op.attributes.setdefault(LOOP_ANNOTATION, _ONCE)


def _gains_nothing(op: ForOp) -> bool:
    if op.results or (known_number(op.upperBound) is not None and known_number(op.lowerBound) is not None):
        return False
    return not any(isinstance(inner, ForOp | WhileOp) for inner in operations_in(op.region))
