"""``triton-rewrite-tensor-descriptor-to-pointer``: tensor descriptors become pointers with extents and strides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, NamedTuple, cast

from xdsl.dialects.builtin import BoolAttr, NameLoc, Signedness, StringAttr, TensorType, f32, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.analysis.requirements import Rule, consistent_ranks, without_layouts
from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
    MakeTensorDescOp,
)
from xtriton.dialects.tt.enums import (
    DescriptorReduceKind,
    MemSemantic,
    MemSyncScope,
    PaddingOption,
    RMWOp,
)
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.shape import ReshapeOp
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.upstream.arith import ConstantOp, ExtSIOp, SelectOp
from xtriton.dialects.upstream.scf import IfOp, IndexSwitchOp, WhileOp, YieldOp
from xtriton.folds.elements import zero
from xtriton.folds.folding import fold
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_float_type, is_integer_type
from xtriton.passes.base import OperationPass
from xtriton.passes.ttir.round_to_tf32 import rounded_to_tf32
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.dialect_conversion import (
    Conversion,
    ConversionTarget,
    TypeConverter,
    apply_partial_conversion,
    conversion_pattern,
    structural,
)
from xtriton.rewriting.pattern import PatternSet
from xtriton.rewriting.rewriter import location_of
from xtriton.rewriting.windows import expand, mask_at, offsets_along, pointers_at
from xtriton.versions import V3_7, V3_8, active_version, since

_ROUNDING = since(V3_7)
"""The versions in which a descriptor says whether loaded values are rounded to TF32."""


@dataclass(frozen=True)
class TritonRewriteTensorDescriptorToPointer(OperationPass):
    """Lower tensor descriptors to masked tensors of pointers.

    A descriptor of rank r is replaced everywhere by 2r + 2 values: pointer, r extents, r strides, padding with NaN.

    before: ``tt.func @f(%d: !tt.tensordesc<8xf32>, %i: i32) { tt.descriptor_load %d[%i] }``
    after:  ``tt.func @f(%base: !tt.ptr<f32>, %extent: i64, %stride: i64, %nan: i1, %i: i32) { tt.load ... }``
    """

    name: ClassVar[str] = "triton-rewrite-tensor-descriptor-to-pointer"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, consistent_ranks)

    def apply_to(self, ctx: Context, op: Operation) -> None:
        types = TypeConverter(_parts_of_descriptor)
        target = ConversionTarget()
        target.add_dynamically_legal(types.is_legal_op, "arith", "scf", "tt", "builtin")
        target.add_dynamically_legal(lambda func: types.is_legal_signature(cast("FuncOp", func).type), FuncOp)
        # Other operations are only folded; descriptors can pass through none of them.
        target.set_unknown(lambda other: None if types.is_legal_op(other) else False)
        apply_partial_conversion(op, target, _PATTERNS, types)


def _parts_of_descriptor(type_: Attribute) -> Sequence[Attribute] | None:
    """The types that replace that of a descriptor: pointer, extents, strides, padding with NaN."""
    if not isinstance(type_, TensorDescType):
        return None
    block = type_.signless_block_type
    flags = [i1, i1] if active_version() in _ROUNDING else [i1]
    return [PointerType(block.element_type), *[i64] * (2 * len(block.get_shape())), *flags]


class _Descriptor(NamedTuple):
    """The values that replace a descriptor; extents and strides are of type i64."""

    base: SSAValue
    extents: Sequence[SSAValue]
    strides: Sequence[SSAValue]
    pads_with_nan: SSAValue
    rounds_to_tf32: SSAValue | None
    """Whether loaded elements of type f32 are rounded to TF32; ``None`` in versions without that."""

    @classmethod
    def of(cls, value: SSAValue, rewriter: Conversion) -> _Descriptor:
        """The values that replace ``value``."""
        base, *others = rewriter.parts(value)
        rounds_to_tf32 = others.pop() if active_version() in _ROUNDING else None
        pads_with_nan = others.pop()
        rank = len(others) // 2
        return cls(base, others[:rank], others[rank:], pads_with_nan, rounds_to_tf32)


@conversion_pattern(MakeTensorDescOp)
def make_tensor_descriptor(op: MakeTensorDescOp, rewriter: Conversion) -> bool:
    """The operands, with extents of type i64, and the padding."""
    extents = [_wide(extent, rewriter) for extent in op.shape]
    nan = BoolAttr.from_bool(op.padding == PaddingOption.PAD_NAN.attr)
    flags = [rewriter.insert(ConstantOp(nan)).result]
    if active_version() in _ROUNDING:
        flags.append(rewriter.insert(ConstantOp(BoolAttr.from_bool(False))).result)
    rewriter.replace_with_multiple(op, [[op.base, *extents, *op.strides, *flags]])
    return True


@conversion_pattern(DescriptorLoadOp)
def descriptor_load(op: DescriptorLoadOp, rewriter: Conversion) -> bool:
    """A masked load of the pointers of a block."""
    descriptor, offsets = _Descriptor.of(op.desc, rewriter), [_wide(index, rewriter) for index in op.indices]
    shape = _block(op.desc).get_shape()
    other = _padding(op, shape, descriptor.pads_with_nan, rewriter)
    pointers, mask = _block_at(descriptor, offsets, shape, rewriter)
    loaded = _load(op, pointers, mask, other, rewriter)
    if descriptor.rounds_to_tf32 is not None and _block(op.desc).element_type == f32:
        loaded = _rounded_if(descriptor.rounds_to_tf32, loaded, rewriter)
    if op.result.first_use is None and loaded.type != op.result.type:
        rewriter.erase(op)  # Triton reshapes where a user asks for it
        return True
    rewriter.replace(op, [_reshaped(loaded, op.result.type, rewriter)])
    return True


def _rounded_if(condition: SSAValue, value: SSAValue, rewriter: Conversion) -> SSAValue:
    """``value``, rounded to TF32 if ``condition`` holds."""
    branches = (Region(Block()), Region(Block()))
    choice = rewriter.insert(IfOp(condition, *branches, result_types=[value.type]))
    with rewriter.elsewhere():
        rewriter.at_end(branches[0].block)
        rewriter.insert(YieldOp([rounded_to_tf32(value, rewriter)]))
        rewriter.at_end(branches[1].block)
        rewriter.insert(YieldOp([value]))
    return choice.results[0]


@conversion_pattern(DescriptorGatherOp)
def descriptor_gather(op: DescriptorGatherOp, rewriter: Conversion) -> bool:
    """A masked load of the pointers of rows."""
    descriptor, shape = _Descriptor.of(op.desc, rewriter), _shape(op.result)
    pointers, mask = _rows_at(descriptor, op, shape, rewriter)
    loaded = _load(op, pointers, mask, _padding(op, shape, descriptor.pads_with_nan, rewriter), rewriter)
    if descriptor.rounds_to_tf32 is not None and _block(op.desc).element_type == f32:
        rounded = rounded_to_tf32(loaded, rewriter)
        loaded = rewriter.insert(SelectOp(descriptor.rounds_to_tf32, rounded, loaded)).result
    rewriter.replace(op, [_reshaped(loaded, op.result.type, rewriter)])
    return True


def _load(
    op: DescriptorLoadOp | DescriptorGatherOp,
    pointers: SSAValue,
    mask: SSAValue,
    other: SSAValue,
    rewriter: Conversion,
) -> SSAValue:
    load = LoadOp(pointers, mask, other, attributes=dict(op.attributes))
    load.properties.update(op.properties)
    return rewriter.insert(load).result


@conversion_pattern(DescriptorStoreOp)
def descriptor_store(op: DescriptorStoreOp, rewriter: Conversion) -> bool:
    """A masked store to the pointers of a block."""
    descriptor, offsets = _Descriptor.of(op.desc, rewriter), [_wide(index, rewriter) for index in op.indices]
    pointers, mask = _block_at(descriptor, offsets, _block(op.desc).get_shape(), rewriter)
    _replace_store(op, pointers, mask, rewriter)
    return True


@conversion_pattern(DescriptorScatterOp)
def descriptor_scatter(op: DescriptorScatterOp, rewriter: Conversion) -> bool:
    """A masked store to the pointers of rows."""
    pointers, mask = _rows_at(_Descriptor.of(op.desc, rewriter), op, _shape(op.src), rewriter)
    _replace_store(op, pointers, mask, rewriter)
    return True


def _replace_store(
    op: DescriptorStoreOp | DescriptorScatterOp, pointers: SSAValue, mask: SSAValue, rewriter: Conversion
) -> None:
    value = _reshaped(op.src, TensorType(_block(op.desc).element_type, _shape(pointers)), rewriter)
    rewriter.insert(StoreOp(pointers, value, mask, attributes=dict(op.attributes)))
    rewriter.erase(op)


@conversion_pattern(DescriptorReduceOp)
def descriptor_reduce(op: DescriptorReduceOp, rewriter: Conversion) -> bool:
    """Masked atomics on the elements of a block."""
    descriptor, offsets = _Descriptor.of(op.desc, rewriter), [_wide(index, rewriter) for index in op.indices]
    kind = _atomic_kind(op)
    pointers, mask = _block_at(descriptor, offsets, _block(op.desc).get_shape(), rewriter)
    rewriter.insert(
        AtomicRMWOp(
            pointers,
            op.src,
            mask,
            atomic_rmw_op=kind,
            sem=MemSemantic.RELEASE,
            scope=MemSyncScope.GPU,
            result=_block(op.desc),
        )
    )
    rewriter.erase(op)
    return True


@conversion_pattern(SelectOp)
def select(op: SelectOp, rewriter: Conversion) -> bool:
    """A choice between descriptors is one between several values each."""
    values = [rewriter.parts(value) for value in (op.true_value, op.false_value)]
    branches: list[Region] = []
    for parts in values:
        end = YieldOp(parts)
        end.location = op.location
        branches.append(Region(Block([end])))
    new = IfOp(op.condition, *branches, result_types=[part.type for part in values[0]])
    new.attributes.update(op.attributes)
    rewriter.replace_grouped(op, rewriter.insert(new).results)
    return True


@conversion_pattern(WhileOp, IndexSwitchOp)
def without_attributes(op: WhileOp | IndexSwitchOp, rewriter: Conversion) -> bool:
    """As in Triton, discardable attributes of ``scf.while`` and ``scf.index_switch`` are lost."""
    op.attributes.clear()
    return False


@conversion_pattern(FuncOp, versions=since(V3_8))
def named_signature(op: FuncOp, rewriter: Conversion) -> bool:
    """Convert the type and the arguments, and name the arguments for a descriptor after their meaning."""
    inputs = op.type.inputs.data
    structural.function_signature.rewrite(op, rewriter)
    if not op.regions[0].blocks:
        return True
    arguments = iter(op.regions[0].blocks[0].args)
    for index, type_ in enumerate(inputs):
        parts = list(islice(arguments, len(rewriter.types.convert(type_))))
        if not isinstance(type_, TensorDescType):
            continue
        location = parts[0].location
        name = location.desc.data if isinstance(location, NameLoc) else f"arg_{index}"
        for part, suffix in zip(parts[1:], _names_of_parts(len(type_.signless_block_type.get_shape())), strict=True):
            part.location = NameLoc(StringAttr(f"{name}.{suffix}"), location)
    return True


def _names_of_parts(rank: int) -> Sequence[str]:
    """The names of a descriptor's arguments after the pointer."""
    numbered = [f"{part}.{dim}" for part in ("shape", "stride") for dim in range(rank)]
    return [*numbered, "padding", "roundF32ToTF32"]


_PATTERNS = PatternSet(
    [
        *(make_tensor_descriptor, descriptor_load, descriptor_gather, descriptor_store, descriptor_scatter),
        *(descriptor_reduce, select, without_attributes, named_signature, structural.function_signature),
        *(structural.call, structural.return_like, structural.region_branch, structural.region_terminator),
    ]
)


# ------------------------------------------------------------------------------------------------- pointers and masks


def _wide(value: SSAValue, rewriter: Conversion) -> SSAValue:
    """``value`` as an i64, with its location; folded if it can be."""
    extension = ExtSIOp(value, i64)
    folded = fold(extension)
    if isinstance(folded, Attribute):
        extension.erase()
        return rewriter.insert(ConstantOp(folded), location_of(value)).result
    return rewriter.insert(extension, location_of(value)).out


def _reshaped(value: SSAValue, type_: Attribute, rewriter: Conversion) -> SSAValue:
    """``value`` with or without the leading dimensions of extent 1 that a block may have and a tensor may lack."""
    if value.type == type_:
        return value
    return rewriter.insert(ReshapeOp(value, result=type_)).result


def _block_at(
    descriptor: _Descriptor, offsets: Sequence[SSAValue], shape: Sequence[int], rewriter: Conversion
) -> tuple[SSAValue, SSAValue]:
    """The pointers of a block at ``offsets``, and the mask that keeps it inside of the tensor."""
    pointers = pointers_at(descriptor.base, descriptor.strides, _places(offsets, shape, rewriter), shape, rewriter)
    # Triton computes the places again for the mask; cse unites them.
    return pointers, mask_at(descriptor.extents, _places(offsets, shape, rewriter), shape, rewriter)


def _places(offsets: Sequence[SSAValue], shape: Sequence[int], rewriter: Conversion) -> list[SSAValue]:
    return [offsets_along(offset, shape, dim, rewriter) for dim, offset in enumerate(offsets)]


def _rows_at(
    descriptor: _Descriptor,
    op: DescriptorGatherOp | DescriptorScatterOp,
    shape: Sequence[int],
    rewriter: Conversion,
) -> tuple[SSAValue, SSAValue]:
    """The pointers to pieces of rows of a matrix, and the mask that keeps them inside of it."""
    rows = expand(op.x_offsets, len(shape), 0, rewriter)
    column = _wide(op.y_offset, rewriter)
    wide_rows = rewriter.insert(ExtSIOp(rows, TensorType(i64, _shape(rows)))).out
    places = [wide_rows, offsets_along(column, shape, 1, rewriter)]
    pointers = pointers_at(descriptor.base, descriptor.strides, places, shape, rewriter)
    return pointers, mask_at(descriptor.extents, places, shape, rewriter)


def _padding(
    op: DescriptorLoadOp | DescriptorGatherOp, shape: Sequence[int], pads_with_nan: SSAValue, rewriter: Conversion
) -> SSAValue:
    """The value of elements outside of the tensor: zero, or NaN for floats if the descriptor says so."""
    element = _block(op.desc).element_type
    is_float = is_float_type(element)
    if not is_float and not is_integer_type(element):
        raise error(op.location, f"'{op.name}' op cannot pad values of type '{element}' with zero")
    type_ = TensorType(element, shape)
    if not is_float:
        return rewriter.insert(ConstantOp(zero(type_))).result
    nan = insert_constant(rewriter, float("nan"), type_)
    nothing = rewriter.insert(ConstantOp(zero(type_))).result
    return rewriter.insert(SelectOp(pads_with_nan, nan, nothing)).result


def _block(descriptor: SSAValue) -> TensorType[Attribute]:
    """The type of the blocks of a descriptor, as they are loaded and stored."""
    return cast("TensorDescType", descriptor.type).signless_block_type


def _shape(value: SSAValue) -> Sequence[int]:
    return cast("TensorType[Attribute]", value.type).get_shape()


_BITWISE: dict[Attribute, RMWOp] = {
    DescriptorReduceKind.AND.attr: RMWOp.AND,
    DescriptorReduceKind.OR.attr: RMWOp.OR,
    DescriptorReduceKind.XOR.attr: RMWOp.XOR,
}
_SIGNED: dict[Attribute, RMWOp] = {DescriptorReduceKind.MIN.attr: RMWOp.MIN, DescriptorReduceKind.MAX.attr: RMWOp.MAX}
_UNSIGNED: dict[Attribute, RMWOp] = {
    DescriptorReduceKind.MIN.attr: RMWOp.UMIN,
    DescriptorReduceKind.MAX.attr: RMWOp.UMAX,
}


def _atomic_kind(op: DescriptorReduceOp) -> RMWOp:
    """The kind of the elementwise atomic that replaces the reduction of ``op``."""
    element = cast("TensorDescType", op.desc.type).block_type.element_type
    kind: RMWOp | None = None
    if op.kind == DescriptorReduceKind.ADD.attr:
        kind = RMWOp.ADD if is_integer_type(element) else RMWOp.FADD
    elif op.kind in _BITWISE:
        kind = _BITWISE[op.kind]
    elif is_integer_type(element) and element.signedness.data is Signedness.SIGNED:
        kind = _SIGNED.get(op.kind)
    elif is_integer_type(element) and element.signedness.data is Signedness.UNSIGNED:
        kind = _UNSIGNED.get(op.kind)
    if kind is None:
        raise error(op.location, f"Cannot fallback on descriptor atomic op, unsupported for type {element}")
    return kind
