"""Operations of ``ttg`` on values, and the pipeliner's predicate operations."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation

from xtriton.dialects.ttg.compute import Fp4ToFpOp, MaskOp, PredicateStageOp
from xtriton.interp.certainty import certain
from xtriton.interp.compiler import Compute, Elementwise, Scope, Step, elementwise, moving, semantics
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import Array, floats_of, integers_of
from xtriton.interp.ops.constants import undefined
from xtriton.interp.ops.tt_dot import fp4_pairs
from xtriton.interp.values import full, merge
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of_tensor


@moving("ttg.fp4_to_fp")
def _unpack(op: Operation) -> Compute:
    """Poison of a byte applies to both its numbers."""
    assert isinstance(op, Fp4ToFpOp)
    shape, form = shape_of_tensor(op.src), floats_of(op.result.type)
    axis = int_value(op.axis) - len(shape)

    def compute(packed: Array) -> Array:
        spelled = full(packed, shape)
        if packed.dtype == np.bool_:
            return np.repeat(spelled, 2, axis=axis)
        return fp4_pairs(np.ascontiguousarray(spelled).view(np.uint8), axis).astype(form.dtype)

    return compute


@elementwise("ttg.predicate_stage")
def _stage_runs(op: Operation) -> Compute | Elementwise:
    """Whether enough iterations remain for the stage to be active in this one; integers wrap."""
    assert isinstance(op, PredicateStageOp)
    form, left = integers_of(op.iv.type), int_value(op.maxStage) - int_value(op.stage)

    def compute(iv: Array, ub: Array, step: Array) -> Array:
        return form.signed(iv) < form.signed(form.wrap(ub - form.wrap(step * step.dtype.type(left))))

    return compute


@semantics("ttg.mask")
def _mask(scope: Scope, op: Operation) -> Step:
    """Where the predicate is false, the region has no effects and its results are undefined."""
    assert isinstance(op, MaskOp)
    condition, slots, region = scope.slot(op.pred), scope.slots_of(op.results), scope.region(op.region)
    unknown = [undefined(op, result.type, strict=scope.strict) for result in op.results]

    def step(frame: Frame) -> None:
        chosen = np.broadcast_to(certain(frame, op, frame.values[condition], "the predicate"), frame.lanes)
        lanes, rest = np.flatnonzero(chosen), np.flatnonzero(~chosen)
        if not len(rest):
            found = region.run(frame, ())
        elif not len(lanes):
            found = unknown
        else:
            ran = region.run(frame.narrowed(lanes, region.captures), ())
            pairs = zip(ran, unknown, strict=True)
            found = [merge([(lanes, value), (rest, other)], frame.lanes) for value, other in pairs]
        for slot, value in zip(slots, found, strict=True):
            frame.values[slot] = value

    return step
