"""Selects the accesses of a kernel that can go through descriptors, and rewrites them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, TensorType, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.affine import NotAffineError, Polynomial, Ranges, Scalars, TileForm, TileMask, Tiles
from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.demand import RowDemand
from xtriton.analysis.dominance import is_before
from xtriton.dialects import tt
from xtriton.dialects.tt.memory import cache_hints
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.folds.elements import integer_of, is_positive_zero
from xtriton.ir.creation import is_operation
from xtriton.ir.diagnostics import DiagnosticEngine, remark_about
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.hopper.pointers_to_descriptors.conflicts import Conflicts
from xtriton.passes.hopper.pointers_to_descriptors.dots import is_made_by_dot, is_read_by_dot
from xtriton.passes.hopper.pointers_to_descriptors.plan import (
    NoDescriptorError,
    Plan,
    Planner,
    is_in_entry,
    name_of,
    with_shared_descriptors,
)
from xtriton.rewriting.polynomials import PolynomialEmitter
from xtriton.rewriting.rewriter import Rewriter

_MIN_RANK = 2


class DescriptorRewrite:
    """The pass on one kernel."""

    def __init__(
        self, function: tt.FuncOp, axes: ModuleAxisInfo, diagnostics: DiagnosticEngine, *, everything: bool
    ) -> None:
        self._function = function
        self._diagnostics = diagnostics
        self._everything = everything
        self._scalars = Scalars()
        self._tiles = Tiles(self._scalars)
        self._ranges = Ranges(self._scalars)
        self._demand = RowDemand(self._tiles, self._ranges)
        self._planner = Planner(self._ranges, lambda value: _divisibility(axes, value))
        self._rewriter = Rewriter()
        self._descriptors: dict[object, SSAValue] = {}

    def run(self) -> bool:
        """Rewrite all accesses that can go through descriptors, with remarks. Returns whether any was rewritten."""
        conflicts = Conflicts(self._function)
        accesses = [
            op for op in operations_in(self._function) if isinstance(op, tt.LoadOp | tt.StoreOp) and self._is_wanted(op)
        ]
        decided = {op: self._plan(op, conflicts) for op in accesses}
        plans: dict[Operation, Plan] = {op: plan for op, plan in decided.items() if isinstance(plan, Plan)}
        unordered = conflicts.check_order_of_stores(plans, self._scalars)
        chosen: list[tuple[tt.LoadOp | tt.StoreOp, Plan]] = []
        for op, plan in decided.items():
            if op in unordered:
                plan = NotAffineError(unordered[op])
            self._tell(op, plan)
            if isinstance(plan, Plan):
                chosen.append((op, plan))
        emitter = PolynomialEmitter(self._scalars, self._function, self._rewriter)
        shared = with_shared_descriptors([plan for _, plan in chosen])
        for (op, _), plan in zip(chosen, shared, strict=True):
            self._rewrite(op, plan, emitter)
        return bool(chosen)

    def _is_wanted(self, op: tt.LoadOp | tt.StoreOp) -> bool:
        type_ = op.ptr.type
        if not is_tensor_type(type_) or len(type_.get_shape()) < _MIN_RANK:
            return False
        if self._everything:
            return True
        return is_read_by_dot(op.result) if isinstance(op, tt.LoadOp) else is_made_by_dot(op.value)

    # Planning

    def _plan(self, op: tt.LoadOp | tt.StoreOp, conflicts: Conflicts) -> Plan | NotAffineError:
        """The plan of an access, or the reason why there is none."""
        try:
            form = self._tiles.of(op.ptr)
            mask = TileMask() if op.mask is None else self._tiles.masks.of(op.mask)
            type_ = cast("TensorType[Attribute]", op.ptr.type)
            element = cast("PointerType", type_.element_type).pointee_type
            is_store = isinstance(op, tt.StoreOp)
            plan = self._planner.plan(form, mask, type_.get_shape(), element, is_store=is_store)
            if isinstance(op, tt.LoadOp):
                conflicts.check_load(op, plan.base)
                self._check_load(op, form, mask)
            else:
                conflicts.check_store(plan.base)
                if any(dim.limits for dim in form.along):
                    raise NoDescriptorError("it stores to rows that are clamped or wrap around")
        except NoDescriptorError as problem:
            return NotAffineError(str(problem))
        except NotAffineError as problem:
            return problem
        return plan

    def _check_load(self, op: tt.LoadOp, form: TileForm, mask: TileMask) -> None:
        """Check that elements out of bounds, which TMA fills with zeros, are dead or 0. Raises otherwise."""
        if cast("IntegerAttr", op.isVolatile).value.data:
            raise NoDescriptorError("it is volatile")
        shape = cast("TensorType[Attribute]", op.result.type).get_shape()
        for dim, along in enumerate(form.along):
            for limit in along.limits:
                low = self._ranges.of(limit).low
                if low is None or low < shape[dim]:
                    self._check_rows(op, dim, limit, f"positions along dimension {dim} are clamped or wrap around")
        if op.other is None or _is_zero(op.other):
            return
        for bound in mask.bounds:
            if bound.is_lower:
                raise NoDescriptorError("its masked elements are not zero")
            self._check_rows(op, bound.dim, bound.limit, "its masked elements are not zero")

    def _check_rows(self, op: tt.LoadOp, dim: int, limit: Polynomial, what: str) -> None:
        culprit = self._demand.of(op.result, dim, limit)
        if culprit is not None:
            raise NotAffineError(f"{what}, and '{culprit.name}' demands them", culprit)

    def _tell(self, op: Operation, plan: Plan | NotAffineError) -> None:
        if isinstance(plan, Plan):
            box = "x".join(str(dim.box) for dim in plan.dimensions)
            remark = remark_about(op, f"rewritten to a descriptor access of {name_of(plan.base)} with box {box}")
        else:
            remark = remark_about(op, f"not rewritten to a descriptor access: {plan.reason}", plan.culprit)
        self._diagnostics.emit(remark)

    # Rewriting

    def _rewrite(self, op: tt.LoadOp | tt.StoreOp, plan: Plan, emitter: PolynomialEmitter) -> None:
        self._rewriter.start_at(op)
        descriptor = self._descriptor(plan, emitter)
        indices = [emitter.emit(dim.index, op) for dim in plan.dimensions]
        self._rewriter.before(op)
        rank = len(plan.order)
        if isinstance(op, tt.LoadOp):
            type_ = TensorType(plan.element, [dim.box for dim in plan.dimensions[-rank:]])
            load = tt.DescriptorLoadOp(descriptor, indices, result=type_)
            load.properties.update(cache_hints(op))
            loaded = self._rewriter.insert(load).result
            order = [plan.order.index(dim) for dim in range(rank)]
            self._rewriter.replace(op, [self._transposed(loaded, order)])
        else:
            value = self._transposed(op.value, list(plan.order))
            self._rewriter.insert(tt.DescriptorStoreOp(descriptor, value, indices))
            self._rewriter.erase(op)

    def _transposed(self, value: SSAValue, order: list[int]) -> SSAValue:
        if order == sorted(order):
            return value
        return self._rewriter.insert(tt.TransOp(value, order=order)).result

    def _descriptor(self, plan: Plan, emitter: PolynomialEmitter) -> SSAValue:
        """The descriptor of a plan, created in the entry block after its extents and strides."""
        known = self._descriptors.get(plan.descriptor)
        if known is not None:
            return known
        place = self._place(plan)
        self._rewriter.before(place)
        shape = [emitter.minimum(dim.extents, place) for dim in plan.dimensions]
        strides = [emitter.emit(dim.stride, place, i64) for dim in plan.dimensions]
        self._rewriter.before(place)
        block = TensorType(plan.element, [dim.box for dim in plan.dimensions])
        made = tt.MakeTensorDescOp(plan.base, shape, strides, result=TensorDescType(block))
        known = self._descriptors[plan.descriptor] = self._rewriter.insert(made).result
        return known

    def _place(self, plan: Plan) -> Operation:
        """The first operation of the entry block that all operands of a descriptor dominate."""
        entry = self._function.body.blocks[0]
        place = entry.first_op
        while isinstance(place, ConstantOp):
            place = place.next_op
        assert place is not None
        numbers = [number for dim in plan.dimensions for number in (*dim.extents, dim.stride)]
        for atom in [atom for number in numbers for atom in number.atoms]:
            for op in _entry_ops(atom.value):
                if not is_before(op, place):
                    assert op.next_op is not None
                    place = op.next_op
        return place


def _entry_ops(value: SSAValue | None) -> Iterator[Operation]:
    """The last operations of the entry block on each def-use chain to a launch-uniform value."""
    owner = None if value is None else value.owner
    if not is_operation(owner):
        return
    if is_in_entry(owner):
        yield owner
        return
    for operand in owner.operands:
        yield from _entry_ops(operand)


def _is_zero(value: SSAValue) -> bool:
    owner = value.owner
    if isinstance(owner, tt.SplatOp):
        return _is_zero(owner.src)
    return isinstance(owner, ConstantOp) and (integer_of(owner.value) == 0 or is_positive_zero(owner.value))


def _divisibility(axes: ModuleAxisInfo, value: SSAValue) -> int:
    info = axes.info(value)
    return 1 if info is None else info.divisibility[0]
