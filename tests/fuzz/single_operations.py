"""Splits a program into functions with a single operation each, and mutates types and attributes of the operation.

What a verifier checks of one operation shows in a program of a few lines, so that many changes can be compared with
the wheel: ``parity/test_verifiers.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from fuzz.operations import ATTRIBUTES
from xdsl.dialects.builtin import (
    DenseArrayBase,
    Float8E5M2Type,
    FunctionType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    NoneAttr,
    StringAttr,
    TensorType,
    bf16,
    f16,
    f32,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.traits import HasParent, IsTerminator
from xdsl.utils.exceptions import VerifyException

from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr, layout_of
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.attributes import TensorMemorySpaceAttr
from xtriton.ir.narrowing import int_list, is_tensor_type
from xtriton.ir.traits import HasParentOp, encoding_of, has_trait
from xtriton.layouts.distributed import default_blocked
from xtriton.layouts.encoding import CTALayout, Encoding
from xtriton.layouts.encodings import (
    DistributedEncoding,
    DotOperand,
    GenericLinear,
    Linear,
    NVMMAShared,
    Slice,
    SwizzledShared,
    to_linear_layout,
)
from xtriton.rewriting.rewriter import Rewriter

_WITH_OTHERS = (IsTerminator, HasParent, HasParentOp)
_SYMBOL_USERS = ("tt.call",)
_FUNCTIONS = ("tt.func", "func.func", "llvm.func")
_ELEMENTS = (f32, f16, bf16, i1, i8, i32, i64, Float8E5M2Type(), PointerType(f32, 1))
_SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")
"""Which operand is which: the wheel trusts them."""
_NUMBERS = (0, 1, 2, 3, 4, 5, 8, 16, 31, 32, 64, 100, -1)


def single_operations(module: ModuleOp, wanted: Callable[[Operation], bool]) -> Iterator[ModuleOp]:
    """A module for each ``wanted`` operation in the functions of a module that can be alone."""
    for op in filter(wanted, module.walk()):
        parent = op.parent_op()
        if parent is None or isinstance(parent, ModuleOp) or op.name in (*_FUNCTIONS, *_SYMBOL_USERS) or op.successors:
            continue
        if not any(has_trait(op, trait) for trait in _WITH_OTHERS):
            yield _alone(op, module)


def _alone(op: Operation, module: ModuleOp) -> ModuleOp:
    inner = [other for other in op.walk() if other is not op]
    own = {id(result) for other in inner for result in other.results}
    own.update(
        id(arg) for other in op.walk() for region in other.regions for block in region.blocks for arg in block.args
    )
    captured = dict.fromkeys(value for other in inner for value in other.operands if id(value) not in own)
    values = [*op.operands, *captured]  # equal operands are different arguments: each type can be changed
    block = Block(arg_types=[value.type for value in values])
    copy = op.clone(dict(zip(values, block.args, strict=True)))
    copy.operands = block.args[: len(op.operands)]
    block.add_ops([copy, tt.ReturnOp.create()])
    function = tt.FuncOp.create(
        properties={
            "sym_name": StringAttr("f"),
            "function_type": _signature(block),
            "sym_visibility": StringAttr("public"),
        },
        regions=[Region(block)],
    )
    return ModuleOp([function], attributes=dict(module.attributes))


def _signature(block: Block) -> FunctionType:
    return FunctionType.from_lists([arg.type for arg in block.args], [])


def function_of(module: ModuleOp) -> Operation:
    """The function of a module from :func:`single_operations`."""
    return next(iter(module.body.block.ops))


def operation_of(module: ModuleOp) -> Operation:
    """The operation of a module from :func:`single_operations`."""
    op = function_of(module).regions[0].block.first_op
    assert op is not None
    return op


def change(module: ModuleOp, random: Random) -> bool:
    """Change one type or attribute of the only operation in place. Returns whether one was changed."""
    op, function = operation_of(module), function_of(module)
    block = function.regions[0].block
    values = [*block.args, *op.results]
    attributes = [(held, name) for held in (op.properties, op.attributes) for name in held if name not in _SEGMENTS]
    chosen = random.randrange(2 * len(values) + len(attributes)) if values or attributes else None
    if chosen is None:
        return False
    if chosen >= 2 * len(values):
        return _change_attribute(*attributes[chosen - 2 * len(values)], random)
    value = values[chosen // 2]
    others = [type_ for type_ in other_types(value.type) if type_ != value.type]
    if not others:
        return False
    Rewriter.set_type(value, random.choice(others))
    function.properties["function_type"] = _signature(block)
    return True


def give_all(module: ModuleOp, other: Callable[[Attribute], Attribute]) -> None:
    """Change the types of all operands and results of the only operation in place."""
    op, function = operation_of(module), function_of(module)
    block = function.regions[0].block
    for value in (*block.args, *op.results):
        Rewriter.set_type(value, other(value.type))
    function.properties["function_type"] = _signature(block)


def _change_attribute(held: dict[str, Attribute], name: str, random: Random) -> bool:
    old = held[name]
    try:
        match old:
            case IntegerAttr():
                numbers = (*_NUMBERS, old.value.data + 1, old.value.data * 2)
                held[name] = IntegerAttr(random.choice(numbers), old.type)
            case DenseArrayBase() if isinstance(old.elt_type, IntegerType):
                held[name] = DenseArrayBase.from_list(old.elt_type, _other_list(int_list(old), random))
            case _ if random.random() < 0.4:
                del held[name]
            case _:
                held[name] = random.choice(ATTRIBUTES)
    except VerifyException:
        return False
    return True


def _other_list(numbers: Sequence[int], random: Random) -> list[int]:
    listed = list(numbers)
    kind = random.randrange(4)
    if kind == 0 or not listed:
        listed.append(random.choice(_NUMBERS))
    elif kind == 1:
        listed.pop()
    elif kind == 2:
        random.shuffle(listed)
    else:
        listed[random.randrange(len(listed))] = random.choice(_NUMBERS)
    return listed


def other_types(type_: Attribute) -> Iterator[Attribute]:
    """Types that differ from a type in one thing."""
    for make in _makers(type_):
        try:
            yield make()
        except (VerifyException, ValueError):  # no such type
            continue


def _makers(type_: Attribute) -> Iterator[Callable[[], Attribute]]:
    match type_:
        case TensorType():
            yield from _tensors(type_)
        case MemDescType():
            yield from _memory(type_)
        case TensorDescType():
            yield lambda: PointerType(f32, 1)
            for block in other_types(type_.block_type):
                if is_tensor_type(block):
                    yield lambda block=block: TensorDescType(block)
        case PointerType():
            yield from (lambda other=other: PointerType(other, 1) for other in _ELEMENTS)
            yield lambda: i64
        case _ if type_ in _ELEMENTS:
            yield from (lambda other=other: other for other in _ELEMENTS)
            yield lambda: TensorType(type_, [16], NoneAttr())
        case _:
            yield lambda: i32


def _tensors(type_: TensorType[Attribute]) -> Iterator[Callable[[], Attribute]]:
    shape, element, encoding = type_.get_shape(), type_.element_type, type_.encoding
    yield lambda: element
    yield lambda: TensorType(element, shape, NoneAttr())
    for other in _ELEMENTS:
        yield lambda other=other: TensorType(other, shape, encoding)
    for extents in _shapes(shape):
        yield lambda extents=extents: TensorType(element, extents, encoding)
        if isinstance(layout_of(encoding_of(type_)), DistributedEncoding):
            yield lambda extents=extents: TensorType(element, extents, encoding_attr(default_blocked(extents, 4, 32)))
    for make in _layouts(encoding_of(type_), shape):
        yield lambda make=make: TensorType(element, shape, encoding_attr(make()))


def _memory(type_: MemDescType) -> Iterator[Callable[[], Attribute]]:
    shape, alloc = type_.get_shape(), type_.get_alloc_shape()
    element, encoding, space, mutable = type_.element_type, type_.encoding, type_.memory_space, type_.mutable
    yield lambda: MemDescType(shape, element, encoding, space, not mutable, alloc)
    for other in _ELEMENTS[:-1]:
        yield lambda other=other: MemDescType(shape, other, encoding, space, mutable, alloc)
    for other in (SharedMemorySpaceAttr(), TensorMemorySpaceAttr()):
        yield lambda other=other: MemDescType(shape, element, encoding, other, mutable, alloc)
    for extents in _shapes(shape):
        yield lambda extents=extents: MemDescType(extents, element, encoding, space, mutable)
        yield lambda extents=extents: MemDescType(extents, element, encoding, space, mutable, alloc)
        yield lambda extents=extents: MemDescType(shape, element, encoding, space, mutable, extents)
    for make in _shared_layouts(layout_of(encoding), len(shape)):
        yield lambda make=make: MemDescType(shape, element, encoding_attr(make()), space, mutable, alloc)


def _shapes(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    yield from ((*shape, 1), (*shape, 2), (1, *shape), (2, *shape), tuple(shape[1:]), tuple(shape[:-1]))
    yield tuple(reversed(shape))
    for index, extent in enumerate(shape):
        for other in dict.fromkeys((1, 2, extent * 2, max(1, extent // 2), 3, 16, 64)):
            yield (*shape[:index], other, *shape[index + 1 :])


def generic(type_: Attribute) -> Attribute:
    """A tensor type with the generic linear encoding of its distributed one; other types as they are."""
    layout = layout_of(encoding_of(type_))
    if not isinstance(layout, DistributedEncoding) or not is_tensor_type(type_):
        return type_
    shape = type_.get_shape()
    return TensorType(type_.element_type, shape, encoding_attr(GenericLinear(to_linear_layout(layout, tuple(shape)))))


def _layouts(encoding: Attribute | None, shape: Sequence[int]) -> Iterator[Callable[[], Encoding]]:
    layout = layout_of(encoding)
    if layout is None:
        return
    rank = len(shape)
    for warps in (1, 4, 8):
        yield lambda warps=warps: default_blocked(shape, warps, 32)
        yield lambda warps=warps: replace(default_blocked(shape, warps, 32), order=tuple(range(rank)))
        yield lambda warps=warps: replace(default_blocked(shape, warps, 32), size_per_thread=(4,) * rank)
        for dim in range(rank + 1):
            wider = (*shape[:dim], 2, *shape[dim:])
            yield lambda warps=warps, dim=dim, wider=wider: Slice(dim, default_blocked(wider, warps, 32))
    if isinstance(layout, DistributedEncoding):
        yield lambda: GenericLinear(to_linear_layout(layout, tuple(shape)))
        yield lambda: Linear(to_linear_layout(layout, tuple(shape)))
        for index in (0, 1):
            yield lambda index=index: DotOperand(index, layout)
            yield lambda index=index: DotOperand(index, layout, 2)
    if isinstance(layout, DotOperand | Slice):
        yield lambda: layout.parent
    if isinstance(layout, DotOperand):
        yield lambda held=layout: replace(held, op_idx=1 - held.op_idx)
        yield lambda held=layout: replace(held, k_width=2 * held.k_width)
    if isinstance(layout, Slice):
        yield from (lambda dim=dim, parent=layout.parent: Slice(dim, parent) for dim in range(rank + 1))
    yield lambda: SwizzledShared(1, 1, 1, tuple(range(rank)), CTALayout.default(rank))


def _shared_layouts(layout: Encoding | None, rank: int) -> Iterator[Callable[[], Encoding]]:
    order = tuple(range(rank))
    for dims in (order, order[::-1]):
        for vec in (1, 4):
            yield lambda dims=dims, vec=vec: SwizzledShared(vec, 1, 1, dims, CTALayout.default(rank))
    if isinstance(layout, NVMMAShared):
        changes = [{"transposed": not layout.transposed}]
        changes += [{"swizzling_byte_width": width} for width in (0, 32, 64, 128)]
        changes += [{"element_bit_width": bits} for bits in (8, 16, 32)]
        for change_ in changes:
            yield lambda held=layout, change_=change_: replace(held, **change_)
