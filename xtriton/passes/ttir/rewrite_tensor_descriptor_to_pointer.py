"""``triton-rewrite-tensor-descriptor-to-pointer``: tensor descriptors become pointers with extents and strides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    BoolAttr,
    DictionaryAttr,
    FunctionType,
    Signedness,
    TensorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

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
from xtriton.dialects.tt.function import CallOp, FuncOp, ReturnOp
from xtriton.dialects.tt.memory import AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.shape import ReshapeOp
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.upstream.arith import ConstantOp, ExtSIOp, SelectOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp
from xtriton.folds.elements import constant, zero
from xtriton.folds.folding import as_results, dialect_of, fold, is_constant_class, materialize
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_integer_type
from xtriton.passes.base import OperationPass
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.windows import expand, mask_at, offsets_along, pointers_at


@dataclass(frozen=True)
class TritonRewriteTensorDescriptorToPointer(OperationPass):
    """Lower tensor descriptors to masked tensors of pointers.

    A descriptor of rank r is replaced everywhere by 2r + 2 values: pointer, r extents, r strides, padding with NaN.

    before: ``tt.func @f(%d: !tt.tensordesc<tensor<8xf32>>, %i: i32) { tt.descriptor_load %d[%i] }``
    after:  ``tt.func @f(%base: !tt.ptr<f32>, %extent: i64, %stride: i64, %nan: i1, %i: i32) { tt.load ... }``
    """

    name: ClassVar[str] = "triton-rewrite-tensor-descriptor-to-pointer"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, consistent_ranks)

    def apply_to(self, ctx: Context, op: Operation) -> None:
        _fold_others(op)
        conversion = _Conversion()
        conversion.visit(op)
        conversion.erase_replaced()


CONVERTED_DIALECTS = frozenset({"arith", "scf", "tt", "builtin"})
"""The dialects of which is said what may stay as it is."""


def _fold_others(top: Operation) -> None:
    """Fold the operations of other dialects, as MLIR's dialect conversion does before it lets them be.

    What one folds to is not seen by the next.
    """
    rewriter = Rewriter()
    others = [op for op in top.walk() if dialect_of(op) not in CONVERTED_DIALECTS and len(op.results) == 1]
    for op, folded in [(op, fold(op)) for op in others if not is_constant_class(type(op))]:
        results = as_results(op, folded)
        if results is None:
            continue
        rewriter.start_at(op)
        if isinstance(results[0], SSAValue):
            rewriter.replace(op, [results[0]])
            continue
        constant = materialize(results[0], op.results[0].type, dialect_of(op))
        if constant is not None:
            rewriter.replace_by(op, constant)


class _Descriptor(NamedTuple):
    """The values that a descriptor consists of; extents and strides are of type i64."""

    base: SSAValue
    extents: Sequence[SSAValue]
    strides: Sequence[SSAValue]
    pads_with_nan: SSAValue


class _Conversion:
    def __init__(self) -> None:
        self._parts: dict[SSAValue, Sequence[SSAValue]] = {}
        """What stands for each descriptor."""
        self._replaced: list[Operation] = []
        self._arguments: list[BlockArgument] = []
        self._rewriter = Rewriter()

    def visit(self, op: Operation) -> None:
        """Convert all that is in ``op``, in order."""
        for region in op.regions:
            for block in region.blocks:
                for inner in tuple(block.ops):
                    self._rewriter.start_at(inner)
                    self._convert(inner)

    def erase_replaced(self) -> None:
        """Erase the operations and arguments that were replaced, users before what they use."""
        for op in reversed(self._replaced):
            self._rewriter.erase(op)
        for argument in self._arguments:
            argument.block.erase_arg(argument)

    def _convert(self, op: Operation) -> None:
        if isinstance(op, FuncOp):
            self._function(op)
        elif not any(_is_descriptor(value.type) for value in (*op.operands, *op.results)):
            self.visit(op)
        elif isinstance(op, MakeTensorDescOp):
            self._make(op)
        elif isinstance(op, DescriptorLoadOp):
            self._load(op)
        elif isinstance(op, DescriptorGatherOp):
            self._gather(op)
        elif isinstance(op, DescriptorStoreOp):
            self._store(op)
        elif isinstance(op, DescriptorScatterOp):
            self._scatter(op)
        elif isinstance(op, DescriptorReduceOp):
            self._reduce(op)
        elif isinstance(op, SelectOp):
            self._select(op)
        elif isinstance(op, CallOp | ForOp | IfOp | WhileOp | IndexSwitchOp):
            self._rebuild(op)
        elif isinstance(op, ReturnOp | YieldOp | ConditionOp):
            op.operands = self._flat(op.operands, op)
        else:
            raise error(op.location, f"failed to legalize operation '{op.name}' that was explicitly marked illegal")

    # Values

    def _parts_of(self, value: SSAValue, user: Operation) -> Sequence[SSAValue]:
        parts = self._parts.get(value)
        if parts is None:
            raise error(user.location, f"'{user.name}' op uses a tensor descriptor of unknown origin")
        return parts

    def _flat(self, values: Sequence[SSAValue], user: Operation) -> list[SSAValue]:
        """The values, descriptors replaced by what they consist of."""
        flat: list[SSAValue] = []
        for value in values:
            flat.extend(self._parts_of(value, user) if _is_descriptor(value.type) else (value,))
        return flat

    def _descriptor(self, value: SSAValue, user: Operation) -> _Descriptor:
        base, *others, pads_with_nan = self._parts_of(value, user)
        rank = len(others) // 2
        return _Descriptor(base, others[:rank], others[rank:], pads_with_nan)

    def _hand_on(self, old: Sequence[SSAValue], new: Sequence[SSAValue]) -> None:
        """Let new values stand for old ones, several for each descriptor."""
        rest = iter(new)
        for value in old:
            parts = [next(rest) for _ in _converted(value.type)]
            if _is_descriptor(value.type):
                self._parts[value] = parts
            else:
                self._rewriter.replace_all_uses(value, parts[0])

    def _wide(self, value: SSAValue) -> SSAValue:
        """``value`` as an i64, where it comes from; folded if it can be."""
        extension = ExtSIOp(value, i64)
        folded = fold(extension)
        if isinstance(folded, Attribute):
            extension.erase()
            return self._rewriter.insert(ConstantOp(folded), location_of(value)).result
        return self._rewriter.insert(extension, location_of(value)).out

    # Functions, calls and structured control flow

    def _function(self, op: FuncOp) -> None:
        type_ = op.type
        inputs = _all_converted(type_.inputs.data)
        op.properties["function_type"] = FunctionType.from_lists(inputs, _all_converted(type_.outputs.data))
        attributes = op.properties.get("arg_attrs")
        if isinstance(attributes, ArrayAttr):
            # What is known of a descriptor stays with its pointer.
            spread: list[Attribute] = []
            for attribute, input_ in zip(cast("ArrayAttr[Attribute]", attributes), type_.inputs.data, strict=True):
                spread += [attribute, *[DictionaryAttr({}) for _ in _converted(input_)[1:]]]
            op.properties["arg_attrs"] = ArrayAttr(spread)
        if op.body.first_block is not None:
            self._convert_arguments(op.body.first_block)
        self.visit(op)

    def _convert_arguments(self, block: Block) -> None:
        """Give ``block`` new arguments for its descriptors; those are erased in the end."""
        for argument in block.args:
            if not _is_descriptor(argument.type):
                continue
            place = argument.index
            types = _converted(argument.type)
            self._parts[argument] = [
                block.insert_arg(type_, place + number, argument.location) for number, type_ in enumerate(types)
            ]
            self._arguments.append(argument)

    def _rebuild(self, op: CallOp | ForOp | IfOp | WhileOp | IndexSwitchOp) -> None:
        """Put an operation with converted operands, results and regions in the place of ``op``."""
        regions: list[Region] = []
        for region in op.regions:
            for block in region.blocks:
                self._convert_arguments(block)
            regions.append(Region())
            region.move_blocks(regions[-1])
        new = type(op).create(
            operands=self._flat(op.operands, op),
            result_types=_all_converted(op.result_types),
            properties=dict(op.properties),
            # As with Triton, other attributes of while and switch are lost.
            attributes={} if isinstance(op, WhileOp | IndexSwitchOp) else dict(op.attributes),
            regions=regions,
        )
        self._rewriter.insert(new)
        self._hand_on(op.results, new.results)
        self._replaced.append(op)
        self.visit(new)

    def _select(self, op: SelectOp) -> None:
        """A choice between descriptors is one between several values each."""
        if op.true_value is op.false_value:
            self._parts[op.result] = self._parts_of(op.true_value, op)
            self._replaced.append(op)
            return
        values = [self._parts_of(value, op) for value in (op.true_value, op.false_value)]
        branches: list[Region] = []
        for parts in values:
            end = YieldOp(parts)
            end.location = op.location
            branches.append(Region(Block([end])))
        new = IfOp(op.condition, *branches, result_types=[part.type for part in values[0]])
        new.attributes.update(op.attributes)
        self._rewriter.insert(new)
        self._parts[op.result] = new.results
        self._replaced.append(op)

    # Descriptors and accesses through them

    def _make(self, op: MakeTensorDescOp) -> None:
        extents = [self._wide(extent) for extent in op.shape]
        nan = BoolAttr.from_bool(op.padding == PaddingOption.PAD_NAN.attr)
        pads_with_nan = self._rewriter.insert(ConstantOp(nan)).result
        self._parts[op.result] = [op.base, *extents, *op.strides, pads_with_nan]
        self._replaced.append(op)

    def _load(self, op: DescriptorLoadOp) -> None:
        descriptor, offsets = self._descriptor(op.desc, op), [self._wide(index) for index in op.indices]
        shape = _block(op.desc).get_shape()
        other = self._padding(op, shape, descriptor.pads_with_nan)
        pointers, mask = self._block_at(descriptor, offsets, shape)
        self._replace_load(op, pointers, mask, other)

    def _gather(self, op: DescriptorGatherOp) -> None:
        descriptor, shape = self._descriptor(op.desc, op), _shape(op.result)
        pointers, mask = self._rows_at(descriptor, op, shape)
        self._replace_load(op, pointers, mask, self._padding(op, shape, descriptor.pads_with_nan))

    def _replace_load(
        self, op: DescriptorLoadOp | DescriptorGatherOp, pointers: SSAValue, mask: SSAValue, other: SSAValue
    ) -> None:
        load = LoadOp(pointers, mask, other, attributes=dict(op.attributes))
        load.properties.update(op.properties)
        value = self._reshaped(self._rewriter.insert(load).result, op.result.type)
        self._rewriter.replace_all_uses(op.result, value)
        self._replaced.append(op)

    def _store(self, op: DescriptorStoreOp) -> None:
        descriptor, offsets = self._descriptor(op.desc, op), [self._wide(index) for index in op.indices]
        pointers, mask = self._block_at(descriptor, offsets, _block(op.desc).get_shape())
        self._replace_store(op, pointers, mask)

    def _scatter(self, op: DescriptorScatterOp) -> None:
        pointers, mask = self._rows_at(self._descriptor(op.desc, op), op, _shape(op.src))
        self._replace_store(op, pointers, mask)

    def _replace_store(self, op: DescriptorStoreOp | DescriptorScatterOp, pointers: SSAValue, mask: SSAValue) -> None:
        value = self._reshaped(op.src, TensorType(_block(op.desc).element_type, _shape(pointers)))
        self._rewriter.insert(StoreOp(pointers, value, mask, attributes=dict(op.attributes)))
        self._replaced.append(op)

    def _reduce(self, op: DescriptorReduceOp) -> None:
        descriptor, offsets = self._descriptor(op.desc, op), [self._wide(index) for index in op.indices]
        kind = _atomic_kind(op)
        pointers, mask = self._block_at(descriptor, offsets, _block(op.desc).get_shape())
        self._rewriter.insert(
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
        self._replaced.append(op)

    def _reshaped(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """``value`` with or without the leading dimensions of extent 1 that a block may have and a tensor may lack."""
        if value.type == type_:
            return value
        return self._rewriter.insert(ReshapeOp(value, result=type_)).result

    def _block_at(
        self, descriptor: _Descriptor, offsets: Sequence[SSAValue], shape: Sequence[int]
    ) -> tuple[SSAValue, SSAValue]:
        """The pointers of a block at ``offsets``, and the mask that keeps it inside of the tensor."""
        pointers = pointers_at(descriptor.base, descriptor.strides, self._places(offsets, shape), shape, self._rewriter)
        # Triton computes the places again for the mask; cse unites them.
        return pointers, mask_at(descriptor.extents, self._places(offsets, shape), shape, self._rewriter)

    def _places(self, offsets: Sequence[SSAValue], shape: Sequence[int]) -> list[SSAValue]:
        return [offsets_along(offset, shape, dim, self._rewriter) for dim, offset in enumerate(offsets)]

    def _rows_at(
        self, descriptor: _Descriptor, op: DescriptorGatherOp | DescriptorScatterOp, shape: Sequence[int]
    ) -> tuple[SSAValue, SSAValue]:
        """The pointers to pieces of rows of a matrix, and the mask that keeps them inside of it."""
        rewriter = self._rewriter
        rows = expand(op.x_offsets, len(shape), 0, rewriter)
        column = self._wide(op.y_offset)
        wide_rows = rewriter.insert(ExtSIOp(rows, TensorType(i64, _shape(rows)))).out
        places = [wide_rows, offsets_along(column, shape, 1, rewriter)]
        pointers = pointers_at(descriptor.base, descriptor.strides, places, shape, rewriter)
        return pointers, mask_at(descriptor.extents, places, shape, rewriter)

    def _padding(
        self, op: DescriptorLoadOp | DescriptorGatherOp, shape: Sequence[int], pads_with_nan: SSAValue
    ) -> SSAValue:
        """What a load gives outside of the tensor: zero, of floating-point numbers NaN if the descriptor says so."""
        element = _block(op.desc).element_type
        is_float = isinstance(element, AnyFloat)
        if not is_float and not is_integer_type(element):
            raise error(op.location, f"'{op.name}' op cannot pad values of type '{element}' with zero")
        type_ = TensorType(element, shape)
        if not is_float:
            return self._rewriter.insert(ConstantOp(zero(type_))).result
        nan = self._rewriter.insert(ConstantOp(constant(type_, float("nan")))).result
        nothing = self._rewriter.insert(ConstantOp(zero(type_))).result
        return self._rewriter.insert(SelectOp(pads_with_nan, nan, nothing)).result


def _is_descriptor(type_: Attribute) -> bool:
    return isinstance(type_, TensorDescType)


def _converted(type_: Attribute) -> list[Attribute]:
    """The types that stand for one type: several for a descriptor."""
    if not isinstance(type_, TensorDescType):
        return [type_]
    block = type_.signless_block_type
    return [PointerType(block.element_type), *[i64] * (2 * len(block.get_shape())), i1]


def _all_converted(types: Sequence[Attribute]) -> list[Attribute]:
    return [converted for type_ in types for converted in _converted(type_)]


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
    """The atomic that does to each element what ``op`` does to a block."""
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
