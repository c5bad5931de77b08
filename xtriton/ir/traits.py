"""Op traits that xDSL lacks, or whose messages differ from MLIR's.

A trait here may do two things: reject an operation with MLIR's message (``verify``), and give the assembly format its
type inference rules (:class:`TypesMatchWith`, :class:`AllTypesMatch`, :class:`SameOperandsAndResultType`). xDSL's own
traits (``Pure``, ``IsTerminator``, ``IsolatedFromAbove``, ``SymbolTable`` ...) are used as they are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    IntAttr,
    MemRefType,
    NoneAttr,
    TensorType,
    UnrankedTensorType,
    UnregisteredOp,
    VectorType,
)
from xdsl.ir import Attribute, BlockArgument, ErasedSSAValue, Operation, SSAValue
from xdsl.traits import NoTerminator, OpTrait

from xtriton.ir.creation import is_result
from xtriton.ir.diagnostics import Violation, note


@cache
def class_has_trait(op_class: type[Operation], trait: type[OpTrait]) -> bool:
    """Whether operations of a class have a trait. An unregistered operation has none."""
    return op_class.has_trait(trait, value_if_unregistered=False)


def has_trait(op: Operation, trait: type[OpTrait]) -> bool:
    """Whether an operation has a trait."""
    return class_has_trait(type(op), trait)


def values_of(op: Operation, name: str) -> Sequence[SSAValue]:
    """The operands or results of ``op`` that its definition calls ``name``: none, one or many."""
    value: SSAValue | Sequence[SSAValue] | None = getattr(op, name)
    if value is None:
        return ()
    if is_result(value) or type(value) is BlockArgument or type(value) is ErasedSSAValue:  # isinstance would be slow
        return (value,)
    return cast("Sequence[SSAValue]", value)


class EachTypeTrait(OpTrait, ABC):
    """Constrains the type of each operand and result in its context.

    Within one isolated region (a function, a module) a type that passed once passes everywhere.
    """

    @abstractmethod
    def verify_value(self, op: Operation, value: SSAValue) -> None:
        """Check the type of one operand or result of ``op``. Raises :class:`Violation`."""

    def of_class(self, op_class: type[Operation]) -> EachTypeTrait:
        """The trait as it holds for operations of a class. What passed one of two unequal traits is checked again."""
        return self

    def verify(self, op: Operation) -> None:
        for value in (*op.operands, *op.results):
            self.verify_value(op, value)


def equal_type(type_: Attribute) -> Attribute:
    """The transformation of :class:`TypesMatchWith` for types that are equal."""
    return type_


@dataclass(frozen=True)
class TypesMatchWith(OpTrait):
    """ODS ``TypesMatchWith``: the type of ``target`` is ``transform`` of the type of ``source``.

    If either is optional and absent, nothing is checked. With a ``position``, the operand at this position is checked,
    which is not ``target`` if an optional operand before it is absent: so does ODS code that counts operands.
    """

    summary: str
    source: str
    target: str
    transform: Callable[[Attribute], Attribute] = equal_type
    position: int | None = None

    def verify(self, op: Operation) -> None:
        sources, targets = values_of(op, self.source), values_of(op, self.target)
        if self.position is not None:
            targets = op.operands[self.position : self.position + 1]
        if not sources or not targets:
            return
        if self.transform(sources[0].type) != targets[0].type:
            raise Violation(f"failed to verify that {self.summary}")


@dataclass(frozen=True)
class RangedTypesMatchWith(OpTrait):
    """ODS ``RangedTypesMatchWith``: the types of all ``target`` values are ``transform`` of the type of ``source``."""

    summary: str
    source: str
    target: str
    transform: Callable[[Attribute], Sequence[Attribute]]

    def verify(self, op: Operation) -> None:
        expected = tuple(self.transform(values_of(op, self.source)[0].type))
        if expected != tuple(value.type for value in values_of(op, self.target)):
            raise Violation(f"failed to verify that {self.summary}")


@dataclass(frozen=True)
class AllTypesMatch(OpTrait):
    """ODS ``AllTypesMatch``: all named values have the same type (ranges have the same list of types)."""

    names: tuple[str, ...]

    def verify(self, op: Operation) -> None:
        types = [tuple(value.type for value in values_of(op, name)) for name in self.names]
        if any(other != types[0] for other in types[1:]):
            raise Violation(f"failed to verify that all of {{{', '.join(self.names)}}} have same type")


TYPE_PREDICATES: tuple[type[OpTrait], ...] = (TypesMatchWith, RangedTypesMatchWith, AllTypesMatch)
"""The traits that ODS defines as predicates."""


def _verify_at_least_one(op: Operation, *, results: bool = True) -> None:
    if not op.operands:
        raise Violation("expected 1 or more operands, but found 0")
    if results and not op.results:
        raise Violation("expected 1 or more results")


@dataclass(frozen=True)
class SameOperandsAndResultType(OpTrait):
    """All operands and results have one type. In an assembly format one printed type serves all."""

    def verify(self, op: Operation) -> None:
        first = op.results[0].type
        others = [value.type for value in (*op.results[1:], *op.operands)]
        if all(other == first for other in others):
            return
        for other in others:
            if element_type(other) != element_type(first) or not compatible_shapes((other, first)):
                raise Violation("requires the same type for all operands and results")
            # As in MLIR, operands are checked only if the result has an encoding.
            encoding = encoding_of(first)
            if encoding is not None and encoding_of(other) != encoding:
                raise Violation("requires the same encoding for all operands and results")


@dataclass(frozen=True)
class SameTypeOperands(OpTrait):
    """All operands have one type."""

    def verify(self, op: Operation) -> None:
        operands = op.operands
        if len(operands) > 1 and any(operand.type != operands[0].type for operand in operands):
            raise Violation("requires all operands to have the same type")


def element_type(type_: Attribute) -> Attribute:
    """The element type of a shaped type, any other type itself (MLIR's ``getElementTypeOrSelf``)."""
    return type_.element_type if hasattr(type_, "element_type") else type_  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]


def shape_of(type_: Attribute) -> tuple[int, ...] | None:
    """The shape of a ranked shaped type; ``None`` for scalars and unranked types."""
    if type(type_) in _WITH_EXTENTS:
        return _extents_in(cast("TensorType[Attribute]", type_).shape)
    get_shape = getattr(type_, "get_shape", None)
    return tuple(get_shape()) if get_shape is not None else None


def shape_of_tensor(value: SSAValue) -> tuple[int, ...]:
    """The shape of a value that is known to be of a ranked shaped type."""
    return cast("tuple[int, ...]", shape_of(value.type))


_WITH_EXTENTS = frozenset({TensorType, MemRefType, VectorType})


def _extents_in(shape: ArrayAttr[IntAttr]) -> tuple[int, ...]:
    """The numbers in a shape, remembered with it: shapes are looked at far more often than they are made."""
    known: tuple[int, ...] | None = shape.__dict__.get("_extents")
    if known is None:
        known = tuple([extent.data for extent in shape.data])
        object.__setattr__(shape, "_extents", known)
    return known


def compatible_shapes(types: Sequence[Attribute]) -> bool:
    """MLIR's ``verifyCompatibleShapes``: all scalars, or all shaped with equal extents.

    Dynamic extents and types without a rank match any.
    """
    if all(type_ is types[0] for type_ in types):
        return True
    shapes = [shape_of(type_) for type_ in types if type(type_) is not UnrankedTensorType]
    ranked = [shape for shape in shapes if shape is not None]
    if not ranked:
        return True
    if len(ranked) != len(shapes):
        return False
    first = ranked[0]
    return all(
        len(shape) == len(first) and all(a == b or a < 0 or b < 0 for a, b in zip(shape, first, strict=True))
        for shape in ranked[1:]
    )


@dataclass(frozen=True)
class SameOperandsAndResultShape(OpTrait):
    """All operands and results have the same shape; a scalar and a tensor do not."""

    def verify(self, op: Operation) -> None:
        _verify_at_least_one(op)
        types = [value.type for value in (*op.operands, *op.results)]
        if not compatible_shapes(types):
            raise Violation("requires the same shape for all operands and results")


@dataclass(frozen=True)
class SameOperandsShape(OpTrait):
    """All operands have the same shape."""

    def verify(self, op: Operation) -> None:
        _verify_at_least_one(op, results=False)
        if not compatible_shapes([value.type for value in op.operands]):
            raise Violation("requires the same shape for all operands")


@dataclass(frozen=True)
class SameOperandsAndResultElementType(OpTrait):
    """All operands and results have the same element type."""

    def verify(self, op: Operation) -> None:
        _verify_at_least_one(op)
        types = [element_type(value.type) for value in (*op.operands, *op.results)]
        if any(type_ != types[0] for type_ in types[1:]):
            raise Violation("requires the same element type for all operands and results")


def encoding_of(type_: Attribute) -> Attribute | None:
    """The encoding of a ranked tensor type, if it has one."""
    if type(type_) is TensorType and type(type_.encoding) is not NoneAttr:
        return type_.encoding
    return None


@dataclass(frozen=True)
class InferTypeOp(OpTrait):
    """MLIR's ``InferTypeOpInterface``: the op class infers its result types in ``infer_result_types``.

    Formats may omit the result types, and the verifier compares given with inferred types.
    """

    def verify(self, op: Operation) -> None:
        infer = getattr(type(op), "infer_result_types", None)
        if infer is None:
            return
        try:
            inferred = tuple(infer([operand.type for operand in op.operands], op.properties, op.regions))
            _verify_inferred(op, inferred)
        except Violation as violation:
            violation.consequences += (f"'{op.name}' op failed to infer returned types",)
            raise


def _verify_inferred(op: Operation, inferred: tuple[Attribute, ...]) -> None:
    actual = tuple(result.type for result in op.results)
    if not compatible_types(type(op), inferred, actual):
        raise Violation(
            f"inferred type(s) {_quoted(inferred)} are incompatible with return type(s) of operation {_quoted(actual)}"
        )


def verify_result_type_is_operand_type(op: Operation) -> None:
    """Verify the result type ODS infers with :class:`SameOperandsAndResultType`: the first operand's type."""
    try:
        _verify_inferred(op, (op.operands[0].type,) * len(op.results))
    except Violation as violation:
        violation.consequences += (f"'{op.name}' op failed to infer returned types",)
        raise


def compatible_types(op_class: type[Operation], inferred: tuple[Attribute, ...], actual: tuple[Attribute, ...]) -> bool:
    """Whether the given result types are compatible with the inferred ones; an op class may define its own test."""
    test = getattr(op_class, "are_compatible_result_types", None)
    return test(inferred, actual) if test is not None else inferred == actual


def _quoted(types: Sequence[Attribute]) -> str:
    return ", ".join(f"'{type_}'" for type_ in types)


@dataclass(frozen=True)
class Elementwise(OpTrait):
    """The op applies elementwise: its tensors and vectors, if any, all have one shape."""

    def verify(self, op: Operation) -> None:
        operands = [value.type for value in op.operands if type(value.type) in _MAPPABLE]
        results = [value.type for value in op.results if type(value.type) in _MAPPABLE]
        if results and not operands:
            raise Violation("if a result is non-scalar, then at least one operand must be non-scalar")
        if operands and not results:
            raise Violation("if an operand is non-scalar, then there must be at least one non-scalar result")
        if operands and len(results) != len(op.results):
            raise Violation("if an operand is non-scalar, then all results must be non-scalar")
        types = [*operands, *results]
        if not compatible_shapes(types) or len({type(type_) for type_ in types}) > 1:
            raise Violation("all non-scalar operands/results must have the same shape and base type")


_MAPPABLE: tuple[type[Attribute], ...] = (TensorType, UnrankedTensorType, VectorType)
"""The container types of :class:`Elementwise` ops."""


@dataclass(frozen=True)
class AsyncRegions(OpTrait):
    """The op's regions may run concurrently."""


@dataclass(frozen=True)
class HasParentOp(OpTrait):
    """The op's parent must be one of these (given by name, so that definitions may refer to later ones)."""

    IN_CONTEXT: ClassVar[bool] = True

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)

    def verify(self, op: Operation) -> None:
        parent = op.parent_op()
        if parent is None or parent.name in self.names:
            return
        if len(self.names) == 1:
            raise Violation(f"expects parent op '{self.names[0]}'")
        raise Violation(f"expects parent op to be one of '{', '.join(self.names)}'")


@dataclass(frozen=True)
class SingleBlock(OpTrait):
    """Each region has at most one block."""

    def verify(self, op: Operation) -> None:
        for index, region in enumerate(op.regions):
            first = region.first_block
            if first is not None and first is not region.last_block:
                raise Violation(f"expects region #{index} to have 0 or 1 blocks")
            if first is not None and first.is_empty and not has_trait(op, NoTerminator):
                raise Violation("expects a non-empty block")


@dataclass(frozen=True)
class ImplicitTerminator(OpTrait):
    """The rule of ODS ``SingleBlockImplicitTerminator`` besides :class:`SingleBlock`: what regions end with.

    It is checked when the operations in the regions have been verified.
    """

    name: str
    """The name of the terminator, which the custom syntax omits."""

    def verify_regions(self, op: Operation) -> None:
        """Check the ends of the regions of ``op``. Raises :class:`Violation`."""
        for region in op.regions:
            last = None if region.first_block is None else region.first_block.last_op
            if last is not None and last.name != self.name:
                found = last.op_name.data if isinstance(last, UnregisteredOp) else last.name
                implied = f"in custom textual format, the absence of terminator implies '{self.name}'"
                raise Violation(
                    f"expects regions to end with '{self.name}', found '{found}'", notes=(note(op.location, implied),)
                )
