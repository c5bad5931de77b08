"""The common interface of ``linalg`` operations (MLIR's ``LinalgOp``).

An indexing map for each operand gives the element that an iteration accesses, and an iterator type for each loop
whether its iterations are independent. The region computes the new elements of the outputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar, cast

from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap
from xdsl.irdl import irdl_attr_definition
from xdsl.traits import (
    ConditionallySpeculatable,
    EffectInstance,
    MemoryEffect,
    MemoryEffectKind,
    RecursiveMemoryEffect,
)

from xtriton.dialects.upstream.destination import has_buffers_only, has_tensors_only, is_memory, verify_destinations
from xtriton.dialects.upstream.keywords import KeywordAttr
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.constraints import Accepts, AttrPredicate
from xtriton.ir.diagnostics import Violation
from xtriton.ir.effects import MEMORY
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.op import Op
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import children

PARALLEL, REDUCTION, WINDOW = "parallel", "reduction", "window"
"""The iterator types."""


@irdl_attr_definition
class IteratorTypeAttr(KeywordAttr):
    """``#linalg.iterator_type<parallel>``."""

    name = "linalg.iterator_type"
    KEYWORDS: ClassVar[Sequence[str]] = (PARALLEL, REDUCTION, WINDOW)
    CPP_NAME: ClassVar[str] = "utils::IteratorType"
    CPP_ATTRIBUTE: ClassVar[str] = "IteratorTypeAttr"


@irdl_attr_definition
class TypeFnAttr(KeywordAttr):
    """``#linalg.type_fn<cast_signed>``: how inputs are converted to the type of the output."""

    name = "linalg.type_fn"
    KEYWORDS: ClassVar[Sequence[str]] = ("cast_signed", "cast_unsigned")
    CPP_NAME: ClassVar[str] = "linalg::TypeFn"
    CPP_ATTRIBUTE: ClassVar[str] = "TypeFnAttr"


def is_array_of(*classes: type[Attribute]) -> Accepts:
    """A test for arrays of attributes of these classes."""

    def test(attr: Attribute) -> bool:
        return isinstance(attr, ArrayAttr) and all(
            isinstance(element, classes) for element in cast("ArrayAttr[Attribute]", attr).data
        )

    return test


def maps_attr(maps: Iterable[AffineMap]) -> ArrayAttr[AffineMapAttr]:
    """The attribute for indexing maps."""
    return ArrayAttr(AffineMapAttr(map_) for map_ in maps)


def iterators_attr(iterators: Iterable[str]) -> ArrayAttr[IteratorTypeAttr]:
    """The attribute for iterator types."""
    return ArrayAttr(map(_iterator_attr, iterators))


@cache
def _iterator_attr(iterator: str) -> IteratorTypeAttr:
    return IteratorTypeAttr.of(iterator)


AffineMapArray: AttrPredicate[Sequence[AffineMap]] = AttrPredicate(
    "AffineMap array attribute",
    is_array_of(AffineMapAttr),
    storage=lambda attr: isinstance(attr, ArrayAttr),
    values=(Sequence,),
    convert=maps_attr,
)
IteratorTypeArray: AttrPredicate[Sequence[str]] = AttrPredicate(
    "Iterator type should be an enum.",
    is_array_of(IteratorTypeAttr),
    storage=lambda attr: isinstance(attr, ArrayAttr),
    values=(Sequence,),
    convert=iterators_attr,
)
TypeFn = AttrPredicate("allowed 32-bit signless integer cases: 0, 1", lambda attr: isinstance(attr, TypeFnAttr))


def maps_of(attr: Attribute) -> list[AffineMap]:
    """The maps of an attribute."""
    return [map_.data for map_ in cast("ArrayAttr[AffineMapAttr]", attr).data]


def iterators_of(attr: Attribute) -> list[str]:
    """The iterator types of an attribute."""
    return [iterator.keyword.data for iterator in cast("ArrayAttr[IteratorTypeAttr]", attr).data]


def dims_map(rank: int, dims: Iterable[int]) -> AffineMap:
    """``(d0, ..., d[rank - 1]) -> dims``."""
    return AffineMap(rank, 0, tuple(AffineDimExpr(dim) for dim in dims))


class StructuredEffects(MemoryEffect):
    """Input memrefs are read, output memrefs are written, and read if the region uses the old element."""

    @classmethod
    def get_effects(cls, op: Operation) -> set[EffectInstance]:
        assert isinstance(op, StructuredOp)
        effects: set[EffectInstance] = set()
        # Telling inputs from outputs costs more than looking at all operands.
        if not any(is_memory(value.type) for value in op.operands):
            return effects
        for value in op.ins:
            if is_memory(value.type):
                effects.add(EffectInstance(MemoryEffectKind.READ, value, MEMORY))
        for value, argument in zip(op.outs, op.output_arguments, strict=False):
            if not is_memory(value.type):
                continue
            if argument.first_use is not None:
                effects.add(EffectInstance(MemoryEffectKind.READ, value, MEMORY))
            effects.add(EffectInstance(MemoryEffectKind.WRITE, value, MEMORY))
        return effects


class SpeculatableOnTensors(ConditionallySpeculatable):
    """The op is speculatable if it accesses no memory and all operations in its region are."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        if not has_tensors_only(op):
            return False
        for inner in children(op):
            trait = inner.get_trait(ConditionallySpeculatable)
            if trait is None or not trait.is_speculatable(inner):
                return False
        return True


STRUCTURED_TRAITS = (RecursiveMemoryEffect(), StructuredEffects(), SpeculatableOnTensors())


class StructuredOp(Op):
    """A structured ``linalg`` operation."""

    INPUT_NAME: ClassVar[str] = "in"
    OUTPUT_NAME: ClassVar[str] = "out"

    @property
    def ins(self) -> Sequence[SSAValue]:
        """The inputs."""
        raise NotImplementedError

    @property
    def outs(self) -> Sequence[SSAValue]:
        """The outputs."""
        raise NotImplementedError

    @property
    def maps(self) -> list[AffineMap]:
        """The indexing maps, by operand."""
        raise NotImplementedError

    @property
    def iterators(self) -> list[str]:
        """The iterator types, by loop."""
        raise NotImplementedError

    @property
    def body(self) -> Block:
        """The body of an iteration."""
        return self.regions[0].block

    @property
    def loops(self) -> int:
        """The number of loops."""
        return len(self.iterators)

    @property
    def output_arguments(self) -> Sequence[BlockArgument]:
        """The region arguments that are the outputs' elements."""
        return self.body.args[-len(self.outs) :] if self.outs else ()

    def asm_block_argument_names(self, region: Region) -> Iterable[tuple[SSAValue, str]]:
        block = region.first_block
        if block is None:
            return ()
        inputs = len(self.ins)
        return [
            (argument, self.INPUT_NAME if index < inputs else self.OUTPUT_NAME)
            for index, argument in enumerate(block.args)
        ]

    def verify_in_context(self) -> None:
        verify_destinations(self, self.outs, len(self.ins))

    def verify_regions(self) -> None:
        verify_structured(self)


def loop_ranges(op: StructuredOp, operands: Sequence[SSAValue] | None = None) -> list[int] | None:
    """The trip count of each loop, from the operands' shapes; ``None`` if some loop has no operand to infer it from.

    ``operands`` replace those of ``op``.
    """
    ranges: list[int | None] = [None] * op.loops
    for operand, map_ in zip(op.operands if operands is None else operands, op.maps, strict=True):
        for expression, extent in zip(map_.results, shape_of(operand.type) or (), strict=True):
            if isinstance(expression, AffineDimExpr) and ranges[expression.position] is None:
                ranges[expression.position] = extent
    known = [extent for extent in ranges if extent is not None]
    return known if len(known) == len(ranges) else None


def verify_structured(op: StructuredOp) -> None:
    """Verify maps, shapes and region (MLIR's ``verifyStructuredOpInterface``)."""
    if op.operands and not has_tensors_only(op) and not has_buffers_only(op):
        raise Violation("expected to have pure tensor or buffer semantics")
    maps = op.maps
    if len(maps) != len(op.operands):
        raise Violation(
            f"expected the number of indexing_map ({len(maps)}) to be equal to the number of input/output operands "
            f"({len(op.operands)})"
        )
    for index, (operand, map_) in enumerate(zip(op.operands, maps, strict=True)):
        _verify_map(op, index, operand, map_)
    verify_shapes(op, op.operands)
    _verify_arguments(op)


def verify_shapes(op: StructuredOp, operands: Sequence[SSAValue]) -> None:
    """Check that the static extents of ``operands``, those of ``op`` or their replacements, fit the loop ranges."""
    ranges = loop_ranges(op, operands)
    if ranges is None:
        raise Violation("expected the shape-to-loops map to be non-null")
    for index, (operand, map_) in enumerate(zip(operands, op.maps, strict=True)):
        _verify_shape(index, shape_of(operand.type) or (), map_, ranges)


def _verify_map(op: StructuredOp, index: int, operand: SSAValue, map_: AffineMap) -> None:
    if map_.num_symbols:
        raise Violation(f"unexpected symbols in indexing_map #{index}")
    if map_.num_dims != op.loops:
        raise Violation(f"expected indexing_map #{index} to have {op.loops} dim(s) to match the number of loops")
    rank = len(shape_of(operand.type) or ())
    if rank != len(map_.results):
        raise Violation(
            f"expected operand rank ({rank}) to match the result rank of indexing_map #{index} ({len(map_.results)})"
        )


def _verify_shape(index: int, shape: Sequence[int], map_: AffineMap, ranges: Sequence[int]) -> None:
    for dim, (expression, extent) in enumerate(zip(map_.results, shape, strict=True)):
        if extent == DYNAMIC or any(ranges[used] == DYNAMIC for used in _dims_in(expression)):
            continue
        first = expression.eval([0] * len(ranges), [])
        last = expression.eval([extent - 1 for extent in ranges], [])
        needed = max(first, last) + 1
        exact = isinstance(expression, AffineDimExpr)
        if needed == extent or (not exact and needed < extent):
            continue
        relation = "" if exact else "greater than or equal to "
        raise Violation(
            f"inferred input/output operand #{index} has shape's dimension #{dim} to be {relation}{needed}, but found "
            f"{extent}"
        )


def _dims_in(expression: AffineExpr) -> list[int]:
    if isinstance(expression, AffineDimExpr):
        return [expression.position]
    if isinstance(expression, AffineConstantExpr):
        return []
    return [dim for part in ("lhs", "rhs") if (operand := getattr(expression, part, None)) for dim in _dims_in(operand)]


def _verify_arguments(op: StructuredOp) -> None:
    region = op.regions[0] if len(op.regions) == 1 else None
    if region is None or region.first_block is None or region.first_block is not region.last_block:
        raise Violation("expects to have 1 region with 1 block")
    arguments = region.first_block.args
    operands = op.argument_operands if isinstance(op, PartOfOperands) else op.operands
    if len(arguments) != len(operands):
        raise Violation(
            "expected as many non-induction variable region arguments as the number of input/output operands"
        )
    for index, (argument, operand) in enumerate(zip(arguments, operands, strict=True)):
        element = element_type(operand.type)
        if argument.type != element:
            raise Violation(
                f"expected type of bb argument #{index} ('{argument.type}') to match element or self type of the "
                f"corresponding operand ('{element}')"
            )


class PartOfOperands:
    """Mixin for operations whose region takes the elements of only some of the operands."""

    @property
    def argument_operands(self) -> Sequence[SSAValue]:
        """The operands whose elements are region arguments."""
        raise NotImplementedError


def yielded_type(op: StructuredOp, index: int) -> Attribute:
    """The element type that the region must yield for an output."""
    return element_type(op.outs[index].type)


def shape_rank(value: SSAValue) -> int:
    """The rank of an operand; 0 for a scalar."""
    return len(shape_of(value.type) or ())


def result_types_for(outputs: Sequence[SSAValue]) -> list[Attribute]:
    """The result types of an operation with these outputs."""
    return [value.type for value in outputs if is_tensor_type(value.type)]
