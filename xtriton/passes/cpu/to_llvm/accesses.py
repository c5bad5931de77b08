"""``memref`` operations, and ``vector`` operations that access memory, to the ``llvm`` dialect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    MemRefType,
    i1,
    i64,
)
from xdsl.dialects.vector import LoadOp as VectorLoadOp
from xdsl.dialects.vector import StoreOp as VectorStoreOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.llvm.attributes import AtomicBinOp, AtomicOrdering
from xtriton.dialects.upstream.llvm.types import ArrayType, StructType
from xtriton.dialects.upstream.mixed import DYNAMIC, join_mixed
from xtriton.dialects.upstream.reassociation import groups_of
from xtriton.ir.narrowing import is_memref_type, is_unranked_memref_type
from xtriton.ir.traits import shape_of
from xtriton.passes.cpu.to_llvm.arithmetic import RULES as SCALAR_RULES
from xtriton.passes.cpu.to_llvm.arithmetic import extremum, float_as, float_of
from xtriton.passes.cpu.to_llvm.builder import PTR, LlvmBuilder, Number, attr_of_keyword
from xtriton.passes.cpu.to_llvm.memory import Memory, layout
from xtriton.passes.cpu.to_llvm.types import element_bytes, is_emulated, memory_type, scalar_type

if TYPE_CHECKING:
    from xtriton.passes.cpu.to_llvm.function import FunctionLowering

_ALIGNMENT = 64
"""The alignment of buffers in bytes: that of a cache line, and of the widest vector."""


def _element(type_: Attribute) -> Attribute:
    return cast("MemRefType[Attribute]", type_).element_type


def _reinterpret_cast(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.ReinterpretCastOp)
    source = f.memory(op.source)
    offset = f.numbers(op.mixed_offsets)[0]
    sizes, strides = f.numbers(op.mixed_sizes), f.numbers(op.mixed_strides)
    # The base is that of the source: it includes its offset.
    f.set(op.result, Memory(source.base, source.element, offset, tuple(sizes), tuple(strides)))


def _subview(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.SubViewOp)
    sizes = f.numbers(op.mixed_sizes)
    full = f.memory(op.source).subview(f.b, f.numbers(op.mixed_offsets), sizes, f.numbers(op.mixed_strides))
    result = cast("MemRefType[Attribute]", op.result.type)
    f.set(op.result, full.without(dropped_dims(op.mixed_sizes, result.get_shape())))


def dropped_dims(sizes: Sequence[int | SSAValue], shape: Sequence[int]) -> list[int]:
    """The unit dimensions that a view drops to get ``shape``: the first ones that do."""
    known = [size if isinstance(size, int) else DYNAMIC for size in sizes]
    wanted = list(shape)
    dropped: list[int] = []
    for dim, size in enumerate(known):
        if size == 1 and _leaves(known[dim + 1 :], wanted):
            dropped.append(dim)
        else:
            wanted = wanted[1:]
    return dropped


def _leaves(sizes: Sequence[int], shape: Sequence[int]) -> bool:
    """Whether ``sizes`` without some unit extents are ``shape``."""
    wanted = list(shape)
    for size in sizes:
        if wanted and size in (wanted[0], DYNAMIC):
            wanted = wanted[1:]
        elif size != 1:
            return False
    return not wanted


def _cast(f: FunctionLowering, op: Operation) -> None:
    source, type_ = f.memory(op.operands[0]), op.results[0].type
    if not is_memref_type(type_) or source.sizes or not type_.get_shape():
        f.set(op.results[0], source)
        return
    # From an unranked memref: its extents are unknown and never used.
    sizes, strides = layout(type_)
    known: list[Number] = [1 if number == DYNAMIC else number for number in (*sizes, *strides)]
    rank = len(sizes)
    f.set(op.results[0], Memory(source.base, source.element, 0, tuple(known[:rank]), tuple(known[rank:])))


def _same(f: FunctionLowering, op: Operation) -> None:
    f.set(op.results[0], f.memory(op.operands[0]))


def _collapse(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.CollapseShapeOp)
    f.set(op.result, f.memory(op.src).collapsed(f.b, groups_of(op.reassociation)))


def _expand(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.ExpandShapeOp)
    sizes = f.numbers(join_mixed(op.static_output_shape, op.output_shape))
    f.set(op.result, f.memory(op.src).expanded(f.b, groups_of(op.reassociation), sizes))


def _alloc(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.AllocOp | memref.AllocaOp)
    type_ = op.type
    sizes, strides = layout(type_)
    if DYNAMIC in sizes:
        raise ValueError("the size of its memory is not known when it is compiled")
    count = 1
    for size in sizes:
        count *= size
    f.set(op.memref, Memory(_buffer(f, type_.element_type, count), type_.element_type, 0, tuple(sizes), tuple(strides)))


def _buffer(f: FunctionLowering, element: Attribute, count: int) -> SSAValue:
    """A buffer of ``count`` elements: on the stack, or in the arena if the stack frame would get too large."""
    size = count * element_bytes(element)
    place = f.state.place(size)
    if place is not None:
        return f.b.element(f.arena, place, IntegerType(8))
    return f.b.at_entry(
        "alloca",
        [f.b.integer(1)],
        PTR,
        {
            "elem_type": ArrayType(count, memory_type(element)),
            "alignment": IntegerAttr(_ALIGNMENT, i64),
        },
    )


def _nothing(f: FunctionLowering, op: Operation) -> None:
    """Buffers live until the program ends."""


def _load(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.LoadOp)
    f.set(op.result, f.memory(op.memref).load(f.b, [f.number(index) for index in op.indices]))


def _store(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.StoreOp)
    f.memory(op.memref).store(f.b, f.value(op.value), [f.number(index) for index in op.indices])


def _dim(f: FunctionLowering, op: Operation) -> None:
    index = f.number(op.operands[1])
    if not isinstance(index, int):
        raise ValueError("the dimension is not a constant")
    f.set(op.results[0], f.b.value(f.memory(op.operands[0]).sizes[index]))


def _metadata(f: FunctionLowering, op: Operation) -> None:
    source = f.memory(op.operands[0])
    f.set(op.results[0], Memory(source.base, source.element))
    for result, number in zip(op.results[1:], (source.offset, *source.sizes, *source.strides), strict=True):
        f.set(result, f.b.value(number))


def _address(f: FunctionLowering, op: Operation) -> None:
    f.set(op.results[0], f.b.add("ptrtoint", [f.memory(op.operands[0]).base], i64))


def _global(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.GetGlobalOp)
    sizes, strides = layout(op.result.type)
    base = f.b.add("mlir.addressof", [], PTR, {"global_name": op.symbol})
    f.set(op.result, Memory(base, _element(op.result.type), 0, tuple(sizes), tuple(strides)))


# Vectors


def _vector_load(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, VectorLoadOp)
    memory = f.memory(op.base)
    address = memory.address(f.b, [f.number(index) for index in op.indices])
    f.set(op.result, f.b.load(address, scalar_type(op.result.type), element_bytes(memory.element)))


def _vector_store(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, VectorStoreOp)
    memory = f.memory(op.base)
    address = memory.address(f.b, [f.number(index) for index in op.indices])
    if "nontemporal" in op.attributes:
        lanes = prod(shape_of(op.vector.type) or ())
        f.b.stream(f.value(op.vector), address, element_bytes(memory.element) * lanes)
    else:
        f.b.store(f.value(op.vector), address, element_bytes(memory.element))


# Atomics

_ATOMIC = {
    "addf": "fadd",
    "addi": "add",
    "andi": "_and",
    "assign": "xchg",
    "ori": "_or",
    "xori": "_xor",
    "maxs": "max",
    "maxu": "umax",
    "mins": "min",
    "minu": "umin",
}


def _atomic(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.AtomicRMWOp)
    kind = memref.AtomicRMWKind.of(op.kind).keyword
    place = f.memory(op.memref)
    address = place.address(f.b, [f.number(index) for index in op.indices])
    value = f.value(op.value)
    _check_width(op.value.type)
    word = _ATOMIC.get(kind)
    emulated = is_emulated(op.value.type) and kind != "assign"
    if word is None or emulated or op.value.type == i1:
        f.set(op.result, _exchange(f, address, op.value.type, lambda b, old: _combined(b, kind, op, old, value)))
        return
    ordering = AtomicOrdering.ACQ_REL.attr
    properties: dict[str, Attribute] = {"bin_op": attr_of_keyword(AtomicBinOp, word), "ordering": ordering}
    f.set(op.result, f.b.add("atomicrmw", [address, value], value.type, properties))


def _check_width(type_: Attribute) -> None:
    if element_bytes(type_) > 8:
        raise ValueError(f"atomics are for elements of up to 64 bits, not for '{type_}'")


def _combined(b: LlvmBuilder, kind: str, op: Operation, old: SSAValue, value: SSAValue) -> SSAValue:
    """The new value of an element whose value is ``old``."""
    type_ = op.results[0].type
    names = {"addf": "fadd", "mulf": "fmul", "muli": "mul", "addi": "xor", "andi": "and", "ori": "or", "xori": "xor"}
    if kind == "assign":
        return value
    if kind in ("maximumf", "minimumf", "maxnumf", "minnumf"):
        return extremum(b, kind, old, value, type_)
    if kind not in names:
        raise ValueError(f"the kind '{kind}' is not known for elements of type '{type_}'")
    operands = [float_of(b, operand, type_) for operand in (old, value)]
    return float_as(b, b.add(names[kind], operands, operands[0].type), type_)


def _exchange(
    f: FunctionLowering, address: SSAValue, type_: Attribute, update: Callable[[LlvmBuilder, SSAValue], SSAValue]
) -> SSAValue:
    """Compare and exchange until no other thread has intervened; returns the old element."""
    b = f.b
    _check_width(type_)
    stored = memory_type(type_)
    bits = IntegerType(8 * element_bytes(type_))
    loop, done = f.split(), f.split()
    first = b.load(address, bits)
    b.branch(loop, [first])
    b.block = loop
    held = loop.insert_arg(bits, 0)
    old = held if stored == bits else b.add("bitcast", [held], stored)
    new = update(b, b.compare("ne", old, b.integer(0, stored)) if type_ == i1 else old)
    new = b.add("zext", [new], stored) if type_ == i1 else new
    new = new if stored == bits else b.add("bitcast", [new], bits)
    orderings: dict[str, Attribute] = {
        "success_ordering": AtomicOrdering.ACQ_REL.attr,
        "failure_ordering": AtomicOrdering.ACQUIRE.attr,
    }
    pair = b.add("cmpxchg", [address, held, new], StructType.of([bits, i1]), orderings)
    seen = b.add("extractvalue", [pair], bits, {"position": DenseArrayBase.from_list(i64, [0])})
    stored_it = b.add("extractvalue", [pair], i1, {"position": DenseArrayBase.from_list(i64, [1])})
    b.branch_if(stored_it, (done, []), (loop, [seen]))
    b.block = done
    return b.compare("ne", held, b.integer(0, stored)) if type_ == i1 else old


def _generic_atomic(f: FunctionLowering, op: Operation) -> None:
    assert isinstance(op, memref.GenericAtomicRMWOp)
    place = f.memory(op.memref)
    address = place.address(f.b, [f.number(index) for index in op.indices])
    body: Block = op.atomic_body.block

    def update(b: LlvmBuilder, old: SSAValue) -> SSAValue:
        f.set(body.args[0], old)
        for inner in body.ops:
            if isinstance(inner, memref.AtomicYieldOp):
                return f.value(inner.result)
            rule = SCALAR_RULES.get(inner.name)
            if rule is None:
                raise ValueError(f"'{inner.name}' op cannot stand in its region")
            f.set(inner.results[0], rule(b, inner, [f.value(operand) for operand in inner.operands]))
        raise ValueError("its region has no end")

    f.set(op.result, _exchange(f, address, op.result.type, update))


# Addresses as values


def _conversion(f: FunctionLowering, op: Operation) -> None:
    """``builtin.unrealized_conversion_cast`` between pointers and memrefs."""
    source, type_ = op.operands[0], op.results[0].type
    if is_memref_type(type_):
        sizes, strides = layout(type_)
        known = [1 if number == DYNAMIC else number for number in (*sizes, *strides)]
        rank = len(sizes)
        f.set(op.results[0], Memory(f.value(source), _element(type_), 0, tuple(known[:rank]), tuple(known[rank:])))
    elif is_unranked_memref_type(type_):
        f.set(op.results[0], Memory(f.value(source), type_.element_type))
    else:
        f.set(op.results[0], f.value(source))


def _pointer_to(f: FunctionLowering, op: Operation) -> None:
    """``tptr.from_memref``."""
    f.set(op.results[0], f.memory(op.operands[0]).flat(f.b))


def _memory_at(f: FunctionLowering, op: Operation) -> None:
    """``tptr.to_memref``."""
    sizes, strides = layout(op.results[0].type)
    element = _element(op.results[0].type)
    f.set(op.results[0], Memory(f.value(op.operands[0]), element, 0, tuple(sizes), tuple(strides)))


def _advance(f: FunctionLowering, op: Operation) -> None:
    """``tptr.ptradd``: the offset is in bytes."""
    offset = f.value(op.operands[1])
    if offset.type != i64:
        offset = f.b.add("sext", [offset], i64)
    f.set(op.results[0], f.b.element(f.value(op.operands[0]), offset, IntegerType(8)))


def _to_integer(f: FunctionLowering, op: Operation) -> None:
    f.set(op.results[0], f.b.add("ptrtoint", [f.value(op.operands[0])], scalar_type(op.results[0].type)))


def _to_pointer(f: FunctionLowering, op: Operation) -> None:
    f.set(op.results[0], f.b.add("inttoptr", [f.value(op.operands[0])], PTR))


def _size_of(f: FunctionLowering, op: Operation) -> None:
    """``tptr.type_offset``."""
    type_ = scalar_type(op.results[0].type)
    f.set(op.results[0], f.b.integer(element_bytes(op.properties["baseType"]), type_))


def _load_at(f: FunctionLowering, op: Operation) -> None:
    element = op.results[0].type
    memory = Memory(f.value(op.operands[0]), element)
    f.set(op.results[0], memory.load(f.b, []))


def _store_at(f: FunctionLowering, op: Operation) -> None:
    value = op.operands[0]
    Memory(f.value(op.operands[1]), value.type).store(f.b, f.value(value), [])


def _bitcast(f: FunctionLowering, op: Operation) -> None:
    """``tt.bitcast`` of a scalar or a pointer."""
    value, target = f.value(op.operands[0]), scalar_type(op.results[0].type)
    f.set(op.results[0], value if value.type == target else f.b.add("bitcast", [value], target))


RULES: dict[str, Callable[[FunctionLowering, Operation], None]] = {
    "memref.alloc": _alloc,
    "memref.alloca": _alloc,
    "memref.assume_alignment": _same,
    "memref.atomic_rmw": _atomic,
    "memref.cast": _cast,
    "memref.collapse_shape": _collapse,
    "memref.dealloc": _nothing,
    "memref.dim": _dim,
    "memref.expand_shape": _expand,
    "memref.extract_aligned_pointer_as_index": _address,
    "memref.extract_strided_metadata": _metadata,
    "memref.generic_atomic_rmw": _generic_atomic,
    "memref.get_global": _global,
    "memref.load": _load,
    "memref.memory_space_cast": _same,
    "memref.reinterpret_cast": _reinterpret_cast,
    "memref.store": _store,
    "memref.subview": _subview,
    "builtin.unrealized_conversion_cast": _conversion,
    "tptr.from_memref": _pointer_to,
    "tptr.inttoptr": _to_pointer,
    "tptr.load": _load_at,
    "tptr.ptradd": _advance,
    "tptr.ptrtoint": _to_integer,
    "tptr.store": _store_at,
    "tptr.to_memref": _memory_at,
    "tptr.type_offset": _size_of,
    "tt.bitcast": _bitcast,
    "vector.load": _vector_load,
    "vector.store": _vector_store,
}
"""The lowering of each operation on memory, by operation name."""
