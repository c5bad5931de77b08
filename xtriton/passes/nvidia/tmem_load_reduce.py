"""``triton-nvidia-tmem-load-reduce``: loads from tensor memory that compute the extremum of each row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import BoolAttr, ModuleOp, TensorType, f32
from xdsl.ir import Attribute, Operation

from xtriton.analysis.mma import compute_capability, without_conversions
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.attributes import TMEMLoadReduceModifier, TMEMLoadReduceModifierAttr
from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp, row_reduction_problem
from xtriton.dialects.upstream.arith.floating import MaximumFOp, MaxNumFOp, MinimumFOp, MinNumFOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_in
from xtriton.layouts.distributed import Slice
from xtriton.layouts.encoding import DistributedEncoding
from xtriton.passes.base import Pass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_8, V3_9, VersionRange, active_version, since

_COLUMNS = 1
"""The dimension that the instruction reduces."""

_REDUCTIONS: dict[type[Operation], tuple[TMEMLoadReduceModifier, bool]] = {
    MaxNumFOp: (TMEMLoadReduceModifier.MAX, False),
    MaximumFOp: (TMEMLoadReduceModifier.MAX, True),
    MinNumFOp: (TMEMLoadReduceModifier.MIN, False),
    MinimumFOp: (TMEMLoadReduceModifier.MIN, True),
}
"""Combining operations, and whether they return NaN if an operand is NaN."""

_CONSUMER_BLACKWELL = 12
"""The major compute capability without tensor memory."""

_COMMUTED = since(V3_9)
"""The versions that recognize combining operations of the arguments in reverse order."""


@dataclass(frozen=True)
class TritonNvidiaGPUFuseTMEMLoadReducePass(Pass):
    """Fuse loads from tensor memory with reductions of their rows to maxima or minima (``tcgen05.ld.red``, sm_103).

    before: ``%x = ttng.tmem_load %m``, ``%r = "tt.reduce"(%x) {axis = 1} ... arith.maxnumf ...``
    after:  ``%x, %r = ttng.tmem_load %m {redOp = #ttng.redOp<max>}``
    """

    name: ClassVar[str] = "triton-nvidia-tmem-load-reduce"
    versions: ClassVar[VersionRange] = since(V3_8)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        reduces = any(isinstance(op, ReduceOp) for op in operations_in(module))
        fused = reduces and _has_reducing_loads(compute_capability(module))
        rewrite_greedily(module, PatternSet((reducing_load,) if fused else ()))


def _has_reducing_loads(capability: int) -> bool:
    return capability >= 103 and capability // 10 != _CONSUMER_BLACKWELL


@pattern(ReduceOp)
def reducing_load(op: ReduceOp, rewriter: Rewriter) -> bool:
    """Have the load compute the extremum of each row."""
    kind = _reduction(op)
    if kind is None or int_value(op.axis) != _COLUMNS:
        return False
    load = without_conversions(op.srcs[0]).owner
    if not isinstance(load, TMEMLoadOp) or load.redOp is not None:
        return False
    loaded = cast("TensorType[Attribute]", load.result.type)
    if loaded.element_type != f32 or row_reduction_problem(loaded, cast("MemDescType", load.src.type)):
        return False
    with rewriter.elsewhere():
        rewriter.start_at(load)
        new = rewriter.insert(_with_reduction(load, loaded, *kind))
        rewriter.replace(load, [new.result, *([new.token] if new.token is not None else [])])
    reduced, expected = new.red, op.result[0].type
    assert reduced is not None
    if reduced.type != expected:
        reduced = rewriter.insert(ConvertLayoutOp(reduced, result=expected)).result
    rewriter.replace(op, [reduced])
    return True


def _reduction(op: ReduceOp) -> tuple[TMEMLoadReduceModifier, bool] | None:
    """The extremum that a reduction computes of one tensor, and whether NaN propagates."""
    if len(op.srcs) != 1:
        return None
    block = op.combineOp.block
    end = block.last_op
    combiner = end.operands[0].owner if end is not None else None
    if not isinstance(combiner, Operation):
        return None
    arguments, operands = list(block.args), list(combiner.operands)
    if operands != arguments and (active_version() not in _COMMUTED or operands != arguments[::-1]):
        return None
    return _REDUCTIONS.get(type(combiner))


def _with_reduction(
    load: TMEMLoadOp, loaded: TensorType[Attribute], kind: TMEMLoadReduceModifier, propagates: bool
) -> TMEMLoadOp:
    layout = cast("DistributedEncoding", layout_of(encoding_of(loaded)))
    rows = TensorType(loaded.element_type, loaded.get_shape()[:1], encoding_attr(Slice(_COLUMNS, layout)))
    return TMEMLoadOp(
        load.src,
        load.dep,
        redOp=TMEMLoadReduceModifierAttr(kind),
        NaN=BoolAttr.from_bool(True) if propagates else None,
        result=loaded,
        token=load.token.type if load.token is not None else None,
        red=rows,
    )
