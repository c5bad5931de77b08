"""Requirements of passes on their input, beyond the verifier. Triton's own verifier leaves these rules open.

A pass names its rules in ``requires``; the pass manager checks them before the pass runs and reports the first
operation that breaks one. A rule returns the message for an operation that breaks it, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import cast

from xdsl.dialects.builtin import FunctionType, TensorType, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Operation

from xtriton.analysis.memory_accesses import accessed_tensor
from xtriton.dialects import tts
from xtriton.dialects.tt.descriptor import (
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorStoreOp,
    MakeTensorDescOp,
    verify_block_access,
)
from xtriton.dialects.tt.elementwise import MapElementwiseOp
from xtriton.dialects.tt.memory import AdvanceOp, AtomicCASOp, AtomicRMWOp, LoadOp, MakeTensorPtrOp, StoreOp
from xtriton.dialects.tt.reduction import GatherOp, HistogramOp, ScanOp
from xtriton.dialects.tt.shape import CatOp
from xtriton.dialects.tt.types import PointerType, TensorDescType, pointee_type
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.barrier import BarrierOp
from xtriton.dialects.ttg.verify import PARTITION
from xtriton.interfaces.calls import CallableOpInterface, CallOpInterface
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_value, is_dense_array, is_tensor_type
from xtriton.ir.shaped_type_parser import is_memref_element
from xtriton.ir.traits import element_type, encoding_of, shape_of
from xtriton.ir.walk import operations_in, parent_of_type
from xtriton.layouts.bits import is_power_of_two

Rule = Callable[[Operation], str | None]


@dataclass(frozen=True)
class TypeRule:
    """A rule about the types of results and block arguments; of a function also about those of its type.

    :func:`first_violation` asks once for each type, not for each operation.
    """

    problem: Callable[[Attribute], str | None]
    """What is wrong with a type."""
    beside: Rule | None = None
    """What else an operation may break; it is reported first."""

    def __call__(self, op: Operation) -> str | None:
        if self.beside is not None and (problem := self.beside(op)) is not None:
            return problem
        return next((problem for type_ in _types(op) if (problem := self.problem(type_)) is not None), None)


def first_violation(root: Operation, rules: Sequence[Rule]) -> tuple[Operation, str] | None:
    """The first operation in ``root`` that breaks a rule, and how; None if all are kept."""
    if not rules:
        return None
    ops = operations_in(root)
    if _all_kept(ops, rules):
        return None
    return next((op, problem) for op in ops for rule in rules if (problem := rule(op)) is not None)


def _all_kept(ops: Sequence[Operation], rules: Sequence[Rule]) -> bool:
    """Whether all operations keep all rules, in no particular order."""
    types: dict[int, Attribute] = {}
    for op in ops:
        for type_ in _types(op) if op.regions else [result.type for result in op.results]:
            types[id(type_)] = type_  # by identity, since many are the same object and hashing takes long
    for rule in rules:
        if isinstance(rule, TypeRule):
            if any(rule.problem(type_) is not None for type_ in types.values()):
                return False
            of_operations = rule.beside
        else:
            of_operations = rule
        if of_operations is not None and any(of_operations(op) is not None for op in ops):
            return False
    return True


def _of_ttgir(op: Operation) -> str | None:
    if _is_of_ttgir(type(op)):
        return "belongs to TTGIR; the pass takes TTIR"
    if op.attributes and PARTITION in op.attributes:
        return f"has the attribute {PARTITION}, which only TTGIR has; the pass takes TTIR"
    return None


@cache
def _is_of_ttgir(op_class: type[Operation]) -> bool:
    return op_class.name.startswith(("ttg.", "ttng.", "nvws.", "gluon.")) and op_class is not BarrierOp


def _with_layout(type_: Attribute) -> str | None:
    if encoding_of(_pointee(type_)) is not None:
        return f"has the type '{type_}', whose layout only TTGIR has; the pass takes TTIR"
    return None


without_layouts = TypeRule(_with_layout, _of_ttgir)
"""The input is TTIR, not TTGIR: without layouts, partitions, and operations of GPU dialects but barriers."""


def inside_functions(op: Operation) -> str | None:
    """Triton's operations are in functions, from whose arguments they get program ids and element sizes."""
    if not op.name.startswith("tt.") or isinstance(op, CallableOpInterface):
        return None
    return "is not in a function" if parent_of_type(op, CallableOpInterface) is None else None


def inlined_calls(op: Operation) -> str | None:
    """Functions call no others."""
    return "calls a function; run 'inline' before" if isinstance(op, CallOpInterface) else None


def casts_of_one_value(op: Operation) -> str | None:
    """Conversions between types are of one value to one."""
    if type(op) is UnrealizedConversionCastOp and (len(op.operands), len(op.results)) != (1, 1):
        return f"has {len(op.operands)} operands and {len(op.results)} results; the pass takes one of each"
    return None


@TypeRule
def static_shapes(type_: Attribute) -> str | None:
    """All tensors have known extents of at least 1."""
    inner = _pointee(type_)
    if is_tensor_type(inner) and any(extent < 1 for extent in inner.get_shape()):
        return f"has the type '{type_}'; all extents must be known and at least 1"
    return None


@TypeRule
def countable_elements(type_: Attribute) -> str | None:
    """The number of elements of each tensor and memref fits 63 bits, as extents do that several are collapsed into."""
    shape = shape_of(type_)
    if shape is not None and prod(max(extent, 1) for extent in shape) >= 1 << 63:
        return f"has the type '{type_}', which has more elements than an extent can count"
    return None


@cache
def _is_structured(op_class: type[Operation]) -> bool:
    return op_class.name.startswith("tts.")


def static_accesses(op: Operation) -> str | None:
    """Tensors of ``tts`` operations have static extents of at least 1; those of other operations may be dynamic."""
    for value in (*op.operands, *op.results) if _is_structured(type(op)) else ():
        if is_tensor_type(value.type) and any(extent < 1 for extent in value.type.get_shape()):
            return f"has the type '{value.type}'; all extents must be known and at least 1"
    return None


def structured_pointers_to_numbers(op: Operation) -> str | None:
    """Structured pointers point to numbers: memory of pointers is accessed by ``triton-to-ptr``.

    Gathered and scattered tensors have the element type of the memory, and an offset for each element.
    """
    if not _is_structured(type(op)):
        return None
    if isinstance(op, tts.GatherOp | tts.ScatterOp):
        moved = op.result if isinstance(op, tts.GatherOp) else op.value
        held = cast("PointerType", op.ptr.type).pointee_type
        if element_type(moved.type) != held:
            return f"moves elements of type '{element_type(moved.type)}' where memory has '{held}'"
        if shape_of(moved.type) != shape_of(op.offset.type):
            return f"moves a '{moved.type}' by offsets of type '{op.offset.type}', which has another shape"
    for value in (*op.operands, *op.results):
        pointer = element_type(value.type)
        if isinstance(pointer, PointerType) and isinstance(element_type(pointer.pointee_type), PointerType):
            return f"has the type '{value.type}'; structured pointers point to numbers"
    return None


def structured_blocks(op: Operation) -> str | None:
    """Structured pointers address blocks of their sizes, of elements that memory holds, and such blocks are moved."""
    if not _is_structured(type(op)):
        return None
    if isinstance(op, tts.MakeTensorPtrOp | tts.MakeGatherScatterTensorPtrOp):
        held, block = cast("PointerType", op.base.type).pointee_type, pointee_type(op.result.type)
        if element_type(block) != held or shape_of(block) != tuple(op.block_sizes):
            sizes = "x".join(map(str, op.block_sizes))
            return f"gives '{op.result.type}' for blocks of {sizes} elements of type '{held}'"
    is_load = isinstance(op, tts.LoadOp | tts.MaskedLoadOp)
    if is_load or isinstance(op, tts.StoreOp | tts.MaskedStoreOp):
        moved = op.result if is_load else op.value
        block = pointee_type(op.ptr.type)
        if (element_type(moved.type), shape_of(moved.type)) != (element_type(block), shape_of(block)):
            return f"moves a '{moved.type}' where pointers address a '{block}'"
    if is_load and op.other is not None and op.other.type != element_type(op.result.type):
        return f"fills a '{op.result.type}' with a '{op.other.type}'"
    return None


@TypeRule
def powers_of_two(type_: Attribute) -> str | None:
    """The extents of all tensors are powers of two, and there is at least one: layouts exist for no others."""
    inner = _pointee(type_)
    if is_tensor_type(inner) and not (inner.get_shape() and all(map(is_power_of_two, inner.get_shape()))):
        return f"has the type '{type_}'; all extents must be powers of two"
    return None


def accesses_with_layouts(op: Operation) -> str | None:
    """Tensors of pointers that memory is accessed through, and tensors that descriptors move, have layouts."""
    accessed = accessed_tensor(op)
    types = [accessed] if accessed is not None else _types(op) if op.name.startswith("tt.descriptor_") else []
    for type_ in types:
        if is_tensor_type(type_) and layout_of(type_.encoding) is None:
            return f"has the type '{type_}', which has no layout; the pass takes TTGIR"
    return None


@TypeRule
def tensors_with_layouts(type_: Attribute) -> str | None:
    """All tensors have layouts."""
    if is_tensor_type(type_) and layout_of(type_.encoding) is None:
        return f"has the type '{type_}', which has no layout; the pass takes TTGIR"
    return None


def without_partitions(op: Operation) -> str | None:
    """No loop has been divided into partitions: new operations would be in none, which the verifier rejects."""
    if PARTITION in op.attributes:
        return f"has the attribute {PARTITION}; the pass takes loops without partitions"
    return None


@TypeRule
def pointers_in_memory(type_: Attribute) -> str | None:
    """Pointers in memory point to memref element types, not to tensors."""
    return _not_to_elements(type_) if _depth(type_) > 1 else None


def _signature_to_others(op: Operation) -> str | None:
    types = _types(op) if op.regions and "function_type" in op.properties else ()
    return next(filter(None, map(_not_to_elements, types)), None)


pointers_to_elements = TypeRule(pointers_in_memory.problem, _signature_to_others)
"""Pointers that functions take and return, and those in memory, point to memref element types, not to tensors."""


def _depth(type_: Attribute) -> int:
    """How many pointers lead one to another: 2 for ``!tt.ptr<!tt.ptr<f32>>``."""
    pointer = element_type(type_)
    return 1 + _depth(pointer.pointee_type) if type(pointer) is PointerType else 0


def _not_to_elements(type_: Attribute) -> str | None:
    pointer = element_type(type_)
    while isinstance(pointer, PointerType) and isinstance(pointer.pointee_type, PointerType):
        pointer = pointer.pointee_type
    if isinstance(pointer, PointerType) and not is_memref_element(pointer.pointee_type):
        return f"has the type '{type_}'; memory cannot hold elements of type '{pointer.pointee_type}'"
    return None


def consistent_ranks(op: Operation) -> str | None:
    """An operation's offsets, strides, dimensions and groups fit the tensor or memory that it accesses."""
    if type(op) not in _WITH_RANKS:
        return None
    match op:
        case MakeTensorPtrOp():
            counts = [len(op.shape), len(op.strides), len(op.offsets)]
            block = cast("PointerType", op.result.type).pointee_type
            return _different_rank(counts, _rank(block)) or _empty_block(block)
        case AdvanceOp():
            return _different_rank([len(op.offsets)], _rank(cast("PointerType", op.result.type).pointee_type))
        case MakeTensorDescOp():
            return consistent_descriptors(op)
        case DescriptorLoadOp() | DescriptorStoreOp() | DescriptorReduceOp():
            block = cast("TensorDescType", op.desc.type).signless_block_type
            return _different_rank([len(op.indices)], _rank(block)) or _empty_block(block) or _other_block(op)
        case LoadOp() | StoreOp():
            return _outside(_numbers(op.boundaryCheck), _rank(_pointee(op.ptr.type)), "boundaryCheck")
        case ScanOp() | GatherOp():
            return _outside([int_value(op.properties.get("axis"))], _rank(op.operands[0].type), "axis")
        case CatOp():
            return _different_size(op)
        case MapElementwiseOp():
            return _incomplete_group(op)
        case AtomicRMWOp() | AtomicCASOp() if op.result.type != op.val.type:
            return f"gives '{op.result.type}' for values of type '{op.val.type}'"
        case HistogramOp():
            return _different_rank([_rank(op.src.type), _rank(op.result.type)], 1)
        case _:
            return None


_WITH_RANKS = frozenset[type[Operation]](
    {
        *(MakeTensorPtrOp, AdvanceOp, LoadOp, StoreOp, AtomicRMWOp, AtomicCASOp),
        *(MakeTensorDescOp, DescriptorLoadOp, DescriptorStoreOp, DescriptorReduceOp),
        *(ScanOp, GatherOp, CatOp, MapElementwiseOp, HistogramOp),
    }
)


def consistent_descriptors(op: Operation) -> str | None:
    """Shape and strides of a new descriptor fit its rank. Accesses may have more offsets than it has dimensions."""
    if not isinstance(op, MakeTensorDescOp):
        return None
    block = cast("TensorDescType", op.result.type).signless_block_type
    return _different_rank([len(op.shape), len(op.strides)], _rank(block)) or _empty_block(block)


PLAIN_TTIR: tuple[Rule, ...] = (without_layouts, inside_functions, static_shapes, consistent_ranks)
"""Requirements of the lowerings of TTIR to linalg."""


def _other_block(op: Operation) -> str | None:
    """The error in the tensor of a reduction into memory, if any; the verifier checks those of loads and stores."""
    if isinstance(op, DescriptorReduceOp):
        try:
            verify_block_access(op.desc.type, op.src.type)
        except Violation as violation:
            return violation.message
    return None


def _types(op: Operation) -> list[Attribute]:
    """The types of results and block arguments; of a function also those of its type."""
    types: list[Attribute] = [result.type for result in op.results]
    if op.regions:
        types += [argument.type for region in op.regions for block in region.blocks for argument in block.args]
        if isinstance(function := op.properties.get("function_type"), FunctionType):
            types += (*function.inputs, *function.outputs)
    return types


def _pointee(type_: Attribute) -> Attribute:
    """The block type of a block pointer or a descriptor; other types are returned unchanged."""
    if type(type_) is PointerType:
        return type_.pointee_type
    if type(type_) is TensorDescType:
        return type_.signless_block_type
    return type_


def _rank(type_: Attribute) -> int:
    return len(type_.get_shape()) if is_tensor_type(type_) else 0


def _empty_block(type_: Attribute) -> str | None:
    if is_tensor_type(type_) and any(extent < 1 for extent in type_.get_shape()):
        return f"accesses blocks of type '{type_}'; all extents must be known and at least 1"
    return None


def _different_size(op: CatOp) -> str | None:
    """Whether the result of ``tt.cat`` has not as many elements as both operands together."""
    parts, whole = (cast("TensorType[Attribute]", value.type).get_shape() for value in (op.lhs, op.result))
    if 2 * prod(parts) != prod(whole):
        return f"gives {prod(whole)} elements of two times {prod(parts)}"
    return None


def _incomplete_group(op: MapElementwiseOp) -> str | None:
    count = prod(shape_of(op.srcs[0].type) or ())
    return f"takes {op.pack_size} elements at a time, of {count}" if count % op.pack_size else None


def _numbers(attr: Attribute | None) -> Sequence[int]:
    return attr.get_values() if is_dense_array(attr) else ()


def _different_rank(counts: Sequence[int], rank: int) -> str | None:
    for count in counts:
        if count != rank:
            return f"has {count} offsets, strides or dimensions where the rank is {rank}"
    return None


def _outside(dims: Sequence[int], rank: int, name: str) -> str | None:
    for dim in dims:
        if not 0 <= dim < rank:
            return f"names dimension {dim} in '{name}', where the rank is {rank}"
    return None
