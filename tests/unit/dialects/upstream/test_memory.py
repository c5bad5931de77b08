"""Queries of passes on the memref, tensor and linalg dialects: inferred types, effects, and constructors."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from xdsl.dialects.builtin import IndexType, MemRefType, StridedLayoutAttr, TensorType, f32, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.traits import MemoryEffectKind

from xtriton.dialects import tts
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream import bufferization, linalg, memref, tensor
from xtriton.dialects.upstream.memref.layouts import collapsed_type, expanded_type, row_major_strides
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult
from xtriton.dialects.upstream.tensor.slices import concatenated_type
from xtriton.interfaces.effects import effects_of, is_memory_effect_free, is_pure, is_trivially_dead
from xtriton.ir.printer import attribute_text

POINTER = PointerType(f32)


def values(*types: Attribute) -> Sequence[SSAValue]:
    """Values of types, of which nothing is known."""
    return Block(arg_types=types).args


def lines(op: Operation) -> str:
    """An operation as text."""
    op.verify()
    return str(op)


def memory(*shape: int, layout: StridedLayoutAttr | None = None) -> MemRefType[Attribute]:
    """``memref<shape x f32, layout>``."""
    return MemRefType(f32, shape) if layout is None else MemRefType(f32, shape, layout)


def test_strides_of_memory_without_a_layout() -> None:
    assert row_major_strides([2, 3, 4]) == [12, 4, 1]
    assert row_major_strides([2, DYNAMIC, 4]) == [DYNAMIC, 4, 1]
    assert row_major_strides([]) == []


@pytest.mark.parametrize(
    ("offsets", "sizes", "strides", "expected"),
    [
        ([0, 0], [2, 8], [1, 1], "memref<2x8xf32, strided<[8, 1]>>"),
        ([1, 2], [2, 2], [1, 2], "memref<2x2xf32, strided<[8, 2], offset: 10>>"),
        (["n", 2], [2, 2], [1, 1], "memref<2x2xf32, strided<[8, 1], offset: ?>>"),
        ([0, 0], ["n", 4], ["n", 1], "memref<?x4xf32, strided<[?, 1]>>"),
    ],
)
def test_types_of_slices_of_memory(
    offsets: list[int | str], sizes: list[int | str], strides: list[int | str], expected: str
) -> None:
    source, number = values(memory(4, 8), IndexType())

    def mixed(entries: list[int | str]) -> list[OpFoldResult]:
        return [number if isinstance(entry, str) else entry for entry in entries]

    op = memref.SubViewOp.of(source, mixed(offsets), mixed(sizes), mixed(strides))
    op.verify()
    assert attribute_text(op.result.type) == expected


def test_reshapes_of_strided_memory() -> None:
    rows = memory(4, 8, layout=StridedLayoutAttr([8, 1], None))
    collapsed = collapsed_type(rows, [32], [[0, 1]])
    assert collapsed is not None
    assert attribute_text(collapsed) == "memref<32xf32, strided<[1], offset: ?>>"
    padded = memory(4, 8, layout=StridedLayoutAttr([9, 1], 0))
    assert collapsed_type(padded, [32], [[0, 1]]) is None
    expanded = expanded_type(padded, [2, 2, 8], [[0, 1], [2]])
    assert expanded is not None
    assert attribute_text(expanded) == "memref<2x2x8xf32, strided<[18, 9, 1]>>"


def test_types_of_concatenations() -> None:
    parts = [TensorType(f32, [4, DYNAMIC]), TensorType(f32, [6, 8])]
    assert concatenated_type(parts, 0) == TensorType(f32, [10, 8])
    assert concatenated_type(parts, 1).get_shape() == (4, DYNAMIC)


def test_structured_pointers() -> None:
    base, number = values(POINTER, IndexType())
    tensor_of_pointers = tts.MakeTensorPtrOp.of(base, [4, 8], [number, 1], [number, 0], [0, 0])
    assert tensor_of_pointers.result.type == TensorType(POINTER, [4, 8])
    assert tensor_of_pointers.is_structured_pointer
    assert tensor_of_pointers.mixed_strides == [number, 1]
    wraps = tts.MakeTensorPtrOp.of(base, [4], [1], [0], [number])
    assert wraps.is_split_pointer
    block = tts.MakeTensorPtrOp.of(base, [4, 8], [8, 1], [0, 0], [16, 16], order=[1, 0])
    assert block.is_block_pointer
    assert block.result.type == PointerType(TensorType(f32, [4, 8]))
    loads = [tts.LoadOp.of(pointers.result) for pointers in (tensor_of_pointers, block)]
    assert [load.result.type for load in loads] == [TensorType(f32, [4, 8])] * 2
    assert [load.has_mask for load in loads] == [False, False]
    masked = tts.StoreOp.of(block.result, loads[0].result, [number, 3])
    assert masked.mixed_mask_dims == [number, 3]
    for op in (tensor_of_pointers, wraps, block, *loads, masked):
        op.verify()


def test_structured_state_of_types() -> None:
    assert tts.state_sizes(TensorType(POINTER, [4, 8])) == (2, 2)
    assert tts.state_sizes(TensorType(i32, [4])) == (1, 1)
    assert tts.state_sizes(POINTER) == (1, 0)
    assert tts.state_sizes(PointerType(TensorType(f32, [4, 8]))) == (2, 2)
    assert tts.state_sizes(TensorType(f32, [4])) == (0, 0)
    assert tts.state_sizes(f32) is None


def generic(operand: SSAValue) -> linalg.GenericOp:
    """``operand`` with each element replaced by itself."""
    body = Block(arg_types=[f32])
    body.add_op(linalg.YieldOp([body.args[0]]))
    return linalg.GenericOp(
        [], [operand], indexing_maps=[AffineMap.identity(1)], iterator_types=[linalg.PARALLEL], region=Region(body)
    )


def test_effects_of_loops_over_elements() -> None:
    on_tensor, on_memory = generic(values(TensorType(f32, [4]))[0]), generic(values(memory(4))[0])
    assert is_memory_effect_free(on_tensor)
    assert is_pure(on_tensor)
    assert is_trivially_dead(on_tensor)
    assert [result.type for result in on_tensor.results] == [TensorType(f32, [4])]
    assert not is_trivially_dead(on_memory)
    assert {effect.kind for effect in effects_of(on_memory) or ()} == {MemoryEffectKind.READ, MemoryEffectKind.WRITE}
    assert not on_memory.results


def test_filling_memory_only_writes_it() -> None:
    number, target = values(f32, memory(4))
    effects = effects_of(linalg.FillOp([number], [target])) or []
    assert [(effect.kind, effect.value) for effect in effects] == [(MemoryEffectKind.WRITE, target)]


def test_allocations_without_users_are_dead() -> None:
    assert is_trivially_dead(memref.AllocOp(memref=memory(4)))
    assert not is_trivially_dead(memref.CopyOp(*values(memory(4), memory(4))))
    assert is_trivially_dead(bufferization.ToTensorOp(values(memory(4))[0], restrict=True))
    assert not is_trivially_dead(bufferization.AllocTensorOp(result=TensorType(f32, [4])))


def test_operations_made_in_python_are_right() -> None:
    t, m, number, index = values(TensorType(f32, [4, 8]), memory(4, 8), f32, IndexType())
    empty = tensor.EmptyOp.of([index, 8], f32)
    assert empty.result.type == TensorType(f32, [DYNAMIC, 8])
    assert empty.mixed_sizes == [index, 8]
    made = [
        empty,
        tensor.ExtractSliceOp.of(t, [0, index], [2, 4], [1, 1]),
        tensor.InsertSliceOp.of(t, t, [0, 0], [4, 8], [1, 1]),
        tensor.CollapseShapeOp(t, [[0, 1]]),
        tensor.ConcatOp(1, [t, t]),
        memref.LoadOp(m, [index, index]),
        memref.StoreOp(number, m, [index, index]),
        memref.ReinterpretCastOp.of(m, [index], [32], [1], MemRefType(f32, [32], StridedLayoutAttr([1], None))),
        bufferization.MaterializeInDestinationOp(t, m, writable=True),
        bufferization.MaterializeInDestinationOp(t, t),
        linalg.TransposeOp(t, values(TensorType(f32, [8, 4]))[0], [1, 0]),
        linalg.BroadcastOp(values(TensorType(f32, [4]))[0], t, [1]),
        linalg.MatmulOp(values(TensorType(f32, [4, 2]), TensorType(f32, [2, 8])), [t]),
    ]
    for op in made:
        assert lines(op).count(op.name) >= 1


@pytest.mark.parametrize("op_class", [linalg.MatmulOp, linalg.BatchMatmulOp, linalg.DotOp, linalg.MatvecOp])
def test_products_loop_once_more_than_their_output_has_dimensions(op_class: type[linalg.StructuredOp]) -> None:
    shapes = {
        linalg.MatmulOp: ([4, 2], [2, 8], [4, 8]),
        linalg.BatchMatmulOp: ([3, 4, 2], [3, 2, 8], [3, 4, 8]),
        linalg.DotOp: ([2], [2], []),
        linalg.MatvecOp: ([4, 2], [2], [4]),
    }[op_class]
    left, right, total = values(*(TensorType(f32, shape) for shape in shapes))
    op = op_class([left, right], [total])
    op.verify()
    assert op.iterators == [linalg.PARALLEL] * len(shapes[2]) + [linalg.REDUCTION]
    assert linalg.loop_ranges(op) == [*shapes[2], 2]
