"""Atomic loads, stores and polls of ``tt``, and the dependencies between grids."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def

from xtriton.dialects.tt.effects import GLOBAL_MEMORY, Effects, read, write
from xtriton.dialects.tt.elementwise import bit_width
from xtriton.dialects.tt.enums import MemSemantic, MemSyncScope
from xtriton.dialects.tt.memory import ScopeAttr, SemanticAttr
from xtriton.dialects.tt.op import TritonOp
from xtriton.dialects.tt.traits import SameOperandsAndResultEncoding, SameOperandsEncoding
from xtriton.dialects.tt.types import (
    AnyTritonType,
    BoolLike,
    IntLike,
    PtrLike,
    i1_same_shape,
    pointee_type,
    pointer_type_same_shape,
)
from xtriton.ir.constraints import I64
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    OptionalOperand,
    Property,
    Result,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.traits import TypesMatchWith
from xtriton.versions import V3_9, VersionRange, since

_MASK_OF_POINTEE = TypesMatchWith(
    "mask type matches ptr type", "ptr", "mask", lambda type_: i1_same_shape(pointee_type(type_))
)
_READ_WRITE = Effects(read(GLOBAL_MEMORY, "ptr"), write(GLOBAL_MEMORY, "ptr"))
_WIDTHS = (16, 32, 64)


@irdl_op_definition
class GridDependencyWaitOp(TritonOp):
    """Wait until the grids that this one depends on have finished, and see their writes."""

    name = "tt.grid_dependency_wait"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    traits = traits_def(Effects(read(GLOBAL_MEMORY), write(GLOBAL_MEMORY)))
    SYNTAX: ClassVar = "attr-dict"


@irdl_op_definition
class GridDependencyLaunchDependentsOp(TritonOp):
    """Let grids that depend on this one begin."""

    name = "tt.grid_dependency_launch_dependents"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    traits = traits_def(Effects(write(GLOBAL_MEMORY)))
    SYNTAX: ClassVar = "attr-dict"


def _verify_semantics(semantics: Attribute, ordered: MemSemantic) -> None:
    """Verify that the semantics of an operation that only reads, or only writes, are ``ordered`` or relaxed."""
    if MemSemantic.of(semantics) not in (ordered, MemSemantic.RELAXED):
        raise Violation(f"only supports {ordered.name.lower()} and relaxed semantics")


@irdl_op_definition
class AtomicLoadOp(TritonOp):
    """An atomic load of each element; counts as a write too, so that polling loads are kept."""

    name = "tt.atomic_load"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    ptr: Operand = operand_def(PtrLike)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    result: Result = result_def(AnyTritonType, default=INFERRED)
    traits = traits_def(
        SameOperandsAndResultEncoding(),
        _READ_WRITE,
        TypesMatchWith("result matches ptr type", "ptr", "result", pointee_type),
        _MASK_OF_POINTEE,
    )
    SYNTAX: ClassVar = "$sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:` functional-type(operands, $result)"

    def verify_op(self) -> None:
        _verify_semantics(self.sem, MemSemantic.ACQUIRE)


@irdl_op_definition
class AtomicStoreOp(TritonOp):
    """An atomic store of each element."""

    name = "tt.atomic_store"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    ptr: Operand = operand_def(PtrLike)
    value: Operand = operand_def(AnyTritonType)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    traits = traits_def(
        SameOperandsEncoding(),
        Effects(write(GLOBAL_MEMORY, "ptr")),
        TypesMatchWith("value type matches ptr type", "ptr", "value", pointee_type),
        _MASK_OF_POINTEE,
    )
    SYNTAX: ClassVar = "$sem `,` $scope `,` $ptr `,` $value (`,` $mask^)? attr-dict `:` type($ptr)"

    def verify_op(self) -> None:
        _verify_semantics(self.sem, MemSemantic.RELEASE)


@irdl_op_definition
class AtomicPollOp(TritonOp):
    """Load each element until it is ``expected`` or ``timeout`` nanoseconds have passed; returns whether it is."""

    name = "tt.atomic_poll"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    ptr: Operand = operand_def(PtrLike)
    expected: Operand = operand_def(IntLike)
    timeout: OptionalOperand = opt_operand_def(I64, default=None)
    sem: Property[MemSemantic] = prop_def(SemanticAttr)
    scope: Property[MemSyncScope] = prop_def(ScopeAttr)
    result: Result = result_def(BoolLike, default=INFERRED)
    traits = traits_def(
        SameOperandsAndResultEncoding(),
        _READ_WRITE,
        TypesMatchWith("ptr type matches expected type", "expected", "ptr", pointer_type_same_shape),
        TypesMatchWith("result type matches expected shape", "expected", "result", i1_same_shape),
    )
    SYNTAX: ClassVar = (
        "$sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict `:` qualified(type($ptr)) `,` "
        "type($expected) `->` type($result)"
    )

    def verify_op(self) -> None:
        _verify_semantics(self.sem, MemSemantic.ACQUIRE)
        if bit_width(self.expected.type) not in _WIDTHS:
            raise Violation("only supports integer elements with width {16, 32, 64}")
