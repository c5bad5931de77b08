"""The lattice of axis info: contiguity, divisibility and constancy of integers and pointers along each dimension.

The definitions are those of Triton's ``AxisInfo``. For a tensor, along one dimension,

- *contiguity* is the length of the runs of consecutive integers;
- *divisibility* is a power of two that divides the first element of each run;
- *constancy* is the length of the runs of equal integers;

and the *constant* is the one value of all elements, as 64 bits. States from different control-flow paths are joined:
the result holds on all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import DictionaryAttr, IndexType, TensorType
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.dialects.tt.types import PointerType
from xtriton.interfaces.region_branch import RegionBranchOpInterface
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_integer_attr, is_integer_type
from xtriton.ir.traits import element_type

Extents = tuple[int, ...]

MAX_DIVISOR = 1 << 62
"""The greatest power of two of a signed 64-bit integer: the divisibility of zero and of optimistic states."""

CONTIGUITY, DIVISIBILITY, CONSTANCY = "tt.contiguity", "tt.divisibility", "tt.constancy"
"""Attributes of operations and of function arguments with which a program gives axis info as hints."""

PARTITIONS = "ttg.warp_specialize.partitions"


class AxisInfo(NamedTuple):
    """Axis info of a value: a number for each dimension (a scalar has one), and its constant value."""

    contiguity: Extents
    divisibility: Extents
    constancy: Extents
    constant: int | None = None

    @property
    def rank(self) -> int:
        """The number of dimensions; 0 if the value has not been reached, as in dead code."""
        return len(self.contiguity)

    def __str__(self) -> str:
        rows = ", ".join(f"{name} = {list(row)}" for name, row in zip(self._fields[:3], self[:3], strict=True))
        return f"{rows}, constant_value = {'<none>' if self.constant is None else self.constant}"


UNREACHED = AxisInfo((), (), ())
"""The uninitialised state."""


def power_of_two_in(number: int) -> int:
    """The greatest power of two that divides a signed number of 64 bits; :data:`MAX_DIVISOR` at most."""
    return number & -number if number not in (0, -(1 << 63)) else MAX_DIVISOR


def joint_divisibility(first: AxisInfo, second: AxisInfo, dim: int) -> int:
    """A divisor of the starts of all runs of a value that has either of two infos.

    Where the runs have different lengths they are cut, and a start may be anywhere in a longer one.
    """
    a, b = first.contiguity[dim], second.contiguity[dim]
    common = gcd(first.divisibility[dim], second.divisibility[dim])
    return common if a == b or MAX_DIVISOR in (a, b) else gcd(common, a, b)


def join(first: AxisInfo, second: AxisInfo) -> AxisInfo:
    """The join of the info of two values."""
    if not first.contiguity or first == second:
        return second
    if not second.contiguity:
        return first
    return AxisInfo(
        tuple(map(gcd, first.contiguity, second.contiguity)),
        tuple(joint_divisibility(first, second, dim) for dim in range(first.rank)),
        tuple(map(gcd, first.constancy, second.constancy)),
        first.constant if first.constant == second.constant else None,
    )


def rank_of(type_: Attribute) -> int:
    """The rank of a tensor or of a block pointer's tensor; 1 for other types."""
    if isinstance(type_, PointerType):
        type_ = type_.pointee_type
    return len(cast("TensorType[Attribute]", type_).shape.data) if isinstance(type_, TensorType) else 1


def uniform(rank: int, extent: int) -> AxisInfo:
    """The same number everywhere."""
    row = (extent,) * rank
    return AxisInfo(row, row, row)


def unsigned_of(attr: Attribute | None) -> int | None:
    """The number that an integer, or a tensor of equal integers, is: its bits without a sign, in 64 signed ones."""
    if is_integer_attr(attr):
        number, type_ = attr.value.data, cast("Attribute", attr.type)
    elif isinstance(attr, DenseElementsAttr) and attr.is_splat and isinstance(attr.splat_value, int):
        number, type_ = attr.splat_value, attr.element_type
    else:
        return None
    width = type_.width.data if is_integer_type(type_) else 64
    return wrapped(number & ((1 << width) - 1)) if isinstance(type_, IndexType) or is_integer_type(type_) else None


def signed_of(attr: Attribute | None) -> int | None:
    """The number that an integer, or a tensor of equal integers, is, with its sign."""
    number = unsigned_of(attr)
    if number is None:
        return None
    type_ = cast("Any", attr).type
    scalar = element_type(type_)
    width = scalar.width.data if is_integer_type(scalar) else 64
    return number - (1 << width) if width < 64 and number >> (width - 1) else number


def wrapped(number: int) -> int:
    """A number as 64 bits can hold it, with a sign."""
    return ((number + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def _hinted(attr: Attribute | None, row: Extents) -> Extents:
    """The numbers that a program gives, for all dimensions that there are; ``row`` if it gives none."""
    if is_integer_attr(attr):
        given: Extents = (unsigned_of(attr) or 0,)
    elif isinstance(attr, DenseElementsAttr):
        given = tuple(int(value) for value in attr.first_values(len(row)))
    else:
        return row
    return (*given, *(1,) * len(row))[: len(row)]


def with_hints(info: AxisInfo, hints: Mapping[str, Attribute]) -> AxisInfo:
    """``info``, overridden by the ``tt.contiguity``, ``tt.divisibility`` and ``tt.constancy`` hints of the program."""
    if not hints or not (CONTIGUITY in hints or DIVISIBILITY in hints or CONSTANCY in hints):
        return info
    return AxisInfo(
        _hinted(hints.get(CONTIGUITY), info.contiguity),
        _hinted(hints.get(DIVISIBILITY), info.divisibility),
        _hinted(hints.get(CONSTANCY), info.constancy),
        info.constant,
    )


def spread(info: AxisInfo) -> AxisInfo:
    """Apply a divisor of all elements to the starts of the runs along every dimension.

    Along a dimension with runs of one element, each element starts a run.
    """
    if len(info.contiguity) < 2:
        return info
    everywhere = max(
        (divisor for extent, divisor in zip(info.contiguity, info.divisibility, strict=True) if extent == 1), default=1
    )
    if everywhere <= min(info.divisibility):
        return info
    return info._replace(divisibility=tuple(max(divisor, everywhere) for divisor in info.divisibility))


def entry_state(value: SSAValue, optimistic: bool = False) -> AxisInfo:
    """The initial axis info of a value about which nothing is known.

    That is the pessimistic state, with the hints of the program. With ``optimistic``, results and region arguments of
    structured control flow start from the best state: the forwarded operands will be joined to it.
    """
    rank = rank_of(value.type)
    if is_block_argument(value):
        return _entry_of_argument(value, rank, optimistic)
    owner = value.owner
    assert is_operation(owner)
    best = optimistic and isinstance(owner, RegionBranchOpInterface)
    return with_hints(uniform(rank, MAX_DIVISOR if best else 1), owner.attributes)


def _entry_of_argument(argument: BlockArgument, rank: int, optimistic: bool) -> AxisInfo:
    block = argument.block
    parent = block.parent_op()
    if parent is None or block.prev_block is not None:
        return uniform(rank, 1)
    if optimistic and (isinstance(parent, RegionBranchOpInterface) or parent.name == PARTITIONS):
        return uniform(rank, MAX_DIVISOR)
    return with_hints(uniform(rank, 1), argument_hints(parent, argument.index))


def argument_hints(function: Operation, index: int) -> Mapping[str, Attribute]:
    """The attributes of an argument of a function; empty if ``function`` has no ``arg_attrs``."""
    listed = cast("Any", function.properties.get("arg_attrs"))
    if listed is None:
        return {}
    return cast("DictionaryAttr", listed.data[index]).data
