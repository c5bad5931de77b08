"""``hopper-uniform-loads``: load a value once if all elements of a tile, or of its rows or columns, share it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.affine import NotAffineError, Polynomial, Ranges, Scalars, TileMask, Tiles
from xtriton.analysis.demand import RowDemand
from xtriton.analysis.requirements import Rule, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.tt.types import pointee_type
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import remark_about
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.common.remove_dead_values import RemoveDeadValues
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.polynomials import PolynomialEmitter
from xtriton.rewriting.projection import Projection, repeated
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class HopperUniformLoads(Pass):
    """Load values that are uniform along a dimension of a tile once, and broadcast them.

    before: ``%o = arith.divsi %pid_times_128_plus_range, %c128``, ``%p = tt.addptr %scales, %o``, ``%t = tt.load %p``
    after:  ``%s = tt.load %pointer : !tt.ptr<f32>``, ``%t = tt.splat %s : f32 -> tensor<128xf32>``
    """

    name: ClassVar[str] = "hopper-uniform-loads"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions,)
    assumes_no_overflow: ClassVar[bool] = True

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in list(module.body.block.ops):
            if not isinstance(function, tt.FuncOp) or function.is_declaration:
                continue
            if _UniformLoads(ctx, function).run():
                RemoveDeadValues().apply_to(ctx, function)


class _UniformLoads:
    """The pass on one function."""

    def __init__(self, ctx: Context, function: tt.FuncOp) -> None:
        self._ctx = ctx
        self._function = function
        self._tiles = Tiles(Scalars())
        self._demand = RowDemand(self._tiles, Ranges(self._tiles.scalars))
        self._rewriter = Rewriter()
        self._emitter = PolynomialEmitter(self._tiles.scalars, function, self._rewriter)
        self._changed = False

    def run(self) -> bool:
        """Rewrite all uniform loads, with a remark for each. Returns whether any was rewritten."""
        for op in operations_in(self._function):
            if isinstance(op, tt.LoadOp) and is_tensor_type(op.result.type):
                self._visit(op)
        return self._changed

    def _visit(self, op: tt.LoadOp) -> None:
        try:
            form = self._tiles.of(op.ptr)
        except NotAffineError:
            return  # not known to be uniform
        shape = cast("TensorType[Attribute]", op.result.type).get_shape()
        dims = [dim for dim, along in enumerate(form.along) if not along.stride and shape[dim] > 1]
        if not dims:
            return
        try:
            if cast("IntegerAttr", op.isVolatile).value.data:
                raise NotAffineError("it is volatile")
            mask = TileMask() if op.mask is None else self._tiles.masks.of(op.mask)
            for dim in dims:
                for limit in {*form.along[dim].limits, *_ends(mask, dim)}:
                    self._check_rows(op, dim, limit)
            self._rewrite(op, dims)
        except NotAffineError as problem:
            self._remark(op, f"not loaded once: {problem.reason}", problem.culprit)

    def _check_rows(self, op: tt.LoadOp, dim: int, limit: Polynomial) -> None:
        """Raise unless positions from ``limit`` on, whose value may differ, are dead."""
        culprit = self._demand.of(op.result, dim, limit)
        if culprit is not None:
            reason = f"positions along dimension {dim} that are clamped, wrap around or are masked"
            raise NotAffineError(f"{reason} are demanded by '{culprit.name}'", culprit)

    def _rewrite(self, op: tt.LoadOp, dims: list[int]) -> None:
        self._rewriter.start_at(op)
        projection = Projection(op, self._tiles, self._emitter, self._rewriter)
        operands = list(op.operands)
        for dim in reversed(dims):
            if not all(projection.is_possible(operand, dim) for operand in operands):
                raise NotAffineError("its pointers, mask or other are not elementwise operations of ranges and scalars")
            operands = [projection.first(operand, dim) for operand in operands]
        load = clone_with(op, operands, [pointee_type(operands[0].type)])
        value: SSAValue = self._rewriter.insert(load).results[0]
        type_ = cast("TensorType[Attribute]", op.result.type)
        self._remark(op, "loaded once " + ("for the tile" if not is_tensor_type(value.type) else _per(dims)))
        self._changed = True
        self._rewriter.replace(op, [repeated(value, dims, type_, self._rewriter)])

    def _remark(self, op: Operation, message: str, culprit: Operation | None = None) -> None:
        self._ctx.diagnostics.emit(remark_about(op, message, culprit))


def _ends(mask: TileMask, dim: int) -> list[Polynomial]:
    """The upper bounds of a mask along a dimension."""
    bounds = [bound for bound in mask.bounds if bound.dim == dim]
    if any(bound.is_lower for bound in bounds):
        raise NotAffineError(f"its mask has a lower bound along dimension {dim}")
    return [bound.limit for bound in bounds]


def _per(dims: list[int]) -> str:
    return "for all positions along dimension" + ("s " if len(dims) > 1 else " ") + ", ".join(map(str, dims))
