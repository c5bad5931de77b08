"""Building operations of the ``llvm`` dialect at the end of a block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    SymbolRefAttr,
    UnitAttr,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.upstream.arith.attributes import CmpIPredicate
from xtriton.dialects.upstream.llvm import arithmetic, control, functions, intrinsics, memory, values
from xtriton.dialects.upstream.llvm.attributes import (
    NO_FAST_MATH,
    NO_FLAGS,
    CConvAttr,
    FastMathFlagsAttr,
    FCmpPredicate,
    TailCallKindAttr,
)
from xtriton.dialects.upstream.llvm.memory import DYNAMIC_INDEX
from xtriton.dialects.upstream.llvm.types import PointerType
from xtriton.ir.constraints import I32Enum
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_integer_type, is_vector_type
from xtriton.ir.shared_attributes import dense_array, integer_attr, vector_of

PTR = PointerType()
INBOUNDS = IntegerAttr(3, 32)
NO_BUNDLES = DenseArrayBase.from_list(i32, [])
"""The operand bundle sizes of a call without operand bundles."""
Number = int | SSAValue
"""A constant, or a value of type i64."""

OPS: dict[str, type[Operation]] = {
    op.name: op
    for module in (arithmetic, control, functions, intrinsics, memory, values)
    for op in cast("list[type[Operation]]", module.OPS)
}
_DEFAULTS: dict[str, dict[str, Attribute]] = {
    **{f"llvm.{word}": {"overflowFlags": NO_FLAGS} for word in ("add", "sub", "mul", "shl", "trunc")},
    **{f"llvm.{word}": {"fastmathFlags": NO_FAST_MATH} for word in ("fadd", "fsub", "fmul", "fdiv", "frem", "fneg")},
    **{f"llvm.{word}": {"fastmathFlags": NO_FAST_MATH} for word in ("fcmp", "select")},
    **{f"llvm.{word}": {"ordering": IntegerAttr(0, 64)} for word in ("load", "store")},
}


class LlvmBuilder:
    """Appends operations to :attr:`block`, with :attr:`location`. Constants go to the entry of the function.

    ``f16_conversions`` says whether the processor has instructions that convert between f16 and f32.
    """

    def __init__(self, entry: Block, *, f16_conversions: bool = False) -> None:
        self.block = entry
        self.f16_conversions = f16_conversions
        self._entry = entry
        self._constants: dict[tuple[Attribute, Attribute], SSAValue] = {}
        self.location: LocationAttr | None = None

    def add(
        self,
        word: str,
        operands: Sequence[SSAValue] = (),
        result: Attribute | None = None,
        properties: dict[str, Attribute] | None = None,
        successors: Sequence[Block] = (),
    ) -> SSAValue:
        """Add ``llvm.word`` and return its result; for an operation without results, an unspecified operand."""
        name = f"llvm.{word}"
        op = OPS[name].create(
            operands=operands,
            result_types=() if result is None else (result,),
            properties=_DEFAULTS.get(name, {}) | (properties or {}),
            successors=successors,
        )
        if self.location is not None:
            op.location = self.location
        self.block.add_op(op)
        return op.results[0] if result is not None else cast("SSAValue", None)

    def at_entry(
        self, word: str, operands: Sequence[SSAValue], result: Attribute, properties: dict[str, Attribute]
    ) -> SSAValue:
        """Add an operation on constants to the entry block, where it is executed once."""
        saved, self.block = self.block, self._entry
        found = self.add(word, operands, result, properties)
        self.block = saved
        return found

    # Constants

    def constant(self, value: Attribute, type_: Attribute) -> SSAValue:
        """A constant, created once per function."""
        key = (value, type_)
        known = self._constants.get(key)
        if known is None:
            op = values.ConstantOp(value, type_)
            first = self._entry.first_op
            if first is None:
                self._entry.add_op(op)
            else:
                self._entry.insert_op_before(op, first)
            known = self._constants[key] = op.results[0]
        return known

    def integer(self, number: int, type_: Attribute = i64) -> SSAValue:
        """An integer constant; a splat for a vector type."""
        if is_vector_type(type_):
            return self.constant(DenseElementsAttr.splat(type_, number), type_)
        assert is_integer_type(type_)
        bits = type_.width.data
        wrapped = number & ((1 << bits) - 1)
        signed = wrapped - (1 << bits) if bits > 1 and wrapped >> (bits - 1) else wrapped
        return self.constant(integer_attr(signed, type_), type_)

    def floating(self, number: float, type_: Attribute) -> SSAValue:
        """A floating-point constant; a splat for a vector type."""
        if is_vector_type(type_):
            return self.constant(DenseElementsAttr.splat(type_, number), type_)
        return self.constant(FloatAttr(number, cast("AnyFloat", type_)), type_)

    def value(self, number: Number) -> SSAValue:
        """A number as an SSA value."""
        return self.integer(number) if isinstance(number, int) else number

    # Arithmetic on numbers

    def plus(self, left: Number, right: Number) -> Number:
        """The sum."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        if left == 0:
            return right
        return left if right == 0 else self.add("add", [self.value(left), self.value(right)], i64)

    def minus(self, left: Number, right: Number) -> Number:
        """The difference."""
        if isinstance(left, int) and isinstance(right, int):
            return left - right
        return left if right == 0 else self.add("sub", [self.value(left), self.value(right)], i64)

    def times(self, left: Number, right: Number) -> Number:
        """The product."""
        if isinstance(left, int) and isinstance(right, int):
            return left * right
        if 0 in (left, right):
            return 0
        if left == 1:
            return right
        return left if right == 1 else self.add("mul", [self.value(left), self.value(right)], i64)

    # Single operations

    def compare(self, predicate: str, left: SSAValue, right: SSAValue) -> SSAValue:
        """``llvm.icmp``."""
        attr = attr_of_keyword(CmpIPredicate, predicate)
        return self.add("icmp", [left, right], bool_like(left.type), {"predicate": attr})

    def compare_floats(self, predicate: str, left: SSAValue, right: SSAValue) -> SSAValue:
        """``llvm.fcmp``."""
        attr = attr_of_keyword(FCmpPredicate, predicate)
        return self.add("fcmp", [left, right], bool_like(left.type), {"predicate": attr})

    def select(self, condition: SSAValue, left: SSAValue, right: SSAValue) -> SSAValue:
        """``llvm.select``."""
        return self.add("select", [condition, left, right], left.type)

    def binary(self, word: str, left: SSAValue, right: SSAValue, flags: FastMathFlagsAttr | None = None) -> SSAValue:
        """A binary operation on operands of the same type."""
        return self.add(word, [left, right], left.type, None if flags is None else {"fastmathFlags": flags})

    def element(self, base: SSAValue, index: Number, element: Attribute) -> SSAValue:
        """The address of element ``index`` from ``base``."""
        if index == 0:
            return base
        constant = isinstance(index, int) and abs(index) < 1 << 30
        return self.add(
            "getelementptr",
            [base] if constant else [base, self.value(index)],
            PTR,
            {
                "rawConstantIndices": dense_array(
                    i32, [index if constant and isinstance(index, int) else DYNAMIC_INDEX]
                ),
                "elem_type": element,
                "noWrapFlags": INBOUNDS,
            },
        )

    def load(self, address: SSAValue, type_: Attribute, alignment: int | None = None) -> SSAValue:
        """``llvm.load``."""
        return self.add("load", [address], type_, _aligned(alignment))

    def store(self, value: SSAValue, address: SSAValue, alignment: int | None = None) -> None:
        """``llvm.store``."""
        self.add("store", [value, address], None, _aligned(alignment))

    def stream(self, value: SSAValue, address: SSAValue, alignment: int) -> None:
        """``llvm.store`` past the caches."""
        self.add("store", [value, address], None, {**_aligned(alignment), "nontemporal": UnitAttr()})

    def call(self, callee: str, operands: Sequence[SSAValue], result: Attribute | None) -> SSAValue:
        """``llvm.call`` of a function by name."""
        return self.add("call", operands, result, {"callee": SymbolRefAttr(callee), **call_properties(len(operands))})

    def branch(self, block: Block, operands: Sequence[SSAValue] = (), annotation: Attribute | None = None) -> None:
        """``llvm.br``; ``annotation`` is that of the loop that it continues."""
        properties = None if annotation is None else {"loop_annotation": annotation}
        self.add("br", operands, None, properties, [block])

    def branch_if(
        self,
        condition: SSAValue,
        then: tuple[Block, Sequence[SSAValue]],
        otherwise: tuple[Block, Sequence[SSAValue]],
    ) -> None:
        """``llvm.cond_br``."""
        sizes = dense_array(i32, [1, len(then[1]), len(otherwise[1])])
        operands = [condition, *then[1], *otherwise[1]]
        self.add("cond_br", operands, None, {"operandSegmentSizes": sizes}, [then[0], otherwise[0]])


def call_properties(operands: int) -> dict[str, Attribute]:
    """The properties of a call with this many operands, except the callee."""
    return {
        "operandSegmentSizes": dense_array(i32, [operands, 0]),
        "CConv": CConvAttr.of("ccc"),
        "TailCallKind": TailCallKindAttr.of("none"),
        "fastmathFlags": NO_FAST_MATH,
        "op_bundle_sizes": NO_BUNDLES,
    }


def bool_like(type_: Attribute) -> Attribute:
    """i1, or a vector of i1 with as many elements as ``type_``."""
    return vector_of(i1, type_.get_shape()) if is_vector_type(type_) else i1


def _aligned(alignment: int | None) -> dict[str, Attribute]:
    return {} if alignment is None else {"alignment": integer_attr(alignment, i64)}


def attr_of_keyword(enum: type[I32Enum], keyword: str) -> Attribute:
    """The attribute of a member of an enum."""
    return next(member.attr for member in enum if member.keyword == keyword)
