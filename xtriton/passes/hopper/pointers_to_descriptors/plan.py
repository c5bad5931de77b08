"""Plans that replace accesses to tiles of pointers by accesses through tensor descriptors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import BFloat16Type, Float8E4M3FNType, Float8E5M2Type, Float16Type, Float32Type, NameLoc
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.analysis.affine import Atom, Polynomial, Ranges, TileForm
from xtriton.analysis.affine.masks import TileMask
from xtriton.analysis.affine.polynomial import ONE, ZERO, Monomial
from xtriton.dialects import tt
from xtriton.folds.elements import width_of
from xtriton.interfaces.effects import is_pure
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.narrowing import is_integer_type

ALIGNMENT = 16
"""The alignment of base addresses and strides, and the minimum extent of the innermost dimension of a box, in bytes."""
MAX_BOX = 256
"""The maximum extent of a box along a dimension."""
MAX_RANK = 5
"""The maximum rank of a descriptor."""
UNBOUNDED = 0x7FFF0000
"""The extent of dimensions in which the program itself stays in bounds."""
MOST_ROWS = 1 << 30
"""The maximum number of rows of an array whose end differs between programs."""
_FLOATS = (Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type, Float32Type)
_INTEGER_WIDTHS = (8, 16, 32)


@dataclass(frozen=True)
class Dimension:
    """A dimension of a descriptor, and the index of an access along it."""

    stride: Polynomial
    """In elements."""
    index: Polynomial
    extents: tuple[Polynomial, ...]
    """The extent is the minimum of these."""
    box: int
    """The extent of the block."""
    is_free: bool = False
    """Whether the extent may be any larger value: the program itself stays in bounds."""

    def joined(self, other: Dimension) -> Dimension | None:
        """This dimension with extents that are also valid for the access of ``other``; ``None`` if there are none."""
        if (self.stride, self.box) != (other.stride, other.box):
            return None
        if self.is_free and other.is_free:
            return self if self._covers(other) else replace(self, extents=other.extents)
        if self.is_free:
            return replace(self, extents=other.extents, is_free=False) if other._covers(self) else None
        return self if self.extents == other.extents or (other.is_free and self._covers(other)) else None

    def _covers(self, other: Dimension) -> bool:
        mine, its = self.extents[0].as_constant, other.extents[0].as_constant
        return len(self.extents) == 1 and mine is not None and its is not None and mine >= its


@dataclass(frozen=True)
class Plan:
    """A descriptor and an access through it."""

    base: BlockArgument
    dimensions: tuple[Dimension, ...]
    """In memory order: the last one has stride 1."""
    order: tuple[int, ...]
    """The dimensions of the tile that are the last dimensions of the descriptor."""
    element: Attribute

    @property
    def descriptor(self) -> object:
        """The key under which descriptors are shared."""
        return self.base, tuple((dim.stride, dim.extents, dim.box) for dim in self.dimensions)

    def is_disjoint(self, other: Plan) -> bool:
        """Whether the boxes of two accesses are known to be disjoint."""
        pairs = list(zip(self.dimensions, other.dimensions, strict=False))
        if [mine.stride for mine, _ in pairs] != [its.stride for _, its in pairs]:
            return False
        for mine, its in pairs:
            distance = (mine.index - its.index).as_constant
            if distance is not None and (distance >= its.box or -distance >= mine.box):
                return len(self.dimensions) == len(other.dimensions)
        return False

    def joined(self, other: Plan) -> Plan | None:
        """This plan with a descriptor that is also valid for another access; ``None`` if there is none."""
        if self.base is not other.base or len(self.dimensions) != len(other.dimensions):
            return None
        dims = [mine.joined(its) for mine, its in zip(self.dimensions, other.dimensions, strict=True)]
        known = [dim for dim in dims if dim is not None]
        return replace(self, dimensions=tuple(known)) if len(known) == len(dims) else None


def with_shared_descriptors(plans: Sequence[Plan]) -> list[Plan]:
    """The plans with as few different descriptors as extents allow."""
    shared: list[Plan] = []
    for plan in plans:
        for place, group in enumerate(shared):
            if (joined := group.joined(plan)) is not None:
                shared[place] = joined
                break
        else:
            shared.append(plan)
    return [next(joint for group in shared if (joint := plan.joined(group)) is not None) for plan in plans]


def is_launch_uniform(value: SSAValue) -> bool:
    """Whether a scalar depends only on kernel arguments and constants, and can be computed in the entry block."""
    if is_block_argument(value):
        return isinstance(value.block.parent_op(), tt.FuncOp) and value.block.prev_block is None
    owner = value.owner
    assert is_operation(owner)
    computed = owner.name.startswith("arith.") and (is_pure(owner) or is_in_entry(owner))
    return computed and all(map(is_launch_uniform, owner.operands))


def is_in_entry(op: Operation) -> bool:
    """Whether an operation is in the entry block of a function."""
    return op.parent is not None and isinstance(op.parent_op(), tt.FuncOp) and op.parent.prev_block is None


def atom_is_uniform(atom: Atom) -> bool:
    """Whether a variable is the same for all programs of a launch."""
    return atom.value is not None and is_launch_uniform(atom.value)


def is_uniform(number: Polynomial) -> bool:
    """Whether a polynomial is the same for all programs of a launch."""
    return all(map(atom_is_uniform, number.atoms))


class NoDescriptorError(Exception):
    """The reason why an access cannot go through a descriptor."""


class _Dimension:
    """A dimension of a descriptor under construction."""

    def __init__(self, stride: Polynomial, box: int, index: Polynomial = ZERO) -> None:
        self.stride, self.box, self.index = stride, box, index
        self.limits: frozenset[Polynomial] = frozenset()
        """In tile positions: the access is in bounds below all of them."""
        self.low: Polynomial | None = None


class Planner:
    """Splits addresses into one index for each dimension."""

    def __init__(self, ranges: Ranges, divisibility: Callable[[SSAValue], int]) -> None:
        self._ranges = ranges
        self._divisibility = divisibility

    def plan(self, form: TileForm, mask: TileMask, shape: Sequence[int], element: Attribute, *, is_store: bool) -> Plan:
        """The plan to access the tile ``form`` where ``mask`` is true. Raises :class:`NoDescriptorError`."""
        base = self._base(form)
        self._check_element(element, shape)
        dims = [_Dimension(along.stride, box) for along, box in zip(form.along, shape, strict=True)]
        for dim, along in zip(dims, form.along, strict=True):
            dim.limits = along.limits
        self._apply_mask(mask, dims)
        order = self._order(dims)
        self._check_strides(dims, order, element)
        inner = [dims[dim] for dim in order]
        outer = self._place(form.scalar, inner, element)
        for dim in inner:
            if not is_uniform_below(dim):
                outer += self._split_off(dim, element) or self._made_ragged(dim, contiguous=dim is inner[-1])
        self._check_first_column(inner[-1], width_of(element) // 8)
        rank = len(outer) + len(inner)
        if rank > MAX_RANK:
            raise NoDescriptorError(f"the descriptor would have {rank} dimensions, of at most {MAX_RANK}")
        finished = tuple(map(self._finished, [*outer, *inner]))
        if is_store:
            self._check_last_column(finished[-1], width_of(element) // 8)
        return Plan(base, finished, tuple(order), element)

    # Bases, elements, masks and strides

    def _base(self, form: TileForm) -> BlockArgument:
        base = form.base
        if not is_block_argument(base) or not is_launch_uniform(base):
            raise NoDescriptorError("its base pointer is not an argument of the kernel")
        if self._divisibility(base) % ALIGNMENT:
            raise NoDescriptorError(f"{name_of(base)} is not known to be {ALIGNMENT}-byte aligned")
        return base

    def _check_element(self, element: Attribute, shape: Sequence[int]) -> None:
        integer = is_integer_type(element) and element.width.data in _INTEGER_WIDTHS
        if not integer and not isinstance(element, _FLOATS):
            raise NoDescriptorError(f"TMA does not support elements of type {element}")
        if len(shape) < 2 or min(shape) < 2:
            raise NoDescriptorError("the tile has a dimension of extent 1")
        if max(shape) > MAX_BOX:
            raise NoDescriptorError(f"the box would have more than {MAX_BOX} elements along a dimension")

    def _apply_mask(self, mask: TileMask, dims: Sequence[_Dimension]) -> None:
        for number in mask.comparisons:
            high = self._ranges.of(number).high
            if high is None or high >= 0:
                raise NoDescriptorError("its mask has a condition that is uniform over the tile")
        if mask.conditions:
            raise NoDescriptorError("its mask has a condition that is uniform over the tile")
        for bound in mask.bounds:
            dim = dims[bound.dim]
            if not bound.is_lower:
                dim.limits |= {bound.limit}
            elif dim.low is not None and dim.low != bound.limit:
                raise NoDescriptorError("its mask has two lower bounds along a dimension")
            else:
                dim.low = bound.limit

    def _order(self, dims: Sequence[_Dimension]) -> list[int]:
        """The dimensions in memory order, the contiguous one last."""
        contiguous = [number for number, dim in enumerate(dims) if dim.stride == ONE]
        if len(contiguous) != 1:
            raise NoDescriptorError("no dimension has stride 1" if not contiguous else "two dimensions have stride 1")
        others = [number for number in range(len(dims)) if number not in contiguous]
        others.sort(key=lambda number: -abs(dims[number].stride.as_constant or 0))
        return [*others, *contiguous]

    def _check_strides(self, dims: Sequence[_Dimension], order: Sequence[int], element: Attribute) -> None:
        size = width_of(element) // 8
        if dims[order[-1]].box * size < ALIGNMENT:
            raise NoDescriptorError(f"the innermost dimension of the box has fewer than {ALIGNMENT} bytes")
        for number in order[:-1]:
            stride = dims[number].stride
            if not stride:
                raise NoDescriptorError(f"dimension {number} has stride 0")
            if not is_uniform(stride):
                raise NoDescriptorError(f"the stride of dimension {number} is not launch-uniform")
            if (stride.as_constant or 1) < 0:
                raise NoDescriptorError(f"the stride of dimension {number} is negative")
            if not self._is_aligned(stride, size):
                raise NoDescriptorError(
                    f"the stride of dimension {number} is not known to be a multiple of {ALIGNMENT} bytes"
                )

    def _is_aligned(self, stride: Polynomial, size: int) -> bool:
        for monomial, number in stride:
            bytes_ = number * size
            for atom in monomial:
                bytes_ *= self._divisibility(atom.value) if atom.value is not None else 1
            if bytes_ % ALIGNMENT:
                return False
        return True

    # Indices

    def _place(self, scalar: Polynomial, inner: Sequence[_Dimension], element: Attribute) -> list[_Dimension]:
        """Assign each term of the scalar offset to a dimension whose stride divides it, or to a new outer dimension."""
        rest = scalar
        for dim in inner[:-1]:
            dim.index, rest = rest.divided(dim.stride)
        outer: list[_Dimension] = []
        for monomial, number in rest:
            stride, index = _factored(monomial, number)
            last = inner[-1]
            bounded = any(limit.terms.get(monomial) == -number for limit in last.limits)
            if index and stride.atoms and not bounded and self._is_aligned(stride, width_of(element) // 8):
                _add_to(outer, stride, index)
            else:
                last.index += Polynomial({monomial: number})
        return outer

    def _split_off(self, dim: _Dimension, element: Attribute) -> list[_Dimension]:
        """Move the terms that make an extent program-dependent into outer dimensions; none if that is impossible.

        Rows ``[expert * N, expert * N + N)`` of a matrix are the rows below ``N`` of matrix ``expert``.
        """
        outer: list[_Dimension] = []
        index = dim.index
        differing = {term for limit in dim.limits for term in index + limit if not _is_uniform_term(term)}
        for monomial, number in sorted(differing, key=lambda term: len(term[0])):
            stride, place = _factored(monomial, number)
            stride *= dim.stride
            if dim.index.terms.get(monomial) != number or not self._is_aligned(stride, width_of(element) // 8):
                return []
            _add_to(outer, stride, place)
            index -= Polynomial({monomial: number})
        if not all(is_uniform(index + limit) for limit in dim.limits):
            return []
        dim.index = index
        return outer

    def _made_ragged(self, dim: _Dimension, *, contiguous: bool) -> list[_Dimension]:
        """Bound a dimension by a program-dependent extent (as Triton's ``triton.tools.ragged_tma``).

        The dimension gets the extent 2**30, and the tile an index so close to it that out-of-bounds elements lie beyond
        it. Two more dimensions move the address back: 2**30 times the first one's stride is -2**30 strides of the
        dimension modulo 2**64, as the hardware computes addresses.
        """
        if contiguous or len(dim.limits) > 1 or dim.low is not None:
            raise NoDescriptorError("an extent that is not launch-uniform is not supported in this dimension")
        (limit,) = dim.limits
        many = Polynomial.constant(MOST_ROWS)
        back = _Dimension(Polynomial.constant(1 << 34) - dim.stride, 1, many)
        end = _Dimension(dim.stride, 1, dim.index + limit)
        dim.index = many - limit
        return [back, end]

    def _check_first_column(self, dim: _Dimension, size: int) -> None:
        # The hardware raises an illegal-instruction error if the first byte of a row of the box is not aligned.
        if not self._is_aligned(dim.index, size):
            raise NoDescriptorError(f"its innermost index is not known to be a multiple of {ALIGNMENT} bytes")

    def _check_last_column(self, dim: Dimension, size: int) -> None:
        # Loads end at any element, but the hardware stores 16 bytes at a time: elements beyond the end would change.
        if not dim.is_free and not all(self._is_aligned(extent, size) for extent in dim.extents):
            raise NoDescriptorError(f"the innermost extent is not known to be a multiple of {ALIGNMENT} bytes")

    def _finished(self, dim: _Dimension) -> Dimension:
        extents = [dim.index + limit for limit in dim.limits if not self._is_never_reached(limit, dim.box)]
        if dim.low is None:
            low = self._ranges.of(dim.index).low
            if low is not None and low < 0:
                raise NoDescriptorError("an index may be negative")
        elif dim.low + dim.index != ZERO:
            raise NoDescriptorError("its mask has a lower bound other than index 0")
        distinct = sorted(set(extents), key=lambda extent: [(len(monomial), number) for monomial, number in extent])
        if not distinct:
            return Dimension(dim.stride, dim.index, (self._reached(dim),), dim.box, is_free=True)
        return Dimension(dim.stride, dim.index, tuple(distinct), dim.box)

    def _is_never_reached(self, limit: Polynomial, box: int) -> bool:
        low = self._ranges.of(limit).low
        return low is not None and low >= box

    def _reached(self, dim: _Dimension) -> Polynomial:
        high = self._ranges.of(dim.index).high
        return Polynomial.constant(UNBOUNDED if high is None else min(high + dim.box, UNBOUNDED))


def is_uniform_below(dim: _Dimension) -> bool:
    """Whether the extent of a dimension is launch-uniform."""
    return all(is_uniform(dim.index + limit) for limit in dim.limits)


def _is_uniform_term(term: tuple[Monomial, int]) -> bool:
    return all(map(atom_is_uniform, term[0]))


def _factored(monomial: Monomial, number: int) -> tuple[Polynomial, Polynomial]:
    """A term as a launch-uniform stride and a program-dependent index."""
    uniform = tuple(atom for atom in monomial if atom_is_uniform(atom))
    rest = tuple(atom for atom in monomial if not atom_is_uniform(atom))
    return Polynomial({uniform: number}), Polynomial({rest: 1}) if rest else ZERO


def _add_to(outer: list[_Dimension], stride: Polynomial, index: Polynomial) -> None:
    for dim in outer:
        if dim.stride == stride:
            dim.index += index
            return
    outer.append(_Dimension(stride, 1, index))


def name_of(argument: BlockArgument) -> str:
    """The name of an argument in remarks."""
    location = argument.location
    return f"argument '{location.desc.data}'" if isinstance(location, NameLoc) else f"argument #{argument.index}"
