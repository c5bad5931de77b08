"""Inputs with edge cases: for each argument of a function, by its type, from a seed.

Each seed has a profile (:mod:`xtriton.interp.profiles`). Some give sizes and strides that kernels expect (zero, one,
ragged, large), so that most accesses stay inside the arrays; some give the limits of types. Attributes known of
arguments (divisibility) are respected.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import cast

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, DictionaryAttr, IntegerAttr, TensorType, i1
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.launch_arguments import own_arguments
from xtriton.dialects.tt.dot import DotScaledOp
from xtriton.dialects.tt.reduction import GatherOp
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.interp.aims import Change
from xtriton.interp.arguments import descriptor_of, to_format
from xtriton.interp.numbers.formats import (
    Array,
    FloatFormat,
    Format,
    FormatError,
    IntegerFormat,
    PointerFormat,
    format_of,
)
from xtriton.interp.numbers.rounding import round_to
from xtriton.interp.profiles import Filler, in_parts, is_exact, profile_of
from xtriton.interp.registry import SUMMING
from xtriton.interp.values import BlockPointer, Value
from xtriton.interp.writes import arguments_behind, is_pointer
from xtriton.ir.narrowing import int_value, is_integer_type, is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import operations_in

Address = int
MakeValue = Callable[[Address, Array], Value]

_ROWS = 3
"""How many times larger than its block the tensor behind a block pointer or descriptor is, along each dimension."""


@dataclass
class Buffer:
    """Memory that an argument points to: ``count`` elements of a format, filled from the seed."""

    form: Format
    count: int
    stored: Array


@dataclass
class Argument:
    """One argument: a value, or a buffer and a function from its address to the value."""

    type: Attribute
    value: Value = None
    buffer: Buffer | None = None
    make: MakeValue | None = None


@dataclass
class Inputs:
    """All arguments of one run, and the seed that they are generated from."""

    seed: int
    arguments: list[Argument] = field(default_factory=list[Argument])
    changes: tuple[Change, ...] = ()
    """The changes to the inputs of the seed."""
    grid: tuple[int, int, int] | None = None
    """The grid, if not the usual one."""

    @property
    def in_parts(self) -> bool:
        """Whether all floats are finite, positive and have full mantissas: for checking the precision of sums."""
        return in_parts(self.seed)

    @property
    def tame(self) -> bool:
        """Whether floating-point sums and products of the inputs are exact, so that their order does not matter."""
        return is_exact(self.seed) and not any(isinstance(change.value, float) for change in self.changes)


@dataclass(frozen=True)
class Demand:
    """Requirements of a function on its inputs, derived from its IR."""

    parameters: Sequence[SSAValue]
    divisibility: Sequence[int]
    plain: bool
    """Whether it takes no pointers: integers are then just numbers, and running it is cheap."""
    sizes: int
    """The number of integer arguments."""
    block: int
    """The largest extent of its blocks: kernels divide their work into such."""
    inside: int | None
    """If it takes block pointers or descriptors: an offset within all of their tensors."""
    combined: bool
    """Whether it reduces many elements."""
    usual: dict[int, range]
    """The values of integer arguments that must not be arbitrary, by argument index."""

    @staticmethod
    def of(function: Operation) -> Demand:
        """The requirements of a function and its callees."""
        every = function.regions[0].blocks[0].args
        parameters = own_arguments(function)
        operations = reachable(function)
        attributes = cast("ArrayAttr[Attribute] | None", function.properties.get("arg_attrs"))
        windows = [block for value in parameters if (block := _block_of(value.type)) is not None]
        made = [block for value in every[len(parameters) :] if (block := _block_of(value.type)) is not None]
        blocks = [*windows, *made, *(block for op in operations for block in _blocks_of(op))]
        extents = [extent for block in windows for extent in block.get_shape()]
        return Demand(
            parameters,
            [_divisibility(attributes.data[index]) if attributes else 1 for index in range(len(parameters))],
            is_plain(function),
            sum(is_integer_type(value.type) for value in parameters),
            max((extent for block in blocks for extent in block.get_shape()), default=_NO_BLOCK),
            min(max(2 * min(extents), 2), _FARTHEST) if extents else None,
            any(op.name in _COMBINING for op in operations),
            _usual_integers(function, operations),
        )


_NO_BLOCK = 64
_LONG = 512
_FARTHEST = 7
_COMBINING = SUMMING.keys() | {"tt.dot_scaled", "tt.scan"}


def generate(demand: Demand, seed: int) -> Inputs:
    """Arguments for a function. Raises ``FormatError`` for unsupported argument types."""
    return Inputs(seed, [_argument(demand, seed, index) for index in range(len(demand.parameters))])


def enlarge(demand: Demand, inputs: Inputs, index: int, count: int) -> None:
    """Enlarge the buffer of an argument to ``count`` elements. The other arguments stay."""
    inputs.arguments[index] = _with_changes(demand, _argument(demand, inputs.seed, index, count), index, inputs.changes)


def changed(demand: Demand, inputs: Inputs, changes: Sequence[Change]) -> Inputs:
    """Inputs with numbers changed. Changes that attributes forbid, or that are out of bounds, are ignored."""
    arguments = [
        _with_changes(demand, argument, index, changes)
        if any(change.argument == index for change in changes)
        else argument
        for index, argument in enumerate(inputs.arguments)
    ]
    return Inputs(inputs.seed, arguments, (*inputs.changes, *changes), inputs.grid)


def _with_changes(demand: Demand, argument: Argument, index: int, changes: Sequence[Change]) -> Argument:
    own = [change for change in changes if change.argument == index]
    if not own:
        return argument
    if argument.buffer is not None:
        form, stored = argument.buffer.form, argument.buffer.stored.copy()
        inside = [change for change in own if (change.element or 0) < len(stored)]
        stored[[change.element or 0 for change in inside]] = form.encode(_numbers(form, inside))
        return Argument(argument.type, None, Buffer(form, argument.buffer.count, stored), argument.make)
    form, value = format_of(argument.type), np.array(argument.value)
    step = demand.divisibility[index]
    for change in own:
        if change.element is None and isinstance(change.value, int) and change.value % step:
            continue
        value.reshape(-1)[change.element or 0] = _numbers(form, [change])[0]
    return Argument(argument.type, value)


def _numbers(form: Format, changes: Sequence[Change]) -> Array:
    """The new numbers in a format."""
    listed = [change.value for change in changes]
    if isinstance(form, FloatFormat):
        return round_to(form, np.array(listed, np.float64)).astype(form.dtype)
    return np.array(listed, np.bool_ if form.bits == 1 else np.int64).astype(form.dtype)


def _argument(demand: Demand, seed: int, index: int, count: int | None = None) -> Argument:
    types = [parameter.type for parameter in demand.parameters]
    filler = Filler(
        np.random.default_rng([seed, index]),
        seed,
        index,
        demand.plain,
        demand.combined,
        demand.usual.get(index),
        sum(type_ == i1 for type_ in types[:index]),
    )
    place = sum(is_integer_type(type_) for type_ in types[:index])
    return _Maker(demand, filler, demand.divisibility[index], place).argument(types[index], count)


def is_plain(function: Operation) -> bool:
    """Whether a function takes no pointers."""
    return not any(is_pointer(argument.type) for argument in own_arguments(function))


def reachable(function: Operation) -> list[Operation]:
    """The operations that a function may run: its own, or all of its module's if it has calls."""
    own = operations_in(function)
    module = function.parent_op()
    if module is None or not any(op.name in ("tt.call", "func.call", "func.call_indirect") for op in own):
        return own
    return operations_in(module)


def _block_of(type_: Attribute) -> TensorType[Attribute] | None:
    """The block type of a descriptor or block pointer."""
    if isinstance(type_, TensorDescType):
        return type_.block_type
    if isinstance(type_, PointerType) and is_tensor_type(type_.pointee_type):
        return type_.pointee_type
    return None


def _blocks_of(op: Operation) -> Iterable[TensorType[Attribute]]:
    """The block types of the range, descriptor or block pointer that an operation creates."""
    type_ = op.results[0].type if op.results else None
    if op.name == "tt.make_range" and type_ is not None and is_tensor_type(type_):
        yield type_
    elif op.name in ("tt.make_tensor_descriptor", "tt.make_tensor_ptr") and type_ is not None:
        block = _block_of(type_)
        if block is not None:
            yield block


_SCALES = range(125, 130)
"""Exponents of e8m0: factors from a quarter to four."""

_PACKED = range(256)
"""Pairs of e2m1, all of which are finite."""


def _usual_integers(function: Operation, operations: Iterable[Operation]) -> dict[int, range]:
    """The arguments that hold scales or packed numbers for dots, or the indices of gathers."""
    values: dict[tuple[range, int | None], list[SSAValue]] = defaultdict(list)
    for op in operations:
        if isinstance(op, DotScaledOp):
            scales = [scale for scale in (op.a_scale, op.b_scale) if scale is not None]
            for value, numbers in (
                *((operand, _PACKED) for operand in (op.a, op.b)),
                *((operand, _SCALES) for operand in scales),
            ):
                if _width(value.type) == _BYTE:
                    values[numbers, _BYTE].append(value)
        elif isinstance(op, GatherOp):
            extent = (shape_of(op.src.type) or ())[int_value(op.axis)]
            values[range(extent), _width(op.indices.type)].append(op.indices)
    usual: dict[int, range] = {}
    for (numbers, width), found in values.items():
        for index in arguments_behind(function, found, lambda type_, width=width: _width(type_) == width):
            # The smaller set is valid for several kinds of use where the larger one is not.
            usual[index] = min(usual.get(index, numbers), numbers, key=len)
    return usual


_BYTE = 8


def _width(type_: Attribute) -> int | None:
    """The bits of the integers that values of a type hold, or point to."""
    inner = element_type(type_)
    if isinstance(inner, PointerType):
        return _width(inner.pointee_type)
    if isinstance(inner, TensorDescType):
        return _width(inner.block_type)
    return inner.width.data if is_integer_type(inner) else None


def _divisibility(attributes: Attribute) -> int:
    if not isinstance(attributes, DictionaryAttr):
        return 1
    found = attributes.data.get("tt.divisibility")
    return found.value.data if isinstance(found, IntegerAttr) else 1


_USUAL_COUNT = 1024


@dataclass
class _Maker:
    """Generates one argument."""

    demand: Demand
    filler: Filler
    divisibility: int
    place: int
    """Its position among the integer arguments, if it is one."""

    def argument(self, type_: Attribute, count: int | None) -> Argument:
        block = _block_of(type_)
        if block is not None:
            make = self._descriptor if isinstance(type_, TensorDescType) else self._block_pointer
            return self._window(type_, block, count, make)
        if isinstance(type_, PointerType):
            form = format_of(type_.pointee_type)
            return Argument(type_, buffer=self._buffer(form, count or _USUAL_COUNT), make=_pointer)
        if is_tensor_type(type_):
            return self._tensor(type_, count)
        form = format_of(type_)
        if isinstance(form, IntegerFormat) and form.bits > 1 and not (self.demand.plain and self.divisibility == 1):
            return Argument(type_, self._size(form))
        return Argument(type_, self.filler.numbers(form, (1,)))

    def _tensor(self, type_: TensorType[Attribute], count: int | None) -> Argument:
        shape = tuple(type_.get_shape())
        form = format_of(type_)
        unsupported = f"arguments of type '{type_}' are not supported"
        if DYNAMIC_INDEX in shape:
            raise FormatError(unsupported)
        if isinstance(form, PointerFormat):
            if form.pointee is None:
                raise FormatError(unsupported)
            offsets = self.filler.random.permutation(prod(shape)).reshape(1, *shape)
            size = form.pointee.size
            buffer = self._buffer(form.pointee, max(count or 0, offsets.size))
            return Argument(type_, buffer=buffer, make=lambda address, stored: address + offsets * size)
        return Argument(type_, self.filler.numbers(form, (1, *shape)))

    def _window(
        self,
        type_: Attribute,
        block: TensorType[Attribute],
        count: int | None,
        make: Callable[[Address, Array, tuple[int, ...]], Value],
    ) -> Argument:
        """A block pointer or descriptor: the tensor behind it is slightly smaller than a multiple of its block."""
        shape = tuple(extent * _ROWS - (extent > 1) for extent in block.get_shape())
        buffer = self._buffer(format_of(block.element_type), max(count or 0, prod(shape)))
        return Argument(type_, buffer=buffer, make=lambda address, stored: make(address, stored, shape))

    def _descriptor(self, address: Address, stored: Array, shape: tuple[int, ...]) -> Value:
        return descriptor_of(stored[: prod(shape)].reshape(shape), address)

    def _block_pointer(self, address: Address, stored: Array, shape: tuple[int, ...]) -> Value:
        strides = [prod(shape[dim + 1 :]) for dim in range(len(shape))]
        return BlockPointer(
            np.array([address], np.int64),
            tuple(np.array([extent], np.int64) for extent in shape),
            tuple(np.array([stride], np.int64) for stride in strides),
            tuple(np.zeros(1, np.int32) for _ in shape),
        )

    def _buffer(self, form: Format, count: int) -> Buffer:
        return Buffer(form, count, np.ascontiguousarray(form.encode(self.filler.numbers(form, (count,)))))

    def _size(self, form: IntegerFormat) -> Array:
        """An integer argument: probably an extent, a stride or an offset."""
        step, block = self.divisibility, self.demand.block
        match profile_of(self.filler.seed).size:
            case "small":
                value = self._one_of(self._small())
            case "whole":
                value = self._one_of(self._large(2 * block, 3 * block))
            case "uneven":
                value = self._one_of(self._large(block + block // 2 + 1, block + block // 4 + 1, 2 * block - 1))
            case "ragged":
                large = self.filler.random.integers(2) or self.demand.sizes == 1
                value = block + block // 2 + 1 if large else self._one_of(self._small())
            case "limits":
                value = int(self.filler.random.choice([form.minimum, form.maximum, -1, 0, 1, form.maximum - 1]))
            case size:
                value = int(size)
        if value % step:
            # An odd multiple of the divisibility is as ragged as possible.
            value = (value // step | 1) * step if value > 0 else value // step * step
        return to_format(np.array([value]), form)

    def _large(self, *sizes: int) -> Sequence[int]:
        """Sizes of several blocks. For long blocks two arguments of such sizes would need too much memory."""
        if self.demand.block <= _LONG or self.demand.sizes == 1:
            return sizes
        return (sizes[0], *self._small()[1:4:2])

    def _small(self) -> Sequence[int]:
        if self.divisibility > 1:
            return [self.divisibility * times for times in range(1, _MOST_TIMES)]
        if self.demand.inside is not None:
            return range(1, self.demand.inside + 1)
        return _SMALL_SIZES

    def _one_of(self, sizes: Sequence[int]) -> int:
        """A different one for each of the integer arguments, as long as there are enough."""
        rounds, at = divmod(self.place, len(sizes))
        order = np.random.default_rng([self.filler.seed, rounds]).permutation(len(sizes))
        return sizes[int(order[at])]


_SMALL_SIZES: Sequence[int] = (1, 2, 3, 7, 8, 16, 17, 31, 32, 33, 48, 64, 65, 100)
_MOST_TIMES = 7


def _pointer(address: Address, stored: Array) -> Value:
    return np.array([address], np.int64)
