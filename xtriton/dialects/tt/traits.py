"""Traits of Triton's operations: constraints between the tensors and pointers of one operation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

from xdsl.dialects.builtin import IntegerAttr, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.traits import ConditionallySpeculatable, OpTrait

from xtriton.dialects.tt.types import PointerType
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import int_list, is_tensor_type
from xtriton.ir.traits import compatible_shapes, encoding_of
from xtriton.versions import ALL_VERSIONS, VersionRange, active_version


def _same_encoding(type_: Attribute, other: Attribute) -> bool:
    first, second = encoding_of(type_), encoding_of(other)
    return first is None or second is None or first == second


def _verify_operand_encodings(op: Operation) -> None:
    operands = op.operands
    if any(not _same_encoding(operand.type, operands[0].type) for operand in operands):
        raise Violation("requires the same encoding for all operands")


@dataclass(frozen=True)
class SameOperandsEncoding(OpTrait):
    """All operands that have an encoding have the same."""

    def verify(self, op: Operation) -> None:
        _verify_operand_encodings(op)


@dataclass(frozen=True)
class SameOperandsAndResultEncoding(OpTrait):
    """All operands and results that have an encoding have the same; verified in some versions of Triton only."""

    verified: VersionRange = ALL_VERSIONS

    def verify(self, op: Operation) -> None:
        if active_version() not in self.verified:
            return
        if not op.operands:
            return
        if not op.results:
            raise Violation("expected 1 or more results")
        first = op.operands[0].type
        if any(not _same_encoding(result.type, first) for result in op.results):
            raise Violation("requires the same encoding for all operands and results")
        _verify_operand_encodings(op)


@dataclass(frozen=True)
class SameAccessedShape(OpTrait):
    """Pointers, values and masks of a load or store have one shape, that of its block for a block pointer."""

    def verify(self, op: Operation) -> None:
        types = [_accessed(value.type) for value in (*op.operands, *op.results)]
        if not compatible_shapes(types):
            raise Violation(f"requires the same shape for all operands{' and results' if op.results else ''}")


def _accessed(type_: Attribute) -> Attribute:
    if isinstance(type_, PointerType) and is_tensor_type(type_.pointee_type):
        return type_.pointee_type
    return type_


class PacksElements(Protocol):
    """A dot whose operands ``a`` and ``b`` may store several elements in one."""

    def packing(self, side: str, *, along_k: bool) -> int:
        """How many elements a stored element of a side packs along k (along the other dimension if not ``along_k``)."""
        ...


@dataclass(frozen=True)
class DotLike(OpTrait):
    """The first three operands are ``a``, ``b`` and ``c`` of ``a * b + c``: matrices, or batches of them.

    Operations with ``packed`` elements are :class:`PacksElements`.
    """

    packed: bool = False

    def verify(self, op: Operation) -> None:
        a, b, c = (tuple(cast("TensorType[Attribute]", op.operands[i].type).get_shape()) for i in range(3))
        if len(a) not in (2, 3):
            raise Violation("expected operands to be 2d or 3d")
        if len(a) != len(b) or len(a) != len(c):
            raise Violation("expected all operands to have the same rank")
        (rows, k), (b_k, columns) = a[-2:], b[-2:]
        if self.packed:
            packing = cast("PacksElements", op).packing
            rows, k = rows * packing("a", along_k=False), k * packing("a", along_k=True)
            b_k, columns = b_k * packing("b", along_k=True), columns * packing("b", along_k=False)
        if k != b_k:
            raise Violation(
                "expected the last dimension of the first operand to be equal to the second-to-last dimension of the "
                "second operand"
            )
        if len(a) == 3 and not a[0] == b[0] == c[0]:
            raise Violation(
                "expected the first dimension of the first operand to be equal to the first dimension of the result"
            )
        if (rows, columns) != c[-2:]:
            raise Violation(
                "expected the output shape to be the concatenation of the last dimension of the first operand and the "
                "last dimension of the second "
            )


@dataclass(frozen=True)
class TransposeLike(OpTrait):
    """The op permutes the dimensions of ``src`` by its property ``order``."""

    def verify(self, op: Operation) -> None:
        order = int_list(op.properties["order"])
        rank = len(cast("TensorType[Attribute]", op.operands[0].type).get_shape())
        if rank != len(order):
            raise Violation("order must have the same size as the rank of the operand and result", prefixed=False)
        if sorted(order) != list(range(rank)):
            raise Violation("order must be a permutation of [0, ..., rank - 1]", prefixed=False)


class SpeculatableIfPure(ConditionallySpeculatable):
    """The op may be speculated if and only if its property ``pure`` is true."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        pure = op.properties.get("pure")
        return isinstance(pure, IntegerAttr) and bool(pure.value.data)
