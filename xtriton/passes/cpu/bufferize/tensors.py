"""Bufferization of ``tensor``, ``bufferization`` and constant operations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import IndexType, IntegerAttr, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.ttx import CumSumOp, ScanOp
from xtriton.dialects.upstream import bufferization, linalg, memref, tensor
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.memref import strides_and_offset
from xtriton.dialects.upstream.memref.layouts import collapsed_type, expanded_type
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult, static_of
from xtriton.dialects.upstream.reassociation import groups_of
from xtriton.ir.creation import is_operation
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_float_type, is_integer_type, is_tensor_type
from xtriton.passes.cpu.bufferize.buffers import Buffer, memory_like
from xtriton.passes.cpu.views import root_of

if TYPE_CHECKING:
    from xtriton.passes.cpu.bufferize import Bufferizer


def _memref(value: SSAValue) -> memref.MemRef:
    return cast("memref.MemRef", value.type)


def _view(z: Bufferizer, op: Operation, source: SSAValue, memory: SSAValue) -> None:
    """Record that the result of ``op`` is a view of the memory of ``source``."""
    own = z.buffers.get(source)
    z.buffers.set(op.results[0], Buffer(memory, own.roots, own.writable))


def _nothing(z: Bufferizer, op: Operation) -> None:
    """Nothing to do: a buffer is allocated when it is first written."""


def _alloc_tensor(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, bufferization.AllocTensorOp)
    if op.copy is not None:
        z.buffers.set(op.result, z.buffers.copy_of(op.copy))


def _to_tensor(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, bufferization.ToTensorOp)
    z.buffers.set(op.result, Buffer(op.buffer, frozenset([root_of(op.buffer)]), op.writable is not None))


def _to_buffer(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, bufferization.ToBufferOp)
    memory = z.buffers.get(op.tensor).memory
    if memory.type != op.buffer.type:
        memory = z.insert(memref.CastOp(memory, op.buffer.type)).results[0]
    op.buffer.replace_all_uses_with(memory)


def _materialize(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, bufferization.MaterializeInDestinationOp)
    if is_tensor_type(op.dest.type):
        assert op.result is not None
        z.buffers.set(op.result, z.buffers.get(op.source))
        return
    if z.buffers.has(op.source):
        z.buffers.copy(z.buffers.get(op.source).memory, op.dest)


def _constant(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, ConstantOp)
    value = op.value
    type_ = cast("TensorType[Attribute]", op.result.type)
    assert isinstance(value, DenseElementsAttr)
    if value.is_splat:
        buffer = z.buffers.allocate(type_)
        number = z.insert(ConstantOp(_scalar(value, type_.element_type))).result
        z.insert(linalg.FillOp([number], [buffer.memory]))
        z.buffers.set(op.result, buffer)
        return
    name = z.global_constant(value, memory_like(type_))
    found = z.insert(memref.GetGlobalOp(symbol=name, result=memory_like(type_)))
    z.buffers.set(op.result, Buffer(found.results[0], frozenset([found.results[0]]), writable=False))


def _scalar(value: DenseElementsAttr, element: Attribute) -> Attribute:
    from xdsl.dialects.builtin import FloatAttr

    number = value.splat_value
    if is_float_type(element):
        return FloatAttr(float(number), element)
    assert isinstance(element, IndexType) or is_integer_type(element)
    return IntegerAttr(int(number), element)


def _extract(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.ExtractOp)
    op.result.replace_all_uses_with(z.insert(memref.LoadOp(z.buffers.get(op.tensor).memory, list(op.indices))).result)


def _insert(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.InsertOp)
    place = z.buffers.to_overwrite(op.dest, op, [op.dest])
    z.insert(memref.StoreOp(op.scalar, place.memory, list(op.indices)))
    z.buffers.set(op.result, place)


def _subview(z: Bufferizer, op: Any, memory: SSAValue, shape: Sequence[int]) -> SSAValue:
    """The part of ``memory`` that the offsets, sizes and strides of an operation select, as a memref of ``shape``."""
    lists: list[list[OpFoldResult]] = [op.mixed_offsets, op.mixed_sizes, op.mixed_strides]
    full = memref.subview_type(_memref(memory), *(static_of(attribute) for attribute in lists))
    type_ = full
    if len(shape) != len(lists[1]):
        from xtriton.passes.cpu.to_llvm.accesses import dropped_dims

        dropped = dropped_dims(lists[1], shape)
        known = strides_and_offset(full)
        assert known is not None
        strides = [stride for dim, stride in enumerate(known[0]) if dim not in dropped]
        type_ = memref.strided_type(full.element_type, shape, strides, known[1])
    return z.insert(memref.SubViewOp.of(memory, lists[0], lists[1], lists[2], type_)).results[0]


def _extract_slice(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.ExtractSliceOp)
    shape = cast("TensorType[Attribute]", op.result.type).get_shape()
    _view(z, op, op.source, _subview(z, op, z.buffers.get(op.source).memory, shape))


def _insert_slice(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.InsertSliceOp)
    place = z.buffers.to_overwrite(op.dest, op, [op.dest])
    shape = cast("TensorType[Attribute]", op.source.type).get_shape()
    if z.buffers.has(op.source):
        z.buffers.copy(z.buffers.get(op.source).memory, _subview(z, op, place.memory, shape))
    z.buffers.set(op.result, place)


def _collapse_shape(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.CollapseShapeOp)
    groups = groups_of(op.reassociation)
    shape = cast("TensorType[Attribute]", op.result.type).get_shape()
    own = z.buffers.get(op.src)
    type_ = collapsed_type(_memref(own.memory), shape, groups)
    if type_ is None or not groups:
        own = z.buffers.copy_of(op.src)
        type_ = collapsed_type(_memref(own.memory), shape, groups)
        assert type_ is not None
    memory = z.insert(memref.CollapseShapeOp(own.memory, groups, type_)).results[0]
    z.buffers.set(op.result, Buffer(memory, own.roots, own.writable))


def _expand_shape(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.ExpandShapeOp)
    groups = groups_of(op.reassociation)
    shape = cast("TensorType[Attribute]", op.result.type).get_shape()
    memory = z.buffers.get(op.src).memory
    type_ = expanded_type(_memref(memory), shape, groups)
    if type_ is None:
        raise ValueError("its layout has no strides")
    new = memref.ExpandShapeOp(
        memory,
        op.output_shape,
        reassociation=op.reassociation,
        static_output_shape=op.static_output_shape,
        result=type_,
    )
    _view(z, op, op.src, z.insert(new).results[0])


def _reshape(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.ReshapeOp)
    target = memory_like(op.result.type)
    if any(extent == DYNAMIC for extent in target.get_shape()):
        raise ValueError("the shape that it gives is not known when it is compiled")
    own = z.buffers.get(op.source)
    if _memref(own.memory) != memory_like(op.source.type):
        own = z.buffers.copy_of(op.source)
    sizes = list(target.get_shape())
    strides = memref.row_major_strides(sizes)
    plain = memref.strided_type(target.element_type, sizes, strides, 0)
    view = z.insert(memref.ReinterpretCastOp.of(own.memory, [0], list(sizes), list(strides), plain)).results[0]
    memory = z.insert(memref.CastOp(view, target)).results[0]
    z.buffers.set(op.result, Buffer(memory, own.roots, own.writable))


def _cast(z: Bufferizer, op: Operation) -> None:
    memory = z.buffers.get(op.operands[0]).memory
    known = strides_and_offset(_memref(memory))
    assert known is not None
    shape = cast("TensorType[Attribute]", op.results[0].type).get_shape()
    type_ = memref.strided_type(_memref(memory).element_type, shape, *known)
    _view(z, op, op.operands[0], z.insert(memref.CastOp(memory, type_)).results[0])


def _dim(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.DimOp)
    op.result.replace_all_uses_with(z.insert(memref.DimOp(z.buffers.get(op.source).memory, op.index)).result)


def _from_elements(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.FromElementsOp)
    buffer = z.buffers.allocate(op.result.type)
    shape = cast("TensorType[Attribute]", op.result.type).get_shape()
    strides = memref.row_major_strides(shape)
    for number, element in enumerate(op.elements):
        place = [number // stride % extent for stride, extent in zip(strides, shape, strict=True)]
        z.insert(memref.StoreOp(element, buffer.memory, [z.buffers.index(index) for index in place]))
    z.buffers.set(op.result, buffer)


def _splat(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.SplatOp)
    buffer = z.buffers.allocate(op.aggregate.type, op.dynamicSizes)
    z.insert(linalg.FillOp([op.input], [buffer.memory]))
    z.buffers.set(op.aggregate, buffer)


def _generate(z: Bufferizer, op: Operation) -> None:
    """Lower the body as that of a ``linalg.generic`` without inputs."""
    assert isinstance(op, tensor.GenerateOp)
    from xdsl.ir.affine import AffineMap

    buffer = z.buffers.allocate(op.result.type, op.dynamicExtents)
    type_ = cast("TensorType[Attribute]", op.result.type)
    block = Block(arg_types=[type_.element_type])
    mapping: dict[SSAValue, SSAValue] = {}
    for dim, argument in enumerate(op.body.block.args):
        index = linalg.IndexOp(dim)
        block.add_op(index)
        mapping[argument] = index.result
    for inner in op.body.block.ops:
        if isinstance(inner, tensor.YieldOp):
            block.add_op(linalg.YieldOp([mapping.get(inner.value, inner.value)]))
        else:
            block.add_op(inner.clone(mapping))
    rank = len(type_.get_shape())
    new = linalg.GenericOp(
        [],
        [buffer.memory],
        indexing_maps=[AffineMap.identity(rank)],
        iterator_types=["parallel"] * rank,
        region=Region(block),
    )
    z.load_elements(z.insert(new))
    z.buffers.set(op.result, buffer)


def _pad(z: Bufferizer, op: Operation) -> None:
    """A constant border around the elements."""
    assert isinstance(op, tensor.PadOp)
    shape = cast("TensorType[Attribute]", op.result.type).get_shape()
    if DYNAMIC in shape:
        raise ValueError("the size that it gives is not known when it is compiled")
    end = op.region.block.last_op
    assert end is not None
    filler = end.operands[0]
    if filler.owner is op.region.block or (
        is_operation(filler.owner) and filler.owner.parent is op.region.block and filler.owner.operands
    ):
        raise ValueError("its border depends on the place")
    if is_operation(filler.owner) and filler.owner.parent is op.region.block:
        filler = z.insert(filler.owner.clone()).results[0]
    buffer = z.buffers.allocate(op.result.type)
    z.insert(linalg.FillOp([filler], [buffer.memory]))
    source = z.buffers.get(op.source).memory
    sizes: list[OpFoldResult] = [
        z.insert(memref.DimOp(source, z.buffers.index(dim))).result if extent == DYNAMIC else extent
        for dim, extent in enumerate(_memref(source).get_shape())
    ]
    lists = [op.mixed_low, sizes, [1] * len(sizes)]
    type_ = memref.subview_type(_memref(buffer.memory), *(static_of(attribute) for attribute in lists))
    z.buffers.copy(source, z.insert(memref.SubViewOp.of(buffer.memory, lists[0], lists[1], lists[2], type_)).results[0])
    z.buffers.set(op.result, buffer)


def _concat(z: Bufferizer, op: Operation) -> None:
    assert isinstance(op, tensor.ConcatOp)
    dim = cast("IntegerAttr[Any]", op.dim).value.data
    buffer = z.buffers.allocate(op.result.type)
    start = 0
    for part in op.inputs:
        shape = list(cast("TensorType[Attribute]", part.type).get_shape())
        if prod(shape) < 0 or DYNAMIC in shape:
            raise ValueError("the size of a part is not known when it is compiled")
        offsets = [start if axis == dim else 0 for axis in range(len(shape))]
        type_ = memref.subview_type(_memref(buffer.memory), offsets, shape, [1] * len(shape))
        view = z.insert(memref.SubViewOp.of(buffer.memory, list(offsets), list(shape), [1] * len(shape), type_))
        z.buffers.copy(z.buffers.get(part).memory, view.results[0])
        start += shape[dim]
    z.buffers.set(op.result, buffer)


def _select(z: Bufferizer, op: Operation) -> None:
    """Select one of two whole tensors, by selecting one of their buffers."""
    from xdsl.dialects.builtin import i1

    from xtriton.dialects.upstream.arith import SelectOp

    if op.operands[0].type != i1:
        raise ValueError("elements must be selected by a linalg.generic")
    sides = [z.buffers.get(operand) for operand in op.operands[1:]]
    plain = memory_like(op.results[0].type)
    memories = [
        side.memory if side.memory.type == plain else z.buffers.copy_of(operand).memory
        for side, operand in zip(sides, op.operands[1:], strict=True)
    ]
    chosen = z.insert(SelectOp(op.operands[0], *memories))
    roots = sides[0].roots | sides[1].roots | frozenset(map(root_of, memories))
    z.buffers.set(op.results[0], Buffer(chosen.results[0], roots, writable=False))


def _cumsum(z: Bufferizer, op: Operation) -> None:
    """The sums get a new buffer: an element is read again after its sum is written."""
    assert isinstance(op, CumSumOp)
    result = z.buffers.allocate(op.outputs[0].type, z.buffers.dynamic_sizes(op.outputs[0]))
    z.insert(CumSumOp.of(z.buffers.get(op.inputs[0]).memory, op.axis_number, result.memory))
    z.buffers.set(op.results[0], result)


def _scan(z: Bufferizer, op: Operation) -> None:
    """The results get new buffers, as sums do."""
    assert isinstance(op, ScanOp)
    results = [z.buffers.allocate(output.type, z.buffers.dynamic_sizes(output)) for output in op.outputs]
    sources = [z.buffers.get(value).memory for value in op.inputs]
    memories = [result.memory for result in results]
    new = ScanOp.of(sources, memories, op.combiner.clone(), reverse=op.reverse is not None)
    z.load_elements(z.insert(new))
    for value, result in zip(op.results, results, strict=True):
        z.buffers.set(value, result)


RULES: dict[str, Callable[[Bufferizer, Operation], None]] = {
    "arith.constant": _constant,
    "arith.select": _select,
    "bufferization.alloc_tensor": _alloc_tensor,
    "bufferization.dealloc_tensor": _nothing,
    "bufferization.materialize_in_destination": _materialize,
    "bufferization.to_buffer": _to_buffer,
    "bufferization.to_tensor": _to_tensor,
    "tensor.cast": _cast,
    "tensor.collapse_shape": _collapse_shape,
    "tensor.concat": _concat,
    "tensor.dim": _dim,
    "tensor.empty": _nothing,
    "tensor.expand_shape": _expand_shape,
    "tensor.extract": _extract,
    "tensor.extract_slice": _extract_slice,
    "tensor.from_elements": _from_elements,
    "tensor.generate": _generate,
    "tensor.insert": _insert,
    "tensor.insert_slice": _insert_slice,
    "tensor.pad": _pad,
    "tensor.reshape": _reshape,
    "tensor.splat": _splat,
    "ttx.cumsum": _cumsum,
    "ttx.scan": _scan,
}
"""The lowering of each operation on tensors, by operation name."""


def global_op(name: str, value: Attribute, type_: Attribute) -> Operation:
    """A ``memref.global`` for a constant."""
    return memref.GlobalOp(sym_name=name, sym_visibility="private", type=type_, initial_value=value, constant=True)
