"""Building blocks of the lowerings to ``linalg``: empty tensors, fills, loops over all elements, bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from xdsl.dialects.builtin import LocationAttr, TensorType
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap

from xtriton.dialects.upstream import linalg, tensor
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import YieldOp
from xtriton.folds.elements import Number, constant
from xtriton.ir.builder import Builder
from xtriton.ir.locations import Location
from xtriton.ir.narrowing import is_tensor_type
from xtriton.rewriting.cloning import clone_body
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter

Tensor = TensorType[Attribute]

Fill = Callable[["Body"], Iterable[SSAValue]]
"""Builds a region; returns the elements of the outputs."""


def tensor_type(value: SSAValue) -> Tensor:
    """The type of a tensor value."""
    type_ = value.type
    assert is_tensor_type(type_)
    return type_


def shape_of_value(value: SSAValue) -> tuple[int, ...]:
    """The shape of a tensor."""
    return tuple(tensor_type(value).get_shape())


class Body(Builder):
    """Builds the block of a region, whose arguments ``args`` are the elements."""

    def __init__(self, block: Block, location: Location) -> None:
        super().__init__()
        self.block = block
        self.location = location
        self.at_end(block)

    @property
    def args(self) -> Sequence[SSAValue]:
        """The elements of inputs and outputs."""
        return self.block.args

    def constant(self, type_: Attribute, number: Number) -> SSAValue:
        """A constant of a scalar type."""
        return self.insert_value(ConstantOp(constant(type_, number)))

    def index(self, dim: int) -> SSAValue:
        """The induction variable of a dimension (``linalg.index``)."""
        return self.insert_value(linalg.IndexOp(dim))

    def copy(self, source: Block, values: Sequence[SSAValue]) -> list[SSAValue]:
        """Clone ``source`` without its terminator, ``values`` for its arguments; returns the terminator's operands."""
        return clone_body(source, values, self)


def region_of(types: Sequence[Attribute], fill: Fill, rewriter: Rewriter) -> Region:
    """A ``linalg`` region that takes elements of these types."""
    block = Block(arg_types=types)
    for argument in block.args:
        argument.location = cast("LocationAttr", rewriter.location)
    body = Body(block, rewriter.location)
    results = list(fill(body))
    body.insert(linalg.YieldOp(results))
    return Region(block)


def branch_of(body: Body, fill: Callable[[Body], SSAValue | None]) -> Region:
    """A region of an ``scf.if`` in ``body``; it yields what ``fill`` returns."""
    inner = Body(Block(), body.location)
    value = fill(inner)
    inner.insert(YieldOp() if value is None else YieldOp([value]))
    return Region(inner.block)


def scalar_constant(type_: Attribute, number: Number, rewriter: Rewriter) -> SSAValue:
    """A constant of a scalar type."""
    return insert_constant(rewriter, number, type_)


def empty(shape: Sequence[int], element: Attribute, rewriter: Rewriter) -> SSAValue:
    """``tensor.empty``: a tensor with undefined elements."""
    return rewriter.insert(tensor.EmptyOp.of(list(shape), element)).result


def filled(value: SSAValue, shape: Sequence[int], rewriter: Rewriter) -> SSAValue:
    """A tensor filled with ``value``."""
    init = empty(shape, value.type, rewriter)
    return rewriter.insert(linalg.FillOp([value], [init])).results[0]


def transposed(value: SSAValue, order: Sequence[int], rewriter: Rewriter) -> SSAValue:
    """The tensor whose dimension ``i`` is dimension ``order[i]`` of ``value``."""
    shape = shape_of_value(value)
    init = empty([shape[dim] for dim in order], tensor_type(value).element_type, rewriter)
    return rewriter.insert(linalg.TransposeOp(value, init, order)).results[0]


def over_elements(
    inputs: Sequence[SSAValue], outputs: Sequence[SSAValue], rank: int, fill: Fill, rewriter: Rewriter
) -> linalg.GenericOp:
    """An elementwise ``linalg.generic`` over tensors of one shape."""
    maps = [AffineMap.identity(rank)] * (len(inputs) + len(outputs))
    return generic(inputs, outputs, maps, fill, rewriter)


def generic(
    inputs: Sequence[SSAValue],
    outputs: Sequence[SSAValue],
    maps: Sequence[AffineMap],
    fill: Fill,
    rewriter: Rewriter,
    iterators: Sequence[str] | None = None,
) -> linalg.GenericOp:
    """``linalg.generic`` with given maps; all loops are parallel unless ``iterators`` says otherwise."""
    types = [tensor_type(value).element_type for value in (*inputs, *outputs)]
    region = region_of(types, fill, rewriter)
    kinds = iterators or [linalg.PARALLEL] * maps[-1].num_dims
    return rewriter.insert(linalg.GenericOp(inputs, outputs, indexing_maps=maps, iterator_types=kinds, region=region))


def broadcast_map(source: Sequence[int], rank: int) -> AffineMap:
    """The map of an input of shape ``source``, right-aligned, that is broadcast along its dimensions of extent 1."""
    first = rank - len(source)
    results = [
        AffineConstantExpr(0) if extent == 1 else AffineDimExpr(first + dim) for dim, extent in enumerate(source)
    ]
    return AffineMap(rank, 0, tuple(results))
