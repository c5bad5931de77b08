"""Masks of tiles as bounds of the positions in each dimension."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import SSAValue

from xtriton.analysis.affine.forms import NotAffineError, TileForms, found_once
from xtriton.analysis.affine.polynomial import ONE, ZERO, Polynomial
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import AndIOp, CmpIOp, CmpIPredicate, ConstantOp, RemSIOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.folds.elements import integer_of
from xtriton.ir.creation import defining_op
from xtriton.ir.traits import shape_of


@dataclass(frozen=True)
class Bound:
    """Positions along ``dim`` are below ``limit``, or from there on if ``is_lower``."""

    dim: int
    limit: Polynomial
    is_lower: bool = False


@dataclass(frozen=True)
class TileMask:
    """An element is in the mask if all of this holds: exactly then."""

    bounds: tuple[Bound, ...] = ()
    conditions: tuple[SSAValue, ...] = ()
    """Scalars, each an ``i1``, which are all over the tile."""
    comparisons: tuple[Polynomial, ...] = ()
    """Polynomials that are negative in the whole tile."""

    def __and__(self, other: TileMask) -> TileMask:
        return TileMask(
            tuple(dict.fromkeys(self.bounds + other.bounds)),
            tuple(dict.fromkeys(self.conditions + other.conditions)),
            tuple(dict.fromkeys(self.comparisons + other.comparisons)),
        )


def kept_dims(op: tt.ReshapeOp) -> tuple[int | None, ...] | None:
    """For each dimension of a reshaped tensor that of the operand, ``None`` for one of extent 1 that it has not.

    ``None`` if other dimensions change, or an extent of the operand is 1: since Triton 3.9, descriptors that become
    pointers add dimensions in this way.
    """
    source, result = shape_of(op.src.type) or (), shape_of(op.result.type) or ()
    if op.allow_reorder is not None or 1 in source or [extent for extent in result if extent != 1] != list(source):
        return None
    dims = iter(range(len(source)))
    return tuple(None if extent == 1 else next(dims) for extent in result)


_SWAPPED = {CmpIPredicate.SGT: CmpIPredicate.SLT, CmpIPredicate.SGE: CmpIPredicate.SLE}


class Masks:
    """The masks of a function as bounds, each found once."""

    def __init__(self, tiles: TileForms) -> None:
        self._tiles = tiles
        self._known: dict[SSAValue, TileMask | NotAffineError] = {}
        self._bounds: dict[SSAValue, tuple[Bound, ...]] = {}

    def of(self, value: SSAValue) -> TileMask:
        """The elements that a mask selects. Raises :class:`NotAffineError`."""
        return found_once(self._known, value, self._find)

    def bounds_of(self, value: SSAValue) -> tuple[Bound, ...]:
        """Bounds that hold for all unmasked positions; the list may be incomplete."""
        found = self._bounds.get(value)
        if found is None:
            found = self._bounds[value] = tuple(dict.fromkeys(self._find_bounds(value)))
        return found

    def _find(self, value: SSAValue) -> TileMask:
        owner = value.owner
        match owner:
            case AndIOp():
                return self.of(owner.lhs) & self.of(owner.rhs)
            case ConstantOp() if integer_of(owner.value) == 1:
                return TileMask()
            case tt.SplatOp():
                return TileMask(conditions=(owner.src,))
            case tt.BroadcastOp():
                return self.of(owner.src)
            case tt.ExpandDimsOp():
                axis = owner.axis
                assert isinstance(axis, IntegerAttr)
                return _renamed(self.of(owner.src), lambda dim: dim + (dim >= axis.value.data))
            case tt.ReshapeOp() if (kept := kept_dims(owner)) is not None:
                return _renamed(self.of(owner.src), kept.index)
            case tt.TransOp():
                order = dense_numbers(owner.order)
                return _renamed(self.of(owner.src), order.index)
            case CmpIOp():
                return _comparison(owner, self._tiles)
            case _:
                name = getattr(owner, "name", "an argument of a block")
                raise NotAffineError(f"a mask made by '{name}' does not bound dimensions", defining_op(value))

    def _find_bounds(self, value: SSAValue) -> tuple[Bound, ...]:
        owner = value.owner
        if isinstance(owner, AndIOp):
            return self.bounds_of(owner.lhs) + self.bounds_of(owner.rhs)
        try:
            return self.of(value).bounds
        except NotAffineError:
            pass
        match owner:
            case tt.BroadcastOp():
                return self.bounds_of(owner.src)
            case _:
                return ()


def _renamed(mask: TileMask, dim: Callable[[int], int]) -> TileMask:
    return replace(mask, bounds=tuple(replace(bound, dim=dim(bound.dim)) for bound in mask.bounds))


_ORDERS = (CmpIPredicate.SLT, CmpIPredicate.SLE)


def _comparison(op: CmpIOp, tiles: TileForms) -> TileMask:
    """The bound that a comparison of a position, moved by a scalar, with a scalar is."""
    predicate, less, more = CmpIPredicate.of(op.predicate), op.lhs, op.rhs
    if predicate in _SWAPPED:
        predicate, less, more = _SWAPPED[predicate], more, less
    if predicate not in _ORDERS:
        raise NotAffineError("a mask is a comparison other than a signed <, <=, > or >=", op)
    lhs, rhs = tiles.of(less), tiles.of(more)
    if predicate is CmpIPredicate.SLT and rhs.is_uniform and _end_of_wrapped(less, tiles) == rhs.scalar:
        return TileMask()
    if lhs.base is not None or rhs.base is not None or any(dim.limits for dim in lhs.along + rhs.along):
        raise NotAffineError("a mask compares offsets that are clamped, wrap around or are loop-carried", op)
    # The mask is: low + slope * position < 0.
    low = lhs.scalar - rhs.scalar - (1 if predicate is CmpIPredicate.SLE else 0)
    slopes = [(dim, a.stride - b.stride) for dim, (a, b) in enumerate(zip(lhs.along, rhs.along, strict=True))]
    moving = [(dim, slope) for dim, slope in slopes if slope != ZERO]
    if not moving:
        return TileMask(comparisons=(low,))
    (dim, slope), *others = moving
    if others or slope not in (ONE, -ONE):
        raise NotAffineError("a mask compares something other than the positions along one dimension", op)
    # position < -low, or position > low.
    return TileMask(bounds=(Bound(dim, -low) if slope == ONE else Bound(dim, low + 1, is_lower=True),))


def _end_of_wrapped(value: SSAValue, tiles: TileForms) -> Polynomial | None:
    """``n`` for positions ``x % n``, all of which are below it: ``n`` is assumed to be positive."""
    op = value.owner
    while isinstance(op, tt.ExpandDimsOp | tt.BroadcastOp):
        op = op.src.owner
    if not isinstance(op, RemSIOp):
        return None
    end = tiles.of(op.rhs)
    return end.scalar if end.is_uniform and end.base is None else None
