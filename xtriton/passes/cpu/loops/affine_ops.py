"""Lowers affine accesses and affine maps to plain operations."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects.upstream import affine
from xtriton.dialects.upstream.affine import map_of
from xtriton.dialects.upstream.arith import MaxSIOp, MinSIOp
from xtriton.passes.cpu.loops.emit import Emitter


def lower_affine(e: Emitter, op: Operation) -> None:
    """Replace ``affine.load``, ``store``, ``apply``, ``min`` and ``max``."""
    match op:
        case affine.LoadOp():
            op.result.replace_all_uses_with(e.load(op.memref, _results(e, map_of(op.map), op.indices)))
        case affine.StoreOp():
            e.store(op.value, op.memref, _results(e, map_of(op.map), op.indices))
        case _:
            assert isinstance(op, affine.ApplyOp | affine.MinOp | affine.MaxOp)
            results = _results(e, map_of(op.map), op.operands)
            value = results[0]
            for other in results[1:]:
                value = e.insert((MinSIOp if isinstance(op, affine.MinOp) else MaxSIOp)(value, other)).result
            op.results[0].replace_all_uses_with(value)


def _results(e: Emitter, map_: AffineMap, operands: Sequence[SSAValue]) -> list[SSAValue]:
    plain = map_.replace_dims_and_symbols(
        [_dim(n) for n in range(map_.num_dims)],
        [_dim(map_.num_dims + n) for n in range(map_.num_symbols)],
        map_.num_dims + map_.num_symbols,
        0,
    )
    return [e.index(e.evaluate(expression, list(operands))) for expression in plain.results]


def _dim(number: int):
    from xdsl.ir.affine import AffineDimExpr

    return AffineDimExpr(number)
